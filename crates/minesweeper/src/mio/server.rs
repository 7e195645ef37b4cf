//! The server of active learning for Minesweeper: draws boards, tests rules on
//! all their examples, sends back what they get wrong.

use std::cmp::Reverse;
use std::ops::Range;
use std::sync::Arc;

use crate::{Board, Site};
use rand::seq::SliceRandom;
use stratalog_logic::Term;
use stratalog_run::{Seed, threads};

use super::examples::{Example, ExampleSource, Labels};
use super::reasoner::Reasoner;
use super::rule::{Rule, Target};
use super::tables::{self, Background};
use stratalog_ilp::Problem;
use stratalog_ilp::error::Error;
use stratalog_ilp::modes::{ExampleServer, Judgement};

/// How a server works.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ServerSettings {
    /// The boards examples are drawn from.
    pub board: Board,
    /// Boards whose examples the learner starts with.
    pub first_boards: u64,
    /// Boards drawn to test a theory.
    pub boards_per_round: u64,
    /// Boards drawn to test a theory at most, where those above show too little.
    pub most_boards: u64,
    /// The boards a theory is tested on.
    pub tests: Tests,
    /// Counterexamples of each kind sent back at most.
    pub counterexamples: usize,
    /// The least accuracy a clause must have to be kept.
    pub accuracy: f64,
    /// The fewest positives a clause must cover that no shorter one does.
    pub support: usize,
    /// What makes a square an example.
    pub labels: Labels,
    /// Which examples the learner is sent.
    pub choice: Choice,
}

/// The boards a theory is tested on. Counterexamples are on new ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tests {
    /// Those drawn for the test.
    NewBoards,
    /// All that were drawn so far.
    AllBoards,
}

/// Which of many examples are sent to the learner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// At the start all of the first boards, then at most one of a kind from a
    /// board: variety teaches more.
    Varied,
    /// Any, chosen at random, as in the paper.
    Random,
}

impl ServerSettings {
    /// What works well on this board.
    pub fn on(board: Board) -> ServerSettings {
        ServerSettings {
            board,
            first_boards: 1,
            boards_per_round: 400,
            most_boards: 8_000,
            tests: Tests::NewBoards,
            counterexamples: 10,
            accuracy: 1.0,
            support: 2,
            labels: Labels::Deduced,
            choice: Choice::Varied,
        }
    }
}

/// Rounds of active learning, as in the paper.
pub(super) const PUBLISHED_ROUNDS: usize = 8;

/// Boards on which a theory is tested for the first time in a round, as in the
/// paper.
const PUBLISHED_BOARDS: u64 = 50;

impl ServerSettings {
    /// As the paper's server works. It tested rules on 2,890 positive and 1,306
    /// negative examples in all, some 450 boards, and sent 40 and 34 of them to
    /// the learner. Squares are labelled by what lies under them. Examples that
    /// others contradict are removed; contradictions are looked for among ten
    /// times as many boards. Rules are rejected for their accuracy alone, on all
    /// examples drawn so far.
    pub fn as_published(board: Board) -> ServerSettings {
        let drawn = PUBLISHED_BOARDS * (PUBLISHED_ROUNDS as u64 + 1);
        ServerSettings {
            boards_per_round: PUBLISHED_BOARDS,
            most_boards: PUBLISHED_BOARDS,
            tests: Tests::AllBoards,
            counterexamples: 5,
            support: 0,
            labels: Labels::Contents { boards: 10 * drawn },
            choice: Choice::Random,
            ..ServerSettings::on(board)
        }
    }
}

/// Rules are tested on more boards while fewer squares than this are there to
/// find.
const FEW_POSITIVES: usize = 10;

/// Rules are tested on more boards while one that seems right has applied on
/// fewer boards than this: with 30, a rule that is wrong on every tenth board on
/// which it applies is found out with a probability of 96%.
const FEW_BOARDS: usize = 30;

/// What is taught: which rules are known, from which background more are to
/// be made. The first lesson is the paper's; later ones draw their examples
/// from positions in which no rule learned before applies.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// Rules learned before, simplest first.
    pub known: Arc<Vec<Rule>>,
    /// What rules may be made of.
    pub background: Background,
}

impl Lesson {
    /// The paper's: nothing is known, and the background is that of Table 1.
    pub fn first() -> Lesson {
        Lesson {
            known: Arc::default(),
            background: Background::Counting,
        }
    }

    /// The lesson with this background, for one who knows these rules.
    pub fn named(background: &str, known: Arc<Vec<Rule>>) -> Option<Lesson> {
        let background = match background {
            "counting" => Background::Counting,
            "counting-all" => Background::CountingAll,
            "supposing" => Background::Supposing(Arc::clone(&known)),
            "cases" => Background::Cases,
            "refuting" => Background::Refuting(Arc::clone(&known)),
            _ => return None,
        };
        Some(Lesson { known, background })
    }

    /// The rules that have nothing to say in the positions examples are drawn
    /// from.
    fn exhausted(&self) -> Arc<Vec<Rule>> {
        match self.background {
            // Where those that suppose something are stuck too, hardly anything
            // is left to find.
            Background::Refuting(_) => {
                let plain = self.known.iter().filter(|rule| !rule.is_about_supposing());
                Arc::new(plain.cloned().collect())
            }
            _ => Arc::clone(&self.known),
        }
    }

    /// Whether it is the paper's.
    pub fn is_first(&self) -> bool {
        self.known.is_empty()
    }
}

/// Draws examples of one target and tests rules on them, in this process.
#[derive(Clone, Debug)]
pub struct LocalServer {
    source: ExampleSource,
    target: Target,
    settings: ServerSettings,
    next_board: u64,
    lesson: Lesson,
    seed: Seed,
}

/// The results of a theory on the examples of one board.
struct BoardResult {
    /// For each rule, the positives and negatives it covers.
    covered: Vec<(usize, usize)>,
    positives: usize,
    examples: usize,
    /// Positives and wrongly covered negatives, with the rules that cover them.
    judged: Vec<(Example, Vec<bool>)>,
}

impl LocalServer {
    /// A server for a target.
    pub fn new(target: Target, settings: ServerSettings, seed: Seed) -> LocalServer {
        LocalServer::teaching(Lesson::first(), target, settings, seed)
    }

    /// A server for a target in a lesson.
    pub fn teaching(
        lesson: Lesson,
        target: Target,
        settings: ServerSettings,
        seed: Seed,
    ) -> LocalServer {
        let seed = seed.derive(target.name());
        let exhausted = lesson.exhausted();
        LocalServer {
            source: ExampleSource::where_stuck(settings.board, seed, exhausted)
                .labelled(settings.labels, target),
            target,
            settings,
            next_board: 0,
            lesson,
            seed,
        }
    }

    /// The examples of the i-th board.
    pub fn board_examples(&self, index: u64) -> Vec<Example> {
        self.source.board_examples(index, self.target)
    }

    fn take_boards(&mut self, count: u64) -> Range<u64> {
        let first = self.next_board;
        self.next_board = self.next_board.wrapping_add(count);
        first..self.next_board
    }

    /// As many examples of a kind as are sent at once.
    fn chosen(&self, mut kind: Vec<Example>) -> Vec<Example> {
        match self.settings.choice {
            Choice::Varied => kind.dedup_by(|a, b| a.view.shows_the_numbers_of(&b.view)),
            Choice::Random => {
                kind.shuffle(&mut self.seed.derive("choice").stream(self.next_board));
            }
        }
        kind.truncate(self.settings.counterexamples);
        kind
    }

    fn all_of_first_boards(&mut self) -> Vec<Example> {
        let boards = self.take_boards(self.settings.first_boards);
        let drawn = boards.map(|index| self.board_examples(index));
        // Where rules are stuck there is seldom anything to learn.
        let teaches = |examples: &Vec<Example>| {
            self.lesson.is_first() || examples.iter().any(|example| example.is_positive)
        };
        drawn.filter(teaches).flatten().collect()
    }

    /// Examples of both kinds drawn at random.
    fn random_examples(&mut self) -> Vec<Example> {
        let boards = self.take_boards(self.settings.boards_per_round);
        let drawn = boards.flat_map(|index| self.board_examples(index));
        let (positives, negatives) = drawn.partition(|example| example.is_positive);
        [self.chosen(positives), self.chosen(negatives)].concat()
    }

    fn test_all(&self, boards: Range<u64>, rules: &[Rule]) -> Vec<BoardResult> {
        threads::map(boards, |index| self.test(index, rules))
    }

    /// Whether more boards are needed to judge. Where the known rules leave
    /// little to find, no rule would be kept, however right. And a rule may be
    /// right about every square of the few boards on which it applies, and wrong
    /// on the next.
    fn shows_too_little(&self, rules: &[Rule], results: &[BoardResult]) -> bool {
        let positives: usize = results.iter().map(|result| result.positives).sum();
        let is_doubtful = |rule: usize| {
            let applied = results.iter().filter(|result| result.applied(rule));
            (1..FEW_BOARDS).contains(&applied.count()) && self.is_accurate(rule, results)
        };
        positives < FEW_POSITIVES || (0..rules.len()).any(is_doubtful)
    }

    fn test(&self, index: u64, rules: &[Rule]) -> BoardResult {
        let examples = self.board_examples(index);
        let mut result = BoardResult {
            covered: vec![(0, 0); rules.len()],
            positives: 0,
            examples: examples.len(),
            judged: Vec::new(),
        };
        let fired = match self.target {
            Target::Absurd => absurd(&examples, rules),
            Target::Safe | Target::Mine => self.concluded(&examples, rules),
        };
        for (example, fired) in examples.into_iter().zip(fired) {
            result.positives += usize::from(example.is_positive);
            for (counts, &fired) in result.covered.iter_mut().zip(&fired) {
                if fired && example.is_positive {
                    counts.0 += 1;
                } else if fired {
                    counts.1 += 1;
                }
            }
            // A covered positive is a counterexample if its rules are rejected.
            if example.is_positive || fired.contains(&true) {
                result.judged.push((example, fired));
            }
        }
        result
    }
}

impl BoardResult {
    fn applied(&self, rule: usize) -> bool {
        self.covered[rule] != (0, 0)
    }
}

/// The positives and negatives a rule covers on all boards.
fn covered(rule: usize, results: &[BoardResult]) -> (usize, usize) {
    let covered = results.iter().map(|result| result.covered[rule]);
    covered.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
}

/// For each example that is a board, which rules say that it is absurd.
fn absurd(examples: &[Example], rules: &[Rule]) -> Vec<Vec<bool>> {
    let fired = |example: &Example| {
        let reasoner = Reasoner::new(&example.view, |_| false, rules).supposing_safe(&example.safe);
        let rules = rules.iter();
        rules.map(|rule| reasoner.is_absurd_by(rule)).collect()
    };
    examples.iter().map(fired).collect()
}

impl LocalServer {
    /// For each example of a board, which rules apply to its tile. All show the
    /// same position.
    fn concluded(&self, examples: &[Example], rules: &[Rule]) -> Vec<Vec<bool>> {
        let Some(first) = examples.first() else {
            return Vec::new();
        };
        let reasoner = Reasoner::new(&first.view, |_| false, &self.lesson.known);
        let rules = rules.iter();
        let conclusions: Vec<Vec<Site>> = rules.map(|rule| reasoner.conclusions(rule)).collect();
        let fired = |example: &Example| {
            let conclusions = conclusions.iter();
            conclusions
                .map(|tiles| tiles.binary_search(&example.tile).is_ok())
                .collect()
        };
        examples.iter().map(fired).collect()
    }

    fn is_accurate(&self, rule: usize, results: &[BoardResult]) -> bool {
        let (positives, negatives) = covered(rule, results);
        positives as f64 >= self.settings.accuracy * (positives + negatives) as f64
    }

    /// Which rules are accurate, and cover enough that no simpler one does.
    fn kept(&self, rules: &[Rule], results: &[BoardResult]) -> Vec<bool> {
        // Of rules of the same length the more general goes first: what it
        // covers is no merit of the others.
        let mut order: Vec<usize> = (0..rules.len()).collect();
        order.sort_by_key(|&rule| (rules[rule].length(), Reverse(covered(rule, results).0)));
        let mut kept = vec![false; rules.len()];
        for rule in order {
            let judged = results.iter().flat_map(|result| &result.judged);
            let own = judged.filter(|(example, fired)| {
                let known = fired.iter().zip(&kept).any(|(fired, kept)| *fired && *kept);
                example.is_positive && fired[rule] && !known
            });
            kept[rule] = self.is_accurate(rule, results) && own.count() >= self.settings.support;
        }
        kept
    }
}

impl ExampleServer for LocalServer {
    type Example = Example;

    fn first_examples(&mut self) -> Result<Vec<Example>, Error> {
        let mut examples = Vec::new();
        // A board may have no example; there must be a positive to start from.
        for _ in 0..1000 {
            examples.extend(match self.settings.choice {
                Choice::Varied => self.all_of_first_boards(),
                Choice::Random => self.random_examples(),
            });
            if examples.iter().any(|example: &Example| example.is_positive) {
                return Ok(examples);
            }
        }
        Err(Error::NoExamples)
    }

    fn judge(&mut self, theory: &[Term]) -> Result<Judgement<Example>, Error> {
        let rules: Result<Vec<Rule>, Error> = theory
            .iter()
            .map(|clause| Rule::new("candidate", clause))
            .collect();
        let rules = rules?;
        let new = self.take_boards(self.settings.boards_per_round);
        let first = match self.settings.tests {
            Tests::NewBoards => new.start,
            Tests::AllBoards => 0,
        };
        let mut results = self.test_all(first..new.end, &rules);
        while self.next_board - new.start < self.settings.most_boards
            && self.shows_too_little(&rules, &results)
        {
            let more = self.take_boards(self.settings.boards_per_round.max(1));
            results.extend(self.test_all(more, &rules));
        }
        let is_kept = self.kept(&rules, &results);
        results.drain(..(new.start - first) as usize);
        let mut judgement = Judgement {
            kept: Vec::new(),
            counterexamples: Vec::new(),
            tested: 0,
            positives: 0,
            covered: 0,
        };
        let (mut missed, mut wrong) = (Vec::new(), Vec::new());
        for result in results {
            judgement.tested += result.examples;
            judgement.positives += result.positives;
            for (example, fired) in result.judged {
                let by_kept = fired
                    .iter()
                    .zip(&is_kept)
                    .any(|(fired, kept)| *fired && *kept);
                match (example.is_positive, by_kept) {
                    (true, true) => judgement.covered += 1,
                    (true, false) => missed.push(example),
                    (false, _) => wrong.push(example),
                }
            }
        }
        for kind in [missed, wrong] {
            judgement.counterexamples.extend(self.chosen(kind));
        }
        let kept = theory.iter().zip(&is_kept).filter(|(_, kept)| **kept);
        judgement.kept = kept.map(|(clause, _)| clause.clone()).collect();
        Ok(judgement)
    }

    fn problem(&self, examples: &[Example]) -> Result<Problem, Error> {
        tables::problem(examples, self.target, &self.lesson.background)
    }

    fn position(&self) -> u64 {
        self.next_board
    }

    fn seek(&mut self, position: u64) {
        self.next_board = position;
    }
}
