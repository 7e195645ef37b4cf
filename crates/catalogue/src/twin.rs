//! Players of a game written in Rust that play its rulesheet, and the other way
//! round: positions and moves are translated through the facts of the rulesheet.

use stratalog_game::{
    Decision, Described, Game, PerfectInformation, Player, PlayerError, Reason, Role, Situation,
    Square,
};
use stratalog_games::{Othello, othello};
use stratalog_rulesheet::{Move, Position, RulesheetGame};
use stratalog_run::Stop;

/// A player of Othello that plays the rulesheet of Othello.
pub struct OthelloAtRulesheet<P> {
    native: Othello,
    player: P,
}

impl<P: Player<Othello>> OthelloAtRulesheet<P> {
    /// Lets a player of the native game play the rulesheet.
    pub fn new(native: Othello, player: P) -> OthelloAtRulesheet<P> {
        OthelloAtRulesheet { native, player }
    }

    fn position(&self, game: &RulesheetGame, view: &Position) -> Option<othello::OthelloPosition> {
        let size = self.native.size();
        let mut cells = vec!['.'; size.area()];
        let mut to_move = "black".to_owned();
        for fact in game.facts(view) {
            match fact.args() {
                [row, column, content] => {
                    let at = |term: &stratalog_logic::Term| u8::try_from(term.as_integer()?).ok();
                    let square = Square::new(at(row)?, at(column)?);
                    let place = size.squares().position(|other| other == square)?;
                    cells[place] = match content.to_string().as_str() {
                        "black" => 'x',
                        "white" => 'o',
                        _ => '.',
                    };
                }
                [role] => to_move = role.to_string(),
                _ => return None,
            }
        }
        let rows: Vec<String> = cells
            .chunks(usize::from(size.columns))
            .map(|row| row.iter().collect())
            .collect();
        let text = format!("{}\n{to_move} to move", rows.join("/"));
        self.native.parse_position(&text).ok()
    }
}

fn lost(what: &str) -> PlayerError {
    PlayerError::Undecided(format!("the {what} has no counterpart in the other game"))
}

impl<P: Player<Othello>> Player<RulesheetGame> for OthelloAtRulesheet<P> {
    fn heed(&mut self, stop: &Stop) {
        self.player.heed(stop);
    }

    fn begin(&mut self, _game: &RulesheetGame, role: Role) {
        self.player.begin(&self.native, role);
    }

    fn decide(
        &mut self,
        Situation {
            game,
            view,
            role,
            rng,
        }: Situation<'_, RulesheetGame>,
    ) -> Result<Decision<Move>, PlayerError> {
        let position = self.position(game, view).ok_or_else(|| lost("position"))?;
        let decision = self
            .player
            .decide(Situation::new(&self.native, &position, role, rng))?;
        let mv = game.move_of(&self.native.move_term(decision.mv));
        Ok(Decision {
            mv: mv.ok_or_else(|| lost("move"))?,
            reason: decision.reason,
        })
    }
}

/// A player of a rulesheet that plays the native game it describes.
pub struct RulesheetPlayer<P> {
    sheet: RulesheetGame,
    player: P,
}

impl<P: Player<RulesheetGame>> RulesheetPlayer<P> {
    /// Lets a player of the rulesheet play the native game.
    pub fn new(sheet: RulesheetGame, player: P) -> RulesheetPlayer<P> {
        RulesheetPlayer { sheet, player }
    }
}

impl<G: Described + PerfectInformation, P: Player<RulesheetGame>> Player<G> for RulesheetPlayer<P> {
    fn heed(&mut self, stop: &Stop) {
        self.player.heed(stop);
    }

    fn begin(&mut self, _game: &G, role: Role) {
        self.player.begin(&self.sheet, role);
    }

    fn decide(
        &mut self,
        Situation {
            game,
            view,
            role,
            rng,
        }: Situation<'_, G>,
    ) -> Result<Decision<G::Move>, PlayerError> {
        let position = self.sheet.position_of(&game.facts(view));
        let position = position.map_err(|_| lost("position"))?;
        let decision = self
            .player
            .decide(Situation::new(&self.sheet, &position, role, rng))?;
        let wanted = self.sheet.move_term(decision.mv);
        let mut moves = Vec::new();
        game.legal_moves(view, &mut moves);
        let mv = moves.iter().find(|&&mv| game.move_term(mv) == wanted);
        Ok(Decision {
            mv: *mv.ok_or_else(|| lost("move"))?,
            reason: native_reason(game, &moves, decision.reason),
        })
    }
}

/// A reason whose alternative is written as the native game writes moves.
fn native_reason<G: Described>(game: &G, moves: &[G::Move], mut reason: Reason) -> Reason {
    if let Reason::Features(evaluation) = &mut reason
        && let Some(alternative) = &mut evaluation.alternative
    {
        let written = |mv: G::Move| game.move_term(mv).to_string();
        let mv = moves.iter().find(|&&mv| written(mv) == alternative.mv);
        if let Some(&mv) = mv {
            alternative.mv = game.move_text(mv);
        }
    }
    reason
}
