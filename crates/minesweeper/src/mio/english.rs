//! Rules in plain English.

use stratalog_logic::{Clause, Term, TermWriter, Var};

use super::rule::{Rule, Target};

/// The rule as a sentence.
pub fn english(rule: &Rule) -> String {
    let mut words = Words::default();
    let literals = Clause::from_term(&rule.clause).body;
    let mut conditions: Vec<String> = Vec::new();
    for literal in &literals {
        conditions.extend(words.condition(literal));
    }
    let conclusion = match rule.target {
        Target::Safe => "A covered square is safe",
        Target::Mine => "A covered square is a mine",
        Target::Absurd => "A board is absurd",
    };
    format!("{conclusion} if {}.", list(&conditions))
}

/// Names for sets, numbers and counts, given as they occur.
#[derive(Default)]
struct Words {
    sets: Vec<Var>,
    counts: Vec<Var>,
    /// The zone of all numbers, once it came up.
    whole: Option<Term>,
    has_number: bool,
    /// Whether a square was named to suppose something of.
    has_tightest: bool,
    /// Whether something was supposed.
    has_supposed: bool,
}

const SET_NAMES: [&str; 8] = ["A", "B", "C", "D", "E", "F", "G", "H"];

impl Words {
    fn set(&mut self, term: &Term) -> String {
        let Term::Var(var) = term else {
            return TermWriter::new().term(term);
        };
        let at = place(&mut self.sets, *var);
        SET_NAMES
            .get(at)
            .map_or_else(|| format!("set {}", at + 1), |name| (*name).to_owned())
    }

    fn count(&mut self, term: &Term) -> String {
        match term {
            Term::Var(var) => match place(&mut self.counts, *var) {
                0 => "n".to_owned(),
                at => format!("n{}", at + 1),
            },
            other => TermWriter::new().term(other),
        }
    }

    fn condition(&mut self, literal: &Term) -> Option<String> {
        let name = literal.functor()?.name;
        Some(match (name.as_str(), literal.args()) {
            ("zoneOfInterest", _) => return None,
            ("determinedTiles", [_, zone]) => {
                self.whole = Some(zone.clone());
                return None;
            }
            ("tightestTile", _) => {
                self.has_tightest = true;
                "one looks at the first square of the number with the fewest ways to lay out \
                 its mines"
                    .to_owned()
            }
            (name @ ("supposeMine" | "supposeSafe"), _) => {
                self.has_supposed = true;
                let what = match name {
                    "supposeMine" => "a mine",
                    _ => "safe",
                };
                if self.has_tightest {
                    format!("supposes that this square is {what}")
                } else {
                    format!("one supposes that it is {what}")
                }
            }
            ("absurd", _) => "finds that the board is then absurd".to_owned(),
            ("impossible", _) if !self.has_supposed => {
                "a number, or the count of all mines, cannot be right".to_owned()
            }
            ("consequences", [rank, ..]) => format!(
                "draws every conclusion that rules of rank up to {} allow",
                TermWriter::new().term(rank)
            ),
            ("impossible", _) => {
                "finds a number, or the count of all mines, that cannot be right".to_owned()
            }
            ("boardHasXMines", [_, set]) => {
                format!(
                    "all covered squares that are not marked are {}",
                    self.set(set)
                )
            }
            ("setHasXMines", [_, _, zone, set]) => {
                let which = if self.has_number {
                    "another number"
                } else {
                    "a number"
                };
                self.has_number = true;
                let is_anywhere = self.whole.as_ref() == Some(zone);
                let place = if is_anywhere { "" } else { " nearby" };
                format!(
                    "{which}{place} has the covered neighbours {}",
                    self.set(set)
                )
            }
            ("allMinesInFringe", [_, set]) => format!(
                "every covered square borders a number, and all of them together are {}",
                self.set(set)
            ),
            ("diffSetHasXMines", [a, b, set]) => {
                let (a, b) = (self.set(a), self.set(b));
                let set = self.set(set);
                format!("{set} is what is in {a} but not in {b}, with its mines known from theirs")
            }
            ("inSet", [_, set]) => format!("the square is in {}", self.set(set)),
            ("minesInSet", [set, Term::Integer(0)]) => {
                format!("no mine is left in {}", self.set(set))
            }
            ("minesInSet", [set, Term::Integer(1)]) => {
                format!("exactly one mine is left in {}", self.set(set))
            }
            ("minesInSet", [set, count]) => {
                let count = self.count(count);
                format!("{count} mines are left in {}", self.set(set))
            }
            ("lengthSet", [set, count]) => {
                let count = self.count(count);
                format!("{} has {count} squares", self.set(set))
            }
            ("totalMinesLeft", [_, count]) => {
                format!("{} mines are left on the board", self.count(count))
            }
            _ => TermWriter::new().term(literal),
        })
    }
}

fn place(known: &mut Vec<Var>, var: Var) -> usize {
    let at = known.iter().position(|&other| other == var);
    at.unwrap_or_else(|| {
        known.push(var);
        known.len() - 1
    })
}

fn list(parts: &[String]) -> String {
    match parts {
        [] => "nothing speaks against it".to_owned(),
        [only] => only.clone(),
        [first @ .., last] => format!("{}, and {last}", first.join(", ")),
    }
}
