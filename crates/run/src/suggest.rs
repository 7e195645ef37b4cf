//! Suggestions for mistyped names: the one place that decides which known name
//! is close enough to what the user wrote.

use strsim::damerau_levenshtein;

/// Shorter prefixes match too many names to be helpful.
const SHORTEST_PREFIX: usize = 3;

/// The candidate that `name` most likely stands for, or `None` if no candidate
/// is close. Case is ignored, and `_` and spaces count as `-`.
///
/// A candidate is close if it starts with `name`, or if at most one in three
/// characters of `name` must be inserted, deleted, replaced or swapped to get
/// it. The first of equally close candidates wins.
///
/// ```
/// use stratalog_run::suggest::closest;
///
/// let games = ["othello", "connect-four", "minesweeper"];
/// assert_eq!(closest("Othelo", games), Some("othello"));
/// assert_eq!(closest("connect four", games), Some("connect-four"));
/// assert_eq!(closest("mines", games), Some("minesweeper"));
/// assert_eq!(closest("chess", games), None);
/// ```
pub fn closest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name = normalised(name);
    let length = name.chars().count();
    let most_edits = (length / 3).max(1);
    candidates
        .into_iter()
        .filter_map(|candidate| {
            let normal = normalised(candidate);
            let edits = damerau_levenshtein(&name, &normal);
            let is_prefix = length >= SHORTEST_PREFIX && normal.starts_with(&name);
            let is_close = is_prefix || (edits <= most_edits && edits < length);
            // Typing errors come before abbreviations.
            let rank = if edits <= most_edits {
                edits
            } else {
                usize::MAX
            };
            is_close.then_some((rank, candidate))
        })
        .min_by_key(|(rank, _)| *rank)
        .map(|(_, candidate)| candidate)
}

/// The end of an error message: `; did you mean 'othello'?`, or nothing if no
/// candidate is close.
pub fn did_you_mean<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    match closest(name, candidates) {
        Some(candidate) => format!("; did you mean '{candidate}'?"),
        None => String::new(),
    }
}

fn normalised(name: &str) -> String {
    name.trim().to_lowercase().replace(['_', ' '], "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAYERS: [&str; 5] = ["random", "minimax", "uct", "material", "human"];

    #[test]
    fn typing_errors_are_recognised() {
        for (typed, meant) in [
            ("minmax", "minimax"),
            ("ranodm", "random"),
            ("UCT", "uct"),
            ("utc", "uct"),
            ("humann", "human"),
        ] {
            assert_eq!(closest(typed, PLAYERS), Some(meant), "{typed}");
        }
    }

    #[test]
    fn abbreviations_are_recognised_unless_a_typing_error_is_closer() {
        assert_eq!(closest("mini", PLAYERS), Some("minimax"));
        assert_eq!(closest("hexa", ["hexapawn", "hex"]), Some("hex"));
    }

    #[test]
    fn names_that_are_far_from_all_candidates_get_no_suggestion() {
        for typed in ["deep-blue", "", "x", "u", "über"] {
            assert_eq!(closest(typed, PLAYERS), None, "{typed}");
        }
        assert_eq!(closest("random", []), None);
    }

    #[test]
    fn a_message_ends_with_the_suggestion() {
        assert_eq!(did_you_mean("minmax", PLAYERS), "; did you mean 'minimax'?");
        assert_eq!(did_you_mean("deep-blue", PLAYERS), "");
    }
}
