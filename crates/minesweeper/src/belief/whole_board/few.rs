//! Sets of at most 64 fields as bits: what each square shows on which of them.

use super::geometry::{Geometry, MINE, MOST_SQUARES, squares};
use super::opened::Opened;

/// The most fields of a set.
pub(super) const MOST_FIELDS: usize = 64;

/// At most 64 fields, and for each covered square that may be safe on which of
/// them it is safe and what it shows. These squares are numbered from 0.
#[derive(Debug)]
pub(super) struct Few {
    fields: Vec<u32>,
    opened: Opened,
    count: usize,
    squares: [u8; MOST_SQUARES],
    safe: [u64; MOST_SQUARES],
    /// The numbers that a square shows on some field, as bits.
    numbers: [u16; MOST_SQUARES],
    /// The fields on which a square is safe, by the number it shows.
    showing: [[u64; MINE]; MOST_SQUARES],
    /// The fields by the binary digits of a square's number.
    digits: [[u64; 4]; MOST_SQUARES],
}

/// Fields left of a [`Few`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// The fields.
    pub left: u64,
    /// The covered squares that are uncertain.
    pub live: u32,
    /// The squares opened since the set was made.
    pub opened: u32,
    /// No play wins more of the fields than this.
    pub bound: u32,
}

impl Default for Few {
    fn default() -> Few {
        Few {
            fields: Vec::new(),
            opened: Opened::default(),
            count: 0,
            squares: [0; MOST_SQUARES],
            safe: [0; MOST_SQUARES],
            numbers: [0; MOST_SQUARES],
            showing: [[0; MINE]; MOST_SQUARES],
            digits: [[0; 4]; MOST_SQUARES],
        }
    }
}

impl Few {
    /// Takes these fields in place of those it has.
    pub fn fill(&mut self, geometry: &Geometry, fields: &[u32], opened: Opened) {
        let mut mines = [0_u64; MOST_SQUARES];
        for (number, &field) in fields.iter().enumerate() {
            squares(field).for_each(|square| mines[square] |= 1 << number);
        }
        self.fields.clear();
        self.fields.extend_from_slice(fields);
        self.opened = opened;
        self.count = 0;
        let all = self.all().left;
        for square in squares(geometry.all & !opened.squares) {
            if all & !mines[square] != 0 {
                let around = squares(geometry.around(square)).map(|one| mines[one]);
                self.add_square(square, all & !mines[square], digits(around));
            }
        }
    }

    fn add_square(&mut self, square: usize, safe: u64, digits: [u64; 4]) {
        let one = self.count;
        self.count += 1;
        self.squares[one] = square as u8;
        self.safe[one] = safe;
        self.digits[one] = digits;
        self.numbers[one] = 0;
        for (number, showing) in self.showing[one].iter_mut().enumerate() {
            let has_digit = |(place, digit): (usize, &u64)| match number >> place & 1 {
                1 => *digit,
                _ => !digit,
            };
            let numbered = digits.iter().enumerate().map(has_digit);
            *showing = numbered.fold(safe, |showing, fields| showing & fields);
            self.numbers[one] |= u16::from(*showing != 0) << number;
        }
    }

    /// All fields.
    pub fn all(&self) -> Part {
        Part {
            left: u64::MAX >> (MOST_FIELDS - self.fields.len()),
            live: ((1_u64 << self.count) - 1) as u32,
            opened: 0,
            bound: self.fields.len() as u32,
        }
    }

    /// On how many of these fields a square is safe.
    pub fn safe(&self, left: u64, square: usize) -> u32 {
        (self.safe[square] & left).count_ones()
    }

    /// The parts of these fields by the number a square shows.
    pub fn showing(&self, left: u64, square: usize) -> impl Iterator<Item = u64> {
        let parts = squares(u32::from(self.numbers[square]));
        parts
            .map(move |number| self.showing[square][number] & left)
            .filter(|&part| part != 0)
    }

    /// The squares that are mines wherever this one is.
    pub fn mined_with(&self, part: &Part, square: usize) -> u32 {
        let safe = self.safe[square] & part.left;
        let others = squares(part.live & !(1 << square));
        others
            .filter(|&other| self.safe[other] & part.left & !safe == 0)
            .fold(0, |found, other| found | 1 << other)
    }

    /// At most this number of fields is won: all if a safe square tells any of
    /// them apart, else those on which the safest uncertain square is safe.
    pub fn bound(&self, left: u64, live: u32) -> u32 {
        let size = left.count_ones();
        if size <= 1 {
            return size;
        }
        let mut most = 1;
        for square in squares(live) {
            let safe = self.safe[square] & left;
            if safe != left {
                most = most.max(safe.count_ones());
            } else if self.varying(left, square).next().is_some() {
                return size;
            }
        }
        most
    }

    /// The digits of a square's number that are not the same on all of these
    /// fields.
    fn varying(&self, left: u64, square: usize) -> impl Iterator<Item = u64> {
        let digits = self.digits[square].into_iter();
        digits.filter(move |digit| digit & left != 0 && digit & left != left)
    }

    /// Opens every square that is safe on all fields left, until none is. Adds
    /// the parts in which something is uncertain and the value is not known yet,
    /// and gives the fields won in the others. Counts the sets it looked at.
    pub fn close(&self, part: Part, closed: &mut Vec<Part>, work: &mut u64) -> u32 {
        let Part { left, live, .. } = part;
        let size = left.count_ones();
        if size <= 1 {
            return size;
        }
        *work += 1;
        let (mut opened, mut mined, mut most) = (0, 0, 0);
        let mut parts = [0; MOST_FIELDS];
        parts[0] = left;
        let mut count = 1;
        for square in squares(live) {
            let safe = self.safe[square] & left;
            if safe == left {
                opened |= 1 << square;
                for digit in self.varying(left, square) {
                    let known = count;
                    for place in 0..known {
                        let (one, other) = (parts[place] & digit, parts[place] & !digit);
                        if one != 0 && other != 0 {
                            parts[place] = one;
                            parts[count] = other;
                            count += 1;
                        }
                    }
                }
            } else if safe == 0 {
                mined |= 1 << square;
            } else {
                most = most.max(safe.count_ones());
            }
        }
        let next = |left: u64| Part {
            left,
            live: live & !opened & !mined,
            opened: part.opened | opened,
            bound: most,
        };
        if count > 1 {
            let parts = parts[..count].iter();
            return parts
                .map(|&left| self.close(next(left), closed, work))
                .sum();
        }
        if size == 2 {
            // Nothing tells the two apart without losing one of them.
            return 1;
        }
        closed.push(next(left));
        0
    }

    /// What is open where these fields are left.
    pub fn opened(&self, part: &Part) -> Opened {
        let field = part.left.trailing_zeros();
        squares(part.opened).fold(self.opened, |opened, square| {
            let digits = self.digits[square].iter().enumerate();
            let number = digits.fold(0, |number, (place, digit)| {
                number | ((digit >> field & 1) as usize) << place
            });
            opened.with(usize::from(self.squares[square]), number)
        })
    }

    /// The uncertain squares as squares of the board.
    pub fn uncertain(&self, part: &Part) -> u32 {
        squares(part.live).fold(0, |found, square| found | 1 << self.squares[square])
    }

    /// The fields that are left.
    pub fn fields(&self, part: &Part) -> Vec<u32> {
        let numbered = self.fields.iter().enumerate();
        let left = numbered.filter(|(number, _)| part.left >> number & 1 == 1);
        left.map(|(_, &field)| field).collect()
    }
}

/// The binary digits of how many of the sets each element is in.
fn digits(sets: impl Iterator<Item = u64>) -> [u64; 4] {
    let mut digits = [0; 4];
    for set in sets {
        let mut carry = set;
        for digit in &mut digits {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
        }
    }
    digits
}
