//! Rules compiled for the ways in which they are asked. A *way* is a relation
//! with the arguments that are given; its rules are ordered so that what is given
//! narrows the search from the start.

use std::cell::RefCell;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::guard::{Guard, Needs};
use super::rows::Rows;
use super::share::share;
use super::state::State;
use crate::facts::{Facts, Path};
use crate::join::{WINDOW, cheapest, columns, known_parts, mean_matches};
use crate::matching::{Match, is_bound, is_evaluable};
use crate::program::{Condition, Expression, Pattern, PatternRule, Predicate, Program};
use crate::rule::Comparison;
use crate::terms::{FunctorId, Terms};

/// The number of a way of asking.
pub type WayId = usize;

/// A way of asking a relation.
#[derive(Clone, Debug)]
pub struct Way {
    /// How it is answered.
    pub method: Method,
    /// How many arguments are given.
    pub given: usize,
    /// How many are not.
    pub open: usize,
    /// Whether the answers depend on the moves.
    pub needs_moves: bool,
}

/// How a relation is answered.
#[derive(Clone, Debug)]
pub enum Method {
    /// By rules.
    Rules(Vec<WayRule>),
    /// By counting the answers of another way.
    Count {
        /// The way in which the members are asked.
        members: WayId,
        /// Whether the number is given, too: it is the last given argument.
        number_is_given: bool,
    },
}

/// A rule of the program, asked with these arguments of its head: a bit for each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct AskedRule {
    /// The number of the rule in the program.
    pub rule: usize,
    /// The arguments that are given.
    pub given: u64,
}

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

/// A rule as it is used when it is asked in one way.
#[derive(Clone, Debug)]
pub struct WayRule {
    /// What it was made of.
    pub asked: AskedRule,
    /// The order of its conditions.
    pub order: Vec<usize>,
    /// Its number among the rules of all ways.
    pub number: usize,
    /// The number of its clause.
    pub clause: usize,
    /// The given arguments of the head.
    pub head: Box<[Match]>,
    /// The conditions, in the order in which they are tried.
    pub steps: Box<[Step]>,
    /// The open arguments of the head.
    pub answer: Box<[Pattern]>,
    /// How many variables it has.
    pub variables: usize,
}

/// The number of an index, and the parts of the key that is looked up.
type KnownKey = (usize, Box<[Pattern]>);

/// A question to a way.
#[derive(Clone, Debug)]
pub struct Asked {
    pub way: WayId,
    /// The given arguments.
    pub key: Box<[Pattern]>,
    /// What tells that there is no answer in any position.
    pub guard: Option<Arc<Guard>>,
}

/// One condition of a rule.
#[derive(Clone, Debug)]
pub enum Step {
    /// Goes through the facts that match.
    Facts {
        predicate: Predicate,
        args: Box<[Match]>,
        /// The index and the parts of its key; without it, all facts are tried.
        index: Option<KnownKey>,
    },
    /// Goes through the facts of the position that match.
    State {
        /// The functor of the facts; without it, all facts are tried.
        functor: Option<FunctorId>,
        fact: [Match; 1],
        index: Option<KnownKey>,
    },
    /// Goes through the rows of a relation that never changes.
    Rows {
        rows: Arc<Rows>,
        key: Box<[Pattern]>,
        /// The variables that the columns of a row give their values.
        binds: Box<[u32]>,
    },
    /// A fact that holds.
    Fact(Pattern),
    /// A fact that does not hold.
    NoFact(Pattern),
    /// The argument of `true` is a fact of the position.
    True(Pattern),
    /// The argument of `true` is not a fact of the position.
    NotTrue(Pattern),
    /// Goes through the answers to a question.
    Answers { asked: Asked, args: Box<[Match]> },
    /// A question that has an answer.
    Answer(Asked),
    /// A question that has no answer.
    NoAnswer(Asked),
    /// Two terms that differ.
    Different(Pattern, Pattern),
    /// Two integers that compare so.
    Compare(Comparison, Expression, Expression),
    /// A variable takes the value of an expression.
    Assign(u32, Expression),
    /// A term is the value of an expression.
    Value(Pattern, Expression),
    /// Goes through the integers between two.
    Integers(Expression, Expression, u32),
    /// An integer lies between two.
    Within(Expression, Expression, Pattern),
}

impl Step {
    /// Calls `change` with each pattern that the step makes or looks for.
    pub fn patterns_mut(&mut self, change: &mut impl FnMut(&mut Pattern)) {
        match self {
            Step::Facts { index, .. } | Step::State { index, .. } => {
                let key = index.iter_mut().flat_map(|(_, key)| key.iter_mut());
                key.for_each(change);
            }
            Step::Rows { key, .. } => key.iter_mut().for_each(change),
            Step::Answers { asked, .. } | Step::Answer(asked) | Step::NoAnswer(asked) => {
                asked.key.iter_mut().for_each(change);
            }
            Step::Fact(pattern)
            | Step::NoFact(pattern)
            | Step::True(pattern)
            | Step::NotTrue(pattern)
            | Step::Value(pattern, _)
            | Step::Within(_, _, pattern) => change(pattern),
            Step::Different(a, b) => {
                change(a);
                change(b);
            }
            Step::Compare(..) | Step::Assign(..) | Step::Integers(..) => {}
        }
    }

    /// What the step compares with terms.
    pub fn matches_mut(&mut self) -> &mut [Match] {
        match self {
            Step::Facts { args, .. } | Step::Answers { args, .. } => args,
            Step::State { fact, .. } => fact,
            _ => &mut [],
        }
    }
}

/// The ways in which the relations of a program are asked.
#[derive(Clone, Debug, Default)]
pub struct Ways {
    /// The ways.
    pub ways: Vec<Way>,
    /// How many rules they have together.
    pub rules: usize,
}

impl Ways {
    /// The rules of all ways.
    pub fn rules(&self) -> impl Iterator<Item = &WayRule> {
        self.ways.iter().flat_map(|way| match &way.method {
            Method::Rules(rules) => &rules[..],
            Method::Count { .. } => &[],
        })
    }
}

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

/// What a greedy order knows of a condition.
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
                Method::Rules(rules.collect())
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
        let mut waiting: Vec<usize> = match self.planner.orders.get(&asked) {
            Some(order) => order.clone(),
            None => (0..rule.body.len()).collect(),
        };
        let is_ordered = self.planner.orders.contains_key(&asked);
        let mut steps = Vec::new();
        let mut order = Vec::new();
        while !waiting.is_empty() {
            let conditions: Vec<&Condition> = waiting.iter().map(|&c| &rule.body[c]).collect();
            let place = self.choose(&conditions, &bound, is_ordered, &own);
            let condition = waiting.remove(place);
            order.push(condition);
            steps.push(self.step(&rule.body[condition], &mut bound));
        }
        self.rules += 1;
        let mut rule = WayRule {
            asked,
            order,
            number: self.rules - 1,
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
    fn choose(
        &self,
        waiting: &[&Condition],
        bound: &[bool],
        is_ordered: bool,
        own: &Question,
    ) -> usize {
        // Beyond the window of the cheapest nothing is better.
        let waiting = if waiting.len() > WINDOW {
            let first = cheapest(waiting.len(), |place| {
                self.look(waiting[place], bound, own).cost
            });
            &waiting[..waiting.len().min(first.max(WINDOW) + 1)]
        } else {
            waiting
        };
        let choices: Vec<Choice> = waiting.iter().map(|c| self.look(c, bound, own)).collect();
        let ready_test = |choice: &Choice| choice.is_test && choice.cost.is_finite();
        if let Some(place) = choices.iter().position(ready_test) {
            return place;
        }
        if is_ordered {
            let first = choices.iter().position(|c| c.cost.is_finite());
            return first.unwrap_or(0);
        }
        let least = choices.iter().map(|c| c.cost).fold(f64::INFINITY, f64::min);
        let first = choices.iter().position(|c| c.cost <= LOYALTY * least);
        first.unwrap_or(0)
    }

    fn look(&self, condition: &Condition, bound: &[bool], own: &Question) -> Choice {
        let test = |is_ready: bool| Choice {
            cost: if is_ready { 0.0 } else { f64::INFINITY },
            is_test: true,
        };
        let later = |is_ready: bool, cost: f64| Choice {
            cost: if is_ready { cost } else { f64::INFINITY },
            is_test: false,
        };
        match condition {
            Condition::Holds(predicate, atom) => {
                if is_bound(atom, bound) {
                    return if self.is_stored(*predicate) {
                        test(true)
                    } else {
                        later(true, 0.9)
                    };
                }
                if own.is_asked_by(*predicate, atom, bound) {
                    return later(true, OWN_ANSWERS);
                }
                later(true, self.size(*predicate, atom, bound))
            }
            Condition::Fails(predicate, atom) => {
                let is_ready = is_bound(atom, bound);
                if self.is_stored(*predicate) {
                    test(is_ready)
                } else {
                    later(is_ready, 0.9)
                }
            }
            Condition::Different(a, b) => test(is_bound(a, bound) && is_bound(b, bound)),
            Condition::Compare(_, a, b) => test(is_evaluable(a, bound) && is_evaluable(b, bound)),
            // After the tests: they may be what keeps the value in range.
            Condition::Is(_, expression) => later(is_evaluable(expression, bound), 0.1),
            Condition::Between(low, high, value) => {
                let is_ready = is_evaluable(low, bound) && is_evaluable(high, bound);
                if is_bound(value, bound) {
                    test(is_ready)
                } else {
                    later(is_ready, 8.0)
                }
            }
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
