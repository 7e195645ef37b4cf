//! Popper's folder: `bk.pl`, `bias.pl` and `exs.pl`. The bias is an answer-set
//! program: its declarations are read by solving it, its constraints are kept for
//! the search. For mode-directed learning, predicates, types and directions become
//! modes.

use std::path::Path;

use rustc_hash::{FxHashMap, FxHashSet};
use stratalog_logic::{Colour, Functor, Reader, Source, Symbol, Term};
use stratalog_run::suggest::did_you_mean;

use super::Loaded;
use super::answer_set::statements;
use super::bias_facts;
use super::draft::{Draft, MAX_ARITY, MAX_CLAUSE, place};
use crate::error::Error;
use crate::failures::{
    Atom, BiasProgram, Condition, ConstantPlace, Declaration, Direction, Enumeration, Form,
    Language, Rule, Value,
};
use crate::modes::Mode;
use crate::order;

/// Predicates of a bias file that have no effect here, or are always in effect.
const WITHOUT_EFFECT: &[&str] = &["allow_singletons", "timeout"];

/// Declarations that a bias file may ask for although it has none of them.
const DECLARATIONS: &[&str] = &[
    "head_pred",
    "body_pred",
    "type",
    "direction",
    "constant",
    "enable_recursion",
    "enable_pi",
    "enable_negation",
    "max_vars",
    "max_body",
    "max_clauses",
    "non_datalog",
    "allow_singletons",
    "magic_value_type",
    "numerical_pred",
    "bad_body",
];

/// Reads a folder.
pub(super) fn folder(path: &Path) -> Result<Loaded, Error> {
    let mut draft = Draft::new();
    let bias = read_bias(&super::source(&path.join("bias.pl"))?, &mut draft);
    read_background(&super::source(&path.join("bk.pl"))?, &mut draft)?;
    read_examples(&super::source(&path.join("exs.pl"))?, &mut draft)?;
    let targets = targets(&bias, &mut draft)?;
    for (at, target) in targets.iter().enumerate() {
        let language = language(&bias, *target, &targets[..at], &mut draft)?;
        declare_modes(&language, &mut draft)?;
        draft.max_clauses = language.max_clauses;
        draft.languages.push(language);
    }
    draft.finish_modes()
}

pub(super) fn read_background(source: &Source, draft: &mut Draft) -> Result<(), Error> {
    let mut reader = Reader::new(source);
    while let Some(read) = reader.next_clause() {
        let read = read.map_err(|error| Error::BadProgram(error.render(source, Colour::Never)))?;
        let at = place(source, &read);
        match read.term.as_compound(Symbol::new(":-"), 1) {
            Some([directive]) => draft.program_directive(directive, &at),
            _ => draft.background(&read.term, &at)?,
        }
    }
    Ok(())
}

fn read_examples(source: &Source, draft: &mut Draft) -> Result<(), Error> {
    let mut reader = Reader::new(source);
    while let Some(read) = reader.next_clause() {
        let read = read.map_err(|error| Error::BadProgram(error.render(source, Colour::Never)))?;
        let at = place(source, &read);
        let name = read.term.functor().map(|functor| functor.to_string());
        match (name.as_deref(), read.term.args()) {
            (Some("pos/1"), [example]) => draft.example(example, true, &at)?,
            (Some("neg/1"), [example]) => draft.example(example, false, &at)?,
            (Some(":-/1"), _) => {}
            _ => draft.note(&at, "neither pos(...) nor neg(...): ignored"),
        }
    }
    Ok(())
}

/// A bias program and where predicates are first declared.
struct BiasFile {
    program: BiasProgram,
    lines: FxHashMap<Symbol, String>,
    start: String,
}

fn read_bias(source: &Source, draft: &mut Draft) -> BiasFile {
    let mut rules: Vec<(Rule, String)> = Vec::new();
    for statement in statements(&source.text) {
        let at = format!("{}:{}", source.name, statement.line);
        match statement.rules {
            Ok(own) => rules.extend(own.into_iter().map(|rule| (rule, at.clone()))),
            Err(problem) => draft.note(&at, format!("this statement is ignored: {problem}")),
        }
    }
    let mut lines = FxHashMap::default();
    for (rule, at) in &rules {
        note_effect(rule, at, draft);
        let setting = rule.head.as_ref().map(|head| head.name);
        for name in declared_name(rule).into_iter().chain(setting) {
            lines.entry(name).or_insert(at.clone());
        }
    }
    note_unused(&rules, draft);
    bias_facts::note_misshapen(&rules, draft);
    BiasFile {
        program: BiasProgram::new(without_unknown(rules, draft)),
        lines,
        start: format!("{}:1", source.name),
    }
}

/// The rules but those about predicates that neither the file defines nor describe
/// clauses: constraints on whole theories, for example, are not supported.
fn without_unknown(rules: Vec<(Rule, String)>, draft: &mut Draft) -> Vec<Rule> {
    let heads = rules.iter().filter_map(|(rule, _)| rule.head.as_ref());
    let defined: FxHashSet<(Symbol, usize)> =
        heads.map(|head| (head.name, head.args.len())).collect();
    let is_known = |atom: &Atom| {
        defined.contains(&(atom.name, atom.args.len()))
            || DECLARATIONS.contains(&atom.name.as_str())
            || BiasProgram::describes_clauses(atom.name, atom.args.len())
    };
    let mut kept = Vec::new();
    for (rule, at) in rules {
        let mut atoms = rule.body.iter().flat_map(Condition::atoms);
        match atoms.find(|atom| !is_known(atom)) {
            Some(atom) => {
                let functor = Functor::new(atom.name, atom.args.len());
                let text = format!("this statement is ignored: {functor} is not known");
                draft.note(&at, text);
            }
            None => kept.push(rule),
        }
    }
    kept
}

/// Names what the file defines and nothing uses: often a setting with a typing error.
fn note_unused(rules: &[(Rule, String)], draft: &mut Draft) {
    let conditions = rules.iter().flat_map(|(rule, _)| &rule.body);
    let used: FxHashSet<(Symbol, usize)> = conditions
        .flat_map(Condition::atoms)
        .map(|atom| (atom.name, atom.args.len()))
        .collect();
    let mut named = FxHashSet::default();
    for (rule, at) in rules {
        let Some(head) = &rule.head else { continue };
        let (name, arity) = (head.name.as_str(), head.args.len());
        let is_used = used.contains(&(head.name, arity))
            || DECLARATIONS.contains(&name)
            || WITHOUT_EFFECT.contains(&name)
            || BiasProgram::describes_clauses(head.name, arity);
        if !is_used && named.insert(head.name) {
            let hint = did_you_mean(name, DECLARATIONS.iter().copied());
            draft.note(
                at,
                format!("nothing uses {name}/{arity}: it is ignored{hint}"),
            );
        }
    }
}

/// The predicate that a `head_pred`, `body_pred` or `constant` fact declares.
fn declared_name(rule: &Rule) -> Option<Symbol> {
    use crate::failures::Expression;
    match rule.head.as_ref()?.args.first()? {
        Expression::Value(Value::Name(name)) => Some(*name),
        _ => None,
    }
}

fn note_effect(rule: &Rule, at: &str, draft: &mut Draft) {
    let Some(head) = &rule.head else { return };
    let name = head.name.as_str();
    if name == "allow_singletons" {
        draft.note(at, "allow_singletons is always in effect");
    } else if WITHOUT_EFFECT.contains(&name) {
        draft.note(at, format!("{name} is ignored"));
    }
}

impl BiasFile {
    fn place(&self, name: Symbol) -> &str {
        self.lines.get(&name).unwrap_or(&self.start)
    }

    /// The predicates that `head_pred/2` or `body_pred/2` declare.
    fn predicates(&self, name: &str) -> Result<Vec<Functor>, Error> {
        let mut found = Vec::new();
        for row in self.program.solutions(name, 2) {
            let [Value::Name(predicate), Value::Integer(arity)] = row[..] else {
                continue;
            };
            let arity = usize::try_from(arity).ok().filter(|&a| a <= MAX_ARITY);
            let Some(arity) = arity else {
                let problem = format!("a predicate has from 0 to {MAX_ARITY} arguments");
                return Err(Error::BadProgram(problem).at(self.place(predicate)));
            };
            found.push(Functor::new(predicate, arity));
        }
        Ok(found)
    }

    /// The names in a tuple that `type/2` or `direction/2` gives a predicate.
    fn tuple(&self, rows: &[Vec<Value>], functor: Functor) -> Option<Vec<Symbol>> {
        let fits = |row: &&Vec<Value>| row[0] == Value::Name(functor.name);
        let mut tuples = rows
            .iter()
            .rev()
            .filter(fits)
            .filter_map(|row| names(&row[1]));
        tuples.find(|names| names.len() == functor.arity)
    }

    fn direction(&self, name: Symbol, functor: Functor) -> Result<Direction, Error> {
        match name.as_str() {
            "in" => Ok(Direction::In),
            "out" => Ok(Direction::Out),
            other => {
                let problem = format!("a direction of {functor} is {other}; write in or out");
                Err(Error::BadProgram(problem).at(self.place(Symbol::new("direction"))))
            }
        }
    }

    fn declaration(&self, functor: Functor, draft: &Draft) -> Result<Declaration, Error> {
        let types = self.program.solutions("type", 2);
        let directions = self.program.solutions("direction", 2);
        let types = match self.tuple(&types, functor) {
            Some(types) => types.into_iter().map(Some).collect(),
            None => vec![None; functor.arity],
        };
        let directions = match self.tuple(&directions, functor) {
            Some(names) => {
                let directions = names.into_iter().map(|name| self.direction(name, functor));
                Some(directions.collect::<Result<_, _>>()?)
            }
            None => None,
        };
        Ok(Declaration {
            functor,
            form: Form::Plain,
            types,
            directions,
            enumeration: draft.calls.enumeration(functor),
        })
    }

    /// The arguments whose type `magic_value_type/1` names, and the second argument of
    /// an equation with a variable of this type.
    fn magic_places(&self, body: &[Declaration]) -> Vec<ConstantPlace> {
        let mut kinds: Vec<Symbol> = Vec::new();
        for row in self.program.solutions("magic_value_type", 1) {
            kinds.extend(names(&row[0]).into_iter().flatten());
        }
        let mut places = Vec::new();
        for kind in kinds {
            places.push(ConstantPlace {
                of: Functor::new("=", 2),
                types: vec![Some(kind); 2],
                at: 1,
            });
            for declaration in body.iter().filter(|own| own.functor.arity > 1) {
                let types = declaration.types.iter().enumerate();
                let of_kind = types.filter(|(_, its)| **its == Some(kind));
                places.extend(of_kind.map(|(at, _)| ConstantPlace {
                    of: declaration.functor,
                    types: declaration.types.clone(),
                    at,
                }));
            }
        }
        places
    }

    /// The last number that a setting such as `max_vars/1` gives.
    fn number(&self, name: &str) -> Result<Option<usize>, Error> {
        let rows = self.program.solutions(name, 1);
        let Some(Value::Integer(number)) = rows.last().map(|row| &row[0]) else {
            return Ok(None);
        };
        if *number < 1 || *number > MAX_CLAUSE {
            let problem = format!("{name} must be from 1 to {MAX_CLAUSE}, not {number}");
            return Err(Error::BadProgram(problem).at(self.place(Symbol::new(name))));
        }
        Ok(Some(*number as usize))
    }
}

/// The names in a tuple.
fn names(value: &Value) -> Option<Vec<Symbol>> {
    let name = |value: &Value| match value {
        Value::Name(name) => Some(*name),
        _ => None,
    };
    match value {
        Value::Tuple(parts) => parts.iter().map(name).collect(),
        only => name(only).map(|name| vec![name]),
    }
}

/// The predicates to be learned that have examples, in the order in which they are
/// learned: a predicate that bodies may use comes before those that may use it.
fn targets(bias: &BiasFile, draft: &mut Draft) -> Result<Vec<Functor>, Error> {
    let declared = bias.predicates("head_pred")?;
    let examples = draft
        .positives
        .iter()
        .filter_map(|(term, _)| term.functor());
    let examples: FxHashSet<Functor> = examples.collect();
    let in_bodies = bias.predicates("body_pred")?;
    let mut heads: Vec<Functor> = Vec::new();
    for head in &declared {
        if examples.contains(head) {
            heads.push(*head);
        } else if declared.len() > 1 {
            let text = format!("{head} is not learned: it has no positive example");
            draft.note(bias.place(head.name), text);
        }
    }
    order::sort_by_key(&mut heads, |head| [i64::from(!in_bodies.contains(head)), 0]);
    let first = declared.first().copied();
    if heads.is_empty() {
        heads.extend(first);
    }
    if heads.is_empty() {
        let problem = "no head_pred says what is to be learned; add head_pred(name,arity).";
        return Err(Error::BadProgram(problem.to_owned()).at(&bias.start));
    }
    Ok(heads)
}

/// The built-in predicate that a comparison stands for where the background does not
/// define it.
fn comparison(functor: Functor) -> Option<Functor> {
    let name = match (functor.name.as_str(), functor.arity) {
        ("leq", 2) => "=<",
        ("geq", 2) => ">=",
        ("lt", 2) => "<",
        ("gt", 2) => ">",
        _ => return None,
    };
    Some(Functor::new(name, 2))
}

/// The language for one predicate to be learned. The predicates that are learned before
/// it may be used where the bias declares them for bodies or enables recursion.
fn language(
    bias: &BiasFile,
    head: Functor,
    earlier: &[Functor],
    draft: &mut Draft,
) -> Result<Language, Error> {
    let background = draft.program()?;
    let is_recursive = bias.program.defines("enable_recursion", 0);
    let mut body = Vec::new();
    for functor in bias.predicates("body_pred")? {
        if functor == head {
            continue;
        }
        if background.defines(functor) || earlier.contains(&functor) {
            body.push(bias.declaration(functor, draft)?);
        } else {
            let text = format!("the background does not define {functor}; it is left out");
            draft.note(bias.place(functor.name), text);
        }
    }
    for functor in earlier.iter().filter(|_| is_recursive) {
        if body.iter().all(|own| own.functor != *functor) {
            body.push(bias.declaration(*functor, draft)?);
        }
    }
    for declaration in &mut body {
        if earlier.contains(&declaration.functor) {
            // Its clauses are not known yet, and they may need values.
            declaration.enumeration = Enumeration::Unknown;
        }
    }
    let mut constant_places = bias.magic_places(&body);
    for functor in bias.predicates("numerical_pred")? {
        let own = background.defines(functor).then_some(functor);
        let Some(of) = own.or_else(|| comparison(functor)) else {
            let text = format!("the background does not define {functor}; it is left out");
            draft.note(bias.place(functor.name), text);
            continue;
        };
        let declaration = bias.declaration(functor, draft)?;
        // The place that the predicate would give a value, or the last one.
        let outputs = declaration.directions.iter().flatten();
        let output = outputs.clone().position(|own| *own == Direction::Out);
        constant_places.push(ConstantPlace {
            of,
            at: output.unwrap_or(functor.arity.saturating_sub(1)),
            types: declaration.types,
        });
    }
    if bias.program.defines("enable_negation", 0) {
        let negations: Vec<Declaration> = body.iter().flat_map(Declaration::negations).collect();
        body.extend(negations);
    }
    let max_variables = bias.number("max_vars")?;
    let max_body = bias.number("max_body")?;
    let max_clauses = bias.number("max_clauses")?;
    if let Some(most) = max_body {
        draft.settings.clause_length = most;
    }
    draft.settings.max_variables = max_variables;
    draft.settings.max_clauses = max_clauses;
    draft.settings.variable_depth = 3;
    Ok(Language {
        head: bias.declaration(head, draft)?,
        body,
        max_variables: max_variables.unwrap_or(6),
        max_body: max_body.unwrap_or(10),
        max_clauses,
        is_recursive,
        invents: bias.program.defines("enable_pi", 0),
        constant_places,
        binds_head: !bias.program.defines("non_datalog", 0),
        constraints: bias.program.clone(),
    })
}

fn declare_modes(language: &Language, draft: &mut Draft) -> Result<(), Error> {
    let place = String::from("bias.pl");
    let head = template(&language.head, &uses(&language.head, true)[0]);
    draft.heads.push((Mode::new(None, &head)?, place.clone()));
    let own = language.is_recursive.then_some(&language.head);
    let is_plain = |own: &&Declaration| own.form == Form::Plain;
    for declaration in language.body.iter().chain(own).filter(is_plain) {
        for uses in uses(declaration, false) {
            let mode = template(declaration, &uses);
            draft.bodies.push((Mode::new(None, &mode)?, place.clone()));
        }
    }
    Ok(())
}

/// How a predicate's arguments are used: as its directions say, or in every way
/// with one argument given.
fn uses(declaration: &Declaration, is_head: bool) -> Vec<Vec<&'static str>> {
    let arity = declaration.functor.arity;
    if let Some(directions) = &declaration.directions {
        let used = |direction: &Direction| match direction {
            Direction::In => "+",
            Direction::Out => "-",
        };
        return vec![directions.iter().map(used).collect()];
    }
    if is_head || arity <= 1 {
        return vec![vec!["+"; arity]];
    }
    (0..arity)
        .map(|given| {
            let used = |at: usize| if at == given { "+" } else { "-" };
            (0..arity).map(used).collect()
        })
        .collect()
}

fn template(declaration: &Declaration, uses: &[&str]) -> Term {
    let args = uses.iter().zip(&declaration.types).map(|(used, kind)| {
        let kind = kind.unwrap_or(Symbol::new("any"));
        Term::compound(*used, [Term::Atom(kind)])
    });
    Term::compound(declaration.functor.name, args)
}
