//! The three ways to learn, and which of them fits a problem.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::problem::Problem;

/// A way to learn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// Learning from failures: a complete search for the smallest theory.
    Failures,
    /// One clause at a time from the bottom clause of an example.
    Modes,
    /// Meta-interpretive learning.
    Metarules,
}

impl Method {
    /// The method that fits a problem: metarules where there are some, learning
    /// from failures where the files give a language of clauses, else modes.
    pub fn for_problem(problem: &Problem) -> Method {
        if !problem.bias.metarules.is_empty() {
            Method::Metarules
        } else if problem.bias.language.is_some() {
            Method::Failures
        } else {
            Method::Modes
        }
    }

    /// What a problem lacks for this method; `None` where the method can be used.
    pub fn lacks(self, problem: &Problem) -> Option<&'static str> {
        let bias = &problem.bias;
        match self {
            Method::Failures if bias.language.is_none() => {
                Some("a bias such as Popper's, with head_pred and body_pred")
            }
            Method::Modes if bias.heads.is_empty() || bias.bodies.is_empty() && !bias.refines => {
                Some("mode declarations, modeh and modeb")
            }
            Method::Metarules if bias.metarules.is_empty() => {
                Some("metarules, as in metarule([P,Q], [P,A,B], [[Q,A,B]])")
            }
            _ => None,
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Method::Failures => "failures",
            Method::Modes => "modes",
            Method::Metarules => "metarules",
        })
    }
}

impl FromStr for Method {
    type Err = String;

    fn from_str(name: &str) -> Result<Method, String> {
        Ok(match name {
            "failures" => Method::Failures,
            "modes" => Method::Modes,
            "metarules" => Method::Metarules,
            _ => {
                return Err(format!(
                    "there is no method {name}; use failures, modes or metarules"
                ));
            }
        })
    }
}
