//! Checks rules on random positions: a rule must never say what is not certain,
//! and together they should find all that is.

use stratalog_run::{Control, Ended, pieces};

use super::examples::{ExampleSource, PositionSample};
use super::reasoner::Reasoner;
use super::rule::{Rule, Target};
use crate::belief::Belief;
use crate::why::Certainty;
use crate::{Site, View};

/// What was found in the positions examined.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// Positions examined.
    pub positions: u64,
    /// Squares the rules are wrong about.
    pub wrong: u64,
    /// Certain squares the rules do not find.
    pub missed: u64,
    /// Certain squares.
    pub certain: u64,
    /// Positions in which the rules find no safe square.
    pub guesses: u64,
    /// Those among them that have one.
    pub needless: u64,
    /// For each rule, the squares it concluded something of where it was the
    /// first to say anything, and those it was wrong about.
    pub by_rule: Vec<(u64, u64)>,
    /// The first position that shows a wrong rule, or else a missed square.
    pub fault: Option<Fault>,
}

/// A position in which rules are wrong, or miss a square.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The position.
    pub view: View,
    /// The square.
    pub site: Site,
    /// What is wrong.
    pub kind: FaultKind,
}

/// What is wrong with rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// A rule says what is not certain.
    Wrong {
        /// The rule's name.
        rule: String,
        /// What it says.
        says: Certainty,
    },
    /// No rule finds a certain square.
    Missed {
        /// What is certain.
        certainty: Certainty,
    },
}

/// Checks rules on random positions; on fewer when the control is stopped.
pub fn check(sample: PositionSample, rules: &[Rule], control: &Control) -> (Checked, Ended) {
    let source = ExampleSource::new(sample.board, sample.seed.derive("check"));
    let (found, ended) = pieces::run(control, "positions", sample.positions, |index| {
        check_position(&source, index, rules)
    });
    let blank = Checked {
        by_rule: vec![(0, 0); rules.len()],
        ..Checked::default()
    };
    (found.into_iter().flatten().fold(blank, joined), ended)
}

fn joined(mut sum: Checked, one: Checked) -> Checked {
    sum.positions += one.positions;
    sum.wrong += one.wrong;
    sum.missed += one.missed;
    sum.certain += one.certain;
    sum.guesses += one.guesses;
    sum.needless += one.needless;
    for (total, own) in sum.by_rule.iter_mut().zip(one.by_rule) {
        total.0 += own.0;
        total.1 += own.1;
    }
    let is_wrong = |fault: &Option<Fault>| matches!(fault, Some(fault) if matches!(fault.kind, FaultKind::Wrong { .. }));
    if sum.fault.is_none() || is_wrong(&one.fault) && !is_wrong(&sum.fault) {
        sum.fault = one.fault;
    }
    sum
}

fn check_position(source: &ExampleSource, index: u64, rules: &[Rule]) -> Option<Checked> {
    let view = source.position(index)?;
    let belief = Belief::of(&view).ok()?;
    let certainty = |site: Site| Certainty::of(belief.mine_probability(site));
    let mut checked = Checked {
        positions: 1,
        by_rule: vec![(0, 0); rules.len()],
        ..Checked::default()
    };
    // Rules one after the other, as they are followed in a game.
    let mut marked = vec![false; view.grid().len()];
    let mut wrong = None;
    loop {
        let reasoner = Reasoner::new(&view, |site| marked[site.index()], rules);
        let Some((number, tiles)) = reasoner.first_conclusions() else {
            break;
        };
        let says = match rules[number].target {
            Target::Safe => Certainty::Safe,
            Target::Mine => Certainty::Mine,
            // About boards, not squares.
            Target::Absurd => break,
        };
        for &site in &tiles {
            let is_wrong = certainty(site) != Some(says);
            checked.by_rule[number].0 += 1;
            checked.by_rule[number].1 += u64::from(is_wrong);
            if is_wrong && wrong.is_none() {
                wrong = Some(Fault {
                    view: view.clone(),
                    site,
                    kind: FaultKind::Wrong {
                        rule: rules[number].name.clone(),
                        says,
                    },
                });
            }
        }
        if says == Certainty::Safe {
            break;
        }
        tiles.iter().for_each(|site| marked[site.index()] = true);
    }
    let (safe, mines) = Reasoner::new(&view, |_| false, rules).all_conclusions();
    let mut missed = None;
    for site in view.covered_sites() {
        let found = if safe.binary_search(&site).is_ok() {
            Some(Certainty::Safe)
        } else if mines.binary_search(&site).is_ok() {
            Some(Certainty::Mine)
        } else {
            None
        };
        let certain = certainty(site);
        checked.certain += u64::from(certain.is_some());
        checked.wrong += u64::from(found.is_some() && found != certain);
        if let (None, Some(certainty)) = (found, certain) {
            checked.missed += 1;
            missed.get_or_insert_with(|| Fault {
                view: view.clone(),
                site,
                kind: FaultKind::Missed { certainty },
            });
        }
    }
    if safe.is_empty() {
        checked.guesses = 1;
        let mut covered = view.covered_sites();
        checked.needless = u64::from(covered.any(|site| certainty(site) == Some(Certainty::Safe)));
    }
    checked.fault = wrong.or(missed);
    Some(checked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mio::strategy::Strategy;
    use stratalog_logic::read_term;
    use stratalog_run::Seed;

    fn checked(clauses: &[&str]) -> Checked {
        let clauses: Vec<_> = clauses
            .iter()
            .map(|text| read_term(text).expect("a clause").term)
            .collect();
        let rules = Strategy::new(Vec::new(), &clauses).expect("rules").rules;
        let sample = PositionSample {
            board: "6x6/6".parse().expect("a board"),
            positions: 60,
            seed: Seed(1),
        };
        check(sample, &rules, &Control::default()).0
    }

    #[test]
    fn a_right_rule_is_never_wrong_and_misses_something() {
        let found = checked(&[
            "safe(T,B) :- zoneOfInterest(T,B,Z), setHasXMines(_,B,Z,S), inSet(T,S), minesInSet(S,0)",
        ]);
        assert_eq!(found.wrong, 0);
        assert!(found.missed > 0 && found.needless > 0 && found.needless <= found.guesses);
        let fault = found.fault.expect("a missed square");
        assert!(matches!(fault.kind, FaultKind::Missed { .. }));
    }

    #[test]
    fn a_wrong_rule_is_shown_at_work() {
        let found = checked(&[
            "safe(T,B) :- zoneOfInterest(T,B,Z), setHasXMines(_,B,Z,S), inSet(T,S), minesInSet(S,1)",
        ]);
        assert!(found.wrong > 0 && found.by_rule[0].1 > 0);
        let fault = found.fault.expect("a wrong square");
        let wrong = FaultKind::Wrong {
            rule: "S-1".to_owned(),
            says: Certainty::Safe,
        };
        assert_eq!(fault.kind, wrong);
    }
}
