//! Players that use single numbers and pairs of numbers, not the exact belief
//! state.

mod pgms;
mod single_point;

pub use pgms::Pgms;
pub use single_point::SinglePoint;
