//! The report as a page of HTML.

use std::fmt::Write as _;

use crate::html::escaped;

use super::{Answer, Figures};

/// A self-contained page.
pub(super) fn write(name: &str, answer: &Answer) -> String {
    let name = escaped(name);
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{name}</title>\n\
         <style>body{{font:16px/1.5 sans-serif;max-width:60em;margin:2em auto;padding:0 1em}}\
         table{{border-collapse:collapse}}td,th{{border:1px solid #bbb;padding:.3em .7em;\
         text-align:left}}figure{{display:inline-block;margin:1em}}</style></head><body>\n\
         <h1>{name}</h1>\n<p>Roles: {}.</p>\n<h2>Positions of a random game</h2>\n",
        escaped(&answer.roles.join(", "))
    );
    for (caption, drawing) in &answer.positions {
        let svg = drawing.to_svg();
        let _ = writeln!(
            html,
            "<figure>{svg}<figcaption>{}</figcaption></figure>",
            escaped(caption)
        );
    }
    html.push_str("<h2>How games go</h2>\n<table><tr><th></th><th>random play</th>");
    let mut columns = vec![&answer.random];
    if let Some(search) = &answer.search {
        let _ = write!(html, "<th>{} against itself</th>", search.player);
        columns.push(&search.figures);
    }
    html.push_str("</tr>\n");
    let mut row = |title: &str, value: &dyn Fn(&Figures) -> Option<String>| {
        let _ = write!(html, "<tr><th>{}</th>", escaped(title));
        for figures in &columns {
            let text = value(figures).unwrap_or_else(|| "–".to_owned());
            let _ = write!(html, "<td>{}</td>", escaped(&text));
        }
        html.push_str("</tr>\n");
    };
    row("games that ended", &|f| Some(f.games.to_string()));
    row("games without an end", &|f| Some(f.abandoned.to_string()));
    row("games in which a position occurred twice", &|f| {
        f.repeating.map(|share| format!("{:.0}%", 100.0 * share))
    });
    row("mean length in moves", &|f| {
        Some(format!("{:.1}", f.mean_length))
    });
    row("shortest and longest", &|f| {
        f.length_range
            .map(|(least, most)| format!("{least} – {most}"))
    });
    row("choices of a role that has a choice", &|f| {
        f.branching.map(|branching| format!("{branching:.1}"))
    });
    for (number, role) in answer.roles.iter().enumerate() {
        row(&format!("won by {role}"), &|f| {
            let share = f.wins.get(number)?;
            Some(format!("{:.0}%", 100.0 * share))
        });
    }
    row("won by nobody", &|f| {
        Some(format!("{:.0}%", 100.0 * f.draws))
    });
    html.push_str("</table>\n<h2>Solved?</h2>\n<p>");
    match (&answer.value, answer.roles.first()) {
        (Some(value), Some(first)) => {
            let text = match value.as_str() {
                "win" => format!("With best play {first} wins."),
                "draw" => "With best play the game is a draw.".to_owned(),
                "loss" => format!("With best play {first} loses."),
                number => format!("With best play the game is worth {number} to {first}."),
            };
            html.push_str(&escaped(&text));
        }
        _ => html.push_str("The game was not solved: it is too large, or has no such value."),
    }
    html.push_str("</p>\n<h2>What the check found</h2>\n<ul>\n");
    for problem in &answer.problems {
        let place = format!("line {}, column {}", problem.line, problem.column);
        let severity = problem.severity.as_str();
        let text = format!("{place}: {severity}: {}", problem.message);
        let _ = writeln!(html, "<li>{}</li>", escaped(&text));
    }
    if answer.problems.is_empty() {
        html.push_str("<li>Nothing wrong was found.</li>\n");
    }
    let visited = match (answer.all_positions, answer.positions_visited) {
        (true, positions) => format!("all {positions} positions"),
        (false, positions) => format!("{positions} positions near the start"),
    };
    let _ = writeln!(
        html,
        "</ul>\n<p>The check visited {visited} and played {} random games.</p>",
        answer.games_checked
    );
    html.push_str("<h2>Rules that never applied</h2>\n");
    if answer.unused_rules.is_empty() {
        html.push_str(
            "<p>None: every rule that can hold applied in some position of these games.</p>\n",
        );
    } else {
        html.push_str(
            "<p>The conditions of these rules held in no position and no move of any game \
             above. They may matter in rare positions, or not at all.</p>\n<ul>\n",
        );
        for rule in &answer.unused_rules {
            let text = escaped(&rule.text);
            let _ = writeln!(html, "<li>line {}: <code>{text}</code></li>", rule.line);
        }
        html.push_str("</ul>\n");
    }
    html.push_str("</body></html>\n");
    html
}
