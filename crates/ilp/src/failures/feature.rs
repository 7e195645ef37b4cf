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
//!
//! Features that are not parts of rules yet, because two parts stand beside each other
//! until a literal connects them, are extended like the others (`refinement`).

use rustc_hash::FxHashSet;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use stratalog_logic::Symbol;
use stratalog_run::{mix, threads};

use super::beam::picked;
use super::bindings::{ArgSource, Bindings, Projections};
use super::cover::Cover;
use super::language::Language;
use super::literal::{Literal, is_connected, is_linked, mask_of, sources, tested};
use super::refinement::Refinements;
use super::relation::Relations;
use super::rule::Flow;
use super::search::Step;
use super::shape::shape;

/// The most cells that the bindings of all features may have together; the
/// bindings of further features are computed again when they are needed.
const MAX_KEPT_CELLS: usize = 30_000_000;

/// The most features that are extended together, and about the most cells that their
/// bindings may have.
const GROUP: usize = 64;
const GROUP_CELLS: usize = 8_000_000;
/// The rows to be joined that are worth several threads.
const WORTH_THREADS: usize = 10_000;
/// Candidates between two looks at the budget.
const BETWEEN_CHECKS: usize = 16;

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
    parent: Option<Arc<Bindings>>,
    /// Whether it is a part of rules: all its variables are connected to the head and,
    /// without the head, to each other.
    pub is_part: bool,
}

/// The bindings of a feature.
struct Joined {
    bindings: Bindings,
    fingerprint: (u64, u64),
    /// Whether the last literal holds for every binding of the others.
    is_implied: bool,
}

/// A feature that is to be extended.
struct Extension {
    bindings: Arc<Bindings>,
    candidates: Vec<Candidate>,
    /// Whether the new features keep the bindings.
    is_kept: bool,
}

/// A feature whose cover is not known yet.
struct Candidate {
    literals: Vec<Literal>,
    types: Vec<Option<Symbol>>,
    head_mask: u32,
    /// Where the arguments of the last literal come from.
    sources: Vec<ArgSource>,
}

/// What became of a candidate.
enum Outcome {
    Made(Box<Feature>),
    Useless,
    /// Its cover is not known yet.
    Open,
}

impl Candidate {
    /// The predicate of the last literal.
    fn predicate(&self) -> usize {
        self.literals
            .last()
            .map_or(0, |literal| usize::from(literal.predicate))
    }
}

/// What was made of the features of one size when the search paused.
struct Paused {
    made: Vec<Feature>,
    /// How many of the features that are extended were.
    extended: usize,
}

/// Enumerates the features of a language.
pub(super) struct Features<'p> {
    language: &'p Language,
    /// The features of each size, from 1.
    pub by_size: Vec<Vec<Feature>>,
    seen_shapes: FxHashSet<u64>,
    seen_bindings: FxHashSet<(u64, u64)>,
    refinements: Refinements<'p>,
    /// The features of the next size that were made before the search paused.
    paused: Option<Paused>,
    kept_cells: usize,
    /// The size of the smallest rules that may have been left out, because a feature has
    /// too many bindings or the search is narrow.
    pub left_out: usize,
    pub explored: u64,
}

impl<'p> Features<'p> {
    pub fn new(language: &'p Language) -> Features<'p> {
        Features {
            refinements: Refinements::new(language),
            paused: None,
            language,
            by_size: vec![Vec::new()],
            seen_shapes: FxHashSet::default(),
            seen_bindings: FxHashSet::default(),
            kept_cells: 0,
            left_out: usize::MAX,
            explored: 0,
        }
    }

    /// Makes the features of the next size, and returns whether it came to an end before
    /// a pause. Parents are extended in groups, and those of a group by several threads;
    /// what is made is the same on any number of them.
    pub fn grow(&mut self, relations: &mut Relations<'_>, step: &Step<'_>) -> bool {
        let size = self.by_size.len();
        let paused = self.paused.take();
        let (mut made, mut done) = paused.map_or((Vec::new(), 0), |own| (own.made, own.extended));
        if size == 1 {
            let start = Arc::new(relations.start());
            let root = Feature {
                literals: Vec::new(),
                types: Vec::new(),
                head_mask: 0,
                flow: Flow::default(),
                cover: relations.cover(&start),
                parent: None,
                is_part: true,
            };
            let extension = self.extension(&root, start, relations);
            self.extend(vec![extension], relations, step, &mut made);
        } else {
            let mut parents = std::mem::take(&mut self.by_size[size - 1]);
            let extended: Vec<usize> = match step.beam {
                Some(beam) => beam.best(parents.iter().map(|own| &own.cover), beam.width),
                None => (0..parents.len()).collect(),
            };
            if extended.len() < parents.len() {
                self.left_out = 0;
            }
            while done < extended.len() && step.may_join(relations.work) {
                let count = self.group(&parents, &extended[done..], relations);
                let group = &extended[done..done + count];
                done += count;
                let joins = group.iter().filter_map(|&at| {
                    let feature = &mut parents[at];
                    let parent = feature.parent.take();
                    // A literal over head variables alone is a part of its own.
                    let is_extended =
                        !feature.types.is_empty() && (step.is_useful)(size + 1, &feature.cover);
                    is_extended.then_some((at, parent))
                });
                let joins: Vec<(usize, Option<Arc<Bindings>>)> = joins.collect();
                let joined = self.bindings(&parents, joins, relations);
                let mut extensions = Vec::new();
                for (at, joined) in joined {
                    let Some(joined) = joined else {
                        self.left_out = self.left_out.min(size + 1);
                        continue;
                    };
                    if !joined.is_implied && self.seen_bindings.insert(joined.fingerprint) {
                        let bindings = Arc::new(joined.bindings);
                        extensions.push(self.extension(&parents[at], bindings, relations));
                    }
                }
                self.extend(extensions, relations, step, &mut made);
            }
            if done < extended.len() && step.pauses {
                self.by_size[size - 1] = parents;
                let extended = done;
                self.paused = Some(Paused { made, extended });
                return false;
            }
            // Bindings are needed once.
            parents.iter_mut().for_each(|own| own.parent = None);
            self.by_size[size - 1] = parents;
        }
        if let Some(beam) = step.beam {
            let best = beam.best(made.iter().map(|own| &own.cover), 8 * beam.width);
            if best.len() < made.len() {
                self.left_out = 0;
            }
            made = picked(made, &best);
        }
        self.kept_cells = 0;
        self.by_size.push(made);
        true
    }

    /// How many of the next features are extended together.
    fn group(&self, features: &[Feature], next: &[usize], relations: &Relations<'_>) -> usize {
        let heads = self.language.head.functor.arity;
        let mut cells = 0_usize;
        let is_within = |at: &&usize| {
            let feature = &features[**at];
            let own = match (&feature.parent, feature.literals.last()) {
                (Some(parent), Some(last)) => {
                    let sources = sources(last, heads, parent.width);
                    relations.expected_cells(parent, usize::from(last.predicate), &sources)
                }
                // Its bindings were too many to be kept.
                _ => GROUP_CELLS / 8,
            };
            cells = cells.saturating_add(own);
            cells <= GROUP_CELLS
        };
        let within = next.iter().take(GROUP).take_while(is_within);
        within.count().max(1)
    }

    /// The bindings of features, given those of their literals but the last where they
    /// were kept; `None` if there are too many.
    fn bindings(
        &self,
        features: &[Feature],
        joins: Vec<(usize, Option<Arc<Bindings>>)>,
        relations: &mut Relations<'_>,
    ) -> Vec<(usize, Option<Joined>)> {
        let heads = self.language.head.functor.arity;
        let mut rows = 0;
        let mut prepared = Vec::with_capacity(joins.len());
        for (at, parent) in joins {
            let literals = &features[at].literals;
            let (Some(last), before) = (literals.last(), literals.len().saturating_sub(1)) else {
                continue;
            };
            let parent = match parent {
                Some(parent) => Some(parent),
                None => self
                    .bindings_of(&literals[..before], relations)
                    .map(Arc::new),
            };
            let mut joined = None;
            if let Some(parent) = &parent {
                let sources = sources(last, heads, parent.width);
                let predicate = usize::from(last.predicate);
                relations.prepare_join(parent.mask, predicate, &sources);
                rows += parent.len();
                if !relations.is_table(predicate) {
                    // Only one thread calls the logic engine.
                    joined = Some(relations.join(parent, predicate, &sources));
                }
            }
            prepared.push((at, parent, joined));
        }
        let tables = relations.tables();
        let compare = |at: usize, parent: &Bindings, bindings: Option<Bindings>| {
            let feature = &features[at];
            let first = feature
                .literals
                .split_last()
                .map_or(&[][..], |(_, first)| first);
            bindings.map(|bindings| Joined {
                is_implied: bindings.width == parent.width
                    && bindings.mask == parent.mask
                    && bindings.len() == parent.len()
                    && !first.is_empty()
                    && feature.flow == Flow::of(self.language, first),
                fingerprint: fingerprint(&bindings, feature),
                bindings,
            })
        };
        let join = |number: usize| {
            let (at, parent, joined) = &prepared[number];
            let (Some(parent), None, Some(last)) = (parent, joined, features[*at].literals.last())
            else {
                return (None, 0);
            };
            let sources = sources(last, heads, parent.width);
            let (bindings, work) = tables.join(parent, usize::from(last.predicate), &sources);
            (compare(*at, parent, bindings), work)
        };
        let by_tables: Vec<(Option<Joined>, u64)> = if rows > WORTH_THREADS {
            threads::map(0..prepared.len() as u64, |number| join(number as usize))
        } else {
            (0..prepared.len()).map(join).collect()
        };
        relations.work += by_tables.iter().map(|(_, work)| work).sum::<u64>();
        let pairs = prepared.into_iter().zip(by_tables);
        let finished = pairs.map(
            |((at, parent, joined), (by_tables, _))| match (parent, joined) {
                (Some(parent), Some(bindings)) => (at, compare(at, &parent, bindings)),
                _ => (at, by_tables),
            },
        );
        finished.collect()
    }

    /// The literals that a feature is extended by, each shape once.
    fn extension(
        &mut self,
        parent: &Feature,
        bindings: Arc<Bindings>,
        relations: &mut Relations<'_>,
    ) -> Extension {
        let heads = self.language.head.functor.arity;
        let mut candidates = Vec::new();
        for predicate in 0..self.language.body.len() {
            for (literal, added) in self.refinements.literals(parent, predicate) {
                if parent.literals.contains(&literal) {
                    continue;
                }
                let mut literals = parent.literals.clone();
                literals.push(literal);
                if !self.seen_shapes.insert(shape(&literals, heads)) {
                    continue;
                }
                self.explored += 1;
                let literal = &literals[literals.len() - 1];
                let sources = sources(literal, heads, bindings.width);
                relations.prepare_join(bindings.mask, predicate, &sources);
                let mut types = parent.types.clone();
                types.extend(added);
                candidates.push(Candidate {
                    head_mask: parent.head_mask | mask_of(literal, heads),
                    literals,
                    types,
                    sources,
                });
            }
        }
        self.kept_cells += bindings.cells.len();
        Extension {
            is_kept: self.kept_cells < MAX_KEPT_CELLS,
            bindings,
            candidates,
        }
    }

    /// Makes the features of some extensions that may be useful.
    fn extend(
        &self,
        extensions: Vec<Extension>,
        relations: &mut Relations<'_>,
        step: &Step<'_>,
        made: &mut Vec<Feature>,
    ) {
        let rows = extensions
            .iter()
            .map(|own| own.bindings.len() * own.candidates.len());
        let is_worth_threads = rows.sum::<usize>() > WORTH_THREADS;
        let tables = relations.tables();
        let by_tables = |extension: &Extension| {
            let mut projections = Projections::new(&extension.bindings);
            let mut work = 0;
            let mut is_stopped = false;
            let outcome = |(at, candidate): (usize, &Candidate)| {
                let predicate = candidate.predicate();
                is_stopped = is_stopped || at % BETWEEN_CHECKS == 0 && step.is_stopped();
                if is_stopped || !tables.is_table(predicate) {
                    return Outcome::Open;
                }
                let (cover, own) =
                    tables.cover_of_join(&mut projections, predicate, &candidate.sources);
                work += own;
                match self.feature(candidate, cover, extension, step) {
                    Some(feature) => Outcome::Made(Box::new(feature)),
                    None => Outcome::Useless,
                }
            };
            let candidates = extension.candidates.iter().enumerate();
            let outcomes: Vec<Outcome> = candidates.map(outcome).collect();
            (outcomes, work)
        };
        let found: Vec<(Vec<Outcome>, u64)> = if is_worth_threads {
            threads::map(0..extensions.len() as u64, |at| {
                by_tables(&extensions[at as usize])
            })
        } else {
            extensions.iter().map(by_tables).collect()
        };
        relations.work += found.iter().map(|(_, work)| work).sum::<u64>();
        for (extension, (outcomes, _)) in extensions.iter().zip(found) {
            let mut projections = Projections::new(&extension.bindings);
            for (candidate, outcome) in extension.candidates.iter().zip(outcomes) {
                match outcome {
                    Outcome::Made(feature) => made.push(*feature),
                    Outcome::Useless => {}
                    Outcome::Open if step.is_stopped() => return,
                    Outcome::Open => {
                        // Only one thread calls the logic engine.
                        let predicate = candidate.predicate();
                        let sources = &candidate.sources;
                        let cover = relations.cover_of_join(&mut projections, predicate, sources);
                        made.extend(self.feature(candidate, cover, extension, step));
                    }
                }
            }
        }
    }

    /// The feature of a candidate with this cover, if it may be useful.
    fn feature(
        &self,
        candidate: &Candidate,
        cover: Cover,
        extension: &Extension,
        step: &Step<'_>,
    ) -> Option<Feature> {
        let literals = &candidate.literals;
        let heads = self.language.head.functor.arity;
        if !(step.is_useful)(literals.len() + 1, &cover) || self.is_forbidden(literals) {
            return None;
        }
        Some(Feature {
            is_part: is_connected(literals, heads) && is_linked(literals, heads),
            flow: Flow::of(self.language, literals),
            literals: literals.clone(),
            types: candidate.types.clone(),
            head_mask: candidate.head_mask,
            cover,
            parent: extension.is_kept.then(|| extension.bindings.clone()),
        })
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
