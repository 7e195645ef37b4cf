//! Zenith discovers what matters in a game from its rules, after Fawcett,
//! "Knowledge-based feature discovery for evaluation functions" (Computational
//! Intelligence, 1996).
//!
//! It starts with the goal of the game as its only feature and derives features
//! from features: it decomposes formulas, regresses them through a move, removes
//! details and finds special cases. Features that help to predict which positions a
//! strong opponent prefers, and that are worth their cost, become part of an
//! evaluation.
//!
//! ```
//! use stratalog_rulesheet::bundled::find_rulesheet;
//! use stratalog_logic::Term;
//! use stratalog_zenith::english::Names;
//! use stratalog_zenith::{Feature, Theory, regression};
//!
//! let mut theory = Theory::new(&find_rulesheet("othello")?)?;
//! // Black's discs ...
//! let disc = "true(cell(R, C, black))";
//! let disc = stratalog_logic::read_term(disc).expect("a goal").term;
//! let square: Vec<Term> = disc.variables().into_iter().map(Term::Var).collect();
//! let pieces = Feature::new(&theory, vec![disc], &square).expect("it can hold");
//! let names = Names::new(&theory);
//! let says = names.english(&pieces);
//! assert_eq!(says, "The number of squares (R, C) that are black.");
//! // ... and the condition before a move of white's for a disc to be there after it.
//! let before = regression::preimages(&mut theory, &pieces.goals, 1);
//! assert!(!before.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`feature`], [`goal`], [`simplify`]: formulas with counted variables;
//! - [`theory`], [`regression`]: the rules, and conditions before a move; nobody
//!   writes pre-images;
//! - [`transform`]: the transformations of the paper's Table 1, and more;
//! - [`evidence`], [`rehearsal`], [`scales`], [`order`]: values of features, in
//!   games of the learner and in random games, and their cost;
//! - [`concept`]: learners of preferences, numbers only;
//! - [`stages`]: what a weight depends on besides;
//! - [`learner`]: the cycle; [`evaluation`], [`player`], [`strategy`]: its results;
//!   [`english`], [`picture`]: features for people;
//! - [`self_play`], [`values`]: who wins, for a player that searches.
//!
//! This crate may use `game`, `logic`, `rulesheet` and `run`. It must never know
//! which games it is used on, who teaches it, or how it is measured.

mod canonical;
pub mod concept;
pub mod english;
pub mod error;
pub mod evaluation;
pub mod evidence;
mod facts;
pub mod feature;
pub mod goal;
pub mod learner;
pub mod order;
pub mod picture;
pub mod player;
pub mod regression;
pub mod rehearsal;
mod renaming;
pub mod scales;
pub mod self_play;
pub mod simplify;
pub mod stages;
pub mod strategy;
pub mod theory;
pub mod transform;
pub mod values;

pub use error::ZenithError;
pub use evaluation::FeatureEvaluation;
pub use evidence::Evidence;
pub use feature::Feature;
pub use learner::{Checkpoint, Discovery, Zenith, ZenithSettings};
pub use player::ZenithPlayer;
pub use scales::{Cost, Scales};
pub use theory::Theory;
pub use transform::Transformation;
