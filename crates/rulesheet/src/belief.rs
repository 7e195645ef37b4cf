//! What a role may believe where the rules hide something: positions that agree with
//! its own moves and with what it was told. They are found by trying what the others
//! and chance may have done, so that likelier positions are found more often.

use rand::RngExt;
use stratalog_game::game::{Game, Role, Turn};
use stratalog_logic::Term;
use stratalog_run::Stream;

use super::game::RulesheetGame;
use super::position::Position;

/// The positions that are kept.
const POSITIONS: usize = 100;
/// How many joint moves are tried for each step.
const TRIES: usize = 4_000;

/// The positions that a role holds possible.
#[derive(Clone, Debug)]
pub struct Belief {
    role: Role,
    /// What the role did and was told, step by step.
    seen: Vec<(Term, Vec<Term>)>,
    /// Raw positions, the same ones more often where they are likelier. None where no
    /// position was found that agrees.
    positions: Vec<Position>,
}

impl Belief {
    /// What a role believes before the first step.
    pub fn new(game: &RulesheetGame, role: Role) -> Belief {
        Belief {
            role,
            seen: Vec::new(),
            positions: vec![game.raw_initial()],
        }
    }

    /// What a role believes that knows the position.
    pub fn certain(role: Role, position: Position) -> Belief {
        Belief {
            role,
            seen: Vec::new(),
            positions: vec![position],
        }
    }

    /// Takes in what a view of the role shows beyond what was taken in before.
    pub fn follow(&mut self, game: &RulesheetGame, view: &Position, rng: &mut Stream) {
        for (own, told) in game.seen(view, self.role).into_iter().skip(self.seen.len()) {
            self.see(game, own, told, rng);
        }
        let role = self.role.index();
        let legal = game.legal_of(view, role);
        self.positions
            .retain(|position| game.legal_of(position, role) == legal);
    }

    /// Takes in what the role did in the next step, and what it was told.
    pub fn see(&mut self, game: &RulesheetGame, own: Term, mut told: Vec<Term>, rng: &mut Stream) {
        told.sort();
        self.seen.push((own, told));
        let step = self.seen.len() - 1;
        self.positions = self.after(game, &self.positions, step, TRIES, rng);
        if self.positions.is_empty() {
            self.start_again(game, rng);
        }
    }

    /// Looks for positions from the start where none is left: those that were kept may
    /// all have been wrong.
    fn start_again(&mut self, game: &RulesheetGame, rng: &mut Stream) {
        let mut positions = vec![game.raw_initial()];
        // Long games must not take longer than short ones.
        let tries = (4 * TRIES / self.seen.len().max(1)).max(POSITIONS);
        for step in 0..self.seen.len() {
            positions = self.after(game, &positions, step, tries, rng);
        }
        self.positions = positions;
    }

    /// Positions after a step that agree with what was seen in it.
    fn after(
        &self,
        game: &RulesheetGame,
        before: &[Position],
        step: usize,
        tries: usize,
        rng: &mut Stream,
    ) -> Vec<Position> {
        let (own, told) = &self.seen[step];
        let mut found = Vec::new();
        let Some(own) = game.move_of(own).filter(|_| !before.is_empty()) else {
            return found;
        };
        let role = self.role.index();
        for _ in 0..tries {
            let position = &before[rng.random_range(0..before.len())];
            let joint = match position.turn {
                Turn::Role(_) => game.random_joint(position, rng),
                Turn::Over | Turn::Failed => None,
            };
            let Some(mut joint) = joint else { continue };
            joint[role] = own;
            let mut tells = game.told(position, &joint, role);
            tells.sort();
            if tells != *told {
                continue;
            }
            let mut after = position.clone();
            game.play_joint(&mut after, &joint);
            found.push(after);
            if found.len() == POSITIONS {
                break;
            }
        }
        found
    }

    /// The positions that agree, the same ones more often where they are likelier.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// One of the positions in which it is the role's turn; roles that choose before it
    /// in the same step have chosen at random.
    pub fn sample(&self, game: &RulesheetGame, rng: &mut Stream) -> Option<Position> {
        let place = rng.random_range(0..self.positions.len().max(1));
        let mut position = self.positions.get(place)?.clone();
        game.redraw_chance(&mut position, rng);
        game.decide_turn(&mut position);
        loop {
            match game.turn(&position) {
                Turn::Role(role) if role == self.role => return Some(position),
                Turn::Role(role) if role < self.role => {
                    let choice = game.random_choice(&position, role, rng, &mut Vec::new());
                    game.play_unchecked(&mut position, choice?.0);
                }
                Turn::Role(_) | Turn::Over | Turn::Failed => return None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::{Rulesheet, Syntax};
    use crate::{EngineChoice, Move};
    use stratalog_game::Described;
    use stratalog_logic::{Source, read_term};
    use stratalog_run::Seed;

    /// Chance hides a coin under one of three cups; a role that looks under a cup is
    /// told whether it is there, and then names a cup.
    const CUPS: &str = "role(looker). role(random). cup(1). cup(2). cup(3).
        init(step(1)).
        legal(random, hide(C)) :- true(step(1)), cup(C).
        legal(random, noop) :- \\+ true(step(1)).
        legal(looker, noop) :- true(step(1)).
        legal(looker, look(C)) :- true(step(2)), cup(C).
        legal(looker, name(C)) :- true(step(3)), cup(C).
        next(coin(C)) :- does(random, hide(C)).
        next(coin(C)) :- true(coin(C)).
        next(named(C)) :- does(looker, name(C)).
        next(step(M)) :- true(step(N)), M is N + 1.
        sees(looker, here) :- does(looker, look(C)), true(coin(C)).
        found :- true(coin(C)), true(named(C)).
        terminal :- true(step(4)).
        goal(looker, 100) :- found.
        goal(looker, 0) :- \\+ found.";

    fn cups(choice: EngineChoice) -> RulesheetGame {
        let sheet = Rulesheet::read(Source::new("cups.pl", CUPS), Syntax::Prolog);
        RulesheetGame::new(&sheet, choice).expect("a game")
    }

    fn term(text: &str) -> Term {
        read_term(text).expect("a term").term
    }

    fn coins(game: &RulesheetGame, belief: &Belief) -> Vec<String> {
        let facts = belief.positions().iter().flat_map(|p| game.facts(p));
        let coins = facts.map(|fact| fact.to_string());
        let mut coins: Vec<String> = coins.filter(|fact| fact.starts_with("coin")).collect();
        coins.sort();
        coins.dedup();
        coins
    }

    #[test]
    fn a_belief_has_the_positions_that_agree_with_what_was_seen() {
        for choice in [EngineChoice::default(), EngineChoice::Interpreter] {
            let game = cups(choice);
            let mut rng = Seed(1).stream(0);
            let mut belief = Belief::new(&game, Role(0));
            belief.see(&game, term("noop"), Vec::new(), &mut rng);
            assert_eq!(coins(&game, &belief), ["coin(1)", "coin(2)", "coin(3)"]);
            let mut empty = belief.clone();
            belief.see(&game, term("look(2)"), vec![term("here")], &mut rng);
            assert_eq!(coins(&game, &belief), ["coin(2)"]);
            empty.see(&game, term("look(2)"), Vec::new(), &mut rng);
            assert_eq!(coins(&game, &empty), ["coin(1)", "coin(3)"]);
            let sampled = empty.sample(&game, &mut rng).expect("a position");
            assert_eq!(game.turn(&sampled), Turn::Role(Role(0)));
        }
    }

    #[test]
    fn a_belief_follows_a_view_without_knowing_more() {
        let game = cups(EngineChoice::default());
        for seed in 1..=20 {
            let mut rng = Seed(seed).stream(0);
            let mut position = game.initial(&mut rng);
            let role = Role(0);
            let look: Move = game.parse_move("look(1)").expect("a move");
            game.play(&mut position, look).expect("legal");
            let view = game.view(&position, role).into_owned();
            assert_eq!(game.facts(&view), []);
            let mut belief = Belief::new(&game, role);
            belief.follow(&game, &view, &mut rng);
            let is_here = game.facts(&position).contains(&term("coin(1)"));
            let expected: &[&str] = if is_here {
                &["coin(1)"]
            } else {
                &["coin(2)", "coin(3)"]
            };
            assert_eq!(coins(&game, &belief), expected);
        }
    }
}
