//! The curves of Fig. 3 as numbers. The paper prints the plot alone; the repository of
//! its authors (<https://github.com/migo19/MIGO>, commit 4a3a7d2) has the means and
//! the standard deviations of the runs, game by game.

use super::setup::System;

/// A curve of Fig. 3.
pub struct PublishedCurve {
    /// The file with its means, in the authors' repository.
    pub file: &'static str,
    /// The mean regret after each tenth of the games, the last tenths where there are
    /// fewer than ten.
    means: &'static [f64],
    /// The standard deviation of the runs after the last game, where it is used.
    pub deviation: Option<f64>,
}

const NOUGHTS: [PublishedCurve; 5] = [
    PublishedCurve {
        file: "noughts&Crosses/output/score_migo_mixed_av.txt",
        means: &[
            14.25, 22.15, 27.35, 30.05, 31.35, 32.95, 34.5, 36.45, 38.2, 40.05,
        ],
        deviation: Some(27.26),
    },
    PublishedCurve {
        file: "noughts&Crosses/output/score_migo_separated_av.txt",
        means: &[
            19.6, 28.05, 34.0, 38.4, 41.5, 43.7, 45.9, 48.35, 50.45, 52.75,
        ],
        deviation: Some(32.31),
    },
    PublishedCurve {
        file: "noughts&Crosses/output/score_menace_av.txt",
        means: &[217.4],
        deviation: None,
    },
    PublishedCurve {
        file: "noughts&Crosses/output/score_qlearn_av.txt",
        means: &[234.65],
        deviation: None,
    },
    PublishedCurve {
        file: "noughts&Crosses/output/score_DeepQ_av.txt",
        means: &[225.7],
        deviation: None,
    },
];

const HEXAPAWN: [PublishedCurve; 5] = [
    PublishedCurve {
        file: "hexapawn/output/score_metagol_mixed_av.txt",
        means: &[
            2.175, 2.225, 2.225, 2.225, 2.225, 2.225, 2.225, 2.225, 2.225, 2.225,
        ],
        deviation: Some(1.753),
    },
    PublishedCurve {
        file: "hexapawn/output/score_metagol_separated_av.txt",
        means: &[3.05, 3.8, 3.95, 3.95, 3.95, 3.95, 3.95, 3.95, 3.95, 3.95],
        deviation: Some(3.240),
    },
    PublishedCurve {
        file: "hexapawn/output/score_menace_av.txt",
        means: &[6.0],
        deviation: None,
    },
    PublishedCurve {
        file: "hexapawn/output/score_score_qlearn_av.txt",
        means: &[8.0],
        deviation: None,
    },
    PublishedCurve {
        file: "hexapawn/output/score_score_DeepQ_av.txt",
        means: &[45.725],
        deviation: None,
    },
];

impl PublishedCurve {
    /// The curve of a learner in a game of the figure.
    pub fn of(game: &str, system: System) -> Option<&'static PublishedCurve> {
        let curves = match game {
            "noughts-and-crosses" => &NOUGHTS,
            "hexapawn3" => &HEXAPAWN,
            _ => return None,
        };
        let at = match system {
            System::MixedMigo | System::PublishedMixed => 0,
            System::SeparatedMigo | System::PublishedSeparated => 1,
            System::Boxes => 2,
            System::QLearning => 3,
            System::DeepQ => 4,
        };
        Some(&curves[at])
    }

    /// The mean after a tenth of the games, counted from 1.
    pub fn mean(&self, tenth: u64) -> Option<f64> {
        let first = 11 - self.means.len() as u64;
        let at = tenth.checked_sub(first)?;
        self.means.get(usize::try_from(at).ok()?).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_end_after_the_last_game() {
        for curve in NOUGHTS.iter().chain(&HEXAPAWN) {
            assert_eq!(curve.mean(10), curve.means.last().copied());
            assert!(curve.means.is_sorted(), "{}", curve.file);
            assert_eq!(curve.mean(1).is_some(), curve.means.len() == 10);
        }
    }
}
