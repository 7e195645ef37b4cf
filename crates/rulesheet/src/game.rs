//! A rulesheet as a game: how it is made, and what is known of it as a whole.
//! [`steps`](super::steps) plays it, [`interface`](super::interface) makes it a
//! [`Game`](stratalog_game::Game).

use std::fmt;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use stratalog_game::error::GameError;
use stratalog_logic::Term;
use stratalog_run::Stop;

use super::check::clauses;
use super::engine::{Engine, InterpreterEngine, NetworkEngine};
use super::fault::{Fault, Refusal};
use super::ground::{self, Budget};
use super::idle::{IdleClause, idle_clauses};
use super::interpret::Interpreter;
use super::join::Work;
use super::layout::Layout;
use super::network::{self, NegativeLoop, Network};
use super::prepare::{Prepared, Purpose, prepare};
use super::program::Program;
use super::sheet::{Rulesheet, Syntax};
use super::terms::TermId;
use super::visit;

/// The name of the role that is chance.
const RANDOM: &str = "random";
/// What is wrong with an atom that has no meaning.
pub(super) const DEPENDS_ON_ITS_NEGATION: &str = "depends on its own negation";
/// The largest number of players.
const MAX_PLAYERS: usize = 200;

/// The part of the work of grounding that the relations that never change may
/// take.
const STATIC_PART: u64 = 5;
/// The part of the budget within which rules are tried whole before they are split.
const WHOLE_PART: u64 = 8;

/// What evaluates the positions of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineChoice {
    /// A network where the game can be grounded within the budget, else the
    /// interpreter.
    Best(Budget),
    /// The interpreter.
    Interpreter,
}

impl EngineChoice {
    fn budget(self) -> Budget {
        match self {
            EngineChoice::Best(budget) => budget,
            EngineChoice::Interpreter => Budget::default(),
        }
    }
}

impl Default for EngineChoice {
    fn default() -> EngineChoice {
        EngineChoice::Best(Budget::default())
    }
}

/// A game made from a rulesheet. Copies share the rules.
#[derive(Clone)]
pub struct RulesheetGame(pub(super) Arc<SharedRules>);

/// What the copies of a game share.
pub(super) struct SharedRules {
    pub(super) name: String,
    pub(super) board: String,
    pub(super) engine: Engine,
    /// The names of all roles; chance is the last, where there is one.
    pub(super) role_names: Vec<String>,
    /// The roles as terms: a name may be written in quotes.
    pub(super) role_terms: Vec<Term>,
    /// How many roles are players.
    pub(super) players: usize,
    /// Clauses that can never apply, where that is known.
    idle_clauses: Option<Vec<IdleClause>>,
    /// Whether roles only see what `sees` tells them.
    pub(super) is_hidden: bool,
    /// Whether a role must have exactly one goal at the end. Published files
    /// that give none or several are played all the same.
    pub(super) is_strict: bool,
    /// Whether random play meets a position in which two roles choose.
    pub(super) is_simultaneous: OnceLock<bool>,
    /// How positions are drawn.
    layout: OnceLock<Layout>,
    /// The rulesheet.
    sheet: Rulesheet,
}

impl PartialEq for RulesheetGame {
    fn eq(&self, other: &RulesheetGame) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for RulesheetGame {}

impl fmt::Debug for RulesheetGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RulesheetGame({} {})", self.0.name, self.0.board)
    }
}

impl RulesheetGame {
    /// Makes a game of a rulesheet. A rulesheet whose clauses have errors makes
    /// no game.
    pub fn new(sheet: &Rulesheet, choice: EngineChoice) -> Result<RulesheetGame, GameError> {
        RulesheetGame::make(sheet, choice, &Stop::default())
            .map_err(|refusal| refusal.in_sheet(sheet))
    }

    /// [`RulesheetGame::new`] unless it is asked to stop, with the clause that is to
    /// blame where there is no game.
    pub(super) fn make(
        sheet: &Rulesheet,
        choice: EngineChoice,
        stop: &Stop,
    ) -> Result<RulesheetGame, Refusal> {
        if let Some(error) = clauses::first_error(sheet) {
            return Err(error.into());
        }
        let made = match choice {
            EngineChoice::Best(budget) => grounded(sheet, budget, stop)?,
            EngineChoice::Interpreter => None,
        };
        let (made, may_grow) = match made {
            Some(made) => (made, false),
            None => interpreted(sheet, choice.budget(), stop)?,
        };
        let game = RulesheetGame::from_made(sheet, made);
        if let (true, EngineChoice::Best(budget)) = (may_grow, choice)
            && let Some(restricted) = visit::restricted(&game, sheet, stop)
            && let Some(made) = grounded(&restricted, budget, stop)?
        {
            return Ok(RulesheetGame::from_made(sheet, made));
        }
        Ok(game)
    }

    fn from_made(sheet: &Rulesheet, made: Made) -> RulesheetGame {
        let Made {
            engine,
            roles,
            is_hidden,
            idle_clauses,
        } = made;
        RulesheetGame(Arc::new(SharedRules {
            name: sheet.name().to_owned(),
            board: sheet.board().unwrap_or_else(|| "as written".to_owned()),
            engine,
            role_names: roles.terms.iter().map(Term::to_string).collect(),
            role_terms: roles.terms,
            players: roles.players,
            idle_clauses,
            is_hidden,
            is_strict: sheet.syntax == Syntax::Prolog,
            is_simultaneous: OnceLock::new(),
            layout: OnceLock::new(),
            sheet: sheet.clone(),
        }))
    }

    /// Makes a game of the rulesheet in a file.
    pub fn from_file(path: &Path) -> Result<RulesheetGame, GameError> {
        RulesheetGame::new(&Rulesheet::from_file(path)?, EngineChoice::default())
    }

    /// The network, where there is one.
    pub fn network(&self) -> Option<&Network> {
        match &self.0.engine {
            Engine::Network(engine) => Some(&engine.network),
            Engine::Interpreter(_) => None,
        }
    }

    /// Every fact that some position may have, in the standard order of terms;
    /// nothing where that is not known.
    pub fn possible_facts(&self) -> Option<Vec<Term>> {
        self.0.engine.possible_facts()
    }

    /// How many different moves there are, of all roles; their codes are the
    /// numbers below it, in the standard order of terms. Nothing where that is not
    /// known.
    pub fn possible_moves(&self) -> Option<usize> {
        match &self.0.engine {
            Engine::Network(engine) => Some(engine.possible_moves()),
            Engine::Interpreter(_) => None,
        }
    }

    /// Everything that `sees` may tell some player, in the standard order of terms;
    /// nothing where that is not known.
    pub fn possible_percepts(&self) -> Option<Vec<Term>> {
        match &self.0.engine {
            Engine::Network(engine) => Some(engine.possible_percepts(self.0.players)),
            Engine::Interpreter(_) => None,
        }
    }

    /// The clauses, by number, whose conditions no position and no moves can ever
    /// satisfy; nothing where that is not known.
    pub fn idle_clauses(&self) -> Option<&[IdleClause]> {
        self.0.idle_clauses.as_deref()
    }

    /// The names of all roles, chance included.
    pub fn all_roles(&self) -> &[String] {
        &self.0.role_names
    }

    /// All roles as terms, chance included.
    pub fn role_terms(&self) -> &[Term] {
        &self.0.role_terms
    }

    /// Whether chance plays a part.
    pub fn has_chance(&self) -> bool {
        self.0.players < self.0.role_names.len()
    }

    /// Whether roles only see what `sees` tells them, their own moves and which
    /// moves are legal for them.
    pub fn is_hidden(&self) -> bool {
        self.0.is_hidden
    }

    /// A fault in words, with the place of its clause.
    pub(super) fn explain(&self, fault: Fault) -> String {
        let clause = fault
            .clause
            .and_then(|clause| self.0.sheet.clauses.get(clause));
        match clause.map(|clause| &clause.read) {
            Some(read) => format!("line {}, column {}: {}", read.line, read.column, fault.kind),
            None => fault.kind.to_string(),
        }
    }

    /// The square on which a fact of a position is drawn.
    pub fn square_of(&self, fact: &Term) -> Option<stratalog_game::Square> {
        self.layout().place(fact)
    }

    /// How positions are drawn.
    pub(super) fn layout(&self) -> &Layout {
        self.0.layout.get_or_init(|| {
            let facts = self.possible_facts().unwrap_or_else(|| {
                let start = self.0.engine.initial().unwrap_or_default();
                self.0.engine.facts(&start)
            });
            Layout::new(&self.0.sheet, &facts)
        })
    }
}

/// What the rules were made into.
struct Made {
    engine: Engine,
    roles: Roles,
    is_hidden: bool,
    idle_clauses: Option<Vec<IdleClause>>,
}

/// The rules as a network; nothing where they are too large for one.
fn grounded(sheet: &Rulesheet, budget: Budget, stop: &Stop) -> Result<Option<Made>, Refusal> {
    let small = Budget {
        work: budget.work / WHOLE_PART,
        literals: budget.literals / WHOLE_PART as usize,
    };
    match grounded_for(Purpose::GroundingWhole, sheet, small, stop)? {
        Some(made) => Ok(Some(made)),
        None => grounded_for(Purpose::Grounding, sheet, budget, stop),
    }
}

fn grounded_for(
    purpose: Purpose,
    sheet: &Rulesheet,
    budget: Budget,
    stop: &Stop,
) -> Result<Option<Made>, Refusal> {
    let fixed = static_work(budget, stop);
    // What is wrong with the rules themselves shows when they are interpreted.
    let Ok(prepared) = prepare(sheet, purpose, &fixed) else {
        return Ok(None);
    };
    let roles = Roles::of(&prepared)?;
    let is_hidden = is_hidden(&prepared.program);
    let Prepared {
        program,
        terms,
        facts,
    } = prepared;
    let Ok(grounding) = ground::ground(&program, terms, facts, budget.limits_until(stop)) else {
        return Ok(None);
    };
    let network = network::assemble(&program, &grounding, &roles.ids);
    let network = network.map_err(|NegativeLoop(atom)| {
        let atom = grounding.terms.term(atom);
        Refusal::from(format!("{atom} {DEPENDS_ON_ITS_NEGATION}"))
    })?;
    Ok(Some(Made {
        roles,
        is_hidden,
        idle_clauses: Some(idle_clauses(sheet, &program, &grounding)),
        engine: Engine::Network(Box::new(NetworkEngine::new(network, grounding.terms))),
    }))
}

/// The rules as the interpreter evaluates them, and whether they may give facts
/// without end.
fn interpreted(sheet: &Rulesheet, budget: Budget, stop: &Stop) -> Result<(Made, bool), Refusal> {
    let prepared = prepare(sheet, Purpose::Interpreting, &static_work(budget, stop))?;
    let roles = Roles::of(&prepared)?;
    let is_hidden = is_hidden(&prepared.program);
    let may_grow = visit::may_grow(&prepared.program);
    let interpreter = Interpreter::new(&prepared.program, prepared.terms, prepared.facts);
    let engine = InterpreterEngine::new(interpreter, roles.ids.clone());
    let made = Made {
        roles,
        is_hidden,
        idle_clauses: None,
        engine: Engine::Interpreter(Box::new(engine)),
    };
    Ok((made, may_grow))
}

/// The work that the relations that never change may take.
fn static_work(budget: Budget, stop: &Stop) -> Work {
    Work::new(budget.work / STATIC_PART).stopped_by(stop)
}

/// Whether roles only see what `sees` tells them.
fn is_hidden(program: &Program) -> bool {
    let sees = program.words.sees;
    !program.predicates[sees.index()].rules.is_empty()
}

/// The roles of a game, chance last.
struct Roles {
    ids: Vec<TermId>,
    terms: Vec<Term>,
    players: usize,
}

impl Roles {
    fn of(prepared: &Prepared) -> Result<Roles, String> {
        let Prepared {
            program,
            terms,
            facts,
        } = prepared;
        let facts = facts.relation(program.words.role).facts.iter();
        let mut ids: Vec<TermId> = facts.map(|&fact| terms.args(fact)[0]).collect();
        let is_random = |id: &TermId| terms.term(*id) == Term::atom(RANDOM);
        ids.sort_by_key(is_random);
        let players = ids.iter().filter(|id| !is_random(id)).count();
        match players {
            0 => Err("it has no role; write role(NAME) for each player".to_owned()),
            1..=MAX_PLAYERS => Ok(Roles {
                terms: ids.iter().map(|&id| terms.term(id)).collect(),
                ids,
                players,
            }),
            _ => Err(format!("it has {players} roles, more than {MAX_PLAYERS}")),
        }
    }
}
