//! Study: what games did not show. The learner goes through the positions that
//! can be reached and holds each rule against the ones before it: a move wins in
//! K moves if after every reply some rule wins in fewer. Where a rule says
//! something else, the move is an example and everything is learned again, until
//! nothing contradicts. Rules that pass are right by induction on K.

use stratalog_game::Game;
use stratalog_run::Seed;

use crate::examples::Step;
use crate::labels::{is_won, moves_to_win};
use crate::learner::Migo;
use crate::positions::{Standing, State};
use crate::rules::Predicate;

/// Examples taken from one pass over the positions: more would say the same.
const MOST_EXAMPLES: usize = 4;
/// Passes without an end in sight.
const MOST_PASSES: u32 = 200;

/// What came of studying.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Studied {
    /// Positions that were gone through.
    pub positions: u64,
    /// Moves that the rules were wrong about, or silent.
    pub examples: u64,
    /// Why it ended.
    pub ended: Ended,
}

/// Why studying ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// Nothing contradicts the rules any more.
    Consistent,
    /// Some examples could not be explained.
    Unexplained,
    /// There are more positions than may be gone through.
    TooLarge,
}

impl Ended {
    /// `consistent`, `unexplained` or `too-large`.
    pub fn as_str(self) -> &'static str {
        match self {
            Ended::Consistent => "consistent",
            Ended::Unexplained => "unexplained",
            Ended::TooLarge => "too-large",
        }
    }
}

/// A move the rules are wrong about.
#[derive(Clone, Copy)]
enum Found {
    Wins(Step, u32),
    DoesNotWin(Step, u32),
    Draws(Step),
    Loses(Step),
}

impl<G: Game + Clone> Migo<G> {
    /// Goes through the positions that can be reached from the beginning and
    /// from the games played, if there are at most so many.
    pub fn study(&mut self, most_positions: usize) -> Studied {
        let mut studied = Studied {
            positions: 0,
            examples: 0,
            ended: Ended::TooLarge,
        };
        let Some(open) = self.reachable(most_positions) else {
            return studied;
        };
        studied.positions = open.len() as u64;
        self.turn_to_drawing();
        let mut sound = 0;
        for _ in 0..MOST_PASSES {
            let found = self.contradictions(&open, &mut sound);
            if found.is_empty() {
                studied.ended = Ended::Consistent;
                return studied;
            }
            let new = found.iter().filter(|found| self.take(**found)).count();
            if new == 0 {
                break;
            }
            studied.examples += new as u64;
            self.relearn();
        }
        studied.ended = Ended::Unexplained;
        studied
    }

    /// The positions in which somebody is to move.
    fn reachable(&mut self, most: usize) -> Option<Vec<State>> {
        let start = self.rules.game().initial(&mut Seed(1).stream(0));
        self.rules.open_state(&start);
        let mut open = Vec::new();
        let mut at = 0;
        while at < self.rules.positions.len() {
            if self.rules.positions.len() > most {
                return None;
            }
            let state = State(at as u32);
            if self.rules.positions.standing(state) == Standing::Open {
                self.rules.explore(state);
                open.push(state);
            }
            at += 1;
        }
        Some(open)
    }

    /// Moves that the first rule to be wrong is wrong about. Rules up to depth
    /// `sound` have passed before and stay as they are.
    fn contradictions(&mut self, open: &[State], sound: &mut u32) -> Vec<Found> {
        let win = self.win.by_depth();
        let deepest = win.last().map_or(0, |(depth, _)| *depth);
        for depth in *sound + 1..=deepest + 1 {
            let at = win.partition_point(|(own, _)| *own < depth);
            let own = win.get(at).filter(|(own, _)| *own == depth);
            let found = self.wrong_wins(open, &win[..at], own.map(|(_, rule)| *rule), depth);
            if !found.is_empty() {
                return found;
            }
            *sound = depth.min(deepest);
        }
        self.wrong_draws(open, &win)
    }

    /// Moves that win in `depth` moves by the rules before, and the rule does not
    /// name, or the other way round.
    fn wrong_wins(
        &mut self,
        open: &[State],
        before: &[(u32, Predicate)],
        rule: Option<Predicate>,
        depth: u32,
    ) -> Vec<Found> {
        let mut found = Vec::new();
        for &from in open {
            for &to in self.rules.successors(from).iter() {
                let step = Step { from, to };
                let needed = moves_to_win(&mut self.rules, to, before);
                let is_named = rule.is_some_and(|rule| self.rules.names(rule, from, to));
                match needed {
                    Some(moves) if !is_named && moves + 1 == depth => {
                        found.push(Found::Wins(step, moves));
                    }
                    None if is_named => found.push(Found::DoesNotWin(step, depth)),
                    _ => continue,
                }
                if found.len() >= MOST_EXAMPLES {
                    return found;
                }
            }
        }
        found
    }

    /// Moves that lose and a rule for drawing names, and moves that do not in
    /// positions where no rule names any.
    fn wrong_draws(&mut self, open: &[State], win: &[(u32, Predicate)]) -> Vec<Found> {
        let draw: Vec<Predicate> = self.draw.order.iter().map(|(_, rule)| *rule).collect();
        let mut found = Vec::new();
        for &from in open {
            let mut silent = None;
            let mut is_named = is_won(&mut self.rules, from, win);
            for &to in self.rules.successors(from).iter() {
                let step = Step { from, to };
                let loses = self.rules.positions.standing(to) == Standing::Lost
                    || is_won(&mut self.rules, to, win);
                let names = draw.iter().any(|&rule| self.rules.names(rule, from, to));
                is_named |= names;
                match (loses, names) {
                    (true, true) => found.push(Found::Loses(step)),
                    (false, false) => silent = Some(step),
                    _ => {}
                }
            }
            found.extend(silent.filter(|_| !is_named).map(Found::Draws));
            if found.len() >= MOST_EXAMPLES {
                break;
            }
        }
        found
    }

    /// Takes an example; false if it is known.
    fn take(&mut self, found: Found) -> bool {
        match found {
            Found::Wins(step, moves) => self.examples.add_win(step, moves),
            Found::DoesNotWin(step, depth) => self.examples.add_no_win(step, depth),
            Found::Draws(step) => self.examples.add_draw(step),
            Found::Loses(step) => self.examples.no_draws.insert(step),
        }
    }
}
