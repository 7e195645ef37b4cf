//! Features: the connected parts of rule bodies.
//!
//! The variables of the head have the values of the example. So the literals of a
//! body fall into parts that share no other variable, and a rule covers the
//! examples that all of its parts cover. Each part is joined once, up to the names
//! of its variables, and rules are formed from the parts by intersecting bits.
//!
//! Parts are enumerated by the number of literals. Only the examples that a new part
//! covers are computed; its bindings follow when it is extended. A part is not
//! extended if it covers no positive example, violates a constraint for good, has the
//! same bindings as an earlier part, or has a literal that every binding of the others
//! satisfies.

use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use stratalog_logic::Symbol;
use stratalog_run::mix;

use super::answer_set::{TestedClause, TestedLiteral};
use super::beam::picked;
use super::bindings::{ArgSource, Bindings, Projections};
use super::cover::Cover;
use super::language::Language;
use super::relation::Relations;
use super::rule::Flow;
use super::search::Step;
use super::shape::shape;

/// The most cells that the bindings of all features may have together; the
/// bindings of further features are computed again when they are needed.
const MAX_KEPT_CELLS: usize = 30_000_000;

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
    pub flow: Flow,
    pub cover: Cover,
    /// The bindings of all literals but the last, until the feature is extended.
    parent: Option<Rc<Bindings>>,
    /// Whether every variable is connected to the head.
    pub is_connected: bool,
}

/// Enumerates the features of a language.
pub(super) struct Features<'p> {
    language: &'p Language,
    /// The features of each size, from 1.
    pub by_size: Vec<Vec<Feature>>,
    seen_shapes: FxHashSet<u64>,
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
            seen_shapes: FxHashSet::default(),
            seen_bindings: FxHashSet::default(),
            kept_cells: 0,
            is_cut: false,
            explored: 0,
        }
    }

    /// Makes the features of the next size.
    pub fn grow(&mut self, relations: &mut Relations<'_>, step: &Step<'_>) {
        let size = self.by_size.len();
        let mut made = Vec::new();
        if size == 1 {
            let start = Rc::new(relations.start());
            let root = Feature {
                literals: Vec::new(),
                types: Vec::new(),
                head_mask: 0,
                flow: Flow::default(),
                cover: relations.cover(&start),
                parent: None,
                is_connected: true,
            };
            self.extend(&root, &start, relations, step, &mut made);
        } else {
            let mut parents = std::mem::take(&mut self.by_size[size - 1]);
            let extended: Vec<usize> = match step.beam {
                Some(beam) => beam.best(parents.iter().map(|own| &own.cover), beam.width),
                None => (0..parents.len()).collect(),
            };
            self.is_cut |= extended.len() < parents.len();
            for at in extended {
                let feature = &mut parents[at];
                if !step.may_join(relations.work) {
                    break;
                }
                let parent = feature.parent.take();
                // A literal over head variables alone is a part of its own.
                if feature.types.is_empty() || !(step.is_useful)(size + 1, &feature.cover) {
                    continue;
                }
                if let Some(bindings) = self.bindings(feature, parent, relations) {
                    let bindings = Rc::new(bindings);
                    self.extend(feature, &bindings, relations, step, &mut made);
                }
            }
            // Bindings are needed once.
            parents.iter_mut().for_each(|own| own.parent = None);
            self.by_size[size - 1] = parents;
        }
        if let Some(beam) = step.beam {
            let best = beam.best(made.iter().map(|own| &own.cover), 8 * beam.width);
            self.is_cut |= best.len() < made.len();
            made = picked(made, &best);
        }
        self.kept_cells = 0;
        self.by_size.push(made);
    }

    /// The bindings of a feature, given those of its literals but the last; `None` if
    /// it need not be extended: an earlier feature has the same bindings, its last
    /// literal holds for every binding of the others, or there are too many.
    fn bindings(
        &mut self,
        feature: &Feature,
        parent: Option<Rc<Bindings>>,
        relations: &mut Relations<'_>,
    ) -> Option<Bindings> {
        let heads = self.language.head.functor.arity;
        let (last, first) = feature.literals.split_last()?;
        let parent = match parent {
            Some(parent) => Some(parent),
            None => self.bindings_of(first, relations).map(Rc::new),
        };
        let joined = parent.as_ref().and_then(|parent| {
            let sources = sources(last, heads, parent.width);
            relations.join(parent, usize::from(last.predicate), &sources)
        });
        let (Some(parent), Some(joined)) = (parent, joined) else {
            self.is_cut = true;
            return None;
        };
        let is_implied = joined.width == parent.width
            && joined.mask == parent.mask
            && joined.len() == parent.len()
            && !first.is_empty()
            && feature.flow == Flow::of(self.language, first);
        let is_new = !is_implied && self.seen_bindings.insert(fingerprint(&joined, feature));
        is_new.then_some(joined)
    }

    fn extend(
        &mut self,
        parent: &Feature,
        bindings: &Rc<Bindings>,
        relations: &mut Relations<'_>,
        step: &Step<'_>,
        made: &mut Vec<Feature>,
    ) {
        let heads = self.language.head.functor.arity;
        self.kept_cells += bindings.cells.len();
        let is_kept = self.kept_cells < MAX_KEPT_CELLS;
        let mut projections = Projections::new(bindings);
        for predicate in 0..self.language.body.len() {
            for (literal, added) in self.literals(parent, predicate) {
                if parent.literals.contains(&literal) {
                    continue;
                }
                let mut literals = parent.literals.clone();
                literals.push(literal);
                if !self.seen_shapes.insert(shape(&literals, heads)) {
                    continue;
                }
                self.explored += 1;
                if self.explored.is_multiple_of(64) && !step.may_join(relations.work) {
                    return;
                }
                let literal = &literals[literals.len() - 1];
                let sources = sources(literal, heads, bindings.width);
                let cover = relations.cover_of_join(&mut projections, predicate, &sources);
                if !(step.is_useful)(literals.len() + 1, &cover) || self.is_forbidden(&literals) {
                    continue;
                }
                let head_mask = parent.head_mask | mask_of(literal, heads);
                let mut types = parent.types.clone();
                types.extend(added);
                made.push(Feature {
                    is_connected: is_connected(&literals, heads),
                    flow: Flow::of(self.language, &literals),
                    literals,
                    types,
                    head_mask,
                    cover,
                    parent: is_kept.then(|| bindings.clone()),
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
fn fingerprint(bindings: &Bindings, feature: &Feature) -> (u64, u64) {
    let head_mask = feature.head_mask;
    let hash = |value: &dyn Fn(&mut rustc_hash::FxHasher)| {
        let mut hasher = rustc_hash::FxHasher::default();
        value(&mut hasher);
        mix(hasher.finish())
    };
    let mut columns: Vec<(u64, usize)> = (0..bindings.width)
        .map(|at| {
            let kind = hash(&|hasher| feature.types.get(at).hash(hasher));
            let sum = bindings.rows().fold(kind, |sum, row| {
                let pair = u64::from(row[0]) << 32 | u64::from(row[at + 1]);
                sum.wrapping_add(mix(pair ^ kind))
            });
            (sum, at)
        })
        .collect();
    columns.sort_unstable();
    let flow = hash(&|hasher| feature.flow.hash(hasher));
    let mut sums = (u64::from(head_mask) ^ flow, mix(u64::from(head_mask) + 1));
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
