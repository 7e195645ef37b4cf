//! A strategy for the game that was studied, asked about the positions of its graph by
//! number: what was tabled while studying is used again.

use stratalog_game::{GameObject, NamedRule, PositionGraph, Ruling, Rulings};

use crate::learner::Migo;
use crate::player::{NumberedRules, rules_of};
use crate::positions::{GraphStates, States};
use crate::rules::Rules;
use crate::strategy::{OrderedRule, Strategy};

/// The rules of a strategy in the positions of a graph.
pub struct StudiedRules {
    rules: Rules,
    states: GraphStates,
    order: Vec<OrderedRule>,
    numbered: NumberedRules,
}

impl Migo {
    /// A strategy in the positions of the graph that was studied; `None` where none
    /// was, or where the strategy cannot be read.
    pub fn into_rulings(mut self, strategy: &Strategy) -> Option<StudiedRules> {
        let states = self.graph_states?;
        self.rules.limit(usize::MAX);
        Some(StudiedRules {
            numbered: rules_of(&mut self.rules, strategy).ok()?,
            rules: self.rules,
            states,
            order: strategy.order.clone(),
        })
    }
}

impl StudiedRules {
    /// By move, the positions that turns lead to which begin with it.
    fn ends(&mut self, graph: &dyn PositionGraph<GameObject>, number: u32) -> Option<Vec<States>> {
        let mover = graph.mover(number)?;
        let next = graph.successors(number).iter();
        next.map(|&next| {
            if graph.mover(next) == Some(mover) {
                let inside = self.states.state(next, mover.other())?;
                Some(self.rules.successors(inside))
            } else {
                let end = self.states.state(next, mover)?;
                Some(States::from_slice(&[end]))
            }
        })
        .collect()
    }
}

impl Rulings<GameObject> for StudiedRules {
    fn rules(&self) -> Vec<NamedRule> {
        self.order.iter().map(OrderedRule::named_rule).collect()
    }

    fn ruling(&mut self, graph: &dyn PositionGraph<GameObject>, number: u32) -> Ruling {
        let mover = graph.mover(number).map(|role| role.other());
        let from = mover.and_then(|mover| self.states.state(number, mover));
        let (Some(from), Some(ends)) = (from, self.ends(graph, number)) else {
            return Ruling::default();
        };
        let rules = &mut self.rules;
        let mut names = |rule, ends: &States| ends.iter().any(|&to| rules.names(rule, from, to));
        let named: Vec<Vec<usize>> = self
            .numbered
            .iter()
            .map(|&rule| {
                let places = 0..ends.len();
                places.filter(|&at| names(rule, &ends[at])).collect()
            })
            .collect();
        // The first move that the deciding rule names is made.
        let made = named.iter().enumerate().find_map(|(rule, moves)| {
            let first = *moves.first()?;
            Some((vec![first], rule))
        });
        Ruling { made, named }
    }
}
