//! Tells whoever listens about the games that are learned from and about rules.

use std::time::{Duration, Instant};

use stratalog_game::{Game, GameObject, Played};
use stratalog_migo::Migo;
use stratalog_run::{Control, Event};

/// The time between two boards that are drawn.
const BOARD_TIME: Duration = Duration::from_millis(200);

/// Tells the listener about games and about rules that are new or have changed.
pub(super) struct News<'c> {
    pub(super) control: &'c Control,
    total: u64,
    pub(super) games: u64,
    changes: u32,
    known: Vec<(String, Vec<String>)>,
    game: &'c GameObject,
    drawn: Option<Instant>,
}

impl<'c> News<'c> {
    pub(super) fn new(control: &'c Control, game: &'c GameObject, total: u64) -> News<'c> {
        News {
            control,
            game,
            drawn: None,
            total,
            games: 0,
            changes: 0,
            known: Vec::new(),
        }
    }

    /// Tells of a game and what was learned from it; returns whether to go on.
    pub(super) fn game(
        &mut self,
        played: &Played<GameObject>,
        regret: Option<i64>,
        migo: &Migo<GameObject>,
    ) -> bool {
        self.games += 1;
        self.control.emit(Event::Game {
            number: self.games,
            outcome: played.outcome.as_str().to_owned(),
            regret: regret.map(|regret| regret as f64),
            board: self.board(played),
        });
        self.control.progress("games", self.games, Some(self.total));
        self.rules(migo);
        !self.control.is_stopped()
    }

    /// The board at the end of a game, unless one was drawn just now: drawing takes
    /// longer than a game.
    fn board(&mut self, played: &Played<GameObject>) -> Option<String> {
        if self.drawn.is_some_and(|at| at.elapsed() < BOARD_TIME) {
            return None;
        }
        self.drawn = Some(Instant::now());
        let mut position = played.start.clone();
        for &mv in &played.moves {
            self.game.play_unchecked(&mut position, mv);
        }
        let view = self.game.view(&position, played.role);
        Some(self.game.drawing(&view).to_string())
    }

    pub(super) fn rules(&mut self, migo: &Migo<GameObject>) {
        if migo.changes() == self.changes {
            return;
        }
        self.changes = migo.changes();
        let strategy = migo.strategy();
        let mut rules = Vec::new();
        for rule in &strategy.order {
            let name = rule.functor.name.as_str().to_owned();
            let clauses = strategy.lines_of(*rule);
            let rule = (name, clauses);
            if !self.known.contains(&rule) {
                self.control.emit(Event::Rule {
                    name: rule.0.clone(),
                    clauses: rule.1.clone(),
                    english: strategy.sentence(strategy.order[rules.len()]),
                });
            }
            rules.push(rule);
        }
        self.known = rules;
    }
}
