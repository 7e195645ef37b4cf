//! The rulesheets that come with the program, as examples to start from.
//!
//! ```
//! use stratalog::{Control, rulesheets};
//!
//! let answer = rulesheets::Request {}.run(&Control::default())?;
//! let nim = answer.rulesheets.iter().find(|sheet| sheet.name == "nim");
//! assert!(nim.is_some_and(|sheet| sheet.text.contains("role(")));
//! # Ok::<(), stratalog::Error>(())
//! ```

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use stratalog_rulesheet::bundled::RULESHEETS;
use stratalog_run::Control;

use crate::answer::Answer as IsAnswer;
use crate::error::Error;

/// Asks for all rulesheets of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Request {}

/// All rulesheets of the program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Answer {
    /// The rulesheets.
    pub rulesheets: Vec<BundledRulesheet>,
}

/// A rulesheet of the program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BundledRulesheet {
    /// Its name.
    pub name: String,
    /// Its text, in Prolog.
    pub text: String,
}

impl IsAnswer for Answer {}

impl Request {
    /// The rulesheets.
    pub fn run(&self, _control: &Control) -> Result<Answer, Error> {
        let bundled = RULESHEETS.iter().map(|&(name, text)| BundledRulesheet {
            name: name.to_owned(),
            text: text.to_owned(),
        });
        Ok(Answer {
            rulesheets: bundled.collect(),
        })
    }
}
