//! Rules in plain English.
//!
//! Sets of squares are named by what they are, "next to one number but not next to
//! another", and numbers in the order in which a sentence mentions them.

mod sets;
mod suppositions;

use stratalog_game::words::list;
use stratalog_logic::{Clause, Term, TermWriter, Var};

use super::rule::{Rule, Target};
use sets::Sets;
use suppositions::Suppositions;

/// The rule as a sentence.
pub fn english(rule: &Rule) -> String {
    let literals = Clause::from_term(&rule.clause).body;
    let mut sentence = Sentence {
        target: rule.target,
        sets: Sets::default(),
        suppositions: Suppositions::default(),
        counts: Vec::new(),
        literals: &literals,
    };
    for literal in &literals {
        sentence.define(literal);
    }
    let conditions: Vec<String> = literals
        .iter()
        .filter_map(|literal| sentence.condition(literal))
        .collect();
    let conclusion = match rule.target {
        Target::Safe => "A covered square is safe",
        Target::Mine => "A covered square is a mine",
        Target::Absurd => "A board is absurd",
    };
    let condition = match conditions.as_slice() {
        [] => "nothing speaks against it".to_owned(),
        // What a condition says of a set refers to the one before.
        [place, what] if sentence.sets.is_used() => format!("{place}, and {what}"),
        conditions => list(conditions),
    };
    let place = sentence.suppositions.place();
    format!("{place}{conclusion} if {condition}.")
}

struct Sentence<'a> {
    target: Target,
    sets: Sets,
    suppositions: Suppositions,
    /// The counts that have a letter.
    counts: Vec<Var>,
    literals: &'a [Term],
}

impl Sentence<'_> {
    /// Takes note of the sets, boards and squares that a literal introduces.
    fn define(&mut self, literal: &Term) {
        match parts(literal) {
            ("setHasXMines", [_, _, _, Term::Var(set)]) => self.sets.add_number(*set),
            ("boardHasXMines" | "allMinesInFringe", [_, Term::Var(set)]) => {
                self.sets.add_all(*set);
            }
            ("diffSetHasXMines", [Term::Var(from), Term::Var(less), Term::Var(set)]) => {
                self.sets.add_difference(*from, *less, *set);
            }
            ("tightestTile", _) => self.suppositions.take_tightest(),
            ("supposeMine", [_, board, Term::Var(supposed)]) => {
                self.suppositions.suppose(board, *supposed, true);
            }
            ("supposeSafe", [_, board, Term::Var(supposed)]) => {
                self.suppositions.suppose(board, *supposed, false);
            }
            ("consequences", [rank, board, Term::Var(after)]) => {
                self.suppositions.conclude(rank, board, *after);
            }
            _ => {}
        }
    }

    /// What a literal demands, if it does more than introduce something.
    fn condition(&mut self, literal: &Term) -> Option<String> {
        Some(match parts(literal) {
            ("zoneOfInterest" | "determinedTiles" | "setHasXMines" | "boardHasXMines", _)
            | ("diffSetHasXMines" | "tightestTile" | "consequences", _)
            | ("supposeMine" | "supposeSafe", _) => return None,
            ("allMinesInFringe", _) => "every covered square is next to a number".to_owned(),
            ("inSet", [_, Term::Var(set)]) => format!("it is {}", self.sets.place_in(*set)),
            ("minesInSet", [Term::Var(set), Term::Var(count)]) if self.is_size_of(*set, *count) => {
                self.sets.full_of_mines(*set)
            }
            ("lengthSet", [Term::Var(set), Term::Var(count)]) if self.is_size_of(*set, *count) => {
                return None;
            }
            ("minesInSet", [Term::Var(set), count]) => {
                let mines = self.mines(count);
                self.sets.mines(*set, &mines)
            }
            ("lengthSet", [Term::Var(set), count]) => {
                let squares = self.sets.squares(*set);
                format!("there are {} {squares}", self.number(count))
            }
            ("totalMinesLeft", [_, count]) => {
                format!("there are {} on the board", self.mines(count))
            }
            ("impossible", [board]) => format!(
                "a number or the count of all mines cannot be right{}",
                self.suppositions.given(board)
            ),
            ("absurd", [board]) => {
                let board_is = match self.target {
                    Target::Absurd => "it is",
                    Target::Safe | Target::Mine => "the board is",
                };
                format!("{board_is} absurd{}", self.suppositions.given(board))
            }
            _ => TermWriter::new().term(literal),
        })
    }

    fn number(&mut self, count: &Term) -> String {
        let Term::Var(count) = count else {
            return TermWriter::new().term(count);
        };
        let known = self.counts.iter().position(|other| other == count);
        let place = known.unwrap_or_else(|| {
            self.counts.push(*count);
            self.counts.len() - 1
        });
        match place {
            0 => "n".to_owned(),
            place => format!("n{}", place + 1),
        }
    }

    fn mines(&mut self, count: &Term) -> String {
        match count {
            Term::Integer(0) => "no mine".to_owned(),
            Term::Integer(1) => "exactly one mine".to_owned(),
            other => format!("{} mines", self.number(other)),
        }
    }

    /// Whether a count says no more than that a set has as many mines as squares.
    fn is_size_of(&self, set: Var, count: Var) -> bool {
        let names: Vec<&str> = self
            .literals
            .iter()
            .filter(|literal| literal.args().contains(&Term::Var(count)))
            .map(|literal| match literal.args().first() {
                Some(Term::Var(of)) if *of == set => parts(literal).0,
                _ => "",
            })
            .collect();
        names.len() == 2 && names.contains(&"minesInSet") && names.contains(&"lengthSet")
    }
}

/// The name and the arguments of a literal.
fn parts(literal: &Term) -> (&str, &[Term]) {
    let name = literal
        .functor()
        .map_or("", |functor| functor.name.as_str());
    (name, literal.args())
}

#[cfg(test)]
mod tests {
    use stratalog_logic::read_term;

    use super::{Rule, english};

    fn sentence(clause: &str) -> String {
        let clause = read_term(clause).expect("a clause").term;
        english(&Rule::new("R", &clause).expect("a rule"))
    }

    #[test]
    fn one_number_is_that_number() {
        let clause = "safe(T,B) :- zoneOfInterest(T,B,Z), setHasXMines(_,B,Z,S), inSet(T,S), \
             minesInSet(S,0)";
        let safe = "A covered square is safe if it is next to a number, and that number has no \
             mine left.";
        assert_eq!(sentence(clause), safe);
        let clause = "mine(T,B) :- zoneOfInterest(T,B,Z), setHasXMines(_,B,Z,S), inSet(T,S), \
             minesInSet(S,N), lengthSet(S,N)";
        let mine = "A covered square is a mine if it is next to a number, and that number has \
             as many mines left as covered neighbours.";
        assert_eq!(sentence(clause), mine);
    }

    #[test]
    fn numbers_are_named_as_they_are_mentioned() {
        let clause = "safe(T,B) :- zoneOfInterest(T,B,Z), setHasXMines(_,B,Z,S1), \
             setHasXMines(_,B,Z,S2), diffSetHasXMines(S2,S1,S3), inSet(T,S3), minesInSet(S3,0)";
        let two = "A covered square is safe if it is next to one number but not next to \
             another, and the two numbers leave no mine for such squares.";
        assert_eq!(sentence(clause), two);
        let clause = "safe(T,B) :- zoneOfInterest(T,B,Z), setHasXMines(_,B,Z,S1), \
             setHasXMines(_,B,Z,S2), setHasXMines(_,B,Z,S3), diffSetHasXMines(S2,S1,S4), \
             diffSetHasXMines(S3,S4,S5), inSet(T,S5), minesInSet(S5,0)";
        let three = "A covered square is safe if it is next to the first of three numbers but \
             not one of those next to the second but not next to the third, and the three \
             numbers leave no mine for such squares.";
        assert_eq!(sentence(clause), three);
    }

    #[test]
    fn squares_far_from_numbers_are_counted() {
        let clause = "safe(T,B) :- determinedTiles(B,Z), boardHasXMines(B,S1), \
             setHasXMines(_,B,Z,S2), diffSetHasXMines(S1,S2,S3), inSet(T,S3), minesInSet(S3,0)";
        let one = "A covered square is safe if it is not next to a certain number, and that \
             number and the count of all mines leave no mine for such squares.";
        assert_eq!(sentence(clause), one);
        let clause = "safe(T,B) :- determinedTiles(B,Z), boardHasXMines(B,S1), \
             setHasXMines(_,B,Z,S2), setHasXMines(_,B,Z,S3), diffSetHasXMines(S1,S2,S4), \
             diffSetHasXMines(S4,S3,S5), inSet(T,S5), minesInSet(S5,0)";
        let two = "A covered square is safe if it is next to neither of two numbers, and the \
             two numbers and the count of all mines leave no mine for such squares.";
        assert_eq!(sentence(clause), two);
    }

    #[test]
    fn what_is_supposed_is_said_of_the_square() {
        let clause = "mine(T,B) :- supposeSafe(T,B,B1), impossible(B1)";
        let mine = "A covered square is a mine if a number or the count of all mines cannot be \
             right with no mine there.";
        assert_eq!(sentence(clause), mine);
        let clause = "absurd(B) :- tightestTile(B,T), supposeMine(T,B,B1), absurd(B1), \
             supposeSafe(T,B,B2), absurd(B2)";
        let absurd = "Take the first covered square of the number with the fewest ways to lay \
             out its mines. A board is absurd if it is absurd with a mine there and it is \
             absurd with no mine there.";
        assert_eq!(sentence(clause), absurd);
    }
}
