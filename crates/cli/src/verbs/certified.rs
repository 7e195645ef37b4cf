//! The certificate of a strategy, for people.

use std::io::{self, Write};

use stratalog::certified::Certified;

/// A number of things, as `1 rule` or `2 rules`.
pub fn counted(number: u64, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    }
}

/// Prints how often each rule keeps its promise, and whether the strategy is
/// optimal.
pub fn print(certified: &Certified, out: &mut dyn Write) -> io::Result<()> {
    for rule in &certified.rules {
        let (name, fires, wrong) = (&rule.rule, rule.fires, rule.wrong);
        writeln!(
            out,
            "{name} names a move in {} and breaks its promise in {wrong}",
            counted(fires, "position")
        )?;
    }
    let positions = certified.positions;
    let Some(found) = &certified.counterexample else {
        return match positions {
            1 => writeln!(out, "optimal in the only position"),
            _ => writeln!(out, "optimal in all {positions} positions"),
        };
    };
    let mistakes = certified.mistakes;
    writeln!(
        out,
        "not optimal: a mistake is possible in {mistakes} of {positions} positions; the nearest:\n"
    )?;
    if !found.line.is_empty() {
        writeln!(out, "after {}", found.line.join(" "))?;
    }
    writeln!(out, "{}", found.position.trim_end())?;
    let why = match &found.rule {
        Some(rule) => format!("named by {rule}"),
        None => "made because no rule names a move".to_owned(),
    };
    let (mv, value, left) = (&found.mv, found.value, found.left);
    writeln!(out, "{mv}, {why}, turns a {value} into a {left}")
}
