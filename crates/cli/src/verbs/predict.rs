//! `stratalog predict THEORY EXAMPLES`: what a learned theory says of new examples.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use stratalog::predict::{Answer, Request};

use crate::face::Face;
use crate::outcome::{Exit, Failure};

/// Say which examples a learned theory covers
///
/// The theory is a file of clauses, as `induce --out` writes it. Examples are
/// pos(...) and neg(...) facts, or plain facts; where their class is known, the
/// accuracy is reported with its 95% interval.
#[derive(Args)]
pub struct Predict {
    /// The theory's file
    theory: PathBuf,
    /// The examples' file
    examples: PathBuf,
    /// The background: a problem's folder or file, or a Prolog file
    #[arg(long, value_name = "PATH")]
    background: Option<PathBuf>,
}

impl Predict {
    pub fn run(&self, face: &Face) -> Result<Exit, Failure> {
        let request = Request {
            theory: self.theory.clone(),
            examples: self.examples.clone(),
            background: self.background.clone(),
        };
        let answer = face.run(|control| request.run(control))?;
        face.show(&answer, print)
    }
}

fn print(answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    for prediction in &answer.predictions {
        let verdict = match (prediction.covered, prediction.is_positive) {
            (Some(covered), Some(is_positive)) if covered != is_positive => {
                if covered {
                    "covered, but negative"
                } else {
                    "not covered, but positive"
                }
            }
            (Some(true), _) => "covered",
            (Some(false), _) => "not covered",
            (None, _) => "not known: the proof reached a limit",
        };
        writeln!(out, "{}: {verdict}", prediction.example)?;
    }
    if let Some(score) = &answer.score {
        let confusion = &score.confusion;
        writeln!(
            out,
            "\npositives: {} covered, {} not; negatives: {} covered, {} not; \
             accuracy {:.1}% ({:.1} to {:.1}%)",
            confusion.true_positives,
            confusion.false_negatives,
            confusion.false_positives,
            confusion.true_negatives,
            100.0 * score.accuracy,
            100.0 * score.ci95.low,
            100.0 * score.ci95.high
        )?;
    }
    Ok(())
}
