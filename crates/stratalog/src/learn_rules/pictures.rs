//! The rules of a list with a picture each: the smallest position that it decides.

use stratalog_game::Game;
use stratalog_rulelist::strategy::rule_name;
use stratalog_rulelist::{Decided, Example, Illustration, OrderedRules};
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
        let own = |decided: &&Decided| decided.rule == Some(at as u32);
        let shown = Illustration::of(game, at, examples, decided);
        RuleFound {
            name: rule_name(at),
            conditions: rule.size(),
            decides: decided.iter().filter(own).count() as u64,
            example: shown.map(|shown| RuleExample {
                position: game.position_text(&shown.example.position),
                moves: shown.move_texts(game),
                svg: shown.drawing.to_svg(),
                drawing: shown.drawing,
            }),
        }
    });
    found.collect()
}
