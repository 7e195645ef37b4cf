//! The same programs here and in SWI-Prolog (`swipl -O`), in one run:
//! `cargo bench -p stratalog-logic`. Prints the CPU seconds of both and their ratio;
//! a ratio above 1 means Stratalog is the faster one.
//!
//! `-- NAME` runs the programs with that in their names. `-- --instructions` counts
//! instructions under `valgrind --tool=callgrind` instead, here only: a loss shows
//! even on a busy machine.
//!
//! A program under `programs/` begins with `%% target RATIO`, the smallest
//! acceptable ratio, and may name the generator of its facts: `%% facts NAME`.
//! The goal is `run`.

mod facts;

use std::path::Path;
use std::process::Command;

use cpu_time::ProcessTime;
use stratalog_logic::{Limits, Machine, Program, Source};

struct Benchmark {
    name: String,
    /// The program with its facts.
    text: String,
    /// The smallest acceptable ratio to SWI-Prolog.
    target: f64,
}

/// Runs of each system; the fastest counts, which reduces noise.
const RUNS: usize = 3;

/// The argument with which this program runs one benchmark and nothing else.
const ONLY: &str = "--only=";

fn main() {
    // Cargo itself passes `--bench`.
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let Some(name) = args.iter().find_map(|arg| arg.strip_prefix(ONLY)) {
        let benchmark = benchmarks().into_iter().find(|b| b.name == name);
        time_here(&benchmark.expect("there is such a program").text).expect("the goal is proved");
        return;
    }
    let wanted = args.iter().find(|arg| !arg.starts_with("--"));
    let wanted = wanted.map_or("", String::as_str);
    let chosen = benchmarks()
        .into_iter()
        .filter(|benchmark| benchmark.name.contains(wanted));
    if args.iter().any(|arg| arg == "--instructions") {
        count_instructions(chosen);
    } else {
        compare_times(chosen);
    }
}

/// The programs in the order of their names.
fn benchmarks() -> Vec<Benchmark> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/programs");
    let mut files: Vec<_> = std::fs::read_dir(directory)
        .expect("the programs are there")
        .map(|entry| entry.expect("the directory is readable").path())
        .collect();
    files.sort();
    let read = |file: &std::path::PathBuf| {
        let program = std::fs::read_to_string(file).expect("the program is readable");
        let value = |key: &str| {
            let mut lines = program.lines();
            lines.find_map(|line| line.strip_prefix("%% ")?.strip_prefix(key))
        };
        let target = value("target ").and_then(|target| target.parse().ok());
        let facts = value("facts ").map_or(String::new(), facts::generate);
        let name = file.file_stem().expect("the file has a name");
        Benchmark {
            name: name.to_string_lossy().replace('_', " "),
            target: target.expect("every program has a target"),
            text: format!("{program}\n{facts}"),
        }
    };
    files.iter().map(read).collect()
}

fn compare_times(benchmarks: impl Iterator<Item = Benchmark>) {
    let mut ratios: Vec<f64> = Vec::new();
    let mut below = 0;
    println!(
        "{:<24}{:>12}{:>12}{:>9}{:>9}",
        "", "stratalog s", "swipl -O s", "ratio", "target"
    );
    for benchmark in benchmarks {
        let file = std::env::temp_dir().join(format!("stratalog-bench-{}.pl", std::process::id()));
        std::fs::write(&file, &benchmark.text).expect("the temporary directory can be written to");
        let mut times: Result<(f64, f64), String> = Ok((f64::INFINITY, f64::INFINITY));
        for _ in 0..RUNS {
            times = times.and_then(|(ours, theirs)| {
                let here = time_here(&benchmark.text)?;
                Ok((ours.min(here), theirs.min(time_swipl(&file)?)))
            });
        }
        std::fs::remove_file(&file).expect("the file was just written");
        let (ours, theirs) = match times {
            Ok(times) => times,
            Err(reason) => {
                below += 1;
                println!("{:<24}{reason}", benchmark.name);
                continue;
            }
        };
        let ratio = theirs / ours;
        ratios.push(ratio.ln());
        let is_below = ratio < benchmark.target;
        below += usize::from(is_below);
        println!(
            "{:<24}{ours:>12.3}{theirs:>12.3}{ratio:>9.2}{:>9.1}{}",
            benchmark.name,
            benchmark.target,
            if is_below { "  below" } else { "" }
        );
    }
    if !ratios.is_empty() {
        let mean = (ratios.iter().sum::<f64>() / ratios.len() as f64).exp();
        println!("{:<48}{mean:>9.2}", "geometric mean");
        println!("{below} below their targets");
    }
}

/// Instructions of each program, loading included.
fn count_instructions(benchmarks: impl Iterator<Item = Benchmark>) {
    let this = std::env::current_exe().expect("this program has a path");
    println!("{:<24}{:>16}", "", "instructions");
    for benchmark in benchmarks {
        let output = Command::new("valgrind")
            .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
            .arg(&this)
            .arg(format!("{ONLY}{}", benchmark.name))
            .output()
            .expect("valgrind is installed");
        let report = String::from_utf8_lossy(&output.stderr);
        let count = report
            .lines()
            .find_map(|line| Some(line.split_once("Collected : ")?.1.to_owned()));
        println!(
            "{:<24}{:>16}",
            benchmark.name,
            count.unwrap_or_else(|| panic!("valgrind counted nothing: {report}"))
        );
    }
}

/// CPU seconds of the goal, or why it was not proved.
fn time_here(text: &str) -> Result<f64, String> {
    let program = Program::from_source(&Source::new("bench", text)).expect("the program is right");
    let query = program.parse_query("run").expect("the goal is right");
    let mut machine = Machine::new(&program).with_limits(Limits::generous());
    let start = ProcessTime::now();
    match machine.holds(&query, &[]) {
        Ok(true) => Ok(start.elapsed().as_secs_f64()),
        Ok(false) => Err("the goal fails".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// CPU seconds of the goal in SWI-Prolog, or why it was not proved.
fn time_swipl(file: &Path) -> Result<f64, String> {
    let goal = "statistics(cputime, A), run, statistics(cputime, B), C is B-A, write(C), nl, halt";
    let output = Command::new("swipl")
        .args(["-O", "--stack-limit=8g", "-g", goal])
        .args(["-t", "halt"])
        .arg(file)
        .output()
        .expect("SWI-Prolog is installed as swipl");
    let text = String::from_utf8_lossy(&output.stdout);
    let seconds = text.trim().parse::<f64>();
    seconds.map_err(|_| format!("swipl: {}", String::from_utf8_lossy(&output.stderr).trim()))
}
