//! Learns a list of rules from positions whose best moves are known. Where there are
//! too many to look at all of them at once, the rules are learned from a part, tried
//! on all, and learned again with positions that they get wrong.

use rand::RngExt;
use rand::seq::SliceRandom;
use stratalog_game::{Game, Turn};
use stratalog_rulesheet::{Position, Rulesheet, RulesheetGame};
use stratalog_run::{Control, Ended, Event, Seed, Stop};

use crate::candidates::{Candidate, candidates};
use crate::condition::{Condition, Rule};
use crate::english::Words;
use crate::error::RuleListError;
use crate::gauge::Gauge;
use crate::illustration::Illustration;
use crate::measure::{Measure, Prospect};
use crate::search::{FoundList, SearchSettings, approximate_list, shortest_list};
use crate::sides::Sides;
use crate::strategy::rule_name;
use crate::table::{Example, Table, meet, remove};
use crate::vocabulary::Wording;

/// The positions that the vocabulary is judged by.
const SAMPLE: usize = 2000;
/// The positions that are judged at a time when rules are tried on all.
const BLOCK: usize = 20_000;

/// Of this number of positions a rule that may err decides at least one.
const LEAST_SHARE: usize = 50;
/// The most moves that looking for forks may take; beyond that they are not measured.
const MOST_FORK_WORK: usize = 2_000_000;

/// How to learn.
#[derive(Clone, PartialEq, Debug)]
pub struct LearnerSettings {
    /// The most conditions of one rule, where such rules decide every position.
    pub rule_size: usize,
    /// The most moves of positions that are looked at together.
    pub most_moves: usize,
    /// How often rules are learned again because positions contradict them.
    pub rounds: u32,
    /// Decides which positions are looked at first.
    pub seed: Seed,
    /// Where the best moves are only a player's choices, the share of a rule's
    /// decisions that may differ from them.
    pub tolerance: Option<f64>,
}

impl Default for LearnerSettings {
    fn default() -> LearnerSettings {
        LearnerSettings {
            rule_size: SearchSettings::default().rule_size,
            most_moves: 150_000,
            rounds: 12,
            seed: Seed(1),
            tolerance: None,
        }
    }
}

/// A list of rules and what is known of it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct OrderedRules {
    /// The rules in the order in which they are tried.
    pub rules: Vec<Rule>,
    /// What stands for each player.
    pub sides: Sides,
    /// What the rulesheet's predicates are called.
    pub words: Words,
}

impl OrderedRules {
    /// The number of conditions of all rules.
    pub fn size(&self) -> usize {
        self.rules.iter().map(Rule::size).sum()
    }

    /// The measures that the rules take.
    pub fn measures(&self) -> Vec<Measure> {
        let mut measures: Vec<Measure> = Vec::new();
        let conditions = self.rules.iter().flat_map(|rule| &rule.conditions);
        for measure in conditions.flat_map(Condition::measures) {
            if !measures.contains(measure) {
                measures.push(measure.clone());
            }
        }
        measures
    }
}

/// What was learned.
#[derive(Clone, PartialEq, Debug)]
pub struct Learned {
    /// The rules.
    pub list: OrderedRules,
    /// The number of conditions that were considered.
    pub conditions: usize,
    /// No list with fewer conditions is right, among lists whose rules have one or
    /// two of the conditions considered.
    pub bound: usize,
    /// What the rules do in each example.
    pub decided: Vec<Decided>,
    /// Why learning ended.
    pub ended: Ended,
}

/// What a list of rules does in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decided {
    /// The rule that decides; none where no rule names a move.
    pub rule: Option<u32>,
    /// Whether all moves that may be made are best.
    pub is_right: bool,
    /// Whether all legal moves are best.
    pub is_free: bool,
    /// The numbers of the moves that the rule names among the legal moves; none
    /// where no rule names a move.
    pub named: Vec<u32>,
}

/// A game to learn, and positions of it.
#[derive(Clone, Copy)]
pub struct Lesson<'a> {
    /// The rulesheet.
    pub sheet: &'a Rulesheet,
    /// Its game.
    pub game: &'a RulesheetGame,
    /// Positions whose best moves are known.
    pub examples: &'a [Example],
}

/// Learns a short list of rules that names best moves only. Each list found is
/// reported as [`Event::Rule`]s, each followed by an [`Event::Example`] where the
/// listener wants that.
pub fn learn(
    lesson: Lesson<'_>,
    settings: &LearnerSettings,
    control: &Control,
) -> Result<Learned, RuleListError> {
    let Lesson {
        sheet,
        game,
        examples,
    } = lesson;
    let contested: Vec<usize> = (0..examples.len())
        .filter(|&at| !examples[at].is_free())
        .collect();
    let sample = sample(game, examples, settings.seed);
    let sample: Vec<&Position> = sample.iter().collect();
    let moves: usize = examples.iter().map(|example| example.moves.len()).sum();
    let with_forks = moves / examples.len().max(1) * moves <= MOST_FORK_WORK;
    let sides = Sides::of(sheet, game, &sample);
    let wording = Wording {
        sheet,
        game,
        sides: &sides,
        sample: &sample,
    };
    let mut prospects = Prospect::ALL.to_vec();
    prospects.retain(|own| with_forks || *own != Prospect::Forks);
    let words = wording.vocabulary(&prospects);
    let names = Words::of(sheet);
    let gauge = Gauge::new(sheet, game, &sides, words.measures.clone())?;
    let mut part = part(examples, &contested, settings);
    let nothing = OrderedRules {
        rules: Vec::new(),
        sides: sides.clone(),
        words: names.clone(),
    };
    let mut learned = Learned {
        decided: examples.iter().map(Decided::by_no_rule).collect(),
        list: nothing,
        conditions: 0,
        bound: 0,
        ended: Ended::Stopped,
    };
    let mut round = 0;
    loop {
        round += 1;
        control.stage("looking for rules");
        let chosen: Vec<Example> = part.iter().map(|&at| examples[at].clone()).collect();
        let table = match Table::new(&gauge, &chosen, control.stop()) {
            Err(RuleListError::Stopped) => break,
            table => table?,
        };
        let candidates = candidates(&table, &words, &sides);
        let search = SearchSettings {
            rule_size: settings.rule_size,
        };
        let found = match settings.tolerance {
            None => shortest_list(&table, &candidates, search, control),
            Some(tolerance) => {
                let least = (table.len() / LEAST_SHARE).max(3) as u32;
                approximate_list(&table, &candidates, tolerance, least, control)
            }
        };
        let list = OrderedRules {
            rules: rules(&found, &candidates),
            sides: sides.clone(),
            words: names.clone(),
        };
        let decided = decide(lesson, &list)?;
        report(lesson, &list, &decided, control);
        let wrong: Vec<usize> = contested
            .iter()
            .copied()
            .filter(|&at| !decided[at].is_right && part.binary_search(&at).is_err())
            .collect();
        let ended = if control.is_stopped() {
            Ended::Stopped
        } else if round >= settings.rounds && !wrong.is_empty() && settings.tolerance.is_none() {
            Ended::Limit(format!(
                "the rules were learned {round} times and still err in {} positions",
                wrong.len()
            ))
        } else {
            Ended::Done
        };
        let is_last = wrong.is_empty() || !ended.is_done() || settings.tolerance.is_some();
        learned = Learned {
            list,
            conditions: candidates.len(),
            bound: found.bound,
            decided,
            ended,
        };
        if is_last {
            return Ok(learned);
        }
        control.note(format!(
            "{} of {} positions contradict the rules; learning again",
            wrong.len(),
            contested.len()
        ));
        let step = (wrong.len() / 500).max(1);
        part.extend(wrong.into_iter().step_by(step));
        part.sort_unstable();
    }
    learned.ended = Ended::Stopped;
    Ok(learned)
}

impl Decided {
    /// What happens in a position in which no rule names a move.
    fn by_no_rule(example: &Example) -> Decided {
        Decided {
            rule: None,
            is_right: example.is_free(),
            is_free: example.is_free(),
            named: Vec::new(),
        }
    }
}

impl Example {
    /// Whether every legal move is best.
    pub fn is_free(&self) -> bool {
        self.moves.iter().all(|(_, is_best)| *is_best)
    }
}

/// Some of the positions and what one move of each leads to: ends of games have
/// words of their own.
fn sample(game: &RulesheetGame, examples: &[Example], seed: Seed) -> Vec<Position> {
    let mut rng = seed.stream(0);
    let mut sample = Vec::new();
    for number in 0..SAMPLE.min(examples.len()) {
        let at = if examples.len() <= SAMPLE {
            number
        } else {
            rng.random_range(0..examples.len() as u32) as usize
        };
        let Example { position, moves } = &examples[at];
        sample.push(position.clone());
        for (mv, _) in moves {
            let mut next = position.clone();
            game.play_unchecked(&mut next, *mv);
            if game.turn(&next) == Turn::Over {
                sample.push(next);
                break;
            }
        }
    }
    sample
}

/// Contested positions chosen at random, in their order, until together they have
/// the most moves that the settings allow.
fn part(examples: &[Example], contested: &[usize], settings: &LearnerSettings) -> Vec<usize> {
    let mut rng = settings.seed.stream(1);
    let mut order = contested.to_vec();
    order.shuffle(&mut rng);
    let mut moves = 0;
    let mut part: Vec<usize> = order
        .into_iter()
        .take_while(|&at| {
            moves += examples[at].moves.len();
            moves <= settings.most_moves
        })
        .collect();
    part.sort_unstable();
    part
}

fn rules(found: &FoundList, candidates: &[Candidate]) -> Vec<Rule> {
    let rule = |conditions: &Vec<u32>| Rule {
        conditions: conditions
            .iter()
            .map(|&at| candidates[at as usize].condition.clone())
            .collect(),
    };
    found.rules.iter().map(rule).collect()
}

/// Tells the listener about a list, with a position that each rule decides where
/// that is wanted.
fn report(lesson: Lesson<'_>, list: &OrderedRules, decided: &[Decided], control: &Control) {
    for (place, rule) in list.rules.iter().enumerate() {
        let name = rule_name(place);
        control.emit(Event::Rule {
            clauses: vec![rule.line(&name)],
            english: list.words.sentence(rule, place == 0),
            name,
        });
    }
    control.emit(Event::InUse {
        names: (0..list.rules.len()).map(rule_name).collect(),
    });
    if !control.wants_examples() {
        return;
    }
    let game = lesson.game;
    for place in 0..list.rules.len() {
        if let Some(shown) = Illustration::of(game, place, lesson.examples, decided) {
            let sentence = shown.sentence(game);
            control.emit(shown.drawing.as_example(&rule_name(place), sentence));
        }
    }
}

/// What a list of rules does in each of these positions.
pub fn decide(lesson: Lesson<'_>, list: &OrderedRules) -> Result<Vec<Decided>, RuleListError> {
    let gauge = Gauge::new(lesson.sheet, lesson.game, &list.sides, list.measures())?;
    let mut decided = Vec::with_capacity(lesson.examples.len());
    for block in lesson.examples.chunks(BLOCK) {
        decided.extend(decide_block(&gauge, list, block)?);
    }
    Ok(decided)
}

fn decide_block(
    gauge: &Gauge,
    list: &OrderedRules,
    examples: &[Example],
) -> Result<Vec<Decided>, RuleListError> {
    let table = Table::new(gauge, examples, &Stop::default())?;
    let mut decided: Vec<Decided> = examples.iter().map(Decided::by_no_rule).collect();
    let mut open = table.all();
    for (number, rule) in (0..).zip(&list.rules) {
        let named = table.named(rule);
        let verdicts = table.judge(&named);
        for (set, is_right) in [(&verdicts.right, true), (&verdicts.wrong, false)] {
            if !meet(set, &open) {
                continue;
            }
            for row in 0..table.len() {
                if set[row / 64] & open[row / 64] & (1 << (row % 64)) != 0 {
                    let own = &mut decided[table.example(row)];
                    own.rule = Some(number);
                    own.is_right = is_right;
                    let named = table.named_at(&named, row).into_iter();
                    own.named = named.map(|slot| slot as u32).collect();
                }
            }
        }
        remove(&mut open, &verdicts.right);
        remove(&mut open, &verdicts.wrong);
    }
    Ok(decided)
}
