//! Is a strategy optimal wherever its game can go?

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use stratalog_arena::ArenaError;
use stratalog_arena::certify::Certificate;
use stratalog_arena::puzzle::certificate_from_start;
use stratalog_catalogue::Playable;
use stratalog_catalogue::strategy_file::{self, Header};
use stratalog_game::promise::{NamedRule, RuleList};
use stratalog_game::{AnyMove, AnyPosition, Game, GameObject, Player, PlayerSpec, Situation, Turn};
use stratalog_logic::Source;
use stratalog_migo::StrategyPlayer;
use stratalog_players::PlayersError;
use stratalog_run::{Clock, Control, Elapsed, Ended, Seed};

use crate::answer::{Answer as IsAnswer, Verdict};
use crate::certified::Certified;
use crate::check_minesweeper;
use crate::error::Error;
use crate::game::{Choice, game_of_strategy};
use crate::input::read_source;

/// Asks whether a strategy is optimal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The strategy's file.
    pub strategy: PathBuf,
    /// The game or the path of its rulesheet, where it is not the one that the
    /// strategy names.
    #[serde(default)]
    pub game: Option<String>,
    /// The board, where it is not the strategy's own.
    #[serde(default)]
    pub board: Option<String>,
    /// Gives up where the game has more positions.
    #[serde(default = "default_limit")]
    pub limit_positions: u64,
    /// Decides everything random.
    #[serde(default = "crate::default_seed")]
    pub seed: Seed,
}

fn default_limit() -> u64 {
    5_000_000
}

impl Request {
    /// Asks about the strategy in a file.
    pub fn new(strategy: impl Into<PathBuf>) -> Request {
        Request {
            strategy: strategy.into(),
            game: None,
            board: None,
            limit_positions: default_limit(),
            seed: crate::default_seed(),
        }
    }
}

/// Whether a strategy is optimal, and where it is not.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Answer {
    /// Of a Minesweeper strategy, in random positions.
    Minesweeper(Box<check_minesweeper::Answer>),
    /// Of any other strategy, in every position.
    Game(Box<GameAnswer>),
}

/// Whether a strategy is optimal in every position of its game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameAnswer {
    /// The game.
    pub game: String,
    /// Its board.
    pub board: String,
    /// The certificate; none where a limit was reached.
    #[serde(flatten)]
    pub certified: Option<Certified>,
    /// How long it took.
    #[serde(flatten)]
    pub elapsed: Elapsed,
    /// Why the check ended.
    #[serde(flatten)]
    pub ended: Ended,
}

impl IsAnswer for Answer {
    fn verdict(&self) -> Verdict {
        match self {
            Answer::Minesweeper(answer) => answer.verdict(),
            Answer::Game(answer) => {
                let certified = answer.certified.as_ref();
                let is_optimal = certified.is_some_and(|certified| certified.optimal);
                Verdict::of_run(&answer.ended, is_optimal)
            }
        }
    }
}

/// The file with rules that the text of a strategy names, if it names one. Who
/// must not open files that others name refuses such a strategy.
pub fn rules_named_by(strategy: &str) -> Option<String> {
    let header = Header::of(&Source::new("strategy", strategy));
    header.fact("rules").map(str::to_owned)
}

impl Request {
    /// Checks the strategy.
    pub fn run(&self, control: &Control) -> Result<Answer, Error> {
        let header = Header::of(&read_source(&self.strategy)?);
        if header.fact("game") == Some("minesweeper") {
            let request = check_minesweeper::Request {
                board: self.board.clone(),
                seed: self.seed,
                ..check_minesweeper::Request::new(&self.strategy)
            };
            let answer = request.run(control)?;
            return Ok(Answer::Minesweeper(Box::new(answer)));
        }
        self.check_game(&header, control)
    }

    fn check_game(&self, header: &Header, control: &Control) -> Result<Answer, Error> {
        let clock = Clock::start();
        let name = game_of_strategy(&self.strategy, header, self.game.as_deref())?;
        let mut choice = Choice {
            game: name,
            board: self.board.clone(),
            first_move: None,
        };
        let mut playable = choice.find()?;
        // Rules without boards to choose from have a board of their own all the same.
        let own_board = header.fact("board").filter(|board| !board.is_empty());
        if let (None, Some(own)) = (&self.board, own_board)
            && playable.game.board() != own
        {
            choice.board = Some(own.to_owned());
            playable = choice.find()?;
        }
        let game = &playable.game;
        control.stage("checking every position");
        let (limit, stop) = (self.limit_positions, control.stop());
        let certified = if header.fact("learner") == Some("zenith") {
            let mut rules = self.evaluation(&playable)?;
            Certificate::of_until(game, &mut rules, limit, stop)
        } else if let Some(mut rules) = strategy_file::rule_list(&self.strategy, game)? {
            if header.fact("solves").is_some() {
                certificate_from_start(game, &mut rules, limit, stop)
            } else {
                Certificate::of_until(game, &mut rules, limit, stop)
            }
        } else {
            let strategy = strategy_file::read(&self.strategy)?;
            let player = StrategyPlayer::new(game, &strategy)?;
            Certificate::of_until(game, &mut player.unbounded(), limit, stop)
        };
        let (certified, ended) = match certified {
            Ok(certificate) => (Some(Certified::new(game, &certificate)), Ended::Done),
            Err(ArenaError::Rival(error @ PlayersError::TooManyPositions { .. })) => {
                (None, Ended::Limit(error.to_string()))
            }
            Err(ArenaError::Rival(PlayersError::Stopped)) => (None, Ended::Stopped),
            Err(error) => return Err(error.into()),
        };
        Ok(Answer::Game(Box::new(GameAnswer {
            game: game.name().to_owned(),
            board: game.board(),
            certified,
            elapsed: clock.elapsed(),
            ended,
        })))
    }

    /// An evaluation as a list of one rule.
    fn evaluation(&self, playable: &Playable) -> Result<PlayerRule, Error> {
        let Ok(spec) = self.strategy.display().to_string().parse::<PlayerSpec>();
        Ok(PlayerRule {
            game: playable.game.clone(),
            player: playable.source(&spec)?.player(),
            seed: self.seed,
        })
    }
}

/// A player as a list of one rule, which names the player's move.
struct PlayerRule {
    game: GameObject,
    player: Box<dyn Player<GameObject>>,
    seed: Seed,
}

impl RuleList<GameObject> for PlayerRule {
    fn rules(&self) -> Vec<NamedRule> {
        vec![NamedRule {
            name: "evaluation".to_owned(),
            promise: None,
        }]
    }

    fn first_named(&mut self, position: &AnyPosition) -> Option<(AnyMove, usize)> {
        let Turn::Role(role) = self.game.turn(position) else {
            return None;
        };
        self.player.begin(&self.game, role);
        let mut rng = self.seed.stream(0);
        let decision = self
            .player
            .decide(Situation::new(&self.game, position, role, &mut rng));
        Some((decision.ok()?.mv, 0))
    }

    fn names(&mut self, _rule: usize, position: &AnyPosition, next: &AnyPosition) -> bool {
        self.first_named(position).is_some_and(|(mv, _)| {
            let mut after = position.clone();
            self.game.play_unchecked(&mut after, mv);
            after == *next
        })
    }
}
