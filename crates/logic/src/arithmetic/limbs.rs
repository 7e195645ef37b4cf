//! The common functions of large integers, on the words of the heap and without
//! an allocation. Everything else is computed by `num-bigint`. The benchmarks are
//! `big integers` and `modular powers`.

use std::cmp::Ordering;

use smallvec::SmallVec;

use super::{Evaluable, VISITS_A_WORD};
use crate::cell::{BoxKind, Cell, Tag};
use crate::heap::Heap;

type Words = SmallVec<[u64; 32]>;

/// Products with more steps than this are left to a better algorithm.
const MAX_STEPS: usize = 1024;
/// Longer integers are left to the code that checks their size.
const MAX_WORDS: usize = 1024;

/// The value of a function of two integers, if it is one of those that are computed
/// here.
pub(crate) fn on_large_integers(
    heap: &mut Heap,
    function: Evaluable,
    a: Cell,
    b: Cell,
) -> Option<Cell> {
    let (a_negative, x) = magnitude(heap, a)?;
    let (b_negative, y) = magnitude(heap, b)?;
    if x.len().max(y.len()) > MAX_WORDS {
        return None;
    }
    let (is_negative, words) = match function {
        Evaluable::Add => sum(a_negative, &x, b_negative, &y),
        Evaluable::Subtract => sum(a_negative, &x, !b_negative, &y),
        Evaluable::Multiply if x.len() * y.len() <= MAX_STEPS => {
            (a_negative != b_negative, product(&x, &y))
        }
        Evaluable::IntegerDivide | Evaluable::Remainder | Evaluable::Modulo
            if y.as_slice() != [0] && x.len() * y.len() <= MAX_STEPS =>
        {
            let (quotient, rest) = divide(&x, &y);
            match function {
                Evaluable::IntegerDivide => (a_negative != b_negative, quotient),
                // The result has the sign of the divisor.
                Evaluable::Modulo if a_negative != b_negative && rest.iter().any(|&w| w != 0) => {
                    (b_negative, subtract(&y, &rest))
                }
                Evaluable::Modulo => (b_negative, rest),
                _ => (a_negative, rest),
            }
        }
        Evaluable::And if !a_negative && !b_negative => {
            (false, x.iter().zip(&y).map(|(x, y)| x & y).collect())
        }
        Evaluable::ShiftRight if !a_negative && b.tag() == Tag::Int && !b_negative => {
            (false, shifted_right(&x, y[0]))
        }
        _ => return None,
    };
    heap.effort.spend(VISITS_A_WORD * words.len() as u64);
    Some(heap.new_integer(is_negative, &words))
}

/// The sign and the words of an integer, the lowest first.
fn magnitude(heap: &Heap, cell: Cell) -> Option<(bool, Words)> {
    if cell.tag() == Tag::Int {
        let value = cell.int();
        return Some((value < 0, SmallVec::from_slice(&[value.unsigned_abs()])));
    }
    let (kind, words) = heap.box_words(cell);
    match kind {
        BoxKind::Float => None,
        _ => Some((
            kind == BoxKind::Negative,
            words.iter().map(|word| word.bits()).collect(),
        )),
    }
}

fn sum(a_negative: bool, x: &[u64], b_negative: bool, y: &[u64]) -> (bool, Words) {
    if a_negative == b_negative {
        return (a_negative, add(x, y));
    }
    match compare(x, y) {
        Ordering::Less => (b_negative, subtract(y, x)),
        _ => (a_negative, subtract(x, y)),
    }
}

fn compare(x: &[u64], y: &[u64]) -> Ordering {
    let by_length = x.len().cmp(&y.len());
    by_length.then_with(|| x.iter().rev().cmp(y.iter().rev()))
}

fn add(x: &[u64], y: &[u64]) -> Words {
    let (long, short) = if x.len() < y.len() { (y, x) } else { (x, y) };
    let mut words = Words::with_capacity(long.len() + 1);
    let mut carry = false;
    for (i, &word) in long.iter().enumerate() {
        let (sum, first) = word.overflowing_add(short.get(i).copied().unwrap_or(0));
        let (sum, second) = sum.overflowing_add(u64::from(carry));
        carry = first || second;
        words.push(sum);
    }
    words.push(u64::from(carry));
    words
}

/// The difference; the first number is not the smaller one.
fn subtract(x: &[u64], y: &[u64]) -> Words {
    let mut words = Words::with_capacity(x.len());
    let mut borrow = false;
    for (i, &word) in x.iter().enumerate() {
        let (rest, first) = word.overflowing_sub(y.get(i).copied().unwrap_or(0));
        let (rest, second) = rest.overflowing_sub(u64::from(borrow));
        borrow = first || second;
        words.push(rest);
    }
    words
}

fn shifted_right(x: &[u64], by: u64) -> Words {
    let skipped = usize::try_from(by / 64).unwrap_or(usize::MAX);
    let bits = by % 64;
    let words = x.get(skipped..).unwrap_or_default();
    let above = words.iter().skip(1).copied().chain([0]);
    let shift = |(&word, above): (&u64, u64)| match bits {
        0 => word,
        _ => word >> bits | above << (64 - bits),
    };
    words.iter().zip(above).map(shift).collect()
}

fn shifted_left(x: &[u64], bits: u32) -> Words {
    let mut words = Words::with_capacity(x.len() + 1);
    let mut carry = 0;
    for &word in x {
        words.push(word << bits | carry);
        carry = if bits == 0 { 0 } else { word >> (64 - bits) };
    }
    words.push(carry);
    words
}

/// Quotient and remainder; the divisor is not zero and its last word is not zero
/// either. Knuth, The Art of Computer Programming, volume 2, algorithm 4.3.1 D.
fn divide(x: &[u64], y: &[u64]) -> (Words, Words) {
    if compare(x, y) == Ordering::Less {
        return (Words::new(), x.into());
    }
    if let [divisor] = *y {
        let mut quotient = Words::from_elem(0, x.len());
        let mut rest = 0u128;
        for (i, &word) in x.iter().enumerate().rev() {
            let value = rest << 64 | u128::from(word);
            quotient[i] = (value / u128::from(divisor)) as u64;
            rest = value % u128::from(divisor);
        }
        return (quotient, SmallVec::from_slice(&[rest as u64]));
    }
    let n = y.len();
    let bits = y[n - 1].leading_zeros();
    let divisor = shifted_left(y, bits);
    let divisor = &divisor[..n];
    let mut rest = shifted_left(x, bits);
    let mut quotient = Words::from_elem(0, x.len() - n + 1);
    for j in (0..=x.len() - n).rev() {
        // Estimate a word of the quotient from the first words; it is at most two
        // too large, and after the correction at most one.
        let first = u128::from(rest[j + n]) << 64 | u128::from(rest[j + n - 1]);
        let top = u128::from(divisor[n - 1]);
        let (mut guess, mut left) = (first / top, first % top);
        while guess >> 64 != 0
            || guess * u128::from(divisor[n - 2]) > (left << 64 | u128::from(rest[j + n - 2]))
        {
            guess -= 1;
            left += top;
            if left >> 64 != 0 {
                break;
            }
        }
        // Subtract `guess` times the divisor.
        let (mut carry, mut borrow) = (0u128, false);
        for i in 0..n {
            let value = guess * u128::from(divisor[i]) + carry;
            carry = value >> 64;
            let (word, first) = rest[i + j].overflowing_sub(value as u64);
            let (word, second) = word.overflowing_sub(u64::from(borrow));
            rest[i + j] = word;
            borrow = first || second;
        }
        let (word, first) = rest[j + n].overflowing_sub(carry as u64);
        let (word, second) = word.overflowing_sub(u64::from(borrow));
        rest[j + n] = word;
        if first || second {
            // It was one time too many.
            guess -= 1;
            let mut carry = false;
            for i in 0..n {
                let (word, first) = rest[i + j].overflowing_add(divisor[i]);
                let (word, second) = word.overflowing_add(u64::from(carry));
                rest[i + j] = word;
                carry = first || second;
            }
            rest[j + n] = rest[j + n].wrapping_add(u64::from(carry));
        }
        quotient[j] = guess as u64;
    }
    (quotient, shifted_right(&rest[..n], u64::from(bits)))
}

fn product(x: &[u64], y: &[u64]) -> Words {
    let mut words = Words::from_elem(0, x.len() + y.len());
    for (i, &a) in x.iter().enumerate() {
        let mut carry = 0u128;
        for (j, &b) in y.iter().enumerate() {
            let value = u128::from(a) * u128::from(b) + u128::from(words[i + j]) + carry;
            words[i + j] = value as u64;
            carry = value >> 64;
        }
        words[i + y.len()] = carry as u64;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigInt;
    use num_integer::Integer as _;
    use proptest::prelude::*;

    fn integer() -> impl Strategy<Value = BigInt> {
        let words = prop_oneof![Just(0), Just(1), Just(u32::MAX), any::<u32>()];
        (any::<bool>(), prop::collection::vec(words, 0..20)).prop_map(|(negative, words)| {
            let value = BigInt::from_slice(num_bigint::Sign::Plus, &words);
            if negative { -value } else { value }
        })
    }

    proptest! {
        #[test]
        fn values_are_those_of_num_bigint(a in integer(), b in integer()) {
            let mut heap = Heap::default();
            let (x, y) = (heap.new_big(&a), heap.new_big(&b));
            let mut expected = vec![
                (Evaluable::Add, &a + &b),
                (Evaluable::Subtract, &a - &b),
                (Evaluable::Multiply, &a * &b),
            ];
            if b != BigInt::ZERO {
                expected.extend([
                    (Evaluable::IntegerDivide, &a / &b),
                    (Evaluable::Remainder, &a % &b),
                    (Evaluable::Modulo, a.mod_floor(&b)),
                ]);
            }
            if a.sign() != num_bigint::Sign::Minus {
                let y = heap.new_int(77);
                let ours = on_large_integers(&mut heap, Evaluable::ShiftRight, x, y);
                let theirs = heap.new_big(&(&a >> 77));
                prop_assert!(heap.identical(ours.expect("an integer"), theirs));
            }
            if a.sign() != num_bigint::Sign::Minus && b.sign() != num_bigint::Sign::Minus {
                expected.push((Evaluable::And, &a & &b));
            }
            for (function, value) in expected {
                let ours = on_large_integers(&mut heap, function, x, y).expect("integers");
                let theirs = heap.new_big(&value);
                prop_assert!(heap.identical(ours, theirs), "{a} {function:?} {b}");
                prop_assert_eq!(ours.tag(), theirs.tag());
            }
        }
    }
}
