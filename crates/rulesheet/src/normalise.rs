//! From clauses to rules: disjunction becomes several rules, negation of more
//! than an atom and counting become predicates of their own, equality is solved.

use rustc_hash::{FxHashMap, FxHashSet};
use stratalog_logic::{Bindings, Functor, Symbol, Term, Var, sym};

use super::rule::{Comparison, Count, Literal, Rule, functor};
use super::sheet::Rulesheet;

/// How many rules one clause may become by multiplying out its disjunctions;
/// beyond it they become predicates.
const MAX_BRANCHES: usize = 64;
/// How many goals a body may have for all its disjunctions to be multiplied out up to
/// that number; the rules of a longer one would repeat too many goals.
const MAX_GOALS: usize = 300;
/// How deep connectives may be nested.
const MAX_NESTING: usize = 50;

/// The rules of a rulesheet, and what could not be made into rules.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// The rules, those made from one clause side by side.
    pub rules: Vec<Rule>,
    /// The counts.
    pub counts: Vec<Count>,
    /// What is wrong with which clause.
    pub troubles: Vec<Trouble>,
    /// How many predicates were made later on, to number them.
    pub made: usize,
}

/// A clause that cannot be used, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trouble {
    /// The clause's number.
    pub clause: usize,
    /// Why.
    pub message: String,
}

/// Makes rules of clauses.
pub fn normalise(sheet: &Rulesheet) -> Rules {
    let defined = sheet.clauses.iter().filter_map(|c| c.head.functor());
    let mut normaliser = Normaliser {
        defined: defined.collect(),
        rules: Rules::default(),
        made: 0,
        clause: 0,
    };
    for (number, clause) in sheet.clauses.iter().enumerate() {
        normaliser.clause = number;
        if let Err(message) = normaliser.take(&clause.head, &clause.body) {
            let trouble = Trouble {
                clause: number,
                message,
            };
            normaliser.rules.troubles.push(trouble);
        }
    }
    normaliser.rules
}

struct Normaliser {
    /// What the rulesheet itself defines: such a name is not a built-in one.
    defined: FxHashSet<Functor>,
    rules: Rules,
    /// How many predicates were made.
    made: usize,
    /// The clause at hand.
    clause: usize,
}

impl Normaliser {
    fn take(&mut self, head: &Term, body: &Term) -> Result<(), String> {
        if matches!(head, Term::Var(_)) {
            return Err(
                "a variable cannot be what a clause defines; a name begins with a small letter"
                    .to_owned(),
            );
        }
        if !head.is_callable() {
            return Err(format!("{head} cannot be what a clause defines"));
        }
        let literal_too_deep = |term: &Term| depth(term) > usize::from(super::terms::MAX_DEPTH);
        if literal_too_deep(head) || body.conjuncts().iter().any(literal_too_deep) {
            return Err("a term here is nested too deep (more than 100 levels)".to_owned());
        }
        self.add(head, body, 0)
    }

    /// Adds the rules of `head :- body`.
    fn add(&mut self, head: &Term, body: &Term, nesting: usize) -> Result<(), String> {
        if nesting > MAX_NESTING {
            return Err("not, or and count are nested too deep here".to_owned());
        }
        let body = self.without_counts(head, body, nesting)?;
        for goals in self.branches(&body, nesting)? {
            self.add_branch(head, goals, nesting)?;
        }
        Ok(())
    }

    fn fresh(&mut self, what: &str) -> String {
        self.made += 1;
        format!("{what}${}", self.made)
    }

    /// The body with every count replaced by a disjunction: the counted predicate
    /// gives the number, or the number is 0 and there is no member.
    fn without_counts(&mut self, head: &Term, body: &Term, nesting: usize) -> Result<Term, String> {
        let count = Functor::new("count", 3);
        if self.defined.contains(&count) || !mentions(body, count) {
            return Ok(body.clone());
        }
        let context = self.conjunction(head, body.conjuncts());
        let mut rewritten = Vec::new();
        for goal in &context.goals {
            rewritten.push(self.rewrite_counts(goal, &context, nesting)?);
        }
        Ok(Term::conjunction(rewritten))
    }

    fn rewrite_counts(
        &mut self,
        goal: &Term,
        context: &Conjunction,
        nesting: usize,
    ) -> Result<Term, String> {
        if nesting > MAX_NESTING {
            return Err("not, or and count are nested too deep here".to_owned());
        }
        if let Some(sides @ [_, _]) = goal.as_compound(sym::SEMICOLON, 2) {
            let mut branches = Vec::new();
            for side in sides {
                let mut goals = Vec::new();
                for part in side.conjuncts() {
                    goals.push(self.rewrite_counts(&part, context, nesting + 1)?);
                }
                branches.push(Term::conjunction(goals));
            }
            return Ok(Term::compound(sym::SEMICOLON, branches));
        }
        let Some([template, inner, number]) = goal.as_compound("count".into(), 3) else {
            return Ok(goal.clone());
        };
        // Variables that also occur outside the template and the goal group the count.
        let pair = Term::compound("-", [template.clone(), inner.clone()]);
        let inside = occurrences(&pair);
        let mut group: Vec<Var> = pair.variables();
        group.retain(|v| context.uses.get(v) > inside.get(v));
        let group: Vec<Term> = group.into_iter().map(Term::Var).collect();

        let member = self.fresh("member");
        let counted = self.fresh("counted");
        let some = self.fresh("some");
        let with = |name: &str, last: &Term| {
            Term::compound(name, group.iter().cloned().chain([last.clone()]))
        };
        let member_atom = with(&member, template);
        self.add_with_context(&member_atom, inner, (context, goal), nesting + 1)?;
        self.rules.counts.push(Count {
            counted: Functor::new(counted.as_str(), group.len() + 1),
            member: functor(&member_atom),
        });
        let some_atom = Term::compound(some.as_str(), group.iter().cloned());
        self.rules.rules.push(Rule {
            head: some_atom.clone(),
            body: vec![Literal::Holds(member_atom)],
            clause: self.clause,
        });
        let none = [
            Term::compound(sym::EQUALS, [number.clone(), Term::Integer(0)]),
            Term::compound(sym::NOT, [some_atom]),
        ];
        Ok(Term::compound(
            sym::SEMICOLON,
            [with(&counted, number), Term::conjunction(none)],
        ))
    }

    /// The conjunctions whose disjunction a body is.
    fn branches(&self, body: &Term, nesting: usize) -> Result<Vec<Vec<Term>>, String> {
        if nesting > MAX_NESTING {
            return Err("not, or and count are nested too deep here".to_owned());
        }
        let goals = body.conjuncts();
        let repeats_few = |copies: usize| {
            goals.len() <= MAX_GOALS || copies * goals.len() <= MAX_BRANCHES * MAX_GOALS
        };
        let mut branches: Vec<Vec<Term>> = vec![Vec::new()];
        for goal in &goals {
            let sides = disjuncts(goal);
            let mut alternatives = Vec::new();
            if sides.len() > 1 {
                for side in &sides {
                    alternatives.extend(self.branches(side, nesting + 1)?);
                }
            }
            let copies = branches.len() * alternatives.len();
            let is_multiplied = (branches.len() == 1 || copies <= MAX_BRANCHES)
                && sides.len() > 1
                && repeats_few(copies);
            if is_multiplied {
                branches = branches
                    .iter()
                    .flat_map(|branch| {
                        alternatives
                            .iter()
                            .map(|alternative| branch.iter().chain(alternative).cloned().collect())
                    })
                    .collect();
            } else {
                for branch in &mut branches {
                    branch.push(goal.clone());
                }
            }
        }
        Ok(branches)
    }

    /// Adds the rules of one conjunction.
    fn add_branch(&mut self, head: &Term, goals: Vec<Term>, nesting: usize) -> Result<(), String> {
        let Some((head, goals)) = self.without_equalities(head, goals)? else {
            return Ok(());
        };
        let context = self.conjunction(&head, goals);
        let mut body = Vec::new();
        for goal in &context.goals {
            if is_disjunction(goal) {
                let atom = self.as_predicate("or", goal, (&context, goal), nesting)?;
                body.push(Literal::Holds(atom));
            } else if let Some(inner) = negated(goal) {
                match self.negation(inner, (&context, goal), nesting)? {
                    Decided::Always => {}
                    Decided::Never => return Ok(()),
                    Decided::Depends(literal) => body.push(literal),
                }
            } else {
                match self.literal(goal)? {
                    Decided::Always => {}
                    Decided::Never => return Ok(()),
                    Decided::Depends(literal) => body.push(literal),
                }
            }
        }
        self.rules.rules.push(Rule {
            head,
            body,
            clause: self.clause,
        });
        Ok(())
    }

    /// Solves the equalities of a conjunction; nothing where they have no
    /// solution.
    fn without_equalities(
        &self,
        head: &Term,
        goals: Vec<Term>,
    ) -> Result<Option<(Term, Vec<Term>)>, String> {
        let mut bindings = Bindings::default();
        let mut rest = Vec::new();
        for goal in goals {
            match self.required_equality(&goal) {
                Some((left, right)) => {
                    if !bindings.unify(&left, &right) {
                        return Ok(None);
                    }
                }
                None => rest.push(goal),
            }
        }
        if bindings.is_empty() {
            return Ok(Some((head.clone(), rest)));
        }
        let head = bindings.apply(head)?;
        let goals: Result<Vec<Term>, String> = rest.iter().map(|g| bindings.apply(g)).collect();
        Ok(Some((head, goals?)))
    }

    /// A goal that is no connective.
    fn literal(&self, goal: &Term) -> Result<Decided, String> {
        let Some(functor) = goal.functor() else {
            return Err(match goal {
                Term::Var(_) => "a variable is used here as a condition".to_owned(),
                _ => format!("{goal} cannot be a condition"),
            });
        };
        if self.defined.contains(&functor) {
            return Ok(Decided::Depends(Literal::Holds(goal.clone())));
        }
        Ok(Decided::Depends(
            match (functor.name.as_str(), goal.args()) {
                ("true", []) => return Ok(Decided::Always),
                ("fail" | "false", []) => return Ok(Decided::Never),
                ("distinct" | "\\=" | "\\==", [a, b]) => Literal::Different(a.clone(), b.clone()),
                ("is", [value, expression]) => Literal::Is(value.clone(), expression.clone()),
                ("between", [low, high, value]) => {
                    Literal::Between(low.clone(), high.clone(), value.clone())
                }
                ("!", []) | ("->" | "*->", [_, _]) => {
                    return Err(format!(
                        "{functor} has no meaning in a rulesheet: rules are conditions, \
                     not steps to carry out; write the cases as clauses of their own"
                    ));
                }
                (name, [a, b]) if Comparison::of(name).is_some() => {
                    let how = Comparison::of(name).unwrap_or(Comparison::Equal);
                    Literal::Compare(how, a.clone(), b.clone())
                }
                _ => Literal::Holds(goal.clone()),
            },
        ))
    }

    fn negation(
        &mut self,
        inner: &Term,
        within: (&Conjunction, &Term),
        nesting: usize,
    ) -> Result<Decided, String> {
        if nesting > MAX_NESTING {
            return Err("not, or and count are nested too deep here".to_owned());
        }
        if let Some(twice) = negated(inner)
            && negated(twice).is_none()
            && !is_disjunction(twice)
            && twice.conjuncts().len() == 1
        {
            return self.literal(twice);
        }
        let is_plain = negated(inner).is_none()
            && !is_disjunction(inner)
            && inner.as_compound(sym::COMMA, 2).is_none()
            && inner.as_compound("count".into(), 3).is_none();
        if is_plain {
            if let Some((a, b)) = self.equality(inner) {
                return Ok(Decided::Depends(Literal::Different(a, b)));
            }
            match self.literal(inner)? {
                Decided::Always => return Ok(Decided::Never),
                Decided::Never => return Ok(Decided::Always),
                Decided::Depends(literal) => {
                    if let Some(opposite) = self.opposite(literal, &within.0.uses) {
                        return Ok(Decided::Depends(opposite));
                    }
                }
            }
        }
        let atom = self.as_predicate("not", inner, within, nesting)?;
        Ok(Decided::Depends(Literal::Fails(atom)))
    }

    /// The sides of an equality, or of a difference that is denied.
    fn required_equality(&self, goal: &Term) -> Option<(Term, Term)> {
        let Some(inner) = negated(goal) else {
            return self.equality(goal);
        };
        match self.literal(inner) {
            Ok(Decided::Depends(Literal::Different(a, b))) => Some((a, b)),
            _ => None,
        }
    }

    fn equality(&self, goal: &Term) -> Option<(Term, Term)> {
        let functor = goal.functor()?;
        let is_equality = ["=", "=="].contains(&functor.name.as_str())
            && functor.arity == 2
            && !self.defined.contains(&functor);
        match goal.args() {
            [a, b] if is_equality => Some((a.clone(), b.clone())),
            _ => None,
        }
    }

    /// The opposite of a literal, where that is a literal.
    fn opposite(&self, literal: Literal, uses: &FxHashMap<Var, usize>) -> Option<Literal> {
        match literal {
            Literal::Holds(atom) => {
                // A variable that occurs nowhere else is existential inside the negation.
                let inside = occurrences(&atom);
                let is_local = |var: &Var| inside.get(var) == uses.get(var);
                let has_local = atom.variables().iter().any(is_local);
                (!has_local).then_some(Literal::Fails(atom))
            }
            Literal::Compare(how, a, b) => Some(Literal::Compare(how.negated(), a, b)),
            _ => None,
        }
    }

    /// An atom of a new predicate that holds exactly when `inner` does, a part of a
    /// goal of a conjunction.
    fn as_predicate(
        &mut self,
        what: &str,
        inner: &Term,
        within: (&Conjunction, &Term),
        nesting: usize,
    ) -> Result<Term, String> {
        let inside = occurrences(inner);
        let mut shared = inner.variables();
        shared.retain(|v| within.0.uses.get(v) > inside.get(v));
        let name = self.fresh(what);
        let atom = Term::compound(name.as_str(), shared.into_iter().map(Term::Var));
        self.add_with_context(&atom, inner, within, nesting + 1)?;
        Ok(atom)
    }

    /// Adds `head :- body`, and before the body those goals of a conjunction, other
    /// than the one the body is from, that give values to variables of the head which
    /// the body alone would leave unbound.
    fn add_with_context(
        &mut self,
        head: &Term,
        body: &Term,
        (context, from): (&Conjunction, &Term),
        nesting: usize,
    ) -> Result<(), String> {
        let mut bound: Option<FxHashSet<Var>> = None;
        for branch in self.branches(body, nesting)? {
            let here = self.bound_by(&branch);
            bound = Some(match bound {
                None => here,
                Some(before) => before.intersection(&here).copied().collect(),
            });
        }
        let bound = bound.unwrap_or_default();
        let mut wanted: Vec<Var> = head.variables();
        wanted.retain(|v| !bound.contains(v));
        let mut goals: Vec<Term> = Vec::new();
        let mut given: FxHashSet<Var> = FxHashSet::default();
        while let Some(var) = wanted.pop() {
            if given.contains(&var) {
                continue;
            }
            let Some(binder) = context.binder(var, from) else {
                continue;
            };
            if let Ok(Decided::Depends(literal)) = self.literal(binder) {
                given.extend(literal.binds());
                wanted.extend(literal.needs());
            }
            goals.push(binder.clone());
        }
        goals.push(body.clone());
        self.add(head, &Term::conjunction(goals), nesting)
    }

    /// The goals of `head :- goals`, and where their variables occur.
    fn conjunction(&self, head: &Term, goals: Vec<Term>) -> Conjunction {
        let mut uses = occurrences(head);
        let mut binders: FxHashMap<Var, Vec<usize>> = FxHashMap::default();
        for (place, goal) in goals.iter().enumerate() {
            for (var, n) in occurrences(goal) {
                *uses.entry(var).or_default() += n;
            }
            if negated(goal).is_some() || is_disjunction(goal) {
                continue;
            }
            if let Ok(Decided::Depends(literal)) = self.literal(goal) {
                for var in literal.binds() {
                    binders.entry(var).or_default().push(place);
                }
            }
        }
        Conjunction {
            goals,
            uses,
            binders,
        }
    }

    /// The variables that the positive goals of a conjunction give values to.
    fn bound_by(&self, goals: &[Term]) -> FxHashSet<Var> {
        let mut bound = FxHashSet::default();
        for goal in goals {
            if negated(goal).is_some() || is_disjunction(goal) {
                continue;
            }
            if let Ok(Decided::Depends(Literal::Holds(atom))) = self.literal(goal) {
                bound.extend(atom.variables());
            }
        }
        bound
    }
}

/// The goals of a clause. A clause may have thousands of them, so that what each
/// part of one needs from the others is found without going through them all.
struct Conjunction {
    goals: Vec<Term>,
    /// How often each variable occurs in the clause.
    uses: FxHashMap<Var, usize>,
    /// The places of the goals that give a value to each variable.
    binders: FxHashMap<Var, Vec<usize>>,
}

impl Conjunction {
    /// The first goal other than `from` that gives a value to a variable.
    fn binder(&self, var: Var, from: &Term) -> Option<&Term> {
        let places = self.binders.get(&var)?;
        let mut goals = places.iter().map(|&place| &self.goals[place]);
        goals.find(|goal| *goal != from)
    }
}

/// What is known of a condition without looking at facts.
enum Decided {
    Always,
    Never,
    Depends(Literal),
}

/// The goal under a negation.
fn negated(goal: &Term) -> Option<&Term> {
    let not = Symbol::new("not");
    match goal
        .as_compound(sym::NOT, 1)
        .or_else(|| goal.as_compound(not, 1))
    {
        Some([inner]) => Some(inner),
        _ => None,
    }
}

fn is_disjunction(goal: &Term) -> bool {
    goal.as_compound(sym::SEMICOLON, 2).is_some()
}

/// The sides of a disjunction; the goal alone where it is none.
fn disjuncts(goal: &Term) -> Vec<Term> {
    let mut sides = Vec::new();
    let mut rest = goal;
    while let Some([left, right]) = rest.as_compound(sym::SEMICOLON, 2) {
        sides.push(left.clone());
        rest = right;
    }
    sides.push(rest.clone());
    sides
}

fn occurrences(term: &Term) -> FxHashMap<Var, usize> {
    let mut counts = FxHashMap::default();
    for subterm in term.subterms() {
        if let Term::Var(var) = subterm {
            *counts.entry(*var).or_default() += 1;
        }
    }
    counts
}

fn mentions(term: &Term, functor: Functor) -> bool {
    term.subterms().any(|t| t.functor() == Some(functor))
}

/// How deep a term is nested, connectives aside.
fn depth(term: &Term) -> usize {
    let mut deepest = 0;
    let mut pending = vec![(term, 0)];
    while let Some((term, depth)) = pending.pop() {
        deepest = deepest.max(depth);
        let is_connective = [sym::SEMICOLON, sym::COMMA]
            .iter()
            .any(|&name| term.as_compound(name, 2).is_some());
        let below = if is_connective { depth } else { depth + 1 };
        pending.extend(term.args().iter().map(|arg| (arg, below)));
    }
    deepest
}
