//! What is found without playing: vocabulary, variables, recursion.

use rustc_hash::{FxHashMap, FxHashSet};
use stratalog_logic::{Functor, Term, Var};

use super::{Findings, Severity, given, roles};
use crate::normalise::{Rules, normalise};
use crate::program::{Predicate, Program};
use crate::rule::{Literal, Rule, Unbound, functor, is_operation, is_sign};
use crate::safety::{name_roles, unfold_unsafe};
use crate::sheet::{Rulesheet, Syntax};

/// The words of the vocabulary with the number of their arguments.
const VOCABULARY: [(&str, usize); 12] = [
    ("role", 1),
    ("init", 1),
    ("true", 1),
    ("does", 2),
    ("legal", 2),
    ("next", 1),
    ("terminal", 0),
    ("goal", 2),
    ("sees", 2),
    ("base", 1),
    ("input", 2),
    ("distinct", 2),
];

/// Words that are used besides playing: for drawing, for learning, and to choose a
/// board.
const USED_BY_OTHERS: [(&str, usize); 7] = [
    ("draws", 2),
    ("draws", 4),
    ("preimage", 3),
    ("rows", 1),
    ("columns", 1),
    ("mines", 1),
    ("size", 2),
];

/// Words that every game defines, and what to write.
const REQUIRED: [(&str, usize, &str); 5] = [
    ("role", 1, "role(NAME) for each player"),
    (
        "legal",
        2,
        "legal(ROLE, MOVE) for the moves a role may make",
    ),
    ("next", 1, "next(FACT) for what is true after the moves"),
    (
        "terminal",
        0,
        "terminal with the conditions that end the game",
    ),
    (
        "goal",
        2,
        "goal(ROLE, VALUE) for what the end is worth, from 0 to 100",
    ),
];

/// How many unknown names are compared with all known ones.
pub(super) const SUGGESTED: usize = 100;

/// The first error in the clauses of a rulesheet, with its place.
pub fn first_error(sheet: &Rulesheet) -> Option<String> {
    let mut findings = Findings::new(sheet);
    check(&mut findings);
    let problems = findings.report.problems.iter();
    let errors = problems.filter(|problem| problem.severity == Severity::Error);
    let first = errors.min_by_key(|problem| (problem.line, problem.column))?;
    Some(format!(
        "line {}, column {}: {}",
        first.line, first.column, first.message
    ))
}

/// Checks the clauses.
pub fn check(findings: &mut Findings<'_>) {
    let mut rules = normalise(findings.sheet);
    for trouble in &rules.troubles {
        let place = findings.places.clause(trouble.clause);
        findings.add(Severity::Error, place, trouble.message.clone());
    }
    // A clause that cannot be read may hold what seems to be missing.
    if findings.sheet.mistakes.is_empty() {
        missing_words(findings);
        undefined(findings, &rules);
        given::check(findings, &rules);
        roles::check(findings, &rules);
    }
    unused_predicates(findings, &rules);
    wrong_arities(findings, &rules);
    heads(findings);
    expressions(findings, &rules);
    singletons(findings);
    for clause in name_roles(&mut rules) {
        let place = findings.places.clause(clause);
        findings.add(
            Severity::Warning,
            place,
            "the role is not given here, so any role is meant; \
             add role(X) to the conditions to say so",
        );
    }
    let is_hopeless = without_remedy(findings, &rules);
    unfold_unsafe(&mut rules);
    let program = Program::new(&rules);
    unbound(findings, &rules, &program, is_hopeless);
    recursion(findings, &program);
    dependencies(findings, &program);
    constant_goals(findings, &rules);
    unoffered_moves(findings, &rules);
}

/// Moves that a rule expects in `does` and that no `legal` offers.
fn unoffered_moves(findings: &mut Findings<'_>, rules: &Rules) {
    let legal = Functor::new("legal", 2);
    let legal = rules.rules.iter().filter(|rule| rule.functor() == legal);
    let offered = Offered::of(legal.filter_map(|rule| rule.head.args().get(1)));
    if offered.is_empty() || !findings.sheet.mistakes.is_empty() {
        return;
    }
    let names = offered.names();
    for rule in &rules.rules {
        for atom in atoms(rule) {
            let Some([_, expected]) = atom.as_compound("does".into(), 2) else {
                continue;
            };
            if offered.may_be(expected) {
                continue;
            }
            let word = functor(expected).name;
            let place = findings.places.word(rule.clause, word.as_str());
            let message = format!(
                "no move is ever {expected}: legal offers {}",
                names.join(", ")
            );
            findings.add(findings.strictness(), place, message);
        }
    }
}

/// Terms that something gives, to be asked whether one of them may be meant.
#[derive(Default)]
struct Offered<'a> {
    /// Terms without variables.
    ground: FxHashSet<&'a Term>,
    /// The others, by their functors; under none, variables.
    open: FxHashMap<Option<Functor>, Vec<&'a Term>>,
    /// All, by their functors.
    all: FxHashMap<Option<Functor>, Vec<&'a Term>>,
}

impl<'a> Offered<'a> {
    fn of(terms: impl Iterator<Item = &'a Term>) -> Offered<'a> {
        let mut offered = Offered::default();
        for term in terms {
            let functor = term.functor();
            if !term.is_ground() {
                offered.open.entry(functor).or_default().push(term);
            } else if !offered.ground.insert(term) {
                continue;
            }
            offered.all.entry(functor).or_default().push(term);
        }
        offered
    }

    fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The functors, sorted.
    fn names(&self) -> Vec<String> {
        let functors = self.all.keys().flatten();
        let mut names: Vec<String> = functors.map(Functor::to_string).collect();
        names.sort();
        names
    }

    /// Whether some of them may have a common instance with a term.
    fn may_be(&self, term: &Term) -> bool {
        if matches!(term, Term::Var(_)) || self.open.contains_key(&None) {
            return true;
        }
        let candidates = if term.is_ground() {
            if self.ground.contains(term) {
                return true;
            }
            &self.open
        } else {
            &self.all
        };
        let mut alike = candidates.get(&term.functor()).into_iter().flatten();
        alike.any(|other| may_be_equal(term, other))
    }
}

/// Whether two terms may have a common instance, as far as their constants and
/// functors tell; their variables are different.
fn may_be_equal(a: &Term, b: &Term) -> bool {
    let mut pending = vec![(a, b)];
    while let Some((a, b)) = pending.pop() {
        match (a, b) {
            (Term::Var(_), _) | (_, Term::Var(_)) => {}
            (Term::Compound(f), Term::Compound(g)) => {
                if f.functor() != g.functor() {
                    return false;
                }
                pending.extend(f.args().iter().zip(g.args()));
            }
            _ if a != b => return false,
            _ => {}
        }
    }
    true
}

fn missing_words(findings: &mut Findings<'_>) {
    for (word, arity, remedy) in REQUIRED {
        let functor = Functor::new(word, arity);
        let is_defined = findings
            .sheet
            .clauses
            .iter()
            .any(|c| c.head.functor() == Some(functor));
        if !is_defined {
            let message = format!("there is no {word}; write {remedy}");
            findings.add(Severity::Error, (1, 1), message);
        }
    }
}

fn wrong_arities(findings: &mut Findings<'_>, rules: &Rules) {
    let mut used: Vec<(Functor, usize)> = Vec::new();
    for rule in &rules.rules {
        used.push((rule.functor(), rule.clause));
        used.extend(atoms(rule).map(|atom| (functor(atom), rule.clause)));
    }
    used.sort_by_key(|(f, clause)| (*clause, f.name.as_str(), f.arity));
    used.dedup();
    for (used, clause) in used {
        let Some((word, arity)) = VOCABULARY.iter().find(|(w, _)| *w == used.name.as_str()) else {
            continue;
        };
        if used.arity == *arity || (*word == "true" && used.arity == 0) {
            continue;
        }
        let severity = match *word {
            "base" | "input" | "sees" => Severity::Warning,
            _ => Severity::Error,
        };
        let place = findings.places.word(clause, word);
        findings.add(
            severity,
            place,
            format!(
                "{word} has {} here; it takes {arity}",
                arguments(used.arity)
            ),
        );
    }
}

fn arguments(count: usize) -> String {
    match count {
        0 => "no arguments".to_owned(),
        1 => "1 argument".to_owned(),
        n => format!("{n} arguments"),
    }
}

/// The atoms that hold or do not hold in a body.
pub(super) fn atoms(rule: &Rule) -> impl Iterator<Item = &Term> {
    rule.body.iter().filter_map(|literal| match literal {
        Literal::Holds(atom) | Literal::Fails(atom) => Some(atom),
        _ => None,
    })
}

/// Words that are given by the position and the moves cannot be defined.
fn heads(findings: &mut Findings<'_>) {
    for number in 0..findings.sheet.clauses.len() {
        let head = &findings.sheet.clauses[number].head;
        let given = match head.functor().map(|f| (f.name.as_str(), f.arity)) {
            Some(("true", 1)) => "what is true follows from init and next; write one of these",
            Some(("does", 2)) => "what a role does is its own choice; write legal instead",
            Some(("distinct", 2)) => "distinct has its meaning already; use another name",
            _ => continue,
        };
        let place = findings.places.clause(number);
        findings.add(Severity::Error, place, given);
    }
}

fn undefined(findings: &mut Findings<'_>, rules: &Rules) {
    let mut defined: Vec<Functor> = rules.rules.iter().map(Rule::functor).collect();
    defined.extend(
        findings
            .sheet
            .clauses
            .iter()
            .filter_map(|c| c.head.functor()),
    );
    defined.extend(rules.counts.iter().map(|count| count.counted));
    defined.sort_by_key(|f| (f.name.as_str(), f.arity));
    defined.dedup();
    let is_word = |f: &Functor| VOCABULARY.iter().any(|(w, _)| *w == f.name.as_str());
    let known: FxHashSet<Functor> = defined.iter().copied().collect();
    let mut reported: FxHashSet<Functor> = FxHashSet::default();
    for rule in &rules.rules {
        for atom in atoms(rule) {
            let used = functor(atom);
            if known.contains(&used) || is_word(&used) || reported.contains(&used) {
                continue;
            }
            // Predicates made of nothing but contradictions have no rules.
            if used.name.as_str().contains('$') {
                continue;
            }
            reported.insert(used);
            let place = findings.places.word(rule.clause, used.name.as_str());
            let same_name = defined.iter().find(|f| f.name == used.name);
            let is_suggested = reported.len() <= SUGGESTED;
            let near = is_suggested.then(|| nearest(used, &defined)).flatten();
            let (severity, message) = match (same_name, near) {
                (Some(other), _) => (
                    findings.strictness(),
                    format!(
                        "{} with {} is not defined; it is with {}",
                        used.name,
                        arguments(used.arity),
                        arguments(other.arity)
                    ),
                ),
                (None, Some(near)) => (
                    findings.strictness(),
                    format!("{used} is not defined; did you mean {}?", near.name),
                ),
                (None, None) => (
                    findings.strictness(),
                    format!("{used} is not defined, so it never holds"),
                ),
            };
            findings.add(severity, place, message);
        }
    }
}

/// Predicates that are defined and that nothing in the game asks.
fn unused_predicates(findings: &mut Findings<'_>, rules: &Rules) {
    let mut asks: FxHashMap<Functor, Vec<Functor>> = FxHashMap::default();
    for rule in &rules.rules {
        let asked = asks.entry(rule.functor()).or_default();
        asked.extend(atoms(rule).map(functor));
    }
    for count in &rules.counts {
        asks.entry(count.counted).or_default().push(count.member);
    }
    let words = VOCABULARY.into_iter().chain(USED_BY_OTHERS);
    let mut pending: Vec<Functor> = words.map(|(w, arity)| Functor::new(w, arity)).collect();
    let mut used: FxHashSet<Functor> = FxHashSet::default();
    while let Some(functor) = pending.pop() {
        if used.insert(functor) {
            pending.extend(asks.get(&functor).into_iter().flatten());
        }
    }
    let mut reported: FxHashSet<Functor> = FxHashSet::default();
    for number in 0..findings.sheet.clauses.len() {
        let Some(defined) = findings.sheet.clauses[number].head.functor() else {
            continue;
        };
        if !used.contains(&defined) && reported.insert(defined) {
            let place = findings.places.clause(number);
            let message = format!("nothing in the game uses {defined}");
            findings.add(Severity::Warning, place, message);
        }
    }
}

/// The defined name most like a used one, with the same number of arguments
/// where possible.
fn nearest(used: Functor, defined: &[Functor]) -> Option<Functor> {
    let words = VOCABULARY
        .iter()
        .map(|(word, arity)| Functor::new(*word, *arity));
    nearest_of(used, defined.iter().copied().chain(words))
}

/// The candidate whose name is most like a used one, with the same number of arguments
/// where possible.
pub(super) fn nearest_of(
    used: Functor,
    candidates: impl Iterator<Item = Functor>,
) -> Option<Functor> {
    candidates
        .filter(|f| !f.name.as_str().contains('$'))
        .map(|f| {
            let far = distance(used.name.as_str(), f.name.as_str());
            ((far, usize::from(f.arity != used.arity)), f)
        })
        .filter(|((far, _), f)| *far <= 2 && *far * 2 < f.name.as_str().len().max(3))
        .min_by_key(|(key, f)| (*key, f.name.as_str()))
        .map(|(_, f)| f)
}

/// How many letters must be changed, put in or left out.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().take(64).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let cost = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = cost.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[b.len()]
}

/// Arithmetic must be made of numbers, variables and known operations.
fn expressions(findings: &mut Findings<'_>, rules: &Rules) {
    for rule in &rules.rules {
        for literal in &rule.body {
            let expressions: Vec<&Term> = match literal {
                Literal::Compare(_, a, b) => vec![a, b],
                Literal::Is(_, expression) => vec![expression],
                Literal::Between(low, high, _) => vec![low, high],
                _ => continue,
            };
            for expression in expressions {
                if let Some(part) = not_arithmetic(expression) {
                    let word = functor(&part).name;
                    let place = findings.places.word(rule.clause, word.as_str());
                    findings.add(
                        Severity::Error,
                        place,
                        format!(
                            "{part} is not a number; arithmetic takes integers, variables, \
                             + - * // mod rem min max abs xor"
                        ),
                    );
                }
            }
        }
    }
}

fn not_arithmetic(expression: &Term) -> Option<Term> {
    let mut pending = vec![expression];
    while let Some(term) = pending.pop() {
        match (term, term.args()) {
            (Term::Var(_) | Term::Integer(_), _) => {}
            (Term::Compound(c), [a, b]) if is_operation(c.name().as_str()) => {
                pending.extend([a, b]);
            }
            (Term::Compound(c), [a]) if is_sign(c.name().as_str()) => pending.push(a),
            _ => return Some(term.clone()),
        }
    }
    None
}

fn singletons(findings: &mut Findings<'_>) {
    for number in 0..findings.sheet.clauses.len() {
        let mut singletons = findings.sheet.clauses[number].read.singletons.clone();
        singletons.sort_by_key(|singleton| singleton.span.start);
        let starts: Vec<usize> = singletons.iter().map(|s| s.span.start).collect();
        let places = findings.places.offsets(number, &starts);
        for (singleton, place) in singletons.into_iter().zip(places) {
            findings.add(
                Severity::Warning,
                place,
                format!(
                    "the variable {} occurs only here; write _ if any value will do",
                    singleton.name
                ),
            );
        }
    }
}

/// Reports variables that no rule that asks can give a value, before they are moved into
/// those rules; says whether there are any.
fn without_remedy(findings: &mut Findings<'_>, rules: &Rules) -> bool {
    let program = Program::new(rules);
    let needed = program.needed_for(&program.words.asked());
    let mut is_hopeless = false;
    for rule in &rules.rules {
        let predicate = program.by_functor.get(&rule.functor());
        if !predicate.is_some_and(|p| needed[p.index()]) {
            continue;
        }
        let mut unbound = rule.unbound_when_asked();
        let asked_without_values = [("role", 1), ("init", 1)];
        let is_listed =
            |&(word, arity): &(&str, usize)| rule.functor() == Functor::new(word, arity);
        if asked_without_values.iter().any(is_listed) {
            unbound = rule.unbound();
        }
        is_hopeless |= !unbound.is_empty();
        add_unbound(findings, rule, &unbound, Severity::Error, false);
    }
    is_hopeless
}

/// Reports variables without a value. Those that have no name may come from rules that
/// were moved into this one; where the cause was reported, they are left out.
fn unbound(findings: &mut Findings<'_>, rules: &Rules, program: &Program, is_known: bool) {
    let needed = program.needed_for(&program.words.asked());
    // Pre-images and hints for drawing are patterns, never asked in play.
    for rule in &rules.rules {
        let unbound = rule.unbound();
        let name = rule.functor().name;
        if unbound.is_empty() || ["preimage", "draws"].contains(&name.as_str()) {
            continue;
        }
        let predicate = program.by_functor.get(&rule.functor());
        let is_needed = predicate.is_some_and(|p| needed[p.index()]);
        let severity = if is_needed {
            Severity::Error
        } else {
            Severity::Warning
        };
        add_unbound(findings, rule, &unbound, severity, is_known);
    }
}

fn add_unbound(
    findings: &mut Findings<'_>,
    rule: &Rule,
    unbound: &Unbound,
    severity: Severity,
    only_named: bool,
) {
    let mut add = |var: Var, message: &dyn Fn(&str) -> String| {
        let name = findings.places.variable(rule.clause, var);
        if name.is_none() && only_named {
            return;
        }
        let name = name.unwrap_or_else(|| "_".to_owned());
        let place = findings.places.word(rule.clause, &name);
        findings.add(severity, place, message(&name));
    };
    for (literal, variables) in &unbound.in_body {
        let what = match literal {
            Literal::Fails(_) => "under a negation",
            Literal::Different(..) => "in a comparison of terms",
            _ => "in arithmetic",
        };
        for &var in variables {
            add(var, &|name| {
                format!(
                    "{name} has no value {what}; add a condition to this clause that gives it one"
                )
            });
        }
    }
    if unbound.in_body.is_empty() {
        for &var in &unbound.in_head {
            add(var, &|name| match rule.body[..] {
                [] => format!("{name} is a variable here; a name begins with a small letter"),
                _ => format!("{name} occurs in the head, but no condition gives it a value"),
            });
        }
    }
}

/// A predicate's name as the user knows it.
fn shown(program: &Program, predicate: Predicate) -> String {
    program.predicates[predicate.index()].functor.to_string()
}

/// What messages about recursion through negation have in common.
pub(super) const THROUGH_NEGATION: &str = "recursion through negation";

/// Predicates that depend on their own negation. Where no instance does, the
/// rulesheet has a meaning: making the game decides that.
fn recursion(findings: &mut Findings<'_>, program: &Program) {
    let needed = program.needed_for(&program.words.asked());
    for &(defined, denied) in &program.unstratified {
        let rules = &program.predicates[defined.index()].rules;
        let clause = rules.first().map_or(0, |&rule| program.rules[rule].clause);
        let place = findings.places.clause(clause);
        let is_made = |p: Predicate| shown(program, p).contains('$');
        let what = match (is_made(defined), is_made(denied)) {
            (false, false) if defined == denied => {
                format!("{} depends on its own negation", shown(program, defined))
            }
            (false, false) => format!(
                "{} asks that {} does not hold, which in turn depends on {}",
                shown(program, defined),
                shown(program, denied),
                shown(program, defined)
            ),
            _ => "what is denied or counted here depends on what this clause defines".to_owned(),
        };
        let message =
            format!("{what}: a {THROUGH_NEGATION} has a meaning only between different instances");
        // What no game asks is never decided by instances.
        let severity = if needed[defined.index()] {
            Severity::Warning
        } else {
            Severity::Error
        };
        findings.add(severity, place, message);
    }
}

/// Some words must not depend on others.
fn dependencies(findings: &mut Findings<'_>, program: &Program) {
    let words = program.words;
    let definition = |p: Predicate| &program.predicates[p.index()];
    for (word, predicate) in [
        ("legal", words.legal),
        ("terminal", words.terminal),
        ("goal", words.goal),
    ] {
        if definition(predicate).needs_moves {
            report_dependency(findings, program, word, predicate, "does", |d| {
                d.needs_moves
            });
        }
    }
    for (word, predicate) in [("init", words.init), ("role", words.role)] {
        if definition(predicate).is_dynamic {
            let given = "the position or the moves";
            report_dependency(findings, program, word, predicate, given, |d| d.is_dynamic);
        }
    }
}

fn report_dependency(
    findings: &mut Findings<'_>,
    program: &Program,
    word: &str,
    predicate: Predicate,
    given: &str,
    is_affected: impl Fn(&crate::program::Definition) -> bool,
) {
    use crate::program::Condition;
    for &rule in &program.predicates[predicate.index()].rules {
        for condition in &program.rules[rule].body {
            let (Condition::Holds(asked, _) | Condition::Fails(asked, _)) = condition else {
                continue;
            };
            let asked = &program.predicates[asked.index()];
            if !is_affected(asked) {
                continue;
            }
            let clause = program.rules[rule].clause;
            let place = findings.places.word(clause, asked.functor.name.as_str());
            let way = match asked.functor.name.as_str() {
                name if name == given || name.contains('$') => String::new(),
                _ => format!(" by way of {}", asked.functor),
            };
            findings.add(
                Severity::Error,
                place,
                format!("{word} depends on {given}{way}, which is not known when {word} is asked"),
            );
        }
    }
}

/// Goals that are written down and can be no goals.
fn constant_goals(findings: &mut Findings<'_>, rules: &Rules) {
    let mut values: FxHashMap<usize, Term> = FxHashMap::default();
    for rule in &rules.rules {
        if rule.functor() == Functor::new("goal", 2)
            && let [_, value] = rule.head.args()
            && !matches!(value, Term::Var(_))
            && !matches!(value, Term::Integer(0..=100))
        {
            values.insert(rule.clause, value.clone());
        }
    }
    let mut values: Vec<(usize, Term)> = values.into_iter().collect();
    values.sort_by_key(|(clause, _)| *clause);
    for (clause, value) in values {
        let place = findings.places.word(clause, &value.to_string());
        let is_kif = findings.sheet.syntax == Syntax::Kif;
        let name = if is_kif {
            "(goal ROLE VALUE)"
        } else {
            "goal(ROLE, VALUE)"
        };
        findings.add(
            Severity::Error,
            place,
            format!("the goal {value} is not an integer from 0 to 100, as {name} needs"),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn distances_count_letters() {
        assert_eq!(distance("terminal", "terminl"), 1);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "ab"), 2);
    }
}
