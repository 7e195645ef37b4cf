//! Rules written as the labels of moves are made: a move wins in K moves if after
//! every reply that does not lose a rule wins in fewer. Such a definition always
//! fits; it is used where the search finds none, and it is what `recursion` makes
//! one rule of.

use stratalog_logic::{Clause, Functor, Term};

/// How moves may end a game, besides by winning it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Endings {
    pub draws: bool,
    pub losses: bool,
}

fn atom(functor: Functor, from: u32, to: u32) -> Term {
    Term::compound(functor.name, [Term::var(from), Term::var(to)])
}

fn not(goal: Term) -> Term {
    Term::compound("not", [goal])
}

/// A clause about a move from A to B: after it the game is in none of these states,
/// and whoever is to move has no move that one of these rules names.
fn clause(head: Functor, states: &[&str], denied: &[Functor]) -> Clause {
    let mut body = vec![atom(Functor::new("move", 2), 0, 1)];
    let state = |name: &&str| not(Term::compound(*name, [Term::var(1)]));
    body.extend(states.iter().map(state));
    body.extend(denied.iter().map(|rule| not(atom(*rule, 1, 2))));
    Clause::new(atom(head, 0, 1), body)
}

/// The moves after which every reply loses or is answered by one of the rules
/// `before`, and those that win at once. Where such a rule calls itself, it is all
/// winning moves.
pub(crate) fn winning(rule: Functor, before: &[Functor], endings: Endings) -> Vec<Clause> {
    let mut ended = Vec::new();
    if endings.draws {
        ended.push("drawn");
    }
    if endings.losses {
        ended.push("lost");
    }
    let reply = Functor::new(format!("{}_reply", rule.name).as_str(), 2);
    vec![
        clause(rule, &ended, &[reply]),
        surviving(reply, before, endings),
    ]
}

/// All winning moves of a game without draws: no reply wins.
pub(crate) fn winning_without_draws(rule: Functor, endings: Endings) -> Vec<Clause> {
    vec![surviving(rule, &[rule], endings)]
}

/// The moves that do not lose at once and after which none of these rules names a
/// move.
pub(crate) fn surviving(rule: Functor, denied: &[Functor], endings: Endings) -> Clause {
    let lost: &[&str] = if endings.losses { &["lost"] } else { &[] };
    clause(rule, lost, denied)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_definition_says_what_a_win_is() {
        let functor = |name: &str| Functor::new(name, 2);
        let both = Endings {
            draws: true,
            losses: true,
        };
        let lines: Vec<String> = winning(functor("win_2"), &[functor("win_1")], both)
            .iter()
            .map(Clause::to_string)
            .collect();
        assert_eq!(
            lines,
            [
                "win_2(A, B) :- move(A, B), not(drawn(B)), not(lost(B)), not(win_2_reply(B, C)).",
                "win_2_reply(A, B) :- move(A, B), not(lost(B)), not(win_1(B, C)).",
            ]
        );
    }
}
