//! The belief state as a list of the boards that are left: faster than
//! counting once they are few.

use std::sync::Arc;

use crate::belief::{Belief, Fact, Inconsistent, Knowledge, MineCounts};
use crate::{Field, Grid, Site};
use rand::RngExt;
use stratalog_run::Stream;

use crate::bssuct::outlook::{Choice, Prospect};

/// Belief states of at most this number of boards are listed. Listing more
/// takes longer than it saves.
const MOST_LISTED: usize = 300;
/// A board is listed as a word, a bit for each square.
const MOST_SQUARES: usize = 64;

/// The squares around each square, a bit each.
#[derive(Debug)]
pub(crate) struct Frame {
    grid: Arc<Grid>,
    around: Vec<u64>,
}

impl Frame {
    /// The frame of a grid; nothing when it has too many squares to list.
    pub fn new(grid: &Arc<Grid>) -> Option<Arc<Frame>> {
        let around = |site: Site| bits_of(grid.neighbours(site).iter().copied());
        (grid.len() <= MOST_SQUARES).then(|| {
            Arc::new(Frame {
                grid: Arc::clone(grid),
                around: grid.sites().map(around).collect(),
            })
        })
    }
}

/// The boards that are left, in the same order however they were reached.
#[derive(Debug, Clone)]
pub(crate) struct Listed {
    frame: Arc<Frame>,
    /// The mines of each board.
    boards: Vec<u64>,
    covered: u64,
}

impl Listed {
    /// The boards of a belief state, if they are few.
    pub fn new(frame: &Arc<Frame>, knowledge: &Knowledge, belief: &Belief) -> Option<Listed> {
        let solutions = belief.enumerate(MOST_LISTED)?;
        let uncertain = bits_of(solutions.squares.iter().copied());
        let with_fact = |fact: Fact| {
            let sites = frame.grid.sites();
            bits_of(sites.filter(move |&site| knowledge.fact(site) == fact))
        };
        let certain = with_fact(Fact::Mine) & !uncertain;
        let board = |mask: &u128| {
            let mines = bits(*mask as u64).map(|place| solutions.squares[place]);
            certain | bits_of(mines)
        };
        let mut boards: Vec<u64> = solutions.masks.iter().map(board).collect();
        boards.sort_unstable();
        Some(Listed {
            covered: bits_of(frame.grid.sites()) & !with_fact(Fact::Open),
            frame: Arc::clone(frame),
            boards,
        })
    }

    /// How many boards are left.
    pub fn len(&self) -> usize {
        self.boards.len()
    }

    /// The numbers that are shown: all boards agree on them.
    pub fn shown(&self) -> Vec<(Site, u8)> {
        let board = self.boards.first().copied().unwrap_or_default();
        let open = self.frame.grid.sites();
        let open = open.filter(|site| self.covered >> site.index() & 1 == 0);
        open.map(|site| {
            let around = board & self.frame.around[site.index()];
            (site, around.count_ones() as u8)
        })
        .collect()
    }

    /// Keeps the boards in which the square shows this number.
    pub fn observe(&mut self, site: Site, number: u8) -> Result<(), Inconsistent> {
        let bit = 1_u64 << site.index();
        let around = self.frame.around[site.index()];
        self.boards
            .retain(|board| board & bit == 0 && (board & around).count_ones() == u32::from(number));
        self.covered &= !bit;
        if self.boards.is_empty() {
            return Err(Inconsistent);
        }
        Ok(())
    }

    /// What a player should do.
    pub fn prospect(&self) -> Prospect {
        if self.boards == [self.covered] {
            return Prospect::Won;
        }
        let mined = self.boards.iter().fold(0, |mined, board| mined | board);
        let safe = self.covered & !mined;
        if safe != 0 {
            return Prospect::Safe(bits(safe).map(Site::new).collect());
        }
        let mut mines = MineCounts::default();
        self.boards.iter().for_each(|&board| mines.add(board));
        let of = mines.added();
        let mut choices: Vec<Choice> = bits(self.covered)
            .map(|square| Choice {
                site: Site::new(square),
                survival: f64::from(of - mines.of(square)) / f64::from(of),
            })
            .filter(|choice| choice.survival > 0.0)
            .collect();
        choices.sort_by(|a, b| b.survival.total_cmp(&a.survival));
        Prospect::Guess(choices)
    }

    /// One of the boards, each as likely.
    pub fn draw(&self, rng: &mut Stream) -> Field {
        let board = self.boards[rng.random_range(0..self.boards.len())];
        let mines: Vec<Site> = bits(board).map(Site::new).collect();
        Field::with_mines(Arc::clone(&self.frame.grid), &mines)
    }
}

fn bits_of(sites: impl Iterator<Item = Site>) -> u64 {
    sites.fold(0, |bits, site| bits | 1 << site.index())
}

fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros() as usize);
        mask &= mask.wrapping_sub(1);
        bit
    })
}

#[cfg(test)]
mod tests {
    use crate::View;
    use crate::belief::Tables;

    use super::*;

    #[test]
    fn a_list_says_what_counting_says() {
        let view: View = "4x4/3\n1...\n....\n....\n....\n".parse().expect("a view");
        let mut knowledge = Knowledge::of(&view).expect("consistent");
        let mut tables = Tables::new(view.board());
        let belief = Belief::new(&mut knowledge, &mut tables).expect("consistent");
        let frame = Frame::new(view.grid()).expect("small");
        let mut listed = Listed::new(&frame, &knowledge, &belief).expect("few boards");
        for (site, number) in [(15, 1), (5, 2)] {
            let (site, number) = (Site::new(site), number);
            listed.observe(site, number).expect("possible");
            knowledge.observe(site, number).expect("possible");
        }
        let belief = Belief::new(&mut knowledge, &mut tables).expect("consistent");
        assert_eq!(listed.len().to_string(), belief.solutions().to_string());
        let Prospect::Guess(choices) = listed.prospect() else {
            panic!("nothing is certain");
        };
        for choice in choices {
            let risk = belief.mine_probability(choice.site);
            assert!((1.0 - choice.survival - risk).abs() < 1e-12);
        }
    }
}
