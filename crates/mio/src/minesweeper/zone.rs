//! What the numbers of a tile's zone of interest tell by themselves.

use stratalog_game::minesweeper::{Site, View};

use super::scene::{Scene, TileSet};

/// Whether every layout of mines that fits the numbers of a tile's zone leaves
/// the tile safe, whatever the rest of the board shows.
pub(super) fn is_safe_in_zone(view: &View, tile: Site) -> bool {
    let scene = Scene::new(view, |_| false);
    let zone = scene.zone(tile);
    let sets: Vec<&TileSet> = zone
        .iter()
        .filter_map(|&number| scene.own_set(number))
        .map(|id| scene.set(id))
        .collect();
    let mut tiles: Vec<u16> = Vec::new();
    // Tiles of one number follow each other, so that what does not fit shows early.
    for tile in sets.iter().flat_map(|set| &set.tiles) {
        if !tiles.contains(tile) {
            tiles.push(*tile);
        }
    }
    let mut layout = Layout {
        sets: &sets,
        decided: vec![(tile.index() as u16, true)],
    };
    tiles.retain(|&other| other != tile.index() as u16);
    !layout.can_be_completed(&tiles)
}

/// Some tiles of a zone as mines or safe.
struct Layout<'a> {
    sets: &'a [&'a TileSet],
    decided: Vec<(u16, bool)>,
}

impl Layout<'_> {
    /// Whether the tiles that are left can be laid out. Depth is at most their
    /// number, which a zone keeps small.
    fn can_be_completed(&mut self, left: &[u16]) -> bool {
        if !self.fits() {
            return false;
        }
        let Some((&tile, rest)) = left.split_first() else {
            return true;
        };
        [true, false].into_iter().any(|is_mine| {
            self.decided.push((tile, is_mine));
            let can_be = self.can_be_completed(rest);
            self.decided.pop();
            can_be
        })
    }

    /// Whether no number has too many mines, or too few tiles for them.
    fn fits(&self) -> bool {
        self.sets.iter().all(|set| {
            let own = self
                .decided
                .iter()
                .filter(|(tile, _)| set.tiles.contains(tile));
            let (mut mines, mut open) = (usize::from(set.mines), set.tiles.len());
            for (_, is_mine) in own {
                open -= 1;
                match mines.checked_sub(usize::from(*is_mine)) {
                    Some(fewer) => mines = fewer,
                    None => return false,
                }
            }
            mines <= open
        })
    }
}

#[cfg(test)]
mod tests {
    use stratalog_belief::Belief;
    use stratalog_game::Seed;

    use super::*;
    use crate::minesweeper::examples::ExampleSource;

    #[test]
    fn a_zone_tells_most_of_what_the_board_tells_and_nothing_else() {
        let source = ExampleSource::new("8x8/10".parse().expect("a board"), Seed(4));
        let (mut by_zone, mut by_board) = (0, 0);
        for view in (0..100).filter_map(|index| source.position(index)) {
            let belief = Belief::of(&view).expect("the board is possible");
            for tile in view.covered_sites() {
                let is_safe = belief.mine_probability(tile) <= 0.0;
                let is_seen = is_safe_in_zone(&view, tile);
                assert!(is_safe || !is_seen, "{tile:?} of\n{view}");
                by_zone += usize::from(is_seen);
                by_board += usize::from(is_safe);
            }
        }
        assert!(
            by_zone < by_board && by_zone * 2 > by_board,
            "{by_zone} of {by_board}"
        );
    }
}
