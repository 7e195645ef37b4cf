//! What may change in an answer-set program when literals are added to the clause that
//! it describes. A violation of a constraint remains if none of its conditions can
//! become false.

use stratalog_logic::Symbol;

use super::evaluation::MAX_DEPTH;
use super::{BiasProgram, Comparison, Condition};

/// Whether something false may become true, and something true false.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Growth {
    pub may_begin: bool,
    pub may_end: bool,
}

const FIXED: Growth = Growth {
    may_begin: false,
    may_end: false,
};
const GROWS: Growth = Growth {
    may_begin: true,
    may_end: false,
};
const SHRINKS: Growth = Growth {
    may_begin: false,
    may_end: true,
};
const CHANGES: Growth = Growth {
    may_begin: true,
    may_end: true,
};

impl Growth {
    fn or(self, other: Growth) -> Growth {
        Growth {
            may_begin: self.may_begin || other.may_begin,
            may_end: self.may_end || other.may_end,
        }
    }

    fn reversed(self) -> Growth {
        Growth {
            may_begin: self.may_end,
            may_end: self.may_begin,
        }
    }

    /// The growth of a condition. Rules that call each other deeper than `MAX_DEPTH` may
    /// change in any way.
    pub fn of(condition: &Condition, program: &BiasProgram, depth: usize) -> Growth {
        match condition {
            Condition::Compare(..) => FIXED,
            Condition::Holds(atom) => of_predicate(atom.name, atom.args.len(), program, depth),
            Condition::Fails(atom) => {
                of_predicate(atom.name, atom.args.len(), program, depth).reversed()
            }
            Condition::Count(elements, comparison, _) => {
                let inner = elements.iter().flat_map(|element| &element.conditions);
                let number = of_all(inner, program, depth);
                match comparison {
                    Comparison::Greater | Comparison::AtLeast => number,
                    Comparison::Less | Comparison::AtMost => number.reversed(),
                    Comparison::Equal | Comparison::Unequal if number == FIXED => FIXED,
                    Comparison::Equal | Comparison::Unequal => CHANGES,
                }
            }
        }
    }
}

fn of_all<'c>(
    conditions: impl Iterator<Item = &'c Condition>,
    program: &BiasProgram,
    depth: usize,
) -> Growth {
    conditions.fold(FIXED, |all, own| all.or(Growth::of(own, program, depth)))
}

fn of_predicate(name: Symbol, arity: usize, program: &BiasProgram, depth: usize) -> Growth {
    match (name.as_str(), arity) {
        ("body_literal", 4)
        | ("body_var", 2)
        | ("clause_var", 2)
        | ("var_type", 3)
        | ("var_in_literal", 4)
        | ("recursive_clause", 3)
        | ("vars", 2) => return GROWS,
        ("base_clause", 3) => return SHRINKS,
        ("body_size", 2) => return CHANGES,
        _ => {}
    }
    let rules = program.rules.get(&(name, arity));
    let mut rules = rules.into_iter().flatten().peekable();
    if rules.peek().is_some() && depth >= MAX_DEPTH {
        return CHANGES;
    }
    of_all(rules.flat_map(|rule| &rule.body), program, depth + 1)
}
