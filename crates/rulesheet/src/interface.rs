//! A rulesheet's game behind the interface of all games.

use std::borrow::Cow;
use std::sync::Arc;

use rand::Rng;
use stratalog_game::described::Described;
use stratalog_game::drawing::Drawing;
use stratalog_game::error::GameError;
use stratalog_game::game::{Game, Role, Turn};
use stratalog_logic::{KifReader, Source, SyntaxError, Term, read_term};
use stratalog_run::{Seed, Stream};

use super::drawing;
use super::game::RulesheetGame;
use super::position::{Move, NOTHING, Position};

/// Positions that random play visits to find out whether roles choose at the same
/// time.
const SAMPLED_POSITIONS: usize = 200;

impl RulesheetGame {
    /// Whether two roles have a choice in the same step, as far as random play
    /// shows.
    pub fn is_simultaneous(&self) -> bool {
        *self.0.is_simultaneous.get_or_init(|| {
            if self.0.players < 2 {
                return false;
            }
            let mut moves = Vec::new();
            let mut position = self.initial(&mut Seed(1).stream(0));
            for visit in 0..SAMPLED_POSITIONS as u64 {
                let mut rng = Seed(1).stream(visit);
                let role = match position.turn {
                    Turn::Role(role) => role,
                    Turn::Over => {
                        position = self.initial(&mut rng);
                        continue;
                    }
                    // Rules that fail take all the work that is allowed, each time.
                    Turn::Failed => return false,
                };
                if self.choosers(&position) > 1 {
                    return true;
                }
                match self.random_choice(&position, role, &mut rng, &mut moves) {
                    Some((mv, _)) => self.play_unchecked(&mut position, mv),
                    None => return false,
                }
            }
            false
        })
    }

    /// The move that a term stands for, if there is one.
    pub fn move_of(&self, term: &Term) -> Option<Move> {
        self.0.engine.move_code(term).map(Move)
    }

    fn move_from(&self, text: &str) -> Option<Move> {
        let term = if text.starts_with('(') {
            // As a clause `(move mark 1 2)` would be, which names the move.
            let source = Source::new("move", text);
            KifReader::new(&source).next_clause()?.ok()?.term
        } else {
            read_term(text).ok()?.term
        };
        self.move_of(&term)
    }
}

impl Game for RulesheetGame {
    type Position = Position;
    type Move = Move;
    type View = Position;

    fn name(&self) -> &str {
        &self.0.name
    }

    fn board(&self) -> String {
        self.0.board.clone()
    }

    fn role_count(&self) -> usize {
        self.0.players
    }

    fn role_name(&self, role: Role) -> &str {
        let name = self.0.role_names.get(role.index());
        name.map_or("nobody", String::as_str)
    }

    fn initial(&self, rng: &mut Stream) -> Position {
        let mut position = self.raw_initial();
        if self.has_chance() {
            position.fate = rng.next_u64();
        }
        self.decide_turn(&mut position);
        position
    }

    /// The facts, where everything else about a position follows from them.
    fn encode(&self, position: &Position, code: &mut Vec<u64>) -> bool {
        let is_plain = !position.is_pending()
            && position.failure.is_none()
            && position.told.is_none()
            && !self.has_chance();
        code.extend(&position.facts);
        is_plain
    }

    fn decode(&self, code: &[u64]) -> Option<Position> {
        let mut position = Position::of_facts(code.to_vec());
        self.settle(&mut position);
        Some(position)
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        position.turn
    }

    fn failure(&self, position: &Position) -> Option<String> {
        position.failure.as_deref().map(str::to_owned)
    }

    fn is_hidden(&self) -> bool {
        RulesheetGame::is_hidden(self)
    }

    fn is_simultaneous(&self) -> bool {
        RulesheetGame::is_simultaneous(self)
    }

    fn has_chance(&self) -> bool {
        RulesheetGame::has_chance(self)
    }

    fn choosers(&self, position: &Position) -> usize {
        let several = |&role: &usize| self.count(position, role) > 1;
        (0..self.0.players).filter(several).count().max(1)
    }

    fn redraw_chance(&self, position: &mut Position, rng: &mut Stream) {
        if self.has_chance() {
            position.fate = rng.next_u64();
        }
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.clear();
        if let Turn::Role(role) = position.turn {
            let engine = &self.0.engine;
            engine.list_legal(&position.legal, role.index(), |code| moves.push(Move(code)));
        }
    }

    fn play_unchecked(&self, position: &mut Position, mv: Move) {
        let Turn::Role(role) = position.turn else {
            return;
        };
        position.chosen.resize(self.0.role_names.len(), NOTHING);
        position.chosen[role.index()] = mv.0;
        match self.next_chooser(position) {
            Some(next) => position.turn = Turn::Role(next),
            None => match self.advance(position) {
                Ok(()) => self.settle(position),
                Err(fault) => position.fail(self.explain(fault)),
            },
        }
    }

    fn goal(&self, position: &Position, role: Role) -> u8 {
        position.goals.get(role.index()).copied().unwrap_or(0)
    }

    /// Once the game is over, nothing is hidden any more.
    fn view<'a>(&self, position: &'a Position, role: Role) -> Cow<'a, Position> {
        let is_hidden = self.0.is_hidden && !self.is_terminal(position);
        if position.chosen.is_empty() && position.fate == 0 && !is_hidden {
            return Cow::Borrowed(position);
        }
        let mut view = position.clone();
        view.chosen.clear();
        // What chance will draw is hidden from everybody.
        view.fate = 0;
        if is_hidden {
            view.facts.clear();
            self.0.engine.keep_legal_of(&mut view.legal, role.index());
            for told in view.told.iter_mut().flat_map(Arc::make_mut) {
                told.hide_from(role);
            }
        }
        Cow::Owned(view)
    }

    fn choices(&self, view: &Position, role: Role, moves: &mut Vec<Move>) {
        moves.clear();
        if let Turn::Role(_) = view.turn {
            let engine = &self.0.engine;
            engine.list_legal(&view.legal, role.index(), |code| moves.push(Move(code)));
        }
    }

    #[inline]
    fn random_choice(
        &self,
        view: &Position,
        role: Role,
        rng: &mut Stream,
        _scratch: &mut Vec<Move>,
    ) -> Option<(Move, usize)> {
        let Turn::Role(_) = view.turn else {
            return None;
        };
        let count = self.count(view, role.index());
        if count == 0 {
            return None;
        }
        let rank = (((rng.next_u64() >> 32) * count as u64) >> 32) as usize;
        let code = self.0.engine.legal_move(&view.legal, role.index(), rank);
        Some((Move(code), count))
    }

    fn move_text(&self, mv: Move) -> String {
        self.0.engine.move_term(mv.0).to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Move, GameError> {
        self.move_from(text.trim())
            .ok_or_else(|| GameError::BadMove {
                text: text.trim().to_owned(),
                expected: "write a move as the rulesheet does, as in mark(1,2)".to_owned(),
            })
    }

    fn position_text(&self, position: &Position) -> String {
        drawing::text(&self.0.engine.facts(&position.facts))
    }

    fn view_text(&self, view: &Position) -> String {
        let role = match view.turn {
            Turn::Role(role) if self.0.is_hidden => view.viewer().unwrap_or(role),
            _ => return self.position_text(view),
        };
        let mut text = String::new();
        for (own, percepts) in self.seen(view, role) {
            let percepts: Vec<String> = percepts.iter().map(Term::to_string).collect();
            let told = match percepts.as_slice() {
                [] => "nothing".to_owned(),
                percepts => percepts.join(" "),
            };
            text.push_str(&format!("{own}: {told}\n"));
        }
        text
    }

    fn drawing(&self, view: &Position) -> Drawing {
        if self.0.is_hidden && !self.is_terminal(view) {
            return Drawing::of_text(&self.view_text(view));
        }
        self.layout().draw(&self.0.engine.facts(&view.facts))
    }

    fn parse_position(&self, text: &str) -> Result<Position, GameError> {
        let wrong = |line: usize, message: String| GameError::BadPosition { line, message };
        let start = self.0.engine.initial().unwrap_or_default();
        let drawn = self.layout().read(text, &self.0.engine.facts(&start));
        let source = Source::new("position", text);
        let facts = match drawn {
            Some(facts) => Ok(facts),
            None if text.trim_start().starts_with(['(', ';']) => {
                KifReader::new(&source).map(|read| Ok(read?.term)).collect()
            }
            None => {
                let read = stratalog_logic::Reader::new(&source);
                read.map(|read| Ok(read?.term)).collect()
            }
        };
        let facts: Vec<Term> =
            facts.map_err(|error: SyntaxError| wrong(error.line as usize, error.message))?;
        if facts.is_empty() {
            let message = "there is no fact; write them as cell(1,1,x).".to_owned();
            return Err(wrong(1, message));
        }
        self.position_of(&facts).map_err(|fact| {
            let line = text.lines().position(|l| l.contains(&fact.to_string()));
            let message = format!("{fact} can never be true in {}", self.0.name);
            wrong(line.unwrap_or(0) + 1, message)
        })
    }
}

impl Described for RulesheetGame {
    fn facts(&self, position: &Position) -> Vec<Term> {
        self.0.engine.facts(&position.facts)
    }

    fn move_term(&self, mv: Move) -> Term {
        self.0.engine.move_term(mv.0)
    }

    fn role_term(&self, role: Role) -> Term {
        let term = self.role_terms().get(role.index()).cloned();
        term.unwrap_or_else(|| Term::atom(self.role_name(role)))
    }
}
