//! Why a strategy makes a move: the rule, the move, what it changes, the answer
//! to each reply, and the replies that it prevents.

use stratalog_game::reason::{AnsweredReply, SquareChange, StrategyRule, Threat};
use stratalog_game::{
    AnyMove, AnyPosition, Decision, Described, Drawing, Game, GameObject, PlayerError, Promise,
    Reason, Role, Square, Turn,
};
use stratalog_logic::{Functor, Term};
use stratalog_run::Stream;

use crate::player::random_move;
use crate::strategy::OrderedRule;

/// A turn with more moves is not told to its end.
const MOST_MOVES_OF_A_TURN: usize = 20;

/// The reason for a move that a rule names, without what follows from it.
pub(crate) fn named(game: &GameObject, role: Role, rule: OrderedRule, mv: AnyMove) -> Reason {
    Reason::StrategyRule(Box::new(fired(game, role, rule, mv)))
}

fn fired(game: &GameObject, role: Role, rule: OrderedRule, mv: AnyMove) -> StrategyRule {
    StrategyRule {
        rule: rule.functor.name.as_str().to_owned(),
        promise: rule.promise,
        mv: game.move_text(mv),
        player: game.role_name(role).to_owned(),
        opponent: game.role_name(role.other()).to_owned(),
        then: Vec::new(),
        changes: Vec::new(),
        facts: Vec::new(),
        replies: Vec::new(),
        threats: Vec::new(),
    }
}

/// The decision where no rule names a move: the only one, the one that was chosen
/// already, or any.
pub(crate) fn unnamed(
    game: &GameObject,
    position: &AnyPosition,
    chosen: Option<AnyMove>,
    rng: &mut Stream,
) -> Result<Decision<AnyMove>, PlayerError> {
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    if let [mv] = moves[..] {
        let reason = Reason::Forced;
        return Ok(Decision { mv, reason });
    }
    let mv = chosen.or_else(|| random_move(&moves, rng));
    let reason = Reason::NoRule { among: moves.len() };
    match mv {
        Some(mv) => Ok(Decision { mv, reason }),
        None => Err(PlayerError::NoMove),
    }
}

/// What the rules name in a position: the move and the rule.
pub(crate) type Asked<'a> = dyn FnMut(&AnyPosition) -> Option<(AnyMove, OrderedRule)> + 'a;

/// The reason for a move that a rule names, with what follows from it in this
/// position.
pub(crate) fn explained(
    game: &GameObject,
    position: &AnyPosition,
    rule: OrderedRule,
    mv: AnyMove,
    ask: &mut Asked<'_>,
) -> Reason {
    let role = match game.turn(position) {
        Turn::Role(role) => role,
        Turn::Over | Turn::Failed => Role(0),
    };
    let next = after(game, position, mv);
    let mut fired = fired(game, role, rule, mv);
    fired.changes = changes(&game.drawing(position), &game.drawing(&next));
    fired.facts = new_facts(game, position, &next);
    let next = rest_of_turn(game, next, role, ask, &mut fired.then);
    match rule.promise {
        Some(Promise::Win(_) | Promise::AnyWin) => fired.replies = replies(game, &next, role, ask),
        Some(Promise::Draw(_)) => fired.threats = threats(game, position, mv, role, ask),
        None => {}
    }
    Reason::StrategyRule(Box::new(fired))
}

fn after(game: &GameObject, position: &AnyPosition, mv: AnyMove) -> AnyPosition {
    let mut next = position.clone();
    game.play_unchecked(&mut next, mv);
    next
}

/// The position at the end of a turn: where a player moves again, the rules name the
/// moves. They are added to `made`.
fn rest_of_turn(
    game: &GameObject,
    mut position: AnyPosition,
    role: Role,
    ask: &mut Asked<'_>,
    made: &mut Vec<String>,
) -> AnyPosition {
    while game.turn(&position) == Turn::Role(role)
        && made.len() < MOST_MOVES_OF_A_TURN
        && let Some((mv, _)) = ask(&position)
    {
        made.push(game.move_text(mv));
        game.play_unchecked(&mut position, mv);
    }
    position
}

/// The moves of the opponent of a role, where it is the opponent's turn.
fn opponents_moves(game: &GameObject, position: &AnyPosition, role: Role) -> Vec<AnyMove> {
    let mut moves = Vec::new();
    if game.turn(position) == Turn::Role(role.other()) {
        game.legal_moves(position, &mut moves);
    }
    moves
}

/// The replies to a winning move, and what the rules name after each. Replies after
/// which the opponent moves again are left out, and those that the rules do not answer.
fn replies(
    game: &GameObject,
    position: &AnyPosition,
    role: Role,
    ask: &mut Asked<'_>,
) -> Vec<AnsweredReply> {
    let replies = opponents_moves(game, position, role).into_iter();
    let answered = replies.filter_map(|reply| {
        let next = after(game, position, reply);
        let answer = match game.turn(&next) {
            Turn::Over => None,
            Turn::Role(own) if own == role => Some(game.move_text(ask(&next)?.0)),
            Turn::Role(_) | Turn::Failed => return None,
        };
        Some(AnsweredReply {
            reply: game.move_text(reply),
            answer,
        })
    });
    answered.collect()
}

/// The other moves after which a rule wins for the opponent, and its move.
fn threats(
    game: &GameObject,
    position: &AnyPosition,
    chosen: AnyMove,
    role: Role,
    ask: &mut Asked<'_>,
) -> Vec<Threat> {
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    let others = moves.into_iter().filter(|mv| *mv != chosen);
    let threats = others.filter_map(|other| {
        let next = after(game, position, other);
        if game.turn(&next) != Turn::Role(role.other()) {
            return None;
        }
        let (reply, rule) = ask(&next)?;
        let wins = matches!(rule.promise, Some(Promise::Win(_) | Promise::AnyWin));
        wins.then(|| Threat {
            instead: game.move_text(other),
            reply: game.move_text(reply),
        })
    });
    threats.collect()
}

/// The facts that hold in the second position and not in the first, apart from
/// whose turn it is.
fn new_facts(game: &GameObject, before: &AnyPosition, after: &AnyPosition) -> Vec<String> {
    let before = game.facts(before);
    let facts = game.facts(after).into_iter();
    let is_turn = |fact: &Term| fact.functor() == Some(Functor::new("control", 1));
    let new = facts.filter(|fact| !is_turn(fact) && !before.contains(fact));
    new.map(|fact| fact.to_string()).collect()
}

/// The squares on which two drawings of a board differ.
fn changes(before: &Drawing, after: &Drawing) -> Vec<SquareChange> {
    let mut changes = Vec::new();
    for (row, (old, new)) in (1..).zip(before.rows.iter().zip(&after.rows)) {
        for (column, (old, new)) in (1..).zip(old.iter().zip(new)) {
            if old.piece != new.piece {
                changes.push(SquareChange {
                    square: Square::new(row, column),
                    before: old.piece.clone(),
                    after: new.piece.clone(),
                });
            }
        }
    }
    changes
}
