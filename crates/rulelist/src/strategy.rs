//! Lists of rules as strategy files: facts about where the list comes from, then a
//! clause for each rule under a comment that says it in English.

use std::fmt::Write;

use stratalog_game::{Described, Role};
use stratalog_logic::{Clause, Reader, Source, Symbol, Term, TermWriter};

use crate::condition::Rule;
use crate::error::RuleListError;
use crate::learner::OrderedRules;
use crate::sides::Sides;

/// The learner's name in strategy files.
pub const LEARNER: &str = "rules";

/// A list of rules and what is known of it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RuleStrategy {
    /// What is known of it: `game`, `board`, `rules` (the path of the rulesheet,
    /// where the game came from a file) and so on.
    pub facts: Vec<(String, Term)>,
    /// The rules.
    pub list: OrderedRules,
}

/// The name of the rule at a place of a list.
pub fn rule_name(at: usize) -> String {
    format!("rule_{}", at + 1)
}

impl RuleStrategy {
    /// A strategy for a game.
    pub fn new<G: Described>(game: &G, list: OrderedRules) -> RuleStrategy {
        let fact = |name: &str, value: &str| (name.to_owned(), Term::atom(value));
        RuleStrategy {
            facts: vec![
                fact("game", game.name()),
                fact("board", &game.board()),
                fact("learner", LEARNER),
            ],
            list,
        }
    }

    /// A fact of the strategy as text.
    pub fn fact(&self, name: &str) -> Option<String> {
        let (_, value) = self.facts.iter().find(|(key, _)| key == name)?;
        Some(match value {
            Term::Atom(text) | Term::String(text) => text.as_str().to_owned(),
            other => other.to_string(),
        })
    }

    /// The strategy with this fact, instead of one of the same name.
    pub fn with_fact(mut self, name: &str, value: Term) -> RuleStrategy {
        self.facts.retain(|(key, _)| key != name);
        self.facts.push((name.to_owned(), value));
        self
    }

    /// The rules as lines of Prolog.
    pub fn lines(&self) -> Vec<String> {
        let rules = self.list.rules.iter().enumerate();
        rules.map(|(at, rule)| rule.line(&rule_name(at))).collect()
    }

    /// The rules as sentences.
    pub fn english(&self) -> Vec<String> {
        let rules = self.list.rules.iter().enumerate();
        rules
            .map(|(at, rule)| self.list.words.sentence(rule, at == 0))
            .collect()
    }

    /// The strategy as a file.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        let game = self.fact("game").unwrap_or_else(|| "a game".to_owned());
        let _ = writeln!(
            text,
            "% A strategy for {game}. The first rule that names a move decides, and every\n\
             % move that it names may be made; where none names a move, any may be made.\n\
             % In each rule, the player P with the opponent O moves from A to B by M.\n"
        );
        let writer = TermWriter::new().spaced();
        let mut write = |fact: Term| {
            let _ = writeln!(text, "{}.", writer.term(&fact));
        };
        for (name, value) in &self.facts {
            let name = Term::atom(name.as_str());
            write(Term::compound("strategy", [name, value.clone()]));
        }
        if let Some(turn) = self.list.sides.turn {
            write(Term::compound(
                "strategy",
                [Term::atom("turn"), Term::Atom(turn)],
            ));
        }
        let indicator = |at: usize| {
            let name = Term::atom(rule_name(at).as_str());
            Term::compound("/", [name, Term::Integer(5)])
        };
        let order = Term::list((0..self.list.rules.len()).map(indicator));
        write(Term::compound("strategy", [Term::atom("order"), order]));
        for (number, pair) in (1..).zip(&self.list.sides.pairs) {
            for (role, constant) in self.list.sides.roles.iter().zip(pair) {
                let parts = [role.clone(), Term::Integer(number), constant.clone()];
                write(Term::compound("side", parts));
            }
        }
        for (line, english) in self.lines().iter().zip(self.english()) {
            let _ = writeln!(text, "\n% {english}\n{line}");
        }
        text
    }

    /// Reads a strategy file for a game.
    pub fn from_source<G: Described>(
        source: &Source,
        game: &G,
    ) -> Result<RuleStrategy, RuleListError> {
        let wrong = |reason: String| RuleListError::BadStrategy {
            name: source.name.clone(),
            reason,
        };
        let roles = (0..game.role_count() as u8).map(|role| game.role_term(Role(role)));
        let mut strategy = RuleStrategy {
            list: OrderedRules {
                sides: Sides {
                    roles: roles.collect(),
                    ..Sides::default()
                },
                ..OrderedRules::default()
            },
            ..RuleStrategy::default()
        };
        let mut order: Vec<Symbol> = Vec::new();
        let mut rules: Vec<(Symbol, Rule)> = Vec::new();
        let mut sides: Vec<[Term; 3]> = Vec::new();
        for read in Reader::new(source) {
            let term = read.map_err(|error| wrong(error.to_string()))?.term;
            if Clause::directive(&term).is_some() {
                continue;
            }
            let clause = Clause::from_term(&term);
            let Some(functor) = clause.head.functor() else {
                return Err(wrong(format!("'{term}' is not a clause")));
            };
            match (functor.name.as_str(), clause.head.args()) {
                ("strategy", [Term::Atom(name), value]) if clause.body.is_empty() => {
                    match (name.as_str(), value) {
                        ("order", value) => {
                            let listed = value.as_list().unwrap_or_default();
                            order.extend(listed.iter().filter_map(name_of));
                        }
                        ("turn", Term::Atom(turn)) => strategy.list.sides.turn = Some(*turn),
                        (name, value) => strategy.facts.push((name.to_owned(), value.clone())),
                    }
                }
                ("side", [role, number, constant]) if clause.body.is_empty() => {
                    sides.push([role.clone(), number.clone(), constant.clone()]);
                }
                _ => {
                    let rule = Rule::from_clause(&clause).map_err(|goal| {
                        wrong(format!(
                            "line {}: '{goal}' is not a condition of a rule",
                            read_line(source, &clause)
                        ))
                    })?;
                    rules.push((functor.name, rule));
                }
            }
        }
        strategy.list.sides.pairs = pairs(&strategy.list.sides.roles, &sides);
        for name in order {
            let mut own = rules.iter().filter(|(own, _)| *own == name);
            match (own.next(), own.next()) {
                (Some((_, rule)), None) => strategy.list.rules.push(rule.clone()),
                (None, _) => return Err(wrong(format!("the rule {name} has no clause"))),
                (Some(_), Some(_)) => {
                    return Err(wrong(format!(
                        "the rule {name} has several clauses; give each a name of its own"
                    )));
                }
            }
        }
        if strategy.list.rules.is_empty() {
            return Err(wrong(
                "it does not say in which order its rules are tried; \
                 add strategy(order, [rule_1/5, ...])"
                    .to_owned(),
            ));
        }
        Ok(strategy)
    }
}

/// The line on which the clause of a rule begins, as far as its name tells.
fn read_line(source: &Source, clause: &Clause) -> usize {
    let name = clause.head.functor().map(|functor| functor.name);
    let name = name.map_or("", |name| name.as_str());
    let lines = source.text.lines();
    let at = lines.into_iter().position(|line| line.starts_with(name));
    at.unwrap_or(0) + 1
}

fn name_of(indicator: &Term) -> Option<Symbol> {
    match indicator.as_compound("/".into(), 2)? {
        [Term::Atom(name), _] => Some(*name),
        _ => None,
    }
}

/// The pairs of constants that stand for two roles.
fn pairs(roles: &[Term], sides: &[[Term; 3]]) -> Vec<[Term; 2]> {
    let [first, second] = roles else {
        return Vec::new();
    };
    let constant = |role: &Term, number: i64| {
        let mut sides = sides.iter();
        let side = sides.find(|[own, at, _]| own == role && at.as_integer() == Some(number));
        side.map(|[_, _, constant]| constant.clone())
    };
    (1..)
        .map_while(|number| Some([constant(first, number)?, constant(second, number)?]))
        .collect()
}
