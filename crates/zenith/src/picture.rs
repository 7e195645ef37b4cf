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

#[cfg(test)]
mod tests {
    use stratalog_logic::read_term;
    use stratalog_rulesheet::EngineChoice;
    use stratalog_rulesheet::bundled::find_rulesheet;

    use super::*;
    use crate::evaluation::{Used, Weighing};
    use crate::feature::Feature;
    use crate::theory::Theory;

    /// The picture of a feature of hexapawn, written as `[Variables] - (Goals)`.
    fn picture_of(text: &str) -> Option<FeaturePicture> {
        let sheet = find_rulesheet("hexapawn").expect("a game");
        let game = RulesheetGame::new(&sheet, EngineChoice::default()).expect("rules");
        let theory = Theory::new(&sheet).expect("a theory");
        let read = read_term(text).expect(text).term;
        let [list, body] = read.args() else {
            panic!("{text}")
        };
        let values = list.as_list().expect("a list");
        let used = Used {
            name: "f1".to_owned(),
            feature: Feature::new(&theory, body.conjuncts(), &values).expect(text),
            scale: 1.0,
        };
        let weighing = Weighing {
            concepts: Vec::new(),
            stages: None,
        };
        let evaluation = FeatureEvaluation::new(&theory, &game, 0, vec![used], weighing);
        pictures(&game, &evaluation.expect("it is small"), Seed(1)).swap_remove(0)
    }

    /// Row, column and piece of the marked squares.
    fn marked(picture: &FeaturePicture) -> Vec<(usize, usize, Option<String>)> {
        let mut found = Vec::new();
        for (row, cells) in (1..).zip(&picture.drawing.rows) {
            for (column, cell) in (1..).zip(cells) {
                if cell.mark == Some(Mark::Reason) {
                    found.push((row, column, cell.piece.clone()));
                }
            }
        }
        found
    }

    #[test]
    fn a_picture_marks_what_a_feature_counts_pieces_and_empty_squares_alike() {
        let pawns = picture_of("[R, C] - (true(cell(R, C, white)))").expect("there are pawns");
        let squares = marked(&pawns);
        assert_eq!(squares.len(), pawns.count as usize);
        let is_white = |piece: &Option<String>| piece.as_deref() == Some("white");
        assert!(squares.iter().all(|(_, _, piece)| is_white(piece)));
        let gaps = picture_of("[C] - (true(cell(2, C, blank)))").expect("the row fills late");
        let squares = marked(&gaps);
        assert_eq!(squares.len(), gaps.count as usize);
        assert!(
            squares
                .iter()
                .all(|(row, _, piece)| *row == 2 && piece.is_none())
        );
    }

    #[test]
    fn a_feature_that_counts_nothing_has_no_picture() {
        assert_eq!(
            picture_of("[C] - (true(cell(3, C, black)), true(cell(3, C, white)))"),
            None
        );
    }
}
