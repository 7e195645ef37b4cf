//! Results as tables for a terminal.

use comfy_table::{CellAlignment, LineStyle, Table, TableStyle};

use crate::contest::{Report, Tally};

/// A line under the header and nothing else.
const STYLE: TableStyle =
    TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// A table with a header; columns of numbers stand to the right.
pub fn table(header: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let rows: Vec<Vec<String>> = rows.into_iter().collect();
    let mut table = Table::new();
    table.load_style(STYLE).set_header(header).add_rows(&rows);
    for (index, column) in table.column_iter_mut().enumerate() {
        if rows
            .iter()
            .filter_map(|row| row.get(index))
            .all(|text| is_number(text))
        {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.trim_fmt()
}

fn is_number(text: &str) -> bool {
    text.chars()
        .all(|c| c.is_ascii_digit() || ".,%+-–/ ".contains(c))
}

/// The results of a match: a line for each side the measured player had, and
/// one for all games.
pub fn match_table(report: &Report, role_names: &[String]) -> String {
    let played: Vec<(&String, &Tally)> = role_names
        .iter()
        .zip(&report.by_role)
        .filter(|(_, tally)| tally.games() > 0)
        .collect();
    let mut rows = Vec::new();
    if played.len() > 1 {
        rows.extend(
            played
                .iter()
                .map(|(name, tally)| row(&format!("as {name}"), **tally)),
        );
    }
    rows.push(row("all", report.tally));
    table(
        &[
            "side",
            "games",
            "wins",
            "draws",
            "losses",
            "win rate",
            "95% interval",
        ],
        rows,
    )
}

fn row(name: &str, tally: Tally) -> Vec<String> {
    let interval = tally.interval();
    vec![
        name.to_owned(),
        tally.games().to_string(),
        tally.wins.to_string(),
        tally.draws.to_string(),
        tally.losses.to_string(),
        format!("{:.2}%", 100.0 * tally.win_rate()),
        format!(
            "{:.2}% – {:.2}%",
            100.0 * interval.low,
            100.0 * interval.high
        ),
    ]
}
