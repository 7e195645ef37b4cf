//! The common functions of large integers, on the words of the heap and without
//! an allocation. Everything else is computed by `num-bigint`. The benchmarks are
//! `big integers` and `modular powers`.

use std::cmp::Ordering;

use super::{Evaluable, VISITS_A_WORD};
use crate::cell::{BoxKind, Cell, Tag};
use crate::heap::Heap;

/// Products with more steps than this are left to a better algorithm.
const MAX_STEPS: usize = 1024;
/// Longer integers are left to the code that checks their size.
const MAX_WORDS: usize = 1024;

/// Words of intermediate results, the lowest first. They are kept between
/// operations so that these need not allocate.
#[derive(Clone, Default)]
pub(crate) struct Scratch {
    result: Vec<u64>,
    quotient: Vec<u64>,
    divisor: Vec<u64>,
    rest: Vec<u64>,
}

/// The value of a function of two integers, if it is one of those that are computed
/// here.
pub(crate) fn on_large_integers(
    heap: &mut Heap,
    function: Evaluable,
    a: Cell,
    b: Cell,
) -> Option<Cell> {
    let mut scratch = heap.scratch.take().unwrap_or_default();
    let is_negative = compute(heap, function, [a, b], &mut scratch);
    let value = is_negative.map(|is_negative| {
        let words = &scratch.result;
        heap.effort.spend(VISITS_A_WORD * words.len() as u64);
        heap.new_integer(is_negative, words)
    });
    heap.scratch = Some(scratch);
    value
}

/// Leaves the words of the value in the scratch's result, and says whether it is
/// negative.
fn compute(
    heap: &Heap,
    function: Evaluable,
    [a, b]: [Cell; 2],
    scratch: &mut Scratch,
) -> Option<bool> {
    let (small_a, small_b) = ([small(a)], [small(b)]);
    let (a_negative, x) = magnitude(heap, a, &small_a)?;
    let (b_negative, y) = magnitude(heap, b, &small_b)?;
    if x.len().max(y.len()) > MAX_WORDS {
        return None;
    }
    let result = &mut scratch.result;
    result.clear();
    Some(match function {
        Evaluable::Add => sum((a_negative, x), (b_negative, y), result),
        Evaluable::Subtract => sum((a_negative, x), (!b_negative, y), result),
        Evaluable::Multiply if x.len() * y.len() <= MAX_STEPS => {
            multiply(x, y, result);
            a_negative != b_negative
        }
        Evaluable::IntegerDivide | Evaluable::Remainder | Evaluable::Modulo
            if y != [Cell::raw(0)] && x.len() * y.len() <= MAX_STEPS =>
        {
            divide(x, y, scratch);
            let Scratch {
                result,
                quotient,
                rest,
                ..
            } = scratch;
            match function {
                Evaluable::IntegerDivide => {
                    result.extend_from_slice(quotient);
                    a_negative != b_negative
                }
                // The result has the sign of the divisor.
                Evaluable::Modulo if a_negative != b_negative && rest.iter().any(|&w| w != 0) => {
                    let rest = rest.iter().copied();
                    subtract(y.iter().map(|word| word.bits()), rest, result);
                    b_negative
                }
                Evaluable::Modulo => {
                    result.extend_from_slice(rest);
                    b_negative
                }
                _ => {
                    result.extend_from_slice(rest);
                    a_negative
                }
            }
        }
        Evaluable::And if !a_negative && !b_negative => {
            result.extend(x.iter().zip(y).map(|(x, y)| x.bits() & y.bits()));
            false
        }
        Evaluable::ShiftRight if !a_negative && b.tag() == Tag::Int && !b_negative => {
            let by = y[0].bits();
            let skipped = usize::try_from(by / 64).unwrap_or(usize::MAX);
            result.extend(x.iter().skip(skipped).map(|word| word.bits()));
            shift_right(result, (by % 64) as u32);
            false
        }
        _ => return None,
    })
}

/// The magnitude of a small integer; 0 for other cells.
fn small(cell: Cell) -> Cell {
    match cell.tag() {
        Tag::Int => Cell::raw(cell.int().unsigned_abs()),
        _ => Cell::raw(0),
    }
}

/// Whether an integer is negative, and its words, the lowest first.
type Signed<'a> = (bool, &'a [Cell]);

fn magnitude<'a>(heap: &'a Heap, cell: Cell, small: &'a [Cell; 1]) -> Option<Signed<'a>> {
    if cell.tag() == Tag::Int {
        return Some((cell.int() < 0, small));
    }
    let (kind, words) = heap.box_words(cell);
    match kind {
        BoxKind::Float => None,
        _ => Some((kind == BoxKind::Negative, words)),
    }
}

/// The sum of two integers; says whether it is negative.
fn sum(a: Signed<'_>, b: Signed<'_>, result: &mut Vec<u64>) -> bool {
    let ((a_negative, x), (b_negative, y)) = (a, b);
    let bits = |cell: &Cell| cell.bits();
    if a_negative == b_negative {
        add(x, y, result);
        return a_negative;
    }
    let by_length = x.len().cmp(&y.len());
    let order = by_length.then_with(|| x.iter().rev().map(bits).cmp(y.iter().rev().map(bits)));
    match order {
        Ordering::Less => {
            subtract(y.iter().map(bits), x.iter().map(bits), result);
            b_negative
        }
        _ => {
            subtract(x.iter().map(bits), y.iter().map(bits), result);
            a_negative
        }
    }
}

fn add(x: &[Cell], y: &[Cell], result: &mut Vec<u64>) {
    let (long, short) = if x.len() < y.len() { (y, x) } else { (x, y) };
    result.reserve(long.len() + 1);
    let mut carry = false;
    let (low, high) = long.split_at(short.len());
    for (a, b) in low.iter().zip(short) {
        let (sum, first) = a.bits().overflowing_add(b.bits());
        let (sum, second) = sum.overflowing_add(u64::from(carry));
        carry = first || second;
        result.push(sum);
    }
    for a in high {
        let (sum, overflows) = a.bits().overflowing_add(u64::from(carry));
        carry = overflows;
        result.push(sum);
    }
    result.push(u64::from(carry));
}

/// The difference; the first number is not the smaller one.
fn subtract(x: impl Iterator<Item = u64>, y: impl Iterator<Item = u64>, result: &mut Vec<u64>) {
    let mut borrow = false;
    for (word, other) in x.zip(y.chain(std::iter::repeat(0))) {
        let (rest, first) = word.overflowing_sub(other);
        let (rest, second) = rest.overflowing_sub(u64::from(borrow));
        borrow = first || second;
        result.push(rest);
    }
}

/// Shifts right by less than 64 bits.
fn shift_right(words: &mut [u64], bits: u32) {
    if bits == 0 {
        return;
    }
    let mut above = 0;
    for word in words.iter_mut().rev() {
        let shifted = *word >> bits | above;
        above = *word << (64 - bits);
        *word = shifted;
    }
}

/// Words shifted left by less than 64 bits, with one more word.
fn shift_left(x: &[Cell], bits: u32, result: &mut Vec<u64>) {
    result.clear();
    let mut carry = 0;
    for word in x.iter().map(|word| word.bits()) {
        result.push(word << bits | carry);
        carry = if bits == 0 { 0 } else { word >> (64 - bits) };
    }
    result.push(carry);
}

/// Leaves quotient and remainder in the scratch; the divisor is not zero and its
/// last word is not zero either. Knuth, The Art of Computer Programming, volume 2,
/// algorithm 4.3.1 D.
fn divide(x: &[Cell], y: &[Cell], scratch: &mut Scratch) {
    let Scratch {
        quotient,
        divisor,
        rest,
        ..
    } = scratch;
    quotient.clear();
    if x.len() < y.len() {
        rest.clear();
        rest.extend(x.iter().map(|word| word.bits()));
        return;
    }
    if let [divisor] = *y {
        let divisor = u128::from(divisor.bits());
        quotient.resize(x.len(), 0);
        let mut left = 0u128;
        for (place, word) in quotient.iter_mut().zip(x).rev() {
            let value = left << 64 | u128::from(word.bits());
            *place = (value / divisor) as u64;
            left = value % divisor;
        }
        rest.clear();
        rest.push(left as u64);
        return;
    }
    if let [low, high] = *y {
        let divisor = u128::from(high.bits()) << 64 | u128::from(low.bits());
        let left = divide_by_two_words(x, divisor, quotient);
        rest.clear();
        rest.extend([left as u64, (left >> 64) as u64]);
        return;
    }
    let n = y.len();
    let bits = y[n - 1].bits().leading_zeros();
    shift_left(y, bits, divisor);
    let divisor = &divisor[..n];
    shift_left(x, bits, rest);
    quotient.resize(x.len() - n + 1, 0);
    for (j, place) in quotient.iter_mut().enumerate().rev() {
        let rest = &mut rest[j..=j + n];
        *place = quotient_word(rest, divisor);
    }
    rest.truncate(n);
    shift_right(rest, bits);
}

/// The same for a divisor of two words, all in registers; returns the remainder.
fn divide_by_two_words(x: &[Cell], divisor: u128, quotient: &mut Vec<u64>) -> u128 {
    let bits = divisor.leading_zeros();
    let divisor = divisor << bits;
    let (top, low) = (divisor >> 64, u128::from(divisor as u64));
    quotient.resize(x.len(), 0);
    // The words are shifted like the divisor, which leaves the quotient the same.
    let shifted = |i: usize| {
        let below = i.checked_sub(1).map_or(0, |below| x[below].bits());
        let word = u128::from(x[i].bits()) << 64 | u128::from(below);
        u128::from((word << bits >> 64) as u64)
    };
    let mut left = x
        .last()
        .map_or(0, |word| u128::from(word.bits()) << bits >> 64);
    for (i, place) in quotient.iter_mut().enumerate().rev() {
        let word = shifted(i);
        let mut guess = left / top;
        let mut over = left - guess * top;
        // With all words of the divisor compared, the corrected guess is exact.
        while guess >> 64 != 0 || guess * low > (over << 64 | word) {
            guess -= 1;
            over += top;
            if over >> 64 != 0 {
                break;
            }
        }
        *place = guess as u64;
        left = (left << 64 | word).wrapping_sub(guess.wrapping_mul(divisor));
    }
    left >> bits
}

/// The quotient of a number with one more word than the divisor, from which the
/// product is subtracted.
fn quotient_word(rest: &mut [u64], divisor: &[u64]) -> u64 {
    let n = divisor.len();
    // Estimate it from the first words; this is at most two too large, and after
    // the correction at most one.
    let first = u128::from(rest[n]) << 64 | u128::from(rest[n - 1]);
    let top = u128::from(divisor[n - 1]);
    let mut guess = first / top;
    let mut left = first - guess * top;
    while guess >> 64 != 0
        || guess * u128::from(divisor[n - 2]) > (left << 64 | u128::from(rest[n - 2]))
    {
        guess -= 1;
        left += top;
        if left >> 64 != 0 {
            break;
        }
    }
    let (mut carry, mut borrow) = (0u128, false);
    for (word, &part) in rest.iter_mut().zip(divisor) {
        let value = guess * u128::from(part) + carry;
        carry = value >> 64;
        let (difference, first) = word.overflowing_sub(value as u64);
        let (difference, second) = difference.overflowing_sub(u64::from(borrow));
        *word = difference;
        borrow = first || second;
    }
    let (word, first) = rest[n].overflowing_sub(carry as u64);
    let (word, second) = word.overflowing_sub(u64::from(borrow));
    rest[n] = word;
    if first || second {
        // It was one time too many.
        guess -= 1;
        let mut carry = false;
        for (word, &part) in rest.iter_mut().zip(divisor) {
            let (sum, first) = word.overflowing_add(part);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            *word = sum;
            carry = first || second;
        }
        rest[n] = rest[n].wrapping_add(u64::from(carry));
    }
    guess as u64
}

fn multiply(x: &[Cell], y: &[Cell], result: &mut Vec<u64>) {
    result.resize(x.len() + y.len(), 0);
    for (i, a) in x.iter().enumerate() {
        let a = u128::from(a.bits());
        let mut carry = 0;
        let (row, above) = result[i..].split_at_mut(y.len());
        for (place, b) in row.iter_mut().zip(y) {
            let value = a * u128::from(b.bits()) + u128::from(*place) + carry;
            *place = value as u64;
            carry = value >> 64;
        }
        above[0] = carry as u64;
    }
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
