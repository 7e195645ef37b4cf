//! The rules of a list with a picture each: the smallest position that it decides.

use stratalog_game::drawing::Mark;
use stratalog_game::{Described, Game};
use stratalog_rulelist::strategy::rule_name;
use stratalog_rulelist::{Decided, Example, OrderedRules};
use stratalog_rulesheet::RulesheetGame;

use super::{RuleExample, RuleFound};

/// Each rule with the number of positions that it decides and the first of them.
pub(super) fn found(
    game: &RulesheetGame,
    list: &OrderedRules,
    examples: &[Example],
    decided: &[Decided],
) -> Vec<RuleFound> {
    let found = list.rules.iter().enumerate().map(|(at, rule)| {
        let own = |decided: &Decided| decided.rule == Some(at as u32);
        let first = decided
            .iter()
            .position(|decided| own(decided) && !decided.is_free)
            .or_else(|| decided.iter().position(own));
        RuleFound {
            name: rule_name(at),
            conditions: rule.size(),
            decides: decided.iter().filter(|decided| own(decided)).count() as u64,
            example: first.map(|first| shown(game, &examples[first], &decided[first])),
        }
    });
    found.collect()
}

fn shown(game: &RulesheetGame, example: &Example, decided: &Decided) -> RuleExample {
    let named = decided.named.iter();
    let moves: Vec<_> = named.map(|&at| example.moves[at as usize].0).collect();
    let mut drawing = game.drawing(&example.position);
    if let Some(&mv) = moves.first() {
        let mut next = example.position.clone();
        game.play_unchecked(&mut next, mv);
        for square in drawing.changes(&game.drawing(&next)) {
            drawing.mark(square, Mark::Move);
        }
    }
    RuleExample {
        position: game.position_text(&example.position),
        moves: moves
            .iter()
            .map(|&mv| game.move_term(mv).to_string())
            .collect(),
        svg: drawing.to_svg(),
        drawing,
    }
}
