//! Which variables of a clause must outlive a call, and so need a frame.
//!
//! A clause is cut into stretches between calls. A variable seen in one stretch
//! only can stay in a register; one seen in two needs a slot of the frame.

use rustc_hash::FxHashMap;

use crate::compile::goal::Goal;
use crate::term::{Term, Var};

/// What is known of a clause before its code is written.
#[derive(Default)]
pub(crate) struct Analysis {
    pub(crate) vars: FxHashMap<Var, Occurrences>,
    pub(crate) needs_frame: bool,
    /// Whether there is a cut after a call, which needs the saved level.
    pub(crate) has_deep_cut: bool,
    /// The most arguments of the head or a call: registers above are free.
    pub(crate) max_args: usize,
    stretch: u32,
    stretches: u32,
    position: usize,
}

/// With more variables than this, all go to the frame: there are few registers.
const MAX_TEMPORARIES: usize = 300;

/// Where a variable occurs.
#[derive(Clone, Copy)]
pub(crate) struct Occurrences {
    pub(crate) count: u32,
    stretch: u32,
    pub(crate) is_permanent: bool,
    /// The last leaf it occurs in.
    pub(crate) last: usize,
}

/// Whose choice points a cut removes.
#[derive(Clone, Copy, PartialEq)]
enum Cuts {
    Clause,
    Inner,
}

impl Analysis {
    pub(crate) fn new(head: &Term, body: &Goal) -> Analysis {
        let mut analysis = Analysis::default();
        for arg in head.args() {
            analysis.see(arg);
        }
        analysis.max_args = head.args().len();
        analysis.walk(body, true, Cuts::Clause);
        if analysis.has_many_variables() {
            for var in analysis.vars.values_mut() {
                var.is_permanent = true;
            }
        }
        analysis.needs_frame |=
            analysis.has_deep_cut || analysis.vars.values().any(|v| v.is_permanent);
        analysis
    }

    /// Whether there are more variables than registers may hold.
    pub(crate) fn has_many_variables(&self) -> bool {
        self.vars.len() > MAX_TEMPORARIES
    }

    fn see(&mut self, term: &Term) {
        let (stretch, position) = (self.stretch, self.position);
        for subterm in term.subterms() {
            let Term::Var(var) = subterm else { continue };
            let seen = self.vars.entry(*var).or_insert(Occurrences {
                count: 0,
                stretch,
                is_permanent: false,
                last: position,
            });
            seen.count += 1;
            seen.last = position;
            seen.is_permanent |= seen.stretch != stretch;
        }
    }

    fn leaf<'a>(&mut self, terms: impl IntoIterator<Item = &'a Term>) {
        for term in terms {
            self.see(term);
        }
        self.position += 1;
    }

    fn new_stretch(&mut self) {
        self.stretches += 1;
        self.stretch = self.stretches;
    }

    fn walk(&mut self, goal: &Goal, is_last: bool, cuts: Cuts) {
        match goal {
            Goal::Call(term) => {
                self.leaf(term.args());
                self.max_args = self.max_args.max(term.args().len());
                self.needs_frame |= !is_last;
                self.new_stretch();
            }
            Goal::Builtin(_, args) | Goal::Arg(args) => self.leaf(args),
            Goal::Unify(a, b) | Goal::Match(a, b) | Goal::Compare(_, a, b) | Goal::Is(a, b) => {
                self.leaf([a, b])
            }
            Goal::Cut => {
                self.has_deep_cut |= cuts == Cuts::Clause && self.stretch != 0;
                self.leaf([]);
            }
            Goal::Fail => self.leaf([]),
            Goal::And(goals) => {
                for (i, goal) in goals.iter().enumerate() {
                    self.walk(goal, is_last && i + 1 == goals.len(), cuts);
                }
            }
            Goal::Or(branches) => {
                self.needs_frame = true;
                for branch in branches {
                    self.new_stretch();
                    self.walk(branch, is_last, cuts);
                }
                self.new_stretch();
            }
            Goal::If(cond, then, otherwise) if cond.is_condition() || cond.is_negated_test() => {
                self.walk(cond, false, Cuts::Inner);
                let at_test = self.stretch;
                self.walk(then, is_last, cuts);
                self.stretch = at_test;
                self.walk(otherwise, is_last, cuts);
                self.new_stretch();
            }
            Goal::If(cond, then, otherwise) | Goal::SoftIf(cond, then, otherwise) => {
                self.needs_frame = true;
                self.new_stretch();
                self.walk(cond, false, Cuts::Inner);
                self.new_stretch();
                self.walk(then, is_last, cuts);
                self.new_stretch();
                self.walk(otherwise, is_last, cuts);
                self.new_stretch();
            }
            Goal::Not(inner) if inner.is_condition() => self.walk(inner, false, Cuts::Inner),
            Goal::Not(inner) | Goal::Opaque(inner) => {
                self.needs_frame = true;
                self.new_stretch();
                self.walk(inner, false, Cuts::Inner);
                self.new_stretch();
            }
            Goal::Collect {
                what: _,
                template,
                goal,
                result,
            } => {
                self.needs_frame = true;
                self.new_stretch();
                self.walk(goal, false, Cuts::Inner);
                self.leaf([template]);
                self.new_stretch();
                self.leaf([result]);
            }
        }
    }
}
