//! Everything there is to say about a position.
//!
//! ```
//! use stratalog_minesweeper::analysis::Analysis;
//! use stratalog_minesweeper::{FirstMove, Position};
//! use stratalog_run::Stop;
//!
//! let position = Position::parse("2x3/?\n.2.\n1..\n", None)?;
//! let analysis = Analysis::of(&position, FirstMove::Any, &Stop::default())?;
//! assert_eq!(analysis.solutions.to_string(), "4");
//! let best = analysis.best.expect("the game is not over");
//! assert_eq!(best.mine_probability, 0.5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use num_bigint::BigUint;
use stratalog_game::reason::Risk;
use stratalog_game::{Decision, Player, PlayerError, Reason, Role, Situation};
use stratalog_run::{Seed, Stop};
use thiserror::Error;

use crate::belief::{AnyTotal, Belief, BeliefError, EQUAL};
use crate::champion::Champion;
use crate::why::{Certainty, Proof, Proofs, Total};
use crate::{Cell, FirstMove, Minesweeper, Position, Site, View};

/// What follows from a position.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The number of complete boards that agree with the numbers.
    pub solutions: BigUint,
    /// The mine probability of each square, row by row; 0 and 1 are certain.
    pub mine_probabilities: Vec<f64>,
    /// Why each certain square is certain, in board order.
    pub proofs: Vec<Proof>,
    /// How many certain squares have no proof, for lack of time.
    pub unproved: usize,
    /// The square to open; none where the game is won.
    pub best: Option<BestMove>,
}

/// Why a position was not analysed.
#[derive(Debug, Error)]
pub enum AnalysisError {
    /// The position is contradictory, or too entangled to count.
    #[error(transparent)]
    Belief(#[from] BeliefError),
    /// No move could be chosen.
    #[error(transparent)]
    Player(#[from] PlayerError),
}

/// The square to open, and why.
#[derive(Clone, Debug)]
pub struct BestMove {
    /// The square.
    pub site: Site,
    /// The probability that it is a mine.
    pub mine_probability: f64,
    /// Why it is the best.
    pub reason: Reason,
    /// The probability to win with perfect play, where it is known.
    pub win_probability: Option<f64>,
}

impl Analysis {
    /// The analysis of a position; the rule matters only before the first move.
    /// Where the caller asks to stop, the risks are complete, some proofs may be
    /// missing and the best square is one of the safest.
    pub fn of(
        position: &Position,
        first_move: FirstMove,
        stop: &Stop,
    ) -> Result<Analysis, AnalysisError> {
        let view = &position.view;
        let (solutions, mine_probabilities) = match position.total {
            Total::Known => {
                let belief = Belief::of(view)?;
                (belief.solutions(), belief.mine_probabilities().to_vec())
            }
            Total::Unknown => {
                let any = AnyTotal::of(view)?;
                (any.solutions, any.mine_probabilities)
            }
        };
        let proofs = Proofs::stopped_by(stop, view, position.total);
        let chosen = match position.total {
            Total::Known if !stop.is_requested() => champion_move(view, first_move)?,
            _ => least_risk(view, &mine_probabilities),
        };
        let best = chosen.map(|decision| {
            let win_probability = match &decision.reason {
                Reason::Risk(risk) => risk.win_probability,
                _ => None,
            };
            let steps = proofs.steps(decision.mv);
            BestMove {
                site: decision.mv,
                mine_probability: mine_probabilities[decision.mv.index()],
                reason: if steps.is_empty() {
                    decision.reason
                } else {
                    Reason::Proof { steps }
                },
                win_probability,
            }
        });
        Ok(Analysis {
            solutions,
            proofs: proofs.list().into_iter().cloned().collect(),
            unproved: proofs.unproved(),
            mine_probabilities,
            best,
        })
    }

    /// The squares of which this is certain, marked mines among them.
    pub fn certain(&self, view: &View, certainty: Certainty) -> Vec<Site> {
        let probability = match certainty {
            Certainty::Safe => 0.0,
            Certainty::Mine => 1.0,
        };
        let covered = view.covered_sites();
        covered
            .filter(|site| self.mine_probabilities[site.index()] == probability)
            .collect()
    }
}

/// What the champion does.
fn champion_move(
    view: &View,
    first_move: FirstMove,
) -> Result<Option<Decision<Site>>, PlayerError> {
    if view.is_won() {
        return Ok(None);
    }
    let game = Minesweeper::new(view.board(), first_move);
    let mut rng = Seed(1).stream(0);
    let decision = Champion::default().decide(Situation::new(&game, view, Role(0), &mut rng))?;
    Ok(Some(decision))
}

/// The first of the safest squares.
fn least_risk(view: &View, mine_probabilities: &[f64]) -> Option<Decision<Site>> {
    let open = || {
        let covered = view.covered_sites();
        covered.filter(|&site| view.cell(site) == Cell::Covered)
    };
    let risk = |site: Site| mine_probabilities[site.index()];
    let least = open().map(risk).reduce(f64::min)?;
    if least == 1.0 {
        return None;
    }
    let mut safest = open().filter(|&site| risk(site) <= least + EQUAL);
    let mv = safest.next()?;
    let others = safest.take(3).map(|site| view.grid().square(site));
    Some(Decision {
        mv,
        reason: Reason::Risk(Box::new(Risk {
            probability: least,
            as_safe_as: others.collect(),
            ..Risk::default()
        })),
    })
}
