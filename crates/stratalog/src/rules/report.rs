//! A designer's report: one self-contained page about a rulesheet, with drawings,
//! lengths, branching, balance, and what the check found.

mod page;

use std::path::PathBuf;

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use stratalog_arena::contest::{Contest, Observer};
use stratalog_catalogue::Playable;
use stratalog_game::{
    AnyMove, AnyPosition, Decision, Drawing, Game, GameError, GameObject, Outcome, PlayerSpec,
    Role, Turn,
};
use stratalog_rulesheet::check::{RuleProblem, UnusedClause};
use stratalog_rulesheet::{EngineChoice, Position, RuleUse, RulesheetGame};
use stratalog_run::{Clock, Control, Elapsed, Ended, Seed, Stream};

use super::{Sheet, check};
use crate::answer::{Answer as IsAnswer, Verdict};
use crate::error::Error;
use crate::output;

/// Random games that are looked at.
const RANDOM_GAMES: u64 = 300;
/// Moves after which a random game is abandoned.
const MAX_MOVES: u32 = 2_000;
/// Games of a searching player against itself, and by how many simulated games it
/// decides; the least of both where a game takes long.
const SEARCH_GAMES: u64 = 10;
const SIMULATIONS: u64 = 200;
const FEWEST_GAMES: u64 = 2;
const FEWEST_SIMULATIONS: u64 = 10;
/// The moves it may simulate in all: of a network, and by rules.
const SIMULATED_MOVES: f64 = 10_000_000.0;
const SIMULATED_MOVES_BY_RULES: f64 = 400_000.0;
/// Joint moves of a position for which rules are watched.
const WATCHED_MOVES: usize = 4;
/// Positions after which solving is abandoned.
const SOLVED_POSITIONS: u64 = 300_000;

/// Asks for a report about a rulesheet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The rulesheet.
    #[serde(flatten)]
    pub sheet: Sheet,
    /// Where the page is written.
    pub out: PathBuf,
    /// Decides everything random.
    #[serde(default = "crate::default_seed")]
    pub seed: Seed,
}

/// The figures of the report.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The page.
    pub report: PathBuf,
    /// The roles.
    pub roles: Vec<String>,
    /// Positions of a random game, each with what it shows.
    pub positions: Vec<(String, Drawing)>,
    /// Random games.
    pub random: Figures,
    /// Games of a searching player against itself; nothing where it cannot play.
    pub search: Option<SearchFigures>,
    /// The value of the game for the first role, where it could be solved.
    pub value: Option<String>,
    /// What the check found: errors, rules that can never hold or that nothing uses,
    /// games without an end.
    pub problems: Vec<RuleProblem>,
    /// Rules that applied in no position and no game that was looked at.
    pub unused_rules: Vec<UnusedClause>,
    /// Positions that the check visited one by one.
    pub positions_visited: u64,
    /// Whether these are all positions of the game.
    pub all_positions: bool,
    /// Random games that the check played.
    pub games_checked: u64,
    /// Why the run ended.
    #[serde(flatten)]
    pub ended: Ended,
    /// The time it took.
    #[serde(flatten)]
    pub elapsed: Elapsed,
}

/// Games of a searching player against itself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SearchFigures {
    /// The player, as in `uct:200`.
    pub player: String,
    /// How its games went.
    #[serde(flatten)]
    pub figures: Figures,
}

/// How games went.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Figures {
    /// Games that ended.
    pub games: u64,
    /// Games that were abandoned because they became too long.
    pub abandoned: u64,
    /// The mean number of moves.
    pub mean_length: f64,
    /// The share of games in which a position occurred twice, where they were counted.
    pub repeating: Option<f64>,
    /// The fewest and the most moves, where they were counted.
    pub length_range: Option<(u32, u32)>,
    /// The mean number of choices of a role that has a choice, where counted.
    pub branching: Option<f64>,
    /// For each role, the share of games it won, where known.
    pub wins: Vec<f64>,
    /// The share of games that nobody won.
    pub draws: f64,
}

impl IsAnswer for Answer {
    fn verdict(&self) -> Verdict {
        Verdict::of_run(&self.ended, true)
    }
}

impl Request {
    /// Plays, measures and writes the page.
    pub fn run(&self, control: &Control) -> Result<Answer, Error> {
        output::check(&self.out)?;
        let clock = Clock::start();
        control.stage("checking the rules");
        let checked = check::Request {
            sheet: self.sheet.clone(),
        }
        .run(control)?;
        let sheet = self.sheet.read()?;
        let game = RulesheetGame::new(&sheet, EngineChoice::default())?;
        let mut rule_use = RuleUse::new(&sheet, &game)?;
        control.stage("playing random games");
        let (random, positions) = self.random_games(&game, &mut rule_use, control)?;
        control.stage("playing with search");
        let playable = Playable::new(game.clone());
        let search = self.search_games(&game, &playable, &random, &mut rule_use, control);
        control.stage("solving");
        let value = value(&playable, control);
        // What applied when the rules were checked is no dead rule, and what never can
        // is among the problems.
        let mut unused_rules = UnusedClause::of(&sheet, &rule_use.unused());
        unused_rules.retain(|rule| checked.unused_rules.contains(rule));
        let mut answer = Answer {
            report: self.out.clone(),
            roles: (0..game.role_count())
                .map(|role| game.role_name(Role(role as u8)).to_owned())
                .collect(),
            positions,
            random,
            search,
            value,
            problems: checked.problems,
            unused_rules,
            positions_visited: checked.positions_visited,
            all_positions: checked.all_positions,
            games_checked: checked.games_tried,
            ended: if control.is_stopped() {
                Ended::Stopped
            } else {
                Ended::Done
            },
            elapsed: clock.elapsed(),
        };
        output::write(&self.out, page::write(game.name(), &answer))?;
        answer.elapsed = clock.elapsed();
        Ok(answer)
    }

    /// Plays random games; gives their figures and drawings of the first.
    fn random_games(
        &self,
        game: &RulesheetGame,
        rule_use: &mut RuleUse,
        control: &Control,
    ) -> Result<(Figures, Vec<(String, Drawing)>), Error> {
        let roles = game.role_count();
        let mut figures = Figures {
            wins: vec![0.0; roles],
            ..Figures::default()
        };
        let mut path = Vec::new();
        let (mut moves, mut choices, mut decisions) = (0u64, 0u64, 0u64);
        let (mut played, mut repeating) = (0u64, 0u64);
        for index in 0..RANDOM_GAMES {
            if control.is_stopped() {
                break;
            }
            let mut rng = self.seed.stream(index);
            // Games do not depend on what is looked at.
            let mut watched = self.seed.derive("watched").stream(index);
            let mut position = game.initial(&mut rng);
            let mut length = 0;
            let mut met: FxHashSet<Position> = FxHashSet::default();
            let mut repeats = false;
            while let Turn::Role(role) = game.turn(&position)
                && length < MAX_MOVES
            {
                watch(rule_use, game, &position, &mut watched);
                repeats = repeats || !met.insert(position.clone());
                if index == 0 {
                    path.push((position.clone(), role));
                }
                let view = game.view(&position, role).into_owned();
                let choice = game.random_choice(&view, role, &mut rng, &mut Vec::new());
                let Some((mv, among)) = choice else { break };
                if among > 1 {
                    choices += among as u64;
                    decisions += 1;
                }
                game.play_unchecked(&mut position, mv);
                length += 1;
            }
            repeating += u64::from(repeats);
            played += 1;
            match game.turn(&position) {
                Turn::Over => rule_use.look(game, &position),
                Turn::Role(_) => {
                    figures.abandoned += 1;
                    continue;
                }
                Turn::Failed => {
                    let cause = game.failure(&position).unwrap_or_default();
                    let game = game.name().to_owned();
                    return Err(GameError::RulesFailed { game, cause }.into());
                }
            }
            if index == 0 {
                path.push((position.clone(), Role(0)));
            }
            figures.games += 1;
            moves += u64::from(length);
            let (least, most) = figures.length_range.unwrap_or((length, length));
            figures.length_range = Some((least.min(length), most.max(length)));
            let won = |&role: &usize| game.outcome(&position, Role(role as u8)) == Outcome::Win;
            let winners: Vec<usize> = (0..roles).filter(won).collect();
            winners.iter().for_each(|&role| figures.wins[role] += 1.0);
            figures.draws += f64::from(u8::from(winners.is_empty()));
        }
        let games = figures.games.max(1) as f64;
        figures.mean_length = moves as f64 / games;
        figures.draws /= games;
        figures.repeating = (played > 0).then(|| repeating as f64 / played as f64);
        figures.wins.iter_mut().for_each(|wins| *wins /= games);
        figures.branching = (decisions > 0).then(|| choices as f64 / decisions as f64);
        Ok((figures, typical(game, &path)))
    }

    /// Lets a searching player play against itself; nothing where it cannot, or where
    /// it would take too long.
    fn search_games(
        &self,
        game: &RulesheetGame,
        playable: &Playable,
        random: &Figures,
        rule_use: &mut RuleUse,
        control: &Control,
    ) -> Option<SearchFigures> {
        let (games, simulations) = affordable(game, random)?;
        let player = format!("uct:{simulations}");
        let Ok(spec) = player.parse::<PlayerSpec>();
        let source = playable.source(&spec).ok()?;
        let mut contest = Contest::new(&playable.game, &*source)
            .games(games)
            .seed(self.seed)
            .fixed_sides();
        if game.role_count() > 1 {
            contest = contest.against(&*source);
        }
        let mut watcher = Watcher {
            game,
            rule_use,
            rng: self.seed.derive("watched").stream(0),
        };
        let report = contest.run_watched(control, &mut watcher).ok()?;
        let tally = report.tally;
        let played = tally.games().max(1) as f64;
        let wins = match game.role_count() {
            1 => vec![tally.wins as f64 / played],
            2 => vec![tally.wins as f64 / played, tally.losses as f64 / played],
            _ => Vec::new(),
        };
        let figures = Figures {
            games: tally.games(),
            abandoned: report.cut_off,
            mean_length: report.mean_plies(),
            wins,
            draws: tally.draws as f64 / played,
            ..Figures::default()
        };
        Some(SearchFigures { player, figures })
    }
}

/// How many games a searching player plays against itself, and by how many simulated
/// games it decides; nothing where even a few would take too long.
fn affordable(game: &RulesheetGame, random: &Figures) -> Option<(u64, u64)> {
    let steps = match game.network() {
        Some(_) => SIMULATED_MOVES,
        None => SIMULATED_MOVES_BY_RULES,
    };
    // A simulated game goes on for half the length of a game, on average.
    let each = (random.mean_length * random.mean_length / 2.0).max(1.0);
    let simulations = |games: u64| (steps / (each * games as f64)) as u64;
    let games = if simulations(SEARCH_GAMES) >= FEWEST_SIMULATIONS {
        SEARCH_GAMES
    } else {
        FEWEST_GAMES
    };
    let simulations = simulations(games).min(SIMULATIONS);
    (random.games > 0 && simulations >= FEWEST_SIMULATIONS).then_some((games, simulations))
}

/// Looks which rules apply in a position, and for some joint moves.
fn watch(rule_use: &mut RuleUse, game: &RulesheetGame, position: &Position, rng: &mut Stream) {
    rule_use.look(game, position);
    for _ in 0..WATCHED_MOVES {
        if let Some(joint) = game.random_joint(position, rng) {
            rule_use.look_at_move(game, &joint);
        }
    }
}

/// Shows the positions of a match to what watches the rules.
struct Watcher<'a> {
    game: &'a RulesheetGame,
    rule_use: &'a mut RuleUse,
    rng: Stream,
}

impl Observer<GameObject> for Watcher<'_> {
    fn moved(&mut self, _: Role, _: &Decision<AnyMove>, position: &AnyPosition) {
        if let Some(position) = position.downcast() {
            watch(self.rule_use, self.game, position, &mut self.rng);
        }
    }
}

/// The value of the game for its first role, where it is small enough.
fn value(playable: &Playable, control: &Control) -> Option<String> {
    let solved = playable
        .solve(None, SOLVED_POSITIONS, control.stop())
        .ok()?;
    let text = serde_json::to_value(solved.value).ok()?;
    Some(match text.as_str() {
        Some(text) => text.to_owned(),
        None => text.to_string(),
    })
}

/// Drawings of a few positions of a game, from its start to its end.
fn typical(game: &RulesheetGame, path: &[(Position, Role)]) -> Vec<(String, Drawing)> {
    let last = path.len().saturating_sub(1);
    let mut places = vec![0, last / 3, 2 * last / 3, last];
    places.dedup();
    let drawn = |&place: &usize| {
        let (position, role) = path.get(place)?;
        let drawing = game.drawing(&game.view(position, *role));
        let caption = match place {
            0 => "at the start".to_owned(),
            1 => "after 1 move".to_owned(),
            _ => format!("after {place} moves"),
        };
        Some((caption, drawing))
    };
    places.iter().filter_map(drawn).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_has_drawings_and_figures() {
        let folder = tempfile::tempdir().expect("a folder");
        let out = folder.path().join("report.html");
        let request = Request {
            sheet: Sheet::new("noughts-and-crosses"),
            out: out.clone(),
            seed: Seed(1),
        };
        let answer = request.run(&Control::default()).expect("it is written");
        assert_eq!(answer.random.games, RANDOM_GAMES);
        let shares: f64 = answer.random.wins.iter().sum::<f64>() + answer.random.draws;
        assert!((shares - 1.0).abs() < 1e-9);
        assert_eq!(answer.value.as_deref(), Some("draw"));
        let html = std::fs::read_to_string(out).expect("it is there");
        assert!(html.contains("<svg") && html.contains("won by x"), "{html}");
        assert!(!html.contains("http://") || html.contains("www.w3.org/2000/svg"));
    }

    /// Twenty numbers are chosen; one rule wants the largest each time, and there are
    /// too many positions to visit.
    const NUMBERS: &str = "role(r). init(count(0)). init(sum(0)).
        legal(r, X) :- between(0, 19, X).
        next(count(M)) :- true(count(N)), M is N + 1.
        next(sum(T)) :- true(sum(S)), does(r, X), T is S + X.
        terminal :- true(count(20)).
        lucky :- true(sum(380)).
        spare(X) :- role(X).
        goal(r, 100) :- lucky.
        goal(r, 50) :- \\+ lucky.";

    #[test]
    fn a_report_lists_rules_that_never_applied() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("numbers.pl");
        std::fs::write(&file, NUMBERS).expect("it is written");
        let out = folder.path().join("report.html");
        let request = Request {
            sheet: Sheet::new(file.to_string_lossy()),
            out: out.clone(),
            seed: Seed(1),
        };
        let answer = request.run(&Control::default()).expect("it is written");
        let lines: Vec<u32> = answer.unused_rules.iter().map(|rule| rule.line).collect();
        let problems = answer.problems.iter();
        let problems: Vec<u32> = problems.map(|problem| problem.line).collect();
        assert_eq!((&lines[..], &problems[..]), (&[6, 8][..], &[7][..]));
        assert_eq!(answer.search.expect("it plays").player, "uct:200");
        let html = std::fs::read_to_string(out).expect("it is there");
        assert!(html.contains("line 6: <code>lucky :-"), "{html}");
        assert!(html.contains("nothing in the game uses spare/1"), "{html}");
    }
}
