//! Control constructs: conditions, alternatives, negation, collections, cuts.

use rustc_hash::FxHashMap;

use super::{ClauseWriter, Cuts, Position, State};
use crate::code::{Address, BACKTRACK, Instr, Operand};
use crate::compile::CompileError;
use crate::compile::goal::{Collection, Goal};
use crate::compile::join::Collected;
use crate::compile::unit::Linker;
use crate::term::Term;

impl<L: Linker> ClauseWriter<'_, L> {
    pub(super) fn cut(&mut self, cuts: Cuts) {
        self.unit.emit(match (cuts, self.level) {
            (Cuts::Mark(slot), _) => Instr::CutTo { slot },
            (Cuts::Clause, Some(slot)) if !self.state.is_neck => Instr::CutTo { slot },
            (Cuts::Clause, _) => Instr::NeckCut,
        });
    }

    /// Writes a test; `exits` collects the instructions that may fail, for patching.
    pub(super) fn test(&mut self, goal: &Goal, exits: &mut Vec<Address>) {
        match goal {
            Goal::And(goals) => {
                for goal in goals {
                    self.test(goal, exits);
                }
                return;
            }
            Goal::Compare(op, a, b) => {
                let operands = self
                    .expression(a, 0)
                    .and_then(|left| Some((left, self.expression(b, 0)?)));
                exits.push(match operands {
                    Some((left, right)) => self.unit.emit(Instr::Compare {
                        op: *op,
                        left,
                        right,
                        otherwise: BACKTRACK,
                    }),
                    None => {
                        let left = Operand::at(self.put(a, None));
                        let right = Operand::at(self.put(b, None));
                        self.unit.emit(Instr::Compare {
                            op: *op,
                            left,
                            right,
                            otherwise: BACKTRACK,
                        })
                    }
                });
            }
            Goal::Builtin(id, args) => {
                let at = self.builtin(*id, args);
                exits.push(at);
            }
            Goal::Match(Term::Var(var), term) => {
                let at = self.initialised(*var);
                exits.push(self.match_term(at, term));
            }
            _ => exits.push(self.unit.emit(Instr::Jump { to: BACKTRACK })),
        }
        self.position += 1;
    }

    /// `\+ test`: continues where the test fails.
    pub(super) fn negated_test(&mut self, inner: &Goal) -> Result<(), CompileError> {
        self.initialise_all(tested_terms(inner));
        let before = self.state.clone();
        let mut exits = Vec::new();
        self.test(inner, &mut exits);
        self.unit.emit(Instr::Fail);
        self.patch_here(&exits);
        self.state = before;
        Ok(())
    }

    pub(super) fn patch_here(&mut self, exits: &[Address]) {
        let here = self.unit.here();
        for &exit in exits {
            self.unit.patch(exit, here);
        }
    }

    /// Lets a choice point continue here, in the state in which it was made.
    fn resume_here(&mut self, choice: Address, before: &State) {
        self.patch_here(&[choice]);
        self.state = before.clone();
        self.resumes_here(self.position);
    }

    /// Initialises the variables that a construct shares with what comes
    /// after it, so that every branch finds them in the same place.
    pub(super) fn initialise_shared(&mut self, construct: &Goal) {
        let end = self.position + construct.leaves();
        for term in terms_of(construct) {
            for var in term.variables() {
                if self.analysis.vars[&var].last >= end {
                    self.initialised(var);
                }
            }
        }
    }

    pub(super) fn if_test(
        &mut self,
        construct: &Goal,
        [cond, then, otherwise]: [&Goal; 3],
        position: Position,
        cuts: Cuts,
    ) -> Result<(), CompileError> {
        // Both branches must leave variables in the same places for what follows.
        if position == Position::Inner && self.analysis.needs_frame {
            self.need_frame();
        }
        self.initialise_shared(construct);
        self.initialise_all(tested_terms(cond));
        let at_test = self.state.clone();
        let mut exits = Vec::new();
        if let Goal::Not(inner) = cond {
            self.test(inner, &mut exits);
            let to_else = self.unit.emit(Instr::Jump { to: BACKTRACK });
            self.patch_here(&exits);
            exits = vec![to_else];
            self.state = at_test.clone();
        } else {
            self.test(cond, &mut exits);
        }
        self.goal(then, position, cuts)?;
        let end =
            (position == Position::Inner).then(|| self.unit.emit(Instr::Jump { to: BACKTRACK }));
        self.patch_here(&exits);
        self.state = at_test.clone();
        self.goal(otherwise, position, cuts)?;
        if let Some(end) = end {
            self.patch_here(&[end]);
        }
        self.state = at_test;
        self.forget_registers();
        Ok(())
    }

    pub(super) fn if_goal(
        &mut self,
        construct: &Goal,
        [cond, then, otherwise]: [&Goal; 3],
        position: Position,
        cuts: Cuts,
    ) -> Result<(), CompileError> {
        self.need_frame();
        self.initialise_shared(construct);
        self.forget_registers();
        let before = self.state.clone();
        let mark = self.open_mark();
        let to_else = self.unit.emit(Instr::Try {
            otherwise: BACKTRACK,
        });
        self.opaque += 1;
        let inner_cuts = self.mark_for_cuts(cond);
        self.goal(cond, Position::Inner, inner_cuts)?;
        self.opaque -= 1;
        self.unit.emit(match construct {
            Goal::SoftIf(..) => Instr::SoftCut { slot: mark },
            _ => Instr::CutTo { slot: mark },
        });
        self.close_mark();
        self.forget_registers();
        self.goal(then, position, cuts)?;
        let end =
            (position == Position::Inner).then(|| self.unit.emit(Instr::Jump { to: BACKTRACK }));
        self.resume_here(to_else, &before);
        self.goal(otherwise, position, cuts)?;
        if let Some(end) = end {
            self.patch_here(&[end]);
        }
        self.state = before;
        Ok(())
    }

    pub(super) fn open_mark(&mut self) -> u16 {
        let slot = self.new_slot();
        self.unit.emit(Instr::Mark { slot });
        self.marks.push(slot);
        slot
    }

    pub(super) fn close_mark(&mut self) {
        self.marks.pop();
    }

    /// A mark for the cuts of a goal that is opaque to them, if it has any.
    pub(super) fn mark_for_cuts(&mut self, goal: &Goal) -> Cuts {
        if !has_cut(goal) {
            return Cuts::Clause;
        }
        self.need_frame();
        let slot = self.new_slot();
        self.unit.emit(Instr::Mark { slot });
        self.marks.push(slot);
        Cuts::Mark(slot)
    }

    pub(super) fn negation(&mut self, construct: &Goal, inner: &Goal) -> Result<(), CompileError> {
        self.need_frame();
        self.initialise_shared(construct);
        self.forget_registers();
        let before = self.state.clone();
        let mark = self.open_mark();
        let to_end = self.unit.emit(Instr::Try {
            otherwise: BACKTRACK,
        });
        self.opaque += 1;
        let cuts = self.mark_for_cuts(inner);
        self.goal(inner, Position::Inner, cuts)?;
        self.opaque -= 1;
        self.unit.emit(Instr::CutTo { slot: mark });
        self.unit.emit(Instr::Fail);
        self.close_mark();
        self.resume_here(to_end, &before);
        Ok(())
    }

    pub(super) fn disjunction(
        &mut self,
        construct: &Goal,
        branches: &[Goal],
        position: Position,
        cuts: Cuts,
    ) -> Result<(), CompileError> {
        self.need_frame();
        self.initialise_shared(construct);
        self.forget_registers();
        let before = self.state.clone();
        let mut ends = Vec::new();
        for (i, branch) in branches.iter().enumerate() {
            let is_last = i + 1 == branches.len();
            let to_next = (!is_last).then(|| {
                self.unit.emit(Instr::Try {
                    otherwise: BACKTRACK,
                })
            });
            self.goal(branch, position, cuts)?;
            if position == Position::Inner && !is_last {
                ends.push(self.unit.emit(Instr::Jump { to: BACKTRACK }));
            }
            if let Some(at) = to_next {
                self.resume_here(at, &before);
            }
        }
        self.patch_here(&ends);
        self.state = before;
        Ok(())
    }

    pub(super) fn collect(&mut self, construct: &Goal) -> Result<(), CompileError> {
        let Goal::Collect {
            what,
            template,
            goal: inner,
            result,
        } = construct
        else {
            unreachable!("the caller has a collection")
        };
        self.need_frame();
        self.initialise_shared(construct);
        self.forget_registers();
        let before = self.state.clone();
        let to_end = self.unit.emit(Instr::CollectBegin {
            otherwise: BACKTRACK,
        });
        self.opaque += 1;
        self.collected = Some(Collected {
            what: *what,
            template: template.clone(),
        });
        self.goal(inner, Position::Inner, Cuts::Clause)?;
        self.opaque -= 1;
        self.recycle_registers();
        match what {
            Collection::List | Collection::Folded(_) => {
                let from = self.put(template, None);
                self.unit.emit(Instr::CollectAdd { from });
            }
            Collection::Count => {
                self.unit.emit(Instr::CountAdd);
            }
        }
        self.position += 1;
        self.resume_here(to_end, &before);
        let list = self.new_register();
        self.unit.emit(match what {
            Collection::List => Instr::CollectEnd { to: list },
            Collection::Count => Instr::CountEnd { to: list },
            Collection::Folded(fold) => Instr::FoldEnd {
                to: list,
                fold: *fold,
            },
        });
        match result {
            Term::Var(var) => match self.place(*var) {
                Some(at) => {
                    self.unit.emit(Instr::GetValue { at, other: list });
                }
                None => self.alias(*var, list),
            },
            _ => self.get(list, result, &FxHashMap::default(), &[]),
        }
        self.position += 1;
        Ok(())
    }
}

/// Whether a cut in this goal would be its clause's.
fn has_cut(goal: &Goal) -> bool {
    match goal {
        Goal::Cut => true,
        Goal::And(goals) | Goal::Or(goals) => goals.iter().any(has_cut),
        Goal::If(_, then, otherwise) | Goal::SoftIf(_, then, otherwise) => {
            has_cut(then) || has_cut(otherwise)
        }
        _ => false,
    }
}

/// The terms of a condition without the new variables of a match, which get
/// their values there.
fn tested_terms(cond: &Goal) -> Vec<&Term> {
    match cond {
        Goal::Not(inner) => tested_terms(inner),
        Goal::And(goals) => goals.iter().flat_map(tested_terms).collect(),
        Goal::Match(var, _) => vec![var],
        goal => terms_of(goal),
    }
}

/// The terms of all leaves of a goal.
fn terms_of(goal: &Goal) -> Vec<&Term> {
    let mut terms = Vec::new();
    let mut pending = vec![goal];
    while let Some(goal) = pending.pop() {
        match goal {
            Goal::Call(term) => terms.push(term),
            Goal::Builtin(_, args) | Goal::Arg(args) => terms.extend(args),
            Goal::Unify(a, b) | Goal::Match(a, b) | Goal::Compare(_, a, b) | Goal::Is(a, b) => {
                terms.extend([a, b])
            }
            Goal::Cut | Goal::Fail => {}
            Goal::And(goals) | Goal::Or(goals) => pending.extend(goals),
            Goal::If(a, b, c) | Goal::SoftIf(a, b, c) => {
                pending.extend([&**a, &**b, &**c]);
            }
            Goal::Not(goal) | Goal::Opaque(goal) => pending.push(goal),
            Goal::Collect {
                what: _,
                template,
                goal,
                result,
            } => {
                terms.extend([template, result]);
                pending.push(goal);
            }
        }
    }
    terms
}
