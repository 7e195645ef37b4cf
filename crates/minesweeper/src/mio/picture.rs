//! Pictures of rules: for each rule a small position in which it applies and no
//! simpler rule does, as in Figure 4 of the paper.
//!
//! Positions on small boards are drawn at random, smallest boards first. Of
//! those on the first board on which a rule is the simplest that applies, the
//! one with the fewest numbers is kept, after every number that is not needed
//! was covered again.

use std::fmt;

use rand::RngExt;
use stratalog_game::drawing::Mark;
use stratalog_game::{Drawing, Game};
use stratalog_run::{Seed, Stream};

use super::reasoner::Reasoner;
use super::rule::{Rule, Target};
use super::scene::Scene;
use crate::{Board, Cell, Field, FirstMove, Grid, Minesweeper, Site, View};

/// Rows and columns of the boards, smallest first.
const SIZES: [(usize, usize); 13] = [
    (1, 2),
    (1, 3),
    (2, 2),
    (1, 5),
    (2, 3),
    (2, 4),
    (3, 3),
    (2, 5),
    (3, 4),
    (3, 5),
    (4, 4),
    (4, 5),
    (5, 5),
];
/// Positions looked at on each board.
const POSITIONS: u64 = 600;

/// A small position in which a rule applies and no simpler one does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The position.
    pub view: View,
    /// What the rule concludes of `squares`.
    pub target: Target,
    /// The squares the rule applies to.
    pub squares: Vec<Site>,
    /// The numbers it uses for the first of them; none if it supposes
    /// something.
    pub numbers: Vec<Site>,
}

/// A picture of each rule, as far as one was found. Rules are in order, simplest
/// first.
pub fn pictures(rules: &[Rule]) -> Vec<Option<Picture>> {
    let mut found: Vec<Option<Picture>> = vec![None; rules.len()];
    let is_wanted = |rule: &Rule| rule.target != Target::Absurd;
    for (number, (rows, columns)) in SIZES.into_iter().enumerate() {
        let missing = found.iter().zip(rules);
        if missing
            .into_iter()
            .all(|(one, rule)| one.is_some() || !is_wanted(rule))
        {
            break;
        }
        let mut here: Vec<Option<Picture>> = vec![None; rules.len()];
        for position in 0..POSITIONS {
            let mut rng = Seed(number as u64).stream(position);
            let view = random_view(rows, columns, &mut rng);
            let Some((rule, _)) = applying(&view, rules) else {
                continue;
            };
            if found[rule].is_none() {
                let view = fewer_numbers(view, rule, rules);
                let is_smaller = |best: &Picture| view.opened() < best.view.opened();
                if here[rule].as_ref().is_none_or(is_smaller) {
                    here[rule] = picture(view, rules);
                }
            }
        }
        for (one, here) in found.iter_mut().zip(here) {
            *one = one.take().or(here);
        }
    }
    found
}

/// A picture of each rule; of a rule that simpler ones always precede, a position in
/// which it applies where only rules about absurd boards help it.
pub fn pictures_of_all(rules: &[Rule]) -> Vec<Option<Picture>> {
    let absurd = rules.iter().filter(|rule| rule.target == Target::Absurd);
    let absurd: Vec<Rule> = absurd.cloned().collect();
    let alone = |rule: &Rule| {
        let few: Vec<Rule> = [rule].into_iter().chain(&absurd).cloned().collect();
        pictures(&few).swap_remove(0)
    };
    let found = pictures(rules).into_iter().zip(rules);
    found
        .map(|(picture, rule)| picture.or_else(|| alone(rule)))
        .collect()
}

/// A random position of a board with some of its numbers open.
fn random_view(rows: usize, columns: usize, rng: &mut Stream) -> View {
    let squares = rows * columns;
    let mines = rng.random_range(1..=squares.div_ceil(2));
    let board = Board::new(rows, columns, mines).expect("fewer mines than squares");
    let grid = Grid::new(board);
    let field = Field::draw(board, grid.clone(), FirstMove::Any, Site::new(0), rng);
    let mut view = View::covered_on(board, grid.clone());
    for site in grid.sites() {
        if let Some(number) = field.number(site).filter(|_| rng.random_bool(0.7)) {
            view.set(site, Cell::Number(number));
        }
    }
    view
}

/// The first rule that applies, by its place, and the squares it applies to.
fn applying(view: &View, rules: &[Rule]) -> Option<(usize, Vec<Site>)> {
    Reasoner::new(view, |_| false, rules).first_conclusions()
}

/// The position without the numbers that the rule can do without.
fn fewer_numbers(mut view: View, rule: usize, rules: &[Rule]) -> View {
    let grid = view.grid().clone();
    for site in grid
        .sites()
        .filter(|&site| !view.is_covered(site))
        .collect::<Vec<Site>>()
    {
        let mut fewer = view.clone();
        fewer.set(site, Cell::Covered);
        if applying(&fewer, rules).is_some_and(|(first, _)| first == rule) {
            view = fewer;
        }
    }
    view
}

fn picture(view: View, rules: &[Rule]) -> Option<Picture> {
    let (rule, squares) = applying(&view, rules)?;
    let rule = &rules[rule];
    let numbers = if rule.supposes() {
        None
    } else {
        rule.fires(&mut Scene::new(&view, |_| false), *squares.first()?)
    };
    Some(Picture {
        view,
        target: rule.target,
        squares,
        numbers: numbers.unwrap_or_default(),
    })
}

impl Picture {
    /// What the rule says of the marked squares, as in `on a board with 1 mine, the
    /// marked square is safe`.
    pub fn sentence(&self) -> String {
        let mines = match self.view.board().mines() {
            1 => "1 mine".to_owned(),
            mines => format!("{mines} mines"),
        };
        let concluded = match (self.target, self.squares.len()) {
            (Target::Mine, 1) => "the marked square is a mine",
            (Target::Mine, _) => "the marked squares are mines",
            (_, 1) => "the marked square is safe",
            _ => "the marked squares are safe",
        };
        format!("on a board with {mines}, {concluded}")
    }

    /// The position, drawn, with the squares that the rule applies to and the
    /// numbers that it uses marked.
    pub fn board(&self) -> Drawing {
        let game = Minesweeper::new(self.view.board(), FirstMove::Any);
        let mut drawing = game.drawing(&self.view);
        let concluded = match self.target {
            Target::Mine => Mark::Danger,
            _ => Mark::Safe,
        };
        for (sites, mark) in [(&self.numbers, Mark::Reason), (&self.squares, concluded)] {
            for &site in sites {
                drawing.mark(self.view.grid().square(site), mark);
            }
        }
        drawing
    }
}

impl fmt::Display for Picture {
    /// A line for each row: `.` covered, `s` safe and `m` a mine by the rule,
    /// numbers that the rule uses in brackets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let grid = self.view.grid();
        for site in grid.sites() {
            let concluded = match self.target {
                Target::Mine => 'm',
                _ => 's',
            };
            let mark = match self.view.cell(site) {
                Cell::Number(number) => char::from(b'0' + number),
                _ if self.squares.contains(&site) => concluded,
                Cell::Marked => 'F',
                Cell::Covered => '.',
            };
            if self.numbers.contains(&site) {
                write!(f, "[{mark}]")?;
            } else {
                write!(f, " {mark} ")?;
            }
            if (site.index() + 1).is_multiple_of(grid.columns()) {
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mio::strategy::Strategy;

    #[test]
    fn in_its_picture_a_rule_is_the_simplest_that_applies_and_is_right() {
        let rules = &Strategy::bundled().rules;
        let found = pictures(rules);
        assert_eq!(found.len(), rules.len());
        for (at, (rule, picture)) in rules.iter().zip(&found).enumerate() {
            let Some(picture) = picture else {
                continue;
            };
            let (first, squares) = applying(&picture.view, rules).expect("a rule applies");
            assert_eq!((first, &squares), (at, &picture.squares), "{}", rule.name);
            let belief = crate::belief::Belief::of(&picture.view).expect("consistent");
            let expected = if rule.target == Target::Mine {
                1.0
            } else {
                0.0
            };
            for &site in &squares {
                assert_eq!(belief.mine_probability(site), expected, "{}", rule.name);
            }
        }
        let names = |wanted: &str| {
            let place = rules.iter().position(|rule| rule.name == wanted);
            place.is_some_and(|place| found[place].is_some())
        };
        assert!(names("S-1") && names("S-2") && names("M-1"));
    }

    #[test]
    fn every_rule_about_squares_has_a_picture_that_is_right() {
        let rules = &Strategy::bundled().rules;
        for (rule, picture) in rules.iter().zip(pictures_of_all(rules)) {
            if rule.target == Target::Absurd {
                assert_eq!(picture, None, "{}", rule.name);
                continue;
            }
            let picture = picture.unwrap_or_else(|| panic!("{} is shown", rule.name));
            let belief = crate::belief::Belief::of(&picture.view).expect("consistent");
            let expected = f64::from(u8::from(rule.target == Target::Mine));
            for &site in &picture.squares {
                assert_eq!(belief.mine_probability(site), expected, "{}", rule.name);
            }
        }
    }

    #[test]
    fn every_number_of_a_picture_is_needed() {
        let rules = &Strategy::bundled().rules;
        for (at, picture) in pictures(rules).into_iter().enumerate() {
            if let Some(Picture { view, .. }) = picture {
                assert_eq!(fewer_numbers(view.clone(), at, rules), view);
            }
        }
    }
}
