//! Negative examples that the files do not name but mean: every class but one's own, and
//! random instances where there are only positives.

use rustc_hash::FxHashSet;
use stratalog_logic::{Functor, Limits, Machine, Program, Term};
use stratalog_run::mix;

use super::draft::Draft;
use crate::modes::Use;

/// The limits of a query for the values of a type, and the most values.
const TYPE_LIMITS: Limits = Limits {
    steps: 1_000_000,
    depth: 100_000,
    memory: 64 << 20,
};
const MAX_TYPE_VALUES: usize = 10_000;
/// The most subterms of all values of a type together: the values of `nat(s(X)) :-
/// nat(X)` become larger and larger.
const MAX_TYPE_SUBTERMS: usize = 100_000;

/// The most classes. More are numbers rather than classes, and there would be a negative
/// for each pair of an example and a class.
const MAX_CLASSES: usize = 50;

impl Draft {
    /// Makes the class a constant of the head, and examples with other classes negative.
    pub fn classify(&mut self) {
        let Some(target) = self.heads.first().map(|(mode, _)| mode.functor()) else {
            return;
        };
        let place = self.dependent.unwrap_or(target.arity).wrapping_sub(1);
        if place >= target.arity {
            let text = format!("{target} has no argument {} that is a class", place + 1);
            self.note(&self.heads[0].1.clone(), text);
            return;
        }
        let of_target = |term: &Term| term.functor() == Some(target);
        let examples: Vec<(Term, String)> = self.positives.clone();
        let examples = examples.iter().filter(|(example, _)| of_target(example));
        let mut known: FxHashSet<Term> = examples.clone().map(|(term, _)| term.clone()).collect();
        let mut classes = std::mem::take(&mut self.classes);
        if classes.is_empty() {
            let mut seen = FxHashSet::default();
            let own = examples.clone().map(|(example, _)| &example.args()[place]);
            classes.extend(own.filter(|class| seen.insert(*class)).cloned());
        }
        if classes.len() > MAX_CLASSES {
            let text = format!("there are more than {MAX_CLASSES} classes; they are ignored");
            self.note(&self.heads[0].1.clone(), text);
            return;
        }
        for (mode, _) in &mut self.heads {
            if let (true, Some(Term::Var(slot))) =
                (of_target(&mode.template), mode.template.args().get(place))
            {
                mode.slots[slot.0 as usize].used = Use::Constant;
            }
        }
        for (example, at) in examples {
            for class in &classes {
                let mut args = example.args().to_vec();
                args[place] = class.clone();
                let other = Term::compound(target.name, args);
                if known.insert(other.clone()) {
                    self.negatives.push((other, at.clone()));
                }
            }
        }
    }

    /// Takes random instances of the head that are not positive examples for negative
    /// ones; clauses may cover some of them. Half of the arguments are values that positives have, and half are others
    /// that the predicate of the type gives, where there are some.
    pub fn sample_negatives(&mut self, background: &Program, target: Functor) {
        let mode = self.heads[0].0.clone();
        let values: Vec<[Vec<Term>; 2]> = (0..target.arity)
            .map(|at| {
                let examples = self.positives.iter();
                let own = examples.map(|(example, _)| example.args()[at].clone());
                let kind = match mode.template.args().get(at) {
                    Some(Term::Var(slot)) => mode.slots.get(slot.0 as usize),
                    _ => None,
                };
                let others = kind.map(|slot| solutions(background, Functor::new(slot.kind, 1)));
                let mut seen = FxHashSet::default();
                let own: Vec<Term> = own.filter(|value| seen.insert(value.clone())).collect();
                let others = others.into_iter().flatten();
                let others = others.filter(|value| seen.insert(value.clone())).collect();
                [own, others]
            })
            .collect();
        let positives = self.positives.iter().map(|(example, _)| example.clone());
        let mut known: FxHashSet<Term> = positives.collect();
        let place = self.heads[0].1.clone();
        for try_number in 0..self.sample_size as u64 * 20 {
            if self.negatives.len() >= self.sample_size {
                break;
            }
            let args = values.iter().enumerate().map(|(at, values)| {
                let random = mix(mix(try_number) ^ at as u64);
                let is_other = random % 2 == 1 && !values[1].is_empty();
                let values = &values[usize::from(is_other)];
                values[((random >> 1) % values.len() as u64) as usize].clone()
            });
            let instance = Term::compound(target.name, args);
            if known.insert(instance.clone()) {
                self.negatives.push((instance, place.clone()));
            }
        }
        let count = self.negatives.len();
        // Some of them may be positives that nobody listed.
        self.settings.noise = self.settings.noise.max(count);
        let text = format!(
            "there are only positive examples: {count} random instances of {target} that are \
             not among them stand for negative ones"
        );
        self.note(&place, text);
    }
}

/// The values of a predicate with one argument.
fn solutions(program: &Program, functor: Functor) -> Vec<Term> {
    let goal = Term::compound(functor.name, [Term::var(0)]);
    let Some(query) = program.defines(functor).then(|| program.query(&goal)) else {
        return Vec::new();
    };
    let Ok(query) = query else {
        return Vec::new();
    };
    let mut machine = Machine::new(program).with_limits(TYPE_LIMITS);
    let answers = machine.solve(&query).take(MAX_TYPE_VALUES);
    let mut room = MAX_TYPE_SUBTERMS;
    let values = answers.map_while(|answer| {
        let value = answer.ok()?.values[0].clone();
        room = room.checked_sub(value.subterms().count())?;
        Some(value)
    });
    values.filter(Term::is_ground).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_whose_values_grow_has_few_of_them() {
        let program = Program::parse("nat(0). nat(s(X)) :- nat(X). bit(0). bit(1).");
        let program = program.expect("a program");
        let of = |name: &str| solutions(&program, Functor::new(name, 1));
        assert_eq!(of("bit"), [Term::integer(0), Term::integer(1)]);
        let naturals = of("nat");
        let subterms: usize = naturals.iter().map(|value| value.subterms().count()).sum();
        assert!(naturals.len() > 100 && subterms <= MAX_TYPE_SUBTERMS);
    }
}
