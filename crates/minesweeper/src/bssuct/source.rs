//! Where complete boards come from: three ways to estimate the belief state.

use std::sync::Arc;

use crate::belief::{Belief, Fact, Knowledge};
use crate::{Field, Site};
use rand::RngExt;
use stratalog_run::Stream;

/// A way to draw complete boards that agree with what is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Exactly uniform, from the belief state (section 3.4).
    Solver,
    /// Draw boards until one agrees (Algorithm 1). Exactly uniform, and slow
    /// once much is known: after 20,000 rejected boards it gives up, and the
    /// planner uses what it found before.
    Rejection,
    /// Metropolis-Hastings from one solution (Algorithm 3): a mine moves to
    /// another square, and stays there if the numbers still agree.
    Metropolis,
}

/// How many boards rejection draws before it gives up; without a limit a late
/// position might never end.
const REJECTION_TRIES: usize = 20_000;
/// Mutations for each unknown square.
const MUTATIONS: usize = 10;

impl Source {
    /// Whether the probabilities of what a move shows are known, not only
    /// boards to see it on.
    pub(crate) fn is_exact(self) -> bool {
        self == Source::Solver
    }

    /// A complete board; nothing when rejection finds none.
    pub fn draw(self, knowledge: &Knowledge, belief: &Belief, rng: &mut Stream) -> Option<Field> {
        match self {
            Source::Solver => Some(belief.sample(rng)),
            Source::Rejection => reject(knowledge, rng),
            Source::Metropolis => Some(metropolis(knowledge, belief, rng)),
        }
    }
}

fn known_mines(knowledge: &Knowledge) -> Vec<Site> {
    let sites = knowledge.grid().sites();
    sites
        .filter(|&site| knowledge.fact(site) == Fact::Mine)
        .collect()
}

fn reject(knowledge: &Knowledge, rng: &mut Stream) -> Option<Field> {
    let grid = knowledge.grid();
    let mut unknown: Vec<Site> = unknown_sites(knowledge);
    let known = known_mines(knowledge);
    let numbers: Vec<(Site, u8)> = grid
        .sites()
        .filter(|&site| knowledge.fact(site) == Fact::Open && knowledge.unknown_around(site) > 0)
        .map(|site| (site, knowledge.need(site)))
        .collect();
    let mut is_mine = vec![false; grid.len()];
    for _ in 0..REJECTION_TRIES {
        for place in 0..knowledge.mines_left() {
            let from = rng.random_range(place..unknown.len());
            unknown.swap(place, from);
            is_mine[unknown[place].index()] = true;
        }
        let agrees = numbers.iter().all(|&(site, need)| {
            let around = grid.neighbours(site).iter();
            around
                .filter(|neighbour| is_mine[neighbour.index()])
                .count()
                == usize::from(need)
        });
        let laid = &unknown[..knowledge.mines_left()];
        if agrees {
            let mines = [known.as_slice(), laid].concat();
            return Some(Field::with_mines(Arc::clone(grid), &mines));
        }
        laid.iter().for_each(|site| is_mine[site.index()] = false);
    }
    None
}

fn metropolis(knowledge: &Knowledge, belief: &Belief, rng: &mut Stream) -> Field {
    let grid = knowledge.grid();
    let unknown = unknown_sites(knowledge);
    // Constraint solving finds the board the chain starts from.
    let start = belief.first_solution();
    let mut is_mine: Vec<bool> = grid.sites().map(|site| start.is_mine(site)).collect();
    let (mut mines, mut clear): (Vec<Site>, Vec<Site>) =
        unknown.iter().partition(|site| is_mine[site.index()]);
    let agrees = |is_mine: &[bool], changed: Site| {
        let open = |site: &&Site| knowledge.fact(**site) == Fact::Open;
        grid.neighbours(changed).iter().filter(open).all(|&number| {
            let around = grid.neighbours(number).iter();
            let count = around
                .filter(|site| knowledge.fact(**site) == Fact::Unknown && is_mine[site.index()])
                .count();
            count == usize::from(knowledge.need(number))
        })
    };
    if !mines.is_empty() && !clear.is_empty() {
        for _ in 0..MUTATIONS * unknown.len() {
            let from = rng.random_range(0..mines.len());
            let to = rng.random_range(0..clear.len());
            let (mine, target) = (mines[from], clear[to]);
            is_mine[mine.index()] = false;
            is_mine[target.index()] = true;
            if agrees(&is_mine, mine) && agrees(&is_mine, target) {
                (mines[from], clear[to]) = (target, mine);
            } else {
                is_mine[mine.index()] = true;
                is_mine[target.index()] = false;
            }
        }
    }
    mines.extend(known_mines(knowledge));
    Field::with_mines(Arc::clone(grid), &mines)
}

fn unknown_sites(knowledge: &Knowledge) -> Vec<Site> {
    let sites = knowledge.grid().sites();
    sites
        .filter(|&site| knowledge.fact(site) == Fact::Unknown)
        .collect()
}
