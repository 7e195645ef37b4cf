//! The variables of the clause being read.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::Singleton;
use crate::term::Var;

#[derive(Default)]
pub(super) struct Variables<'a> {
    by_name: FxHashMap<&'a str, usize>,
    named: Vec<Named<'a>>,
    count: u32,
}

struct Named<'a> {
    name: &'a str,
    var: Var,
    span: Range<usize>,
    is_single: bool,
}

impl<'a> Variables<'a> {
    fn fresh(&mut self) -> Var {
        self.count += 1;
        Var(self.count - 1)
    }

    pub(super) fn occurrence(&mut self, name: &'a str, span: Range<usize>) -> Var {
        if name == "_" {
            return self.fresh();
        }
        if let Some(&index) = self.by_name.get(name) {
            self.named[index].is_single = false;
            return self.named[index].var;
        }
        let var = self.fresh();
        self.by_name.insert(name, self.named.len());
        self.named.push(Named {
            name,
            var,
            span,
            is_single: true,
        });
        var
    }

    /// Those that occur once though their names do not start with `_`.
    pub(super) fn singletons(&self) -> Vec<Singleton> {
        let singles = self.named.iter().filter(|named| named.is_single);
        singles
            .filter(|named| !named.name.starts_with('_'))
            .map(|named| Singleton {
                name: named.name.to_owned(),
                var: named.var,
                span: named.span.clone(),
            })
            .collect()
    }

    pub(super) fn into_names(self) -> Vec<(String, Var)> {
        let named = self.named.into_iter();
        named
            .map(|named| (named.name.to_owned(), named.var))
            .collect()
    }
}
