//! Why a covered square is certainly safe, or certainly a mine.
//!
//! A [`Proof`] is data: the learned rule that applies, or a smallest set of
//! numbers, with the squares and numbers of this position that it uses.
//! `english` is the one place that turns proofs into words.
//!
//! ```
//! use stratalog_minesweeper::belief::Belief;
//! use stratalog_minesweeper::why::{Proofs, Total};
//! use stratalog_minesweeper::View;
//!
//! let view: View = "2x3/1\n1..\n1..\n".parse()?;
//! let proofs = Proofs::of(&view, Total::Unknown);
//! assert!(proofs.list().is_empty(), "the numbers alone do not decide");
//! let proofs = Proofs::of(&view, Total::Known);
//! let proof = &proofs.list()[0];
//! assert_eq!(
//!     proof.english(&view),
//!     "with 1 mine on the whole board, the 1 at row 1, column 1 leaves no mine at row 1, column 3"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod contradiction;
mod english;
mod risk;

use rustc_hash::FxHashMap;
use stratalog_game::reason::RuleFired;
use stratalog_game::{Decision, Reason};

use crate::belief::{AnyTotal, Belief, BeliefError, Fact};
use crate::mio::rule::{Rule, Target};
use crate::mio::scene::Scene;
use crate::mio::strategy::Strategy;
use crate::{Cell, Site, View};

pub(crate) use contradiction::Contradictions;
pub use contradiction::{Total, conflict};
pub use english::{join, name_number};
pub use risk::{Guessing, is_promised, safe};

/// What is certain of a covered square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Certainty {
    /// It is no mine.
    Safe,
    /// It is a mine.
    Mine,
}

impl Certainty {
    /// The same as a fact.
    pub fn fact(self) -> Fact {
        match self {
            Certainty::Safe => Fact::Safe,
            Certainty::Mine => Fact::Mine,
        }
    }

    /// The opposite as a fact: what a proof refutes.
    fn opposite(self) -> Fact {
        match self {
            Certainty::Safe => Fact::Mine,
            Certainty::Mine => Fact::Safe,
        }
    }

    /// `safe` or `a mine`.
    pub fn name(self) -> &'static str {
        match self {
            Certainty::Safe => "safe",
            Certainty::Mine => "a mine",
        }
    }

    /// What a probability of exactly 0 or 1 says.
    pub(crate) fn of(mine_probability: f64) -> Option<Certainty> {
        if mine_probability == 0.0 {
            Some(Certainty::Safe)
        } else if mine_probability == 1.0 {
            Some(Certainty::Mine)
        } else {
            None
        }
    }
}

/// Why a square is certainly safe, or certainly a mine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The square.
    pub square: Site,
    /// What is certain of it.
    pub certainty: Certainty,
    /// Numbers that together prove it, in ascending order. They need no other
    /// number.
    pub numbers: Vec<Site>,
    /// Whether the number of all mines is needed too.
    pub uses_total: bool,
    /// The rule whose last step gives the conclusion, where a known rule does.
    pub step: Option<RuleStep>,
}

/// A rule applied in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleStep {
    /// The rule's name, as in the strategy.
    pub rule: String,
    /// The numbers the rule was applied to.
    pub numbers: Vec<Site>,
    /// The mines around these numbers that are marked or proved before.
    pub known_mines: Vec<Site>,
    /// Whether the rule counts all mines of the board.
    pub counts_all_mines: bool,
    /// Whether the rule supposes the opposite and refutes it.
    pub supposes: bool,
}

/// How many sets of numbers are tested for a smallest proof.
const CHECKS: usize = 2_000;

/// The proofs of all squares of a view that are certain, or of those that rules
/// find.
#[derive(Clone, Debug)]
pub struct Proofs<'v> {
    view: &'v View,
    total: Total,
    proofs: FxHashMap<Site, Proof>,
}

impl<'v> Proofs<'v> {
    /// The proofs of all certain squares, by the rules that come with this
    /// crate where they apply; none where the view is inconsistent or too
    /// entangled to count.
    pub fn of(view: &'v View, total: Total) -> Proofs<'v> {
        Proofs::by_rules(view, total, &Strategy::bundled().rules)
    }

    /// The proofs of all certain squares, by these rules where they apply.
    pub fn by_rules(view: &'v View, total: Total, rules: &[Rule]) -> Proofs<'v> {
        let mut proofs = Proofs {
            view,
            total,
            proofs: FxHashMap::default(),
        };
        if let Ok(Certain { squares, total }) = certain_squares(view, total) {
            proofs.total = total;
            proofs.apply_rules(rules, &squares);
            proofs.add_smallest_sets(&squares);
        }
        proofs
    }

    /// All proofs, in board order.
    pub fn list(&self) -> Vec<&Proof> {
        let mut list: Vec<&Proof> = self.proofs.values().collect();
        list.sort_unstable_by_key(|proof| proof.square);
        list
    }

    /// The proof of a square.
    pub fn get(&self, site: Site) -> Option<&Proof> {
        self.proofs.get(&site)
    }

    /// The proof of a square step by step, in English: first the mines that the
    /// last step takes as known, each with its own proof before it.
    pub fn steps(&self, site: Site) -> Vec<String> {
        let mut order = Vec::new();
        let mut waiting = vec![(site, false)];
        while let Some((site, is_done)) = waiting.pop() {
            let Some(proof) = self.proofs.get(&site) else {
                continue;
            };
            if order.contains(&site) {
                continue;
            }
            if is_done {
                order.push(site);
                continue;
            }
            waiting.push((site, true));
            let known = proof.step.iter().flat_map(|step| &step.known_mines);
            waiting.extend(known.rev().map(|&mine| (mine, false)));
        }
        let proofs = order.iter().filter_map(|site| self.proofs.get(site));
        proofs.map(|proof| proof.statement(self.view)).collect()
    }

    /// Applies rules, the simplest that applies first, until none says anything
    /// new. What a rule says wrongly is not certain, and is left out.
    fn apply_rules(&mut self, rules: &[Rule], certain: &[(Site, Certainty)]) {
        let certain: FxHashMap<Site, Certainty> = certain.iter().copied().collect();
        let usable: Vec<&Rule> = rules
            .iter()
            .filter(|rule| !rule.is_about_supposing())
            .filter(|rule| self.total == Total::Known || !rule.counts_all_mines())
            .collect();
        loop {
            let found = usable
                .iter()
                .map(|rule| self.steps_of(rule, &certain))
                .find(|steps| !steps.is_empty());
            let Some(found) = found else {
                return;
            };
            for (site, certainty, step) in found {
                if let Some(proof) = self.proof_by(site, certainty, step) {
                    self.proofs.insert(site, proof);
                }
            }
        }
    }

    /// What a rule says, beyond what is proved already.
    fn steps_of(
        &self,
        rule: &Rule,
        certain: &FxHashMap<Site, Certainty>,
    ) -> Vec<(Site, Certainty, RuleStep)> {
        let certainty = match rule.target {
            Target::Safe => Certainty::Safe,
            Target::Mine => Certainty::Mine,
            Target::Absurd => return Vec::new(),
        };
        let mut scene = Scene::knowing(self.view, |site| self.fact(site));
        let mut steps = Vec::new();
        for site in scene.undetermined() {
            if certain.get(&site) != Some(&certainty) {
                continue;
            }
            if rule.fires(&mut scene, site).is_some() {
                steps.push((site, certainty, rule.step(&mut scene, site)));
            }
        }
        steps
    }

    fn fact(&self, site: Site) -> Fact {
        let proof = self.proofs.get(&site);
        proof.map_or(Fact::Unknown, |proof| proof.certainty.fact())
    }

    /// The proof that ends with this step: its own numbers, and those that
    /// prove what the step takes as known.
    fn proof_by(&self, square: Site, certainty: Certainty, step: RuleStep) -> Option<Proof> {
        let grid = self.view.grid();
        let mut numbers = step.numbers.clone();
        let mut uses_total = step.counts_all_mines;
        let around = step.numbers.iter().flat_map(|&one| grid.neighbours(one));
        let known: Vec<&Proof> = if step.counts_all_mines {
            self.proofs.values().collect()
        } else {
            around.filter_map(|site| self.proofs.get(site)).collect()
        };
        for known in known {
            numbers.extend(&known.numbers);
            uses_total |= known.uses_total;
        }
        numbers.sort_unstable();
        numbers.dedup();
        let total = if uses_total {
            Total::Known
        } else {
            Total::Unknown
        };
        // What was proved on the way may not be needed in the end.
        let numbers = if numbers.len() > 1 {
            Contradictions::of(self.view, total)
                .among(numbers)
                .assuming(square, certainty.opposite())
                .irreducible()?
        } else {
            numbers
        };
        Some(Proof {
            square,
            certainty,
            numbers,
            uses_total,
            step: Some(step),
        })
    }

    /// Adds a smallest set of numbers for every certain square without a proof.
    fn add_smallest_sets(&mut self, certain: &[(Site, Certainty)]) {
        // Squares that border no number are all alike.
        let mut inner: Option<Proof> = None;
        for &(square, certainty) in certain {
            if self.proofs.contains_key(&square) || self.view.cell(square) == Cell::Marked {
                continue;
            }
            let neighbours = self.view.grid().neighbours(square);
            let is_inner = neighbours.iter().all(|&site| self.view.is_covered(site));
            let proof = match &inner {
                Some(known) if is_inner => Some(Proof {
                    square,
                    ..known.clone()
                }),
                _ => smallest_proof(self.view, self.total, square, certainty),
            };
            if is_inner {
                inner.clone_from(&proof);
            }
            self.proofs.extend(proof.map(|proof| (square, proof)));
        }
    }
}

/// A smallest set of numbers that proves what is certain of a square: without
/// the number of all mines where that is possible.
pub(crate) fn smallest_proof(
    view: &View,
    total: Total,
    square: Site,
    certainty: Certainty,
) -> Option<Proof> {
    let totals: &[Total] = match total {
        Total::Known => &[Total::Unknown, Total::Known],
        Total::Unknown => &[Total::Unknown],
    };
    totals.iter().find_map(|&total| {
        let numbers = match total {
            Total::Unknown => smallest_set_nearby(view, square, certainty)?,
            Total::Known => Contradictions::of(view, total)
                .assuming(square, certainty.opposite())
                .smallest(CHECKS)?,
        };
        Some(Proof {
            square,
            certainty,
            numbers,
            uses_total: total == Total::Known,
            step: None,
        })
    })
}

/// A smallest set of numbers that proves what is certain of a square without the
/// number of all mines. Each of them shares a covered square with another, and one
/// is beside the square: `n` numbers lie within `2n - 1` squares of it. So sets
/// further away are looked at only if none is found, or only larger ones.
fn smallest_set_nearby(view: &View, square: Site, certainty: Certainty) -> Option<Vec<Site>> {
    let grid = view.grid();
    let sites = grid.sites().filter(|&site| !view.is_covered(site));
    let numbers: Vec<Site> = sites.collect();
    let (own, mut most) = (grid.square(square), 2);
    loop {
        let is_near = |site: &&Site| {
            let other = grid.square(**site);
            let rows = own.row.abs_diff(other.row);
            usize::from(rows.max(own.column.abs_diff(other.column))) < 2 * most
        };
        let near: Vec<Site> = numbers.iter().filter(is_near).copied().collect();
        let is_all = near.len() == numbers.len();
        let found = Contradictions::of(view, Total::Unknown)
            .among(near)
            .assuming(square, certainty.opposite())
            .smallest(CHECKS);
        match found {
            found if is_all => return found,
            Some(set) if set.len() <= most => return Some(set),
            Some(set) => most = set.len(),
            None => most *= 2,
        }
    }
}

/// The covered squares that are certain, in board order.
#[derive(Debug)]
struct Certain {
    squares: Vec<(Site, Certainty)>,
    /// Whether the number of all mines is needed to prove them. On large boards
    /// it hardly ever is, and rules that count all mines take long there.
    total: Total,
}

fn certain_squares(view: &View, total: Total) -> Result<Certain, BeliefError> {
    let (probabilities, total) = match total {
        Total::Known => {
            let belief = Belief::of(view)?;
            let total = if belief.needs_total() {
                Total::Known
            } else {
                Total::Unknown
            };
            (belief.mine_probabilities().to_vec(), total)
        }
        Total::Unknown => (AnyTotal::of(view)?.mine_probabilities, total),
    };
    let covered = view.covered_sites();
    let squares = covered
        .filter_map(|site| Some((site, Certainty::of(probabilities[site.index()])?)))
        .collect();
    Ok(Certain { squares, total })
}

impl Proof {
    /// The rule that gave the conclusion as the reason for a move.
    pub fn rule_fired(&self, rule: &str, view: &View) -> Reason {
        let grid = view.grid();
        let (numbers, mines) = match &self.step {
            Some(step) => (&step.numbers[..], &step.known_mines[..]),
            None => (&self.numbers[..], &[][..]),
        };
        let sites = [self.square].into_iter().chain(numbers.iter().copied());
        let sites = sites.chain(mines.iter().copied());
        Reason::Rule(Box::new(RuleFired {
            rule: rule.to_owned(),
            squares: sites.map(|site| grid.square(site)).collect(),
            because: self.english(view),
        }))
    }
}

/// A decision with the fullest reason: where the square is certainly safe, the
/// proof replaces the bare statement.
pub fn explained(view: &View, decision: Decision<Site>) -> Decision<Site> {
    let is_bare = match &decision.reason {
        Reason::Risk(risk) => risk.probability == 0.0 && !risk.promised,
        _ => false,
    };
    if !is_bare {
        return decision;
    }
    let steps = Proofs::of(view, Total::Known).steps(decision.mv);
    if steps.is_empty() {
        return decision;
    }
    Decision {
        mv: decision.mv,
        reason: Reason::Proof { steps },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mio::examples::ExampleSource;
    use crate::{Board, Field, FirstMove};
    use rand::RngExt;
    use std::sync::Arc;
    use stratalog_run::Seed;

    fn proofs(text: &str) -> Vec<(Proof, String)> {
        let view: View = text.parse().expect("a position");
        let proofs = Proofs::of(&view, Total::Known);
        let list = proofs.list().into_iter();
        list.map(|proof| (proof.clone(), proof.english(&view)))
            .collect()
    }

    #[test]
    fn every_certain_square_has_a_proof_and_its_numbers_suffice() {
        let mut by_rule = [0; 2];
        for (board, count) in [("6x6/7", 40), ("9x9/14", 25), ("4x9/9", 30)] {
            let source = ExampleSource::new(board.parse().expect("a board"), Seed(7));
            for view in (0..count).filter_map(|index| source.position(index)) {
                for total in [Total::Known, Total::Unknown] {
                    let certain = certain_squares(&view, total).expect("consistent").squares;
                    let proofs = Proofs::of(&view, total);
                    assert_eq!(proofs.list().len(), certain.len(), "{view}");
                    for (site, certainty) in certain {
                        let proof = proofs.get(site).expect("every square has one");
                        assert_eq!(proof.certainty, certainty);
                        assert!(total == Total::Known || !proof.uses_total);
                        by_rule[usize::from(proof.step.is_some())] += 1;
                        let used = if proof.uses_total {
                            Total::Known
                        } else {
                            Total::Unknown
                        };
                        let suffices = Contradictions::of(&view, used)
                            .among(proof.numbers.clone())
                            .assuming(site, certainty.opposite())
                            .irreducible();
                        assert_eq!(suffices.as_ref(), Some(&proof.numbers), "{view}\n{proof:?}");
                    }
                }
            }
        }
        assert!(by_rule.iter().all(|&count| count > 10), "{by_rule:?}");
    }

    #[test]
    fn the_number_of_all_mines_is_used_only_where_the_numbers_do_not_suffice() {
        let mut needed = [0; 2];
        for (board, count) in [("6x6/7", 40), ("4x9/9", 30), ("5x5/3", 40)] {
            let source = ExampleSource::new(board.parse().expect("a board"), Seed(11));
            for view in (0..count).filter_map(|index| source.position(index)) {
                let known = certain_squares(&view, Total::Known).expect("consistent");
                let unknown = certain_squares(&view, Total::Unknown).expect("consistent");
                if known.total == Total::Unknown {
                    assert_eq!(known.squares, unknown.squares, "{view}");
                }
                needed[usize::from(known.total == Total::Known)] += 1;
            }
        }
        assert!(needed.iter().all(|&count| count > 10), "{needed:?}");
    }

    #[test]
    fn the_smallest_set_is_found_among_the_numbers_nearby() {
        let mut sizes = [0; 2];
        for (board, count) in [("9x9/14", 40), ("3x20/12", 40)] {
            let source = ExampleSource::new(board.parse().expect("a board"), Seed(13));
            for view in (0..count).filter_map(|index| source.position(index)) {
                let certain = certain_squares(&view, Total::Unknown).expect("consistent");
                for (site, certainty) in certain.squares {
                    let nearby = smallest_set_nearby(&view, site, certainty).map(|set| set.len());
                    let anywhere = Contradictions::of(&view, Total::Unknown)
                        .assuming(site, certainty.opposite())
                        .smallest(CHECKS);
                    assert_eq!(nearby, anywhere.map(|set| set.len()), "{view}");
                    sizes[usize::from(nearby > Some(2))] += 1;
                }
            }
        }
        assert!(sizes.iter().all(|&count| count > 10), "{sizes:?}");
    }

    /// A position of a large board with every fourth square open.
    fn large_board(side: usize) -> View {
        let mut rng = Seed(5).stream(0);
        let board = Board::new(side, side, side * side / 7).expect("a board");
        let mut view = View::covered(board);
        let grid = Arc::clone(view.grid());
        let rule = FirstMove::Any;
        let field = Field::draw(board, Arc::clone(&grid), rule, Site::new(0), &mut rng);
        for site in grid.sites().filter(|_| rng.random_range(0..4) == 0) {
            if let Some(number) = field.number(site) {
                view.set(site, Cell::Number(number));
            }
        }
        view
    }

    #[test]
    fn the_squares_of_a_large_board_are_proved_without_all_of_it() {
        let view = large_board(70);
        let certain = certain_squares(&view, Total::Known).expect("consistent");
        assert_eq!(certain.total, Total::Unknown);
        let proofs = Proofs::of(&view, Total::Known);
        assert_eq!(proofs.list().len(), certain.squares.len());
        assert!(proofs.list().iter().all(|proof| !proof.uses_total));
    }

    #[test]
    fn a_proof_names_its_numbers_and_mines() {
        let found = proofs("2x3/1\n1..\nF..\n");
        assert_eq!(found.len(), 4);
        let (proof, english) = &found[0];
        assert_eq!(proof.certainty, Certainty::Safe);
        assert_eq!(proof.numbers, [Site::new(0)]);
        assert_eq!(
            english,
            "the 1 at row 1, column 1 already has its mine at row 2, column 1"
        );
    }

    #[test]
    fn a_chain_of_steps_keeps_the_numbers_of_all_of_them() {
        // 1 2 1 at a wall: the middle is safe because both ends are mines.
        let found = proofs("3x5/3\n.....\n.....\n11211\n");
        let middle = found.iter().find(|(proof, _)| proof.square == Site::new(7));
        let (proof, english) = middle.expect("it is certain");
        assert_eq!(proof.certainty, Certainty::Safe);
        assert!(proof.numbers.len() >= 2, "{proof:?}");
        assert!(english.contains(" at row 3, column "), "{english}");
    }
}
