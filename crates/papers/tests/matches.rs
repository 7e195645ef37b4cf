//! How matches behave, whoever plays them and on however many threads.

use stratalog_arena::ArenaError;
use stratalog_arena::contest::{Contest, MatchReport};
use stratalog_catalogue::roster::Roster;
use stratalog_game::{Game, PlayerSpec, Role, Size};
use stratalog_games::hexapawn::Stalemate;
use stratalog_games::{ConnectFour, Hexapawn, NoughtsAndCrosses, Othello};
use stratalog_papers::{csv, plot};
use stratalog_run::{Control, Seed};

fn spec(text: &str) -> PlayerSpec {
    let Ok(spec) = text.parse();
    spec
}

fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .expect("a pool")
        .install(work)
}

fn compare<G: Roster>(game: &G, player: &str, against: &str, games: u64) {
    let run = |threads| {
        on_threads(threads, || {
            let (player, against) = (
                game.source(&spec(player)).expect("a player"),
                game.source(&spec(against)).expect("a player"),
            );
            Contest::new(game, &*player)
                .against(&*against)
                .games(games)
                .seed(Seed(9))
                .opening(2)
                .record_games()
                .run(&Control::default())
                .expect("the games end")
        })
    };
    let one = run(1);
    assert_eq!(one.tally.games(), games);
    for threads in [2, 5] {
        let many = run(threads);
        assert_eq!(one.records, many.records, "{} {player}", game.name());
        assert_eq!((one.tally, one.plies), (many.tally, many.plies));
    }
}

#[test]
fn a_match_is_the_same_on_any_number_of_threads() {
    compare(&NoughtsAndCrosses, "random", "random", 500);
    compare(&NoughtsAndCrosses, "minimax", "uct:20", 100);
    let hexapawn = Hexapawn::new(Size::new(4, 4), Stalemate::Loses).expect("4x4");
    compare(&hexapawn, "uct:10", "random", 100);
    let othello = Othello::new(Othello::DEFAULT).expect("8x8");
    compare(&othello, "random", "random", 200);
    let connect_four = ConnectFour::new(ConnectFour::DEFAULT).expect("6x7");
    compare(&connect_four, "minimax:3", "uct:10", 20);
}

fn play(game: &NoughtsAndCrosses, player: &str, against: &str) -> MatchReport {
    let (player, against) = (
        game.source(&spec(player)).expect("a player"),
        game.source(&spec(against)).expect("a player"),
    );
    Contest::new(game, &*player)
        .against(&*against)
        .games(1000)
        .record_games()
        .run(&Control::default())
        .expect("the games end")
}

#[test]
fn minimax_never_loses_noughts_and_crosses_and_draws_with_itself() {
    let game = NoughtsAndCrosses;
    let against_chance = play(&game, "minimax", "random");
    assert_eq!(against_chance.tally.losses, 0);
    assert!(against_chance.tally.wins > 800);
    assert_eq!(play(&game, "minimax", "minimax").tally.draws, 1000);
    // Seen from the other side wins and losses change places.
    let reversed = play(&game, "random", "minimax");
    assert_eq!(reversed.tally.wins, 0);
}

#[test]
fn uct_beats_chance_and_more_simulations_beat_fewer() {
    let game = ConnectFour::new(Size::new(5, 6)).expect("5x6");
    let rate = |player: &str, against: &str| {
        let (player, against) = (
            game.source(&spec(player)).expect("a player"),
            game.source(&spec(against)).expect("a player"),
        );
        let report = Contest::new(&game, &*player)
            .against(&*against)
            .games(60)
            .run(&Control::default())
            .expect("the games end");
        report.tally.interval().low
    };
    assert!(rate("uct:100", "random") > 0.8);
    assert!(rate("uct:400", "uct:20") > 0.6);
}

#[test]
fn sides_alternate_unless_they_are_fixed() {
    let game = NoughtsAndCrosses;
    let source = game.source(&spec("random")).expect("a player");
    let contest = || Contest::new(&game, &*source).against(&*source).games(101);
    let alternating = contest()
        .record_games()
        .run(&Control::default())
        .expect("the games end");
    assert_eq!(alternating.by_role[0].games(), 51);
    assert_eq!(alternating.by_role[1].games(), 50);
    let fixed = contest()
        .record_games()
        .fixed_sides()
        .run(&Control::default())
        .expect("games");
    assert_eq!(fixed.by_role[0].games(), 101);
    assert!(fixed.records.iter().all(|record| record.role == Role(0)));
}

#[test]
fn each_opening_is_played_from_both_sides() {
    let game = NoughtsAndCrosses;
    let minimax = game.source(&spec("minimax")).expect("a player");
    let report = Contest::new(&game, &*minimax)
        .against(&*minimax)
        .games(400)
        .opening(2)
        .record_games()
        .run(&Control::default())
        .expect("the games end");
    let mut decided = 0;
    for pair in report.records.chunks(2) {
        assert_eq!(pair[0].opening, pair[1].opening);
        // Two perfect players: who has the better side of the opening wins it
        // from that side and loses it from the other.
        assert_eq!(pair[0].outcome, pair[1].outcome.reversed());
        assert_eq!(pair[0].plies, pair[1].plies);
        decided += u32::from(pair[0].outcome != stratalog_game::Outcome::Draw);
    }
    assert!(decided > 20, "the openings do not vary");
}

#[test]
fn what_cannot_be_played_is_refused_in_words() {
    let game = NoughtsAndCrosses;
    let source = game.source(&spec("random")).expect("a player");
    let alone = Contest::new(&game, &*source)
        .games(5)
        .run(&Control::default());
    assert!(matches!(alone, Err(ArenaError::NoOpponent { .. })));
    let none = Contest::new(&game, &*source)
        .against(&*source)
        .games(0)
        .run(&Control::default());
    assert_eq!(none, Err(ArenaError::NoGames));
    let long = Contest::new(&game, &*source)
        .against(&*source)
        .opening(9)
        .run(&Control::default());
    assert_eq!(long, Err(ArenaError::OpeningTooLong { plies: 9 }));
    let error = game
        .source(&spec("deep-blue"))
        .err()
        .expect("no such player");
    assert_eq!(
        error.to_string(),
        "there is no player called 'deep-blue' for noughts-and-crosses; \
         the players are random, minimax, uct, material, human"
    );
}

#[test]
fn results_are_shown_as_csv_and_plot() {
    let game = NoughtsAndCrosses;
    let report = play(&game, "minimax", "random");
    let names: Vec<String> = (0..2).map(|r| game.role_name(Role(r)).to_owned()).collect();
    let csv = csv::match_csv(&report.records, &names);
    assert_eq!(csv.lines().count(), 1001);
    assert!(csv.starts_with("game,opening,role,outcome,moves\n1,1,x,"));
    let svg = plot::match_plot("minimax against random", &report.records)
        .svg()
        .expect("there are points");
    for part in [
        "<svg",
        "minimax against random",
        "games",
        "won",
        "drawn",
        "lost",
        "<polygon",
    ] {
        assert!(svg.contains(part), "{part} is missing");
    }
    assert!(plot::match_plot("nothing", &[]).svg().is_err());
}
