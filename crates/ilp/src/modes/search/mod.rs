//! The search for the best clause between the empty body and the bottom clause.

mod greedy;
mod ordered;

use rustc_hash::{FxHashMap, FxHashSet};
use stratalog_logic::Term;

use crate::budget::Budget;
use crate::modes::bottom::Bottom;
use crate::modes::canonical;
use crate::modes::canonical::Form;
use crate::modes::coverage::Tester;
use crate::modes::evaluation::{Counts, Totals};
use crate::modes::operators;
use crate::modes::operators::Operator;
use crate::modes::settings::{CoveringSettings, Method};
use crate::theory::Coverage;

/// How many clauses a search may reach for each it may explore: those alike
/// but for the names of variables are many where an example has many parts.
const MOST_ALIKE: usize = 64;

/// Clauses explored between two looks at the budget.
const BETWEEN_CHECKS: usize = 64;

/// A clause that was found, and what it covers.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The clause.
    pub clause: Term,
    /// What it covers of the examples searched with.
    pub coverage: Coverage,
    /// How much, in numbers.
    pub counts: Counts,
    /// Its value.
    pub value: f64,
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchEnd {
    /// Nothing was left that could be better.
    Exhausted,
    /// As many clauses were explored as the settings allow.
    NodeLimit,
}

/// What one search found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The best clause that the settings accept.
    pub best: Option<Candidate>,
    /// The best clause that they do not accept, if they accept none.
    pub closest: Option<Candidate>,
    /// Different clauses whose coverage was tested.
    pub explored: usize,
    /// Why the search ended.
    pub end: SearchEnd,
}

impl Found {
    /// A search with nothing to search in.
    pub(crate) fn nothing() -> Found {
        Found {
            best: None,
            closest: None,
            explored: 0,
            end: SearchEnd::Exhausted,
        }
    }
}

/// Searches the clauses above a bottom clause.
pub fn search(
    bottom: &Bottom<'_>,
    tester: &mut Tester<'_>,
    within: &Coverage,
    settings: &CoveringSettings,
    budget: &Budget,
) -> Found {
    let operators = match settings.method {
        Method::IdaStarMacros | Method::GreedyMacros => operators::macros(bottom, settings),
        Method::BestFirst | Method::AStar | Method::IdaStar => operators::single_literals(bottom),
    };
    let mut space = Space::new(bottom, tester, within, settings, budget);
    match settings.method {
        Method::BestFirst => ordered::best_first(&mut space, &operators),
        Method::AStar => ordered::a_star(&mut space, &operators),
        Method::IdaStar | Method::IdaStarMacros => ordered::ida_star(&mut space, &operators),
        Method::GreedyMacros => greedy::greedy(&mut space, &operators),
    }
    space.found()
}

/// A clause during a search.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub literals: Vec<u16>,
    pub coverage: Coverage,
    pub counts: Counts,
    pub value: f64,
}

/// What is known about the clauses of one search.
pub(crate) struct Space<'a, 'p> {
    pub bottom: &'a Bottom<'a>,
    pub settings: &'a CoveringSettings,
    pub totals: Totals,
    tester: &'a mut Tester<'p>,
    within: &'a Coverage,
    budget: &'a Budget,
    /// What the clauses of a form cover; nothing for those that cannot become
    /// the best.
    tested: FxHashMap<Form, Option<Coverage>>,
    /// The literals of the clauses reached.
    reached: FxHashSet<Box<[u16]>>,
    best: Option<Node>,
    closest: Option<Node>,
    explored: usize,
    pub is_limited: bool,
}

impl<'a, 'p> Space<'a, 'p> {
    fn new(
        bottom: &'a Bottom<'a>,
        tester: &'a mut Tester<'p>,
        within: &'a Coverage,
        settings: &'a CoveringSettings,
        budget: &'a Budget,
    ) -> Space<'a, 'p> {
        Space {
            bottom,
            settings,
            totals: Totals {
                positives: within.positives.count(),
                negatives: within.negatives.count(),
            },
            tester,
            within,
            budget,
            tested: FxHashMap::default(),
            reached: FxHashSet::default(),
            best: None,
            closest: None,
            explored: 0,
            is_limited: false,
        }
    }

    /// The empty body. It covers everything, unless the head says the same
    /// variable twice or has a constant.
    pub fn root(&mut self) -> Node {
        let coverage = self.tester.coverage(&self.bottom.clause(&[]), self.within);
        let node = self.node(Vec::new(), coverage);
        self.consider(&node);
        node
    }

    /// The clause with the operator's literals added, tested on what `within`
    /// covers; none if a clause like it was tested before, it is too long or
    /// cannot become the best.
    pub fn extend(
        &mut self,
        literals: &[u16],
        operator: &Operator,
        within: &Coverage,
    ) -> Option<Node> {
        let joined = self.joined(literals, operator, within)?;
        let form = canonical::form(self.bottom, &joined);
        if self.tested.contains_key(&form) {
            return None;
        }
        self.test(form, joined, within)
    }

    /// As [`Space::extend`], but none only if these very literals were reached
    /// before. A clause like one that was tested covers the same and is not
    /// tested again; but the bottom clause may extend it in other ways.
    pub fn reach(
        &mut self,
        literals: &[u16],
        operator: &Operator,
        within: &Coverage,
    ) -> Option<Node> {
        let joined = self.joined(literals, operator, within)?;
        if self.reached.contains(joined.as_slice()) {
            return None;
        }
        if self.reached.len() >= self.settings.nodes.saturating_mul(MOST_ALIKE) {
            self.is_limited = true;
            return None;
        }
        self.reached.insert(joined.clone().into_boxed_slice());
        let form = canonical::form(self.bottom, &joined);
        let Some(tested) = self.tested.get(&form) else {
            return self.test(form, joined, within);
        };
        let node = self.node(joined, tested.clone()?);
        (!self.is_hopeless(node.counts)).then_some(node)
    }

    /// The literals of an extension that may be worth a test.
    fn joined(&self, literals: &[u16], operator: &Operator, within: &Coverage) -> Option<Vec<u16>> {
        let mut joined = literals.to_vec();
        joined.extend(&operator.literals);
        joined.sort_unstable();
        joined.dedup();
        if joined.len() == literals.len() || joined.len() > self.settings.clause_length {
            return None;
        }
        let most_variables = self.settings.max_variables;
        if most_variables.is_some_and(|most| self.bottom.count_variables(&joined) > most) {
            return None;
        }
        let most = Counts {
            positives: within.positives.count(),
            negatives: within.negatives.count(),
            length: joined.len(),
        };
        (!self.is_hopeless(most)).then_some(joined)
    }

    fn test(&mut self, form: Form, literals: Vec<u16>, within: &Coverage) -> Option<Node> {
        if self.explored >= self.settings.nodes {
            self.is_limited = true;
            return None;
        }
        self.explored += 1;
        if self.explored.is_multiple_of(BETWEEN_CHECKS) && self.budget.is_over() {
            self.is_limited = true;
            return None;
        }
        let clause = self.bottom.clause(&literals);
        let (settings, totals) = (self.settings, self.totals);
        let best = self.best_so_far();
        let length = literals.len();
        let coverage = self
            .tester
            .promising_coverage(&clause, within, |positives| {
                let counts = Counts {
                    positives,
                    negatives: 0,
                    length,
                };
                !is_hopeless(settings, totals, best, counts)
            });
        self.tested.insert(form, coverage.clone());
        let node = self.node(literals, coverage?);
        self.consider(&node);
        Some(node)
    }

    fn node(&self, literals: Vec<u16>, coverage: Coverage) -> Node {
        let counts = Counts {
            positives: coverage.positives.count(),
            negatives: coverage.negatives.count(),
            length: literals.len(),
        };
        Node {
            literals,
            coverage,
            counts,
            value: self.settings.evaluation.value(counts, self.totals),
        }
    }

    /// Whether the operator's inputs all have values in a clause.
    pub fn is_ready(&self, literals: &[u16], operator: &Operator) -> bool {
        let [only] = operator.literals[..] else {
            return true;
        };
        let inputs = &self.bottom.literals[usize::from(only)].inputs;
        inputs.iter().all(|input| {
            self.bottom.given.contains(input)
                || literals.iter().any(|&at| {
                    let outputs = &self.bottom.literals[usize::from(at)].outputs;
                    outputs.contains(input)
                })
        })
    }

    /// Whether no clause that covers no more and is no shorter can become the best.
    pub fn is_hopeless(&self, counts: Counts) -> bool {
        is_hopeless(self.settings, self.totals, self.best_so_far(), counts)
    }

    /// Value and length of the best clause so far.
    fn best_so_far(&self) -> Option<(f64, usize)> {
        let best = self.best.as_ref();
        best.map(|best| (best.value, best.counts.length))
    }

    /// Whether a clause may stand in a theory.
    pub fn is_acceptable(&self, node: &Node) -> bool {
        let Counts {
            positives,
            negatives,
            ..
        } = node.counts;
        let accuracy = positives as f64 / (positives + negatives).max(1) as f64;
        let gives_all = self.bottom.wanted.iter().all(|wanted| {
            node.literals.iter().any(|&at| {
                let outputs = &self.bottom.literals[usize::from(at)].outputs;
                outputs.contains(wanted)
            })
        });
        positives >= self.settings.min_positives
            && negatives <= self.settings.noise
            && accuracy >= self.settings.min_accuracy
            && gives_all
    }

    fn consider(&mut self, node: &Node) {
        if !self.is_acceptable(node) {
            let rank = |node: &Node| node.counts.positives as f64 - node.counts.negatives as f64;
            let closest = self.closest.as_ref();
            if closest.is_none_or(|closest| rank(node) > rank(closest)) {
                self.closest = Some(node.clone());
            }
            return;
        }
        let is_better = self.best.as_ref().is_none_or(|best| {
            node.value > best.value
                || node.value == best.value && node.counts.length < best.counts.length
        });
        if is_better && !self.violates_constraint(node) {
            self.best = Some(node.clone());
        }
    }

    /// Whether an integrity constraint forbids the clause.
    fn violates_constraint(&mut self, node: &Node) -> bool {
        if !self.tester.has_constraints() {
            return false;
        }
        let clause = self.bottom.clause(&node.literals);
        self.tester.violates_constraint(&clause, node.counts)
    }

    fn found(self) -> Found {
        let bottom = self.bottom;
        let candidate = |node: Node| Candidate {
            clause: bottom.clause(&node.literals),
            coverage: node.coverage,
            counts: node.counts,
            value: node.value,
        };
        Found {
            closest: self.closest.map(candidate),
            best: self.best.map(candidate),
            explored: self.explored,
            end: if self.is_limited {
                SearchEnd::NodeLimit
            } else {
                SearchEnd::Exhausted
            },
        }
    }
}

fn is_hopeless(
    settings: &CoveringSettings,
    totals: Totals,
    best: Option<(f64, usize)>,
    counts: Counts,
) -> bool {
    if counts.positives < settings.min_positives {
        return true;
    }
    let bound = settings.evaluation.bound(counts, totals);
    best.is_some_and(|(value, length)| bound < value || bound == value && counts.length >= length)
}
