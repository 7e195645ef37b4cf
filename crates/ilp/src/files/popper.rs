//! Popper's folder: `bk.pl`, `bias.pl` and `exs.pl`. The bias's predicates, types
//! and directions become modes; its constraints are passed over by name.

use std::path::Path;

use rustc_hash::FxHashMap;
use stratalog_logic::{Colour, Functor, Reader, Source, Symbol, Term};

use super::draft::{Draft, Task, place};
use crate::error::Error;
use crate::modes::mode::Mode;

/// What a bias file says.
#[derive(Default)]
struct Bias {
    head: Option<(Functor, String)>,
    bodies: Vec<(Functor, String)>,
    types: FxHashMap<Functor, Vec<Symbol>>,
    directions: FxHashMap<Functor, Vec<Symbol>>,
    constants: Vec<(Symbol, Symbol, String)>,
    constants_are_predicates: bool,
    is_recursive: bool,
}

/// Reads a folder.
pub(super) fn folder(path: &Path) -> Result<Task, Error> {
    let mut draft = Draft::new();
    let bias = read_bias(&super::source(&path.join("bias.pl"))?, &mut draft)?;
    read_background(&super::source(&path.join("bk.pl"))?, &mut draft)?;
    read_examples(&super::source(&path.join("exs.pl"))?, &mut draft)?;
    declare(&bias, &mut draft)?;
    draft.finish()
}

fn read_background(source: &Source, draft: &mut Draft) -> Result<(), Error> {
    let mut reader = Reader::new(source);
    while let Some(read) = reader.next_clause() {
        let read = read.map_err(|error| Error::Strategy(error.render(source, Colour::Never)))?;
        let at = place(source, &read);
        match read.term.as_compound(Symbol::new(":-"), 1) {
            Some([directive]) => draft.program_directive(directive, &at)?,
            _ => draft.background(&read.term, &at)?,
        }
    }
    Ok(())
}

fn read_examples(source: &Source, draft: &mut Draft) -> Result<(), Error> {
    let mut reader = Reader::new(source);
    while let Some(read) = reader.next_clause() {
        let read = read.map_err(|error| Error::Strategy(error.render(source, Colour::Never)))?;
        let at = place(source, &read);
        let name = read.term.functor().map(|functor| functor.to_string());
        match (name.as_deref(), read.term.args()) {
            (Some("pos/1"), [example]) => draft.example(example, true, &at)?,
            (Some("neg/1"), [example]) => draft.example(example, false, &at)?,
            _ => draft.note(&at, "neither pos(...) nor neg(...): passed over"),
        }
    }
    Ok(())
}

fn read_bias(source: &Source, draft: &mut Draft) -> Result<Bias, Error> {
    let mut bias = Bias::default();
    let mut reader = Reader::popper(source);
    while let Some(read) = reader.next_clause() {
        let read = match read {
            Ok(read) => read,
            Err(error) => {
                // Answer-set syntax that Prolog has not, such as #count.
                let at = format!("{}:{}", source.name, error.line);
                draft.note(&at, "a constraint that is not Prolog is passed over");
                continue;
            }
        };
        let at = place(source, &read);
        let term = &read.term;
        if let Some([head, _]) = term.as_compound(Symbol::new(":-"), 2) {
            let name = head.functor().map_or("", |functor| functor.name.as_str());
            if name == "body_pred" {
                bias.constants_are_predicates = true;
            } else if name != "type" {
                draft.note(&at, format!("the rule for {name} is passed over"));
            }
            continue;
        }
        let name = term.functor().map_or("", |functor| functor.name.as_str());
        match (name, term.args()) {
            ("head_pred", [Term::Atom(name), Term::Integer(arity)]) => {
                bias.head = Some((Functor::new(*name, *arity as usize), at));
            }
            ("body_pred", [Term::Atom(name), Term::Integer(arity)]) => {
                bias.bodies.push((Functor::new(*name, *arity as usize), at));
            }
            ("type", [Term::Atom(name), tuple]) => {
                let types = names(tuple);
                bias.types.insert(Functor::new(*name, types.len()), types);
            }
            ("direction", [Term::Atom(name), tuple]) => {
                let directions = names(tuple);
                bias.directions
                    .insert(Functor::new(*name, directions.len()), directions);
            }
            ("constant", [Term::Atom(name), Term::Atom(kind)]) => {
                bias.constants.push((*name, *kind, at));
            }
            ("max_body", [Term::Integer(most)]) => {
                draft.settings.clause_length = usize::try_from(*most).unwrap_or(1).max(1);
            }
            ("max_vars", [Term::Integer(most)]) => {
                draft.settings.max_variables = usize::try_from(*most).ok();
            }
            ("max_clauses", [Term::Integer(most)]) => {
                draft.settings.max_clauses = usize::try_from(*most).ok().map(|most| most.max(1));
            }
            ("enable_recursion", []) => bias.is_recursive = true,
            ("non_datalog" | "allow_singletons", _) => {
                draft.note(&at, format!("{name} is always so here"));
            }
            _ => {
                let what = if name.is_empty() || name == ":-" {
                    "a constraint".to_owned()
                } else {
                    name.to_owned()
                };
                draft.note(&at, format!("{what} is passed over"));
            }
        }
    }
    Ok(bias)
}

/// The names in a tuple; one of one is `','(name)`.
fn names(tuple: &Term) -> Vec<Symbol> {
    let mut found = Vec::new();
    let mut rest = tuple.clone();
    while let Some([first, next]) = rest.as_compound(Symbol::new(","), 2) {
        found.extend(first.as_atom());
        let next = next.clone();
        rest = next;
    }
    match rest.as_compound(Symbol::new(","), 1) {
        Some([only]) => found.extend(only.as_atom()),
        _ => found.extend(rest.as_atom()),
    }
    found
}

fn declare(bias: &Bias, draft: &mut Draft) -> Result<(), Error> {
    let Some((head, at)) = &bias.head else {
        return Err(Error::Place {
            place: "bias.pl:1".to_owned(),
            problem: "no head_pred says what is to be learned; add head_pred(name,arity)."
                .to_owned(),
        });
    };
    let mode = template(bias, *head, &uses(bias, *head, true)[0]);
    draft.heads.push((Mode::new(None, &mode)?, at.clone()));
    let mut bodies = bias.bodies.clone();
    if bias.is_recursive {
        bodies.push((*head, at.clone()));
    }
    if bias.constants_are_predicates {
        for (name, _, at) in &bias.constants {
            bodies.push((Functor::new(*name, 1), at.clone()));
        }
    }
    for (functor, at) in bodies {
        for uses in uses(bias, functor, false) {
            let mode = template(bias, functor, &uses);
            draft.bodies.push((Mode::new(None, &mode)?, at.clone()));
        }
    }
    draft.settings.variable_depth = 3;
    Ok(())
}

/// How a predicate's places are used: as its direction says, or in every way
/// with one place given.
fn uses(bias: &Bias, functor: Functor, is_head: bool) -> Vec<Vec<&'static str>> {
    if let Some(directions) = bias.directions.get(&functor) {
        let used = |direction: &Symbol| if direction.as_str() == "in" { "+" } else { "-" };
        return vec![directions.iter().map(used).collect()];
    }
    if is_head || functor.arity <= 1 {
        return vec![vec!["+"; functor.arity]];
    }
    (0..functor.arity)
        .map(|given| {
            let used = |at: usize| if at == given { "+" } else { "-" };
            (0..functor.arity).map(used).collect()
        })
        .collect()
}

fn template(bias: &Bias, functor: Functor, uses: &[&str]) -> Term {
    let constant = bias
        .constants
        .iter()
        .find(|(name, ..)| *name == functor.name && functor.arity == 1);
    let kind = |at: usize| match (bias.types.get(&functor), constant) {
        (Some(types), _) => types.get(at).copied().unwrap_or(Symbol::new("any")),
        (None, Some((_, kind, _))) => *kind,
        (None, None) => Symbol::new("any"),
    };
    let args = uses
        .iter()
        .enumerate()
        .map(|(at, used)| Term::compound(*used, [Term::Atom(kind(at))]));
    Term::compound(functor.name, args)
}
