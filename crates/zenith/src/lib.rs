//! Zenith: discovers what matters in a game from its rules.
mod canonical;
pub mod error;
pub mod evidence;
pub mod feature;
pub mod goal;
pub mod regression;
pub mod simplify;
pub mod theory;
pub mod transform;
pub use error::ZenithError;
pub use evidence::{Cost, Evidence, Scales};
pub use feature::Feature;
pub use theory::Theory;
pub use transform::Transformation;
