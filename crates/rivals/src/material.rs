//! The player that counts pieces one move ahead, in any game whose positions say
//! what is whose.

use rand::RngExt;
use stratalog_game::reason::{Evaluation, FeatureShare};
use stratalog_game::{
    Decision, Described, PerfectInformation, Player, PlayerError, Reason, Role, Stream, Turn,
};
use stratalog_logic::Term;

/// Makes the move after which it has most pieces more than the others; of equal
/// ones any. The end of the game counts more than all pieces: a win is taken, a
/// loss left.
#[derive(Clone, Copy, Debug, Default)]
pub struct Material;

/// More than any number of pieces.
const DECIDED: i64 = 1_000_000;

/// How many pieces a role has more than the others. A piece is a fact that names
/// its owner beside something else, as where it lies: whose turn it is is none.
pub fn balance<G: Described>(game: &G, position: &G::Position, role: Role) -> i64 {
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

/// What a position is worth: pieces, or what the end gives.
fn worth<G: Described>(game: &G, position: &G::Position, role: Role) -> i64 {
    match game.turn(position) {
        Turn::Over => DECIDED * (i64::from(game.goal(position, role)) - 50),
        _ => balance(game, position, role),
    }
}

impl<G: PerfectInformation + Described> Player<G> for Material {
    fn decide(
        &mut self,
        game: &G,
        view: &G::View,
        role: Role,
        rng: &mut Stream,
    ) -> Result<Decision<G::Move>, PlayerError> {
        let mut moves = Vec::new();
        game.legal_moves(view, &mut moves);
        if let [only] = moves[..] {
            return Ok(Decision {
                mv: only,
                reason: Reason::Forced,
            });
        }
        let after = |mv: G::Move| {
            let mut next = view.clone();
            game.play_unchecked(&mut next, mv);
            worth(game, &next, role)
        };
        let values: Vec<i64> = moves.iter().map(|&mv| after(mv)).collect();
        let most = *values.iter().max().ok_or(PlayerError::NoMove)?;
        let best: Vec<usize> = (0..moves.len()).filter(|&i| values[i] == most).collect();
        let chosen = best[rng.random_range(0..best.len())];
        let value = most as f64;
        Ok(Decision {
            mv: moves[chosen],
            reason: Reason::Features(Box::new(Evaluation {
                value,
                features: vec![FeatureShare {
                    name: "pieces more than the others".to_owned(),
                    value,
                    weight: 1.0,
                }],
            })),
        })
    }
}

#[cfg(test)]
mod tests {
    use stratalog_game::catalogue::find_rulesheet;
    use stratalog_game::rulesheet::Evaluation as Reading;
    use stratalog_game::{RulesheetGame, Seed};
    use stratalog_logic::read_term;

    use super::*;

    /// What it plays at Breakthrough, white to move, from these pawns.
    fn played(pawns: &str) -> (String, i64) {
        let sheet = find_rulesheet("breakthrough").expect("breakthrough");
        let game = RulesheetGame::new(&sheet, Reading::default()).expect("rules");
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
        let position = game.position_of(&facts).expect("a position");
        let rng = &mut Seed(1).stream(0);
        let decision = Material.decide(&game, &position, Role(0), rng);
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
}
