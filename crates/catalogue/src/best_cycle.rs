//! The cycle with the best match: where the evaluation of the last cycle does clearly
//! worse, a run ends with that of an earlier one. Matches are games that nothing was
//! learned from.

use serde::{Deserialize, Serialize};
use stratalog_logic::Source;
use stratalog_zenith::{FeatureEvaluation, Zenith, strategy};

use crate::discovery::{DiscoveryError, Domain, Won};

/// The best match so far, and the evaluation that played it.
pub(crate) struct BestCycle {
    pub(crate) won: Won,
    pub(crate) evaluation: FeatureEvaluation,
}

/// The same as it is saved.
#[derive(Serialize, Deserialize)]
pub(crate) struct SavedBestCycle {
    won: Won,
    /// The evaluation as a strategy file.
    text: String,
}

impl BestCycle {
    /// The better of the best cycle so far and a new one; of equals the new one.
    pub(crate) fn better(
        best: Option<BestCycle>,
        won: Won,
        evaluation: &FeatureEvaluation,
    ) -> BestCycle {
        match best {
            Some(best) if best.won.mean_goal > won.mean_goal => best,
            _ => BestCycle {
                won,
                evaluation: evaluation.clone(),
            },
        }
    }

    /// As it is saved.
    pub(crate) fn saved(&self, zenith: &Zenith) -> SavedBestCycle {
        SavedBestCycle {
            won: self.won,
            text: strategy::text(zenith.theory(), &self.evaluation, &Vec::new()),
        }
    }
}

impl SavedBestCycle {
    /// As it was before it was saved.
    pub(crate) fn restored(&self, domain: &Domain) -> Result<BestCycle, DiscoveryError> {
        let source = Source::new("the saved state", self.text.clone());
        Ok(BestCycle {
            won: self.won,
            evaluation: strategy::read(&source, &domain.sheet, &domain.game)?,
        })
    }
}
