//! What propagators do: each removes values that its own constraint excludes, and
//! decides when all of its variables have values.

use crate::constraints::domain::{Domain, INF, SUP, is_finite};
use crate::constraints::{Constraints, Step, Stop, VarId};
use crate::error::Ball;

/// What a sum is compared with zero for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Relation {
    Equal,
    Different,
    AtMost,
}

/// A sum of multiples of variables and a constant.
#[derive(Clone, Debug)]
pub(crate) struct Sum {
    pub(crate) terms: Vec<(i64, VarId)>,
    pub(crate) constant: i64,
}

/// How integers are divided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Division {
    Truncated,
    Floored,
}

/// A function of two integers that has no inverse here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Function {
    Quotient(Division),
    Remainder(Division),
    Power,
}

/// One constraint.
#[derive(Clone, Debug)]
pub(crate) enum Rule {
    /// How the sum compares with zero.
    Linear(Sum, Relation),
    /// The variable is 1 if the sum compares so with zero, and 0 otherwise.
    Reified(Sum, Relation, VarId),
    /// `z = x * y`
    Product([VarId; 3]),
    /// `z = function(x, y)`
    Function(Function, [VarId; 3]),
    /// `z = |x|`
    Absolute([VarId; 2]),
    /// `z = max(x, y)`
    Maximum([VarId; 3]),
    /// `z = min(x, y)`
    Minimum([VarId; 3]),
    Different(Vec<VarId>),
    /// The variable is the item of this number, counted from 1.
    Element(VarId, Vec<VarId>, VarId),
}

/// Beyond every sum of products of values: stands for an infinite bound.
const UNBOUNDED: i128 = 1 << 125;

fn wide(bound: i64) -> i128 {
    match bound {
        INF => -UNBOUNDED,
        SUP => UNBOUNDED,
        finite => i128::from(finite),
    }
}

/// A bound of a domain; values out of range are no bound.
fn low_bound(value: i128) -> i64 {
    let bound = i64::try_from(value).ok().filter(|&bound| is_finite(bound));
    bound.unwrap_or(if value > 0 { i64::MAX - 1 } else { INF })
}

fn high_bound(value: i128) -> i64 {
    let bound = i64::try_from(value).ok().filter(|&bound| is_finite(bound));
    bound.unwrap_or(if value < 0 { i64::MIN + 1 } else { SUP })
}

fn between(low: i128, high: i128) -> Domain {
    Domain::between(low_bound(low), high_bound(high))
}

/// The product, where the factors may be unbounded.
fn product(a: i128, b: i128) -> i128 {
    if a == 0 || b == 0 {
        return 0;
    }
    match a.checked_mul(b) {
        Some(product) if product.unsigned_abs() < UNBOUNDED as u128 => product,
        _ if (a > 0) == (b > 0) => UNBOUNDED,
        _ => -UNBOUNDED,
    }
}

fn divide(a: i128, b: i128, how: Division) -> i128 {
    match how {
        Division::Truncated => a / b,
        Division::Floored => a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0),
    }
}

fn floor(a: i128, b: i128) -> i128 {
    divide(a, b, Division::Floored)
}

fn ceiling(a: i128, b: i128) -> i128 {
    -floor(-a, b)
}

/// The smallest and the largest.
fn hull(values: impl IntoIterator<Item = i128>) -> (i128, i128) {
    let start = (i128::MAX, i128::MIN);
    let values = values.into_iter();
    values.fold(start, |(low, high), value| {
        (low.min(value), high.max(value))
    })
}

impl Rule {
    pub(crate) fn equal(a: VarId, b: VarId) -> Rule {
        let terms = vec![(1, a), (-1, b)];
        Rule::Linear(Sum { terms, constant: 0 }, Relation::Equal)
    }

    /// The number of terms to look at.
    pub(crate) fn size(&self) -> usize {
        match self {
            Rule::Linear(sum, _) | Rule::Reified(sum, ..) => sum.terms.len(),
            Rule::Different(vars) => vars.len() * vars.len() / 8,
            Rule::Element(_, items, _) => items.len(),
            _ => 1,
        }
    }

    /// The variables it watches, in a fixed order.
    pub(crate) fn variables(&self) -> Vec<VarId> {
        let of = |sum: &Sum| sum.terms.iter().map(|&(_, var)| var).collect::<Vec<_>>();
        match self {
            Rule::Linear(sum, _) => of(sum),
            Rule::Reified(sum, _, truth) => [of(sum), vec![*truth]].concat(),
            Rule::Product(vars)
            | Rule::Function(_, vars)
            | Rule::Maximum(vars)
            | Rule::Minimum(vars) => vars.to_vec(),
            Rule::Absolute(vars) => vars.to_vec(),
            Rule::Different(vars) => vars.clone(),
            Rule::Element(index, items, item) => [&[*index, *item], items.as_slice()].concat(),
        }
    }
}

impl Constraints {
    pub(super) fn run(&mut self, rule: &Rule) -> Step {
        match rule {
            Rule::Linear(sum, relation) => self.linear(sum, *relation),
            Rule::Reified(sum, relation, truth) => self.reified(sum, *relation, *truth),
            Rule::Product(vars) => self.product(*vars),
            Rule::Function(function, vars) => self.function(*function, *vars),
            Rule::Absolute([x, z]) => self.absolute(*x, *z),
            Rule::Maximum(vars) => self.maximum(*vars),
            Rule::Minimum(vars) => self.minimum(*vars),
            Rule::Different(vars) => self.different(vars),
            Rule::Element(index, items, item) => self.element(*index, items, *item),
        }
    }

    fn bounds(&self, var: VarId) -> (i128, i128) {
        let domain = self.domain(var);
        (wide(domain.low()), wide(domain.high()))
    }

    fn value(&self, var: VarId) -> Option<i128> {
        self.domain(var).value().map(i128::from)
    }

    fn set(&mut self, var: VarId, value: i128) -> Step {
        match i64::try_from(value).ok().filter(|&value| is_finite(value)) {
            Some(value) => self.narrow(var, &Domain::single(value)),
            // Whether the variable may have it, its domain cannot tell.
            None if value > wide(self.domain(var).high()) => Err(Stop::Fails),
            None if value < wide(self.domain(var).low()) => Err(Stop::Fails),
            None => Err(Ball::Representation("integer").into()),
        }
    }

    /// The bounds of a multiple of a variable.
    fn multiple(&self, (factor, var): (i64, VarId)) -> (i128, i128) {
        let (low, high) = self.bounds(var);
        let factor = i128::from(factor);
        hull([product(factor, low), product(factor, high)])
    }

    // Sums.

    fn linear(&mut self, sum: &Sum, relation: Relation) -> Step {
        if relation == Relation::Different {
            return self.different_from_zero(sum);
        }
        if relation == Relation::Equal
            && let [(a, x), (b, y)] = sum.terms[..]
            && a.abs() == 1
            && b.abs() == 1
        {
            self.same_up_to_sign((a, x), (b, y), sum.constant)?;
        }
        // The sum of the finite bounds, and how many bounds are infinite.
        let constant = i128::from(sum.constant);
        let (mut low, mut high) = (constant, constant);
        let (mut no_low, mut no_high) = (0, 0);
        for &term in &sum.terms {
            let own = self.multiple(term);
            if own.0 <= -UNBOUNDED {
                no_low += 1
            } else {
                low += own.0
            }
            if own.1 >= UNBOUNDED {
                no_high += 1
            } else {
                high += own.1
            }
        }
        if no_low == 0 && low > 0 || relation == Relation::Equal && no_high == 0 && high < 0 {
            return Err(Stop::Fails);
        }
        for &(factor, var) in &sum.terms {
            let own = self.multiple((factor, var));
            // The bounds of the rest of the sum, if there are any.
            let rest_low = match (no_low, own.0 <= -UNBOUNDED) {
                (0, false) => Some(low - own.0),
                (1, true) => Some(low),
                _ => None,
            };
            let rest_high = match (no_high, own.1 >= UNBOUNDED) {
                (0, false) => Some(high - own.1),
                (1, true) => Some(high),
                _ => None,
            };
            let most = rest_low.map(|rest| -rest);
            let least = rest_high.map(|rest| -rest);
            let least = least.filter(|_| relation == Relation::Equal);
            let factor = i128::from(factor);
            let (least, most) = if factor > 0 {
                (
                    least.map(|l| ceiling(l, factor)),
                    most.map(|m| floor(m, factor)),
                )
            } else {
                (
                    most.map(|m| ceiling(m, factor)),
                    least.map(|l| floor(l, factor)),
                )
            };
            let to = between(least.unwrap_or(-UNBOUNDED), most.unwrap_or(UNBOUNDED));
            if to.is_empty() {
                return Err(Stop::Fails);
            }
            let bounds = self.bounds(var);
            if wide(to.low()) > bounds.0 || wide(to.high()) < bounds.1 {
                self.narrow(var, &to)?;
            }
        }
        Ok(())
    }

    /// `a * x + b * y + constant = 0` where a and b are 1 or -1.
    fn same_up_to_sign(
        &mut self,
        (a, x): (i64, VarId),
        (b, y): (i64, VarId),
        constant: i64,
    ) -> Step {
        // y is x with the sign of -a/b, moved by -constant/b.
        let is_negated = a == b;
        let by = -constant * b;
        let image = self.domain(x).image(is_negated, by);
        self.narrow(y, &image)?;
        let back = if is_negated { by } else { -by };
        let image = self.domain(y).image(is_negated, back);
        self.narrow(x, &image)
    }

    fn different_from_zero(&mut self, sum: &Sum) -> Step {
        let mut rest = i128::from(sum.constant);
        let mut open = None;
        for &(factor, var) in &sum.terms {
            match self.value(var) {
                Some(value) => rest += i128::from(factor) * value,
                None if open.is_some() => return Ok(()),
                None => open = Some((i128::from(factor), var)),
            }
        }
        match open {
            None if rest == 0 => Err(Stop::Fails),
            Some((factor, var)) if rest % factor == 0 => self.remove(var, -rest / factor),
            _ => Ok(()),
        }
    }

    fn remove(&mut self, var: VarId, value: i128) -> Step {
        match i64::try_from(value) {
            Ok(value) if is_finite(value) && self.domain(var).contains(value) => {
                let others = Domain::single(value).complement();
                self.narrow(var, &others)
            }
            _ => Ok(()),
        }
    }

    /// Whether the sum compares so with zero, if that is known.
    fn holds(&self, sum: &Sum, relation: Relation) -> Option<bool> {
        let constant = i128::from(sum.constant);
        let (mut low, mut high) = (constant, constant);
        for &term in &sum.terms {
            let own = self.multiple(term);
            low = if own.0 <= -UNBOUNDED || low <= -UNBOUNDED {
                -UNBOUNDED
            } else {
                low + own.0
            };
            high = if own.1 >= UNBOUNDED || high >= UNBOUNDED {
                UNBOUNDED
            } else {
                high + own.1
            };
        }
        if relation == Relation::AtMost {
            return if high <= 0 {
                Some(true)
            } else {
                (low > 0).then_some(false)
            };
        }
        let equal = if low > 0 || high < 0 {
            Some(false)
        } else if low == 0 && high == 0 {
            Some(true)
        } else if let [(factor, var)] = sum.terms[..] {
            let wanted = -constant / i128::from(factor);
            let is_exact = -constant % i128::from(factor) == 0;
            let may = i64::try_from(wanted).is_ok_and(|value| self.domain(var).contains(value));
            (!is_exact || !may).then_some(false)
        } else {
            None
        };
        equal.map(|equal| equal == (relation == Relation::Equal))
    }

    fn reified(&mut self, sum: &Sum, relation: Relation, truth: VarId) -> Step {
        if let Some(holds) = self.holds(sum, relation) {
            return self.set(truth, i128::from(holds));
        }
        match (self.value(truth), relation) {
            (Some(1), _) => self.linear(sum, relation),
            (Some(0), Relation::Equal) => self.linear(sum, Relation::Different),
            (Some(0), Relation::Different) => self.linear(sum, Relation::Equal),
            // Not `sum =< 0`: `1 - sum =< 0`.
            (Some(0), Relation::AtMost) => {
                let terms = sum.terms.iter().map(|&(factor, var)| (-factor, var));
                let opposite = Sum {
                    terms: terms.collect(),
                    constant: 1 - sum.constant,
                };
                self.linear(&opposite, Relation::AtMost)
            }
            _ => Ok(()),
        }
    }

    // Functions.

    fn product(&mut self, [x, y, z]: [VarId; 3]) -> Step {
        if let (Some(a), Some(b)) = (self.value(x), self.value(y)) {
            return self.set(z, a * b);
        }
        let (a, b) = (self.bounds(x), self.bounds(y));
        let (low, high) = hull([
            product(a.0, b.0),
            product(a.0, b.1),
            product(a.1, b.0),
            product(a.1, b.1),
        ]);
        self.narrow(z, &between(low, high))?;
        self.factor(x, y, z)?;
        self.factor(y, x, z)
    }

    /// Narrows x in `z = x * y`.
    fn factor(&mut self, x: VarId, y: VarId, z: VarId) -> Step {
        if !self.domain(z).contains(0) {
            self.remove(x, 0)?;
            self.remove(y, 0)?;
            // A factor that is not 0 is at most as large as the product.
            let (low, high) = self.bounds(z);
            let most = low.abs().max(high.abs());
            self.narrow(x, &between(-most, most))?;
        }
        let (low, high) = self.bounds(y);
        if low <= 0 && high >= 0 {
            return Ok(());
        }
        let z = self.bounds(z);
        if z.0 <= -UNBOUNDED || z.1 >= UNBOUNDED || low <= -UNBOUNDED || high >= UNBOUNDED {
            return Ok(());
        }
        let pairs = [(z.0, low), (z.0, high), (z.1, low), (z.1, high)];
        let least = hull(pairs.map(|(z, y)| ceiling(z, y))).0;
        let most = hull(pairs.map(|(z, y)| floor(z, y))).1;
        self.narrow(x, &between(least, most))
    }

    fn function(&mut self, function: Function, [x, y, z]: [VarId; 3]) -> Step {
        if let Function::Quotient(_) | Function::Remainder(_) = function {
            self.remove(y, 0)?;
        }
        if let (Some(a), Some(b)) = (self.value(x), self.value(y)) {
            return match function {
                _ if b == 0 && function != Function::Power => Err(Stop::Fails),
                Function::Quotient(how) => self.set(z, divide(a, b, how)),
                Function::Remainder(how) => self.set(z, a - b * divide(a, b, how)),
                Function::Power => self.power(a, b, z),
            };
        }
        match function {
            Function::Quotient(how) => self.quotient(how, x, y, z),
            Function::Remainder(how) => self.remainder(how, x, y, z),
            Function::Power => match self.value(y) {
                Some(exponent) => self.root(x, exponent, z),
                None => Ok(()),
            },
        }
    }

    fn power(&mut self, base: i128, exponent: i128, z: VarId) -> Step {
        if exponent < 0 {
            return match base {
                1 => self.set(z, 1),
                -1 => self.set(z, if exponent % 2 == 0 { 1 } else { -1 }),
                _ => Err(Stop::Fails),
            };
        }
        if let -1..=1 = base {
            let is_even = exponent % 2 == 0;
            let value = if base == 0 {
                i128::from(exponent == 0)
            } else if is_even {
                1
            } else {
                base
            };
            return self.set(z, value);
        }
        let exponent = u32::try_from(exponent).ok();
        match exponent.and_then(|exponent| base.checked_pow(exponent)) {
            Some(value) => self.set(z, value),
            None => Err(Ball::Representation("integer").into()),
        }
    }

    /// Narrows z and x in `z = x ^ exponent`.
    fn root(&mut self, x: VarId, exponent: i128, z: VarId) -> Step {
        let Ok(exponent @ 1..=60) = u32::try_from(exponent) else {
            return Ok(());
        };
        let power = |value: i128| (0..exponent).fold(1, |power, _| product(power, value));
        let (low, high) = self.bounds(x);
        if exponent % 2 == 1 {
            self.narrow(z, &between(power(low), power(high)))?;
            return Ok(());
        }
        let largest = power(low).max(power(high));
        let smallest = if low <= 0 && high >= 0 {
            0
        } else {
            power(low).min(power(high))
        };
        self.narrow(z, &between(smallest, largest))?;
        let (low, high) = self.bounds(z);
        if high >= UNBOUNDED {
            return Ok(());
        }
        // The largest root that is not above, and the smallest that is not below.
        let root = |value: i128| {
            let (mut from, mut to) = (0, value + 1);
            while to - from > 1 {
                let middle = from + (to - from) / 2;
                if power(middle) <= value {
                    from = middle
                } else {
                    to = middle
                }
            }
            from
        };
        let most = root(high);
        let least = if low <= 0 { 0 } else { root(low - 1) + 1 };
        let outside = between(-most, -least).union(&between(least, most));
        self.narrow(x, &outside)
    }

    fn quotient(&mut self, how: Division, x: VarId, y: VarId, z: VarId) -> Step {
        let (x_low, x_high) = self.bounds(x);
        let (low, high) = self.bounds(y);
        let is_finite = |a: i128| a.abs() < UNBOUNDED;
        if !is_finite(low) || !is_finite(high) || low <= 0 && high >= 0 {
            return Ok(());
        }
        if is_finite(x_low) && is_finite(x_high) {
            let pairs = [(x_low, low), (x_low, high), (x_high, low), (x_high, high)];
            let (least, most) = hull(pairs.map(|(x, y)| divide(x, y, how)));
            self.narrow(z, &between(least, most))?;
        }
        let (z_low, z_high) = self.bounds(z);
        if low != high || low < 0 || !is_finite(z_low) || !is_finite(z_high) {
            return Ok(());
        }
        let below = if how == Division::Truncated && z_low <= 0 {
            low - 1
        } else {
            0
        };
        let above = if how == Division::Truncated && z_high < 0 {
            0
        } else {
            low - 1
        };
        self.narrow(x, &between(z_low * low - below, z_high * low + above))
    }

    fn remainder(&mut self, how: Division, x: VarId, y: VarId, z: VarId) -> Step {
        let (low, high) = self.bounds(y);
        let most = product(low, 1).abs().max(high.abs());
        if most >= UNBOUNDED {
            return Ok(());
        }
        let (x_low, x_high) = self.bounds(x);
        // The sign is that of the divisor, or of the dividend.
        let (sign_low, sign_high) = match how {
            Division::Floored => (low, high),
            Division::Truncated => (x_low, x_high),
        };
        let least = if sign_low >= 0 { 0 } else { 1 - most };
        let most = if sign_high <= 0 { 0 } else { most - 1 };
        self.narrow(z, &between(least, most))
    }

    fn absolute(&mut self, x: VarId, z: VarId) -> Step {
        let (low, high) = self.bounds(x);
        let least = if low <= 0 && high >= 0 {
            0
        } else {
            low.abs().min(high.abs())
        };
        self.narrow(z, &between(least, low.abs().max(high.abs())))?;
        let (low, high) = self.bounds(z);
        let both = between(-high, -low).union(&between(low, high));
        self.narrow(x, &both)?;
        match self.value(x) {
            Some(value) => self.set(z, value.abs()),
            None => Ok(()),
        }
    }

    fn maximum(&mut self, [x, y, z]: [VarId; 3]) -> Step {
        let (a, b) = (self.bounds(x), self.bounds(y));
        self.narrow(z, &between(a.0.max(b.0), a.1.max(b.1)))?;
        let (least, most) = self.bounds(z);
        for (own, other) in [(x, b), (y, a)] {
            // The other is too small to be the maximum.
            let least = if other.1 < least { least } else { -UNBOUNDED };
            self.narrow(own, &between(least, most))?;
        }
        Ok(())
    }

    fn minimum(&mut self, [x, y, z]: [VarId; 3]) -> Step {
        let (a, b) = (self.bounds(x), self.bounds(y));
        self.narrow(z, &between(a.0.min(b.0), a.1.min(b.1)))?;
        let (least, most) = self.bounds(z);
        for (own, other) in [(x, b), (y, a)] {
            let most = if other.0 > most { most } else { UNBOUNDED };
            self.narrow(own, &between(least, most))?;
        }
        Ok(())
    }

    // Lists.

    fn different(&mut self, vars: &[VarId]) -> Step {
        for (i, &var) in vars.iter().enumerate() {
            let Some(value) = self.value(var) else {
                continue;
            };
            for (j, &other) in vars.iter().enumerate() {
                if i != j {
                    if self.value(other) == Some(value) {
                        return Err(Stop::Fails);
                    }
                    self.remove(other, value)?;
                }
            }
        }
        Ok(())
    }

    fn element(&mut self, index: VarId, items: &[VarId], item: VarId) -> Step {
        let mut places = Domain::between(1, 0);
        let mut values = Domain::between(1, 0);
        for (place, &own) in (1..).zip(items) {
            let common = self.domain(own).intersection(self.domain(item));
            if self.domain(index).contains(place) && !common.is_empty() {
                places = places.union(&Domain::single(place));
                values = values.union(&common);
            }
        }
        if places.is_empty() {
            return Err(Stop::Fails);
        }
        self.narrow(index, &places)?;
        self.narrow(item, &values)?;
        if let Some(place) = places.value() {
            self.narrow(items[place as usize - 1], &values)?;
        }
        Ok(())
    }
}
