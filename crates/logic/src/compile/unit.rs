//! What the compiler writes to: code with its constants.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::cell::Cell;
use crate::code::{Address, Block, Instr, Live, Moves, Place, PredId, Template};
use crate::ground::GroundTerms;
use crate::heap::Heap;
use crate::join::JoinPlan;
use crate::term::{Functor, Term};

/// Code and constants, numbered from where the units before it ended.
#[derive(Clone, Default)]
pub(crate) struct Unit {
    pub(crate) base: Bases,
    pub(crate) code: Vec<Instr>,
    /// Ground terms of the clauses; every machine's heap starts with them.
    constants: Heap,
    interned: HashTable<Interned>,
    pub(crate) lives: Vec<Live>,
    /// Addresses at which a clause continues after backtracking, in order, with
    /// the slots that hold something needed there.
    resumptions: Vec<(Address, u32)>,
    /// The last address to which a jump goes; the instruction there must not be
    /// joined with the one before.
    target: Address,
    live_numbers: FxHashMap<Live, u32>,
    pub(crate) templates: Vec<Template>,
    pub(crate) blocks: Vec<Block>,
    pub(crate) joins: Vec<JoinPlan>,
}

/// A ground term among the constants, with its hash.
#[derive(Clone)]
struct Interned {
    hash: u64,
    /// Relative to the unit's own constants.
    cell: Cell,
}

/// Where a unit's numbering starts.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub(crate) struct Bases {
    pub(crate) code: usize,
    pub(crate) constants: usize,
    pub(crate) lives: usize,
    pub(crate) templates: usize,
    pub(crate) blocks: usize,
    pub(crate) joins: usize,
}

/// Assigns numbers to predicates.
pub(crate) trait Linker {
    fn pred(&mut self, functor: Functor) -> PredId;

    /// The predicate's number, if it is a table of facts.
    fn relation(&self, functor: Functor) -> Option<PredId>;
}

impl Unit {
    /// A unit that continues this one's numbering.
    pub(crate) fn next(&self) -> Unit {
        Unit {
            base: self.end(),
            ..Unit::default()
        }
    }

    /// Where the next unit's numbering starts.
    pub(crate) fn end(&self) -> Bases {
        Bases {
            code: self.base.code + self.code.len(),
            constants: self.base.constants + self.constants.len(),
            lives: self.base.lives + self.lives.len(),
            templates: self.base.templates + self.templates.len(),
            blocks: self.base.blocks + self.blocks.len(),
            joins: self.base.joins + self.joins.len(),
        }
    }

    pub(crate) fn here(&self) -> Address {
        (self.base.code + self.code.len()) as Address
    }

    pub(crate) fn emit(&mut self, instr: Instr) -> Address {
        if let Some(joined) = self.joined_with_last(instr) {
            self.code.pop();
            // What was joined may be joined with the instruction before, too.
            return self.emit(joined);
        }
        let at = self.here();
        self.code.push(instr);
        at
    }

    /// One instruction for the last one and this one, if there is any.
    fn joined_with_last(&self, instr: Instr) -> Option<Instr> {
        if self.here() <= self.target {
            return None;
        }
        match (*self.code.last()?, instr) {
            (Instr::Deallocate, Instr::Proceed) => Some(Instr::LeaveAndProceed),
            (Instr::Deallocate, Instr::Execute { pred, .. }) => Some(Instr::LeaveAndExecute {
                loads: Moves::NONE,
                pred,
            }),
            (Instr::PutVar { to }, Instr::Move { to: also, from }) if from == to => {
                Some(Instr::PutVarTwice { to, also })
            }
            (Instr::UnifyVar { at: first }, Instr::UnifyVar { at: second }) => {
                Some(Instr::UnifyVars { first, second })
            }
            (last, Instr::Move { to, from }) => with_move(several_moves(last), to, from),
            (last, Instr::Call { pred, live, .. }) => match several_moves(last) {
                Instr::Load { moves } => Some(Instr::Call {
                    loads: moves.fit()?,
                    pred,
                    live,
                }),
                _ => None,
            },
            (last, Instr::Execute { pred, .. }) => match several_moves(last) {
                Instr::Shift { moves } => Some(Instr::Execute {
                    shifts: moves.fit()?,
                    pred,
                }),
                _ => None,
            },
            (last, Instr::LeaveAndExecute { pred, .. }) => match several_moves(last) {
                Instr::Load { moves } => Some(Instr::LeaveAndExecute {
                    loads: moves.fit()?,
                    pred,
                }),
                _ => None,
            },
            _ => None,
        }
    }

    /// Sets where a jump or a failing test goes.
    pub(crate) fn patch(&mut self, at: Address, target: Address) {
        self.target = self.target.max(target);
        match &mut self.code[at as usize - self.base.code] {
            Instr::Jump { to: place }
            | Instr::Try { otherwise: place }
            | Instr::CollectBegin { otherwise: place }
            | Instr::CatchBegin { otherwise: place }
            | Instr::Join {
                otherwise: place, ..
            }
            | Instr::Compare {
                otherwise: place, ..
            }
            | Instr::Builtin {
                otherwise: place, ..
            }
            | Instr::IsKind {
                otherwise: place, ..
            }
            | Instr::IsSame {
                otherwise: place, ..
            }
            | Instr::GetBlock { next: place, .. }
            | Instr::FetchArg { next: place, .. }
            | Instr::FetchFunctor { next: place, .. }
            | Instr::GetConstant {
                otherwise: place, ..
            }
            | Instr::GetStructure {
                otherwise: place, ..
            }
            | Instr::GetList {
                otherwise: place, ..
            }
            | Instr::GetListVars {
                otherwise: place, ..
            } => *place = target,
            other => unreachable!("{other:?} goes nowhere"),
        }
    }

    /// The cell of a ground term.
    pub(crate) fn constant(&mut self, term: &Term) -> Cell {
        match term {
            Term::Atom(name) => return Cell::atom(*name),
            Term::String(text) => return Cell::text(*text),
            Term::Integer(value) => {
                if let Some(cell) = Cell::small_int(*value) {
                    return cell;
                }
            }
            _ => {}
        }
        let base = self.base.constants;
        let hash = FxBuildHasher.hash_one(term);
        let is_same = |other: &Interned| other.hash == hash && self.constants.is(other.cell, term);
        if let Some(Interned { cell, .. }) = self.interned.find(hash, is_same) {
            return cell.at(cell.address() + base);
        }
        let cell = self
            .constants
            .write(term, &mut |_, _| unreachable!("a constant is ground"));
        let interned = Interned { hash, cell };
        self.interned
            .insert_unique(hash, interned, |other| other.hash);
        cell.at(cell.address() + base)
    }

    /// The ground term of a cell that [`Unit::constant`] gave, of this unit.
    pub(crate) fn term(&self, cell: Cell) -> Term {
        let own = if cell.is_constant() {
            cell
        } else {
            cell.at(cell.address() - self.base.constants)
        };
        self.constants.read(own, &mut FxHashMap::default())
    }

    /// The compound terms and boxed numbers among the constants of a unit that
    /// no other unit precedes.
    pub(crate) fn ground_terms(&self) -> GroundTerms {
        GroundTerms::new(&self.constants, self.interned.iter().map(|term| term.cell))
    }

    /// The constants as they are on every heap.
    pub(crate) fn constant_cells(&self) -> Vec<Cell> {
        self.constants.relocated(self.base.constants)
    }

    pub(crate) fn live(&mut self, live: Live) -> u32 {
        let next = (self.base.lives + self.lives.len()) as u32;
        *self.live_numbers.entry(live).or_insert_with_key(|live| {
            self.lives.push(live.clone());
            next
        })
    }

    /// Records that backtracking may continue here, where these slots are needed.
    pub(crate) fn resumes_here(&mut self, live: Live) {
        let (here, live) = (self.here(), self.live(live));
        self.target = here;
        match self.resumptions.last_mut() {
            Some((address, last)) if *address == here => *last = live,
            _ => self.resumptions.push((here, live)),
        }
    }

    /// The number of the slots that are needed where backtracking continues.
    pub(crate) fn live_on_resumption(&self, address: Address) -> Option<u32> {
        let found = self
            .resumptions
            .binary_search_by_key(&address, |(address, _)| *address);
        found.ok().map(|at| self.resumptions[at].1)
    }

    /// Removes the code from an address on.
    pub(crate) fn truncate(&mut self, address: Address) {
        self.code.truncate(address as usize - self.base.code);
        self.target = self.target.min(address);
        let kept = self.resumptions.partition_point(|(at, _)| *at < address);
        self.resumptions.truncate(kept);
    }

    pub(crate) fn join(&mut self, plan: JoinPlan) -> u32 {
        self.joins.push(plan);
        (self.base.joins + self.joins.len() - 1) as u32
    }

    pub(crate) fn block(&mut self, block: Block) -> u32 {
        self.blocks.push(block);
        (self.base.blocks + self.blocks.len() - 1) as u32
    }

    /// Sets the block that an instruction builds.
    pub(crate) fn patch_block(&mut self, at: Address, number: u32) {
        match &mut self.code[at as usize - self.base.code] {
            Instr::GetBlock { block, .. } => *block = number,
            other => unreachable!("{other:?} has no block"),
        }
    }

    pub(crate) fn template(&mut self, template: Template) -> u32 {
        self.templates.push(template);
        (self.base.templates + self.templates.len() - 1) as u32
    }
}

/// The numbers of two places, if they fit into [`Moves`].
fn small_numbers(to: Place, from: Place) -> Option<(u8, u8)> {
    let small = |place: Place| u8::try_from(place.number()).ok();
    small(to).zip(small(from))
}

/// A move as an instruction that can hold more of its kind; others as they are.
fn several_moves(instr: Instr) -> Instr {
    let Instr::Move { to, from } = instr else {
        return instr;
    };
    let moves = Moves::NONE;
    let none = match (to.is_slot(), from.is_slot()) {
        (true, false) => Instr::Save { moves },
        (false, true) => Instr::Load { moves },
        (false, false) => Instr::Shift { moves },
        (true, true) => return instr,
    };
    with_move(none, to, from).unwrap_or(instr)
}

/// The instruction with one more move, if it can hold it.
fn with_move(instr: Instr, to: Place, from: Place) -> Option<Instr> {
    let kind = (to.is_slot(), from.is_slot());
    let (to, from) = small_numbers(to, from)?;
    Some(match (instr, kind) {
        (Instr::Allocate { slots, saves }, (true, false)) => Instr::Allocate {
            slots,
            saves: saves.and(to, from)?,
        },
        (Instr::Save { moves }, (true, false)) => Instr::Save {
            moves: moves.and(to, from)?,
        },
        (Instr::Load { moves }, (false, true)) => Instr::Load {
            moves: moves.and(to, from)?,
        },
        (Instr::Shift { moves }, (false, false)) => Instr::Shift {
            moves: moves.and(to, from)?,
        },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reader::read_term;

    fn term(text: &str) -> Term {
        read_term(text).expect("a term").term
    }

    #[test]
    fn equal_ground_terms_are_one_constant() {
        let mut first = Unit::default();
        first.constant(&term("before(1)"));
        let mut unit = first.next();
        let texts = [
            "f(a, [1, 2.5])",
            "f(a, [1, 2.0])",
            "f(\"a\", [1, 2.5])",
            "f(a)",
        ];
        let big = ["12345678901234567890", "-12345678901234567890", "a", "0.5"];
        let terms: Vec<Term> = texts.into_iter().chain(big).map(term).collect();
        let cells: Vec<Cell> = terms.iter().map(|term| unit.constant(term)).collect();
        let size = unit.constants.len();
        for (i, (term, &cell)) in terms.iter().zip(&cells).enumerate() {
            assert_eq!(unit.constant(&term.clone()), cell, "{term}");
            assert_eq!(unit.term(cell), *term);
            assert!(!cells[..i].contains(&cell), "{term}");
        }
        assert_eq!(unit.constants.len(), size);
    }

    #[test]
    fn moves_become_part_of_the_call_they_prepare() {
        let mut unit = Unit::default();
        for (to, from) in [(0, 3), (1, 2)] {
            let (to, from) = (Place::register(to), Place::slot(from));
            unit.emit(Instr::Move { to, from });
        }
        unit.emit(Instr::Deallocate);
        unit.emit(Instr::Execute {
            shifts: Moves::NONE,
            pred: 7,
        });
        let [Instr::LeaveAndExecute { loads, pred: 7 }] = unit.code[..] else {
            panic!("{:?}", unit.code);
        };
        let moves: Vec<(usize, usize)> = loads.iter().collect();
        assert_eq!(moves, [(0, 3), (1, 2)]);
    }
}
