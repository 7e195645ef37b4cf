//! What a learner knows, saved after each round: a run that is killed goes on
//! from there and ends with the same rules.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::examples::Example;
use super::rule::Target;
use super::wire::{clause_line, example_line, read_clause, read_example};
use stratalog_ilp::modes::Checkpoint;

/// A file with a learner's state. A state that cannot be read, or is of another
/// run, counts as none; one that cannot be written costs only the way back.
#[derive(Clone, Debug)]
pub struct SavedState {
    path: PathBuf,
    /// What the run is; a state of another run is not gone on from.
    head: String,
}

impl SavedState {
    /// The state of one lesson and target beside a strategy file.
    pub fn new(beside: &Path, lesson: &str, target: Target, head: String) -> SavedState {
        let mut name = beside.as_os_str().to_owned();
        name.push(format!(".{lesson}-{}.state", target.name()));
        SavedState {
            path: name.into(),
            head,
        }
    }

    /// What was saved.
    pub fn load(&self) -> Option<Checkpoint<Example>> {
        let text = std::fs::read_to_string(&self.path).ok()?;
        let mut lines = text.lines();
        if lines.next()? != self.head || text.lines().last()? != "end" {
            return None;
        }
        let numbers: Option<Vec<u64>> = lines
            .next()?
            .split(' ')
            .map(|word| word.parse().ok())
            .collect();
        let [rounds, idle, position] = numbers?[..] else {
            return None;
        };
        let mut checkpoint = Checkpoint {
            theory: Vec::new(),
            met: Vec::new(),
            examples: Vec::new(),
            given_up: Vec::new(),
            idle: idle as usize,
            rounds: rounds as usize,
            position,
        };
        for line in lines {
            match line.split_once(' ') {
                Some(("clause", rest)) => checkpoint.theory.push(read_clause(rest).ok()?),
                Some(("met", rest)) => checkpoint.met.push(read_clause(rest).ok()?),
                Some(("example", rest)) => checkpoint.examples.push(read_example(rest).ok()?),
                Some(("given_up", rest)) => checkpoint.given_up.push(rest.parse().ok()?),
                _ => {}
            }
        }
        Some(checkpoint)
    }

    /// Saves, so that a kill at any time leaves the old state or the new one.
    pub fn store(&self, checkpoint: &Checkpoint<Example>) {
        let mut text = format!(
            "{}\n{} {} {}\n",
            self.head, checkpoint.rounds, checkpoint.idle, checkpoint.position
        );
        for clause in &checkpoint.theory {
            let _ = writeln!(text, "clause {}", clause_line(clause));
        }
        for clause in &checkpoint.met {
            let _ = writeln!(text, "met {}", clause_line(clause));
        }
        for example in &checkpoint.examples {
            let _ = writeln!(text, "example {}", example_line(example));
        }
        for example in &checkpoint.given_up {
            let _ = writeln!(text, "given_up {example}");
        }
        text += "end\n";
        let fresh = self.path.with_extension("new");
        if std::fs::write(&fresh, text).is_ok() {
            let _ = std::fs::rename(&fresh, &self.path);
        }
    }

    /// Forgets the state.
    pub fn remove(&self) {
        let _ = std::fs::remove_file(&self.path);
    }
}
