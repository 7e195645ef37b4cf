//! Facts of a Popper bias that say nothing because of their form: a setting without its
//! number, a tuple of the wrong length, a direction that is none.

use rustc_hash::FxHashSet;
use stratalog_logic::Symbol;

use super::draft::Draft;
use crate::failures::{Atom, Expression, Rule, Value};

/// Names each such fact.
pub(super) fn note_misshapen(rules: &[(Rule, String)], draft: &mut Draft) {
    let heads = rules.iter().filter_map(|(rule, _)| rule.head.as_ref());
    let declared: FxHashSet<(Symbol, i64)> = heads.filter_map(predicate).collect();
    // Rules may declare others.
    let is_whole = rules.iter().all(|(rule, _)| {
        let head = rule.head.as_ref();
        rule.body.is_empty() || !head.is_some_and(|head| is_predicate(head.name.as_str()))
    });
    for (rule, at) in rules.iter().filter(|(rule, _)| rule.body.is_empty()) {
        let Some(head) = &rule.head else { continue };
        let problem = match head.name.as_str() {
            name @ ("max_vars" | "max_body" | "max_clauses") => number(name, head),
            name if is_predicate(name) && predicate(head).is_none() => Some(format!(
                "{name} takes a name and its number of arguments, as in {name}(parent,2)"
            )),
            name @ ("type" | "direction") => tuple(name, head, &declared, is_whole),
            _ => None,
        };
        if let Some(problem) = problem {
            draft.note(at, format!("this statement is ignored: {problem}"));
        }
    }
}

fn is_predicate(name: &str) -> bool {
    matches!(name, "head_pred" | "body_pred" | "numerical_pred")
}

/// The predicate that a fact declares.
fn predicate(head: &Atom) -> Option<(Symbol, i64)> {
    match head.args[..] {
        [
            Expression::Value(Value::Name(name)),
            Expression::Value(Value::Integer(arity)),
        ] if is_predicate(head.name.as_str()) => Some((name, arity)),
        _ => None,
    }
}

fn number(name: &str, head: &Atom) -> Option<String> {
    let is_number = matches!(head.args[..], [Expression::Value(Value::Integer(_))]);
    (!is_number).then(|| format!("{name} takes one number, as in {name}(6)"))
}

/// What is wrong with the tuple of a type or a direction.
fn tuple(
    what: &str,
    head: &Atom,
    declared: &FxHashSet<(Symbol, i64)>,
    is_whole: bool,
) -> Option<String> {
    let [Expression::Value(Value::Name(name)), tuple] = &head.args[..] else {
        return Some(format!(
            "{what} takes a predicate and a tuple, as in {what}(parent,(a,b))"
        ));
    };
    let arities: Vec<i64> = (declared.iter())
        .filter(|(own, _)| own == name)
        .map(|&(_, arity)| arity)
        .collect();
    let length = match tuple {
        Expression::Tuple(parts) => parts.len(),
        Expression::Value(Value::Tuple(parts)) => parts.len(),
        _ => 1,
    };
    if arities.is_empty() {
        return is_whole.then(|| format!("neither head_pred nor body_pred declares {name}"));
    }
    let fits = arities.contains(&(length as i64));
    (!fits).then(|| {
        format!(
            "it has {length} parts, and {name} has {} arguments",
            arities[0]
        )
    })
}
