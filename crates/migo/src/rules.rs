//! Executes learned rules on the positions of a game, fast.
//!
//! The language is the one that MIGO learns: predicates of positions (`won/1`) and
//! of moves from one position to another (`move/2`). The first argument of each
//! literal of a body is bound by the head or by an earlier literal. Whether a
//! predicate has an answer for a position is tabled. Predicates with the same
//! definition share a number, so that tables are kept when a strategy is learned
//! again and are shared by hypotheses.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use stratalog_game::{AnyPosition, GameObject, PositionGraph, Role};
use stratalog_logic::{Clause, Functor, Term};

use crate::positions::{GraphStates, Positions, Standing, State, States};

/// A predicate's number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Predicate(u32);

/// `move/2`: a turn leads from one position to the other. Where moves alternate, a
/// turn is a legal move.
pub const MOVE: Predicate = Predicate(0);
/// `won/1`: the move that led here won the game.
pub const WON: Predicate = Predicate(1);
/// `drawn/1`: the move that led here ended the game in a draw.
pub const DRAWN: Predicate = Predicate(2);
/// `lost/1`: the move that led here lost the game.
pub const LOST: Predicate = Predicate(3);
/// In a definition, numbers from here on are the predicates that are being defined
/// together, in their order: the predicate itself where there is one.
const FIRST_MEMBER: u32 = u32::MAX - 64;
/// The most variables of a clause.
const MOST_VARIABLES: usize = 8;
/// The number of positions that a series of questions may explore when memory is
/// full: enough to see a win in one move and the moves that prevent one.
const SPARE: u32 = 24;
type Values = [Option<State>; MOST_VARIABLES];

/// A clause with its variables numbered: 0 and, with two arguments, 1 are the
/// head's.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Rule {
    body: Vec<Condition>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Condition {
    is_negated: bool,
    predicate: Predicate,
    first: u8,
    second: Option<u8>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Definition {
    arity: u8,
    rules: Vec<Rule>,
}

/// By position, whether a predicate has an answer. A table has room for every
/// position, but only the parts that are written take memory: most hypotheses are
/// asked about a few positions and given up.
#[derive(Default)]
struct Verdicts(Vec<u8>);

impl Verdicts {
    const UNKNOWN: u8 = 0;
    const NO: u8 = 1;
    const YES: u8 = 2;
    /// Being computed: a rule that calls itself has no answer this way.
    const PENDING: u8 = 3;

    fn get(&self, state: State) -> u8 {
        let own = self.0.get(state.0 as usize);
        own.copied().unwrap_or(Verdicts::UNKNOWN)
    }

    /// Sets a verdict; where the table is too short, it gets room for `positions`.
    fn set(&mut self, state: State, verdict: u8, positions: usize) {
        if self.0.len() <= state.0 as usize {
            // Memory that is asked for as zeros is not touched.
            let mut grown = vec![Verdicts::UNKNOWN; positions.max(2 * self.0.len())];
            grown[..self.0.len()].copy_from_slice(&self.0);
            self.0 = grown;
        }
        self.0[state.0 as usize] = verdict;
    }
}

/// The rules known for a game, and the tables of their answers.
pub struct Rules {
    game: GameObject,
    /// The positions met.
    pub positions: Positions,
    definitions: Vec<Arc<Definition>>,
    /// By definitions that call each other, the number of the first.
    numbers: FxHashMap<Vec<Definition>, Predicate>,
    /// By predicate, the first of those that are defined together with it.
    firsts: Vec<Predicate>,
    /// By predicate and position, whether there is an answer.
    verdicts: Vec<Verdicts>,
    /// The number of positions that are kept.
    memory: usize,
    /// The number of further positions that may be explored.
    spare: u32,
    /// Whether the current question needed more than that.
    is_exhausted: bool,
}

impl Rules {
    /// The rules of the game alone.
    pub fn new(game: GameObject) -> Rules {
        let primitive = |arity| Definition {
            arity,
            rules: Vec::new(),
        };
        Rules {
            game,
            positions: Positions::default(),
            definitions: [2, 1, 1, 1]
                .map(|arity| Arc::new(primitive(arity)))
                .to_vec(),
            numbers: FxHashMap::default(),
            firsts: vec![MOVE, WON, DRAWN, LOST],
            verdicts: (0..4).map(|_| Verdicts::default()).collect(),
            memory: usize::MAX,
            spare: SPARE,
            is_exhausted: false,
        }
    }

    /// Keeps at most about `memory` positions. Beyond that, each question, or
    /// series of questions since [`Rules::refresh`], may explore a few more.
    pub fn limit(&mut self, memory: usize) {
        self.memory = memory;
    }

    /// Whether as many positions are kept as may be.
    pub fn is_full(&self) -> bool {
        self.positions.len() >= self.memory
    }

    /// Starts a new series of questions.
    pub fn refresh(&mut self) {
        self.spare = SPARE;
    }

    /// Asks a question; `None` where the answer needs more positions than may be
    /// explored.
    pub fn ask<T>(&mut self, question: impl FnOnce(&mut Rules) -> T) -> Option<T> {
        self.is_exhausted = false;
        let answer = question(self);
        let is_answered = !std::mem::replace(&mut self.is_exhausted, false);
        is_answered.then_some(answer)
    }

    /// Whether a rule is known to hold of a move.
    pub fn names(&mut self, rule: Predicate, from: State, to: State) -> bool {
        self.ask(|rules| rules.holds(rule, from, to)) == Some(true)
    }

    /// Explores a position, however many are kept.
    pub(crate) fn explore(&mut self, state: State) {
        let _ = self.positions.successors(&self.game, state);
    }

    /// Takes all positions from a graph; `None` where a turn is too long.
    pub(crate) fn explore_graph(
        &mut self,
        graph: &dyn PositionGraph<GameObject>,
    ) -> Option<GraphStates> {
        self.positions.explore_graph(&self.game, graph)
    }

    /// The positions that a turn leads to; none where no more may be explored.
    pub fn successors(&mut self, state: State) -> States {
        if let Some(known) = self.positions.explored(state) {
            return known.into();
        }
        if self.is_full() {
            if self.spare == 0 {
                self.is_exhausted = true;
                return States::new();
            }
            self.spare -= 1;
        }
        let found = self.positions.successors(&self.game, state);
        self.is_exhausted |= found.is_none();
        found.unwrap_or_default()
    }

    /// The positions that turns lead to which begin with a move of `mover` to this
    /// position.
    pub fn ends_after(&mut self, next: &AnyPosition, mover: Role) -> Vec<State> {
        self.positions.ends_after(&self.game, next, mover)
    }

    /// The game.
    pub fn game(&self) -> &GameObject {
        &self.game
    }

    /// The number of a position that a move of `mover` led to.
    pub fn state(&mut self, position: &AnyPosition, mover: Role) -> State {
        self.positions.state(&self.game, position, mover)
    }

    /// The number of a position in which a role is to move.
    pub fn open_state(&mut self, position: &AnyPosition) -> State {
        self.positions.open_state(&self.game, position)
    }

    /// The predicates that every game has, by name.
    pub fn primitives() -> Vec<(Functor, Predicate)> {
        vec![
            (Functor::new("move", 2), MOVE),
            (Functor::new("won", 1), WON),
            (Functor::new("drawn", 1), DRAWN),
            (Functor::new("lost", 1), LOST),
        ]
    }

    /// Defines the predicates of a program, each after those it calls, and returns
    /// their numbers, or what is wrong with the program.
    pub fn define(
        &mut self,
        program: &[Clause],
        known: &[(Functor, Predicate)],
    ) -> Result<Vec<(Functor, Predicate)>, String> {
        let mut pending: Vec<(Functor, Vec<&Clause>)> = Vec::new();
        for clause in program {
            let head = clause.head.functor().ok_or("a clause has no head")?;
            match pending.iter_mut().find(|(functor, _)| *functor == head) {
                Some((_, clauses)) => clauses.push(clause),
                None => pending.push((head, vec![clause])),
            }
        }
        let mut defined: Vec<(Functor, Predicate)> = Vec::new();
        while !pending.is_empty() {
            let members = callees_first(&pending);
            let group: Vec<(Functor, Vec<&Clause>)> = members
                .iter()
                .filter_map(|functor| {
                    let at = pending.iter().position(|(own, _)| own == functor)?;
                    Some(pending.remove(at))
                })
                .collect();
            if group.len() > 64 {
                return Err(format!(
                    "{} and more than 64 other predicates call each other",
                    members[0]
                ));
            }
            let find = |asked: Functor| {
                let member = members.iter().position(|own| *own == asked);
                let member = member.map(|at| Predicate(FIRST_MEMBER + at as u32));
                let own = defined.iter().find(|(f, _)| *f == asked);
                let known = own.or_else(|| known.iter().find(|(f, _)| *f == asked));
                member.or_else(|| known.map(|(_, predicate)| *predicate))
            };
            let definitions = group
                .iter()
                .map(|(functor, clauses)| definition(*functor, clauses, &find))
                .collect::<Result<Vec<Definition>, String>>()?;
            let first = self.number(definitions);
            defined.extend(members.into_iter().zip((first.0..).map(Predicate)));
        }
        Ok(defined)
    }

    /// The number of the first of some definitions that call each other.
    fn number(&mut self, definitions: Vec<Definition>) -> Predicate {
        if let Some(&predicate) = self.numbers.get(&definitions) {
            return predicate;
        }
        let first = Predicate(self.definitions.len() as u32);
        for definition in &definitions {
            self.definitions.push(Arc::new(definition.clone()));
            self.verdicts.push(Verdicts::default());
            self.firsts.push(first);
        }
        self.numbers.insert(definitions, first);
        first
    }

    /// Whether a predicate of two positions holds.
    pub fn holds(&mut self, predicate: Predicate, from: State, to: State) -> bool {
        if predicate == MOVE {
            return match self.positions.explored(from) {
                Some(known) => known.contains(&to),
                None => self.successors(from).contains(&to),
            };
        }
        self.any_rule(predicate, &[Some(from), Some(to)])
    }

    /// Whether a predicate of a position holds, or one of two has an answer.
    pub fn has_answer(&mut self, predicate: Predicate, state: State) -> bool {
        match predicate {
            MOVE => return !self.successors(state).is_empty(),
            WON => return self.positions.standing(state) == Standing::Won,
            DRAWN => return self.positions.standing(state) == Standing::Drawn,
            LOST => return self.positions.standing(state) == Standing::Lost,
            _ => {}
        }
        let row = predicate.0 as usize;
        match self.verdicts[row].get(state) {
            Verdicts::YES => return true,
            Verdicts::NO | Verdicts::PENDING => return false,
            _ => {}
        }
        let positions = self.positions.len();
        self.verdicts[row].set(state, Verdicts::PENDING, positions);
        let arity = self.definitions[row].arity;
        let arguments = [Some(state), None];
        let holds = self.any_rule(predicate, &arguments[..usize::from(arity)]);
        let verdict = match (self.is_exhausted, holds) {
            (true, _) => Verdicts::UNKNOWN,
            (false, true) => Verdicts::YES,
            (false, false) => Verdicts::NO,
        };
        self.verdicts[row].set(state, verdict, positions);
        holds
    }

    /// The positions a predicate of two relates to this one, in the order in
    /// which its clauses find them.
    pub fn answers(&mut self, predicate: Predicate, from: State) -> Vec<State> {
        if predicate == MOVE {
            return self.successors(from).to_vec();
        }
        let mut found: Vec<State> = Vec::new();
        let definition = self.definitions[predicate.0 as usize].clone();
        for rule in &definition.rules {
            let mut values: Values = [None; MOST_VARIABLES];
            values[0] = Some(from);
            self.satisfy(predicate, &rule.body, &mut values, &mut |values| {
                if let Some(to) = values[1]
                    && !found.contains(&to)
                {
                    found.push(to);
                }
                false
            });
        }
        found
    }

    fn any_rule(&mut self, predicate: Predicate, arguments: &[Option<State>]) -> bool {
        let definition = self.definitions[predicate.0 as usize].clone();
        definition.rules.iter().any(|rule| {
            let mut values: Values = [None; MOST_VARIABLES];
            values[..arguments.len()].copy_from_slice(arguments);
            self.satisfy(predicate, &rule.body, &mut values, &mut |_| true)
        })
    }

    /// Satisfies conditions from left to right. `accept` is called with each
    /// solution and returns whether to stop.
    fn satisfy(
        &mut self,
        defined: Predicate,
        body: &[Condition],
        values: &mut Values,
        accept: &mut dyn FnMut(&Values) -> bool,
    ) -> bool {
        let Some((condition, rest)) = body.split_first() else {
            return accept(values);
        };
        if self.is_exhausted {
            return false;
        }
        let predicate = match condition.predicate {
            Predicate(number @ FIRST_MEMBER..) => {
                Predicate(self.firsts[defined.0 as usize].0 + (number - FIRST_MEMBER))
            }
            other => other,
        };
        let Some(first) = values[usize::from(condition.first)] else {
            return false;
        };
        let open = match condition.second {
            None => {
                let holds = self.has_answer(predicate, first);
                return holds != condition.is_negated
                    && self.satisfy(defined, rest, values, accept);
            }
            Some(second) => match values[usize::from(second)] {
                Some(second) => {
                    let holds = self.holds(predicate, first, second);
                    return holds != condition.is_negated
                        && self.satisfy(defined, rest, values, accept);
                }
                None => usize::from(second),
            },
        };
        if condition.is_negated {
            return !self.has_answer(predicate, first)
                && self.satisfy(defined, rest, values, accept);
        }
        let answers: States = match predicate {
            MOVE => self.successors(first),
            _ => self.answers(predicate, first).into(),
        };
        for &answer in answers.iter() {
            values[open] = Some(answer);
            if self.satisfy(defined, rest, values, accept) {
                return true;
            }
        }
        values[open] = None;
        false
    }
}

/// The atom of a literal, and whether it is negated.
pub(crate) fn literal(term: &Term) -> (bool, &Term) {
    match (term.functor().map(|f| f.name.as_str()), term.args()) {
        (Some("not" | "\\+"), [inner]) => (true, inner),
        _ => (false, term),
    }
}

/// The predicates a clause calls.
pub(crate) fn called(clause: &Clause) -> Vec<Functor> {
    let atoms = clause.body.iter().map(|term| literal(term).1);
    atoms.filter_map(Term::functor).collect()
}

/// Predicates that can be defined next: one that calls no other of those that wait,
/// or some that call each other and no others.
fn callees_first(waiting: &[(Functor, Vec<&Clause>)]) -> Vec<Functor> {
    let reached = |from: Functor| {
        let mut reached = vec![from];
        let mut at = 0;
        while at < reached.len() {
            let own = waiting.iter().find(|(functor, _)| *functor == reached[at]);
            let clauses = own.into_iter().flat_map(|(_, clauses)| clauses);
            for functor in clauses.flat_map(|clause| called(clause)) {
                let waits = waiting.iter().any(|(own, _)| *own == functor);
                if waits && !reached.contains(&functor) {
                    reached.push(functor);
                }
            }
            at += 1;
        }
        reached
    };
    // The predicate that reaches the fewest reaches only those that reach it.
    let all = waiting.iter().map(|(functor, _)| reached(*functor));
    all.min_by_key(Vec::len).unwrap_or_default()
}

fn definition(
    functor: Functor,
    clauses: &[&Clause],
    find: &dyn Fn(Functor) -> Option<Predicate>,
) -> Result<Definition, String> {
    if !(1..=2).contains(&functor.arity) {
        return Err(format!("{functor} must have one argument or two"));
    }
    let mut rules = Vec::new();
    for clause in clauses {
        let mut variables: Vec<Term> = Vec::new();
        let mut number = |term: &Term| -> Result<u8, String> {
            if !matches!(term, Term::Var(_)) {
                return Err(format!("{functor}: {term} must be a variable"));
            }
            let at = variables.iter().position(|v| v == term);
            let at = at.unwrap_or_else(|| {
                variables.push(term.clone());
                variables.len() - 1
            });
            if at < MOST_VARIABLES {
                Ok(at as u8)
            } else {
                Err(format!(
                    "{functor}: a clause has more than {MOST_VARIABLES} variables"
                ))
            }
        };
        for (at, argument) in clause.head.args().iter().enumerate() {
            if number(argument)? != at as u8 {
                return Err(format!("{functor}: the head must have different variables"));
            }
        }
        let mut bound: Vec<u8> = vec![0];
        let mut conditions = Vec::new();
        for term in &clause.body {
            let (is_negated, atom) = literal(term);
            let asked = atom
                .functor()
                .ok_or_else(|| format!("{functor}: {term} is not a literal"))?;
            let predicate = find(asked)
                .ok_or_else(|| format!("{functor} calls {asked}, which is not defined"))?;
            let arguments: Vec<u8> = atom
                .args()
                .iter()
                .map(&mut number)
                .collect::<Result<_, _>>()?;
            let (first, second) = match arguments[..] {
                [first] => (first, None),
                [first, second] => (first, Some(second)),
                _ => return Err(format!("{functor}: {term} must have one argument or two")),
            };
            if !bound.contains(&first) {
                return Err(format!(
                    "{functor}: an earlier literal must bind the first argument of {term}"
                ));
            }
            if !is_negated {
                bound.extend(second);
            }
            conditions.push(Condition {
                is_negated,
                predicate,
                first,
                second,
            });
        }
        if functor.arity == 2 && !bound.contains(&1) {
            return Err(format!("{functor}: nothing binds the second argument"));
        }
        rules.push(Rule { body: conditions });
    }
    Ok(Definition {
        arity: functor.arity as u8,
        rules,
    })
}
