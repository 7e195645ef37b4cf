//! Tables of tabled predicates.

use super::Builtin;

pub(super) const ALL: &[Builtin] = &[Builtin::new("abolish_all_tables", 0, |m, _| {
    // Tables that are being filled are needed by the goals that fill them.
    if m.is_generating() {
        return Ok(true);
    }
    m.abolish_tables();
    Ok(true)
})];
