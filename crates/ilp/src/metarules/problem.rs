//! Learning problems as files, in the form of Metagol: `body_pred/1`,
//! `metarule/3,4`, `ibk/2`, `metagol:max_clauses/1`, `metagol:functional/0`, the
//! clauses of the background, and examples as `pos/1` and `neg/1` facts or in a
//! clause that calls `learn(Pos, Neg)`. `prim/1` and
//! `metarule(Name, Subs, (Head :- Body))` of older versions are read too.

use stratalog_logic::{Clause, Functor, Program, Reader, Source, Symbol, Term};

use crate::error::Error;
use crate::metarules::{Background, LogicBackground, Metarule, Mil, Report};

/// A problem that was read.
#[derive(Clone, Default, Debug)]
pub struct Problem {
    /// The background's clauses.
    pub clauses: Vec<Term>,
    /// The predicates of the background that bodies may use.
    pub predicates: Vec<Functor>,
    /// The metarules.
    pub metarules: Vec<Metarule>,
    /// Background that is interpreted.
    pub interpreted: Vec<Metarule>,
    /// Examples that must be proven.
    pub positive: Vec<Term>,
    /// Examples that must not be.
    pub negative: Vec<Term>,
    /// The most clauses a program may have.
    pub max_clauses: usize,
    /// Whether the last argument of an example is the only one that holds.
    pub functional: bool,
}

/// What came of a problem.
pub struct Solved {
    /// The clauses as text.
    pub lines: Vec<String>,
    /// The learner's report.
    pub report: Report,
    /// Positive examples that are proven.
    pub true_positives: usize,
    /// Negative examples that are proven.
    pub false_positives: usize,
    /// Calls of the background that ended in an error or at a limit, and so
    /// counted as having no answers.
    pub cut_short: u64,
}

impl Problem {
    /// Reads a problem from files.
    pub fn read(sources: &[Source]) -> Result<Problem, Error> {
        let mut problem = Problem {
            max_clauses: 6,
            ..Problem::default()
        };
        let mut declared = Vec::new();
        for source in sources {
            let mut reader = Reader::new(source);
            while let Some(read) = reader.next_clause() {
                let read = read.map_err(|error| Error::BadProgram(error.to_string()))?;
                let place = format!("{}:{}", source.name, read.line);
                let known = problem.predicates.len();
                let taken = problem.take(&read.term);
                taken.map_err(|error| error.at(&place))?;
                let new = problem.predicates[known..].iter();
                declared.extend(new.map(|functor| (*functor, place.clone())));
            }
        }
        problem.check(&declared)?;
        Ok(problem)
    }

    /// Whether something can be learned at all, given where the predicates of
    /// bodies were declared.
    fn check(&self, declared: &[(Functor, String)]) -> Result<(), Error> {
        if self.positive.is_empty() {
            return Err(Error::NoExamples);
        }
        if self.metarules.is_empty() {
            return Err(Error::NoMetarules);
        }
        let mut both = self.positive.iter();
        if let Some(example) = both.find(|example| self.negative.contains(example)) {
            return Err(Error::Contradiction {
                example: example.to_string(),
            });
        }
        let program = self.program()?;
        let is_target = |functor| self.positive.iter().any(|p| p.functor() == Some(functor));
        for (functor, place) in declared {
            if !program.defines(*functor) && !is_target(*functor) {
                let error = Error::UnknownPredicate {
                    predicate: functor.to_string(),
                };
                return Err(error.at(place));
            }
        }
        Ok(())
    }

    fn take(&mut self, clause: &Term) -> Result<(), Error> {
        let Clause { head, body } = Clause::from_term(clause);
        let name = head.functor().map_or("", |functor| functor.name.as_str());
        match (name, head.args()) {
            ("body_pred" | "prim", [indicator]) => {
                let declared = functor_of(indicator).ok_or_else(|| Error::NoIndicator {
                    found: indicator.to_string(),
                })?;
                self.predicates.push(declared);
            }
            ("head_pred" | "func_test", _) => {}
            ("metarule", [existential, head, body]) if existential.as_list().is_some() => {
                self.metarule("unnamed", existential, head, body)?;
            }
            ("metarule", [existential, rule]) => self.old_metarule("unnamed", existential, rule)?,
            ("metarule", [name, existential, rule]) => {
                self.old_metarule(&name.to_string(), existential, rule)?;
            }
            ("metarule", [name, existential, head, body]) => {
                self.metarule(&name.to_string(), existential, head, body)?;
            }
            ("ibk", [head, body]) => {
                let body = body.as_list().unwrap_or_default();
                let rule = Metarule::from_terms("ibk", &Term::nil(), head, &body)?;
                self.interpreted.push(rule);
            }
            (":", [module, setting]) if module.is_atom(Symbol::new("metagol")) => {
                match (setting.functor().map(|f| f.name.as_str()), setting.args()) {
                    (Some("max_clauses"), [Term::Integer(most)]) => {
                        self.max_clauses = usize::try_from(*most).unwrap_or(0);
                    }
                    (Some("functional"), []) => self.functional = true,
                    _ => {}
                }
            }
            ("pos", [example]) if body.is_empty() => self.positive.push(example.clone()),
            ("neg", [example]) if body.is_empty() => self.negative.push(example.clone()),
            (":-", _) => {}
            _ if self.takes_call_of_learn(&body) => {}
            _ => self.clauses.push(clause.clone()),
        }
        Ok(())
    }

    fn metarule(
        &mut self,
        name: &str,
        existential: &Term,
        head: &Term,
        body: &Term,
    ) -> Result<(), Error> {
        let body = body.as_list().unwrap_or_else(|| vec![body.clone()]);
        self.metarules
            .push(Metarule::from_terms(name, existential, head, &body)?);
        Ok(())
    }

    fn old_metarule(&mut self, name: &str, existential: &Term, rule: &Term) -> Result<(), Error> {
        let (head, body) = match rule.as_compound(Symbol::new(":-"), 2) {
            Some([head, body]) => (head.clone(), body.clone()),
            _ => (rule.clone(), Term::nil()),
        };
        self.metarule(name, existential, &head, &body)
    }

    /// Takes the examples of `Pos = [...], Neg = [...], learn(Pos, Neg)`.
    fn takes_call_of_learn(&mut self, body: &[Term]) -> bool {
        let is_learn = |goal: &&Term| {
            goal.functor().is_some_and(|f| f.name.as_str() == "learn") && goal.args().len() >= 2
        };
        let Some(call) = body.iter().find(is_learn) else {
            return false;
        };
        let examples = |term: &Term| -> Vec<Term> {
            let value = body
                .iter()
                .find_map(|goal| match goal.as_compound(Symbol::new("="), 2) {
                    Some([left, right]) if left == term => Some(right),
                    Some([left, right]) if right == term => Some(left),
                    _ => None,
                });
            value.unwrap_or(term).as_list().unwrap_or_default()
        };
        self.positive.extend(examples(&call.args()[0]));
        self.negative.extend(examples(&call.args()[1]));
        true
    }

    /// The background as a program.
    fn program(&self) -> Result<Program, Error> {
        let mut builder = Program::builder();
        let interpreted = self.interpreted.iter().filter_map(Metarule::as_clause);
        for clause in self.clauses.iter().cloned().chain(interpreted) {
            let clause = &clause;
            let added = builder.clause(clause);
            added.map_err(|error| {
                Error::BadProgram(format!("{}: {error}", Clause::from_term(clause)))
            })?;
        }
        builder.unknown(stratalog_logic::Unknown::Fails);
        builder
            .try_build()
            .map_err(|errors| Error::BadProgram(errors[0].to_string()))
    }

    /// Learns.
    pub fn solve(&self, max_steps: u64) -> Result<Solved, Error> {
        let program = self.program()?;
        let mut background = LogicBackground::new(&program, self.predicates.clone());
        let mut learner = Mil::new(&mut background)
            .metarules(self.metarules.iter().cloned())
            .interpreted(self.interpreted.iter().cloned())
            .positives(self.positive.iter().cloned())
            .negatives(self.negative.iter().cloned())
            .max_clauses(self.max_clauses)
            .max_steps(max_steps);
        if self.functional {
            learner = learner.functional();
        }
        let report = learner.run()?;
        let mut count = |examples: &[Term]| {
            let proven = |example: &&Term| background.proves(&report.clauses, example);
            examples.iter().filter(proven).count()
        };
        Ok(Solved {
            lines: report
                .clauses
                .iter()
                .map(|clause| Clause::from_term(clause).to_string())
                .collect(),
            true_positives: count(&self.positive),
            false_positives: count(&self.negative),
            cut_short: background.cut_short(),
            report,
        })
    }
}

fn functor_of(indicator: &Term) -> Option<Functor> {
    match indicator.as_compound(Symbol::new("/"), 2)? {
        [Term::Atom(name), Term::Integer(arity)] => {
            Some(Functor::new(*name, usize::try_from(*arity).ok()?))
        }
        _ => None,
    }
}
