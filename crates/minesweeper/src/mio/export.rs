//! The learning task in the files of other learners: Aleph's three files, or
//! Popper's folder.
//!
//! The background is written as facts: what the predicates of Table 1 answer
//! about the examples. Boards, zones and sets are numbers. Popper has no
//! constants, so each value that a constant may take becomes a predicate of its
//! own: `minesInSet_0(S)` for `minesInSet(S,0)`.

use std::collections::{BTreeMap, BTreeSet};

use rand::seq::IndexedRandom;
use stratalog_ilp::modes::{CoveringSettings, Method, Mode, Slot, Use};
use stratalog_logic::{Term, TermWriter};
use stratalog_run::Seed;

use super::examples::{Example, ExampleSource};
use super::learn::learning_settings;
use super::rule::Target;
use super::tables::{Background, Facts, facts, head};
use crate::Board;

/// Boards tried for each example asked for: on some boards no square has the
/// label that is still missing.
const BOARDS_FOR_EACH: u64 = 50;
/// Popper's limits: the longest rule of the paper, S-3, has eight literals and
/// eleven variables.
const MAX_BODY: usize = 8;
const MAX_VARIABLES: usize = 11;

/// Whose files are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TaskFormat {
    /// `NAME.b`, `NAME.f` and `NAME.n`.
    Aleph,
    /// `bk.pl`, `bias.pl` and `exs.pl`.
    Popper,
}

/// A file to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TaskFile {
    /// Its name.
    pub name: String,
    /// Its content.
    pub text: String,
}

/// The task of learning when a tile is safe, or a mine, from the background of
/// the paper.
#[derive(Clone, Debug)]
pub struct Task {
    /// What is learned.
    pub target: Target,
    /// What it is learned from.
    pub examples: Vec<Example>,
}

impl Task {
    /// A task with at most this number of examples of each label, at most one of
    /// each from a board.
    pub fn sample(board: Board, target: Target, of_each: usize, seed: Seed) -> Task {
        let source = ExampleSource::new(board, seed);
        let mut examples = Vec::new();
        let mut missing = [of_each, of_each];
        for index in 0..of_each as u64 * BOARDS_FOR_EACH {
            if missing == [0, 0] {
                break;
            }
            let mut rng = seed.derive("export").stream(index);
            let drawn = source.board_examples(index, target);
            for (label, missing) in [true, false].into_iter().zip(&mut missing) {
                let like = |example: &&Example| example.is_positive == label;
                let fitting: Vec<&Example> = drawn.iter().filter(like).collect();
                if let Some(&one) = fitting.choose(&mut rng).filter(|_| *missing > 0) {
                    examples.push(one.clone());
                    *missing -= 1;
                }
            }
        }
        Task { target, examples }
    }

    /// The settings the task is learned with here.
    pub fn settings(&self, seed: Seed) -> CoveringSettings {
        learning_settings(Method::GreedyMacros, seed)
    }

    /// The files of the task.
    pub fn files(&self, format: TaskFormat) -> Vec<TaskFile> {
        let background = Background::Counting;
        let facts = facts(&self.examples, self.target, &background);
        let (head, bodies) = (head(self.target), background.modes());
        match format {
            TaskFormat::Aleph => aleph(&head, &bodies, &facts, &self.settings(Seed(0))),
            TaskFormat::Popper => popper(&head, &bodies, &facts),
        }
    }
}

/// Aleph's files.
fn aleph(
    head: &Mode,
    bodies: &[Mode],
    facts: &Facts,
    settings: &CoveringSettings,
) -> Vec<TaskFile> {
    let mut background = String::new();
    let settings = [
        ("i", settings.variable_depth),
        // Aleph counts the head.
        ("clauselength", settings.clause_length + 1),
        ("nodes", settings.nodes),
        ("noise", settings.noise),
    ];
    for (name, value) in settings {
        background += &format!(":- set({name},{value}).\n");
    }
    background += ":- set(evalfn,coverage).\n\n";
    background += &mode_declaration("modeh", head);
    for mode in bodies {
        background += &mode_declaration("modeb", mode);
    }
    let tables = Tables::of(&facts.facts);
    let predicates: BTreeSet<String> = bodies.iter().map(indicator).collect();
    for predicate in &predicates {
        background += &format!(":- determination({},{predicate}).\n", indicator(head));
        if !tables.0.contains_key(predicate) {
            // It has no answers; without this it would be unknown.
            background += &format!(":- dynamic {predicate}.\n");
        }
    }
    background += &tables.text();
    let name = head.functor().name;
    vec![
        file(format!("{name}.b"), background),
        file(format!("{name}.f"), fact_lines(&facts.positives)),
        file(format!("{name}.n"), fact_lines(&facts.negatives)),
    ]
}

/// Popper's files.
fn popper(head: &Mode, bodies: &[Mode], facts: &Facts) -> Vec<TaskFile> {
    let mut tables = Tables::of(&facts.facts);
    let mut bias = format!("max_body({MAX_BODY}).\nmax_vars({MAX_VARIABLES}).\n");
    // Rules do not use the number that a set belongs to.
    bias += "allow_singletons.\n\n";
    bias += &bias_declaration("head_pred", head.functor().name.as_str(), &head.slots);
    for mode in bodies {
        let name = mode.functor().name.as_str();
        let is_constant = |slot: &Slot| slot.used == Use::Constant;
        let Some(place) = mode.slots.iter().position(is_constant) else {
            if tables.0.contains_key(&indicator(mode)) {
                bias += &bias_declaration("body_pred", name, &mode.slots);
            }
            continue;
        };
        let mut others = mode.slots.clone();
        others.remove(place);
        for (value, facts) in tables.by_value(&indicator(mode), place) {
            let name = format!("{name}_{value}");
            bias += &bias_declaration("body_pred", &name, &others);
            let facts = facts
                .into_iter()
                .map(|args| Term::compound(&*name, args))
                .collect();
            tables.0.insert(format!("{name}/{}", others.len()), facts);
        }
    }
    let labelled = |label: &str, examples: &[Term]| {
        let lines = examples
            .iter()
            .map(|example| format!("{label}({}).\n", written(example)));
        lines.collect::<String>()
    };
    let examples = labelled("pos", &facts.positives) + &labelled("neg", &facts.negatives);
    vec![
        file("bk.pl".to_owned(), tables.text()),
        file("bias.pl".to_owned(), bias),
        file("exs.pl".to_owned(), examples),
    ]
}

/// Facts by predicate, as in `lengthSet/2`.
struct Tables(BTreeMap<String, Vec<Term>>);

impl Tables {
    fn of(facts: &[Term]) -> Tables {
        let mut tables: BTreeMap<String, Vec<Term>> = BTreeMap::new();
        for fact in facts {
            let predicate = fact.functor().map(|functor| functor.to_string());
            let table = tables.entry(predicate.unwrap_or_default()).or_default();
            table.push(fact.clone());
        }
        Tables(tables)
    }

    /// The other arguments of a predicate's facts, by the value of one.
    fn by_value(&self, predicate: &str, place: usize) -> BTreeMap<String, Vec<Vec<Term>>> {
        let mut found: BTreeMap<String, Vec<Vec<Term>>> = BTreeMap::new();
        for fact in self.0.get(predicate).into_iter().flatten() {
            let mut args = fact.args().to_vec();
            let value = written(&args.remove(place));
            found.entry(value).or_default().push(args);
        }
        found
    }

    fn text(&self) -> String {
        let tables = self
            .0
            .values()
            .map(|facts| format!("\n{}", fact_lines(facts)));
        tables.collect()
    }
}

fn file(name: String, text: String) -> TaskFile {
    TaskFile { name, text }
}

fn fact_lines(facts: &[Term]) -> String {
    let lines = facts.iter().map(|fact| format!("{}.\n", written(fact)));
    lines.collect()
}

fn written(term: &Term) -> String {
    TermWriter::new().term(term)
}

fn indicator(mode: &Mode) -> String {
    mode.functor().to_string()
}

/// A declaration such as `:- modeb(*,inSet(+tile,+set)).`
fn mode_declaration(kind: &str, mode: &Mode) -> String {
    let recall = mode.recall.map_or("*".to_owned(), |most| most.to_string());
    let places = joined(&mode.slots, |slot| {
        let sign = match slot.used {
            Use::Input => '+',
            Use::Output => '-',
            Use::Constant => '#',
        };
        format!("{sign}{}", slot.kind)
    });
    format!(":- {kind}({recall},{}({places})).\n", mode.functor().name)
}

/// What Popper is told of a predicate: its arity, types and directions.
fn bias_declaration(kind: &str, name: &str, slots: &[Slot]) -> String {
    // A tuple of one has a comma.
    let end = if slots.len() == 1 { "," } else { "" };
    let types = joined(slots, |slot| slot.kind.to_string());
    let directions = joined(slots, |slot| {
        let is_given = slot.used == Use::Input;
        if is_given { "in" } else { "out" }.to_owned()
    });
    format!(
        "{kind}({name},{}).\ntype({name},({types}{end})).\ndirection({name},({directions}{end})).\n",
        slots.len()
    )
}

fn joined(slots: &[Slot], text: impl Fn(&Slot) -> String) -> String {
    slots.iter().map(text).collect::<Vec<_>>().join(",")
}
