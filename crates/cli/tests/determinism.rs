//! The number of threads changes nothing in any answer, apart from times.

mod harness;

use serde_json::Value;
use tempfile::TempDir;

/// Calls of every verb whose answer does not depend on the clock. `OUT` is a file.
const CALLS: &[&str] = &[
    "games",
    "play noughts-and-crosses --player uct:30 --games 40",
    "play minesweeper --board 6x6/6 --player champion --games 20",
    "play crates/rulesheet/tests/kif/rock-paper-scissors.kif --player uct:30 --games 20",
    "solve hexapawn",
    "solve crates/rulesheet/tests/kif/rock-paper-scissors.kif",
    "solve minesweeper --board 3x3/2 --first-move safe",
    "rules perft rules/hexapawn.pl --depth 4",
    "rules check rules/nim.pl",
    "analyse examples/minesweeper/opening.txt",
    "explain hexapawn start --player minimax",
    "induce examples/even-numbers",
    "induce examples/grandparents",
    "induce examples/metarules/grandparent.pl",
    "features rules/noughts-and-crosses.pl --cycles 1 --games 2",
    "learn noughts-and-crosses --with migo --games 30 --out OUT",
    "query rules/nim.pl role(X) --all",
];

/// The value without the times and the memory in it, and what follows from them:
/// their names say so.
fn without_times(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let kept = fields
                .into_iter()
                .filter(|(key, _)| !key.contains("second") && !key.contains("megabytes"));
            kept.map(|(key, value)| (key, without_times(value)))
                .collect()
        }
        Value::Array(items) => items.into_iter().map(without_times).collect(),
        other => other,
    }
}

#[test]
fn every_verb_gives_the_same_answer_on_any_number_of_threads() {
    for call in CALLS {
        let answer = |threads: &str| {
            let folder = TempDir::new().expect("a folder");
            let out = folder.path().join("out.pl").display().to_string();
            let mut args: Vec<&str> = call
                .split_whitespace()
                .map(|arg| if arg == "OUT" { out.as_str() } else { arg })
                .collect();
            args.extend(["--json", "--threads", threads]);
            let ran = harness::stratalog(args);
            assert!(ran.code < 2, "{call}: {}", ran.err);
            let answer = ran.out.replace(&out, "OUT");
            without_times(serde_json::from_str(&answer).expect("one JSON object"))
        };
        let alone = answer("1");
        for threads in ["2", "3", "8"] {
            assert_eq!(answer(threads), alone, "{call} on {threads} threads");
        }
    }
}
