//! Examples as a learning problem: the answers of the background knowledge for
//! the examples' positions, worked out natively and given to the learner as
//! tables of facts.

use stratalog_logic::{Program, Term, Unknown};

use super::examples::Example;
use super::rule::Target;
use super::scene::{Scene, SetId};
use crate::error::Error;
use crate::mode::Mode;
use crate::problem::Problem;

/// How often differences of differences are worked out.
pub const DIFFERENCE_DEPTH: usize = 2;

/// The body declarations of Table 1.
pub fn body_modes() -> Vec<Mode> {
    [
        (Some(1), "zoneOfInterest(+tile,+board,-zone)"),
        (Some(1), "totalMinesLeft(+board,-int)"),
        (Some(1), "allMinesInFringe(+board,-set)"),
        (None, "setHasXMines(-number,+board,+zone,-set)"),
        (Some(1), "diffSetHasXMines(+set,+set,-set)"),
        (Some(1), "inSet(+tile,+set)"),
        (Some(1), "lengthSet(+set,+int)"),
        (Some(1), "minesInSet(+set,-int)"),
        (Some(1), "minesInSet(+set,#int)"),
    ]
    .map(|(recall, template)| Mode::parse(recall, template))
    .into()
}

/// The learning problem these examples make.
pub fn problem(examples: &[Example], target: Target) -> Result<Problem, Error> {
    let mut tables = Tables::default();
    let mut positives = Vec::new();
    let mut negatives = Vec::new();
    for example in examples {
        let term = tables.add(example, target);
        if example.is_positive {
            positives.push(term);
        } else {
            negatives.push(term);
        }
    }
    let mut builder = Program::builder();
    builder.unknown(Unknown::Fails);
    for fact in &tables.facts {
        builder.clause(fact)?;
    }
    let background = builder.try_build().map_err(|errors| {
        let first = errors.first().map(ToString::to_string);
        Error::Strategy(first.unwrap_or_default())
    })?;
    Ok(Problem {
        background,
        heads: vec![Mode::parse(
            Some(1),
            &format!("{}(+tile,+board)", target.name()),
        )],
        bodies: body_modes(),
        positives,
        negatives,
    })
}

/// Facts so far; every board, zone and set has a number of its own.
#[derive(Default)]
struct Tables {
    facts: Vec<Term>,
    boards: i64,
    sets: i64,
}

impl Tables {
    /// Adds all the background says about an example, and gives its term.
    fn add(&mut self, example: &Example, target: Target) -> Term {
        let board = Term::Integer(self.boards);
        self.boards += 1;
        let tile = Term::Integer(example.tile.index() as i64 + 1);
        let mut scene = Scene::new(&example.view, |_| false);
        let zone = scene.zone(example.tile);
        let mut sets: Vec<SetId> = Vec::new();
        let first = self.sets;
        let number = |sets: &mut Vec<SetId>, id: SetId| {
            let known = sets.iter().position(|&other| other == id);
            let at = known.unwrap_or_else(|| {
                sets.push(id);
                sets.len() - 1
            });
            Term::Integer(first + at as i64)
        };
        self.fact(
            "zoneOfInterest",
            [tile.clone(), board.clone(), board.clone()],
        );
        let left = Term::Integer(scene.total_mines_left());
        self.fact("totalMinesLeft", [board.clone(), left]);
        for &witness in &zone {
            if let Some(id) = scene.own_set(witness) {
                let set = number(&mut sets, id);
                let witness = Term::Integer(witness.index() as i64 + 1);
                self.fact("setHasXMines", [witness, board.clone(), board.clone(), set]);
            }
        }
        if let Some(id) = scene.all_mines_in_fringe() {
            let set = number(&mut sets, id);
            self.fact("allMinesInFringe", [board.clone(), set]);
        }
        let mut done = 0;
        for _ in 0..DIFFERENCE_DEPTH {
            let known = sets.len();
            for a in 0..known {
                for b in 0..known {
                    if a.max(b) < done {
                        continue;
                    }
                    let (first, second) = (sets[a], sets[b]);
                    if let Some(id) = scene.difference(first, second) {
                        let row = [first, second, id].map(|id| number(&mut sets, id));
                        self.fact("diffSetHasXMines", row);
                    }
                }
            }
            done = known;
        }
        for (at, &id) in sets.iter().enumerate() {
            let set = Term::Integer(first + at as i64);
            let contents = scene.set(id);
            let (length, mines) = (contents.tiles.len() as i64, i64::from(contents.mines));
            if contents.tiles.contains(&(example.tile.index() as u16)) {
                self.fact("inSet", [tile.clone(), set.clone()]);
            }
            self.fact("lengthSet", [set.clone(), Term::Integer(length)]);
            self.fact("minesInSet", [set, Term::Integer(mines)]);
        }
        self.sets += sets.len() as i64;
        Term::compound(target.name(), [tile, board])
    }

    fn fact<const N: usize>(&mut self, name: &str, args: [Term; N]) {
        self.facts.push(Term::compound(name, args));
    }
}
