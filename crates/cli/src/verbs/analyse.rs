//! `stratalog analyse [FILE]`: a Minesweeper position: what is safe and why,
//! the probability of each square, the best move.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use owo_colors::OwoColorize;
use serde_json::{Value, json};
use stratalog_game::{Decision, Player, Reason, Role};
use stratalog_minesweeper::belief::{Belief, BeliefError, Fact, Knowledge, conflict};
use stratalog_minesweeper::champion::Champion;
use stratalog_minesweeper::{Cell, FirstMove, Minesweeper, Site, Sweep, View, read_mbf};
use stratalog_run::Seed;

use crate::Common;
use crate::outcome::{Exit, Failure, print_json};
use crate::text::read_bytes;

/// Analyse a Minesweeper position: what is safe, what is likely, what to open
///
/// A position is text: the board on the first line (8x8/10), then a line for
/// each row, with . for a covered square, digits for numbers and F for a marked
/// mine. A .mbf file holds a whole board, of which --open shows squares.
#[derive(Args)]
pub struct Analyse {
    /// The position; - is standard input
    #[arg(default_value = "-")]
    file: PathBuf,
    /// Open a square of a .mbf board first, as in --open 3,4
    #[arg(long, value_name = "ROW,COLUMN")]
    open: Vec<String>,
}

impl Analyse {
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let view = self.read()?;
        match Belief::of(&view) {
            Ok(belief) => {
                let analysis = Analysis::of(&view, &belief)?;
                if common.json {
                    print_json(&analysis.json());
                } else {
                    anstream::print!("{}", analysis.text());
                }
                Ok(Exit::Done)
            }
            Err(BeliefError::Inconsistent(_)) => {
                report_conflict(&view, common);
                Ok(Exit::No)
            }
            Err(error @ BeliefError::TooEntangled(_)) => {
                eprintln!("stratalog: {error}");
                Ok(Exit::Limit)
            }
        }
    }

    fn read(&self) -> Result<View, Failure> {
        let (name, bytes) = read_bytes(&self.file)?;
        let ending = self.file.extension();
        let is_mbf = ending.is_some_and(|ending| ending.eq_ignore_ascii_case("mbf"));
        let text = String::from_utf8(bytes);
        match text {
            Ok(text) if !is_mbf && self.open.is_empty() => text
                .parse()
                .map_err(|error| Failure::new(format!("{name}: {error}"))),
            Ok(text) => self.opened(&name, text.as_bytes()),
            Err(error) => self.opened(&name, error.as_bytes()),
        }
    }

    /// The squares asked for, opened on a board file.
    fn opened(&self, name: &str, bytes: &[u8]) -> Result<View, Failure> {
        let field = read_mbf(bytes).map_err(|error| Failure::new(format!("{name}: {error}")))?;
        let game = Minesweeper::new(field.board(), FirstMove::Any);
        let mut sweep = Sweep::on(field);
        for text in &self.open {
            let site = stratalog_game::Game::parse_move(&game, text)?;
            if sweep.field().is_some_and(|field| field.is_mine(site)) {
                return Err(Failure::new(format!(
                    "--open {text}: there is a mine; open another square"
                )));
            }
            sweep.open(site);
        }
        Ok(sweep.view().clone())
    }
}

/// Everything there is to say about a position.
struct Analysis<'a> {
    view: &'a View,
    belief: &'a Belief,
    best: Option<Best>,
}

struct Best {
    site: Site,
    reason: String,
    win_probability: Option<f64>,
}

impl<'a> Analysis<'a> {
    fn of(view: &'a View, belief: &'a Belief) -> Result<Analysis<'a>, Failure> {
        let best = if view.is_won() {
            None
        } else {
            Some(best_move(view, belief)?)
        };
        Ok(Analysis { view, belief, best })
    }

    fn squares_at(&self, probability: f64) -> Vec<Site> {
        let covered = self.view.covered_sites();
        covered
            .filter(|&site| self.belief.mine_probability(site) == probability)
            .collect()
    }

    fn json(&self) -> Value {
        let grid = self.view.grid();
        let squares = |sites: Vec<Site>| -> Vec<_> {
            sites.into_iter().map(|site| grid.square(site)).collect()
        };
        let cells: Vec<Value> = self
            .view
            .covered_sites()
            .map(|site| {
                json!({
                    "square": grid.square(site),
                    "mine_probability": self.belief.mine_probability(site),
                })
            })
            .collect();
        let best = self.best.as_ref().map(|best| {
            let mut object = json!({
                "square": grid.square(best.site),
                "mine_probability": self.belief.mine_probability(best.site),
                "reason": best.reason,
            });
            if let Some(win) = best.win_probability {
                object["win_probability"] = json!(win);
            }
            object
        });
        json!({
            "board": self.view.board().to_string(),
            "consistent": true,
            "solutions": self.belief.solutions().to_string(),
            "safe": squares(self.squares_at(0.0)),
            "mines": squares(self.squares_at(1.0)),
            "cells": cells,
            "best": best,
        })
    }

    fn text(&self) -> String {
        let mut text = self.drawing();
        let grid = self.view.grid();
        let (safe, mines) = (self.squares_at(0.0), self.squares_at(1.0));
        let solutions = self.belief.solutions();
        let boards = match solutions.to_string().as_str() {
            "1" => "one board agrees".to_owned(),
            several => format!("{several} boards agree"),
        };
        let _ = writeln!(
            text,
            "\n{boards} with the numbers; certainly safe: {}, certainly mines: {}",
            safe.len(),
            mines.len()
        );
        match &self.best {
            None => text.push_str("the game is won: every square without a mine is open\n"),
            Some(best) => {
                let _ = writeln!(
                    text,
                    "best: open {}: {}",
                    grid.square(best.site).bold(),
                    best.reason
                );
                if let Some(chance) = best.win_probability {
                    let _ = writeln!(
                        text,
                        "the chance to win from here is {:.1}%",
                        100.0 * chance
                    );
                }
            }
        }
        text
    }

    /// The board: numbers, safe squares, mines, and percentages.
    fn drawing(&self) -> String {
        let columns = self.view.board().columns();
        let mut text = "   ".to_owned();
        for column in 1..=columns {
            let _ = write!(text, "{:>5}", column.dimmed());
        }
        for site in self.view.grid().sites() {
            if site.index() % columns == 0 {
                let _ = write!(text, "\n{:>3}", (site.index() / columns + 1).dimmed());
            }
            text.push_str(&self.drawn(site));
        }
        text.push('\n');
        text
    }

    fn drawn(&self, site: Site) -> String {
        let is_best = self.best.as_ref().is_some_and(|best| best.site == site);
        let risk = self.belief.mine_probability(site);
        match self.view.cell(site) {
            Cell::Number(0) => format!("{:>5}", "·".dimmed()),
            Cell::Number(number) => format!("{number:>5}"),
            _ if is_best && risk == 0.0 => format!("{:>5}", "safe".green().bold().underline()),
            _ if risk == 0.0 => format!("{:>5}", "safe".green()),
            _ if risk == 1.0 => format!("{:>5}", "*".red().bold()),
            _ => {
                let percent = match 100.0 * risk {
                    low if low < 1.0 => "<1%".to_owned(),
                    high if high > 99.0 => ">99%".to_owned(),
                    percent => format!("{percent:.0}%"),
                };
                if is_best {
                    format!("{:>5}", percent.cyan().bold().underline())
                } else {
                    format!("{:>5}", percent.yellow())
                }
            }
        }
    }
}

/// The champion's move, with its reason in English.
fn best_move(view: &View, belief: &Belief) -> Result<Best, Failure> {
    let game = Minesweeper::new(view.board(), FirstMove::Any);
    let mut champion = Champion::default();
    let Decision { mv, reason } = champion.decide(&game, view, Role(0), &mut Seed(1).stream(0))?;
    if belief.mine_probability(mv) == 0.0 {
        return Ok(Best {
            site: mv,
            reason: why_safe(view, mv),
            win_probability: None,
        });
    }
    let win_probability = match &reason {
        Reason::Risk(risk) => risk.win_probability,
        _ => None,
    };
    Ok(Best {
        site: mv,
        reason: reason.to_string(),
        win_probability,
    })
}

/// Why a square is certainly safe, from one number where one is enough.
fn why_safe(view: &View, site: Site) -> String {
    let grid = view.grid();
    if let Ok(knowledge) = Knowledge::of(view) {
        let is_mine = |other: &&Site| knowledge.fact(**other) == Fact::Mine;
        for &other in grid.neighbours(site) {
            if let Cell::Number(number) = view.cell(other) {
                let mines = grid.neighbours(other).iter().filter(is_mine).count();
                if mines == usize::from(number) {
                    let found = match number {
                        0 => "has no mines around it".to_owned(),
                        1 => "already has its mine".to_owned(),
                        _ => format!("already has its {number} mines"),
                    };
                    let square = grid.square(other);
                    return format!("certainly safe: the {number} at {square} {found}");
                }
            }
        }
    }
    "certainly safe: no board that agrees with all the numbers has a mine there".to_owned()
}

fn report_conflict(view: &View, common: &Common) {
    let squares: Vec<_> = conflict(view)
        .unwrap_or_default()
        .into_iter()
        .map(|site| view.grid().square(site))
        .collect();
    if common.json {
        print_json(&json!({
            "board": view.board().to_string(),
            "consistent": false,
            "solutions": "0",
            "safe": [],
            "mines": [],
            "cells": [],
            "best": null,
            "conflict": squares,
        }));
        return;
    }
    if squares.is_empty() {
        println!(
            "inconsistent: the marked mines and the total of {} cannot both be right",
            view.board().mines()
        );
        return;
    }
    let names: Vec<String> = squares
        .iter()
        .filter_map(|&square| match view.cell(view.grid().site(square)?) {
            Cell::Number(number) => Some(format!("the {number} at {square}")),
            _ => None,
        })
        .collect();
    println!(
        "inconsistent: with {} mines in all, {} cannot be right{}",
        view.board().mines(),
        names.join(" and "),
        if names.len() > 1 { " together" } else { "" }
    );
}
