//! Changes to texts, from single characters to whole clauses.

use std::ops::Range;

use rand::RngExt;
use rand::seq::IndexedRandom;
use stratalog_run::Stream;

/// The longest text, in bytes.
const LONGEST: usize = 16 * 1024;
/// The most changes to one text.
const MOST_CHANGES: u32 = 6;
/// Numbers at which programs break.
const NUMBERS: &[&str] = &[
    "0",
    "-1",
    "1",
    "64",
    "65535",
    "65536",
    "99999999",
    "2147483648",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "123456789012345678901234567890",
    "1e308",
    "0.5",
    "nan",
];

/// Makes texts from those of a corpus.
pub struct Mutator {
    corpus: Vec<String>,
    /// The words of the corpus.
    words: Vec<String>,
}

impl Mutator {
    /// A mutator of these texts.
    pub fn new(corpus: &[&str]) -> Mutator {
        let corpus: Vec<String> = corpus.iter().map(|text| (*text).to_owned()).collect();
        let mut words: Vec<String> = corpus
            .iter()
            .flat_map(|text| {
                spans(text)
                    .into_iter()
                    .map(move |span| text[span].to_owned())
            })
            .collect();
        words.sort();
        words.dedup();
        Mutator { corpus, words }
    }

    /// A text with a few changes; sometimes one of the corpus as it is.
    pub fn mutate(&self, rng: &mut Stream) -> String {
        let mut text = self.corpus.choose(rng).cloned().unwrap_or_default();
        for _ in 0..rng.random_range(0..=MOST_CHANGES) {
            text = self.change(&text, rng);
            let end = (0..=LONGEST.min(text.len()))
                .rev()
                .find(|&end| text.is_char_boundary(end));
            text.truncate(end.unwrap_or(0));
        }
        text
    }

    fn change(&self, text: &str, rng: &mut Stream) -> String {
        match rng.random_range(0..12u32) {
            0 => characters(text, rng),
            1 => self.replace_word(text, rng),
            2 => number(text, rng),
            3 => swap(text, &spans(text), rng),
            4 => swap(text, &lines(text), rng),
            5 => duplicate(text, &lines(text), rng),
            6 => delete(text, &lines(text), rng),
            7 => self.splice(text, rng),
            8 => self.rename(text, rng),
            9 => argument(text, rng),
            10 => nest(text, rng),
            _ => delete(text, &spans(text), rng),
        }
    }

    fn word(&self, rng: &mut Stream) -> &str {
        self.words.choose(rng).map_or("x", String::as_str)
    }

    fn replace_word(&self, text: &str, rng: &mut Stream) -> String {
        match spans(text).choose(rng) {
            Some(span) => replaced(text, span, self.word(rng)),
            None => self.word(rng).to_owned(),
        }
    }

    /// A line of another text, somewhere.
    fn splice(&self, text: &str, rng: &mut Stream) -> String {
        let Some(other) = self.corpus.choose(rng) else {
            return text.to_owned();
        };
        let all = lines(other);
        let line = all.choose(rng).map_or("", |span| &other[span.clone()]);
        match lines(text).choose(rng) {
            Some(span) => replaced(text, &(span.start..span.start), line),
            None => line.to_owned(),
        }
    }

    /// One name instead of another, everywhere.
    fn rename(&self, text: &str, rng: &mut Stream) -> String {
        let all = spans(text);
        let Some(span) = all.choose(rng) else {
            return text.to_owned();
        };
        let old = &text[span.clone()];
        if old.len() < 2 {
            return text.to_owned();
        }
        text.replace(old, self.word(rng))
    }
}

/// The text with another part in place of a span.
fn replaced(text: &str, span: &Range<usize>, part: &str) -> String {
    format!("{}{part}{}", &text[..span.start], &text[span.end..])
}

/// The words, numbers and signs of a text.
fn spans(text: &str) -> Vec<Range<usize>> {
    let mut spans: Vec<Range<usize>> = Vec::new();
    let mut is_open = false;
    for (place, c) in text.char_indices() {
        let end = place + c.len_utf8();
        let is_name = c.is_alphanumeric() || c == '_';
        match spans.last_mut() {
            Some(last) if is_name && is_open => last.end = end,
            _ if !c.is_whitespace() => spans.push(place..end),
            _ => {}
        }
        is_open = is_name;
    }
    spans
}

/// The lines of a text with their ends.
fn lines(text: &str) -> Vec<Range<usize>> {
    let mut start = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        let span = start..start + line.len();
        start = span.end;
        span
    });
    lines.collect()
}

fn swap(text: &str, spans: &[Range<usize>], rng: &mut Stream) -> String {
    if spans.len() < 2 {
        return text.to_owned();
    }
    let mut places = [
        rng.random_range(0..spans.len()),
        rng.random_range(0..spans.len()),
    ];
    places.sort_unstable();
    let [first, second] = places.map(|place| spans[place].clone());
    if first == second {
        return text.to_owned();
    }
    let later = replaced(text, &second, &text[first.clone()]);
    replaced(&later, &first, &text[second])
}

fn duplicate(text: &str, spans: &[Range<usize>], rng: &mut Stream) -> String {
    match spans.choose(rng) {
        Some(span) => {
            let times = rng.random_range(1..=3usize);
            let part = text[span.clone()].repeat(times + 1);
            replaced(text, span, &part)
        }
        None => text.to_owned(),
    }
}

fn delete(text: &str, spans: &[Range<usize>], rng: &mut Stream) -> String {
    match spans.choose(rng) {
        Some(span) => replaced(text, span, ""),
        None => text.to_owned(),
    }
}

/// An extreme number in place of a number.
fn number(text: &str, rng: &mut Stream) -> String {
    let is_number = |span: &Range<usize>| text[span.clone()].bytes().all(|b| b.is_ascii_digit());
    let numbers: Vec<Range<usize>> = spans(text).into_iter().filter(is_number).collect();
    let extreme = NUMBERS.choose(rng).copied().unwrap_or("0");
    match numbers.choose(rng) {
        Some(span) => replaced(text, span, extreme),
        None => text.to_owned(),
    }
}

/// One argument more or less.
fn argument(text: &str, rng: &mut Stream) -> String {
    let is_open = |span: &Range<usize>| matches!(&text[span.clone()], "(" | "," | "[");
    let opens: Vec<Range<usize>> = spans(text).into_iter().filter(is_open).collect();
    let Some(open) = opens.choose(rng) else {
        return text.to_owned();
    };
    if rng.random() {
        let more = ["X, ", "_, ", "a, ", "a ", "?x ", "f(X), ", "[], "];
        let more = more.choose(rng).copied().unwrap_or_default();
        return replaced(text, &(open.end..open.end), more);
    }
    let after = &text[open.end..];
    let length = after.find([',', ')', ' ']).map_or(0, |length| length + 1);
    replaced(text, &(open.end..open.end + length), "")
}

/// A word inside many parentheses.
fn nest(text: &str, rng: &mut Stream) -> String {
    let all = spans(text);
    let Some(span) = all.choose(rng) else {
        return text.to_owned();
    };
    let depth = [1, 3, 100, 1000].choose(rng).copied().unwrap_or(1);
    let (open, close) = [
        ("(", ")"),
        ("[", "]"),
        ("f(", ")"),
        ("(not ", ")"),
        ("- ", ""),
    ]
    .choose(rng)
    .copied()
    .unwrap_or(("(", ")"));
    let part = open.repeat(depth) + &text[span.clone()] + &close.repeat(depth);
    replaced(text, span, &part)
}

/// Changes to single characters.
fn characters(text: &str, rng: &mut Stream) -> String {
    let places: Vec<usize> = text.char_indices().map(|(place, _)| place).collect();
    let Some(&place) = places.choose(rng) else {
        return "\u{0}".to_owned();
    };
    let width = text[place..].chars().next().map_or(0, char::len_utf8);
    let odd = [
        "\u{0}", "\u{feff}", "é", "\u{2028}", "'", "\"", "\\", "%", "/*", "\r", ".", "(",
    ];
    let odd = odd.choose(rng).copied().unwrap_or_default();
    match rng.random_range(0..4u32) {
        0 => replaced(text, &(place..place + width), odd),
        1 => replaced(text, &(place..place), odd),
        2 => replaced(text, &(place..place + width), ""),
        _ => text[..place].to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use stratalog_run::Seed;

    use super::*;

    #[test]
    fn texts_differ_from_each_other_and_stay_within_the_limit() {
        let corpus = [
            "p(X, 1) :- q(X).\nq(a).\n",
            "(role white)\n(init (n 3))\n",
            "é",
        ];
        let mutator = Mutator::new(&corpus);
        let mut texts: Vec<String> = (0..2000)
            .map(|number| mutator.mutate(&mut Seed(1).stream(number)))
            .collect();
        assert!(texts.iter().all(|text| text.len() <= LONGEST));
        texts.sort();
        texts.dedup();
        assert!(texts.len() > 1000, "{}", texts.len());
    }
}
