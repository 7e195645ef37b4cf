//! Calling a predicate of any kind.

use crate::cell::{Cell, Tag};
use crate::code::{Address, PredId};
use crate::error::{Ball, Raise};
use crate::ground::Ground;
use crate::machine::Machine;
use crate::machine::choice::{Alternative, Owned};
use crate::machine::control::MAX_CALL;
use crate::native::{Call, Native, Row};
use crate::program::{Definition, Pred, Unknown};
use crate::relation::{Relation, Rows};
use crate::symbol::sym;
use crate::term::Functor;

/// Jumping there backtracks.
pub(super) const FAIL: usize = 0;

impl<'p> Machine<'p> {
    /// Calls a predicate with the arguments in the registers; returns the address
    /// to continue at.
    #[inline(always)]
    pub(super) fn enter(&mut self, number: PredId) -> Result<usize, Raise> {
        self.steps += 1;
        if self.steps >= self.check_at {
            if !self.wake()? {
                return Ok(FAIL);
            }
            self.collect_if_due(number);
            self.check_limits()?;
        }
        let program = self.program;
        let Some(pred) = program.preds.list.get(number as usize) else {
            return self.enter_local(number as usize - program.preds.list.len());
        };
        match &pred.definition {
            Definition::Clauses(set) => {
                self.level = self.choices.len();
                if let Some(switch) = set.list_switch {
                    let cell = self.heap.deref(self.x[switch.arg as usize]);
                    if cell.is_list() {
                        return Ok(switch.list as usize);
                    }
                    if !cell.is_ref() {
                        return Ok(if cell == Cell::NIL {
                            switch.nil as usize
                        } else {
                            FAIL
                        });
                    }
                }
                let chosen = set.select(&self.heap, self.x.first(pred.functor.arity));
                Ok(self.try_clauses(pred.functor.arity, chosen))
            }
            Definition::Relation(relation) => Ok(self.enter_relation(relation)),
            _ => self.enter_other(pred, number),
        }
    }

    #[inline(always)]
    pub(super) fn try_clauses(&mut self, arity: usize, chosen: &'p [Address]) -> usize {
        match chosen {
            [] => FAIL,
            [only] => *only as usize,
            [first, rest @ ..] => {
                self.push_choice(arity, Alternative::Clauses(rest));
                *first as usize
            }
        }
    }

    #[inline(never)]
    fn enter_other(&mut self, pred: &'p Pred, number: PredId) -> Result<usize, Raise> {
        let arity = pred.functor.arity;
        match &pred.definition {
            Definition::Clauses(_) | Definition::Relation(_) => {
                unreachable!("the caller handles these")
            }
            Definition::Builtin(id) => {
                let run = crate::builtins::get(*id).run;
                Ok(if run(self, 0)? { self.cp } else { FAIL })
            }
            Definition::Quick(quick, set) => match quick(self)? {
                Some(true) => Ok(self.cp),
                Some(false) => Ok(FAIL),
                None => {
                    self.level = self.choices.len();
                    let chosen = set.select(&self.heap, self.x.first(arity));
                    Ok(self.try_clauses(arity, chosen))
                }
            },
            Definition::Control(control) => self.enter_control(*control, arity),
            Definition::Tabled(set, modes) => {
                self.enter_tabled(number, set, pred.functor, modes.as_ref())
            }
            Definition::Dynamic(which) => self.enter_dynamic(*which, arity),
            Definition::Native(native) => self.enter_native(native, arity),
            Definition::Unknown => self.enter_unknown(pred.functor),
        }
    }

    /// Calls a predicate that neither the program nor the query defines.
    fn enter_unknown(&mut self, functor: Functor) -> Result<usize, Raise> {
        if let Some(pred) = self.created_pred(functor) {
            return self.enter_dynamic(pred, functor.arity);
        }
        match self.program.unknown {
            Unknown::Fails => Ok(FAIL),
            Unknown::Error => Err(Ball::Unknown(Cell::functor(functor.name, functor.arity)).into()),
        }
    }

    // Clauses that came with the query.

    /// Whether a predicate of the query has no clauses.
    pub(super) fn local_is_empty(&self, pred: usize) -> bool {
        let code = self.query.as_ref();
        code.is_some_and(|code| code.locals[pred].clauses.is_empty())
    }

    fn enter_local(&mut self, pred: usize) -> Result<usize, Raise> {
        self.level = self.choices.len();
        let Some(code) = &self.query else {
            unreachable!("only a query has further predicates")
        };
        let local = &code.locals[pred];
        let Some(&first) = local.clauses.first() else {
            let functor = local.functor;
            return self.enter_unknown(functor);
        };
        if local.clauses.len() > 1 {
            let arity = local.functor.arity;
            let pred = pred as u32;
            self.push_choice(arity, Alternative::Local { pred, next: 1 });
        }
        Ok(first as usize)
    }

    fn retry_local(&mut self, level: usize, pred: u32, next: u32) -> usize {
        let Some(code) = &self.query else {
            unreachable!("only a query has further predicates")
        };
        let clauses = &code.locals[pred as usize].clauses;
        let address = clauses[next as usize];
        let is_last = next as usize + 1 == clauses.len();
        self.level = level;
        self.restore_args();
        if is_last {
            self.pop_choice();
        } else if let Some(choice) = self.choices.last_mut() {
            choice.alternative = Alternative::Local {
                pred,
                next: next + 1,
            };
        }
        address as usize
    }

    // Tables of facts.

    #[inline]
    fn enter_relation(&mut self, relation: &'p Relation) -> usize {
        let arity = relation.arity();
        let (mut bound, mut partly) = (0u64, 0u64);
        for i in 0..arity {
            let mut cell = self.heap.deref(self.x[i]);
            if !cell.is_constant() && !cell.is_ref() {
                match self.constant_like(cell) {
                    Ground::Constant(constant) => {
                        cell = constant;
                        bound |= u64::from(i < 64) << (i & 63);
                    }
                    // No fact has this argument.
                    Ground::Other => return FAIL,
                    Ground::Unknown => {
                        let is_compound = matches!(cell.tag(), Tag::Str | Tag::List);
                        partly |= u64::from(is_compound && i < 64) << (i & 63);
                    }
                }
            }
            self.x[i] = cell;
            if i < 64 {
                bound |= u64::from(cell.is_constant()) << i;
            }
        }
        let mut rows = relation.candidates(self.x.first(arity), bound);
        if partly != 0 {
            rows = relation.narrowed(rows, &self.heap, self.x.first(arity), partly);
        }
        let args = self.x.first(arity);
        let Some((row, next)) = relation.next_match(&rows, rows.next, args, bound) else {
            return FAIL;
        };
        if relation.next_match(&rows, next, args, bound).is_some() {
            rows.next = next;
            self.push_choice(
                arity,
                Alternative::Rows {
                    relation,
                    rows,
                    bound,
                },
            );
        }
        self.unify_row(relation.row(row), bound)
    }

    /// The program's constant that equals a compound term or boxed number.
    #[inline(never)]
    pub(super) fn constant_like(&self, cell: Cell) -> Ground {
        self.program.ground_terms().find(&self.heap, cell)
    }

    /// The next row of a table; the arguments are back in the registers.
    #[inline]
    pub(super) fn retry_rows(
        &mut self,
        relation: &'p Relation,
        rows: Rows<'p>,
        bound: u64,
    ) -> usize {
        let args = self.x.first(relation.arity());
        let Some((row, next)) = relation.next_match(&rows, rows.next, args, bound) else {
            self.pop_choice();
            return FAIL;
        };
        if relation.next_match(&rows, next, args, bound).is_none() {
            self.pop_choice();
        } else if let Some(choice) = self.choices.last_mut()
            && let Alternative::Rows { rows, .. } = &mut choice.alternative
        {
            rows.next = next;
        }
        self.unify_row(relation.row(row), bound)
    }

    #[inline(always)]
    fn unify_row(&mut self, row: &[Cell], bound: u64) -> usize {
        for (i, &value) in row.iter().enumerate() {
            if i < 64 && bound >> i & 1 == 1 {
                continue;
            }
            let cell = self.heap.deref(self.x[i]);
            if cell.is_ref() {
                self.heap.bind(cell, value);
            } else if !self.heap.unify(cell, value) {
                return FAIL;
            }
        }
        self.cp
    }

    // Predicates in Rust.

    fn enter_native(&mut self, native: &Native, arity: usize) -> Result<usize, Raise> {
        let args = self.x.first(arity).to_vec();
        match native {
            Native::Once(run) => {
                let result = run(&mut Call::new(&mut self.heap, &args));
                match result {
                    Ok(true) => Ok(self.cp),
                    Ok(false) => Ok(FAIL),
                    Err(error) => Err(error.raise(&mut self.heap)),
                }
            }
            Native::Many(run) => {
                let result = run(&mut Call::new(&mut self.heap, &args));
                let rows = result.map_err(|error| error.raise(&mut self.heap))?;
                self.push_choice(arity, Alternative::Native);
                self.choices.owned.push(Owned::Rows(rows));
                Ok(FAIL)
            }
        }
    }

    fn retry_native(&mut self) -> usize {
        self.restore_args();
        let row: Option<Row> = match self.choices.owned.last_mut() {
            Some(Owned::Rows(rows)) => rows.next(),
            _ => None,
        };
        let Some(row) = row else {
            self.pop_choice();
            return FAIL;
        };
        let args = self.x.first(row.len()).to_vec();
        let mut call = Call::new(&mut self.heap, &args);
        let fits = row.iter().enumerate().all(|(i, term)| call.unify(i, term));
        if fits { self.cp } else { FAIL }
    }

    // Retrying choice points that are neither code nor clauses.

    pub(super) fn retry(&mut self, level: usize) -> Result<usize, Raise> {
        let Some(choice) = self.choices.last() else {
            return Ok(FAIL);
        };
        Ok(match choice.alternative {
            Alternative::Local { pred, next } => self.retry_local(level, pred, next),
            Alternative::Native => self.retry_native(),
            Alternative::Member => self.retry_member()?,
            Alternative::Between { next, last } => {
                self.restore_args();
                self.retry_between(next, last)
            }
            Alternative::Arg { at, next } => self.retry_arg(at as usize, next),
            Alternative::Dynamic(cursor) => self.retry_dynamic(cursor, level)?,
            Alternative::Answers { next } => self.retry_answers(next),
            Alternative::Generator(table) => self.go_on_generating(table)?,
            _ => {
                self.pop_choice();
                FAIL
            }
        })
    }

    /// Calls the goal in the first register with the others up to `arity` as
    /// further arguments.
    pub(super) fn enter_call(&mut self, arity: usize) -> Result<usize, Raise> {
        let mut functor = self.open_call(arity)?;
        // However deep `call/N` is nested, the stack does not grow.
        while functor.name == sym::CALL && (1..=MAX_CALL).contains(&functor.arity) {
            self.steps += 1;
            if self.steps >= self.check_at {
                self.check_limits()?;
            }
            functor = self.open_call(functor.arity)?;
        }
        match self.find_pred(functor) {
            Some(number) => self.enter(number),
            None => self.enter_unknown(functor),
        }
    }

    /// Loads the registers with the arguments of a goal that is called with further
    /// arguments, and returns its name and arity.
    #[inline(always)]
    fn open_call(&mut self, arity: usize) -> Result<Functor, Raise> {
        let goal = self.heap.deref(self.x[0]);
        let (name, own) = match goal.tag() {
            Tag::Atom => (goal.symbol(), 0..0),
            Tag::Str | Tag::List => (
                self.heap.functor_of(goal).symbol(),
                self.heap.arg_range(goal),
            ),
            Tag::Ref => return Err(Ball::Instantiation.into()),
            _ => return Err(Ball::Type("callable", goal).into()),
        };
        let functor = Functor {
            name,
            arity: own.len() + arity - 1,
        };
        if functor.arity > crate::compile::MAX_ARITY {
            return Err(Ball::Representation("arity").into());
        }
        // The further arguments move to behind the goal's own.
        match own.len() {
            0 => (1..arity).for_each(|i| self.x[i - 1] = self.x[i]),
            1 => {}
            count => {
                let moved = (1..arity).rev();
                moved.for_each(|i| self.x[i + count - 1] = self.x[i]);
            }
        }
        for (i, at) in own.enumerate() {
            self.x[i] = self.heap.at(at);
        }
        Ok(functor)
    }

    /// The number of a predicate of the program or the query.
    pub(super) fn find_pred(&self, functor: Functor) -> Option<PredId> {
        let local = self.query.as_ref().and_then(|code| {
            let at = code
                .locals
                .iter()
                .position(|local| local.functor == functor)?;
            Some((self.program.preds.list.len() + at) as PredId)
        });
        local.or_else(|| self.program.preds.find(functor))
    }
}
