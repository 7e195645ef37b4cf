//! Zero-sum matrix games: two roles choose at the same time, and a table says what
//! each pair of moves gives to the first role. Their value and the optimal mixed
//! strategies are found by linear programming (the simplex method), and proven
//! before they are given out: each strategy secures the value against every move.

use crate::error::PlayersError;

/// Numbers closer to 0 than this are rounding errors, for payoffs of about 1.
const ROUNDING: f64 = 1e-11;
/// What the two strategies secure may differ by this part of the payoffs' range.
const PRECISION: f64 = 1e-9;

/// What the first role gets for each pair of moves; the second role gets the
/// negative.
#[derive(Clone, PartialEq, Debug)]
pub struct MatrixGame {
    /// One entry for each pair, the moves of the second role varying fastest.
    payoffs: Vec<f64>,
    rows: usize,
    columns: usize,
}

/// The value of a matrix game and strategies that secure it.
#[derive(Clone, PartialEq, Debug)]
pub struct Equilibrium {
    /// What the first role gets on average.
    pub value: f64,
    /// The probability of each move of the first role.
    pub rows: Vec<f64>,
    /// The probability of each move of the second role.
    pub columns: Vec<f64>,
}

impl MatrixGame {
    /// A game with this number of moves for each role, at least one, and these
    /// payoffs of the first role.
    pub fn new(rows: usize, columns: usize, payoff: impl Fn(usize, usize) -> f64) -> MatrixGame {
        let (rows, columns) = (rows.max(1), columns.max(1));
        let payoff = &payoff;
        let pairs = (0..rows).flat_map(|row| (0..columns).map(move |column| payoff(row, column)));
        MatrixGame {
            payoffs: pairs.collect(),
            rows,
            columns,
        }
    }

    fn payoff(&self, row: usize, column: usize) -> f64 {
        self.payoffs[row * self.columns + column]
    }

    /// What a strategy of the first role secures: its payoff against the best reply.
    fn secured_by_rows(&self, strategy: &[f64]) -> f64 {
        let against = |column: usize| -> f64 {
            let payoffs = (0..self.rows).map(|row| strategy[row] * self.payoff(row, column));
            payoffs.sum()
        };
        (0..self.columns).map(against).fold(f64::INFINITY, f64::min)
    }

    /// What the first role gets at most against a strategy of the second.
    fn conceded_by_columns(&self, strategy: &[f64]) -> f64 {
        let against = |row: usize| -> f64 {
            let payoffs =
                (0..self.columns).map(|column| strategy[column] * self.payoff(row, column));
            payoffs.sum()
        };
        (0..self.rows)
            .map(against)
            .fold(f64::NEG_INFINITY, f64::max)
    }

    /// The value of the game and strategies that secure it.
    pub fn solve(&self) -> Result<Equilibrium, PlayersError> {
        let inexact = || PlayersError::Inexact {
            rows: self.rows,
            columns: self.columns,
        };
        if self.payoffs.iter().any(|payoff| !payoff.is_finite()) {
            return Err(inexact());
        }
        if let Some(pure) = self.saddle_point() {
            return Ok(pure);
        }
        let least = self.payoffs.iter().copied().fold(f64::INFINITY, f64::min);
        let most = self
            .payoffs
            .iter()
            .copied()
            .fold(f64::NEG_INFINITY, f64::max);
        let range = most - least;
        // Payoffs between 1 and 2, so that the value is positive.
        let scaled = MatrixGame::new(self.rows, self.columns, |row, column| {
            1.0 + (self.payoff(row, column) - least) / range
        });
        let (rows, columns) = Tableau::new(&scaled).solve().ok_or_else(inexact)?;
        let secured = self.secured_by_rows(&rows);
        let conceded = self.conceded_by_columns(&columns);
        if (conceded - secured).abs() > PRECISION * range {
            return Err(inexact());
        }
        Ok(Equilibrium {
            value: f64::midpoint(secured, conceded),
            rows,
            columns,
        })
    }

    /// The first pair of moves that are best replies to each other, if there is one.
    fn saddle_point(&self) -> Option<Equilibrium> {
        for row in 0..self.rows {
            for column in 0..self.columns {
                let value = self.payoff(row, column);
                let is_least = (0..self.columns).all(|other| self.payoff(row, other) >= value);
                if is_least && (0..self.rows).all(|other| self.payoff(other, column) <= value) {
                    return Some(Equilibrium {
                        value,
                        rows: certain(row, self.rows),
                        columns: certain(column, self.columns),
                    });
                }
            }
        }
        None
    }
}

/// The strategy that always makes one move.
fn certain(mv: usize, count: usize) -> Vec<f64> {
    (0..count)
        .map(|other| f64::from(u8::from(other == mv)))
        .collect()
}

/// The simplex tableau of a game with positive payoffs: maximise the sum of the
/// columns' weights such that no row gets more than 1. The weights divided by their
/// sum are the second role's strategy; the shadow prices of the rows give the first
/// role's.
struct Tableau {
    /// A line for each row of the game and one for the objective; in each line the
    /// coefficients of the weights, those of the rows' slack, and the constant.
    lines: Vec<Vec<f64>>,
    /// The variable that each line determines.
    basis: Vec<usize>,
    rows: usize,
    columns: usize,
}

impl Tableau {
    fn new(game: &MatrixGame) -> Tableau {
        let (rows, columns) = (game.rows, game.columns);
        let width = columns + rows + 1;
        let mut lines = vec![vec![0.0; width]; rows + 1];
        for (row, line) in lines.iter_mut().take(rows).enumerate() {
            for (column, coefficient) in line.iter_mut().take(columns).enumerate() {
                *coefficient = game.payoff(row, column);
            }
            line[columns + row] = 1.0;
            line[width - 1] = 1.0;
        }
        lines[rows][..columns].fill(-1.0);
        Tableau {
            lines,
            basis: (columns..columns + rows).collect(),
            rows,
            columns,
        }
    }

    /// Both roles' strategies, the first role's first.
    fn solve(mut self) -> Option<(Vec<f64>, Vec<f64>)> {
        // Bland's rule never returns to a basis, so that the limit is only met
        // where rounding errors mislead it.
        let most = 1000 * (self.rows + self.columns);
        for _ in 0..most {
            let Some(entering) = self.entering() else {
                return self.strategies();
            };
            let leaving = self.leaving(entering)?;
            self.pivot(leaving, entering);
        }
        None
    }

    /// The first variable that improves the objective.
    fn entering(&self) -> Option<usize> {
        let objective = &self.lines[self.rows][..self.rows + self.columns];
        objective.iter().position(|&cost| cost < -ROUNDING)
    }

    /// The line that limits the entering variable most; of equals the one of the
    /// first variable.
    fn leaving(&self, entering: usize) -> Option<usize> {
        let constant = self.rows + self.columns;
        let limit = |line: usize| self.lines[line][constant] / self.lines[line][entering];
        let limiting = (0..self.rows).filter(|&line| self.lines[line][entering] > ROUNDING);
        limiting.min_by(|&a, &b| {
            let by_variable = self.basis[a].cmp(&self.basis[b]);
            limit(a).total_cmp(&limit(b)).then(by_variable)
        })
    }

    fn pivot(&mut self, leaving: usize, entering: usize) {
        let pivot = self.lines[leaving][entering];
        for coefficient in &mut self.lines[leaving] {
            *coefficient /= pivot;
        }
        let source = self.lines[leaving].clone();
        for (number, line) in self.lines.iter_mut().enumerate() {
            let factor = line[entering];
            if number == leaving || factor == 0.0 {
                continue;
            }
            for (coefficient, other) in line.iter_mut().zip(&source) {
                *coefficient -= factor * other;
            }
        }
        self.basis[leaving] = entering;
    }

    fn strategies(&self) -> Option<(Vec<f64>, Vec<f64>)> {
        let constant = self.rows + self.columns;
        let mut columns = vec![0.0; self.columns];
        for (line, &variable) in self.basis.iter().enumerate() {
            if let Some(weight) = columns.get_mut(variable) {
                *weight = self.lines[line][constant].max(0.0);
            }
        }
        let prices = &self.lines[self.rows][self.columns..constant];
        let rows = prices.iter().map(|price| price.max(0.0)).collect();
        Some((normalised(rows)?, normalised(columns)?))
    }
}

/// Weights divided by their sum.
fn normalised(weights: Vec<f64>) -> Option<Vec<f64>> {
    let total: f64 = weights.iter().sum();
    (total > 0.0).then(|| weights.iter().map(|weight| weight / total).collect())
}

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use stratalog_run::Seed;

    use super::*;

    fn solved(payoffs: &[&[f64]]) -> Equilibrium {
        let game = MatrixGame::new(payoffs.len(), payoffs[0].len(), |row, column| {
            payoffs[row][column]
        });
        game.solve().expect("an equilibrium")
    }

    fn assert_close(found: &[f64], expected: &[f64]) {
        let is_close = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-9;
        assert!(
            found.iter().zip(expected).all(is_close),
            "{found:?} {expected:?}"
        );
    }

    #[test]
    fn known_games_have_their_known_equilibria() {
        let pennies = solved(&[&[1.0, -1.0], &[-1.0, 1.0]]);
        assert_close(&[pennies.value], &[0.0]);
        assert_close(&pennies.rows, &[0.5, 0.5]);
        let third = 1.0 / 3.0;
        let scissors = solved(&[&[0.0, -1.0, 1.0], &[1.0, 0.0, -1.0], &[-1.0, 1.0, 0.0]]);
        assert_close(&[scissors.value], &[0.0]);
        assert_close(&scissors.rows, &[third; 3]);
        assert_close(&scissors.columns, &[third; 3]);
        // Two-finger Morra: the caller of even numbers loses 1/12 a round.
        let morra = solved(&[&[2.0, -3.0], &[-3.0, 4.0]]);
        assert_close(&[morra.value], &[-1.0 / 12.0]);
        assert_close(&morra.rows, &[7.0 / 12.0, 5.0 / 12.0]);
        // A textbook game of two by three moves; the first column is never played.
        let wide = solved(&[&[1.0, 3.0, 11.0], &[8.0, 5.0, 2.0]]);
        assert_close(&[wide.value], &[49.0 / 11.0]);
        assert_close(&wide.rows, &[3.0 / 11.0, 8.0 / 11.0]);
    }

    #[test]
    fn a_saddle_point_is_found_exactly() {
        let found = solved(&[&[4.0, 2.0, 5.0], &[1.0, 0.0, 9.0]]);
        assert_eq!(found.value, 2.0);
        assert_eq!(found.rows, [1.0, 0.0]);
        assert_eq!(found.columns, [0.0, 1.0, 0.0]);
        assert_eq!(solved(&[&[7.0]]).value, 7.0);
        assert_eq!(solved(&[&[3.0, 3.0], &[3.0, 3.0]]).value, 3.0);
    }

    #[test]
    fn both_strategies_secure_the_value_of_random_games() {
        let mut rng = Seed(4).stream(0);
        for _ in 0..300 {
            let (rows, columns) = (rng.random_range(1..12), rng.random_range(1..12));
            let kinds = rng.random_range(2..100);
            let payoffs: Vec<f64> = (0..rows * columns)
                .map(|_| f64::from(rng.random_range(0..kinds)))
                .collect();
            let game =
                MatrixGame::new(rows, columns, |row, column| payoffs[row * columns + column]);
            let found = game.solve().expect("an equilibrium");
            assert!((game.secured_by_rows(&found.rows) - found.value).abs() < 1e-6);
            assert!((game.conceded_by_columns(&found.columns) - found.value).abs() < 1e-6);
            let sum: f64 = found.rows.iter().sum();
            assert!((sum - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn payoffs_that_are_no_numbers_are_refused() {
        let game = MatrixGame::new(2, 2, |_, _| f64::NAN);
        assert!(game.solve().is_err());
    }
}
