//! MIGO itself: it plays by the rules learned so far and learns them again after
//! every game that shows something new.

use std::cell::RefCell;

use rustc_hash::FxHashMap;
use stratalog_game::{
    AnyMove, AnyPosition, Decision, Game, GameObject, Learner, Played, Player, PlayerError,
    Promise, Situation,
};
use stratalog_logic::Term;
use stratalog_run::Stream;

use crate::error::MigoError;
use crate::examples::{Examples, Step};
use crate::knowledge::Knowledge;
use crate::labels::{is_won, moves_to_win};
use crate::lesson::{Course, Labelled, Learned, LearnedRule, Memory};
use crate::player::{Choice, choose, named_moves, random_move};
use crate::positions::GraphStates;
use crate::published::{PublishedExamples, Wanted};
use crate::rules::{Predicate, Rules};
use crate::settings::{MigoSettings, Opponent, Protocol, Variant};
use crate::strategy::Strategy;
use crate::suitability;
use crate::why;

/// A learner of strategies for one game.
pub struct Migo {
    pub(crate) rules: Rules,
    settings: MigoSettings,
    pub(crate) examples: Examples,
    /// The examples of those who follow the paper.
    published: PublishedExamples,
    pub(crate) win: Learned,
    pub(crate) draw: Learned,
    /// Rules of another strategy, used while no example contradicts them.
    transferred: Strategy,
    /// Games since the rules for winning last changed.
    stable: u32,
    stage: Stage,
    choices: FxHashMap<AnyPosition, Choice<AnyMove>>,
    memory: Memory,
    /// How often the learner made each move.
    tries: FxHashMap<Step, u32>,
    /// How often games started from each board.
    starts: FxHashMap<AnyPosition, u32>,
    relearned: u32,
    pub(crate) changes: u32,
    /// Whether studying has shown that nobody can force a win.
    pub(crate) is_winless: bool,
    /// The strategy with one rule that calls itself, where studying has found it.
    pub(crate) collapsed: Option<Strategy>,
    /// The positions of the graph that was studied.
    pub(crate) graph_states: Option<GraphStates>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Winning,
    Drawing,
    Both,
}

impl Migo {
    /// A learner that knows only the rules of the game. Games that its rules cannot
    /// speak of are refused.
    pub fn new(game: &GameObject, settings: MigoSettings) -> Result<Migo, MigoError> {
        suitability::check(game)?;
        let mut rules = Rules::new(game.clone());
        rules.limit(settings.memory);
        Ok(Migo {
            rules,
            stage: match settings.variant {
                Variant::Separated { .. } => Stage::Winning,
                Variant::Mixed => Stage::Both,
            },
            settings,
            examples: Examples::default(),
            published: PublishedExamples::default(),
            win: Learned::default(),
            draw: Learned::default(),
            transferred: Strategy::default(),
            stable: 0,
            choices: FxHashMap::default(),
            memory: Memory::default(),
            tries: FxHashMap::default(),
            starts: FxHashMap::default(),
            relearned: 0,
            changes: 0,
            is_winless: false,
            collapsed: None,
            graph_states: None,
        })
    }

    /// A learner that starts with the rules of another strategy.
    pub fn with_strategy(mut self, strategy: &Strategy) -> Migo {
        self.transferred = strategy.clone();
        self.relearn();
        self
    }

    /// How often the rules were learned again.
    pub fn relearned(&self) -> u32 {
        self.relearned
    }

    /// How often the strategy changed.
    pub fn changes(&self) -> u32 {
        self.changes
    }

    /// The rules learned so far; one that calls itself instead of many where studying
    /// has found that this is the same.
    pub fn strategy(&self) -> Strategy {
        if let Some(collapsed) = &self.collapsed {
            return collapsed.clone();
        }
        let game = self.rules.game();
        let atom = |text: &str| Term::atom(text);
        let clauses = self.win.clauses.iter().chain(&self.draw.clauses);
        let mut facts = vec![
            ("game".to_owned(), atom(game.name())),
            ("board".to_owned(), atom(&game.board())),
            ("learner".to_owned(), atom("migo")),
            ("variant".to_owned(), atom(self.settings.variant.as_str())),
        ];
        if self.rules.positions.has_repeated_turns() {
            facts.push(("step".to_owned(), atom("turn")));
        }
        let strategy = Strategy {
            facts,
            order: self.order().map(|rule| rule.ordered()).collect(),
            clauses: clauses.cloned().collect(),
        };
        // Helpers that no rule calls are left out.
        if self.settings.is_published() {
            strategy.keeping(|_| true)
        } else {
            strategy.without_repetition()
        }
    }

    /// The board to start from that promises to teach most: of those on which no rule
    /// for winning names a move, one that was started from least often. What the rules
    /// can win shows nothing new.
    pub fn choose_start<'a>(
        &mut self,
        boards: impl Iterator<Item = &'a AnyPosition>,
        rng: &mut Stream,
    ) -> usize
    where
        AnyPosition: 'a,
    {
        self.rules.refresh();
        let win = self.win.by_depth();
        let mut worth: Vec<(bool, u32)> = Vec::new();
        for board in boards {
            let state = self.rules.open_state(board);
            let starts = self.starts.get(board).copied().unwrap_or(0);
            worth.push((is_won(&mut self.rules, state, &win), starts));
        }
        let best = worth.iter().min().copied();
        let best: Vec<usize> = (0..worth.len())
            .filter(|&at| Some(worth[at]) == best)
            .collect();
        random_move(&best, rng).unwrap_or(0)
    }

    /// The rules in the order in which they are tried.
    fn order(&self) -> impl Iterator<Item = &LearnedRule> {
        self.win.rules.iter().chain(&self.draw.rules)
    }

    /// Learns everything again from the examples so far (algorithm 1 of the
    /// paper): `win_1`, `win_2` and so on, then `draw_1`, `draw_2` and so on.
    pub(crate) fn relearn(&mut self) {
        self.relearned += 1;
        let (win, draw) = match self.settings.protocol {
            Protocol::Published { depth } => self.taught_as_published(depth as usize),
            Protocol::Revised => self.taught(),
        };
        // Where the memory is full, examples may seem not to be covered only because
        // they can no longer be followed.
        if self.rules.is_full() && win.rules.len() < self.win.rules.len() {
            return;
        }
        if win.clauses != self.win.clauses {
            self.stable = 0;
        }
        if win == self.win && draw == self.draw {
            return;
        }
        (self.win, self.draw) = (win, draw);
        self.collapsed = None;
        self.changes += 1;
        self.choices.clear();
    }

    /// The rules that the examples teach.
    fn taught(&mut self) -> (Learned, Learned) {
        let (examples, settings) = (&self.examples, &self.settings);
        let mut course = Course {
            knowledge: Knowledge::new(&mut self.rules),
            settings,
            transferred: &self.transferred,
            memory: &mut self.memory,
            winning: Vec::new(),
        };
        let win = course.learn(
            Promise::Win,
            examples.wins.len(),
            &mut |rules, depth, win| winning_labels(examples, rules, depth, win),
        );
        course.winning = win
            .rules
            .iter()
            .map(|rule| rule.ordered().functor)
            .collect();
        // Drawing is not learned before winning, unless nothing can be won: the
        // learner would never win.
        let mut draw = Learned::default();
        if self.stage != Stage::Winning && (self.is_winless || !win.rules.is_empty()) {
            let proven = win.by_depth();
            let is_perfect = settings.opponent == Opponent::Perfect;
            let rules = RefCell::new(&mut *course.knowledge.rules);
            let positive = examples.draws(
                |start| is_perfect && is_won(&mut rules.borrow_mut(), start, &proven),
                |step| !is_perfect && is_won(&mut rules.borrow_mut(), step.to, &proven),
            );
            draw = course.learn(Promise::Draw, positive.len(), &mut |_, depth, _| Labelled {
                positive: positive
                    .get(depth - 1)
                    .into_iter()
                    .flatten()
                    .copied()
                    .collect(),
                negative: examples.no_draws.iter().copied().collect(),
            });
        }
        (win, draw)
    }

    /// The rules that the examples teach by the paper. Drawing is learned at the
    /// depths at which winning has examples, and one further once it has them all.
    fn taught_as_published(&mut self, most: usize) -> (Learned, Learned) {
        let PublishedExamples { wins, draws } = &self.published;
        let mut course = Course {
            knowledge: Knowledge::new(&mut self.rules),
            settings: &self.settings,
            transferred: &self.transferred,
            memory: &mut self.memory,
            winning: Vec::new(),
        };
        let mut learn = |promise: fn(u32) -> Promise, examples: &[Vec<Step>], depths: usize| {
            course.learn(promise, depths, &mut |_, depth, _| Labelled {
                positive: match examples.get(depth - 1) {
                    Some(steps) if depth <= depths => steps.clone(),
                    _ => Vec::new(),
                },
                negative: Vec::new(),
            })
        };
        let won = PublishedExamples::depths(wins).min(most);
        let drawn = PublishedExamples::depths(draws).min(won + usize::from(won == most));
        (
            learn(Promise::Win, wins, won),
            learn(Promise::Draw, draws, if won == 0 { 0 } else { drawn }),
        )
    }

    /// Separated learning starts to learn drawing.
    pub(crate) fn turn_to_drawing(&mut self) {
        if self.stage == Stage::Winning {
            self.stage = Stage::Drawing;
            self.examples.forget_draws();
        }
    }

    /// Separated learning turns to drawing once winning has been stable.
    fn advance(&mut self) -> bool {
        self.stable += 1;
        let Variant::Separated { patience } = self.settings.variant else {
            return false;
        };
        let is_ready =
            self.stage == Stage::Winning && !self.win.rules.is_empty() && self.stable >= patience;
        if is_ready {
            self.turn_to_drawing();
        }
        is_ready
    }

    /// Adds a game to the examples and returns whether it shows anything new.
    fn add(&mut self, played: &Played<GameObject>) -> bool {
        let win = self.win.by_depth();
        let opponent = self.settings.opponent;
        let is_new = self.examples.add(&mut self.rules, played, opponent, &win);
        for step in self.examples.steps_of(&mut self.rules, played) {
            *self.tries.entry(step).or_default() += 1;
        }
        is_new
    }

    /// The same by the paper, where separated learning stops to learn winning when it
    /// begins with drawing.
    fn add_as_published(&mut self, played: &Played<GameObject>) -> bool {
        let wanted = Wanted {
            wins: self.stage != Stage::Drawing,
            draws: self.stage != Stage::Winning,
        };
        let known = (&self.win, &self.draw);
        let is_new = self.published.add(&mut self.rules, played, wanted, known);
        // The rules for winning changed after the game before this one.
        let has_changed = self.stage == Stage::Both && self.stable == 1;
        let is_fewer = has_changed && self.published.reclassify(&mut self.rules, &self.win);
        is_new || is_fewer
    }

    fn choice(&mut self, position: &AnyPosition) -> Choice<AnyMove> {
        if let Some(choice) = self.choices.get(position) {
            return *choice;
        }
        let order: Vec<Predicate> = self.order().map(|rule| rule.predicate).collect();
        let choice = choose(&mut self.rules, position, &order);
        self.choices.insert(position.clone(), choice);
        choice
    }

    /// Of the moves that a drawing rule names, or of all moves where no rule
    /// names one, those that were made least often: a draw may hide a win.
    fn explored(&mut self, position: &AnyPosition, choice: &Choice<AnyMove>) -> Vec<AnyMove> {
        let rule = choice.rule.and_then(|at| self.order().nth(at));
        let predicate = rule.map(|rule| rule.predicate);
        let named = named_moves(&mut self.rules, position, predicate);
        let tried = |step: &Step| self.tries.get(step).copied().unwrap_or(0);
        let least = named.iter().map(|(_, step)| tried(step)).min();
        let rare = named.iter().filter(|(_, step)| Some(tried(step)) == least);
        rare.map(|(mv, _)| *mv).collect()
    }
}

impl Player<GameObject> for Migo {
    fn decide(
        &mut self,
        Situation {
            game,
            view,
            role,
            rng,
        }: Situation<'_, GameObject>,
    ) -> Result<Decision<AnyMove>, PlayerError> {
        self.rules.refresh();
        let choice = self.choice(view);
        let rule = choice.rule.and_then(|at| self.order().nth(at).copied());
        let is_winning = choice.rule.is_some_and(|at| at < self.win.rules.len());
        let mv = if is_winning || self.settings.is_published() {
            choice.mv
        } else {
            random_move(&self.explored(view, &choice), rng)
        };
        match (mv, rule) {
            (Some(mv), Some(rule)) => Ok(Decision {
                mv,
                reason: why::named(game, role, rule.ordered(), mv),
            }),
            (mv, _) => why::unnamed(game, view, mv, rng),
        }
    }
}

impl Learner<GameObject> for Migo {
    fn learn(&mut self, _game: &GameObject, played: &Played<GameObject>) {
        self.rules.refresh();
        *self.starts.entry(played.start.clone()).or_default() += 1;
        let is_new = if self.settings.is_published() {
            self.add_as_published(played)
        } else {
            self.add(played)
        };
        if is_new {
            self.relearn();
        }
        if self.advance() {
            self.relearn();
        }
    }
}

/// The examples of `win_K`: moves that certainly win in at most `K` moves, and
/// claims that the rules for winning sooner prove. Moves that these rules do not
/// prove to win wait: no rule could explain them yet.
fn winning_labels(
    examples: &Examples,
    rules: &mut Rules,
    depth: usize,
    win: &[(u32, Predicate)],
) -> Labelled {
    let certain = examples.wins.get(depth - 1).into_iter().flatten().copied();
    let moves = depth as u32 - 1;
    let mut positive: Vec<Step> = certain
        .filter(|step| moves_to_win(rules, step.to, win).is_some_and(|needed| needed <= moves))
        .collect();
    let claims = examples.claims.iter().copied();
    positive.extend(claims.filter(|step| moves_to_win(rules, step.to, win) == Some(moves)));
    // Where a rule before wins sooner, a slower win needs no rule.
    positive.retain(|step| !is_won(rules, step.from, win));
    let mut proven = |step: &Step| moves_to_win(rules, step.to, win);
    let failures = examples.no_wins.iter();
    let failures = failures.filter(|(_, bound)| **bound as usize >= depth);
    let mut negative: Vec<Step> = failures.map(|(step, _)| *step).collect();
    let doubts = examples.doubts.iter().copied();
    negative.extend(doubts.filter(|step| proven(step).is_none_or(|needed| needed > moves)));
    Labelled { positive, negative }
}
