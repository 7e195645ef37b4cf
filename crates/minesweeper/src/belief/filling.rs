//! In which order the boxes of a component are filled, and what each touches.

use crate::belief::BeliefError;
use crate::belief::frontier::{Component, Few};
use crate::belief::lattice_builder::MOST_NODES;

/// Mines still missed by the half-served witnesses, four bits each.
pub(crate) type Key = u128;
const SLOTS: usize = 32;
/// With at most this number of nodes, the first order is good enough.
const SIMPLE: f64 = 20_000.0;
/// Boxes tried as the first where it is not.
const STARTS: usize = 50;
/// Planning to fill a box takes as long as laying out about this number of nodes.
const NODES_A_BOX: usize = 10;

/// A box about to be filled: which slots its witnesses use and what the boxes
/// after it can still take.
#[derive(Debug)]
pub(crate) struct Step {
    /// The box, by its place in the component.
    pub filled: u32,
    pub size: u8,
    /// Needs of witnesses that become half-served here, in their slots.
    pub opened: Key,
    /// The slot of each of the box's witnesses and the room after this box.
    pub slots: Few<(u8, u8), 8>,
}

/// Plans how to fill components; keeps its room from one to the next.
#[derive(Debug, Default)]
pub(crate) struct Filler {
    order: Vec<u32>,
    steps: Vec<Step>,
    witnesses: Vec<Service>,
    /// Boxes next to half-served witnesses, the only ones worth considering.
    near: Vec<u32>,
    is_near: Vec<bool>,
    free_slots: Vec<u8>,
    work: usize,
}

/// How far a witness is served.
#[derive(Debug, Clone, Copy, Default)]
struct Service {
    /// Whether the way to the far end came by it.
    is_passed: bool,
    is_begun: bool,
    /// Its boxes still to be put in order.
    boxes_left: u8,
    /// Its boxes that have no step yet, and the squares they have.
    steps_left: u8,
    room: u8,
    slot: Option<u8>,
    need: u8,
    /// The squares of all its boxes.
    squares: u8,
}

impl Service {
    /// An upper bound of the number of different mine counts it may still miss.
    fn misses(&self) -> f64 {
        let fewest = self.need.saturating_sub(self.squares - self.room);
        f64::from(self.need.min(self.room).saturating_sub(fewest) + 1)
    }
}

impl Filler {
    /// The boxes in the order to fill them.
    pub fn plan(&mut self, component: &Component) -> Result<&[Step], BeliefError> {
        self.reset(component);
        let mut best = self.far_box(component);
        let mut least = self.plan_from(component, best);
        if least > SIMPLE {
            // A front that closes on itself has no end to begin at, and from
            // some of its boxes the way leads round on both sides at once.
            let boxes = component.boxes.len();
            let starts = (0..boxes as u32).step_by(boxes.div_ceil(STARTS));
            let mut latest = best;
            for (tried, start) in starts.enumerate() {
                // Planning must not take longer than what it may save.
                if (tried * boxes * NODES_A_BOX) as f64 > least {
                    break;
                }
                latest = start;
                let nodes = self.plan_from(component, start);
                if nodes < least {
                    (best, least) = (start, nodes);
                }
                if least <= SIMPLE {
                    break;
                }
            }
            if latest != best {
                self.plan_from(component, best);
            }
        }
        if least.is_finite() {
            Ok(&self.steps)
        } else {
            Err(BeliefError::TooEntangled(MOST_NODES))
        }
    }

    /// Plans to begin with this box; gives the most nodes there can be.
    fn plan_from(&mut self, component: &Component, start: u32) -> f64 {
        self.reset(component);
        self.choose_order(component, start);
        self.work += component.boxes.len() * NODES_A_BOX;
        self.lay_steps(component)
    }

    /// The work of all plans so far, in nodes that could have been laid out.
    pub fn work(&self) -> usize {
        self.work
    }

    fn reset(&mut self, component: &Component) {
        self.witnesses.clear();
        let services = component.witnesses.iter().map(|witness| {
            let boxes = witness.boxes.as_slice().iter();
            let squares = boxes.map(|&one| component.boxes[one as usize].squares.len() as u8);
            let squares = squares.sum();
            Service {
                is_passed: false,
                is_begun: false,
                boxes_left: witness.boxes.len() as u8,
                steps_left: witness.boxes.len() as u8,
                room: squares,
                slot: None,
                need: witness.need,
                squares,
            }
        });
        self.witnesses.extend(services);
        self.order.clear();
        self.steps.clear();
        self.free_slots.clear();
        self.free_slots.extend((0..SLOTS as u8).rev());
    }

    /// Takes this box as the only one near.
    fn begin_near(&mut self, component: &Component, start: u32) {
        self.is_near.clear();
        self.is_near.resize(component.boxes.len(), false);
        self.is_near[start as usize] = true;
        self.near.clear();
        self.near.push(start);
    }

    /// Always the box that leaves the fewest witnesses half-served.
    fn choose_order(&mut self, component: &Component, start: u32) {
        self.begin_near(component, start);
        while let Some(place) = self.cheapest(component) {
            let chosen = self.near.remove(place);
            self.order.push(chosen);
            for &witness in component.boxes[chosen as usize].witnesses.as_slice() {
                let service = &mut self.witnesses[witness as usize];
                service.boxes_left -= 1;
                if !std::mem::replace(&mut service.is_begun, true) {
                    self.draw_near(component, witness);
                }
            }
        }
    }

    /// The place in `near` of the box that costs least to fill next.
    fn cheapest(&self, component: &Component) -> Option<usize> {
        let cost = |candidate: u32| {
            let mut opened = 0_i32;
            let mut soonest = u8::MAX;
            for &witness in component.boxes[candidate as usize].witnesses.as_slice() {
                let service = self.witnesses[witness as usize];
                opened += i32::from(!service.is_begun);
                opened -= i32::from(service.boxes_left == 1);
                if service.is_begun {
                    soonest = soonest.min(service.boxes_left);
                }
            }
            (opened, soonest)
        };
        let candidates = self.near.iter().enumerate();
        candidates
            .min_by_key(|&(_, &candidate)| cost(candidate))
            .map(|(place, _)| place)
    }

    /// Takes the boxes of a witness among those near.
    fn draw_near(&mut self, component: &Component, witness: u32) {
        for &other in component.witnesses[witness as usize].boxes.as_slice() {
            if !std::mem::replace(&mut self.is_near[other as usize], true) {
                self.near.push(other);
            }
        }
    }

    /// A box at an end of the component: last in breadth-first order from box 0.
    fn far_box(&mut self, component: &Component) -> u32 {
        self.begin_near(component, 0);
        let mut next = 0;
        let mut current = 0;
        while let Some(&one) = self.near.get(next) {
            next += 1;
            current = one;
            for &witness in component.boxes[current as usize].witnesses.as_slice() {
                let service = &mut self.witnesses[witness as usize];
                if !std::mem::replace(&mut service.is_passed, true) {
                    self.draw_near(component, witness);
                }
            }
        }
        current
    }

    /// Gives each witness a slot from its first box to its last; gives the most
    /// nodes there can be, without end where slots run out.
    fn lay_steps(&mut self, component: &Component) -> f64 {
        let (mut layer, mut nodes) = (1.0, 1.0);
        for &place in &self.order {
            let one = &component.boxes[place as usize];
            let mut step = Step {
                filled: place,
                size: one.squares.len() as u8,
                opened: 0,
                slots: Few::default(),
            };
            for &witness in one.witnesses.as_slice() {
                let service = &mut self.witnesses[witness as usize];
                let slot = match service.slot {
                    Some(slot) => slot,
                    None => {
                        let Some(slot) = self.free_slots.pop() else {
                            return f64::INFINITY;
                        };
                        step.opened |= Key::from(service.need) << (4 * slot);
                        *service.slot.insert(slot)
                    }
                };
                layer /= service.misses();
                service.room -= step.size;
                service.steps_left -= 1;
                layer *= service.misses();
                step.slots.push((slot, service.room));
            }
            for &witness in one.witnesses.as_slice() {
                let service = self.witnesses[witness as usize];
                if service.steps_left == 0 {
                    self.free_slots.extend(service.slot);
                }
            }
            self.steps.push(step);
            nodes += layer;
        }
        nodes
    }
}
