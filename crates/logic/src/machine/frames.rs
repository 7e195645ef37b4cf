//! The active clauses: a stack of frames, each with its caller's frame, the
//! address to return to, and slots for the clause's variables.

use crate::cell::Cell;

/// Words before the slots: caller and return address, then size and depth.
const HEADER: usize = 2;

/// The stack of frames.
#[derive(Default)]
pub(crate) struct Frames {
    words: Vec<Cell>,
    /// The current frame; 0 when there is none.
    current: usize,
    /// Words below may be needed by a choice point.
    floor: usize,
}

#[inline(always)]
fn pack(low: usize, high: usize) -> Cell {
    Cell::raw((high as u64) << 32 | low as u64)
}

#[inline(always)]
fn low(word: Cell) -> usize {
    word.bits() as u32 as usize
}

#[inline(always)]
fn high(word: Cell) -> usize {
    (word.bits() >> 32) as usize
}

impl Frames {
    pub(crate) fn clear(&mut self) {
        self.current = 0;
        self.floor = 0;
        self.words.clear();
        // No frame starts at 0, which means "none".
        self.words.resize(HEADER, Cell::raw(0));
    }

    pub(crate) fn bytes(&self) -> usize {
        8 * self.top()
    }

    #[inline(always)]
    pub(crate) fn current(&self) -> usize {
        self.current
    }

    #[inline(always)]
    pub(crate) fn set_current(&mut self, frame: usize) {
        self.current = frame;
    }

    #[inline(always)]
    pub(crate) fn set_floor(&mut self, floor: usize) {
        self.floor = floor;
    }

    /// The first word not in use.
    #[inline(always)]
    pub(crate) fn top(&self) -> usize {
        let end = self.current + HEADER + low(self.words[self.current + 1]);
        end.max(self.floor)
    }

    /// The number of frames below the current one.
    #[inline(always)]
    pub(crate) fn depth(&self) -> usize {
        high(self.words[self.current + 1])
    }

    /// A new frame on top.
    #[inline(always)]
    pub(crate) fn push(&mut self, slots: usize, return_to: usize) {
        let top = self.top();
        let depth = self.depth() + 1;
        let end = top + HEADER + slots;
        if end > self.words.len() {
            self.words.resize((end * 2).max(1024), Cell::raw(0));
        }
        self.words[top] = pack(self.current, return_to);
        self.words[top + 1] = pack(slots, depth);
        self.current = top;
    }

    /// Pops the current frame and returns its return address.
    #[inline(always)]
    pub(crate) fn pop(&mut self) -> usize {
        let word = self.words[self.current];
        self.current = low(word);
        high(word)
    }

    #[inline(always)]
    pub(crate) fn slot(&self, slot: usize) -> Cell {
        self.words[self.current + HEADER + slot]
    }

    #[inline(always)]
    pub(crate) fn set_slot(&mut self, slot: usize, value: Cell) {
        self.words[self.current + HEADER + slot] = value;
    }

    /// The slots of the current frame and whatever follows.
    #[inline(always)]
    pub(crate) fn current_slots(&mut self) -> &mut [Cell] {
        &mut self.words[self.current + HEADER..]
    }

    /// The caller's frame and return address of a frame.
    pub(crate) fn link(&self, frame: usize) -> (usize, usize) {
        let word = self.words[frame];
        (low(word), high(word))
    }

    /// The end of the words that any frame uses.
    pub(crate) fn end(&self) -> usize {
        self.words.len()
    }

    /// Where the slots of a frame begin.
    pub(crate) fn first_slot(&self, frame: usize) -> usize {
        frame + HEADER
    }

    pub(crate) fn word(&self, place: usize) -> Cell {
        self.words[place]
    }

    pub(crate) fn set_word(&mut self, place: usize, value: Cell) {
        self.words[place] = value;
    }

    /// The slots of a frame.
    pub(crate) fn slots(&self, frame: usize) -> &[Cell] {
        let size = low(self.words[frame + 1]);
        &self.words[frame + HEADER..][..size]
    }

    /// All frames from the current one outwards.
    pub(crate) fn chain(&self) -> Vec<usize> {
        let first = (self.current != 0).then_some(self.current);
        std::iter::successors(first, |&frame| {
            let (caller, _) = self.link(frame);
            (caller != 0).then_some(caller)
        })
        .collect()
    }
}
