//! Rules for guesses: each narrows the covered squares down, condition after
//! condition, and names those that are left.

use std::fmt;

use stratalog_ilp::error::Error;
use stratalog_logic::{Clause, Symbol, Term, TermWriter, Var};

use super::measure::{Measure, Readings, Values};
use crate::Site;

/// The most conditions a rule may have.
const LONGEST: usize = 16;

/// One step of narrowing down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Condition {
    /// The squares with the least value.
    Least(Measure),
    /// The squares with the greatest value.
    Greatest(Measure),
    /// The squares with at most this value.
    AtMost(Measure, Share),
    /// The squares with at least this value.
    AtLeast(Measure, Share),
}

/// A quotient of whole numbers that a measure is compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Share {
    /// Above the line.
    pub numerator: u8,
    /// Below the line; not 0.
    pub denominator: u8,
}

impl Share {
    /// A whole number.
    pub const fn whole(number: u8) -> Share {
        Share {
            numerator: number,
            denominator: 1,
        }
    }

    /// The quotient.
    pub fn value(self) -> f64 {
        f64::from(self.numerator) / f64::from(self.denominator)
    }

    fn term(self) -> Term {
        let [numerator, denominator] = [self.numerator, self.denominator].map(Term::integer);
        Term::compound("/", [numerator, denominator])
    }

    fn read(term: &Term) -> Option<Share> {
        let number = |term: &Term| match term {
            Term::Integer(number) => u8::try_from(*number).ok(),
            _ => None,
        };
        let [above, below] = term.as_compound(Symbol::from("/"), 2)? else {
            return None;
        };
        Some(Share {
            numerator: number(above)?,
            denominator: number(below).filter(|&number| number > 0)?,
        })
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => write!(f, "{}", self.numerator),
            other => write!(f, "{}/{other}", self.numerator),
        }
    }
}

impl Condition {
    /// What is measured.
    pub fn measure(self) -> Measure {
        match self {
            Condition::Least(measure)
            | Condition::Greatest(measure)
            | Condition::AtMost(measure, _)
            | Condition::AtLeast(measure, _) => measure,
        }
    }

    /// Narrows down squares of a position, given by their places in its readings.
    pub fn narrow(self, values: &[Values], places: &mut Vec<u32>) {
        let bounds = self.bounds(values, places);
        places.retain(|&place| bounds.allow(&values[place as usize]));
    }

    /// The bounds that squares must keep, where these are left.
    pub(super) fn bounds(self, values: &[Values], places: &[u32]) -> Bounds {
        let measure = self.measure() as usize;
        let value = |&place: &u32| values[place as usize][measure];
        let all = places.iter().map(value);
        let (low, high) = match self {
            Condition::Least(_) => (f64::NEG_INFINITY, all.fold(f64::INFINITY, f64::min)),
            Condition::Greatest(_) => (all.fold(f64::NEG_INFINITY, f64::max), f64::INFINITY),
            Condition::AtMost(_, share) => (f64::NEG_INFINITY, share.value()),
            Condition::AtLeast(_, share) => (share.value(), f64::INFINITY),
        };
        Bounds { measure, low, high }
    }

    fn literal(self, board: &Term, before: &Term, after: &Term) -> Term {
        let measure = Term::atom(self.measure().name());
        let sets = [board.clone(), before.clone(), after.clone()];
        let (name, share) = match self {
            Condition::Least(_) => ("least", None),
            Condition::Greatest(_) => ("greatest", None),
            Condition::AtMost(_, share) => ("atMost", Some(share.term())),
            Condition::AtLeast(_, share) => ("atLeast", Some(share.term())),
        };
        let args = [measure].into_iter().chain(share).chain(sets);
        Term::compound(name, args)
    }

    /// Reads a literal that narrows `before` down; with the variable that has
    /// what is left.
    fn read(literal: &Term, board: Var, before: Var) -> Option<(Condition, Var)> {
        let name = literal.functor()?.name;
        let [
            Term::Atom(measure),
            share @ ..,
            Term::Var(on),
            Term::Var(from),
            Term::Var(after),
        ] = literal.args()
        else {
            return None;
        };
        if (*on, *from) != (board, before) {
            return None;
        }
        let measure = Measure::named(measure.as_str())?;
        let condition = match (name.as_str(), share) {
            ("least", []) => Condition::Least(measure),
            ("greatest", []) => Condition::Greatest(measure),
            ("atMost", [share]) => Condition::AtMost(measure, Share::read(share)?),
            ("atLeast", [share]) => Condition::AtLeast(measure, Share::read(share)?),
            _ => return None,
        };
        Some((condition, *after))
    }
}

/// The values of one measure that a condition allows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    measure: usize,
    low: f64,
    high: f64,
}

impl Bounds {
    pub fn allow(&self, values: &Values) -> bool {
        (self.low..=self.high).contains(&values[self.measure])
    }
}

/// A rule that names squares to guess.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GuessRule {
    /// What it is called: G-1 and so on, in the order in which rules are asked.
    pub name: String,
    /// The conditions, in the order in which they narrow down.
    pub conditions: Vec<Condition>,
}

impl GuessRule {
    /// The squares it names in a position; none where it does not apply.
    pub fn named(&self, readings: &Readings) -> Vec<Site> {
        let mut places: Vec<u32> = (0..readings.tiles.len() as u32).collect();
        for condition in &self.conditions {
            condition.narrow(&readings.values, &mut places);
        }
        let tiles = places.iter().map(|&place| readings.tiles[place as usize]);
        tiles.collect()
    }

    /// The rule as a clause: `guess(Tile, Board) :- ...`.
    pub fn clause(&self) -> Term {
        let (tile, board) = (Term::var(0), Term::var(1));
        let set = |at: usize| Term::var(2 + at as u32);
        let all = Term::compound("undeterminedTiles", [board.clone(), set(0)]);
        let mut body = vec![all];
        for (at, condition) in self.conditions.iter().enumerate() {
            body.push(condition.literal(&board, &set(at), &set(at + 1)));
        }
        let last = set(self.conditions.len());
        body.push(Term::compound("member", [tile.clone(), last]));
        Clause::new(Term::compound("guess", [tile, board]), body).to_term()
    }

    /// Reads a clause `guess(Tile, Board) :- ...`.
    pub fn new(name: impl Into<String>, clause: &Term) -> Result<GuessRule, Error> {
        let wrong = |what: &str| {
            let text = TermWriter::new().clause(clause);
            Error::Strategy(format!("the rule {text} cannot be used: {what}"))
        };
        let Clause { head, body } = Clause::from_term(clause);
        let [Term::Var(tile), Term::Var(board)] = head.args() else {
            return Err(wrong("its head is not guess(Tile,Board)"));
        };
        let [first, narrowed @ .., last] = &body[..] else {
            return Err(wrong(
                "it does not begin with undeterminedTiles/2 and end with member/2",
            ));
        };
        if narrowed.len() > LONGEST {
            return Err(wrong("it is too long"));
        }
        let mut left = match first.as_compound(Symbol::from("undeterminedTiles"), 2) {
            Some([Term::Var(on), Term::Var(all)]) if on == board => *all,
            _ => {
                return Err(wrong(
                    "it does not begin with undeterminedTiles(Board,Tiles)",
                ));
            }
        };
        let mut conditions = Vec::with_capacity(narrowed.len());
        for literal in narrowed {
            let Some((condition, after)) = Condition::read(literal, *board, left) else {
                let text = TermWriter::new().term(literal);
                return Err(wrong(&format!(
                    "{text} does not narrow down what the literal before it left"
                )));
            };
            conditions.push(condition);
            left = after;
        }
        let member = [Term::Var(*tile), Term::Var(left)];
        if last.as_compound(Symbol::from("member"), 2) != Some(&member[..]) {
            return Err(wrong("it does not end with member(Tile,Tiles)"));
        }
        Ok(GuessRule {
            name: name.into(),
            conditions,
        })
    }

    /// The rule as Prolog, with names for its variables.
    pub fn text(&self) -> String {
        let sets = (0..=self.conditions.len()).map(|at| format!("Tiles{}", at + 1));
        let names = ["Tile".to_owned(), "Board".to_owned()];
        let names: Vec<(String, Var)> = names
            .into_iter()
            .chain(sets)
            .zip(0..)
            .map(|(name, at)| (name, Var(at)))
            .collect();
        let text = TermWriter::new()
            .spaced()
            .names(&names)
            .clause(&self.clause());
        text.trim_end().to_owned()
    }
}

/// Rules for guesses, in the order in which they are asked: the first that names a
/// square decides.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GuessList {
    /// The rules.
    pub rules: Vec<GuessRule>,
}

impl GuessList {
    /// Rules with these conditions, named by their order.
    pub fn new(rules: impl IntoIterator<Item = Vec<Condition>>) -> GuessList {
        let rules = rules.into_iter().enumerate();
        let rules = rules.map(|(at, conditions)| GuessRule {
            name: format!("G-{}", at + 1),
            conditions,
        });
        GuessList {
            rules: rules.collect(),
        }
    }

    /// The squares to guess, and the rule that names them; none where no rule
    /// does.
    pub fn decide(&self, readings: &Readings) -> Option<(&GuessRule, Vec<Site>)> {
        self.rules.iter().find_map(|rule| {
            let named = rule.named(readings);
            (!named.is_empty()).then_some((rule, named))
        })
    }
}
