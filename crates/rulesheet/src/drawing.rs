//! Positions as text: the board as a comment where the facts make one, then the
//! facts, which read back.

use std::collections::BTreeMap;

use stratalog_logic::Term;

use stratalog_game::Drawing;
use stratalog_game::grid::{Size, Square};

/// Facts are written side by side up to this width.
const WIDTH: usize = 96;

/// The text of a position with these facts.
pub fn text(facts: &[Term]) -> String {
    let mut text = board(facts).unwrap_or_default();
    let mut line = String::new();
    for fact in facts {
        let fact = format!("{fact}.");
        if !line.is_empty() && line.len() + 1 + fact.len() > WIDTH {
            text.push_str(&line);
            text.push('\n');
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&fact);
    }
    text.push_str(&line);
    text.push('\n');
    text
}

/// The facts `cell(Row, Column, Content)` drawn, if they make a board.
fn board(facts: &[Term]) -> Option<String> {
    let mut cells: BTreeMap<(u8, u8), char> = BTreeMap::new();
    for fact in facts {
        if let Some([row, column, content]) = fact.as_compound("cell".into(), 3) {
            let number = |term: &Term| u8::try_from(term.as_integer()?).ok();
            let square = (number(row)?, number(column)?);
            if square.0 == 0 || square.1 == 0 {
                return None;
            }
            cells.insert(square, letter(content));
        }
    }
    let rows = cells.keys().map(|square| square.0).max()?;
    let columns = cells.keys().map(|square| square.1).max()?;
    if rows > 50 || columns > 50 {
        return None;
    }
    let drawn = Drawing::of_pieces(Size::new(rows, columns), |Square { row, column }| {
        let letter = cells.get(&(row, column)).copied();
        letter
            .filter(|&letter| letter != '.')
            .map(|letter| ("", letter))
    })
    .to_string();
    Some(drawn.lines().map(|line| format!("% {line}\n")).collect())
}

fn letter(content: &Term) -> char {
    let text = content.to_string();
    match text.as_str() {
        "blank" | "b" | "empty" | "none" => '.',
        _ => text.chars().find(|c| c.is_alphanumeric()).unwrap_or('?'),
    }
}
