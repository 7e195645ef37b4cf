//! The values of parts added up, with as little search as possible.

use smallvec::{SmallVec, smallvec};

/// Adds up the values of parts, of which bounds are known: exact when above
/// `floor`, else an upper bound of at most `floor`. `search` gives the value of
/// a part: exact when above the floor it is given, else an upper bound.
///
/// To show that the sum is not above the floor, each part need only be shown to
/// be at most its share of it. So every part is searched above its share first,
/// which is far less work than an exact value. Only if the parts turn out to be
/// worth more are those searched again whose value is not exact.
pub(super) fn add_up<E>(
    sure: u32,
    bounds: &mut [u32],
    floor: u32,
    mut search: impl FnMut(usize, u32) -> Result<u32, E>,
) -> Result<u32, E> {
    let mut bound_left: u64 = bounds.iter().map(|&bound| u64::from(bound)).sum();
    let mut hope = sure + bound_left as u32;
    let mut floor_left = floor.saturating_sub(sure);
    let mut is_exact: SmallVec<[bool; 64]> = smallvec![false; bounds.len()];
    for is_second in [false, true] {
        for (part, bound) in bounds.iter_mut().enumerate() {
            if hope <= floor {
                return Ok(hope);
            }
            if is_exact[part] {
                continue;
            }
            let others = hope - *bound;
            let mut own_floor = floor.saturating_sub(others);
            if !is_second {
                let share = u64::from(floor_left) * u64::from(*bound) / bound_left.max(1);
                bound_left -= u64::from(*bound);
                own_floor = own_floor.max(share as u32);
            }
            let value = search(part, own_floor)?.min(*bound);
            is_exact[part] = value > own_floor || own_floor == 0;
            floor_left = floor_left.saturating_sub(value);
            hope = others + value;
            *bound = value;
        }
    }
    Ok(hope)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_is_exact_above_the_floor_and_a_bound_of_it_below() {
        let values = [3, 0, 7, 2];
        let bounds = [5, 1, 12, 2];
        for floor in 0..25 {
            // A search that proves no more than it is asked for.
            let search = |part: usize, floor: u32| -> Result<u32, ()> {
                let value: u32 = values[part];
                Ok(if value > floor {
                    value
                } else {
                    floor.min(bounds[part])
                })
            };
            let sum = add_up(4, &mut bounds.clone(), floor, search).expect("no error");
            if floor < 16 {
                assert_eq!(sum, 16, "{floor}");
            } else {
                assert!((16..=floor).contains(&sum), "{floor} {sum}");
            }
        }
    }
}
