//! Players that a strategy file describes.

use std::path::Path;

use stratalog_game::{Game, GameError, GameObject, Player, PlayerSource, PlayerSpec};
use stratalog_logic::{Reader, Source, Symbol, Term};
use stratalog_migo::{MigoError, Strategy, StrategyPlayer};
use stratalog_rulelist::{RuleListPlayer, RuleStrategy, strategy as rule_list_file};
use stratalog_rulesheet::bundled::find_rulesheet;
use stratalog_rulesheet::{EngineChoice, RulesheetGame};
use stratalog_zenith::{FeatureEvaluation, ZenithPlayer, strategy as evaluation_file};

use crate::twin::RulesheetPlayer;

/// What a strategy file says about itself, in facts `strategy(Name, Value)`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Header(Vec<(String, String)>);

impl Header {
    /// The header of a strategy file; empty where it has no such facts.
    pub fn of(source: &Source) -> Header {
        let mut facts = Vec::new();
        let mut reader = Reader::new(source);
        while let Some(read) = reader.next_clause() {
            let Ok(read) = read else { continue };
            if let Some([name, value]) = read.term.as_compound(Symbol::new("strategy"), 2) {
                facts.push((text_of(name), text_of(value)));
            }
        }
        Header(facts)
    }

    /// The value of a fact.
    pub fn fact(&self, name: &str) -> Option<&str> {
        let (_, value) = self.0.iter().find(|(key, _)| key == name)?;
        Some(value)
    }
}

fn text_of(term: &Term) -> String {
    match term {
        Term::Atom(text) | Term::String(text) => text.as_str().to_owned(),
        other => other.to_string(),
    }
}

/// Whether a player is asked for by the path of a file, or by that of an
/// evaluation with the number of plies it looks ahead, as in `FILE:3`.
pub fn is_file(spec: &PlayerSpec) -> bool {
    Path::new(&spec.to_string()).is_file() || Path::new(&spec.name).is_file()
}

/// The evaluation in a file, for a game with a rulesheet; `None` where the file
/// holds something else. The rules are those the file names, where they are still
/// there.
pub fn evaluation(
    path: &Path,
    sheet_name: &str,
    board: &str,
) -> Result<Option<(RulesheetGame, FeatureEvaluation)>, GameError> {
    let name = path.display().to_string();
    let refused = |cause: String| GameError::BadPlayerFile {
        file: name.clone(),
        cause,
    };
    let text = std::fs::read_to_string(path);
    let text = text.map_err(|error| refused(format!("it cannot be read: {error}")))?;
    let source = Source::new(&name, &text);
    if !evaluation_file::is_evaluation(&source) {
        return Ok(None);
    }
    let header = Header::of(&source);
    let recorded = header
        .fact("rules")
        .filter(|path| Path::new(path).is_file());
    let mut sheet = find_rulesheet(recorded.unwrap_or(sheet_name))?;
    if sheet.board().is_some_and(|usual| usual != board) {
        sheet = sheet.with_board(board)?;
    }
    let game = RulesheetGame::new(&sheet, EngineChoice::default())?;
    let read = evaluation_file::read(&source, &sheet, &game);
    let evaluation = read.map_err(|error| refused(error.to_string()))?;
    Ok(Some((game, evaluation)))
}

/// The player of the list of rules in a file; `None` where the file holds something
/// else. The rules of the game are those the file names, where they are still there.
pub fn rule_list(
    path: &Path,
    game: &GameObject,
) -> Result<Option<RuleListPlayer<GameObject>>, GameError> {
    let name = path.display().to_string();
    let refused = |cause: String| GameError::BadPlayerFile {
        file: name.clone(),
        cause,
    };
    let text = std::fs::read_to_string(path);
    let text = text.map_err(|error| refused(format!("it cannot be read: {error}")))?;
    let source = Source::new(&name, &text);
    let header = Header::of(&source);
    if header.fact("learner") != Some(rule_list_file::LEARNER) {
        return Ok(None);
    }
    if let Some(is_for) = header.fact("game").filter(|is_for| *is_for != game.name()) {
        let game = game.name().to_owned();
        let is_for = is_for.to_owned();
        return Err(refused(MigoError::OtherGame { is_for, game }.to_string()));
    }
    let recorded = header
        .fact("rules")
        .filter(|path| Path::new(path).is_file());
    let mut sheet = find_rulesheet(recorded.unwrap_or(game.name()))?;
    let board = game.board();
    if sheet.board().is_some_and(|usual| usual != board) {
        sheet = sheet.with_board(&board)?;
    }
    let strategy = RuleStrategy::from_source(&source, game);
    let strategy = strategy.map_err(|error| refused(error.to_string()))?;
    let player = RuleListPlayer::new(game, &sheet, strategy.list);
    Ok(Some(player.map_err(|error| refused(error.to_string()))?))
}

/// Reads a strategy.
pub fn read(path: &Path) -> Result<Strategy, MigoError> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|error| MigoError::BadStrategy {
        name: name.clone(),
        reason: format!("it cannot be read: {error}"),
    })?;
    Strategy::from_source(&Source::new(&name, &text))
}

/// Players of the strategy in a file.
pub fn source(
    game: &GameObject,
    spec: &PlayerSpec,
) -> Result<Box<dyn PlayerSource<GameObject>>, GameError> {
    let path = spec.to_string();
    let (evaluation_path, plies) = if Path::new(&path).is_file() {
        (path.clone(), 1)
    } else {
        (spec.name.clone(), spec.number("plies", 1, 1)? as u32)
    };
    let found = evaluation(Path::new(&evaluation_path), game.name(), &game.board())?;
    if let Some((sheet, evaluation)) = found {
        return Ok(Box::new(move || {
            let player = ZenithPlayer::new(evaluation.clone(), plies);
            Box::new(RulesheetPlayer::new(sheet.clone(), player)) as Box<dyn Player<GameObject>>
        }));
    }
    if let Some(player) = rule_list(Path::new(&evaluation_path), game)? {
        return Ok(Box::new(move || {
            Box::new(player.clone()) as Box<dyn Player<GameObject>>
        }));
    }
    let refused = |error: MigoError| GameError::BadPlayerFile {
        file: path.clone(),
        cause: error.to_string(),
    };
    let strategy = read(Path::new(&path)).map_err(refused)?;
    if let Some(is_for) = strategy.fact("game")
        && is_for != game.name()
    {
        let game = game.name().to_owned();
        return Err(refused(MigoError::OtherGame { is_for, game }));
    }
    // Whatever is wrong with the rules shows here, not in a thread of a match.
    StrategyPlayer::new(game, &strategy).map_err(refused)?;
    let game = game.clone();
    Ok(Box::new(move || {
        let player = StrategyPlayer::new(&game, &strategy);
        Box::new(player.expect("the same strategy was accepted above"))
            as Box<dyn Player<GameObject>>
    }))
}
