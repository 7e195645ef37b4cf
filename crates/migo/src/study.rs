//! Study: learning from positions that games did not show. The learner visits the
//! positions that can be reached and compares each rule with the ones before it: a
//! move wins in K moves if after every reply some rule wins in fewer. Where a rule
//! disagrees, the move becomes an example and everything is learned again, until
//! nothing disagrees. Rules that pass are correct by induction on K.

use stratalog_game::{Game, GameObject, PositionGraph};
use stratalog_run::{Control, Seed};

use crate::examples::Step;
use crate::labels::{is_won, moves_to_win};
use crate::learner::Migo;
use crate::positions::{Standing, State};
use crate::rules::Predicate;

/// The most examples taken from one pass over the positions; more would be alike.
const MOST_EXAMPLES: usize = 4;
/// The most passes over the positions.
const MOST_PASSES: u32 = 200;

/// The result of studying.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Studied {
    /// The number of positions visited.
    pub positions: u64,
    /// The number of moves that became examples.
    pub examples: u64,
    /// Why it ended.
    pub ended: StudyEnd,
}

/// Why studying ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StudyEnd {
    /// Nothing contradicts the rules.
    Consistent,
    /// Some examples could not be explained.
    Unexplained,
    /// More positions can be reached than may be visited.
    TooLarge,
    /// It was asked to stop.
    Stopped,
}

impl StudyEnd {
    /// `consistent`, `unexplained`, `too-large` or `stopped`.
    pub fn as_str(self) -> &'static str {
        match self {
            StudyEnd::Consistent => "consistent",
            StudyEnd::Unexplained => "unexplained",
            StudyEnd::TooLarge => "too-large",
            StudyEnd::Stopped => "stopped",
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

impl Migo {
    /// Visits the positions that can be reached from the start and from the games
    /// played, if there are at most `most_positions`.
    pub fn study(&mut self, most_positions: usize, control: &Control) -> Studied {
        match self.reachable(most_positions, control) {
            Ok(open) => self.study_positions(&open, control),
            Err(ended) => Studied {
                positions: 0,
                examples: 0,
                ended,
            },
        }
    }

    /// Visits the positions of a graph, in which all that can be reached are listed.
    pub fn study_graph(
        &mut self,
        graph: &dyn PositionGraph<GameObject>,
        control: &Control,
    ) -> Studied {
        self.graph_states = self.rules.explore_graph(graph);
        if self.graph_states.is_none() {
            return Studied {
                positions: 0,
                examples: 0,
                ended: StudyEnd::TooLarge,
            };
        }
        let all = (0..self.rules.positions.len() as u32).map(State);
        let is_open = |state: &State| self.rules.positions.standing(*state) == Standing::Open;
        let open: Vec<State> = all.filter(is_open).collect();
        self.study_positions(&open, control)
    }

    fn study_positions(&mut self, open: &[State], control: &Control) -> Studied {
        let mut studied = Studied {
            positions: open.len() as u64,
            examples: 0,
            ended: StudyEnd::Unexplained,
        };
        self.turn_to_drawing();
        let mut sound = 0;
        for _ in 0..MOST_PASSES {
            if control.is_stopped() {
                studied.ended = StudyEnd::Stopped;
                return studied;
            }
            let found = self.contradictions(open, &mut sound);
            if found.is_empty() {
                studied.ended = StudyEnd::Consistent;
                return studied;
            }
            let new = found.iter().filter(|found| self.take(**found)).count();
            if new == 0 {
                break;
            }
            studied.examples += new as u64;
            control.progress("examples from study", studied.examples, None);
            self.relearn();
        }
        studied
    }

    /// The positions in which a role is to move.
    fn reachable(&mut self, most: usize, control: &Control) -> Result<Vec<State>, StudyEnd> {
        let start = self.rules.game().initial(&mut Seed(1).stream(0));
        self.rules.open_state(&start);
        let mut open = Vec::new();
        let mut at = 0;
        while at < self.rules.positions.len() {
            if self.rules.positions.len() > most {
                return Err(StudyEnd::TooLarge);
            }
            if control.is_stopped() {
                return Err(StudyEnd::Stopped);
            }
            let state = State(at as u32);
            if self.rules.positions.standing(state) == Standing::Open {
                self.rules.explore(state);
                open.push(state);
            }
            at += 1;
        }
        Ok(open)
    }

    /// Moves that the first incorrect rule is wrong about. Rules up to depth
    /// `sound` have passed before and have not changed.
    fn contradictions(&mut self, open: &[State], sound: &mut u32) -> Vec<Found> {
        let win = self.win.by_depth();
        let deepest = win.last().map_or(0, |(depth, _)| *depth);
        for depth in *sound + 1..=deepest + 1 {
            if depth == self.collapsing_depth() && self.collapse() {
                return Vec::new();
            }
            let at = win.partition_point(|(own, _)| *own < depth);
            let own = win.get(at).filter(|(own, _)| *own == depth);
            let found = self.wrong_wins(open, &win[..at], own.map(|(_, rule)| *rule), depth);
            if !found.is_empty() {
                return found;
            }
            *sound = depth.min(deepest);
        }
        self.is_winless = win.is_empty();
        self.wrong_draws(open, &win)
    }

    /// Moves that win in `depth` moves by the rules before and that the rule does
    /// not name, and moves that it names and that do not win.
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
                    // Where a rule before wins sooner, no rule is needed.
                    Some(moves) if !is_named && moves + 1 == depth => {
                        if is_won(&mut self.rules, from, before) {
                            continue;
                        }
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

    /// Losing moves that a rule for drawing names, and moves that do not lose in
    /// positions where no rule names a move.
    fn wrong_draws(&mut self, open: &[State], win: &[(u32, Predicate)]) -> Vec<Found> {
        let draw: Vec<Predicate> = self.draw.rules.iter().map(|rule| rule.predicate).collect();
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

    /// Adds an example; false if it is known.
    fn take(&mut self, found: Found) -> bool {
        match found {
            Found::Wins(step, moves) => self.examples.add_win(step, moves),
            Found::DoesNotWin(step, depth) => self.examples.add_no_win(step, depth),
            Found::Draws(step) => self.examples.add_draw(step),
            Found::Loses(step) => self.examples.no_draws.insert(step),
        }
    }
}
