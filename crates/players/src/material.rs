//! The player that counts pieces some moves ahead, in any game whose positions name
//! the owners of pieces.

use rand::RngExt;
use stratalog_game::reason::{Evaluation, FeatureShare};
use stratalog_game::{
    Decision, Described, Judgement, PerfectInformation, Player, PlayerError, Reason, Role,
    Situation,
};
use stratalog_logic::Term;

use crate::search::{SearchLimits, SearchResult, Searcher, Ties};

/// The plies looked ahead when nothing else is specified.
pub const DEFAULT_PLIES: u64 = 1;
/// The number of positions that a decision may visit. The deepest search that ends
/// before decides.
const SEARCHED_POSITIONS: u64 = 2_000_000;

/// Makes the move after which it has the best balance of pieces, assuming best play
/// by this measure for some plies; one of several equally good moves is chosen at
/// random. A win counts more than all pieces, the sooner the better, and a loss
/// less.
pub struct Material<G: PerfectInformation> {
    plies: u32,
    searcher: Searcher<G>,
}

/// The number of pieces of a role minus those of the others. A piece is a fact that
/// names its owner beside something else, such as a square; whose turn it is does
/// not count.
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

impl<G: PerfectInformation + Described> Material<G> {
    /// A player that looks `plies` plies ahead, at least one.
    pub fn new(plies: u32) -> Material<G> {
        Material {
            plies: plies.max(1),
            searcher: Searcher::new(SEARCHED_POSITIONS),
        }
    }

    /// All best moves.
    fn best(
        &mut self,
        game: &G,
        position: &G::Position,
    ) -> Result<SearchResult<G::Move>, PlayerError> {
        let limits = SearchLimits {
            depth: self.plies,
            nodes: SEARCHED_POSITIONS,
        };
        let evaluate = |position: &G::Position, role: Role| {
            let balance = balance(game, position, role);
            balance.clamp(i64::from(i16::MIN), i64::from(i16::MAX)) as i16
        };
        let found = self
            .searcher
            .best_moves(game, position, limits, Ties::All, Some(&evaluate))?;
        found.ok_or(PlayerError::NoMove)
    }
}

/// Why the best moves are best.
fn reason<M>(found: &SearchResult<M>) -> Reason {
    if found.exact {
        return Reason::Search(found.reason());
    }
    let value = f64::from(found.score);
    Reason::Features(Box::new(Evaluation {
        value,
        features: vec![FeatureShare {
            name: "pieces more than the others".to_owned(),
            value,
            weight: 1.0,
            ..FeatureShare::default()
        }],
        ..Evaluation::default()
    }))
}

impl<G: PerfectInformation + Described> Player<G> for Material<G> {
    fn decide(&mut self, situation: Situation<'_, G>) -> Result<Decision<G::Move>, PlayerError> {
        Ok(self.judge(situation)?.decision)
    }

    fn judge(
        &mut self,
        Situation {
            game,
            view,
            role,
            rng,
        }: Situation<'_, G>,
    ) -> Result<Judgement<G::Move>, PlayerError> {
        let mut moves = Vec::new();
        game.choices(view, role, &mut moves);
        if let [mv] = moves[..] {
            let reason = Reason::Forced;
            return Ok(Judgement {
                decision: Decision { mv, reason },
                as_good: Vec::new(),
            });
        }
        let found = self.best(game, view)?;
        let reason = reason(&found);
        let mut best = found.moves;
        let mv = best.remove(rng.random_range(0..best.len()));
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

    /// The move from a position with these pawns, looking one ply ahead, and the
    /// balance before it.
    fn played(pawns: &str) -> (String, i64) {
        let game = breakthrough();
        let position = position(&game, pawns);
        let rng = &mut Seed(1).stream(0);
        let decision = Material::new(1).decide(Situation::new(&game, &position, Role(0), rng));
        let mv = decision.expect("a move").mv;
        (
            game.move_term(mv).to_string(),
            balance(&game, &position, Role(0)),
        )
    }

    #[test]
    fn it_captures_if_it_can_and_prefers_a_win() {
        let capture = "[cell(5, 5, white), cell(4, 4, black), cell(7, 1, white)]";
        assert_eq!(played(capture), ("move(5,5,4,4)".to_owned(), 1));
        let win = "[cell(5, 5, white), cell(4, 4, black), cell(2, 8, white), cell(1, 8, black),
                    cell(1, 1, black)]";
        let (mv, balance) = played(win);
        assert_eq!((mv.as_str(), balance), ("move(2,8,1,7)", -1));
    }

    #[test]
    fn it_looks_ahead_by_the_specified_number_of_plies() {
        let game = breakthrough();
        let pawns = "[cell(5, 5, white), cell(3, 5, black), cell(3, 3, black), cell(8, 1, white)]";
        let position = position(&game, pawns);
        let best = |plies: u32| -> Vec<String> {
            let found = Material::new(plies).best(&game, &position).expect("moves");
            let text = |&mv: &_| game.move_term(mv).to_string();
            found.moves.iter().map(text).collect()
        };
        // After two of the five moves the pawn can be captured.
        let is_taken = |mv: &String| mv.ends_with("4,4)") || mv.ends_with("4,6)");
        assert_eq!(best(1).len(), 5);
        assert_eq!(best(1).iter().filter(|mv| is_taken(mv)).count(), 2);
        assert_eq!(best(2).len(), 3);
        assert!(!best(2).iter().any(is_taken), "{:?}", best(2));
    }

    #[test]
    fn equally_good_moves_are_reported() {
        let game = breakthrough();
        let rng = &mut Seed(2).stream(0);
        let position = stratalog_game::Game::initial(&game, rng);
        let judged = Material::new(2).judge(Situation::new(&game, &position, Role(0), rng));
        let judged = judged.expect("a move");
        // Nothing can be captured yet.
        assert_eq!(judged.as_good.len(), 21);
        assert!(!judged.as_good.contains(&judged.decision.mv));
    }
}
