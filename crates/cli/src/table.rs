//! Results as tables for a terminal.

use comfy_table::{
    CellAlignment, ColumnConstraint, ContentArrangement, LineStyle, Table, TableStyle,
};

/// A line under the header and nothing else.
const STYLE: TableStyle =
    TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// The width of a terminal that nobody made wider.
const WIDTH: u16 = 80;

/// A table with a header; columns of numbers stand to the right.
pub fn table(header: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    laid_out(header, rows).trim_fmt()
}

/// A table that fits a terminal: long texts in its last column go on below. The other
/// columns are as wide as what they hold.
pub fn fitted(header: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut table = laid_out(header, rows);
    table
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(WIDTH);
    let last = table.column_count().saturating_sub(1);
    for column in table.column_iter_mut().take(last) {
        column.set_constraint(ColumnConstraint::ContentWidth);
    }
    table.trim_fmt()
}

fn laid_out(header: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> Table {
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
    table
}

fn is_number(text: &str) -> bool {
    text.chars()
        .all(|c| c.is_ascii_digit() || ".,%+-–/ ".contains(c))
}
