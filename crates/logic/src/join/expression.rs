//! Arithmetic inside a join.

use crate::arithmetic::{Evaluable, Value, apply, evaluate};
use crate::cell::Tag;
use crate::error::Raise;
use crate::heap::Heap;
use crate::join::{Arg, JoinState};

/// An arithmetic expression in postfix order: operands, then what is applied to them.
#[derive(Clone, Debug)]
pub(crate) struct Expression(Box<[Part]>);

#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    Operand(Arg),
    Apply(Evaluable),
}

/// Parts of the largest expression that is evaluated inside a join.
pub(crate) const MAX_PARTS: usize = 15;

impl Expression {
    /// An expression of at most [`MAX_PARTS`] parts.
    pub(crate) fn new(parts: Vec<Part>) -> Expression {
        Expression(parts.into())
    }

    pub(crate) fn parts(&self) -> &[Part] {
        &self.0
    }

    pub(crate) fn operands(&self) -> impl Iterator<Item = Arg> {
        self.0.iter().filter_map(|part| match part {
            Part::Operand(arg) => Some(*arg),
            Part::Apply(_) => None,
        })
    }
}

impl JoinState {
    /// The value of an expression, if it consists of small integers and stays in
    /// range. Everything else is left to the general evaluation.
    #[inline(always)]
    pub(crate) fn integer(&self, expression: &Expression) -> Option<i64> {
        match *expression.0 {
            [Part::Operand(only)] => self.small(only),
            [
                Part::Operand(left),
                Part::Operand(right),
                Part::Apply(function),
            ] => function
                .on_integers(self.small(left)?, self.small(right)?)
                .ok(),
            _ => self.long_expression(expression),
        }
    }

    /// The value of an expression of any numbers.
    pub(crate) fn number(&self, expression: &Expression, heap: &Heap) -> Result<Value, Raise> {
        if let [Part::Operand(only)] = *expression.0 {
            return evaluate(heap, self.value(only));
        }
        let mut values: Vec<Value> = Vec::new();
        for part in expression.parts() {
            let value = match part {
                Part::Operand(arg) => evaluate(heap, self.value(*arg))?,
                Part::Apply(function) => {
                    let arity = if function.is_unary() { 1 } else { 2 };
                    let args = values.split_off(values.len() - arity);
                    apply(*function, &args)?
                }
            };
            values.push(value);
        }
        Ok(values.swap_remove(0))
    }

    #[inline(always)]
    fn small(&self, arg: Arg) -> Option<i64> {
        let cell = self.value(arg);
        (cell.tag() == Tag::Int).then(|| cell.int())
    }

    fn long_expression(&self, expression: &Expression) -> Option<i64> {
        let mut values = [0; MAX_PARTS];
        let mut top = 0;
        for part in expression.parts() {
            values[top] = match part {
                Part::Operand(arg) => self.small(*arg)?,
                Part::Apply(function) => {
                    top -= if function.is_unary() { 1 } else { 2 };
                    let right = if function.is_unary() {
                        0
                    } else {
                        values[top + 1]
                    };
                    function.on_integers(values[top], right).ok()?
                }
            };
            top += 1;
        }
        Some(values[0])
    }
}
