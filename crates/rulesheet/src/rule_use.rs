//! Which rules applied in the positions of some games, and which never did.
//!
//! Each clause becomes a question of its own, whether its conditions hold, which the
//! interpreter answers in every position it is shown until the answer is yes once.
//! Playing alone would not tell: where two rules give the same, it asks only one.

use rustc_hash::FxHashSet;
use stratalog_game::Described;
use stratalog_game::error::GameError;
use stratalog_game::game::Turn;
use stratalog_logic::Term;

use super::fault::Refusal;
use super::game::RulesheetGame;
use super::ground::Budget;
use super::interpret::Interpreter;
use super::join::Work;
use super::normalise::Rules;
use super::position::{Move, Position};
use super::prepare::{Prepared, Purpose, prepare_rules, safe_rules};
use super::program::Program;
use super::rule::Rule;
use super::sheet::Rulesheet;
use super::terms::TermId;

/// The work that one question may take; a clause that takes more is not watched.
const QUESTION_WORK: u64 = 500_000;
/// The work that all questions may take.
const ALL_WORK: u64 = 20_000_000;
/// What is told where the conditions of a clause hold: its number.
const APPLIES: &str = "applies$";
/// Who is told.
const WATCHER: &str = "watcher$";

/// Watches which rules of a game apply.
pub struct RuleUse {
    interpreter: Interpreter,
    /// The roles of the game in the interpreter's numbers.
    roles: Vec<TermId>,
    /// The clauses that have not applied.
    waiting: Vec<Watched>,
    /// The facts of the position that was looked at last, and whether the game is over
    /// in it.
    facts: Vec<TermId>,
    is_over: bool,
    positions: u64,
}

/// A clause that is watched.
#[derive(Clone, Copy)]
struct Asked {
    clause: usize,
    when: When,
    /// Whether it depends on nothing but what never changes.
    is_static: bool,
}

/// A clause that has not applied.
struct Watched {
    asked: Asked,
    /// What is told where it does.
    told: [TermId; 2],
    /// Whether it was asked for in some position.
    is_seen: bool,
}

/// When a clause matters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    /// In every position.
    Always,
    /// While the game goes on.
    GoingOn,
    /// When moves are made.
    Moving,
}

/// A clause that never applied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnusedRule {
    /// The number of the clause.
    pub clause: usize,
    /// Whether it depends on nothing that changes, so that it never will.
    pub is_static: bool,
}

impl RuleUse {
    /// Watches the rules of a game, none of which has applied yet.
    pub fn new(sheet: &Rulesheet, game: &RulesheetGame) -> Result<RuleUse, GameError> {
        let refused = |refusal: Refusal| refusal.in_sheet(sheet);
        let mut rules = safe_rules(sheet).map_err(refused)?;
        let asked = ask_whether_rules_apply(&mut rules, sheet);
        let work = Work::new(Budget::default().work);
        let prepared = prepare_rules(rules, Purpose::Interpreting, &work).map_err(refused)?;
        let Prepared {
            program,
            terms,
            facts,
        } = prepared;
        let mut interpreter = Interpreter::for_few(&program, terms, facts, QUESTION_WORK);
        let mut intern = |term: &Term| interpreter.intern(term);
        let roles = game.role_terms().iter().filter_map(&mut intern).collect();
        let waiting = asked.into_iter().filter_map(|asked| {
            let told = [
                intern(&Term::atom(WATCHER))?,
                intern(&applies(asked.clause))?,
            ];
            Some(Watched {
                asked,
                told,
                is_seen: false,
            })
        });
        let waiting = waiting.collect();
        Ok(RuleUse {
            interpreter,
            roles,
            waiting,
            facts: Vec::new(),
            is_over: false,
            positions: 0,
        })
    }

    /// Looks which rules apply in a position that is not in the middle of a step.
    pub fn look(&mut self, game: &RulesheetGame, position: &Position) {
        self.facts.clear();
        self.is_over = position.turn == Turn::Over;
        if self.is_finished() || position.turn == Turn::Failed {
            return;
        }
        for fact in game.facts(position) {
            self.facts.extend(self.interpreter.intern(&fact));
        }
        self.positions += 1;
        let is_over = self.is_over;
        self.ask(&[], |when| match when {
            When::Always => true,
            When::GoingOn => !is_over,
            When::Moving => false,
        });
    }

    /// Looks which rules apply when a joint move is made in the position that was
    /// looked at last.
    pub fn look_at_move(&mut self, game: &RulesheetGame, joint: &[Move]) {
        let waits = |watched: &Watched| watched.asked.when == When::Moving;
        if self.is_over || self.is_finished() || !self.waiting.iter().any(waits) {
            return;
        }
        let mut moves = Vec::with_capacity(joint.len());
        for (&role, &mv) in self.roles.iter().zip(joint) {
            let mv = self.interpreter.intern(&game.move_term(mv));
            moves.extend(mv.map(|mv| (role, mv)));
        }
        self.ask(&moves, |when| when == When::Moving);
    }

    /// Whether nothing is left to look for, or no work may be done any more.
    fn is_finished(&self) -> bool {
        self.waiting.is_empty() || self.interpreter.spent() > ALL_WORK
    }

    /// Asks for the rules that have not applied; those that do, or that take too much
    /// work, are asked no more.
    fn ask(&mut self, moves: &[(TermId, TermId)], is_asked: impl Fn(When) -> bool) {
        let interpreter = &mut self.interpreter;
        if interpreter.look_at(&self.facts, moves).is_err() {
            return;
        }
        self.waiting.retain_mut(|watched| {
            if !is_asked(watched.asked.when) || interpreter.spent() > ALL_WORK {
                return true;
            }
            watched.is_seen = true;
            interpreter.is_told(watched.told) == Ok(false)
        });
    }

    /// The clauses that were asked for and never applied, in their order.
    pub fn unused(&self) -> Vec<UnusedRule> {
        let seen = self.waiting.iter().filter(|watched| watched.is_seen);
        let unused = seen.map(|Watched { asked, .. }| UnusedRule {
            clause: asked.clause,
            is_static: asked.is_static,
        });
        unused.collect()
    }

    /// Whether every question was answered that the positions raised.
    pub fn is_whole(&self) -> bool {
        self.interpreter.spent() <= ALL_WORK
    }

    /// The positions that were looked at.
    pub fn positions(&self) -> u64 {
        self.positions
    }
}

/// What is told where a clause applies.
fn applies(clause: usize) -> Term {
    Term::compound(APPLIES, [Term::Integer(clause as i64)])
}

/// Adds for each clause with conditions, if it is needed and rules of its own are left,
/// a rule that tells when they hold.
fn ask_whether_rules_apply(rules: &mut Rules, sheet: &Rulesheet) -> Vec<Asked> {
    let program = Program::new(rules);
    let needed = program.needed_for(&program.words.asked());
    let mut asked: Vec<Asked> = Vec::new();
    let mut seen: FxHashSet<usize> = FxHashSet::default();
    let mut questions: Vec<Rule> = Vec::new();
    for rule in &rules.rules {
        let Some(&predicate) = program.by_functor.get(&rule.functor()) else {
            continue;
        };
        let is_own = sheet.defines(rule.clause, rule.functor());
        if !is_own || !needed[predicate.index()] || rule.body.is_empty() {
            continue;
        }
        let words = program.words;
        let definition = &program.predicates[predicate.index()];
        let when = match predicate {
            p if p == words.legal => When::GoingOn,
            p if p == words.next || p == words.sees || definition.needs_moves => When::Moving,
            _ => When::Always,
        };
        if seen.insert(rule.clause) {
            asked.push(Asked {
                clause: rule.clause,
                when,
                is_static: !definition.is_dynamic,
            });
        }
        questions.push(Rule {
            head: Term::compound("sees", [Term::atom(WATCHER), applies(rule.clause)]),
            body: rule.body.clone(),
            clause: rule.clause,
        });
    }
    rules.rules.extend(questions);
    asked.sort_by_key(|asked| asked.clause);
    asked
}
