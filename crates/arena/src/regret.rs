//! Cumulative minimax regret, as the MIGO paper defines it (section 3, "Game
//! Evaluation"): the regret of a game is the minimax outcome of the board it
//! started from less the outcome it had, a win counting 1, a draw 0 and a loss
//! -1; a learner's curve is the sum over its games.
//!
//! Games start from boards chosen at random among those that one move of each
//! player leads to, symmetric ones counted once; the learner begins, its opponent is perfect.

use std::collections::HashSet;

use rand::RngExt;
use stratalog_game::{
    Learner, Outcome, PerfectInformation, Played, Player, PlayerSource, Role, Seating, Turn,
};
use stratalog_players::minimax::MinimaxSource;
use stratalog_players::solution::Solution;
use stratalog_run::{Seed, Stop, Stream};

use crate::error::ArenaError;
use crate::record::Recorder;

/// What a player gave away in a game: the minimax outcome of the board it
/// started from less the outcome it had.
pub fn minimax_regret(expected: Outcome, actual: Outcome) -> i32 {
    expected.value() - actual.value()
}

/// The sums of the regrets of the first game, the first two games, and so on.
pub fn cumulative(regrets: impl IntoIterator<Item = i32>) -> Vec<i64> {
    regrets
        .into_iter()
        .scan(0, |sum, regret| {
            *sum += i64::from(regret);
            Some(*sum)
        })
        .collect()
}

/// A board that games start from, and what it is worth to the role to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board<P> {
    /// The position.
    pub position: P,
    /// Its minimax outcome for the role to move.
    pub expected: Outcome,
    /// The moves that the role to move needs to win; none where it cannot.
    pub moves_to_win: Option<u32>,
}

/// A course of games from boards chosen at random, against a perfect opponent.
pub struct RegretCourse<'g, G: PerfectInformation> {
    game: &'g G,
    boards: Vec<Board<G::Position>>,
    opponents: MinimaxSource<G>,
}

/// One game of a course.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CourseGame {
    /// The board's place in [`RegretCourse::boards`].
    pub board: usize,
    /// How the game ended for the learner.
    pub actual: Outcome,
    /// What it gave away.
    pub regret: i32,
}

impl<'g, G: PerfectInformation + Clone> RegretCourse<'g, G> {
    /// A course for a game small enough to be solved.
    pub fn new(game: &'g G, position_limit: u64) -> Result<RegretCourse<'g, G>, ArenaError> {
        RegretCourse::new_until(game, position_limit, &Stop::default())
    }

    /// [`RegretCourse::new`], unless it is asked to stop.
    pub fn new_until(
        game: &'g G,
        position_limit: u64,
        stop: &Stop,
    ) -> Result<RegretCourse<'g, G>, ArenaError> {
        let solution = Solution::of_game_until(game, position_limit, stop)?;
        RegretCourse::from_boards(game, starting_positions(game), solution)
    }

    /// A course from these boards of a solved game.
    pub fn from_boards(
        game: &'g G,
        boards: Vec<G::Position>,
        solution: Solution<G>,
    ) -> Result<RegretCourse<'g, G>, ArenaError> {
        let boards: Vec<Board<G::Position>> = boards
            .into_iter()
            .filter_map(|position| {
                let value = solution.value_of(game, &position)?;
                let is_won = value.outcome == Outcome::Win;
                let plies = value.plies.filter(|_| is_won);
                Some(Board {
                    position,
                    expected: value.outcome,
                    moves_to_win: plies.map(|plies| plies.div_ceil(2)),
                })
            })
            .collect();
        if boards.is_empty() {
            return Err(ArenaError::NoBoards);
        }
        Ok(RegretCourse {
            game,
            boards,
            opponents: MinimaxSource::solved(solution),
        })
    }

    /// The solution of the game.
    pub fn solution(&self) -> Option<&Solution<G>> {
        self.opponents.solution()
    }

    /// The boards that games start from.
    pub fn boards(&self) -> &[Board<G::Position>] {
        &self.boards
    }

    /// The most moves that a won board takes to win, and at least one: the `Depth` of
    /// algorithm 1 of the paper.
    pub fn depth(&self) -> u32 {
        let needed = self.boards.iter().filter_map(|board| board.moves_to_win);
        needed.max().unwrap_or(1).max(1)
    }

    /// The mean regret of a player that loses every game.
    pub fn worst_case(&self) -> f64 {
        let regrets = self
            .boards
            .iter()
            .map(|board| minimax_regret(board.expected, Outcome::Loss));
        f64::from(regrets.sum::<i32>()) / self.boards.len() as f64
    }

    /// Plays games one after the other, so that the player may learn from each.
    /// Game i takes its board and its random stream from the seed and i.
    pub fn run(
        &self,
        player: Box<dyn Player<G>>,
        games: u64,
        seed: Seed,
    ) -> Result<Vec<CourseGame>, ArenaError> {
        let mut seating = Seating::new(self.game, vec![player, self.opponents.player()]);
        (0..games)
            .map(|number| self.play(&mut seating, number, seed))
            .collect()
    }

    /// Plays games one after the other and shows each to the learner. `watch` is
    /// told of each game, its record, and the learner after it, and says whether to
    /// go on.
    pub fn teach<L: Learner<G> + ?Sized>(
        &self,
        learner: &mut L,
        games: u64,
        seed: Seed,
        watch: impl FnMut(&CourseGame, &Played<G>, &L) -> bool,
    ) -> Result<Vec<CourseGame>, ArenaError> {
        let at_random = |_: &mut L, boards: &[Board<G::Position>], rng: &mut Stream| {
            rng.random_range(0..boards.len() as u32) as usize
        };
        self.teach_from(learner, games, seed, at_random, watch)
    }

    /// [`RegretCourse::teach`] with boards that `choose` chooses: it is given the
    /// learner, the boards and a random stream, and gives the place of a board.
    pub fn teach_from<L: Learner<G> + ?Sized>(
        &self,
        learner: &mut L,
        games: u64,
        seed: Seed,
        mut choose: impl FnMut(&mut L, &[Board<G::Position>], &mut Stream) -> usize,
        mut watch: impl FnMut(&CourseGame, &Played<G>, &L) -> bool,
    ) -> Result<Vec<CourseGame>, ArenaError> {
        let mut opponent = self.opponents.player();
        let mut played = Vec::new();
        for number in 0..games {
            let mut rng = seed.derive("boards").stream(number);
            let chosen = choose(learner, &self.boards, &mut rng).min(self.boards.len() - 1);
            let numbered = (number, chosen);
            let (game, record) = self.teach_game(learner, &mut *opponent, numbered, seed)?;
            played.push(game);
            if !watch(&game, &record, learner) {
                break;
            }
        }
        Ok(played)
    }

    fn teach_game<L: Learner<G> + ?Sized>(
        &self,
        learner: &mut L,
        opponent: &mut dyn Player<G>,
        (number, chosen): (u64, usize),
        seed: Seed,
    ) -> Result<(CourseGame, Played<G>), ArenaError> {
        let (board, role) = self.board(chosen);
        let mut rng = seed.stream(number);
        let mut position = board.position.clone();
        let mut recorder = Recorder::default();
        Seating::new(self.game, vec![Box::new(&mut *learner), Box::new(opponent)])
            .play(role, &mut position, &mut rng, &mut recorder)
            .map_err(|cause| ArenaError::Game {
                number: number + 1,
                cause,
            })?;
        let actual = self.outcome(&position, role);
        let played = Played {
            start: board.position.clone(),
            moves: recorder.moves,
            role,
            outcome: actual,
        };
        learner.learn(self.game, &played);
        let game = CourseGame {
            board: chosen,
            actual,
            regret: minimax_regret(board.expected, actual),
        };
        Ok((game, played))
    }

    /// A board and the role to move.
    fn board(&self, chosen: usize) -> (&Board<G::Position>, Role) {
        let board = &self.boards[chosen];
        let role = match self.game.turn(&board.position) {
            Turn::Role(role) => role,
            Turn::Over | Turn::Failed => Role(0),
        };
        (board, role)
    }

    /// How a game ended for a role; a draw where repetition ended it.
    fn outcome(&self, position: &G::Position, role: Role) -> Outcome {
        match self.game.turn(position) {
            Turn::Over => self.game.outcome(position, role),
            Turn::Role(_) | Turn::Failed => Outcome::Draw,
        }
    }

    fn play(
        &self,
        seating: &mut Seating<'g, G>,
        number: u64,
        seed: Seed,
    ) -> Result<CourseGame, ArenaError> {
        let mut boards = seed.derive("boards").stream(number);
        let chosen = boards.random_range(0..self.boards.len() as u32) as usize;
        let (board, side) = self.board(chosen);
        let mut position = board.position.clone();
        let mut rng = seed.stream(number);
        seating
            .play(side, &mut position, &mut rng, &mut ())
            .map_err(|cause| ArenaError::Game {
                number: number + 1,
                cause,
            })?;
        let actual = self.outcome(&position, side);
        Ok(CourseGame {
            board: chosen,
            actual,
            regret: minimax_regret(board.expected, actual),
        })
    }
}

/// The positions after one move of each player from which the game goes on, the first
/// of each set of symmetric ones, in order of discovery; after fewer moves where
/// every game ends before.
///
/// Which of symmetric boards a game starts from matters to those who make the first
/// move that a rule names. The authors of the paper took the first as well.
pub fn starting_positions<G: PerfectInformation>(game: &G) -> Vec<G::Position> {
    let mut layer = vec![game.initial(&mut Seed(1).stream(0))];
    let mut moves = Vec::new();
    for _ in 0..game.role_count() {
        let mut next_layer: Vec<G::Position> = Vec::new();
        let mut found: HashSet<G::Position> = HashSet::new();
        for position in &layer {
            game.legal_moves(position, &mut moves);
            for &mv in &moves {
                let mut next = position.clone();
                game.play_unchecked(&mut next, mv);
                if game.turn(&next) != Turn::Over && found.insert(game.canonical(&next)) {
                    next_layer.push(next);
                }
            }
        }
        if next_layer.is_empty() {
            break;
        }
        layer = next_layer;
    }
    layer
}

#[cfg(test)]
mod tests {
    use super::*;
    use stratalog_game::{Game, Size};
    use stratalog_games::hexapawn::Stalemate;
    use stratalog_games::{Hexapawn, NoughtsAndCrosses};
    use stratalog_players::random::Random;

    fn count<G: PerfectInformation + Clone>(
        course: &RegretCourse<'_, G>,
        outcome: Outcome,
    ) -> usize {
        let boards = course.boards().iter();
        boards.filter(|board| board.expected == outcome).count()
    }

    #[test]
    fn noughts_and_crosses_starts_from_seven_won_and_five_drawn_boards() {
        let course = RegretCourse::new(&NoughtsAndCrosses, 10_000).expect("small");
        assert_eq!(count(&course, Outcome::Win), 7);
        assert_eq!(count(&course, Outcome::Draw), 5);
        assert_eq!(course.boards().len(), 12);
        assert_eq!(format!("{:.2}", course.worst_case()), "1.58");
    }

    #[test]
    fn hexapawn_starts_from_two_won_and_three_drawn_boards() {
        let game = Hexapawn::new(Size::new(3, 3), Stalemate::Draws).expect("3x3");
        let course = RegretCourse::new(&game, 10_000).expect("small");
        assert_eq!(count(&course, Outcome::Win), 2);
        assert_eq!(count(&course, Outcome::Draw), 3);
        assert_eq!(course.boards().len(), 5);
        assert_eq!(format!("{:.1}", course.worst_case()), "1.4");
        // The boards of the authors' experiment.
        let rows = |board: &Board<_>| {
            let text = game.position_text(&board.position);
            let rows = text.lines().skip(1).take(3);
            let rows = rows.map(|row| row.split_whitespace().skip(1).collect());
            rows.collect::<Vec<String>>().join("/")
        };
        let boards: Vec<String> = course.boards().iter().map(rows).collect();
        for board in [
            "b.b/b../.ww",
            "b.b/wb./.ww",
            "bb./w.b/.ww",
            ".bb/bw./w.w",
            ".bb/.b./w.w",
        ] {
            assert!(boards.iter().any(|own| own == board), "{board}: {boards:?}");
        }
        assert_eq!(course.depth(), 1);
    }

    #[test]
    fn regret_is_what_was_expected_less_what_was_had() {
        assert_eq!(minimax_regret(Outcome::Win, Outcome::Loss), 2);
        assert_eq!(minimax_regret(Outcome::Win, Outcome::Draw), 1);
        assert_eq!(minimax_regret(Outcome::Draw, Outcome::Draw), 0);
        assert_eq!(minimax_regret(Outcome::Draw, Outcome::Loss), 1);
        assert_eq!(cumulative([2, 0, 1]), [2, 2, 3]);
    }

    #[test]
    fn a_perfect_player_has_no_regret_and_a_random_one_has() {
        let game = NoughtsAndCrosses;
        let course = RegretCourse::new(&game, 10_000).expect("small");
        let perfect = course
            .run(course.opponents.player(), 200, Seed(1))
            .expect("games");
        assert!(perfect.iter().all(|game| game.regret == 0));
        let random = course
            .run(Box::new(Random::default()), 200, Seed(1))
            .expect("games");
        assert!(random.iter().all(|game| game.regret >= 0));
        let total: i32 = random.iter().map(|game| game.regret).sum();
        assert!((100..=317).contains(&total), "{total}");
        // The same boards for every player.
        assert!(random.iter().zip(&perfect).all(|(a, b)| a.board == b.board));
    }
}
