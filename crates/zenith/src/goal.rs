//! Goals as terms: the connectives of formulas.

use stratalog_logic::{Term, Var, sym};

/// The negated goal, if a goal is a negation.
pub fn negated(goal: &Term) -> Option<&Term> {
    match goal.as_compound(sym::NOT, 1) {
        Some([inner]) => Some(inner),
        _ => None,
    }
}

/// The negation of a conjunction.
pub fn negation(conjunction: &[Term]) -> Term {
    Term::compound(sym::NOT, [Term::conjunction(conjunction.iter().cloned())])
}

/// The alternatives of a goal; the goal itself where it is not a disjunction.
pub fn disjuncts(goal: &Term) -> Vec<Term> {
    let mut found = Vec::new();
    let mut pending = vec![goal.clone()];
    while let Some(goal) = pending.pop() {
        match goal.as_compound(sym::SEMICOLON, 2) {
            Some([left, right]) => pending.extend([right.clone(), left.clone()]),
            _ => found.push(goal),
        }
    }
    found
}

/// The disjunction of these conjunctions; there must be one.
pub fn disjunction(alternatives: &[Vec<Term>]) -> Term {
    let mut goals = alternatives
        .iter()
        .map(|conjunction| Term::conjunction(conjunction.iter().cloned()))
        .rev();
    let last = goals.next().unwrap_or(Term::Atom(sym::FAIL));
    goals.fold(last, |rest, goal| {
        Term::compound(sym::SEMICOLON, [goal, rest])
    })
}

/// The two sides of an equality.
pub fn equality(goal: &Term) -> Option<(&Term, &Term)> {
    match goal.as_compound(sym::EQUALS, 2) {
        Some([left, right]) => Some((left, right)),
        _ => None,
    }
}

/// The goal that two terms are equal.
pub fn equal(left: Term, right: Term) -> Term {
    Term::compound(sym::EQUALS, [left, right])
}

/// The template, the goal and the number of a count.
pub fn counting(goal: &Term) -> Option<(&Term, &Term, &Term)> {
    match goal.as_compound("count".into(), 3) {
        Some([template, inner, number]) => Some((template, inner, number)),
        _ => None,
    }
}

/// The two sides of an arithmetic comparison.
pub fn comparison(goal: &Term) -> Option<(&Term, &Term)> {
    let name = goal.functor()?.name;
    match goal.args() {
        [left, right] if ["<", "=<", ">", ">=", "=:=", "=\\="].contains(&name.as_str()) => {
            Some((left, right))
        }
        _ => None,
    }
}

/// The result and the expression of an arithmetic calculation.
pub fn calculation(goal: &Term) -> Option<(&Term, &Term)> {
    match goal.as_compound("is".into(), 2) {
        Some([value, expression]) => Some((value, expression)),
        _ => None,
    }
}

/// Whether a goal only compares or computes with its variables, so that it cannot
/// bind them.
pub fn is_test(goal: &Term) -> bool {
    let name = goal.functor().map(|f| f.name.as_str());
    comparison(goal).is_some() || matches!(name, Some("\\=" | "\\==" | "distinct" | "=="))
}

/// The variables that a goal binds.
pub fn bound_by(goal: &Term) -> Vec<Var> {
    if negated(goal).is_some() || is_test(goal) {
        return Vec::new();
    }
    if let Some((value, _)) = calculation(goal) {
        return value.variables();
    }
    if let Some((_, _, number)) = counting(goal) {
        return number.variables();
    }
    if let Some([_, _, value]) = goal.as_compound("between".into(), 3) {
        return value.variables();
    }
    let alternatives = disjuncts(goal);
    if alternatives.len() == 1 {
        return goal.variables();
    }
    let bound: Vec<Vec<Var>> = alternatives
        .iter()
        .map(|side| side.conjuncts().iter().flat_map(bound_by).collect())
        .collect();
    let mut all = goal.variables();
    all.retain(|var| bound.iter().all(|side| side.contains(var)));
    all
}

/// The things that a goal binds: its variables, except results of counts and
/// calculations.
pub fn things_of(goal: &Term) -> Vec<Var> {
    if counting(goal).is_some() || calculation(goal).is_some() {
        Vec::new()
    } else {
        bound_by(goal)
    }
}

/// The first number that no variable of these terms has.
pub fn next_variable<'a>(terms: impl IntoIterator<Item = &'a Term>) -> u32 {
    let bound = |term: &Term| match term {
        Term::Var(var) => var.0 + 1,
        _ => 0,
    };
    let parts = terms.into_iter().flat_map(Term::subterms);
    parts.map(bound).max().unwrap_or(0)
}

/// A term with its variables renumbered from `next`, which is raised.
pub fn renamed(term: &Term, next: &mut u32) -> Term {
    let first = *next;
    let own = term.variables();
    *next += own.len() as u32;
    term.map_vars(|var| {
        let place = own.iter().position(|v| *v == var).unwrap_or(0);
        Term::var(first + place as u32)
    })
}
