//! Examples as a learning problem: the answers of the background knowledge for
//! the examples' positions, computed natively and given to the learner as
//! tables of facts.

use std::sync::Arc;

use crate::Site;
use stratalog_logic::{Program, Term, Unknown};

use super::cases::CaseTree;
use super::examples::Example;
use super::reasoner::{Contradiction, Reasoner, Refutation};
use super::rule::{Rule, Target};
use super::scene::{Scene, SetId};
use stratalog_ilp::error::Error;
use stratalog_ilp::modes::Mode;
use stratalog_ilp::{Bias, Problem};

/// How often differences of differences are computed.
pub const DIFFERENCE_DEPTH: usize = 2;

/// What rules may be made of.
#[derive(Clone, Debug)]
pub enum Background {
    /// The predicates of Table 1.
    Counting,
    /// Those, all numbers of the board, and the count of all mines as a set.
    CountingAll,
    /// Those of Table 1, and supposing: the consequences of rules known before,
    /// simplest first, up to a rank.
    Supposing(Arc<Vec<Rule>>),
    /// Boards of which something is supposed, and supposing more of them.
    Cases,
    /// Those of Table 1, and supposing what makes a board absurd by the rules
    /// known before.
    Refuting(Arc<Vec<Rule>>),
}

impl Background {
    /// Its name in requests to a server.
    pub fn name(&self) -> &'static str {
        match self {
            Background::Counting => "counting",
            Background::CountingAll => "counting-all",
            Background::Supposing(_) => "supposing",
            Background::Cases => "cases",
            Background::Refuting(_) => "refuting",
        }
    }

    /// The body declarations.
    pub fn modes(&self) -> Vec<Mode> {
        let table_1 = [
            (Some(1), "zoneOfInterest(+tile,+board,-zone)"),
            (Some(1), "totalMinesLeft(+board,-int)"),
            (Some(1), "allMinesInFringe(+board,-set)"),
            (None, "setHasXMines(-number,+board,+zone,-set)"),
            (Some(1), "diffSetHasXMines(+set,+set,-set)"),
            (Some(1), "inSet(+tile,+set)"),
            (Some(1), "lengthSet(+set,+int)"),
            (Some(1), "minesInSet(+set,-int)"),
            (Some(1), "minesInSet(+set,#int)"),
        ];
        let cases = [
            (Some(1), "tightestTile(+supposed,-tile)"),
            (Some(1), "supposeMine(+tile,+supposed,-supposed)"),
            (Some(1), "supposeSafe(+tile,+supposed,-supposed)"),
            (Some(1), "impossible(+supposed)"),
            (Some(1), "absurd(+supposed)"),
        ];
        let more: &[(Option<usize>, &str)] = match self {
            Background::Cases => return declared(&cases),
            Background::Counting => &[],
            Background::CountingAll => &[
                (Some(1), "determinedTiles(+board,-zone)"),
                (Some(1), "boardHasXMines(+board,-set)"),
            ],
            Background::Supposing(_) => &[
                (Some(1), "supposeMine(+tile,+board,-supposed)"),
                (Some(1), "supposeSafe(+tile,+board,-supposed)"),
                (None, "consequences(#rank,+supposed,-supposed)"),
                (Some(1), "impossible(+supposed)"),
            ],
            Background::Refuting(_) => &[
                (Some(1), "supposeMine(+tile,+board,-supposed)"),
                (Some(1), "supposeSafe(+tile,+board,-supposed)"),
                (Some(1), "absurd(+supposed)"),
            ],
        };
        declared(&[&table_1, more].concat())
    }
}

fn declared(modes: &[(Option<usize>, &str)]) -> Vec<Mode> {
    let modes = modes.iter();
    modes
        .map(|(recall, template)| Mode::parse(*recall, template))
        .collect()
}

/// Examples of a target, and what the background says about them.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The answers of the background.
    pub facts: Vec<Term>,
    /// Examples that are true.
    pub positives: Vec<Term>,
    /// Examples that are false.
    pub negatives: Vec<Term>,
}

/// The declaration of a target.
pub fn head(target: Target) -> Mode {
    let template = match target {
        Target::Safe => "safe(+tile,+board)",
        Target::Mine => "mine(+tile,+board)",
        Target::Absurd => "absurd(+supposed)",
    };
    Mode::parse(Some(1), template)
}

/// What the background says about these examples.
pub fn facts(examples: &[Example], target: Target, background: &Background) -> Facts {
    let mut tables = Tables::default();
    let mut positives = Vec::new();
    let mut negatives = Vec::new();
    for example in examples {
        let labelled = match background {
            Background::Cases => tables.add_board(example),
            _ => vec![(tables.add(example, target, background), example.is_positive)],
        };
        for (term, is_positive) in labelled {
            if is_positive {
                positives.push(term);
            } else {
                negatives.push(term);
            }
        }
    }
    Facts {
        facts: tables.facts,
        positives,
        negatives,
    }
}

/// The learning problem these examples make.
pub fn problem(
    examples: &[Example],
    target: Target,
    background: &Background,
) -> Result<Problem, Error> {
    let Facts {
        facts,
        positives,
        negatives,
    } = facts(examples, target, background);
    let mut builder = Program::builder();
    builder.unknown(Unknown::Fails);
    for fact in &facts {
        builder.clause(fact)?;
    }
    let program = builder.try_build().map_err(|errors| {
        let first = errors.first().map(ToString::to_string);
        Error::Strategy(first.unwrap_or_default())
    })?;
    Ok(Problem {
        background: program,
        bias: Bias::modes(vec![head(target)], background.modes()),
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
    supposed: i64,
}

/// The sets of one example's board, numbered as they are met.
struct Sets {
    scene: Scene,
    ids: Vec<SetId>,
    first: i64,
}

impl Sets {
    fn number(&mut self, id: SetId) -> Term {
        let known = self.ids.iter().position(|&other| other == id);
        let at = known.unwrap_or_else(|| {
            self.ids.push(id);
            self.ids.len() - 1
        });
        Term::Integer(self.first + at as i64)
    }
}

impl Tables {
    /// Adds all the background says about an example, and gives its term.
    fn add(&mut self, example: &Example, target: Target, background: &Background) -> Term {
        let board = Term::Integer(self.boards);
        let whole_zone = Term::Integer(-1 - self.boards);
        self.boards += 1;
        let tile = Term::Integer(example.tile.index() as i64 + 1);
        let mut sets = Sets {
            scene: Scene::new(&example.view, |_| false),
            ids: Vec::new(),
            first: self.sets,
        };
        self.fact(
            "zoneOfInterest",
            [tile.clone(), board.clone(), board.clone()],
        );
        let left = Term::Integer(sets.scene.total_mines_left());
        self.fact("totalMinesLeft", [board.clone(), left]);
        let zone = sets.scene.zone(example.tile);
        self.numbers(&zone, &board, &board, &mut sets);
        if let Some(id) = sets.scene.all_mines_in_fringe() {
            let set = sets.number(id);
            self.fact("allMinesInFringe", [board.clone(), set]);
        }
        match background {
            Background::Counting => self.differences(&mut sets),
            Background::CountingAll => {
                self.fact("determinedTiles", [board.clone(), whole_zone.clone()]);
                let all = sets.scene.determined();
                self.numbers(&all, &board, &whole_zone, &mut sets);
                if let Some(id) = sets.scene.whole_board() {
                    let set = sets.number(id);
                    self.fact("boardHasXMines", [board.clone(), set]);
                    self.rests(id, &mut sets);
                }
            }
            Background::Supposing(known) => {
                self.differences(&mut sets);
                self.suppositions(example, &board, known);
            }
            Background::Refuting(known) => {
                self.differences(&mut sets);
                self.absurdities(example, &board, known);
            }
            Background::Cases => {}
        }
        self.contents(&tile, example, &sets);
        self.sets += sets.ids.len() as i64;
        Term::compound(target.name(), [tile, board])
    }

    /// The sets of numbers in a zone.
    fn numbers(&mut self, numbers: &[Site], board: &Term, zone: &Term, sets: &mut Sets) {
        for &witness in numbers {
            if let Some(id) = sets.scene.own_set(witness) {
                let set = sets.number(id);
                let witness = Term::Integer(witness.index() as i64 + 1);
                self.fact("setHasXMines", [witness, board.clone(), zone.clone(), set]);
            }
        }
    }

    /// Differences of sets, and of those.
    fn differences(&mut self, sets: &mut Sets) {
        let mut done = 0;
        for _ in 0..DIFFERENCE_DEPTH {
            let known = sets.ids.len();
            for a in 0..known {
                for b in 0..known {
                    if a.max(b) >= done {
                        self.difference(sets.ids[a], sets.ids[b], sets);
                    }
                }
            }
            done = known;
        }
    }

    /// What is left of the set of all tiles when others are taken out.
    fn rests(&mut self, whole: SetId, sets: &mut Sets) {
        let others: Vec<SetId> = sets.ids.iter().copied().filter(|&id| id != whole).collect();
        let mut rests = vec![whole];
        for _ in 0..DIFFERENCE_DEPTH {
            let mut next = Vec::new();
            for &rest in &rests {
                for &other in &others {
                    let found = self.difference(rest, other, sets);
                    next.extend(found.filter(|id| !next.contains(id)));
                }
            }
            rests = next;
        }
    }

    fn difference(&mut self, a: SetId, b: SetId, sets: &mut Sets) -> Option<SetId> {
        let id = sets.scene.difference(a, b)?;
        let row = [a, b, id].map(|id| sets.number(id));
        self.fact("diffSetHasXMines", row);
        Some(id)
    }

    /// What is in the sets.
    fn contents(&mut self, tile: &Term, example: &Example, sets: &Sets) {
        for (at, &id) in sets.ids.iter().enumerate() {
            let set = Term::Integer(sets.first + at as i64);
            let contents = sets.scene.set(id);
            let (length, mines) = (contents.squares.len() as i64, i64::from(contents.mines));
            if contents.contains(example.tile) {
                self.fact("inSet", [tile.clone(), set.clone()]);
            }
            self.fact("lengthSet", [set.clone(), Term::Integer(length)]);
            self.fact("minesInSet", [set, Term::Integer(mines)]);
        }
    }

    /// What follows from supposing the tile a mine, or safe.
    fn suppositions(&mut self, example: &Example, board: &Term, known: &[Rule]) {
        let reasoner = Reasoner::new(&example.view, |_| false, known);
        let tile = Term::Integer(example.tile.index() as i64 + 1);
        let ranks = known.iter().map(Rule::rank);
        let highest = ranks.filter(|&rank| rank < usize::MAX).max().unwrap_or(0);
        for (name, supposed) in [("supposeMine", Target::Mine), ("supposeSafe", Target::Safe)] {
            let first = self.supposed();
            self.fact(name, [tile.clone(), board.clone(), first.clone()]);
            for rank in 0..=highest {
                // Without rules to draw consequences from, the supposed board itself.
                let (ranks, after) = match rank {
                    0 => (Vec::new(), first.clone()),
                    _ => {
                        let after = self.supposed();
                        let constant = Term::Integer(rank as i64);
                        self.fact("consequences", [constant, first.clone(), after.clone()]);
                        (vec![rank], after)
                    }
                };
                let refutation = Refutation {
                    supposed,
                    ranks,
                    contradiction: Contradiction::Impossible,
                };
                if reasoner.is_refuted(example.tile, &refutation) {
                    self.fact("impossible", [after]);
                }
            }
        }
    }

    /// Whether supposing the tile a mine, or safe, is absurd.
    fn absurdities(&mut self, example: &Example, board: &Term, known: &[Rule]) {
        let reasoner = Reasoner::new(&example.view, |_| false, known);
        let tile = Term::Integer(example.tile.index() as i64 + 1);
        for (name, supposed) in [("supposeMine", Target::Mine), ("supposeSafe", Target::Safe)] {
            let after = self.supposed();
            self.fact(name, [tile.clone(), board.clone(), after.clone()]);
            let refutation = Refutation {
                supposed,
                ranks: Vec::new(),
                contradiction: Contradiction::Absurd,
            };
            if reasoner.is_refuted(example.tile, &refutation) {
                self.fact("absurd", [after]);
            }
        }
    }

    /// Adds all there is to know about an example that is a board: each case of
    /// it, and each case of those. Gives the terms of the board and of all cases
    /// that have cases themselves, with whether they are absurd: where a clause
    /// that is right is wrong about a board because it calls another that is
    /// not, that other clause is wrong about a case. A case has a smaller number
    /// than the board it is a case of.
    fn add_board(&mut self, example: &Example) -> Vec<(Term, bool)> {
        let tree = CaseTree::of(example).unwrap_or_default();
        let first = self.boards + 1;
        self.boards += tree.nodes.len() as i64;
        let number = |node: usize| Term::Integer(first + node as i64);
        for (at, node) in tree.nodes.iter().enumerate() {
            if node.is_impossible {
                self.fact("impossible", [number(at)]);
            }
            let Some(split) = node.split else {
                continue;
            };
            let tile = Term::Integer(split.tile as i64 + 1);
            self.fact("tightestTile", [number(at), tile.clone()]);
            for (name, case) in [("supposeMine", split.mine), ("supposeSafe", split.safe)] {
                self.fact(name, [tile.clone(), number(at), number(case)]);
            }
        }
        let cases = tree.inner_cases().chain(tree.root());
        cases
            .map(|node| {
                let term = Term::compound("absurd", [number(node)]);
                (term, tree.nodes[node].is_absurd)
            })
            .collect()
    }

    fn supposed(&mut self) -> Term {
        self.supposed += 1;
        Term::Integer(self.supposed)
    }

    fn fact<const N: usize>(&mut self, name: &str, args: [Term; N]) {
        self.facts.push(Term::compound(name, args));
    }
}
