//! Examples that contradict each other: what lies in their zones of interest
//! looks the same, turned or mirrored, but only one of the tiles has a mine.

use crate::{Site, View};
use rustc_hash::{FxHashMap, FxHashSet};

use super::examples::Example;
use super::scene::Scene;

/// A place as rows and columns from the example's tile.
type Offset = (i16, i16);

/// The sets of a zone around a tile, the same for all ways to turn and mirror
/// a board.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Pattern(Vec<(Vec<Offset>, u32)>);

impl Pattern {
    fn of(view: &View, tile: Site) -> Pattern {
        let scene = Scene::new(view, |_| false);
        let columns = view.board().columns();
        let place = |index: usize| ((index / columns) as i16, (index % columns) as i16);
        let (row, column) = place(tile.index());
        let sets: Vec<(Vec<Offset>, u32)> = scene
            .zone(tile)
            .into_iter()
            .filter_map(|number| scene.own_set(number))
            .map(|id| {
                let set = scene.set(id);
                let places = set.squares.iter().map(|site| place(site.index()));
                let offsets = places.map(|(r, c)| (r - row, c - column));
                (offsets.collect(), set.mines)
            })
            .collect();
        let seen = SYMMETRIES.map(|turn| Pattern::turned(&sets, turn));
        seen.into_iter().min().unwrap_or(Pattern(Vec::new()))
    }

    fn turned(sets: &[(Vec<Offset>, u32)], turn: fn(Offset) -> Offset) -> Pattern {
        let mut turned: Vec<(Vec<Offset>, u32)> = sets
            .iter()
            .map(|(offsets, mines)| {
                let mut offsets: Vec<Offset> = offsets.iter().copied().map(turn).collect();
                offsets.sort_unstable();
                (offsets, *mines)
            })
            .collect();
        turned.sort_unstable();
        turned.dedup();
        Pattern(turned)
    }
}

/// The ways to turn and mirror a board.
const SYMMETRIES: [fn(Offset) -> Offset; 8] = [
    |(r, c)| (r, c),
    |(r, c)| (r, -c),
    |(r, c)| (-r, c),
    |(r, c)| (-r, -c),
    |(r, c)| (c, r),
    |(r, c)| (c, -r),
    |(r, c)| (-c, r),
    |(r, c)| (-c, -r),
];

/// What looks the same in examples for and against the target.
#[derive(Clone, Debug, Default)]
pub struct Contradictions {
    patterns: FxHashSet<Pattern>,
}

impl Contradictions {
    /// Those among these examples.
    pub fn among(examples: &[Example]) -> Contradictions {
        let mut labels: FxHashMap<Pattern, [bool; 2]> = FxHashMap::default();
        for example in examples {
            let pattern = Pattern::of(&example.view, example.tile);
            labels.entry(pattern).or_default()[usize::from(example.is_positive)] = true;
        }
        let both = labels
            .into_iter()
            .filter(|(_, labels)| *labels == [true; 2]);
        Contradictions {
            patterns: both.map(|(pattern, _)| pattern).collect(),
        }
    }

    /// Whether an example looks like one with the other label.
    pub fn contain(&self, example: &Example) -> bool {
        !self.patterns.is_empty()
            && self
                .patterns
                .contains(&Pattern::of(&example.view, example.tile))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example(text: &str, tile: usize, is_positive: bool) -> Example {
        Example {
            view: text.parse().expect("a position"),
            tile: Site::new(tile),
            safe: Vec::new(),
            is_positive,
        }
    }

    #[test]
    fn a_corner_contradicts_another_with_the_other_label() {
        let near = example("4x4/2\n....\n.1..\n....\n....\n", 0, true);
        let far = example("4x4/2\n....\n....\n..1.\n....\n", 15, false);
        let beside = example("4x4/2\n....\n.1..\n....\n....\n", 1, true);
        let other = example("4x4/2\n....\n.2..\n....\n....\n", 0, true);
        let found = Contradictions::among(&[near.clone(), far.clone(), beside.clone()]);
        assert!(found.contain(&near) && found.contain(&far));
        assert!(!found.contain(&beside) && !found.contain(&other));
    }
}
