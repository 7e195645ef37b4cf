//! The instructions clauses compile to: a Warren machine whose variables live
//! in argument registers or in the clause's frame, and never on its stack, so
//! that no reference is ever unsafe.

use crate::arithmetic::Evaluable;
use crate::builtins::{Kind, Run};
use crate::cell::Cell;
use crate::term::Term;

/// A register (of the machine) or a slot (of the clause's frame).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place(u16);

const FRAME_BIT: u16 = 1 << 15;

/// Registers of a machine; a power of two, so that an index can be masked.
pub(crate) const REGISTERS: usize = 1024;
/// Slots a frame may have.
pub(crate) const MAX_SLOTS: usize = 30_000;

impl Place {
    pub(crate) const fn register(number: u16) -> Place {
        Place(number)
    }

    pub(crate) const fn slot(number: u16) -> Place {
        Place(number | FRAME_BIT)
    }

    #[inline(always)]
    pub(crate) const fn is_slot(self) -> bool {
        self.0 & FRAME_BIT != 0
    }

    #[inline(always)]
    pub(crate) const fn number(self) -> usize {
        (self.0 & !FRAME_BIT) as usize
    }
}

/// What the values that `aggregate_all/3` collects come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fold {
    Sum,
    Max,
    Min,
    /// The values are pairs `Value-Witness`.
    MaxWitness,
    MinWitness,
    /// In the standard order, without duplicates.
    Set,
}

/// Up to `N` moves, which one instruction makes in order. Whether the numbers are
/// those of registers or slots depends on the instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moves<const N: usize> {
    count: u8,
    /// To and from.
    pairs: [(u8, u8); N],
}

impl<const N: usize> Moves<N> {
    pub(crate) const NONE: Moves<N> = Moves {
        count: 0,
        pairs: [(0, 0); N],
    };

    /// These moves and one more, if there is room.
    pub(crate) fn and(mut self, to: u8, from: u8) -> Option<Moves<N>> {
        *self.pairs.get_mut(self.count as usize)? = (to, from);
        self.count += 1;
        Some(self)
    }

    /// The same moves where there may be room for a different number.
    pub(crate) fn fit<const M: usize>(&self) -> Option<Moves<M>> {
        let mut pairs = self.pairs.iter().take(self.count as usize);
        pairs.try_fold(Moves::NONE, |moves, &(to, from)| moves.and(to, from))
    }

    #[inline(always)]
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, usize)> {
        let pairs = self.pairs.iter().take(self.count as usize);
        pairs.map(|&(to, from)| (to as usize, from as usize))
    }
}

/// An operand of arithmetic: a place, or an integer of 31 bits, in one word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operand(i32);

/// An operand taken apart.
pub(crate) enum Operands {
    Small(i64),
    At(Place),
}

impl Operand {
    pub(crate) fn small(value: i64) -> Option<Operand> {
        let value = i32::try_from(value).ok()?;
        Some(Operand(value.checked_mul(2)? | 1))
    }

    pub(crate) const fn at(place: Place) -> Operand {
        Operand((place.0 as i32) << 1)
    }

    #[inline(always)]
    pub(crate) const fn open(self) -> Operands {
        if self.0 & 1 == 1 {
            Operands::Small((self.0 >> 1) as i64)
        } else {
            Operands::At(Place((self.0 >> 1) as u16))
        }
    }
}

/// Arithmetic comparison. A bit for each order it admits: less, equal, greater.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Comparison {
    Less = 0b001,
    Equal = 0b010,
    LessOrEqual = 0b011,
    Greater = 0b100,
    NotEqual = 0b101,
    GreaterOrEqual = 0b110,
}

/// An address in the code.
pub(crate) type Address = u32;
/// A predicate's number in its program.
pub(crate) type PredId = u32;

/// Where a test goes when it fails: 0 means backtrack.
pub(crate) const BACKTRACK: Address = 0;

/// One instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Instr {
    /// Fails. Address 0 holds it, so that jumping there backtracks.
    Fail,
    /// The goal of a query is proved.
    Halt,

    // Frames and calls.
    /// Allocates a frame and moves registers to its slots.
    Allocate {
        slots: u16,
        saves: Moves<6>,
    },
    Deallocate,
    /// Moves slots to registers and calls; `live` names the frame's slots that
    /// hold something needed later.
    Call {
        loads: Moves<3>,
        pred: PredId,
        live: u32,
    },
    /// Moves registers to registers and executes.
    Execute {
        shifts: Moves<5>,
        pred: PredId,
    },
    /// Moves slots to registers, deallocates and executes.
    LeaveAndExecute {
        loads: Moves<5>,
        pred: PredId,
    },
    Proceed,
    /// Deallocates, then proceeds.
    LeaveAndProceed,
    /// A deterministic built-in on registers from `base` on.
    Builtin {
        base: u16,
        otherwise: Address,
        run: Run,
    },
    /// A test of what kind of term is in a place.
    IsKind {
        kind: Kind,
        at: Place,
        otherwise: Address,
    },
    /// Whether two terms are identical, if that is wanted, or different.
    IsSame {
        wanted: bool,
        left: Place,
        right: Place,
        otherwise: Address,
    },
    /// Takes an argument of a compound and goes to `next`; to the following
    /// instruction if the number or the term is none that has an argument.
    FetchArg {
        term: Place,
        to: Place,
        number: Operand,
        next: Address,
    },
    /// Takes name and arity of what is no variable and goes to `next`; to the
    /// following instruction if it is one.
    FetchFunctor {
        term: Place,
        name: Place,
        arity: Place,
        next: Address,
    },

    /// `arg/3` on registers from `base` on; `live` names what is needed after it.
    Arg {
        base: u16,
        has_frame: bool,
        live: u32,
    },

    // Control within a clause.
    Jump {
        to: Address,
    },
    Try {
        otherwise: Address,
    },
    /// Saves the number of choice points when the clause was called.
    SaveLevel {
        slot: u16,
    },
    /// Saves the current number of choice points.
    Mark {
        slot: u16,
    },
    CutTo {
        slot: u16,
    },
    NeckCut,
    /// Disables the mark's own choice point and keeps later ones.
    SoftCut {
        slot: u16,
    },

    // Arithmetic.
    /// Adds a constant.
    Increment {
        to: Place,
        from: Place,
        by: i32,
    },
    Arithmetic {
        op: Evaluable,
        to: Place,
        left: Operand,
        right: Operand,
    },
    Compare {
        op: Comparison,
        left: Operand,
        right: Operand,
        otherwise: Address,
    },

    // Matching what is in a place.
    GetConstant {
        at: Place,
        otherwise: Address,
        value: Cell,
    },
    GetTerm {
        at: Place,
        value: Cell,
    },
    GetStructure {
        at: Place,
        otherwise: Address,
        functor: Cell,
    },
    GetList {
        at: Place,
        otherwise: Address,
    },
    /// `[H|T]` with two first occurrences in registers: the most frequent head.
    GetListVars {
        at: u16,
        head: u16,
        tail: u16,
        otherwise: Address,
    },
    /// `[H|T]` with a known head and a new tail, both in registers.
    GetListValueVar {
        at: u16,
        head: u16,
        tail: u16,
    },
    GetValue {
        at: Place,
        other: Place,
    },

    // The arguments of the structure being matched or built.
    UnifyVar {
        at: Place,
    },
    /// Two first occurrences in a row.
    UnifyVars {
        first: Place,
        second: Place,
    },
    UnifyValue {
        at: Place,
    },
    UnifyConstant {
        value: Cell,
    },
    UnifyTerm {
        value: Cell,
    },
    UnifyVoid {
        count: u32,
    },

    // Loading a place.
    Move {
        to: Place,
        from: Place,
    },
    /// Moves registers to slots.
    Save {
        moves: Moves<6>,
    },
    /// Moves slots to registers.
    Load {
        moves: Moves<6>,
    },
    /// Moves registers to registers.
    Shift {
        moves: Moves<6>,
    },
    PutVar {
        to: Place,
    },
    /// A new variable in two places.
    PutVarTwice {
        to: Place,
        also: Place,
    },
    PutConstant {
        to: Place,
        value: Cell,
    },
    PutStructure {
        to: Place,
        functor: Cell,
    },
    PutList {
        to: Place,
    },
    /// Builds a large term from a template whose variables are in places.
    /// Builds a term of several compounds at once.
    PutBlock {
        to: Place,
        block: u32,
    },
    /// If a variable is there, binds it to a term that is built at once and goes to
    /// `next`; otherwise the following instructions match what is there.
    GetBlock {
        at: Place,
        block: u32,
        next: Address,
    },
    PutTemplate {
        to: Place,
        template: u32,
    },

    /// Answers a run of calls of fact tables at once; goes to `otherwise` when
    /// its variables are bound to terms that the plan cannot handle.
    Join {
        plan: u32,
        otherwise: Address,
    },

    // All-solutions predicates.
    CollectBegin {
        otherwise: Address,
    },
    CollectAdd {
        from: Place,
    },
    CollectEnd {
        to: Place,
    },
    /// Counts an answer instead of collecting it.
    CountAdd,
    CountEnd {
        to: Place,
    },
    /// Computes one value of the collected ones.
    FoldEnd {
        to: Place,
        fold: Fold,
    },
    /// Begins a catch; `otherwise` is the address of the recovery.
    CatchBegin {
        otherwise: Address,
    },
    CatchEnd,

    // Tabling.
    /// An answer of a tabled predicate was derived.
    NewAnswer,
}

/// The frame slots that must survive a call, for suspending it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Live {
    pub(crate) values: Box<[u16]>,
    /// Slots that hold a number of choice points.
    pub(crate) levels: Box<[u16]>,
    /// Inside a negation or condition, which must not be suspended.
    pub(crate) opaque: bool,
    /// The registers needed later, if the goal keeps any.
    pub(crate) registers: Box<[u16]>,
}

/// The cells of a term, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    /// Points to where the term starts, relative to the first cell.
    pub(crate) root: Cell,
    pub(crate) words: Box<[Word]>,
}

/// One cell of a block.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Word {
    Constant(Cell),
    /// Points to another cell of the block, relative to its first.
    Inner(Cell),
    /// What is in a place.
    Value(Place),
    /// A new variable, which is put into a place.
    New(Place),
    /// A new variable that nothing else needs.
    Void,
}

/// A large term to be built at once.
#[derive(Clone, Debug)]
pub(crate) struct Template {
    pub(crate) term: Term,
    /// Where variable `i` of the term is found.
    pub(crate) places: Box<[Place]>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instruction_is_two_words() {
        assert_eq!(size_of::<Instr>(), 16);
    }

    #[test]
    fn places_keep_kind_and_number() {
        assert!(Place::slot(7).is_slot());
        assert_eq!(Place::slot(7).number(), 7);
        assert!(!Place::register(7).is_slot());
    }
}
