//! The outlooks met lately, in bounded memory.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::bssuct::outlook::Outlook;
use crate::bssuct::view_key::ViewKey;

/// Outlooks in two generations. When the young fill half of the memory they
/// become the old, and the old that were not asked for are forgotten.
#[derive(Debug)]
pub(crate) struct Recent {
    young: FxHashMap<ViewKey, Arc<Outlook>>,
    old: FxHashMap<ViewKey, Arc<Outlook>>,
    /// The bytes of the young, and how many they may have.
    bytes: usize,
    most: usize,
}

impl Recent {
    /// A memory of about this many bytes.
    pub fn within(bytes: usize) -> Recent {
        Recent {
            young: FxHashMap::default(),
            old: FxHashMap::default(),
            bytes: 0,
            most: bytes / 2,
        }
    }

    /// The outlook of a view, if it is remembered.
    pub fn get(&mut self, key: ViewKey) -> Option<Arc<Outlook>> {
        if let Some(young) = self.young.get(&key) {
            return Some(Arc::clone(young));
        }
        let old = self.old.remove(&key)?;
        self.insert(Arc::clone(&old));
        Some(old)
    }

    /// Remembers an outlook.
    pub fn insert(&mut self, outlook: Arc<Outlook>) {
        let bytes = outlook.bytes();
        if self.bytes + bytes > self.most {
            self.old = std::mem::take(&mut self.young);
            self.bytes = 0;
        }
        self.bytes += bytes;
        self.young.insert(outlook.key, outlook);
    }
}
