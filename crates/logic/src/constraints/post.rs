//! Constraints from terms: sums of products of variables, and formulas of
//! comparisons. No function here calls itself: terms may be deep.

use rustc_hash::FxHashMap;

use crate::cell::{Cell, Tag};
use crate::constraints::domain::{Domain, INF, SUP};
use crate::constraints::propagate::{Division, Function, Relation, Rule, Sum};
use crate::constraints::{Constraints, Step, Stop, VarId};
use crate::error::Ball;
use crate::heap::Heap;

/// Factors are smaller, so that no sum of products overflows.
const MAX_FACTOR: i64 = 1 << 32;

/// What remains to be done with an expression.
enum Task {
    /// Adds a multiple of a term to the newest sum.
    Add(Cell, i64),
    /// Starts a sum.
    Start,
    /// Adds a multiple of a function of the newest two sums to the one below.
    Apply(Operation, i64),
}

#[derive(Clone, Copy)]
enum Operation {
    Product,
    Function(Function),
    Absolute,
    Maximum,
    Minimum,
}

/// What remains to be done with a formula.
enum Part {
    Formula(Cell),
    Connect(Connective),
}

#[derive(Clone, Copy)]
enum Connective {
    Not,
    And,
    Or,
    Different,
    Equal,
    /// The first implies the second.
    Implies,
    /// The second implies the first.
    Follows,
}

fn times(a: i64, b: i64) -> Result<i64, Stop> {
    a.checked_mul(b)
        .filter(|product| product.abs() <= Cell::MAX_INT)
        .ok_or_else(too_large)
}

fn plus(a: i64, b: i64) -> Result<i64, Stop> {
    a.checked_add(b)
        .filter(|sum| sum.abs() <= Cell::MAX_INT)
        .ok_or_else(too_large)
}

fn too_large() -> Stop {
    Ball::Representation("integer").into()
}

/// A sum and how it compares with zero, for `a` compared with `b` where the sum is
/// `a - b`.
fn comparison(name: &str, sum: Sum) -> Result<Option<(Sum, Relation)>, Stop> {
    let opposite = |sum: Sum| Sum {
        terms: sum.terms.into_iter().map(|(f, var)| (-f, var)).collect(),
        constant: -sum.constant,
    };
    let more = |mut sum: Sum| {
        sum.constant = plus(sum.constant, 1)?;
        Ok::<Sum, Stop>(sum)
    };
    Ok(Some(match name {
        "#=" => (sum, Relation::Equal),
        "#\\=" => (sum, Relation::Different),
        "#=<" => (sum, Relation::AtMost),
        "#>=" => (opposite(sum), Relation::AtMost),
        "#<" => (more(sum)?, Relation::AtMost),
        "#>" => (more(opposite(sum))?, Relation::AtMost),
        _ => return Ok(None),
    }))
}

impl Constraints {
    /// `a` compares so with `b`.
    pub(crate) fn post(&mut self, heap: &Heap, name: &str, a: Cell, b: Cell) -> Step {
        let sum = self.difference(heap, a, b)?;
        let Some((sum, relation)) = comparison(name, sum)? else {
            return Err(Stop::Fails);
        };
        self.add(Rule::Linear(sum, relation));
        Ok(())
    }

    /// The sum `a - b`.
    fn difference(&mut self, heap: &Heap, a: Cell, b: Cell) -> Result<Sum, Stop> {
        let mut sums = vec![Sum {
            terms: Vec::new(),
            constant: 0,
        }];
        let mut tasks = vec![Task::Add(b, -1), Task::Add(a, 1)];
        let mut visits = 0;
        while let Some(task) = tasks.pop() {
            visits += 1;
            if !heap.effort.allows(visits, tasks.len(), heap.len()) {
                return Err(Stop::Fails);
            }
            match task {
                Task::Start => sums.push(Sum {
                    terms: Vec::new(),
                    constant: 0,
                }),
                Task::Add(cell, factor) => {
                    let sum = sums.last_mut().expect("the outermost sum stays");
                    let cell = heap.deref(cell);
                    match cell.tag() {
                        Tag::Ref => {
                            let var = self.variable(cell);
                            sum.terms.push((factor, var));
                        }
                        Tag::Int => {
                            sum.constant = plus(sum.constant, times(factor, cell.int())?)?;
                        }
                        Tag::Boxed if heap.float(cell).is_none() => return Err(too_large()),
                        Tag::Str => split(heap, cell, factor, &mut tasks)?,
                        _ => return Err(no_expression(cell)),
                    }
                }
                Task::Apply(operation, factor) => {
                    let b = sums.pop().expect("it was started");
                    let a = match operation {
                        Operation::Absolute => None,
                        _ => sums.pop(),
                    };
                    let value = self.apply(operation, a, b)?;
                    let sum = sums.last_mut().expect("the outermost sum stays");
                    sum.constant = plus(sum.constant, times(factor, value.constant)?)?;
                    for (own, var) in value.terms {
                        sum.terms.push((times(factor, own)?, var));
                    }
                }
            }
        }
        let sum = sums.pop().expect("the outermost sum stays");
        collected(sum)
    }

    /// An operation on one or two sums.
    fn apply(&mut self, operation: Operation, a: Option<Sum>, b: Sum) -> Result<Sum, Stop> {
        let b = collected(b)?;
        let Some(a) = a else {
            let x = self.value_of(b);
            let z = self.new_variable(None, Domain::between(0, SUP));
            self.add(Rule::Absolute([x, z]));
            return Ok(one(z));
        };
        let a = collected(a)?;
        if let Operation::Product = operation {
            let (factor, sum) = match (a.terms.is_empty(), b.terms.is_empty()) {
                (true, _) => (a.constant, b),
                (_, true) => (b.constant, a),
                _ => {
                    let (x, y) = (self.value_of(a), self.value_of(b));
                    let z = self.new_variable(None, Domain::all());
                    if x == y {
                        let two = self.constant(2);
                        self.add(Rule::Function(Function::Power, [x, two, z]));
                    } else {
                        self.add(Rule::Product([x, y, z]));
                    }
                    return Ok(one(z));
                }
            };
            let terms = sum.terms.into_iter();
            let terms = terms.map(|(own, var)| Ok((times(factor, own)?, var)));
            return Ok(Sum {
                terms: terms.collect::<Result<_, Stop>>()?,
                constant: times(factor, sum.constant)?,
            });
        }
        let vars = [
            self.value_of(a),
            self.value_of(b),
            self.new_variable(None, Domain::all()),
        ];
        self.add(match operation {
            Operation::Function(function) => Rule::Function(function, vars),
            Operation::Maximum => Rule::Maximum(vars),
            _ => Rule::Minimum(vars),
        });
        Ok(one(vars[2]))
    }

    /// A variable with the value of a sum.
    fn value_of(&mut self, mut sum: Sum) -> VarId {
        match (sum.terms.as_slice(), sum.constant) {
            ([(1, var)], 0) => *var,
            ([], constant) => self.constant(constant),
            _ => {
                let var = self.new_variable(None, Domain::all());
                sum.terms.push((-1, var));
                self.add(Rule::Linear(sum, Relation::Equal));
                var
            }
        }
    }

    // Formulas.

    /// A formula of comparisons holds.
    pub(crate) fn post_formula(&mut self, heap: &Heap, formula: Cell) -> Step {
        let mut parts = vec![Part::Formula(formula)];
        let mut truths: Vec<VarId> = Vec::new();
        let mut visits = 0;
        while let Some(part) = parts.pop() {
            visits += 1;
            if !heap.effort.allows(visits, parts.len(), heap.len()) {
                return Err(Stop::Fails);
            }
            match part {
                Part::Formula(cell) => {
                    let cell = heap.deref(cell);
                    if let Some((connective, count)) = connective(heap, cell) {
                        parts.push(Part::Connect(connective));
                        let args = heap.args(cell);
                        parts.extend(args[..count].iter().rev().map(|&arg| Part::Formula(arg)));
                        continue;
                    }
                    let truth = self.truth(heap, cell)?;
                    truths.push(truth);
                }
                Part::Connect(connective) => {
                    let q = truths.pop().expect("its parts came before");
                    let truth = self.new_variable(None, Domain::between(0, 1));
                    let p = match connective {
                        Connective::Not => q,
                        _ => truths.pop().expect("its parts came before"),
                    };
                    let between = |a: VarId, b: VarId| Sum {
                        terms: vec![(1, a), (-1, b)],
                        constant: 0,
                    };
                    self.add(match connective {
                        Connective::Not => Rule::Linear(
                            Sum {
                                terms: vec![(1, q), (1, truth)],
                                constant: -1,
                            },
                            Relation::Equal,
                        ),
                        Connective::And => Rule::Minimum([p, q, truth]),
                        Connective::Or => Rule::Maximum([p, q, truth]),
                        Connective::Different => {
                            Rule::Reified(between(p, q), Relation::Different, truth)
                        }
                        Connective::Equal => Rule::Reified(between(p, q), Relation::Equal, truth),
                        Connective::Implies => {
                            Rule::Reified(between(p, q), Relation::AtMost, truth)
                        }
                        Connective::Follows => {
                            Rule::Reified(between(q, p), Relation::AtMost, truth)
                        }
                    });
                    truths.push(truth);
                }
            }
        }
        let whole = truths.pop().expect("every formula has a truth value");
        self.restrict(whole, &Domain::single(1))
    }

    /// The truth value of a comparison or a variable.
    fn truth(&mut self, heap: &Heap, cell: Cell) -> Result<VarId, Stop> {
        match cell.tag() {
            Tag::Ref => {
                let var = self.variable(cell);
                self.restrict(var, &Domain::between(0, 1))?;
                return Ok(var);
            }
            Tag::Int if matches!(cell.int(), 0 | 1) => return Ok(self.constant(cell.int())),
            Tag::Str if heap.at(cell.address()).arity() == 2 => {
                let (a, b) = (heap.args(cell)[0], heap.args(cell)[1]);
                let name = heap.functor_of(cell).symbol().as_str();
                let is_comparison = matches!(name, "#=" | "#\\=" | "#<" | "#>" | "#=<" | "#>=");
                if is_comparison {
                    let sum = self.difference(heap, a, b)?;
                    if let Some((sum, relation)) = comparison(name, sum)? {
                        let truth = self.new_variable(None, Domain::between(0, 1));
                        self.add(Rule::Reified(sum, relation, truth));
                        return Ok(truth);
                    }
                }
            }
            _ => {}
        }
        Err(Ball::Domain("clpfd_reifiable_expression", cell).into())
    }

    // Lists.

    /// The variables of terms that are variables or integers.
    fn variables_of(&mut self, heap: &Heap, items: &[Cell]) -> Result<Vec<VarId>, Stop> {
        let items = items.iter().map(|&item| {
            let item = heap.deref(item);
            match item.tag() {
                Tag::Ref => Ok(self.variable(item)),
                Tag::Int => Ok(self.constant(item.int())),
                Tag::Boxed if heap.float(item).is_none() => Err(too_large()),
                _ => Err(Ball::Type("integer", item).into()),
            }
        });
        items.collect()
    }

    pub(crate) fn post_different(&mut self, heap: &Heap, items: &[Cell]) -> Step {
        let vars = self.variables_of(heap, items)?;
        self.add(Rule::Different(vars));
        Ok(())
    }

    pub(crate) fn post_element(
        &mut self,
        heap: &Heap,
        index: Cell,
        items: &[Cell],
        item: Cell,
    ) -> Step {
        let ends = self.variables_of(heap, &[index, item])?;
        let items = self.variables_of(heap, items)?;
        self.add(Rule::Element(ends[0], items, ends[1]));
        Ok(())
    }

    /// The value of a term is in a set.
    pub(crate) fn post_domain(&mut self, heap: &Heap, item: Cell, domain: &Domain) -> Step {
        let var = self.variables_of(heap, &[item])?;
        self.restrict(var[0], domain)
    }
}

fn one(var: VarId) -> Sum {
    Sum {
        terms: vec![(1, var)],
        constant: 0,
    }
}

/// The same sum with every variable once.
fn collected(sum: Sum) -> Result<Sum, Stop> {
    let mut places: FxHashMap<VarId, usize> = FxHashMap::default();
    let mut terms: Vec<(i64, VarId)> = Vec::new();
    for (factor, var) in sum.terms {
        let place = *places.entry(var).or_insert(terms.len());
        match terms.get_mut(place) {
            Some(term) => term.0 = plus(term.0, factor)?,
            None => terms.push((factor, var)),
        }
    }
    terms.retain(|&(factor, _)| factor != 0);
    if terms.iter().any(|(factor, _)| factor.abs() > MAX_FACTOR) {
        return Err(too_large());
    }
    Ok(Sum {
        terms,
        constant: sum.constant,
    })
}

fn no_expression(cell: Cell) -> Stop {
    Ball::Domain("clpfd_expression", cell).into()
}

/// What to do for a multiple of a compound expression.
fn split(heap: &Heap, cell: Cell, factor: i64, tasks: &mut Vec<Task>) -> Step {
    let functor = heap.functor_of(cell);
    let operation = match (functor.symbol().as_str(), heap.args(cell)) {
        ("+", &[a, b]) => {
            tasks.extend([Task::Add(b, factor), Task::Add(a, factor)]);
            return Ok(());
        }
        ("-", &[a, b]) => {
            tasks.extend([Task::Add(b, -factor), Task::Add(a, factor)]);
            return Ok(());
        }
        ("-", &[a]) => {
            tasks.push(Task::Add(a, -factor));
            return Ok(());
        }
        ("+", &[a]) => {
            tasks.push(Task::Add(a, factor));
            return Ok(());
        }
        ("abs", &[a]) => {
            tasks.extend([
                Task::Apply(Operation::Absolute, factor),
                Task::Add(a, 1),
                Task::Start,
            ]);
            return Ok(());
        }
        ("*", [_, _]) => Operation::Product,
        ("//", [_, _]) => Operation::Function(Function::Quotient(Division::Truncated)),
        ("div", [_, _]) => Operation::Function(Function::Quotient(Division::Floored)),
        ("rem", [_, _]) => Operation::Function(Function::Remainder(Division::Truncated)),
        ("mod", [_, _]) => Operation::Function(Function::Remainder(Division::Floored)),
        ("^" | "**", [_, _]) => Operation::Function(Function::Power),
        ("max", [_, _]) => Operation::Maximum,
        ("min", [_, _]) => Operation::Minimum,
        _ => return Err(no_expression(cell)),
    };
    let args = heap.args(cell);
    tasks.extend([
        Task::Apply(operation, factor),
        Task::Add(args[1], 1),
        Task::Start,
        Task::Add(args[0], 1),
        Task::Start,
    ]);
    Ok(())
}

fn connective(heap: &Heap, cell: Cell) -> Option<(Connective, usize)> {
    if !cell.is_structure() {
        return None;
    }
    let functor = heap.functor_of(cell);
    let connective = match (functor.symbol().as_str(), functor.arity()) {
        ("#\\", 1) => Connective::Not,
        ("#\\", 2) => Connective::Different,
        ("#/\\", 2) => Connective::And,
        ("#\\/", 2) => Connective::Or,
        ("#<==>", 2) => Connective::Equal,
        ("#==>", 2) => Connective::Implies,
        ("#<==", 2) => Connective::Follows,
        _ => return None,
    };
    Some((connective, functor.arity()))
}

/// The set that a term such as `1..3 \/ 5` describes.
pub(crate) fn domain_of(heap: &Heap, term: Cell) -> Result<Domain, Stop> {
    let error = || Stop::from(Ball::Domain("clpfd_domain", heap.deref(term)));
    let bound = |cell: Cell| {
        let cell = heap.deref(cell);
        match cell.tag() {
            Tag::Int => Ok(cell.int()),
            Tag::Atom if cell.symbol().as_str() == "inf" => Ok(INF),
            Tag::Atom if cell.symbol().as_str() == "sup" => Ok(SUP),
            Tag::Ref => Err(Ball::Instantiation.into()),
            Tag::Boxed if heap.float(cell).is_none() => Err(too_large()),
            _ => Err(error()),
        }
    };
    let mut domain = Domain::between(1, 0);
    let mut rest = vec![term];
    let mut visits = 0;
    while let Some(part) = rest.pop() {
        visits += 1;
        if !heap.effort.allows(visits, rest.len(), heap.len()) {
            return Err(Stop::Fails);
        }
        let part = heap.deref(part);
        if !part.is_structure() {
            if part.tag() == Tag::Atom {
                return Err(error());
            }
            let value = bound(part)?;
            domain = domain.union(&Domain::single(value));
            continue;
        }
        match (heap.functor_of(part).symbol().as_str(), heap.args(part)) {
            ("..", &[low, high]) => {
                let (low, high) = (bound(low)?, bound(high)?);
                if low == SUP || high == INF {
                    return Err(error());
                }
                domain = domain.union(&Domain::between(low, high));
            }
            ("\\/", &[a, b]) => rest.extend([a, b]),
            _ => return Err(error()),
        }
    }
    Ok(domain)
}
