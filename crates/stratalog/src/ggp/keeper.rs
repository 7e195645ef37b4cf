//! A match: its own thread keeps the position and answers the messages of the
//! game manager one after the other.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender};
use std::time::Instant;

use rand::seq::IndexedRandom;
use stratalog_catalogue::believer::Believer;
use stratalog_game::{Described, Game, Role, Turn};
use stratalog_logic::Term;
use stratalog_players::uct::UctLimit;
use stratalog_rulesheet::{Belief, Move, Position, RulesheetGame};
use stratalog_run::{Control, Seed, Stream};

use super::clock::{Deadline, left_until};
use super::rules::{GrowingGame, place};
use super::spelling::{self, Spelling};
use super::thinking::{Choice, Question, Thinker, uct};
use super::{LastStep, NO_MOVE, Start};

/// What a match is told to do.
pub enum Order {
    /// Take the last step, if there was one, and answer with a move.
    Play {
        /// The step as it was received.
        last: LastStep,
        /// When the answer is due.
        deadline: Deadline,
        /// Where the answer goes.
        answer: SyncSender<String>,
    },
    /// Take the last step; the match is over.
    Stop {
        /// The step as it was received.
        last: LastStep,
    },
}

/// How a match is set up.
pub struct Setup {
    /// The name of the match.
    pub id: String,
    /// What the game manager sent.
    pub start: Start,
    /// The name that the game gets.
    pub game_name: String,
    /// Who plays.
    pub choice: Choice,
    /// Decides what is random.
    pub seed: Seed,
    /// Who is told.
    pub control: Control,
}

/// The match on its thread.
pub struct Keeper {
    setup: Setup,
    growing: GrowingGame,
    spelling: Spelling,
    role: Role,
    position: Position,
    /// The joint moves so far, one for each role of the game.
    history: Vec<Vec<Term>>,
    /// What we did and saw, where the manager tells that instead of the moves.
    seen: Vec<(Term, Vec<Term>)>,
    /// What we believe where the rules hide something.
    belief: Belief,
    thinker: Thinker,
    rng: Stream,
}

impl Keeper {
    /// Prepares a match; the error says why it cannot be played.
    pub fn new(setup: Setup, deadline: Deadline) -> Result<Keeper, String> {
        let rules = &setup.start.rules;
        let growing = GrowingGame::new(&setup.game_name, rules, deadline.thinking);
        let growing = growing.map_err(|error| error.to_string())?;
        let game = &growing.game;
        let roles = game.all_roles();
        let role = spelling::term(&setup.start.role).and_then(|role| place(roles, &role));
        let Some(role) = role.filter(|&role| role < game.role_count()) else {
            let role = &setup.start.role;
            let players = roles[..game.role_count()].join(", ");
            return Err(format!(
                "the rules have no player {role}; the players are {players}"
            ));
        };
        let mut keeper = Keeper {
            position: game.raw_initial(),
            spelling: Spelling::of(rules),
            role: Role(role as u8),
            history: Vec::new(),
            seen: Vec::new(),
            belief: Belief::new(game, Role(role as u8)),
            thinker: Thinker::new(setup.choice.clone()),
            rng: setup.seed.stream(0),
            growing,
            setup,
        };
        if keeper.growing.wait(deadline.thinking) {
            keeper.replay();
        }
        Ok(keeper)
    }

    /// Who plays what, in words.
    pub fn describe(&self) -> String {
        let role = &self.setup.start.role;
        format!("playing {role} with the {}", self.growing.engine())
    }

    /// Answers until the match is over or its game manager is gone.
    pub fn serve(mut self, orders: &Receiver<Order>) {
        while let Ok(order) = orders.recv() {
            let is_over = matches!(order, Order::Stop { .. });
            let obeyed = catch_unwind(AssertUnwindSafe(|| self.obey(order)));
            if obeyed.is_err() {
                self.note("a message could not be handled: this is a fault of the program");
            }
            if is_over {
                return;
            }
        }
    }

    fn note(&self, text: &str) {
        let id = &self.setup.id;
        self.setup.control.note(format!("match {id}: {text}"));
    }

    fn obey(&mut self, order: Order) {
        match order {
            Order::Play {
                last,
                deadline,
                answer,
            } => {
                let mv = self.play(last, deadline);
                // The game manager may have left.
                let _ = answer.send(mv);
            }
            Order::Stop { last } => {
                self.take_step(last);
                self.note(&self.result());
            }
        }
    }

    /// How the match ended, in words. Where the rules hide something, the goals are
    /// those of all positions that agree with what we saw.
    fn result(&self) -> String {
        let game = &self.growing.game;
        let ends: Vec<&Position> = if self.seen.is_empty() {
            vec![&self.position]
        } else {
            self.belief.positions().collect()
        };
        let ends: Vec<&Position> = ends.into_iter().filter(|p| game.is_terminal(p)).collect();
        if ends.is_empty() {
            return "stopped before its end".to_owned();
        }
        let goals = game.all_roles()[..game.role_count()].iter().enumerate();
        let goals = goals.map(|(role, name)| {
            let goals = ends.iter().flat_map(|end| game.goals(end, role));
            let goals: BTreeSet<i64> = goals.collect();
            let texts: Vec<String> = goals.iter().map(i64::to_string).collect();
            format!("{name} {}", texts.join(" or "))
        });
        format!("over, {}", goals.collect::<Vec<_>>().join(", "))
    }

    /// The move for the position after the last step, as it is written.
    fn play(&mut self, last: LastStep, deadline: Deadline) -> String {
        if self.growing.grow() {
            self.replay();
            self.note("playing on with the network");
        }
        self.take_step(last);
        let game = self.growing.game.clone();
        // Which moves are legal for a role, it knows: they are so in every position that
        // agrees with what it saw.
        let position = match self.believed(&game) {
            Some(position) => position,
            None => &self.position,
        };
        let legal = game.legal_of(position, self.role.index());
        let mv = match legal[..] {
            [] => {
                let cause = game.failure(position);
                let cause = cause.unwrap_or_else(|| "the game is over".to_owned());
                self.note(&format!("there is no legal move: {cause}"));
                return NO_MOVE.to_owned();
            }
            [mv] => mv,
            _ if game.is_hidden() => self.guess(&game, &legal, deadline),
            _ => self.choose(&game, &legal, deadline),
        };
        self.spelling.write(&game.move_term(mv))
    }

    /// A position that agrees with what we saw, where the rules hide something.
    fn believed(&self, game: &RulesheetGame) -> Option<&Position> {
        let is_going_on = |position: &&Position| !game.is_terminal(position);
        let mut positions = self.belief.positions();
        positions.find(is_going_on).filter(|_| game.is_hidden())
    }

    /// One of several legal moves, by simulated games from positions that agree with
    /// what we saw.
    fn guess(&mut self, game: &RulesheetGame, legal: &[Move], deadline: Deadline) -> Move {
        let any = *legal.choose(&mut self.rng).expect("there are several");
        if self.setup.choice.is_random() {
            return any;
        }
        let player = Believer::new(UctLimit::Time(left_until(deadline.thinking)));
        let chosen = player.choose(game, &self.belief, self.role, legal, &mut self.rng);
        chosen.map_or(any, |decision| decision.mv)
    }

    /// One of several legal moves: the player's, or UCT's where the player has
    /// none, or any.
    fn choose(&mut self, game: &RulesheetGame, legal: &[Move], deadline: Deadline) -> Move {
        let any = *legal.choose(&mut self.rng).expect("there are several");
        let Some(view) = self.view(game) else {
            self.note("some role cannot move, so the game cannot be searched; playing at random");
            return any;
        };
        let question = || Question {
            game: game.clone(),
            view: view.clone(),
            role: self.role,
            until: deadline.thinking,
            rng: self.setup.seed.stream(self.history.len() as u64 + 1),
        };
        let thought = if self.thinker.is_busy() {
            Some(Err("it still thinks about an earlier move".to_owned()))
        } else {
            // An answer just after the end of thinking is still in time.
            let middle = deadline.thinking + (deadline.answer - deadline.thinking) / 2;
            self.thinker.ask(question(), middle)
        };
        let thought = match thought {
            None => Err("it did not decide in time".to_owned()),
            Some(Err(cause)) if self.setup.choice != Choice::ClockedUct => {
                self.note(&format!("the player has no move ({cause}); UCT takes over"));
                uct(question())
            }
            Some(thought) => thought,
        };
        match thought {
            Ok(mv) if legal.contains(&mv) => mv,
            Ok(_) => {
                self.note("the player's move is not legal; playing at random");
                any
            }
            Err(cause) => {
                self.note(&format!("no decision ({cause}); playing at random"));
                any
            }
        }
    }

    /// What our role sees, where it is its turn.
    fn view(&self, game: &RulesheetGame) -> Option<Position> {
        let facts = game.facts(&self.position);
        let mut position = game.position_of(&facts).ok()?;
        let mut moves = Vec::new();
        // Roles choose one after the other. What the others choose is hidden from
        // us, so that it can be anything.
        for _ in 0..game.role_count() {
            match game.turn(&position) {
                Turn::Role(role) if role == self.role => {
                    return Some(game.view(&position, role).into_owned());
                }
                Turn::Role(_) => {
                    game.legal_moves(&position, &mut moves);
                    game.play_unchecked(&mut position, *moves.first()?);
                }
                Turn::Over | Turn::Failed => return None,
            }
        }
        None
    }

    /// Takes a step as it was received. What is not understood, or not legal, leaves
    /// the position as it is.
    fn take_step(&mut self, last: LastStep) {
        let taken = match last {
            LastStep::None => return,
            LastStep::Moves(moves) => self.advance(&moves),
            LastStep::Seen { own, percepts } => self.see(&own, &percepts),
        };
        if let Err(cause) = taken {
            let step = self.history.len() + self.seen.len() + 1;
            self.note(&format!("step {step} is left out: {cause}"));
        }
    }

    /// Makes the moves of a step.
    fn advance(&mut self, moves: &[String]) -> Result<(), String> {
        let joint = self.joint(moves)?;
        let game = &self.growing.game;
        let terms = joint.iter().map(|&mv| game.move_term(mv)).collect();
        game.play_joint(&mut self.position, &joint);
        if game.is_hidden() {
            self.belief = Belief::certain(game, self.role, self.position.clone());
        }
        self.history.push(terms);
        Ok(())
    }

    /// Takes in what we did and saw in a step.
    fn see(&mut self, own: &str, percepts: &[String]) -> Result<(), String> {
        let game = &self.growing.game;
        if !game.is_hidden() {
            return Err("the rules say nothing about what roles see (sees/2)".to_owned());
        }
        let read = |text: &String| spelling::term(text).ok_or(format!("{text} is no term"));
        let own = read(&own.to_owned())?;
        let percepts: Vec<Term> = percepts.iter().map(read).collect::<Result<_, _>>()?;
        self.seen.push((own.clone(), percepts.clone()));
        self.belief.see(game, own, percepts, &mut self.rng);
        if self.belief.is_lost() {
            return Err("no position was found that agrees with it".to_owned());
        }
        Ok(())
    }

    /// A joint move in the order of the game's roles.
    fn joint(&self, moves: &[String]) -> Result<Vec<Move>, String> {
        let game = &self.growing.game;
        let order = &self.growing.order;
        if game.is_terminal(&self.position) {
            return Err("the game is over".to_owned());
        }
        if moves.len() != order.len() {
            let (given, roles) = (moves.len(), order.len());
            return Err(format!("there are {given} moves for {roles} roles"));
        }
        let mut joint: Vec<Option<Move>> = vec![None; order.len()];
        for (&role, text) in order.iter().zip(moves) {
            let mv = spelling::term(text).and_then(|term| game.move_of(&term));
            let legal = game.legal_of(&self.position, role);
            let Some(mv) = mv.filter(|mv| legal.contains(mv)) else {
                let name = &game.all_roles()[role];
                return Err(format!("{text} is not a legal move of {name}"));
            };
            joint[role] = Some(mv);
        }
        let joint: Option<Vec<Move>> = joint.into_iter().collect();
        joint.ok_or_else(|| "a role has no move".to_owned())
    }

    /// Repeats the moves so far with the game that has replaced the earlier one.
    fn replay(&mut self) {
        let game = &self.growing.game;
        let mut position = game.raw_initial();
        for terms in &self.history {
            let joint: Option<Vec<Move>> = terms.iter().map(|mv| game.move_of(mv)).collect();
            match joint {
                Some(joint) => game.play_joint(&mut position, &joint),
                // It was legal before, so both games have it.
                None => return,
            }
        }
        self.belief = if self.history.is_empty() {
            Belief::new(game, self.role)
        } else {
            Belief::certain(game, self.role, position.clone())
        };
        self.position = position;
        for (own, percepts) in &self.seen {
            let (own, percepts) = (own.clone(), percepts.clone());
            self.belief.see(game, own, percepts, &mut self.rng);
        }
    }

    /// When the game was started.
    pub fn announce(&self, begun: Instant) {
        let seconds = begun.elapsed().as_secs_f64();
        self.note(&format!("{}, ready after {seconds:.1} s", self.describe()));
    }
}
