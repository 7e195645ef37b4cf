//! What game managers say. Keywords may be in capitals, and there may be any
//! layout between the words. Rules and moves are passed on as they are written.

use stratalog::ggp::{LastStep, MatchClock};
use thiserror::Error;

/// A message of a game manager. Texts are parts of the message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message<'a> {
    /// Whether another match can start.
    Info,
    /// Rules that may be played soon.
    Preview,
    /// A match starts.
    Start {
        /// The match.
        id: &'a str,
        /// Our role.
        role: &'a str,
        /// The rules, without the parentheses around them.
        rules: &'a str,
        /// The time for preparations.
        start_clock: MatchClock,
        /// The time for each move.
        play_clock: MatchClock,
    },
    /// A move is wanted.
    Play {
        /// The match.
        id: &'a str,
        /// What is told of the last step.
        last: LastStep,
    },
    /// A match is over.
    Stop {
        /// The match.
        id: &'a str,
        /// What is told of the last step.
        last: LastStep,
    },
    /// A match is given up.
    Abort {
        /// The match.
        id: &'a str,
    },
}

/// What is wrong with a message.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Mistake {
    /// It is no list.
    #[error("a message is a list in parentheses, such as (info)")]
    NoList,
    /// A parenthesis is missing, or there is one too many.
    #[error("the parentheses of the message do not match")]
    Parentheses,
    /// A keyword that no message starts with.
    #[error("there is no message '{0}'; use info, preview, start, play, stop or abort")]
    Unknown(String),
    /// A message with other parts than its keyword wants.
    #[error("write this message as {0}")]
    Form(&'static str),
    /// A clock that is no number of seconds.
    #[error("'{0}' is not a clock; write a number of seconds")]
    Clock(String),
}

/// The form of the messages with parts.
const START: &str = "(start ID ROLE (RULES) STARTCLOCK PLAYCLOCK)";
const PLAY: &str = "(play ID nil) or (play ID (MOVE ...)), with a move for each role, \
                    or (play ID TURN MOVE (PERCEPT ...)), with your own move";
const STOP: &str = "(stop ID (MOVE ...)) or (stop ID TURN MOVE (PERCEPT ...))";

impl<'a> Message<'a> {
    /// Reads a message.
    pub fn read(text: &'a str) -> Result<Message<'a>, Mistake> {
        let mut parts = parts(text)?;
        let &[list] = &parts[..] else {
            return Err(Mistake::NoList);
        };
        parts = self::parts(inside(list).ok_or(Mistake::NoList)?)?;
        let (&keyword, parts) = parts.split_first().ok_or(Mistake::NoList)?;
        match keyword.to_lowercase().as_str() {
            "info" => Ok(Message::Info),
            "preview" => match parts {
                [rules, _] if inside(rules).is_some() => Ok(Message::Preview),
                _ => Err(Mistake::Form("(preview (RULES) CLOCK)")),
            },
            "start" => {
                let &[id, role, rules, start_clock, play_clock] = parts else {
                    return Err(Mistake::Form(START));
                };
                Ok(Message::Start {
                    id: word(id, START)?,
                    role,
                    rules: inside(rules).ok_or(Mistake::Form(START))?,
                    start_clock: clock(start_clock)?,
                    play_clock: clock(play_clock)?,
                })
            }
            "play" => {
                let (id, last) = step(parts, PLAY)?;
                Ok(Message::Play { id, last })
            }
            "stop" => {
                let (id, last) = step(parts, STOP)?;
                Ok(Message::Stop { id, last })
            }
            "abort" => match parts {
                [id] => Ok(Message::Abort {
                    id: word(id, "(abort ID)")?,
                }),
                _ => Err(Mistake::Form("(abort ID)")),
            },
            _ => Err(Mistake::Unknown(keyword.chars().take(40).collect())),
        }
    }
}

/// The identifier of a match, and what is told of the last step.
fn step<'a>(parts: &[&'a str], form: &'static str) -> Result<(&'a str, LastStep), Mistake> {
    let (&id, told) = parts.split_first().ok_or(Mistake::Form(form))?;
    let last = match *told {
        [moves] => match list(moves, form)? {
            moves if moves.is_empty() => LastStep::None,
            moves => LastStep::Moves(moves),
        },
        // What the role did and saw, after the number of the step.
        [turn, own, percepts] if turn.parse::<u64>().is_ok() => {
            let percepts = list(percepts, form)?;
            if is_nil(own) {
                LastStep::None
            } else {
                let own = own.to_owned();
                LastStep::Seen { own, percepts }
            }
        }
        _ => return Err(Mistake::Form(form)),
    };
    Ok((word(id, form)?, last))
}

/// The parts of a list, which may be `nil`.
fn list(part: &str, form: &'static str) -> Result<Vec<String>, Mistake> {
    match inside(part) {
        Some(inside) => Ok(parts(inside)?.into_iter().map(str::to_owned).collect()),
        None if is_nil(part) => Ok(Vec::new()),
        None => Err(Mistake::Form(form)),
    }
}

fn is_nil(part: &str) -> bool {
    part.eq_ignore_ascii_case("nil")
}

fn word<'a>(part: &'a str, form: &'static str) -> Result<&'a str, Mistake> {
    if part.starts_with('(') {
        Err(Mistake::Form(form))
    } else {
        Ok(part)
    }
}

fn clock(part: &str) -> Result<MatchClock, Mistake> {
    let seconds = part.parse().ok().and_then(MatchClock::of_seconds);
    seconds.ok_or_else(|| Mistake::Clock(part.chars().take(40).collect()))
}

/// What stands between the parentheses of a list.
fn inside(part: &str) -> Option<&str> {
    part.strip_prefix('(')?.strip_suffix(')')
}

/// The words and lists that follow each other in a text.
fn parts(text: &str) -> Result<Vec<&str>, Mistake> {
    let mut parts = Vec::new();
    let mut depth = 0usize;
    // Where the current word or outermost list starts.
    let mut start = None;
    let mut characters = text.char_indices();
    while let Some((place, c)) = characters.next() {
        let ends_word = c.is_whitespace() || matches!(c, '(' | ')' | ';' | '"');
        if ends_word && depth == 0 {
            parts.extend(start.take().map(|start: usize| &text[start..place]));
        }
        match c {
            '(' => {
                start.get_or_insert(place);
                depth += 1;
            }
            ')' => {
                depth = depth.checked_sub(1).ok_or(Mistake::Parentheses)?;
                if depth == 0 {
                    parts.extend(start.take().map(|start| &text[start..=place]));
                }
            }
            ';' => {
                characters.find(|&(_, c)| c == '\n');
            }
            '"' => {
                start.get_or_insert(place);
                characters.find(|&(_, c)| c == '"' || c == '\n');
            }
            _ if c.is_whitespace() => {}
            _ => {
                start.get_or_insert(place);
            }
        }
    }
    if depth > 0 {
        return Err(Mistake::Parentheses);
    }
    parts.extend(start.map(|start| &text[start..]));
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(texts: &[&str]) -> LastStep {
        LastStep::Moves(texts.iter().map(|&text| text.to_owned()).collect())
    }

    #[test]
    fn messages_are_read_as_public_game_managers_write_them() {
        assert_eq!(Message::read(" ( INFO ) \r\n"), Ok(Message::Info));
        assert_eq!(
            Message::read("( PREVIEW ((role a) ) 10 )"),
            Ok(Message::Preview)
        );
        let seconds = |seconds| MatchClock::of_seconds(seconds).expect("a time");
        let start = "( START Base.x-1 White ( ( role White )\n(init (cell 1 1 b)) ) 30 7.5)";
        assert_eq!(
            Message::read(start),
            Ok(Message::Start {
                id: "Base.x-1",
                role: "White",
                rules: " ( role White )\n(init (cell 1 1 b)) ",
                start_clock: seconds(30.0),
                play_clock: seconds(7.5),
            })
        );
        for nil in ["NIL", "nil", "()", "( )"] {
            let text = format!("( PLAY m.1 {nil} )");
            let play = Message::Play {
                id: "m.1",
                last: LastStep::None,
            };
            assert_eq!(Message::read(&text), Ok(play));
        }
        assert_eq!(
            Message::read("(stop m1 ((mark 1 2)noop\t( a ( b ) )))"),
            Ok(Message::Stop {
                id: "m1",
                last: moves(&["(mark 1 2)", "noop", "( a ( b ) )"]),
            })
        );
        let percepts = ["(cell 1 2 x)".to_owned(), "lit".to_owned()];
        assert_eq!(
            Message::read("(PLAY m1 3 (mark 1 2) ((cell 1 2 x) lit))"),
            Ok(Message::Play {
                id: "m1",
                last: LastStep::Seen {
                    own: "(mark 1 2)".to_owned(),
                    percepts: percepts.into(),
                },
            })
        );
        assert_eq!(
            Message::read("(PLAY m1 0 NIL NIL)"),
            Ok(Message::Play {
                id: "m1",
                last: LastStep::None,
            })
        );
        assert_eq!(Message::read("(abort m1)"), Ok(Message::Abort { id: "m1" }));
    }

    #[test]
    fn mistakes_are_named() {
        for (text, part) in [
            ("", "list"),
            ("info", "list"),
            ("()", "list"),
            ("(info) (info)", "list"),
            ("(info", "parentheses"),
            ("(info))", "parentheses"),
            (")(", "parentheses"),
            ("(dance m1)", "no message 'dance'"),
            ("((info))", "no message"),
            ("(play m1)", "(play ID nil)"),
            ("(play m1 mark)", "(play ID nil)"),
            ("(play (m1) nil)", "(play ID nil)"),
            ("(play m1 first a (b))", "(play ID TURN"),
            ("(play m1 1 a b)", "(play ID TURN"),
            ("(start m1 white ((role white)) 10)", "(start ID"),
            ("(start m1 white rules 10 10)", "(start ID"),
            (
                "(start m1 white ((role white)) ten 10)",
                "'ten' is not a clock",
            ),
            (
                "(start m1 white ((role white)) 10 -1)",
                "'-1' is not a clock",
            ),
            (
                "(start m1 white ((role white)) 10 NaN)",
                "'NaN' is not a clock",
            ),
            ("(abort)", "(abort ID)"),
            ("; (info)", "list"),
        ] {
            let mistake = Message::read(text).expect_err(text).to_string();
            assert!(mistake.contains(part), "{text}: {mistake}");
        }
    }

    #[test]
    fn deep_and_odd_texts_are_no_trouble() {
        let deep = "(".repeat(1_000_000) + &")".repeat(1_000_000);
        assert!(Message::read(&deep).is_err());
        for text in [
            "(play m1 (\"a) b\" ; c)\n d))",
            "(é ü)",
            "(play \u{85} nil)",
        ] {
            let _ = Message::read(text);
        }
        let play = Message::read("(play m1 (\"a) b\" ; c)\n d))");
        let last = moves(&["\"a) b\"", "d"]);
        assert_eq!(play, Ok(Message::Play { id: "m1", last }));
    }
}
