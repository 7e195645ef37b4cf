//! What can be counted around a covered square without supposing anything: the
//! words of rules for guesses, and the native version of `measure/4` in
//! `rules/minesweeper-guessing.pl`.
//!
//! A value is a quotient of whole numbers, divided once, so that two values are
//! the same number exactly if the quotients are.

use crate::Site;
use crate::belief::Fact;
use crate::mio::scene::Scene;

/// Something that can be counted around a covered square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Measure {
    /// The greatest share of mines that a number gives its covered neighbours,
    /// over the numbers beside the square. Where there is none: the share of
    /// mines among all squares that are not determined.
    GreatestShare,
    /// The mean of those shares. Where there is none: the share of mines among
    /// the squares without a number, if every other square held as many mines as
    /// its mean says.
    AverageShare,
    /// The numbers beside the square.
    Numbers,
    /// The squares around it: 3 in a corner, 5 on an edge.
    Neighbours,
    /// The covered squares around it that are not marked.
    Covered,
    /// Those of them that are beside a number.
    CoveredByNumbers,
    /// The fewest covered neighbours of a number beside it; 9 where there is no
    /// number.
    Tightest,
}

impl Measure {
    /// All measures.
    pub const ALL: [Measure; 7] = [
        Measure::GreatestShare,
        Measure::AverageShare,
        Measure::Numbers,
        Measure::Neighbours,
        Measure::Covered,
        Measure::CoveredByNumbers,
        Measure::Tightest,
    ];

    /// Its name in Prolog.
    pub fn name(self) -> &'static str {
        match self {
            Measure::GreatestShare => "greatestShare",
            Measure::AverageShare => "averageShare",
            Measure::Numbers => "numbers",
            Measure::Neighbours => "neighbours",
            Measure::Covered => "covered",
            Measure::CoveredByNumbers => "coveredByNumbers",
            Measure::Tightest => "tightest",
        }
    }

    /// The measure with this name.
    pub fn named(name: &str) -> Option<Measure> {
        Measure::ALL
            .into_iter()
            .find(|measure| measure.name() == name)
    }

    /// Whether it is a share of mines, not a count.
    pub fn is_share(self) -> bool {
        matches!(self, Measure::GreatestShare | Measure::AverageShare)
    }
}

/// The values of all measures for one square.
pub type Values = [f64; Measure::ALL.len()];

/// The squares that may be guessed in a position, and their measures.
#[derive(Clone, PartialEq, Debug)]
pub struct Readings {
    /// The squares that are not determined, in board order.
    pub tiles: Vec<Site>,
    /// For each of them the values of all measures.
    pub values: Vec<Values>,
}

/// A number has at most 8 covered neighbours, and a square at most 8 numbers:
/// this is divisible by both.
const DIVISIBLE: i64 = 840;
/// The unit of mean shares.
const UNIT: i64 = DIVISIBLE * DIVISIBLE;
/// The tightest number of squares beside none.
const NO_NUMBER: i64 = 9;

/// What the numbers beside one square say.
struct Beside {
    numbers: i64,
    /// Mines and squares of the number with the greatest share.
    greatest: (i64, i64),
    /// The mean share, in units.
    mean: i64,
    tightest: i64,
}

impl Readings {
    /// The readings of a scene.
    pub fn of(scene: &Scene) -> Readings {
        let tiles = scene.undetermined();
        let beside: Vec<Beside> = tiles.iter().map(|&tile| Beside::of(scene, tile)).collect();
        let far = beside.iter().filter(|one| one.numbers == 0).count() as i64;
        let near_mines: i64 = beside.iter().map(|one| one.mean).sum();
        let mines = scene.total_mines_left();
        let everywhere = quotient(mines, tiles.len() as i64);
        let elsewhere = quotient(mines * UNIT - near_mines, far * UNIT);
        let values = tiles.iter().zip(&beside).map(|(&tile, one)| {
            let is_far = one.numbers == 0;
            let around = scene.grid().neighbours(tile);
            let covered = around
                .iter()
                .filter(|&&near| scene.fact(near) == Fact::Unknown)
                .count();
            let by_numbers = around
                .iter()
                .filter(|&&near| scene.is_in_fringe(near))
                .count();
            Measure::ALL.map(|measure| match measure {
                Measure::GreatestShare if is_far => everywhere,
                Measure::GreatestShare => quotient(one.greatest.0, one.greatest.1),
                Measure::AverageShare if is_far => elsewhere,
                Measure::AverageShare => quotient(one.mean, UNIT),
                Measure::Numbers => one.numbers as f64,
                Measure::Neighbours => around.len() as f64,
                Measure::Covered => covered as f64,
                Measure::CoveredByNumbers => by_numbers as f64,
                Measure::Tightest => one.tightest as f64,
            })
        });
        Readings {
            values: values.collect(),
            tiles,
        }
    }
}

impl Beside {
    fn of(scene: &Scene, tile: Site) -> Beside {
        let mut beside = Beside {
            numbers: 0,
            greatest: (0, 1),
            mean: 0,
            tightest: NO_NUMBER,
        };
        let around = scene.grid().neighbours(tile).iter();
        for id in around.filter_map(|&witness| scene.own_set(witness)) {
            let set = scene.set(id);
            let (mines, squares) = (i64::from(set.mines), set.squares.len() as i64);
            beside.numbers += 1;
            beside.mean += mines * (DIVISIBLE / squares);
            if mines * beside.greatest.1 > beside.greatest.0 * squares {
                beside.greatest = (mines, squares);
            }
            beside.tightest = beside.tightest.min(squares);
        }
        if beside.numbers > 0 {
            beside.mean *= DIVISIBLE / beside.numbers;
        }
        beside
    }
}

fn quotient(numerator: i64, denominator: i64) -> f64 {
    numerator as f64 / denominator.max(1) as f64
}
