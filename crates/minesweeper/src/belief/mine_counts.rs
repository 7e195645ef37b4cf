//! Counting on which squares the mines of many boards lie.

use num_traits::PrimInt;

/// For each square, in how many of the masks added it is a mine, kept as
/// binary digits side by side.
#[derive(Debug, Clone)]
pub struct MineCounts<M> {
    digits: [M; 23],
    used: usize,
    added: u32,
}

impl<M: PrimInt> Default for MineCounts<M> {
    fn default() -> Self {
        MineCounts {
            digits: [M::zero(); 23],
            used: 0,
            added: 0,
        }
    }
}

impl<M: PrimInt> MineCounts<M> {
    /// How many boards were added.
    pub fn added(&self) -> u32 {
        self.added
    }

    /// Forgets all boards.
    pub fn clear(&mut self) {
        self.digits[..self.used].fill(M::zero());
        self.used = 0;
        self.added = 0;
    }

    /// Adds a board: the set of its mines.
    pub fn add(&mut self, mask: M) {
        self.added += 1;
        self.carry(0, mask);
    }

    /// Adds a digit at a place and from there on.
    fn carry(&mut self, from: usize, digit: M) {
        let mut carry = digit;
        let mut place = from;
        while carry != M::zero() {
            let digit = self.digits[place];
            self.digits[place] = digit ^ carry;
            carry = digit & carry;
            place += 1;
        }
        self.used = self.used.max(place);
    }

    /// Adds many boards.
    pub fn add_all(&mut self, masks: &[M]) {
        // Four at a time: three sums without a branch take the place of four
        // carries of unforeseeable length.
        let (fours, rest) = masks.as_chunks::<4>();
        for &[a, b, c, d] in fours {
            let (sum, carry) = add_three(self.digits[0], a, b);
            let (sum, second_carry) = add_three(sum, c, d);
            self.digits[0] = sum;
            let (sum, carry) = add_three(self.digits[1], carry, second_carry);
            self.digits[1] = sum;
            self.used = self.used.max(2);
            self.carry(2, carry);
        }
        self.added += 4 * fours.len() as u32;
        rest.iter().for_each(|&mask| self.add(mask));
    }

    /// In how many of the boards added the square is a mine.
    pub fn of(&self, square: usize) -> u32 {
        let bit = M::one() << square;
        (0..self.used).fold(0, |count, place| {
            count | u32::from(self.digits[place] & bit != M::zero()) << place
        })
    }

    /// The least count over the given squares.
    pub fn fewest(&self, squares: M) -> u32 {
        // Digit by digit from the top, keep the squares whose digit is 0 if
        // there are any.
        let mut kept = squares;
        let mut count = 0;
        for place in (0..self.used).rev() {
            let low = kept & !self.digits[place];
            if low == M::zero() {
                count |= 1 << place;
            } else {
                kept = low;
            }
        }
        if squares == M::zero() { 0 } else { count }
    }
}

/// The sum of three digits for each square, and what it carries.
fn add_three<M: PrimInt>(a: M, b: M, c: M) -> (M, M) {
    let either = a ^ b;
    (either ^ c, a & b | either & c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_those_of_a_plain_loop() {
        let masks: Vec<u32> = (0..200_u32)
            .map(|i| i.wrapping_mul(0x9e37_79b9) >> 12)
            .collect();
        let mut counts = MineCounts::default();
        counts.add(masks[0]);
        counts.add_all(&masks[1..]);
        let plain = |square: usize| masks.iter().filter(|&m| m >> square & 1 == 1).count() as u32;
        for square in 0..20 {
            assert_eq!(counts.of(square), plain(square));
        }
        let squares = 0b1010_0110_u32;
        assert_eq!(
            counts.fewest(squares),
            (0..20)
                .filter(|square| squares >> square & 1 == 1)
                .map(plain)
                .min()
                .unwrap_or(0)
        );
    }
}
