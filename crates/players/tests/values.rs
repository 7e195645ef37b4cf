//! Exact values, compared with published values and with each other.

use stratalog_game::{
    Game, Outcome, PerfectInformation, Player, PlayerSource, PositionGraph, Reason, Role,
    Situation, Size, Turn,
};
use stratalog_games::hexapawn::Stalemate;
use stratalog_games::{ConnectFour, Hexapawn, NoughtsAndCrosses, Othello};
use stratalog_players::minimax::MinimaxSource;
use stratalog_players::search::{SearchLimits, Searcher, Ties};
use stratalog_players::solution::{PositionValue, Solution};
use stratalog_players::uct::{Uct, UctLimit};
use stratalog_run::Seed;

fn hexapawn(rows: u8, columns: u8, stalemate: Stalemate) -> Hexapawn {
    Hexapawn::new(Size::new(rows, columns), stalemate).expect("a board")
}

fn solve<G: PerfectInformation>(game: &G) -> Solution<G> {
    Solution::of_game(game, 2_000_000).expect("a small game")
}

/// The value by plain recursion without tables, which the others are compared with.
fn plain<G: PerfectInformation>(game: &G, position: &G::Position, role: Role) -> PositionValue {
    let Turn::Role(mover) = game.turn(position) else {
        let outcome = game.outcome(position, role);
        let plies = (outcome != Outcome::Draw).then_some(0);
        return PositionValue { outcome, plies };
    };
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    let mut best: Option<PositionValue> = None;
    for mv in moves {
        let mut next = position.clone();
        game.play_unchecked(&mut next, mv);
        let after = plain(game, &next, mover);
        let value = PositionValue {
            outcome: after.outcome,
            plies: after.plies.map(|plies| plies + 1),
        };
        if best.is_none_or(|best| value.is_better_than(best)) {
            best = Some(value);
        }
    }
    let value = best.expect("a role to move has a move");
    PositionValue {
        outcome: if mover == role {
            value.outcome
        } else {
            value.outcome.reversed()
        },
        plies: value.plies,
    }
}

#[test]
fn noughts_and_crosses_is_a_draw_in_5478_positions() {
    let solution = solve(&NoughtsAndCrosses);
    assert_eq!(solution.value().outcome, Outcome::Draw);
    assert_eq!(solution.len(), 5478);
}

#[test]
fn gardners_hexapawn_is_lost_for_the_first_player() {
    let solution = solve(&hexapawn(3, 3, Stalemate::Loses));
    assert_eq!(solution.value().outcome, Outcome::Loss);
    assert_eq!(solution.len(), 135);
}

#[test]
fn connect_four_on_four_by_four_is_a_draw() {
    let game = ConnectFour::new(Size::new(4, 4)).expect("4x4");
    let solution = solve(&game);
    assert_eq!(solution.value().outcome, Outcome::Draw);
    assert_eq!(solution.len(), 161_029);
}

#[test]
fn othello_on_four_by_four_is_won_by_the_second_player() {
    let game = Othello::new(Size::new(4, 4)).expect("4x4");
    assert_eq!(solve(&game).value().outcome, Outcome::Loss);
}

/// Compares solution, search and plain recursion on one in `every` positions of a
/// game.
fn agree<G: PerfectInformation>(game: &G, every: usize) {
    let solution = solve(game);
    let mut searcher = Searcher::new(100_000);
    let limits = SearchLimits {
        depth: u32::MAX,
        nodes: u64::MAX,
    };
    for (position, value) in solution.iter(game).step_by(every) {
        let Turn::Role(role) = game.turn(&position) else {
            continue;
        };
        assert_eq!(plain(game, &position, role), value, "{position:?}");
        let found = searcher
            .best_moves(game, &position, limits, Ties::First, None)
            .expect("the game can be searched")
            .expect("a move can be made");
        assert!(found.exact);
        assert_eq!((found.outcome, found.plies), (value.outcome, value.plies));
        let (outcome, _) = searcher
            .outcome(game, &position, u64::MAX)
            .expect("no limits");
        assert_eq!(outcome, value.outcome);
    }
}

#[test]
fn solution_and_search_agree_with_plain_recursion() {
    agree(&NoughtsAndCrosses, 7);
    for stalemate in [Stalemate::Draws, Stalemate::Loses] {
        agree(&hexapawn(3, 3, stalemate), 1);
        agree(&hexapawn(3, 4, stalemate), 1);
        agree(&hexapawn(4, 3, stalemate), 1);
    }
}

#[test]
fn search_agrees_with_the_solution_where_plain_recursion_is_too_slow() {
    fn outcomes<G: PerfectInformation>(game: &G, every: usize) {
        let solution = solve(game);
        let mut searcher = Searcher::new(1_000_000);
        for (position, value) in solution.iter(game).step_by(every) {
            if game.turn(&position) == Turn::Over {
                continue;
            }
            let (outcome, _) = searcher
                .outcome(game, &position, u64::MAX)
                .expect("no limits");
            assert_eq!(outcome, value.outcome, "{position:?}");
        }
    }
    outcomes(&ConnectFour::new(Size::new(4, 4)).expect("4x4"), 997);
    outcomes(&hexapawn(4, 4, Stalemate::Draws), 61);
    outcomes(&Othello::new(Size::new(4, 4)).expect("4x4"), 499);
}

#[test]
fn minimax_wins_as_quickly_and_loses_as_slowly_as_possible() {
    let game = NoughtsAndCrosses;
    let source = MinimaxSource::new(None);
    let mut player = source.player();
    let mut decide = |text: &str| {
        let position = game.parse_position(text).expect("legal");
        let Turn::Role(role) = game.turn(&position) else {
            panic!("{text} is over");
        };
        let mut rng = Seed(1).stream(0);
        let decision = player.decide(Situation::new(&game, &position, role, &mut rng));
        let decision = decision.expect("there is a move");
        (game.move_text(decision.mv), decision.reason.to_string())
    };
    assert_eq!(decide("xx./oo./..."), ("1,3".into(), "wins at once".into()));
    // A nought on the edge loses by force to a cross in the corner.
    let (_, reason) = decide("xo./.../...");
    assert_eq!(reason, "wins in 5 plies with best play");
    // Two threats at once cannot both be blocked.
    let (_, reason) = decide("x.x/.o./o.x");
    assert_eq!(reason, "loses in 2 plies with best play");
    let (_, reason) = decide("...\n...\n...");
    assert_eq!(reason, "draws with best play");
}

#[test]
fn limited_minimax_says_that_it_is_not_exact_and_is_deterministic() {
    let game = Othello::new(Othello::DEFAULT).expect("8x8");
    let source = MinimaxSource::new(Some(3));
    let mut rng = Seed(1).stream(0);
    let position = game.initial(&mut rng);
    let mut decide = |player: &mut Box<dyn stratalog_game::Player<Othello>>| {
        player
            .decide(Situation::new(&game, &position, Role(0), &mut rng))
            .expect("there is a move")
    };
    let mut player = source.player();
    let first = decide(&mut player);
    assert_eq!(decide(&mut player), first);
    assert_eq!(decide(&mut source.player()), first);
    let Reason::Search(search) = first.reason else {
        panic!("{:?}", first.reason);
    };
    assert!(!search.exact && search.depth == 3);
}

#[test]
fn uct_calls_moves_as_good_that_its_simulated_games_cannot_tell_apart() {
    let game = NoughtsAndCrosses;
    let mut player = Uct::new(UctLimit::Simulations(500));
    let mut judged = |text: &str| {
        let position = game.parse_position(text).expect("legal");
        let Turn::Role(role) = game.turn(&position) else {
            panic!("{text} is over");
        };
        let mut rng = Seed(4).stream(0);
        let judgement = player
            .judge(Situation::new(&game, &position, role, &mut rng))
            .expect("there is a move");
        let texts = |mv: &_| game.move_text(*mv);
        let as_good: Vec<String> = judgement.as_good.iter().map(texts).collect();
        (game.move_text(judgement.decision.mv), as_good)
    };
    // A win at once, and moves that let the other win.
    assert_eq!(judged("xx./oo./..."), ("1,3".to_owned(), Vec::new()));
    // Every game that is left is drawn.
    let (_, as_good) = judged("xox/xo./ox.");
    assert_eq!(as_good.len(), 1);
}

#[test]
fn uct_finds_the_winning_move() {
    let game = NoughtsAndCrosses;
    let mut player = Uct::new(UctLimit::Simulations(500));
    for index in 0..20 {
        let mut rng = Seed(3).stream(index);
        let position = game.parse_position("xx./oo./...").expect("legal");
        let decision = player
            .decide(Situation::new(&game, &position, Role(0), &mut rng))
            .expect("there is a move");
        assert_eq!(game.move_text(decision.mv), "1,3");
    }
}

#[test]
fn games_too_large_to_solve_say_so() {
    let game = Othello::new(Othello::DEFAULT).expect("8x8");
    let error = Solution::of_game(&game, 1000).err().expect("it is large");
    assert!(error.to_string().contains("more than 1000 positions"));
    let start = game.initial(&mut Seed(1).stream(0));
    let error = Searcher::new(1000).outcome(&game, &start, 1000);
    assert!(error.is_err());
}
