//! A rulesheet as a game.
//!
//! Roles that have a choice at the same time choose one after the other, and
//! what was chosen is hidden until all have. A role with a single legal move is
//! not asked. The role `random` is chance: its moves are drawn, by numbers that
//! the position carries with it.

use std::borrow::Cow;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use rand::Rng;
use smallvec::SmallVec;
use stratalog_logic::{KifReader, Source, Term, read_term};

use super::drawing;
use super::engine::{Engine, InterpreterEngine, NetworkEngine};
use super::ground::{self, Budget};
use super::interpret::Interpreter;
use super::lanes::MAX_STEPS;
use super::network::{self, Network};
use super::position::{Move, NOTHING, Position, Told};
use super::prepare::{Prepared, prepare};
use super::sheet::Rulesheet;
use super::terms::TermId;
use stratalog_game::described::Described;
use stratalog_game::error::GameError;
use stratalog_game::game::{Game, Role, Turn};
use stratalog_run::{Seed, Stream};

/// The name of the role that is chance.
const RANDOM: &str = "random";

/// Positions that random play visits to find out whether roles choose at the same
/// time.
const SAMPLED_POSITIONS: u64 = 200;

/// How a rulesheet becomes a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evaluation {
    /// By a network if that is possible within the budget, else by rules.
    Best(Budget),
    /// By rules, always.
    Rules,
}

impl Evaluation {
    fn budget(self) -> Budget {
        match self {
            Evaluation::Best(budget) => budget,
            Evaluation::Rules => Budget::default(),
        }
    }
}

impl Default for Evaluation {
    fn default() -> Evaluation {
        Evaluation::Best(Budget::default())
    }
}

/// A game made from a rulesheet; copies share what was worked out.
#[derive(Clone)]
pub struct RulesheetGame {
    name: String,
    board: String,
    pub(super) engine: Arc<Engine>,
    /// The names of all roles; chance is the last, where there is one.
    pub(super) role_names: Vec<String>,
    /// How many roles are players.
    players: usize,
    /// Clauses of `legal` that never apply, where that is known.
    idle_legal: Option<Vec<usize>>,
    /// Whether roles only see what `sees` tells them.
    is_hidden: bool,
    /// Whether random play meets a position in which two roles choose.
    is_simultaneous: Arc<OnceLock<bool>>,
}

impl PartialEq for RulesheetGame {
    fn eq(&self, other: &RulesheetGame) -> bool {
        Arc::ptr_eq(&self.engine, &other.engine)
    }
}

impl Eq for RulesheetGame {}

impl fmt::Debug for RulesheetGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RulesheetGame({} {})", self.name, self.board)
    }
}

impl RulesheetGame {
    /// Makes a game of a rulesheet.
    pub fn new(sheet: &Rulesheet, evaluation: Evaluation) -> Result<RulesheetGame, GameError> {
        let bad = |cause: String| GameError::BadRulesheet {
            name: sheet.source.name.clone(),
            cause,
        };
        let Prepared {
            program,
            terms,
            facts,
        } = prepare(sheet, evaluation.budget().work)?;
        let words = program.words;
        let role_facts = facts.relation(program.words.role).facts.iter();
        let mut roles: Vec<TermId> = role_facts.map(|&fact| terms.args(fact)[0]).collect();
        let is_random = |id: &TermId| terms.term(*id) == Term::atom(RANDOM);
        roles.sort_by_key(is_random);
        let players = roles.iter().filter(|id| !is_random(id)).count();
        if players == 0 {
            return Err(bad(
                "it has no role; write role(NAME) for each player".to_owned()
            ));
        }
        if players > 200 {
            return Err(bad(format!("{players} roles are more than 200")));
        }
        let role_names = roles.iter().map(|&id| terms.term(id).to_string()).collect();
        let grounded = match evaluation {
            Evaluation::Best(budget) => {
                ground::ground(&program, terms.clone(), facts.clone(), budget).ok()
            }
            Evaluation::Rules => None,
        };
        let idle_legal = grounded.as_ref().map(|grounding| {
            let legal = words.legal;
            let rules = program.predicates[legal.index()].rules.iter();
            let mut clauses: Vec<usize> = rules.map(|&rule| program.rules[rule].clause).collect();
            let is_static = !program.is_dynamic(legal);
            clauses.retain(|clause| {
                !is_static
                    && grounding
                        .by_clause
                        .get(clause)
                        .is_none_or(|&count| count == 0)
            });
            clauses.dedup();
            clauses
        });
        let engine = match grounded {
            Some(grounding) => {
                let network = network::assemble(&program, &grounding, &roles);
                Engine::Network(Box::new(NetworkEngine::new(network, grounding.terms)))
            }
            None => {
                let interpreter = Interpreter::new(&program, terms, facts);
                Engine::Interpreter(Box::new(InterpreterEngine::new(interpreter, roles)))
            }
        };
        Ok(RulesheetGame {
            name: sheet.name().to_owned(),
            board: sheet.board().unwrap_or_else(|| "as written".to_owned()),
            engine: Arc::new(engine),
            role_names,
            players,
            idle_legal,
            is_hidden: !program.predicates[words.sees.index()].rules.is_empty(),
            is_simultaneous: Arc::default(),
        })
    }

    /// Makes a game of the rulesheet in a file.
    pub fn from_file(path: &Path) -> Result<RulesheetGame, GameError> {
        RulesheetGame::new(&Rulesheet::from_file(path)?, Evaluation::default())
    }

    /// The network, where there is one.
    pub fn network(&self) -> Option<&Network> {
        match &*self.engine {
            Engine::Network(engine) => Some(&engine.network),
            Engine::Interpreter(_) => None,
        }
    }

    /// Every fact that some position may have, in the standard order of terms;
    /// nothing where that is not known.
    pub fn possible_facts(&self) -> Option<Vec<Term>> {
        self.engine.possible_facts()
    }

    /// The clauses of `legal`, by number, that no position can ever meet; nothing
    /// where that is not known.
    pub fn idle_legal_clauses(&self) -> Option<&[usize]> {
        self.idle_legal.as_deref()
    }

    /// The names of all roles, chance included.
    pub fn all_roles(&self) -> &[String] {
        &self.role_names
    }

    /// Whether chance plays a part.
    pub fn has_chance(&self) -> bool {
        self.players < self.role_names.len()
    }

    /// Finds legal moves and whose turn it is, and lets chance move where nobody
    /// else has anything to decide.
    fn settle(&self, position: &mut Position) {
        for _ in 0..MAX_STEPS {
            let is_over = self.engine.survey(&position.facts, &mut position.legal);
            position.turn = if is_over {
                Turn::Over
            } else {
                self.first_turn(position)
            };
            if position.turn != Turn::Over || is_over || !self.moves_by_chance(position) {
                return;
            }
            self.advance(position);
        }
        position.turn = Turn::Over;
    }

    pub(super) fn count(&self, position: &Position, role: usize) -> usize {
        self.engine.legal_count(&position.legal, role)
    }

    /// Whether everybody has a legal move and the only one with something to
    /// decide is chance.
    fn moves_by_chance(&self, position: &Position) -> bool {
        self.has_chance() && (0..self.role_names.len()).all(|role| self.count(position, role) > 0)
    }

    /// Who decides first; nobody where somebody has no move, and where only
    /// chance decides.
    fn first_turn(&self, position: &Position) -> Turn {
        let mut first = None;
        for role in 0..self.role_names.len() {
            match self.count(position, role) {
                0 => return Turn::Over,
                1 => {}
                _ if role < self.players && first.is_none() => first = Some(role),
                _ => {}
            }
        }
        if let Some(role) = first {
            return Turn::Role(Role(role as u8));
        }
        let does_something = |role: usize| !self.is_waiting(position, role);
        if self.has_chance() && does_something(self.players) {
            return Turn::Over;
        }
        let role = (0..self.players)
            .find(|&role| does_something(role))
            .unwrap_or(0);
        Turn::Role(Role(role as u8))
    }

    /// Whether a role can only wait.
    fn is_waiting(&self, position: &Position, role: usize) -> bool {
        if self.count(position, role) != 1 {
            return false;
        }
        let mv = self.engine.legal_move(&position.legal, role, 0);
        let name = self.engine.move_term(mv).functor().map(|f| f.name.as_str());
        matches!(
            name,
            Some("noop" | "no_op" | "no-op" | "nop" | "wait" | "nothing" | "idle" | "nil" | "skip")
        )
    }

    /// Makes the joint move: what was chosen, what was forced, what chance draws.
    fn advance(&self, position: &mut Position) {
        let mut joint: SmallVec<[u32; 4]> = SmallVec::new();
        for role in 0..self.role_names.len() {
            let chosen = position.chosen.get(role).copied().unwrap_or(NOTHING);
            if chosen != NOTHING {
                joint.push(chosen);
                continue;
            }
            let count = self.count(position, role);
            let rank = if role >= self.players && count > 1 {
                position.fate = mixed(position.fate);
                (((position.fate >> 32) * count as u64) >> 32) as usize
            } else {
                0
            };
            joint.push(self.engine.legal_move(&position.legal, role, rank));
        }
        position.chosen.clear();
        if self.is_hidden {
            let percepts = (0..self.players)
                .map(|role| self.engine.told(&position.facts, &joint, role))
                .collect();
            let told = position.told.get_or_insert_default();
            Arc::make_mut(told).push(Told {
                moves: joint.clone(),
                percepts,
            });
        }
        self.engine.advance(&mut position.facts, &joint);
    }

    /// Whether roles only see what `sees` tells them, their own moves and which
    /// moves are legal for them.
    pub fn is_hidden(&self) -> bool {
        self.is_hidden
    }

    /// What a role has seen, joint move by joint move: its own move and what it
    /// was told.
    pub fn seen(&self, position: &Position, role: Role) -> Vec<(Term, Vec<Term>)> {
        let told = position.told.as_deref().map_or(&[][..], Vec::as_slice);
        told.iter()
            .map(|told| {
                let own = told.moves.get(role.index()).copied().unwrap_or(NOTHING);
                let percepts = told.percepts.get(role.index()).cloned();
                (self.engine.move_term(own), percepts.unwrap_or_default())
            })
            .collect()
    }

    /// Whether two roles have a choice in the same step, as far as random play
    /// shows.
    pub fn is_simultaneous(&self) -> bool {
        *self.is_simultaneous.get_or_init(|| {
            if self.players < 2 {
                return false;
            }
            let mut moves = Vec::new();
            let mut position = self.initial(&mut Seed(1).stream(0));
            for visit in 0..SAMPLED_POSITIONS {
                let mut rng = Seed(1).stream(visit);
                let Turn::Role(role) = position.turn else {
                    position = self.initial(&mut rng);
                    continue;
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

    /// The role that chooses next in this step: the first that has several moves
    /// and has not chosen.
    fn next_chooser(&self, position: &Position) -> Option<Role> {
        let has_chosen = |role: usize| {
            let chosen = position.chosen.get(role).copied();
            chosen.unwrap_or(NOTHING) != NOTHING
        };
        let open = |&role: &usize| !has_chosen(role) && self.count(position, role) > 1;
        let role = (0..self.players).find(open)?;
        Some(Role(role as u8))
    }

    /// The numbers of the legal moves of a role, players first, then chance.
    pub fn legal_of(&self, position: &Position, role: usize) -> Vec<Move> {
        let mut moves = Vec::new();
        self.engine
            .list_legal(&position.legal, role, |number| moves.push(Move(number)));
        moves
    }

    /// The position at the start before chance has moved.
    pub fn raw_initial(&self) -> Position {
        let mut position = Position {
            facts: self.engine.initial(),
            legal: Vec::new(),
            chosen: SmallVec::new(),
            turn: Turn::Over,
            fate: 0,
            told: None,
        };
        self.look(&mut position);
        position
    }

    /// Finds legal moves; chance does not move.
    fn look(&self, position: &mut Position) {
        let is_over = self.engine.survey(&position.facts, &mut position.legal);
        position.turn = if is_over {
            Turn::Over
        } else {
            Turn::Role(Role(0))
        };
    }

    /// Whether the rules say that the game has ended, in a position of
    /// [`RulesheetGame::raw_initial`] and [`RulesheetGame::play_joint`].
    pub fn is_terminal(&self, position: &Position) -> bool {
        position.turn == Turn::Over
    }

    /// Makes a joint move, one for each role with chance last.
    pub fn play_joint(&self, position: &mut Position, joint: &[Move]) {
        let joint: SmallVec<[u32; 4]> = joint.iter().map(|mv| mv.0).collect();
        self.engine.advance(&mut position.facts, &joint);
        self.look(position);
    }

    /// What a role is told when a joint move is made in a position.
    pub fn told(&self, position: &Position, joint: &[Move], role: usize) -> Vec<Term> {
        let joint: SmallVec<[u32; 4]> = joint.iter().map(|mv| mv.0).collect();
        self.engine.told(&position.facts, &joint, role)
    }

    /// Every goal of a role that holds in a position, in ascending order.
    pub fn goals(&self, position: &Position, role: usize) -> Vec<i64> {
        self.engine.goals(&position.facts, role)
    }

    /// The position in which just these facts hold; the fact that no position
    /// can have otherwise.
    pub fn position_of(&self, facts: &[Term]) -> Result<Position, Term> {
        let mut position = Position {
            facts: self.engine.words_of(facts)?,
            legal: Vec::new(),
            chosen: SmallVec::new(),
            turn: Turn::Over,
            fate: 0,
            told: None,
        };
        self.settle(&mut position);
        Ok(position)
    }

    /// The move that a term stands for, if there is one.
    pub fn move_of(&self, term: &Term) -> Option<Move> {
        self.engine.move_number(term).map(Move)
    }

    fn move_from(&self, text: &str) -> Option<Move> {
        let term = if text.starts_with('(') {
            // As a clause `(move mark 1 2)` would be, which names the move.
            let source = Source::new("move", text);
            KifReader::new(&source).next_clause()?.ok()?.term
        } else {
            read_term(text).ok()?.term
        };
        self.engine.move_number(&term).map(Move)
    }
}

fn mixed(word: u64) -> u64 {
    let word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

impl Game for RulesheetGame {
    type Position = Position;
    type Move = Move;
    type View = Position;

    fn name(&self) -> &str {
        &self.name
    }

    fn board(&self) -> String {
        self.board.clone()
    }

    fn role_count(&self) -> usize {
        self.players
    }

    fn role_name(&self, role: Role) -> &str {
        self.role_names
            .get(role.index())
            .map_or("nobody", String::as_str)
    }

    fn initial(&self, rng: &mut Stream) -> Position {
        let mut position = self.raw_initial();
        if self.has_chance() {
            position.fate = rng.next_u64();
        }
        self.settle(&mut position);
        position
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        position.turn
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
        (0..self.players).filter(several).count().max(1)
    }

    fn redraw_chance(&self, position: &mut Position, rng: &mut Stream) {
        if self.has_chance() {
            position.fate = rng.next_u64();
        }
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.clear();
        if let Turn::Role(role) = position.turn {
            self.engine
                .list_legal(&position.legal, role.index(), |number| {
                    moves.push(Move(number))
                });
        }
    }

    fn play_unchecked(&self, position: &mut Position, mv: Move) {
        let Turn::Role(role) = position.turn else {
            return;
        };
        position.chosen.resize(self.role_names.len(), NOTHING);
        position.chosen[role.index()] = mv.0;
        match self.next_chooser(position) {
            Some(next) => position.turn = Turn::Role(next),
            None => {
                self.advance(position);
                self.settle(position);
            }
        }
    }

    fn goal(&self, position: &Position, role: Role) -> u8 {
        let goals = self.engine.goals(&position.facts, role.index());
        goals.last().map_or(0, |&goal| goal.clamp(0, 100) as u8)
    }

    fn view<'a>(&self, position: &'a Position, role: Role) -> Cow<'a, Position> {
        if position.chosen.is_empty() && position.fate == 0 && !self.is_hidden {
            return Cow::Borrowed(position);
        }
        let mut view = position.clone();
        view.chosen.clear();
        // What chance will draw is nobody's to see.
        view.fate = 0;
        if self.is_hidden {
            view.facts.clear();
            self.engine.keep_legal_of(&mut view.legal, role.index());
            for told in view.told.iter_mut().flat_map(Arc::make_mut) {
                told.hide_from(role);
            }
        }
        Cow::Owned(view)
    }

    fn choices(&self, view: &Position, role: Role, moves: &mut Vec<Move>) {
        moves.clear();
        if view.turn != Turn::Over {
            self.engine
                .list_legal(&view.legal, role.index(), |number| moves.push(Move(number)));
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
        let count = self.count(view, role.index());
        if view.turn == Turn::Over || count == 0 {
            return None;
        }
        let rank = (((rng.next_u64() >> 32) * count as u64) >> 32) as usize;
        let number = self.engine.legal_move(&view.legal, role.index(), rank);
        Some((Move(number), count))
    }

    fn move_text(&self, mv: Move) -> String {
        self.engine.move_term(mv.0).to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Move, GameError> {
        self.move_from(text.trim())
            .ok_or_else(|| GameError::BadMove {
                text: text.trim().to_owned(),
                expected: "write a move as the rulesheet does, as in mark(1,2)".to_owned(),
            })
    }

    fn position_text(&self, position: &Position) -> String {
        drawing::text(&self.engine.facts(&position.facts))
    }

    fn view_text(&self, view: &Position) -> String {
        if !self.is_hidden {
            return self.position_text(view);
        }
        let Turn::Role(role) = view.turn else {
            return "the game is over\n".to_owned();
        };
        let mut text = String::new();
        for (own, percepts) in self.seen(view, role) {
            let percepts: Vec<String> = percepts.iter().map(Term::to_string).collect();
            text.push_str(&format!("{own}: {}\n", percepts.join(" ")));
        }
        text
    }

    fn parse_position(&self, text: &str) -> Result<Position, GameError> {
        let wrong = |line: usize, message: String| GameError::BadPosition { line, message };
        let source = Source::new("position", text);
        let mut facts = Vec::new();
        for read in stratalog_logic::Reader::new(&source) {
            match read {
                Ok(read) => facts.push(read.term),
                Err(error) => return Err(wrong(error.line as usize, error.message)),
            }
        }
        if facts.is_empty() {
            return Err(wrong(
                1,
                "there is no fact; write them as cell(1,1,x).".to_owned(),
            ));
        }
        self.position_of(&facts).map_err(|fact| {
            let line = text.lines().position(|l| l.contains(&fact.to_string()));
            wrong(
                line.unwrap_or(0) + 1,
                format!("{fact} can never be true in {}", self.name),
            )
        })
    }
}

impl Described for RulesheetGame {
    fn facts(&self, position: &Position) -> Vec<Term> {
        self.engine.facts(&position.facts)
    }

    fn move_term(&self, mv: Move) -> Term {
        self.engine.move_term(mv.0)
    }
}
