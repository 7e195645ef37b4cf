//! The part of answer-set programs that bias files are written in: facts, rules
//! without recursion through negation, and integrity constraints with `not`,
//! comparisons and `#count`.
//!
//! A [`BiasProgram`] is asked for its declarations ([`BiasProgram::solutions`])
//! and whether a clause violates one of its constraints
//! ([`BiasProgram::is_violated`]).

use std::sync::Arc;

use rustc_hash::FxHashMap;
use stratalog_logic::Symbol;

/// Rules may call each other this deep; recursion beyond it fails.
const MAX_DEPTH: usize = 32;

/// A value without variables.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Value {
    /// A number.
    Integer(i64),
    /// A name.
    Name(Symbol),
    /// A tuple, or a compound term with its name first.
    Tuple(Arc<[Value]>),
}

/// A term of a rule.
#[derive(Clone, Debug)]
pub enum Expression {
    /// A value.
    Value(Value),
    /// A variable of the rule, by number.
    Variable(usize),
    /// `_`.
    Anything,
    /// A tuple.
    Tuple(Vec<Expression>),
    /// An operation on numbers: `+`, `-` or `*`.
    Operation(char, Box<Expression>, Box<Expression>),
}

/// A comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// `=` or `==`.
    Equal,
    /// `!=`.
    Unequal,
    /// `<`.
    Less,
    /// `<=`.
    AtMost,
    /// `>`.
    Greater,
    /// `>=`.
    AtLeast,
}

/// An atom of a rule.
#[derive(Clone, Debug)]
pub struct Atom {
    /// The predicate.
    pub name: Symbol,
    /// Its arguments.
    pub args: Vec<Expression>,
}

/// A condition in the body of a rule.
#[derive(Clone, Debug)]
pub enum Condition {
    /// The atom holds.
    Holds(Atom),
    /// The atom does not hold.
    Fails(Atom),
    /// A comparison of two terms.
    Compare(Comparison, Expression, Expression),
    /// A comparison of the number of different tuples with a term.
    Count(Vec<Expression>, Vec<Condition>, Comparison, Expression),
}

/// A rule: its head, its body and how many variables they have.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The head; none in a constraint.
    pub head: Option<Atom>,
    /// The body.
    pub body: Vec<Condition>,
    /// The number of variables.
    pub variables: usize,
}

/// A literal of a clause that is being tested.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestedLiteral {
    /// The predicate.
    pub name: Symbol,
    /// The variables, by number.
    pub variables: Vec<usize>,
    /// The types of the arguments, where they are declared.
    pub types: Vec<Option<Symbol>>,
}

/// A clause that is being tested.
#[derive(Clone, Debug)]
pub struct TestedClause {
    /// Its number in the theory.
    pub number: i64,
    /// The head.
    pub head: TestedLiteral,
    /// The body.
    pub body: Vec<TestedLiteral>,
}

/// A bias as an answer-set program.
#[derive(Clone, Debug, Default)]
pub struct BiasProgram {
    facts: FxHashMap<(Symbol, usize), Vec<Vec<Value>>>,
    rules: FxHashMap<(Symbol, usize), Vec<Rule>>,
    constraints: Vec<Constraint>,
}

#[derive(Clone, Debug)]
struct Constraint {
    rule: Rule,
    /// Whether a violation remains when literals are added to the clause.
    is_permanent: bool,
}

type Bindings = Vec<Option<Value>>;

impl BiasProgram {
    /// Adds a fact or a rule.
    pub fn add(&mut self, mut rule: Rule) {
        rule.body.sort_by_key(Condition::rank);
        let Some(head) = &rule.head else {
            self.add_constraint(rule);
            return;
        };
        let key = (head.name, head.args.len());
        if rule.body.is_empty() {
            let bindings = vec![None; rule.variables];
            let values: Option<Vec<Value>> = head
                .args
                .iter()
                .map(|arg| evaluate(arg, &bindings))
                .collect();
            if let Some(values) = values {
                self.facts.entry(key).or_default().push(values);
                return;
            }
        }
        self.rules.entry(key).or_default().push(rule);
    }

    /// A constraint on a count that must be equal to a number is violated for good
    /// once the count is greater, and not before the clause is complete while it is
    /// less.
    fn add_constraint(&mut self, rule: Rule) {
        let unequal = rule
            .body
            .iter()
            .position(|c| matches!(c, Condition::Count(_, _, Comparison::Unequal, _)));
        let Some(at) = unequal else {
            let is_permanent = rule.body.iter().all(Condition::is_monotone);
            self.constraints.push(Constraint { rule, is_permanent });
            return;
        };
        for comparison in [Comparison::Greater, Comparison::Less] {
            let mut half = rule.clone();
            if let Condition::Count(_, _, its, _) = &mut half.body[at] {
                *its = comparison;
            }
            self.add_constraint(half);
        }
    }

    /// Whether there are constraints on clauses.
    pub fn has_constraints(&self) -> bool {
        !self.constraints.is_empty() || self.defines("bad_body", 2)
    }

    /// Whether facts or rules define a predicate.
    pub fn defines(&self, name: &str, arity: usize) -> bool {
        let key = (Symbol::new(name), arity);
        self.facts.contains_key(&key) || self.rules.contains_key(&key)
    }

    /// All values for which a predicate holds, without duplicates, in the order of
    /// the program.
    pub fn solutions(&self, name: &str, arity: usize) -> Vec<Vec<Value>> {
        let atom = Atom {
            name: Symbol::new(name),
            args: (0..arity).map(Expression::Variable).collect(),
        };
        let mut found: Vec<Vec<Value>> = Vec::new();
        let mut bindings = vec![None; arity];
        let evaluation = Evaluation {
            program: self,
            clause: None,
        };
        evaluation.solve(
            &[Condition::Holds(atom)],
            &mut bindings,
            0,
            &mut |bindings| {
                let values: Option<Vec<Value>> = bindings.iter().cloned().collect();
                found.extend(values.filter(|values| !found.contains(values)));
                false
            },
        );
        found
    }

    /// Whether a clause violates a constraint. With `is_complete` false, only
    /// violations that remain when literals are added count.
    pub fn is_violated(&self, clause: &TestedClause, is_complete: bool) -> bool {
        let evaluation = Evaluation {
            program: self,
            clause: Some(clause),
        };
        let mut violated = self.constraints.iter().filter(|constraint| {
            (is_complete || constraint.is_permanent) && {
                let mut bindings = vec![None; constraint.rule.variables];
                evaluation.solve(&constraint.rule.body, &mut bindings, 0, &mut |_| true)
            }
        });
        violated.next().is_some() || clause.body.iter().any(|l| evaluation.is_bad(l))
    }
}

impl Condition {
    /// Generators come before tests.
    fn rank(&self) -> usize {
        match self {
            Condition::Holds(_) => 0,
            Condition::Compare(Comparison::Equal, ..) => 1,
            Condition::Count(_, _, Comparison::Equal, _) => 2,
            Condition::Count(..) => 3,
            Condition::Compare(..) => 4,
            Condition::Fails(_) => 5,
        }
    }

    /// Whether the condition, once true, remains true when literals are added.
    fn is_monotone(&self) -> bool {
        match self {
            Condition::Holds(atom) => atom.name.as_str() != "body_size",
            Condition::Fails(atom) => !is_about_clauses(atom.name),
            Condition::Compare(..) => true,
            Condition::Count(_, conditions, comparison, _) => {
                matches!(comparison, Comparison::Greater | Comparison::AtLeast)
                    && conditions.iter().all(Condition::is_monotone)
            }
        }
    }
}

fn is_about_clauses(name: Symbol) -> bool {
    matches!(
        name.as_str(),
        "body_literal" | "head_literal" | "body_var" | "clause_var" | "var_type" | "body_size"
    )
}

/// The evaluation of conditions, for a clause if there is one.
struct Evaluation<'a> {
    program: &'a BiasProgram,
    clause: Option<&'a TestedClause>,
}

impl Evaluation<'_> {
    /// Calls `found` for each solution until it returns true.
    fn solve(
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
            Condition::Count(tuple, inner, comparison, right) => {
                let mut different: Vec<Vec<Option<Value>>> = Vec::new();
                let mut own = bindings.clone();
                self.solve(inner, &mut own, depth, &mut |bindings| {
                    let values = tuple.iter().map(|t| evaluate(t, bindings)).collect();
                    if !different.contains(&values) {
                        different.push(values);
                    }
                    false
                });
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
            if matching_all(&atom.args, row, bindings, next) {
                return true;
            }
        }
        if depth >= MAX_DEPTH {
            return false;
        }
        for rule in self.program.rules.get(&key).into_iter().flatten() {
            let Some(head) = &rule.head else { continue };
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
    fn is_bad(&self, literal: &TestedLiteral) -> bool {
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

fn evaluate(expression: &Expression, bindings: &Bindings) -> Option<Value> {
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
                _ => left.checked_mul(right),
            }
            .map(Value::Integer)
        }
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
