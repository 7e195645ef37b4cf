//! A person at a terminal: shown what the role sees, asked for a move until it
//! is legal, and let go when the input ends.

use std::io::{self, Write};

use stratalog_game::{Decision, Game, Player, PlayerError, Reason, Role};
use stratalog_run::Stream;

/// A person who reads what is written to `output` and answers in lines.
pub struct Human<L, W> {
    next_line: L,
    output: W,
}

/// Appends a line of input to a string and tells its length, as
/// [`io::Stdin::read_line`] does; nothing more comes after 0.
pub trait NextLine: FnMut(&mut String) -> io::Result<usize> + Send {}

impl<F: FnMut(&mut String) -> io::Result<usize> + Send> NextLine for F {}

impl<L: NextLine, W: Write> Human<L, W> {
    /// A person at this input and output.
    pub fn new(next_line: L, output: W) -> Human<L, W> {
        Human { next_line, output }
    }

    /// One line of input; nothing at its end.
    fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        write!(self.output, "{prompt}")?;
        self.output.flush()?;
        let mut line = String::new();
        let read = (self.next_line)(&mut line)?;
        Ok((read > 0).then_some(line))
    }

    fn choose<G: Game>(
        &mut self,
        game: &G,
        role: Role,
        legal: &[G::Move],
    ) -> io::Result<Option<G::Move>> {
        let prompt = format!("{}'s move (or 'moves', 'quit'): ", game.role_name(role));
        while let Some(line) = self.ask(&prompt)? {
            match line.trim() {
                "" => continue,
                "quit" | "exit" => return Ok(None),
                "moves" | "help" | "?" => {
                    let moves: Vec<String> = legal.iter().map(|&mv| game.move_text(mv)).collect();
                    writeln!(self.output, "{}", moves.join(" "))?;
                }
                text => match game.parse_move(text) {
                    Ok(mv) if legal.contains(&mv) => return Ok(Some(mv)),
                    Ok(_) => writeln!(
                        self.output,
                        "{text} is not legal here; 'moves' lists what is"
                    )?,
                    Err(error) => writeln!(self.output, "{error}")?,
                },
            }
        }
        Ok(None)
    }
}

impl<G: Game, L: NextLine, W: Write + Send> Player<G> for Human<L, W> {
    fn decide(
        &mut self,
        game: &G,
        view: &G::View,
        role: Role,
        _rng: &mut Stream,
    ) -> Result<Decision<G::Move>, PlayerError> {
        let mut legal = Vec::new();
        game.choices(view, role, &mut legal);
        let board = game.view_text(view);
        writeln!(self.output, "\n{board}").map_err(|_| PlayerError::Left)?;
        // A terminal that cannot be read or written any more has been left.
        match self.choose(game, role, &legal) {
            Ok(Some(mv)) => Ok(Decision {
                mv,
                reason: Reason::Human,
            }),
            Ok(None) | Err(_) => Err(PlayerError::Left),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufRead;
    use stratalog_games::NoughtsAndCrosses;
    use stratalog_run::Seed;

    fn sit(input: &str) -> (Result<String, PlayerError>, String) {
        let game = NoughtsAndCrosses;
        let mut output = Vec::new();
        let position = game
            .parse_position("x../.../...")
            .expect("a legal position");
        let mut rng = Seed(1).stream(0);
        let mut bytes = input.as_bytes();
        let mut human = Human::new(|line: &mut String| bytes.read_line(line), &mut output);
        let decision = human.decide(&game, &position, Role(1), &mut rng);
        let text = decision.map(|decision| game.move_text(decision.mv));
        (text, String::from_utf8_lossy(&output).into_owned())
    }

    #[test]
    fn a_person_is_asked_again_until_the_move_is_legal() {
        let (decision, output) = sit("banana\n1,1\n\nmoves\n2,2\n");
        assert_eq!(decision, Ok("2,2".to_owned()));
        assert!(output.contains("'banana' is not a move: write row and column"));
        assert!(output.contains("1,1 is not legal here"));
        assert!(output.contains("1,2 1,3 2,1"));
    }

    #[test]
    fn the_end_of_input_leaves_the_game() {
        assert_eq!(sit("").0, Err(PlayerError::Left));
        assert_eq!(sit("9,9\n").0, Err(PlayerError::Left));
        assert_eq!(sit("quit\n2,2\n").0, Err(PlayerError::Left));
    }
}
