//! What a strong player does in positions of its own games, as examples for rules.

use rand::RngExt;
use stratalog_catalogue::Playable;
use stratalog_game::{Described, Game, GameObject, PlayerSource, Situation, Turn};
use stratalog_rulelist::Example;
use stratalog_rulesheet::RulesheetGame;
use stratalog_run::{Control, Seed};

use crate::error::Error;

/// Games begin with up to this number of random moves.
const MOST_OPENING: u64 = 8;
/// Every game of this number is held out.
const HELD_OUT: u64 = 4;
/// The most moves of a game.
const MOST_MOVES: usize = 400;

/// Asks a player for its choices.
pub(crate) struct TeacherChoices<'a> {
    /// The game that the player plays.
    pub playable: &'a Playable,
    /// The same game as its rulesheet describes it.
    pub game: &'a RulesheetGame,
    /// The player.
    pub teacher: &'a dyn PlayerSource<GameObject>,
    /// The number of choices.
    pub count: usize,
    /// Decides everything random.
    pub seed: Seed,
}

/// Choices of a player, as positions of the rulesheet's game: the move that the
/// player makes counts as the only best one.
pub(crate) struct Choices {
    /// Those to learn from.
    pub learned: Vec<Example>,
    /// Those of other games.
    pub held_out: Vec<Example>,
}

impl TeacherChoices<'_> {
    /// The player's choices in games against itself after random openings.
    pub fn collect(&self, control: &Control) -> Result<Choices, Error> {
        let object = &self.playable.game;
        let game = self.game;
        let count = self.count;
        let mut player = self.teacher.player();
        let mut choices = Choices {
            learned: Vec::new(),
            held_out: Vec::new(),
        };
        let mut scratch = Vec::new();
        for number in 0..count as u64 {
            let mut rng = self.seed.stream(number);
            let mut position = object.initial(&mut rng);
            let opening = rng.random_range(0..=MOST_OPENING);
            for ply in 0..MOST_MOVES {
                let made = choices.held_out.len() + choices.learned.len();
                if made >= count || control.is_stopped() {
                    return Ok(choices);
                }
                let Turn::Role(role) = object.turn(&position) else {
                    break;
                };
                if (ply as u64) < opening {
                    let drawn = object.random_choice(&position, role, &mut rng, &mut scratch);
                    let Some((mv, _)) = drawn else { break };
                    object.play_unchecked(&mut position, mv);
                    continue;
                }
                player.begin(object, role);
                let decision = player.decide(Situation::new(object, &position, role, &mut rng))?;
                let chosen = object.move_term(decision.mv);
                if let Ok(own) = game.position_of(&object.facts(&position)) {
                    let mut moves = Vec::new();
                    game.legal_moves(&own, &mut moves);
                    let moves = moves
                        .into_iter()
                        .map(|mv| (mv, game.move_term(mv) == chosen));
                    let example = Example {
                        moves: moves.collect(),
                        position: own,
                    };
                    if number.is_multiple_of(HELD_OUT) {
                        choices.held_out.push(example);
                    } else {
                        choices.learned.push(example);
                    }
                }
                control.progress("choices", made as u64 + 1, Some(count as u64));
                object.play_unchecked(&mut position, decision.mv);
            }
        }
        Ok(choices)
    }
}
