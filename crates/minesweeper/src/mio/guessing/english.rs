//! Rules for guesses in plain English.

use super::measure::Measure;
use super::rule::{Condition, GuessRule, Share};

/// The rule as a sentence.
pub fn english(rule: &GuessRule) -> String {
    let mut phrases = rule.conditions.iter().map(|&condition| phrase(condition));
    let mut sentence = "Guess a covered square".to_owned();
    match phrases.next() {
        Some(first) => {
            sentence.push(' ');
            sentence.push_str(&first);
        }
        None => sentence.push_str(", any of them"),
    }
    for next in phrases {
        sentence.push_str("; of these, one ");
        sentence.push_str(&next);
    }
    sentence.push('.');
    sentence
}

fn phrase(condition: Condition) -> String {
    match condition {
        Condition::Least(measure) => {
            format!("with the {}", superlative(measure, "least", "fewest"))
        }
        Condition::Greatest(measure) => {
            format!("with the {}", superlative(measure, "greatest", "most"))
        }
        Condition::AtMost(Measure::Neighbours, Share { numerator: 3, .. }) => "in a corner".into(),
        Condition::AtMost(Measure::Neighbours, Share { numerator: 5, .. }) => {
            "on an edge or in a corner".into()
        }
        Condition::AtLeast(Measure::Neighbours, Share { numerator: 8, .. }) => {
            "away from the edges".into()
        }
        Condition::AtLeast(Measure::Neighbours, Share { numerator: 5, .. }) => {
            "that is not in a corner".into()
        }
        Condition::AtMost(measure, share) if share.numerator == 0 && !measure.is_share() => {
            match measure {
                Measure::Numbers => "beside no number".into(),
                _ => format!("with no {}", plural(measure)),
            }
        }
        Condition::AtLeast(Measure::Numbers, share) if share == Share::whole(1) => {
            "beside a number".into()
        }
        Condition::AtMost(measure, share) => bounded(measure, "at most", share),
        Condition::AtLeast(measure, share) => bounded(measure, "at least", share),
    }
}

/// What is least or greatest.
fn superlative(measure: Measure, of_shares: &str, of_counts: &str) -> String {
    match measure {
        // Not "the least greatest share".
        Measure::GreatestShare if of_shares == "least" => {
            "least share of mines, judged by the worst number beside it".to_owned()
        }
        Measure::GreatestShare => {
            "greatest share of mines, judged by the worst number beside it".to_owned()
        }
        Measure::AverageShare => format!("{of_shares} average share of mines"),
        Measure::Tightest => {
            format!("number beside it that has the {of_counts} covered neighbours")
        }
        _ => format!("{of_counts} {}", plural(measure)),
    }
}

fn bounded(measure: Measure, how: &str, share: Share) -> String {
    match measure {
        Measure::GreatestShare => {
            format!("with a share of mines of {how} {share}, judged by the worst number beside it")
        }
        Measure::AverageShare => format!("with an average share of mines of {how} {share}"),
        Measure::Tightest if how == "at most" => {
            format!("beside a number with at most {share} covered neighbours")
        }
        Measure::Tightest => {
            format!("with no number beside it that has fewer than {share} covered neighbours")
        }
        _ if share == Share::whole(1) => format!("with {how} one {}", singular(measure)),
        _ => format!("with {how} {share} {}", plural(measure)),
    }
}

fn singular(measure: Measure) -> &'static str {
    match measure {
        Measure::GreatestShare | Measure::AverageShare => "mine",
        Measure::Numbers => "number beside it",
        Measure::Neighbours => "neighbour",
        Measure::Covered => "covered square around it",
        Measure::CoveredByNumbers => "covered square around it that is beside a number",
        Measure::Tightest => "covered neighbour of a number beside it",
    }
}

fn plural(measure: Measure) -> &'static str {
    match measure {
        Measure::GreatestShare | Measure::AverageShare => "mines",
        Measure::Numbers => "numbers beside it",
        Measure::Neighbours => "neighbours",
        Measure::Covered => "covered squares around it",
        Measure::CoveredByNumbers => "covered squares around it that are beside a number",
        Measure::Tightest => "covered neighbours of a number beside it",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mio::guessing::GuessList;

    #[test]
    fn a_rule_is_one_sentence() {
        let share = |numerator, denominator| Share {
            numerator,
            denominator,
        };
        let rules = [
            (vec![], "Guess a covered square, any of them."),
            (
                vec![
                    Condition::AtMost(Measure::Numbers, Share::whole(0)),
                    Condition::AtMost(Measure::Neighbours, Share::whole(3)),
                ],
                "Guess a covered square beside no number; of these, one in a corner.",
            ),
            (
                vec![
                    Condition::AtMost(Measure::AverageShare, share(1, 4)),
                    Condition::Greatest(Measure::Numbers),
                    Condition::Least(Measure::Covered),
                ],
                "Guess a covered square with an average share of mines of at most 1/4; of these, \
                 one with the most numbers beside it; of these, one with the fewest covered \
                 squares around it.",
            ),
        ];
        for (conditions, sentence) in rules {
            let list = GuessList::new([conditions]);
            assert_eq!(english(&list.rules[0]), sentence);
        }
    }
}
