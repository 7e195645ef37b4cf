//! Strategy files: Prolog text with facts about itself, then the rules, each
//! with its meaning in English above it.

use std::fmt::Write as _;
use std::sync::OnceLock;

use stratalog_logic::{Clause, Reader, Source, Symbol, Term, TermWriter, Var};

use super::english::english;
use super::guessing::{self, Condition, GuessList, GuessRule};
use super::rule::{Rule, Target};
use stratalog_ilp::error::Error;

/// What stands above the rules for guesses.
const GUESSES: &str = "
% Where no rule applies, the first of these that names a square says which to guess;
% the predicates are in rules/minesweeper-guessing.pl. The share of mines of a number
% is the mines still missing around it, divided by its covered neighbours. Beside no
% number the worst share is that of all covered squares, the average share what is
% left for squares beside no number.

:- discontiguous guess/2.
";

/// Facts about a strategy, in the order they are written.
pub type About = Vec<(String, Term)>;

/// Rules with what is known about them.
#[derive(Clone, Debug)]
pub struct Strategy {
    /// Facts: the learner, the seed, settings, measured results.
    pub about: About,
    /// The rules, simplest first.
    pub rules: Vec<Rule>,
    /// Rules for guesses, in the order in which they are asked.
    pub guesses: GuessList,
}

impl Strategy {
    /// Names the clauses S-1, S-2 and so on, M-1 and so on, A-1 and so on,
    /// simplest first. A rule that differs from another only in the names of
    /// variables and the order of conditions is left out.
    pub fn new(about: About, clauses: &[Term]) -> Result<Strategy, Error> {
        let mut rules: Vec<Rule> = Vec::new();
        for clause in clauses {
            if !rules.iter().any(|rule| is_same_rule(&rule.clause, clause)) {
                rules.push(Rule::new("", clause)?);
            }
        }
        rules.sort_by_key(Rule::order);
        let (mut safe, mut mine, mut absurd) = (0, 0, 0);
        for rule in &mut rules {
            let (letter, number) = match rule.target {
                Target::Safe => ('S', &mut safe),
                Target::Mine => ('M', &mut mine),
                Target::Absurd => ('A', &mut absurd),
            };
            *number += 1;
            rule.name = format!("{letter}-{number}");
        }
        Ok(Strategy {
            about,
            rules,
            guesses: GuessList::default(),
        })
    }

    /// The strategy that comes with this crate: what `stratalog learn
    /// minesweeper` learned, used to explain squares.
    pub fn bundled() -> &'static Strategy {
        static BUNDLED: OnceLock<Strategy> = OnceLock::new();
        BUNDLED.get_or_init(|| {
            Strategy::parse("learned.pl", include_str!("../../rules/learned.pl"))
                .expect("a test reads the file")
        })
    }

    /// The file's text.
    pub fn text(&self) -> String {
        let writer = TermWriter::new().spaced();
        let mut text = String::from(
            "% A Minesweeper strategy: which covered squares are safe, which are mines.\n\
             % The predicates the rules use are in rules/minesweeper-background.pl, those\n\
             % that suppose something in rules/minesweeper-supposing.pl.\n\n\
             :- discontiguous safe/2.\n:- discontiguous mine/2.\n\
             :- discontiguous absurd/1.\n\n",
        );
        for (name, value) in &self.about {
            let fact = Term::compound("strategy", [Term::atom(name.as_str()), value.clone()]);
            let _ = writeln!(text, "{}", writer.clause(&fact).trim_end());
        }
        for rule in &self.rules {
            let _ = write!(
                text,
                "\n% {}: {}\n{}\n",
                rule.name,
                english(rule),
                rule_text(rule)
            );
        }
        if !self.guesses.rules.is_empty() {
            text.push_str(GUESSES);
        }
        for rule in &self.guesses.rules {
            let english = guessing::english(rule);
            let _ = write!(text, "\n% {}: {english}\n{}\n", rule.name, rule.text());
        }
        text
    }

    /// Reads a strategy file; `name` is used in messages.
    pub fn parse(name: &str, text: &str) -> Result<Strategy, Error> {
        let source = Source::new(name, text);
        let mut reader = Reader::new(&source);
        let mut about = About::new();
        let mut clauses = Vec::new();
        let mut guesses: Vec<Vec<Condition>> = Vec::new();
        while let Some(read) = reader.next_clause() {
            let read = read.map_err(|error| {
                Error::Strategy(error.render(&source, stratalog_logic::Colour::Never))
            })?;
            let functor = read.term.functor().map(|functor| functor.to_string());
            match (functor.as_deref(), read.term.args()) {
                (Some("strategy/2"), [Term::Atom(key), value]) => {
                    about.push((key.as_str().to_owned(), value.clone()));
                }
                // Declarations are for other Prologs.
                (Some(":-/1"), _) => {}
                _ => {
                    let placed = |error: Error| {
                        Error::Strategy(format!("{name}:{}:{}: {error}", read.line, read.column))
                    };
                    if Clause::from_term(&read.term)
                        .head
                        .as_compound(Symbol::from("guess"), 2)
                        .is_some()
                    {
                        let rule = GuessRule::new("", &read.term).map_err(placed)?;
                        guesses.push(rule.conditions);
                    } else {
                        Rule::new("", &read.term).map_err(placed)?;
                        clauses.push(read.term);
                    }
                }
            }
        }
        Ok(Strategy {
            guesses: GuessList::new(guesses),
            ..Strategy::new(about, &clauses)?
        })
    }
}

/// A rule as Prolog, with variables named after what they denote.
pub fn rule_text(rule: &Rule) -> String {
    let Clause {
        head,
        body: literals,
    } = Clause::from_term(&rule.clause);
    let mut names: Vec<(String, Var)> = Vec::new();
    let mut name = |term: &Term, name: String| {
        let Term::Var(var) = term else { return };
        let uses = rule
            .clause
            .subterms()
            .filter(|term| **term == Term::Var(*var));
        // What is used once stays `_`.
        if uses.count() > 1 && !names.iter().any(|(_, known)| known == var) {
            names.push((name, *var));
        }
    };
    let (mut sets, mut counts, mut boards, mut tiles) = (0, 0, 0, 0);
    // The board comes last, after the tile if there is one.
    for (arg, what) in head.args().iter().rev().zip(["Board", "Tile"]) {
        name(arg, what.to_owned());
    }
    for literal in &literals {
        let predicate = literal
            .functor()
            .map_or("", |functor| functor.name.as_str());
        match (predicate, literal.args()) {
            ("zoneOfInterest", [.., zone]) => name(zone, "Zone".to_owned()),
            ("determinedTiles", [.., zone]) => name(zone, "Numbers".to_owned()),
            ("supposeMine" | "supposeSafe" | "consequences", [.., board]) => {
                boards += 1;
                name(board, format!("Board{boards}"));
            }
            (
                "setHasXMines" | "diffSetHasXMines" | "allMinesInFringe" | "boardHasXMines",
                [.., set],
            ) => {
                sets += 1;
                name(set, format!("Set{sets}"));
            }
            ("tightestTile", [.., tile]) => {
                tiles += 1;
                name(tile, format!("Tile{tiles}"));
            }
            ("minesInSet" | "totalMinesLeft", [.., count]) => {
                counts += 1;
                name(count, format!("Count{counts}"));
            }
            _ => {}
        }
    }
    let text = TermWriter::new()
        .spaced()
        .names(&names)
        .clause(&rule.clause);
    text.trim_end().to_owned()
}

/// Whether two clauses differ only in the names of variables and the order of
/// conditions.
fn is_same_rule(one: &Term, other: &Term) -> bool {
    let (one, other) = (Clause::from_term(one), Clause::from_term(other));
    let mut renaming = Renaming::default();
    one.body.len() == other.body.len()
        && renaming.match_terms(&one.head, &other.head)
        && renaming.match_bodies(&one.body, &other.body)
}

/// Which variable of one clause corresponds to which of another.
#[derive(Clone, Default)]
struct Renaming(Vec<(Var, Var)>);

impl Renaming {
    /// Extends the renaming so that the two terms are the same; arguments are
    /// variables or constants.
    fn match_terms(&mut self, one: &Term, other: &Term) -> bool {
        match (one, other) {
            (Term::Var(a), Term::Var(b)) => {
                let known = self.0.iter().find(|(x, y)| x == a || y == b);
                match known {
                    Some(pair) => *pair == (*a, *b),
                    None => {
                        self.0.push((*a, *b));
                        true
                    }
                }
            }
            _ if one.args().is_empty() => one == other,
            _ => {
                let mut args = one.args().iter().zip(other.args());
                one.functor() == other.functor()
                    && args.all(|(a, b)| match (a, b) {
                        (Term::Var(_), Term::Var(_)) => self.match_terms(a, b),
                        _ => a == b,
                    })
            }
        }
    }

    /// Whether the conditions can be paired; depth is at most their number.
    fn match_bodies(&mut self, one: &[Term], other: &[Term]) -> bool {
        let Some((first, rest)) = one.split_first() else {
            return true;
        };
        (0..other.len()).any(|at| {
            let mut attempt = self.clone();
            let mut left = other.to_vec();
            let candidate = left.remove(at);
            let is_match =
                attempt.match_terms(first, &candidate) && attempt.match_bodies(rest, &left);
            if is_match {
                *self = attempt;
            }
            is_match
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stratalog_logic::read_term;

    #[test]
    fn no_rule_is_kept_twice() {
        let clauses = [
            "safe(T,B) :- zoneOfInterest(T,B,Z), setHasXMines(_,B,Z,S), inSet(T,S), minesInSet(S,0)",
            "safe(A,B) :- zoneOfInterest(A,B,C), setHasXMines(D,B,C,E), minesInSet(E,0), inSet(A,E)",
            "safe(A,B) :- zoneOfInterest(A,B,C), setHasXMines(D,B,C,E), minesInSet(E,1), inSet(A,E)",
            "mine(A,B) :- allMinesInFringe(B,S), minesInSet(S,N), lengthSet(S,N)",
            "mine(A,B) :- allMinesInFringe(B,S), minesInSet(S,N), lengthSet(S,M)",
        ];
        let clauses = clauses.map(|text| read_term(text).expect("a clause").term);
        let strategy = Strategy::new(About::new(), &clauses).expect("rules");
        let names: Vec<&str> = strategy.rules.iter().map(|rule| &*rule.name).collect();
        assert_eq!(names, ["S-1", "S-2", "M-1", "M-2"]);
    }

    #[test]
    fn the_bundled_strategy_is_what_would_be_written_today() {
        let text = include_str!("../../rules/learned.pl");
        assert_eq!(Strategy::bundled().text(), text);
    }
}
