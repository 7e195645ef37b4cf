//! Many games side by side are the same games as one at a time.

use rand::Rng;
use stratalog_game::{Coded, Game, GameError, Role, Turn};
use stratalog_rulesheet::bundled::find_rulesheet;
use stratalog_rulesheet::{
    Batch, BatchOptions, BatchViews, EngineChoice, Move, Position, RulesheetGame,
};
use stratalog_run::Seed;

fn game(name: &str) -> RulesheetGame {
    let sheet = find_rulesheet(name).expect("it is bundled");
    RulesheetGame::new(&sheet, EngineChoice::default()).expect("it is correct")
}

/// The memory that a batch writes to.
struct Memory {
    facts: Vec<i8>,
    legal: Vec<i8>,
    turns: Vec<i8>,
    rewards: Vec<f32>,
    goals: Vec<u8>,
    terminated: Vec<bool>,
    truncated: Vec<bool>,
}

impl Memory {
    fn of(batch: &Batch) -> Memory {
        let games = batch.games();
        Memory {
            facts: vec![0; games * batch.facts()],
            legal: vec![0; games * batch.moves()],
            turns: vec![0; games],
            rewards: vec![0.0; games],
            goals: vec![0; games * batch.players()],
            terminated: vec![false; games],
            truncated: vec![false; games],
        }
    }

    fn views(&mut self) -> BatchViews<'_> {
        BatchViews {
            facts: &mut self.facts,
            legal: &mut self.legal,
            turns: &mut self.turns,
            rewards: &mut self.rewards,
            goals: &mut self.goals,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
        }
    }
}

fn options(games: usize) -> BatchOptions {
    BatchOptions {
        games,
        agent: None,
        max_steps: 1000,
        seed: Seed(1),
    }
}

#[test]
fn many_games_side_by_side_agree_with_one_at_a_time() {
    for name in ["noughts-and-crosses", "connect-three", "hexapawn", "nim"] {
        let game = game(name);
        let mut rng = Seed(4).stream(0);
        // Two blocks, the second of them not full.
        let games = 530;
        let mut batch = game.batch(options(games)).expect("it is a network");
        let mut memory = Memory::of(&batch);
        batch
            .reset(Seed(1), &mut memory.views())
            .expect("the rules are correct");
        let start = game.initial(&mut rng);
        let mut positions: Vec<Position> = vec![start.clone(); games];
        for _ in 0..25 {
            let mut actions = vec![0; games];
            for (place, position) in positions.iter_mut().enumerate() {
                let mut moves = Vec::new();
                game.legal_moves(position, &mut moves);
                if moves.is_empty() {
                    position.clone_from(&start);
                    continue;
                }
                let mv: Move = moves[rng.next_u64() as usize % moves.len()];
                actions[place] = i64::from(mv.code());
                game.play_unchecked(position, mv);
            }
            batch
                .step(&actions, &mut memory.views())
                .expect("the moves are legal");
            for (place, position) in positions.iter().enumerate() {
                compare(&game, &batch, &memory, place, position);
            }
        }
    }
}

fn compare(game: &RulesheetGame, batch: &Batch, memory: &Memory, place: usize, at: &Position) {
    let turn = match game.turn(at) {
        Turn::Role(role) => role.0 as i8,
        Turn::Over | Turn::Failed => -1,
    };
    assert_eq!(memory.turns[place], turn);
    assert_eq!(memory.terminated[place], turn == -1);
    let facts = &memory.facts[place * batch.facts()..][..batch.facts()];
    let held: Vec<usize> = (0..facts.len()).filter(|&n| facts[n] == 1).collect();
    assert_eq!(held, at.fact_places().collect::<Vec<usize>>());
    let mut moves = Vec::new();
    game.legal_moves(at, &mut moves);
    let legal = &memory.legal[place * batch.moves()..][..batch.moves()];
    let listed: Vec<Move> = (0..legal.len() as u32)
        .filter(|&code| legal[code as usize] == 1)
        .map(Move::from_code)
        .collect();
    assert_eq!(listed, moves);
    if turn == -1 {
        let goals = &memory.goals[place * batch.players()..][..batch.players()];
        let expected = (0..batch.players() as u8).map(|role| game.goal(at, Role(role)));
        assert_eq!(goals, expected.collect::<Vec<u8>>());
    }
}

#[test]
fn an_illegal_action_is_refused_and_changes_nothing() {
    let game = game("noughts-and-crosses");
    let mut batch = game.batch(options(3)).expect("it is a network");
    let mut memory = Memory::of(&batch);
    batch
        .reset(Seed(1), &mut memory.views())
        .expect("the rules are correct");
    let before = memory.facts.clone();
    for wrong in [-1, 10_000, i64::MAX] {
        let refused = batch.step(&[1, wrong, 1], &mut memory.views());
        assert!(
            matches!(&refused, Err(GameError::BadMove { expected, .. }) if expected.contains("game 1")),
            "{refused:?}"
        );
    }
    assert_eq!(memory.facts, before);
    // Number 0 is `noop`: atoms come first in the order of terms.
    assert!(batch.step(&[1, 1, 1], &mut memory.views()).is_ok());
}
