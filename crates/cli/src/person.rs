//! A person at the terminal, stepping through games.

use std::io::{self, BufRead, Write};

use owo_colors::{AnsiColors, OwoColorize};
use stratalog::drawing::Drawing;
use stratalog::play::{Answer, MatchCounter, Request};
use stratalog::session::Session;
use stratalog::typed::have_places;
use stratalog::{Control, Ended, Game, Outcome, Role, Seed};

use crate::face::Face;
use crate::outcome::Failure;

/// The player's name that stands for a person.
pub const NAME: &str = "human";

const HELP: &str = "\
moves   the legal moves
hint    what a strong player would do, and why
why     the reason for the last move of the other player
undo    take your last move back
resign  give the game up
quit    leave";

/// The colours of pieces, readable on light and on dark ground.
const COLOURS: [AnsiColors; 6] = [
    AnsiColors::Blue,
    AnsiColors::Red,
    AnsiColors::Green,
    AnsiColors::Magenta,
    AnsiColors::Cyan,
    AnsiColors::Yellow,
];

/// How a game with a person ended.
enum Left {
    /// With this outcome for the measured player, after this number of moves.
    Ended(Outcome, usize),
    /// The person left.
    Quit,
}

/// Plays the games of a request in which a person takes part. When the person
/// leaves, the answer is of the games that ended before.
pub fn play(request: &Request, face: &Face) -> Result<Answer, Failure> {
    let mut counter = MatchCounter::new(request)?;
    for number in 0..request.games {
        if face.stop().is_requested() {
            break;
        }
        let seed = Seed(request.seed.0.wrapping_add(number));
        let mut session = Session::new(&request.game, seed)?;
        if let Some(start) = request.start(session.game())? {
            session = session.from_position(start, seed);
        }
        let side = counter.side(number);
        let mut table = Table {
            session,
            side,
            request,
            control: face.control(),
            untold: Vec::new(),
            last_reason: None,
        };
        match table.play()? {
            Left::Ended(outcome, moves) => counter.count(side, outcome, moves),
            Left::Quit => {
                say(&format!(
                    "\nYou left. Games that ended before: {}.",
                    counter.games()
                ));
                break;
            }
        }
    }
    Ok(counter.answer(Ended::Done))
}

/// One game: who sits where.
struct Table<'a> {
    session: Session,
    side: Role,
    request: &'a Request,
    control: Control,
    /// Moves of players that are not persons, with their reasons, which nobody was told:
    /// their numbers and what to say.
    untold: Vec<(usize, String)>,
    /// The last of those that were told.
    last_reason: Option<String>,
}

impl Table<'_> {
    fn player(&self, role: Role) -> &str {
        if role == self.side {
            &self.request.player
        } else {
            self.request.against.as_deref().unwrap_or("random")
        }
    }

    fn play(&mut self) -> Result<Left, Failure> {
        while let Some(role) = self.session.to_move() {
            let name = self.session.game().role_name(role).to_owned();
            if self.player(role) == NAME {
                self.tell(role);
                say(&format!(
                    "\n{}",
                    coloured(&self.session.drawing_with_last_change(role))
                ));
                match self.ask(&name)? {
                    Asked::Moved => {}
                    Asked::Resigned => {
                        say(&format!("{name} resigns."));
                        let is_own = role == self.side;
                        let outcome = if is_own { Outcome::Loss } else { Outcome::Win };
                        return Ok(Left::Ended(outcome, self.session.move_count()));
                    }
                    Asked::Quit => return Ok(Left::Quit),
                }
            } else {
                let player = self.player(role).to_owned();
                let number = self.session.move_count();
                let advice = self.session.let_move(&player, &self.control)?;
                let moved = format!("{name} ({player}): {}, {}", advice.mv, advice.english);
                self.untold.push((number, moved));
            }
        }
        self.tell(self.side);
        say(&format!(
            "\n{}",
            coloured(&self.session.drawing_with_last_change(self.side))
        ));
        let outcome = self.session.outcome(self.side).unwrap_or(Outcome::Draw);
        let name = self.session.game().role_name(self.side);
        say(&match outcome {
            Outcome::Win => format!("{name} wins."),
            Outcome::Draw => "A draw.".to_owned(),
            Outcome::Loss => format!("{name} loses."),
        });
        Ok(Left::Ended(outcome, self.session.move_count()))
    }

    /// Tells a person the moves of the other players that its role knows by now.
    fn tell(&mut self, role: Role) {
        let (known, untold) = (std::mem::take(&mut self.untold).into_iter())
            .partition(|&(number, _)| self.session.is_known(number, role));
        self.untold = untold;
        let known: Vec<(usize, String)> = known;
        for (_, moved) in known {
            say(&moved);
            self.last_reason = Some(moved);
        }
    }

    /// Asks a person until a legal move is made or the game is left.
    fn ask(&mut self, role: &str) -> Result<Asked, Failure> {
        loop {
            let Some(line) = read_line(&format!("{role}'s move ('help' for more): ")) else {
                return Ok(Asked::Quit);
            };
            match line.trim() {
                "" => {}
                "quit" | "exit" => return Ok(Asked::Quit),
                "resign" => return Ok(Asked::Resigned),
                "help" | "?" => say(&help(&self.session.snapshot().legal_moves)),
                "moves" => say(&listed(&self.session.snapshot().legal_moves)),
                "why" => say(self
                    .last_reason
                    .as_deref()
                    .unwrap_or("the other player has not moved yet")),
                "hint" => match self.hint() {
                    Ok(text) => say(&text),
                    Err(error) => say(&error.to_string()),
                },
                "undo" => {
                    if self.take_back() {
                        let left = self.session.move_count();
                        self.untold.retain(|&(number, _)| number < left);
                        self.last_reason = None;
                        return Ok(Asked::Moved);
                    }
                    say("there is no move of yours to take back");
                }
                text => match self.session.play(text) {
                    Ok(()) => return Ok(Asked::Moved),
                    Err(error) => say(&error.to_string()),
                },
            }
        }
    }

    fn hint(&mut self) -> Result<String, stratalog::Error> {
        let (adviser, advice) = self.session.best_hint(&self.control)?;
        Ok(format!(
            "{} plays {}: {}",
            adviser, advice.mv, advice.english
        ))
    }

    /// Takes moves back to the person's last one.
    fn take_back(&mut self) -> bool {
        let person = self.session.to_move();
        let mut undone = false;
        while self.session.undo() {
            undone = true;
            if self.session.to_move() == person {
                return true;
            }
        }
        undone
    }
}

/// A board in which pieces of different kinds have different colours, and what changed
/// last stands out.
fn coloured(drawing: &Drawing) -> String {
    let pieces = drawing.rows.iter().flatten();
    let mut kinds: Vec<&str> = pieces.filter_map(|cell| cell.piece.as_deref()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    drawing.painted(|cell, text| {
        let kind = cell.piece.as_deref();
        let kind = kind.and_then(|piece| kinds.binary_search(&piece).ok());
        let text = match kind {
            Some(kind) => text.color(COLOURS[kind % COLOURS.len()]).to_string(),
            None => text,
        };
        match cell.mark {
            Some(_) => text.bold().to_string(),
            None => text,
        }
    })
}

/// What can be typed where these moves are legal.
fn help(moves: &[String]) -> String {
    let longest = moves.iter().max_by_key(|mv| mv.len());
    let example = longest.map_or("", String::as_str);
    let or_place = if have_places(moves) {
        ", its arguments alone, or its number in the list"
    } else {
        ""
    };
    format!("{example:8}makes a move: as it is written{or_place}\n{HELP}")
}

/// Moves, with the numbers by which they can be made, too.
fn listed(moves: &[String]) -> String {
    if !have_places(moves) {
        return moves.join("  ");
    }
    let numbers = moves.iter().zip(1..);
    let items: Vec<String> = numbers
        .map(|(mv, number)| format!("{number}: {mv}"))
        .collect();
    items.join("  ")
}

enum Asked {
    Moved,
    Resigned,
    Quit,
}

/// A line of standard input; nothing at its end, or where it cannot be read.
fn read_line(prompt: &str) -> Option<String> {
    let mut stderr = io::stderr();
    let _ = write!(stderr, "{prompt}");
    let _ = stderr.flush();
    let mut line = String::new();
    match io::stdin().lock().read_line(&mut line) {
        Ok(read) if read > 0 => Some(line),
        _ => None,
    }
}

/// Tells the person something. Nobody may be reading: that changes nothing.
fn say(text: &str) {
    let _ = writeln!(anstream::stderr(), "{text}");
}
