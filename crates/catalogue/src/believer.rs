//! The player of rulesheets that hide something: UCT over what the roles know instead of
//! positions (information set Monte Carlo tree search with several observers; Cowling,
//! Powley and Whitehouse 2012). A simulated game starts in a position that agrees with
//! what the player saw. Each role chooses by the results of the games in which it had
//! seen the same, so that no choice depends on what its role cannot know.

mod tree;

use std::time::Instant;

use rand::RngExt;
use stratalog_game::{
    Decision, Game, GameError, Player, PlayerError, PlayerKind, PlayerSource, PlayerSpec, Reason,
    Role, Situation,
};
use stratalog_players::uct::UctLimit;
use stratalog_rulesheet::{Belief, Move, RulesheetGame};
use stratalog_run::{Stop, Stream};

use tree::InformationTree;

/// The player.
pub const KINDS: &[PlayerKind] = &[PlayerKind {
    name: "uct",
    setting: Some("SIMULATIONS"),
    about: "simulated games from positions that agree with what was seen",
}];

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
        let mut tree = InformationTree::new(game, role);
        let mut games = 0;
        while games < most && !is_late() && !self.stop.is_requested() {
            let Some((position, knowledge)) = belief.sample(game, rng) else {
                break;
            };
            tree.simulate(position, knowledge, rng);
            games += 1;
        }
        if let Some(best) = tree.most_tried().filter(|best| moves.contains(&best.mv)) {
            let reason = Reason::Statistics {
                simulations: games,
                visits: best.games,
                mean: best.mean(),
            };
            let mv = best.mv;
            return Ok(Decision { mv, reason });
        }
        let among = moves.len();
        let place = rng.random_range(0..among.max(1));
        let mv = *moves.get(place).ok_or(PlayerError::NoMove)?;
        let reason = Reason::Random { among };
        Ok(Decision { mv, reason })
    }
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
    use stratalog_game::Turn;
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

    /// A coin is under one of four cups. A role may bet at once, which wins in two of five
    /// cases, or look under all cups first and then name one.
    const LOOK_FIRST: &str = "role(looker). role(random). cup(1). cup(2). cup(3). cup(4).
        init(step(1)).
        legal(random, hide(C, L)) :- true(step(1)), cup(C), luck(L).
        legal(random, noop) :- \\+ true(step(1)).
        luck(1). luck(2). luck(3). luck(4). luck(5).
        legal(looker, noop) :- true(step(1)).
        legal(looker, bet) :- true(step(2)).
        legal(looker, look) :- true(step(2)).
        legal(looker, name(C)) :- true(step(3)), cup(C).
        next(coin(C)) :- does(random, hide(C, _)).
        next(coin(C)) :- true(coin(C)).
        next(lucky) :- does(random, hide(_, L)), L =< 2.
        next(lucky) :- true(lucky).
        next(named(C)) :- does(looker, name(C)).
        next(bet) :- does(looker, bet).
        next(step(M)) :- true(step(N)), M is N + 1, M =< 4.
        sees(looker, under(C)) :- does(looker, look), true(coin(C)).
        terminal :- true(step(4)).
        terminal :- true(bet).
        won :- true(bet), true(lucky).
        won :- true(coin(C)), true(named(C)).
        goal(looker, 100) :- won.
        goal(looker, 0) :- \\+ won.";

    #[test]
    fn it_expects_to_use_what_it_will_see() {
        let sheet = Rulesheet::read(Source::new("look.pl", LOOK_FIRST), Syntax::Prolog);
        let game = RulesheetGame::new(&sheet, EngineChoice::default()).expect("a game");
        for seed in 0..20 {
            let mut rng = Seed(seed).stream(0);
            let mut position = game.initial(&mut rng);
            let mut player = Believer::new(UctLimit::Simulations(300));
            player.begin(&game, Role(0));
            while let Turn::Role(role) = game.turn(&position) {
                let view = game.view(&position, role).into_owned();
                let decision = player.decide(Situation::new(&game, &view, role, &mut rng));
                game.play_unchecked(&mut position, decision.expect("a move").mv);
            }
            assert_eq!(game.goal(&position, Role(0)), 100, "seed {seed}");
            // Once the game is over, nothing is hidden.
            let view = game.view(&position, Role(0)).into_owned();
            assert!(game.view_text(&view).contains("coin("));
        }
    }
}
