//! Compiles rules for the ways in which they are asked: the conditions are ordered so
//! that what is given narrows the search from the start.

use std::cell::RefCell;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::guard::{Guard, Needs};
use super::rows::Rows;
use super::share::share;
use super::state::State;
use super::ways::{Asked, AskedRule, Method, Step, Way, WayId, WayRule, WayRules, Ways};
use crate::facts::{Facts, Path};
use crate::join::{columns, known_parts, mean_matches};
use crate::matching::{Match, is_bound};
use crate::program::{Condition, Pattern, PatternRule, Predicate, Program};
use crate::terms::Terms;
use crate::waiting::Waiting;

/// What decides the order of conditions.
#[derive(Clone, Debug, Default)]
pub struct Planner {
    /// The orders in which the conditions of some rules are tried, by their numbers
    /// in the rule. The others are ordered by estimates.
    pub orders: FxHashMap<AskedRule, Vec<usize>>,
    /// How many of the stored facts match, by predicate and shape.
    estimates: RefCell<FxHashMap<(Predicate, Vec<u32>), f64>>,
    /// The rows of relations, by the arguments that are given.
    rows: RefCell<KnownRows>,
    /// What relations need whatever the position.
    needs: Needs,
    /// The guards of questions, by the arguments that are given.
    guards: RefCell<KnownGuards>,
}

impl Planner {
    /// A planner for questions that are only asked where some position can answer
    /// them.
    pub fn with_guards(needs: Needs) -> Planner {
        Planner {
            needs,
            ..Planner::default()
        }
    }

    fn guard(&self, predicate: Predicate, given: u64) -> Option<Arc<Guard>> {
        let mut guards = self.guards.borrow_mut();
        let guard = guards.entry((predicate, given));
        let guard = guard.or_insert_with(|| self.needs.guard(predicate, given).map(Arc::new));
        guard.clone()
    }
}

/// Nothing where there are too many values.
type KnownRows = FxHashMap<(Predicate, u64), Option<Arc<Rows>>>;

/// Nothing where a guard is not worth asking.
type KnownGuards = FxHashMap<(Predicate, u64), Option<Arc<Guard>>>;

/// What rules are compiled for: the facts, which get the indexes that steps need.
pub struct Stored<'a> {
    /// The facts that never change, and the moves.
    pub facts: &'a mut Facts,
    /// The facts of the position.
    pub state: &'a mut State,
    /// The terms.
    pub terms: &'a Terms,
}

/// Compiles a program for the ways in which these predicates are asked, with a bit
/// for each argument that is given, and all that follow from them. Rules without a
/// wanted order are ordered by estimates.
pub fn compile(
    program: &Program,
    stored: Stored<'_>,
    wanted: &[(Predicate, u64)],
    planner: &Planner,
) -> (Ways, Vec<WayId>) {
    let mut compiler = Compiler {
        program,
        facts: stored.facts,
        state: stored.state,
        terms: stored.terms,
        planner,
        numbers: FxHashMap::default(),
        pending: Vec::new(),
        rules: 0,
    };
    let ids = wanted
        .iter()
        .map(|&(p, given)| compiler.way(p, given))
        .collect();
    let mut ways = Vec::new();
    while ways.len() < compiler.pending.len() {
        let (predicate, given) = compiler.pending[ways.len()];
        let way = compiler.compile(predicate, given);
        ways.push(way);
    }
    let rules = compiler.rules;
    (Ways { ways, rules }, ids)
}

struct Compiler<'a> {
    program: &'a Program,
    facts: &'a mut Facts,
    state: &'a mut State,
    terms: &'a Terms,
    planner: &'a Planner,
    numbers: FxHashMap<(Predicate, u64), WayId>,
    /// Every way that was asked for: the relation, and a bit for each argument
    /// that is given.
    pending: Vec<(Predicate, u64)>,
    /// How many rules were compiled.
    rules: usize,
}

/// What a rule is asked: the relation, and the arguments of its head that are given.
struct Question {
    predicate: Predicate,
    given: u64,
    key: Vec<Pattern>,
    /// For each variable, whether they give it a value.
    bound: Vec<bool>,
}

impl Question {
    /// Whether an atom asks the same, or what follows from it with more arguments
    /// given by the same values. Its answers are those found so far, and each new
    /// one: to go on from them needs no other question.
    fn is_asked_by(&self, predicate: Predicate, atom: &Pattern, bound: &[bool]) -> bool {
        let Pattern::Compound(_, args) = atom else {
            return false;
        };
        let given = |place: usize| place < 64 && self.given >> place & 1 == 1;
        let mut key = self.key.iter();
        predicate == self.predicate
            && (args.iter().enumerate()).all(|(place, arg)| match given(place) {
                true => key.next() == Some(arg),
                false => !is_bound(arg, bound) || is_bound(arg, &self.bound),
            })
    }
}

/// What a greedy order knows of a condition that can be decided.
#[derive(Clone, Copy)]
struct Choice {
    /// An estimate of the number of its solutions.
    cost: f64,
    /// Whether it only tests, so that it should come first.
    is_test: bool,
}

/// Facts that an estimate looks at.
const SAMPLE: usize = 20_000;
/// Facts of a kind that the first position does not have.
const UNSEEN: f64 = 40.0;
/// Estimates for relations whose size is not known.
const SOME_GIVEN: f64 = 20.0;
const NONE_GIVEN: f64 = 400.0;
/// The answers that the same question has so far.
const OWN_ANSWERS: f64 = 1.0;
/// A condition comes before cheaper ones that are written later, unless they are
/// cheaper by more than this factor.
const LOYALTY: f64 = 4.0;

impl Compiler<'_> {
    fn way(&mut self, predicate: Predicate, given: u64) -> WayId {
        let next = self.pending.len();
        let id = *self.numbers.entry((predicate, given)).or_insert(next);
        if id == next {
            self.pending.push((predicate, given));
        }
        id
    }

    /// Whether the facts of a predicate are stored, rather than derived.
    fn is_stored(&self, predicate: Predicate) -> bool {
        let words = self.program.words;
        !self.program.is_dynamic(predicate) || [words.holds, words.does].contains(&predicate)
    }

    fn compile(&mut self, predicate: Predicate, given: u64) -> Way {
        let program = self.program;
        let definition = &program.predicates[predicate.index()];
        let arity = definition.functor.arity;
        let is_given = |place: usize| place < 64 && given >> place & 1 == 1;
        let count = (0..arity).filter(|&place| is_given(place)).count();
        let method = match definition.counts {
            Some(member) => {
                let last = arity.saturating_sub(1);
                let group = if last < 64 {
                    given & !(1 << last)
                } else {
                    given
                };
                Method::Count {
                    members: self.way(member, group),
                    number_is_given: is_given(last),
                }
            }
            None => {
                let rules = definition.rules.iter();
                let rules = rules.map(|&rule| self.rule(AskedRule { rule, given }));
                Method::Rules(WayRules::new(rules.collect()))
            }
        };
        Way {
            method,
            given: count,
            open: arity - count,
            needs_moves: definition.needs_moves,
        }
    }

    fn rule(&mut self, asked: AskedRule) -> WayRule {
        let AskedRule { rule, given } = asked;
        let rule: &PatternRule = &self.program.rules[rule];
        let args: &[Pattern] = match &rule.head {
            Pattern::Compound(_, args) => args,
            _ => &[],
        };
        // A ground head has ground arguments.
        let ground: Vec<Pattern>;
        let args = match &rule.head {
            Pattern::Ground(id) => {
                let parts = self.terms.args(*id).iter();
                ground = parts.map(|&part| Pattern::Ground(part)).collect();
                &ground[..]
            }
            _ => args,
        };
        let mut bound = vec![false; rule.variables];
        let mut head = Vec::new();
        let mut answer = Vec::new();
        let mut own = Question {
            predicate: rule.predicate,
            given,
            key: Vec::new(),
            bound: Vec::new(),
        };
        for (place, arg) in args.iter().enumerate() {
            if place < 64 && given >> place & 1 == 1 {
                own.key.push(arg.clone());
                head.push(Match::new(arg, &mut bound));
            } else {
                answer.push(arg.clone());
            }
        }
        own.bound.clone_from(&bound);
        let wanted_order = self.planner.orders.get(&asked);
        let is_ordered = wanted_order.is_some();
        let wanted = wanted_order.map_or_else(|| (0..rule.body.len()).collect(), Vec::clone);
        let mut waiting: Waiting<'_, Choice> = Waiting::new(rule, wanted, &bound);
        let mut steps = Vec::new();
        let mut order = Vec::new();
        while let Some(first) = waiting.first() {
            let place = self.choose(&mut waiting, &bound, is_ordered, &own);
            let place = place.unwrap_or(first);
            order.push(waiting.condition(place));
            steps.push(self.step(waiting.take(place), &mut bound));
        }
        self.rules += 1;
        let mut rule = WayRule {
            asked,
            order,
            number: self.rules - 1,
            next: 0,
            clause: rule.clause,
            head: head.into(),
            steps: steps.into(),
            answer: answer.into(),
            variables: rule.variables,
        };
        share(&mut rule);
        rule
    }

    /// The place of the condition to try next: a test that can be decided; else the
    /// first that can, where they are in a wanted order; else one that is cheap.
    /// Nothing where no condition can be decided.
    fn choose(
        &self,
        waiting: &mut Waiting<'_, Choice>,
        bound: &[bool],
        is_ordered: bool,
        own: &Question,
    ) -> Option<usize> {
        let places = waiting.choices();
        let mut choices = Vec::with_capacity(places.len());
        for place in places {
            let choice = waiting.know(place, |condition| self.look(condition, bound, own));
            if choice.is_test {
                return Some(place);
            }
            choices.push((place, choice.cost));
        }
        if is_ordered {
            return choices.first().map(|(place, _)| *place);
        }
        let least = choices
            .iter()
            .fold(f64::INFINITY, |least, (_, cost)| least.min(*cost));
        let cheap = choices.iter().find(|(_, cost)| *cost <= LOYALTY * least);
        cheap.map(|(place, _)| *place)
    }

    /// What a condition that can be decided costs.
    fn look(&self, condition: &Condition, bound: &[bool], own: &Question) -> Choice {
        let test = Choice {
            cost: 0.0,
            is_test: true,
        };
        let later = |cost: f64| Choice {
            cost,
            is_test: false,
        };
        match condition {
            Condition::Holds(predicate, atom) => {
                if !is_bound(atom, bound) {
                    return later(if own.is_asked_by(*predicate, atom, bound) {
                        OWN_ANSWERS
                    } else {
                        self.size(*predicate, atom, bound)
                    });
                }
                if self.is_stored(*predicate) {
                    test
                } else {
                    later(0.9)
                }
            }
            Condition::Fails(predicate, _) if self.is_stored(*predicate) => test,
            Condition::Fails(..) => later(0.9),
            Condition::Different(..) | Condition::Compare(..) => test,
            // After the tests: they may be what keeps the value in range.
            Condition::Is(..) => later(0.1),
            Condition::Between(_, _, value) if is_bound(value, bound) => test,
            Condition::Between(..) => later(8.0),
        }
    }

    /// An estimate of the number of facts that match.
    fn size(&self, predicate: Predicate, atom: &Pattern, bound: &[bool]) -> f64 {
        if predicate == self.program.words.does {
            return 1.0;
        }
        if !self.is_stored(predicate) {
            let (mut known, mut open) = (0.0, 0.0);
            columns(atom, bound, &mut known, &mut open);
            return if known > 0.0 { SOME_GIVEN } else { NONE_GIVEN };
        }
        let mut shape = Vec::new();
        describe(atom, bound, &mut shape);
        let key = (predicate, shape);
        let known_estimate = self.planner.estimates.borrow().get(&key).copied();
        if let Some(estimate) = known_estimate {
            return estimate;
        }
        let estimate = self.stored_size(predicate, atom, bound);
        self.planner.estimates.borrow_mut().insert(key, estimate);
        estimate
    }

    /// An estimate of the number of stored facts that match.
    fn stored_size(&self, predicate: Predicate, atom: &Pattern, bound: &[bool]) -> f64 {
        let (mut known, mut open) = (0.0, 0.0);
        columns(atom, bound, &mut known, &mut open);
        let words = self.program.words;
        if predicate != words.holds {
            let facts = self.facts.relation(predicate).facts.iter().copied();
            return 1.0 + mean_matches(atom, bound, facts, self.terms, SAMPLE);
        }
        let init = self.facts.relation(words.init).facts.iter();
        let inner = match atom {
            Pattern::Compound(_, args) => args.first(),
            _ => None,
        };
        let initial = inner.map_or(0.0, |inner| {
            let facts = init.map(|&fact| self.terms.args(fact)[0]);
            mean_matches(inner, bound, facts, self.terms, SAMPLE)
        });
        if initial > 0.0 {
            1.0 + initial
        } else {
            1.0 + UNSEEN.powf(open / (open + known))
        }
    }

    fn step(&mut self, condition: &Condition, bound: &mut [bool]) -> Step {
        match condition {
            Condition::Holds(predicate, atom) if self.is_stored(*predicate) => {
                self.stored_step(*predicate, atom, bound)
            }
            Condition::Holds(predicate, atom) => {
                let (asked, open) = self.asked(*predicate, atom, bound);
                if open.is_empty() {
                    return Step::Answer(asked);
                }
                let args = open.iter().map(|arg| Match::new(arg, bound)).collect();
                Step::Answers { asked, args }
            }
            Condition::Fails(predicate, atom) if self.is_stored(*predicate) => {
                match self.inside_true(*predicate, atom) {
                    Some(inside) => Step::NotTrue(inside),
                    None => Step::NoFact(atom.clone()),
                }
            }
            Condition::Fails(predicate, atom) => {
                let (asked, _) = self.asked(*predicate, atom, bound);
                Step::NoAnswer(asked)
            }
            Condition::Different(a, b) => Step::Different(a.clone(), b.clone()),
            Condition::Compare(how, a, b) => Step::Compare(*how, a.clone(), b.clone()),
            Condition::Is(Pattern::Var(var), expression) if !bound[*var as usize] => {
                bound[*var as usize] = true;
                Step::Assign(*var, expression.clone())
            }
            Condition::Is(value, expression) => Step::Value(value.clone(), expression.clone()),
            Condition::Between(low, high, Pattern::Var(var)) if !bound[*var as usize] => {
                bound[*var as usize] = true;
                Step::Integers(low.clone(), high.clone(), *var)
            }
            Condition::Between(low, high, value) => {
                Step::Within(low.clone(), high.clone(), value.clone())
            }
        }
    }

    fn stored_step(&mut self, predicate: Predicate, atom: &Pattern, bound: &mut [bool]) -> Step {
        let args = match atom {
            Pattern::Compound(_, args) if !is_bound(atom, bound) => args,
            _ => {
                return match self.inside_true(predicate, atom) {
                    Some(inside) => Step::True(inside),
                    None => Step::Fact(atom.clone()),
                };
            }
        };
        if predicate == self.program.words.holds {
            return self.state_step(&args[0], bound);
        }
        if let Some(step) = self.rows_step(predicate, args, bound) {
            return step;
        }
        let (paths, key) = known_arguments(args, bound);
        let index = (!paths.is_empty()).then(|| {
            let number = self.facts.index_on(predicate, &paths, self.terms);
            (number, key)
        });
        let args = args.iter().map(|arg| Match::new(arg, bound)).collect();
        Step::Facts {
            predicate,
            args,
            index,
        }
    }

    /// The step through the facts of the position.
    fn state_step(&mut self, fact: &Pattern, bound: &mut [bool]) -> Step {
        let (mut functor, mut index) = (None, None);
        if let Pattern::Compound(name, args) = fact {
            functor = Some(*name);
            self.state.reserve(*name);
            let (paths, key) = known_arguments(args, bound);
            if !paths.is_empty() {
                index = Some((self.state.index_on(*name, &paths, self.terms), key));
            }
        }
        Step::State {
            functor,
            fact: [Match::new(fact, bound)],
            index,
        }
    }

    /// The step through rows, where the facts never change, the arguments are plain
    /// and there are not too many values.
    fn rows_step(
        &self,
        predicate: Predicate,
        args: &[Pattern],
        bound: &mut [bool],
    ) -> Option<Step> {
        if self.program.is_dynamic(predicate) || args.len() > 64 {
            return None;
        }
        let (mut given, mut open) = (Vec::new(), Vec::new());
        let (mut key, mut binds) = (Vec::new(), Vec::new());
        for (place, arg) in args.iter().enumerate() {
            match arg {
                Pattern::Compound(..) => return None,
                Pattern::Var(var) if !bound[*var as usize] => {
                    if binds.contains(var) {
                        return None;
                    }
                    open.push(place);
                    binds.push(*var);
                }
                Pattern::Var(_) | Pattern::Ground(_) => {
                    given.push(place);
                    key.push(arg.clone());
                }
            }
        }
        let mask = given.iter().fold(0, |mask, place| mask | 1 << place);
        let mut known = self.planner.rows.borrow_mut();
        let rows = known.entry((predicate, mask)).or_insert_with(|| {
            let facts = &self.facts.relation(predicate).facts;
            Rows::new(facts, &given, &open, self.terms).map(Arc::new)
        });
        let rows = Arc::clone(rows.as_ref()?);
        for &var in &binds {
            bound[var as usize] = true;
        }
        Some(Step::Rows {
            rows,
            key: key.into(),
            binds: binds.into(),
        })
    }

    /// The argument of `true`, where the atom is one.
    fn inside_true(&self, predicate: Predicate, atom: &Pattern) -> Option<Pattern> {
        if predicate != self.program.words.holds {
            return None;
        }
        match atom {
            Pattern::Compound(_, args) => args.first().cloned(),
            Pattern::Ground(id) => self.terms.args(*id).first().copied().map(Pattern::Ground),
            Pattern::Var(_) => None,
        }
    }

    /// The question that an atom asks, and its open arguments.
    fn asked(
        &mut self,
        predicate: Predicate,
        atom: &Pattern,
        bound: &[bool],
    ) -> (Asked, Vec<Pattern>) {
        let args: Vec<Pattern> = match atom {
            Pattern::Compound(_, args) => args.to_vec(),
            Pattern::Ground(id) => {
                let parts = self.terms.args(*id).iter();
                parts.map(|&part| Pattern::Ground(part)).collect()
            }
            Pattern::Var(_) => Vec::new(),
        };
        let mut given = 0u64;
        let mut key = Vec::new();
        let mut open = Vec::new();
        for (place, arg) in args.into_iter().enumerate() {
            if place < 64 && is_bound(&arg, bound) {
                given |= 1 << place;
                key.push(arg);
            } else {
                open.push(arg);
            }
        }
        let asked = Asked {
            way: self.way(predicate, given),
            key: key.into(),
            guard: self.planner.guard(predicate, given),
        };
        (asked, open)
    }
}

/// The parts of arguments that are known, and the paths to them.
fn known_arguments(args: &[Pattern], bound: &[bool]) -> (Vec<Path>, Box<[Pattern]>) {
    let (mut paths, mut key) = (Vec::new(), Vec::new());
    for (place, arg) in args.iter().enumerate() {
        known_parts(arg, &mut vec![place as u16], bound, &mut paths, &mut key);
    }
    (paths, key.into())
}

/// Writes down a pattern but for the names of its variables: equal descriptions match
/// equally many facts, as far as estimates know.
fn describe(pattern: &Pattern, bound: &[bool], shape: &mut Vec<u32>) {
    match pattern {
        Pattern::Var(var) => shape.push(u32::from(bound[*var as usize])),
        Pattern::Ground(id) => shape.extend([2, id.0]),
        Pattern::Compound(functor, args) => {
            shape.extend([3, functor.0]);
            args.iter().for_each(|arg| describe(arg, bound, shape));
        }
    }
}
