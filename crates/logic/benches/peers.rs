//! The same programs here and in SWI-Prolog (`swipl -O`), in one run:
//! `cargo bench -p stratalog-logic`. Prints the CPU seconds of both and their ratio;
//! a ratio above 1 means Stratalog is the faster one.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use cpu_time::ProcessTime;
use stratalog_logic::{Limits, Machine, Program, Source};

struct Benchmark {
    name: &'static str,
    program: &'static str,
    facts: fn() -> String,
    /// The smallest acceptable ratio to SWI-Prolog.
    target: f64,
}

const BENCHMARKS: &[Benchmark] = &[
    Benchmark {
        name: "naive reverse",
        program: include_str!("programs/naive_reverse.pl"),
        facts: String::new,
        target: 1.0,
    },
    Benchmark {
        name: "8 queens, all",
        program: include_str!("programs/queens.pl"),
        facts: String::new,
        target: 1.0,
    },
    Benchmark {
        name: "conjunctive query",
        program: include_str!("programs/conjunction.pl"),
        facts: random_edges,
        target: 3.0,
    },
    Benchmark {
        name: "tabled closure",
        program: include_str!("programs/closure.pl"),
        facts: random_graph,
        target: 1.0,
    },
    Benchmark {
        name: "coverage",
        program: include_str!("programs/coverage.pl"),
        facts: trains,
        target: 3.0,
    },
    Benchmark {
        name: "structured keys",
        program: include_str!("programs/structured_keys.pl"),
        facts: keyed_values,
        target: 1.5,
    },
    Benchmark {
        name: "structured joins",
        program: include_str!("programs/structured_joins.pl"),
        facts: structured_arcs,
        target: 1.5,
    },
    Benchmark {
        name: "multiplication",
        program: include_str!("programs/multiplication.pl"),
        facts: String::new,
        target: 1.5,
    },
    Benchmark {
        name: "big integers",
        program: include_str!("programs/big_integers.pl"),
        facts: String::new,
        target: 1.0,
    },
    Benchmark {
        name: "counting",
        program: include_str!("programs/counting.pl"),
        facts: random_edges,
        target: 3.0,
    },
    Benchmark {
        name: "cuts",
        program: include_str!("programs/cuts.pl"),
        facts: String::new,
        target: 1.5,
    },
];

/// Runs of each system; the fastest counts, which reduces noise.
const RUNS: usize = 3;

fn main() {
    // `cargo bench -p stratalog-logic -- NAME` runs the benchmarks with that in
    // their names. Cargo itself passes `--bench`.
    let wanted = std::env::args().skip(1).find(|arg| !arg.starts_with("--"));
    let wanted = wanted.unwrap_or_default();
    let mut ratios: Vec<f64> = Vec::new();
    println!(
        "{:<20}{:>12}{:>12}{:>9}{:>9}",
        "", "stratalog s", "swipl -O s", "ratio", "target"
    );
    let chosen = BENCHMARKS.iter().filter(|b| b.name.contains(&wanted));
    for benchmark in chosen {
        let text = format!("{}\n{}", benchmark.program, (benchmark.facts)());
        let file = std::env::temp_dir().join(format!("stratalog-bench-{}.pl", std::process::id()));
        std::fs::write(&file, &text).expect("the temporary directory can be written to");
        let (mut ours, mut theirs) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..RUNS {
            ours = ours.min(time_here(&text));
            theirs = theirs.min(time_swipl(&file));
        }
        std::fs::remove_file(&file).expect("the file was just written");
        let ratio = theirs / ours;
        ratios.push(ratio.ln());
        println!(
            "{:<20}{ours:>12.3}{theirs:>12.3}{ratio:>9.2}{:>9.1}{}",
            benchmark.name,
            benchmark.target,
            if ratio < benchmark.target {
                "  below"
            } else {
                ""
            }
        );
    }
    if !ratios.is_empty() {
        let mean = (ratios.iter().sum::<f64>() / ratios.len() as f64).exp();
        println!("{:<44}{mean:>9.2}", "geometric mean");
    }
}

fn time_here(text: &str) -> f64 {
    let program = Program::from_source(&Source::new("bench", text)).expect("the program is right");
    let query = program.parse_query("run").expect("the goal is right");
    let mut machine = Machine::new(&program).with_limits(Limits::generous());
    let start = ProcessTime::now();
    assert!(machine.holds(&query, &[]).expect("no limit is reached"));
    start.elapsed().as_secs_f64()
}

fn time_swipl(file: &Path) -> f64 {
    let goal = "statistics(cputime, A), (run -> true ; true), statistics(cputime, B), \
                C is B-A, write(C), nl, halt";
    let output = Command::new("swipl")
        .args(["-O", "--stack-limit=8g", "-g", goal])
        .arg(file)
        .output()
        .expect("SWI-Prolog is installed as swipl");
    let text = String::from_utf8_lossy(&output.stdout);
    text.trim().parse().unwrap_or_else(|_| {
        panic!(
            "swipl printed {text:?} and {:?}",
            String::from_utf8_lossy(&output.stderr)
        )
    })
}

/// A fixed random generator, so that the facts never change.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

fn random_edges() -> String {
    let mut numbers = Numbers(1);
    let mut text = String::new();
    for _ in 0..100_000 {
        let (a, b) = (numbers.below(20_000), numbers.below(20_000));
        writeln!(text, "edge(n{a}, n{b}).").expect("a string takes everything");
    }
    for node in (0..20_000).step_by(7) {
        writeln!(text, "colour(n{node}, red).").expect("a string takes everything");
    }
    text
}

fn keyed_values() -> String {
    let mut text = String::new();
    for key in 1..=20_000 {
        writeln!(text, "value(k({key}), v{}).", key % 97).expect("a string takes everything");
    }
    text
}

fn structured_arcs() -> String {
    let mut numbers = Numbers(4);
    let mut text = String::new();
    for _ in 0..20_000 {
        let (a, b) = (1 + numbers.below(2_000), 1 + numbers.below(2_000));
        writeln!(text, "arc(node({a}), node({b})).").expect("a string takes everything");
    }
    for node in (1..=2_000).step_by(7) {
        writeln!(text, "mark(node({node})).").expect("a string takes everything");
    }
    text
}

fn random_graph() -> String {
    let mut numbers = Numbers(2);
    let mut text = String::new();
    for node in 0..400 {
        writeln!(text, "node(v{node}).").expect("a string takes everything");
    }
    for _ in 0..1_200 {
        let (a, b) = (numbers.below(400), numbers.below(400));
        writeln!(text, "arc(v{a}, v{b}).").expect("a string takes everything");
    }
    text
}

fn trains() -> String {
    let mut numbers = Numbers(3);
    let mut relations: Vec<String> = vec![String::new(); 8];
    let shapes = ["triangle", "circle", "hexagon", "rectangle", "diamond"];
    let mut car = 0;
    for train in 0..1_000 {
        writeln!(relations[0], "example(t{train}).").expect("a string takes everything");
        for _ in 0..2 + numbers.below(3) {
            car += 1;
            writeln!(relations[1], "has_car(t{train}, c{car}).")
                .expect("a string takes everything");
            let length = if numbers.below(2) == 0 { 2 } else { 3 };
            writeln!(
                relations[length],
                "{}(c{car}).",
                if length == 2 { "short" } else { "long" }
            )
            .expect("a string takes everything");
            let roof = if numbers.below(3) == 0 { 4 } else { 5 };
            writeln!(
                relations[roof],
                "{}(c{car}).",
                if roof == 4 { "closed" } else { "open" }
            )
            .expect("a string takes everything");
            writeln!(relations[6], "wheels(c{car}, {}).", 2 + numbers.below(2))
                .expect("a string takes everything");
            let shape = shapes[numbers.below(5) as usize];
            writeln!(relations[7], "load(c{car}, {shape}, {}).", numbers.below(4))
                .expect("a string takes everything");
        }
    }
    relations.concat()
}
