//! Fig. 5: transfer of rules from another game.

use super::setup::{Setup, System, hexapawn, noughts_and_crosses};
use crate::measurement::{Halt, Measurement};

pub(super) fn measure(run: &mut Measurement<'_>) -> Result<(), Halt> {
    let length = run.length();
    let noughts = noughts_and_crosses(length);
    transfer(run, &noughts, &hexapawn(3, length)?)?;
    transfer(run, &hexapawn(4, length)?, &noughts)
}

/// Regret with and without the rules that one run learned in another game.
fn transfer(run: &mut Measurement<'_>, setup: &Setup, teacher: &Setup) -> Result<(), Halt> {
    let alone = setup.runs(run, System::MixedMigo, None)?;
    run.extend(setup.curve("without transfer", &alone));
    let teaching = teacher.teaching(run)?;
    let helped = setup.runs(run, System::MixedMigo, Some(&teaching))?;
    let name = format!("with the rules of {}", teacher.name);
    run.extend(setup.curve(&name, &helped));
    Ok(())
}
