//! The variables of a KIF clause, under names that Prolog can read.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::lexer::is_name_character;
use crate::term::Var;

#[derive(Default)]
pub(super) struct Variables {
    by_name: FxHashMap<String, Var>,
    taken: FxHashSet<String>,
    named: Vec<(String, Var)>,
}

impl Variables {
    /// The variable of this name, letter case aside.
    pub(super) fn occurrence(&mut self, name: &str) -> Var {
        let folded = name.to_lowercase();
        if let Some(var) = self.by_name.get(&folded) {
            return *var;
        }
        let var = Var(u32::try_from(self.named.len()).expect("memory ends before such a clause"));
        let name = self.free_name(&folded);
        self.named.push((name, var));
        self.by_name.insert(folded, var);
        var
    }

    /// A Prolog variable like `name`, different from all before.
    fn free_name(&mut self, name: &str) -> String {
        let mut result: String = name
            .chars()
            .map(|c| if is_name_character(c) { c } else { '_' })
            .collect();
        let first = result.chars().next().unwrap_or('_');
        let upper: String = first.to_uppercase().collect();
        if upper.chars().next().is_some_and(char::is_uppercase) {
            result.replace_range(..first.len_utf8(), &upper);
        } else {
            result.insert(0, 'V');
        }
        let mut number = self.named.len();
        let stem = result.len();
        while !self.taken.insert(result.clone()) {
            result.truncate(stem);
            result.push_str(&format!("_{number}"));
            number += 1;
        }
        result
    }

    pub(super) fn into_names(self) -> Vec<(String, Var)> {
        self.named
    }
}
