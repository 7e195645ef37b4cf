//! The exact distribution of what a move would show.

use crate::Site;

use crate::belief::BeliefError;
use crate::belief::count::{Count, Tables};
use crate::belief::knowledge::{Fact, Knowledge};

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
    let mut found = Vec::new();
    for number in numbers(knowledge, site) {
        found.extend(showing(knowledge, ln_solutions, tables, site, number)?);
    }
    Ok(found)
}

/// The numbers a square may show as far as its neighbours alone tell.
pub fn numbers(knowledge: &Knowledge, site: Site) -> std::ops::RangeInclusive<u8> {
    let neighbours = knowledge.grid().neighbours(site);
    let is_mine = |neighbour: &&Site| knowledge.fact(**neighbour) == Fact::Mine;
    let fewest = neighbours.iter().filter(is_mine).count() as u8;
    fewest..=fewest + knowledge.unknown_around(site)
}

/// What would be known if opening `site` showed this number, when what is
/// known has `ln_solutions` solutions; nothing when it cannot show it.
pub fn showing(
    knowledge: &Knowledge,
    ln_solutions: f64,
    tables: &mut Tables,
    site: Site,
    number: u8,
) -> Result<Option<Showing>, BeliefError> {
    let mut next = knowledge.clone();
    if next.observe(site, number).is_err() {
        return Ok(None);
    }
    match Count::new(&mut next, tables) {
        Ok(count) => Ok(Some(Showing {
            number,
            probability: (count.ln_solutions() - ln_solutions).exp(),
            knowledge: next,
            count,
        })),
        Err(BeliefError::Inconsistent(_)) => Ok(None),
        Err(other) => Err(other),
    }
}
