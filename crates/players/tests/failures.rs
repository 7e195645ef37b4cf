//! Rules that cannot be evaluated in some position: every search says so, and none
//! gives the position a value.

use stratalog_game::{
    Coded, Described, Game, GameError, Player, PlayerError, PlayerSpec, Role, Situation, Turn,
    perfect_information,
};
use stratalog_logic::Term;
use stratalog_players::PlayersError;
use stratalog_players::roster;
use stratalog_players::search::Searcher;
use stratalog_players::solution::Solution;
use stratalog_players::solve::solve;
use stratalog_run::{Seed, Stream};

/// Two roles take one or two of four sticks in turn. The rules cannot be evaluated
/// when one stick is left.
#[derive(Clone)]
struct BrokenSticks;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Sticks {
    left: u8,
    to_move: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
struct Take(u8);

impl Coded for Take {
    fn code(self) -> u32 {
        u32::from(self.0)
    }

    fn from_code(code: u32) -> Take {
        Take(code as u8)
    }
}

impl Game for BrokenSticks {
    type Position = Sticks;
    type Move = Take;
    perfect_information!();

    fn name(&self) -> &str {
        "broken-sticks"
    }

    fn board(&self) -> String {
        "4".to_owned()
    }

    fn role_count(&self) -> usize {
        2
    }

    fn role_name(&self, role: Role) -> &str {
        ["first", "second"][role.index() & 1]
    }

    fn initial(&self, _rng: &mut Stream) -> Sticks {
        Sticks {
            left: 4,
            to_move: 0,
        }
    }

    fn turn(&self, position: &Sticks) -> Turn {
        match position.left {
            0 => Turn::Over,
            1 => Turn::Failed,
            _ => Turn::Role(Role(position.to_move)),
        }
    }

    fn failure(&self, position: &Sticks) -> Option<String> {
        (position.left == 1).then(|| "the step limit was reached".to_owned())
    }

    fn legal_moves(&self, position: &Sticks, moves: &mut Vec<Take>) {
        moves.clear();
        if position.left > 1 {
            moves.extend([Take(1), Take(2)]);
        }
    }

    fn play_unchecked(&self, position: &mut Sticks, mv: Take) {
        position.left = position.left.saturating_sub(mv.0);
        position.to_move ^= 1;
    }

    fn goal(&self, position: &Sticks, role: Role) -> u8 {
        if position.to_move == role.0 { 0 } else { 100 }
    }

    fn move_text(&self, mv: Take) -> String {
        mv.0.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Take, GameError> {
        let number = text.parse().map(Take);
        number.map_err(|_| GameError::BadMove {
            text: text.to_owned(),
            expected: "write 1 or 2".to_owned(),
        })
    }

    fn position_text(&self, position: &Sticks) -> String {
        format!("{position:?}")
    }

    fn parse_position(&self, text: &str) -> Result<Sticks, GameError> {
        Err(GameError::BadPosition {
            line: 1,
            message: text.to_owned(),
        })
    }
}

impl Described for BrokenSticks {
    fn facts(&self, view: &Sticks) -> Vec<Term> {
        vec![Term::compound("left", [Term::Integer(view.left.into())])]
    }

    fn move_term(&self, mv: Take) -> Term {
        Term::Integer(mv.0.into())
    }
}

const CAUSE: &str = "the step limit was reached";

#[test]
fn solving_passes_the_failure_on() {
    let game = BrokenSticks;
    let failed = PlayersError::RulesFailed {
        cause: CAUSE.to_owned(),
    };
    assert_eq!(solve(&game, 1000), Err(failed.clone()));
    assert_eq!(Solution::of_game(&game, 1000).err(), Some(failed.clone()));
    let start = game.initial(&mut Seed(1).stream(0));
    let searched = Searcher::new(1000).outcome(&game, &start, 1000);
    assert_eq!(searched, Err(failed.clone()));
    let broken = Sticks { left: 1, ..start };
    let searched = Searcher::new(1000).outcome(&game, &broken, 1000);
    assert_eq!(searched, Err(failed));
}

#[test]
fn searching_players_make_no_move_and_say_why() {
    let game = BrokenSticks;
    let start = game.initial(&mut Seed(1).stream(0));
    for name in ["minimax", "minimax:3", "uct:200", "uct:20ms", "material:3"] {
        for left in [4, 1] {
            let Ok(spec) = name.parse::<PlayerSpec>();
            let source = roster::source(&game, &spec).expect(name);
            let position = Sticks { left, ..start };
            let mut player: Box<dyn Player<BrokenSticks>> = source.player();
            let decision = player.decide(Situation::new(
                &game,
                &position,
                Role(0),
                &mut Seed(1).stream(0),
            ));
            let Err(PlayerError::Undecided(cause)) = decision else {
                panic!("{name} with {left} left: {decision:?}");
            };
            assert!(cause.contains(CAUSE), "{name}: {cause}");
        }
    }
}
