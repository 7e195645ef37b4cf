//! Coverage tests and clauses per second on one core, over 1,000 Michalski-style
//! trains; in the last run a few labels are wrong.
//!
//! `cargo bench -p stratalog-ilp --bench trains`

use cpu_time::ThreadTime;
use rand::RngExt;
use stratalog_ilp::modes::{CoveringSettings, EvaluationFunction, Mode, Saturator, Tester, search};
use stratalog_ilp::{Bias, Budget, Coverage, Problem};
use stratalog_logic::{Program, Term, TermWriter, read_term};
use stratalog_run::Seed;

const TRAINS: usize = 1000;

fn problem(noise: f64) -> Problem {
    let mut rng = Seed(1).stream(0);
    let mut builder = Program::builder();
    let (mut positives, mut negatives) = (Vec::new(), Vec::new());
    let mut fact = |name: &str, args: Vec<Term>| {
        let fact = Term::compound(name, args);
        builder.clause(&fact).expect("a fact compiles");
    };
    for train in 0..TRAINS {
        let train_term = Term::atom(format!("train{train}").as_str());
        let mut goes_east = false;
        for car in 0..rng.random_range(2..=4) {
            let car = Term::atom(format!("car{train}_{car}").as_str());
            fact("has_car", vec![train_term.clone(), car.clone()]);
            let (is_short, is_closed) = (rng.random_bool(0.5), rng.random_bool(0.4));
            fact(if is_short { "short" } else { "long" }, vec![car.clone()]);
            fact(
                if is_closed { "closed" } else { "open_car" },
                vec![car.clone()],
            );
            let mut pick = |of: &[&str]| Term::atom(of[rng.random_range(0..of.len())]);
            let shape = pick(&["rectangle", "hexagon", "ellipse", "u_shaped", "bucket"]);
            let load = pick(&["circle", "triangle", "rectangle", "hexagon"]);
            fact("shape", vec![car.clone(), shape]);
            fact(
                "wheels",
                vec![car.clone(), Term::Integer(rng.random_range(2..=3))],
            );
            let count = Term::Integer(rng.random_range(0..=3));
            fact("load", vec![car, load, count]);
            goes_east |= is_short && is_closed;
        }
        goes_east ^= rng.random_bool(noise);
        let example = Term::compound("eastbound", [train_term]);
        if goes_east {
            positives.push(example);
        } else {
            negatives.push(example);
        }
    }
    let bodies = [
        "has_car(+train,-car)",
        "short(+car)",
        "long(+car)",
        "closed(+car)",
        "open_car(+car)",
        "shape(+car,#shape)",
        "wheels(+car,#int)",
        "load(+car,#load,#int)",
    ];
    Problem {
        background: builder.try_build().expect("facts compile"),
        bias: Bias::modes(
            vec![Mode::parse(None, "eastbound(+train)")],
            bodies.map(|body| Mode::parse(None, body)).into(),
        ),
        positives,
        negatives,
    }
}

fn main() {
    let clean = problem(0.0);
    tests(&clean);
    learns(&clean, 0);
    learns(&problem(0.05), 25);
}

fn settings() -> CoveringSettings {
    CoveringSettings {
        evaluation: EvaluationFunction::Compression,
        parallel_seeds: 1,
        ..CoveringSettings::default()
    }
}

fn tests(problem: &Problem) {
    let all = Coverage::all(problem);
    for text in [
        "eastbound(T) :- has_car(T,C), short(C), closed(C)",
        "eastbound(T) :- has_car(T,C), shape(C,hexagon), wheels(C,3)",
    ] {
        let clause = read_term(text).expect("a clause").term;
        let mut tester = Tester::new(problem, &settings());
        let started = ThreadTime::now();
        while started.elapsed().as_secs_f64() < 1.0 {
            tester.coverage(&clause, &all);
        }
        let rate = tester.tests as f64 / started.elapsed().as_secs_f64();
        println!("{:.2} million tests a second: {text}", rate / 1e6);
    }
}

/// One search from one example, on this thread.
fn learns(problem: &Problem, noise: usize) {
    let settings = CoveringSettings {
        noise,
        ..settings()
    };
    let saturator = Saturator::new(problem).expect("modes compile");
    let mut tester = Tester::new(problem, &settings);
    let started = ThreadTime::now();
    let example = &problem.positives[0];
    let bottom = saturator.bottom(example, tester.machine(), &settings);
    let bottom = bottom.expect("it saturates").expect("it fits the head");
    let found = search(
        &bottom,
        &mut tester,
        &Coverage::all(problem),
        &settings,
        &Budget::default(),
    );
    let seconds = started.elapsed().as_secs_f64();
    let best = found.best.expect("a clause is found").clause;
    println!("{}", TermWriter::new().clause(&best));
    println!(
        "found in {seconds:.3} s: {} clauses explored, {:.0} a second, {:.2} million tests a second",
        found.explored,
        found.explored as f64 / seconds,
        tester.tests as f64 / seconds / 1e6
    );
}
