//! A learning problem while its files are read, and the checks that make it one.

use std::collections::HashMap;

use stratalog_logic::{
    Functor, Program, ProgramBuilder, ReadTerm, Source, Symbol, Term, TermWriter, Unknown,
};

use crate::error::Error;
use crate::modes::mode::{Mode, Use};
use crate::modes::problem::{Problem, slot_values};
use crate::modes::settings::Settings;

/// A learning problem read from files.
pub struct Task {
    /// The problem.
    pub problem: Problem,
    /// The settings the files ask for.
    pub settings: Settings,
    /// What was passed over, and what looks wrong.
    pub notes: Vec<Note>,
    /// Where each body mode was declared.
    pub mode_places: Vec<String>,
}

/// Something worth telling about a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// File and line.
    pub place: String,
    /// What there is to tell.
    pub text: String,
}

/// A problem in the making.
pub(super) struct Draft {
    builder: ProgramBuilder,
    pub heads: Vec<(Mode, String)>,
    pub bodies: Vec<(Mode, String)>,
    pub determinations: Vec<(Functor, Functor)>,
    pub positives: Vec<(Term, String)>,
    pub negatives: Vec<(Term, String)>,
    pub settings: Settings,
    pub notes: Vec<Note>,
}

impl Draft {
    pub fn new() -> Draft {
        let mut builder = Program::builder();
        builder.unknown(Unknown::Fails);
        Draft {
            builder,
            heads: Vec::new(),
            bodies: Vec::new(),
            determinations: Vec::new(),
            positives: Vec::new(),
            negatives: Vec::new(),
            settings: Settings::default(),
            notes: Vec::new(),
        }
    }

    pub fn note(&mut self, place: &str, text: impl Into<String>) {
        self.notes.push(Note {
            place: place.to_owned(),
            text: text.into(),
        });
    }

    pub fn background(&mut self, clause: &Term, place: &str) -> Result<(), Error> {
        self.builder.clause(clause).map_err(|error| Error::Place {
            place: place.to_owned(),
            problem: error.to_string(),
        })
    }

    /// Directives that are the program's own affair.
    pub fn program_directive(&mut self, directive: &Term, place: &str) -> Result<(), Error> {
        let text = format!(":- {}.", TermWriter::new().term(directive));
        let source = Source::new(place, text);
        if self.builder.consult(&source).is_err() {
            let name = directive
                .functor()
                .map_or("", |functor| functor.name.as_str());
            self.note(place, format!("the directive {name} is passed over"));
        }
        Ok(())
    }

    pub fn example(&mut self, read: &Term, is_positive: bool, place: &str) -> Result<(), Error> {
        if !read.is_ground() {
            return Err(Error::Place {
                place: place.to_owned(),
                problem: format!(
                    "the example {} has variables; write a ground fact",
                    TermWriter::new().term(read)
                ),
            });
        }
        let list = if is_positive {
            &mut self.positives
        } else {
            &mut self.negatives
        };
        list.push((read.clone(), place.to_owned()));
        Ok(())
    }

    /// The problem, if all of it fits together.
    pub fn finish(mut self) -> Result<Task, Error> {
        let Some((first, first_place)) = self.positives.first() else {
            return Err(Error::NoExamples);
        };
        let target = first.functor().unwrap_or(Functor::new("true", 0));
        self.heads.retain(|(mode, _)| mode.functor() == target);
        if self.heads.is_empty() {
            let error = Error::NoHead {
                predicate: target.to_string(),
            };
            return Err(Error::Place {
                place: first_place.clone(),
                problem: error.to_string(),
            });
        }
        self.check_examples(target)?;
        let has_any = self.determinations.iter().any(|(head, _)| *head == target);
        if has_any {
            self.leave_out_undetermined(target);
        }
        if self.bodies.is_empty() {
            return Err(Error::Place {
                place: self.heads[0].1.clone(),
                problem: format!(
                    "no modeb may be used for {target}; add modeb declarations{}",
                    if has_any {
                        " for the determinations"
                    } else {
                        ""
                    }
                ),
            });
        }
        let background = self.builder.clone().try_build().map_err(|errors| {
            let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
            Error::Strategy(texts.join("\n"))
        })?;
        self.check_modes(&background, target)?;
        let (bodies, mode_places) = self.bodies.into_iter().unzip();
        Ok(Task {
            problem: Problem {
                background,
                heads: self.heads.into_iter().map(|(mode, _)| mode).collect(),
                bodies,
                positives: self.positives.into_iter().map(|(term, _)| term).collect(),
                negatives: self.negatives.into_iter().map(|(term, _)| term).collect(),
            },
            settings: self.settings,
            notes: self.notes,
            mode_places,
        })
    }

    /// Keeps the modes of predicates that the target's determinations name. One
    /// that no determination names at all may be a slip of the pen.
    fn leave_out_undetermined(&mut self, target: Functor) {
        let bodies = std::mem::take(&mut self.bodies);
        for (mode, place) in bodies {
            let functor = mode.functor();
            if self.determinations.contains(&(target, functor)) {
                self.bodies.push((mode, place));
                continue;
            }
            let mut named = self.determinations.iter().map(|(_, body)| *body);
            if !named.any(|body| body == functor) {
                self.note(
                    &place,
                    format!(
                        "the mode of {functor} is passed over: no determination names it; \
                         add determination({target}, {functor}) or take the mode out"
                    ),
                );
            }
        }
    }

    fn check_examples(&mut self, target: Functor) -> Result<(), Error> {
        let text = |term: &Term| TermWriter::new().term(term);
        for (example, place) in self.positives.iter().chain(&self.negatives) {
            if example.functor() != Some(target) {
                return Err(Error::Place {
                    place: place.clone(),
                    problem: format!(
                        "the example {} is not of {target}, which the first positive is; \
                         learn one predicate at a time",
                        text(example)
                    ),
                });
            }
            if !self
                .heads
                .iter()
                .any(|(mode, _)| slot_values(mode, example).is_some())
            {
                return Err(Error::Place {
                    place: place.clone(),
                    problem: format!(
                        "the example {} does not fit the modeh at {}",
                        text(example),
                        self.heads[0].1
                    ),
                });
            }
        }
        let places: HashMap<&Term, &String> = self
            .positives
            .iter()
            .map(|(term, place)| (term, place))
            .collect();
        for (example, place) in &self.negatives {
            if let Some(positive) = places.get(example) {
                return Err(Error::Place {
                    place: place.clone(),
                    problem: format!(
                        "the example {} is negative here and positive at {positive}; \
                         take one of the two out",
                        text(example)
                    ),
                });
            }
        }
        // The same example twice would count twice.
        for list in [&mut self.positives, &mut self.negatives] {
            let mut seen = rustc_hash::FxHashSet::default();
            list.retain(|(term, _)| seen.insert(term.clone()));
        }
        Ok(())
    }

    fn check_modes(&self, background: &Program, target: Functor) -> Result<(), Error> {
        for (mode, place) in &self.bodies {
            let functor = mode.functor();
            if functor != target && !background.defines(functor) {
                return Err(Error::Place {
                    place: place.clone(),
                    problem: format!(
                        "the mode names {functor}, which the background does not define; \
                         define it or take the mode out"
                    ),
                });
            }
        }
        let given = |kind: Symbol| {
            let heads = self.heads.iter().flat_map(|(mode, _)| &mode.slots);
            let bodies = self.bodies.iter().flat_map(|(mode, _)| &mode.slots);
            let mut heads = heads.filter(|slot| slot.used == Use::Input);
            let mut bodies = bodies.filter(|slot| slot.used == Use::Output);
            heads.any(|slot| slot.kind == kind) || bodies.any(|slot| slot.kind == kind)
        };
        for (mode, place) in &self.bodies {
            let inputs = mode.slots.iter().filter(|slot| slot.used == Use::Input);
            if let Some(slot) = inputs.into_iter().find(|slot| !given(slot.kind)) {
                let kind = slot.kind.as_str();
                return Err(Error::Place {
                    place: place.clone(),
                    problem: format!(
                        "types clash: the mode of {} takes +{kind}, but no modeh gives +{kind} \
                         and no modeb gives -{kind}; use the type's other name or add a mode",
                        mode.functor()
                    ),
                });
            }
        }
        Ok(())
    }
}

/// File and line of a clause.
pub(super) fn place(source: &Source, read: &ReadTerm) -> String {
    format!("{}:{}", source.name, read.line)
}
