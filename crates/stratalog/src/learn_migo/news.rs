//! Tells whoever listens about the games that are learned from and about rules.

use std::time::{Duration, Instant};

use stratalog_catalogue::Playable;
use stratalog_game::{Game, GameObject, Played};
use stratalog_migo::{Migo, Strategy};
use stratalog_run::{Control, Event};

use super::Request;
use super::pictures::Pictures;

/// The time between two boards that are drawn.
const BOARD_TIME: Duration = Duration::from_millis(200);

/// Tells the listener about games and about rules that are new or have changed.
pub(super) struct News<'c> {
    pub(super) control: &'c Control,
    total: u64,
    pub(super) games: u64,
    /// The changes of which was told; none before the first time.
    changes: Option<u32>,
    known: Vec<(String, Vec<String>)>,
    game: &'c GameObject,
    drawn: Option<Instant>,
    pictures: Option<Pictures>,
}

impl<'c> News<'c> {
    pub(super) fn new(control: &'c Control, playable: &'c Playable, request: &Request) -> News<'c> {
        News {
            control,
            game: &playable.game,
            drawn: None,
            pictures: Pictures::new(playable, control, request.seed),
            total: request.options.games,
            games: 0,
            changes: None,
            known: Vec::new(),
        }
    }

    /// Tells of a game and what was learned from it; returns whether to go on.
    pub(super) fn game(
        &mut self,
        played: &Played<GameObject>,
        regret: Option<i64>,
        migo: &Migo,
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

    pub(super) fn rules(&mut self, migo: &Migo) {
        if self.changes == Some(migo.changes()) {
            return;
        }
        self.changes = Some(migo.changes());
        let strategy = migo.strategy();
        let mut rules = Vec::new();
        for &rule in &strategy.order {
            let name = rule.functor.name.as_str().to_owned();
            let told = (name, strategy.lines_of(rule));
            if !self.known.contains(&told) {
                self.control.emit(Event::Rule {
                    name: told.0.clone(),
                    clauses: told.1.clone(),
                    english: strategy.sentence(rule),
                });
            }
            rules.push(told);
        }
        self.known = rules;
        self.in_use(&strategy);
        if let Some(pictures) = &self.pictures {
            pictures.show(strategy);
        }
    }

    /// Tells which rules are in use.
    pub(super) fn in_use(&self, strategy: &Strategy) {
        let rules = strategy.order.iter();
        self.control.emit(Event::InUse {
            names: rules
                .map(|rule| rule.functor.name.as_str().to_owned())
                .collect(),
        });
    }
}
