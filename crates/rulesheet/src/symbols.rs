//! One character for each content of a square. Contents with different first letters
//! have those; of contents in two parts, as in `white rook` or `wr`, one part gives the
//! letter and the other says whether it is a capital; all others take what is left.

use std::collections::{BTreeMap, BTreeSet};

use stratalog_logic::Term;

/// The characters of contents.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    by_content: BTreeMap<Term, char>,
}

impl Symbols {
    /// Characters for all of these contents.
    pub fn new(contents: impl IntoIterator<Item = Term>) -> Symbols {
        let contents: BTreeSet<Term> = contents.into_iter().collect();
        let first: Vec<char> = contents.iter().map(symbol).collect();
        let symbols = if are_different(&first) {
            first
        } else {
            let in_parts = by_parts(&contents).filter(|symbols| are_different(symbols));
            in_parts.unwrap_or_else(|| what_is_left(&contents))
        };
        Symbols {
            by_content: contents.into_iter().zip(symbols).collect(),
        }
    }

    /// The character of a content.
    pub fn of(&self, content: &Term) -> char {
        let known = self.by_content.get(content).copied();
        known.unwrap_or_else(|| symbol(content))
    }

    /// The content with this character.
    pub fn content(&self, symbol: char) -> Option<&Term> {
        let mut known = self.by_content.iter();
        known.find(|(_, known)| **known == symbol).map(|(c, _)| c)
    }
}

/// The first letter or digit of a content; letters go on where digits end.
fn symbol(content: &Term) -> char {
    if let Term::Integer(value @ 10..36) = content {
        let digit = char::from_digit(*value as u32, 36);
        return digit.unwrap_or('?').to_ascii_uppercase();
    }
    let text = content.to_string();
    text.chars().find(|c| c.is_alphanumeric()).unwrap_or('?')
}

fn are_different(symbols: &[char]) -> bool {
    let different: BTreeSet<&char> = symbols.iter().collect();
    different.len() == symbols.len()
}

/// The two parts of a content: of a pair its arguments, of a name its words or letters.
fn parts(content: &Term) -> Option<[String; 2]> {
    let parts: Vec<String> = match content {
        Term::Compound(compound) => compound.args().iter().map(Term::to_string).collect(),
        Term::Atom(name) if name.as_str().contains(['_', '-']) => {
            let words = name.as_str().split(['_', '-']);
            words.map(str::to_owned).collect()
        }
        Term::Atom(name) => name.as_str().chars().map(String::from).collect(),
        _ => return None,
    };
    parts.try_into().ok()
}

/// Letters by one part, capitals by the other, which has two values: the later of them
/// in the alphabet, as white after black, has the capitals.
fn by_parts(contents: &BTreeSet<Term>) -> Option<Vec<char>> {
    let parts: Option<Vec<[String; 2]>> = contents.iter().map(parts).collect();
    let parts = parts?;
    let values =
        |place: usize| -> BTreeSet<&String> { parts.iter().map(|parts| &parts[place]).collect() };
    let side = (0..2).find(|&place| values(place).len() == 2)?;
    let capital = values(side).into_iter().next_back()?;
    let letter = |parts: &[String; 2]| {
        let mut letters = parts[1 - side].chars();
        let letter = letters.find(|c| c.is_alphanumeric())?;
        Some(match parts[side] == *capital {
            true => letter.to_ascii_uppercase(),
            false => letter.to_ascii_lowercase(),
        })
    };
    parts.iter().map(letter).collect()
}

/// A character of its own for each content, from its name where one is free.
fn what_is_left(contents: &BTreeSet<Term>) -> Vec<char> {
    let mut used: BTreeSet<char> = BTreeSet::new();
    let mut take = |content: &Term| {
        let name = content.to_string();
        let own = name.chars().filter(|c| c.is_alphanumeric());
        let capitals = own.clone().map(|c| c.to_ascii_uppercase());
        let others = ('a'..='z').chain('A'..='Z').chain('0'..='9');
        let mut wanted = own.chain(capitals).chain(others);
        let free = wanted.find(|c| !used.contains(c)).unwrap_or('?');
        used.insert(free);
        free
    };
    contents.iter().map(&mut take).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use stratalog_logic::read_term;

    fn symbols(texts: &[&str]) -> String {
        let read = |text: &&str| read_term(text).expect("a term").term;
        let terms: Vec<Term> = texts.iter().map(read).collect();
        let symbols = Symbols::new(terms.clone());
        terms.iter().map(|term| symbols.of(term)).collect()
    }

    #[test]
    fn contents_have_characters_of_their_own() {
        assert_eq!(symbols(&["white", "black"]), "wb");
        assert_eq!(symbols(&["wr", "wn", "br", "bn"]), "RNrn");
        let pieces = ["cell(white,rook)", "cell(white,bishop)", "cell(black,rook)"];
        assert_eq!(symbols(&pieces), "RBr");
        assert_eq!(symbols(&["red_king", "red_man", "blue_man"]), "KMm");
        assert_eq!(symbols(&["1", "9", "10", "12"]), "19AC");
        let animals = symbols(&["cat", "cow", "crab"]);
        assert_eq!(animals.chars().collect::<BTreeSet<char>>().len(), 3);
    }
}
