//! What variables are called in written text.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::term::{Term, Var};

/// The name of a variable by its number: A to Z, A1 to Z1, and so on.
pub fn var_name(var: Var) -> String {
    let letter = char::from(b'A' + (var.0 % 26) as u8);
    match var.0 / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}

/// The names used in one writing; different variables have different names.
pub(super) struct Names<'a> {
    chosen: FxHashMap<Var, Cow<'a, str>>,
    taken: FxHashSet<&'a str>,
}

impl<'a> Names<'a> {
    /// These names, and for other variables the names of their numbers.
    pub(super) fn numbered(names: &'a [(String, Var)]) -> Names<'a> {
        Names {
            chosen: names
                .iter()
                .map(|(name, var)| (*var, Cow::Borrowed(name.as_str())))
                .collect(),
            taken: names.iter().map(|(name, _)| name.as_str()).collect(),
        }
    }

    /// These names; other variables are `_` if they occur once, and named by
    /// order of occurrence if more often.
    pub(super) fn by_occurrence(names: &'a [(String, Var)], term: &Term) -> Names<'a> {
        let mut result = Names::numbered(names);
        let mut order: Vec<Var> = Vec::new();
        let mut counts: FxHashMap<Var, u32> = FxHashMap::default();
        for subterm in term.subterms() {
            if let Term::Var(var) = subterm
                && !result.chosen.contains_key(var)
            {
                let count = counts.entry(*var).or_insert(0);
                *count += 1;
                if *count == 1 {
                    order.push(*var);
                }
            }
        }
        let mut fresh = (0..).map(|number| var_name(Var(number)));
        for var in order {
            let name = if counts[&var] == 1 {
                Cow::Borrowed("_")
            } else {
                let free = fresh.find(|name| !result.taken.contains(name.as_str()));
                Cow::Owned(free.unwrap_or_default())
            };
            result.chosen.insert(var, name);
        }
        result
    }

    pub(super) fn of(&self, var: Var) -> Cow<'_, str> {
        match self.chosen.get(&var) {
            Some(name) => Cow::Borrowed(name),
            None => {
                let mut name = var_name(var);
                while self.taken.contains(name.as_str()) {
                    name.insert(0, '_');
                }
                Cow::Owned(name)
            }
        }
    }
}
