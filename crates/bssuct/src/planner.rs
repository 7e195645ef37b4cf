//! Upper Confidence Trees over the belief state: BSSUCT (Table 1 of the paper).
//!
//! The tree has a node for each position in which a guess is needed; moves that
//! are certainly safe are forced and made at once. Each simulation walks down
//! by the bandit formula, adds one node, plays to the end by the Monte-Carlo
//! policy and counts the result. Both the moves of a node and the outcomes of
//! a move are widened progressively.

use std::time::{Duration, Instant};

use rand::RngExt;
use stratalog_belief::{BeliefError, Knowledge, Tables};
use stratalog_game::Stream;
use stratalog_game::minesweeper::{Field, Minesweeper, Site};

use crate::outlook::{Course, Outlook};
use crate::source::Source;

/// How long to think about a move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Effort {
    /// So many simulations: the same decision each time.
    Simulations(u64),
    /// So much time.
    Time(Duration),
}

/// The share of Monte-Carlo guesses that take the least mine probability.
const GREEDY: f64 = 0.7;
/// A node visited n times has at most `WIDTH * n^GROWTH` moves, a move made n
/// times at most as many outcomes.
const WIDTH: f64 = 2.0;
const GROWTH: f64 = 0.5;

/// What a plan found out about a move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plan {
    /// The move tried most often.
    pub site: Site,
    /// How often it was tried.
    pub visits: u64,
    /// Its mean result.
    pub mean: f64,
    /// All simulations.
    pub simulations: u64,
}

#[derive(Debug)]
struct Node {
    outlook: Option<Outlook>,
    visits: u64,
    /// Moves in the order in which they are widened.
    choices: Vec<Site>,
    moves: Vec<Move>,
}

#[derive(Debug)]
struct Move {
    site: Site,
    visits: u64,
    wins: u64,
    outcomes: Vec<Outcome>,
}

#[derive(Debug)]
struct Outcome {
    key: u64,
    count: u64,
    end: End,
}

#[derive(Debug, Clone, Copy)]
enum End {
    Won,
    Lost,
    Goes(usize),
}

/// Plans one move.
#[derive(Debug)]
pub(crate) struct Planner<'a> {
    pub game: &'a Minesweeper,
    pub source: Source,
    pub tables: &'a mut Tables,
    pub rng: &'a mut Stream,
}

impl Planner<'_> {
    /// The best guess in a position; `None` for the view before the first move.
    pub fn plan(
        &mut self,
        outlook: Option<Outlook>,
        effort: Effort,
    ) -> Result<Option<Plan>, BeliefError> {
        let mut nodes = vec![self.node(outlook)];
        let started = Instant::now();
        let mut simulations = 0;
        loop {
            let is_enough = match effort {
                Effort::Simulations(limit) => simulations >= limit,
                Effort::Time(limit) => simulations > 0 && started.elapsed() >= limit,
            };
            if is_enough {
                break;
            }
            if let Episode::Abandoned = self.simulate(&mut nodes)? {
                break;
            }
            simulations += 1;
        }
        // Where no episode could be played, the choices come in random order.
        let best = nodes[0].moves.iter().max_by_key(|mv| mv.visits);
        Ok(best.map(|best| Plan {
            site: best.site,
            visits: best.visits,
            mean: best.wins as f64 / best.visits.max(1) as f64,
            simulations,
        }))
    }

    fn node(&mut self, outlook: Option<Outlook>) -> Node {
        let choices = match (&outlook, self.source) {
            (Some(outlook), Source::Solver) => outlook.by_risk(),
            // Without the solver nobody knows which move is safest: the order
            // of widening is drawn by lot.
            (Some(outlook), _) => self.shuffled(outlook.by_risk()),
            (None, _) => self.shuffled(self.game.grid().sites().collect()),
        };
        Node {
            outlook,
            visits: 0,
            choices,
            moves: Vec::new(),
        }
    }

    fn shuffled(&mut self, mut sites: Vec<Site>) -> Vec<Site> {
        for place in (1..sites.len()).rev() {
            sites.swap(place, self.rng.random_range(0..=place));
        }
        sites
    }

    /// One episode: down the tree, one new node, to the end, and back up.
    fn simulate(&mut self, nodes: &mut Vec<Node>) -> Result<Episode, BeliefError> {
        let mut path: Vec<(usize, usize)> = Vec::new();
        let mut current = 0;
        let is_won = loop {
            let choice = select(&mut nodes[current]);
            path.push((current, choice));
            let Some(step) = self.step(nodes, current, choice)? else {
                return Ok(Episode::Abandoned);
            };
            match step {
                (End::Won, _) => break true,
                (End::Lost, _) => break false,
                (End::Goes(next), Newness::Known) => current = next,
                (End::Goes(next), Newness::New) => match self.play_out(&nodes[next])? {
                    Some(is_won) => break is_won,
                    None => return Ok(Episode::Abandoned),
                },
            }
        };
        for (node, choice) in path {
            nodes[node].visits += 1;
            nodes[node].moves[choice].visits += 1;
            nodes[node].moves[choice].wins += u64::from(is_won);
        }
        Ok(Episode::Counted)
    }

    /// Makes a move of a node on a board drawn from its belief state; nothing
    /// when no board could be drawn.
    fn step(
        &mut self,
        nodes: &mut Vec<Node>,
        current: usize,
        choice: usize,
    ) -> Result<Option<(End, Newness)>, BeliefError> {
        let mv = &mut nodes[current].moves[choice];
        let room = widened(mv.visits + 1);
        if mv.outcomes.len() >= room {
            // No more outcomes yet: one of those met, as often as it was met.
            let total: u64 = mv.outcomes.iter().map(|outcome| outcome.count).sum();
            let mut left = self.rng.random_range(0..total.max(1));
            for outcome in &mut mv.outcomes {
                if left < outcome.count {
                    outcome.count += 1;
                    return Ok(Some((outcome.end, Newness::Known)));
                }
                left -= outcome.count;
            }
        }
        let site = mv.site;
        let Some(field) = self.draw(nodes[current].outlook.as_ref(), site) else {
            return Ok(None);
        };
        let knowledge = match &nodes[current].outlook {
            Some(outlook) => outlook.knowledge.clone(),
            None => Knowledge::new(self.game.size(), self.game.grid().clone()),
        };
        let course = Outlook::after(knowledge, &field, site, self.tables)?;
        let key = match &course {
            Course::Won => 0,
            Course::Lost => 1,
            Course::Guess(outlook) => outlook.view_key(),
        };
        let mv = &mut nodes[current].moves[choice];
        if let Some(outcome) = mv.outcomes.iter_mut().find(|outcome| outcome.key == key) {
            outcome.count += 1;
            return Ok(Some((outcome.end, Newness::Known)));
        }
        let end = match course {
            Course::Won => End::Won,
            Course::Lost => End::Lost,
            Course::Guess(outlook) => {
                let node = self.node(Some(*outlook));
                nodes.push(node);
                End::Goes(nodes.len() - 1)
            }
        };
        let outcome = Outcome { key, count: 1, end };
        nodes[current].moves[choice].outcomes.push(outcome);
        Ok(Some((end, Newness::New)))
    }

    fn draw(&mut self, outlook: Option<&Outlook>, site: Site) -> Option<Field> {
        match outlook {
            Some(outlook) => self
                .source
                .draw(&outlook.knowledge, &outlook.belief, self.rng),
            None => Some(Field::draw(
                self.game.size(),
                self.game.grid().clone(),
                self.game.first_move(),
                site,
                self.rng,
            )),
        }
    }

    /// Plays to the end by the Monte-Carlo policy; whether it is won, or
    /// nothing when no board could be drawn.
    fn play_out(&mut self, node: &Node) -> Result<Option<bool>, BeliefError> {
        let Some(start) = &node.outlook else {
            return Ok(Some(false));
        };
        let Some(field) = self.draw(Some(start), Site::new(0)) else {
            return Ok(None);
        };
        let mut outlook = start.clone();
        loop {
            let guess = match self.source {
                Source::Solver if self.rng.random::<f64>() < GREEDY => outlook.safest(self.rng),
                Source::Solver => outlook.safe_in_a_sample(self.rng),
                // Without the solver there is no estimate to guess by.
                Source::Rejection | Source::Metropolis => {
                    let sites = outlook.by_risk();
                    Some(sites[self.rng.random_range(0..sites.len())])
                }
            };
            let Some(site) = guess else {
                return Ok(Some(false));
            };
            match Outlook::after(outlook.knowledge, &field, site, self.tables)? {
                Course::Won => return Ok(Some(true)),
                Course::Lost => return Ok(Some(false)),
                Course::Guess(next) => outlook = *next,
            }
        }
    }
}

/// How an episode ended.
enum Episode {
    /// Its result was counted.
    Counted,
    /// No board could be drawn for it.
    Abandoned,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Newness {
    New,
    Known,
}

fn widened(visits: u64) -> usize {
    (WIDTH * (visits as f64).powf(GROWTH)).ceil() as usize
}

/// The move to try: a new one while the node may widen, else the best by the
/// upper confidence bound with variance estimates.
fn select(node: &mut Node) -> usize {
    let room = widened(node.visits + 1).min(node.choices.len());
    if node.moves.len() < room {
        node.moves.push(Move {
            site: node.choices[node.moves.len()],
            visits: 0,
            wins: 0,
            outcomes: Vec::new(),
        });
        return node.moves.len() - 1;
    }
    let ln = (node.visits.max(1) as f64).ln();
    let bound = |mv: &Move| {
        if mv.visits == 0 {
            return f64::INFINITY;
        }
        let tries = mv.visits as f64;
        let mean = mv.wins as f64 / tries;
        let variance = mean * (1.0 - mean);
        mean + (2.0 * variance * ln / tries).sqrt() + 3.0 * ln / tries
    };
    let best = node
        .moves
        .iter()
        .enumerate()
        .max_by(|a, b| bound(a.1).total_cmp(&bound(b.1)));
    best.map_or(0, |(place, _)| place)
}
