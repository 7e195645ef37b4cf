//! Predicates that control the machine: `call/N`, `catch/3`, `between/3`, and
//! those that change clauses.

use crate::cell::{Cell, Tag};
use crate::clauses::{ClauseSet, Heads};
use crate::code::{Instr, Live, Moves, Place};
use crate::compile::unit::{Linker, Unit};
use crate::error::{Ball, Raise};
use crate::machine::Machine;
use crate::machine::call::FAIL;
use crate::machine::choice::Alternative;
use crate::program::{Definition, Preds};
use crate::term::{Functor, Term};

/// A predicate that controls the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Control {
    Call,
    Between,
    Member,
    Assertz,
    Asserta,
    Retract,
    RetractAll,
    Clause,
}

/// Slots of the frame of `catch/3`: catcher, recovery, and its choice point.
pub(crate) const CATCHER: usize = 0;
const RECOVERY: usize = 1;
pub(crate) const CATCH_LEVEL: usize = 2;

/// The largest arity of `call/N`.
pub(super) const MAX_CALL: usize = 8;

/// The control predicates by name.
pub(crate) fn all() -> Vec<(Functor, Control)> {
    let mut list: Vec<(Functor, Control)> = (1..=MAX_CALL)
        .map(|arity| (Functor::new("call", arity), Control::Call))
        .collect();
    list.extend([
        (Functor::new("between", 3), Control::Between),
        (Functor::new("member", 2), Control::Member),
        (Functor::new("$member", 2), Control::Member),
        (Functor::new("assertz", 1), Control::Assertz),
        (Functor::new("assert", 1), Control::Assertz),
        (Functor::new("asserta", 1), Control::Asserta),
        (Functor::new("retract", 1), Control::Retract),
        (Functor::new("retractall", 1), Control::RetractAll),
        (Functor::new("clause", 2), Control::Clause),
    ]);
    list
}

/// Emits the code of `catch/3` directly: the machine must find its frame again
/// when something is thrown.
pub(crate) fn emit_catch(unit: &mut Unit, preds: &mut Preds) {
    let slot = |slot: usize| Place::slot(slot as u16);
    let register = |register: u16| Place::register(register);
    let call = preds.pred(Functor::new("call", 1));
    let needed = Live {
        values: [CATCHER, RECOVERY].map(|slot| slot as u16).into(),
        levels: [CATCH_LEVEL as u16].into(),
        opaque: true,
        registers: Box::default(),
    };
    let live = unit.live(needed.clone());
    let entry = unit.emit(Instr::Allocate {
        slots: 3,
        saves: Moves::NONE,
    });
    unit.emit(Instr::Move {
        to: slot(CATCHER),
        from: register(1),
    });
    unit.emit(Instr::Move {
        to: slot(RECOVERY),
        from: register(2),
    });
    let begin = unit.emit(Instr::CatchBegin { otherwise: 0 });
    unit.emit(Instr::Call {
        loads: Moves::NONE,
        pred: call,
        live,
    });
    unit.emit(Instr::CatchEnd);
    unit.emit(Instr::Deallocate);
    unit.emit(Instr::Proceed);
    let recovery = unit.here();
    unit.resumes_here(needed);
    unit.patch(begin, recovery);
    unit.emit(Instr::Move {
        to: register(0),
        from: slot(RECOVERY),
    });
    unit.emit(Instr::Deallocate);
    unit.emit(Instr::Execute {
        shifts: Moves::NONE,
        pred: call,
    });
    let mut heads = Heads::new(3);
    heads.push(&Term::compound("catch", (0..3).map(Term::var)), false);
    let set = ClauseSet::new(vec![entry], heads);
    preds.define(Functor::new("catch", 3), Definition::Clauses(set));
}

impl Machine<'_> {
    pub(super) fn enter_control(&mut self, control: Control, arity: usize) -> Result<usize, Raise> {
        match control {
            Control::Call => self.enter_call(arity),
            Control::Between => self.enter_between(),
            Control::Member => self.enter_member(),
            Control::Assertz => self.assert_clause(crate::machine::store::End::Last),
            Control::Asserta => self.assert_clause(crate::machine::store::End::First),
            Control::Retract => self.enter_retract(),
            Control::RetractAll => self.retract_all(),
            Control::Clause => self.enter_clause(),
        }
    }

    fn enter_between(&mut self) -> Result<usize, Raise> {
        let low = self.int_arg(0)?;
        let high = self.heap.deref(self.x[1]);
        let last = match high.tag() {
            Tag::Atom if matches!(high.symbol().as_str(), "inf" | "infinite") => None,
            _ => Some(self.int_arg(1)?),
        };
        let value = self.heap.deref(self.x[2]);
        if !value.is_ref() {
            let value = self.int_arg(2)?;
            let holds = low <= value && last.is_none_or(|last| value <= last);
            return Ok(if holds { self.cp } else { FAIL });
        }
        if last.is_some_and(|last| low > last) {
            return Ok(FAIL);
        }
        if last != Some(low)
            && let Some(next) = low.checked_add(1)
        {
            self.push_choice(3, Alternative::Between { next, last });
        }
        let cell = self.heap.new_int(low);
        self.heap.bind(value, cell);
        Ok(self.cp)
    }

    pub(super) fn retry_between(&mut self, next: i64, last: Option<i64>) -> usize {
        if last == Some(next) || next == i64::MAX {
            self.pop_choice();
        } else if let Some(choice) = self.choices.last_mut() {
            choice.alternative = Alternative::Between {
                next: next + 1,
                last,
            };
        }
        let cell = self.heap.new_int(next);
        let value = self.heap.deref(self.x[2]);
        self.heap.bind(value, cell);
        self.cp
    }

    /// `arg/3` within a clause, on registers from `base` on; returns the address to
    /// continue at.
    #[inline(always)]
    pub(super) fn inline_arg(&mut self, base: usize, at: usize) -> Result<usize, Raise> {
        if self.heap.deref(self.x[base]).is_ref() {
            return self.first_arg(base, at);
        }
        let holds = crate::builtins::arg(self, base)?;
        Ok(if holds { at + 1 } else { FAIL })
    }

    /// Tries all arguments. The choice point saves the level of the clause, then
    /// the registers that are needed later.
    #[inline(never)]
    fn first_arg(&mut self, base: usize, at: usize) -> Result<usize, Raise> {
        let term = self.heap.deref(self.x[base + 1]);
        if !matches!(term.tag(), Tag::Str | Tag::List) {
            return Err(match term.tag() {
                Tag::Ref => Ball::Instantiation.into(),
                _ => Ball::Type("compound", term).into(),
            });
        }
        self.push_choice(
            0,
            Alternative::Arg {
                at: at as u32,
                next: 0,
            },
        );
        let level = self.heap.new_int(self.level as i64);
        let registers = &self.live(self.live_of_arg(at)).registers;
        let values: Vec<Cell> = registers.iter().map(|&r| self.x[r as usize]).collect();
        self.choices.save([level].into_iter().chain(values));
        Ok(self.retry_arg(at, 0))
    }

    pub(super) fn retry_arg(&mut self, at: usize, next: u32) -> usize {
        let Instr::Arg { base, live, .. } = self.code[at] else {
            unreachable!("the choice point was made there")
        };
        let live = self.live(live).registers.clone();
        let saved = self.choices.saved().to_vec();
        self.level = saved[0].int() as usize;
        for (&register, &cell) in live.iter().zip(&saved[1..]) {
            self.x[register as usize] = cell;
        }
        let base = base as usize;
        let args = self.heap.arg_range(self.heap.deref(self.x[base + 1]));
        let number = next as usize;
        if number + 1 >= args.len() {
            self.pop_choice();
        } else if let Some(choice) = self.choices.last_mut() {
            choice.alternative = Alternative::Arg {
                at: at as u32,
                next: next + 1,
            };
        }
        if args.is_empty() {
            return FAIL;
        }
        let found = self.heap.at(args.start + number);
        let count = self.heap.new_int(number as i64 + 1);
        let fits = self.heap.unify(self.x[base], count) && self.heap.unify(self.x[base + 2], found);
        if fits { at + 1 } else { FAIL }
    }

    /// What is needed after an `arg/3` within a clause.
    pub(super) fn live_of_arg(&self, at: usize) -> u32 {
        match self.code[at] {
            Instr::Arg { live, .. } => live,
            _ => unreachable!("the choice point was made there"),
        }
    }

    /// An argument that must be an integer.
    pub(crate) fn int_arg(&self, register: usize) -> Result<i64, Raise> {
        let cell = self.heap.deref(self.x[register]);
        match cell.tag() {
            Tag::Int => Ok(cell.int()),
            Tag::Ref => Err(Ball::Instantiation.into()),
            Tag::Boxed if self.heap.float(cell).is_none() => i64::try_from(&self.heap.big(cell))
                .map_err(|_| Ball::Representation("integer").into()),
            _ => Err(Ball::Type("integer", cell).into()),
        }
    }
}
