//! MIGO itself: plays by the rules learned so far, and learns them again after
//! every game that showed something new.

use rustc_hash::FxHashMap;
use stratalog_game::{Decision, Game, Learner, Played, Player, PlayerError, Role, Stream};
use stratalog_logic::{Functor, Term};

use crate::error::MigoError;
use crate::examples::{Examples, Step};
use crate::knowledge::{Knowledge, example};
use crate::mil::Mil;
use crate::player::{Choice, choose, decision, named_moves};
use crate::rules::{Predicate, Rules};
use crate::settings::{Settings, Variant};
use crate::strategy::Strategy;

/// Proof steps after which a predicate is taken not to be learnable.
const MOST_STEPS: u64 = 50_000;

/// A learner of strategies for one game.
pub struct Migo<G: Game> {
    rules: Rules<G>,
    settings: Settings,
    examples: Examples,
    win: Learned,
    draw: Learned,
    /// What came from elsewhere: used as long as no example speaks against it.
    transferred: Strategy,
    /// Games since the rules for winning last changed.
    stable: u32,
    stage: Stage,
    choices: FxHashMap<G::Position, Choice<G::Move>>,
    /// The rules in English, in the order they are tried.
    says: Vec<String>,
    findings: Findings,
    /// How often each move was made by the learner.
    tries: FxHashMap<Step, u32>,
    relearned: u32,
}

/// Rules for winning or for drawing.
#[derive(Clone, Default, PartialEq)]
struct Learned {
    order: Vec<(Functor, Predicate)>,
    clauses: Vec<Term>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Winning,
    Drawing,
    Both,
}

/// What a predicate was learned from and as what. Examples are only ever added,
/// so where the background is the same and the definition still fits, learning
/// again would find it again.
struct Finding {
    background: Vec<(Functor, Predicate)>,
    predicate: Predicate,
    clauses: Vec<Term>,
}

type Findings = FxHashMap<Functor, Finding>;

/// What is learned: `win_K` or `draw_K`.
struct Task<'a> {
    promise: &'static str,
    positive: &'a [Vec<Step>],
    /// Moves that do not keep the promise in so many moves.
    negative: &'a [(Step, u32)],
}

/// One predicate to learn and its examples.
struct Lesson<'a> {
    target: Functor,
    positive: &'a [Step],
    negative: Vec<Step>,
}

impl<G: Game + Clone> Migo<G> {
    /// A learner that knows the rules of the game and nothing else.
    pub fn new(game: &G, settings: Settings) -> Result<Migo<G>, MigoError> {
        if game.role_count() != 2 {
            return Err(MigoError::NotTwoPlayers {
                game: game.name().to_owned(),
                roles: game.role_count(),
            });
        }
        Ok(Migo {
            rules: Rules::new(game.clone()),
            stage: match settings.variant {
                Variant::Separated { .. } => Stage::Winning,
                Variant::Mixed => Stage::Both,
            },
            settings,
            examples: Examples::default(),
            win: Learned::default(),
            draw: Learned::default(),
            transferred: Strategy::default(),
            stable: 0,
            choices: FxHashMap::default(),
            says: Vec::new(),
            findings: Findings::default(),
            tries: FxHashMap::default(),
            relearned: 0,
        })
    }

    /// A learner that starts with rules learned from another game.
    pub fn with_strategy(mut self, strategy: &Strategy) -> Migo<G> {
        self.transferred = strategy.clone();
        self.relearn();
        self
    }

    /// How often the rules were learned again.
    pub fn relearned(&self) -> u32 {
        self.relearned
    }

    /// The rules learned so far.
    pub fn strategy(&self) -> Strategy {
        let game = self.rules.game();
        let atom = |text: &str| Term::atom(text);
        let order = self.win.order.iter().chain(&self.draw.order);
        let clauses = self.win.clauses.iter().chain(&self.draw.clauses);
        Strategy {
            facts: vec![
                ("game".to_owned(), atom(game.name())),
                ("board".to_owned(), atom(&game.board())),
                ("learner".to_owned(), atom("migo")),
                ("variant".to_owned(), atom(self.settings.variant.as_str())),
            ],
            order: order.map(|(functor, _)| *functor).collect(),
            clauses: clauses.cloned().collect(),
        }
    }

    /// Learns everything again from the examples so far (algorithm 1 of the
    /// paper): `win_1`, `win_2` and so on, then `draw_1`, `draw_2` and so on.
    fn relearn(&mut self) {
        self.relearned += 1;
        let mut knowledge = Knowledge::new(&mut self.rules);
        let no_wins: &[(Step, u32)] = match self.settings.negatives {
            true => &self.examples.no_wins,
            false => &[],
        };
        let win = Task {
            promise: "win",
            positive: &self.examples.wins,
            negative: no_wins,
        };
        let win = win.learn(
            &mut knowledge,
            &self.settings,
            &self.transferred,
            &mut self.findings,
        );
        // Drawing is not learned before winning: the learner would never win.
        let mut draw = Learned::default();
        if self.stage != Stage::Winning && !win.order.is_empty() {
            let positive = self.examples.draws(|start| {
                let mut rules = win.order.iter();
                rules.any(|&(_, predicate)| knowledge.rules.has_answer(predicate, start))
            });
            let task = Task {
                promise: "draw",
                positive: &positive,
                negative: &[],
            };
            draw = task.learn(
                &mut knowledge,
                &self.settings,
                &self.transferred,
                &mut self.findings,
            );
        }
        if win.clauses != self.win.clauses {
            self.stable = 0;
        }
        if win == self.win && draw == self.draw {
            return;
        }
        (self.win, self.draw) = (win, draw);
        self.choices.clear();
        self.says = self.strategy().english();
    }

    /// Separated learning goes on to drawing once winning has been stable.
    fn advance(&mut self) -> bool {
        self.stable += 1;
        let Variant::Separated { patience } = self.settings.variant else {
            return false;
        };
        let is_ready =
            self.stage == Stage::Winning && !self.win.order.is_empty() && self.stable >= patience;
        if is_ready {
            self.stage = Stage::Drawing;
            self.examples.forget_draws();
        }
        is_ready
    }
}

impl Task<'_> {
    /// Learns the predicates of growing depth, each from those before it, until
    /// one cannot be learned.
    fn learn<G: Game>(
        &self,
        knowledge: &mut Knowledge<'_, G>,
        settings: &Settings,
        transferred: &Strategy,
        findings: &mut Findings,
    ) -> Learned {
        let mut learned = Learned::default();
        let deepest = transferred
            .order
            .iter()
            .filter_map(|f| crate::english::depth(*f));
        let deepest = deepest
            .filter(|(promise, _)| *promise == self.promise)
            .map(|(_, k)| k as usize);
        let deepest = deepest.max().unwrap_or(0).max(self.positive.len());
        for depth in 1..=deepest {
            let positive = self
                .positive
                .get(depth - 1)
                .map_or(&[][..], |steps| &steps[..]);
            let target = Functor::new(format!("{}_{depth}", self.promise).as_str(), 2);
            let negative = self
                .negative
                .iter()
                .filter(|(_, bound)| *bound as usize >= depth);
            let lesson = Lesson {
                target,
                positive,
                negative: negative.map(|(step, _)| *step).collect(),
            };
            // What an earlier predicate proves needs no new one.
            let is_proven = learned
                .order
                .iter()
                .any(|&(_, p)| knowledge.covers(p, positive));
            let found = match positive.is_empty() || is_proven {
                true => None,
                false => lesson.learn(knowledge, settings, findings),
            };
            let found = found.or_else(|| lesson.transferred(knowledge, transferred));
            if let Some((predicate, clauses)) = found {
                learned.order.push((target, predicate));
                learned.clauses.extend(clauses);
            }
        }
        learned
    }
}

impl Lesson<'_> {
    /// The definition that came from elsewhere, if it fits the examples.
    fn transferred<G: Game>(
        &self,
        knowledge: &mut Knowledge<'_, G>,
        transferred: &Strategy,
    ) -> Option<(Predicate, Vec<Term>)> {
        let target = self.target;
        if !transferred.order.contains(&target) {
            return None;
        }
        let clauses: Vec<Term> = crate::english::clauses_of(target, &transferred.clauses)
            .into_iter()
            .map(|at| transferred.clauses[at].clone())
            .collect();
        let predicate = knowledge.add(&clauses, target)?;
        let fits = self.fits(knowledge, predicate);
        if fits {
            knowledge.prefer(target);
        }
        fits.then_some((predicate, clauses))
    }

    /// Learns one predicate: first a rule for each example that no rule so far
    /// proves, then from all examples with those rules as background.
    fn learn<G: Game>(
        &self,
        knowledge: &mut Knowledge<'_, G>,
        settings: &Settings,
        findings: &mut Findings,
    ) -> Option<(Predicate, Vec<Term>)> {
        let (target, positive) = (self.target, self.positive);
        let mut helpers: Vec<(Functor, Predicate, Vec<Term>)> = Vec::new();
        for step in positive {
            let one = std::slice::from_ref(step);
            if helpers.iter().any(|(_, p, _)| knowledge.covers(*p, one)) {
                continue;
            }
            let name = format!("{}_{}", target.name, helpers.len() + 1);
            let helper = Functor::new(name.as_str(), 2);
            let report = Mil::new(knowledge)
                .metarules(settings.metarules.iter().cloned())
                .positive(example(helper, step))
                .max_clauses(1)
                .run()
                .ok()?;
            if !report.clauses.is_empty()
                && let Some(predicate) = knowledge.add(&report.clauses, helper)
            {
                helpers.push((helper, predicate, report.clauses));
            }
        }
        for (helper, _, _) in &helpers {
            knowledge.prefer(*helper);
        }
        let background = knowledge.background();
        if let Some(finding) = findings.get(&target)
            && finding.background == background
            && self.fits(knowledge, finding.predicate)
        {
            for (helper, _, _) in &helpers {
                knowledge.retire(*helper);
            }
            knowledge.add(&finding.clauses, target)?;
            knowledge.prefer(target);
            return Some((finding.predicate, finding.clauses.clone()));
        }
        knowledge.begin_search();
        let report = Mil::new(knowledge)
            .metarules(settings.metarules.iter().cloned())
            .positives(positive.iter().map(|step| example(target, step)))
            .negatives(self.negative.iter().map(|step| example(target, step)))
            .max_clauses(settings.max_clauses)
            .max_steps(MOST_STEPS)
            .run()
            .ok()?;
        let mut clauses = report.clauses;
        for (helper, _, _) in &helpers {
            knowledge.retire(*helper);
        }
        if clauses.is_empty() {
            return None;
        }
        let predicate = knowledge.add(&clauses, target)?;
        knowledge.prefer(target);
        // Helpers stay where they are called.
        for (helper, _, definition) in helpers {
            let is_called = clauses
                .iter()
                .any(|c| crate::rules::called(c).contains(&helper));
            if is_called {
                clauses.extend(definition);
            }
        }
        let finding = Finding {
            background,
            predicate,
            clauses: clauses.clone(),
        };
        findings.insert(target, finding);
        Some((predicate, clauses))
    }

    fn fits<G: Game>(&self, knowledge: &mut Knowledge<'_, G>, predicate: Predicate) -> bool {
        let mut negative = self.negative.iter();
        knowledge.covers(predicate, self.positive)
            && !negative.any(|step| knowledge.rules.holds(predicate, step.from, step.to))
    }
}

impl<G: Game<View = <G as Game>::Position> + Clone> Migo<G> {
    /// Of the moves a drawing rule names, or of all where no rule does, those
    /// made least often: what always draws may hide a win.
    fn explored(&mut self, view: &G::View, choice: &Choice<G::Move>) -> Vec<G::Move> {
        let rule = choice.rule.map(|at| {
            let mut order = self.win.order.iter().chain(&self.draw.order);
            order.nth(at).map(|(_, predicate)| *predicate)
        });
        let named = named_moves(&mut self.rules, view, rule.flatten());
        let tried = |step: &Step| self.tries.get(step).copied().unwrap_or(0);
        let least = named.iter().map(|(_, step)| tried(step)).min();
        let rare = named.iter().filter(|(_, step)| Some(tried(step)) == least);
        rare.map(|(mv, _)| *mv).collect()
    }
}

impl<G: Game<View = <G as Game>::Position> + Clone> Player<G> for Migo<G> {
    fn decide(
        &mut self,
        game: &G,
        view: &G::View,
        _role: Role,
        rng: &mut Stream,
    ) -> Result<Decision<G::Move>, PlayerError> {
        let choice = match self.choices.get(view) {
            Some(choice) => *choice,
            None => {
                let order = self.win.order.iter().chain(&self.draw.order);
                let order: Vec<Predicate> = order.map(|(_, predicate)| *predicate).collect();
                let choice = choose(&mut self.rules, view, &order);
                self.choices.insert(view.clone(), choice);
                choice
            }
        };
        let rule = choice.rule.and_then(|at| {
            let mut order = self.win.order.iter().chain(&self.draw.order);
            Some((order.nth(at)?.0, self.says[at].clone()))
        });
        if choice.rule.is_some_and(|at| at < self.win.order.len()) {
            return decision(game, view, &[], choice, rule, rng);
        }
        let moves = self.explored(view, &choice);
        decision(game, view, &moves, choice, rule, rng)
    }
}

impl<G: Game<View = <G as Game>::Position> + Clone> Learner<G> for Migo<G> {
    fn learn(&mut self, _game: &G, played: &Played<G>) {
        let depth = |functor: Functor| crate::english::depth(functor).map_or(0, |(_, depth)| depth);
        let win = self.win.order.iter().map(|&(f, rule)| (depth(f), rule));
        let win: Vec<(u32, Predicate)> = win.collect();
        let is_new = self
            .examples
            .add(&mut self.rules, played, &self.settings, &win);
        for step in self.examples.steps_of(&mut self.rules, played) {
            *self.tries.entry(step).or_default() += 1;
        }
        if is_new {
            self.relearn();
        }
        if self.advance() {
            self.relearn();
        }
    }
}
