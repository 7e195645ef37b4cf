//! MENACE (Michie 1963) and HER (Gardner 1962): a box for every position up to
//! symmetry, with beads for its moves. A bead drawn at random decides the move. After
//! a game, beads are added or removed.

use rand::RngExt;
use rustc_hash::FxHashMap;
use stratalog_game::{
    Decision, Learner, Outcome, PerfectInformation, Played, Player, PlayerError, Reason, Role,
    Situation, Turn,
};

use crate::error::no_move;

/// How beads are added to boxes and removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beads {
    /// Michie's: each move has 4 beads in the boxes of the first move, and 3, 2 and 1
    /// in those of later moves. Every move of a game gains 3 beads for a win and 1 for
    /// a draw, and loses 1 for a loss.
    Menace,
    /// Gardner's: one bead for each move. After a loss the last move loses its bead,
    /// and if its box is then empty, the move before it as well.
    Her,
}

/// A machine of matchboxes.
pub struct Boxes<G: PerfectInformation> {
    beads: Beads,
    boxes: FxHashMap<G::Position, Vec<(G::Position, u32)>>,
    /// The number of moves the machine has made in this game.
    made: u32,
}

impl<G: PerfectInformation> Boxes<G> {
    /// A machine that has not played yet.
    pub fn new(beads: Beads) -> Boxes<G> {
        Boxes {
            beads,
            boxes: FxHashMap::default(),
            made: 0,
        }
    }

    /// The box of a position, filled when the position first occurs: the positions
    /// that its moves lead to, up to symmetry, with their beads.
    fn open(
        &mut self,
        game: &G,
        position: &G::Position,
        made: u32,
    ) -> &mut Vec<(G::Position, u32)> {
        let beads = match self.beads {
            // Games start after one move of each side.
            Beads::Menace => 3u32.saturating_sub(made).max(1),
            Beads::Her => 1,
        };
        let position = game.canonical(position);
        self.boxes.entry(position.clone()).or_insert_with(|| {
            let mut contents: Vec<(G::Position, u32)> = Vec::new();
            for (_, next) in after(game, &position) {
                if !contents.iter().any(|(known, _)| *known == next) {
                    contents.push((next, beads));
                }
            }
            contents
        })
    }
}

/// The moves and the positions they lead to, up to symmetry.
fn after<G: PerfectInformation>(game: &G, position: &G::Position) -> Vec<(G::Move, G::Position)> {
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    moves
        .into_iter()
        .map(|mv| {
            let mut next = position.clone();
            game.play_unchecked(&mut next, mv);
            (mv, game.canonical(&next))
        })
        .collect()
}

impl<G: PerfectInformation> Player<G> for Boxes<G> {
    fn begin(&mut self, _game: &G, _role: Role) {
        self.made = 0;
    }

    fn decide(
        &mut self,
        Situation {
            game, view, rng, ..
        }: Situation<'_, G>,
    ) -> Result<Decision<G::Move>, PlayerError> {
        let made = self.made;
        self.made += 1;
        let contents = self.open(game, view, made).clone();
        let total: u32 = contents.iter().map(|(_, beads)| beads).sum();
        let moves = after(game, view);
        if moves.is_empty() {
            return Err(no_move(game, view));
        }
        // A machine with an empty box makes any move.
        let drawn = (total > 0).then(|| {
            let mut rank = rng.random_range(0..total);
            contents.iter().find(|(_, beads)| {
                let is_here = rank < *beads;
                rank = rank.wrapping_sub(*beads);
                is_here
            })
        });
        let leads_to = |next: &G::Position| drawn.flatten().is_none_or(|(known, _)| known == next);
        let among: Vec<G::Move> = moves
            .iter()
            .filter(|(_, next)| leads_to(next))
            .map(|(mv, _)| *mv)
            .collect();
        let chosen = rng.random_range(0..among.len().max(1) as u32) as usize;
        Ok(Decision {
            mv: *among.get(chosen).unwrap_or(&moves[0].0),
            reason: Reason::Random { among: moves.len() },
        })
    }
}

impl<G: PerfectInformation> Learner<G> for Boxes<G> {
    fn learn(&mut self, game: &G, played: &Played<G>) {
        let own = own_moves(game, played);
        for (at, (position, next)) in own.iter().enumerate().rev() {
            let beads = self.beads;
            let contents = self.open(game, position, at as u32);
            let next = game.canonical(next);
            let Some((_, count)) = contents.iter_mut().find(|(known, _)| *known == next) else {
                continue;
            };
            match (beads, played.outcome) {
                (Beads::Menace, Outcome::Win) => *count += 3,
                (Beads::Menace, Outcome::Draw) => *count += 1,
                (Beads::Menace, Outcome::Loss) => *count = count.saturating_sub(1),
                (Beads::Her, Outcome::Loss) => {
                    *count = count.saturating_sub(1);
                    if contents.iter().any(|(_, beads)| *beads > 0) {
                        return;
                    }
                }
                (Beads::Her, _) => return,
            }
        }
    }
}

/// The positions in which the learner moved, with the positions it moved to.
fn own_moves<G: PerfectInformation>(
    game: &G,
    played: &Played<G>,
) -> Vec<(G::Position, G::Position)> {
    let mut position = played.start.clone();
    let mut own = Vec::new();
    for &mv in &played.moves {
        let before = position.clone();
        game.play_unchecked(&mut position, mv);
        if game.turn(&before) == Turn::Role(played.role) {
            own.push((before, position.clone()));
        }
    }
    own
}
