//! The tree of a UCT search. A step of the game is one choice, or several where
//! several roles choose at the same time; a choice has an arm for each move.

use std::ops::Range;

use rand::seq::SliceRandom;
use rustc_hash::FxHashMap;
use stratalog_game::{PerfectInformation, Role, Turn};
use stratalog_run::Stream;

use super::mixing::{self, Draw, MoveWeights};

/// The weight of exploration, for results between 0 and 1.
const EXPLORATION: f64 = std::f64::consts::SQRT_2;

/// The tree does not grow beyond this number of moves, to bound its memory. Deeper
/// moves are chosen at random.
const MAX_ARMS: usize = 8_000_000;
/// The largest number of joint moves, whose entries are larger.
const MAX_JOINT_STEPS: usize = 500_000;

/// No such place yet.
const NONE: u32 = u32::MAX;

/// How the roles of a step choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepKind {
    /// One role chooses.
    Alone,
    /// Several roles choose at the same time.
    Together,
}

/// A choice of one role.
struct Choice {
    /// The role, once the choice was made.
    role: Role,
    step: StepKind,
    /// The number of choices in the step that follow this one.
    followers: u32,
    /// Empty until the choice is first made.
    arms: Range<u32>,
    /// Where the weights of the arms start, if others choose in the same step.
    weights: u32,
    visits: u32,
}

/// A move and what came of it.
pub struct Arm<M> {
    /// The move.
    pub mv: M,
    /// The number of simulated games that went this way.
    pub visits: u32,
    /// The sum of their results for the role that chose.
    total: f64,
    /// The move's place in the list of legal moves.
    place: u32,
    /// The first choice of the step after it, if the move alone decides that.
    next: u32,
}

impl<M> Arm<M> {
    /// The mean result for the role that chose.
    pub fn mean(&self) -> f64 {
        self.total / f64::from(self.visits.max(1))
    }

    /// Whether the mean result is about as good as that of another arm: the
    /// difference is within half its standard error, for results within this range.
    pub fn is_about_as_good_as(&self, other: &Arm<M>, range: f64) -> bool {
        let spread = |arm: &Arm<M>| 0.25 / f64::from(arm.visits.max(1));
        let error = range * (spread(self) + spread(other)).sqrt();
        other.mean() - self.mean() <= error / 2.0
    }
}

/// A choice as a simulated game made it.
struct Visit {
    choice: u32,
    arm: u32,
    probability: f64,
}

/// What a step led to: the arms that were chosen in it and, where chance takes
/// part, the position as it is seen.
type Joint<G> = (Box<[u32]>, Option<<G as stratalog_game::Game>::View>);

/// The tree.
pub struct UctTree<G: PerfectInformation> {
    choices: Vec<Choice>,
    arms: Vec<Arm<G::Move>>,
    weights: Vec<MoveWeights>,
    /// The first choice of the step after each joint move, where no single arm
    /// decides it; `NONE` for a joint move that was made once.
    joint_steps: FxHashMap<Joint<G>, u32>,
    /// The choices of the current simulated game.
    path: Vec<Visit>,
    /// The lowest and the highest result so far.
    lowest: f64,
    highest: f64,
    moves: Vec<G::Move>,
    placed: Vec<(u32, G::Move)>,
}

impl<G: PerfectInformation> UctTree<G> {
    /// A tree without a root.
    pub fn new() -> UctTree<G> {
        UctTree {
            choices: Vec::new(),
            arms: Vec::new(),
            weights: Vec::new(),
            joint_steps: FxHashMap::default(),
            path: Vec::new(),
            lowest: f64::INFINITY,
            highest: f64::NEG_INFINITY,
            moves: Vec::new(),
            placed: Vec::new(),
        }
    }

    /// The difference between the highest and the lowest result: games of points may
    /// all end with a small part of the highest goal.
    pub fn range(&self) -> f64 {
        (self.highest - self.lowest).max(0.0)
    }

    /// Forgets everything and takes a position as the root. The choice of the role
    /// whose turn it is comes first. Returns nothing when no role is to move.
    pub fn restart(&mut self, game: &G, root: &G::Position, rng: &mut Stream) -> Option<StepKind> {
        self.choices.clear();
        self.arms.clear();
        self.weights.clear();
        self.joint_steps.clear();
        self.path.clear();
        (self.lowest, self.highest) = (f64::INFINITY, f64::NEG_INFINITY);
        self.add_step(game, root, 0)?;
        self.expand(game, root, 0, rng);
        Some(self.choices[0].step)
    }

    /// Follows the tree from its root to a move not yet tried, or to the end of the
    /// game.
    pub fn descend(&mut self, game: &G, position: &mut G::Position, rng: &mut Stream) {
        self.path.clear();
        let mut first = 0;
        loop {
            let from = self.path.len();
            for choice in first..=first + self.choices[first].followers as usize {
                if !self.choose(game, position, choice, rng) {
                    return;
                }
            }
            match self.step_after(game, position, from) {
                Some(next) => first = next,
                None => return,
            }
        }
    }

    /// Makes one role's choice; false where there is none.
    fn choose(
        &mut self,
        game: &G,
        position: &mut G::Position,
        choice: usize,
        rng: &mut Stream,
    ) -> bool {
        if self.choices[choice].arms.is_empty() {
            self.expand(game, position, choice, rng);
        }
        let (arm, probability) = match self.choices[choice].step {
            StepKind::Alone => match self.most_promising(choice) {
                Some(arm) => (arm, 1.0),
                None => return false,
            },
            StepKind::Together => {
                let Choice { arms, visits, .. } = &self.choices[choice];
                if arms.is_empty() {
                    return false;
                }
                let drawn = mixing::draw(self.weights_of(choice), *visits, rng);
                (arms.start + drawn.place as u32, drawn.probability)
            }
        };
        game.play_unchecked(position, self.arms[arm as usize].mv);
        self.path.push(Visit {
            choice: choice as u32,
            arm,
            probability,
        });
        true
    }

    /// The first choice of the step that follows the choices of the path from this
    /// place on; none where the tree ends.
    fn step_after(&mut self, game: &G, position: &G::Position, from: usize) -> Option<usize> {
        if let [visit] = &self.path[from..]
            && !game.has_chance()
        {
            let arm = visit.arm as usize;
            let Arm { visits, next, .. } = self.arms[arm];
            if visits == 0 || !matches!(game.turn(position), Turn::Role(_)) {
                return None;
            }
            if next == NONE {
                self.arms[arm].next = self.add_step(game, position, visits)?;
            }
            return Some(self.arms[arm].next as usize);
        }
        let Turn::Role(role) = game.turn(position) else {
            return None;
        };
        let arms = self.path[from..].iter().map(|visit| visit.arm).collect();
        let seen = game
            .has_chance()
            .then(|| game.view(position, role).into_owned());
        let joint = (arms, seen);
        match self.joint_steps.get(&joint) {
            None => {
                if self.joint_steps.len() < MAX_JOINT_STEPS {
                    self.joint_steps.insert(joint, NONE);
                }
                None
            }
            Some(&NONE) => {
                let next = self.add_step(game, position, 1)?;
                self.joint_steps.insert(joint, next);
                Some(next as usize)
            }
            Some(&next) => Some(next as usize),
        }
    }

    /// Adds the choices of a step, which are made for the first time; none where the
    /// tree may not grow.
    fn add_step(&mut self, game: &G, position: &G::Position, visits: u32) -> Option<u32> {
        if self.arms.len() >= MAX_ARMS {
            return None;
        }
        let Turn::Role(role) = game.turn(position) else {
            return None;
        };
        let choosers = game.choosers(position).max(1) as u32;
        let step = if choosers > 1 {
            StepKind::Together
        } else {
            StepKind::Alone
        };
        let first = self.choices.len() as u32;
        self.choices.extend((0..choosers).map(|place| Choice {
            role,
            step,
            followers: choosers - 1 - place,
            arms: 0..0,
            weights: NONE,
            visits,
        }));
        Some(first)
    }

    /// Adds the legal moves of a choice, in random order: untried moves are tried
    /// in the order they stand.
    fn expand(&mut self, game: &G, position: &G::Position, choice: usize, rng: &mut Stream) {
        let Turn::Role(role) = game.turn(position) else {
            return;
        };
        game.legal_moves(position, &mut self.moves);
        self.placed.clear();
        self.placed.extend((0..).zip(self.moves.iter().copied()));
        self.placed.shuffle(rng);
        let start = self.arms.len() as u32;
        self.arms.extend(self.placed.iter().map(|&(place, mv)| Arm {
            mv,
            visits: 0,
            total: 0.0,
            place,
            next: NONE,
        }));
        let choice = &mut self.choices[choice];
        choice.role = role;
        choice.arms = start..self.arms.len() as u32;
        if choice.step == StepKind::Together {
            choice.weights = self.weights.len() as u32;
            let count = self.weights.len() + choice.arms.len();
            self.weights.resize(count, MoveWeights::default());
        }
    }

    fn weights_of(&self, choice: usize) -> &[MoveWeights] {
        let Choice { weights, arms, .. } = &self.choices[choice];
        &self.weights[*weights as usize..][..arms.len()]
    }

    /// The first untried arm, else the one with the highest upper confidence bound.
    fn most_promising(&self, choice: usize) -> Option<u32> {
        let Choice { arms, visits, .. } = &self.choices[choice];
        let log_visits = f64::from((*visits).max(1)).ln();
        let mut best = None;
        let mut best_bound = f64::NEG_INFINITY;
        for number in arms.clone() {
            let arm = &self.arms[number as usize];
            if arm.visits == 0 {
                return Some(number);
            }
            let visits = f64::from(arm.visits);
            let bound = arm.total / visits + EXPLORATION * (log_visits / visits).sqrt();
            if bound > best_bound {
                best_bound = bound;
                best = Some(number);
            }
        }
        best
    }

    /// Records the result of the current simulated game, between 0 and 1 for each
    /// role.
    pub fn record(&mut self, result: impl Fn(Role) -> f64) {
        for visit in &self.path {
            let choice = &mut self.choices[visit.choice as usize];
            let result = result(choice.role);
            self.lowest = self.lowest.min(result);
            self.highest = self.highest.max(result);
            if choice.step == StepKind::Together {
                let arms = &self.arms[choice.arms.start as usize..choice.arms.end as usize];
                let mean = |place: usize| match arms[place].visits {
                    0 => 0.5,
                    _ => arms[place].mean(),
                };
                let drawn = Draw {
                    place: (visit.arm - choice.arms.start) as usize,
                    probability: visit.probability,
                };
                let weights = &mut self.weights[choice.weights as usize..][..arms.len()];
                mixing::update(weights, drawn, result, mean, choice.visits);
            }
            choice.visits += 1;
            let arm = &mut self.arms[visit.arm as usize];
            arm.visits += 1;
            arm.total += result;
        }
    }

    /// The arms of the root.
    pub fn root_arms(&self) -> &[Arm<G::Move>] {
        let arms = self.choices.first().map(|choice| choice.arms.clone());
        arms.map_or(&[], |arms| {
            &self.arms[arms.start as usize..arms.end as usize]
        })
    }

    /// The arm of the root that was tried most often; of equals the better one, then
    /// the first in the list of legal moves.
    pub fn most_tried(&self) -> Option<&Arm<G::Move>> {
        self.root_arms().iter().max_by(|a, b| {
            let by_total = a.total.total_cmp(&b.total);
            let by_visits = a.visits.cmp(&b.visits);
            by_visits.then(by_total).then(b.place.cmp(&a.place))
        })
    }

    /// An arm of the root, drawn from the average strategy.
    pub fn draw_from_average(&self, rng: &mut Stream) -> Option<&Arm<G::Move>> {
        let arms = self.root_arms();
        if arms.is_empty() {
            return None;
        }
        arms.get(mixing::draw_from_average(self.weights_of(0), rng))
    }

    /// The arm of the root with the best mean result; of equals the first in the list
    /// of legal moves.
    pub fn best_on_average(&self) -> Option<&Arm<G::Move>> {
        let arms = self.root_arms().iter();
        arms.max_by(|a, b| a.mean().total_cmp(&b.mean()).then(b.place.cmp(&a.place)))
    }
}
