//! The passes of the search for recursive theories: which clauses each of them tries, and
//! their order.

/// The passes of the search, cheap ones first.
pub(super) const PASSES: [Pass; 20] = [
    Pass::new(2, 4, 1, Kind::Exact).plain(),
    Pass::new(3, 4, 1, Kind::Exact),
    Pass::new(3, 5, 1, Kind::Exact).plain(),
    Pass::new(1, 2, 1, Kind::Closures(SOME_WORK)).plain(),
    Pass::new(4, 4, 1, Kind::Exact)
        .plain()
        .with_positive_bases(),
    Pass::new(2, 5, 1, Kind::Pairs(FEW_PAIRS)).plain(),
    Pass::new(4, 3, 1, Kind::Exact),
    Pass::new(2, 3, 1, Kind::Tolerant),
    Pass::new(2, 4, 2, Kind::Exact),
    Pass::new(1, 3, 1, Kind::Closures(MUCH_WORK)).plain(),
    Pass::new(2, 4, 1, Kind::Exact).with_more_clauses(),
    Pass::new(2, 5, 1, Kind::Pairs(u64::MAX)).plain(),
    Pass::new(3, 5, 1, Kind::Pairs(u64::MAX)).plain(),
    Pass::new(2, 4, 1, Kind::Tolerant),
    Pass::new(3, 3, 1, Kind::Tolerant),
    Pass::new(3, 5, 1, Kind::Tolerant).plain(),
    Pass::new(3, 5, 1, Kind::Pairs(FEW_PAIRS))
        .plain()
        .with_more_clauses(),
    Pass::new(3, 6, 1, Kind::Exact),
    Pass::new(4, 6, 1, Kind::Exact),
    Pass::new(2, 5, 1, Kind::Pairs(u64::MAX)),
];
/// The clauses of a theory where the language has no limit, and in the pass that allows
/// more.
pub(super) const MAX_CLAUSES: usize = 2;
pub(super) const MORE_CLAUSES: usize = 3;
/// The rows that may be joined for base clauses of clauses that hand on their outputs.
pub(super) const SOME_WORK: u64 = 4_000_000;
const MUCH_WORK: u64 = 40_000_000;
/// The pairs of recursive clauses that are tested before cheaper passes.
const FEW_PAIRS: u64 = 300_000;
/// The smallest clauses of a recursive theory: a base clause and a recursive one.
const LEAST_BASE: usize = 2;
const LEAST_RECURSIVE: usize = 3;

/// A part of the search.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Pass {
    /// The most literals in the body of a base clause.
    pub base_body: usize,
    /// The most literals in the body of a recursive clause.
    pub recursive_body: usize,
    /// The most recursive calls in a clause.
    pub calls: usize,
    /// Whether a variable of a recursive clause may occur only once.
    pub has_singletons: bool,
    /// Whether each base clause proves a positive by itself, as it does if the smallest
    /// cases are among the examples. Few long clauses do.
    pub bases_prove_positives: bool,
    /// The most clauses where the language has no limit.
    pub clauses: usize,
    pub kind: Kind,
}

impl Pass {
    const fn new(base_body: usize, recursive_body: usize, calls: usize, kind: Kind) -> Pass {
        Pass {
            base_body,
            recursive_body,
            calls,
            has_singletons: true,
            bases_prove_positives: false,
            clauses: if matches!(kind, Kind::Closures(_)) {
                MORE_CLAUSES
            } else {
                MAX_CLAUSES
            },
            kind,
        }
    }

    /// The part of the pass that can find a theory smaller than this.
    pub fn below(self, below: usize) -> Pass {
        // The heads count, too.
        let most_base = below.saturating_sub(LEAST_RECURSIVE + 2);
        let most_recursive = below.saturating_sub(LEAST_BASE + 2);
        Pass {
            base_body: self.base_body.min(most_base),
            recursive_body: self.recursive_body.min(most_recursive),
            ..self
        }
    }

    /// Whether another pass finds every theory that this one finds.
    pub fn is_part_of(self, other: Pass) -> bool {
        self.base_body <= other.base_body
            && self.recursive_body <= other.recursive_body
            && self.calls <= other.calls
            && self.has_singletons <= other.has_singletons
            && self.bases_prove_positives >= other.bases_prove_positives
            && self.clauses <= other.clauses
            && match (self.kind, other.kind) {
                (Kind::Pairs(most), Kind::Pairs(tested)) => most <= tested,
                (Kind::Closures(most), Kind::Closures(done)) => most <= done,
                (Kind::Exact, Kind::Pairs(_)) => true,
                (own, other) => own == other,
            }
    }

    /// The pass with more clauses where the language has no limit.
    const fn with_more_clauses(self) -> Pass {
        Pass {
            clauses: MORE_CLAUSES,
            ..self
        }
    }

    /// The pass without base clauses that prove no positive by themselves.
    const fn with_positive_bases(self) -> Pass {
        Pass {
            bases_prove_positives: true,
            ..self
        }
    }

    /// The pass without recursive clauses in which a variable occurs only once. Most
    /// theories have none, and most clauses have one.
    const fn plain(self) -> Pass {
        Pass {
            has_singletons: false,
            ..self
        }
    }
}

/// What a pass looks for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Theories without errors that have one recursive clause.
    Exact,
    /// The same, and then at most this number of theories with two recursive clauses.
    Pairs(u64),
    /// Theories whose recursive clause hands on its outputs. Base clauses may be long;
    /// at most this number of rows are joined to find them.
    Closures(u64),
    /// Theories that may misclassify examples.
    Tolerant,
}
