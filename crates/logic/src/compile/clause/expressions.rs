//! Arithmetic: expressions become instructions on places.

use super::ClauseWriter;
use crate::arithmetic::Evaluable;
use crate::builtins;
use crate::code::{Instr, Operand, Operands, Place};
use crate::compile::unit::Linker;
use crate::term::Term;

/// Arithmetic nested deeper than this is evaluated as a term.
const MAX_EXPRESSION_DEPTH: usize = 30;

impl<L: Linker> ClauseWriter<'_, L> {
    pub(super) fn is(&mut self, result: &Term, expression: &Term) {
        let is_var = matches!(result, Term::Var(_));
        let compiled = is_var.then(|| self.expression(expression, 0)).flatten();
        let (Term::Var(var), Some(operand)) = (result, compiled) else {
            let id = builtins::find("is".into(), 2).expect("is/2 is built in");
            self.builtin(id, &[result.clone(), expression.clone()]);
            return;
        };
        // A bare operand still has to be evaluated: it may be an expression.
        if !matches!(expression, Term::Compound(_)) {
            let to = self.new_register();
            self.unit.emit(Instr::Arithmetic {
                op: Evaluable::Plus,
                to,
                left: operand,
                right: operand,
            });
        }
        let Some(Instr::Arithmetic { to, .. } | Instr::Increment { to, .. }) =
            self.unit.code.last().copied()
        else {
            unreachable!("the last instruction computes the value")
        };
        match self.place(*var) {
            Some(at) => {
                self.unit.emit(Instr::GetValue { at, other: to });
            }
            None => {
                let home = self.give_place(*var, Some(to));
                if let Some(Instr::Arithmetic { to, .. } | Instr::Increment { to, .. }) =
                    self.unit.code.last_mut()
                {
                    *to = home;
                }
            }
        }
    }

    /// A number that does not fit into an operand, in a register.
    fn number(&mut self, number: &Term) -> Operand {
        Operand::at(self.put(number, None))
    }

    /// Code that leaves the value of an expression in an operand; none if it
    /// cannot be compiled.
    pub(super) fn expression(&mut self, term: &Term, depth: usize) -> Option<Operand> {
        if depth > MAX_EXPRESSION_DEPTH {
            return None;
        }
        match term {
            Term::Integer(value) => match Operand::small(*value) {
                Some(operand) => Some(operand),
                None => Some(self.number(term)),
            },
            Term::Big(_) | Term::Float(_) => Some(self.number(term)),
            Term::Var(var) => self.place(*var).map(Operand::at),
            Term::Compound(compound) => {
                let op = Evaluable::find(compound.name(), compound.args().len())?;
                let (left, right) = match compound.args() {
                    [a] => (self.expression(a, depth + 1)?, Operand::small(0)?),
                    [a, b] => (
                        self.expression(a, depth + 1)?,
                        self.expression(b, depth + 1)?,
                    ),
                    _ => return None,
                };
                let to = self.new_register();
                self.unit.emit(match increment(op, left, right) {
                    Some((from, by)) => Instr::Increment { to, from, by },
                    None => Instr::Arithmetic {
                        op,
                        to,
                        left,
                        right,
                    },
                });
                Some(Operand::at(to))
            }
            _ => None,
        }
    }
}

/// The place and the constant, if an operation adds a constant other than 0 (the
/// difference of a float and 0 may be -0.0, which a sum never is).
fn increment(op: Evaluable, left: Operand, right: Operand) -> Option<(Place, i32)> {
    let (from, by) = match (op, left.open(), right.open()) {
        (Evaluable::Add, Operands::At(from), Operands::Small(by))
        | (Evaluable::Add, Operands::Small(by), Operands::At(from)) => (from, by),
        (Evaluable::Subtract, Operands::At(from), Operands::Small(by)) => (from, -by),
        _ => return None,
    };
    // What the slow path takes must be an operand.
    Operand::small(by).filter(|_| by != 0)?;
    Some((from, i32::try_from(by).ok()?))
}
