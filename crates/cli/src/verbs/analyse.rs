//! `stratalog analyse [POSITION]`: a Minesweeper position: what is certain and why,
//! the probability of each square, the best move.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use owo_colors::OwoColorize;
use stratalog::Ended;
use stratalog::analyse::{Answer, Request};
use stratalog::drawing::{Cell, Look, Mark};

use crate::face::Face;
use crate::outcome::{Exit, Failure};

/// Analyse a Minesweeper position: what is safe and why, what to open
///
/// A position is text: the board on the first line (8x8/10, or 8x8/? where the
/// number of mines is unknown), then a line for each row, with . for a covered
/// square, digits for numbers and F for a marked mine. Other usual characters and
/// emoji are read too, with or without spaces and frames. The rows may also stand on
/// one line with slashes between them, as in '2x3/2 .../121'. A .mbf or .abf file holds
/// a whole board, of which --open shows squares.
#[derive(Args)]
pub struct Analyse {
    /// The position: a file, - for standard input, or the rows with slashes between them
    #[arg(default_value = "-")]
    position: PathBuf,
    /// The board, where the text does not name it, as in 8x8/10 or 4x4/?
    #[arg(long, value_name = "BOARD")]
    board: Option<String>,
    /// What the first move is promised: any, safe or zero [default: any]
    #[arg(long, value_name = "RULE")]
    first_move: Option<String>,
    /// Open a square of a .mbf board first, as in --open 3,4
    #[arg(long, value_name = "ROW,COLUMN")]
    open: Vec<String>,
    /// Draw the analysis to this file, as SVG
    #[arg(long, value_name = "FILE.svg")]
    out: Option<PathBuf>,
}

impl Analyse {
    pub fn run(&self, face: &Face) -> Result<Exit, Failure> {
        let request = Request {
            position: None,
            file: Some(self.position.clone()),
            board: self.board.clone(),
            first_move: self.first_move.clone(),
            open: self.open.clone(),
            out: self.out.clone(),
        };
        let answer = face.run(|control| request.run(control))?;
        if let Ended::Limit(cause) = &answer.ended {
            face.tell(cause);
        }
        face.show(&answer, print)
    }
}

fn print(answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    print_board(answer, out)?;
    if let Some(problem) = &answer.problem {
        writeln!(out, "\ninconsistent: {problem}")?;
    }
    if answer.consistent == Some(true) {
        print_findings(answer, out)?;
    }
    if let Some(path) = &answer.picture {
        writeln!(out, "drawn to {}", path.display())?;
    }
    Ok(())
}

fn print_findings(answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    let boards = match answer.solutions.as_str() {
        "1" => "one board agrees".to_owned(),
        several => format!("{} boards agree", rounded(several)),
    };
    let (safe, mines) = (answer.safe.len(), answer.mines.len());
    writeln!(
        out,
        "\n{boards} with the numbers; certainly safe: {safe}, certainly mines: {mines}"
    )?;
    for reason in &answer.reasons {
        let verdict = if reason.verdict == "safe" {
            format!("{} is safe", reason.square).green().to_string()
        } else {
            format!("{} is a mine", reason.square).red().to_string()
        };
        let rule = reason.rule.as_ref();
        let rule = rule.map_or_else(String::new, |rule| format!(" [{rule}]"));
        writeln!(out, "  {verdict}: {}{}", reason.english, rule.dimmed())?;
    }
    let Some(best) = &answer.best else {
        return writeln!(
            out,
            "there is nothing left to open: every covered square is a mine"
        );
    };
    writeln!(out, "best: open {}: {}", best.square.bold(), best.reason)?;
    if let Some(chance) = best.win_probability {
        let percent = 100.0 * chance;
        writeln!(out, "the chance to win from here is {percent:.1}%")?;
    }
    Ok(())
}

/// A number as people read it: from a million million on, rounded.
fn rounded(number: &str) -> String {
    match number.len() {
        0..13 => number.to_owned(),
        digits => {
            let (first, next) = (&number[..1], &number[1..3]);
            format!("about {first}.{next} × 10^{}", digits - 1)
        }
    }
}

/// The board: numbers, safe squares, mines, and percentages.
fn print_board(answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    let rows = &answer.drawing.rows;
    let columns = rows.first().map_or(0, Vec::len);
    write!(out, "   ")?;
    for column in 1..=columns {
        write!(out, "{:>5}", column.dimmed())?;
    }
    let best = answer.best.as_ref().map(|best| best.square);
    for (row, cells) in (1_usize..).zip(rows) {
        write!(out, "\n{:>3}", row.dimmed())?;
        for (column, cell) in (1_usize..).zip(cells) {
            let is_best = best.is_some_and(|best| {
                (usize::from(best.row), usize::from(best.column)) == (row, column)
            });
            write!(out, "{}", drawn(cell, is_best))?;
        }
    }
    writeln!(out)
}

fn drawn(cell: &Cell, is_best: bool) -> String {
    match (cell.mark, &cell.label) {
        (Some(Mark::Safe), _) if is_best => format!("{:>5}", "safe".green().bold().underline()),
        (Some(Mark::Safe), _) => format!("{:>5}", "safe".green()),
        (Some(Mark::Danger), _) => format!("{:>5}", "*".red().bold()),
        (_, Some(label)) if is_best => format!("{:>5}", label.cyan().bold().underline()),
        (_, Some(label)) => format!("{:>5}", label.yellow()),
        (Some(Mark::Reason), _) => format!("{:>5}", cell.symbol.red().bold()),
        _ if cell.look == Look::Plain && cell.symbol == '0' => format!("{:>5}", "·".dimmed()),
        _ => format!("{:>5}", cell.symbol),
    }
}
