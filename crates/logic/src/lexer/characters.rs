//! Which characters make names, and which make symbols.

/// Whether an unquoted atom or a variable may continue with `c`.
pub(crate) fn is_name_character(c: char) -> bool {
    c == '_' || c.is_alphanumeric() || is_combining(c)
}

/// Whether an unquoted atom may start with `c` as a word.
pub(crate) fn is_name_start(c: char) -> bool {
    c.is_alphabetic() && !c.is_uppercase()
}

/// Whether `c` sticks to its like to make a symbol such as `=..`.
pub(crate) fn is_symbol_character(c: char) -> bool {
    match c {
        '#' | '$' | '&' | '*' | '+' | '-' | '.' | '/' | ':' | '<' | '=' | '>' | '?' | '@'
        | '\\' | '^' | '~' => true,
        _ => is_symbol_block(c),
    }
}

/// Marks that belong to the letter before them.
fn is_combining(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// Arrows, mathematical operators and other technical symbols.
fn is_symbol_block(c: char) -> bool {
    matches!(c, '\u{2190}'..='\u{23ff}' | '\u{27c0}'..='\u{27ff}' | '\u{2900}'..='\u{2bff}')
        && !c.is_alphanumeric()
}
