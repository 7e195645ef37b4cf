//! Rules in English: one sentence each, helper predicates unfolded, as in
//! section 5.2.3 of the paper.

use stratalog_logic::{Functor, Term};

use crate::rules::{called, literal, parts};

/// The clauses that define a rule and what it calls, callers first; rules that
/// `win_K` and `draw_K` name are not followed.
pub(crate) fn clauses_of(rule: Functor, clauses: &[Term]) -> Vec<usize> {
    let mut wanted = vec![rule];
    let mut found = Vec::new();
    let mut at = 0;
    while at < wanted.len() {
        for (number, clause) in clauses.iter().enumerate() {
            if parts(clause).0.functor() != Some(wanted[at]) {
                continue;
            }
            found.push(number);
            for functor in called(clause) {
                if depth(functor).is_none() && !wanted.contains(&functor) {
                    wanted.push(functor);
                }
            }
        }
        at += 1;
    }
    found
}

/// What a predicate called `win_K` or `draw_K` promises, and K.
pub(crate) fn depth(functor: Functor) -> Option<(&'static str, u32)> {
    let name = functor.name.as_str();
    ["win", "draw"].into_iter().find_map(|promise| {
        let number = name.strip_prefix(promise)?.strip_prefix('_')?;
        Some((promise, number.parse().ok()?))
    })
}

/// A sentence for a rule.
pub(crate) fn sentence(rule: Functor, clauses: &[Term]) -> String {
    let promise = match depth(rule) {
        Some(("win", depth)) => {
            format!("{}: the player to move wins in {}", rule.name, moves(depth))
        }
        Some((_, _)) => format!("{}: the player to move does not lose", rule.name),
        None => format!("{}: the move may be made", rule.name),
    };
    let own = |clause: &&Term| parts(clause).0.functor() == Some(rule);
    let cases: Vec<String> = clauses
        .iter()
        .filter(own)
        .map(|clause| {
            let (head, _) = parts(clause);
            let conditions = conditions(clause, clauses, 0);
            format!("by a move from {}", said(&head, &conditions, clauses))
        })
        .collect();
    format!("{promise} {}.", cases.join("; or "))
}

fn moves(depth: u32) -> String {
    match depth {
        1 => "one move".to_owned(),
        depth => format!("at most {depth} moves"),
    }
}

/// One condition of a body, with the variables it is about.
#[derive(Clone, PartialEq)]
struct Condition {
    is_negated: bool,
    atom: Term,
}

/// The conditions of a clause, positive calls of helpers unfolded.
fn conditions(clause: &Term, clauses: &[Term], level: u32) -> Vec<Condition> {
    let (_, body) = parts(clause);
    let mut found: Vec<Condition> = Vec::new();
    let add = |found: &mut Vec<Condition>, condition: Condition| {
        if !found.contains(&condition) {
            found.push(condition);
        }
    };
    for term in &body {
        let (is_negated, atom) = literal(term);
        let helper = (!is_negated && level < 20)
            .then(|| only_clause(atom, clauses))
            .flatten();
        match helper {
            Some(clause) => {
                for condition in conditions(&clause, clauses, level + 1) {
                    add(&mut found, condition);
                }
            }
            None => add(
                &mut found,
                Condition {
                    is_negated,
                    atom: atom.clone(),
                },
            ),
        }
    }
    found
}

/// The one clause of a helper predicate, with the arguments of the call.
fn only_clause(atom: &Term, clauses: &[Term]) -> Option<Term> {
    let functor = atom.functor()?;
    let mut own = clauses
        .iter()
        .filter(|clause| parts(clause).0.functor() == Some(functor));
    let (clause, None) = (own.next()?, own.next()) else {
        return None;
    };
    if depth(functor).is_some() {
        return None;
    }
    let (head, _) = parts(clause);
    let last = atom.variables().iter().map(|v| v.0 + 1).max().unwrap_or(0);
    Some(clause.map_vars(|var| {
        let argument = head.args().iter().position(|arg| *arg == Term::Var(var));
        match argument {
            Some(at) => atom.args()[at].clone(),
            None => Term::var(last + 10 + var.0),
        }
    }))
}

fn letter(term: &Term) -> String {
    match term {
        Term::Var(var) => stratalog_logic::var_name(*var),
        other => other.to_string(),
    }
}

/// The conditions after `by a move from`.
fn said(head: &Term, conditions: &[Condition], clauses: &[Term]) -> String {
    let from = head.args().first().map_or_else(String::new, letter);
    let to = head.args().get(1).map_or_else(String::new, letter);
    let is_move = |condition: &&Condition| !is_plain_move(condition);
    let mut wants: Vec<String> = Vec::new();
    for condition in conditions.iter().filter(is_move) {
        let want = wanted(condition, clauses);
        if !wants.contains(&want) {
            wants.push(want);
        }
    }
    match wants.is_empty() {
        true => format!("{from} to {to}"),
        false => format!("{from} to {to} such that {}", wants.join(", and ")),
    }
}

fn is_plain_move(condition: &Condition) -> bool {
    let name = condition.atom.functor().map(|f| f.name.as_str());
    !condition.is_negated && name == Some("move")
}

fn wanted(condition: &Condition, clauses: &[Term]) -> String {
    let atom = &condition.atom;
    let Some(functor) = atom.functor() else {
        return atom.to_string();
    };
    let about = atom.args().first().map_or_else(String::new, letter);
    let not = if condition.is_negated { " not" } else { "" };
    match (functor.name.as_str(), depth(functor)) {
        ("won", _) => format!("{about} is{not} won"),
        ("drawn", _) => format!("{about} is{not} a drawn end"),
        ("move", _) if condition.is_negated => format!("the opponent has no move from {about}"),
        (_, Some((promise, depth))) => {
            let can = if condition.is_negated {
                "cannot"
            } else {
                "can"
            };
            let what = match promise {
                "win" => format!("win from {about} in {}", moves(depth)),
                _ => format!("keep from losing by {} from {about}", functor.name),
            };
            match condition.is_negated {
                true => format!("the opponent {can} {what}"),
                false => format!("the player {can} {what}"),
            }
        }
        _ if condition.is_negated => match only_clause(atom, clauses) {
            Some(clause) => reply(&about, atom, &conditions(&clause, clauses, 1), clauses),
            None => format!("no reply from {about} is one of {}", functor.name),
        },
        _ => format!("it is one of {}", functor.name),
    }
}

/// No reply of the opponent meets the conditions.
fn reply(about: &str, atom: &Term, conditions: &[Condition], clauses: &[Term]) -> String {
    let to = atom.args().get(1).map_or_else(String::new, letter);
    let others: Vec<&Condition> = conditions.iter().filter(|c| !is_plain_move(c)).collect();
    // "No reply after which the player cannot win" is said the other way round.
    if let [only] = others[..]
        && only.is_negated
        && let Some(("win", depth)) = only.atom.functor().and_then(depth)
    {
        return format!(
            "after every reply from {about} to {to} the player wins in {}",
            moves(depth)
        );
    }
    let wants: Vec<String> = others.iter().map(|c| wanted(c, clauses)).collect();
    match wants.is_empty() {
        true => format!("the opponent has no reply from {about}"),
        false => format!(
            "the opponent has no reply from {about} to {to} such that {}",
            wants.join(", and ")
        ),
    }
}
