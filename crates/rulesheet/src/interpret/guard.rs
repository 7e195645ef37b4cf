//! Questions that no position can answer. Dropping what depends on the position from
//! the rules leaves relations that never change and hold whenever the rules do: in
//!
//! ```text
//! clear(X, Z) :- step(X, Z).
//! clear(X, Z) :- step(X, Y), true(cell(Y, blank)), clear(Y, Z).
//! ```
//!
//! `clear(X, Z)` needs a chain of steps from `X` to `Z`, whatever the position. Such
//! a relation is computed once and kept as bits; where the bit of a question is off,
//! the question is not asked.

use rustc_hash::FxHashSet;

use super::cube::Cube;
use crate::evaluate::Evaluator;
use crate::facts::Facts;
use crate::join::Work;
use crate::matching::is_bound;
use crate::program::{Condition, Pattern, PatternRule, Predicate, Program, Stratum};
use crate::terms::{TermId, Terms};

/// The work that all relations may take, and one of them.
const WORK: u64 = 20_000_000;
const WORK_OF_ONE: u64 = 4_000_000;
/// A guard that lets a greater part of the combinations through is not worth asking.
const SELECTIVE: f64 = 0.75;

/// For each predicate, what it needs whatever the position; nothing where that is not
/// known.
#[derive(Clone, Debug, Default)]
pub struct Needs {
    relations: Vec<Option<Need>>,
}

type Row = Box<[TermId]>;

/// The facts that a relation can have, as far as some arguments say.
#[derive(Clone, Debug)]
struct Need {
    /// The arguments, a bit for each.
    known: u64,
    /// The values of all arguments of each fact; those that are not known have the
    /// same value everywhere.
    rows: Vec<Row>,
}

/// The bits for one way of asking.
#[derive(Debug)]
pub struct Guard {
    /// The places in the key of the values that decide.
    places: Vec<usize>,
    cube: Cube,
}

impl Guard {
    /// Whether a question with this key can have an answer.
    #[inline]
    pub fn allows(&self, key: &[TermId]) -> bool {
        let bit = self.cube.bit(|side| Some(key[self.places[side]]));
        bit.is_some_and(|bit| self.cube.is_on(bit))
    }
}

impl Needs {
    /// What the relations of a program need.
    pub fn new(program: &Program, terms: &Terms, facts: &Facts) -> Needs {
        let mut relaxed = Relaxed {
            program: program.clone(),
            known: vec![0; program.predicates.len()],
            terms,
        };
        let mut needs = Needs {
            relations: vec![None; program.predicates.len()],
        };
        if terms.len() == 0 {
            return needs;
        }
        let (mut facts, mut all_terms) = (facts.clone(), terms.clone());
        let mut left = WORK;
        let mut evaluator = Evaluator::new(program);
        for stratum in &program.strata {
            if !relaxed.relax(program, stratum) {
                continue;
            }
            let limit = left.min(WORK_OF_ONE);
            let mut work = Work::new(limit);
            let relaxed_program = &relaxed.program;
            let done = evaluator.complete(
                relaxed_program,
                stratum,
                &mut facts,
                &mut all_terms,
                &mut work,
            );
            left -= limit - work.left;
            for &predicate in &stratum.predicates {
                let known = &mut relaxed.known[predicate.index()];
                if done.is_err() {
                    *known = 0;
                }
                let listed = facts.relation(predicate).facts.iter();
                let rows = listed.map(|&fact| all_terms.args(fact).into());
                let mut need = Need {
                    known: *known,
                    rows: rows.collect(),
                };
                need.leave_out_new_terms(terms.len());
                need.leave_out_free_arguments();
                if need.known != *known {
                    *known = need.known;
                    need.store(predicate, &mut facts, &mut all_terms);
                }
                if need.known != 0 {
                    needs.relations[predicate.index()] = Some(need);
                }
            }
        }
        needs
    }

    /// The guard of the questions with these arguments given, where it is worth
    /// asking.
    pub fn guard(&self, predicate: Predicate, given: u64) -> Option<Guard> {
        let need = self.relations.get(predicate.index())?.as_ref()?;
        // The arguments that decide, and their places in the key.
        let asked = (0..64).filter(|place| given >> place & 1 == 1);
        let decides = |&(_, place): &(usize, usize)| need.known >> place & 1 == 1;
        let decide: Vec<(usize, usize)> = asked.enumerate().filter(decides).collect();
        let columns: Vec<usize> = decide.iter().map(|&(_, column)| column).collect();
        let mut rows = project(&need.rows, &columns);
        let kept = leave_out_free_columns(&mut rows, columns.len());
        if kept.is_empty() && !rows.is_empty() {
            return None;
        }
        let (cube, combinations) = Cube::of_rows(&rows, kept.len())?;
        let is_selective = rows.len() as f64 <= SELECTIVE * combinations as f64;
        let places = kept.iter().map(|&kept| decide[kept].0).collect();
        is_selective.then_some(Guard { places, cube })
    }
}

impl Need {
    /// Leaves out arguments whose values are terms that were made on the way: they
    /// have other numbers elsewhere.
    fn leave_out_new_terms(&mut self, terms: usize) {
        for row in &self.rows {
            for (place, value) in row.iter().enumerate().take(64) {
                if value.index() >= terms {
                    self.known &= !(1 << place);
                }
            }
        }
    }

    /// Leaves out arguments that may have any of their values beside any others.
    /// What depends on this relation is smaller without them.
    fn leave_out_free_arguments(&mut self) {
        let columns: Vec<usize> = (0..64)
            .filter(|place| self.known >> place & 1 == 1)
            .collect();
        let mut rows = project(&self.rows, &columns);
        let kept = leave_out_free_columns(&mut rows, columns.len());
        self.known = kept
            .iter()
            .fold(0, |known, &kept| known | 1 << columns[kept]);
    }

    /// Stores the facts as they are known now.
    fn store(&mut self, predicate: Predicate, facts: &mut Facts, terms: &mut Terms) {
        let functor = facts.relation(predicate).facts.first();
        let functor = functor.and_then(|&fact| terms.functor_of(fact));
        facts.clear(predicate);
        let Some(functor) = functor else {
            return;
        };
        let known = self.known;
        for row in &mut self.rows {
            for (place, value) in row.iter_mut().enumerate() {
                if place >= 64 || known >> place & 1 == 0 {
                    *value = FILLER;
                }
            }
        }
        let all: Vec<usize> = (0..self.rows.first().map_or(0, |row| row.len())).collect();
        self.rows = project(&self.rows, &all);
        for row in &self.rows {
            if let Some(fact) = terms.compound(functor, row) {
                facts.add(predicate, fact, terms);
            }
        }
    }
}

/// What stands for an argument that is not known: any term does.
const FILLER: TermId = TermId(0);

fn project_set(rows: &[Row], places: &[usize]) -> FxHashSet<Row> {
    let part = |row: &Row| places.iter().map(|&place| row[place]).collect();
    rows.iter().map(part).collect()
}

fn project(rows: &[Row], places: &[usize]) -> Vec<Row> {
    project_set(rows, places).into_iter().collect()
}

/// Leaves out the columns whose values stand beside all combinations of the others;
/// gives the numbers of those that are left.
fn leave_out_free_columns(rows: &mut Vec<Row>, columns: usize) -> Vec<usize> {
    let mut kept: Vec<usize> = (0..columns).collect();
    let mut place = 0;
    while place < kept.len() {
        let mut others: Vec<usize> = (0..kept.len()).collect();
        others.remove(place);
        let values = project_set(rows, &[place]).len();
        let without = project_set(rows, &others);
        if values * without.len() == rows.len() {
            *rows = without.into_iter().collect();
            kept.remove(place);
        } else {
            place += 1;
        }
    }
    kept
}

/// Whether a value counts as known that only one condition restricts, to the values
/// of a kind (`square(X)`), while nothing connects it with others. It decides nothing,
/// and relations are larger by a factor for each such argument.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Free {
    Excluded,
    Included,
}

/// A program whose rules lose what depends on the position, stratum by stratum.
struct Relaxed<'a> {
    program: Program,
    /// For each predicate, the arguments that static conditions give values.
    known: Vec<u64>,
    terms: &'a Terms,
}

impl Relaxed<'_> {
    /// Relaxes the rules of a stratum; says whether they say something.
    fn relax(&mut self, program: &Program, stratum: &Stratum) -> bool {
        let words = program.words;
        let is_relaxed = |&predicate: &Predicate| {
            let definition = &program.predicates[predicate.index()];
            program.is_dynamic(predicate)
                && definition.counts.is_none()
                && ![words.holds, words.does].contains(&predicate)
        };
        if !stratum.predicates.iter().all(is_relaxed) {
            return false;
        }
        for predicate in &stratum.predicates {
            let arity = program.predicates[predicate.index()].functor.arity;
            self.known[predicate.index()] = match arity {
                0..64 => (1 << arity) - 1,
                _ => u64::MAX,
            };
        }
        // Fewer and fewer are known, until all that are known stay so.
        let rules = stratum
            .predicates
            .iter()
            .flat_map(|p| &program.predicates[p.index()].rules);
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for &rule in rules.clone() {
                let rule = &program.rules[rule];
                let bound = self.bound(program, rule, Free::Excluded);
                let mut known = self.known[rule.predicate.index()];
                for (place, arg) in open_arguments(&rule.head).iter().enumerate().take(64) {
                    if !is_bound(arg, &bound) {
                        known &= !(1 << place);
                    }
                }
                let before = std::mem::replace(&mut self.known[rule.predicate.index()], known);
                is_changed |= before != known;
            }
        }
        for &number in rules {
            let rule = &program.rules[number];
            let bound = self.bound(program, rule, Free::Included);
            let body = rule.body.iter();
            let body = body.filter_map(|condition| self.condition(program, condition, &bound));
            self.program.rules[number] = PatternRule {
                body: body.collect(),
                head: self.filled(rule.predicate, &rule.head),
                ..rule.clone()
            };
        }
        let mut known = stratum.predicates.iter().map(|p| self.known[p.index()]);
        known.any(|known| known != 0)
    }

    /// For each variable of a rule, whether what is left of it gives it a value.
    fn bound(&self, program: &Program, rule: &PatternRule, free: Free) -> Vec<bool> {
        let mut in_head = Vec::new();
        rule.head.variables(&mut in_head);
        let occurs_twice = |var: u32| in_head.iter().filter(|&&other| other == var).count() > 1;
        let mut variables = Vec::new();
        for condition in &rule.body {
            let Condition::Holds(predicate, atom) = condition else {
                continue;
            };
            if !program.is_dynamic(*predicate) {
                match (free, open_arguments(atom)) {
                    (Free::Excluded, [Pattern::Var(var)]) if !occurs_twice(*var) => {}
                    _ => atom.variables(&mut variables),
                }
                continue;
            }
            for (place, arg) in open_arguments(atom).iter().enumerate().take(64) {
                if self.known[predicate.index()] >> place & 1 == 1 {
                    arg.variables(&mut variables);
                }
            }
        }
        let mut bound = vec![false; rule.variables];
        for var in variables {
            bound[var as usize] = true;
        }
        bound
    }

    /// What is left of a condition.
    fn condition(
        &self,
        program: &Program,
        condition: &Condition,
        bound: &[bool],
    ) -> Option<Condition> {
        match condition {
            Condition::Holds(predicate, _) if !program.is_dynamic(*predicate) => {
                Some(condition.clone())
            }
            Condition::Holds(predicate, atom) if self.known[predicate.index()] != 0 => {
                Some(Condition::Holds(*predicate, self.filled(*predicate, atom)))
            }
            Condition::Fails(predicate, atom)
                if !program.is_dynamic(*predicate) && is_bound(atom, bound) =>
            {
                Some(condition.clone())
            }
            Condition::Different(a, b) if is_bound(a, bound) && is_bound(b, bound) => {
                Some(condition.clone())
            }
            _ => None,
        }
    }

    /// An atom without the arguments that are not known.
    fn filled(&self, predicate: Predicate, atom: &Pattern) -> Pattern {
        let (functor, args): (_, Vec<Pattern>) = match atom {
            Pattern::Compound(functor, args) => (*functor, args.to_vec()),
            Pattern::Ground(id) => {
                let args = self.terms.args(*id).iter();
                match self.terms.functor_of(*id) {
                    Some(functor) => (functor, args.map(|&arg| Pattern::Ground(arg)).collect()),
                    None => return atom.clone(),
                }
            }
            Pattern::Var(_) => return atom.clone(),
        };
        let known = self.known[predicate.index()];
        let part = |(place, arg): (usize, Pattern)| {
            if place < 64 && known >> place & 1 == 1 {
                arg
            } else {
                Pattern::Ground(FILLER)
            }
        };
        Pattern::Compound(functor, args.into_iter().enumerate().map(part).collect())
    }
}

/// The arguments of an atom with variables.
fn open_arguments(atom: &Pattern) -> &[Pattern] {
    match atom {
        Pattern::Compound(_, args) => args,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::Budget;
    use crate::prepare::{Prepared, Purpose, prepare};
    use crate::sheet::{Rulesheet, Syntax};
    use stratalog_logic::{Functor, Source, Term};

    /// Lines of blank squares; `seen` ignores a square, and `odd` depends on a fact.
    const LINES: &str = "
        role(r). init(cell(2, blank)). legal(r, go(X, Z)) :- square(X), seen(X, Z, 1).
        legal(r, odd(X, Y)) :- square(X), odd(X, Y).
        next(cell(X, blank)) :- true(cell(X, blank)), does(r, _).
        terminal :- true(cell(3, blank)). goal(r, 50).
        square(1). square(2). square(3). square(4).
        step(1, 2). step(2, 3). step(3, 4).
        clear(X, Z) :- step(X, Z).
        clear(X, Z) :- step(X, Y), true(cell(Y, blank)), clear(Y, Z).
        seen(X, Z, I) :- clear(X, Z), square(I), \\+ true(cell(I, full)).
        odd(X, Y) :- true(cell(Y, blank)), step(X, _).";

    struct Sheet {
        prepared: Prepared,
        needs: Needs,
    }

    impl Sheet {
        fn new(text: &str) -> Sheet {
            let sheet = Rulesheet::read(Source::new("test.pl", text), Syntax::Prolog);
            let work = Work::new(Budget::default().work);
            let prepared = prepare(&sheet, Purpose::Interpreting, &work).expect("right rules");
            let needs = Needs::new(&prepared.program, &prepared.terms, &prepared.facts);
            Sheet { prepared, needs }
        }

        fn guard(&self, name: &str, arity: usize, given: u64) -> Option<Guard> {
            let predicate = self.prepared.program.by_functor[&Functor::new(name, arity)];
            self.needs.guard(predicate, given)
        }

        fn numbers(&mut self, values: &[i64]) -> Vec<TermId> {
            let terms = &mut self.prepared.terms;
            let number = |&value: &i64| terms.leaf(&Term::Integer(value));
            values.iter().map(number).collect()
        }
    }

    #[test]
    fn a_guard_allows_what_some_position_may_make_true() {
        let mut sheet = Sheet::new(LINES);
        for (name, arity) in [("clear", 2), ("seen", 3)] {
            let guard = sheet.guard(name, arity, (1 << arity) - 1);
            let guard = guard.expect("most pairs of squares are no lines");
            for (from, to) in (1..=4).flat_map(|from| (1..=4).map(move |to| (from, to))) {
                let key = sheet.numbers(&[from, to, 1]);
                assert_eq!(guard.allows(&key[..arity]), from < to, "{name} {from} {to}");
            }
            let unknown = sheet.numbers(&[1, 77, 1]);
            assert!(!guard.allows(&unknown[..arity]));
        }
    }

    #[test]
    fn arguments_that_decide_nothing_have_no_guard() {
        let sheet = Sheet::new(LINES);
        // Any square may be the one that is ignored, and facts may be any.
        assert!(sheet.guard("seen", 3, 0b100).is_none());
        assert!(sheet.guard("odd", 2, 0b10).is_none());
    }

    #[test]
    fn terms_that_are_made_on_the_way_decide_nothing() {
        let text = LINES.replace(
            "odd(X, Y) :-",
            "odd(f(X), f(X)) :- true(cell(1, _)), step(X, _).\nodd(X, Y) :- step(X, Y),",
        );
        let sheet = Sheet::new(&text);
        assert!(sheet.guard("odd", 2, 0b11).is_none());
    }
}
