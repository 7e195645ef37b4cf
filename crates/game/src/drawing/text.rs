//! Drawings as text, with the names of rows and columns at the sides.

use std::fmt::{self, Write};

use super::{Cell, ColumnNames, Drawing, Mark};

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.painted(|_, text| text))
    }
}

impl Drawing {
    /// The drawing as text, in which the text of each square is replaced, as by the
    /// same text in colour. It is as wide as the square.
    pub fn painted(&self, paint: impl Fn(&Cell, String) -> String) -> String {
        let mut text = String::new();
        // A string takes everything.
        let _ = self.write(&mut text, paint);
        text
    }

    fn write(&self, f: &mut String, paint: impl Fn(&Cell, String) -> String) -> fmt::Result {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let has_wide_names = columns > 9 && self.columns == ColumnNames::Numbers;
        let width = if has_wide_names { 3 } else { 2 };
        let margin = if self.rows.len() > 9 { 2 } else { 1 };
        if columns > 0 {
            write!(f, "{:margin$}", "")?;
            for column in 1..=columns {
                write!(f, "{:>width$}", self.columns.name(column))?;
            }
            writeln!(f)?;
        }
        for (number, row) in (1..).zip(&self.rows) {
            write!(f, "{number:>margin$}")?;
            for cell in row {
                let symbol = match cell.mark {
                    Some(Mark::Move) => format!("[{}", cell.symbol),
                    Some(Mark::Safe) => format!("+{}", cell.symbol),
                    Some(Mark::Danger) => format!("!{}", cell.symbol),
                    Some(Mark::Reason) => format!("({}", cell.symbol),
                    None => cell.symbol.to_string(),
                };
                f.push_str(&paint(cell, format!("{symbol:>width$}")));
            }
            writeln!(f)?;
        }
        for note in &self.notes {
            writeln!(f, "{note}")?;
        }
        Ok(())
    }
}
