//! The exact distribution of what a move would show.

use stratalog_game::minesweeper::Site;

use crate::BeliefError;
use crate::knowledge::{Fact, Knowledge};
use crate::posterior::{Count, Tables};

/// One number a move may show, and what would be known then.
#[derive(Debug, Clone)]
pub struct Showing {
    /// The number.
    pub number: u8,
    /// The probability that the square is safe and shows it.
    pub probability: f64,
    /// What would be known.
    pub knowledge: Knowledge,
    /// The solutions that would be left.
    pub count: Count,
}

/// The numbers that opening `site` may show, when what is known has
/// `ln_solutions` solutions (their natural logarithm). Their probabilities add up to the
/// probability that the square is safe.
pub fn showings(
    knowledge: &Knowledge,
    ln_solutions: f64,
    tables: &mut Tables,
    site: Site,
) -> Result<Vec<Showing>, BeliefError> {
    let neighbours = knowledge.grid().neighbours(site);
    let is_mine = |neighbour: &&Site| knowledge.fact(**neighbour) == Fact::Mine;
    let fewest = neighbours.iter().filter(is_mine).count() as u8;
    let most = fewest + knowledge.unknown_around(site);
    let mut found = Vec::with_capacity(usize::from(most - fewest) + 1);
    for number in fewest..=most {
        let mut next = knowledge.clone();
        if next.observe(site, number).is_err() {
            continue;
        }
        match Count::new(&mut next, tables) {
            Ok(count) => found.push(Showing {
                number,
                probability: (count.ln_solutions() - ln_solutions).exp(),
                knowledge: next,
                count,
            }),
            Err(BeliefError::Inconsistent(_)) => {}
            Err(other) => return Err(other),
        }
    }
    Ok(found)
}
