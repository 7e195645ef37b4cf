//! Each problem under `examples/` is learned from its files.

use std::path::Path;

use stratalog_ilp::files;
use stratalog_ilp::modes::{Learner, Method};
use stratalog_logic::Clause;

/// Learns a problem, and gives its theory's clauses and its training accuracy.
fn learn(name: &str, method: Option<Method>) -> (Vec<String>, f64) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let loaded = files::read(&path.join(name)).expect("it can be read");
    let mut settings = loaded.settings.clone();
    settings.method = method.unwrap_or(settings.method);
    let report = Learner::new(&loaded.problems[0])
        .settings(settings)
        .run()
        .expect("it runs");
    let clauses = report
        .theory
        .iter()
        .map(|clause| Clause::from_term(clause).to_string())
        .collect();
    let accuracy = report.coverage.confusion(&loaded.problems[0]).accuracy();
    (clauses, accuracy)
}

/// Checks that a problem is learned without error, with at most `most` clauses.
fn is_learned(name: &str, most: usize) -> Vec<String> {
    let (clauses, accuracy) = learn(name, None);
    assert_eq!(accuracy, 1.0, "{name}: {clauses:#?}");
    assert!(clauses.len() <= most, "{name}: {clauses:#?}");
    clauses
}

#[test]
fn trains_with_a_short_closed_car_go_east() {
    let clauses = is_learned("trains", 1);
    assert!(clauses[0].contains("short") && clauses[0].contains("closed"));
}

#[test]
fn every_search_learns_the_trains() {
    let methods = [
        Method::BestFirst,
        Method::AStar,
        Method::IdaStar,
        Method::IdaStarMacros,
        Method::GreedyMacros,
    ];
    for method in methods {
        let (clauses, accuracy) = learn("trains", Some(method));
        assert_eq!(
            (clauses.len(), accuracy),
            (1, 1.0),
            "{method:?}: {clauses:#?}"
        );
    }
}

#[test]
fn a_grandparent_is_a_parent_of_a_parent() {
    let clauses = is_learned("grandparents", 1);
    assert_eq!(
        clauses,
        ["grandparent(A, B) :- parent(A, C), parent(C, B)."]
    );
}

#[test]
fn an_aunt_is_a_sister_of_a_parent() {
    is_learned("aunts", 1);
}

#[test]
fn illegal_positions_are_told_from_legal_ones() {
    is_learned("illegal-positions", 4);
}

#[test]
fn animals_are_classified() {
    is_learned("animals", 6);
}

#[test]
fn a_line_of_crosses_wins() {
    is_learned("noughts-and-crosses-wins", 1);
}

#[test]
fn the_last_element_is_found_by_recursion() {
    is_learned("last-of-list", 2);
}

#[test]
fn membership_is_found_by_recursion() {
    is_learned("member-of-list", 2);
}

#[test]
fn lists_are_appended_by_recursion() {
    is_learned("append-lists", 2);
}

#[test]
fn the_length_of_a_list_is_counted_by_recursion() {
    is_learned("length-of-list", 2);
}

#[test]
fn even_numbers_are_counted_down() {
    is_learned("even-numbers", 2);
}

#[test]
fn paths_follow_edges() {
    is_learned("reachable-nodes", 3);
}

#[test]
fn noise_does_not_hide_what_is_accepted() {
    let (clauses, accuracy) = learn("noisy-parts", None);
    assert!(accuracy > 0.88, "{accuracy}: {clauses:#?}");
    assert!(clauses.len() <= 4, "{clauses:#?}");
}
