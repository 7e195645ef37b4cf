//! The hot path of Othello: placements, flips and symmetries on 64-bit words,
//! bit `8 * row + column` from the top left. Measured by the bench `playouts`. The
//! tests compare it with a plain square-by-square version.

pub use stratalog_game::bits::members;

/// A set of squares.
pub type SquareSet = u64;

/// Squares that are on neither the left nor the right edge.
const INNER: SquareSet = 0x7e7e_7e7e_7e7e_7e7e;

/// Empty squares, among `empty`, where `own` may place a disc.
#[inline]
pub fn placements(own: SquareSet, other: SquareSet, empty: SquareSet) -> SquareSet {
    let inner = other & INNER;
    (beyond(own, inner, 1) | beyond(own, inner, 7) | beyond(own, other, 8) | beyond(own, inner, 9))
        & empty
}

/// Squares just beyond an unbroken run of `other` that starts next to `own`, in both
/// directions along one line. Runs grow by doubling: one, two, four, six discs.
#[inline(always)]
fn beyond(own: SquareSet, other: SquareSet, shift: u32) -> SquareSet {
    let mut up = other & (own << shift);
    let mut down = other & (own >> shift);
    up |= other & (up << shift);
    down |= other & (down >> shift);
    let pairs_up = other & (other << shift);
    let pairs_down = pairs_up >> shift;
    let double = 2 * shift;
    up |= pairs_up & (up << double);
    down |= pairs_down & (down >> double);
    up |= pairs_up & (up << double);
    down |= pairs_down & (down >> double);
    (up << shift) | (down >> shift)
}

/// The squares from a square to the edge in one direction, by square: the first
/// four directions go to higher bits, the last four to lower ones.
struct Rays {
    higher: [SquareSet; 4],
    lower: [SquareSet; 4],
}

static RAYS: [Rays; 64] = {
    const NONE: Rays = Rays {
        higher: [0; 4],
        lower: [0; 4],
    };
    let mut table = [NONE; 64];
    let mut square = 0;
    while square < 64 {
        let directions = [(0, 1), (1, -1), (1, 0), (1, 1)];
        let mut d = 0;
        while d < 4 {
            let (down, right) = directions[d];
            table[square as usize].higher[d] = ray(square, down, right);
            table[square as usize].lower[d] = ray(square, -down, -right);
            d += 1;
        }
        square += 1;
    }
    table
};

const fn ray(square: i32, down: i32, right: i32) -> SquareSet {
    let (mut row, mut column) = (square / 8 + down, square % 8 + right);
    let mut set = 0;
    while 0 <= row && row < 8 && 0 <= column && column < 8 {
        set |= 1 << (8 * row + column);
        row += down;
        column += right;
    }
    set
}

/// The discs of `other` that a disc of `own` placed on `square` turns over.
#[inline]
pub fn flips(own: SquareSet, other: SquareSet, square: u8) -> SquareSet {
    let rays = &RAYS[usize::from(square & 63)];
    let mut flipped = 0;
    for ray in rays.higher {
        // Adding one below the ray carries through the run of `other` to the first
        // square that is not in it. The squares of the ray below that square flip.
        let end = (other | !ray).wrapping_add(1) & ray & own;
        flipped |= end.wrapping_sub(u64::from(end != 0)) & ray;
    }
    for ray in rays.lower {
        // The highest square of the ray that is not in `other`. If there is none,
        // this gives bit 63, which no lower ray contains.
        let end = (1 << 63 >> ((ray & !other).leading_zeros() & 63)) & ray & own;
        flipped |= (end << 1).wrapping_neg() & ray;
    }
    flipped
}

/// The board with rows and columns exchanged.
pub fn transposed(mut board: SquareSet) -> SquareSet {
    let swap = |board: SquareSet, mask: SquareSet, shift: u32| {
        let moved = (board ^ (board >> shift)) & mask;
        board ^ moved ^ (moved << shift)
    };
    board = swap(board, 0x00aa_00aa_00aa_00aa, 7);
    board = swap(board, 0x0000_cccc_0000_cccc, 14);
    swap(board, 0x0000_0000_f0f0_f0f0, 28)
}

/// The board with each row reversed.
pub fn mirrored(board: SquareSet) -> SquareSet {
    board.swap_bytes().reverse_bits()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;
    use stratalog_game::bits;
    use stratalog_run::Seed;

    fn plain_flips(own: SquareSet, other: SquareSet, square: u8) -> SquareSet {
        let mut flipped = 0;
        for direction in (0..9).filter(|&d| d != 4) {
            let (down, right) = (direction / 3 - 1, direction % 3 - 1);
            let (mut row, mut column) = (i32::from(square) / 8, i32::from(square) % 8);
            let mut run = 0;
            loop {
                row += down;
                column += right;
                if !(0..8).contains(&row) || !(0..8).contains(&column) {
                    break;
                }
                let bit = 1u64 << (8 * row + column);
                if other & bit == 0 {
                    flipped |= if own & bit != 0 { run } else { 0 };
                    break;
                }
                run |= bit;
            }
        }
        flipped
    }

    #[test]
    fn flips_and_placements_agree_with_the_plain_version_on_random_boards() {
        let mut rng = Seed(7).stream(0);
        for density in 0..20_000 {
            let (a, b, c) = (rng.next_u64(), rng.next_u64(), rng.next_u64());
            // Boards from nearly empty to full.
            let taken = match density % 4 {
                0 => a & c,
                1 => a | c,
                2 => u64::MAX,
                _ => a,
            };
            let (own, other) = (taken & b, taken & !b);
            let mut expected = 0;
            for square in bits::members(!taken) {
                let flipped = plain_flips(own, other, square);
                assert_eq!(flips(own, other, square), flipped);
                if flipped != 0 {
                    expected |= 1 << square;
                }
            }
            assert_eq!(placements(own, other, !taken), expected);
        }
    }

    #[test]
    fn symmetries_move_squares_as_documented() {
        for row in 0..8u32 {
            for column in 0..8u32 {
                let bit = 1u64 << (8 * row + column);
                assert_eq!(transposed(bit), 1 << (8 * column + row));
                assert_eq!(mirrored(bit), 1 << (8 * row + 7 - column));
            }
        }
    }
}
