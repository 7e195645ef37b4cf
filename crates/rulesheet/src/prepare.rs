//! From a rulesheet to a program whose static relations are evaluated.

use super::demand::restrict_to_demand;
use super::facts::Facts;
use super::fault::{FaultKind, Refusal};
use super::ground;
use super::join::Work;
use super::normalise::{Rules, normalise};
use super::program::Program;
use super::rigid::ask_the_start;
use super::rule::Rule;
use super::safety::{close_over_constants, name_roles, unfold_predicate, unfold_unsafe};
use super::sheet::{Rulesheet, Syntax};
use super::split::split_rules;
use super::terms::Terms;

/// The number of relations that may be unfolded because they are too large.
const MAX_UNFOLDINGS: usize = 8;

/// What a program is prepared for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Rules stay whole, which makes the smaller network.
    GroundingWhole,
    /// Rules are split, so that they have fewer instances.
    Grounding,
    /// Rules stay whole: each part would be a question of its own.
    Interpreting,
}

/// A program that is ready to be grounded or interpreted.
pub struct Prepared {
    /// The rules.
    pub program: Program,
    /// The terms.
    pub terms: Terms,
    /// What never changes.
    pub facts: Facts,
}

/// Makes a program of a rulesheet and evaluates what never changes.
pub fn prepare(sheet: &Rulesheet, purpose: Purpose, limit: &Work) -> Result<Prepared, Refusal> {
    prepare_rules(safe_rules(sheet)?, purpose, limit)
}

/// The rules of a rulesheet, with a value for every variable as far as that can be
/// had.
pub fn safe_rules(sheet: &Rulesheet) -> Result<Rules, Refusal> {
    if let Some(mistake) = sheet.mistakes.first() {
        return Err(mistake.to_string().into());
    }
    let mut rules = normalise(sheet);
    if let Some(trouble) = rules.troubles.first() {
        return Err(Refusal::of_clause(trouble.clause, trouble.message.clone()));
    }
    name_roles(&mut rules);
    unfold_unsafe(&mut rules);
    if sheet.syntax == Syntax::Kif {
        close_over_constants(&mut rules);
    }
    Ok(rules)
}

/// Makes a program of rules and evaluates what never changes. A relation that is too
/// large to be listed within the limit of work is unfolded into the rules that call
/// it.
pub fn prepare_rules(
    mut rules: Rules,
    purpose: Purpose,
    limit: &Work,
) -> Result<Prepared, Refusal> {
    ask_the_start(&mut rules);
    if purpose == Purpose::Grounding {
        split_rules(&mut rules);
    }
    for _ in 0..=MAX_UNFOLDINGS {
        let mut restricted = rules.clone();
        let whole = Program::new(&rules);
        // The interpreter asks for what is needed anyway.
        if purpose != Purpose::Interpreting || open_rule(&rules, &whole).is_some() {
            restrict_to_demand(&mut restricted, &whole);
        }
        let program = Program::new(&restricted);
        if let Some(rule) = open_rule(&restricted, &program) {
            let cause = "a variable of this clause gets no value; \
                         `stratalog rules check` says which";
            return Err(Refusal::of_clause(rule.clause, cause));
        }
        refuse_wrong_dependencies(&program)?;
        let mut terms = program.terms.clone();
        let mut work = limit.clone();
        let (too_large, clause) = match ground::static_facts(&program, &mut terms, &mut work) {
            Ok(facts) => {
                return Ok(Prepared {
                    program,
                    terms,
                    facts,
                });
            }
            Err((_, fault))
                if fault.kind != FaultKind::Work && fault.kind != FaultKind::TermSize =>
            {
                let clause = fault.clause.unwrap_or(0);
                return Err(Refusal::of_clause(clause, fault.kind.to_string()));
            }
            Err((predicate, fault)) => {
                let functor = program.predicates[predicate.index()].functor;
                (functor, fault.clause.unwrap_or(0))
            }
        };
        if !unfold_predicate(&mut rules, too_large) {
            let cause = format!(
                "this clause gives {too_large} too many facts to list, or facts without end; \
                 give its variables fewer values"
            );
            return Err(Refusal::of_clause(clause, cause));
        }
    }
    Err("too many of its relations are too large".to_owned().into())
}

/// A rule that is needed and leaves a variable without a value.
fn open_rule<'a>(rules: &'a Rules, program: &Program) -> Option<&'a Rule> {
    let needed = program.needed_for(&program.words.asked());
    let is_needed = |rule: &Rule| {
        let predicate = program.by_functor.get(&rule.functor());
        predicate.is_some_and(|p| needed[p.index()])
    };
    let mut open = rules.rules.iter().filter(|rule| !rule.unbound().is_empty());
    open.find(|rule| is_needed(rule))
}

fn refuse_wrong_dependencies(program: &Program) -> Result<(), String> {
    for (word, predicate) in [("role", program.words.role), ("init", program.words.init)] {
        if program.is_dynamic(predicate) {
            return Err(format!(
                "{word} must not depend on the position or on moves"
            ));
        }
    }
    Ok(())
}
