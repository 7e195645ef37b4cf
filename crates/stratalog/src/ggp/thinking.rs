//! Who chooses the moves of a match: a player on a thread of its own, so that a
//! decision that takes too long can be left behind.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Instant;

use stratalog_catalogue::{Options, Playable, find, strategy_file};
use stratalog_game::{
    AnyPosition, Coded, GameError, GameObject, Player, PlayerSpec, Role, Situation,
};
use stratalog_players::uct::{Uct, UctLimit};
use stratalog_rulesheet::{Move, Position, RulesheetGame};
use stratalog_run::Stream;

use super::clock::left_until;

/// Who plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// UCT for as long as the clock allows.
    ClockedUct,
    /// A player by name or file, whose decisions take the time they take.
    Named(PlayerSpec),
}

impl Choice {
    /// Whether moves are made at random.
    pub fn is_random(&self) -> bool {
        matches!(self, Choice::Named(spec) if spec.name == "random")
    }

    /// Who plays, as a user says it. UCT without a limit of its own is limited by
    /// the clock. The games are not known yet, so only players of any game can be
    /// named.
    pub fn of(player: Option<&str>) -> Result<Choice, GameError> {
        let Some(text) = player.filter(|&name| name != "uct") else {
            return Ok(Choice::ClockedUct);
        };
        let Ok(spec) = text.parse::<PlayerSpec>();
        if !strategy_file::is_file(&spec) {
            let example = find("noughts-and-crosses", Options::default())?;
            example.source(&spec).map_err(|error| match error {
                GameError::UnknownPlayer { name, known, .. } => GameError::UnknownPlayer {
                    name,
                    game: "any game".to_owned(),
                    known,
                },
                other => other,
            })?;
        }
        Ok(Choice::Named(spec))
    }
}

/// What is to be decided.
pub struct Question {
    /// The game.
    pub game: RulesheetGame,
    /// What the role sees; it is its turn.
    pub view: Position,
    /// The role.
    pub role: Role,
    /// When thinking ends.
    pub until: Instant,
    /// What the decision may draw from.
    pub rng: Stream,
}

/// A move, or why there is none.
pub type Thought = Result<Move, String>;

/// A thread that decides.
pub struct Thinker {
    questions: Sender<Question>,
    thoughts: Receiver<Thought>,
    /// Questions that were not answered in time.
    overdue: usize,
}

impl Thinker {
    /// A thread with this player.
    pub fn new(choice: Choice) -> Thinker {
        let mut seated = None;
        Thinker::with(move |question| decide(&choice, &mut seated, question))
    }

    /// A thread that decides in this way. A panic costs one decision.
    fn with(mut decide: impl FnMut(Question) -> Thought + Send + 'static) -> Thinker {
        let (questions, asked) = mpsc::channel::<Question>();
        let (answers, thoughts) = mpsc::channel();
        std::thread::spawn(move || {
            while let Ok(question) = asked.recv() {
                let decided = catch_unwind(AssertUnwindSafe(|| decide(question)));
                let thought = decided
                    .unwrap_or_else(|_| Err("the player failed inside the program".to_owned()));
                if answers.send(thought).is_err() {
                    return;
                }
            }
        });
        Thinker {
            questions,
            thoughts,
            overdue: 0,
        }
    }

    /// Whether an earlier question is still being thought about.
    pub fn is_busy(&mut self) -> bool {
        while self.overdue > 0 && self.thoughts.try_recv().is_ok() {
            self.overdue -= 1;
        }
        self.overdue > 0
    }

    /// The answer to a question, if there is one before the deadline.
    pub fn ask(&mut self, question: Question, deadline: Instant) -> Option<Thought> {
        self.questions.send(question).ok()?;
        let thought = self.thoughts.recv_timeout(left_until(deadline));
        if thought.is_err() {
            self.overdue += 1;
        }
        thought.ok()
    }
}

/// A named player and the game it was made for.
struct Seated {
    rules: RulesheetGame,
    game: GameObject,
    player: Box<dyn Player<GameObject>>,
}

fn decide(choice: &Choice, seated: &mut Option<Seated>, question: Question) -> Thought {
    let spec = match choice {
        Choice::ClockedUct => return uct(question),
        Choice::Named(spec) => spec,
    };
    let Question {
        game,
        view,
        role,
        mut rng,
        ..
    } = question;
    // A player that panics is not asked again: it is put back only afterwards.
    let mut seat = match seated.take() {
        Some(seat) if seat.rules == game => seat,
        _ => seat(&game, spec, role)?,
    };
    let view = AnyPosition::new(view);
    let decision = seat
        .player
        .decide(Situation::new(&seat.game, &view, role, &mut rng));
    *seated = Some(seat);
    let mv = decision.map_err(|error| error.to_string())?.mv;
    Ok(Move::from_code(mv.code()))
}

fn seat(rules: &RulesheetGame, spec: &PlayerSpec, role: Role) -> Result<Seated, String> {
    let playable = Playable::new(rules.clone());
    let source = playable.source(spec).map_err(|error| error.to_string())?;
    let mut player = source.player();
    player.begin(&playable.game, role);
    Ok(Seated {
        rules: rules.clone(),
        game: playable.game,
        player,
    })
}

/// The move of UCT, which looks at the clock.
pub fn uct(question: Question) -> Thought {
    let Question {
        game,
        view,
        role,
        until,
        mut rng,
    } = question;
    if game.is_hidden() {
        return Err("the game hides something, which UCT cannot search".to_owned());
    }
    let mut player = Uct::new(UctLimit::Time(left_until(until)));
    let decision = player.decide(Situation::new(&game, &view, role, &mut rng));
    Ok(decision.map_err(|error| error.to_string())?.mv)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use stratalog_logic::Source;
    use stratalog_rulesheet::{EngineChoice, Rulesheet, Syntax};
    use stratalog_run::Seed;

    use super::*;

    #[test]
    fn a_player_that_panics_has_no_move_and_is_asked_again() {
        let rules = "(role you) (legal you stay) (legal you go) (<= (next over) (does you go))
                     (<= terminal (true over)) (goal you 100)";
        let sheet = Rulesheet::read(Source::new("game.kif", rules), Syntax::Kif);
        let game = RulesheetGame::new(&sheet, EngineChoice::default()).expect("a game");
        let question = || Question {
            view: game.raw_initial(),
            game: game.clone(),
            role: Role(0),
            until: Instant::now() + Duration::from_millis(20),
            rng: Seed(1).stream(0),
        };
        let mut asked = 0;
        let mut thinker = Thinker::with(move |question| {
            asked += 1;
            assert!(asked != 1, "this panic is part of the test");
            uct(question)
        });
        let patience = || Instant::now() + Duration::from_secs(60);
        let first = thinker.ask(question(), patience());
        assert!(first.is_some_and(|thought| thought.is_err()));
        let second = thinker.ask(question(), patience());
        assert!(second.is_some_and(|thought| thought.is_ok()));
        assert!(!thinker.is_busy());
    }
}
