//! A learning problem while its files are read, and the checks at the end.

use rustc_hash::{FxHashMap, FxHashSet};
use stratalog_logic::{
    Clause, Functor, Program, ProgramBuilder, ReadTerm, Source, Term, TermWriter, Unknown,
};

use super::calls::Calls;
use super::{Loaded, Note};
use crate::error::Error;
use crate::failures::Language;
use crate::metarules::Metarule;
use crate::modes::{CoveringSettings, Mode, Use, slot_values};
use crate::problem::{Bias, Problem};

/// The most arguments of a predicate. Larger numbers in a file are mistakes and
/// would only cost memory.
pub(super) const MAX_ARITY: usize = 64;
/// The most answers that a recall may ask for.
pub(super) const MAX_RECALL: i64 = 1_000_000;
/// The most variables or literals of a clause, and the most clauses.
pub(super) const MAX_CLAUSE: i64 = 1_000;

/// What the files have said so far.
pub(super) struct Draft {
    builder: ProgramBuilder,
    /// Which predicates of the background call which.
    pub calls: Calls,
    pub heads: Vec<(Mode, String)>,
    pub bodies: Vec<(Mode, String)>,
    pub determinations: Vec<(Functor, Functor)>,
    pub positives: Vec<(Term, String)>,
    pub negatives: Vec<(Term, String)>,
    pub metarules: Vec<Metarule>,
    pub interpreted: Vec<Metarule>,
    /// Predicates that metarules may use, with the place of their declaration.
    pub predicates: Vec<(Functor, String)>,
    /// The languages of the predicates to be learned, in the order in which they are.
    pub languages: Vec<Language>,
    pub is_functional: bool,
    pub max_clauses: Option<usize>,
    pub settings: CoveringSettings,
    /// Whether the learner is asked to do with positive examples alone.
    pub is_positive_only: bool,
    /// How many instances of the head then stand for negative examples.
    pub sample_size: usize,
    pub notes: Vec<Note>,
    /// Where the file first asks for its own refinement of clauses.
    refinement: Option<String>,
    /// Whether the background has one.
    refines: bool,
    /// Whether each example has one class, as for a classification tree.
    pub is_classification: bool,
    /// The argument that is the class, from 1; the last one if it is not said.
    pub dependent: Option<usize>,
    /// The classes; those of the positives if they are not said.
    pub classes: Vec<Term>,
    /// Bodies of integrity constraints, which no theory may make true.
    pub constraints: Vec<Term>,
    /// Predicates whose constants are found from all covered examples at once.
    pub lazy: Vec<Functor>,
}

/// Positive and negative examples that belong together.
#[derive(Clone, Default)]
pub(super) struct Examples {
    pub positives: Vec<Term>,
    pub negatives: Vec<Term>,
}

impl Draft {
    pub fn new() -> Draft {
        let mut builder = Program::builder();
        builder.unknown(Unknown::Fails);
        Draft {
            builder,
            calls: Calls::default(),
            heads: Vec::new(),
            bodies: Vec::new(),
            determinations: Vec::new(),
            positives: Vec::new(),
            negatives: Vec::new(),
            metarules: Vec::new(),
            interpreted: Vec::new(),
            predicates: Vec::new(),
            languages: Vec::new(),
            is_functional: false,
            max_clauses: None,
            settings: CoveringSettings::default(),
            is_positive_only: false,
            sample_size: 100,
            notes: Vec::new(),
            refinement: None,
            refines: false,
            is_classification: false,
            dependent: None,
            classes: Vec::new(),
            constraints: Vec::new(),
            lazy: Vec::new(),
        }
    }

    /// A draft that goes on with the background of files that were read.
    pub fn after(loaded: Loaded) -> Draft {
        Draft {
            builder: loaded.builder,
            ..Draft::new()
        }
    }

    pub fn note(&mut self, place: &str, text: impl Into<String>) {
        let note = Note {
            place: place.to_owned(),
            text: text.into(),
        };
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    pub fn background(&mut self, clause: &Term, place: &str) -> Result<(), Error> {
        self.calls.add(clause);
        let added = self.builder.clause(clause);
        added.map_err(|error| Error::BadProgram(error.to_string()).at(place))
    }

    /// A directive that concerns the background program alone.
    pub fn program_directive(&mut self, directive: &Term, place: &str) {
        let text = format!(":- {}.", TermWriter::new().term(directive));
        let source = Source::new(place, text);
        let name = directive
            .functor()
            .map_or("", |functor| functor.name.as_str());
        // Libraries that the engine has built in, and settings of a Prolog system
        // that change no answer.
        let is_known = matches!(
            name,
            "use_module" | "style_check" | "set_prolog_flag" | "module" | "ensure_loaded"
        );
        if !is_known && self.builder.consult(&source).is_err() {
            self.note(place, format!("the directive {name} is ignored"));
        }
    }

    pub fn example(&mut self, example: &Term, is_positive: bool, place: &str) -> Result<(), Error> {
        if !example.is_callable() {
            let example = TermWriter::new().term(example);
            return Err(Error::BadExample { example }.at(place));
        }
        let list = if is_positive {
            &mut self.positives
        } else {
            &mut self.negatives
        };
        list.push((example.clone(), place.to_owned()));
        Ok(())
    }

    /// Notes that the file asks for its own refinement of clauses.
    pub fn refined_at(&mut self, place: &str) {
        self.refinement.get_or_insert_with(|| place.to_owned());
    }

    /// Sees whether the file has its own refinement. It needs no modes: the head's is
    /// made from the first example.
    fn check_refinement(&mut self, background: &Program) -> Result<(), Error> {
        let asked = self.refinement.take();
        let is_defined = background.defines(Functor::new("refine", 2));
        self.refines = is_defined && (asked.is_some() || self.bodies.is_empty());
        if let Some(place) = asked.filter(|_| !is_defined) {
            self.note(&place, "refine is ignored: there is no refine/2");
        }
        if !self.refines {
            return Ok(());
        }
        let target = self.positives.first().and_then(|(own, _)| own.functor());
        if let Some(target) = target.filter(|_| self.heads.is_empty()) {
            let place = self.positives[0].1.clone();
            let input = Term::compound("+", [Term::atom("any")]);
            let template = Term::compound(target.name, vec![input; target.arity]);
            self.heads.push((Mode::new(None, &template)?, place));
        }
        Ok(())
    }

    /// The background as it is now.
    pub fn program(&self) -> Result<Program, Error> {
        let mut builder = self.builder.clone();
        let interpreted = self.interpreted.iter().filter_map(Metarule::as_clause);
        for clause in interpreted {
            let added = builder.clause(&clause);
            added.map_err(|error| {
                Error::BadProgram(format!("{}: {error}", Clause::from_term(&clause)))
            })?;
        }
        builder.try_build().map_err(|errors| {
            let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
            Error::BadProgram(texts.join("\n"))
        })
    }

    /// Problems with mode declarations, and with languages if there are some: one for
    /// each predicate that has examples.
    pub fn finish_modes(mut self) -> Result<Loaded, Error> {
        let background = self.program()?;
        self.check_refinement(&background)?;
        if self.is_classification {
            self.classify();
        }
        let targets = self.targets()?;
        self.instantiate_examples();
        self.check_examples()?;
        let contradiction = self.contradiction();
        let heads = std::mem::take(&mut self.heads);
        let bodies = std::mem::take(&mut self.bodies);
        let positives = std::mem::take(&mut self.positives);
        let negatives = std::mem::take(&mut self.negatives);
        let mut problems = Vec::new();
        let mut mode_places = Vec::new();
        for &target in &targets {
            let of_target = |examples: &[(Term, String)]| -> Vec<(Term, String)> {
                let own = examples.iter().filter(|(e, _)| e.functor() == Some(target));
                own.cloned().collect()
            };
            let own_heads = heads.iter().filter(|(mode, _)| mode.functor() == target);
            self.heads = own_heads.cloned().collect();
            self.bodies.clone_from(&bodies);
            self.positives = of_target(&positives);
            self.negatives = of_target(&negatives);
            problems.push(self.problem(target, &targets, &background)?);
            mode_places.push(self.bodies.iter().map(|(_, place)| place.clone()).collect());
        }
        Ok(Loaded {
            is_sequence: problems.len() > 1,
            problems,
            settings: self.settings,
            notes: self.notes,
            mode_places,
            contradiction,
            builder: self.builder,
        })
    }

    /// The predicates that have examples, in the order in which they are learned.
    fn targets(&self) -> Result<Vec<Functor>, Error> {
        let Some((first, first_place)) = self.positives.first() else {
            return Err(Error::NoExamples);
        };
        let mut targets: Vec<Functor> = Vec::new();
        let declared = self.languages.iter().map(|language| language.head.functor);
        let examples = self.positives.iter().filter_map(|(term, _)| term.functor());
        let with_examples: FxHashSet<Functor> = examples.clone().collect();
        for functor in declared.chain(examples) {
            let has_head = self.heads.iter().any(|(mode, _)| mode.functor() == functor);
            let is_target = has_head && with_examples.contains(&functor);
            if is_target && !targets.contains(&functor) {
                targets.push(functor);
            }
        }
        if targets.is_empty() {
            let predicate = first.functor().unwrap_or(Functor::new("true", 0));
            let error = Error::NoHead {
                declaration: self.declaration(),
                predicate: predicate.to_string(),
            };
            return Err(error.at(first_place));
        }
        Ok(targets)
    }

    /// How the files say what is to be learned.
    fn declaration(&self) -> &'static str {
        if self.languages.is_empty() {
            "modeh"
        } else {
            "head_pred"
        }
    }

    /// The problem of learning one predicate, whose examples and heads are those left.
    fn problem(
        &mut self,
        target: Functor,
        targets: &[Functor],
        background: &Program,
    ) -> Result<Problem, Error> {
        let mut languages = self.languages.iter();
        let language = languages.find(|own| own.head.functor == target).cloned();
        let has_any = self.determinations.iter().any(|(head, _)| *head == target);
        if has_any {
            self.leave_out_undetermined(target);
        }
        self.leave_out_unusable(background, targets, language.is_some());
        if self.bodies.is_empty() && language.is_none() && !self.refines {
            let problem = format!(
                "no modeb may be used for {target}; add modeb declarations{}",
                if has_any {
                    " for the determinations"
                } else {
                    ""
                }
            );
            return Err(Error::BadProgram(problem).at(&self.heads[0].1));
        }
        if self.is_positive_only && self.negatives.is_empty() {
            self.sample_negatives(background, target);
        }
        let terms = |examples: &[(Term, String)]| -> Vec<Term> {
            examples.iter().map(|(term, _)| term.clone()).collect()
        };
        let modes = |modes: &[(Mode, String)]| -> Vec<Mode> {
            modes.iter().map(|(mode, _)| mode.clone()).collect()
        };
        Ok(Problem {
            background: background.clone(),
            positives: terms(&self.positives),
            negatives: terms(&self.negatives),
            bias: Bias {
                heads: modes(&self.heads),
                bodies: modes(&self.bodies),
                lazy: self.lazy.clone(),
                constraints: self.constraints.clone(),
                refines: self.refines,
                language,
                max_clauses: self.max_clauses,
                ..Bias::default()
            },
        })
    }

    /// Problems with metarules, one for each set of examples.
    pub fn finish_metarules(mut self, more: Vec<Examples>) -> Result<Loaded, Error> {
        if self.positives.is_empty() && more.iter().all(|task| task.positives.is_empty()) {
            return Err(Error::NoExamples);
        }
        if self.metarules.is_empty() {
            return Err(Error::NoMetarules);
        }
        let program = self.program()?;
        let all = more.iter().flat_map(|task| &task.positives);
        let own = self.positives.iter().map(|(example, _)| example);
        let targets: Vec<Functor> = own.chain(all).filter_map(Term::functor).collect();
        for (functor, place) in std::mem::take(&mut self.predicates) {
            if program.defines(functor) || targets.contains(&functor) {
                self.predicates.push((functor, place));
            } else {
                let text = format!("the background does not define {functor}; it is left out");
                self.note(&place, text);
            }
        }
        let contradiction = self.contradiction();
        let mut loaded = self.loaded(more)?;
        loaded.contradiction = contradiction;
        Ok(loaded)
    }

    fn loaded(self, more: Vec<Examples>) -> Result<Loaded, Error> {
        let background = self.program()?;
        let bias = Bias {
            metarules: self.metarules,
            interpreted: self.interpreted,
            predicates: self.predicates.into_iter().map(|(own, _)| own).collect(),
            is_functional: self.is_functional,
            max_clauses: self.max_clauses,
            ..Bias::default()
        };
        let terms = |examples: Vec<(Term, String)>| -> Vec<Term> {
            examples.into_iter().map(|(term, _)| term).collect()
        };
        let own = Examples {
            positives: terms(self.positives),
            negatives: terms(self.negatives),
        };
        let tasks = std::iter::once(own).chain(more);
        let problems = tasks
            .filter(|task| !task.positives.is_empty())
            .map(|task| Problem {
                background: background.clone(),
                positives: task.positives,
                negatives: task.negatives,
                bias: bias.clone(),
            });
        Ok(Loaded {
            problems: problems.collect(),
            is_sequence: false,
            settings: self.settings,
            notes: self.notes,
            mode_places: Vec::new(),
            contradiction: None,
            builder: self.builder,
        })
    }

    /// Keeps the modes of predicates that the target's determinations name. A
    /// predicate that no determination names at all may be a mistake.
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
                        "the mode of {functor} is ignored: no determination names it; \
                         add determination({target}, {functor}) or remove the mode"
                    ),
                );
            }
        }
    }

    /// Leaves out modes of predicates that the background does not define, and
    /// modes whose inputs no other mode can provide.
    fn leave_out_unusable(
        &mut self,
        background: &Program,
        targets: &[Functor],
        has_language: bool,
    ) {
        let is_defined =
            |mode: &Mode| background.defines(mode.functor()) || targets.contains(&mode.functor());
        for (mode, place) in std::mem::take(&mut self.bodies) {
            if is_defined(&mode) {
                self.bodies.push((mode, place));
                continue;
            }
            let functor = mode.functor();
            let text = format!(
                "the background does not define {functor}, so it is left out; define it or \
                 remove its declaration"
            );
            self.note(&place, text);
        }
        let provided: Vec<_> = {
            let heads = self.heads.iter().flat_map(|(mode, _)| &mode.slots);
            let bodies = self.bodies.iter().flat_map(|(mode, _)| &mode.slots);
            let heads = heads.filter(|slot| slot.used == Use::Input);
            let bodies = bodies.filter(|slot| slot.used == Use::Output);
            heads.chain(bodies).map(|slot| slot.kind).collect()
        };
        for (mode, place) in std::mem::take(&mut self.bodies) {
            let mut inputs = mode.slots.iter().filter(|slot| slot.used == Use::Input);
            let Some(slot) = inputs.find(|slot| !provided.contains(&slot.kind)) else {
                self.bodies.push((mode, place));
                continue;
            };
            let (functor, kind) = (mode.functor(), slot.kind.as_str());
            if !has_language {
                let text = format!(
                    "the mode of {functor} is ignored: it takes +{kind}, but no modeh gives \
                     +{kind} and no modeb gives -{kind}; use the type's other name or add a mode"
                );
                self.note(&place, text);
            }
        }
    }

    fn check_examples(&self) -> Result<(), Error> {
        let text = |term: &Term| TermWriter::new().term(term);
        let target = |term: &Term| term.functor().unwrap_or(Functor::new("true", 0));
        let heads = &self.heads;
        for (example, place) in self.positives.iter().chain(&self.negatives) {
            let problem = if !example.is_ground() {
                format!(
                    "the example {} has variables; write a ground fact",
                    text(example)
                )
            } else if !heads
                .iter()
                .any(|(mode, _)| mode.functor() == target(example))
            {
                format!(
                    "the example {} is of {}, which no {} declares",
                    text(example),
                    target(example),
                    self.declaration()
                )
            } else if !heads
                .iter()
                .any(|(mode, _)| slot_values(mode, example).is_some())
            {
                let own = heads
                    .iter()
                    .find(|(mode, _)| mode.functor() == target(example));
                format!(
                    "the example {} does not fit the {} at {}",
                    text(example),
                    self.declaration(),
                    own.map_or("", |(_, place)| place.as_str())
                )
            } else {
                continue;
            };
            return Err(Error::BadProgram(problem).at(place));
        }
        Ok(())
    }

    /// The first example that is both positive and negative, as an error.
    fn contradiction(&self) -> Option<Error> {
        let positives = self.positives.iter().map(|(term, place)| (term, place));
        let places: FxHashMap<&Term, &String> = positives.collect();
        self.negatives.iter().find_map(|(example, place)| {
            let positive = places.get(example)?;
            let problem = format!(
                "the example {} is negative here and positive at {positive}; remove one of them",
                TermWriter::new().term(example)
            );
            Some(Error::BadProgram(problem).at(place))
        })
    }
}

/// File and line of a clause.
pub(super) fn place(source: &Source, read: &ReadTerm) -> String {
    format!("{}:{}", source.name, read.line)
}
