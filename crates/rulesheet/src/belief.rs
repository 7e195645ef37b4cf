//! What a role may believe where the rules hide something: positions that agree with
//! its own moves and with what it was told, each with its probability if the others
//! and chance move at random.
//!
//! While there are few, all of them are known. Where there are many, they are found by
//! trying what the others and chance may have done.

use std::hash::{Hash, Hasher};

use rand::RngExt;
use rustc_hash::{FxHashMap, FxHasher};
use smallvec::SmallVec;
use stratalog_game::game::{Game, Role, Turn};
use stratalog_logic::Term;
use stratalog_run::Stream;

use super::game::RulesheetGame;
use super::joint::LegalMoves;
use super::position::{Move, Position};

/// The positions that are kept where not all of them are known.
const POSITIONS: usize = 500;
/// How many joint moves are tried for each step.
const TRIES: usize = 4_000;

/// The positions that a role holds possible.
#[derive(Clone, Debug)]
pub struct Belief {
    role: Role,
    /// What the role did and was told, step by step.
    seen: Vec<(Term, Vec<Term>)>,
    /// None where no position was found that agrees.
    held: Vec<Held>,
}

/// A position that is held possible.
#[derive(Clone, Debug)]
struct Held {
    /// A raw position.
    position: Position,
    knowledge: Knowledge,
    weight: f64,
}

/// What each player knows, as a digest of what it did and was told: positions that a
/// player cannot tell apart have the same digest for it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Knowledge(SmallVec<[u64; 4]>);

impl Knowledge {
    /// What players know before the first step.
    fn new(game: &RulesheetGame) -> Knowledge {
        Knowledge(SmallVec::from_elem(0, game.role_count()))
    }

    /// The digest of a player.
    pub fn of(&self, role: Role) -> u64 {
        self.0[role.index()]
    }

    /// Takes in the moves of a step, and what each player was told.
    fn learn(&mut self, joint: &[u32], told: &[Vec<Term>]) {
        for ((known, own), told) in self.0.iter_mut().zip(joint).zip(told) {
            let mut told: Vec<&Term> = told.iter().collect();
            told.sort();
            let mut hasher = FxHasher::default();
            (*known, own, told).hash(&mut hasher);
            *known = hasher.finish();
        }
    }

    /// Takes in the steps that led to a position, but for the first ones; gives the
    /// number of all.
    pub fn follow(&mut self, position: &Position, first: usize) -> usize {
        let steps = position.told.as_deref().map_or(&[][..], Vec::as_slice);
        for step in steps.iter().skip(first) {
            self.learn(&step.moves, &step.percepts);
        }
        steps.len()
    }
}

impl Belief {
    /// What a role believes before the first step.
    pub fn new(game: &RulesheetGame, role: Role) -> Belief {
        Belief::certain(game, role, game.raw_initial())
    }

    /// What a role believes that knows the position.
    pub fn certain(game: &RulesheetGame, role: Role, position: Position) -> Belief {
        Belief {
            role,
            seen: Vec::new(),
            held: vec![Held::certain(game, position)],
        }
    }

    /// Takes in what a view of the role shows beyond what was taken in before.
    pub fn follow(&mut self, game: &RulesheetGame, view: &Position, rng: &mut Stream) {
        for (own, told) in game.seen(view, self.role).into_iter().skip(self.seen.len()) {
            self.see(game, own, told, rng);
        }
        let role = self.role.index();
        let legal = game.legal_of(view, role);
        self.held
            .retain(|held| game.legal_of(&held.position, role) == legal);
    }

    /// Takes in what the role did in the next step, and what it was told.
    pub fn see(&mut self, game: &RulesheetGame, own: Term, mut told: Vec<Term>, rng: &mut Stream) {
        told.sort();
        self.seen.push((own, told));
        let step = self.seen.len() - 1;
        self.held = self.after(game, &self.held, step, TRIES, rng);
        if self.held.is_empty() {
            self.start_again(game, rng);
        }
    }

    /// Looks for positions from the start where none is left: those that were kept may
    /// all have been wrong.
    fn start_again(&mut self, game: &RulesheetGame, rng: &mut Stream) {
        let mut held = vec![Held::certain(game, game.raw_initial())];
        // Long games must not take longer than short ones.
        let tries = (4 * TRIES / self.seen.len().max(1)).max(POSITIONS);
        for step in 0..self.seen.len() {
            held = self.after(game, &held, step, tries, rng);
        }
        self.held = held;
    }

    /// The positions after a step that agree with what was seen in it; some of them
    /// where more joint moves would have to be tried than allowed.
    fn after(
        &self,
        game: &RulesheetGame,
        before: &[Held],
        step: usize,
        tries: usize,
        rng: &mut Stream,
    ) -> Vec<Held> {
        let (own, told) = &self.seen[step];
        let Some(own) = game.move_of(own) else {
            return Vec::new();
        };
        let step = Step {
            game,
            role: self.role.index(),
            own,
            told,
        };
        let is_going_on = |held: &&Held| matches!(held.position.turn, Turn::Role(_));
        let before: Vec<&Held> = before.iter().filter(is_going_on).collect();
        let joint_moves = before
            .iter()
            .map(|held| step.legal(&held.position).joint_count());
        let all = joint_moves.fold(0usize, usize::saturating_add);
        if all <= tries {
            step.all_after(&before)
        } else {
            step.some_after(&before, tries, rng)
        }
    }

    /// Whether no position was found that agrees.
    pub fn is_lost(&self) -> bool {
        self.held.is_empty()
    }

    /// The positions that agree, as they were found.
    pub fn positions(&self) -> impl Iterator<Item = &Position> {
        self.held.iter().map(|held| &held.position)
    }

    /// One of the positions, the likelier ones more often, with what the players know
    /// in it. Chance has moved where nobody else has anything to decide.
    pub fn sample(&self, game: &RulesheetGame, rng: &mut Stream) -> Option<(Position, Knowledge)> {
        let held = drawn(&self.held, |held| held.weight, rng)?;
        let mut position = held.position.clone();
        game.redraw_chance(&mut position, rng);
        game.decide_turn(&mut position);
        Some((position, held.knowledge.clone()))
    }
}

impl Held {
    fn certain(game: &RulesheetGame, position: Position) -> Held {
        Held {
            position,
            knowledge: Knowledge::new(game),
            weight: 1.0,
        }
    }
}

/// A step as a role saw it.
struct Step<'a> {
    game: &'a RulesheetGame,
    role: usize,
    /// What the role did.
    own: Move,
    /// What it was told, in order.
    told: &'a [Term],
}

impl Step<'_> {
    /// The joint moves with the role's own move.
    fn legal(&self, position: &Position) -> LegalMoves {
        let mut legal = self.game.legal_of_all(position);
        legal.0[self.role] = vec![self.own];
        legal
    }

    /// All positions that agree; those in which the same facts hold and everybody
    /// knows the same are one.
    fn all_after(&self, before: &[&Held]) -> Vec<Held> {
        let mut found: Vec<Held> = Vec::new();
        let mut places: FxHashMap<(Position, Knowledge), usize> = FxHashMap::default();
        for held in before {
            let legal = self.legal(&held.position);
            for joint in legal.joint_moves() {
                let Some(after) = self.made(held, &joint) else {
                    continue;
                };
                let weight = after.weight / legal.joint_count() as f64;
                let key = (after.position.clone(), after.knowledge.clone());
                match places.get(&key) {
                    Some(&place) => found[place].weight += weight,
                    None => {
                        places.insert(key, found.len());
                        found.push(Held { weight, ..after });
                    }
                }
            }
        }
        found
    }

    /// Some positions that agree, found by random joint moves.
    fn some_after(&self, before: &[&Held], tries: usize, rng: &mut Stream) -> Vec<Held> {
        let mut found = Vec::new();
        for _ in 0..tries {
            let Some(held) = drawn(before, |held| held.weight, rng) else {
                break;
            };
            let Some(mut joint) = self.game.random_joint(&held.position, rng) else {
                continue;
            };
            joint[self.role] = self.own;
            let after = self.made(held, &joint);
            found.extend(after.map(|after| Held {
                weight: 1.0,
                ..after
            }));
            if found.len() == POSITIONS {
                break;
            }
        }
        found
    }

    /// The position after a joint move, if the role would have been told the same.
    fn made(&self, held: &Held, joint: &[Move]) -> Option<Held> {
        let codes: SmallVec<[u32; 4]> = joint.iter().map(|mv| mv.0).collect();
        let mut told = self.game.all_told(&held.position, &codes);
        let own = told.get_mut(self.role)?;
        own.sort();
        if own != self.told {
            return None;
        }
        let mut after = held.clone();
        after.knowledge.learn(&codes, &told);
        self.game.play_joint(&mut after.position, joint);
        Some(after)
    }
}

/// One of some items, by their weights.
fn drawn<'a, T>(items: &'a [T], weight: impl Fn(&T) -> f64, rng: &mut Stream) -> Option<&'a T> {
    let all: f64 = items.iter().map(&weight).sum();
    let mut point = rng.random_range(0.0..1.0) * all;
    let chosen = items.iter().find(|item| {
        point -= weight(item);
        point < 0.0
    });
    // Rounding may leave a rest.
    chosen.or(items.last())
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
        let facts = belief.positions().flat_map(|p| game.facts(p));
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
            let (sampled, _) = empty.sample(&game, &mut rng).expect("a position");
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

    #[test]
    fn all_positions_are_known_while_there_are_few() {
        let hidden = CUPS.replace("cup(1). cup(2). cup(3).", "cup(C) :- between(1, 600, C).");
        let sheet = Rulesheet::read(Source::new("cups.pl", hidden), Syntax::Prolog);
        let game = RulesheetGame::new(&sheet, EngineChoice::default()).expect("a game");
        let mut rng = Seed(1).stream(0);
        let mut belief = Belief::new(&game, Role(0));
        belief.see(&game, term("noop"), Vec::new(), &mut rng);
        assert_eq!(coins(&game, &belief).len(), 600);
        belief.see(&game, term("look(2)"), Vec::new(), &mut rng);
        assert_eq!(coins(&game, &belief).len(), 599);
        let weight: f64 = belief.held.iter().map(|held| held.weight).sum();
        assert!((weight - 599.0 / 600.0).abs() < 1e-9, "{weight}");
    }

    #[test]
    fn some_positions_are_found_where_there_are_many() {
        // A joint move for each pair of cups: more than are tried.
        let hidden = CUPS
            .replace("cup(1). cup(2). cup(3).", "cup(C) :- between(1, 100, C).")
            .replace(
                "hide(C)) :- true(step(1)), cup(C)",
                "hide(C, D)) :- true(step(1)), cup(C), cup(D)",
            )
            .replace(
                "next(coin(C)) :- does(random, hide(C)).",
                "next(coin(C)) :- does(random, hide(C, _)).",
            );
        let sheet = Rulesheet::read(Source::new("cups.pl", hidden), Syntax::Prolog);
        let game = RulesheetGame::new(&sheet, EngineChoice::default()).expect("a game");
        let mut rng = Seed(1).stream(0);
        let mut belief = Belief::new(&game, Role(0));
        belief.see(&game, term("noop"), Vec::new(), &mut rng);
        assert_eq!(belief.positions().count(), POSITIONS);
        belief.see(&game, term("look(2)"), Vec::new(), &mut rng);
        assert!(!belief.is_lost());
        assert!(!coins(&game, &belief).contains(&"coin(2)".to_owned()));
    }
}
