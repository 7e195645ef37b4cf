//! Moves as people type them: `3,4` for `mark(3,4)`, `b2 b3` for
//! `move(2,2,2,3)`, or the number of a move in the list.

/// What a typed text stands for among the legal moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Typed {
    /// The move at this place.
    Move(usize),
    /// Any of the moves at these places.
    Several(Vec<usize>),
    /// No move.
    Nothing,
}

/// Whether moves may be named by their place in the list, from 1, or by a part. Where
/// moves are nothing but numbers, a number is a move.
pub fn have_places(legal: &[String]) -> bool {
    let is_number = |word: &String| word.chars().all(char::is_numeric);
    !legal.iter().any(|mv| words(mv).iter().all(is_number))
}

/// Finds the legal move that a text stands for. The words of the text must be
/// those of the move; else its arguments; else a part of them; else a place in
/// the list, from 1. Letters stand for columns where that is needed.
pub fn find(legal: &[String], text: &str) -> Typed {
    let typed = words(text);
    if typed.is_empty() {
        return Typed::Nothing;
    }
    let ways: &[Fits] = if have_places(legal) {
        &[is_same, has_arguments, has_part]
    } else {
        &[is_same]
    };
    let moves: Vec<Vec<String>> = legal.iter().map(|mv| words(mv)).collect();
    for typed in [&typed, &with_numbers(&typed)] {
        for fits in ways {
            let places = 0..moves.len();
            let found: Vec<usize> = places.filter(|&n| fits(&moves[n], typed)).collect();
            match found[..] {
                [] => {}
                [only] => return Typed::Move(only),
                _ => return by_place(legal, text).unwrap_or(Typed::Several(found)),
            }
        }
    }
    by_place(legal, text).unwrap_or(Typed::Nothing)
}

/// Whether typed words stand for a move.
type Fits = fn(&[String], &[String]) -> bool;

fn is_same(mv: &[String], typed: &[String]) -> bool {
    mv == typed
}

fn has_arguments(mv: &[String], typed: &[String]) -> bool {
    mv.get(1..) == Some(typed)
}

fn has_part(mv: &[String], typed: &[String]) -> bool {
    mv.windows(typed.len()).any(|part| part == typed)
}

fn by_place(legal: &[String], text: &str) -> Option<Typed> {
    let place: usize = text.trim().parse().ok()?;
    let is_in_list = (1..=legal.len()).contains(&place) && have_places(legal);
    is_in_list.then(|| Typed::Move(place - 1))
}

/// The words and numbers of a text, in lower case: `Mark(3,b2)` has `mark`, `3`,
/// `b` and `2`.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut last = None;
    for character in text.to_lowercase().chars() {
        let kind = match character {
            c if c.is_numeric() => Some('0'),
            c if c.is_alphabetic() || c == '_' => Some('a'),
            _ => None,
        };
        match words.last_mut() {
            Some(word) if kind.is_some() && kind == last => word.push(character),
            _ if kind.is_some() => words.push(character.to_string()),
            _ => {}
        }
        last = kind;
    }
    words
}

/// The same with columns by number: `b` is 2.
fn with_numbers(words: &[String]) -> Vec<String> {
    let number = |word: &String| match word.as_bytes() {
        [letter @ b'a'..=b'z'] => (letter - b'a' + 1).to_string(),
        _ => word.clone(),
    };
    words.iter().map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|&text| text.to_owned()).collect()
    }

    #[test]
    fn moves_are_found_the_way_people_say_them() {
        let marks = moves(&["mark(3,4)", "mark(4,3)", "noop"]);
        for text in ["mark 3 4", "3,4", "3 4", "Mark(3, 4)", "c4", "1"] {
            assert_eq!(find(&marks, text), Typed::Move(0), "{text}");
        }
        assert_eq!(find(&marks, "NOOP"), Typed::Move(2));
        assert_eq!(find(&marks, "mark"), Typed::Several(vec![0, 1]));
        let steps = moves(&["move(2,2,2,3)", "move(2,2,3,3)", "move(wp,e,2,e,4)"]);
        assert_eq!(find(&steps, "b2 b3"), Typed::Move(0));
        assert_eq!(find(&steps, "b2-c3"), Typed::Move(1));
        assert_eq!(find(&steps, "e2e4"), Typed::Move(2));
        assert_eq!(find(&steps, "2 2"), Typed::Several(vec![0, 1]));
        assert_eq!(find(&steps, "3"), Typed::Move(2));
    }

    #[test]
    fn where_moves_are_numbers_a_number_is_no_place_in_the_list() {
        let columns = moves(&["2", "3", "7"]);
        assert_eq!(find(&columns, "1"), Typed::Nothing);
        assert_eq!(find(&columns, "2"), Typed::Move(0));
        let squares = moves(&["1,1", "1,5", "5,1", "5,5"]);
        assert_eq!(find(&squares, "4"), Typed::Nothing);
        assert_eq!(find(&squares, "5"), Typed::Nothing);
        assert_eq!(find(&squares, "5 1"), Typed::Move(2));
        assert!(!have_places(&squares) && have_places(&moves(&["bid(3)", "noop"])));
    }

    #[test]
    fn what_fits_no_move_is_none() {
        let marks = moves(&["mark(3,4)", "noop"]);
        for text in ["", "  ", "9", "0", "-1", "resign", "mark(9,9)", "((", "é"] {
            assert_eq!(find(&marks, text), Typed::Nothing, "{text}");
        }
    }
}
