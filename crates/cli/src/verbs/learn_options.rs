//! Which learner has which option of `learn`: an option that the chosen learner
//! does not have is refused.

use super::learn::Learn;
use crate::outcome::Failure;

/// An option, the learners that have it, and whether a call gives it.
struct LearnerOption {
    name: &'static str,
    learners: &'static [&'static str],
    is_given: fn(&Learn) -> bool,
}

const OPTIONS: [LearnerOption; 9] = [
    LearnerOption {
        name: "--variant",
        learners: &["migo"],
        is_given: |call| call.variant.is_some(),
    },
    LearnerOption {
        name: "--against",
        learners: &["migo", "zenith", "rules"],
        is_given: |call| call.against.is_some(),
    },
    LearnerOption {
        name: "--starts",
        learners: &["migo"],
        is_given: |call| call.starts.is_some(),
    },
    LearnerOption {
        name: "--self-play",
        learners: &["zenith"],
        is_given: |call| call.self_play.is_some(),
    },
    LearnerOption {
        name: "--as-published",
        learners: &["mio", "migo", "zenith"],
        is_given: |call| call.as_published,
    },
    LearnerOption {
        name: "--from",
        learners: &["migo"],
        is_given: |call| call.from.is_some(),
    },
    LearnerOption {
        name: "--no-study",
        learners: &["migo"],
        is_given: |call| call.no_study,
    },
    LearnerOption {
        name: "--limit-positions",
        learners: &["migo", "rules"],
        is_given: |call| call.limit_positions.is_some(),
    },
    LearnerOption {
        name: "--examples-from",
        learners: &["mio"],
        is_given: |call| call.examples_from.is_some(),
    },
];

/// Refuses the options that this learner does not have.
pub fn refuse_foreign(call: &Learn, learner: &str) -> Result<(), Failure> {
    let foreign = OPTIONS
        .iter()
        .filter(|option| (option.is_given)(call) && !option.learners.contains(&learner));
    let foreign: Vec<String> = foreign
        .map(|option| {
            let learners = option.learners.join(" and ");
            format!("{} is an option of {learners}", option.name)
        })
        .collect();
    if foreign.is_empty() {
        return Ok(());
    }
    Err(Failure::new(format!(
        "{learner} does not have these options: {}; leave them out or choose another learner \
         (--with)",
        foreign.join(", ")
    )))
}
