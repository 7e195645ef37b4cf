//! Proofs in English. The sentence names the numbers and squares of the
//! position; it has no full stop.

use super::{Certainty, Proof, RuleStep};
use crate::{Cell, Site, View};

/// The most numbers that are named one by one.
const MOST_NAMED: usize = 8;

impl Proof {
    /// Why the square is certain.
    pub fn english(&self, view: &View) -> String {
        match &self.step {
            Some(step) => self.by_rule(step, view),
            None => self.by_numbers(view),
        }
    }

    /// What is certain of the square, and why.
    pub fn statement(&self, view: &View) -> String {
        let square = view.grid().square(self.square);
        let certain = self.certainty.name();
        format!("{square} is {certain}: {}", self.english(view))
    }

    fn by_rule(&self, step: &RuleStep, view: &View) -> String {
        let square = view.grid().square(self.square);
        if step.supposes {
            return self.by_refutation(view, &[]);
        }
        let [number] = step.numbers[..] else {
            return self.by_several(step, view);
        };
        if step.counts_all_mines {
            return self.by_several(step, view);
        }
        let Cell::Number(count) = view.cell(number) else {
            return self.by_several(step, view);
        };
        let name = name_number(view, number);
        match (self.certainty, count) {
            (Certainty::Safe, 0) => format!("{name} has no mine around it"),
            (Certainty::Safe, _) => {
                let mines = squares(view, &step.known_mines);
                match count {
                    1 => format!("{name} already has its mine at {mines}"),
                    _ => format!("{name} already has its {count} mines at {mines}"),
                }
            }
            (Certainty::Mine, _) if step.known_mines.is_empty() => {
                format!("{name} needs every covered square around it, {square} too")
            }
            (Certainty::Mine, _) => format!(
                "{name} has {} at {} and needs every other covered square around it, {square} too",
                amount(step.known_mines.len()),
                squares(view, &step.known_mines)
            ),
        }
    }

    fn by_several(&self, step: &RuleStep, view: &View) -> String {
        let square = view.grid().square(self.square);
        let total = if step.counts_all_mines {
            format!("with {} on the whole board, ", amount(view.board().mines()))
        } else {
            String::new()
        };
        let known = if step.known_mines.is_empty() || step.counts_all_mines {
            String::new()
        } else {
            format!(
                ", with {} at {},",
                if step.known_mines.len() == 1 {
                    "the mine"
                } else {
                    "the mines"
                },
                squares(view, &step.known_mines)
            )
        };
        let names: Vec<String> = step
            .numbers
            .iter()
            .map(|&number| name_number(view, number))
            .collect();
        match (&names[..], self.certainty) {
            ([], Certainty::Safe) => format!("{total}no mine is left for {square}"),
            ([], Certainty::Mine) => {
                format!("{total}every covered square is a mine, {square} too")
            }
            ([name], Certainty::Safe) => format!("{total}{name}{known} leaves no mine at {square}"),
            ([name], Certainty::Mine) => format!("{total}{name}{known} leaves a mine at {square}"),
            (_, Certainty::Safe) => {
                format!("{total}{}{known} leave no mine at {square}", join(&names))
            }
            (_, Certainty::Mine) => {
                format!("{total}{}{known} leave a mine at {square}", join(&names))
            }
        }
    }

    fn by_numbers(&self, view: &View) -> String {
        let total = self
            .uses_total
            .then(|| format!("the count of {}", amount(view.board().mines())));
        let numbers: Vec<String> = if self.numbers.len() > MOST_NAMED {
            vec![format!("{} numbers", self.numbers.len())]
        } else {
            let numbers = self.numbers.iter();
            numbers.map(|&number| name_number(view, number)).collect()
        };
        let names: Vec<String> = numbers.into_iter().chain(total).collect();
        self.by_refutation(view, &names)
    }

    /// The opposite contradicts these numbers; without any, all of them.
    fn by_refutation(&self, view: &View, names: &[String]) -> String {
        let square = view.grid().square(self.square);
        let assumed = match self.certainty {
            Certainty::Safe => format!("a mine at {square}"),
            Certainty::Mine => format!("no mine at {square}"),
        };
        match names {
            [] => format!("with {assumed}, the numbers could not all be right"),
            [name] => format!("with {assumed}, {name} could not be right"),
            _ => format!("with {assumed}, {} could not all be right", join(names)),
        }
    }
}

/// A number and where it is: `the 2 at row 3, column 4`.
pub fn name_number(view: &View, site: Site) -> String {
    let square = view.grid().square(site);
    match view.cell(site) {
        Cell::Number(number) => format!("the {number} at {square}"),
        Cell::Covered | Cell::Marked => square.to_string(),
    }
}

/// Parts joined as in `a, b and c`.
pub fn join(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn squares(view: &View, sites: &[Site]) -> String {
    let names: Vec<String> = sites
        .iter()
        .map(|&site| view.grid().square(site).to_string())
        .collect();
    join(&names)
}

fn amount(mines: usize) -> String {
    match mines {
        1 => "1 mine".to_owned(),
        _ => format!("{mines} mines"),
    }
}
