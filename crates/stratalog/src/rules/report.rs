//! A designer's report: one self-contained page about a rulesheet, with drawings,
//! lengths, branching, balance, and what the check found.

use std::fmt::Write as _;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use stratalog_game::{Drawing, Game, GameError, Outcome, Role, Turn};
use stratalog_rulesheet::RulesheetGame;
use stratalog_rulesheet::check::RuleProblem;
use stratalog_run::{Clock, Control, Elapsed, Ended, Seed};

use super::{Sheet, check};
use crate::answer::{Answer as IsAnswer, Verdict};
use crate::error::Error;
use crate::game::Choice;
use crate::html::escaped;
use crate::{output, play, solve};

/// Random games that are looked at.
const RANDOM_GAMES: u64 = 300;
/// Moves after which a random game is abandoned.
const MAX_MOVES: u32 = 2_000;
/// Games of a searching player against itself.
const SEARCH_GAMES: u64 = 10;
/// The searching player.
const SEARCHER: &str = "uct:200";
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
    pub search: Option<Figures>,
    /// The value of the game for the first role, where it could be solved.
    pub value: Option<String>,
    /// What the check found: errors, rules without effect, games without an end.
    pub problems: Vec<RuleProblem>,
    /// Why the run ended.
    #[serde(flatten)]
    pub ended: Ended,
    /// The time it took.
    #[serde(flatten)]
    pub elapsed: Elapsed,
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
        let game = self.sheet.game()?;
        control.stage("playing random games");
        let (random, positions) = self.random_games(&game, control)?;
        control.stage("playing with search");
        let search = self.search_games(&game, control);
        control.stage("solving");
        let value = self.value(control);
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
            ended: if control.is_stopped() {
                Ended::Stopped
            } else {
                Ended::Done
            },
            elapsed: clock.elapsed(),
        };
        output::write(&self.out, page(game.name(), &answer))?;
        answer.elapsed = clock.elapsed();
        Ok(answer)
    }

    fn choice(&self) -> Choice {
        Choice {
            board: self.sheet.board.clone(),
            ..Choice::named(&self.sheet.file)
        }
    }

    /// Plays random games; gives their figures and drawings of the first.
    fn random_games(
        &self,
        game: &RulesheetGame,
        control: &Control,
    ) -> Result<(Figures, Vec<(String, Drawing)>), Error> {
        let roles = game.role_count();
        let mut figures = Figures {
            wins: vec![0.0; roles],
            ..Figures::default()
        };
        let mut path = Vec::new();
        let (mut moves, mut choices, mut decisions) = (0u64, 0u64, 0u64);
        for index in 0..RANDOM_GAMES {
            if control.is_stopped() {
                break;
            }
            let mut rng = self.seed.stream(index);
            let mut position = game.initial(&mut rng);
            let mut length = 0;
            while let Turn::Role(role) = game.turn(&position)
                && length < MAX_MOVES
            {
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
            match game.turn(&position) {
                Turn::Over => {}
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
        figures.wins.iter_mut().for_each(|wins| *wins /= games);
        figures.branching = (decisions > 0).then(|| choices as f64 / decisions as f64);
        Ok((figures, typical(game, &path)))
    }

    /// Lets a searching player play against itself.
    fn search_games(&self, game: &RulesheetGame, control: &Control) -> Option<Figures> {
        let request = play::Request {
            game: self.choice(),
            against: (game.role_count() > 1).then(|| SEARCHER.to_owned()),
            games: SEARCH_GAMES,
            fixed_sides: true,
            seed: self.seed,
            ..play::Request::new(&self.sheet.file, SEARCHER)
        };
        let answer = request.run(control).ok()?;
        let games = answer.games.max(1) as f64;
        let tally = answer.tally;
        let wins = match game.role_count() {
            1 => vec![tally.wins as f64 / games],
            2 => vec![tally.wins as f64 / games, tally.losses as f64 / games],
            _ => Vec::new(),
        };
        Some(Figures {
            games: answer.games,
            abandoned: answer.cut_off,
            mean_length: answer.mean_moves,
            wins,
            draws: tally.draws as f64 / games,
            ..Figures::default()
        })
    }

    /// The value of the game for its first role, where it is small enough.
    fn value(&self, control: &Control) -> Option<String> {
        let request = solve::Request {
            game: self.choice(),
            limit_positions: SOLVED_POSITIONS,
        };
        let value = request.run(control).ok()?.value?;
        let text = serde_json::to_value(value).ok()?;
        Some(match text.as_str() {
            Some(text) => text.to_owned(),
            None => text.to_string(),
        })
    }
}

/// Drawings of a few positions of a game, from its start to its end.
fn typical(
    game: &RulesheetGame,
    path: &[(stratalog_rulesheet::Position, Role)],
) -> Vec<(String, Drawing)> {
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

fn page(name: &str, answer: &Answer) -> String {
    let name = escaped(name);
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{name}</title>\n\
         <style>body{{font:16px/1.5 sans-serif;max-width:60em;margin:2em auto;padding:0 1em}}\
         table{{border-collapse:collapse}}td,th{{border:1px solid #bbb;padding:.3em .7em;\
         text-align:left}}figure{{display:inline-block;margin:1em}}</style></head><body>\n\
         <h1>{name}</h1>\n<p>Roles: {}.</p>\n<h2>Positions of a random game</h2>\n",
        escaped(&answer.roles.join(", "))
    );
    for (caption, drawing) in &answer.positions {
        let svg = drawing.to_svg();
        let _ = writeln!(
            html,
            "<figure>{svg}<figcaption>{}</figcaption></figure>",
            escaped(caption)
        );
    }
    html.push_str("<h2>How games go</h2>\n<table><tr><th></th><th>random play</th>");
    let mut columns = vec![&answer.random];
    if let Some(search) = &answer.search {
        let _ = write!(html, "<th>{SEARCHER} against itself</th>");
        columns.push(search);
    }
    html.push_str("</tr>\n");
    let mut row = |title: &str, value: &dyn Fn(&Figures) -> Option<String>| {
        let _ = write!(html, "<tr><th>{}</th>", escaped(title));
        for figures in &columns {
            let text = value(figures).unwrap_or_else(|| "–".to_owned());
            let _ = write!(html, "<td>{}</td>", escaped(&text));
        }
        html.push_str("</tr>\n");
    };
    row("games that ended", &|f| Some(f.games.to_string()));
    row("games without an end", &|f| Some(f.abandoned.to_string()));
    row("mean length in moves", &|f| {
        Some(format!("{:.1}", f.mean_length))
    });
    row("shortest and longest", &|f| {
        f.length_range
            .map(|(least, most)| format!("{least} – {most}"))
    });
    row("choices of a role that has a choice", &|f| {
        f.branching.map(|branching| format!("{branching:.1}"))
    });
    for (number, role) in answer.roles.iter().enumerate() {
        row(&format!("won by {role}"), &|f| {
            let share = f.wins.get(number)?;
            Some(format!("{:.0}%", 100.0 * share))
        });
    }
    row("won by nobody", &|f| {
        Some(format!("{:.0}%", 100.0 * f.draws))
    });
    html.push_str("</table>\n<h2>Solved?</h2>\n<p>");
    match (&answer.value, answer.roles.first()) {
        (Some(value), Some(first)) => {
            let text = match value.as_str() {
                "win" => format!("With best play {first} wins."),
                "draw" => "With best play the game is a draw.".to_owned(),
                "loss" => format!("With best play {first} loses."),
                number => format!("With best play the game is worth {number} to {first}."),
            };
            html.push_str(&escaped(&text));
        }
        _ => html.push_str("The game was not solved: it is too large, or has no such value."),
    }
    html.push_str("</p>\n<h2>What the check found</h2>\n<ul>\n");
    for problem in &answer.problems {
        let place = format!("line {}, column {}", problem.line, problem.column);
        let severity = problem.severity.as_str();
        let text = format!("{place}: {severity}: {}", problem.message);
        let _ = writeln!(html, "<li>{}</li>", escaped(&text));
    }
    if answer.problems.is_empty() {
        html.push_str("<li>Nothing wrong was found.</li>\n");
    }
    html.push_str("</ul>\n</body></html>\n");
    html
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
}
