//! Places in the text of things of which only the clause is known.

use stratalog_logic::Var;

use crate::sheet::{Rulesheet, Syntax};

/// Finds places in a rulesheet.
pub struct Places<'a> {
    sheet: &'a Rulesheet,
}

impl<'a> Places<'a> {
    /// Places in this rulesheet.
    pub fn new(sheet: &'a Rulesheet) -> Places<'a> {
        Places { sheet }
    }

    /// Where a clause starts.
    pub fn clause(&self, clause: usize) -> (u32, u32) {
        match self.sheet.clauses.get(clause) {
            Some(clause) => (clause.read.line, clause.read.column),
            None => (1, 1),
        }
    }

    /// The first place of a word in a clause; the start of the clause where the
    /// word does not occur.
    pub fn word(&self, clause: usize, word: &str) -> (u32, u32) {
        let Some(read) = self.sheet.clauses.get(clause).map(|c| &c.read) else {
            return (1, 1);
        };
        let text = self.sheet.source.text.get(read.span.clone()).unwrap_or("");
        let start = (read.line, read.column);
        match find_word(text, word, self.sheet.syntax == Syntax::Kif) {
            Some(offset) => advanced(start, text.get(..offset).unwrap_or("")),
            None => start,
        }
    }

    /// The places of some bytes of the text within a clause, in ascending order.
    pub fn offsets(&self, clause: usize, offsets: &[usize]) -> Vec<(u32, u32)> {
        let Some(read) = self.sheet.clauses.get(clause).map(|c| &c.read) else {
            return vec![(1, 1); offsets.len()];
        };
        let mut at = (read.span.start, (read.line, read.column));
        let place = |&offset: &usize| {
            let passed = self.sheet.source.text.get(at.0..offset).unwrap_or("");
            at = (offset, advanced(at.1, passed));
            at.1
        };
        offsets.iter().map(place).collect()
    }

    /// The name of a variable as it is written; none where it has no name.
    pub fn variable(&self, clause: usize, var: Var) -> Option<String> {
        let names = &self.sheet.clauses.get(clause)?.read.var_names;
        let (name, _) = names.iter().find(|(_, v)| *v == var)?;
        Some(match self.sheet.syntax {
            Syntax::Prolog => name.clone(),
            Syntax::Kif => format!("?{}", name.to_lowercase()),
        })
    }

    /// The first clause whose head has this name.
    pub fn first_clause(&self, name: &str) -> Option<usize> {
        self.sheet
            .clauses
            .iter()
            .position(|c| c.head.functor().is_some_and(|f| f.name.as_str() == name))
    }
}

/// The place after some text.
fn advanced((line, column): (u32, u32), passed: &str) -> (u32, u32) {
    match passed.rsplit_once('\n') {
        None => (line, column + passed.chars().count() as u32),
        Some((before, last)) => {
            let lines = 1 + before.matches('\n').count() as u32;
            (line + lines, last.chars().count() as u32 + 1)
        }
    }
}

/// The byte offset of a word that is not part of a longer one.
fn find_word(text: &str, word: &str, ignores_case: bool) -> Option<usize> {
    if word.is_empty() {
        return None;
    }
    let lower;
    let text = if ignores_case {
        lower = text.to_ascii_lowercase();
        lower.as_str()
    } else {
        text
    };
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).map(|(at, _)| at).find(|&at| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        let starts_new = !word.starts_with(is_part) || !before.is_some_and(is_part);
        starts_new && !after.is_some_and(is_part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_whole() {
        assert_eq!(find_word("cells(X) :- cell(X)", "cell", false), Some(12));
        assert_eq!(find_word("(<= (F ?AB) (G ?a))", "?a", true), Some(15));
        assert_eq!(find_word("abc", "b", false), None);
    }
}
