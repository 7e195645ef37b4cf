//! Games in which roles choose at the same time, and games with chance.

use stratalog_game::{
    Game, Outcome, Player, PlayerError, PlayerSpec, Role, Seating, Situation, Turn,
};
use stratalog_logic::Source;
use stratalog_players::PlayersError;
use stratalog_players::random::Random;
use stratalog_players::roster;
use stratalog_players::solve::{GameValue, SolvedGame, SolvingMethod, solve, solve_until};
use stratalog_players::uct::{Uct, UctLimit};
use stratalog_rulesheet::{EngineChoice, Rulesheet, RulesheetGame, Syntax};
use stratalog_run::{Seed, Stop};

fn game(rules: &str) -> RulesheetGame {
    let sheet = Rulesheet::read(Source::new("a test", rules), Syntax::Prolog);
    RulesheetGame::new(&sheet, EngineChoice::default()).expect("it makes a game")
}

/// Two roles choose from the same moves once; `goals` says what they get.
fn one_step(moves: &str, goals: &str) -> RulesheetGame {
    game(&format!(
        "role(white). role(black).
         init(start).
         legal(R, M) :- role(R), true(start), choice(M).
         next(chose(R, M)) :- does(R, M).
         terminal :- true(chose(white, _)).
         goal(R, G) :- role(R), true(chose(white, W)), true(chose(black, B)), result(R, W, B, G).
         {moves}
         {goals}"
    ))
}

fn matching_pennies() -> RulesheetGame {
    one_step(
        "choice(heads). choice(tails).",
        "result(white, M, M, 100).
         result(black, M, M, 0) :- choice(M).
         result(white, M, N, 0) :- choice(M), choice(N), M \\= N.
         result(black, M, N, 100) :- choice(M), choice(N), M \\= N.",
    )
}

fn rock_paper_scissors() -> RulesheetGame {
    one_step(
        "choice(rock). choice(paper). choice(scissors).
         beats(rock, scissors). beats(scissors, paper). beats(paper, rock).",
        "result(_, M, M, 50) :- choice(M).
         result(white, M, N, 100) :- beats(M, N).
         result(white, M, N, 0) :- beats(N, M).
         result(black, M, N, 0) :- beats(M, N).
         result(black, M, N, 100) :- beats(N, M).",
    )
}

/// White's 1 is better than its 0 whatever black does; black gains by guessing what
/// white chose.
fn guessing() -> RulesheetGame {
    one_step(
        "choice(0). choice(1).",
        "result(white, 0, 0, 0). result(white, 0, 1, 20).
         result(white, 1, 0, 100). result(white, 1, 1, 80).
         result(black, 0, 0, 100). result(black, 0, 1, 80).
         result(black, 1, 0, 0). result(black, 1, 1, 20).",
    )
}

/// Three rounds of matching pennies in which heads count double.
fn three_rounds() -> RulesheetGame {
    game(
        "role(white). role(black).
         init(round(1)). init(points(0)).
         legal(R, heads) :- role(R). legal(R, tails) :- role(R).
         next(round(N)) :- true(round(M)), N is M + 1.
         next(points(N)) :- true(points(M)), does(white, W), does(black, B), won(W, B, P), N is M + P.
         won(heads, heads, 2). won(tails, tails, 1). won(heads, tails, 0). won(tails, heads, 0).
         terminal :- true(round(4)).
         goal(white, G) :- true(points(P)), G is P * 10.
         goal(black, G) :- true(points(P)), G is 100 - P * 10.",
    )
}

fn solved(game: &RulesheetGame) -> SolvedGame {
    solve(game, 100_000).expect("a zero-sum game")
}

fn mean_goal(solved: &SolvedGame) -> f64 {
    match solved.value {
        GameValue::MeanGoal(goal) => goal,
        GameValue::Outcome(outcome) => panic!("{outcome}"),
    }
}

fn probability(solved: &SolvedGame, role: usize, mv: &str) -> f64 {
    let mut moves = solved.strategies[role].moves.iter();
    moves
        .find(|weighted| weighted.mv == mv)
        .map_or(0.0, |weighted| weighted.probability)
}

/// The mean goal of a player that takes a role for some games against another.
fn played(
    game: &RulesheetGame,
    role: Role,
    games: u64,
    player: impl Fn() -> Box<dyn Player<RulesheetGame>>,
    opponent: impl Fn() -> Box<dyn Player<RulesheetGame>>,
) -> f64 {
    let mut total = 0.0;
    for index in 0..games {
        let mut rng = Seed(7).stream(index);
        let mut position = game.initial(&mut rng);
        Seating::new(game, vec![player(), opponent()])
            .play(role, &mut position, &mut rng, &mut ())
            .expect("the game ends");
        total += f64::from(game.goal(&position, role));
    }
    total / games as f64
}

fn uct() -> Box<dyn Player<RulesheetGame>> {
    Box::new(Uct::new(UctLimit::Simulations(1000)))
}

fn random() -> Box<dyn Player<RulesheetGame>> {
    Box::new(Random::default())
}

/// A player that always makes the same move.
struct Always(&'static str);

impl Player<RulesheetGame> for Always {
    fn decide(
        &mut self,
        Situation { game, .. }: Situation<'_, RulesheetGame>,
    ) -> Result<stratalog_game::Decision<<RulesheetGame as Game>::Move>, PlayerError> {
        let mv = game.parse_move(self.0).expect("a move");
        let reason = stratalog_game::Reason::Human;
        Ok(stratalog_game::Decision { mv, reason })
    }
}

#[test]
fn simultaneous_zero_sum_games_have_the_value_of_their_equilibrium() {
    let pennies = solved(&matching_pennies());
    assert!((mean_goal(&pennies) - 50.0).abs() < 1e-9);
    assert_eq!(pennies.method, SolvingMethod::MatrixGames);
    assert!((probability(&pennies, 1, "heads") - 0.5).abs() < 1e-9);
    let scissors = solved(&rock_paper_scissors());
    assert!((mean_goal(&scissors) - 50.0).abs() < 1e-9);
    for mv in ["rock", "paper", "scissors"] {
        assert!((probability(&scissors, 0, mv) - 1.0 / 3.0).abs() < 1e-9);
    }
    // White's 1 dominates its 0; black then guesses 1.
    let guessing = solved(&guessing());
    assert_eq!(mean_goal(&guessing), 80.0);
    assert_eq!(probability(&guessing, 0, "1"), 1.0);
    assert_eq!(probability(&guessing, 1, "1"), 1.0);
}

#[test]
fn the_value_of_several_simultaneous_steps_is_computed_backwards() {
    // Each round gives white 2/3 of a point: it plays heads with probability 1/3.
    let rounds = solved(&three_rounds());
    assert!((mean_goal(&rounds) - 20.0).abs() < 1e-9, "{rounds:?}");
    for role in [0, 1] {
        assert!((probability(&rounds, role, "heads") - 1.0 / 3.0).abs() < 1e-9);
    }
}

#[test]
fn games_without_a_value_are_refused_with_what_can_be_asked_instead() {
    let dilemma = one_step(
        "choice(silent). choice(betray).",
        "result(_, silent, silent, 60). result(_, betray, betray, 20).
         result(white, silent, betray, 0). result(white, betray, silent, 100).
         result(black, silent, betray, 100). result(black, betray, silent, 0).",
    );
    let error = solve(&dilemma, 1000).expect_err("it is not zero-sum");
    assert!(matches!(error, PlayersError::NotZeroSum { .. }), "{error}");
    assert!(error.to_string().contains("`play` measures the mean goals"));
    let three_roles = game(
        "role(a). role(b). role(c). init(start).
         legal(R, 1) :- role(R). legal(R, 2) :- role(R).
         next(over). terminal :- true(over). goal(R, 50) :- role(R).",
    );
    let error = solve(&three_roles, 1000).expect_err("three roles");
    assert!(error.to_string().contains("3 roles"), "{error}");
    // Nobody is forced to end this game.
    let endless = game(
        "role(white). role(black). init(start).
         legal(R, stop) :- role(R). legal(R, go) :- role(R).
         next(start) :- does(white, go). next(start) :- does(black, go).
         next(over) :- does(white, stop), does(black, stop).
         terminal :- true(over). goal(white, 100). goal(black, 0).",
    );
    assert_eq!(solve(&endless, 1000), Err(PlayersError::SimultaneousCycle));
    let dice = game(
        "role(white). role(random). init(start).
         legal(random, N) :- between(1, 6, N). legal(white, guess(N)) :- between(1, 6, N).
         next(said(R, M)) :- does(R, M). terminal :- true(said(white, _)).
         hit :- true(said(white, guess(N))), true(said(random, N)).
         goal(white, 100) :- hit. goal(white, 0) :- not(hit).",
    );
    assert_eq!(solve(&dice, 1000), Err(PlayersError::Chance));
}

#[test]
fn sequential_games_with_goals_that_are_not_opposed_are_refused() {
    let shared = game(
        "role(white). role(black). init(control(white)).
         legal(white, share) :- true(control(white)). legal(white, take) :- true(control(white)).
         legal(black, wait).
         next(did(M)) :- does(white, M). terminal :- true(did(_)).
         goal(_, 100) :- true(did(share)).
         goal(white, 100) :- true(did(take)). goal(black, 0) :- true(did(take)).",
    );
    let error = solve(&shared, 1000).expect_err("both can win");
    assert!(matches!(error, PlayersError::NotZeroSum { .. }), "{error}");
}

#[test]
fn uct_does_as_well_as_the_second_role_as_it_does_as_the_first() {
    // White's best move gives 90 on average against a random player.
    let game = guessing();
    let first = played(&game, Role(0), 100, uct, random);
    assert!((first - 90.0).abs() < 3.0, "{first}");
    // Against white's best move, black's best reply gives 20 and the other 0. A
    // search that takes white's first move for granted would choose the other.
    let second = played(&game, Role(1), 100, uct, || Box::new(Always("1")));
    assert!(second > 18.0, "{second}");
}

#[test]
fn uct_cannot_be_exploited_where_it_must_mix() {
    let game = matching_pennies();
    for role in [Role(0), Role(1)] {
        for mv in ["heads", "tails"] {
            let goal = played(&game, role, 200, uct, || Box::new(Always(mv)));
            // Four standard deviations of 200 fair coins, and some for the strategy.
            assert!((goal - 50.0).abs() < 20.0, "{role:?} against {mv}: {goal}");
        }
    }
    let game = rock_paper_scissors();
    for role in [Role(0), Role(1)] {
        for mv in ["rock", "paper", "scissors"] {
            let goal = played(&game, role, 200, uct, || Box::new(Always(mv)));
            assert!((goal - 50.0).abs() < 20.0, "{role:?} against {mv}: {goal}");
        }
    }
}

#[test]
fn uct_judges_by_points_that_are_a_small_part_of_the_highest_goal() {
    // Two points for 2 and one for 1, whatever black does.
    let game = one_step(
        "choice(0). choice(1). choice(2).",
        "result(white, M, N, M) :- choice(M), choice(N).
         result(black, M, N, 2) :- choice(M), choice(N).",
    );
    let mut rng = Seed(1).stream(0);
    let position = game.initial(&mut rng);
    let mut player: Uct<RulesheetGame> = Uct::new(UctLimit::Simulations(300));
    let judged = player.judge(Situation::new(&game, &position, Role(0), &mut rng));
    let judged = judged.expect("a judgement");
    assert_eq!(game.move_text(judged.decision.mv), "2");
    assert_eq!(judged.as_good, []);
}

#[test]
fn a_decision_of_uct_does_not_depend_on_what_another_role_chose() {
    let game = rock_paper_scissors();
    let start = game.initial(&mut Seed(1).stream(0));
    let mut moves = Vec::new();
    game.legal_moves(&start, &mut moves);
    let mut decisions = moves.iter().map(|&mv| {
        let mut pending = start.clone();
        game.play_unchecked(&mut pending, mv);
        assert_eq!(game.turn(&pending), Turn::Role(Role(1)));
        assert_eq!(game.choosers(&pending), 2);
        let view = game.view(&pending, Role(1));
        let rng = &mut Seed(3).stream(0);
        uct()
            .decide(Situation::new(&game, &view, Role(1), rng))
            .expect("a move")
    });
    let first = decisions.next().expect("a move");
    assert!(decisions.all(|decision| decision == first));
}

#[test]
fn uct_samples_chance_instead_of_foreseeing_it() {
    // A bet on a coin pays 60 if it falls heads; not betting pays 50.
    let bets = game(
        "role(white). role(random). init(start).
         legal(white, bet) :- true(start). legal(white, decline) :- true(start).
         legal(white, wait) :- true(bets).
         legal(random, noop) :- true(start).
         legal(random, heads) :- true(bets). legal(random, tails) :- true(bets).
         next(bets) :- does(white, bet).
         next(fell(M)) :- true(bets), does(random, M).
         next(declined) :- does(white, decline).
         terminal :- true(fell(_)). terminal :- true(declined).
         goal(white, 60) :- true(fell(heads)). goal(white, 0) :- true(fell(tails)).
         goal(white, 50) :- true(declined).",
    );
    for index in 0..20 {
        let rng = &mut Seed(5).stream(index);
        let position = bets.initial(rng);
        let view = bets.view(&position, Role(0));
        let decision = uct()
            .decide(Situation::new(&bets, &view, Role(0), rng))
            .expect("a move");
        assert_eq!(bets.move_text(decision.mv), "decline");
    }
}

#[test]
fn players_that_assume_alternating_moves_are_not_offered() {
    let names = |game: &RulesheetGame| -> Vec<&str> {
        roster::kinds(game).iter().map(|kind| kind.name).collect()
    };
    let offered = ["random", "minimax", "uct", "human"];
    assert_eq!(names(&matching_pennies()), offered);
    let Ok(spec) = "material".parse::<PlayerSpec>();
    let error = roster::source(&matching_pennies(), &spec).err();
    let message = error.expect("refused").to_string();
    assert!(message.contains("random, minimax, uct"), "{message}");
}

#[test]
fn minimax_draws_its_moves_from_an_optimal_strategy() {
    let decided = |game: &RulesheetGame, role: Role| {
        let Ok(spec) = "minimax".parse::<PlayerSpec>();
        let mut player = roster::source(game, &spec).expect("a player").player();
        let start = game.initial(&mut Seed(1).stream(0));
        let mut made: Vec<String> = Vec::new();
        for number in 0..600 {
            let mut rng = Seed(7).stream(number);
            let view = game.view(&start, role);
            let decision = player.decide(Situation::new(game, &view, role, &mut rng));
            made.push(game.move_text(decision.expect("a move").mv));
        }
        made
    };
    let made = decided(&rock_paper_scissors(), Role(1));
    for mv in ["rock", "paper", "scissors"] {
        let times = made.iter().filter(|made| *made == mv).count();
        assert!((140..260).contains(&times), "{mv}: {times}");
    }
    // One of white's moves is better whatever black does, and black knows it.
    assert!(decided(&guessing(), Role(0)).iter().all(|mv| mv == "1"));
}

#[test]
fn solving_ends_when_it_is_asked_to_stop() {
    let stop = Stop::default();
    stop.request();
    for game in [three_rounds(), nim()] {
        let error = solve_until(&game, 1_000_000, &stop).err();
        assert_eq!(error, Some(PlayersError::Stopped));
    }
}

#[test]
fn uct_with_a_clock_keeps_to_its_time() {
    let Ok(spec) = "uct:50ms".parse::<PlayerSpec>();
    let game = three_rounds();
    let source = roster::source(&game, &spec).expect("a player");
    let start = game.initial(&mut Seed(1).stream(0));
    let began = std::time::Instant::now();
    let decision = source.player().decide(Situation::new(
        &game,
        &start,
        Role(0),
        &mut Seed(1).stream(0),
    ));
    let seconds = began.elapsed().as_secs_f64();
    assert!(game.is_legal(&start, decision.expect("a move").mv));
    assert!((0.05..1.0).contains(&seconds), "{seconds}");
}

fn nim() -> RulesheetGame {
    game(
        "role(white). role(black). init(left(3)). init(control(white)).
         legal(R, take(N)) :- true(control(R)), true(left(L)), between(1, 2, N), N =< L.
         legal(R, noop) :- role(R), not(true(control(R))).
         next(left(M)) :- true(left(L)), does(_, take(N)), M is L - N.
         next(control(white)) :- true(control(black)). next(control(black)) :- true(control(white)).
         terminal :- true(left(0)).
         goal(R, 0) :- true(control(R)). goal(R, 100) :- role(R), not(true(control(R))).",
    )
}

#[test]
fn an_outcome_is_still_the_value_of_a_game_with_turns() {
    assert_eq!(solved(&nim()).value, GameValue::Outcome(Outcome::Loss));
}

#[test]
fn players_that_search_for_one_side_are_not_offered_to_three_roles() {
    let game = game(
        "role(a). role(b). role(c).
         after(a, b). after(b, c). after(c, a).
         init(turn(a)). init(left(6)).
         legal(R, take(N)) :- true(turn(R)), true(left(L)), between(1, 2, N), N =< L.
         legal(R, noop) :- role(R), \\+ true(turn(R)).
         next(left(M)) :- true(left(L)), does(_, take(N)), M is L - N.
         next(turn(R)) :- true(turn(Q)), after(Q, R).
         terminal :- true(left(0)).
         goal(R, 100) :- role(R), after(R, Q), true(turn(Q)).
         goal(R, 0) :- role(R), after(R, Q), \\+ true(turn(Q)).",
    );
    let names: Vec<&str> = roster::kinds(&game).iter().map(|kind| kind.name).collect();
    assert_eq!(names, ["random", "uct", "human"]);
    let Ok(spec) = "minimax".parse::<PlayerSpec>();
    let refused = roster::source(&game, &spec).err().expect("it is refused");
    assert!(refused.to_string().contains("uct"), "{refused}");
}
