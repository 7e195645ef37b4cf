//! Arithmetic: integers of any size and floats, as SWI-Prolog computes them by
//! default (`/` on integers is an integer where it divides evenly).

mod integers;
mod limbs;

use std::borrow::Cow;
use std::cmp::Ordering;

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::{FromPrimitive, Pow, Signed, ToPrimitive, Zero};

use crate::cell::{Cell, Tag};
use crate::code::Comparison;
use crate::error::{Ball, Raise};
use crate::heap::Heap;
use crate::symbol::Symbol;
use crate::term::compare_float;

pub use integers::IntegerError;
pub(crate) use limbs::{Scratch, on_large_integers};

/// The value of an expression.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Int(i64),
    Big(BigInt),
    Float(f64),
}

/// Declares the functions: variant, name and arity.
macro_rules! functions {
    ($($variant:ident $name:literal $arity:literal,)*) => {
        /// A function of arithmetic expressions, as `+` or `mod`: what the standard
        /// calls an evaluable functor.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs, reason = "each variant is named for its function")]
        pub enum Evaluable { $($variant),* }

        impl Evaluable {
            /// The function of that name and arity.
            pub fn find(name: Symbol, arity: usize) -> Option<Evaluable> {
                match (name.as_str(), arity) {
                    $(($name, $arity) => Some(Evaluable::$variant),)*
                    _ => None,
                }
            }

            /// All functions: their names and numbers of arguments.
            pub fn all() -> impl Iterator<Item = (&'static str, usize)> {
                [$(($name, $arity)),*].into_iter()
            }

            /// Whether it takes one argument.
            pub fn is_unary(self) -> bool {
                match self {
                    $(Evaluable::$variant => $arity == 1,)*
                }
            }
        }
    };
}

functions! {
    Add "+" 2,
    Subtract "-" 2,
    Multiply "*" 2,
    Divide "/" 2,
    IntegerDivide "//" 2,
    FloorDivide "div" 2,
    Remainder "rem" 2,
    Modulo "mod" 2,
    Min "min" 2,
    Max "max" 2,
    Power "**" 2,
    Caret "^" 2,
    ShiftLeft "<<" 2,
    ShiftRight ">>" 2,
    And "/\\" 2,
    Or "\\/" 2,
    Xor "xor" 2,
    Gcd "gcd" 2,
    Atan2 "atan2" 2,
    ArcTangent2 "atan" 2,
    CopySign "copysign" 2,
    LogBase "log" 2,
    Lcm "lcm" 2,
    GetBit "getbit" 2,
    NextToward "nexttoward" 2,
    Negate "-" 1,
    Plus "+" 1,
    Abs "abs" 1,
    Sign "sign" 1,
    Not "\\" 1,
    Successor "succ" 1,
    Float "float" 1,
    Integer "integer" 1,
    FloatIntegerPart "float_integer_part" 1,
    FloatFractionalPart "float_fractional_part" 1,
    Truncate "truncate" 1,
    Round "round" 1,
    Floor "floor" 1,
    Ceiling "ceiling" 1,
    SquareRoot "sqrt" 1,
    Exp "exp" 1,
    Log "log" 1,
    Log2 "log2" 1,
    Sin "sin" 1,
    Cos "cos" 1,
    Tan "tan" 1,
    Asin "asin" 1,
    Acos "acos" 1,
    Atan "atan" 1,
    Sinh "sinh" 1,
    Cosh "cosh" 1,
    Tanh "tanh" 1,
    Asinh "asinh" 1,
    Acosh "acosh" 1,
    Atanh "atanh" 1,
    Ceil "ceil" 1,
    Msb "msb" 1,
    Lsb "lsb" 1,
    PopCount "popcount" 1,
    Pi "pi" 0,
    E "e" 0,
    Infinity "inf" 0,
    NotANumber "nan" 0,
    Epsilon "epsilon" 0,
    MaxTaggedInteger "max_tagged_integer" 0,
}

/// Integers with more bits are a representation error.
const MAX_BITS: u64 = 1 << 20;
/// The same for their greatest common divisor, which takes much longer.
const MAX_GCD_BITS: u64 = 1 << 17;
/// What a word of a big result costs, in visits of cells.
const VISITS_A_WORD: u64 = 128;

type Result<T> = std::result::Result<T, Raise>;

impl Value {
    /// The integer without copying it if it is big; none for a float.
    fn as_big(&self) -> Option<Cow<'_, BigInt>> {
        match self {
            Value::Int(value) => Some(Cow::Owned(BigInt::from(*value))),
            Value::Big(value) => Some(Cow::Borrowed(value)),
            Value::Float(_) => None,
        }
    }

    fn big(&self) -> Option<BigInt> {
        match self {
            Value::Int(value) => Some(BigInt::from(*value)),
            Value::Big(value) => Some(value.clone()),
            Value::Float(_) => None,
        }
    }

    fn float(&self) -> Result<f64> {
        let value = match self {
            Value::Int(value) => *value as f64,
            Value::Big(value) => value.to_f64().unwrap_or(f64::INFINITY),
            Value::Float(value) => return Ok(*value),
        };
        if value.is_infinite() {
            return Err(Ball::Evaluation("float_overflow").into());
        }
        Ok(value)
    }

    fn is_zero(&self) -> bool {
        matches!(self, Value::Int(0))
    }

    fn from_big(value: BigInt) -> Value {
        match value.to_i64() {
            Some(small) => Value::Int(small),
            None => Value::Big(value),
        }
    }

    pub(crate) fn compare(&self, other: &Value) -> Option<Ordering> {
        Some(match (self, other) {
            (Value::Int(a), Value::Int(b)) => a.cmp(b),
            (Value::Float(a), Value::Float(b)) => return a.partial_cmp(b),
            (Value::Float(a), b) if a.is_nan() || matches!(b, Value::Float(_)) => return None,
            (a, Value::Float(b)) if b.is_nan() || matches!(a, Value::Float(_)) => return None,
            (Value::Float(a), b) => compare_float(*a, &b.big()?),
            (a, Value::Float(b)) => compare_float(*b, &a.big()?).reverse(),
            (a, b) => a.big()?.cmp(&b.big()?),
        })
    }

    /// The value as a cell on the heap.
    pub(crate) fn to_cell(&self, heap: &mut Heap) -> Cell {
        match self {
            Value::Int(value) => heap.new_int(*value),
            Value::Big(value) => {
                heap.effort.spend(VISITS_A_WORD * (value.bits() / 64));
                heap.new_big(value)
            }
            Value::Float(value) => heap.new_float(*value),
        }
    }
}

/// The value of a number cell.
pub(crate) fn number(heap: &Heap, cell: Cell) -> Option<Value> {
    match cell.tag() {
        Tag::Int => Some(Value::Int(cell.int())),
        Tag::Boxed => Some(match heap.float(cell) {
            Some(value) => Value::Float(value),
            None => Value::from_big(heap.big(cell)),
        }),
        _ => None,
    }
}

/// Two numbers as floats, if one is a float and the other is a float or an integer
/// that a float holds exactly.
#[inline(always)]
pub(crate) fn floats(heap: &Heap, a: Cell, b: Cell) -> Option<(f64, f64)> {
    match (a.tag(), b.tag()) {
        (Tag::Boxed, Tag::Boxed) => heap.float(a).zip(heap.float(b)),
        (Tag::Boxed, Tag::Int) => heap.float(a).zip(exactly(b.int())),
        (Tag::Int, Tag::Boxed) => exactly(a.int()).zip(heap.float(b)),
        _ => None,
    }
}

/// An integer as a float, if a float holds it exactly.
fn exactly(value: i64) -> Option<f64> {
    const EXACT: u64 = 1 << f64::MANTISSA_DIGITS;
    (value.unsigned_abs() <= EXACT).then_some(value as f64)
}

/// The value of the commonest functions of floats, if it is finite; those of one
/// argument ignore the second.
#[inline(always)]
pub(crate) fn on_floats(heap: &Heap, function: Evaluable, a: Cell, b: Cell) -> Option<f64> {
    let (a, b) = floats(heap, a, b)?;
    let value = match function {
        Evaluable::Add => a + b,
        Evaluable::Subtract => a - b,
        Evaluable::Multiply => a * b,
        Evaluable::Divide if b != 0.0 => a / b,
        Evaluable::SquareRoot if a >= 0.0 => a.sqrt(),
        Evaluable::Negate => -a,
        Evaluable::Abs => a.abs(),
        _ => return None,
    };
    value.is_finite().then_some(value)
}

/// The value of an expression of any depth.
pub(crate) fn evaluate(heap: &Heap, expression: Cell) -> Result<Value> {
    let expression = heap.deref(expression);
    if let Some(value) = number(heap, expression) {
        return Ok(value);
    }
    enum Step {
        Visit(Cell),
        Apply(Evaluable, usize),
        /// No function has this name; errors in its arguments come first.
        Unknown(Cell),
    }
    let mut pending = vec![Step::Visit(expression)];
    let mut values: Vec<Value> = Vec::new();
    let mut visits = 0;
    while let Some(step) = pending.pop() {
        visits += 1;
        if !heap.effort.allows(visits, pending.len() / 2, heap.len()) {
            // The machine stops before this is seen.
            return Err(Ball::Evaluation("undefined").into());
        }
        let cell = match step {
            Step::Apply(function, arity) => {
                let args = values.split_off(values.len() - arity);
                let value = apply(function, &args)?;
                if let Value::Big(value) = &value {
                    heap.effort.spend(VISITS_A_WORD * (value.bits() / 64));
                }
                values.push(value);
                continue;
            }
            Step::Unknown(functor) => return Err(Ball::NotEvaluable(functor).into()),
            Step::Visit(cell) => heap.deref(cell),
        };
        if let Some(value) = number(heap, cell) {
            values.push(value);
            continue;
        }
        let functor = match cell.tag() {
            Tag::Ref => return Err(Ball::Instantiation.into()),
            Tag::Atom if cell != Cell::NIL => Cell::functor(cell.symbol(), 0),
            Tag::Str => heap.functor_of(cell),
            // `[X]` evaluates to X, as in older programs.
            Tag::List if heap.deref(heap.at(cell.address() + 1)) == Cell::NIL => {
                pending.push(Step::Visit(heap.at(cell.address())));
                continue;
            }
            Tag::Text if cell.symbol().as_str().chars().count() == 1 => {
                let code = cell.symbol().as_str().chars().next().map_or(0, u32::from);
                values.push(Value::Int(i64::from(code)));
                continue;
            }
            _ => return Err(Ball::Type("evaluable", cell).into()),
        };
        pending.push(match Evaluable::find(functor.symbol(), functor.arity()) {
            Some(function) => Step::Apply(function, functor.arity()),
            None => Step::Unknown(functor),
        });
        let args = heap.arg_range(cell);
        pending.extend(args.rev().map(|at| Step::Visit(heap.at(at))));
    }
    Ok(values.pop().expect("the root was visited and applied"))
}

/// A function of its arguments, one, two or none.
pub(crate) fn apply(function: Evaluable, args: &[Value]) -> Result<Value> {
    let value = match args {
        [a, b] => binary(function, a, b),
        [a] => unary(function, a),
        _ => Ok(constant(function)),
    }?;
    match &value {
        Value::Big(big) if big.bits() > MAX_BITS => Err(Ball::Representation("integer").into()),
        _ => Ok(value),
    }
}

fn constant(function: Evaluable) -> Value {
    match function {
        Evaluable::E => Value::Float(std::f64::consts::E),
        Evaluable::Infinity => Value::Float(f64::INFINITY),
        Evaluable::NotANumber => Value::Float(f64::NAN),
        Evaluable::Epsilon => Value::Float(f64::EPSILON),
        Evaluable::MaxTaggedInteger => Value::Int(Cell::MAX_INT),
        _ => Value::Float(std::f64::consts::PI),
    }
}

fn binary(function: Evaluable, a: &Value, b: &Value) -> Result<Value> {
    if let (Value::Int(x), Value::Int(y)) = (a, b)
        && let Ok(value) = function.on_integers(*x, *y)
    {
        return Ok(Value::Int(value));
    }
    binary_of_any_size(function, a, b)
}

/// Functions of two arguments by way of big integers and floats.
fn binary_of_any_size(function: Evaluable, a: &Value, b: &Value) -> Result<Value> {
    use Evaluable as F;
    match function {
        F::Add => exact(a, b, |x, y| x + y, |x, y| x + y),
        F::Subtract => exact(a, b, |x, y| x - y, |x, y| x - y),
        F::Multiply => exact(a, b, |x, y| x * y, |x, y| x * y),
        F::Divide => divide(a, b),
        F::IntegerDivide => integers(a, b, Divisor::NotZero, |x, y| x / y),
        F::FloorDivide => integers(a, b, Divisor::NotZero, |x, y| x.div_floor(y)),
        F::Remainder => integers(a, b, Divisor::NotZero, |x, y| x % y),
        F::Modulo => integers(a, b, Divisor::NotZero, |x, y| x.mod_floor(y)),
        F::And => integers(a, b, Divisor::Any, |x, y| x & y),
        F::Or => integers(a, b, Divisor::Any, |x, y| x | y),
        F::Xor => integers(a, b, Divisor::Any, |x, y| x ^ y),
        F::Gcd if integer(a)?.bits().min(integer(b)?.bits()) > MAX_GCD_BITS => {
            Err(Ball::Representation("integer").into())
        }
        F::Gcd => integers(a, b, Divisor::Any, |x, y| x.gcd(y)),
        F::Min => Ok(pick(a, b, Ordering::Less)),
        F::Max => Ok(pick(a, b, Ordering::Greater)),
        F::ShiftLeft => shift(a, b, false),
        F::ShiftRight => shift(a, b, true),
        F::Power | F::Caret => power(a, b),
        F::Atan2 | F::ArcTangent2 => float(a.float()?.atan2(b.float()?)),
        F::CopySign => float(a.float()?.copysign(b.float()?)),
        F::LogBase => float(logarithm(b)? / logarithm(a)?),
        F::Lcm if integer(a)?.bits().max(integer(b)?.bits()) > MAX_GCD_BITS => {
            Err(Ball::Representation("integer").into())
        }
        F::Lcm => integers(a, b, Divisor::Any, |x, y| x.lcm(y)),
        F::GetBit => {
            let (value, bit) = (integer(a)?, integer(b)?);
            if value.is_negative() || bit.is_negative() {
                return Err(Ball::Evaluation("undefined").into());
            }
            let bit = bit.to_u64().unwrap_or(u64::MAX);
            Ok(Value::Int(i64::from(value.bit(bit))))
        }
        F::NextToward => {
            let (from, to) = (a.float()?, b.float()?);
            float(match from.partial_cmp(&to) {
                Some(Ordering::Less) => from.next_up(),
                Some(Ordering::Greater) => from.next_down(),
                _ => to,
            })
        }
        _ => Err(Ball::Evaluation("undefined").into()),
    }
}

fn exact(
    a: &Value,
    b: &Value,
    big: impl Fn(&BigInt, &BigInt) -> BigInt,
    floats: impl Fn(f64, f64) -> f64,
) -> Result<Value> {
    match (a.as_big(), b.as_big()) {
        (Some(x), Some(y)) => Ok(Value::from_big(big(&x, &y))),
        _ => float(floats(a.float()?, b.float()?)),
    }
}

/// Whether zero is allowed on the right.
#[derive(PartialEq)]
enum Divisor {
    Any,
    NotZero,
}

fn integers(
    a: &Value,
    b: &Value,
    divisor: Divisor,
    big: impl Fn(&BigInt, &BigInt) -> BigInt,
) -> Result<Value> {
    let (x, y) = (integer(a)?, integer(b)?);
    if divisor == Divisor::NotZero && b.is_zero() {
        return Err(Ball::Evaluation("zero_divisor").into());
    }
    Ok(Value::from_big(big(&x, &y)))
}

fn integer(value: &Value) -> Result<Cow<'_, BigInt>> {
    match value {
        Value::Int(value) => Ok(Cow::Owned(BigInt::from(*value))),
        Value::Big(value) => Ok(Cow::Borrowed(value)),
        Value::Float(value) => Err(Ball::NotInteger(*value).into()),
    }
}

fn divide(a: &Value, b: &Value) -> Result<Value> {
    if let (Some(x), Some(y)) = (a.big(), b.big()) {
        if y.is_zero() {
            return Err(Ball::Evaluation("zero_divisor").into());
        }
        if (&x % &y).is_zero() {
            return Ok(Value::from_big(x / y));
        }
    }
    let (dividend, divisor) = (a.float()?, b.float()?);
    if divisor == 0.0 {
        let is_undefined = dividend == 0.0 || dividend.is_nan();
        let what = if is_undefined {
            "undefined"
        } else {
            "zero_divisor"
        };
        return Err(Ball::Evaluation(what).into());
    }
    float(dividend / divisor)
}

/// The smaller or larger value; the float if an integer and a float are equal.
fn pick(a: &Value, b: &Value, wanted: Ordering) -> Value {
    match a.compare(b) {
        Some(order) if order == wanted => a.clone(),
        Some(Ordering::Equal) if matches!(a, Value::Float(_)) => a.clone(),
        _ => b.clone(),
    }
}

fn shift(a: &Value, b: &Value, right: bool) -> Result<Value> {
    let (value, bits) = (integer(a)?, integer(b)?);
    let right = right != bits.is_negative();
    let bits = bits.abs().to_u64().unwrap_or(u64::MAX);
    if right {
        return Ok(Value::from_big(&*value >> bits.min(MAX_BITS * 64)));
    }
    if bits > MAX_BITS && !value.is_zero() {
        return Err(Ball::Representation("integer").into());
    }
    Ok(Value::from_big(&*value << bits))
}

fn power(a: &Value, b: &Value) -> Result<Value> {
    let is_one = b.is_zero() || matches!(b, Value::Float(0.0)) || matches!(a, Value::Int(1));
    if is_one {
        return Ok(Value::Int(1));
    }
    let (Some(base), Some(exponent)) = (a.big(), b.big()) else {
        let (base, exponent) = (a.float()?, b.float()?);
        if base == 0.0 && exponent < 0.0 {
            return Err(Ball::Evaluation("zero_divisor").into());
        }
        return float(base.powf(exponent));
    };
    if exponent.is_negative() {
        return match base.to_i64() {
            Some(1) => Ok(Value::Int(1)),
            Some(-1) if (&exponent % BigInt::from(2)).is_zero() => Ok(Value::Int(1)),
            Some(-1) => Ok(Value::Int(-1)),
            Some(0) => Err(Ball::Evaluation("zero_divisor").into()),
            _ => float(a.float()?.powf(b.float()?)),
        };
    }
    match base.to_i64() {
        Some(0) => return Ok(Value::Int(i64::from(exponent.is_zero()))),
        Some(1) => return Ok(Value::Int(1)),
        Some(-1) => {
            return Ok(Value::Int(if (&exponent % BigInt::from(2)).is_zero() {
                1
            } else {
                -1
            }));
        }
        _ => {}
    }
    let exponent = exponent.to_u64().unwrap_or(u64::MAX);
    if exponent.saturating_mul(base.bits()) > MAX_BITS {
        return Err(Ball::Representation("integer").into());
    }
    Ok(Value::from_big(base.pow(exponent)))
}

fn logarithm(value: &Value) -> Result<f64> {
    let value = value.float()?;
    if value == 0.0 {
        return Err(Ball::Evaluation("float_overflow").into());
    }
    if value < 0.0 {
        return Err(Ball::Evaluation("undefined").into());
    }
    Ok(value.ln())
}

fn unary(function: Evaluable, a: &Value) -> Result<Value> {
    use Evaluable as F;
    if let Value::Int(x) = a
        && let Ok(value) = function.on_integers(*x, 0)
    {
        return Ok(Value::Int(value));
    }
    match function {
        F::Plus => Ok(a.clone()),
        F::Negate => match a {
            Value::Float(value) => Ok(Value::Float(-value)),
            _ => Ok(Value::from_big(-&*integer(a)?)),
        },
        F::Abs => match a {
            Value::Float(value) => Ok(Value::Float(value.abs())),
            _ => Ok(Value::from_big(integer(a)?.abs())),
        },
        F::Sign => match a {
            Value::Float(value) if *value == 0.0 => Ok(Value::Float(0.0)),
            Value::Float(value) => Ok(Value::Float(value.signum())),
            _ => Ok(Value::from_big(integer(a)?.signum())),
        },
        F::Successor => Ok(Value::from_big(&*integer(a)? + 1)),
        F::Not => Ok(Value::from_big(!&*integer(a)?)),
        F::Msb | F::Lsb => {
            let value = integer(a)?;
            if !value.is_positive() {
                return Err(Ball::Evaluation("undefined").into());
            }
            let lowest = value.trailing_zeros().unwrap_or(0);
            Ok(Value::Int(if function == F::Msb {
                value.bits() as i64 - 1
            } else {
                lowest as i64
            }))
        }
        F::PopCount => {
            let value = integer(a)?;
            let ones = value.iter_u64_digits().map(u64::count_ones);
            Ok(Value::Int(ones.map(i64::from).sum()))
        }
        F::Float => float(a.float()?),
        F::Integer | F::Round => rounded(a, f64::round),
        F::Truncate => rounded(a, f64::trunc),
        F::Floor => rounded(a, f64::floor),
        F::Ceiling | F::Ceil => rounded(a, f64::ceil),
        F::FloatIntegerPart => match a {
            Value::Float(value) => float(value.trunc()),
            _ => Ok(a.clone()),
        },
        F::FloatFractionalPart => match a {
            Value::Float(value) => float(value.fract()),
            _ => Ok(Value::Int(0)),
        },
        F::SquareRoot => defined(a.float()?, |x| x >= 0.0, f64::sqrt),
        F::Exp => float(a.float()?.exp()),
        F::Log => float(logarithm(a)?),
        F::Log2 => float(logarithm(a)? / std::f64::consts::LN_2),
        F::Sin => float(a.float()?.sin()),
        F::Cos => float(a.float()?.cos()),
        F::Tan => float(a.float()?.tan()),
        F::Sinh => float(a.float()?.sinh()),
        F::Cosh => float(a.float()?.cosh()),
        F::Tanh => float(a.float()?.tanh()),
        F::Asinh => float(a.float()?.asinh()),
        F::Acosh => defined(a.float()?, |x| x >= 1.0, f64::acosh),
        F::Atanh => defined(a.float()?, |x| x.abs() < 1.0, f64::atanh),
        F::Asin => defined(a.float()?, |x| x.abs() <= 1.0, f64::asin),
        F::Acos => defined(a.float()?, |x| x.abs() <= 1.0, f64::acos),
        F::Atan => float(a.float()?.atan()),
        _ => Err(Ball::Evaluation("undefined").into()),
    }
}

fn rounded(a: &Value, how: impl Fn(f64) -> f64) -> Result<Value> {
    match a {
        Value::Float(value) => BigInt::from_f64(how(*value))
            .map(Value::from_big)
            .ok_or(Raise::Ball(Ball::Evaluation("undefined"))),
        _ => Ok(a.clone()),
    }
}

fn defined(x: f64, domain: impl Fn(f64) -> bool, f: impl Fn(f64) -> f64) -> Result<Value> {
    if domain(x) {
        float(f(x))
    } else {
        Err(Ball::Evaluation("undefined").into())
    }
}

fn float(value: f64) -> Result<Value> {
    if value.is_infinite() {
        return Err(Ball::Evaluation("float_overflow").into());
    }
    if value.is_nan() {
        return Err(Ball::Evaluation("undefined").into());
    }
    Ok(Value::Float(value))
}

impl Comparison {
    pub(crate) fn find(name: Symbol) -> Option<Comparison> {
        Some(match name.as_str() {
            "<" => Comparison::Less,
            "=<" => Comparison::LessOrEqual,
            ">" => Comparison::Greater,
            ">=" => Comparison::GreaterOrEqual,
            "=:=" => Comparison::Equal,
            "=\\=" => Comparison::NotEqual,
            _ => return None,
        })
    }

    #[inline(always)]
    pub(crate) fn holds(self, a: i64, b: i64) -> bool {
        self.admits(a.cmp(&b))
    }

    pub(crate) fn holds_for(self, a: &Value, b: &Value) -> bool {
        match a.compare(b) {
            Some(order) => self.admits(order),
            None => self == Comparison::NotEqual,
        }
    }

    #[inline(always)]
    fn admits(self, order: Ordering) -> bool {
        self as u8 >> (order as i8 + 1) & 1 == 1
    }
}
