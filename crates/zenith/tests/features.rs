//! Features as the paper defines them: counting, the transformations, and the
//! agreement of the two ways to evaluate a feature.

use stratalog_game::{Described, Game, Turn};
use stratalog_logic::{Source, Term, read_term};
use stratalog_rulesheet::bundled::find_rulesheet;
use stratalog_rulesheet::{EngineChoice, Position, Rulesheet, RulesheetGame, Syntax};
use stratalog_run::Seed;
use stratalog_zenith::english::Names;
use stratalog_zenith::evidence::observer;
use stratalog_zenith::transform::{Criticality, criticality};
use stratalog_zenith::{Cost, Evidence, Feature, Scales, Theory, Transformation};

struct Setting {
    theory: Theory,
    game: RulesheetGame,
    positions: Vec<Position>,
}

fn setting(name: &str, games: u64) -> Setting {
    let sheet = find_rulesheet(name).expect("a game");
    let game = RulesheetGame::new(&sheet, EngineChoice::default()).expect("rules");
    let mut positions = Vec::new();
    let mut scratch = Vec::new();
    for number in 0..games {
        let rng = &mut Seed(3).stream(number);
        let mut position = game.initial(rng);
        while let Turn::Role(role) = game.turn(&position) {
            positions.push(position.clone());
            let (mv, _) = game
                .random_choice(&position, role, rng, &mut scratch)
                .expect("a move");
            game.play_unchecked(&mut position, mv);
        }
    }
    Setting {
        theory: Theory::new(&sheet).expect("a theory"),
        game,
        positions,
    }
}

/// A feature written as `[Variables] - (Goals)`.
fn feature(theory: &Theory, text: &str) -> Feature {
    let read = read_term(text).expect(text).term;
    let [list, body] = read.args() else {
        panic!("{text}")
    };
    let values = list.as_list().expect("a list");
    Feature::new(theory, body.conjuncts(), &values).expect(text)
}

impl Setting {
    fn refs(&self) -> Vec<&Position> {
        self.positions.iter().collect()
    }

    fn apply(&mut self, how: Transformation, feature: &Feature) -> Vec<Feature> {
        let evidence = Evidence {
            game: &self.game,
            positions: self.positions.iter().collect(),
        };
        how.apply(&mut self.theory, feature, 0, &evidence)
    }

    fn has(&self, made: &[Feature], text: &str) -> bool {
        let wanted = feature(&self.theory, text);
        made.iter().any(|new| new.key() == wanted.key())
    }

    fn values(&self, feature: &Feature, positions: &[&Position]) -> Vec<u32> {
        let features = std::slice::from_ref(feature);
        let observer = observer(&self.theory, &self.game, features).expect("small");
        observer.counts(positions).iter().map(|c| c[0]).collect()
    }
}

const MOVES: &str = "[R, C] - (placement(black, R, C))";

#[test]
fn a_value_is_the_number_of_different_assignments_to_the_list() {
    // White on c3 and c4, black around: the matches of the paper's Figure 5.
    let setting = setting("othello", 0);
    let white = ["cell(3,3,white)", "cell(4,3,white)"];
    let black = [
        "cell(3,2,black)",
        "cell(3,4,black)",
        "cell(4,4,black)",
        "cell(4,5,black)",
        "cell(5,4,black)",
        "cell(5,5,black)",
    ];
    let discs = white.iter().chain(&black);
    let mut facts: Vec<Term> = discs.map(|d| read_term(d).expect("a fact").term).collect();
    for row in 1..=8 {
        for column in 1..=8 {
            let is_taken = facts.iter().any(|fact| {
                fact.args()[0] == Term::Integer(row) && fact.args()[1] == Term::Integer(column)
            });
            if !is_taken {
                let blank = [
                    Term::Integer(row),
                    Term::Integer(column),
                    Term::atom("blank"),
                ];
                facts.push(Term::compound("cell", blank));
            }
        }
    }
    facts.push(read_term("control(black)").expect("a fact").term);
    let position = setting.game.position_of(&facts).expect("a position");
    let body = "(true(cell(R,C,blank)), beside(R,C,DR,DC,R2,C2), true(cell(R2,C2,white)))";
    let value = |list: &str| {
        let feature = feature(&setting.theory, &format!("{list} - {body}"));
        setting.values(&feature, &[&position])[0]
    };
    let lists = ["[]", "[R, C]", "[R2, C2]", "[R, C, R2, C2]"];
    assert_eq!(lists.map(value), [1, 6, 2, 7]);
}

#[test]
fn networks_and_the_solver_agree_on_features_of_every_kind() {
    let mut setting = setting("othello", 6);
    let moves = feature(&setting.theory, MOVES);
    let pieces = feature(&setting.theory, "[R, C] - (true(cell(R, C, black)))");
    let mut made = vec![moves.clone(), pieces.clone()];
    made.extend(setting.apply(Transformation::RegressFormula, &pieces));
    made.extend(setting.apply(Transformation::RegressFormula, &moves));
    made.extend(setting.apply(Transformation::ExpandToBaseCase, &moves));
    let grown: Vec<Feature> = made.clone();
    for parent in &grown {
        made.extend(setting.apply(Transformation::RemoveNegation, parent));
        made.extend(setting.apply(Transformation::LimitNumber, parent));
    }
    let sample: Vec<&Position> = setting.refs().into_iter().step_by(60).collect();
    let scales = Scales::new(
        &setting.theory,
        &setting.game,
        &sample,
        Cost::Steps,
        300_000,
    );
    let mut compared = 0;
    for feature in &made {
        let features = std::slice::from_ref(feature);
        let Some(observer) = observer(&setting.theory, &setting.game, features) else {
            continue;
        };
        let fast = observer.counts(&sample);
        for (fast, plain) in fast.iter().zip(scales.values(feature)) {
            if let Some(plain) = plain {
                assert_eq!(fast[0], plain, "{feature:?}");
                compared += 1;
            }
        }
    }
    assert!(
        made.len() > 20 && compared > 100,
        "{} {compared}",
        made.len()
    );
}

#[test]
fn pieces_and_moves_are_derived_from_the_goal_of_the_game() {
    let mut setting = setting("othello", 0);
    let won = feature(&setting.theory, "[] - (terminal, goal(black, 100))");
    let counts = setting.apply(Transformation::SplitArithComp, &won);
    assert!(setting.has(&counts, "[R, C] - (true(cell(R, C, black)))"));
    assert!(setting.has(&counts, "[R, C] - (true(cell(R, C, white)))"));
    let parts = setting.apply(Transformation::SplitConjunction, &won);
    assert!(setting.has(&parts, "[] - (terminal)"));
    let over = feature(&setting.theory, "[] - (\\+ can_place(black))");
    let moves = setting.apply(Transformation::RemoveNegation, &over);
    assert!(setting.has(&moves, MOVES));
}

#[test]
fn discs_that_no_move_can_turn_are_derived_without_a_definition() {
    let mut setting = setting("othello", 20);
    let pieces = feature(&setting.theory, "[R, C] - (true(cell(R, C, black)))");
    let before = setting.apply(Transformation::RegressFormula, &pieces);
    let stable = before
        .iter()
        .find(|new| {
            let text = Term::conjunction(new.goals.iter().cloned()).to_string();
            new.goals[0] == pieces.goals[0] && text.contains("turned_by_white")
        })
        .expect("black's discs that white's moves leave alone")
        .clone();
    let axes = setting.apply(Transformation::RemoveNegation, &stable);
    assert!(axes.iter().any(|new| new.things().len() == 3), "{axes:?}");
    // Corners are always stable; the middle of the board is not.
    let always = setting.apply(Transformation::VariableSpecialize, &stable);
    assert_eq!(always.len(), 1);
    let set = always[0]
        .goals
        .last()
        .expect("a set")
        .functor()
        .expect("a call");
    let members: Vec<String> = setting
        .theory
        .clauses(set)
        .iter()
        .map(|clause| format!("{},{}", clause.head.args()[0], clause.head.args()[1]))
        .collect();
    for corner in ["1,1", "1,8", "8,1", "8,8"] {
        assert!(
            members.contains(&corner.to_owned()),
            "{corner}: {members:?}"
        );
    }
    assert!(!members.contains(&"4,4".to_owned()));
}

#[test]
fn goals_that_a_move_achieves_are_the_least_critical() {
    let mut setting = setting("othello", 0);
    let mut level = |text: &str| {
        let goal = read_term(text).expect(text).term;
        criticality(&mut setting.theory, &goal, 0)
    };
    assert_eq!(level("true(cell(R, C, black))"), Criticality::Achievable);
    assert_eq!(level("true(cell(R, C, white))"), Criticality::Changing);
    assert_eq!(level("true(cell(R, C, blank))"), Criticality::Changing);
    assert_eq!(level("beside(A, B, C, D, E, F)"), Criticality::Fixed);
    assert_eq!(
        level("bracketed(black, R, C, D, E)"),
        Criticality::Achievable
    );
}

#[test]
fn mobility_is_abstracted_to_the_frontier() {
    let mut setting = setting("othello", 0);
    let moves = feature(&setting.theory, MOVES);
    let squares = setting.apply(Transformation::ExpandToBaseCase, &moves);
    let frontier: Vec<Feature> = squares
        .iter()
        .flat_map(|new| setting.apply(Transformation::RemoveLcTerm, new))
        .collect();
    let all = "[R, C, DR, DC, R2, C2] - \
               (true(cell(R,C,blank)), beside(R,C,DR,DC,R2,C2), true(cell(R2,C2,white)))";
    assert!(setting.has(&frontier, all), "{frontier:?}");
    let full = feature(&setting.theory, all);
    let shorter = setting.apply(Transformation::RemoveVariable, &full);
    // A row and a column are one thing: three things can be removed.
    assert_eq!(shorter.len(), 3);
}

#[test]
fn a_recursive_predicate_loses_its_base_case() {
    let mut setting = setting("othello", 2);
    let line = "[R, C, DR, DC] - (true(cell(R, C, blank)), beside(R, C, DR, DC, R2, C2), \
                bracketed(black, R2, C2, DR, DC))";
    let line = feature(&setting.theory, line);
    let made = setting.apply(Transformation::RemoveDisjunct, &line);
    // Lines of two discs or more.
    let long = "[R, C, DR, DC] - (true(cell(R, C, blank)), beside(R, C, DR, DC, R2, C2), \
                true(cell(R2, C2, white)), beside(R2, C2, DR, DC, R3, C3), \
                bracketed(black, R3, C3, DR, DC))";
    assert_eq!(made.len(), 1);
    let long = feature(&setting.theory, long);
    let positions = setting.refs();
    let values = setting.values(&made[0], &positions);
    assert_eq!(values, setting.values(&long, &positions));
    assert_ne!(values, setting.values(&line, &positions));
}

#[test]
fn a_formula_with_too_many_alternatives_to_read_is_no_feature() {
    let setting = setting("othello", 0);
    let whether = |squares: i64| {
        let cell = |number: i64| {
            let place = [number / 8 + 1, number % 8 + 1].map(Term::Integer);
            let fact = place.into_iter().chain([Term::atom("black")]);
            Term::compound("true", [Term::compound("cell", fact)])
        };
        let or = |all: Term, one: Term| Term::compound(";", [all, one]);
        let either = (0..squares).map(cell).reduce(or).expect("some squares");
        Feature::new(&setting.theory, vec![either], &[])
    };
    assert!(whether(8).is_some());
    assert!(whether(60).is_none());
}

#[test]
fn parts_without_a_common_variable_become_features() {
    let mut setting = setting("othello", 0);
    let both = "[A, B, C, D] - (true(cell(A, B, black)), true(cell(C, D, white)))";
    let both = feature(&setting.theory, both);
    let parts = setting.apply(Transformation::SplitConjunction, &both);
    assert_eq!(parts.len(), 2);
    assert!(setting.has(&parts, "[R, C] - (true(cell(R, C, black)))"));
}

#[test]
fn features_are_derived_in_every_two_player_game() {
    for name in ["connect-four", "breakthrough", "noughts-and-crosses"] {
        let mut setting = setting(name, 1);
        let role = setting.theory.roles()[0].to_string();
        let won = feature(
            &setting.theory,
            &format!("[] - (terminal, goal({role}, 100))"),
        );
        let mut made = vec![won];
        for round in 0..2 {
            for parent in made.clone() {
                for how in Transformation::ALL {
                    if round == 0 || how != Transformation::RegressFormula {
                        made.extend(setting.apply(how, &parent));
                    }
                }
            }
        }
        assert!(made.len() > 5, "{name}: {}", made.len());
    }
}

#[test]
fn a_cheaper_order_counts_the_same() {
    let setting = setting("othello", 3);
    let sample: Vec<&Position> = setting.refs().into_iter().step_by(20).collect();
    let scales = Scales::new(
        &setting.theory,
        &setting.game,
        &sample,
        Cost::Steps,
        300_000,
    );
    // Every pair of a disc and a square is visited before the corner is tested.
    let slow = "[R, C] - (true(cell(R, C, black)), beside(A, B, DR, DC, R, C), \
                true(cell(A, B, blank)), true(cell(1, 1, white)))";
    let slow = feature(&setting.theory, slow);
    let cost = scales.cost(&slow);
    let (fast, less) = stratalog_zenith::order::cheapest(&slow, cost, &scales);
    assert!(less <= cost, "{less} {cost}");
    assert_eq!(scales.values(&fast), scales.values(&slow));
    let late = "[R, C] - (beside(A, B, DR, DC, R, C), true(cell(A, B, blank)), \
                true(cell(R, C, black)), placement(white, A, B))";
    let late = feature(&setting.theory, late);
    let cost = scales.cost(&late);
    let (fast, less) = stratalog_zenith::order::cheapest(&late, cost, &scales);
    assert!(less < cost, "{less} {cost}");
    assert_eq!(scales.values(&fast), scales.values(&late));
}

#[test]
fn each_way_to_achieve_a_condition_is_a_feature() {
    let mut breakthrough = setting("breakthrough", 1);
    let won = feature(&breakthrough.theory, "[] - (goal(white, 100))");
    let ways = breakthrough.apply(Transformation::SplitCases, &won);
    assert_eq!(ways.len(), 2, "{ways:?}");
    assert!(breakthrough.has(&ways, "[] - (arrived(white))"));
    // No piece is left: the negated condition is counted next.
    let pieces: Vec<Feature> = ways
        .iter()
        .flat_map(|way| breakthrough.apply(Transformation::RemoveNegation, way))
        .collect();
    assert!(breakthrough.has(&pieces, "[R, C] - (true(cell(R, C, black)))"));
    // A single clause, or more than one goal, cannot be split.
    let one = feature(&breakthrough.theory, "[R, C] - (true(cell(R, C, white)))");
    assert!(
        breakthrough
            .apply(Transformation::SplitCases, &one)
            .is_empty()
    );
}

#[test]
fn the_summands_of_a_recursive_sum_become_features() {
    let mut network = setting("network", 0);
    let carried = "[P] - (carried_up_to(6, T), between(1, T, P))";
    let carried = feature(&network.theory, carried);
    let parts = network.apply(Transformation::SplitArithCalc, &carried);
    let first = "[K, S, P] - (stream(K, S), first(S, N), between(1, N, P))";
    assert!(network.has(&parts, first), "{parts:?}");
    let second = "[K, S, P] - (stream(K, S), second(S, N), between(1, N, P))";
    assert!(network.has(&parts, second), "{parts:?}");
    // The traffic on a second route is limited by the overflow and by the free
    // circuits of its legs.
    let second = feature(&network.theory, second);
    let parts = network.apply(Transformation::SplitArithCalc, &second);
    let asks = |name: &str| {
        let calls = |goal: &Term| goal.functor().is_some_and(|f| f.name.as_str() == name);
        parts.iter().any(|part| part.goals.iter().any(calls))
    };
    assert!(asks("overflow") && asks("left"), "{parts:?}");
    // The traffic of the other streams belongs to earlier steps of the recursion.
    let left = "[K, G, P] - (left(K, G, R), between(1, R, P))";
    let left = feature(&network.theory, left);
    let parts_of_left = network.apply(Transformation::SplitArithCalc, &left);
    let is_of_first = |part: &Feature| {
        let calls = |name: &str| {
            let is_call = |goal: &Term| goal.functor().is_some_and(|f| f.name.as_str() == name);
            part.goals.iter().any(is_call)
        };
        !calls("left") && !calls("second")
    };
    assert!(!parts_of_left.is_empty() && parts_of_left.iter().all(is_of_first));
    // The traffic on a first route is limited by the load of the stream and by
    // the busy circuits.
    let first = feature(&network.theory, first);
    let parts = network.apply(Transformation::SplitArithCalc, &first);
    let counts = |name: &str| {
        let is_counted = |part: &Feature| {
            let ends = part.goals.iter();
            let ends = ends.filter_map(|goal| goal.as_compound("between".into(), 3));
            let ends: Vec<&Term> = ends.map(|args| &args[1]).collect();
            let facts = part.goals.iter();
            let mut facts = facts.filter_map(|goal| goal.as_compound("true".into(), 1));
            facts.any(|fact| {
                let is_named = fact[0].functor().is_some_and(|f| f.name.as_str() == name);
                is_named && fact[0].args().iter().any(|arg| ends.contains(&arg))
            })
        };
        parts.iter().any(is_counted)
    };
    assert!(counts("load") && counts("busy"), "{parts:?}");
    // Goals that only bound other operands are removed.
    let load = "[K, S, P] - (stream(K, S), true(load(S, N)), between(1, N, P))";
    assert!(network.has(&parts, load), "{parts:?}");
}

#[test]
fn a_regressed_feature_predicts_the_next_value() {
    let mut network = setting("network", 3);
    let carried = feature(
        &network.theory,
        "[P] - (true(carried(D)), between(1, D, P))",
    );
    let before = network.apply(Transformation::RegressFormula, &carried);
    let parts: Vec<Feature> = before
        .iter()
        .flat_map(|pre| network.apply(Transformation::SplitArithCalc, pre))
        .collect();
    // Controls hold unless the move changes them: the negated condition on the
    // move is tested for each kind of move.
    let wanted = "[P] - (carried_up_to_by_manager(wait, 6, T), between(1, T, P))";
    assert!(network.has(&parts, wanted), "{parts:?}");
    let soon = feature(&network.theory, wanted);
    let wait = Term::atom("wait");
    let after: Vec<Position> = network
        .positions
        .iter()
        .map(|position| {
            let mut moves = Vec::new();
            network.game.legal_moves(position, &mut moves);
            let is_wait = |mv: &&_| network.game.move_term(**mv) == wait;
            let mv = *moves.iter().find(is_wait).expect("waiting is allowed");
            let mut next = position.clone();
            network.game.play_unchecked(&mut next, mv);
            next
        })
        .collect();
    let so_far = network.values(&carried, &network.refs());
    let in_all = network.values(&carried, &after.iter().collect::<Vec<_>>());
    let predicted = network.values(&soon, &network.refs());
    let differences: Vec<u32> = in_all.iter().zip(&so_far).map(|(a, b)| a - b).collect();
    assert_eq!(predicted, differences);
    assert!(differences.iter().min() < differences.iter().max());
}

#[test]
fn transformations_derive_discs_next_to_empty_corners() {
    let mut othello = setting("othello", 3);
    let corners: Vec<Vec<Term>> = [(1, 1), (1, 8), (8, 1), (8, 8)]
        .iter()
        .map(|&(row, column)| vec![Term::Integer(row), Term::Integer(column)])
        .collect();
    // The result of variable-specialize on semi-stable discs, given enough games.
    assert_eq!(othello.theory.add_set("always", &corners), "always_1");
    let stable = "[R, C] - (true(cell(R, C, black)), always_1(R, C))";
    let stable = feature(&othello.theory, stable);
    let takeable = othello.apply(Transformation::RegressFormula, &stable);
    let squares: Vec<Feature> = takeable
        .iter()
        .flat_map(|pre| othello.apply(Transformation::ExpandToBaseCase, pre))
        .collect();
    let beside: Vec<Feature> = squares
        .iter()
        .flat_map(|pre| othello.apply(Transformation::RemoveLcTerm, pre))
        .collect();
    let shorter: Vec<Feature> = beside
        .iter()
        .flat_map(|pre| othello.apply(Transformation::RemoveVariable, pre))
        .collect();
    let discs: Vec<Feature> = shorter
        .iter()
        .flat_map(|pre| othello.apply(Transformation::RemoveVariable, pre))
        .collect();
    let wanted = "[R2, C2] - (always_1(R, C), true(cell(R, C, blank)), \
                  beside(R, C, DR, DC, R2, C2), true(cell(R2, C2, white)))";
    assert!(othello.has(&discs, wanted), "{beside:?}");
    let sample: Vec<&Position> = othello.refs().into_iter().step_by(5).collect();
    let scales = Scales::new(&othello.theory, &othello.game, &sample, Cost::Steps, 10_000);
    let two_squares = "[R, C, DR, DC, R2, C2, R3, C3] - (always_1(R, C), \
                       true(cell(R, C, blank)), beside(R, C, DR, DC, R2, C2), \
                       true(cell(R2, C2, white)), beside(R2, C2, DR, DC, R3, C3), \
                       true(cell(R3, C3, black)))";
    assert!(othello.has(&squares, two_squares), "{squares:?}");
    let two_squares = feature(&othello.theory, two_squares);
    // The control of section 4.3 does not get here: discs on corners are regressed
    // only below a tenth of the limit, and this is abstracted only above it, but is
    // cheaper.
    assert!(scales.cost(&two_squares) < scales.cost(&stable));
}

#[test]
fn the_english_of_a_number_uses_the_words_of_the_rules() {
    let network = setting("network", 0);
    let names = Names::new(&network.theory);
    let says = |text: &str| names.english(&feature(&network.theory, text));
    assert_eq!(
        says("[P] - (true(carried(D)), between(1, D, P))"),
        "The greatest D such that carried is D."
    );
    assert_eq!(
        says("[S, P] - (overflow(S, V), between(1, V, P))"),
        "The sum over all S of the greatest V such that overflow of S is V."
    );
    assert_eq!(
        says("[S] - (true(control(S, cancel)), true(load(S, N)), M is N - 1, M > 2)"),
        "The number of controls S that are cancel such that load of S is N, \
         and Last is N-1, and Last>2."
    );
}

#[test]
fn the_english_of_single_squares_and_of_sums_is_short() {
    let mut othello = setting("othello", 0);
    let corner = vec![vec![Term::Integer(1), Term::Integer(8)]];
    let set = othello.theory.add_set("place", &corner);
    let names = Names::new(&othello.theory);
    let says = |text: &str| names.english(&feature(&othello.theory, text));
    assert_eq!(
        says(&format!("[R, C] - ({set}(R, C), true(cell(R, C, black)))")),
        "Whether square (1, 8) is black."
    );
    assert_eq!(
        says("[R, C, I] - (true(cell(R, C, black)), between(1, R, I))"),
        "The sum of R over all squares (R, C) that are black."
    );
}

#[test]
fn the_english_of_a_line_of_squares_counts_them() {
    let text = "role(red). role(blue). init(cell(1, 1, empty)). init(turn(red)).\n\
                next_to(1, 2). next_to(2, 3). next_to(3, 4).\n\
                index(1). index(2). index(3). index(4).\n\
                legal(P, mark(X, Y)) :- role(P), index(X), index(Y).\n\
                next(cell(X, Y, P)) :- does(P, mark(X, Y)).\n\
                next(owns(P, X, Y)) :- does(P, mark(X, Y)).\n\
                says(owns(P, X, Y), 'the square (X, Y) belongs to P'). says(cell/3, square).\n\
                terminal :- true(cell(4, 4, red)).\n\
                goal(red, 100) :- terminal. goal(blue, 0) :- terminal.\n";
    let sheet = Rulesheet::read(Source::new("lines.pl", text), Syntax::Prolog);
    let game = RulesheetGame::new(&sheet, EngineChoice::default()).expect("rules");
    let theory = Theory::new(&sheet).expect("a theory");
    let theory = theory.knowing(game.possible_facts());
    let names = Names::new(&theory);
    let says = |text: &str| names.english(&feature(&theory, text));
    assert_eq!(
        says(
            "[X, Y, X2] - (index(X), true(cell(X, Y, red)), next_to(X, X2), \
             true(cell(X2, Y, red)))"
        ),
        "The number of squares (X, Y) that are red such that square (X+1, Y) is red."
    );
    assert_eq!(
        says("[X, Y] - (true(owns(red, X, Y)), \\+ true(cell(X, Y, blue)))"),
        "The number of squares (X, Y) such that the square (X, Y) belongs to red, \
         and square (X, Y) is not blue."
    );
    assert_eq!(
        says("[X, Y] - (true(cell(X, Y, red)), \\+ (true(cell(X2, Y2, blue)), next_to(Y, Y2)))"),
        "The number of squares (X, Y) that are red such that there is no X2 such that \
         square (X2, Y+1) is blue."
    );
    // What one side of a disjunction says of a number does not hold on the other.
    assert_eq!(
        says(
            "[X, Y, X2] - (true(cell(X, Y, red)), true(cell(X2, Y, blue)), \
             (next_to(X, X2) ; next_to(X2, X)))"
        ),
        "The number of ways to choose a square (X, Y) and X2 such that square (X, Y) is red, \
         and square (X2, Y) is blue, and either next to holds for (X, X2) or next to holds \
         for (X2, X)."
    );
}

#[test]
fn the_english_of_roles_and_of_what_does_not_hold_is_plain() {
    let text = "role(red). role(blue). init(lives(red, 3)). init(lives(blue, 3)). init(open).\n\
                legal(P, hit) :- role(P). less(3, 2). less(2, 1). less(1, 0).\n\
                next(lives(P, N)) :- true(lives(P, M)), less(M, N), does(Q, hit), P \\= Q.\n\
                next(open) :- true(open), does(red, hit).\n\
                passage :- true(open).\n\
                shield(P) :- true(lives(P, 3)).\n\
                terminal :- true(lives(red, 0)). terminal :- true(lives(blue, 0)).\n\
                goal(P, 100) :- role(P), shield(P). goal(P, 0) :- role(P), \\+ shield(P).\n";
    let sheet = Rulesheet::read(Source::new("lives.pl", text), Syntax::Prolog);
    let mut theory = Theory::new(&sheet).expect("a theory");
    let both = [vec![Term::atom("red")], vec![Term::atom("blue")]];
    let set = theory.add_set("place", &both);
    let names = Names::new(&theory);
    let says = |text: &str| names.english(&feature(&theory, text));
    assert_eq!(
        says("[] - (true(lives(red, 2)))"),
        "Whether lives of red is 2."
    );
    assert_eq!(
        says("[] - (true(lives(red, 2)), \\+ passage)"),
        "Whether passage does not hold, and lives of red is 2."
    );
    assert_eq!(
        says("[] - (true(lives(red, 2)), \\+ shield(blue))"),
        "Whether shield does not hold for blue, and lives of red is 2."
    );
    assert_eq!(
        says("[P] - (role(P), shield(P))"),
        "The number of different P such that shield holds for P."
    );
    assert_eq!(
        says(&format!("[] - ({set}(red), true(lives(red, 2)))")),
        "Whether lives of red is 2."
    );
}

#[test]
fn what_is_counted_on_the_board_is_counted_on_its_corners_and_edges() {
    let mut othello = setting("othello", 0);
    let pieces = feature(&othello.theory, "[R, C] - (true(cell(R, C, black)))");
    let parts = othello.apply(Transformation::SplitPlaces, &pieces);
    let sets: Vec<Vec<String>> = parts
        .iter()
        .filter_map(|part| part.goals.iter().find_map(Term::functor))
        .map(|set| {
            let members = othello.theory.clauses(set).iter();
            let square = |args: &[Term]| format!("{},{}", args[0], args[1]);
            members.map(|clause| square(clause.head.args())).collect()
        })
        .collect();
    let has = |squares: &[&str]| sets.iter().any(|set| set == squares);
    // Corners, X squares, and the squares beside a corner on the edge.
    assert!(has(&["1,1", "1,8", "8,1", "8,8"]), "{sets:?}");
    assert!(has(&["2,2", "2,7", "7,2", "7,7"]), "{sets:?}");
    assert!(
        has(&["1,2", "1,7", "2,1", "2,8", "7,1", "7,8", "8,2", "8,7"]),
        "{sets:?}"
    );
    // Moves are split by the square that they are on, although a rule defines them.
    let moves = feature(&othello.theory, MOVES);
    let moves = othello.apply(Transformation::SplitPlaces, &moves);
    assert!(moves.len() > 5, "{}", moves.len());
    let again = othello.apply(Transformation::SplitPlaces, &parts[0]);
    assert!(again.is_empty());
    // In Breakthrough every row is different: rows and columns are the parts.
    let mut breakthrough = setting("breakthrough", 0);
    let pieces = "[R, C] - (true(cell(R, C, white)))";
    let pieces = feature(&breakthrough.theory, pieces);
    let parts = breakthrough.apply(Transformation::SplitPlaces, &pieces);
    assert!((2..=24).contains(&parts.len()), "{}", parts.len());
}

#[test]
fn a_rulesheet_may_define_what_the_solver_has_built_in() {
    let text = "role(a). role(b). init(at(1)). init(turn(a)).\n\
                succ(1, 2). succ(2, 3). succ(3, 4).\n\
                other(a, b). other(b, a).\n\
                legal(P, go) :- true(turn(P)).\n\
                legal(P, noop) :- role(P), \\+ true(turn(P)).\n\
                next(at(N)) :- true(at(M)), succ(M, N).\n\
                next(turn(Q)) :- true(turn(P)), other(P, Q).\n\
                terminal :- true(at(4)).\n\
                goal(a, 100) :- true(turn(b)). goal(a, 0) :- true(turn(a)).\n\
                goal(b, 100) :- true(turn(a)). goal(b, 0) :- true(turn(b)).\n";
    let path = std::env::temp_dir().join(format!("stratalog-succ-{}.pl", std::process::id()));
    std::fs::write(&path, text).expect("it can be written");
    let mut own = setting(&path.display().to_string(), 1);
    let _ = std::fs::remove_file(&path);
    let later = feature(&own.theory, "[N] - (true(at(M)), succ(M, N))");
    let sample = own.refs();
    let scales = Scales::new(&own.theory, &own.game, &sample, Cost::Steps, 1_000);
    assert!(scales.cost(&later) > 0.0);
    assert_eq!(scales.values(&later), vec![Some(1); own.positions.len()]);
    assert!(!own.apply(Transformation::RegressFormula, &later).is_empty());
}
