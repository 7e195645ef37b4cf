//! `stratalog reproduce NAME`: a table or figure of a paper beside the
//! published one.

use std::path::{Path, PathBuf};

use crate::table::table;
use clap::Args;
use serde_json::json;
use stratalog_arena::news::News;
use stratalog_papers::{Conditions, Experiment, Length, Row, experiments};
use stratalog_run::Seed;

use crate::Common;
use crate::outcome::{Exit, Failure, print_json};
use crate::waiting::with_news;
use crate::whole_file::write_whole;

/// Measure a table or figure of a paper again, beside the published one
///
/// Without a name, lists the experiments. With --out, experiments on the same
/// discoveries (zenith-table-2, zenith-table-3, zenith-fig-6, zenith-fig-9; or
/// zenith-table-4 and zenith-fig-8) make them once, and one that was killed goes on
/// from its last cycle; bssuct-table-2 goes on from its last board.
#[derive(Args)]
pub struct Reproduce {
    /// The experiment
    name: Option<String>,
    /// Write NAME.md, NAME.csv and NAME.svg into this folder, and keep in its folder
    /// runs what other experiments can use again
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
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let Some(name) = &self.name else {
            list(common);
            return Ok(Exit::Done);
        };
        let experiment = Experiment::named(name)?;
        if self
            .seconds_per_move
            .is_some_and(|seconds| seconds.is_nan() || seconds <= 0.0)
        {
            return Err(Failure::new("--seconds-per-move must be more than 0"));
        }
        let conditions = Conditions {
            seed: Seed(common.seed),
            length: if self.quick {
                Length::Quick
            } else {
                Length::Full
            },
            seconds_per_move: self.seconds_per_move,
            runs: self.out.as_ref().map(|folder| folder.join("runs")),
            news: News::default(),
        };
        let news = || format!("{name} {}", conditions.news.last());
        let rows = with_news(news, || experiment.run(&conditions))?;
        if let Some(folder) = &self.out {
            write_files(folder, &experiment, &rows, &conditions)?;
        }
        if common.json {
            print_json(&json!({ "name": name, "seed": common.seed, "rows": rows }));
        } else {
            let header = [
                "setting",
                "published",
                "measured",
                "95% interval",
                "samples",
            ];
            println!("{}\n", experiment.about);
            println!("{}", table(&header, rows.iter().map(Row::cells)));
            for row in rows.iter().filter(|row| !row.note.is_empty()) {
                println!("\n{}", row.setting);
                for line in &row.note {
                    println!("  {line}");
                }
            }
        }
        Ok(Exit::Done)
    }
}

fn list(common: &Common) {
    let all = experiments();
    if common.json {
        let names: Vec<&str> = all.iter().map(|experiment| experiment.name).collect();
        print_json(&json!({ "experiments": names }));
        return;
    }
    let rows = all
        .iter()
        .map(|experiment| vec![experiment.name.to_owned(), experiment.about.to_owned()]);
    println!("{}", table(&["experiment", "is"], rows));
}

fn write_files(
    folder: &Path,
    experiment: &Experiment,
    rows: &[Row],
    conditions: &Conditions,
) -> Result<(), Failure> {
    std::fs::create_dir_all(folder)
        .map_err(|error| Failure::new(format!("cannot write {}: {error}", folder.display())))?;
    let files = [
        ("md", experiment.markdown(rows, conditions)),
        ("csv", experiment.csv(rows)),
        ("svg", experiment.svg(rows)?),
    ];
    for (ending, text) in files {
        let path = folder.join(format!("{}.{ending}", experiment.name));
        write_whole(&path, text)?;
    }
    Ok(())
}
