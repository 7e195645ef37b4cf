//! Discoveries under the paper's limits, shared by the experiments.

use serde::Serialize;
use serde::de::DeserializeOwned;
use stratalog_catalogue::discovery::{Domain, Won};
use stratalog_catalogue::discovery_run::{DiscoveryCourse, DiscoveryRun};
use stratalog_run::Seed;
use stratalog_zenith::concept::PreferenceLearner;
use stratalog_zenith::{Discovery, Transformation, ZenithSettings};

use crate::error::PapersError;
use crate::measurement::{Halt, Measurement, Part};

/// Solver steps for a millisecond of the paper.
const STEPS_PER_MS: u32 = 4;

/// The published results under one limit.
pub struct Published {
    pub milliseconds: u32,
    /// Features generated, active at the end, and accuracy.
    pub linear: (f64, f64, f64),
    pub tree: (f64, f64, f64),
    /// The number of features from each transformation, in the order of
    /// [`TRANSFORMATIONS`].
    pub generated: [f64; 10],
}

const PUBLISHED: [Published; 5] = [
    Published {
        milliseconds: 250,
        linear: (86.0, 6.0, 0.85),
        tree: (83.0, 3.0, 0.76),
        generated: [2.0, 0.0, 9.0, 6.0, 6.0, 18.0, 3.0, 11.0, 18.0, 12.0],
    },
    Published {
        milliseconds: 500,
        linear: (119.0, 16.0, 0.85),
        tree: (97.0, 7.0, 0.77),
        generated: [2.0, 0.0, 4.0, 7.0, 10.0, 20.0, 5.0, 6.0, 23.0, 41.0],
    },
    Published {
        milliseconds: 750,
        linear: (138.0, 10.0, 0.86),
        tree: (97.0, 3.0, 0.81),
        generated: [2.0, 0.0, 9.0, 6.0, 11.0, 25.0, 2.0, 13.0, 15.0, 54.0],
    },
    Published {
        milliseconds: 1000,
        linear: (98.0, 5.0, 0.84),
        tree: (98.0, 1.0, 0.76),
        generated: [2.0, 0.0, 3.0, 6.0, 19.0, 7.0, 1.0, 4.0, 16.0, 39.0],
    },
    Published {
        milliseconds: 3000,
        linear: (228.0, 14.0, 0.88),
        tree: (77.0, 3.0, 0.78),
        generated: [2.0, 0.0, 11.0, 8.0, 21.0, 15.0, 3.0, 7.0, 16.0, 144.0],
    },
];

/// The transformations in the order of Table 3.
pub const TRANSFORMATIONS: [Transformation; 10] = [
    Transformation::SplitArithComp,
    Transformation::SplitArithCalc,
    Transformation::SplitConjunction,
    Transformation::RemoveNegation,
    Transformation::RemoveDisjunct,
    Transformation::ExpandToBaseCase,
    Transformation::VariableSpecialize,
    Transformation::RemoveLcTerm,
    Transformation::RemoveVariable,
    Transformation::RegressFormula,
];

/// A discovery under one limit.
pub struct Discovered {
    pub run: Discovery,
    /// The games won after each cycle, if any were played.
    pub won: Vec<Won>,
}

/// What is discovered.
pub struct Plan {
    pub learner: PreferenceLearner,
    /// Games played after each cycle.
    pub games: u64,
    pub seed: Seed,
    pub rules: Rules,
}

/// Which transformations there are, and which features they are applied to. Either
/// way one side is taught, in one game a cycle, as in the paper.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Rules {
    /// Those of the paper.
    Published,
    /// Ours.
    Own,
}

impl Plan {
    /// Discoveries without games, with the seed of the experiment.
    pub fn new(run: &Measurement<'_>, learner: PreferenceLearner) -> Plan {
        Plan {
            learner,
            games: 0,
            seed: run.seed(),
            rules: Rules::Own,
        }
    }

    /// The limits of the paper; two of them in a quick run.
    pub fn limits(run: &Measurement<'_>) -> &'static [Published] {
        run.length().choose(&PUBLISHED[..], &PUBLISHED[..2])
    }

    /// Runs Zenith under each limit of the paper; `measured` says what is measured of a
    /// run, and `add` adds it, in the order of the limits. Where several processes
    /// share the work, each limit is a piece.
    pub fn under_limits<T: Serialize + DeserializeOwned + Send>(
        &self,
        run: &mut Measurement<'_>,
        domain: &Domain,
        measured: impl Fn(&Published, &Discovered) -> T + Sync,
        mut add: impl FnMut(&mut Measurement<'_>, T),
    ) -> Result<(), Halt> {
        let limits = Plan::limits(run);
        if run.control().spread().is_none() {
            for limit in limits {
                let found = self.discover(run, domain, limit)?;
                add(run, measured(limit, &found));
            }
            return Ok(());
        }
        let (experiment, learner, seed) = (run.name(), self.name(), self.seed.0);
        let part = Part {
            name: &format!("{experiment} {learner}, seed {seed}"),
            what: "limits",
            count: limits.len() as u64,
        };
        let shared = &*run;
        let found = shared.pieces(&part, |number| {
            let limit = &limits[number as usize];
            match self.discover(shared, domain, limit) {
                Ok(found) => Ok(measured(limit, &found)),
                Err(Halt::Failed(error)) => Err(error),
                Err(Halt::Stopped) => Err(PapersError::failed("stopped")),
            }
        })?;
        found.into_iter().for_each(|one| add(run, one));
        Ok(())
    }

    /// Runs Zenith under a limit of the paper, for ten cycles; four in a quick
    /// run. Saved after each cycle.
    fn discover(
        &self,
        run: &Measurement<'_>,
        domain: &Domain,
        published: &Published,
    ) -> Result<Discovered, Halt> {
        run.check_stop()?;
        let cycles = run.length().choose(10, 4);
        let limit = published.milliseconds;
        let (learner, games) = (self.name(), self.games);
        let settings = ZenithSettings {
            cycles,
            limit: f64::from(limit * STEPS_PER_MS),
            learner: self.learner.clone(),
            as_published: self.rules == Rules::Published,
            seed: self.seed,
            ..ZenithSettings::as_published()
        };
        let folder = run.conditions().runs.as_ref();
        let state = folder.map(|folder| {
            let seed = self.seed.0;
            folder.join(format!(
                "zenith-{learner}-{limit}ms-{cycles}-cycles-{games}-games-seed-{seed}.state"
            ))
        });
        let course = DiscoveryCourse {
            games,
            state,
            ..DiscoveryCourse::new(settings)
        };
        let what = format!("limit {limit} ms: cycles");
        run.control().stage(&format!("{learner}, limit {limit} ms"));
        let discovered = domain.discover(&course, run.control(), |_, cycle, _| {
            let done = cycle.number as u64 + 1;
            run.control().progress(&what, done, Some(cycles as u64));
        });
        let DiscoveryRun { discovery, won, .. } = discovered.map_err(PapersError::failed)?;
        run.check_stop()?;
        Ok(Discovered {
            run: discovery,
            won,
        })
    }

    fn name(&self) -> String {
        let learner = match self.learner {
            PreferenceLearner::Linear { .. } => "linear",
            PreferenceLearner::Logistic { .. } => "logistic",
            PreferenceLearner::Tree(_) => "tree",
        };
        match self.rules {
            Rules::Own => learner.to_owned(),
            Rules::Published => format!("{learner}-as-published"),
        }
    }
}

/// Othello, the domain of the paper's experiments.
pub fn othello() -> Result<Domain, PapersError> {
    Domain::new("othello", None).map_err(PapersError::failed)
}
