//! Symmetric positive definite systems: the normal equations of least squares.

/// A square matrix, row by row.
#[derive(Clone, Debug)]
pub struct Square {
    /// The number of rows.
    pub size: usize,
    numbers: Vec<f64>,
}

impl Square {
    /// The matrix with this value on the diagonal and zeros elsewhere.
    pub fn diagonal(size: usize, value: f64) -> Square {
        let mut matrix = Square {
            size,
            numbers: vec![0.0; size * size],
        };
        for i in 0..size {
            *matrix.at_mut(i, i) = value;
        }
        matrix
    }

    /// An entry.
    #[inline]
    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.numbers[row * self.size + column]
    }

    /// A mutable entry.
    #[inline]
    pub fn at_mut(&mut self, row: usize, column: usize) -> &mut f64 {
        &mut self.numbers[row * self.size + column]
    }

    /// A row.
    #[inline]
    pub fn row(&self, row: usize) -> &[f64] {
        &self.numbers[row * self.size..(row + 1) * self.size]
    }

    /// A mutable row.
    #[inline]
    pub fn row_mut(&mut self, row: usize) -> &mut [f64] {
        &mut self.numbers[row * self.size..(row + 1) * self.size]
    }
}

/// The lower triangle `L` of a matrix that is `L` times its transpose.
pub struct Factor {
    lower: Square,
}

impl Factor {
    /// The factor of a positive definite matrix, of which only the lower triangle
    /// is read. A pivot that rounding made too small is raised.
    pub fn of(matrix: &Square) -> Factor {
        let size = matrix.size;
        let least = (0..size)
            .map(|i| matrix.at(i, i))
            .fold(f64::MIN_POSITIVE, f64::max)
            * f64::EPSILON;
        let mut lower = Square::diagonal(size, 0.0);
        for i in 0..size {
            for j in 0..=i {
                let known = dot(&lower.row(i)[..j], &lower.row(j)[..j]);
                let rest = matrix.at(i, j) - known;
                *lower.at_mut(i, j) = if i == j {
                    rest.max(least).sqrt()
                } else {
                    rest / lower.at(j, j)
                };
            }
        }
        Factor { lower }
    }

    /// The solution for a right-hand side.
    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        let size = self.lower.size;
        let mut solution = right.to_vec();
        for i in 0..size {
            let known = dot(&self.lower.row(i)[..i], &solution[..i]);
            solution[i] = (solution[i] - known) / self.lower.at(i, i);
        }
        for i in (0..size).rev() {
            let value = solution[i] / self.lower.at(i, i);
            solution[i] = value;
            for (earlier, factor) in solution[..i].iter_mut().zip(self.lower.row(i)) {
                *earlier -= value * factor;
            }
        }
        solution
    }

    /// The inverse of the matrix.
    pub fn inverse(&self) -> Square {
        let size = self.lower.size;
        let mut inverse = Square::diagonal(size, 0.0);
        let mut unit = vec![0.0; size];
        for i in 0..size {
            unit[i] = 1.0;
            inverse.row_mut(i).copy_from_slice(&self.solve(&unit));
            unit[i] = 0.0;
        }
        inverse
    }
}

/// The dot product, in four strands that the processor adds in parallel.
#[inline]
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    let (a_fours, a_rest) = a.as_chunks::<4>();
    let (b_fours, b_rest) = b.as_chunks::<4>();
    let mut strands = [0.0; 4];
    for (x, y) in a_fours.iter().zip(b_fours) {
        for (strand, (x, y)) in strands.iter_mut().zip(x.iter().zip(y)) {
            *strand += x * y;
        }
    }
    let rest: f64 = a_rest.iter().zip(b_rest).map(|(x, y)| x * y).sum();
    (strands[0] + strands[1]) + (strands[2] + strands[3]) + rest
}

/// Adds a multiple of one vector to another.
#[inline]
pub fn add_multiple(to: &mut [f64], factor: f64, from: &[f64]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to += factor * from;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt;
    use stratalog_run::Seed;

    #[test]
    fn a_matrix_times_its_inverse_is_one() {
        let mut rng = Seed(4).stream(0);
        for size in [1, 2, 7, 30] {
            let mut matrix = Square::diagonal(size, 0.1);
            for _ in 0..2 * size {
                let row: Vec<f64> = (0..size).map(|_| rng.random_range(-1.0..1.0)).collect();
                for i in 0..size {
                    add_multiple(matrix.row_mut(i), row[i], &row);
                }
            }
            let inverse = Factor::of(&matrix).inverse();
            for i in 0..size {
                for j in 0..size {
                    let product = dot(matrix.row(i), inverse.row(j));
                    assert!((product - f64::from(i == j)).abs() < 1e-9);
                }
            }
        }
    }
}
