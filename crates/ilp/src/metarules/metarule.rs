//! Metarules: the shapes of the clauses a learner may make.

use std::fmt;

use stratalog_logic::{Clause, Term, Var, read_term};

use crate::error::Error;

/// How a literal of a metarule is proven.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sign {
    /// It must be proven; clauses may be added for it.
    Positive,
    /// It must not be provable; no clause is added for it.
    Negated,
    /// It is a goal of the background, called as it is.
    Test,
}

/// A literal: a predicate, which may be a variable, and its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Literal {
    /// How it is proven.
    pub sign: Sign,
    /// The predicate, then the arguments; of a test, the goal alone.
    pub terms: Vec<Term>,
}

/// The shape of a clause: predicates and constants that are to be found stand as
/// existential variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Metarule {
    /// Its name.
    pub name: String,
    /// The variables a clause of this shape fixes: predicates and constants.
    pub existential: Vec<Var>,
    /// The head.
    pub head: Literal,
    /// The body.
    pub body: Vec<Literal>,
    /// How many variables there are, numbered from 0.
    pub variables: u32,
}

impl Literal {
    /// The number of arguments.
    pub fn arity(&self) -> usize {
        self.terms.len() - 1
    }

    /// Reads `[P,A,B]`, `not([P,A,B])`, `\+[P,A,B]`, `[not,P,A,B]` or `'@'(Goal)`.
    pub fn from_term(term: &Term) -> Option<Literal> {
        if let Some(mut terms) = term.as_list() {
            let is_predicate = |t: &Term| matches!(t, Term::Var(_) | Term::Atom(_));
            let is_negated =
                terms.len() > 2 && terms[0].is_atom("not".into()) && is_predicate(&terms[1]);
            let sign = if is_negated {
                terms.remove(0);
                Sign::Negated
            } else {
                Sign::Positive
            };
            return terms
                .first()
                .is_some_and(is_predicate)
                .then_some(Literal { sign, terms });
        }
        match (term.functor()?.name.as_str(), term.args()) {
            ("not" | "\\+", [inner]) => Literal::from_term(inner).and_then(|literal| {
                (literal.sign == Sign::Positive).then_some(Literal {
                    sign: Sign::Negated,
                    ..literal
                })
            }),
            ("@", [goal]) => Some(Literal {
                sign: Sign::Test,
                terms: vec![goal.clone()],
            }),
            _ => None,
        }
    }
}

impl Metarule {
    /// A metarule from its parts: existential variables as a list, literals as
    /// lists `[P,A,B]`, negated ones as `not([P,A,B])`.
    pub fn from_terms(
        name: &str,
        existential: &Term,
        head: &Term,
        body: &[Term],
    ) -> Result<Metarule, Error> {
        let wrong = |reason: &str| Error::BadMetarule {
            name: name.to_owned(),
            reason: reason.to_owned(),
        };
        let whole = Term::list(
            [existential.clone(), head.clone()]
                .iter()
                .chain(body)
                .cloned(),
        );
        let existential = existential
            .as_list()
            .ok_or_else(|| wrong("its first part must be a list of variables, as in [P,Q]"))?
            .iter()
            .map(|term| match term {
                Term::Var(var) => Ok(*var),
                _ => Err(wrong(
                    "its first part must be a list of variables, as in [P,Q]",
                )),
            })
            .collect::<Result<Vec<Var>, Error>>()?;
        let literal = |term: &Term| {
            Literal::from_term(term)
                .ok_or_else(|| wrong("a literal must be a list, as in [P,A,B] or not([P,A,B])"))
        };
        let head = literal(head)?;
        if head.sign != Sign::Positive {
            return Err(wrong("its head must be a plain literal, as in [P,A,B]"));
        }
        Ok(Metarule {
            name: name.to_owned(),
            existential,
            head,
            body: body.iter().map(literal).collect::<Result<_, _>>()?,
            variables: whole.variables().iter().map(|v| v.0 + 1).max().unwrap_or(0),
        })
    }

    /// Reads `[P,Q,R], [P,A,B], [[Q,A,B],[R,B]]`: existential variables, head,
    /// body.
    ///
    /// ```
    /// use stratalog_ilp::metarules::Metarule;
    /// let chain = Metarule::parse("chain", "[P,Q,R], [P,A,B], [[Q,A,C],[R,C,B]]")?;
    /// assert_eq!(chain.to_string(), "P(A,B) :- Q(A,C), R(C,B)");
    /// # Ok::<(), stratalog_ilp::Error>(())
    /// ```
    pub fn parse(name: &str, text: &str) -> Result<Metarule, Error> {
        let wrong = |reason: String| Error::BadMetarule {
            name: name.to_owned(),
            reason,
        };
        let read = read_term(&format!("m({text})")).map_err(|error| wrong(error.to_string()))?;
        let [existential, head, body] = read.term.args() else {
            return Err(wrong(
                "write three parts, as in [P,Q],[P,A,B],[[Q,A,B]]".to_owned(),
            ));
        };
        let body = body
            .as_list()
            .ok_or_else(|| wrong("its body must be a list of literals".to_owned()))?;
        Metarule::from_terms(name, existential, head, &body)
    }

    /// The metarule as a clause of Prolog, predicates that are variables being
    /// called; nothing if its head has such a predicate.
    pub fn as_clause(&self) -> Option<Term> {
        let head = Term::compound(
            self.head.terms[0].as_atom()?,
            self.head.terms[1..].iter().cloned(),
        );
        let body = self.body.iter().map(|literal| {
            let atom = match (&literal.terms[0], literal.sign) {
                (goal, Sign::Test) => return goal.clone(),
                (Term::Atom(name), _) => Term::compound(*name, literal.terms[1..].iter().cloned()),
                _ => Term::compound("call", literal.terms.iter().cloned()),
            };
            match literal.sign {
                Sign::Negated => Term::compound("not", [atom]),
                _ => atom,
            }
        });
        let body: Vec<Term> = body.collect();
        Some(Clause::new(head, body).to_term())
    }

    /// `P(A,B) :- Q(A,B), R(B)`, the first of the two metarules of MIGO.
    pub fn postcondition() -> Metarule {
        Metarule::known("postcond", "[P,Q,R],[P,A,B],[[Q,A,B],[R,B]]")
    }

    /// `P(A,B) :- Q(A,B), not(R(B,C))`, the second.
    pub fn negation() -> Metarule {
        Metarule::known("negation", "[P,Q,R],[P,A,B],[[Q,A,B],not([R,B,C])]")
    }

    /// `P(A,B) :- Q(A,B), not(R(B))`, which the two cannot say.
    pub fn exclusion() -> Metarule {
        Metarule::known("exclusion", "[P,Q,R],[P,A,B],[[Q,A,B],not([R,B])]")
    }

    fn known(name: &str, text: &str) -> Metarule {
        Metarule::parse(name, text).expect("the text is one of the constants above")
    }
}

impl fmt::Display for Metarule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Predicates are named from P on, other variables from A on.
        let mut predicates: Vec<Var> = Vec::new();
        let literals = std::iter::once(&self.head).chain(&self.body);
        for literal in literals.clone().filter(|l| l.sign != Sign::Test) {
            if let Term::Var(var) = literal.terms[0]
                && !predicates.contains(&var)
            {
                predicates.push(var);
            }
        }
        let mut others: Vec<Var> = Vec::new();
        let mut name = |term: &Term| match term {
            Term::Var(var) => match predicates.iter().position(|p| p == var) {
                Some(at) => letter(b'P', at),
                None => {
                    let at = others.iter().position(|o| o == var).unwrap_or_else(|| {
                        others.push(*var);
                        others.len() - 1
                    });
                    letter(b'A', at)
                }
            },
            other => other.to_string(),
        };
        for (at, literal) in literals.enumerate() {
            f.write_str(match at {
                0 => "",
                1 => " :- ",
                _ => ", ",
            })?;
            if literal.sign == Sign::Test {
                write!(f, "@({})", literal.terms[0])?;
                continue;
            }
            let parts: Vec<String> = literal.terms.iter().map(&mut name).collect();
            let atom = format!("{}({})", parts[0], parts[1..].join(","));
            match literal.sign {
                Sign::Negated => write!(f, "not({atom})")?,
                _ => f.write_str(&atom)?,
            }
        }
        Ok(())
    }
}

fn letter(first: u8, at: usize) -> String {
    let letters = if first == b'P' { 11 } else { 15 };
    let number = at / letters;
    let letter = char::from(first + (at % letters) as u8);
    match number {
        0 => letter.to_string(),
        n => format!("{letter}{n}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metarules_are_shown_as_clauses() {
        assert_eq!(
            Metarule::postcondition().to_string(),
            "P(A,B) :- Q(A,B), R(B)"
        );
        assert_eq!(
            Metarule::negation().to_string(),
            "P(A,B) :- Q(A,B), not(R(B,C))"
        );
        let constant = Metarule::parse("const", "[P,Q,X],[P,A],[[Q,A,X],'@'(A = X)]");
        assert_eq!(constant.expect("reads").body[1].sign, Sign::Test);
    }

    #[test]
    fn what_is_no_metarule_is_refused() {
        for text in ["[P]", "P,[P,A],[]", "[P],not([P,A]),[]", "[P],[P,A],[f(A)]"] {
            assert!(Metarule::parse("bad", text).is_err(), "{text}");
        }
    }
}
