//! PGMS: the equation strategy of John D. Ramsdell's Programmer's Minesweeper,
//! as section 5.1 of the Mio paper describes it.
//!
//! Each number gives an equation `c = S`: c mines lie among the undetermined
//! squares S. Where one set holds another, their difference is an equation too.
//! Three rules determine squares until none applies; then the square is opened
//! whose greatest `c / |S|` over its equations is least, ties at random.

use rand::RngExt;
use rustc_hash::FxHashSet;
use stratalog_game::reason::Risk;
use stratalog_game::{Decision, Player, PlayerError, Reason, Role, Situation};
use stratalog_run::Stream;

use crate::belief::{Fact, Knowledge};
use crate::constraint::{Constraint, SquareSet};
use crate::why::{self, is_promised, safe};
use crate::{Minesweeper, Site};

/// The most squares an equation of a single number has.
const WIDEST: usize = 8;

/// The equation strategy.
#[derive(Debug, Default)]
pub struct Pgms {
    knowledge: Option<Knowledge>,
}

impl Player<Minesweeper> for Pgms {
    fn begin(&mut self, _game: &Minesweeper, _role: Role) {
        self.knowledge = None;
    }

    fn decide(
        &mut self,
        Situation {
            game, view, rng, ..
        }: Situation<'_, Minesweeper>,
    ) -> Result<Decision<Site>, PlayerError> {
        let knowledge = Knowledge::kept_up(&mut self.knowledge, view)?;
        if let Some(site) = knowledge.next_safe() {
            return Ok(safe(site));
        }
        let mut equations;
        loop {
            let witnesses = knowledge.live_witnesses();
            let own = witnesses.filter_map(|witness| knowledge.constraint(witness));
            equations = closed(own.collect());
            let mut facts = determined(&equations);
            if let Some(total) = knowledge.total_constraint() {
                equations.extend(rests(&total, &equations));
            }
            let wide = equations.iter().filter(|one| one.squares.len() > WIDEST);
            facts.extend(wide.flat_map(|one| determined(std::slice::from_ref(one))));
            if facts.is_empty() {
                break;
            }
            knowledge.learn_all(facts)?;
            if let Some(site) = knowledge.next_safe() {
                return Ok(safe(site));
            }
        }
        let mut decision = guess(knowledge, &equations, rng)?;
        if is_promised(game, view) {
            decision.reason = Reason::Risk(Box::new(Risk {
                promised: true,
                ..Risk::default()
            }));
        }
        Ok(decision)
    }

    fn explain(
        &mut self,
        situation: Situation<'_, Minesweeper>,
    ) -> Result<Decision<Site>, PlayerError> {
        let view = situation.view;
        let decision = self.decide(situation)?;
        Ok(why::explained(view, decision))
    }
}

/// What the number of all mines leaves for the squares outside other equations:
/// outside each of them, and outside as many disjoint ones as possible.
fn rests(all: &Constraint, equations: &[Constraint]) -> Vec<Constraint> {
    let outside = |rest: &Constraint, inner: &Constraint| {
        let squares = rest.squares.without(&inner.squares);
        let mines = rest.mines.saturating_sub(inner.mines);
        Constraint::new(squares, i64::from(mines))
    };
    let mut found = vec![all.clone()];
    found.extend(equations.iter().filter_map(|inner| outside(all, inner)));
    let mut rest = all.clone();
    let mut order: Vec<&Constraint> = equations.iter().collect();
    order.sort_by_key(|one| std::cmp::Reverse(one.squares.len()));
    for inner in order {
        if inner.squares.without(&rest.squares).is_empty() {
            let Some(next) = outside(&rest, inner) else {
                break;
            };
            rest = next;
            found.push(rest.clone());
        }
    }
    found
}

/// Adds the differences of sets that contain one another until nothing is new.
fn closed(equations: Vec<Constraint>) -> Vec<Constraint> {
    let mut known: FxHashSet<Constraint> = FxHashSet::default();
    let mut list: Vec<Constraint> = Vec::new();
    let mut waiting = equations;
    while let Some(next) = waiting.pop() {
        if !known.insert(next.clone()) {
            continue;
        }
        for other in &list {
            for (small, large) in [(&next, other), (other, &next)] {
                if small.squares.without(&large.squares).is_empty() {
                    waiting.extend(large.difference(small));
                }
            }
        }
        list.push(next);
    }
    list
}

/// What the three rules determine.
fn determined(equations: &[Constraint]) -> Vec<(Site, Fact)> {
    let mut facts = Vec::new();
    for one in equations {
        if let Some(fact) = one.verdict() {
            facts.extend(one.squares.iter().map(|&site| (site, fact)));
        }
        for other in equations.iter().filter(|other| one.mines < other.mines) {
            let only_other = other.squares.without(&one.squares);
            let have_common = only_other.len() < other.squares.len();
            if have_common && other.mines - one.mines == only_other.count() {
                facts.extend(only_other.into_iter().map(|site| (site, Fact::Mine)));
                let only_one = one.squares.without(&other.squares);
                facts.extend(only_one.into_iter().map(|site| (site, Fact::Safe)));
            }
        }
    }
    facts
}

/// The square whose greatest share of mines over its equations is least.
fn guess(
    knowledge: &Knowledge,
    equations: &[Constraint],
    rng: &mut Stream,
) -> Result<Decision<Site>, PlayerError> {
    let mut safest = knowledge.unknown_squares();
    let everywhere = knowledge.mines_left() as f64 / safest.len().max(1) as f64;
    let mut risks = vec![everywhere; knowledge.grid().len()];
    for equation in equations {
        for site in &equation.squares {
            let risk = &mut risks[site.index()];
            *risk = risk.max(equation.share());
        }
    }
    let risk = |site: &Site| risks[site.index()];
    let least = safest.iter().map(risk).fold(f64::INFINITY, f64::min);
    safest.retain(|site| risk(site) <= least);
    if safest.is_empty() {
        return Err(PlayerError::NoMove);
    }
    Ok(Decision {
        mv: safest[rng.random_range(0..safest.len())],
        reason: Reason::Risk(Box::new(Risk {
            probability: least,
            ..Risk::default()
        })),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FirstMove, View};
    use stratalog_run::Seed;

    fn decide(text: &str) -> Decision<Site> {
        let view: View = text.parse().expect("a position");
        let game = Minesweeper::new(view.board(), FirstMove::Safe);
        let mut player = Pgms::default();
        player
            .explain(Situation::new(
                &game,
                &view,
                Role(0),
                &mut Seed(1).stream(0),
            ))
            .expect("a move")
    }

    #[test]
    fn a_set_inside_another_clears_the_rest() {
        // 1 1 1 at a wall: the third square is safe by the difference of sets.
        let decision = decide("2x5/2\n.....\n111..\n");
        assert_eq!(decision.mv, Site::new(2));
        let reason = decision.reason.to_string();
        assert_eq!(
            reason,
            "proven: row 1, column 3 is safe: the 1 at row 2, column 2 and the 1 at row 2, \
             column 1 leave no mine at row 1, column 3"
        );
    }

    #[test]
    fn a_guess_takes_the_least_share() {
        let decision = decide("1x7/2\n.1.....\n");
        assert!(decision.mv.index() > 2, "{decision:?}");
    }
}
