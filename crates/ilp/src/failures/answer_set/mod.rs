//! The part of answer-set programs that bias files are written in: facts, rules
//! without recursion through negation, and integrity constraints with `not`,
//! comparisons and `#count`.
//!
//! A [`BiasProgram`] is asked for its declarations ([`BiasProgram::solutions`])
//! and whether a clause violates one of its constraints
//! ([`BiasProgram::is_violated`]).

mod evaluation;
mod growth;

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use stratalog_logic::Symbol;

use evaluation::{Evaluation, evaluate};
use growth::Growth;

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
    /// An operation on numbers: `+`, `-`, `*`, `/` or `\\`.
    Operation(char, Box<Expression>, Box<Expression>),
    /// A number without its sign.
    Absolute(Box<Expression>),
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
    Count(Vec<Element>, Comparison, Expression),
}

/// What an aggregate counts: the tuples for which the conditions hold.
#[derive(Clone, Debug)]
pub struct Element {
    /// The tuple.
    pub tuple: Vec<Expression>,
    /// The conditions.
    pub conditions: Vec<Condition>,
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

impl BiasProgram {
    /// The program of these facts, rules and constraints.
    pub fn new(statements: impl IntoIterator<Item = Rule>) -> BiasProgram {
        let mut program = BiasProgram::default();
        let mut constraints = Vec::new();
        for mut rule in statements {
            rule.body = ordered(rule.body, &mut vec![false; rule.variables]);
            match &rule.head {
                Some(head) => {
                    let key = (head.name, head.args.len());
                    program.add(key, rule);
                }
                None => constraints.extend(halves(rule)),
            }
        }
        let constraints = constraints.into_iter().map(|rule| {
            let may_end = |condition| Growth::of(condition, &program, 0).may_end;
            let is_permanent = !rule.body.iter().any(may_end);
            Constraint { rule, is_permanent }
        });
        program.constraints = constraints.collect();
        program
    }

    fn add(&mut self, key: (Symbol, usize), rule: Rule) {
        if let (Some(head), []) = (&rule.head, &rule.body[..]) {
            let bindings = vec![None; rule.variables];
            let values = head.args.iter().map(|arg| evaluate(arg, &bindings));
            if let Some(values) = values.collect() {
                self.facts.entry(key).or_default().push(values);
                return;
            }
        }
        self.rules.entry(key).or_default().push(rule);
    }

    /// Whether a predicate describes the clause that is tested.
    pub fn describes_clauses(name: Symbol, arity: usize) -> bool {
        matches!(
            (name.as_str(), arity),
            ("clause", 1)
                | (
                    "vars" | "var_member" | "body_var" | "head_var" | "clause_var",
                    2
                )
                | ("body_size", 2)
                | (
                    "var_pos" | "var_type" | "recursive_clause" | "base_clause",
                    3
                )
                | ("body_literal" | "head_literal" | "var_in_literal", 4)
        )
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
        let mut known: FxHashSet<Vec<Value>> = FxHashSet::default();
        let mut bindings = vec![None; arity];
        let evaluation = Evaluation::new(self, None);
        evaluation.solve(
            &[Condition::Holds(atom)],
            &mut bindings,
            0,
            &mut |bindings| {
                let values: Option<Vec<Value>> = bindings.iter().cloned().collect();
                found.extend(values.filter(|values| known.insert(values.clone())));
                false
            },
        );
        found
    }

    /// Whether a clause violates a constraint. With `is_complete` false, only
    /// violations that remain when literals are added count.
    pub fn is_violated(&self, clause: &TestedClause, is_complete: bool) -> bool {
        let evaluation = Evaluation::new(self, Some(clause));
        let mut violated = self.constraints.iter().filter(|constraint| {
            (is_complete || constraint.is_permanent) && {
                let mut bindings = vec![None; constraint.rule.variables];
                evaluation.solve(&constraint.rule.body, &mut bindings, 0, &mut |_| true)
            }
        });
        violated.next().is_some() || clause.body.iter().any(|l| evaluation.is_bad(l))
    }
}

/// A constraint on a count that must be equal to a number is violated for good once the
/// count is greater, and not before the clause is complete while it is less. So it
/// becomes two constraints.
fn halves(rule: Rule) -> Vec<Rule> {
    let is_unequal = |c: &Condition| matches!(c, Condition::Count(_, Comparison::Unequal, _));
    let Some(at) = rule.body.iter().position(is_unequal) else {
        return vec![rule];
    };
    let half = |comparison: Comparison| {
        let mut half = rule.clone();
        if let Condition::Count(_, its, _) = &mut half.body[at] {
            *its = comparison;
        }
        halves(half)
    };
    [Comparison::Greater, Comparison::Less]
        .into_iter()
        .flat_map(half)
        .collect()
}

/// The conditions in an order in which generators come before tests, and what a
/// condition needs before it. Variables that are bound before are given.
fn ordered(conditions: Vec<Condition>, bound: &mut [bool]) -> Vec<Condition> {
    let mut left = conditions;
    let mut ordered = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let key = |at: &usize| (!left[*at].is_ready(bound), left[*at].rank());
        let next = (0..left.len()).min_by_key(key).unwrap_or(0);
        let mut condition = left.remove(next);
        if let Condition::Count(elements, ..) = &mut condition {
            for element in elements {
                let own = std::mem::take(&mut element.conditions);
                element.conditions = self::ordered(own, &mut bound.to_vec());
            }
        }
        condition.bind(bound);
        ordered.push(condition);
    }
    ordered
}

impl Condition {
    /// The atoms in the condition.
    pub fn atoms(&self) -> Vec<&Atom> {
        match self {
            Condition::Holds(atom) | Condition::Fails(atom) => vec![atom],
            Condition::Compare(..) => Vec::new(),
            Condition::Count(elements, ..) => {
                let conditions = elements.iter().flat_map(|element| &element.conditions);
                conditions.flat_map(Condition::atoms).collect()
            }
        }
    }

    /// Generators come before tests.
    fn rank(&self) -> usize {
        match self {
            Condition::Holds(_) => 0,
            Condition::Compare(Comparison::Equal, ..) => 1,
            Condition::Count(_, Comparison::Equal, _) => 2,
            Condition::Count(..) => 3,
            Condition::Compare(..) => 4,
            Condition::Fails(_) => 5,
        }
    }

    /// Whether the values that the condition needs are known.
    fn is_ready(&self, bound: &[bool]) -> bool {
        match self {
            Condition::Holds(atom) => match (atom.name.as_str(), &atom.args[..]) {
                ("var_pos", [_, tuple, _]) | ("var_member", [_, tuple]) => tuple.is_bound(bound),
                _ => true,
            },
            Condition::Compare(Comparison::Equal, left, right) => {
                left.is_bound(bound) || right.is_bound(bound)
            }
            Condition::Compare(_, left, right) => left.is_bound(bound) && right.is_bound(bound),
            Condition::Count(_, comparison, right) => {
                *comparison == Comparison::Equal || right.is_bound(bound)
            }
            Condition::Fails(atom) => atom.args.iter().all(|arg| arg.is_bound(bound)),
        }
    }

    /// Marks the variables that have a value once the condition holds.
    fn bind(&self, bound: &mut [bool]) {
        match self {
            Condition::Holds(atom) => atom.args.iter().for_each(|arg| arg.bind(bound)),
            Condition::Compare(Comparison::Equal, left, right) => {
                left.bind(bound);
                right.bind(bound);
            }
            Condition::Count(_, Comparison::Equal, right) => right.bind(bound),
            _ => {}
        }
    }
}

impl Expression {
    fn is_bound(&self, bound: &[bool]) -> bool {
        match self {
            Expression::Value(_) => true,
            Expression::Variable(at) => bound[*at],
            Expression::Anything => false,
            Expression::Tuple(parts) => parts.iter().all(|part| part.is_bound(bound)),
            Expression::Operation(_, left, right) => left.is_bound(bound) && right.is_bound(bound),
            Expression::Absolute(inner) => inner.is_bound(bound),
        }
    }

    /// Marks the variables that a value of the expression gives a value.
    fn bind(&self, bound: &mut [bool]) {
        match self {
            Expression::Variable(at) => bound[*at] = true,
            Expression::Tuple(parts) => parts.iter().for_each(|part| part.bind(bound)),
            _ => {}
        }
    }
}
