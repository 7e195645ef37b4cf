//! A rule of a strategy in this position, in English.

use std::fmt;

use super::super::{StrategyRule, Threat};
use crate::promise::Promise;

/// More groups of replies than this are summed up.
const MOST_GROUPS: usize = 3;

/// As in `rule win_2 names 2,2, which wins in at most 2 moves: …`.
pub(super) fn write(f: &mut fmt::Formatter<'_>, fired: &StrategyRule) -> fmt::Result {
    let StrategyRule { rule, mv, .. } = fired;
    write!(f, "rule {rule} names {mv}")?;
    for next in &fired.then {
        write!(f, ", then {next}")?;
    }
    match fired.promise {
        None => write_changes(f, fired),
        Some(Promise::Win(depth)) if depth <= 1 => {
            // Where whoever moves last loses, the game goes on for one reply.
            f.write_str(if fired.replies.is_empty() {
                ", which wins at once"
            } else {
                ", after which every reply loses"
            })?;
            write_changes(f, fired)
        }
        Some(Promise::Win(depth)) => {
            write!(f, ", which wins in at most {depth} moves")?;
            write_changes(f, fired)?;
            write_groups(f, &replies(fired))
        }
        Some(Promise::AnyWin) => {
            f.write_str(", which wins")?;
            write_changes(f, fired)?;
            write_groups(f, &replies(fired))
        }
        Some(Promise::Draw(_)) => {
            f.write_str(", after which ")?;
            write!(f, "{} cannot win", fired.opponent)?;
            write_changes(f, fired)?;
            if !fired.threats.is_empty() {
                f.write_str("; some other moves lose")?;
            }
            write_groups(f, &threats(fired))
        }
    }
}

/// The pieces on the squares that the move changes, in parentheses; where there is
/// no board, the facts that it makes true.
fn write_changes(f: &mut fmt::Formatter<'_>, fired: &StrategyRule) -> fmt::Result {
    let placed = fired.changes.iter().filter_map(|change| {
        let after = change.after.as_ref()?;
        Some(match &change.before {
            Some(before) => format!("{after} replaces {before} on {}", change.square),
            None => format!("{after} on {}", change.square),
        })
    });
    let placed: Vec<String> = placed.collect();
    if !placed.is_empty() {
        return write!(f, " ({})", placed.join("; "));
    }
    if !fired.facts.is_empty() {
        return write!(f, " (now {})", fired.facts.join(", "));
    }
    Ok(())
}

/// What happens after which moves, and the moves.
struct Group<'a> {
    what: String,
    after: Vec<&'a str>,
}

fn replies(fired: &StrategyRule) -> Vec<Group<'_>> {
    let answered = fired.replies.iter().map(|reply| {
        let what = match &reply.answer {
            Some(answer) => format!("{} plays {answer}", fired.player),
            None => format!("{} has won", fired.player),
        };
        (what, reply.reply.as_str())
    });
    grouped(answered)
}

fn threats(fired: &StrategyRule) -> Vec<Group<'_>> {
    let threats = fired.threats.iter().map(|Threat { instead, reply }| {
        let what = format!("{} wins with {reply}", fired.opponent);
        (what, instead.as_str())
    });
    grouped(threats)
}

fn grouped<'a>(pairs: impl Iterator<Item = (String, &'a str)>) -> Vec<Group<'a>> {
    let mut groups: Vec<Group<'a>> = Vec::new();
    for (what, after) in pairs {
        match groups.iter_mut().find(|group| group.what == what) {
            Some(group) => group.after.push(after),
            None => groups.push(Group {
                what,
                after: vec![after],
            }),
        }
    }
    groups
}

fn write_groups(f: &mut fmt::Formatter<'_>, groups: &[Group<'_>]) -> fmt::Result {
    for (index, group) in groups.iter().take(MOST_GROUPS).enumerate() {
        let separator = if index == 0 { ": " } else { "; " };
        write!(f, "{separator}after {}, {}", list(&group.after), group.what)?;
    }
    let others = groups.iter().skip(MOST_GROUPS);
    match others.map(|group| group.after.len()).sum::<usize>() {
        0 => Ok(()),
        1 => f.write_str("; and so on for 1 other move"),
        more => write!(f, "; and so on for {more} other moves"),
    }
}

/// `1,1`, `1,1 or 2,2`, or the first two and the number of the others.
fn list(moves: &[&str]) -> String {
    match moves {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [one, two] => format!("{one} or {two}"),
        [one, two, three] => format!("{one}, {two} or {three}"),
        [one, two, others @ ..] => format!("{one}, {two} or {} other moves", others.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Square;
    use crate::reason::{AnsweredReply, Reason, SquareChange};

    #[test]
    fn the_last_mover_may_lose() {
        let lost = AnsweredReply {
            reply: "1,1".to_owned(),
            answer: None,
        };
        let fired = StrategyRule {
            replies: vec![lost],
            ..fired(Some(Promise::Win(1)))
        };
        let said = Reason::StrategyRule(Box::new(fired.clone())).to_string();
        assert_eq!(
            said,
            "rule some_rule names 1,3, after which every reply loses"
        );
        let deeper = StrategyRule {
            promise: Some(Promise::AnyWin),
            then: vec!["2,2".to_owned()],
            ..fired
        };
        assert_eq!(
            Reason::StrategyRule(Box::new(deeper)).to_string(),
            "rule some_rule names 1,3, then 2,2, which wins: after 1,1, x has won"
        );
    }

    fn fired(promise: Option<Promise>) -> StrategyRule {
        StrategyRule {
            rule: "some_rule".to_owned(),
            promise,
            mv: "1,3".to_owned(),
            player: "x".to_owned(),
            opponent: "o".to_owned(),
            then: Vec::new(),
            changes: Vec::new(),
            facts: Vec::new(),
            replies: Vec::new(),
            threats: Vec::new(),
        }
    }

    fn said(fired: StrategyRule) -> String {
        Reason::StrategyRule(Box::new(fired)).to_string()
    }

    #[test]
    fn a_win_at_once_names_the_move_and_the_square() {
        let change = SquareChange {
            square: Square::new(1, 3),
            before: None,
            after: Some("x".to_owned()),
        };
        let fired = StrategyRule {
            changes: vec![change],
            ..fired(Some(Promise::Win(1)))
        };
        assert_eq!(
            said(fired),
            "rule some_rule names 1,3, which wins at once (x on row 1, column 3)"
        );
    }

    #[test]
    fn a_later_win_names_the_answer_to_each_reply() {
        let answered = |reply: &str, answer: &str| AnsweredReply {
            reply: reply.to_owned(),
            answer: Some(answer.to_owned()),
        };
        let fired = StrategyRule {
            replies: vec![
                answered("1,1", "3,3"),
                answered("2,1", "3,3"),
                answered("3,3", "1,1"),
            ],
            ..fired(Some(Promise::Win(2)))
        };
        assert_eq!(
            said(fired),
            "rule some_rule names 1,3, which wins in at most 2 moves: \
             after 1,1 or 2,1, x plays 3,3; after 3,3, x plays 1,1"
        );
    }

    #[test]
    fn a_draw_names_the_replies_it_prevents() {
        let threat = |instead: &str| Threat {
            instead: instead.to_owned(),
            reply: "1,3".to_owned(),
        };
        let fired = StrategyRule {
            threats: ["1,1", "2,1", "2,2", "3,1"].map(threat).to_vec(),
            ..fired(Some(Promise::Draw(1)))
        };
        assert_eq!(
            said(fired),
            "rule some_rule names 1,3, after which o cannot win; some other moves lose: \
             after 1,1, 2,1 or 2 other moves, o wins with 1,3"
        );
        assert_eq!(said(super::tests::fired(None)), "rule some_rule names 1,3");
    }
}
