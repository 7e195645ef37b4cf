//! Facts of positions under a misspelt name: facts that rules ask for and that nothing
//! makes true, and facts that are given under a name that nobody asks for, where
//! another name is much like it.

use rustc_hash::FxHashMap;
use stratalog_logic::{Functor, Term};

use super::clauses::{SUGGESTED, atoms, nearest_of};
use super::{Findings, Severity};
use crate::normalise::Rules;

/// The kinds of facts that rules give and ask for, each with the first clause.
#[derive(Default)]
struct Kinds {
    given: Found,
    asked: Found,
}

#[derive(Default)]
struct Found {
    clauses: FxHashMap<Functor, usize>,
    /// Whether facts of any kind may be meant.
    is_any: bool,
}

impl Found {
    fn add(&mut self, fact: &Term, clause: usize) {
        match fact.functor() {
            Some(functor) => {
                self.clauses.entry(functor).or_insert(clause);
            }
            None => self.is_any |= matches!(fact, Term::Var(_)),
        }
    }

    /// The kinds that the others lack, in the order of their clauses, each with the
    /// kind among the others that was probably meant.
    fn misspelt(&self, others: &Found) -> Vec<(Functor, usize, Functor)> {
        if others.is_any {
            return Vec::new();
        }
        let mut lacking: Vec<(Functor, usize)> = (self.clauses.iter())
            .filter(|(functor, _)| !others.clauses.contains_key(functor))
            .map(|(&functor, &clause)| (functor, clause))
            .collect();
        lacking.sort_by_key(|(f, clause)| (*clause, f.name.as_str(), f.arity));
        let meant = |(functor, clause)| {
            let near = nearest_of(functor, others.clauses.keys().copied())?;
            Some((functor, clause, near))
        };
        lacking
            .into_iter()
            .take(SUGGESTED)
            .filter_map(meant)
            .collect()
    }
}

impl Kinds {
    fn of(rules: &Rules) -> Kinds {
        let mut kinds = Kinds::default();
        for rule in &rules.rules {
            for word in ["init", "next"] {
                if let Some([fact]) = rule.head.as_compound(word.into(), 1) {
                    kinds.given.add(fact, rule.clause);
                }
            }
            for atom in atoms(rule) {
                if let Some([fact]) = atom.as_compound("true".into(), 1) {
                    kinds.asked.add(fact, rule.clause);
                }
            }
        }
        kinds
    }
}

/// Reports facts under misspelt names.
pub fn check(findings: &mut Findings<'_>, rules: &Rules) {
    let kinds = Kinds::of(rules);
    let has_init = rules
        .rules
        .iter()
        .any(|rule| rule.functor().name == "init".into());
    if !has_init && !kinds.asked.clauses.is_empty() {
        let message = "there is no init, so nothing is true at the start; write init(FACT) for \
                       what is";
        findings.add(Severity::Warning, (1, 1), message);
    }
    let never_true = kinds.asked.misspelt(&kinds.given);
    for &(functor, clause, near) in &never_true {
        let place = findings.places.word(clause, functor.name.as_str());
        let message = format!(
            "{functor} is never true: neither init nor next gives it; did you mean {near}?"
        );
        findings.add(findings.strictness(), place, message);
    }
    for (functor, clause, near) in kinds.given.misspelt(&kinds.asked) {
        // Where the name that is asked for is the misspelt one, that was reported.
        if near.arity != functor.arity || never_true.iter().any(|(asked, ..)| *asked == near) {
            continue;
        }
        let place = findings.places.word(clause, functor.name.as_str());
        let message =
            format!("no rule asks for {functor}, which is given here; did you mean {near}?");
        findings.add(Severity::Warning, place, message);
    }
}
