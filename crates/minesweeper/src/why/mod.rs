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
mod effort;
mod english;
mod risk;
mod window;

use rustc_hash::{FxHashMap, FxHashSet};
use stratalog_game::reason::RuleFired;
use stratalog_game::{Decision, Reason};
use stratalog_run::Stop;

use crate::belief::{AnyTotal, Belief, BeliefError, Fact};
use crate::mio::rule::{Rule, Target};
use crate::mio::scene::Scene;
use crate::mio::strategy::Strategy;
use crate::{Cell, Site, View};

use contradiction::Contradictions;
use effort::Effort;

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
    unproved: usize,
    effort: Effort,
}

impl<'v> Proofs<'v> {
    /// The proofs of all certain squares, by the rules that come with this
    /// crate where they apply; none where the view is inconsistent or too
    /// entangled to count.
    pub fn of(view: &'v View, total: Total) -> Proofs<'v> {
        Proofs::stopped_by(&Stop::default(), view, total)
    }

    /// The same; once the caller asks to stop, those found so far.
    pub fn stopped_by(stop: &Stop, view: &'v View, total: Total) -> Proofs<'v> {
        let mut proofs = Proofs {
            view,
            total,
            proofs: FxHashMap::default(),
            unproved: 0,
            effort: Effort::stopped_by(stop),
        };
        if let Ok(certain) = certain_squares(view, total) {
            proofs.total = certain.total();
            proofs.apply_rules(&Strategy::bundled().rules, &certain);
            proofs.add_smallest_sets(&certain);
        }
        proofs
    }

    /// How many certain squares have no proof, because the work for one position
    /// was done or the caller asked to stop.
    pub fn unproved(&self) -> usize {
        self.unproved
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
    fn apply_rules(&mut self, rules: &[Rule], certain: &Certain) {
        let known: FxHashMap<Site, Certainty> = certain.squares.iter().copied().collect();
        let usable: Vec<&Rule> = rules
            .iter()
            .filter(|rule| !rule.is_about_supposing())
            .filter(|rule| self.total == Total::Known || !rule.counts_all_mines())
            .collect();
        while !self.effort.is_spent() {
            let mut scene = Scene::knowing(self.view, |site| self.fact(site));
            let mut rules = usable.iter();
            let found = rules.find_map(|rule| {
                self.effort.spend(self.view.grid().len());
                let steps = steps_of(rule, &mut scene, &known);
                (!steps.is_empty()).then_some(steps)
            });
            let Some(found) = found else {
                return;
            };
            let left = known.len() - self.proofs.len();
            for (done, (site, certainty, step)) in found.into_iter().enumerate() {
                self.effort.begin_one_of(left - done);
                if let Some(proof) = self.proof_by(site, certainty, step) {
                    self.proofs.insert(site, proof);
                }
            }
        }
    }

    fn fact(&self, site: Site) -> Fact {
        let proof = self.proofs.get(&site);
        proof.map_or(Fact::Unknown, |proof| proof.certainty.fact())
    }

    /// The proof that ends with this step: its own numbers, and those that
    /// prove what the step takes as known.
    fn proof_by(&mut self, square: Site, certainty: Certainty, step: RuleStep) -> Option<Proof> {
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
            Contradictions::among(numbers, self.view, total)
                .assuming(square, certainty.opposite())
                .irreducible(&mut self.effort)?
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
    fn add_smallest_sets(&mut self, certain: &Certain) {
        // Squares that border no number are all alike.
        let mut inner: Option<Proof> = None;
        let squares = certain.squares.iter().filter(|(square, _)| {
            !self.proofs.contains_key(square) && self.view.cell(*square) != Cell::Marked
        });
        let squares: Vec<(Site, Certainty)> = squares.copied().collect();
        for (done, &(square, certainty)) in squares.iter().enumerate() {
            let neighbours = self.view.grid().neighbours(square);
            let is_inner = neighbours.iter().all(|&site| self.view.is_covered(site));
            let proof = match &inner {
                Some(known) if is_inner => Some(Proof {
                    square,
                    ..known.clone()
                }),
                _ if self.effort.is_spent() => None,
                _ => {
                    self.effort.begin_one_of(squares.len() - done);
                    let total = certain.total_for(square);
                    set_proof(self.view, total, square, certainty, &mut self.effort)
                }
            };
            if is_inner {
                inner.clone_from(&proof);
            }
            self.unproved += usize::from(proof.is_none());
            self.proofs.extend(proof.map(|proof| (square, proof)));
        }
    }
}

/// What a rule says of the squares that are certain.
fn steps_of(
    rule: &Rule,
    scene: &mut Scene,
    certain: &FxHashMap<Site, Certainty>,
) -> Vec<(Site, Certainty, RuleStep)> {
    let certainty = match rule.target {
        Target::Safe => Certainty::Safe,
        Target::Mine => Certainty::Mine,
        Target::Absurd => return Vec::new(),
    };
    let mut steps = Vec::new();
    for site in scene.undetermined() {
        if certain.get(&site) == Some(&certainty) && rule.fires(scene, site).is_some() {
            steps.push((site, certainty, rule.step(scene, site)));
        }
    }
    steps
}

/// A smallest set of numbers that proves what is certain of a square: without
/// the number of all mines where that is possible.
pub(crate) fn smallest_proof(view: &View, square: Site, certainty: Certainty) -> Option<Proof> {
    let mut effort = Effort::default();
    [Total::Unknown, Total::Known]
        .into_iter()
        .find_map(|total| set_proof(view, total, square, certainty, &mut effort))
}

/// A smallest set of numbers that proves what is certain of a square, with the
/// number of all mines or without it.
fn set_proof(
    view: &View,
    total: Total,
    square: Site,
    certainty: Certainty,
    effort: &mut Effort,
) -> Option<Proof> {
    let numbers = match total {
        Total::Unknown => smallest_set_nearby(view, square, certainty, effort)?,
        Total::Known => Contradictions::of(view, total)
            .assuming(square, certainty.opposite())
            .smallest(CHECKS, effort)?,
    };
    Some(Proof {
        square,
        certainty,
        numbers,
        uses_total: total == Total::Known,
        step: None,
    })
}

/// A smallest set of numbers that proves what is certain of a square without the
/// number of all mines. Each of them shares a covered square with another, and one
/// is beside the square: `n` numbers lie within `2n - 1` squares of it. So sets
/// further away are looked at only if none is found, or only larger ones.
fn smallest_set_nearby(
    view: &View,
    square: Site,
    certainty: Certainty,
    effort: &mut Effort,
) -> Option<Vec<Site>> {
    let mut most = 2;
    loop {
        let (near, is_all) = numbers_within(2 * most - 1, view, square);
        let found = Contradictions::among(near, view, Total::Unknown)
            .assuming(square, certainty.opposite())
            .smallest(CHECKS, effort);
        let is_enough = is_all || effort.is_share_spent();
        match found {
            Some(set) if is_enough || set.len() <= most => return Some(set),
            Some(set) => most = set.len(),
            None if is_all || effort.is_spent() => return None,
            None => most *= 2,
        }
    }
}

/// The numbers at most this far from a square, and whether the whole board is.
fn numbers_within(distance: usize, view: &View, square: Site) -> (Vec<Site>, bool) {
    let grid = view.grid();
    let own = grid.square(square);
    let around = |place: u8, most: usize| {
        let place = usize::from(place) - 1;
        place.saturating_sub(distance)..(place + distance + 1).min(most)
    };
    let (rows, columns) = (
        around(own.row, grid.rows()),
        around(own.column, grid.columns()),
    );
    let is_all = rows.len() == grid.rows() && columns.len() == grid.columns();
    let near = rows.flat_map(|row| {
        let sites = columns
            .clone()
            .map(move |column| row * grid.columns() + column);
        sites.map(Site::new)
    });
    (
        near.filter(|&site| !view.is_covered(site)).collect(),
        is_all,
    )
}

/// The covered squares that are certain, in board order.
#[derive(Debug)]
struct Certain {
    squares: Vec<(Site, Certainty)>,
    /// Those that only the number of all mines decides.
    by_total: FxHashSet<Site>,
}

impl Certain {
    /// Whether the number of all mines is needed for any of them. On large
    /// boards it hardly ever is, and rules that count all mines take long there.
    fn total(&self) -> Total {
        if self.by_total.is_empty() {
            Total::Unknown
        } else {
            Total::Known
        }
    }

    /// Whether the number of all mines is needed for this one.
    fn total_for(&self, square: Site) -> Total {
        if self.by_total.contains(&square) {
            Total::Known
        } else {
            Total::Unknown
        }
    }
}

fn certain_squares(view: &View, total: Total) -> Result<Certain, BeliefError> {
    let (probabilities, by_total) = match total {
        Total::Known => {
            let belief = Belief::of(view)?;
            let by_total = belief.certain_by_total();
            (belief.mine_probabilities().to_vec(), by_total)
        }
        Total::Unknown => (AnyTotal::of(view)?.mine_probabilities, FxHashSet::default()),
    };
    let covered = view.covered_sites();
    let squares = covered
        .filter_map(|site| Some((site, Certainty::of(probabilities[site.index()])?)))
        .collect();
    Ok(Certain { squares, by_total })
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
                        let suffices = Contradictions::among(proof.numbers.clone(), &view, used)
                            .assuming(site, certainty.opposite())
                            .irreducible(&mut Effort::default());
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
                if known.total() == Total::Unknown {
                    assert_eq!(known.squares, unknown.squares, "{view}");
                }
                let mut without = known.squares.clone();
                without.retain(|(site, _)| known.total_for(*site) == Total::Unknown);
                assert_eq!(without, unknown.squares, "{view}");
                needed[usize::from(known.total() == Total::Known)] += 1;
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
                    let mut effort = Effort::default();
                    let nearby = smallest_set_nearby(&view, site, certainty, &mut effort);
                    let nearby = nearby.map(|set| set.len());
                    let anywhere = Contradictions::of(&view, Total::Unknown)
                        .assuming(site, certainty.opposite())
                        .smallest(CHECKS, &mut effort);
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
        assert_eq!(certain.total(), Total::Unknown);
        let proofs = Proofs::of(&view, Total::Known);
        assert_eq!(proofs.list().len(), certain.squares.len());
        assert!(proofs.list().iter().all(|proof| !proof.uses_total));
    }

    #[test]
    fn who_asks_to_stop_gets_no_further_proofs() {
        let view = large_board(20);
        let certain = certain_squares(&view, Total::Known).expect("consistent");
        let stop = Stop::default();
        stop.request();
        let proofs = Proofs::stopped_by(&stop, &view, Total::Known);
        assert!(proofs.list().is_empty());
        assert_eq!(proofs.unproved(), certain.squares.len());
        assert_eq!(Proofs::of(&view, Total::Known).unproved(), 0);
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
