//! A drawing as text becomes facts again.

use stratalog_logic::{Term, read_term};

use super::Layout;

impl Layout {
    /// The facts that a drawing as text shows, the way it is printed; facts that it does
    /// not show are those of `start`. Nothing where the text is no such drawing.
    pub fn read(&self, text: &str, start: &[Term]) -> Option<Vec<Term>> {
        let mut facts: Vec<Term> = Vec::new();
        let mut rows = self.rows.iter();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            if let Some(turn) = self.turn_of(line) {
                facts.push(turn);
            } else if let Some(noted) = self.noted(line) {
                facts.extend(noted);
            } else if let Some(drawn) = self.rows_of(line) {
                for symbols in drawn {
                    let row = rows.next()?;
                    for (column, symbol) in self.columns.iter().zip(symbols) {
                        facts.extend(self.fact(row, column, symbol, start)?);
                    }
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

    /// The fact that `white to move` stands for.
    fn turn_of(&self, line: &str) -> Option<Term> {
        let name = line.trim().strip_suffix(" to move")?;
        Some(Term::compound(
            self.turn?.name,
            [read_term(name).ok()?.term],
        ))
    }

    /// The characters of the squares of a row, or of several rows with slashes between
    /// them.
    fn rows_of(&self, line: &str) -> Option<Vec<Vec<char>>> {
        if !line.contains('/') {
            return Some(vec![self.symbols_of(line)?]);
        }
        let row = |part: &str| {
            let symbols: Vec<char> = part.chars().filter(|c| !c.is_whitespace()).collect();
            (symbols.len() == self.columns.len()).then_some(symbols)
        };
        line.split('/').map(row).collect()
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::{Rulesheet, Syntax};
    use stratalog_logic::Source;

    fn facts(texts: &[&str]) -> Vec<Term> {
        let read = |text: &&str| read_term(text).expect("a term").term;
        texts.iter().map(read).collect()
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

    #[test]
    fn rows_may_stand_on_one_line_and_the_turn_below_them() {
        let rules = "role(x). role(o). init(control(x)). other(x, o). other(o, x).
            next(control(P)) :- true(control(Q)), other(P, Q).";
        let sheet = Rulesheet::read(Source::new("game.pl", rules), Syntax::Prolog);
        let start = facts(&[
            "at(1, 1, b)",
            "at(1, 2, b)",
            "at(2, 1, o)",
            "at(2, 2, x)",
            "control(x)",
        ]);
        let layout = Layout::new(&sheet, &start);
        // Whose turn it is follows from the turn before, and is no counter of steps.
        assert!(layout.draw(&start).to_string().contains("control: x"));
        let mut read = layout
            .read("x./.o\no to move", &start)
            .expect("it is drawn");
        read.sort();
        let mut expected = facts(&[
            "at(1, 1, x)",
            "at(1, 2, b)",
            "at(2, 1, b)",
            "at(2, 2, o)",
            "control(o)",
        ]);
        expected.sort();
        assert_eq!(read, expected);
        assert_eq!(layout.read("x./.", &start), None);
    }
}
