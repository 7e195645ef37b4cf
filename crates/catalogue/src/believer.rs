//! The player of rulesheets that hide something: it simulates games from positions
//! that agree with what it saw, and makes the move that did best in them. Moves after
//! the first are random: what others would do depends on what they saw.

use std::time::Instant;

use stratalog_game::{
    Decision, Game, GameError, Player, PlayerError, PlayerKind, PlayerSource, PlayerSpec, Reason,
    Role, Situation, Turn,
};
use stratalog_players::uct::UctLimit;
use stratalog_rulesheet::{Belief, Move, RulesheetGame};
use stratalog_run::{Stop, Stream};

/// The player.
pub const KINDS: &[PlayerKind] = &[PlayerKind {
    name: "uct",
    setting: Some("SIMULATIONS"),
    about: "simulated games from positions that agree with what was seen",
}];

/// A simulated game that is longer counts as drawn.
const MAX_MOVES: u32 = 10_000;

/// The players that a specification names.
pub fn source(spec: &PlayerSpec) -> Result<Box<dyn PlayerSource<RulesheetGame>>, GameError> {
    let limit = stratalog_players::roster::uct_limit(spec)?;
    Ok(Box::new(move || {
        Box::new(Believer::new(limit)) as Box<dyn Player<RulesheetGame>>
    }))
}

/// A player that simulates games from positions it holds possible.
pub struct Believer {
    limit: UctLimit,
    belief: Option<Belief>,
    stop: Stop,
}

/// A move and how its simulated games ended.
struct Tried {
    mv: Move,
    games: u64,
    sum: f64,
}

impl Tried {
    fn mean(&self) -> f64 {
        self.sum / self.games.max(1) as f64
    }

    /// The upper confidence bound of its mean after this many games of all moves.
    fn bound(&self, games: u64) -> f64 {
        if self.games == 0 {
            return f64::INFINITY;
        }
        let spread = (2.0 * (games as f64).ln() / self.games as f64).sqrt();
        self.mean() + spread
    }
}

impl Believer {
    /// A player with this limit for each decision.
    pub fn new(limit: UctLimit) -> Believer {
        Believer {
            limit,
            belief: None,
            stop: Stop::default(),
        }
    }

    /// Decides by what is believed; chooses at random where no position agrees.
    pub fn choose(
        &self,
        game: &RulesheetGame,
        belief: &Belief,
        role: Role,
        moves: &[Move],
        rng: &mut Stream,
    ) -> Result<Decision<Move>, PlayerError> {
        let (most, deadline) = match self.limit {
            UctLimit::Simulations(count) => (count, None),
            UctLimit::Time(time) => (u64::MAX, Instant::now().checked_add(time)),
        };
        let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let tried = |&mv: &Move| Tried {
            mv,
            games: 0,
            sum: 0.0,
        };
        let mut tried: Vec<Tried> = moves.iter().map(tried).collect();
        let mut games = 0;
        while games < most && !is_late() && !self.stop.is_requested() {
            let Some(mut position) = belief.sample(game, rng) else {
                break;
            };
            let best = tried.iter_mut().reduce(|best, other| {
                if other.bound(games) > best.bound(games) {
                    other
                } else {
                    best
                }
            });
            let best = best.ok_or(PlayerError::NoMove)?;
            game.play_unchecked(&mut position, best.mv);
            best.sum += play_out(game, &mut position, role, rng);
            best.games += 1;
            games += 1;
        }
        let best = tried.iter().max_by_key(|tried| tried.games);
        let best = best.ok_or(PlayerError::NoMove)?;
        let reason = match games {
            0 => Reason::Random { among: moves.len() },
            _ => Reason::Statistics {
                simulations: games,
                visits: best.games,
                mean: best.mean(),
            },
        };
        Ok(Decision {
            mv: best.mv,
            reason,
        })
    }
}

/// The goal of a role after random moves to the end, from 0 to 1.
fn play_out(
    game: &RulesheetGame,
    position: &mut stratalog_rulesheet::Position,
    role: Role,
    rng: &mut Stream,
) -> f64 {
    for _ in 0..MAX_MOVES {
        match game.turn(position) {
            Turn::Over => return f64::from(game.goal(position, role)) / 100.0,
            Turn::Failed => break,
            Turn::Role(mover) => match game.random_choice(position, mover, rng, &mut Vec::new()) {
                Some((mv, _)) => game.play_unchecked(position, mv),
                None => break,
            },
        }
    }
    0.5
}

impl Player<RulesheetGame> for Believer {
    fn heed(&mut self, stop: &Stop) {
        self.stop = stop.clone();
    }

    fn begin(&mut self, game: &RulesheetGame, role: Role) {
        self.belief = Some(Belief::new(game, role));
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
        let mut moves = Vec::new();
        game.choices(view, role, &mut moves);
        if let [mv] = moves[..] {
            let reason = Reason::Forced;
            return Ok(Decision { mv, reason });
        }
        let belief = self.belief.take();
        let mut belief = belief.unwrap_or_else(|| Belief::new(game, role));
        belief.follow(game, view, rng);
        let decision = self.choose(game, &belief, role, &moves, rng);
        self.belief = Some(belief);
        decision
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stratalog_logic::Source;
    use stratalog_rulesheet::{EngineChoice, Rulesheet, Syntax};
    use stratalog_run::Seed;

    /// Chance hides a coin under one of four cups. A role looks under one cup, is told
    /// whether the coin is there, and names a cup.
    const CUPS: &str = "(role looker) (role random) (init (step 1))
        (cup 1) (cup 2) (cup 3) (cup 4) (succ 1 2) (succ 2 3) (succ 3 4)
        (<= (legal random (hide ?c)) (true (step 1)) (cup ?c))
        (<= (legal random noop) (not (true (step 1))))
        (<= (legal looker noop) (true (step 1)))
        (<= (legal looker (look ?c)) (true (step 2)) (cup ?c))
        (<= (legal looker (name ?c)) (true (step 3)) (cup ?c))
        (<= (next (coin ?c)) (does random (hide ?c)))
        (<= (next (coin ?c)) (true (coin ?c)))
        (<= (next (named ?c)) (does looker (name ?c)))
        (<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))
        (<= (sees looker here) (does looker (look ?c)) (true (coin ?c)))
        (<= found (true (coin ?c)) (true (named ?c)))
        (<= terminal (true (step 4)))
        (<= (goal looker 100) found) (<= (goal looker 0) (not found))";

    #[test]
    fn it_uses_what_it_saw_and_knows_no_more() {
        let sheet = Rulesheet::read(Source::new("cups.kif", CUPS), Syntax::Kif);
        let game = RulesheetGame::new(&sheet, EngineChoice::default()).expect("a game");
        let (mut seen, mut found) = (0, 0);
        let (mut unseen, mut guessed) = (0, 0);
        for seed in 0..400 {
            let mut rng = Seed(seed).stream(0);
            let mut position = game.initial(&mut rng);
            let mut player = Believer::new(UctLimit::Simulations(100));
            player.begin(&game, Role(0));
            while let Turn::Role(role) = game.turn(&position) {
                let view = game.view(&position, role).into_owned();
                let decision = player.decide(Situation::new(&game, &view, role, &mut rng));
                game.play_unchecked(&mut position, decision.expect("a move").mv);
            }
            let told = game.seen(&position, Role(0));
            let was_there = told.iter().any(|(_, told)| !told.is_empty());
            let is_found = game.goal(&position, Role(0)) == 100;
            if was_there {
                seen += 1;
                found += u32::from(is_found);
            } else {
                unseen += 1;
                guessed += u32::from(is_found);
            }
        }
        // The coin that was seen is always named; else one of three cups has it.
        assert_eq!(found, seen);
        assert!((60..=140).contains(&seen), "{seen}");
        let rate = f64::from(guessed) / f64::from(unseen);
        assert!((0.23..=0.44).contains(&rate), "{guessed} of {unseen}");
    }
}
