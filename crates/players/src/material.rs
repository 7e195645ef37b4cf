//! The player that counts pieces some moves ahead, in any game whose positions say
//! what is whose.

use rand::RngExt;
use stratalog_game::reason::{Evaluation, FeatureShare};
use stratalog_game::{
    Decision, Described, Judgement, PerfectInformation, Player, PlayerError, Reason, Role, Turn,
};
use stratalog_logic::Term;
use stratalog_run::Stream;

/// Makes the move after which it has most pieces more than the others, with best
/// play by this measure for so many moves; of equal ones any. The end of the game
/// counts more than all pieces: a win is taken, the sooner the better, a loss left.
#[derive(Clone, Copy, Debug)]
pub struct Material {
    plies: u32,
}

/// The plies looked ahead when nothing else is asked for.
pub const DEFAULT_PLIES: u64 = 1;
/// The most plies looked ahead.
const MAX_PLIES: u32 = 100;

/// More than any number of pieces.
const DECIDED: i64 = 1_000_000;

/// How many pieces a role has more than the others. A piece is a fact that names
/// its owner beside something else, as where it lies: whose turn it is is none.
pub fn balance<G: PerfectInformation + Described>(
    game: &G,
    position: &G::Position,
    role: Role,
) -> i64 {
    let own = game.role_term(role);
    let others: Vec<Term> = (0..game.role_count())
        .map(|other| Role(other as u8))
        .filter(|other| *other != role)
        .map(|other| game.role_term(other))
        .collect();
    let facts = game.facts(position);
    let pieces = facts.iter().filter(|fact| fact.args().len() > 1);
    pieces
        .map(|fact| {
            let names = |name: &Term| fact.args().contains(name);
            i64::from(names(&own)) - i64::from(others.iter().any(names))
        })
        .sum()
}

impl Default for Material {
    fn default() -> Material {
        Material::new(DEFAULT_PLIES as u32)
    }
}

impl Material {
    /// A player that looks so many plies ahead, one at least.
    pub fn new(plies: u32) -> Material {
        Material {
            plies: plies.clamp(1, MAX_PLIES),
        }
    }

    /// The moves that are best, and what they are worth.
    fn best<G: PerfectInformation + Described>(
        &self,
        game: &G,
        position: &G::Position,
        role: Role,
    ) -> (Vec<G::Move>, i64) {
        let mut moves = Vec::new();
        game.legal_moves(position, &mut moves);
        let (mut best, mut most) = (Vec::new(), i64::MIN);
        for mv in moves {
            let mut next = position.clone();
            game.play_unchecked(&mut next, mv);
            // Whatever is less than the best need not be known exactly; what is
            // just as good must.
            let window = (most.saturating_sub(1), i64::MAX);
            let value = worth(game, &next, role, self.plies - 1, window);
            if value > most {
                best.clear();
                most = value;
            }
            if value == most {
                best.push(mv);
            }
        }
        (best, most)
    }
}

/// What a position is worth to a role: what the end gives or the pieces, after so
/// many more moves, each the best by this measure (alpha-beta search).
fn worth<G: PerfectInformation + Described>(
    game: &G,
    position: &G::Position,
    role: Role,
    plies: u32,
    (mut alpha, mut beta): (i64, i64),
) -> i64 {
    let mover = match game.turn(position) {
        Turn::Over => {
            let goal = i64::from(game.goal(position, role)) - 50;
            return DECIDED * goal + goal.signum() * i64::from(plies);
        }
        Turn::Failed => return 0,
        Turn::Role(_) if plies == 0 => return balance(game, position, role),
        Turn::Role(mover) => mover,
    };
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    let is_own = mover == role;
    let mut value = if is_own { i64::MIN } else { i64::MAX };
    for mv in moves {
        let mut next = position.clone();
        game.play_unchecked(&mut next, mv);
        let child = worth(game, &next, role, plies - 1, (alpha, beta));
        match is_own {
            true => {
                value = value.max(child);
                alpha = alpha.max(value);
            }
            false => {
                value = value.min(child);
                beta = beta.min(value);
            }
        }
        if alpha >= beta {
            break;
        }
    }
    value
}

impl<G: PerfectInformation + Described> Player<G> for Material {
    fn decide(
        &mut self,
        game: &G,
        view: &G::View,
        role: Role,
        rng: &mut Stream,
    ) -> Result<Decision<G::Move>, PlayerError> {
        Ok(self.judge(game, view, role, rng)?.decision)
    }

    fn judge(
        &mut self,
        game: &G,
        view: &G::View,
        role: Role,
        rng: &mut Stream,
    ) -> Result<Judgement<G::Move>, PlayerError> {
        let mut moves = Vec::new();
        game.legal_moves(view, &mut moves);
        if let [mv] = moves[..] {
            let reason = Reason::Forced;
            return Ok(Judgement {
                decision: Decision { mv, reason },
                as_good: Vec::new(),
            });
        }
        let (mut best, most) = self.best(game, view, role);
        if best.is_empty() {
            return Err(PlayerError::NoMove);
        }
        let mv = best.swap_remove(rng.random_range(0..best.len()));
        let value = most as f64;
        let reason = Reason::Features(Box::new(Evaluation {
            value,
            features: vec![FeatureShare {
                name: "pieces more than the others".to_owned(),
                value,
                weight: 1.0,
            }],
        }));
        Ok(Judgement {
            decision: Decision { mv, reason },
            as_good: best,
        })
    }
}

#[cfg(test)]
mod tests {
    use stratalog_logic::read_term;
    use stratalog_rulesheet::RulesheetGame;
    use stratalog_rulesheet::bundled::find_rulesheet;
    use stratalog_rulesheet::{EngineChoice, Position};
    use stratalog_run::Seed;

    use super::*;

    fn breakthrough() -> RulesheetGame {
        let sheet = find_rulesheet("breakthrough").expect("breakthrough");
        RulesheetGame::new(&sheet, EngineChoice::default()).expect("rules")
    }

    /// Breakthrough with these pawns, white to move.
    fn position(game: &RulesheetGame, pawns: &str) -> Position {
        let list = read_term(pawns).expect("a list").term;
        let pawns = list.as_list().expect("a list");
        let is_free = |fact: &&Term| {
            let is_blank = fact.args().len() == 3 && fact.args()[2] == Term::atom("blank");
            is_blank && !pawns.iter().any(|p| p.args()[..2] == fact.args()[..2])
        };
        let possible = game.possible_facts().expect("small");
        let mut facts: Vec<Term> = possible.iter().filter(is_free).cloned().collect();
        facts.extend(pawns.iter().cloned());
        facts.push(read_term("control(white)").expect("a fact").term);
        game.position_of(&facts).expect("a position")
    }

    /// What it plays from these pawns, looking one move ahead.
    fn played(pawns: &str) -> (String, i64) {
        let game = breakthrough();
        let position = position(&game, pawns);
        let rng = &mut Seed(1).stream(0);
        let decision = Material::default().decide(&game, &position, Role(0), rng);
        let mv = decision.expect("a move").mv;
        (
            game.move_term(mv).to_string(),
            balance(&game, &position, Role(0)),
        )
    }

    #[test]
    fn it_captures_where_it_can_and_wins_where_it_can() {
        let capture = "[cell(5, 5, white), cell(4, 4, black), cell(7, 1, white)]";
        assert_eq!(played(capture), ("move(5,5,4,4)".to_owned(), 1));
        let win = "[cell(5, 5, white), cell(4, 4, black), cell(2, 8, white), cell(1, 8, black),
                    cell(1, 1, black)]";
        let (mv, balance) = played(win);
        assert_eq!((mv.as_str(), balance), ("move(2,8,1,7)", -1));
    }

    #[test]
    fn it_looks_ahead_as_far_as_it_is_asked_to() {
        let game = breakthrough();
        let pawns = "[cell(5, 5, white), cell(3, 5, black), cell(3, 3, black), cell(8, 1, white)]";
        let position = position(&game, pawns);
        let best = |plies: u32| -> Vec<String> {
            let (best, _) = Material::new(plies).best(&game, &position, Role(0));
            let text = |&mv: &_| game.move_term(mv).to_string();
            best.iter().map(text).collect()
        };
        // Two of the five moves go where a pawn is taken.
        let is_taken = |mv: &String| mv.ends_with("4,4)") || mv.ends_with("4,6)");
        assert_eq!(best(1).len(), 5);
        assert_eq!(best(1).iter().filter(|mv| is_taken(mv)).count(), 2);
        assert_eq!(best(2).len(), 3);
        assert!(!best(2).iter().any(is_taken), "{:?}", best(2));
    }

    #[test]
    fn moves_that_are_as_good_are_told() {
        let game = breakthrough();
        let rng = &mut Seed(2).stream(0);
        let position = stratalog_game::Game::initial(&game, rng);
        let judged = Material::new(2).judge(&game, &position, Role(0), rng);
        let judged = judged.expect("a move");
        // Nothing can be taken yet.
        assert_eq!(judged.as_good.len(), 21);
        assert!(!judged.as_good.contains(&judged.decision.mv));
    }
}
