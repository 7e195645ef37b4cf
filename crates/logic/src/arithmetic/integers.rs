//! Arithmetic on 64-bit integers: the one definition of `//`, `mod`, `>>` and
//! the rest. The solver continues with big integers where a result does not
//! fit; other crates call it directly.

use thiserror::Error;

use super::Evaluable;

/// Why a function has no value among the 64-bit integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum IntegerError {
    /// The value is an integer, but has more than 64 bits.
    #[error("the value does not fit into 64 bits")]
    Overflow,
    /// There is no value, as in `1 // 0`, or it is not an integer, as in `7 / 2`.
    #[error("the value is not an integer")]
    Undefined,
}

impl Evaluable {
    /// The value on integers. Functions of one argument ignore `b`.
    ///
    /// ```
    /// use stratalog_logic::{Evaluable, IntegerError};
    ///
    /// let modulo = Evaluable::find("mod".into(), 2).expect("a function");
    /// assert_eq!(modulo.on_integers(-7, 3), Ok(2));
    /// assert_eq!(modulo.on_integers(1, 0), Err(IntegerError::Undefined));
    /// let times = Evaluable::find("*".into(), 2).expect("a function");
    /// assert_eq!(times.on_integers(i64::MAX, 2), Err(IntegerError::Overflow));
    /// ```
    #[inline]
    pub fn on_integers(self, a: i64, b: i64) -> Result<i64, IntegerError> {
        use Evaluable as E;
        let value = match self {
            E::Add => a.checked_add(b),
            E::Subtract => a.checked_sub(b),
            E::Multiply => a.checked_mul(b),
            E::Divide | E::IntegerDivide | E::FloorDivide | E::Remainder | E::Modulo if b == 0 => {
                return Err(IntegerError::Undefined);
            }
            E::Divide if a.checked_rem(b).is_some_and(|rest| rest != 0) => {
                return Err(IntegerError::Undefined);
            }
            E::Divide | E::IntegerDivide => a.checked_div(b),
            E::FloorDivide => a
                .checked_div(b)
                .map(|quotient| quotient - i64::from(a % b != 0 && (a < 0) != (b < 0))),
            E::Remainder => Some(a.wrapping_rem(b)),
            E::Modulo => {
                let rest = a.wrapping_rem(b);
                let is_across = rest != 0 && (rest < 0) != (b < 0);
                Some(if is_across { rest + b } else { rest })
            }
            E::Min => Some(a.min(b)),
            E::Max => Some(a.max(b)),
            E::ShiftLeft if b >= 0 => shift_left(a, b),
            E::ShiftRight if b <= 0 => shift_left(a, b.saturating_neg()),
            E::ShiftLeft => Some(a >> b.unsigned_abs().min(63)),
            E::ShiftRight => Some(a >> b.min(63)),
            E::And => Some(a & b),
            E::Or => Some(a | b),
            E::Xor => Some(a ^ b),
            E::Gcd => i64::try_from(gcd(a.unsigned_abs(), b.unsigned_abs())).ok(),
            E::Power | E::Caret => return power(a, b),
            E::Negate => a.checked_neg(),
            E::Plus | E::Integer | E::Truncate | E::Round | E::Floor | E::Ceiling | E::Ceil => {
                Some(a)
            }
            E::Abs => a.checked_abs(),
            E::Sign => Some(a.signum()),
            E::Not => Some(!a),
            E::Successor => a.checked_add(1),
            E::Msb if a > 0 => Some(i64::from(a.ilog2())),
            E::Lsb if a > 0 => Some(i64::from(a.trailing_zeros())),
            E::PopCount if a >= 0 => Some(i64::from(a.count_ones())),
            E::GetBit if a >= 0 && b >= 0 => Some(if b < 63 { a >> b & 1 } else { 0 }),
            E::Lcm if a == 0 || b == 0 => Some(0),
            E::Lcm => {
                let divisor = gcd(a.unsigned_abs(), b.unsigned_abs());
                let product = (a.unsigned_abs() / divisor).checked_mul(b.unsigned_abs());
                product.and_then(|product| i64::try_from(product).ok())
            }
            _ => return Err(IntegerError::Undefined),
        };
        value.ok_or(IntegerError::Overflow)
    }
}

fn shift_left(a: i64, bits: i64) -> Option<i64> {
    if a == 0 {
        return Some(0);
    }
    let bits = u32::try_from(bits).ok().filter(|&bits| bits < 64)?;
    let shifted = a << bits;
    (shifted >> bits == a).then_some(shifted)
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

fn power(base: i64, exponent: i64) -> Result<i64, IntegerError> {
    match (base, exponent) {
        (1, _) => Ok(1),
        (-1, _) => Ok(if exponent % 2 == 0 { 1 } else { -1 }),
        (_, ..0) => Err(IntegerError::Undefined),
        (0, _) => Ok(i64::from(exponent == 0)),
        _ => u32::try_from(exponent)
            .ok()
            .and_then(|exponent| base.checked_pow(exponent))
            .ok_or(IntegerError::Overflow),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Value, binary_of_any_size};
    use super::*;

    /// The general arithmetic, on big integers only, is the oracle.
    #[test]
    fn every_function_agrees_with_arithmetic_on_big_integers() {
        let values = [
            0,
            1,
            -1,
            2,
            -2,
            3,
            7,
            -7,
            62,
            63,
            64,
            -64,
            1000,
            1 << 31,
            (1 << 60) - 1,
            i64::MAX,
            i64::MAX - 1,
            i64::MIN,
            i64::MIN + 1,
        ];
        let functions = [
            "+", "-", "*", "/", "//", "div", "rem", "mod", "min", "max", "**", "^", "<<", ">>",
            "/\\", "\\/", "xor", "gcd",
        ];
        let mut compared = 0;
        for name in functions {
            let function = Evaluable::find(name.into(), 2).expect("a function");
            for a in values {
                for b in values {
                    let here = function.on_integers(a, b);
                    let expected = binary_of_any_size(function, &Value::Int(a), &Value::Int(b));
                    match (here, &expected) {
                        (Ok(here), Ok(Value::Int(there))) => assert_eq!(here, *there),
                        (Err(IntegerError::Overflow), Ok(Value::Big(_)))
                        | (Err(IntegerError::Overflow), Err(_))
                        | (Err(IntegerError::Undefined), Ok(Value::Float(_)))
                        | (Err(IntegerError::Undefined), Err(_)) => {}
                        _ => panic!("{a} {name} {b}: {here:?} but {expected:?}"),
                    }
                    compared += 1;
                }
            }
        }
        assert_eq!(compared, functions.len() * values.len() * values.len());
    }
}
