//! Refinements: the literals that a part of a body is extended by.
//!
//! A literal shares a variable with the part, or is the first one. Where the inputs of
//! predicates need values, two parts may have to stand beside each other before a
//! literal can connect them: `size(A, B), size(C, D), bigger(B, D)`. Until they are
//! connected, only literals that lead to new variables are added, and the first part has
//! no tests: those follow when there is one part again.

use smallvec::SmallVec;
use stratalog_logic::Symbol;

use super::answer_set::TestedLiteral;
use super::feature::Feature;
use super::language::Language;
use super::literal::{Literal, is_connected, linked_to_first, tested};

/// The arguments chosen so far, and the types of the variables they add.
type PartialLiteral = (SmallVec<[u8; 6]>, Vec<Option<Symbol>>);

/// A predicate that can connect two parts.
#[derive(PartialEq)]
struct Link {
    /// The type of a variable of the first part.
    from: Option<Symbol>,
    /// Whether the predicate could not give this variable its value.
    is_test: bool,
    /// The type of a variable that leads to one that the predicate needs.
    to: Option<Symbol>,
}

/// How the parts of bodies are extended.
pub(super) struct Refinements<'p> {
    language: &'p Language,
    links: Vec<Link>,
    /// Types of which a clause can have no variable beyond those of its head.
    closed_types: Vec<Symbol>,
}

impl<'p> Refinements<'p> {
    pub fn new(language: &'p Language) -> Refinements<'p> {
        Refinements {
            links: links(language),
            closed_types: closed_types(language),
            language,
        }
    }

    /// The literals of a predicate that a feature may be extended by, with the types
    /// of the variables they add.
    pub fn literals(
        &self,
        parent: &Feature,
        predicate: usize,
    ) -> Vec<(Literal, Vec<Option<Symbol>>)> {
        let declaration = &self.language.body[predicate];
        let heads = self.language.head.functor.arity;
        let known = heads + parent.types.len();
        let mut partial: Vec<PartialLiteral> = vec![(SmallVec::new(), Vec::new())];
        for at in 0..declaration.functor.arity {
            let kind = declaration.types[at];
            let mut next = Vec::new();
            for (args, added) in partial {
                for variable in 0..known {
                    let its = if variable < heads {
                        self.language.head.types[variable]
                    } else {
                        parent.types[variable - heads]
                    };
                    let fits = its.is_none() || kind.is_none() || its == kind;
                    if fits && !args.contains(&(variable as u8)) {
                        let mut args = args.clone();
                        args.push(variable as u8);
                        next.push((args, added.clone()));
                    }
                }
                let is_open = known + added.len() < self.language.max_variables
                    && !declaration.is_input(at)
                    && kind.is_none_or(|kind| !self.closed_types.contains(&kind));
                if is_open {
                    let mut args = args;
                    args.push((known + added.len()) as u8);
                    let mut added = added;
                    added.push(kind);
                    next.push((args, added));
                }
            }
            partial = next;
        }
        let is_floating = declaration.directions.is_some()
            && (0..declaration.functor.arity).all(|at| !declaration.is_input(at));
        let connection = Connection::of(parent, heads);
        partial.retain(|(args, added)| {
            let touches_own = args
                .iter()
                .any(|&v| (heads..known).contains(&usize::from(v)));
            let touches_head = args.iter().any(|&v| usize::from(v) < heads);
            let floats = is_floating && !added.is_empty() && !touches_head;
            if parent.types.is_empty() {
                // The first literal, or a nullary one.
                return touches_head || floats || args.is_empty();
            }
            if !touches_own {
                let may_stand_beside = || match &connection {
                    Connection::OnePart { direct } => self.may_link(parent, direct, added),
                    _ => false,
                };
                return floats || touches_head && may_stand_beside();
            }
            match &connection {
                Connection::TwoParts { first } => {
                    let mut own = args.iter().filter(|v| usize::from(**v) >= heads);
                    let touches_first = own.clone().any(|v| first.contains(v));
                    let touches_second = own.any(|v| usize::from(*v) < known && !first.contains(v));
                    touches_second && (touches_first || !added.is_empty())
                }
                _ => true,
            }
        });
        let literal = |args| Literal {
            predicate: predicate as u16,
            args,
        };
        partial
            .into_iter()
            .map(|(args, added)| (literal(args), added))
            .collect()
    }

    /// Whether a literal with these new variables may stand beside a part until another
    /// one connects the two.
    fn may_link(&self, part: &Feature, direct: &[bool], added: &[Option<Symbol>]) -> bool {
        let fits = |one: Option<Symbol>, other: Option<Symbol>| {
            one.is_none() || other.is_none() || one == other
        };
        self.links.iter().any(|link| {
            let mut own = part.types.iter().zip(direct);
            // A literal that gives a value to a variable that the head leads to can be
            // added before the literal that leads there.
            own.any(|(&kind, is_direct)| (link.is_test || !is_direct) && fits(kind, link.from))
                && added.iter().any(|&kind| fits(kind, link.to))
        })
    }
}

/// The types of which the constraints allow no variable beyond those of the head.
fn closed_types(language: &Language) -> Vec<Symbol> {
    let mut kinds: Vec<Symbol> = Vec::new();
    let declared = language.body.iter().flat_map(|own| &own.types).flatten();
    for kind in declared {
        if !kinds.contains(kind) {
            kinds.push(*kind);
        }
    }
    kinds.retain(|kind| {
        let mut clause = tested(language, &[], 0);
        clause.body.push(TestedLiteral {
            name: Symbol::new("$any"),
            variables: vec![language.head.functor.arity],
            types: vec![Some(*kind)],
        });
        language.is_violated(&clause, false)
    });
    kinds
}

/// How the variables of a feature that are not in the head are connected.
enum Connection {
    /// They are, and which of them occurs in a literal without another one.
    OnePart { direct: Vec<bool> },
    /// There are two parts, each with variables of the head; the variables of the first.
    TwoParts { first: SmallVec<[u8; 8]> },
    /// Parts wait for something else, or nothing may stand beside them.
    Other,
}

impl Connection {
    fn of(feature: &Feature, heads: usize) -> Connection {
        let literals = &feature.literals;
        let is_own = |v: &&u8| usize::from(**v) >= heads;
        if !feature.is_part {
            if !is_connected(literals, heads) {
                return Connection::Other;
            }
            let first = linked_to_first(literals, heads);
            return Connection::TwoParts { first };
        }
        let mut direct = vec![false; feature.types.len()];
        let mut known = heads;
        for literal in literals {
            let own = literal.args.iter().filter(is_own);
            let first_new = known;
            known = own
                .clone()
                .map(|&v| usize::from(v) + 1)
                .fold(known, usize::max);
            let mut own = own.map(|&v| usize::from(v));
            if let (Some(only), None) = (own.next(), own.next()) {
                if only < first_new {
                    // A test, which can follow when there is one part again.
                    return Connection::Other;
                }
                direct[only - heads] = true;
            }
        }
        Connection::OnePart { direct }
    }
}

/// The predicates that can connect two parts, each with the types that lead to an input.
fn links(language: &Language) -> Vec<Link> {
    let mut found = Vec::new();
    for declaration in &language.body {
        let places = 0..declaration.functor.arity;
        for needed in places.clone().filter(|&at| declaration.is_input(at)) {
            let leading = leading_to(declaration.types[needed], language);
            for from in places.clone().filter(|&at| at != needed) {
                for &to in &leading {
                    let link = Link {
                        from: declaration.types[from],
                        is_test: declaration.is_input(from),
                        to,
                    };
                    if !found.contains(&link) {
                        found.push(link);
                    }
                }
            }
        }
    }
    found
}

/// The types of variables from which predicates lead to one of this type.
fn leading_to(kind: Option<Symbol>, language: &Language) -> Vec<Option<Symbol>> {
    let mut leading = vec![kind];
    let mut done = 0;
    while let Some(&target) = leading.get(done) {
        done += 1;
        for declaration in &language.body {
            let gives = |at: usize| {
                !declaration.is_input(at) && (target.is_none() || declaration.types[at] == target)
            };
            let places = 0..declaration.functor.arity;
            for given in places.clone().filter(|&at| gives(at)) {
                for from in places.clone().filter(|&at| at != given) {
                    if !leading.contains(&declaration.types[from]) {
                        leading.push(declaration.types[from]);
                    }
                }
            }
        }
    }
    leading
}
