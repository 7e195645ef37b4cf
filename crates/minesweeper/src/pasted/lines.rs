//! The lines of a pasted position, without what is only there for the eye.

use super::header;

/// A line of the text, or a part of one: the board and the rows may stand on one
/// line, with slashes between them.
#[derive(Clone, Debug)]
pub struct Line {
    /// From 1.
    pub number: usize,
    /// The characters and the columns they stand at, from 1.
    pub letters: Vec<(usize, char)>,
}

/// Characters that only draw a frame.
const FRAME: &str = "+┌┐└┘├┤┬┴┼─━╔╗╚╝╠╣╦╩╬═";
/// Characters between squares, or around a row.
const SEPARATORS: &str = "|│║,;\t";

impl Line {
    /// Whether there is nothing to see.
    pub fn is_blank(&self) -> bool {
        self.letters.iter().all(|(_, letter)| *letter == ' ')
    }

    /// The text between blanks.
    pub fn words(&self) -> Vec<String> {
        let text: String = self.letters.iter().map(|(_, letter)| letter).collect();
        text.split_whitespace().map(str::to_owned).collect()
    }

    /// The characters that are not blank.
    pub fn without_blanks(&self) -> Vec<(usize, char)> {
        let letters = self.letters.iter().copied();
        letters.filter(|(_, letter)| *letter != ' ').collect()
    }

    /// The line without its first word.
    fn without_first_word(&self) -> Line {
        let letters = self.letters.iter().copied();
        let letters = letters.skip_while(|(_, letter)| *letter == ' ');
        let letters = letters.skip_while(|(_, letter)| *letter != ' ');
        Line {
            number: self.number,
            letters: letters.skip(1).collect(),
        }
    }
}

/// The lines of a text, without frames, marks of emoji and separators.
pub fn of(text: &str) -> Vec<Line> {
    let parts = (1..).zip(text.lines()).flat_map(|(number, text)| {
        let parts = parts(text).into_iter();
        parts.map(move |(before, part)| (number, before, part))
    });
    let mut lines: Vec<Line> = parts.filter_map(line).collect();
    while lines.last().is_some_and(|line| line.letters.is_empty()) {
        lines.pop();
    }
    let empty = lines.iter().take_while(|line| line.letters.is_empty());
    lines.drain(..empty.count());
    lines
}

/// The parts of a line, each with the number of characters before it: the board in
/// front, if one stands there, and the rows, which have slashes between them. A line
/// that is no such list is one part.
fn parts(text: &str) -> Vec<(usize, &str)> {
    let (board, rows) = header::in_front(text);
    let rows_start = text.len() - rows.len();
    let is_list = rows.contains('/') && rows.split('/').all(|row| !row.is_empty());
    if board.is_empty() && !is_list || rows.is_empty() {
        return vec![(0, text)];
    }
    let mut parts = Vec::new();
    if !board.is_empty() {
        parts.push((0, board));
    }
    let mut before = text[..rows_start].chars().count();
    for row in rows.split('/') {
        parts.push((before, row));
        before += row.chars().count() + 1;
    }
    parts
}

fn line((number, before, text): (usize, usize, &str)) -> Option<Line> {
    let is_frame = text.contains(|letter| FRAME.contains(letter))
        && !text.contains(|letter: char| letter.is_alphanumeric());
    if is_frame {
        return None;
    }
    let is_framed = text.starts_with(['|', '│', '║']);
    let is_visible =
        |letter: char| !matches!(letter, '\u{fe0f}' | '\u{fe0e}' | '\u{200d}' | '\u{20e3}');
    let letters = (before + 1..)
        .zip(text.chars())
        .filter(|&(_, letter)| is_visible(letter));
    let plain = |letter: char| {
        let is_separator = letter.is_whitespace() || SEPARATORS.contains(letter);
        if is_separator { ' ' } else { letter }
    };
    let mut letters: Vec<(usize, char)> = letters
        .map(|(column, letter)| (column, plain(letter)))
        .collect();
    if is_framed {
        letters.remove(0);
        letters.pop();
    }
    Some(Line { number, letters })
}

/// The lines without the labels of rows and columns, where they have them: the
/// first line counts the columns, and each other line starts with its number.
pub fn without_labels(lines: &[Line]) -> Option<Vec<Line>> {
    let (first, rows) = lines.split_first()?;
    let counts = |words: &[String]| {
        let mut numbers = (1..).map(|number: usize| number.to_string());
        words
            .iter()
            .all(|word| numbers.next().as_ref() == Some(word))
    };
    let labels: Option<Vec<String>> = rows
        .iter()
        .map(|row| row.words().into_iter().next())
        .collect();
    let are_labels = rows.len() > 1 && counts(&first.words()) && counts(&labels?);
    are_labels.then(|| rows.iter().map(Line::without_first_word).collect())
}
