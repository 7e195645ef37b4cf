//! The covered squares that border a number, as boxes and components.
//!
//! Squares that border exactly the same numbers are interchangeable and form a
//! *box*; the numbers are the *witnesses*. Witnesses and boxes joined to each
//! other form *components*, which are independent of each other but for the
//! total number of mines.

use stratalog_game::minesweeper::Site;

use crate::knowledge::{Fact, Knowledge};

/// The boxes, witnesses and components of a position.
#[derive(Debug, Default, Clone)]
pub(crate) struct Frontier {
    pub components: Vec<Component>,
    /// Unknown squares that border no number.
    pub floating: Vec<Site>,
}

/// Boxes and witnesses joined to each other.
#[derive(Debug, Default, Clone)]
pub(crate) struct Component {
    pub boxes: Vec<Box>,
    pub witnesses: Vec<Witness>,
    /// Identifies the component among all positions of the same grid.
    pub signature: Signature,
}

pub(crate) type Signature = (u64, u64);

/// Covered squares that border the same witnesses.
#[derive(Debug, Default, Clone)]
pub(crate) struct Box {
    pub squares: Few<Site, 8>,
    /// Places in the component's `witnesses`.
    pub witnesses: Few<u32, 8>,
}

/// A number that misses mines.
#[derive(Debug, Clone)]
pub(crate) struct Witness {
    pub square: Site,
    pub need: u8,
    /// Places in the component's `boxes`.
    pub boxes: Few<u32, 8>,
}

/// At most `N` things in place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Few<T, const N: usize> {
    items: [T; N],
    count: u8,
}

impl Default for Few<Site, 8> {
    fn default() -> Self {
        Few {
            items: [Site::new(0); 8],
            count: 0,
        }
    }
}

impl Default for Few<u32, 8> {
    fn default() -> Self {
        Few {
            items: [0; 8],
            count: 0,
        }
    }
}

impl<T: Copy + PartialEq, const N: usize> Few<T, N> {
    pub fn push(&mut self, item: T) {
        self.items[usize::from(self.count)] = item;
        self.count += 1;
    }

    pub fn as_slice(&self) -> &[T] {
        &self.items[..usize::from(self.count)]
    }

    pub fn len(&self) -> usize {
        usize::from(self.count)
    }
}

const NOWHERE: u32 = u32::MAX;

impl Frontier {
    /// The frontier of what is known.
    pub fn of(knowledge: &mut Knowledge) -> Frontier {
        let live: Vec<Site> = knowledge.live_witnesses().to_vec();
        let grid = std::sync::Arc::clone(knowledge.grid());
        let is_unknown = |square: Site| knowledge.fact(square) == Fact::Unknown;

        // The signature of a square is the sum of its witnesses' hashes: equal
        // for the squares of one box, and for no others.
        let mut signatures = vec![0_u64; grid.len()];
        for &witness in &live {
            let hash = mix(witness.index() as u64);
            for &square in grid.neighbours(witness) {
                signatures[square.index()] = signatures[square.index()].wrapping_add(hash);
            }
        }

        let mut component_of_witness = vec![NOWHERE; grid.len()];
        let mut box_of_square = vec![NOWHERE; grid.len()];
        let mut frontier = Frontier::default();
        let mut waiting: Vec<Site> = Vec::new();
        for &seed in &live {
            if component_of_witness[seed.index()] != NOWHERE {
                continue;
            }
            // Collect the component's witnesses, then lay out boxes in board
            // order so that equal components look equal.
            let number = frontier.components.len() as u32;
            let mut members = vec![];
            component_of_witness[seed.index()] = number;
            waiting.push(seed);
            while let Some(witness) = waiting.pop() {
                members.push(witness);
                for &square in grid.neighbours(witness) {
                    if !is_unknown(square) || box_of_square[square.index()] != NOWHERE {
                        continue;
                    }
                    box_of_square[square.index()] = 0;
                    for &other in grid.neighbours(square) {
                        if knowledge.fact(other) == Fact::Open
                            && component_of_witness[other.index()] == NOWHERE
                        {
                            component_of_witness[other.index()] = number;
                            waiting.push(other);
                        }
                    }
                }
            }
            members.sort_unstable();
            frontier.components.push(Component::of(
                &members,
                knowledge,
                &signatures,
                &mut box_of_square,
            ));
        }
        frontier.floating = grid
            .sites()
            .filter(|&square| is_unknown(square) && box_of_square[square.index()] == NOWHERE)
            .collect();
        frontier
    }
}

impl Component {
    fn of(
        members: &[Site],
        knowledge: &Knowledge,
        signatures: &[u64],
        box_of_square: &mut [u32],
    ) -> Component {
        let grid = knowledge.grid();
        let mut component = Component::default();
        for &witness in members {
            let place = component.witnesses.len() as u32;
            let mut boxes: Few<u32, 8> = Few::default();
            let mut shape = 0_u64;
            let first_new = component.boxes.len();
            for (bit, &square) in grid.neighbours(witness).iter().enumerate() {
                if knowledge.fact(square) != Fact::Unknown {
                    continue;
                }
                shape |= 1 << bit;
                let known = component.find_box(
                    square,
                    boxes.as_slice(),
                    first_new,
                    signatures,
                    box_of_square[square.index()],
                );
                let place_of_box = known.unwrap_or_else(|| {
                    component.boxes.push(Box::default());
                    component.boxes.len() as u32 - 1
                });
                if box_of_square[square.index()] == 0 {
                    box_of_square[square.index()] = place_of_box + 1;
                    component.boxes[place_of_box as usize].squares.push(square);
                }
                if !boxes.as_slice().contains(&place_of_box) {
                    boxes.push(place_of_box);
                    component.boxes[place_of_box as usize].witnesses.push(place);
                }
            }
            let need = knowledge.need(witness);
            let content = (witness.index() as u64) << 16 | u64::from(need) << 8 | shape;
            component.signature.0 = component.signature.0.wrapping_add(mix(content));
            component.signature.1 = component.signature.1.wrapping_add(mix(!content));
            component.witnesses.push(Witness {
                square: witness,
                need,
                boxes,
            });
        }
        component
    }

    /// The box a square belongs to: the one it was put in, or one begun for
    /// the same witness with the same signature.
    fn find_box(
        &self,
        square: Site,
        boxes_of_witness: &[u32],
        first_new: usize,
        signatures: &[u64],
        placed: u32,
    ) -> Option<u32> {
        if placed > 0 {
            return Some(placed - 1);
        }
        boxes_of_witness.iter().copied().find(|&candidate| {
            candidate as usize >= first_new
                && self.boxes[candidate as usize]
                    .squares
                    .as_slice()
                    .first()
                    .is_some_and(|first| {
                        signatures[first.index()] == signatures[square.index()]
                    })
        })
    }

    /// How many squares the component covers.
    pub fn squares(&self) -> usize {
        self.boxes.iter().map(|one| one.squares.len()).sum()
    }
}

/// Spreads the bits of a number (the finaliser of SplitMix64).
fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
