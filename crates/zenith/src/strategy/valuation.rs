//! Values as text: for each feature, and for a constant, a weight after each role's
//! move and at each stage of the game.
//!
//! ```prolog
//! value(f7, black, 12, -0.5).   % after black's move, when the clock shows 12
//! value(constant, black, 12, 1.5).
//! value(f7, black, -0.5).   % in a game without stages
//! ```

use stratalog_logic::Term;

use crate::feature::Feature;
use crate::stages::Stages;
use crate::values::{ValueWeights, Values};

/// Stands in the place of a feature.
const CONSTANT: &str = "constant";

/// A weight of a value.
#[derive(Clone, PartialEq, Debug)]
pub struct ValueLine {
    feature: Term,
    mover: Term,
    stage: Option<i64>,
    weight: f64,
}

impl ValueLine {
    /// Reads a line; `None` where it is another kind of line, an error where it is
    /// malformed.
    pub fn read(term: &Term) -> Option<Result<ValueLine, String>> {
        if term.functor()?.name.as_str() != "value" {
            return None;
        }
        let (feature, mover, stage, weight) = match term.args() {
            [feature, mover, weight] => (feature, mover, None, weight),
            [feature, mover, stage, weight] => (feature, mover, Some(stage), weight),
            _ => return None,
        };
        let stage = stage.map(Term::as_integer);
        let weight = weight.to_string().parse::<f64>();
        let line = match (stage, weight) {
            (None | Some(Some(_)), Ok(weight)) if weight.is_finite() => Ok(ValueLine {
                feature: feature.clone(),
                mover: mover.clone(),
                stage: stage.flatten(),
                weight,
            }),
            _ => Err(format!("{term} is no value")),
        };
        Some(line)
    }

    /// Whether it is about a feature of this name.
    pub fn is_of(&self, name: &Term) -> bool {
        self.feature == *name
    }
}

/// The weights that these lines give to the features of these names.
pub fn weights(
    lines: &[ValueLine],
    names: &[Term],
    roles: &[Term],
    clock: Option<Feature>,
) -> Result<ValueWeights, String> {
    let mut knots: Vec<Option<i64>> = lines.iter().map(|line| line.stage).collect();
    knots.sort_unstable();
    knots.dedup();
    let staged: Option<Vec<i64>> = knots.iter().copied().collect();
    let stages = match (staged, clock) {
        (Some(knots), Some(clock)) => Some(Stages {
            clock,
            knots: knots.iter().map(|&knot| knot as f64).collect(),
        }),
        (Some(_), None) => return Err("values have stages, but there is no clock".to_owned()),
        (None, _) if knots.len() == 1 => None,
        (None, _) => return Err("some values have a stage, others do not".to_owned()),
    };
    let weight = |mover: &Term, name: &Term, stage: Option<i64>| {
        let is_meant = |line: &&ValueLine| {
            line.feature == *name && line.mover == *mover && line.stage == stage
        };
        let line = lines.iter().find(is_meant);
        line.map(|line| line.weight)
            .ok_or_else(|| format!("{name} has no value for {mover} at some stage"))
    };
    let constant = Term::atom(CONSTANT);
    let of_name = |mover: &Term, name: &Term| -> Result<Vec<f64>, String> {
        let stages = knots.iter().map(|&stage| weight(mover, name, stage));
        stages.collect()
    };
    let of_mover = |mover: &Term| -> Result<Vec<Vec<f64>>, String> {
        let names = names.iter().chain([&constant]);
        names.map(|name| of_name(mover, name)).collect()
    };
    let by_mover = roles.iter().map(of_mover).collect::<Result<_, String>>()?;
    Ok(ValueWeights { stages, by_mover })
}

/// The lines of a feature; nothing where it has no values.
pub fn of_feature(values: &Values, roles: &[Term], name: &str) -> String {
    let place = values.used.iter().position(|(used, _)| used == name);
    place.map_or_else(String::new, |place| lines(values, roles, name, place))
}

/// The lines of the constant.
pub fn of_constant(values: &Values, roles: &[Term]) -> String {
    let lines = lines(values, roles, CONSTANT, values.used.len());
    format!("\n% What a search adds to the values of the features.\n{lines}")
}

fn lines(values: &Values, roles: &[Term], name: &str, place: usize) -> String {
    let mut text = String::new();
    for (mover, weights) in roles.iter().zip(&values.weights.by_mover) {
        for (stage, weight) in weights[place].iter().enumerate() {
            let stages = values.weights.stages.as_ref();
            let stage =
                stages.map_or_else(String::new, |stages| format!("{}, ", stages.knots[stage]));
            text += &format!("value({name}, {mover}, {stage}{weight:?}).\n");
        }
    }
    text
}
