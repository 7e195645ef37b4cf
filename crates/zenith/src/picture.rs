//! Pictures of features: for each feature a position in which it counts something,
//! with the squares marked that its count depends on.
//!
//! A square matters if the count is another one without the fact that says what is
//! on it, so that no feature needs to say where on the board it is.

use stratalog_game::drawing::Mark;
use stratalog_game::{Described, Drawing, Game, Turn};
use stratalog_logic::Term;
use stratalog_rulesheet::{Position, RulesheetGame};
use stratalog_run::Seed;

use crate::evaluation::FeatureEvaluation;

/// The positions of random games that are looked at.
const POSITIONS: usize = 512;
/// The most facts of a position that are left out in turn.
const MOST_FACTS: usize = 512;

/// A position in which a feature counts something.
#[derive(Clone, PartialEq, Debug)]
pub struct FeaturePicture {
    /// The value of the feature.
    pub count: u32,
    /// The board, with the squares marked that the value depends on.
    pub drawing: Drawing,
}

/// A picture of each feature in use; none of a feature that counts nothing in all
/// positions looked at. Of those in which it counts something, the first with the
/// smallest count is shown.
pub fn pictures(
    game: &RulesheetGame,
    evaluation: &FeatureEvaluation,
    seed: Seed,
) -> Vec<Option<FeaturePicture>> {
    let positions = positions(game, seed);
    let counts = evaluation.counts(&positions.iter().collect::<Vec<&Position>>());
    let features = 0..evaluation.used().len();
    features
        .map(|feature| {
            let seen = counts.iter().enumerate();
            let seen = seen.filter(|(_, counts)| counts[feature] > 0);
            let (place, counts) = seen.min_by_key(|(_, counts)| counts[feature])?;
            Some(FeaturePicture {
                count: counts[feature],
                drawing: marked(game, evaluation, feature, &positions[place]),
            })
        })
        .collect()
}

/// Positions of random games, their ends included.
fn positions(game: &RulesheetGame, seed: Seed) -> Vec<Position> {
    let mut found = Vec::with_capacity(POSITIONS);
    let mut scratch = Vec::new();
    for number in 0..POSITIONS as u64 {
        let rng = &mut seed.stream(number);
        let mut position = game.initial(rng);
        while found.len() < POSITIONS {
            found.push(position.clone());
            let Turn::Role(role) = game.turn(&position) else {
                break;
            };
            let Some((mv, _)) = game.random_choice(&position, role, rng, &mut scratch) else {
                break;
            };
            game.play_unchecked(&mut position, mv);
        }
    }
    found
}

/// A position, drawn, with the squares marked that a feature depends on.
fn marked(
    game: &RulesheetGame,
    evaluation: &FeatureEvaluation,
    feature: usize,
    position: &Position,
) -> Drawing {
    let facts = game.facts(position);
    let mut places = Vec::new();
    let mut compared = vec![position.clone()];
    for (left_out, fact) in facts.iter().enumerate().take(MOST_FACTS) {
        if let Some(square) = game.square_of(fact)
            && let Ok(other) = game.parse_position(&text_without(&facts, left_out))
        {
            places.push(square);
            compared.push(other);
        }
    }
    let counts = evaluation.counts(&compared.iter().collect::<Vec<&Position>>());
    let mut drawing = game.drawing(position);
    for (square, counted) in places.into_iter().zip(&counts[1..]) {
        if counted[feature] != counts[0][feature] {
            drawing.mark(square, Mark::Reason);
        }
    }
    drawing
}

/// The facts of a position but one, as a text.
fn text_without(facts: &[Term], left_out: usize) -> String {
    let kept = facts.iter().enumerate().filter(|(at, _)| *at != left_out);
    kept.map(|(_, fact)| format!("{fact}.\n")).collect()
}
