//! Numbered calls on the threads of the current pool.

use std::ops::Range;
use std::sync::Mutex;

use rayon::prelude::*;

/// The results of a call for each number, in the order of the numbers.
///
/// The threads run one copy of the code, which knows the call by reference and
/// nothing of its results: parallel iterators would be compiled anew for every
/// caller. A call should take microseconds or more.
pub fn map<T: Send>(numbers: Range<u64>, call: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let results: Vec<Mutex<Option<T>>> = numbers.clone().map(|_| Mutex::new(None)).collect();
    let first = numbers.start;
    each(numbers, &|number| {
        let result = call(number);
        let mut place = results[(number - first) as usize].lock();
        // Each place has one writer, and a panic ends all of it.
        **place.as_mut().expect("nobody else locks it") = Some(result);
    });
    let results = results.into_iter();
    results
        .map(|place| place.into_inner().ok().flatten())
        .map(|result| result.expect("every number was called"))
        .collect()
}

fn each(numbers: Range<u64>, call: &(dyn Fn(u64) + Sync)) {
    numbers.into_par_iter().for_each(call);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_their_numbers() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build();
        let squares = pool
            .expect("three threads")
            .install(|| map(5..2000, |number| number * number));
        assert!(
            squares
                .iter()
                .zip(5..2000)
                .all(|(&square, n)| square == n * n)
        );
        assert_eq!(squares.len(), 1995);
        assert!(map(3..3, |number| number).is_empty());
    }
}
