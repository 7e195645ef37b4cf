//! What a learner knows after a cycle, as text: a run that was killed goes on from
//! it and comes to the same end.
//!
//! Saved are the features, the clauses that were made, and the games as moves;
//! positions, preferences, values and the evaluation follow from them.

use rustc_hash::FxHashSet;
use stratalog_game::{Game, Turn};
use stratalog_logic::{Functor, Reader, Source, Term, TermWriter, Var};

use super::games::Step;
use super::{Alive, Cycle, Discovered, Zenith};
use crate::error::ZenithError;
use crate::feature::Feature;
use crate::goal::next_variable;
use crate::player::successors;
use crate::transform::Transformation;

/// What a saved state lacks.
fn bad(cause: impl Into<String>) -> ZenithError {
    ZenithError::BadState(cause.into())
}

impl Zenith {
    /// What is known after the last complete cycle.
    pub fn checkpoint(&self) -> String {
        let made = self.theory.made().iter().map(|(head, body)| {
            let kind = match self.theory.is_dynamic(head) {
                true => "changing",
                false => "fixed",
            };
            Term::compound("made", [Term::atom(kind), head.clone(), body.clone()])
        });
        let features = self.features.iter().map(feature_term);
        let alive = self.alive.iter().map(|alive| number(alive.number));
        let alive = Term::compound("alive", [Term::list(alive)]);
        let games = self.games.iter().map(|steps| {
            let steps = steps.iter().map(step_term);
            Term::compound("game", [Term::list(steps)])
        });
        let cycles = self.cycles.iter().map(cycle_term);
        let terms = made.chain(features).chain([alive]).chain(games);
        let terms = terms.chain(cycles).chain([Term::atom("end")]);
        terms.map(|term| clause_line(&term)).collect()
    }

    /// A learner with the same settings that knows what was saved.
    pub fn going_on(mut self, checkpoint: &str) -> Result<Zenith, ZenithError> {
        let source = Source::new("checkpoint", checkpoint);
        let mut made = Vec::new();
        let mut changing: FxHashSet<Functor> = FxHashSet::default();
        let mut alive = Vec::new();
        let mut is_whole = false;
        self.features.clear();
        for item in Reader::new(&source) {
            let term = item.map_err(|error| bad(error.to_string()))?.term;
            let name = term.functor().map(|functor| functor.name.as_str());
            match (name, term.args()) {
                (Some("made"), [_, kind, head, body]) => {
                    let functor = head.functor().ok_or_else(|| bad("a clause of nothing"))?;
                    if *kind == Term::atom("changing") {
                        changing.insert(functor);
                    }
                    made.push((head.clone(), body.clone()));
                }
                (Some("feature"), args) => {
                    let feature = read_feature(args).ok_or_else(|| bad("a feature"))?;
                    self.features.push(feature);
                }
                (Some("alive"), [_, numbers]) => {
                    alive = read_numbers(numbers).ok_or_else(|| bad("the features in reserve"))?;
                }
                (Some("game"), [_, steps]) => {
                    let steps = steps.as_list().unwrap_or_default();
                    let steps: Option<Vec<Step>> = steps.iter().map(read_step).collect();
                    self.games.push(steps.ok_or_else(|| bad("a game"))?);
                }
                (Some("cycle"), args) => {
                    let cycle = read_cycle(args).ok_or_else(|| bad("a cycle"))?;
                    self.cycles.push(cycle);
                }
                (Some("end"), _) => is_whole = true,
                _ => return Err(bad(term.to_string())),
            }
        }
        let is_known = |number: &usize| *number < self.features.len();
        if !is_whole || !alive.iter().all(is_known) {
            return Err(bad("it is not complete"));
        }
        self.theory.add_again(made, &changing);
        let keys = self.features.iter();
        self.keys = keys.map(|found| found.feature.key().to_owned()).collect();
        let is_alive = |number| Alive {
            number,
            observer: None,
            values: Vec::new(),
        };
        self.alive = alive.into_iter().map(is_alive).collect();
        self.replay()?;
        self.look();
        if let Some(last) = self.cycles.len().checked_sub(1) {
            self.evaluation = Some(self.train(last)?.1);
        }
        Ok(self)
    }

    /// Takes positions and preferences from the games again.
    fn replay(&mut self) -> Result<(), ZenithError> {
        let game = self.game.clone();
        let games = std::mem::take(&mut self.games);
        for (number, steps) in games.iter().enumerate() {
            let mut position = game.initial(&mut self.stream(number));
            for step in steps {
                let Turn::Role(role) = game.turn(&position) else {
                    return Err(bad("a game goes on after its end"));
                };
                let after = successors(&game, &position);
                let is_move = |place: usize| place < after.len();
                if !is_move(step.played) || !step.preferred.iter().all(|&place| is_move(place)) {
                    return Err(bad("a move that is none"));
                }
                self.take_preferences(&after, &step.preferred, role);
                position = after[step.played].1.clone();
            }
        }
        self.forget_excess();
        self.games = games;
        Ok(())
    }
}

/// A clause as a line of text. The first argument lists the variables by number,
/// so that reading numbers them as they were.
fn clause_line(term: &Term) -> String {
    let Some(functor) = term.functor() else {
        return format!("{}\n", TermWriter::new().clause(term));
    };
    let variables = (0..next_variable([term])).map(Term::var);
    let variables = Term::list(variables);
    let args = std::iter::once(variables).chain(term.args().iter().cloned());
    let clause = match term.args().is_empty() {
        true => term.clone(),
        false => Term::compound(functor.name, args),
    };
    format!("{}\n", TermWriter::new().clause(&clause))
}

fn number(value: usize) -> Term {
    Term::integer(value as u64)
}

fn read_number(term: &Term) -> Option<usize> {
    usize::try_from(term.as_integer()?).ok()
}

fn read_numbers(list: &Term) -> Option<Vec<usize>> {
    list.as_list()?.iter().map(read_number).collect()
}

fn read_float(term: &Term) -> Option<f64> {
    match term {
        Term::Float(value) => Some(*value),
        _ => None,
    }
}

fn feature_term(found: &Discovered) -> Term {
    let feature = &found.feature;
    let origin = match found.origin {
        Some((parent, how)) => vec![number(parent), Term::atom(how.name())],
        None => Vec::new(),
    };
    Term::compound(
        "feature",
        [
            Term::list(feature.goals.iter().cloned()),
            Term::list(feature.values()),
            Term::atom(feature.key()),
            Term::list(origin),
            number(found.cycle),
            Term::Float(found.cost),
            number(usize::from(found.is_active)),
        ],
    )
}

fn read_feature(args: &[Term]) -> Option<Discovered> {
    let [_, goals, variables, key, origin, cycle, cost, is_active] = args else {
        return None;
    };
    let variable = |term: &Term| match term {
        Term::Var(var) => Some(*var),
        _ => None,
    };
    let variables: Option<Vec<Var>> = variables.as_list()?.iter().map(variable).collect();
    let key = key.as_atom()?.as_str().to_owned();
    let origin = match &origin.as_list()?[..] {
        [parent, how] => {
            let how = how.as_atom()?;
            let all = Transformation::ALL.into_iter();
            let how = all.into_iter().find(|own| own.name() == how.as_str())?;
            Some((read_number(parent)?, how))
        }
        _ => None,
    };
    Some(Discovered {
        feature: Feature::again(goals.as_list()?, variables?, key),
        origin,
        cycle: read_number(cycle)?,
        cost: read_float(cost)?,
        is_active: read_number(is_active)? == 1,
    })
}

fn step_term(step: &Step) -> Term {
    let played = number(step.played);
    if step.preferred.is_empty() {
        return played;
    }
    let preferred = step.preferred.iter().map(|&place| number(place));
    Term::compound("-", [played, Term::list(preferred)])
}

fn read_step(term: &Term) -> Option<Step> {
    let (played, preferred) = match term.as_compound("-".into(), 2) {
        Some([played, preferred]) => (played, read_numbers(preferred)?),
        _ => (term, Vec::new()),
    };
    Some(Step {
        played: read_number(played)?,
        preferred,
    })
}

fn cycle_term(cycle: &Cycle) -> Term {
    Term::compound(
        "cycle",
        [
            number(cycle.number),
            number(cycle.pairs),
            number(cycle.generated),
            Term::list(cycle.active.iter().map(|&active| number(active))),
            Term::Float(cycle.accuracy),
            Term::Float(cycle.margin),
        ],
    )
}

fn read_cycle(args: &[Term]) -> Option<Cycle> {
    let [_, own, pairs, generated, active, accuracy, margin] = args else {
        return None;
    };
    Some(Cycle {
        number: read_number(own)?,
        pairs: read_number(pairs)?,
        generated: read_number(generated)?,
        active: read_numbers(active)?,
        accuracy: read_float(accuracy)?,
        margin: read_float(margin)?,
    })
}
