//! The instruction loop. The benchmarks are `naive reverse`, `queens` and `coverage`.

use crate::arithmetic::{self, Evaluable, Value};
use crate::cell::{Cell, Tag};
use crate::code::{
    Address, BACKTRACK, Block, Comparison, Instr, Moves, Operand, Operands, Place, Word,
};
use crate::error::Raise;
use crate::machine::Machine;
use crate::machine::choice::Alternative;

/// Arguments of the current structure are written, not read.
const WRITING: usize = usize::MAX;

impl Machine<'_> {
    #[inline(always)]
    pub(super) fn get(&self, place: Place) -> Cell {
        if place.is_slot() {
            self.frames.slot(place.number())
        } else {
            self.x[place.number()]
        }
    }

    #[inline(always)]
    fn set(&mut self, place: Place, cell: Cell) {
        if place.is_slot() {
            self.frames.set_slot(place.number(), cell);
        } else {
            self.x[place.number()] = cell;
        }
    }

    /// Moves registers to slots of the current frame.
    #[inline(always)]
    fn save<const N: usize>(&mut self, moves: &Moves<N>) {
        let slots = self.frames.current_slots();
        for (to, from) in moves.iter() {
            slots[to] = self.x[from];
        }
    }

    /// Moves slots of the current frame to registers.
    #[inline(always)]
    fn load<const N: usize>(&mut self, moves: &Moves<N>) {
        let slots = self.frames.current_slots();
        for (to, from) in moves.iter() {
            self.x[to] = slots[from];
        }
    }

    /// Moves registers to registers.
    #[inline(always)]
    fn shift<const N: usize>(&mut self, moves: &Moves<N>) {
        for (to, from) in moves.iter() {
            self.x[to] = self.x[from];
        }
    }

    /// Runs from an address: true when the query's goal is proved, false when
    /// it cannot be.
    pub(super) fn execute(&mut self, start: usize) -> Result<bool, Raise> {
        let code = self.code.clone();
        let code = code.as_slice();
        let mut p = start;
        // The next argument of the structure being matched, or WRITING.
        let mut s = WRITING;
        loop {
            // Instructions up to the next call.
            let pred = loop {
                match code[p] {
                    Instr::Fail => match self.backtrack()? {
                        Some(next) => p = next,
                        None => return Ok(false),
                    },
                    Instr::Halt => {
                        if self.wake()? {
                            return Ok(true);
                        }
                        p = FAIL;
                    }

                    Instr::Allocate { slots, ref saves } => {
                        self.frames.push(slots as usize, self.cp);
                        self.save(saves);
                        if self.frames.depth() > self.limits.depth {
                            return Err(self.depth_reached());
                        }
                        p += 1;
                    }
                    Instr::Deallocate => {
                        self.cp = self.frames.pop();
                        p += 1;
                    }
                    Instr::Call {
                        ref loads, pred, ..
                    } => {
                        self.load(loads);
                        self.cp = p + 1;
                        break pred;
                    }
                    Instr::Execute { ref shifts, pred } => {
                        self.shift(shifts);
                        break pred;
                    }
                    Instr::LeaveAndExecute { ref loads, pred } => {
                        self.load(loads);
                        self.cp = self.frames.pop();
                        break pred;
                    }
                    Instr::Proceed => p = self.cp,
                    Instr::LeaveAndProceed => {
                        p = self.frames.pop();
                        self.cp = p;
                    }
                    Instr::Builtin {
                        base,
                        otherwise,
                        run,
                    } => {
                        p = if !self.wake()? {
                            FAIL
                        } else if run(self, base as usize)? {
                            p + 1
                        } else {
                            otherwise as usize
                        };
                    }
                    Instr::IsKind {
                        kind,
                        at,
                        otherwise,
                    } => {
                        let cell = self.heap.deref(self.get(at));
                        let holds = kind.includes(cell, &self.heap);
                        p = if holds { p + 1 } else { otherwise as usize };
                    }
                    Instr::IsSame {
                        wanted,
                        left,
                        right,
                        otherwise,
                    } => {
                        let same = self.heap.identical(self.get(left), self.get(right));
                        p = if same == wanted {
                            p + 1
                        } else {
                            otherwise as usize
                        };
                    }
                    Instr::FetchArg {
                        term,
                        to,
                        number,
                        next,
                    } => match self.fetch_arg(term, number) {
                        Some(cell) => {
                            self.set(to, cell);
                            p = next as usize;
                        }
                        None => p += 1,
                    },
                    Instr::FetchFunctor {
                        term,
                        name,
                        arity,
                        next,
                    } => match self.fetch_functor(term) {
                        Some((found, count)) => {
                            self.set(name, found);
                            self.set(arity, count);
                            p = next as usize;
                        }
                        None => p += 1,
                    },

                    Instr::Arg { base, .. } => p = self.inline_arg(base as usize, p)?,

                    Instr::Jump { to } => p = to as usize,
                    Instr::Try { otherwise } => {
                        self.push_choice(0, Alternative::Code(otherwise));
                        p += 1;
                    }
                    Instr::SaveLevel { slot } => {
                        self.frames
                            .set_slot(slot as usize, Cell::raw(self.level as u64));
                        p += 1;
                    }
                    Instr::Mark { slot } => {
                        let count = self.choices.len() as u64;
                        self.frames.set_slot(slot as usize, Cell::raw(count));
                        p += 1;
                    }
                    Instr::CutTo { slot } => {
                        if self.wake()? {
                            let count = self.frames.slot(slot as usize).bits();
                            self.cut_to(count as usize);
                            p += 1;
                        } else {
                            p = FAIL;
                        }
                    }
                    Instr::NeckCut => {
                        if self.wake()? {
                            self.cut_to(self.level);
                            p += 1;
                        } else {
                            p = FAIL;
                        }
                    }
                    Instr::SoftCut { slot } => {
                        p = if self.wake()? {
                            let count = self.frames.slot(slot as usize).bits();
                            if let Some(choice) = self.choices.get_mut(count as usize) {
                                choice.alternative = Alternative::Code(0);
                            }
                            p + 1
                        } else {
                            FAIL
                        };
                    }

                    Instr::Increment { to, from, by } => {
                        let cell = self.heap.deref(self.get(from));
                        let value = if cell.tag() == Tag::Int {
                            Cell::small_int(cell.int() + i64::from(by))
                        } else {
                            None
                        };
                        let value = match value {
                            Some(cell) => cell,
                            None => self.increment(from, by)?,
                        };
                        self.set(to, value);
                        p += 1;
                    }
                    Instr::Arithmetic {
                        op,
                        to,
                        left,
                        right,
                    } => {
                        let value = match self.small(left).zip(self.small(right)) {
                            Some((a, b)) => match op {
                                Evaluable::Add => Cell::small_int(a + b),
                                Evaluable::Subtract => Cell::small_int(a - b),
                                _ => op.on_integers(a, b).ok().and_then(Cell::small_int),
                            },
                            None => None,
                        };
                        let value = match value {
                            Some(cell) => cell,
                            None => self.arithmetic(op, left, right)?,
                        };
                        self.set(to, value);
                        p += 1;
                    }
                    Instr::Compare {
                        op,
                        left,
                        right,
                        otherwise,
                    } => {
                        let holds = match self.small(left).zip(self.small(right)) {
                            Some((a, b)) => op.holds(a, b),
                            None => self.compare_values(op, left, right)?,
                        };
                        p = if holds { p + 1 } else { otherwise as usize };
                    }

                    Instr::GetConstant {
                        at,
                        otherwise,
                        value,
                    } => {
                        let cell = self.heap.deref(self.get(at));
                        if cell == value {
                            p += 1;
                        } else if cell.is_ref() {
                            if otherwise != BACKTRACK && self.heap.is_watching() {
                                let fits = self.unify_constrained(cell, value)?;
                                p = if fits { p + 1 } else { otherwise as usize };
                            } else {
                                self.heap.bind(cell, value);
                                p += 1;
                            }
                        } else {
                            p = otherwise as usize;
                        }
                    }
                    Instr::GetTerm { at, value } => {
                        let cell = self.get(at);
                        p = self.unify_or_fail(cell, value, p);
                    }
                    Instr::GetValue { at, other } => {
                        let (a, b) = (self.get(at), self.get(other));
                        p = self.unify_or_fail(a, b, p);
                    }
                    Instr::GetStructure {
                        at,
                        otherwise,
                        functor,
                    } => {
                        let cell = self.heap.deref(self.get(at));
                        p += 1;
                        match cell.tag() {
                            Tag::Str if self.heap.at(cell.address()) == functor => {
                                s = cell.address() + 1;
                            }
                            Tag::Ref => {
                                let built = Cell::structure(self.heap.len());
                                self.heap.push(functor);
                                self.heap.bind(cell, built);
                                s = WRITING;
                            }
                            _ => p = otherwise as usize,
                        }
                    }
                    Instr::GetList { at, otherwise } => {
                        let cell = self.heap.deref(self.get(at));
                        p += 1;
                        match cell.tag() {
                            Tag::List => s = cell.address(),
                            Tag::Ref => {
                                let built = Cell::list(self.heap.len());
                                self.heap.bind(cell, built);
                                s = WRITING;
                            }
                            _ => p = otherwise as usize,
                        }
                    }
                    Instr::GetListVars {
                        at,
                        head,
                        tail,
                        otherwise,
                    } => {
                        let cell = self.heap.deref(self.x[at as usize]);
                        p += 1;
                        match cell.tag() {
                            Tag::List => {
                                let address = cell.address();
                                self.x[head as usize] = self.heap.at(address);
                                self.x[tail as usize] = self.heap.at(address + 1);
                            }
                            Tag::Ref => {
                                let built = Cell::list(self.heap.len());
                                self.x[head as usize] = self.heap.new_var();
                                self.x[tail as usize] = self.heap.new_var();
                                self.heap.bind(cell, built);
                            }
                            _ => p = otherwise as usize,
                        }
                    }
                    Instr::GetListValueVar { at, head, tail } => {
                        let cell = self.heap.deref(self.x[at as usize]);
                        match cell.tag() {
                            Tag::List => {
                                let address = cell.address();
                                let value = self.x[head as usize];
                                self.x[tail as usize] = self.heap.at(address + 1);
                                p = self.unify_or_fail(self.heap.at(address), value, p);
                            }
                            Tag::Ref => {
                                let built = Cell::list(self.heap.len());
                                self.heap.push(self.x[head as usize]);
                                self.x[tail as usize] = self.heap.new_var();
                                self.heap.bind(cell, built);
                                p += 1;
                            }
                            _ => p = FAIL,
                        }
                    }

                    Instr::UnifyVar { at } => {
                        let cell = if s == WRITING {
                            self.heap.new_var()
                        } else {
                            s += 1;
                            self.heap.at(s - 1)
                        };
                        self.set(at, cell);
                        p += 1;
                    }
                    Instr::UnifyVars { first, second } => {
                        let cells = if s == WRITING {
                            (self.heap.new_var(), self.heap.new_var())
                        } else {
                            s += 2;
                            (self.heap.at(s - 2), self.heap.at(s - 1))
                        };
                        self.set(first, cells.0);
                        self.set(second, cells.1);
                        p += 1;
                    }
                    Instr::UnifyValue { at } => {
                        let value = self.get(at);
                        if s == WRITING {
                            self.heap.push(value);
                            p += 1;
                        } else {
                            let cell = self.heap.at(s);
                            s += 1;
                            p = self.unify_or_fail(cell, value, p);
                        }
                    }
                    Instr::UnifyConstant { value } => {
                        if s == WRITING {
                            self.heap.push(value);
                            p += 1;
                        } else {
                            let cell = self.heap.deref(self.heap.at(s));
                            s += 1;
                            if cell == value {
                                p += 1;
                            } else if cell.is_ref() {
                                self.heap.bind(cell, value);
                                p += 1;
                            } else {
                                p = FAIL;
                            }
                        }
                    }
                    Instr::UnifyTerm { value } => {
                        if s == WRITING {
                            self.heap.push(value);
                            p += 1;
                        } else {
                            let cell = self.heap.at(s);
                            s += 1;
                            p = self.unify_or_fail(cell, value, p);
                        }
                    }
                    Instr::UnifyVoid { count } => {
                        if s == WRITING {
                            for _ in 0..count {
                                self.heap.new_var();
                            }
                        } else {
                            s += count as usize;
                        }
                        p += 1;
                    }

                    Instr::Move { to, from } => {
                        let cell = self.get(from);
                        self.set(to, cell);
                        p += 1;
                    }
                    Instr::Save { ref moves } => {
                        self.save(moves);
                        p += 1;
                    }
                    Instr::Load { ref moves } => {
                        self.load(moves);
                        p += 1;
                    }
                    Instr::Shift { ref moves } => {
                        self.shift(moves);
                        p += 1;
                    }
                    Instr::PutVar { to } => {
                        let var = self.heap.new_var();
                        self.set(to, var);
                        p += 1;
                    }
                    Instr::PutVarTwice { to, also } => {
                        let var = self.heap.new_var();
                        self.set(to, var);
                        self.set(also, var);
                        p += 1;
                    }
                    Instr::PutConstant { to, value } => {
                        self.set(to, value);
                        p += 1;
                    }
                    Instr::PutStructure { to, functor } => {
                        let built = Cell::structure(self.heap.len());
                        self.heap.push(functor);
                        self.set(to, built);
                        s = WRITING;
                        p += 1;
                    }
                    Instr::PutList { to } => {
                        let built = Cell::list(self.heap.len());
                        self.set(to, built);
                        s = WRITING;
                        p += 1;
                    }
                    Instr::PutBlock { to, block } => {
                        let built = self.build_block(block);
                        self.set(to, built);
                        p += 1;
                    }
                    Instr::GetBlock { at, block, next } => {
                        let cell = self.heap.deref(self.get(at));
                        if cell.is_ref() {
                            let built = self.build_block(block);
                            self.heap.bind(cell, built);
                            p = next as usize;
                        } else {
                            p += 1;
                        }
                    }
                    Instr::PutTemplate { to, template } => {
                        let built = self.build_template(template);
                        self.set(to, built);
                        p += 1;
                    }

                    Instr::Join { plan, otherwise } => p = self.enter_join(plan, otherwise, p)?,

                    Instr::CollectBegin { otherwise } => {
                        self.push_choice(0, Alternative::Code(otherwise));
                        self.collect_begin();
                        p += 1;
                    }
                    Instr::CollectAdd { from } => {
                        if self.wake()? {
                            let cell = self.get(from);
                            self.collect_add(cell)?;
                        }
                        p = FAIL;
                    }
                    Instr::CollectEnd { to } => {
                        let list = self.collect_end()?;
                        self.set(to, list);
                        p += 1;
                    }
                    Instr::CountAdd => {
                        if self.wake()? {
                            self.collected.count();
                        }
                        p = FAIL;
                    }
                    Instr::CountEnd { to } => {
                        let count = self.collected.end_count();
                        let count = self.heap.new_int(count as i64);
                        self.set(to, count);
                        p += 1;
                    }
                    Instr::FoldEnd { to, fold } => match self.fold_end(fold)? {
                        Some(value) => {
                            self.set(to, value);
                            p += 1;
                        }
                        None => p = FAIL,
                    },
                    Instr::CatchBegin { otherwise } => {
                        let collections = self.collected.open.len();
                        self.push_choice(
                            0,
                            Alternative::Catch {
                                recovery: otherwise,
                                collections,
                                generators: self.tables.generators(),
                            },
                        );
                        let level = self.choices.len() as u64;
                        self.frames
                            .set_slot(super::control::CATCH_LEVEL, Cell::raw(level));
                        p += 1;
                    }
                    Instr::CatchEnd => {
                        let level = self.frames.slot(super::control::CATCH_LEVEL).bits() as usize;
                        if self.choices.len() == level {
                            self.cut_to(level - 1);
                        }
                        p += 1;
                    }
                    Instr::NewAnswer => {
                        p = if self.wake()? {
                            self.new_answer()?
                        } else {
                            FAIL
                        };
                    }
                }
            };
            p = self.enter(pred)?;
        }
    }

    #[inline(always)]
    fn unify_or_fail(&mut self, a: Cell, b: Cell, p: usize) -> usize {
        if self.heap.unify(a, b) { p + 1 } else { FAIL }
    }

    /// An argument of a compound, if there is one of that number.
    #[inline(always)]
    fn fetch_arg(&self, term: Place, number: Operand) -> Option<Cell> {
        let number = usize::try_from(self.small(number)?).ok()?;
        let cell = self.heap.deref(self.get(term));
        let (before, arity) = match cell.tag() {
            Tag::Str => (cell.address(), self.heap.at(cell.address()).arity()),
            Tag::List => (cell.address() - 1, 2),
            _ => return None,
        };
        let has_it = (1..=arity).contains(&number);
        has_it.then(|| self.heap.at(before + number))
    }

    /// The name and arity of what is no variable.
    #[inline(always)]
    fn fetch_functor(&self, term: Place) -> Option<(Cell, Cell)> {
        let cell = self.heap.deref(self.get(term));
        let (name, arity) = match cell.tag() {
            Tag::Ref => return None,
            Tag::Str | Tag::List => {
                let functor = self.heap.functor_of(cell);
                (Cell::atom(functor.symbol()), functor.arity())
            }
            _ => (cell, 0),
        };
        Some((name, Cell::small_int(arity as i64)?))
    }

    /// The operand, if it is a small integer.
    #[inline(always)]
    fn small(&self, operand: Operand) -> Option<i64> {
        match operand.open() {
            Operands::Small(value) => Some(value),
            Operands::At(place) => {
                let cell = self.heap.deref(self.get(place));
                (cell.tag() == Tag::Int).then(|| cell.int())
            }
        }
    }

    /// The operand, if it is a number.
    fn number(&self, operand: Operand) -> Option<Cell> {
        let cell = match operand.open() {
            Operands::Small(value) => return Cell::small_int(value),
            Operands::At(place) => self.heap.deref(self.get(place)),
        };
        matches!(cell.tag(), Tag::Int | Tag::Boxed).then_some(cell)
    }

    fn value(&self, operand: Operand) -> Result<Value, Raise> {
        match operand.open() {
            Operands::Small(value) => Ok(Value::Int(value)),
            Operands::At(place) => arithmetic::evaluate(&self.heap, self.get(place)),
        }
    }

    /// The sum of what is not a small integer, or not in range, and a constant.
    #[inline(never)]
    fn increment(&mut self, from: Place, by: i32) -> Result<Cell, Raise> {
        let by = Operand::small(i64::from(by)).expect("it was an operand");
        self.arithmetic(Evaluable::Add, Operand::at(from), by)
    }

    #[inline(never)]
    fn arithmetic(&mut self, op: Evaluable, left: Operand, right: Operand) -> Result<Cell, Raise> {
        if let Some((a, b)) = self.number(left).zip(self.number(right)) {
            let value = match arithmetic::on_floats(&self.heap, op, a, b) {
                Some(value) => Some(self.heap.new_float(value)),
                None => arithmetic::on_large_integers(&mut self.heap, op, a, b),
            };
            if let Some(value) = value {
                return Ok(value);
            }
        }
        let left = self.value(left)?;
        let value = if op.is_unary() {
            arithmetic::apply(op, &[left])?
        } else {
            arithmetic::apply(op, &[left, self.value(right)?])?
        };
        Ok(value.to_cell(&mut self.heap))
    }

    #[inline(never)]
    fn compare_values(&self, op: Comparison, left: Operand, right: Operand) -> Result<bool, Raise> {
        let floats = self.number(left).zip(self.number(right));
        let floats = floats.and_then(|(a, b)| arithmetic::floats(&self.heap, a, b));
        if let Some((a, b)) = floats {
            return Ok(op.holds_for(&Value::Float(a), &Value::Float(b)));
        }
        Ok(op.holds_for(&self.value(left)?, &self.value(right)?))
    }

    /// Restores the newest choice point and returns the address to continue at, if
    /// there is one.
    #[inline(always)]
    fn backtrack(&mut self) -> Result<Option<usize>, Raise> {
        self.steps += 1;
        if self.steps >= self.check_at {
            self.check_limits()?;
        }
        self.restore_choice();
        let level = self.choices.len().saturating_sub(1);
        let Some(choice) = self.choices.last_mut() else {
            return Ok(None);
        };
        match &mut choice.alternative {
            Alternative::Code(address) => {
                let next = *address as usize;
                self.pop_choice();
                Ok(Some(next))
            }
            Alternative::Clauses(rest) => {
                let next = rest.first().copied().unwrap_or(FAIL as Address);
                let is_last = rest.len() <= 1;
                *rest = rest.get(1..).unwrap_or(&[]);
                self.level = level;
                self.restore_args();
                if is_last {
                    self.pop_choice();
                }
                Ok(Some(next as usize))
            }
            Alternative::Rows {
                relation,
                rows,
                bound,
            } => {
                let (relation, rows, bound) = (*relation, *rows, *bound);
                self.restore_args();
                Ok(Some(self.retry_rows(relation, rows, bound)))
            }
            Alternative::Join(cursor) => {
                let cursor = *cursor;
                self.retry_join(cursor).map(Some)
            }
            Alternative::Stop => Ok(None),
            _ => self.retry(level).map(Some),
        }
    }

    #[inline]
    fn build_block(&mut self, number: u32) -> Cell {
        let number = number as usize;
        let blocks = &self.program.unit.blocks;
        if let Some(block) = blocks.get(number) {
            return self.write_block(block);
        }
        let code = self.query.clone();
        let code = code.expect("only a query has further blocks");
        self.write_block(&code.unit.blocks[number - blocks.len()])
    }

    #[inline]
    fn write_block(&mut self, block: &Block) -> Cell {
        let base = self.heap.len();
        for word in &block.words {
            let cell = match *word {
                Word::Constant(cell) => cell,
                Word::Inner(cell) => cell.at(base + cell.address()),
                Word::Value(place) => self.get(place),
                Word::New(place) => {
                    let var = self.heap.new_var();
                    self.set(place, var);
                    continue;
                }
                Word::Void => {
                    self.heap.new_var();
                    continue;
                }
            };
            self.heap.push(cell);
        }
        block.root.at(base + block.root.address())
    }

    fn build_template(&mut self, number: u32) -> Cell {
        let number = number as usize;
        let program = self.program;
        let own = program.unit.templates.len();
        let query = self.query.clone();
        let template = match program.unit.templates.get(number) {
            Some(template) => template,
            None => {
                let code = query.as_ref().expect("only a query has further templates");
                &code.unit.templates[number - own]
            }
        };
        let cells: Vec<Cell> = template
            .places
            .iter()
            .map(|&place| self.get(place))
            .collect();
        self.heap
            .write(&template.term, &mut |_, var| cells[var.0 as usize])
    }
}

/// Jumping there backtracks.
const FAIL: usize = 0;
