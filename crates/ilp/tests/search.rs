//! A search looks at every part of its example, however much alike they are.

use stratalog_ilp::modes::{CoveringSettings, Learner, Method, Mode};
use stratalog_ilp::{Bias, Problem};
use stratalog_logic::{Program, Term, read_term};

fn term(text: &str) -> Term {
    read_term(text).expect("a term").term
}

/// One train goes east for its last car, which nothing tells from the others
/// before its shape and its roof are asked for.
fn problem() -> Problem {
    let background = "has_car(a, a1). has_car(a, a2). has_car(a, a3).
         has_car(b, b1). has_car(b, b2).
         short(a1). open(a1). long(a2). closed(a2). short(a3). closed(a3).
         short(b1). open(b1). long(b2). closed(b2).";
    let bodies = ["has_car(+train,-car)", "short(+car)", "long(+car)"];
    let roofs = ["open(+car)", "closed(+car)"];
    Problem {
        background: Program::parse(background).expect("facts"),
        bias: Bias::modes(
            vec![Mode::parse(None, "east(+train)")],
            bodies
                .iter()
                .chain(&roofs)
                .map(|body| Mode::parse(None, body))
                .collect(),
        ),
        positives: vec![term("east(a)")],
        negatives: vec![term("east(b)")],
    }
}

#[test]
fn a_clause_about_the_last_of_many_parts_is_found_by_every_search() {
    for method in [
        Method::BestFirst,
        Method::AStar,
        Method::IdaStar,
        Method::IdaStarMacros,
        Method::GreedyMacros,
    ] {
        let settings = CoveringSettings {
            method,
            ..CoveringSettings::default()
        };
        let problem = problem();
        let report = Learner::new(&problem).settings(settings).run();
        let report = report.expect("it runs");
        assert_eq!(report.theory.len(), 1, "{method:?}");
        assert_eq!(report.coverage.positives.count(), 1, "{method:?}");
        assert_eq!(report.coverage.negatives.count(), 0, "{method:?}");
    }
}
