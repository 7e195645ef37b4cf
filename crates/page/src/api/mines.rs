//! Minesweeper positions: analysis, graded hints, review.
