//! Moves in the spelling of the rules as they were received. Letter case means
//! nothing in KIF and is folded when rules are read; an answer uses the rules' own.

use rustc_hash::FxHashMap;
use stratalog_logic::{KifReader, Source, Symbol, Term};

/// How the names of a text are spelled.
#[derive(Clone, Debug, Default)]
pub struct Spelling(FxHashMap<Symbol, String>);

impl Spelling {
    /// The spelling that a text in KIF uses first for each name.
    pub fn of(text: &str) -> Spelling {
        let mut spelling = Spelling::default();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            rest = match first {
                ';' => after(rest, rest.find('\n')),
                '"' | '|' => {
                    let inside = &rest[1..];
                    let length = inside.find([first, '\n']);
                    if let Some(length) = length {
                        let name = &inside[..length];
                        spelling.add(name, &rest[..length + 2]);
                    }
                    after(inside, length)
                }
                _ if is_delimiter(first) => &rest[first.len_utf8()..],
                _ => {
                    let length = rest.find(is_delimiter).unwrap_or(rest.len());
                    let word = &rest[..length];
                    spelling.add(&word.to_lowercase(), word);
                    &rest[length..]
                }
            };
        }
        spelling
    }

    fn add(&mut self, name: &str, spelled: &str) {
        let spelled = || spelled.to_owned();
        self.0.entry(Symbol::new(name)).or_insert_with(spelled);
    }

    /// A term in KIF.
    pub fn write(&self, term: &Term) -> String {
        let mut text = String::new();
        let mut open = vec![Step::Term(term)];
        while let Some(step) = open.pop() {
            let needs_space = !text.is_empty() && !text.ends_with('(');
            match step {
                Step::Close => text.push(')'),
                Step::Term(term) => {
                    if needs_space {
                        text.push(' ');
                    }
                    match term {
                        Term::Compound(compound) => {
                            text.push('(');
                            text.push_str(self.name(compound.name()));
                            open.push(Step::Close);
                            open.extend(compound.args().iter().rev().map(Step::Term));
                        }
                        Term::Atom(name) => text.push_str(self.name(*name)),
                        other => text.push_str(&other.to_string()),
                    }
                }
            }
        }
        text
    }

    fn name(&self, name: Symbol) -> &str {
        self.0.get(&name).map_or(name.as_str(), String::as_str)
    }
}

/// What is still to be written.
enum Step<'a> {
    Term(&'a Term),
    Close,
}

fn is_delimiter(c: char) -> bool {
    c.is_whitespace() || matches!(c, '(' | ')' | ';' | '"')
}

/// What follows the character at a place; nothing where there is no such place.
fn after(text: &str, place: Option<usize>) -> &str {
    place.map_or("", |place| &text[place + 1..])
}

/// A term that a text in KIF stands for: a move or the name of a role.
pub fn term(text: &str) -> Option<Term> {
    // As the argument of a fact: a number alone is no clause.
    let source = Source::new("move", format!("(is {text})"));
    let mut reader = KifReader::new(&source);
    let read = reader.next_clause()?.ok()?;
    let rest = reader.next_clause();
    let [term] = read.term.args() else {
        return None;
    };
    (rest.is_none() && term.is_ground()).then(|| term.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_written_in_the_spelling_of_the_rules() {
        let rules =
            "; Mark in a comment\n(role X-Player)(<= (legal ?P (Mark ?x |A b|)) (num 01 1))";
        let spelling = Spelling::of(rules);
        for (text, written) in [
            ("(mark 01 1)", "(Mark 01 1)"),
            (
                "( MARK\n(mark x-player 3) |A b| )",
                "(Mark (Mark X-Player 3) |A b|)",
            ),
            ("noop", "noop"),
            ("7", "7"),
        ] {
            let read = term(text).expect(text);
            assert_eq!(spelling.write(&read), written);
            assert_eq!(term(written), Some(read));
        }
        for text in ["", "(mark", "mark)", ") (x", "?x", "(mark ?x)", "a b", "()"] {
            assert_eq!(term(text), None, "{text}");
        }
    }
}
