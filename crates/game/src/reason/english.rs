//! Reasons in English: one sentence each, without a full stop.

mod strategy_rule;

use std::fmt;

use super::{Alternative, Evaluation, FeatureShare, Reason, Risk, RuleFired, Search};
use crate::outcome::Outcome;

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Human => f.write_str("chosen by a person"),
            Reason::Forced => f.write_str("the only legal move"),
            Reason::Random { among } => write!(f, "chosen at random from {among} moves"),
            Reason::NoRule { among } => {
                write!(
                    f,
                    "no rule names a move; chosen at random from {among} moves"
                )
            }
            Reason::Search(search) => write_search(f, search),
            Reason::Statistics {
                simulations,
                visits,
                mean,
            } => write!(
                f,
                "tried in {visits} of {simulations} simulated games, \
                 with a mean result of {:.1}%",
                100.0 * mean
            ),
            Reason::Rule(fired) => write_rule(f, fired),
            Reason::StrategyRule(fired) => strategy_rule::write(f, fired),
            Reason::Risk(risk) => write_risk(f, risk),
            Reason::Features(evaluation) => write_evaluation(f, evaluation),
            Reason::Proof { steps } => write!(f, "proven: {}", steps.join("; ")),
        }
    }
}

fn write_search(f: &mut fmt::Formatter<'_>, search: &Search) -> fmt::Result {
    let nodes = search.nodes;
    if !search.exact {
        return match (search.value, search.plies) {
            (Outcome::Draw, _) => write!(
                f,
                "nothing is decided within {} plies ({nodes} positions searched; not exact)",
                search.depth
            ),
            (value, Some(plies)) => write!(
                f,
                "{} in {} as far as {nodes} positions show (not exact)",
                verb(value),
                count(plies, "ply", "plies")
            ),
            (value, None) => write!(
                f,
                "{} as far as {nodes} positions show (not exact)",
                verb(value)
            ),
        };
    }
    match (search.value, search.plies) {
        (Outcome::Draw, _) | (_, None) => write!(f, "{} with best play", verb(search.value)),
        (Outcome::Win, Some(1)) => f.write_str("wins at once"),
        (value, Some(plies)) => write!(
            f,
            "{} in {} with best play",
            verb(value),
            count(plies, "ply", "plies")
        ),
    }
}

fn verb(value: Outcome) -> &'static str {
    match value {
        Outcome::Win => "wins",
        Outcome::Draw => "draws",
        Outcome::Loss => "loses",
    }
}

fn count(number: u32, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

fn write_rule(f: &mut fmt::Formatter<'_>, fired: &RuleFired) -> fmt::Result {
    // Rules without names of their own are numbered.
    let name = fired.rule.strip_prefix("rule_").unwrap_or(&fired.rule);
    write!(f, "by rule {name}: {}", fired.because)
}

fn write_risk(f: &mut fmt::Formatter<'_>, risk: &Risk) -> fmt::Result {
    if risk.promised {
        f.write_str("safe, because the rules promise that the first square is no mine")?;
    } else if risk.probability == 0.0 {
        f.write_str("certainly safe")?;
    } else {
        write!(f, "a guess with a risk of {:.1}%", 100.0 * risk.probability)?;
    }
    if let Some(win) = risk.win_probability {
        write!(f, ", {:.1}% to win from here", 100.0 * win)?;
    }
    for (index, square) in risk.as_safe_as.iter().enumerate() {
        f.write_str(if index == 0 { "; as safe as " } else { ", " })?;
        write!(f, "{square}")?;
    }
    for (index, (square, probability)) in risk.preferred_to.iter().enumerate() {
        f.write_str(if index == 0 { "; preferred to " } else { ", " })?;
        write!(f, "{square} ({:.1}%)", 100.0 * probability)?;
    }
    Ok(())
}

fn write_evaluation(f: &mut fmt::Formatter<'_>, evaluation: &Evaluation) -> fmt::Result {
    write!(f, "leads to a position valued {:.2}", evaluation.value)?;
    if let Some(Alternative { mv, value }) = &evaluation.alternative {
        write!(f, " ({mv} to one valued {value:.2})")?;
    }
    for (index, share) in evaluation.features.iter().enumerate() {
        f.write_str(if index == 0 { ": " } else { "; " })?;
        write_share(f, share)?;
    }
    Ok(())
}

/// As in `the number of corners: 2 instead of 1 (+0.50)`.
fn write_share(f: &mut fmt::Formatter<'_>, share: &FeatureShare) -> fmt::Result {
    let FeatureShare { name, value, .. } = share;
    let Some(other) = share.alternative else {
        let said = share.english.as_deref().unwrap_or(name);
        return write!(f, "{said} {value} × {:.3}", share.weight);
    };
    let difference = (value - other) * share.weight;
    match share.english.as_deref() {
        Some(said) => write!(f, "{}", as_clause(said))?,
        None => f.write_str(name)?,
    }
    write!(f, ": {value} instead of {other}")?;
    // Decision trees have no weights.
    if share.weight == 0.0 {
        return Ok(());
    }
    write!(f, " ({difference:+.2})")
}

/// A sentence as a part of another one.
fn as_clause(sentence: &str) -> String {
    let mut characters = sentence.trim_end_matches('.').chars();
    let first = characters.next().map(|first| first.to_ascii_lowercase());
    first.into_iter().chain(characters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Square;

    fn search(value: Outcome, plies: u32, exact: bool) -> String {
        Reason::Search(Search {
            value,
            plies: Some(plies),
            exact,
            depth: 4,
            nodes: 17,
        })
        .to_string()
    }

    #[test]
    fn a_search_says_whether_it_is_exact() {
        assert_eq!(search(Outcome::Win, 1, true), "wins at once");
        assert_eq!(
            search(Outcome::Loss, 4, true),
            "loses in 4 plies with best play"
        );
        assert_eq!(search(Outcome::Draw, 4, true), "draws with best play");
        assert_eq!(
            search(Outcome::Draw, 4, false),
            "nothing is decided within 4 plies (17 positions searched; not exact)"
        );
        assert!(search(Outcome::Win, 3, false).ends_with("(not exact)"));
    }

    #[test]
    fn an_evaluation_names_what_differs_from_the_alternative() {
        let share = FeatureShare {
            name: "f3".to_owned(),
            english: Some("The number of corners.".to_owned()),
            value: 2.0,
            weight: 0.5,
            alternative: Some(1.0),
        };
        let evaluation = Reason::Features(Box::new(Evaluation {
            value: 1.254,
            features: vec![share],
            alternative: Some(Alternative {
                mv: "3,4".to_owned(),
                value: 0.75,
            }),
        }));
        assert_eq!(
            evaluation.to_string(),
            "leads to a position valued 1.25 (3,4 to one valued 0.75): \
             the number of corners: 2 instead of 1 (+0.50)"
        );
    }

    #[test]
    fn a_guess_says_it_is_one() {
        let risk = Reason::Risk(Box::new(Risk {
            probability: 0.25,
            win_probability: Some(0.5),
            preferred_to: vec![(Square::new(2, 3), 0.5)],
            ..Risk::default()
        }));
        assert_eq!(
            risk.to_string(),
            "a guess with a risk of 25.0%, 50.0% to win from here; \
             preferred to row 2, column 3 (50.0%)"
        );
    }

    #[test]
    fn a_promise_is_no_guess_and_equal_squares_are_not_preferred() {
        let risk = Reason::Risk(Box::new(Risk {
            promised: true,
            as_safe_as: vec![Square::new(2, 3)],
            ..Risk::default()
        }));
        assert_eq!(
            risk.to_string(),
            "safe, because the rules promise that the first square is no mine; \
             as safe as row 2, column 3"
        );
    }
}
