//! The covered squares that border a number, as boxes and components.
//!
//! Squares that border exactly the same numbers are interchangeable and form a
//! *box*; the numbers are the *witnesses*. Witnesses and boxes joined to each
//! other form *components*, which are independent of each other but for the
//! total number of mines.

use stratalog_game::minesweeper::Site;

use crate::knowledge::{Fact, Knowledge};

/// The components of a position.
#[derive(Debug, Default, Clone)]
pub(crate) struct Frontier {
    pub components: Vec<Component>,
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

/// A value for each square, all forgotten at once.
#[derive(Debug)]
struct Marks<T> {
    values: Vec<(u32, T)>,
    now: u32,
}

impl<T: Copy + Default> Marks<T> {
    fn new(squares: usize) -> Marks<T> {
        Marks {
            values: vec![(0, T::default()); squares],
            now: 1,
        }
    }

    fn forget(&mut self) {
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.values.iter_mut().for_each(|value| value.0 = 0);
            self.now = 1;
        }
    }

    fn get(&self, site: Site) -> Option<T> {
        let (stamp, value) = self.values[site.index()];
        (stamp == self.now).then_some(value)
    }

    fn set(&mut self, site: Site, value: T) {
        self.values[site.index()] = (self.now, value);
    }
}

/// Room to work out frontiers in, kept between positions.
#[derive(Debug)]
pub(crate) struct Workspace {
    /// For each square, the sum of its witnesses' hashes: equal for the
    /// squares of one box, and for no others.
    signatures: Marks<u64>,
    /// The witnesses already in a component.
    joined: Marks<()>,
    /// Squares met; their box's place once they have one.
    boxes: Marks<Option<u32>>,
}

impl Workspace {
    /// Room for a grid of so many squares.
    pub fn new(squares: usize) -> Workspace {
        Workspace {
            signatures: Marks::new(squares),
            joined: Marks::new(squares),
            boxes: Marks::new(squares),
        }
    }
}

impl Frontier {
    /// The frontier of what is known.
    pub fn of(knowledge: &mut Knowledge, workspace: &mut Workspace) -> Frontier {
        knowledge.tidy();
        let knowledge = &*knowledge;
        let grid = knowledge.grid();
        workspace.signatures.forget();
        workspace.joined.forget();
        workspace.boxes.forget();
        for &witness in knowledge.witnesses() {
            let hash = mix(witness.index() as u64);
            for &square in grid.neighbours(witness) {
                let sum = workspace.signatures.get(square).unwrap_or(0);
                workspace.signatures.set(square, sum.wrapping_add(hash));
            }
        }
        let mut frontier = Frontier::default();
        let mut members: Vec<Site> = Vec::with_capacity(16);
        for &seed in knowledge.witnesses() {
            if workspace.joined.get(seed).is_some() {
                continue;
            }
            members.clear();
            gather(seed, knowledge, workspace, &mut members);
            // Boxes are laid out in board order, so that equal components look
            // equal.
            members.sort_unstable();
            let component = Component::of(&members, knowledge, workspace);
            frontier.components.push(component);
        }
        frontier
    }
}

/// The witnesses joined to this one by unknown squares.
fn gather(seed: Site, knowledge: &Knowledge, workspace: &mut Workspace, members: &mut Vec<Site>) {
    let grid = knowledge.grid();
    workspace.joined.set(seed, ());
    members.push(seed);
    let mut next = 0;
    while let Some(&witness) = members.get(next) {
        next += 1;
        for &square in grid.neighbours(witness) {
            if knowledge.fact(square) != Fact::Unknown || workspace.boxes.get(square).is_some() {
                continue;
            }
            workspace.boxes.set(square, None);
            for &other in grid.neighbours(square) {
                if knowledge.fact(other) == Fact::Open && workspace.joined.get(other).is_none() {
                    workspace.joined.set(other, ());
                    members.push(other);
                }
            }
        }
    }
}

impl Component {
    fn of(members: &[Site], knowledge: &Knowledge, workspace: &mut Workspace) -> Component {
        let grid = knowledge.grid();
        let mut component = Component {
            boxes: Vec::with_capacity(2 * members.len()),
            witnesses: Vec::with_capacity(members.len()),
            ..Component::default()
        };
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
                let own = match workspace.boxes.get(square).flatten() {
                    Some(own) => own,
                    None => {
                        let own = component.box_for(square, first_new, &workspace.signatures);
                        workspace.boxes.set(square, Some(own));
                        component.boxes[own as usize].squares.push(square);
                        own
                    }
                };
                if !boxes.as_slice().contains(&own) {
                    boxes.push(own);
                    component.boxes[own as usize].witnesses.push(place);
                }
            }
            let need = knowledge.need(witness);
            let content = (witness.index() as u64) << 16 | u64::from(need) << 8 | shape;
            component.signature.0 = component.signature.0.wrapping_add(mix(content));
            component.signature.1 = component.signature.1.wrapping_add(mix(!content));
            component.witnesses.push(Witness { need, boxes });
        }
        component
    }

    /// The box of a square that has none yet: one begun for the same witness
    /// with the same signature, or a new one.
    fn box_for(&mut self, square: Site, first_new: usize, signatures: &Marks<u64>) -> u32 {
        let is_same = |one: &Box| {
            let first = one.squares.as_slice().first();
            first.is_some_and(|&first| signatures.get(first) == signatures.get(square))
        };
        match self.boxes[first_new..].iter().position(is_same) {
            Some(place) => (first_new + place) as u32,
            None => {
                self.boxes.push(Box::default());
                self.boxes.len() as u32 - 1
            }
        }
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
