//! PGMS: the equation strategy of John D. Ramsdell's Programmer's Minesweeper,
//! as section 5.1 of the Mio paper describes it.
//!
//! Each number gives an equation `c = S`: c mines lie among the undetermined
//! squares S. Where one set holds another, their difference is an equation too.
//! Three rules determine squares until none applies; then the square is opened
//! whose greatest `c / |S|` over its equations is least, ties at random.

use crate::belief::{Fact, Knowledge};
use crate::{Minesweeper, Site, View};
use rand::RngExt;
use rustc_hash::FxHashSet;
use stratalog_game::reason::Risk;
use stratalog_game::{Decision, Player, PlayerError, Reason, Role};
use stratalog_run::Stream;

/// The most squares an equation of a single number has.
const WIDEST: usize = 8;

use super::{proved, unknown_sites};

/// The equation strategy.
#[derive(Debug, Default)]
pub struct Pgms {
    knowledge: Option<Knowledge>,
}

/// `mines` mines lie among `squares`, which are in rising order.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Equation {
    mines: usize,
    squares: Vec<Site>,
}

impl Equation {
    fn share(&self) -> f64 {
        self.mines as f64 / self.squares.len() as f64
    }

    /// The squares that are not in the other equation.
    fn without(&self, other: &Equation) -> Vec<Site> {
        let is_own = |site: &Site| other.squares.binary_search(site).is_err();
        self.squares.iter().copied().filter(is_own).collect()
    }
}

impl Player<Minesweeper> for Pgms {
    fn begin(&mut self, _game: &Minesweeper, _role: Role) {
        self.knowledge = None;
    }

    fn decide(
        &mut self,
        _game: &Minesweeper,
        view: &View,
        _role: Role,
        rng: &mut Stream,
    ) -> Result<Decision<Site>, PlayerError> {
        let knowledge = Knowledge::kept_up(&mut self.knowledge, view)?;
        if let Some(safe) = knowledge.next_safe() {
            return Ok(proved(view, safe, "equations"));
        }
        let mut equations;
        loop {
            equations = closed(equations_of(knowledge));
            let mut facts = determined(&equations);
            equations.extend(rests(&all_mines(knowledge), &equations));
            let wide = equations.iter().filter(|one| one.squares.len() > WIDEST);
            facts.extend(wide.flat_map(|one| determined(std::slice::from_ref(one))));
            if facts.is_empty() {
                break;
            }
            knowledge.learn_all(facts)?;
            if let Some(safe) = knowledge.next_safe() {
                return Ok(proved(view, safe, "equations"));
            }
        }
        guess(view, knowledge, &equations, rng)
    }
}

/// What the total of mines leaves for the squares outside other equations:
/// outside each of them, and outside as many as are apart from each other.
fn rests(all: &Equation, equations: &[Equation]) -> Vec<Equation> {
    let outside = |rest: &Equation, inner: &Equation| Equation {
        mines: rest.mines.saturating_sub(inner.mines),
        squares: rest.without(inner),
    };
    let mut found = vec![all.clone()];
    found.extend(equations.iter().map(|inner| outside(all, inner)));
    let mut rest = all.clone();
    let mut order: Vec<&Equation> = equations.iter().collect();
    order.sort_by_key(|one| std::cmp::Reverse(one.squares.len()));
    for inner in order {
        if inner.without(&rest).is_empty() {
            rest = outside(&rest, inner);
            found.push(rest.clone());
        }
    }
    found.retain(|one| !one.squares.is_empty());
    found
}

/// The equations the numbers give.
fn equations_of(knowledge: &Knowledge) -> Vec<Equation> {
    knowledge
        .live_witnesses()
        .map(|witness| {
            let neighbours = knowledge.grid().neighbours(witness).iter().copied();
            Equation {
                mines: usize::from(knowledge.need(witness)),
                squares: neighbours
                    .filter(|&site| knowledge.fact(site) == Fact::Unknown)
                    .collect(),
            }
        })
        .collect()
}

/// The equation of all undetermined squares.
fn all_mines(knowledge: &Knowledge) -> Equation {
    Equation {
        mines: knowledge.mines_left(),
        squares: unknown_sites(knowledge),
    }
}

/// Adds the differences of sets that hold one another until nothing is new.
fn closed(equations: Vec<Equation>) -> Vec<Equation> {
    let mut known: FxHashSet<Equation> = FxHashSet::default();
    let mut list: Vec<Equation> = Vec::new();
    let mut waiting = equations;
    while let Some(next) = waiting.pop() {
        if next.squares.is_empty() || !known.insert(next.clone()) {
            continue;
        }
        for other in &list {
            for (small, large) in [(&next, other), (other, &next)] {
                if small.squares.len() < large.squares.len()
                    && small.mines <= large.mines
                    && small.without(large).is_empty()
                {
                    waiting.push(Equation {
                        mines: large.mines - small.mines,
                        squares: large.without(small),
                    });
                }
            }
        }
        list.push(next);
    }
    list
}

/// What the three rules determine.
fn determined(equations: &[Equation]) -> Vec<(Site, Fact)> {
    let mut facts = Vec::new();
    for one in equations {
        if one.mines == 0 {
            facts.extend(one.squares.iter().map(|&site| (site, Fact::Safe)));
        } else if one.mines == one.squares.len() {
            facts.extend(one.squares.iter().map(|&site| (site, Fact::Mine)));
        }
        for other in equations.iter().filter(|other| one.mines < other.mines) {
            let only_other = other.without(one);
            let have_common = only_other.len() < other.squares.len();
            if have_common && other.mines - one.mines == only_other.len() {
                facts.extend(only_other.into_iter().map(|site| (site, Fact::Mine)));
                let only_one = one.without(other);
                facts.extend(only_one.into_iter().map(|site| (site, Fact::Safe)));
            }
        }
    }
    facts
}

fn guess(
    view: &View,
    knowledge: &Knowledge,
    equations: &[Equation],
    rng: &mut Stream,
) -> Result<Decision<Site>, PlayerError> {
    let all = all_mines(knowledge);
    let mut risks = vec![all.share(); view.grid().len()];
    for equation in equations {
        for site in &equation.squares {
            let risk = &mut risks[site.index()];
            *risk = risk.max(equation.share());
        }
    }
    let least = all
        .squares
        .iter()
        .map(|site| risks[site.index()])
        .fold(f64::INFINITY, f64::min);
    let mut safest = all.squares;
    safest.retain(|site| risks[site.index()] <= least);
    if safest.is_empty() {
        return Err(PlayerError::NoMove);
    }
    Ok(Decision {
        mv: safest[rng.random_range(0..safest.len())],
        reason: Reason::Risk(Box::new(Risk {
            probability: least,
            win_probability: None,
            preferred_to: Vec::new(),
        })),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FirstMove;
    use stratalog_run::Seed;

    fn decide(text: &str) -> Decision<Site> {
        let view: View = text.parse().expect("a position");
        let game = Minesweeper::new(view.board(), FirstMove::Safe);
        let mut player = Pgms::default();
        player
            .decide(&game, &view, Role(0), &mut Seed(1).stream(0))
            .expect("a move")
    }

    #[test]
    fn a_set_inside_another_clears_the_rest() {
        // 1 1 1 at a wall: the third square is safe by the difference of sets.
        let decision = decide("2x5/2\n.....\n111..\n");
        assert!(matches!(decision.reason, Reason::Rule(_)), "{decision:?}");
        assert_eq!(decision.mv, Site::new(2));
    }

    #[test]
    fn a_guess_takes_the_least_share() {
        let decision = decide("1x7/2\n.1.....\n");
        assert!(decision.mv.index() > 2, "{decision:?}");
    }
}
