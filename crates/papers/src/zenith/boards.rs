//! Figures 5, 10 and 11: features on boards, with the squares that they count
//! marked; and the features that the paper names on one board.
//!
//! The text of the paper tells the matches of a formula, not the discs. The board of
//! Figure 5 follows from its matches up to the squares in the middle; those of Figures
//! 10 and 11 are completed with black discs.

use stratalog_catalogue::discovery::Domain;
use stratalog_game::drawing::{ColumnNames, Mark};
use stratalog_game::{Drawing, Size, Square};
use stratalog_logic::{Term, read_term};
use stratalog_rulesheet::Position;
use stratalog_zenith::evidence::values;
use stratalog_zenith::{Feature, Theory};

use super::discoveries::othello;
use super::known::{
    Board, KNOWN, Known, Place, empty_beside, frontier, frontier_directions, future_mobility,
    sum_empty,
};
use crate::error::PapersError;
use crate::experiment::{Experiment, Figure};
use crate::measurement::{Halt, Measurement};
use crate::row::Row;

const BLACK: usize = 0;

const FIG_5: [&str; 8] = [
    "........", //
    "........", ".xox....", "..oxx...", "...xx...", "........", "........", "........",
];

const FIG_10: [&str; 8] = [
    "........", //
    ".....ox.", "..oxxo..", "..xxx...", "...xx...", "....oo..", "....x...", "........",
];

const FIG_11: [&str; 8] = [
    "........", //
    "........", "....ox..", "...xxx..", "...xx...", "...ox...", "....x...", "........",
];

/// A board of the middle of a game, for the features that the paper names.
const MIDDLE: [&str; 8] = [
    "........", //
    ".x.o.o..", "..xoooo.", "..oxxo.x", ".ooxoxx.", "...ooxo.", "..x.x.o.", "........",
];

/// A feature on a board: what it is called, the variables that are counted, the value
/// in the paper, and the squares that are marked.
struct Shown {
    name: &'static str,
    variables: &'static str,
    published: f64,
    counted: fn(&Board, usize) -> Vec<Place>,
}

/// A blank square, and a white disc beside it.
const FRONTIER: &str = "true(cell(R, C, blank)), beside(R, C, DR, DC, R2, C2), \
                        true(cell(R2, C2, white))";
/// The same with a blank square behind the disc.
const BETWEEN: &str = "true(cell(R, C, blank)), beside(R, C, DR, DC, R2, C2), \
                       true(cell(R2, C2, white)), beside(R2, C2, DR, DC, R3, C3), \
                       true(cell(R3, C3, blank))";

const SHOWN_5: [Shown; 4] = [
    Shown {
        name: "f1",
        variables: "[]",
        published: 1.0,
        counted: |_, _| Vec::new(),
    },
    Shown {
        name: "f2",
        variables: "[R, C]",
        published: 6.0,
        counted: empty_beside,
    },
    Shown {
        name: "f3",
        variables: "[R2, C2]",
        published: 2.0,
        counted: frontier,
    },
    Shown {
        name: "f4",
        variables: "[R, C, R2, C2]",
        published: 7.0,
        counted: sum_empty,
    },
];

const SHOWN_10: [Shown; 1] = [Shown {
    name: "Future Mobility",
    variables: "[R, C, DR, DC]",
    published: 8.0,
    counted: future_mobility,
}];

const SHOWN_11: [Shown; 1] = [Shown {
    name: "Frontier Directions",
    variables: "[DR, DC]",
    published: 6.0,
    counted: frontier_directions,
}];

pub(super) fn measure_5(run: &mut Measurement<'_>) -> Result<(), Halt> {
    let rows = rows(&FIG_5, FRONTIER, &SHOWN_5)?;
    run.extend(rows);
    Ok(())
}

pub(super) fn fig_5(_experiment: &Experiment, rows: &[Row]) -> Figure {
    drawings(&FIG_5, &SHOWN_5, rows)
}

pub(super) fn measure_10(run: &mut Measurement<'_>) -> Result<(), Halt> {
    let rows = rows(&FIG_10, BETWEEN, &SHOWN_10)?;
    // A disc between two blank squares counts twice, once for each square that may
    // be taken first. The paper lists two of the five discs once.
    let note = "The paper lists the discs on f2 and f3 once, the other three twice; \
                here each counts twice.";
    run.extend(rows.into_iter().map(|row| row.note(vec![note.to_owned()])));
    Ok(())
}

pub(super) fn fig_10(_experiment: &Experiment, rows: &[Row]) -> Figure {
    drawings(&FIG_10, &SHOWN_10, rows)
}

pub(super) fn measure_11(run: &mut Measurement<'_>) -> Result<(), Halt> {
    let rows = rows(&FIG_11, FRONTIER, &SHOWN_11)?;
    run.extend(rows);
    Ok(())
}

pub(super) fn fig_11(_experiment: &Experiment, rows: &[Row]) -> Figure {
    drawings(&FIG_11, &SHOWN_11, rows)
}

pub(super) fn measure_known(run: &mut Measurement<'_>) -> Result<(), Halt> {
    let board = Board::drawn(&MIDDLE);
    let row = |known: &Known| {
        let value = known.value(&board, BLACK);
        Row::number(format!("{} of black", known.name), f64::from(value))
    };
    run.extend(KNOWN.iter().map(row).collect::<Vec<Row>>());
    Ok(())
}

pub(super) fn known_features(_experiment: &Experiment, rows: &[Row]) -> Figure {
    let board = Board::drawn(&MIDDLE);
    let drawing = |(row, known): (&Row, &Known)| marked(&board, row, known.counted);
    Figure::Boards(rows.iter().zip(&KNOWN).map(drawing).collect())
}

/// The values of a formula on a board, with each list of variables.
fn rows(rows: &[&str], formula: &str, shown: &[Shown]) -> Result<Vec<Row>, PapersError> {
    let domain = othello()?;
    let theory = Theory::new(&domain.sheet).map_err(PapersError::failed)?;
    let position = position(&domain, &Board::drawn(rows))?;
    let row = |shown: &Shown| {
        let feature = feature(&theory, formula, shown.variables);
        let feature = feature.ok_or_else(|| PapersError::failed("the formula never holds"))?;
        let counts = values(&theory, &domain.game, &[feature], &[&position]);
        let value = counts.into_iter().flatten().flatten().next();
        let value = value.ok_or_else(|| PapersError::failed("the formula is too large"))?;
        let setting = format!("{} {}", shown.name, shown.variables);
        Ok(Row::number(setting, f64::from(value)).published(shown.published))
    };
    shown.iter().map(row).collect()
}

fn feature(theory: &Theory, formula: &str, variables: &str) -> Option<Feature> {
    let read = read_term(&format!("{variables} - ({formula})")).ok()?;
    let [list, body] = read.term.args() else {
        return None;
    };
    Feature::new(theory, body.conjuncts(), &list.as_list()?)
}

/// The position with the discs of a board, black to move.
fn position(domain: &Domain, board: &Board) -> Result<Position, PapersError> {
    let fact = |square: Place| {
        let content = match board.at(square).flatten() {
            Some(BLACK) => "black",
            Some(_) => "white",
            None => "blank",
        };
        let place = [square.0, square.1].map(|number| Term::Integer(i64::from(number) + 1));
        Term::compound("cell", place.into_iter().chain([Term::atom(content)]))
    };
    let to_move = Term::compound("control", [Term::atom("black")]);
    let facts: Vec<Term> = board.squares().map(fact).chain([to_move]).collect();
    let position = domain.game.position_of(&facts);
    position.map_err(|fact| PapersError::failed(format!("{fact} is not a fact of Othello")))
}

fn drawings(board: &[&str], shown: &[Shown], rows: &[Row]) -> Figure {
    let board = Board::drawn(board);
    let drawing = |(row, shown): (&Row, &Shown)| marked(&board, row, shown.counted);
    Figure::Boards(rows.iter().zip(shown).map(drawing).collect())
}

/// The board with the squares that are counted for black; those that are counted
/// several times have the number on them.
fn marked(board: &Board, row: &Row, counted: fn(&Board, usize) -> Vec<Place>) -> Drawing {
    let counted = counted(board, BLACK);
    let size = Size {
        rows: 8,
        columns: 8,
    };
    let at = |square: Square| (square.row as i8 - 1, square.column as i8 - 1);
    let mut drawing = Drawing::of_pieces(size, |square| match board.at(at(square)).flatten()? {
        BLACK => Some(("black", 'x')),
        _ => Some(("white", 'o')),
    })
    .with_columns(ColumnNames::Letters);
    for square in size.squares() {
        let times = counted.iter().filter(|&&place| place == at(square)).count();
        if times > 0 {
            drawing.mark(square, Mark::Reason);
        }
        if times > 1 {
            drawing.label(square, times.to_string());
        }
    }
    let value = row.measured.unwrap_or_default();
    drawing.with_note(format!("{}: {value}", row.setting))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_count_the_squares_that_are_marked() {
        let figures: [(&[&str], &str, &[Shown]); 3] = [
            (&FIG_5, FRONTIER, &SHOWN_5[1..]),
            (&FIG_10, BETWEEN, &SHOWN_10),
            (&FIG_11, FRONTIER, &SHOWN_11),
        ];
        for (board, formula, shown) in figures {
            let rows = rows(board, formula, shown).expect("values");
            for (row, shown) in rows.iter().zip(shown) {
                let marked = (shown.counted)(&Board::drawn(board), BLACK);
                assert_eq!(row.measured, Some(marked.len() as f64), "{}", shown.name);
            }
        }
    }

    #[test]
    fn figures_5_and_11_have_the_published_values() {
        for (board, formula, shown) in [
            (&FIG_5, FRONTIER, &SHOWN_5[..]),
            (&FIG_11, FRONTIER, &SHOWN_11[..]),
        ] {
            for row in rows(board, formula, shown).expect("values") {
                assert_eq!(row.measured, row.published, "{}", row.setting);
            }
        }
    }

    /// The squares A of the paper's list for Figure 10.
    #[test]
    fn the_squares_of_figure_10_are_those_of_the_paper() {
        let names = |places: Vec<Place>| {
            let name = |(row, column): Place| {
                let column = char::from(b'a' + column as u8);
                format!("{column}{}", row + 1)
            };
            let mut names: Vec<String> = places.into_iter().map(name).collect();
            names.sort();
            names
        };
        let counted = names(future_mobility(&Board::drawn(&FIG_10), BLACK));
        // The last two are the other ends of e2 and g3.
        let published = ["b4", "d2", "d7", "e2", "f5", "f5", "f7", "g3"];
        let others = ["e1", "g4"];
        let mut expected: Vec<&str> = published.into_iter().chain(others).collect();
        expected.sort_unstable();
        assert_eq!(counted, expected);
    }
}
