//! Facts that never change, laid out for one way of looking them up: the values of
//! the open arguments, one row after the other, by the place of the given ones in a
//! grid. Most relations of games are small enough for that (neighbours of squares,
//! owners of pieces), and a look-up neither hashes nor looks at terms.

use super::cube::Side;
use crate::terms::{TermId, Terms};

/// The most places of a grid: it should stay in the processor's caches.
const MAX_PLACES: usize = 1 << 18;

/// The rows of one relation.
#[derive(Debug)]
pub struct Rows {
    /// The values of each given argument.
    sides: Vec<Side>,
    /// For each place of the grid, its first row; then the number of rows.
    starts: Vec<u32>,
    /// The open arguments of each row.
    values: Vec<TermId>,
    width: usize,
}

impl Rows {
    /// The rows of these facts, in their order; nothing where the grid would be too
    /// large.
    pub fn new(facts: &[TermId], given: &[usize], open: &[usize], terms: &Terms) -> Option<Rows> {
        let mut sides = vec![Side::default(); given.len()];
        for &fact in facts {
            let args = terms.args(fact);
            for (side, &place) in sides.iter_mut().zip(given) {
                side.add(args[place]);
            }
        }
        let places = Side::lay_out(&mut sides);
        if places > MAX_PLACES || sides.iter().any(Side::is_full) {
            return None;
        }
        let mut rows = Rows {
            sides,
            starts: vec![0; places + 1],
            values: vec![TermId(0); facts.len() * open.len()],
            width: open.len(),
        };
        let place_of = |rows: &Rows, fact: TermId| {
            let args = terms.args(fact);
            rows.place(|side| Some(args[given[side]]))
        };
        for &fact in facts {
            let place = place_of(&rows, fact)?;
            rows.starts[place + 1] += 1;
        }
        for place in 0..places {
            rows.starts[place + 1] += rows.starts[place];
        }
        let mut next = rows.starts.clone();
        for &fact in facts {
            let place = place_of(&rows, fact)?;
            let row = next[place] as usize;
            next[place] += 1;
            for (column, &arg) in open.iter().enumerate() {
                rows.values[row * open.len() + column] = terms.args(fact)[arg];
            }
        }
        Some(rows)
    }

    fn place(&self, value: impl Fn(usize) -> Option<TermId>) -> Option<usize> {
        let mut place = 0;
        for (number, side) in self.sides.iter().enumerate() {
            place += side.place(value(number)?)?;
        }
        Some(place)
    }

    /// The first row with these given values, and the one after the last.
    #[inline]
    pub fn range(&self, value: impl Fn(usize) -> Option<TermId>) -> (u32, u32) {
        match self.place(value) {
            Some(place) => (self.starts[place], self.starts[place + 1]),
            None => (0, 0),
        }
    }

    /// The values of a row.
    #[inline]
    pub fn row(&self, row: usize) -> &[TermId] {
        &self.values[row * self.width..][..self.width]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stratalog_logic::read_term;

    fn interned(terms: &mut Terms, text: &str) -> TermId {
        let term = read_term(text).expect("a term").term;
        terms.intern(&term).expect("it is ground")
    }

    #[test]
    fn rows_are_found_by_what_is_given_in_their_order() {
        let mut terms = Terms::default();
        let texts = ["way(a,1,b)", "way(c,2,a)", "way(a,1,c)", "way(a,2,f(x))"];
        let facts = texts.map(|text| interned(&mut terms, text));
        let [a, b, c, d, one] = ["a", "b", "c", "d", "1"].map(|text| interned(&mut terms, text));
        let rows = Rows::new(&facts, &[0, 1], &[2], &terms).expect("a small grid");
        let found = |x: TermId, y: TermId| -> Vec<TermId> {
            let (start, end) = rows.range(|side| Some([x, y][side]));
            (start..end).map(|row| rows.row(row as usize)[0]).collect()
        };
        let nothing: Vec<TermId> = Vec::new();
        assert_eq!(found(a, one), [b, c]);
        assert_eq!(found(c, one), nothing);
        assert_eq!(found(d, one), nothing);
        let all = Rows::new(&facts, &[], &[0], &terms).expect("one place");
        assert_eq!(all.range(|_| None), (0, 4));
    }

    #[test]
    fn too_large_a_grid_has_no_rows() {
        let mut terms = Terms::default();
        let facts: Vec<TermId> = (0..1000)
            .map(|n| interned(&mut terms, &format!("way({n},{n},{n})")))
            .collect();
        assert!(Rows::new(&facts, &[0, 1], &[2], &terms).is_none());
        assert!(Rows::new(&facts, &[0], &[1, 2], &terms).is_some());
    }
}
