//! `stratalog quiz STRATEGY`: an experiment on whether people learn from the rules of
//! a strategy.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use stratalog::quiz::score::Score;
use stratalog::quiz::{forms, score};

use crate::face::Face;
use crate::outcome::{Exit, Failure};

/// Write forms that test whether people learn from a strategy, or score the answers
///
/// A form has positions to be answered before and after the rules of the strategy are
/// shown. There are two, with the same positions in opposite parts: give each to half
/// of the people. A form is a page that saves the answers as a CSV table. With
/// --answers, the tables are judged by the strategy and the parts are compared.
#[derive(Args)]
pub struct Quiz {
    /// The strategy's file
    strategy: PathBuf,
    /// The game or its rulesheet, where it is not the one the strategy names
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// The questions before the rules, and as many after them
    #[arg(long, value_name = "N", default_value_t = forms::Request::new("", "").questions)]
    questions: u32,
    /// The folder for the forms
    #[arg(long, value_name = "FOLDER", required_unless_present = "answers")]
    out: Option<PathBuf>,
    /// Tables of answers to be scored
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["out", "questions"])]
    answers: Vec<PathBuf>,
}

impl Quiz {
    pub fn run(&self, face: &Face) -> Result<Exit, Failure> {
        match &self.out {
            Some(out) => {
                let request = forms::Request {
                    game: self.game.clone(),
                    questions: self.questions,
                    seed: face.seed,
                    ..forms::Request::new(&self.strategy, out)
                };
                let answer = face.run(|control| request.run(control))?;
                face.show(&answer, print_forms)
            }
            None => {
                let request = score::Request {
                    strategy: self.strategy.clone(),
                    game: self.game.clone(),
                    answers: self.answers.clone(),
                };
                let answer = face.run(|control| request.run(control))?;
                face.show(&answer, print_scores)
            }
        }
    }
}

fn print_forms(answer: &forms::Answer, out: &mut dyn Write) -> io::Result<()> {
    for form in &answer.forms {
        writeln!(out, "{}", form.display())?;
    }
    writeln!(
        out,
        "{} questions before the rules and as many after them; give each form to half of the people",
        answer.questions
    )?;
    if !answer.unasked.is_empty() {
        let unasked = answer.unasked.join(", ");
        writeln!(out, "not asked, for want of positions: {unasked}")?;
    }
    Ok(())
}

fn print_scores(answer: &score::Answer, out: &mut dyn Write) -> io::Result<()> {
    let share = |score: &Score| format!("{:>3} of {}", score.right, score.asked);
    let width = |names: &mut dyn Iterator<Item = &String>| {
        names
            .map(|name| name.chars().count())
            .max()
            .unwrap_or(0)
            .max(6)
    };
    let people = width(&mut answer.people.iter().map(|person| &person.person));
    writeln!(out, "{:people$}  {:<10}  after", "person", "before")?;
    for person in &answer.people {
        let (before, after) = (share(&person.before), share(&person.after));
        writeln!(out, "{:people$}  {before:<10}  {after}", person.person)?;
    }
    let rules = width(&mut answer.rules.iter().map(|rule| &rule.rule));
    writeln!(out, "\n{:rules$}  {:<10}  after", "rule", "before")?;
    for rule in &answer.rules {
        let (before, after) = (share(&rule.before), share(&rule.after));
        writeln!(out, "{:rules$}  {before:<10}  {after}", rule.rule)?;
    }
    let percent = |share: f64| 100.0 * share;
    let rate = |score: &Score| {
        format!(
            "{:.0}% ({:.0} to {:.0}%)",
            percent(score.right as f64 / score.asked.max(1) as f64),
            percent(score.ci95.low),
            percent(score.ci95.high)
        )
    };
    writeln!(
        out,
        "\nright before the rules {}, after them {}",
        rate(&answer.before),
        rate(&answer.after)
    )?;
    write!(
        out,
        "mean difference of a person {:+.0} points",
        percent(answer.difference)
    )?;
    if let Some(ci95) = answer.ci95 {
        let (low, high) = (percent(ci95.low), percent(ci95.high));
        write!(out, " (95% interval {low:+.0} to {high:+.0})")?;
    }
    writeln!(out, ", p = {:.3}", answer.p_value)?;
    if answer.unanswered + answer.illegal > 0 {
        let (unanswered, illegal) = (answer.unanswered, answer.illegal);
        writeln!(
            out,
            "counted as wrong: {unanswered} without an answer, {illegal} illegal"
        )?;
    }
    Ok(())
}
