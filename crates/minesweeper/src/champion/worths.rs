//! What every guess of a position is worth, not only the best one.

use super::ChampionSettings;
use super::lookahead::worths_at_sight;
use crate::Site;
use crate::belief::{Belief, BeliefError, Endgame, Knowledge, Tables};

/// The worth of each square that may be guessed in a position without certainly
/// safe squares, in board order: the chance to win after it where the solutions
/// are few enough to be searched, else its worth at first sight. Worths of one
/// position can be compared with each other only.
pub(crate) fn worths(
    settings: &ChampionSettings,
    knowledge: &Knowledge,
    belief: &Belief,
    tables: &mut Tables,
) -> Result<Vec<(Site, f64)>, BeliefError> {
    match exact_worths(settings, knowledge, belief) {
        Some(found) => Ok(found),
        None => worths_at_sight(knowledge, belief, tables),
    }
}

fn exact_worths(
    settings: &ChampionSettings,
    knowledge: &Knowledge,
    belief: &Belief,
) -> Option<Vec<(Site, f64)>> {
    let listed = belief.enumerate(settings.endgame_solutions)?;
    let solutions: Vec<u32> = (0..listed.masks.len() as u32).collect();
    let squares = listed.squares;
    let work = settings.endgame_work;
    let mut search = Endgame::new(knowledge.grid(), squares.clone(), listed.masks, work);
    let mut found = Vec::with_capacity(squares.len());
    for (place, &site) in squares.iter().enumerate() {
        let won = search.value_after(&solutions, place, 0)?;
        found.push((site, f64::from(won) / solutions.len() as f64));
    }
    found.sort_by_key(|&(site, _)| site);
    Some(found)
}
