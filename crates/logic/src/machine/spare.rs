//! Buffers of machines that are gone, for the next machines of the same program.
//! A learner makes a machine for every small set of facts; without these, each
//! would copy the program's code and constants. The benchmark is `small worlds`.

use std::sync::{Arc, Mutex};

use crate::code::Instr;
use crate::heap::Heap;
use crate::machine::Machine;
use crate::program::Program;

/// Buffers that are kept; more machines than this are seldom made at once.
const MOST: usize = 8;
/// The heap of a buffer that is kept is not larger, in cells.
const LARGEST: usize = 1 << 16;

/// Buffers ready for use.
#[derive(Default)]
pub(crate) struct Spares(Mutex<Vec<Buffers>>);

/// What a machine starts with: the program's code, and a heap with its constants.
pub(super) struct Buffers {
    pub(super) code: Arc<Vec<Instr>>,
    pub(super) heap: Heap,
}

/// A copy of a program begins without buffers: it may be changed.
impl Clone for Spares {
    fn clone(&self) -> Spares {
        Spares::default()
    }
}

impl Buffers {
    /// Those of an earlier machine, or new ones.
    pub(super) fn of(program: &Program) -> Buffers {
        let spare = program.spares.0.lock().ok().and_then(|mut list| list.pop());
        spare.unwrap_or_else(|| {
            let mut heap = Heap::default();
            heap.extend(&program.constants);
            Buffers {
                code: Arc::new(program.unit.code.clone()),
                heap,
            }
        })
    }
}

impl Drop for Machine<'_> {
    fn drop(&mut self) {
        if self.heap.capacity() > LARGEST {
            return;
        }
        let mut code = std::mem::take(&mut self.code);
        let Some(own) = Arc::get_mut(&mut code) else {
            return;
        };
        own.truncate(self.program.unit.code.len());
        let mut heap = std::mem::take(&mut self.heap);
        heap.reset(self.program.constants.len());
        if let Ok(mut list) = self.program.spares.0.lock()
            && list.len() < MOST
        {
            list.push(Buffers { code, heap });
        }
    }
}
