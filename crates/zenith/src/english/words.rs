//! Lists, articles and plurals.

/// `a`, `a and b`, `a, b and c`.
pub fn list(texts: &[String]) -> String {
    match texts {
        [] => String::new(),
        [only] => only.clone(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}

/// The plural of a noun.
pub fn plural(noun: &str) -> String {
    let ends = |endings: &[&str]| endings.iter().any(|ending| noun.ends_with(ending));
    if ends(&["s", "x", "z", "ch", "sh"]) {
        return format!("{noun}es");
    }
    match noun.strip_suffix('y') {
        Some(stem) if !ends(&["ay", "ey", "oy", "uy"]) => format!("{stem}ies"),
        _ => format!("{noun}s"),
    }
}

/// A noun with its indefinite article.
pub fn a(noun: &str) -> String {
    let is_vowel = noun.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O']);
    format!("{} {noun}", if is_vowel { "an" } else { "a" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_and_lists_read_as_english() {
        assert_eq!(plural("cell"), "cells");
        assert_eq!(plural("box"), "boxes");
        assert_eq!(plural("city"), "cities");
        assert_eq!(plural("way"), "ways");
        let texts = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(list(&texts), "a, b and c");
        assert_eq!(list(&texts[..2]), "a and b");
        assert_eq!(a("owner"), "an owner");
    }
}
