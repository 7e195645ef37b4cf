//! Solved games to learn from.

use std::path::{Path, PathBuf};

use stratalog_arena::best_moves::BestMoves;
use stratalog_rulelist::{Example, Learned, LearnerSettings, Lesson, decide, learn};
use stratalog_rulesheet::bundled::find_rulesheet;
use stratalog_rulesheet::{EngineChoice, Rulesheet, RulesheetGame};
use stratalog_run::{Control, Stop};

/// A rulesheet that comes with the program.
pub fn bundled(name: &str) -> Rulesheet {
    find_rulesheet(name).expect("it comes with the program")
}

/// A rulesheet of these tests.
#[allow(dead_code, reason = "each test file uses a part")]
pub fn own(name: &str) -> Rulesheet {
    Rulesheet::from_file(&path_of(name)).expect("it is beside the tests")
}

/// Where a rulesheet of these tests is.
#[allow(dead_code, reason = "each test file uses a part")]
pub fn path_of(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games");
    folder.join(name)
}

/// A game with the best moves of every position.
pub struct Course {
    pub sheet: Rulesheet,
    pub game: RulesheetGame,
    solved: BestMoves<RulesheetGame>,
    examples: Vec<Example>,
}

#[allow(dead_code, reason = "each test file uses a part")]
impl Course {
    pub fn of(sheet: Rulesheet) -> Course {
        Course::with(EngineChoice::default(), sheet)
    }

    pub fn with(choice: EngineChoice, sheet: Rulesheet) -> Course {
        let game = RulesheetGame::new(&sheet, choice).expect("a game");
        let solved = BestMoves::of(&game, 100_000, &Stop::default()).expect("small");
        let decisions = solved.decisions.iter();
        let examples = decisions.map(|decision| Example {
            position: decision.position.clone(),
            moves: decision
                .moves
                .iter()
                .map(|own| (own.mv, own.is_best))
                .collect(),
        });
        Course {
            examples: examples.collect(),
            sheet,
            game,
            solved,
        }
    }

    pub fn repeats(&self) -> bool {
        self.solved.repeats
    }

    fn lesson(&self) -> Lesson<'_> {
        Lesson {
            sheet: &self.sheet,
            game: &self.game,
            examples: &self.examples,
        }
    }

    pub fn learn(&self) -> Learned {
        self.learn_under(&Control::default())
    }

    pub fn learn_under(&self, control: &Control) -> Learned {
        let settings = LearnerSettings::default();
        learn(self.lesson(), &settings, control).expect("the rules can be grounded")
    }

    /// The number of positions in which the rules may make a move that is not best.
    pub fn mistakes(&self, learned: &Learned) -> usize {
        let decided = decide(self.lesson(), &learned.list).expect("the rules can be grounded");
        decided.iter().filter(|own| !own.is_right).count()
    }

    pub fn lines(&self, learned: &Learned) -> Vec<String> {
        let rules = learned.list.rules.iter();
        rules.map(|rule| rule.line("rule")).collect()
    }
}
