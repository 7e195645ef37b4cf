//! A game manager: it knows the rules, plays the roles that nobody else has at
//! random, and objects to every answer that is late or not a legal move.
#![allow(dead_code, reason = "each test file uses a part")]

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rand::seq::IndexedRandom;
use stratalog::ggp::{Matches, Settings};
use stratalog::{Control, Event, Seed, Stop};
use stratalog_game::Described;
use stratalog_ggp::{Options, Server};
use stratalog_logic::{KifReader, Source, Term};
use stratalog_rulesheet::{EngineChoice, Move, Rulesheet, RulesheetGame, Syntax};

/// A player in this process, and what it noted.
pub struct Player {
    pub port: u16,
    stop: Stop,
    server: Option<JoinHandle<()>>,
    notes: std::sync::Arc<std::sync::Mutex<Vec<String>>>,
}

impl Player {
    pub fn start(player: Option<&str>) -> Player {
        let notes = std::sync::Arc::<std::sync::Mutex<Vec<String>>>::default();
        let kept = std::sync::Arc::clone(&notes);
        let stop = Stop::default();
        let control = Control::new(stop.clone(), move |event| {
            if let Event::Note { text } = event {
                kept.lock().expect("no test panics here").push(text.clone());
            }
        });
        let settings = Settings {
            player: player.map(str::to_owned),
            ..Settings::default()
        };
        let matches = Matches::new(settings, control).expect("a player");
        let options = Options {
            port: 0,
            host: None,
        };
        let server = Server::bind(&options).expect("a free port");
        let port = server.address().trim_end_matches('/').rsplit(':').next();
        let port = port.and_then(|port| port.parse().ok()).expect("a port");
        let stopped = stop.clone();
        let server = std::thread::spawn(move || server.serve(matches, &stopped).expect("serves"));
        Player {
            port,
            stop,
            server: Some(server),
            notes,
        }
    }

    pub fn notes(&self) -> Vec<String> {
        self.notes.lock().expect("no test panics here").clone()
    }

    /// The answer to a message, as the public game manager sends it.
    pub fn say(&self, message: &str) -> Reply {
        self.say_to("", message)
    }

    /// The answer to a message for one of several players at the same address.
    pub fn say_to(&self, receiver: &str, message: &str) -> Reply {
        let length = message.len();
        self.raw(&format!(
            "POST / HTTP/1.0\r\nAccept: text/delim\r\nHost: localhost\r\n\
             Sender: GAMESERVER\r\nReceiver: {receiver}\r\nContent-Type: text/acl\r\n\
             Content-Length: {length}\r\n\r\n{message}"
        ))
    }

    /// Sends a request as it is.
    pub fn raw(&self, request: &str) -> Reply {
        let mut stream = self.connect();
        let _ = stream.write_all(request.as_bytes());
        Reply::read(&mut stream)
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        let patience = Some(Duration::from_secs(120));
        stream.set_read_timeout(patience).expect("a timeout");
        stream
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        self.stop.request();
        if let Some(server) = self.server.take() {
            let _ = server.join();
        }
    }
}

/// What was answered.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Reply {
    pub fn read(stream: &mut TcpStream) -> Reply {
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        Reply {
            status: status.unwrap_or_else(|| panic!("no reply but {text:?}")),
            head: head.to_lowercase(),
            body: body.to_owned(),
        }
    }
}

/// The rules of a match, and how the manager plays it.
pub struct Manager {
    pub id: String,
    pub rules: String,
    pub start_clock: u64,
    pub play_clock: u64,
    game: RulesheetGame,
    /// The roles in the order of the rules, by their places in the game.
    order: Vec<usize>,
    /// Whether the player is told what it saw instead of the moves.
    pub tells_percepts: bool,
    /// Decides the moves of the other roles.
    pub seed: Seed,
}

/// How a match ended.
pub struct Played {
    /// The number of joint moves.
    pub steps: usize,
    /// The goals, in the order of the rules.
    pub goals: Vec<i64>,
    /// The player's answers.
    pub answers: Vec<String>,
}

impl Manager {
    /// A match of the game in a file below `crates`.
    pub fn of_file(id: &str, file: &str) -> Manager {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file);
        let rules = std::fs::read_to_string(path).expect("a file of ours");
        Manager::new(id, &rules)
    }

    pub fn new(id: &str, rules: &str) -> Manager {
        let sheet = Rulesheet::read(Source::new("game.kif", rules), Syntax::Kif);
        let game = RulesheetGame::new(&sheet, EngineChoice::default()).expect("a game");
        let names = sheet.clauses.iter().filter_map(|clause| {
            let role = clause.head.as_compound("role".into(), 1)?;
            Some(role[0].to_string())
        });
        let order = names
            .map(|name| game.all_roles().iter().position(|known| *known == name))
            .map(|place| place.expect("roles are facts in these files"))
            .collect();
        Manager {
            id: id.to_owned(),
            rules: rules.to_owned(),
            start_clock: 30,
            play_clock: 20,
            game,
            order,
            tells_percepts: false,
            seed: Seed(7),
        }
    }

    /// Plays a whole match in which the player has the role with this number.
    pub fn play(&self, player: &Player, seat: usize) -> Played {
        let id = &self.id;
        let mut rng = self.seed.stream(seat as u64);
        let name = &self.game.all_roles()[self.order[seat]];
        let (start_clock, play_clock) = (self.start_clock, self.play_clock);
        let rules = &self.rules;
        let begun = Instant::now();
        let start = format!("( START {id} {name} ({rules}\n) {start_clock} {play_clock})");
        assert_eq!(player.say(&start).body, "ready", "{id}");
        assert!(begun.elapsed() < Duration::from_secs(start_clock), "{id}");
        let mut position = self.game.raw_initial();
        let mut last = if self.tells_percepts {
            "0 NIL NIL"
        } else {
            "NIL"
        }
        .to_owned();
        let mut answers = Vec::new();
        while !self.game.is_terminal(&position) {
            assert!(answers.len() < 200, "{id} does not end");
            let begun = Instant::now();
            let reply = player.say(&format!("( PLAY {id} {last} )"));
            assert!(begun.elapsed() < Duration::from_secs(play_clock), "{id}");
            assert_eq!(reply.status, 200, "{id}");
            let mut joint: Vec<Option<Move>> = vec![None; self.order.len()];
            for (number, &role) in self.order.iter().enumerate() {
                let legal = self.game.legal_of(&position, role);
                let mv = if number == seat {
                    let mv = self.game.move_of(&read(&reply.body));
                    mv.filter(|mv| legal.contains(mv))
                        .unwrap_or_else(|| panic!("{id}: {} is not legal", reply.body))
                } else {
                    *legal.choose(&mut rng).expect("every role has a move")
                };
                joint[role] = Some(mv);
            }
            answers.push(reply.body);
            let joint: Vec<Move> = joint.into_iter().map(|mv| mv.expect("all moved")).collect();
            last = if self.tells_percepts {
                let role = self.order[seat];
                let mut percepts = String::new();
                for percept in self.game.told(&position, &joint, role) {
                    kif(&percept, &mut percepts);
                    percepts.push(' ');
                }
                let own = self.write(joint[role]);
                format!("{} {own} ({percepts})", answers.len())
            } else {
                let moves = self.order.iter().map(|&role| self.write(joint[role]));
                format!("({} )", moves.collect::<Vec<_>>().join("  "))
            };
            self.game.play_joint(&mut position, &joint);
        }
        assert_eq!(player.say(&format!("( STOP {id} {last} )")).body, "done");
        let goals = self.order.iter().map(|&role| {
            let goals = self.game.goals(&position, role);
            goals.last().copied().unwrap_or(0)
        });
        Played {
            steps: answers.len(),
            goals: goals.collect(),
            answers,
        }
    }

    /// A move in capitals: letter case means nothing to a manager, except in quotes.
    fn write(&self, mv: Move) -> String {
        let mut text = String::new();
        kif(&self.game.move_term(mv), &mut text);
        text
    }
}

fn kif(term: &Term, text: &mut String) {
    match term {
        Term::Compound(compound) => {
            text.push_str(&format!("( {}", compound.name().as_str().to_uppercase()));
            for arg in compound.args() {
                text.push(' ');
                kif(arg, text);
            }
            text.push_str(" )");
        }
        Term::Atom(name) if name.as_str().contains(' ') => {
            text.push_str(&format!("\"{}\"", name.as_str()));
        }
        Term::Atom(name) => text.push_str(&name.as_str().to_uppercase()),
        other => text.push_str(&other.to_string()),
    }
}

fn read(text: &str) -> Term {
    let source = Source::new("move", format!("(is {text})"));
    let read = KifReader::new(&source).next_clause().expect("a term");
    read.expect("a term in KIF").term.args()[0].clone()
}
