//! How the positions of a game are drawn. Nothing is declared: facts with two
//! ordered coordinates and a content are a board, whatever they are called;
//! counters of steps are left out; the rest is written below. A rulesheet may
//! add hints: `draws(Fact, Row, Column, Content)` draws the facts of that form,
//! `draws(Fact, nothing)` leaves them out.

use std::collections::BTreeMap;

use stratalog_game::drawing::{Cell, Drawing};
use stratalog_logic::{Bindings, Clause, Functor, Term, Var, read_term};

use super::sheet::Rulesheet;
use super::symbols::Symbols;

/// The largest number of rows or columns of a board that is drawn.
const MAX_SIDE: usize = 60;
/// The smallest number of squares that make a board.
const MIN_SQUARES: usize = 4;
/// Names of contents that mean an empty square.
const EMPTY: [&str; 7] = ["blank", "b", "empty", "none", "nil", "e", "dirt"];

/// How the positions of a game are drawn.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    hints: Vec<Hint>,
    boards: Vec<Board>,
    hidden: Vec<Functor>,
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
        let mut layout = Layout {
            hints: hints(sheet),
            hidden: counters(sheet),
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

    /// The facts that a drawing as text shows, the way it is printed; facts that it does
    /// not show are those of `start`. Nothing where the text is no such drawing.
    pub fn read(&self, text: &str, start: &[Term]) -> Option<Vec<Term>> {
        let mut facts: Vec<Term> = Vec::new();
        let mut rows = self.rows.iter();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            if let Some(noted) = self.noted(line) {
                facts.extend(noted);
            } else if let Some(symbols) = self.symbols_of(line) {
                let row = rows.next()?;
                for (column, symbol) in self.columns.iter().zip(symbols) {
                    facts.extend(self.fact(row, column, symbol, start)?);
                }
            } else if !self.names_columns(line) {
                return None;
            }
        }
        if rows.next().is_some() || facts.is_empty() {
            return None;
        }
        let is_told = |fact: &Term| {
            let drawn = self.square(fact).is_some();
            drawn || facts.iter().any(|told| told.functor() == fact.functor())
        };
        let others: Vec<Term> = start.iter().filter(|f| !is_told(f)).cloned().collect();
        facts.extend(others);
        Some(facts)
    }

    /// The facts of a line below the board, as in `control: white`; none of a line that
    /// explains the sides.
    fn noted(&self, line: &str) -> Option<Vec<Term>> {
        let (name, list) = match line.split_once(':') {
            Some((name, list)) => (name.trim(), list.trim()),
            None if line.trim().len() < 2 => return None,
            None => (line.trim(), ""),
        };
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(is_name) {
            return None;
        }
        if ["rows", "columns"].contains(&name) {
            return Some(Vec::new());
        }
        if list.is_empty() {
            return Some(vec![Term::atom(name)]);
        }
        let fact = |args: &str| {
            let args = args.split_whitespace();
            let args: Option<Vec<Term>> = args.map(|a| Some(read_term(a).ok()?.term)).collect();
            Some(Term::compound(name, args?))
        };
        list.split(',').map(fact).collect()
    }

    /// The characters of the squares of a row, after its number and without marks.
    fn symbols_of(&self, line: &str) -> Option<Vec<char>> {
        let line = line.replace(['[', '(', '+', '!'], " ");
        let mut words: Vec<&str> = line.split_whitespace().collect();
        if words.len() == self.columns.len() + 1 && words[0].parse::<usize>().is_ok() {
            words.remove(0);
        } else if self.names_columns(&line) {
            return None;
        }
        let symbol = |word: &&str| {
            let mut letters = word.chars();
            letters.next().filter(|_| letters.next().is_none())
        };
        let symbols: Option<Vec<char>> = words.iter().map(symbol).collect();
        symbols.filter(|symbols| symbols.len() == self.columns.len())
    }

    fn names_columns(&self, line: &str) -> bool {
        let words: Vec<&str> = line.split_whitespace().collect();
        let mut names = words.iter().zip(1..);
        words.len() == self.columns.len() && names.all(|(word, n)| **word == i32::to_string(&n))
    }

    /// The fact of a square with this character, which may be none for an empty square.
    /// Nothing where no content has it.
    fn fact(
        &self,
        row: &Term,
        column: &Term,
        symbol: char,
        start: &[Term],
    ) -> Option<Option<Term>> {
        let [board] = self.boards[..] else {
            return None;
        };
        let contents = if symbol == '.' {
            // Empty squares are facts, if there are any in the first position.
            let is_empty = |fact: &&Term| {
                fact.functor() == Some(board.functor)
                    && self
                        .square(fact)
                        .is_some_and(|(_, _, content)| content.is_none())
            };
            match start.iter().find(is_empty) {
                Some(fact) => board.contents(fact),
                None => return Some(None),
            }
        } else {
            match self.symbols.content(symbol)? {
                _ if board.functor.arity == 2 => Vec::new(),
                Term::Compound(parts) if board.functor.arity > 3 => parts.args().to_vec(),
                content => vec![content.clone()],
            }
        };
        let mut contents = contents.into_iter();
        let args: Option<Vec<Term>> = (0..board.functor.arity)
            .map(|place| match place {
                _ if place == board.row => Some(row.clone()),
                _ if place == board.column => Some(column.clone()),
                _ => contents.next(),
            })
            .collect();
        Some(Some(Term::compound(board.functor.name, args?)))
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

fn hints(sheet: &Rulesheet) -> Vec<Hint> {
    let heads = sheet.clauses.iter().map(|clause| &clause.head);
    heads
        .filter_map(|head| match (head.functor()?.name.as_str(), head.args()) {
            ("draws", [fact, row, column, content]) => Some(Hint {
                fact: fact.clone(),
                place: Some([row.clone(), column.clone(), content.clone()]),
            }),
            ("draws", [fact, _]) => Some(Hint {
                fact: fact.clone(),
                place: None,
            }),
            _ => None,
        })
        .collect()
}

/// Facts with one argument whose next value follows from the present one alone,
/// in every position: they count steps.
fn counters(sheet: &Rulesheet) -> Vec<Functor> {
    let mut counters: Vec<(Functor, bool)> = Vec::new();
    for clause in &sheet.clauses {
        let Some([fact]) = clause.head.as_compound("next".into(), 1) else {
            continue;
        };
        let Some(functor) = fact.functor().filter(|f| f.arity == 1) else {
            continue;
        };
        let counts = is_counting(&Clause::new(fact.clone(), clause.body.conjuncts()));
        match counters.iter_mut().find(|(known, _)| *known == functor) {
            Some((_, is_counter)) => *is_counter &= counts,
            None => counters.push((functor, counts)),
        }
    }
    let counters = counters.into_iter().filter(|(_, is_counter)| *is_counter);
    counters.map(|(functor, _)| functor).collect()
}

/// Whether a clause gives a fact with a variable a new value that depends on its
/// old one only.
fn is_counting(clause: &Clause) -> bool {
    let (Some(functor), [Term::Var(new)]) = (clause.head.functor(), clause.head.args()) else {
        return false;
    };
    let mut old: Option<Var> = None;
    for goal in &clause.body {
        match goal.functor().map(|f| f.name.as_str()) {
            Some("true") => match goal.args() {
                [fact] if fact.functor() == Some(functor) && old.is_none() => match fact.args() {
                    [Term::Var(var)] => old = Some(*var),
                    _ => return false,
                },
                _ => return false,
            },
            Some("does" | "\\+" | "not" | ";") | None => return false,
            Some(_) => {}
        }
    }
    old.is_some_and(|old| old != *new)
}

/// The board that facts with the same functor make: their first two arguments
/// that are coordinates, if no square has more than a few contents at once.
fn board(facts: &[&Term]) -> Option<Board> {
    let functor = facts.first()?.functor()?;
    if functor.arity < 2 || facts.len() < MIN_SQUARES {
        return None;
    }
    let is_coordinate = |&place: &usize| {
        facts
            .iter()
            .all(|fact| coordinate(&fact.args()[place]).is_some())
    };
    let several = |place: usize| {
        let first = &facts[0].args()[place];
        facts.iter().any(|fact| fact.args()[place] != *first)
    };
    let mut places = (0..functor.arity).filter(is_coordinate);
    let (first, second) = (places.next()?, places.next()?);
    // With two arguments and nothing else, a pair may also be a pile and its size.
    let is_pair = functor.arity == 2;
    if is_pair && !(several(first) && several(second)) {
        return None;
    }
    let mut squares: Vec<(&Term, &Term)> = facts
        .iter()
        .map(|fact| (&fact.args()[first], &fact.args()[second]))
        .collect();
    squares.sort();
    squares.dedup();
    if squares.len() < MIN_SQUARES {
        return None;
    }
    // Letters name columns and numbers rows, as on a chess board.
    let is_letter = |place: usize| matches!(facts[0].args()[place], Term::Atom(_));
    let (row, column) = if is_letter(first) && !is_letter(second) {
        (second, first)
    } else {
        (first, second)
    };
    Some(Board {
        functor,
        row,
        column,
    })
}

/// The value of a coordinate: an integer, a letter, or a short name that ends in
/// a number.
fn coordinate(term: &Term) -> Option<i64> {
    match term {
        Term::Integer(value) => Some(*value),
        Term::Atom(name) => {
            let name = name.as_str();
            let mut letters = name.chars();
            if let (Some(letter), None) = (letters.next(), letters.next()) {
                return letter
                    .is_alphabetic()
                    .then_some(i64::from(u32::from(letter)));
            }
            let digits = name.trim_start_matches(|c: char| c.is_alphabetic() || c == '_');
            let prefix = name.len() - digits.len();
            if prefix > 4 {
                return None;
            }
            digits.parse().ok()
        }
        _ => None,
    }
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
    use stratalog_logic::Source;

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

    #[test]
    fn a_drawing_reads_back_as_the_facts_it_shows() {
        for texts in [
            &[
                "at(1, 1, x)",
                "at(1, 2, b)",
                "at(2, 1, o)",
                "at(2, 2, b)",
                "control(x)",
            ][..],
            &[
                "cell(a, 1, wr)",
                "cell(a, 2, br)",
                "cell(b, 1, wn)",
                "cell(b, 2, b)",
                "turn(w)",
            ],
            &[
                "p(1, 1, white, rook)",
                "p(2, 2, black, king)",
                "p(3, 1, white, king)",
                "p(3, 2, black, rook)",
                "over",
            ],
        ] {
            let rules = "next(step(N)) :- true(step(M)), succ(M, N).";
            let sheet = Rulesheet::read(Source::new("game.pl", rules), Syntax::Prolog);
            let mut facts = facts(texts);
            facts.push(read_term("step(1)").expect("a term").term);
            let layout = Layout::new(&sheet, &facts);
            let drawing = layout.draw(&facts).to_string();
            let mut read = layout.read(&drawing, &facts).expect("it is a drawing");
            read.sort();
            facts.sort();
            assert_eq!(read, facts, "{drawing}");
            assert_eq!(layout.read("1 x\n", &facts), None);
        }
    }
}
