//! The bottom clause of an example: the most specific clause that covers it
//! within the declarations. It bounds the search from below.
//!
//! Saturation goes level by level. A value found on one level is an input on
//! the next; the same value of the same type is the same variable everywhere.

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;
use std::cmp::Ordering;
use std::sync::Mutex;

use stratalog_logic::{Machine, Query, QueryError, Symbol, Term, Var};

use crate::error::Error;
use crate::modes::coverage::split;
use crate::modes::mode::slot_values;
use crate::modes::mode::{Mode, Use};
use crate::modes::settings::CoveringSettings;
use crate::problem::Problem;

/// What stands in a place of a literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Arg {
    /// A variable of the bottom clause.
    Var(u32),
    /// A constant of the bottom clause.
    Constant(u32),
}

/// A literal of a bottom clause.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Literal {
    /// The number of its mode.
    pub mode: u32,
    /// The number of the first mode with the same template.
    pub shape: u32,
    /// What stands in the mode's places.
    pub args: SmallVec<[Arg; 4]>,
    /// The variables that must have a value before.
    pub inputs: SmallVec<[u32; 4]>,
    /// The variables that have one afterwards.
    pub outputs: SmallVec<[u32; 4]>,
    /// Whether it can fail to tell examples apart only by the values it gives:
    /// it has no constant and gives something new.
    pub is_provider: bool,
}

/// The bottom clause of an example.
#[derive(Clone, Debug)]
pub struct Bottom<'p> {
    modes: &'p [Mode],
    pub(super) head: Term,
    /// Variables that have a value when the body starts.
    pub(crate) given: Vec<u32>,
    /// Variables of the head that the body must give a value.
    pub(crate) wanted: Vec<u32>,
    pub(crate) literals: Vec<Literal>,
    pub(crate) head_variables: u32,
    pub(crate) variables: u32,
    pub(super) constants: IndexSet<Term, FxBuildHasher>,
    /// Whether literals were left out because there were too many.
    pub is_cut: bool,
}

/// Values met so far: each with its type, its variable number being its place.
#[derive(Default)]
pub(super) struct Values {
    pub(super) list: IndexMap<(Term, Symbol), usize, FxBuildHasher>,
}

impl Values {
    pub(super) fn variable(&mut self, value: Term, kind: Symbol, level: usize) -> u32 {
        let entry = self.list.entry((value, kind));
        let at = entry.index() as u32;
        let earliest = entry.or_insert(level);
        *earliest = level.min(*earliest);
        at
    }
}

/// Makes bottom clauses for one problem.
pub struct Saturator<'p> {
    pub(super) problem: &'p Problem,
    queries: Vec<Query>,
    pub(super) shapes: Vec<usize>,
    trouble: Mutex<Option<Trouble>>,
}

/// A call of the background that did not come to its end.
#[derive(Clone, Debug)]
pub struct Trouble {
    /// The number of the body mode.
    pub mode: usize,
    /// What was asked.
    pub goal: Term,
    /// What happened.
    pub error: QueryError,
}

impl<'p> Saturator<'p> {
    /// Compiles a query for each mode.
    pub fn new(problem: &'p Problem) -> Result<Saturator<'p>, Error> {
        let queries: Result<Vec<Query>, Error> = problem
            .bias
            .bodies
            .iter()
            .map(|mode| Ok(problem.background.query(&inputs_first(mode))?))
            .collect();
        let shape = |mode: &Mode| {
            let mut modes = problem.bias.bodies.iter();
            let same = |other: &Mode| other.template == mode.template;
            modes.position(same).unwrap_or(0)
        };
        Ok(Saturator {
            problem,
            queries: queries?,
            shapes: problem.bias.bodies.iter().map(shape).collect(),
            trouble: Mutex::new(None),
        })
    }

    /// The first call that a limit or an error ended, if there was one.
    pub fn trouble(&self) -> Option<Trouble> {
        self.trouble.lock().ok().and_then(|trouble| trouble.clone())
    }

    /// The bottom clause of a positive example.
    pub fn bottom(
        &self,
        example: &Term,
        machine: &mut Machine<'_>,
        settings: &CoveringSettings,
    ) -> Result<Option<Bottom<'p>>, Error> {
        let fits = |mode: &&Mode| slot_values(mode, example).is_some();
        let Some(head_mode) = self.problem.bias.heads.iter().find(fits) else {
            return Ok(None);
        };
        let values = slot_values(head_mode, example).unwrap_or_default();
        let mut known = Values::default();
        let mut given = Vec::new();
        let mut wanted = Vec::new();
        let head_args: Vec<Term> = head_mode
            .slots
            .iter()
            .zip(values)
            .map(|(slot, value)| {
                let (list, level) = match slot.used {
                    Use::Constant => return value,
                    Use::Input => (&mut given, 0),
                    Use::Output => (&mut wanted, usize::MAX),
                };
                let variable = known.variable(value, slot.kind, level);
                list.push(variable);
                Term::var(variable)
            })
            .collect();
        wanted.retain(|variable| !given.contains(variable));
        let mut bottom = Bottom {
            modes: &self.problem.bias.bodies,
            head: head_mode.fill(&head_args),
            given,
            wanted,
            literals: Vec::new(),
            head_variables: known.list.len() as u32,
            variables: 0,
            constants: IndexSet::default(),
            is_cut: false,
        };
        let mut seen: IndexSet<Literal, FxBuildHasher> = IndexSet::default();
        for level in 1..=settings.variable_depth {
            let before = known.list.len();
            for mode in 0..self.problem.bias.bodies.len() {
                let inputs = self.input_choices(mode, &known, level);
                for choice in inputs {
                    if seen.len() >= settings.bottom_length {
                        bottom.is_cut = true;
                        break;
                    }
                    let call = LiteralCall {
                        mode,
                        shape: self.shapes[mode],
                        inputs: choice,
                        level,
                    };
                    self.call(&call, machine, &mut known, &mut bottom, &mut seen);
                }
            }
            if known.list.len() == before && level > 1 {
                break;
            }
        }
        self.add_lazy(machine, &mut known, &mut bottom, &mut seen, settings);
        bottom.variables = known.list.len() as u32;
        bottom.literals = seen.into_iter().collect();
        Ok(Some(bottom))
    }

    /// The inputs a mode can be called with that are new on this level.
    pub(super) fn input_choices(&self, mode: usize, known: &Values, level: usize) -> Vec<Vec<u32>> {
        let kinds: Vec<Symbol> = inputs(&self.problem.bias.bodies[mode]);
        if kinds.is_empty() {
            return if level == 1 {
                vec![Vec::new()]
            } else {
                Vec::new()
            };
        }
        let mut choices: Vec<(Vec<u32>, bool)> = vec![(Vec::new(), false)];
        for kind in kinds {
            let fitting: Vec<(u32, bool)> = known
                .list
                .iter()
                .enumerate()
                .filter(|(_, ((_, its_kind), its_level))| *its_kind == kind && **its_level < level)
                .map(|(at, (_, its_level))| (at as u32, *its_level + 1 == level))
                .collect();
            choices = choices
                .iter()
                .flat_map(|(chosen, is_new)| {
                    fitting.iter().map(move |(variable, new)| {
                        let mut chosen = chosen.clone();
                        chosen.push(*variable);
                        (chosen, is_new | new)
                    })
                })
                .collect();
        }
        let new = choices.into_iter().filter(|(_, is_new)| *is_new);
        new.map(|(chosen, _)| chosen).collect()
    }

    /// Calls a mode and adds a literal for each answer.
    fn call(
        &self,
        call: &LiteralCall,
        machine: &mut Machine<'_>,
        known: &mut Values,
        bottom: &mut Bottom<'p>,
        seen: &mut IndexSet<Literal, FxBuildHasher>,
    ) {
        let mode = &self.problem.bias.bodies[call.mode];
        if mode.functor() == self.problem.target() {
            for values in self.recursive_answers(call, known, bottom) {
                seen.insert(literal(mode, call, &values, known, bottom));
            }
            return;
        }
        let args: Vec<Term> = call
            .inputs
            .iter()
            .map(|&variable| {
                let (key, _) = known
                    .list
                    .get_index(variable as usize)
                    .expect("it is known");
                key.0.clone()
            })
            .collect();
        let recall = mode.recall.unwrap_or(usize::MAX);
        let answers = machine.solve_with(&self.queries[call.mode], &args);
        let mut taken: IndexSet<Vec<Term>, FxBuildHasher> = IndexSet::default();
        for answer in answers.take(recall) {
            // What a limit or an error hides is left out of the clause.
            let values = match answer {
                Ok(answer) => answer.values,
                Err(error) => {
                    if let Ok(mut trouble) = self.trouble.lock() {
                        trouble.get_or_insert_with(|| Trouble {
                            mode: call.mode,
                            goal: asked(mode, &args),
                            error,
                        });
                    }
                    break;
                }
            };
            if values.iter().all(Term::is_ground) {
                taken.insert(values);
            }
        }
        for values in taken {
            seen.insert(literal(mode, call, &values, known, bottom));
        }
    }
}

impl Saturator<'_> {
    /// What a recursive call may answer. The clauses are not there yet: a call
    /// answers as the positive examples do, or with values met already; tests
    /// tell later whether the clause is right. Only calls with a smaller input
    /// are made, so that recursion can end.
    fn recursive_answers(
        &self,
        call: &LiteralCall,
        known: &Values,
        bottom: &Bottom<'_>,
    ) -> Vec<Vec<Term>> {
        let mode = &self.problem.bias.bodies[call.mode];
        let value = |variable: u32| {
            let entry = known.list.get_index(variable as usize);
            entry.map_or(Term::var(variable), |(key, _)| key.0.clone())
        };
        let inputs: Vec<Term> = call.inputs.iter().map(|&at| value(at)).collect();
        let head = bottom.head.map_vars(|var| value(var.0));
        if !is_smaller(&called_with(mode, &inputs), &head) {
            return Vec::new();
        }
        let outputs: Vec<Symbol> = mode
            .slots
            .iter()
            .filter(|slot| slot.used != Use::Input)
            .map(|slot| slot.kind)
            .collect();
        let mut answers: Vec<Vec<Term>> = Vec::new();
        for example in &self.problem.positives {
            let Some(values) = slot_values(mode, example) else {
                continue;
            };
            let (ins, outs): (Vec<_>, Vec<_>) = mode
                .slots
                .iter()
                .zip(values)
                .partition(|(slot, _)| slot.used == Use::Input);
            if ins.iter().map(|(_, value)| value).eq(&inputs) {
                let outs = outs.into_iter().map(|(_, value)| value);
                answers.push(inputs.iter().cloned().chain(outs).collect());
            }
        }
        let mut guesses: Vec<Vec<Term>> = vec![inputs.clone()];
        for kind in outputs {
            let values = known.list.keys().filter(|(_, its_kind)| *its_kind == kind);
            let values: Vec<&Term> = values.map(|(value, _)| value).collect();
            guesses = guesses
                .iter()
                .flat_map(|guess| {
                    values.iter().map(move |&value| {
                        let mut guess = guess.clone();
                        guess.push(value.clone());
                        guess
                    })
                })
                .take(MOST_GUESSES)
                .collect();
        }
        answers.extend(guesses);
        answers.sort_unstable();
        answers.dedup();
        answers
    }
}

/// The most answers supposed of one recursive call.
const MOST_GUESSES: usize = 64;

/// The literal of a mode with these inputs; its other places stay variables.
fn called_with(mode: &Mode, inputs: &[Term]) -> Term {
    let mut inputs = inputs.iter().cloned();
    let slots = mode.slots.iter().enumerate();
    let values: Vec<Term> = slots
        .map(|(at, slot)| match slot.used {
            Use::Input => inputs.next().expect("one for each input"),
            Use::Output | Use::Constant => Term::var(at as u32),
        })
        .collect();
    mode.fill(&values)
}

/// Whether a recursive call is nearer to where recursion ends than the head: an argument
/// is, and none is farther. Modes of the head and of the call may take an argument apart
/// differently, so whole arguments are compared.
fn is_smaller(call: &Term, head: &Term) -> bool {
    let pairs = call.args().iter().zip(head.args());
    let steps: Vec<Ordering> = pairs
        .filter(|(arg, _)| arg.is_ground())
        .map(|(arg, head)| step(arg, head))
        .collect();
    steps.contains(&Ordering::Less) && !steps.contains(&Ordering::Greater)
}

/// Whether an argument of a recursive call is nearer to where recursion ends.
fn step(value: &Term, head: &Term) -> Ordering {
    let size = |term: &Term| match term {
        Term::Integer(value) => value.unsigned_abs() as usize,
        other => other.subterms().count(),
    };
    match size(value).cmp(&size(head)) {
        // Constants have no size: another node of a graph may be nearer.
        Ordering::Equal if value != head => Ordering::Less,
        order => order,
    }
}

/// One call while saturating.
pub(super) struct LiteralCall {
    pub mode: usize,
    pub shape: usize,
    pub inputs: Vec<u32>,
    pub level: usize,
}

/// The literal an answer gives. Values not met before get this level, so that
/// only later levels use them as inputs.
pub(super) fn literal(
    mode: &Mode,
    call: &LiteralCall,
    values: &[Term],
    known: &mut Values,
    bottom: &mut Bottom<'_>,
) -> Literal {
    let mut inputs = call.inputs.iter().copied();
    let mut rest = values[call.inputs.len()..].iter();
    let mut literal = Literal {
        mode: call.mode as u32,
        shape: call.shape as u32,
        args: SmallVec::new(),
        inputs: SmallVec::new(),
        outputs: SmallVec::new(),
        is_provider: false,
    };
    let mut has_constant = false;
    for slot in &mode.slots {
        let arg = match slot.used {
            Use::Input => {
                let variable = inputs.next().expect("one for each input");
                literal.inputs.push(variable);
                Arg::Var(variable)
            }
            Use::Output => {
                let value = rest.next().expect("one for each place").clone();
                let variable = known.variable(value, slot.kind, call.level);
                literal.outputs.push(variable);
                Arg::Var(variable)
            }
            Use::Constant => {
                has_constant = true;
                let value = rest.next().expect("one for each place").clone();
                Arg::Constant(bottom.constants.insert_full(value).0 as u32)
            }
        };
        literal.args.push(arg);
    }
    let head = bottom.head_variables;
    literal.is_provider = !has_constant
        && !literal.outputs.is_empty()
        && literal.outputs.iter().all(|&variable| variable >= head);
    literal
}

pub(super) fn inputs(mode: &Mode) -> Vec<Symbol> {
    let slots = mode.slots.iter();
    slots
        .filter(|slot| slot.used == Use::Input)
        .map(|slot| slot.kind)
        .collect()
}

/// The literal with these inputs, its other places being variables.
fn asked(mode: &Mode, inputs: &[Term]) -> Term {
    inputs_first(mode).map_vars(|var| match inputs.get(var.0 as usize) {
        Some(input) => input.clone(),
        None => Term::Var(var),
    })
}

/// The template with its input places numbered first.
pub(super) fn inputs_first(mode: &Mode) -> Term {
    let count = inputs(mode).len() as u32;
    let (mut next_input, mut next_other) = (0, count);
    let numbers: Vec<Term> = mode
        .slots
        .iter()
        .map(|slot| {
            let next = match slot.used {
                Use::Input => &mut next_input,
                Use::Output | Use::Constant => &mut next_other,
            };
            *next += 1;
            Term::var(*next - 1)
        })
        .collect();
    mode.fill(&numbers)
}

impl Bottom<'_> {
    /// A literal as a term over the bottom clause's variables.
    pub fn literal(&self, at: usize) -> Term {
        self.atom(&self.literals[at])
    }

    pub(super) fn atom(&self, literal: &Literal) -> Term {
        let args: Vec<Term> = literal
            .args
            .iter()
            .map(|arg| match *arg {
                Arg::Var(variable) => Term::var(variable),
                Arg::Constant(constant) => self.constants[constant as usize].clone(),
            })
            .collect();
        self.modes[literal.mode as usize].fill(&args)
    }

    /// The clause with these literals, in an order in which every input has a
    /// value and tests come as early as they can; variables are numbered in
    /// the order they occur.
    pub fn clause(&self, literals: &[u16]) -> Term {
        let body = self
            .ordered(literals)
            .into_iter()
            .map(|at| self.literal(at as usize));
        let body = Term::conjunction(body);
        let clause = if body.is_atom(stratalog_logic::Symbol::new("true")) {
            self.head.clone()
        } else {
            Term::compound(":-", [self.head.clone(), body])
        };
        renumbered(&clause)
    }

    /// The literals in an order in which they can be called.
    pub fn ordered(&self, literals: &[u16]) -> Vec<u16> {
        let mut left = literals.to_vec();
        let mut bound = self.given.clone();
        let mut ordered = Vec::with_capacity(left.len());
        while !left.is_empty() {
            let ready = |at: &u16| {
                let literal = &self.literals[usize::from(*at)];
                literal.inputs.iter().all(|input| bound.contains(input))
            };
            let is_test = |at: &u16| {
                let literal = &self.literals[usize::from(*at)];
                literal.outputs.iter().all(|output| bound.contains(output))
            };
            let next = left
                .iter()
                .position(|at| ready(at) && is_test(at))
                .or_else(|| left.iter().position(ready))
                .unwrap_or(0);
            let at = left.remove(next);
            bound.extend(self.literals[usize::from(at)].outputs.iter().copied());
            ordered.push(at);
        }
        ordered
    }

    /// How many variables the clause with these literals has.
    pub(crate) fn count_variables(&self, literals: &[u16]) -> usize {
        let mut new: SmallVec<[u32; 16]> = SmallVec::new();
        for &at in literals {
            for arg in &self.literals[usize::from(at)].args {
                if let Arg::Var(variable) = *arg
                    && variable >= self.head_variables
                    && !new.contains(&variable)
                {
                    new.push(variable);
                }
            }
        }
        self.head_variables as usize + new.len()
    }

    /// The whole bottom clause.
    pub fn whole(&self) -> Term {
        let all: Vec<u16> = (0..self.literals.len() as u16).collect();
        self.clause(&all)
    }
}

/// Whether two clauses are the same but for the names of variables and the order
/// of literals.
pub fn is_variant(a: &Term, b: &Term) -> bool {
    let ((head_a, body_a), (head_b, body_b)) = (split(a), split(b));
    let (body_a, body_b) = (body_a.conjuncts(), body_b.conjuncts());
    let mut names = Vec::new();
    body_a.len() == body_b.len()
        && matches(&head_a, &head_b, &mut names)
        && has_matching(&body_a, &body_b, &mut vec![false; body_b.len()], &mut names)
}

/// Matches the literals one after another with any that are left.
fn has_matching(a: &[Term], b: &[Term], used: &mut Vec<bool>, names: &mut Vec<(Var, Var)>) -> bool {
    let Some((first, rest)) = a.split_first() else {
        return true;
    };
    for at in 0..b.len() {
        let known = names.len();
        if !used[at] && matches(first, &b[at], names) {
            used[at] = true;
            if has_matching(rest, b, used, names) {
                return true;
            }
            used[at] = false;
        }
        names.truncate(known);
    }
    false
}

/// Whether two terms are equal once variables are renamed one to one.
fn matches(a: &Term, b: &Term, names: &mut Vec<(Var, Var)>) -> bool {
    let (subterms_a, subterms_b) = (a.subterms(), b.subterms());
    let mut pairs = subterms_a.zip(subterms_b);
    a.subterms().count() == b.subterms().count()
        && pairs.all(|pair| match pair {
            (Term::Var(x), Term::Var(y)) => {
                let known = names.iter().find(|(left, right)| left == x || right == y);
                match known {
                    Some(pair) => *pair == (*x, *y),
                    None => {
                        names.push((*x, *y));
                        true
                    }
                }
            }
            (Term::Compound(_), Term::Compound(_)) => pair.0.functor() == pair.1.functor(),
            (x, y) => x == y,
        })
}

/// The term with its variables numbered in the order they occur.
pub(crate) fn renumbered(term: &Term) -> Term {
    let order = term.variables();
    let place = |var: Var| order.iter().position(|&other| other == var).unwrap_or(0);
    term.map_vars(|var| Term::var(place(var) as u32))
}
