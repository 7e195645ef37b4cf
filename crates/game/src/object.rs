//! Games behind one object-safe interface. A [`GameObject`] is any game at all:
//! it is a [`Game`] itself, so that code that is generic over games is compiled
//! once for all of them. Positions and moves are erased; a player written for
//! one game plays its object through [`erased_players`].

use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use stratalog_logic::Term;
use stratalog_run::{Stop, Stream};

use crate::described::Described;
use crate::drawing::Drawing;
use crate::error::GameError;
use crate::game::{Coded, Game, Role, Turn};
use crate::outcome::Outcome;
use crate::player::{Decision, Judgement, Player, PlayerError, PlayerSource, Situation};

/// Any game. Copies share the rules.
#[derive(Clone)]
pub struct GameObject(Arc<dyn Rules>);

/// A position, or what a role sees of one, of any game. Copies share memory
/// until one of them changes.
#[derive(Clone)]
pub struct AnyPosition(Arc<dyn State>);

/// A move of any game: its number among the moves of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct AnyMove(u32);

impl Coded for AnyMove {
    fn code(self) -> u32 {
        self.0
    }

    fn from_code(code: u32) -> AnyMove {
        AnyMove(code)
    }
}

/// What a position or a view must be able to do behind an object.
trait State: Any + fmt::Debug + Send + Sync {
    fn boxed(&self) -> Arc<dyn State>;
    fn is_equal(&self, other: &dyn State) -> bool;
    fn feed(&self, hasher: &mut dyn Hasher);
    fn as_any(&self) -> &dyn Any;
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

impl<T: Clone + Eq + Hash + fmt::Debug + Send + Sync + 'static> State for T {
    fn boxed(&self) -> Arc<dyn State> {
        Arc::new(self.clone())
    }

    fn is_equal(&self, other: &dyn State) -> bool {
        other.as_any().downcast_ref() == Some(self)
    }

    fn feed(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

impl AnyPosition {
    /// A position or a view of some game.
    pub fn new<T>(state: T) -> AnyPosition
    where
        T: Clone + Eq + Hash + fmt::Debug + Send + Sync + 'static,
    {
        AnyPosition(Arc::new(state))
    }

    /// The position or view as its game has it, where it is of this type.
    #[inline]
    pub fn downcast<T: 'static>(&self) -> Option<&T> {
        (*self.0).as_any().downcast_ref()
    }

    #[inline]
    fn of<T: 'static>(&self) -> &T {
        self.downcast()
            .expect("a game object is only asked about its own positions")
    }

    fn of_mut<T: 'static>(&mut self) -> &mut T {
        if Arc::get_mut(&mut self.0).is_none() {
            self.0 = (*self.0).boxed();
        }
        Arc::get_mut(&mut self.0)
            .and_then(|state| state.as_any_mut().downcast_mut())
            .expect("the memory was made this position's own, and the game is its own")
    }
}

impl PartialEq for AnyPosition {
    fn eq(&self, other: &AnyPosition) -> bool {
        (*self.0).is_equal(&*other.0)
    }
}

impl Eq for AnyPosition {}

impl Hash for AnyPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (*self.0).feed(state);
    }
}

impl fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// [`Game`] and [`Described`] with erased positions and moves.
trait Rules: Any + Send + Sync {
    fn name(&self) -> &str;
    fn board(&self) -> String;
    fn role_count(&self) -> usize;
    fn role_name(&self, role: Role) -> &str;
    fn initial(&self, rng: &mut Stream) -> AnyPosition;
    fn turn(&self, position: &AnyPosition) -> Turn;
    fn failure(&self, position: &AnyPosition) -> Option<String>;
    fn is_open(&self) -> bool;
    fn is_hidden(&self) -> bool;
    fn is_simultaneous(&self) -> bool;
    fn has_chance(&self) -> bool;
    fn choosers(&self, position: &AnyPosition) -> usize;
    fn redraw_chance(&self, position: &mut AnyPosition, rng: &mut Stream);
    fn never_repeats(&self) -> bool;
    fn legal_moves(&self, position: &AnyPosition, moves: &mut Vec<AnyMove>);
    fn is_legal(&self, position: &AnyPosition, mv: AnyMove) -> bool;
    fn play_unchecked(&self, position: &mut AnyPosition, mv: AnyMove);
    fn goal(&self, position: &AnyPosition, role: Role) -> u8;
    fn outcome(&self, position: &AnyPosition, role: Role) -> Outcome;
    fn view(&self, position: &AnyPosition, role: Role) -> AnyPosition;
    fn choices(&self, view: &AnyPosition, role: Role, moves: &mut Vec<AnyMove>);
    fn random_choice(
        &self,
        view: &AnyPosition,
        role: Role,
        rng: &mut Stream,
    ) -> Option<(AnyMove, usize)>;
    fn move_text(&self, mv: AnyMove) -> String;
    fn parse_move(&self, text: &str) -> Result<AnyMove, GameError>;
    fn position_text(&self, position: &AnyPosition) -> String;
    fn view_text(&self, view: &AnyPosition) -> String;
    fn drawing(&self, view: &AnyPosition) -> Drawing;
    fn final_drawing(&self, position: &AnyPosition, role: Role) -> Drawing;
    fn parse_position(&self, text: &str) -> Result<AnyPosition, GameError>;
    fn parse_view(&self, text: &str) -> Result<AnyPosition, GameError>;
    fn images(&self, position: &AnyPosition) -> Vec<AnyPosition>;
    fn canonical(&self, position: &AnyPosition) -> AnyPosition;
    fn encode(&self, position: &AnyPosition, code: &mut Vec<u64>) -> bool;
    fn decode(&self, code: &[u64]) -> Option<AnyPosition>;
    fn facts(&self, view: &AnyPosition) -> Vec<Term>;
    fn move_term(&self, mv: AnyMove) -> Term;
    fn role_term(&self, role: Role) -> Term;
    fn as_any(&self) -> &dyn Any;
}

fn erase<M: Coded>(mv: M) -> AnyMove {
    AnyMove(mv.code())
}

fn restore<M: Coded>(mv: AnyMove) -> M {
    M::from_code(mv.0)
}

impl<G: Described> Rules for G {
    fn name(&self) -> &str {
        Game::name(self)
    }

    fn board(&self) -> String {
        Game::board(self)
    }

    fn role_count(&self) -> usize {
        Game::role_count(self)
    }

    fn role_name(&self, role: Role) -> &str {
        Game::role_name(self, role)
    }

    fn initial(&self, rng: &mut Stream) -> AnyPosition {
        AnyPosition::new(Game::initial(self, rng))
    }

    fn turn(&self, position: &AnyPosition) -> Turn {
        Game::turn(self, position.of())
    }

    fn failure(&self, position: &AnyPosition) -> Option<String> {
        Game::failure(self, position.of())
    }

    fn is_open(&self) -> bool {
        Game::is_open(self)
    }

    fn is_hidden(&self) -> bool {
        Game::is_hidden(self)
    }

    fn is_simultaneous(&self) -> bool {
        Game::is_simultaneous(self)
    }

    fn has_chance(&self) -> bool {
        Game::has_chance(self)
    }

    fn choosers(&self, position: &AnyPosition) -> usize {
        Game::choosers(self, position.of())
    }

    fn redraw_chance(&self, position: &mut AnyPosition, rng: &mut Stream) {
        Game::redraw_chance(self, position.of_mut(), rng);
    }

    fn never_repeats(&self) -> bool {
        Game::never_repeats(self)
    }

    fn legal_moves(&self, position: &AnyPosition, moves: &mut Vec<AnyMove>) {
        let mut own = Vec::new();
        Game::legal_moves(self, position.of(), &mut own);
        moves.clear();
        moves.extend(own.into_iter().map(erase));
    }

    fn is_legal(&self, position: &AnyPosition, mv: AnyMove) -> bool {
        Game::is_legal(self, position.of(), restore(mv))
    }

    fn play_unchecked(&self, position: &mut AnyPosition, mv: AnyMove) {
        Game::play_unchecked(self, position.of_mut(), restore(mv));
    }

    fn goal(&self, position: &AnyPosition, role: Role) -> u8 {
        Game::goal(self, position.of(), role)
    }

    fn outcome(&self, position: &AnyPosition, role: Role) -> Outcome {
        Game::outcome(self, position.of(), role)
    }

    fn view(&self, position: &AnyPosition, role: Role) -> AnyPosition {
        match Game::view(self, position.of::<G::Position>(), role) {
            // Under perfect information the view is the position: share it.
            Cow::Borrowed(view) => match (view as &dyn Any).downcast_ref::<G::Position>() {
                Some(same) if std::ptr::eq(same, position.of::<G::Position>()) => position.clone(),
                _ => AnyPosition::new(view.clone()),
            },
            Cow::Owned(view) => AnyPosition::new(view),
        }
    }

    fn choices(&self, view: &AnyPosition, role: Role, moves: &mut Vec<AnyMove>) {
        let mut own = Vec::new();
        Game::choices(self, view.of(), role, &mut own);
        moves.clear();
        moves.extend(own.into_iter().map(erase));
    }

    fn random_choice(
        &self,
        view: &AnyPosition,
        role: Role,
        rng: &mut Stream,
    ) -> Option<(AnyMove, usize)> {
        let chosen = Game::random_choice(self, view.of(), role, rng, &mut Vec::new());
        chosen.map(|(mv, among)| (erase(mv), among))
    }

    fn move_text(&self, mv: AnyMove) -> String {
        Game::move_text(self, restore(mv))
    }

    fn parse_move(&self, text: &str) -> Result<AnyMove, GameError> {
        Game::parse_move(self, text).map(erase)
    }

    fn position_text(&self, position: &AnyPosition) -> String {
        Game::position_text(self, position.of())
    }

    fn view_text(&self, view: &AnyPosition) -> String {
        Game::view_text(self, view.of())
    }

    fn drawing(&self, view: &AnyPosition) -> Drawing {
        Game::drawing(self, view.of())
    }

    fn final_drawing(&self, position: &AnyPosition, role: Role) -> Drawing {
        Game::final_drawing(self, position.of(), role)
    }

    fn parse_position(&self, text: &str) -> Result<AnyPosition, GameError> {
        Game::parse_position(self, text).map(AnyPosition::new)
    }

    fn parse_view(&self, text: &str) -> Result<AnyPosition, GameError> {
        Game::parse_view(self, text).map(AnyPosition::new)
    }

    fn images(&self, position: &AnyPosition) -> Vec<AnyPosition> {
        let images = Game::images(self, position.of::<G::Position>());
        images.into_iter().map(AnyPosition::new).collect()
    }

    fn canonical(&self, position: &AnyPosition) -> AnyPosition {
        let own = position.of::<G::Position>();
        let canonical = Game::canonical(self, own);
        if canonical == *own {
            position.clone()
        } else {
            AnyPosition::new(canonical)
        }
    }

    fn encode(&self, position: &AnyPosition, code: &mut Vec<u64>) -> bool {
        Game::encode(self, position.of(), code)
    }

    fn decode(&self, code: &[u64]) -> Option<AnyPosition> {
        Game::decode(self, code).map(AnyPosition::new)
    }

    fn facts(&self, view: &AnyPosition) -> Vec<Term> {
        Described::facts(self, view.of())
    }

    fn move_term(&self, mv: AnyMove) -> Term {
        Described::move_term(self, restore(mv))
    }

    fn role_term(&self, role: Role) -> Term {
        Described::role_term(self, role)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl GameObject {
    /// The object of a game.
    pub fn new<G: Described>(game: G) -> GameObject {
        GameObject(Arc::new(game))
    }

    /// The game behind the object, where it is of this type.
    pub fn downcast<G: 'static>(&self) -> Option<&G> {
        (*self.0).as_any().downcast_ref()
    }
}

impl fmt::Debug for GameObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0.name(), self.0.board())
    }
}

impl Game for GameObject {
    type Position = AnyPosition;
    type Move = AnyMove;
    type View = AnyPosition;

    fn name(&self) -> &str {
        self.0.name()
    }

    fn board(&self) -> String {
        self.0.board()
    }

    fn role_count(&self) -> usize {
        self.0.role_count()
    }

    fn role_name(&self, role: Role) -> &str {
        self.0.role_name(role)
    }

    fn initial(&self, rng: &mut Stream) -> AnyPosition {
        self.0.initial(rng)
    }

    fn turn(&self, position: &AnyPosition) -> Turn {
        self.0.turn(position)
    }

    fn failure(&self, position: &AnyPosition) -> Option<String> {
        self.0.failure(position)
    }

    fn is_open(&self) -> bool {
        self.0.is_open()
    }

    fn is_hidden(&self) -> bool {
        self.0.is_hidden()
    }

    fn is_simultaneous(&self) -> bool {
        self.0.is_simultaneous()
    }

    fn has_chance(&self) -> bool {
        self.0.has_chance()
    }

    fn choosers(&self, position: &AnyPosition) -> usize {
        self.0.choosers(position)
    }

    fn redraw_chance(&self, position: &mut AnyPosition, rng: &mut Stream) {
        self.0.redraw_chance(position, rng);
    }

    fn never_repeats(&self) -> bool {
        self.0.never_repeats()
    }

    fn legal_moves(&self, position: &AnyPosition, moves: &mut Vec<AnyMove>) {
        self.0.legal_moves(position, moves);
    }

    fn is_legal(&self, position: &AnyPosition, mv: AnyMove) -> bool {
        self.0.is_legal(position, mv)
    }

    fn play_unchecked(&self, position: &mut AnyPosition, mv: AnyMove) {
        self.0.play_unchecked(position, mv);
    }

    fn goal(&self, position: &AnyPosition, role: Role) -> u8 {
        self.0.goal(position, role)
    }

    fn outcome(&self, position: &AnyPosition, role: Role) -> Outcome {
        self.0.outcome(position, role)
    }

    fn view<'a>(&self, position: &'a AnyPosition, role: Role) -> Cow<'a, AnyPosition> {
        Cow::Owned(self.0.view(position, role))
    }

    fn choices(&self, view: &AnyPosition, role: Role, moves: &mut Vec<AnyMove>) {
        self.0.choices(view, role, moves);
    }

    fn random_choice(
        &self,
        view: &AnyPosition,
        role: Role,
        rng: &mut Stream,
        _scratch: &mut Vec<AnyMove>,
    ) -> Option<(AnyMove, usize)> {
        self.0.random_choice(view, role, rng)
    }

    fn move_text(&self, mv: AnyMove) -> String {
        self.0.move_text(mv)
    }

    fn parse_move(&self, text: &str) -> Result<AnyMove, GameError> {
        self.0.parse_move(text)
    }

    fn position_text(&self, position: &AnyPosition) -> String {
        self.0.position_text(position)
    }

    fn view_text(&self, view: &AnyPosition) -> String {
        self.0.view_text(view)
    }

    fn drawing(&self, view: &AnyPosition) -> Drawing {
        self.0.drawing(view)
    }

    fn final_drawing(&self, position: &AnyPosition, role: Role) -> Drawing {
        self.0.final_drawing(position, role)
    }

    fn parse_position(&self, text: &str) -> Result<AnyPosition, GameError> {
        self.0.parse_position(text)
    }

    fn parse_view(&self, text: &str) -> Result<AnyPosition, GameError> {
        self.0.parse_view(text)
    }

    fn images(&self, position: &AnyPosition) -> Vec<AnyPosition> {
        self.0.images(position)
    }

    fn canonical(&self, position: &AnyPosition) -> AnyPosition {
        self.0.canonical(position)
    }

    fn encode(&self, position: &AnyPosition, code: &mut Vec<u64>) -> bool {
        self.0.encode(position, code)
    }

    fn decode(&self, code: &[u64]) -> Option<AnyPosition> {
        self.0.decode(code)
    }
}

impl Described for GameObject {
    fn facts(&self, view: &AnyPosition) -> Vec<Term> {
        self.0.facts(view)
    }

    fn move_term(&self, mv: AnyMove) -> Term {
        self.0.move_term(mv)
    }

    fn role_term(&self, role: Role) -> Term {
        self.0.role_term(role)
    }
}

/// Players of one game as players of its object.
pub fn erased_players<G: Described>(
    game: Arc<G>,
    players: Box<dyn PlayerSource<G>>,
) -> Box<dyn PlayerSource<GameObject>> {
    Box::new(ErasedSource { game, players })
}

struct ErasedSource<G: Game> {
    game: Arc<G>,
    players: Box<dyn PlayerSource<G>>,
}

impl<G: Described> PlayerSource<GameObject> for ErasedSource<G> {
    fn player(&self) -> Box<dyn Player<GameObject>> {
        Box::new(ErasedPlayer {
            game: Arc::clone(&self.game),
            player: self.players.player(),
        })
    }
}

struct ErasedPlayer<G: Game> {
    game: Arc<G>,
    player: Box<dyn Player<G>>,
}

impl<G: Described> Player<GameObject> for ErasedPlayer<G> {
    fn heed(&mut self, stop: &Stop) {
        self.player.heed(stop);
    }

    fn begin(&mut self, _game: &GameObject, role: Role) {
        self.player.begin(&self.game, role);
    }

    fn decide(
        &mut self,
        Situation {
            view, role, rng, ..
        }: Situation<'_, GameObject>,
    ) -> Result<Decision<AnyMove>, PlayerError> {
        let decision = self
            .player
            .decide(Situation::new(&self.game, view.of(), role, rng))?;
        Ok(decision.map(erase))
    }

    fn explain(
        &mut self,
        Situation {
            view, role, rng, ..
        }: Situation<'_, GameObject>,
    ) -> Result<Decision<AnyMove>, PlayerError> {
        let decision = self
            .player
            .explain(Situation::new(&self.game, view.of(), role, rng))?;
        Ok(decision.map(erase))
    }

    fn judge(
        &mut self,
        Situation {
            view, role, rng, ..
        }: Situation<'_, GameObject>,
    ) -> Result<Judgement<AnyMove>, PlayerError> {
        let judgement = self
            .player
            .judge(Situation::new(&self.game, view.of(), role, rng))?;
        Ok(Judgement {
            decision: judgement.decision.map(erase),
            as_good: judgement.as_good.into_iter().map(erase).collect(),
        })
    }
}
