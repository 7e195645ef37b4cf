//! Rules in plain form: a head and a conjunction of literals, with disjunction,
//! nested negation, equality and counting already taken apart.

use rustc_hash::{FxHashMap, FxHashSet};
use stratalog_logic::{Evaluable, Functor, IntegerError, Symbol, Term, Var};

use super::fault::{Fault, FaultKind};

/// How two integers are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// `<`
    Less,
    /// `=<`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `=:=`
    Equal,
    /// `=\=`
    NotEqual,
}

impl Comparison {
    /// The comparison an operator stands for.
    pub fn of(name: &str) -> Option<Comparison> {
        Some(match name {
            "<" => Comparison::Less,
            "=<" => Comparison::LessOrEqual,
            ">" => Comparison::Greater,
            ">=" => Comparison::GreaterOrEqual,
            "=:=" => Comparison::Equal,
            "=\\=" => Comparison::NotEqual,
            _ => return None,
        })
    }

    /// The comparison that holds exactly when this one does not.
    pub fn negated(self) -> Comparison {
        match self {
            Comparison::Less => Comparison::GreaterOrEqual,
            Comparison::LessOrEqual => Comparison::Greater,
            Comparison::Greater => Comparison::LessOrEqual,
            Comparison::GreaterOrEqual => Comparison::Less,
            Comparison::Equal => Comparison::NotEqual,
            Comparison::NotEqual => Comparison::Equal,
        }
    }

    /// Whether it holds.
    pub fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Comparison::Less => left < right,
            Comparison::LessOrEqual => left <= right,
            Comparison::Greater => left > right,
            Comparison::GreaterOrEqual => left >= right,
            Comparison::Equal => left == right,
            Comparison::NotEqual => left != right,
        }
    }
}

/// A condition of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Literal {
    /// The atom holds.
    Holds(Term),
    /// The atom does not hold.
    Fails(Term),
    /// Two terms are different.
    Different(Term, Term),
    /// Two integers compare so.
    Compare(Comparison, Term, Term),
    /// The first is the value of the second, an arithmetic expression.
    Is(Term, Term),
    /// The third is an integer from the first to the second.
    Between(Term, Term, Term),
}

impl Literal {
    /// Its terms.
    pub fn terms(&self) -> Vec<&Term> {
        match self {
            Literal::Holds(atom) | Literal::Fails(atom) => vec![atom],
            Literal::Different(a, b) | Literal::Compare(_, a, b) | Literal::Is(a, b) => vec![a, b],
            Literal::Between(a, b, c) => vec![a, b, c],
        }
    }

    /// The literal with its terms replaced.
    pub fn map(&self, mut image: impl FnMut(&Term) -> Term) -> Literal {
        match self {
            Literal::Holds(atom) => Literal::Holds(image(atom)),
            Literal::Fails(atom) => Literal::Fails(image(atom)),
            Literal::Different(a, b) => Literal::Different(image(a), image(b)),
            Literal::Compare(how, a, b) => Literal::Compare(*how, image(a), image(b)),
            Literal::Is(a, b) => Literal::Is(image(a), image(b)),
            Literal::Between(a, b, c) => Literal::Between(image(a), image(b), image(c)),
        }
    }

    /// What must be bound before it can be decided; all else it binds itself.
    pub fn needs(&self) -> Vec<Var> {
        let needed: Vec<&Term> = match self {
            Literal::Holds(_) => Vec::new(),
            Literal::Is(Term::Var(_), expression) => vec![expression],
            Literal::Between(low, high, Term::Var(_)) => vec![low, high],
            other => other.terms(),
        };
        needed.into_iter().flat_map(Term::variables).collect()
    }

    /// What is bound once it holds.
    pub fn binds(&self) -> Vec<Var> {
        match self {
            Literal::Holds(atom) => atom.variables(),
            Literal::Is(Term::Var(var), _) | Literal::Between(_, _, Term::Var(var)) => vec![*var],
            _ => Vec::new(),
        }
    }
}

/// A rule: the head holds where all of the body does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// What it defines.
    pub head: Term,
    /// The conditions.
    pub body: Vec<Literal>,
    /// The number of the clause it comes from.
    pub clause: usize,
}

impl Rule {
    /// The predicate it defines.
    pub fn functor(&self) -> Functor {
        functor(&self.head)
    }

    /// The literals that can never be decided because something in them stays
    /// unbound, and the variables of the head that stay so.
    pub fn unbound(&self) -> Unbound {
        self.unbound_when(FxHashSet::default())
    }

    /// The same where the variables of the head have values, as they may where another
    /// rule asks.
    pub fn unbound_when_asked(&self) -> Unbound {
        self.unbound_when(self.head.variables().into_iter().collect())
    }

    fn unbound_when(&self, mut bound: FxHashSet<Var>) -> Unbound {
        // Which literals wait for a variable, and for how many each does.
        let mut waiting: FxHashMap<Var, Vec<usize>> = FxHashMap::default();
        let mut missing: Vec<usize> = Vec::with_capacity(self.body.len());
        let mut ready: Vec<usize> = Vec::new();
        for (place, literal) in self.body.iter().enumerate() {
            let mut needs: FxHashSet<Var> = literal.needs().into_iter().collect();
            needs.retain(|var| !bound.contains(var));
            missing.push(needs.len());
            if needs.is_empty() {
                ready.push(place);
            }
            for var in needs {
                waiting.entry(var).or_default().push(place);
            }
        }
        while let Some(place) = ready.pop() {
            for var in self.body[place].binds() {
                bound.insert(var);
                for place in waiting.remove(&var).unwrap_or_default() {
                    missing[place] -= 1;
                    if missing[place] == 0 {
                        ready.push(place);
                    }
                }
            }
        }
        let mut in_head = self.head.variables();
        in_head.retain(|v| !bound.contains(v));
        let undecided = self
            .body
            .iter()
            .zip(missing)
            .filter(|(_, missing)| *missing > 0);
        let in_body = undecided
            .map(|(literal, _)| {
                let mut variables = literal.needs();
                variables.retain(|v| !bound.contains(v));
                (literal.clone(), variables)
            })
            .collect();
        Unbound { in_head, in_body }
    }
}

/// What a rule leaves without a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unbound {
    /// Variables of the head.
    pub in_head: Vec<Var>,
    /// Literals that cannot be decided, with the variables they wait for.
    pub in_body: Vec<(Literal, Vec<Var>)>,
}

impl Unbound {
    /// Whether nothing is.
    pub fn is_empty(&self) -> bool {
        self.in_head.is_empty() && self.in_body.is_empty()
    }
}

/// A count of distinct facts: `counted(Group..., N)` holds where N is the number
/// of facts `member(Group..., Template)`, if there is one at least.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// The predicate that is counted into.
    pub counted: Functor,
    /// The predicate whose facts are counted; its last argument is the template.
    pub member: Functor,
}

/// The predicate of an atom that was checked to be callable.
pub fn functor(atom: &Term) -> Functor {
    atom.functor().unwrap_or_else(|| Functor::new("", 0))
}

/// The value of an operation with two arguments; none where it has none, such as
/// `/` between integers that do not divide evenly.
pub fn operation(name: Symbol, a: i64, b: i64) -> Result<Option<i64>, Fault> {
    let divides = ["//", "/", "div", "mod", "rem"].contains(&name.as_str());
    if divides && b == 0 {
        return Err(FaultKind::DivisionByZero.into());
    }
    match Evaluable::find(name, 2).map(|function| function.on_integers(a, b)) {
        Some(Ok(value)) => Ok(Some(value)),
        Some(Err(IntegerError::Overflow)) => Err(FaultKind::Overflow.into()),
        Some(Err(IntegerError::Undefined)) | None => Ok(None),
    }
}

/// Whether an arithmetic expression may use this name with two arguments.
pub fn is_operation(name: &str) -> bool {
    [
        "+", "-", "*", "//", "/", "div", "mod", "rem", "min", "max", "xor",
    ]
    .contains(&name)
}

/// Whether an arithmetic expression may use this name with one argument.
pub fn is_sign(name: &str) -> bool {
    ["-", "+", "abs"].contains(&name)
}

/// The value of an operation with one argument.
pub fn sign(name: Symbol, a: i64) -> Result<i64, Fault> {
    match Evaluable::find(name, 1).map(|function| function.on_integers(a, 0)) {
        Some(Ok(value)) => Ok(value),
        _ => Err(FaultKind::Overflow.into()),
    }
}
