//! Results as tables for a terminal.

use comfy_table::{CellAlignment, LineStyle, Table, TableStyle};

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
