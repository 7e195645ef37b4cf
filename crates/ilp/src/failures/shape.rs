//! A hash of a set of literals that does not depend on their order or on the names
//! of the variables that are not in the head.
//!
//! Variables get colours that are refined until they are stable (colour refinement).
//! Where variables still have equal colours, each of them is singled out in turn, and
//! the least hash counts, so that only sets that are equal up to names share it.

use smallvec::SmallVec;
use stratalog_run::mix;

use super::literal::Literal;

type Colours = SmallVec<[u64; 12]>;

/// The hash of a set of literals whose first `heads` variables are those of the head.
pub(super) fn shape(literals: &[Literal], heads: usize) -> u64 {
    let highest = literals.iter().flat_map(|literal| &literal.args).max();
    let count = highest.map_or(heads, |&v| heads.max(usize::from(v) + 1));
    let colours: Colours = (0..count)
        .map(|v| if v < heads { mix(v as u64 + 2) } else { 1 })
        .collect();
    least_hash(literals, heads, colours)
}

fn least_hash(literals: &[Literal], heads: usize, mut colours: Colours) -> u64 {
    refine(literals, &mut colours);
    let others = &colours[heads..];
    let is_shared = |colour: &u64| others.iter().filter(|other| *other == colour).count() > 1;
    let shared = others.iter().filter(|colour| is_shared(colour)).min();
    let Some(&shared) = shared else {
        let hashes = literals.iter().map(|literal| hash(literal, &colours));
        return hashes.fold(0, u64::wrapping_add);
    };
    let members = (heads..colours.len()).filter(|&v| colours[v] == shared);
    let single = |v: usize| {
        let mut colours = colours.clone();
        colours[v] = mix(shared ^ 0x5bd1_e995);
        least_hash(literals, heads, colours)
    };
    members.map(single).min().unwrap_or_default()
}

/// Refines colours until no two variables of the same colour differ in the literals
/// they occur in.
fn refine(literals: &[Literal], colours: &mut Colours) {
    let mut different = distinct(colours);
    loop {
        let mut next = colours.clone();
        for literal in literals {
            let hash = hash(literal, colours);
            for (at, &v) in literal.args.iter().enumerate() {
                let own = &mut next[usize::from(v)];
                *own = own.wrapping_add(mix(hash.rotate_left(at as u32 + 1)));
            }
        }
        let now = distinct(&next);
        *colours = next;
        if now == different {
            return;
        }
        different = now;
    }
}

fn hash(literal: &Literal, colours: &Colours) -> u64 {
    let start = mix(u64::from(literal.predicate) + 1);
    literal.args.iter().fold(start, |hash, &v| {
        mix(hash.rotate_left(7) ^ colours[usize::from(v)])
    })
}

fn distinct(colours: &Colours) -> usize {
    let is_first = |at: &usize| !colours[..*at].contains(&colours[*at]);
    (0..colours.len()).filter(is_first).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn literals(all: &[(u16, &[u8])]) -> Vec<Literal> {
        all.iter()
            .map(|(predicate, args)| Literal {
                predicate: *predicate,
                args: SmallVec::from_slice(args),
            })
            .collect()
    }

    #[test]
    fn names_and_order_do_not_matter() {
        let one = literals(&[(0, &[0, 1]), (1, &[1, 2]), (2, &[2])]);
        let other = literals(&[(2, &[1]), (0, &[0, 2]), (1, &[2, 1])]);
        assert_eq!(shape(&one, 1), shape(&other, 1));
        let reversed = literals(&[(0, &[0, 1]), (1, &[2, 1]), (2, &[2])]);
        assert_ne!(shape(&one, 1), shape(&reversed, 1));
    }

    #[test]
    fn variables_in_equal_places_are_told_apart_by_what_they_share() {
        // A circle of six variables and two circles of three: refinement alone sees
        // no difference.
        let six = literals(&[
            (0, &[1, 2]),
            (0, &[2, 3]),
            (0, &[3, 4]),
            (0, &[4, 5]),
            (0, &[5, 6]),
            (0, &[6, 1]),
        ]);
        let threes = literals(&[
            (0, &[1, 2]),
            (0, &[2, 3]),
            (0, &[3, 1]),
            (0, &[4, 5]),
            (0, &[5, 6]),
            (0, &[6, 4]),
        ]);
        assert_ne!(shape(&six, 1), shape(&threes, 1));
    }
}
