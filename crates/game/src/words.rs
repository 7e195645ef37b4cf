//! Words of the sentences that are made from rules and features: lists, articles,
//! plurals.

/// `a`, `a and b`, `a, b and c`.
pub fn list(texts: &[String]) -> String {
    match texts {
        [] => String::new(),
        [only] => only.clone(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}

/// More than one of what a noun names. A name that looks like a plural is left as
/// it is: rulesheets name predicates `lines` as often as `line`.
pub fn plural(noun: &str) -> String {
    let ends = |endings: &[&str]| endings.iter().any(|ending| noun.ends_with(ending));
    match noun.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
        _ if ends(&["ss", "x", "z", "ch", "sh"]) => format!("{noun}es"),
        _ if ends(&["s"]) => noun.to_owned(),
        _ => format!("{noun}s"),
    }
}

/// The indefinite article of a noun.
pub fn article(noun: &str) -> &'static str {
    match noun.chars().next().map(|first| first.to_ascii_lowercase()) {
        Some('a' | 'e' | 'i' | 'o' | 'u') => "an",
        _ => "a",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_lists_and_articles_read_as_english() {
        for (noun, nouns) in [
            ("cell", "cells"),
            ("box", "boxes"),
            ("city", "cities"),
            ("way", "ways"),
            ("pass", "passes"),
            ("lines", "lines"),
        ] {
            assert_eq!(plural(noun), nouns);
        }
        let texts = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(list(&texts), "a, b and c");
        assert_eq!(list(&texts[..2]), "a and b");
        assert_eq!(list(&texts[..1]), "a");
        assert_eq!(article("Owner"), "an");
        assert_eq!(article("piece"), "a");
    }
}
