//! Facts of one kind as bits, one for each combination of the values that their
//! arguments have had. Most relations of games are small in this sense (a board, the
//! pairs of its squares), and asking a bit saves looking for the term.

use crate::matching::find;
use crate::program::Pattern;
use crate::terms::{FunctorId, TermId, Terms};

/// The most bits of a cube: it should stay in the processor's caches.
const MAX_BITS: usize = 1 << 21;

/// The facts of one functor.
#[derive(Clone, Debug, Default)]
pub struct Cube {
    sides: Vec<Side>,
    bits: Vec<u64>,
    /// Whether there are more combinations than bits allowed, or values than numbers.
    is_too_large: bool,
}

/// The values of one argument.
#[derive(Clone, Debug, Default)]
pub struct Side {
    /// For each term, its number among the values, from 1; 0 where it is none.
    numbers: Vec<u16>,
    count: usize,
    stride: usize,
}

impl Side {
    /// The place of a value among the combinations; none where it was never seen.
    #[inline]
    pub fn place(&self, term: TermId) -> Option<usize> {
        match self.numbers.get(term.index()) {
            None | Some(0) => None,
            Some(&number) => Some((usize::from(number) - 1) * self.stride),
        }
    }

    /// Adds a value; says whether it is new.
    pub fn add(&mut self, term: TermId) -> bool {
        if self.numbers.len() <= term.index() {
            self.numbers.resize(term.index() + 1, 0);
        }
        let number = &mut self.numbers[term.index()];
        let is_new = *number == 0 && self.count < usize::from(u16::MAX);
        if is_new {
            self.count += 1;
            *number = self.count as u16;
        }
        is_new
    }

    /// Whether there may be more values than numbers.
    pub fn is_full(&self) -> bool {
        self.count == usize::from(u16::MAX)
    }

    /// Gives each combination of values a place; says how many there are.
    pub fn lay_out(sides: &mut [Side]) -> usize {
        let mut places = 1usize;
        for side in sides {
            side.stride = places;
            places = places.saturating_mul(side.count);
        }
        places
    }
}

impl Cube {
    /// The bit of a combination; none where a value was never seen, so that it is no
    /// fact.
    #[inline]
    pub fn bit(&self, mut value: impl FnMut(usize) -> Option<TermId>) -> Option<usize> {
        let mut bit = 0;
        for (place, side) in self.sides.iter().enumerate() {
            bit += side.place(value(place)?)?;
        }
        Some(bit)
    }

    /// Whether a bit is on.
    #[inline]
    pub fn is_on(&self, bit: usize) -> bool {
        self.bits[bit / 64] >> (bit % 64) & 1 == 1
    }

    fn write(&mut self, args: &[TermId], is_on: bool) {
        if let Some(bit) = self.bit(|place| args.get(place).copied()) {
            let mask = 1 << (bit % 64);
            match is_on {
                true => self.bits[bit / 64] |= mask,
                false => self.bits[bit / 64] &= !mask,
            }
        }
    }

    /// Takes in the values of arguments; says whether the bits must be laid out
    /// again.
    fn learn(&mut self, args: &[TermId]) -> bool {
        self.sides.resize_with(args.len(), Side::default);
        let sides = self.sides.iter_mut().zip(args);
        sides.fold(false, |grown, (side, &arg)| side.add(arg) | grown)
    }

    /// The bits of these rows of values, and the number of combinations; nothing where
    /// there are too many.
    pub fn of_rows(rows: &[Box<[TermId]>], sides: usize) -> Option<(Cube, usize)> {
        let mut cube = Cube {
            sides: vec![Side::default(); sides],
            ..Cube::default()
        };
        for row in rows {
            cube.learn(row);
        }
        let combinations = cube.lay_out();
        if cube.is_too_large {
            return None;
        }
        rows.iter().for_each(|row| cube.write(row, true));
        Some((cube, combinations))
    }

    /// Lays out the bits for the values known, all off; says how many there are.
    fn lay_out(&mut self) -> usize {
        let bits = Side::lay_out(&mut self.sides);
        self.is_too_large = bits > MAX_BITS || self.sides.iter().any(Side::is_full);
        self.bits.clear();
        if !self.is_too_large {
            self.bits.resize(bits.div_ceil(64), 0);
        }
        bits
    }
}

/// The facts of many functors.
#[derive(Clone, Debug, Default)]
pub struct Cubes {
    by_functor: Vec<Cube>,
}

impl Cubes {
    /// The cube of a functor's facts; none where there are too many combinations.
    #[inline]
    pub fn of(&self, functor: FunctorId) -> Option<&Cube> {
        let cube = self.by_functor.get(functor.index())?;
        (!cube.is_too_large && !cube.sides.is_empty()).then_some(cube)
    }

    /// Whether the bit of a bound pattern is on; nothing where there are no bits for
    /// its functor.
    #[inline]
    pub fn holds(&self, pattern: &Pattern, values: &[TermId], terms: &Terms) -> Option<bool> {
        let Pattern::Compound(functor, args) = pattern else {
            return None;
        };
        let cube = self.of(*functor)?;
        let bit = cube.bit(|place| find(&args[place], values, terms));
        Some(bit.is_some_and(|bit| cube.is_on(bit)))
    }

    /// Adds facts with arguments. Where they have new values, the bits are laid out
    /// again: then the answer is true, and facts from before must be added again.
    pub fn add(&mut self, facts: &[TermId], terms: &Terms) -> bool {
        let mut grown: Vec<FunctorId> = Vec::new();
        for &fact in facts {
            let Some(functor) = terms.functor_of(fact) else {
                continue;
            };
            if self.by_functor.len() <= functor.index() {
                self.by_functor
                    .resize_with(functor.index() + 1, Cube::default);
            }
            let cube = &mut self.by_functor[functor.index()];
            if !cube.is_too_large && cube.learn(terms.args(fact)) && !grown.contains(&functor) {
                grown.push(functor);
            }
        }
        for functor in &grown {
            self.by_functor[functor.index()].lay_out();
        }
        self.write(facts, terms, true);
        !grown.is_empty()
    }

    /// Removes facts.
    pub fn remove(&mut self, facts: &[TermId], terms: &Terms) {
        self.write(facts, terms, false);
    }

    fn write(&mut self, facts: &[TermId], terms: &Terms, is_on: bool) {
        for &fact in facts {
            let functor = terms.functor_of(fact).map(FunctorId::index);
            if let Some(cube) = functor.and_then(|functor| self.by_functor.get_mut(functor))
                && !cube.is_too_large
            {
                cube.write(terms.args(fact), is_on);
            }
        }
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

    fn holds(cubes: &Cubes, fact: TermId, terms: &Terms) -> bool {
        let functor = terms.functor_of(fact).expect("a compound");
        let cube = cubes.of(functor).expect("a small cube");
        let bit = cube.bit(|place| Some(terms.args(fact)[place]));
        bit.is_some_and(|bit| cube.is_on(bit))
    }

    #[test]
    fn facts_are_found_also_after_new_values() {
        let mut terms = Terms::default();
        let [a, b, c] =
            ["cell(1,1,x)", "cell(1,2,o)", "cell(3,1,f(x))"].map(|text| interned(&mut terms, text));
        let mut cubes = Cubes::default();
        cubes.add(&[a, b], &terms);
        assert!(holds(&cubes, a, &terms) && holds(&cubes, b, &terms));
        assert!(!holds(&cubes, c, &terms));
        cubes.remove(&[a, b], &terms);
        cubes.add(&[c, b], &terms);
        assert!(!holds(&cubes, a, &terms));
        assert!(holds(&cubes, b, &terms) && holds(&cubes, c, &terms));
    }

    #[test]
    fn too_many_combinations_have_no_cube() {
        let mut terms = Terms::default();
        let facts: Vec<TermId> = (0..2000)
            .map(|n| interned(&mut terms, &format!("pair({n},{n})")))
            .collect();
        let mut cubes = Cubes::default();
        cubes.add(&facts, &terms);
        let functor = terms.functor_of(facts[0]).expect("a compound");
        assert!(cubes.of(functor).is_none());
    }
}
