//! The covered squares that border a number, as boxes and components.
//!
//! Squares that border exactly the same numbers are interchangeable and form a
//! *box*; the numbers are the *witnesses*. Witnesses and boxes joined to each
//! other form *components*, which are independent of each other but for the
//! total number of mines.

use std::sync::Arc;

use crate::Site;
use smallvec::SmallVec;

use crate::belief::knowledge::{Fact, Knowledge};
use crate::belief::lattice::Lattice;

/// The components of a position as they were last counted, and what changed
/// since. A move changes one or two of them.
#[derive(Debug, Default, Clone)]
pub(crate) struct Frontier {
    /// In board order of their first witnesses.
    counted: Arc<Vec<Arc<Counted>>>,
    /// Squares opened since or no longer unknown.
    changed: SmallVec<[Site; 32]>,
}

/// A component and its solutions.
#[derive(Debug)]
pub(crate) struct Counted {
    pub component: Component,
    pub lattice: Lattice,
}

impl Counted {
    /// The share of mines of each box when all solutions have the same worth,
    /// tilted as the lattice is.
    pub fn shares_alone(&self, futures: &mut Vec<f64>, shares: &mut Vec<f64>) {
        let all_alike = self.lattice.counts().iter().map(|_| 1.0);
        self.lattice.futures(all_alike, futures);
        shares.clear();
        shares.resize(self.component.boxes.len(), 0.0);
        self.lattice.mine_shares(futures, shares);
    }
}

/// Boxes and witnesses joined to each other.
#[derive(Debug, Clone)]
pub(crate) struct Component {
    pub boxes: Vec<Box>,
    pub witnesses: Vec<Witness>,
    /// The squares of the boxes, and how many.
    area: SquareSet,
    pub squares: usize,
}

/// A set of squares, a bit each: none allocates on boards up to expert.
#[derive(Debug, Clone)]
struct SquareSet(SmallVec<[u64; 8]>);

impl SquareSet {
    /// The empty set on a grid of this number of squares.
    fn on(squares: usize) -> SquareSet {
        SquareSet(SmallVec::from_elem(0, squares.div_ceil(64)))
    }

    fn clear(&mut self) {
        self.0.fill(0);
    }

    fn insert(&mut self, site: Site) {
        self.0[site.index() / 64] |= 1 << (site.index() % 64);
    }

    fn meets(&self, other: &SquareSet) -> bool {
        self.0
            .iter()
            .zip(&other.0)
            .any(|(one, other)| one & other != 0)
    }
}

/// Identifies a component among all positions of the same grid.
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
    pub site: Site,
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
        Few::filled_with(Site::new(0))
    }
}

impl Default for Few<u32, 8> {
    fn default() -> Self {
        Few::filled_with(0)
    }
}

impl Default for Few<(u8, u8), 8> {
    fn default() -> Self {
        Few::filled_with((0, 0))
    }
}

impl<T: Copy + PartialEq, const N: usize> Few<T, N> {
    fn filled_with(blank: T) -> Few<T, N> {
        Few {
            items: [blank; N],
            count: 0,
        }
    }

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
    /// The squares that changed and those around them.
    touched: SquareSet,
    /// The witnesses already in a component.
    joined: Marks<()>,
    /// Squares met; their box's place once they have one.
    boxes: Marks<Option<u32>>,
    /// Witnesses whose components are to be found.
    seeds: Vec<Site>,
    /// The witnesses of the component found last.
    members: Vec<Site>,
}

impl Frontier {
    /// Notes that a square was opened or is no longer unknown.
    pub fn change(&mut self, site: Site) {
        self.changed.push(site);
    }

    /// The components, if nothing changed since they were counted.
    pub fn up_to_date(&self) -> Option<&Arc<Vec<Arc<Counted>>>> {
        self.changed.is_empty().then_some(&self.counted)
    }

    /// Replaces the components by those counted now.
    pub fn update(&mut self, mut counted: Vec<Arc<Counted>>) -> &Arc<Vec<Arc<Counted>>> {
        counted.sort_unstable_by_key(|one| one.component.witnesses[0].site);
        self.counted = Arc::new(counted);
        self.changed.clear();
        &self.counted
    }
}

impl Workspace {
    /// A workspace for a grid of this number of squares.
    pub fn new(squares: usize) -> Workspace {
        Workspace {
            signatures: Marks::new(squares),
            touched: SquareSet::on(squares),
            joined: Marks::new(squares),
            boxes: Marks::new(squares),
            seeds: Vec::new(),
            members: Vec::new(),
        }
    }

    /// The components that are as they were last counted; the others are to be
    /// found by [`Self::find_changed`].
    pub fn unchanged(&mut self, knowledge: &Knowledge) -> Vec<Arc<Counted>> {
        let frontier = &knowledge.frontier;
        self.touched.clear();
        self.joined.forget();
        self.boxes.forget();
        self.seeds.clear();
        for &site in &frontier.changed {
            self.touched.insert(site);
            for &neighbour in knowledge.grid().neighbours(site) {
                self.touched.insert(neighbour);
            }
            if knowledge.fact(site) == Fact::Open {
                self.seeds.push(site);
            }
        }
        let mut unchanged = Vec::with_capacity(frontier.counted.len() + 2);
        for one in &*frontier.counted {
            // What changed was a square of the component, or a number came up
            // next to one.
            if one.component.area.meets(&self.touched) {
                let witnesses = one.component.witnesses.iter();
                self.seeds.extend(witnesses.map(|witness| witness.site));
            } else {
                unchanged.push(Arc::clone(one));
            }
        }
        unchanged
    }

    /// Finds the next component that changed, and gives its signature.
    pub fn find_changed(&mut self, knowledge: &Knowledge) -> Option<Signature> {
        loop {
            let seed = self.seeds.pop()?;
            let is_live = knowledge.unknown_around(seed) > 0;
            if is_live && self.joined.get(seed).is_none() {
                return Some(self.gather(seed, knowledge));
            }
        }
    }

    /// Gathers the witnesses joined to this one by unknown squares; what they
    /// need and where is their signature.
    fn gather(&mut self, seed: Site, knowledge: &Knowledge) -> Signature {
        let grid = knowledge.grid();
        let mut signature = (0_u64, 0_u64);
        self.members.clear();
        self.joined.set(seed, ());
        self.members.push(seed);
        let mut next = 0;
        while let Some(&witness) = self.members.get(next) {
            next += 1;
            let mut shape = 0_u64;
            for (bit, &square) in grid.neighbours(witness).iter().enumerate() {
                if knowledge.fact(square) != Fact::Unknown {
                    continue;
                }
                shape |= 1 << bit;
                if self.boxes.get(square).is_some() {
                    continue;
                }
                self.boxes.set(square, None);
                for &other in grid.neighbours(square) {
                    if knowledge.fact(other) == Fact::Open && self.joined.get(other).is_none() {
                        self.joined.set(other, ());
                        self.members.push(other);
                    }
                }
            }
            let need = u64::from(knowledge.need(witness));
            let content = (witness.index() as u64) << 16 | need << 8 | shape;
            signature.0 = signature.0.wrapping_add(mix(content));
            signature.1 = signature.1.wrapping_add(mix(!content));
        }
        signature
    }

    /// The component found last.
    pub fn component(&mut self, knowledge: &Knowledge) -> Component {
        let grid = knowledge.grid();
        // Boxes are in board order, so that equal components look
        // equal.
        self.members.sort_unstable();
        self.signatures.forget();
        for &witness in &self.members {
            let hash = mix(witness.index() as u64);
            for &square in grid.neighbours(witness) {
                let sum = self.signatures.get(square).unwrap_or(0);
                self.signatures.set(square, sum.wrapping_add(hash));
            }
        }
        Component::of(self, knowledge)
    }
}

impl Component {
    fn of(workspace: &mut Workspace, knowledge: &Knowledge) -> Component {
        let Workspace {
            signatures,
            boxes: marks,
            members,
            ..
        } = workspace;
        let mut component = Component {
            boxes: Vec::with_capacity(2 * members.len()),
            witnesses: Vec::with_capacity(members.len()),
            area: SquareSet::on(knowledge.grid().len()),
            squares: 0,
        };
        for &witness in &*members {
            let place = component.witnesses.len() as u32;
            let mut boxes: Few<u32, 8> = Few::default();
            let first_new = component.boxes.len();
            for &square in knowledge.grid().neighbours(witness) {
                if knowledge.fact(square) != Fact::Unknown {
                    continue;
                }
                let own = match marks.get(square).flatten() {
                    Some(own) => own,
                    None => {
                        let own = component.box_for(square, first_new, signatures);
                        marks.set(square, Some(own));
                        component.boxes[own as usize].squares.push(square);
                        component.area.insert(square);
                        component.squares += 1;
                        own
                    }
                };
                if !boxes.as_slice().contains(&own) {
                    boxes.push(own);
                    component.boxes[own as usize].witnesses.push(place);
                }
            }
            component.witnesses.push(Witness {
                site: witness,
                need: knowledge.need(witness),
                boxes,
            });
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
}

/// Spreads the bits of a number; unlike the bare mixer, 0 does not stay 0.
fn mix(value: u64) -> u64 {
    stratalog_run::mix(value.wrapping_add(0x9e37_79b9_7f4a_7c15))
}
