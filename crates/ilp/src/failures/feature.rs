//! Features: the connected parts of rule bodies.
//!
//! The variables of the head have the values of the example. So the literals of a
//! body fall into parts that share no other variable, and a rule covers the
//! examples that all of its parts cover. Each part is joined once, up to the names
//! of its variables, and rules are formed from the parts by intersecting bits.
//!
//! Parts are enumerated by the number of literals. A part is left out, with
//! everything that extends it, if it covers no positive example, violates a
//! constraint for good, or has the same bindings as an earlier part; a literal
//! that every binding satisfies already is never added.

use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use stratalog_logic::Symbol;
use stratalog_run::mix;

use super::answer_set::{TestedClause, TestedLiteral};
use super::cover::Cover;
use super::language::Language;
use super::relation::{ArgSource, Bindings, Relations};

/// The most cells that the bindings of all features may have together; the
/// bindings of further features are computed again when they are needed.
const MAX_KEPT_CELLS: usize = 60_000_000;

/// A literal: a predicate of the language and its variables. Variables of the head
/// come first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Literal {
    pub predicate: u16,
    pub args: SmallVec<[u8; 6]>,
}

/// The arguments chosen so far, and the types of the variables they add.
type PartialLiteral = (SmallVec<[u8; 6]>, Vec<Option<Symbol>>);

/// A connected part of rule bodies.
pub(super) struct Feature {
    pub literals: Vec<Literal>,
    /// The types of the variables that are not in the head.
    pub types: Vec<Option<Symbol>>,
    /// The variables of the head that occur.
    pub head_mask: u32,
    pub cover: Cover,
    bindings: Option<Rc<Bindings>>,
    /// Whether every variable is connected to the head.
    pub is_connected: bool,
}

/// Enumerates the features of a language.
pub(super) struct Features<'p> {
    language: &'p Language,
    /// The features of each size, from 1.
    pub by_size: Vec<Vec<Feature>>,
    seen_literals: FxHashSet<u64>,
    seen_bindings: FxHashSet<(u64, u64)>,
    /// Types of which a clause can have no variable beyond those of its head.
    closed_types: Vec<Symbol>,
    kept_cells: usize,
    /// Whether a feature was left out because it has too many bindings.
    pub is_cut: bool,
    pub explored: u64,
}

impl<'p> Features<'p> {
    pub fn new(language: &'p Language) -> Features<'p> {
        Features {
            closed_types: closed_types(language),
            language,
            by_size: vec![Vec::new()],
            seen_literals: FxHashSet::default(),
            seen_bindings: FxHashSet::default(),
            kept_cells: 0,
            is_cut: false,
            explored: 0,
        }
    }

    /// Makes the features of the next size. `is_useful` says whether a feature that
    /// covers these examples can still be part of a better theory, and `may_go_on`
    /// is asked from time to time.
    pub fn grow(
        &mut self,
        relations: &mut Relations<'_>,
        is_useful: &dyn Fn(&Cover) -> bool,
        may_go_on: &dyn Fn() -> bool,
    ) {
        let size = self.by_size.len();
        let mut made = Vec::new();
        if size == 1 {
            let start = relations.start();
            let root = Feature {
                literals: Vec::new(),
                types: Vec::new(),
                head_mask: 0,
                cover: relations.cover(&start),
                bindings: Some(Rc::new(start)),
                is_connected: true,
            };
            self.extend(&root, relations, is_useful, &mut made, may_go_on);
        } else {
            let parents = std::mem::take(&mut self.by_size[size - 1]);
            for parent in &parents {
                if !may_go_on() {
                    break;
                }
                // A literal over head variables alone is a part of its own.
                if !parent.types.is_empty() && is_useful(&parent.cover) {
                    self.extend(parent, relations, is_useful, &mut made, may_go_on);
                }
            }
            self.by_size[size - 1] = parents;
        }
        self.by_size.push(made);
        // The bindings of smaller features are no longer needed.
        for feature in &mut self.by_size[size - 1] {
            if let Some(bindings) = feature.bindings.take() {
                self.kept_cells = self.kept_cells.saturating_sub(bindings.cells.len());
            }
        }
    }

    fn extend(
        &mut self,
        parent: &Feature,
        relations: &mut Relations<'_>,
        is_useful: &dyn Fn(&Cover) -> bool,
        made: &mut Vec<Feature>,
        may_go_on: &dyn Fn() -> bool,
    ) {
        let mut bindings = parent.bindings.clone();
        let heads = self.language.head.functor.arity;
        for predicate in 0..self.language.body.len() {
            for (literal, added) in self.literals(parent, predicate) {
                if parent.literals.contains(&literal) || !self.is_new(parent, &literal) {
                    continue;
                }
                self.explored += 1;
                if self.explored.is_multiple_of(256) && !may_go_on() {
                    return;
                }
                let before = match &bindings {
                    Some(bindings) => bindings.clone(),
                    None => {
                        let Some(again) = self.bindings_of(&parent.literals, relations) else {
                            return;
                        };
                        bindings.insert(Rc::new(again)).clone()
                    }
                };
                let sources = sources(&literal, heads, before.width);
                let Some(joined) = relations.join(&before, predicate, &sources) else {
                    self.is_cut = true;
                    continue;
                };
                let head_mask = parent.head_mask | mask_of(&literal, heads);
                // Every binding satisfies the literal already.
                let is_implied = added.is_empty()
                    && joined.mask == before.mask
                    && joined.len() == before.len()
                    && !parent.literals.is_empty();
                if is_implied {
                    continue;
                }
                let cover = relations.cover(&joined);
                if !is_useful(&cover) {
                    continue;
                }
                let mut types = parent.types.clone();
                types.extend(added);
                if !self
                    .seen_bindings
                    .insert(fingerprint(&joined, &types, head_mask))
                    && !types.is_empty()
                {
                    continue;
                }
                let mut literals = parent.literals.clone();
                literals.push(literal);
                if self.is_forbidden(&literals) {
                    continue;
                }
                self.kept_cells += joined.cells.len();
                let is_kept = self.kept_cells < MAX_KEPT_CELLS && !types.is_empty();
                made.push(Feature {
                    is_connected: is_connected(&literals, heads),
                    literals,
                    types,
                    head_mask,
                    cover,
                    bindings: is_kept.then(|| Rc::new(joined)),
                });
            }
        }
    }

    /// The literals of a predicate that a feature may be extended by, with the types
    /// of the variables they add.
    fn literals(&self, parent: &Feature, predicate: usize) -> Vec<(Literal, Vec<Option<Symbol>>)> {
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
        partial.retain(|(args, added)| {
            let touches_own = args
                .iter()
                .any(|&v| (heads..known).contains(&usize::from(v)));
            let touches_head = args.iter().any(|&v| usize::from(v) < heads);
            if parent.types.is_empty() {
                // The first literal, or a nullary one.
                touches_head || is_floating && !added.is_empty() || args.is_empty()
            } else {
                touches_own || is_floating && !added.is_empty() && !touches_head
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

    /// Whether these literals, in any order, were not tried before.
    fn is_new(&mut self, parent: &Feature, literal: &Literal) -> bool {
        let hash = |literal: &Literal| {
            let mut hasher = rustc_hash::FxHasher::default();
            literal.hash(&mut hasher);
            mix(hasher.finish())
        };
        let sum = parent
            .literals
            .iter()
            .map(hash)
            .fold(hash(literal), u64::wrapping_add);
        self.seen_literals.insert(sum)
    }

    fn bindings_of(&self, literals: &[Literal], relations: &mut Relations<'_>) -> Option<Bindings> {
        let heads = self.language.head.functor.arity;
        let mut bindings = relations.start();
        for literal in literals {
            let sources = sources(literal, heads, bindings.width);
            bindings = relations.join(&bindings, usize::from(literal.predicate), &sources)?;
        }
        Some(bindings)
    }

    fn is_forbidden(&self, literals: &[Literal]) -> bool {
        self.language.constraints.has_constraints()
            && self
                .language
                .is_violated(&tested(self.language, literals, 0), false)
    }
}

/// A clause of these literals, to be tested against constraints.
pub(super) fn tested(language: &Language, literals: &[Literal], number: i64) -> TestedClause {
    let heads: Vec<u8> = (0..language.head.functor.arity as u8).collect();
    let literal = |literal: &Literal| {
        let own = usize::from(literal.predicate);
        let declaration = language.body.get(own).unwrap_or(&language.head);
        declaration.tested(&literal.args)
    };
    TestedClause {
        number,
        head: language.head.tested(&heads),
        body: literals.iter().map(literal).collect(),
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

pub(super) fn sources(literal: &Literal, heads: usize, width: usize) -> Vec<ArgSource> {
    let source = |&variable: &u8| {
        let variable = usize::from(variable);
        if variable < heads {
            ArgSource::Head(variable)
        } else if variable < heads + width {
            ArgSource::Row(variable - heads)
        } else {
            ArgSource::New
        }
    };
    literal.args.iter().map(source).collect()
}

pub(super) fn mask_of(literal: &Literal, heads: usize) -> u32 {
    let own = literal.args.iter().filter(|&&v| usize::from(v) < heads);
    own.fold(0, |mask, &v| mask | 1 << v)
}

/// Whether every variable is connected to one of the head.
fn is_connected(literals: &[Literal], heads: usize) -> bool {
    let is_head = |v: u8| usize::from(v) < heads;
    let mut reached: Vec<u8> = Vec::new();
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for literal in literals {
            let touches = literal.args.is_empty()
                || literal
                    .args
                    .iter()
                    .any(|&v| is_head(v) || reached.contains(&v));
            for &v in literal.args.iter().filter(|_| touches) {
                if !is_head(v) && !reached.contains(&v) {
                    reached.push(v);
                    has_changed = true;
                }
            }
        }
    }
    let mut all = literals.iter().flat_map(|literal| &literal.args);
    all.all(|&v| is_head(v) || reached.contains(&v))
}

/// A hash of the rows that depends neither on their order nor on the order of the
/// columns, unless two columns are equal.
fn fingerprint(bindings: &Bindings, types: &[Option<Symbol>], head_mask: u32) -> (u64, u64) {
    let hash = |value: &dyn Fn(&mut rustc_hash::FxHasher)| {
        let mut hasher = rustc_hash::FxHasher::default();
        value(&mut hasher);
        mix(hasher.finish())
    };
    let mut columns: Vec<(u64, usize)> = (0..bindings.width)
        .map(|at| {
            let kind = hash(&|hasher| types.get(at).hash(hasher));
            let sum = bindings.rows().fold(kind, |sum, row| {
                let pair = u64::from(row[0]) << 32 | u64::from(row[at + 1]);
                sum.wrapping_add(mix(pair ^ kind))
            });
            (sum, at)
        })
        .collect();
    columns.sort_unstable();
    let mut sums = (u64::from(head_mask), mix(u64::from(head_mask) + 1));
    for (sum, _) in &columns {
        sums.0 = mix(sums.0 ^ sum);
        sums.1 = mix(sums.1.wrapping_add(*sum));
    }
    for row in bindings.rows() {
        let mut one = u64::from(row[0]);
        for (_, at) in &columns {
            one = mix(one.rotate_left(11) ^ u64::from(row[at + 1]));
        }
        sums.0 = sums.0.wrapping_add(mix(one));
        sums.1 = sums.1.wrapping_add(mix(one ^ 0x9e37_79b9_7f4a_7c15));
    }
    sums
}
