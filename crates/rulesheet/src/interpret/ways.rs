//! Rules compiled for the ways in which they are asked. A *way* is a relation with the
//! arguments that are given.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::guard::Guard;
use super::rows::Rows;
use crate::matching::Match;
use crate::program::{Expression, Pattern, Predicate};
use crate::rule::Comparison;
use crate::terms::{FunctorId, TermId};

/// The number of a way of asking.
pub type WayId = usize;

/// A way of asking a relation.
#[derive(Clone, Debug)]
pub struct Way {
    /// How it is answered.
    pub method: Method,
    /// How many arguments are given.
    pub given: usize,
    /// How many are not.
    pub open: usize,
    /// Whether the answers depend on the moves.
    pub needs_moves: bool,
}

/// How a relation is answered.
#[derive(Clone, Debug)]
pub enum Method {
    /// By rules.
    Rules(WayRules),
    /// By counting the answers of another way.
    Count {
        /// The way in which the members are asked.
        members: WayId,
        /// Whether the number is given, too: it is the last given argument.
        number_is_given: bool,
    },
}

/// The rules that answer a way, in their order.
#[derive(Clone, Debug)]
pub struct WayRules {
    pub list: Vec<WayRule>,
    selection: Option<Selection>,
}

/// Finds the rules for a question by one of its arguments, which is a constant in all
/// heads.
#[derive(Clone, Debug)]
struct Selection {
    /// The place of the argument among the given ones.
    place: usize,
    /// The first rule for each constant.
    first: FxHashMap<TermId, u32>,
}

impl WayRules {
    /// Links the rules that may answer the same questions.
    pub fn new(mut list: Vec<WayRule>) -> WayRules {
        let selection = Selection::of(&list);
        let mut later: FxHashMap<Option<TermId>, u32> = FxHashMap::default();
        let end = list.len() as u32;
        for (number, rule) in list.iter_mut().enumerate().rev() {
            let constant = selection.as_ref().and_then(|s| constant(rule, s.place));
            rule.next = later.insert(constant, number as u32).unwrap_or(end);
        }
        WayRules { list, selection }
    }

    /// The number of the first rule that may answer a question.
    #[inline]
    pub fn first(&self, key: &[TermId]) -> u32 {
        let none = self.list.len() as u32;
        match &self.selection {
            None => 0,
            Some(selection) => {
                let first = key
                    .get(selection.place)
                    .and_then(|id| selection.first.get(id));
                first.copied().unwrap_or(none)
            }
        }
    }
}

/// The constant at a place of the given arguments of a head.
fn constant(rule: &WayRule, place: usize) -> Option<TermId> {
    match rule.head.get(place) {
        Some(Match::Ground(id)) => Some(*id),
        _ => None,
    }
}

impl Selection {
    /// The selection by the argument with the most different constants; nothing where
    /// no argument tells rules apart.
    fn of(rules: &[WayRule]) -> Option<Selection> {
        let places = rules.first()?.head.len();
        let selections = (0..places).filter_map(|place| {
            let mut first: FxHashMap<TermId, u32> = FxHashMap::default();
            for (number, rule) in rules.iter().enumerate() {
                first.entry(constant(rule, place)?).or_insert(number as u32);
            }
            (first.len() > 1).then_some(Selection { place, first })
        });
        selections.max_by_key(|selection| selection.first.len())
    }
}

/// A rule of the program, asked with these arguments of its head: a bit for each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct AskedRule {
    /// The number of the rule in the program.
    pub rule: usize,
    /// The arguments that are given.
    pub given: u64,
}

/// A rule as it is used when it is asked in one way.
#[derive(Clone, Debug)]
pub struct WayRule {
    /// What it was made of.
    pub asked: AskedRule,
    /// The order of its conditions.
    pub order: Vec<usize>,
    /// Its number among the rules of all ways.
    pub number: usize,
    /// The place among the rules of its way of the next that may answer the same.
    pub next: u32,
    /// The number of its clause.
    pub clause: usize,
    /// The given arguments of the head.
    pub head: Box<[Match]>,
    /// The conditions, in the order in which they are tried.
    pub steps: Box<[Step]>,
    /// The open arguments of the head.
    pub answer: Box<[Pattern]>,
    /// How many variables it has.
    pub variables: usize,
}

/// The number of an index, and the parts of the key that is looked up.
type KnownKey = (usize, Box<[Pattern]>);

/// A question to a way.
#[derive(Clone, Debug)]
pub struct Asked {
    pub way: WayId,
    /// The given arguments.
    pub key: Box<[Pattern]>,
    /// What tells that there is no answer in any position.
    pub guard: Option<Arc<Guard>>,
}

/// One condition of a rule.
#[derive(Clone, Debug)]
pub enum Step {
    /// Goes through the facts that match.
    Facts {
        predicate: Predicate,
        args: Box<[Match]>,
        /// The index and the parts of its key; without it, all facts are tried.
        index: Option<KnownKey>,
    },
    /// Goes through the facts of the position that match.
    State {
        /// The functor of the facts; without it, all facts are tried.
        functor: Option<FunctorId>,
        fact: [Match; 1],
        index: Option<KnownKey>,
    },
    /// Goes through the rows of a relation that never changes.
    Rows {
        rows: Arc<Rows>,
        key: Box<[Pattern]>,
        /// The variables that the columns of a row give their values.
        binds: Box<[u32]>,
    },
    /// A fact that holds.
    Fact(Pattern),
    /// A fact that does not hold.
    NoFact(Pattern),
    /// The argument of `true` is a fact of the position.
    True(Pattern),
    /// The argument of `true` is not a fact of the position.
    NotTrue(Pattern),
    /// Goes through the answers to a question.
    Answers { asked: Asked, args: Box<[Match]> },
    /// A question that has an answer.
    Answer(Asked),
    /// A question that has no answer.
    NoAnswer(Asked),
    /// Two terms that differ.
    Different(Pattern, Pattern),
    /// Two integers that compare so.
    Compare(Comparison, Expression, Expression),
    /// A variable takes the value of an expression.
    Assign(u32, Expression),
    /// A term is the value of an expression.
    Value(Pattern, Expression),
    /// Goes through the integers between two.
    Integers(Expression, Expression, u32),
    /// An integer lies between two.
    Within(Expression, Expression, Pattern),
}

impl Step {
    /// Calls `change` with each pattern that the step makes or looks for.
    pub fn patterns_mut(&mut self, change: &mut impl FnMut(&mut Pattern)) {
        match self {
            Step::Facts { index, .. } | Step::State { index, .. } => {
                let key = index.iter_mut().flat_map(|(_, key)| key.iter_mut());
                key.for_each(change);
            }
            Step::Rows { key, .. } => key.iter_mut().for_each(change),
            Step::Answers { asked, .. } | Step::Answer(asked) | Step::NoAnswer(asked) => {
                asked.key.iter_mut().for_each(change);
            }
            Step::Fact(pattern)
            | Step::NoFact(pattern)
            | Step::True(pattern)
            | Step::NotTrue(pattern)
            | Step::Value(pattern, _)
            | Step::Within(_, _, pattern) => change(pattern),
            Step::Different(a, b) => {
                change(a);
                change(b);
            }
            Step::Compare(..) | Step::Assign(..) | Step::Integers(..) => {}
        }
    }

    /// What the step compares with terms.
    pub fn matches_mut(&mut self) -> &mut [Match] {
        match self {
            Step::Facts { args, .. } | Step::Answers { args, .. } => args,
            Step::State { fact, .. } => fact,
            _ => &mut [],
        }
    }
}

/// The ways in which the relations of a program are asked.
#[derive(Clone, Debug, Default)]
pub struct Ways {
    /// The ways.
    pub ways: Vec<Way>,
    /// How many rules they have together.
    pub rules: usize,
}

impl Ways {
    /// The rules of all ways.
    pub fn rules(&self) -> impl Iterator<Item = &WayRule> {
        self.ways.iter().flat_map(|way| match &way.method {
            Method::Rules(rules) => &rules.list[..],
            Method::Count { .. } => &[],
        })
    }
}
