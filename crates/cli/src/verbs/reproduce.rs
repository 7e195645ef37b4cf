//! `stratalog reproduce NAME`: a table or figure of a paper beside the published
//! one; `--all`: every one of them.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use stratalog::reproduce::{AllMeasured, Answer, Listed, Measured, Request, Row};

use crate::face::Face;
use crate::outcome::{Exit, Failure};
use crate::table::{fitted, table};

/// Measure a table or figure of a paper again, beside the published values
///
/// Without a name, lists the experiments. With --out, a run that was stopped or
/// killed resumes with the same result, and experiments that need the same runs
/// share them.
#[derive(Args)]
pub struct Reproduce {
    /// The experiment
    name: Option<String>,
    /// Measure every experiment, one after the other
    #[arg(long, conflicts_with = "name")]
    all: bool,
    /// Write NAME.md, NAME.csv and NAME.svg into this folder (with --all also
    /// results.md, one page with everything), and saved state into its subfolder
    /// runs
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Take few samples: shows that it works, with wide intervals
    #[arg(long)]
    quick: bool,
    /// How long planners think about each move [default: by simulations]
    #[arg(long, value_name = "SECONDS")]
    seconds_per_move: Option<f64>,
}

impl Reproduce {
    pub fn run(&self, face: &Face) -> Result<Exit, Failure> {
        let request = Request {
            name: self.name.clone(),
            all: self.all,
            out: self.out.clone(),
            quick: self.quick,
            seed: face.seed,
            seconds_per_move: self.seconds_per_move,
        };
        let answer = face.ask("reproduce", &request, Request::run)?;
        face.show(&answer, print)
    }
}

fn print(answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    match answer {
        Answer::Listed(listed) => print_list(listed, out),
        Answer::Measured(measured) => print_rows(measured, out),
        Answer::All(all) => print_all(all, out),
    }
}

fn print_all(all: &AllMeasured, out: &mut dyn Write) -> io::Result<()> {
    for measured in &all.results {
        print_rows(measured, out)?;
        writeln!(out)?;
    }
    match &all.page {
        Some(page) => writeln!(out, "all results: {}", page.display()),
        None => Ok(()),
    }
}

fn print_list(listed: &Listed, out: &mut dyn Write) -> io::Result<()> {
    let rows = listed.descriptions.iter().map(|experiment| {
        let about = format!("{} ({})", experiment.about, experiment.source);
        vec![experiment.name.clone(), about]
    });
    writeln!(out, "{}", fitted(&["experiment", "measures"], rows))
}

fn print_rows(measured: &Measured, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", measured.about)?;
    if let Some(row) = measured.rows.first() {
        writeln!(out, "published: {}", row.source)?;
    }
    let cells = measured.rows.iter().map(Row::cells);
    writeln!(out, "\n{}", table(&Row::HEADER, cells))?;
    for row in measured.rows.iter().filter(|row| !row.note.is_empty()) {
        writeln!(out, "\n{}", row.setting)?;
        for line in &row.note {
            writeln!(out, "  {line}")?;
        }
    }
    for file in &measured.files {
        writeln!(out, "wrote {}", file.display())?;
    }
    Ok(())
}
