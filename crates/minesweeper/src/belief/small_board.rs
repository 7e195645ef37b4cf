//! Small boards solved exactly: the best win probability as a fraction, and
//! every first move that reaches it.

use std::collections::BTreeMap;

use crate::{Board, FirstMove, Grid, Site};
use stratalog_run::{Control, SavedState, StateError};
use thiserror::Error;

use crate::belief::solutions::for_each_subset;
use crate::belief::whole_board::WholeBoard;

/// Boards with more squares are not solved.
const MOST_SQUARES: usize = 32;
/// Boards with more ways to lay their mines are not solved.
const MOST_FIELDS: u128 = 6_000_000;
/// Positions kept while a board is solved: 320 megabytes.
const POSITIONS: usize = 1 << 24;

/// Why a board was not solved.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotSolved {
    /// The board has too many squares or ways to lay its mines.
    #[error(
        "{0} is too large to solve exactly: at most {MOST_SQUARES} squares and {MOST_FIELDS} ways to lay the mines"
    )]
    TooLarge(Board),
    /// The work limit was reached, or the search was stopped.
    #[error("the search of {board} ended before it was solved")]
    Unfinished {
        /// The board.
        board: Board,
        /// The best first move so far: fields won with it and fields there are.
        best: Option<(u64, u64)>,
    },
}

/// The exact solution of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolvedBoard {
    /// Fields won by perfect play after the best first move.
    pub won: u64,
    /// Fields the first-move rule allows after it.
    pub fields: u64,
    /// Every first move that is as good as any.
    pub first_moves: Vec<Site>,
    /// Positions whose value was computed.
    pub positions: u64,
}

impl SolvedBoard {
    /// Nothing is to be opened: the game is won before it begins.
    const WON: SolvedBoard = SolvedBoard {
        won: 1,
        fields: 1,
        first_moves: Vec::new(),
        positions: 1,
    };

    /// The same, found by valuing this number of positions.
    pub(super) fn with_positions(self, positions: u64) -> SolvedBoard {
        SolvedBoard { positions, ..self }
    }

    /// The probability to win with perfect play.
    pub fn win_probability(&self) -> f64 {
        self.won as f64 / self.fields.max(1) as f64
    }

    /// The same as a fraction in lowest terms.
    pub fn fraction(&self) -> String {
        let divisor = greatest_common_divisor(self.won, self.fields).max(1);
        format!("{}/{}", self.won / divisor, self.fields / divisor)
    }
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 {
        a
    } else {
        greatest_common_divisor(b, a % b)
    }
}

/// The fields won and the fields there are after one first move.
pub fn value_of_first_move(
    board: Board,
    rule: FirstMove,
    first: Site,
) -> Result<(u64, u64), NotSolved> {
    let fields = all_fields(board)?;
    let allowed = allowed_fields(&Grid::new(board), &fields, rule, first.index());
    let of = fields_under(rule, fields.len(), allowed.len());
    let won = WholeBoard::new(board, u64::MAX).value_after(&allowed, first.index(), 0);
    let won = won.expect("a search without a limit ends with a value");
    Ok((u64::from(won), of))
}

/// The fields that may lie under a first move: without a promise, the square
/// may itself be a mine.
fn fields_under(rule: FirstMove, fields: usize, allowed: usize) -> u64 {
    match rule {
        FirstMove::Any => fields as u64,
        FirstMove::Safe | FirstMove::Zero => allowed as u64,
    }
}

/// Whether a board has few squares and at most this number of fields.
pub(crate) fn has_at_most(board: Board, fields: u128) -> bool {
    let found = binomial(board.squares(), board.mines());
    board.squares() <= MOST_SQUARES && found.is_some_and(|found| found <= fields)
}

/// Every way to lay the mines, a bit for each square.
pub(super) fn all_fields(board: Board) -> Result<Vec<u32>, NotSolved> {
    if !has_at_most(board, MOST_FIELDS) {
        return Err(NotSolved::TooLarge(board));
    }
    let mut masks: Vec<u32> = Vec::new();
    for_each_subset(board.squares(), board.mines(), |mines| {
        masks.push(mines as u32);
    });
    Ok(masks)
}

/// Solves a board: the best first moves and the probability to win with them.
/// Looks some `work_limit` times at a field at most.
pub fn solve(board: Board, rule: FirstMove, work_limit: u64) -> Result<SolvedBoard, NotSolved> {
    let fields = all_fields(board)?;
    solve_by(
        board,
        rule,
        &fields,
        &mut WholeBoard::new(board, work_limit),
    )
}

/// Solves a board without a limit of work. Reports the number of positions
/// valued so far to the control, and ends when it is stopped.
pub fn solve_watched(
    board: Board,
    rule: FirstMove,
    control: &Control,
) -> Result<SolvedBoard, NotSolved> {
    let fields = all_fields(board)?;
    let mut search = WholeBoard::new(board, u64::MAX)
        .with_positions(POSITIONS)
        .watched_by(control);
    solve_by(board, rule, &fields, &mut search)
}

/// The same, with the values that take long saved from time to time: a search
/// that was stopped or killed resumes with them, and has the same result.
pub fn solve_saved(
    board: Board,
    rule: FirstMove,
    control: &Control,
    state: &SavedState,
) -> Result<Result<SolvedBoard, NotSolved>, StateError> {
    let fields = match all_fields(board) {
        Ok(fields) => fields,
        Err(error) => return Ok(Err(error)),
    };
    let mut search = WholeBoard::new(board, u64::MAX)
        .with_positions(POSITIONS)
        .watched_by(control)
        .saved_in(state)?;
    let solved = solve_by(board, rule, &fields, &mut search);
    search.save()?;
    Ok(solved)
}

/// Solves a board with all its fields; only a board that has few can be searched.
fn solve_by(
    board: Board,
    rule: FirstMove,
    fields: &[u32],
    search: &mut WholeBoard<'_>,
) -> Result<SolvedBoard, NotSolved> {
    let grid = Grid::new(board);
    if board.mines() == board.squares() {
        return Ok(SolvedBoard::WON);
    }
    let mut best: Option<(u64, u64)> = None;
    let mut values: BTreeMap<usize, (u64, u64)> = BTreeMap::new();
    for first in representatives(board) {
        let allowed = allowed_fields(&grid, fields, rule, first);
        let total = allowed.len() as u64;
        // Ties with the best are computed exactly, lower values are not.
        let floor = best.map_or(0, |(won, of)| (won * total).div_ceil(of).saturating_sub(1));
        let won = search.value_after(&allowed, first, floor as u32);
        let won = u64::from(won.ok_or(NotSolved::Unfinished { board, best })?);
        if best.is_none_or(|(best_won, of)| won * of > best_won * total) {
            best = Some((won, total));
        }
        values.insert(first, (won, total));
    }
    Ok(best_of(board, rule, &values, fields.len()).with_positions(search.positions()))
}

/// The solution of a board by the fields won and the fields there are after each
/// first move, one of those that symmetries map onto each other.
pub(super) fn best_of(
    board: Board,
    rule: FirstMove,
    values: &BTreeMap<usize, (u64, u64)>,
    fields: usize,
) -> SolvedBoard {
    let better = |best: (u64, u64), next: (u64, u64)| {
        if next.0 * best.1 > best.0 * next.1 {
            next
        } else {
            best
        }
    };
    let Some((won, of)) = values.values().copied().reduce(better) else {
        return SolvedBoard::WON;
    };
    let class = classes(board);
    let first_moves = Grid::new(board).sites().filter(|site| {
        let value = values.get(&class[site.index()]);
        value.is_some_and(|&(own, total)| own * of == won * total)
    });
    SolvedBoard {
        won,
        fields: fields_under(rule, fields, of as usize),
        first_moves: first_moves.collect(),
        positions: 0,
    }
}

/// The fields that may lie under a first move; where the rule promises nothing,
/// those on which it is safe.
pub(super) fn allowed_fields(
    grid: &Grid,
    fields: &[u32],
    rule: FirstMove,
    first: usize,
) -> Vec<u32> {
    let neighbours = grid.neighbours(Site::new(first)).iter();
    let around: u32 = neighbours.map(|neighbour| 1 << neighbour.index()).sum();
    let mut safe: Vec<u32> = fields.to_vec();
    safe.retain(|field| field >> first & 1 == 0);
    if rule == FirstMove::Zero {
        // Mines lie next to the first square only when they fit nowhere else.
        let beside = |field: &u32| (field & around).count_ones();
        let fewest = safe.iter().map(beside).min();
        safe.retain(|field| Some(beside(field)) == fewest);
    }
    safe
}

fn binomial(n: usize, k: usize) -> Option<u128> {
    let mut product = 1_u128;
    for i in 0..k.min(n - k) as u128 {
        product = product.checked_mul(n as u128 - i)? / (i + 1);
    }
    Some(product)
}

/// The symmetries of a board but the identity: where each square goes.
pub fn symmetries(board: Board) -> Vec<Vec<usize>> {
    let (rows, columns) = (board.rows(), board.columns());
    let mut found: Vec<Vec<usize>> = Vec::new();
    for flips in 0..8 {
        let (down, across, over) = (flips & 1 == 1, flips & 2 == 2, flips & 4 == 4);
        if flips == 0 || over && rows != columns {
            continue;
        }
        let image: Vec<usize> = (0..rows * columns)
            .map(|square| {
                let (mut row, mut column) = (square / columns, square % columns);
                if down {
                    row = rows - 1 - row;
                }
                if across {
                    column = columns - 1 - column;
                }
                if over {
                    std::mem::swap(&mut row, &mut column);
                }
                row * columns + column
            })
            .collect();
        let is_new = image.iter().enumerate().any(|(from, &to)| from != to);
        if is_new && !found.contains(&image) {
            found.push(image);
        }
    }
    found
}

/// For each square, the least of its images.
fn classes(board: Board) -> Vec<usize> {
    let symmetries = symmetries(board);
    (0..board.squares())
        .map(|square| {
            let images = symmetries.iter().map(|symmetry| symmetry[square]);
            images.chain([square]).min().unwrap_or(square)
        })
        .collect()
}

pub(super) fn representatives(board: Board) -> Vec<usize> {
    let mut classes = classes(board);
    classes.sort_unstable();
    classes.dedup();
    classes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved(board: &str, rule: FirstMove) -> SolvedBoard {
        let board = board.parse().expect("a board");
        solve(board, rule, u64::MAX).expect("small")
    }

    #[test]
    fn the_published_values_of_small_boards_come_out() {
        let nine = solved("3x3/7", FirstMove::Safe);
        assert_eq!(nine.fraction(), "1/4");
        assert_eq!(nine.first_moves.len(), 8, "all but the centre");
        assert_eq!(solved("1x3/1", FirstMove::Safe).fraction(), "1/1");
        let ring = solved("5x5/15", FirstMove::Zero);
        assert_eq!(
            (ring.fraction().as_str(), ring.first_moves.as_slice()),
            ("1/1", &[Site::new(12)][..])
        );
    }

    #[test]
    fn a_stopped_search_says_so() {
        let stop = stratalog_run::Stop::default();
        stop.request();
        let board: Board = "4x5/6".parse().expect("a board");
        let solved = solve_watched(board, FirstMove::Safe, &Control::stopped_by(stop));
        assert_eq!(solved, Err(NotSolved::Unfinished { board, best: None }));
    }

    #[test]
    fn a_first_move_without_promise_costs_its_risk() {
        let (safe, any) = (
            solved("2x5/3", FirstMove::Safe),
            solved("2x5/3", FirstMove::Any),
        );
        let expected = safe.win_probability() * 7.0 / 10.0;
        assert!((any.win_probability() - expected).abs() < 1e-12);
    }
}
