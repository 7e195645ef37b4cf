//! Solving the conditions of an answer-set program, for a clause if there is one.

use std::cell::Cell;
use std::sync::Arc;

use stratalog_logic::Symbol;

use super::{
    Atom, BiasProgram, Comparison, Condition, Expression, TestedClause, TestedLiteral, Value,
};

/// Rules may call each other this deep; recursion beyond it fails.
pub(super) const MAX_DEPTH: usize = 32;
/// One evaluation calls rules this often; calls beyond it fail. Without this bound,
/// two rules that call each other would be tried in every order to the full depth.
const MAX_CALLS: u32 = 100_000;
/// One evaluation looks at this many facts and solutions of rules; what comes after them
/// is not found. A call may have many solutions, each of which passes through all rules
/// that led to the call.
const MAX_ROWS: u32 = 1_000_000;

type Bindings = Vec<Option<Value>>;

/// The evaluation of conditions, for a clause if there is one.
pub(super) struct Evaluation<'a> {
    program: &'a BiasProgram,
    clause: Option<&'a TestedClause>,
    /// How often a rule was called.
    calls: Cell<u32>,
    /// How many facts and solutions of rules were looked at.
    rows: Cell<u32>,
}

impl<'a> Evaluation<'a> {
    pub fn new(program: &'a BiasProgram, clause: Option<&'a TestedClause>) -> Evaluation<'a> {
        Evaluation {
            program,
            clause,
            calls: Cell::new(0),
            rows: Cell::new(0),
        }
    }

    /// Whether another fact or solution may be looked at.
    fn may_look(&self) -> bool {
        self.rows.set(self.rows.get().saturating_add(1));
        self.rows.get() <= MAX_ROWS
    }

    /// Calls `found` for each solution until it returns true.
    pub fn solve(
        &self,
        conditions: &[Condition],
        bindings: &mut Bindings,
        depth: usize,
        found: &mut dyn FnMut(&Bindings) -> bool,
    ) -> bool {
        let Some((first, rest)) = conditions.split_first() else {
            return found(bindings);
        };
        match first {
            Condition::Holds(atom) => self.atom(atom, bindings, depth, &mut |bindings| {
                self.solve(rest, bindings, depth, found)
            }),
            Condition::Fails(atom) => {
                let mut own = bindings.clone();
                !self.atom(atom, &mut own, depth, &mut |_| true)
                    && self.solve(rest, bindings, depth, found)
            }
            Condition::Compare(comparison, left, right) => {
                self.compare(*comparison, left, right, bindings, &mut |bindings| {
                    self.solve(rest, bindings, depth, found)
                })
            }
            Condition::Count(elements, comparison, right) => {
                let mut different: Vec<Vec<Option<Value>>> = Vec::new();
                for element in elements {
                    let mut own = bindings.clone();
                    self.solve(&element.conditions, &mut own, depth, &mut |bindings| {
                        let tuple = element.tuple.iter();
                        let values = tuple.map(|t| evaluate(t, bindings)).collect();
                        if !different.contains(&values) {
                            different.push(values);
                        }
                        false
                    });
                }
                let count = Expression::Value(Value::Integer(different.len() as i64));
                self.compare(*comparison, &count, right, bindings, &mut |bindings| {
                    self.solve(rest, bindings, depth, found)
                })
            }
        }
    }

    fn compare(
        &self,
        comparison: Comparison,
        left: &Expression,
        right: &Expression,
        bindings: &mut Bindings,
        next: &mut dyn FnMut(&mut Bindings) -> bool,
    ) -> bool {
        match (evaluate(left, bindings), evaluate(right, bindings)) {
            (Some(left), Some(right)) => {
                let order = left.cmp(&right);
                let holds = match comparison {
                    Comparison::Equal => order.is_eq(),
                    Comparison::Unequal => order.is_ne(),
                    Comparison::Less => order.is_lt(),
                    Comparison::AtMost => order.is_le(),
                    Comparison::Greater => order.is_gt(),
                    Comparison::AtLeast => order.is_ge(),
                };
                holds && next(bindings)
            }
            (Some(value), None) if comparison == Comparison::Equal => {
                matching(right, &value, bindings, next)
            }
            (None, Some(value)) if comparison == Comparison::Equal => {
                matching(left, &value, bindings, next)
            }
            // Nothing is known about an unbound variable.
            _ => false,
        }
    }

    fn atom(
        &self,
        atom: &Atom,
        bindings: &mut Bindings,
        depth: usize,
        next: &mut dyn FnMut(&mut Bindings) -> bool,
    ) -> bool {
        if let Some(rows) = self.clause_rows(atom, bindings) {
            return rows
                .iter()
                .any(|row| matching_all(&atom.args, row, bindings, next));
        }
        let key = (atom.name, atom.args.len());
        let facts = self.program.facts.get(&key);
        for row in facts.into_iter().flatten() {
            if !self.may_look() {
                return false;
            }
            if matching_all(&atom.args, row, bindings, next) {
                return true;
            }
        }
        if depth >= MAX_DEPTH {
            return false;
        }
        for rule in self.program.rules.get(&key).into_iter().flatten() {
            let Some(head) = &rule.head else { continue };
            if self.calls.get() == MAX_CALLS {
                return false;
            }
            self.calls.set(self.calls.get() + 1);
            let mut own: Bindings = vec![None; rule.variables];
            // Arguments that are known restrict the rule's body.
            let known: Vec<Option<Value>> = atom
                .args
                .iter()
                .map(|arg| evaluate(arg, bindings))
                .collect();
            let entered = enter(&head.args, &known, &mut own);
            let is_done = entered
                && self.solve(&rule.body, &mut own, depth + 1, &mut |own| {
                    if !self.may_look() {
                        return false;
                    }
                    // What the rule leaves open, as `_` does, matches anything.
                    let pairs = atom.args.iter().zip(&head.args);
                    let known = pairs
                        .filter_map(|(arg, own_arg)| Some((arg.clone(), evaluate(own_arg, own)?)));
                    let (args, row): (Vec<_>, Vec<_>) = known.unzip();
                    matching_all(&args, &row, bindings, next)
                });
            if is_done {
                return true;
            }
        }
        false
    }

    /// The rows of a predicate that describes the clause; `None` if it is not one.
    fn clause_rows(&self, atom: &Atom, bindings: &Bindings) -> Option<Vec<Vec<Value>>> {
        let name = atom.name.as_str();
        let arg = |at: usize| atom.args.get(at).and_then(|arg| evaluate(arg, bindings));
        match (name, atom.args.len()) {
            ("vars", 2) => {
                let row = |tuple: Arc<[Value]>| {
                    vec![Value::Integer(tuple.len() as i64), Value::Tuple(tuple)]
                };
                if let Some(Value::Tuple(tuple)) = arg(1) {
                    return Some(vec![row(tuple)]);
                }
                // Only tuples that occur in the clause matter.
                let literals = self.clause.into_iter().flat_map(|clause| &clause.body);
                let rows = literals.map(|literal| {
                    let variables = literal.variables.iter();
                    row(variables.map(|&v| Value::Integer(v as i64)).collect())
                });
                return Some(rows.collect());
            }
            ("var_pos", 3) => {
                let Some(Value::Tuple(tuple)) = arg(1) else {
                    return Some(Vec::new());
                };
                let rows = tuple.iter().enumerate().map(|(at, value)| {
                    let at = Value::Integer(at as i64);
                    vec![value.clone(), Value::Tuple(tuple.clone()), at]
                });
                return Some(rows.collect());
            }
            ("var_member", 2) => {
                let Some(Value::Tuple(tuple)) = arg(1) else {
                    return Some(Vec::new());
                };
                let row = |value: &Value| vec![value.clone(), Value::Tuple(tuple.clone())];
                return Some(tuple.iter().map(row).collect());
            }
            _ => {}
        }
        let clause = self.clause?;
        let number = Value::Integer(clause.number);
        let variable = |variable: usize| Value::Integer(variable as i64);
        let tuple = |literal: &TestedLiteral| {
            Value::Tuple(literal.variables.iter().map(|&v| variable(v)).collect())
        };
        let row = |literal: &TestedLiteral| {
            let arity = Value::Integer(literal.variables.len() as i64);
            vec![
                number.clone(),
                Value::Name(literal.name),
                arity,
                tuple(literal),
            ]
        };
        let variables = |literals: &mut dyn Iterator<Item = &TestedLiteral>| {
            let mut all: Vec<usize> = literals.flat_map(|l| l.variables.clone()).collect();
            all.sort_unstable();
            all.dedup();
            let rows = all.into_iter().map(|v| vec![number.clone(), variable(v)]);
            rows.collect::<Vec<_>>()
        };
        let head = || std::iter::once(&clause.head);
        Some(match (name, atom.args.len()) {
            ("clause", 1) => vec![vec![number.clone()]],
            ("body_literal", 4) => clause.body.iter().map(row).collect(),
            ("head_literal", 4) => head().map(row).collect(),
            ("body_var", 2) => variables(&mut clause.body.iter()),
            ("head_var", 2) => variables(&mut head()),
            ("clause_var", 2) => variables(&mut head().chain(&clause.body)),
            ("recursive_clause" | "base_clause", 3) => {
                let is_own = |literal: &TestedLiteral| {
                    literal.name == clause.head.name
                        && literal.variables.len() == clause.head.variables.len()
                };
                let is_recursive = clause.body.iter().any(is_own);
                let holds = is_recursive == (name == "recursive_clause");
                let row = |literal| row(literal)[..3].to_vec();
                head().filter(|_| holds).map(row).collect()
            }
            ("var_in_literal", 4) => {
                let mut rows = Vec::new();
                for literal in head().chain(&clause.body) {
                    for &v in &literal.variables {
                        let name = Value::Name(literal.name);
                        rows.push(vec![number.clone(), name, tuple(literal), variable(v)]);
                    }
                }
                rows
            }
            ("body_size", 2) => vec![vec![
                number.clone(),
                Value::Integer(clause.body.len() as i64),
            ]],
            ("var_type", 3) => {
                let mut rows = Vec::new();
                for literal in head().chain(&clause.body) {
                    for (&v, kind) in literal.variables.iter().zip(&literal.types) {
                        let Some(kind) = kind else { continue };
                        let row = vec![number.clone(), variable(v), Value::Name(*kind)];
                        if !rows.contains(&row) {
                            rows.push(row);
                        }
                    }
                }
                rows
            }
            _ => return None,
        })
    }

    /// Whether `bad_body/2` forbids a literal.
    pub fn is_bad(&self, literal: &TestedLiteral) -> bool {
        if !self.program.defines("bad_body", 2) {
            return false;
        }
        let variables = literal.variables.iter().map(|&v| Value::Integer(v as i64));
        let atom = Atom {
            name: Symbol::new("bad_body"),
            args: vec![
                Expression::Value(Value::Name(literal.name)),
                Expression::Value(Value::Tuple(variables.collect())),
            ],
        };
        self.atom(&atom, &mut Vec::new(), 0, &mut |_| true)
    }
}

/// Matches a rule's head with the arguments that are known.
fn enter(head: &[Expression], known: &[Option<Value>], own: &mut Bindings) -> bool {
    for (arg, value) in head.iter().zip(known) {
        let Some(value) = value else { continue };
        let mut matched = false;
        let mut after = own.clone();
        matching(arg, value, own, &mut |bindings| {
            after.clone_from(bindings);
            matched = true;
            true
        });
        if !matched {
            return false;
        }
        *own = after;
    }
    true
}

pub(super) fn evaluate(expression: &Expression, bindings: &Bindings) -> Option<Value> {
    match expression {
        Expression::Value(value) => Some(value.clone()),
        Expression::Variable(at) => bindings[*at].clone(),
        Expression::Anything => None,
        Expression::Tuple(parts) => {
            let parts: Option<Arc<[Value]>> = parts.iter().map(|p| evaluate(p, bindings)).collect();
            parts.map(Value::Tuple)
        }
        Expression::Operation(sign, left, right) => {
            let (Value::Integer(left), Value::Integer(right)) =
                (evaluate(left, bindings)?, evaluate(right, bindings)?)
            else {
                return None;
            };
            match sign {
                '+' => left.checked_add(right),
                '-' => left.checked_sub(right),
                '*' => left.checked_mul(right),
                '/' => left.checked_div(right),
                _ => left.checked_rem(right),
            }
            .map(Value::Integer)
        }
        Expression::Absolute(inner) => match evaluate(inner, bindings)? {
            Value::Integer(number) => number.checked_abs().map(Value::Integer),
            _ => None,
        },
    }
}

/// Matches a term with a value, calls `next`, and undoes the bindings.
fn matching(
    expression: &Expression,
    value: &Value,
    bindings: &mut Bindings,
    next: &mut dyn FnMut(&mut Bindings) -> bool,
) -> bool {
    matching_all(
        std::slice::from_ref(expression),
        std::slice::from_ref(value),
        bindings,
        next,
    )
}

fn matching_all(
    expressions: &[Expression],
    values: &[Value],
    bindings: &mut Bindings,
    next: &mut dyn FnMut(&mut Bindings) -> bool,
) -> bool {
    let mut bound = Vec::new();
    let is_match = expressions.len() == values.len()
        && expressions
            .iter()
            .zip(values)
            .all(|(expression, value)| bind(expression, value, bindings, &mut bound));
    let is_done = is_match && next(bindings);
    for at in bound {
        bindings[at] = None;
    }
    is_done
}

fn bind(
    expression: &Expression,
    value: &Value,
    bindings: &mut Bindings,
    bound: &mut Vec<usize>,
) -> bool {
    match (expression, value) {
        (Expression::Anything, _) => true,
        (Expression::Variable(at), _) => match &bindings[*at] {
            Some(known) => known == value,
            None => {
                bindings[*at] = Some(value.clone());
                bound.push(*at);
                true
            }
        },
        (Expression::Tuple(parts), Value::Tuple(values)) => {
            parts.len() == values.len()
                && parts
                    .iter()
                    .zip(values.iter())
                    .all(|(part, value)| bind(part, value, bindings, bound))
        }
        (other, value) => evaluate(other, bindings).as_ref() == Some(value),
    }
}
