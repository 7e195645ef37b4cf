//! What the first rules of a list alone are worth: a curve, so that a teacher can
//! choose how much to teach.

use stratalog_arena::best_moves::BestMoves;
use stratalog_game::Role;
use stratalog_rulelist::{Decided, OrderedRules};
use stratalog_rulesheet::RulesheetGame;
use stratalog_run::Interval;

use super::CurvePoint;
use super::job::Job;

impl Job<'_> {
    /// What the first rules alone are worth, for each number of rules.
    pub(super) fn curve(
        &self,
        solved: &BestMoves<RulesheetGame>,
        list: &OrderedRules,
        decided: &[Decided],
    ) -> Vec<CurvePoint> {
        let games = self.request.options.games;
        let seed = self.request.seed;
        let roles: &[Role] = match list.sides.roles.len() {
            1 => &[Role(0)],
            _ => &[Role(0), Role(1)],
        };
        let point = |rules: usize| {
            let is_kept = |own: &Decided| own.rule.is_some_and(|rule| (rule as usize) < rules);
            let optimal = decided.iter().filter(|own| {
                if is_kept(own) {
                    own.is_right
                } else {
                    own.is_free
                }
            });
            let optimal = optimal.count() as f64 / decided.len().max(1) as f64;
            let named = |at: usize| match &decided[at] {
                own if is_kept(own) => own.named.clone(),
                _ => (0..solved.decisions[at].moves.len() as u32).collect(),
            };
            let mut lost = 0;
            let mut played = 0;
            for &role in roles {
                let value = match role {
                    Role(0) => solved.value,
                    _ => solved.value.reversed(),
                };
                let outcomes = solved.games(role, games, seed, &named);
                played += outcomes.len() as u64;
                lost += outcomes.iter().filter(|own| **own < value).count() as u64;
            }
            let interval = Interval::wilson(lost, played);
            CurvePoint {
                rules,
                conditions: list.rules[..rules].iter().map(|rule| rule.size()).sum(),
                optimal,
                games: played,
                lost,
                ci95: [interval.low, interval.high],
            }
        };
        (0..=list.rules.len()).map(point).collect()
    }
}
