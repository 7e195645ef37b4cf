//! How the positions of a game are drawn. Nothing is declared: facts with two
//! ordered coordinates and a content are a board, whatever they are called;
//! counters of steps are left out; the rest is written below. A rulesheet may
//! add hints: `draws(Fact, Row, Column, Content)` draws the facts of that form,
//! `draws(Fact, nothing)` leaves them out.

mod found;
mod read;

use std::collections::BTreeMap;

use stratalog_game::drawing::{Cell, Drawing};
use stratalog_logic::{Bindings, Functor, Term};

use self::found::{board, counters, hints, turn};
use super::sheet::Rulesheet;
use super::symbols::Symbols;

/// The largest number of rows or columns of a board that is drawn.
const MAX_SIDE: usize = 60;
/// Names of contents that mean an empty square.
const EMPTY: [&str; 7] = ["blank", "b", "empty", "none", "nil", "e", "dirt"];

/// How the positions of a game are drawn.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    hints: Vec<Hint>,
    boards: Vec<Board>,
    hidden: Vec<Functor>,
    /// The fact that says whose turn it is.
    turn: Option<Functor>,
    /// The coordinates of the possible squares, in order.
    rows: Vec<Term>,
    columns: Vec<Term>,
    symbols: Symbols,
}

/// `draws(Fact, Row, Column, Content)`; without a place, the fact is left out.
#[derive(Clone, Debug)]
struct Hint {
    fact: Term,
    place: Option<[Term; 3]>,
}

/// Facts that are squares of a board: the places of their coordinates.
#[derive(Clone, Copy, Debug)]
struct Board {
    functor: Functor,
    row: usize,
    column: usize,
}

impl Board {
    /// The arguments of a fact that are no coordinates.
    fn contents(self, fact: &Term) -> Vec<Term> {
        let is_place = |place: usize| place == self.row || place == self.column;
        let args = fact.args().iter().enumerate();
        let others = args.filter(|&(place, _)| !is_place(place));
        others.map(|(_, arg)| arg.clone()).collect()
    }
}

/// A square: its coordinates and what it holds.
type Square = (Term, Term, Option<Term>);

impl Layout {
    /// The layout for positions with facts like these: all that are possible, or
    /// those of the start.
    pub fn new(sheet: &Rulesheet, facts: &[Term]) -> Layout {
        let turn = turn(sheet);
        let mut hidden = counters(sheet);
        hidden.retain(|counter| Some(*counter) != turn);
        let mut layout = Layout {
            hints: hints(sheet),
            hidden,
            turn,
            ..Layout::default()
        };
        let mut groups: BTreeMap<(&str, usize), Vec<&Term>> = BTreeMap::new();
        for fact in facts.iter().filter(|fact| layout.hint(fact).is_none()) {
            if let Some(functor) = fact.functor() {
                let name = (functor.name.as_str(), functor.arity);
                groups.entry(name).or_default().push(fact);
            }
        }
        layout.boards = groups.values().filter_map(|facts| board(facts)).collect();
        let squares: Vec<Square> = facts.iter().filter_map(|f| layout.square(f)).collect();
        layout.rows = coordinates(squares.iter().map(|(row, _, _)| row));
        layout.columns = coordinates(squares.iter().map(|(_, column, _)| column));
        layout.symbols = Symbols::new(squares.into_iter().filter_map(|(_, _, content)| content));
        layout
    }

    /// Draws a position with these facts.
    pub fn draw(&self, facts: &[Term]) -> Drawing {
        let squares: Vec<Square> = facts.iter().filter_map(|f| self.square(f)).collect();
        // Facts that were not foreseen may have coordinates of their own.
        let rows = coordinates(self.rows.iter().chain(squares.iter().map(|s| &s.0)));
        let columns = coordinates(self.columns.iter().chain(squares.iter().map(|s| &s.1)));
        let mut drawing = Drawing::default();
        if rows.len() <= MAX_SIDE && columns.len() <= MAX_SIDE && !columns.is_empty() {
            drawing.rows = vec![vec![Cell::empty(); columns.len()]; rows.len()];
            for (row, column, content) in squares {
                let place = (rows.binary_search(&row), columns.binary_search(&column));
                if let (Ok(row), Ok(column)) = place
                    && let Some(content) = content
                {
                    let symbol = self.symbols.of(&content);
                    drawing.rows[row][column] = Cell::with_piece(words(&content), symbol);
                }
            }
            drawing.notes.extend(legend("rows", &rows));
            drawing.notes.extend(legend("columns", &columns));
        }
        drawing
            .notes
            .extend(self.notes(facts, drawing.rows.is_empty()));
        drawing
    }

    /// The square of the drawing on which a fact stands, those of empty squares
    /// included.
    pub fn place(&self, fact: &Term) -> Option<stratalog_game::Square> {
        if self.rows.len() > MAX_SIDE || self.columns.len() > MAX_SIDE {
            return None;
        }
        let (row, column, _) = self.square(fact)?;
        let row = self.rows.binary_search(&row).ok()?;
        let column = self.columns.binary_search(&column).ok()?;
        let number = |place: usize| u8::try_from(place + 1).ok();
        Some(stratalog_game::Square::new(number(row)?, number(column)?))
    }

    /// What is written below the board: the facts that are not drawn, by name.
    fn notes(&self, facts: &[Term], is_all: bool) -> Vec<String> {
        let mut lines: Vec<(String, Vec<String>)> = Vec::new();
        for fact in facts {
            let Some(functor) = fact.functor() else {
                continue;
            };
            let is_drawn = !is_all && self.square(fact).is_some();
            let is_left_out = self.hidden.contains(&functor)
                || self.hint(fact).is_some_and(|hint| hint.is_none());
            if is_drawn || is_left_out {
                continue;
            }
            let args: Vec<String> = fact.args().iter().map(Term::to_string).collect();
            let name = functor.name.as_str().to_owned();
            match lines.last_mut() {
                Some((last, texts)) if *last == name => texts.push(args.join(" ")),
                _ => lines.push((name, vec![args.join(" ")])),
            }
        }
        let line = |(name, texts): (String, Vec<String>)| match texts.join(", ") {
            text if text.is_empty() => name,
            text => format!("{name}: {text}"),
        };
        lines.into_iter().map(line).collect()
    }

    /// What a hint says about a fact: its square, or nothing where it is left
    /// out.
    fn hint(&self, fact: &Term) -> Option<Option<Square>> {
        self.hints.iter().find_map(|hint| {
            let mut bindings = Bindings::default();
            if !bindings.unify(&hint.fact, fact) {
                return None;
            }
            let Some(place) = &hint.place else {
                return Some(None);
            };
            let [row, column, content] = place.each_ref().map(|term| bindings.apply(term).ok());
            Some(Some((row?, column?, filled(content?))))
        })
    }

    /// The square that a fact is.
    fn square(&self, fact: &Term) -> Option<Square> {
        if let Some(hinted) = self.hint(fact) {
            return hinted;
        }
        let functor = fact.functor()?;
        let board = self.boards.iter().find(|board| board.functor == functor)?;
        let (row, column) = (&fact.args()[board.row], &fact.args()[board.column]);
        let others = board.contents(fact);
        let content = match &others[..] {
            [] => Some(Term::Atom(functor.name)),
            [only] => filled(only.clone()),
            _ => filled(Term::compound(functor.name, others)),
        };
        Some((row.clone(), column.clone(), content))
    }
}

fn filled(content: Term) -> Option<Term> {
    let is_empty = EMPTY.contains(&content.to_string().as_str());
    (!is_empty).then_some(content)
}

/// Different coordinates in order, sorted as terms for look-up where they are
/// equally far.
fn coordinates<'a>(terms: impl Iterator<Item = &'a Term>) -> Vec<Term> {
    let mut list: Vec<Term> = terms.cloned().collect();
    list.sort();
    list.dedup();
    list
}

/// The values along a side, where they are not simply 1, 2, 3, …
fn legend(side: &str, values: &[Term]) -> Option<String> {
    let is_usual = values
        .iter()
        .zip(1..)
        .all(|(value, n)| *value == Term::Integer(n));
    let texts: Vec<String> = values.iter().map(Term::to_string).collect();
    (!is_usual).then(|| format!("{side}: {}", texts.join(" ")))
}

/// A content in words: of a pair, its parts.
fn words(content: &Term) -> String {
    match content {
        Term::Compound(compound) => {
            let parts: Vec<String> = compound.args().iter().map(Term::to_string).collect();
            parts.join(" ")
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::Syntax;
    use stratalog_logic::{Source, read_term};

    fn facts(texts: &[&str]) -> Vec<Term> {
        let read = |text: &&str| read_term(text).expect("a term").term;
        texts.iter().map(read).collect()
    }

    fn drawn(rules: &str, texts: &[&str]) -> String {
        let sheet = Rulesheet::read(Source::new("game.pl", rules), Syntax::Prolog);
        let facts = facts(texts);
        Layout::new(&sheet, &facts).draw(&facts).to_string()
    }

    #[test]
    fn facts_with_two_coordinates_are_a_board_whatever_they_are_called() {
        let text = drawn(
            "next(step(N)) :- true(step(M)), succ(M, N).",
            &[
                "location(a, 1, wr)",
                "location(a, 2, b)",
                "location(b, 1, b)",
                "location(b, 2, bk)",
                "control(white)",
                "step(7)",
            ],
        );
        assert_eq!(text, "  1 2\n1 w .\n2 . b\ncolumns: a b\ncontrol: white\n");
    }

    #[test]
    fn piles_and_hands_are_written_below() {
        let text = drawn("", &["heap(a, 3)", "heap(b, 5)", "hand(north, ace)"]);
        assert_eq!(text, "heap: a 3, b 5\nhand: north ace\n");
    }

    #[test]
    fn hints_draw_and_leave_out() {
        let rules = "draws(at(P, f(R, C)), R, C, P). draws(noise(_), nothing).";
        let text = drawn(
            rules,
            &["at(king, f(1, 2))", "at(rook, f(2, 1))", "noise(3)"],
        );
        assert_eq!(text, "  1 2\n1 . k\n2 r .\n");
    }
}
