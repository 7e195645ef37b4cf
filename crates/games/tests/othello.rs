//! The Othello experts play by the rules on every board, and are as strong as they
//! should be.

use stratalog_game::{Game, Outcome, Player, Reason, Role, Situation, Size, Turn};
use stratalog_games::Othello;
use stratalog_games::othello::OthelloPosition;
use stratalog_games::othello::experts::{Orfeo, Wystan};
use stratalog_players::random::Random;
use stratalog_run::Seed;

/// The number of games that the first player wins, out of `games` that start after
/// ten random moves. Each start is played from both sides.
fn won(
    game: &Othello,
    player: &mut dyn Player<Othello>,
    against: &mut dyn Player<Othello>,
    games: u64,
) -> usize {
    let outcomes = (0..games).map(|number| {
        let mut position = started(game, number / 2);
        let side = Role((number % 2) as u8);
        let mut rng = Seed(5).derive("play").stream(number);
        while let Turn::Role(role) = game.turn(&position) {
            let decision = if role == side {
                player.decide(Situation::new(game, &position, role, &mut rng))
            } else {
                against.decide(Situation::new(game, &position, role, &mut rng))
            };
            let mv = decision.expect("a player decides").mv;
            game.play(&mut position, mv).expect("moves are legal");
        }
        game.outcome(&position, side)
    });
    outcomes.filter(|outcome| *outcome == Outcome::Win).count()
}

fn started(game: &Othello, number: u64) -> OthelloPosition {
    let mut rng = Seed(5).stream(number);
    let mut position = game.initial(&mut rng);
    let mut scratch = Vec::new();
    for _ in 0..10 {
        if let Turn::Role(role) = game.turn(&position) {
            let chosen = game.random_choice(&position, role, &mut rng, &mut scratch);
            game.play_unchecked(&mut position, chosen.expect("a role is to move").0);
        }
    }
    position
}

fn eight() -> Othello {
    Othello::new(Othello::DEFAULT).expect("8x8")
}

#[test]
fn orfeo_beats_random_nearly_always() {
    let game = eight();
    let wins = won(&game, &mut Orfeo::new(&game), &mut Random::default(), 200);
    assert!(wins >= 185, "{wins} of 200");
}

#[test]
fn wystan_beats_orfeo_nearly_always() {
    let game = eight();
    let wins = won(&game, &mut Wystan::new(&game), &mut Orfeo::new(&game), 40);
    assert!(wins >= 34, "{wins} of 40");
}

#[test]
fn they_play_on_every_board() {
    for (rows, columns) in [(4, 4), (4, 8), (6, 6), (8, 4)] {
        let game = Othello::new(Size::new(rows, columns)).expect("a board");
        // Every move is checked as it is made.
        won(&game, &mut Wystan::new(&game), &mut Orfeo::new(&game), 6);
    }
}

#[test]
fn wystan_gives_the_features_or_the_search_as_its_reason() {
    let game = eight();
    let mut wystan = Wystan::new(&game);
    let early = wystan.choose(&game, &started(&game, 0)).expect("a move");
    let Reason::Features(shown) = early.reason else {
        panic!("an evaluation, not {:?}", early.reason);
    };
    assert_eq!(shown.features.len(), 4);
    // From sixteen empty squares to the end.
    let late = game
        .parse_position(
            "oooooooo/oxxxxxxo/oxoxoxxo/oxxoxxxo/oxxxoxxo/oxxxxxxx/......../........\n\
             black to move",
        )
        .expect("a position");
    let mut over = late;
    while let Turn::Role(_) = game.turn(&over) {
        let decision = wystan.choose(&game, &over).expect("a move");
        match decision.reason {
            Reason::Forced => {}
            Reason::Search(search) => assert!(search.exact),
            Reason::Features(_) => {
                let [black, white] = over.discs();
                assert!((black | white).count_zeros() > 14);
            }
            other => panic!("not a reason of Wystan: {other:?}"),
        }
        game.play(&mut over, decision.mv).expect("legal");
    }
    assert_eq!(wystan.choose(&game, &over), None);
}
