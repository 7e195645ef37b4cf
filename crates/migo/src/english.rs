//! Rules in English: one sentence each, helper predicates unfolded, as in
//! section 5.2.3 of the paper.

use stratalog_game::Promise;
use stratalog_logic::{Clause, Functor, Term, var_name};

use crate::rules::{called, literal};
use crate::strategy::{OrderedRule, Strategy};

/// Helpers are unfolded to this depth: a program that calls itself must end.
const MOST_UNFOLDING: u32 = 20;

/// The indices of the clauses that define a rule and the helpers it calls,
/// callers first. Rules of the strategy that it calls are not followed.
pub(crate) fn clauses_of(rule: Functor, strategy: &Strategy) -> Vec<usize> {
    let is_rule = |functor| strategy.order.iter().any(|rule| rule.functor == functor);
    let mut wanted = vec![rule];
    let mut found = Vec::new();
    let mut at = 0;
    while at < wanted.len() {
        for (number, clause) in strategy.clauses.iter().enumerate() {
            if clause.head.functor() != Some(wanted[at]) {
                continue;
            }
            found.push(number);
            for functor in called(clause) {
                if !is_rule(functor) && !wanted.contains(&functor) {
                    wanted.push(functor);
                }
            }
        }
        at += 1;
    }
    found
}

/// A sentence for a rule.
pub(crate) fn sentence(rule: OrderedRule, strategy: &Strategy) -> String {
    let name = rule.functor.name;
    let promise = match rule.promise {
        Some(Promise::Win(depth)) => {
            let steps = steps(depth, strategy.step());
            format!("{name}: the player to move wins in {steps}")
        }
        Some(Promise::AnyWin) => format!("{name}: the player to move wins"),
        Some(Promise::Draw(_)) => format!("{name}: the player to move does not lose"),
        None => format!("{name}: the player to move may choose"),
    };
    let own = strategy.clauses.iter();
    let own = own.filter(|clause| clause.head.functor() == Some(rule.functor));
    let cases = own.map(|clause| Sentence::new(strategy, clause).case(clause));
    let cases: Vec<String> = cases.collect();
    format!("{promise} {}.", cases.join("; or "))
}

/// As in `one move`, `at most 3 turns`.
fn steps(depth: u32, step: &str) -> String {
    match depth {
        1 => format!("one {step}"),
        depth => format!("at most {depth} {step}s"),
    }
}

/// One condition of a body.
#[derive(Clone, PartialEq)]
struct Condition {
    is_negated: bool,
    atom: Term,
}

impl Condition {
    fn is_plain_move(&self) -> bool {
        let name = self.atom.functor().map(|f| f.name.as_str());
        !self.is_negated && name == Some("move")
    }
}

/// Who is to move in a position.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Player,
    Opponent,
}

impl Side {
    fn other(self) -> Side {
        match self {
            Side::Player => Side::Opponent,
            Side::Opponent => Side::Player,
        }
    }

    fn as_str(self) -> &'static str {
        match self {
            Side::Player => "the player",
            Side::Opponent => "the opponent",
        }
    }
}

/// What a clause says, and who is to move in each of its positions.
struct Sentence<'s> {
    strategy: &'s Strategy,
    sides: Vec<(Term, Side)>,
    /// The negated helpers that are being unfolded: a helper that calls itself is
    /// unfolded once.
    unfolding: Vec<Functor>,
}

impl<'s> Sentence<'s> {
    fn new(strategy: &'s Strategy, clause: &Clause) -> Sentence<'s> {
        let first = clause.head.args().first().cloned();
        Sentence {
            strategy,
            sides: first
                .map(|first| (first, Side::Player))
                .into_iter()
                .collect(),
            unfolding: Vec::new(),
        }
    }

    /// `by a move from A to B such that …`.
    fn case(&mut self, clause: &Clause) -> String {
        let conditions = self.conditions(clause, 0);
        let from_to = positions(&clause.head);
        let step = self.strategy.step();
        self.learn_sides(&clause.head);
        self.learn_all_sides(&conditions);
        let mut wants: Vec<String> = Vec::new();
        for condition in conditions.iter().filter(|c| !c.is_plain_move()) {
            let want = self.wanted(condition);
            if !wants.contains(&want) {
                wants.push(want);
            }
        }
        if wants.is_empty() {
            format!("by a {step} {from_to}")
        } else {
            format!("by a {step} {from_to} such that {}", wants.join(", and "))
        }
    }

    /// Every predicate of two positions relates a position to one that a move
    /// leads to: the other side is to move there.
    fn learn_sides(&mut self, atom: &Term) {
        if let [from, to] = atom.args()
            && let Some(side) = self.known_side(from)
            && self.known_side(to).is_none()
        {
            self.sides.push((to.clone(), side.other()));
        }
    }

    /// The sides of all positions that conditions lead to, whatever their order.
    fn learn_all_sides(&mut self, conditions: &[Condition]) {
        for _ in conditions {
            let known = self.sides.len();
            for condition in conditions {
                self.learn_sides(&condition.atom);
            }
            if self.sides.len() == known {
                break;
            }
        }
    }

    fn known_side(&self, position: &Term) -> Option<Side> {
        let known = self.sides.iter().find(|(known, _)| known == position)?;
        Some(known.1)
    }

    /// The conditions of a clause, with positive calls of helpers unfolded.
    fn conditions(&self, clause: &Clause, level: u32) -> Vec<Condition> {
        let mut found: Vec<Condition> = Vec::new();
        for term in &clause.body {
            let (is_negated, atom) = literal(term);
            let helper = if is_negated || level >= MOST_UNFOLDING {
                None
            } else {
                self.only_clause(atom)
            };
            let conditions = match helper {
                Some(clause) => self.conditions(&clause, level + 1),
                None => vec![Condition {
                    is_negated,
                    atom: atom.clone(),
                }],
            };
            for condition in conditions {
                if !found.contains(&condition) {
                    found.push(condition);
                }
            }
        }
        found
    }

    /// The one clause of a helper predicate, with the arguments of the call.
    fn only_clause(&self, atom: &Term) -> Option<Clause> {
        let functor = atom.functor()?;
        if self.strategy.promise(functor).is_some() {
            return None;
        }
        let clauses = self.strategy.clauses.iter();
        let mut own = clauses.filter(|clause| clause.head.functor() == Some(functor));
        let (clause, None) = (own.next()?, own.next()) else {
            return None;
        };
        let last = atom.variables().iter().map(|v| v.0 + 1).max().unwrap_or(0);
        let head = &clause.head;
        let renamed = clause.to_term().map_vars(|var| {
            let argument = head.args().iter().position(|arg| *arg == Term::Var(var));
            match argument {
                Some(at) => atom.args()[at].clone(),
                None => Term::var(last + 10 + var.0),
            }
        });
        Some(Clause::from_term(&renamed))
    }

    fn wanted(&mut self, condition: &Condition) -> String {
        let Condition { is_negated, atom } = condition;
        let Some(functor) = atom.functor() else {
            return atom.to_string();
        };
        self.learn_sides(atom);
        let about = atom.args().first().map_or_else(String::new, letter);
        let side = atom.args().first().and_then(|at| self.known_side(at));
        let side = side.unwrap_or(Side::Opponent).as_str();
        let step = self.strategy.step();
        let not = if *is_negated { " not" } else { "" };
        let can = if *is_negated { "cannot" } else { "can" };
        match (functor.name.as_str(), self.strategy.promise(functor)) {
            ("won", _) => format!("{about} is{not} won{}", self.for_mover(atom)),
            ("drawn", _) => format!("{about} is{not} drawn"),
            ("lost", _) => format!("{about} is{not} lost{}", self.for_mover(atom)),
            ("move", _) if *is_negated => format!("{side} has no {step} from {about}"),
            (_, Some(Promise::AnyWin)) => format!("{side} {can} win from {about}"),
            (_, Some(Promise::Win(depth))) => {
                let steps = steps(depth, step);
                format!("{side} {can} win from {about} in {steps}")
            }
            (name, Some(Promise::Draw(_))) => {
                format!("{side} {can} avoid losing from {about} by {name}")
            }
            (name, None) if *is_negated => match self.only_clause(atom) {
                Some(clause) if !self.unfolding.contains(&functor) => {
                    self.unfolding.push(functor);
                    let said = self.no_reply(atom, &clause);
                    self.unfolding.pop();
                    said
                }
                _ => format!("{side} has no {step} from {about} that {name} names"),
            },
            (name, None) => format!("{name} names the {step} {}", positions(atom)),
        }
    }

    /// For whom a position is won or lost, where that is not the player.
    fn for_mover(&self, atom: &Term) -> &'static str {
        let to_move = atom.args().first().and_then(|at| self.known_side(at));
        match to_move {
            Some(Side::Player) => " for the opponent",
            _ => "",
        }
    }

    /// No reply meets the conditions of a clause.
    fn no_reply(&mut self, atom: &Term, clause: &Clause) -> String {
        let from = atom.args().first();
        let about = from.map_or_else(String::new, letter);
        let side = from.and_then(|at| self.known_side(at));
        let side = side.unwrap_or(Side::Opponent);
        let from_to = positions(atom);
        let mut others = self.conditions(clause, 1);
        self.learn_sides(atom);
        self.learn_all_sides(&others);
        others.retain(|condition| !condition.is_plain_move());
        if let Some(said) = self.every_reply(&from_to, side.other(), &others) {
            return said;
        }
        let wants: Vec<String> = others.iter().map(|c| self.wanted(c)).collect();
        let side = side.as_str();
        let step = self.strategy.step();
        if wants.is_empty() {
            format!("{side} has no {step} from {about}")
        } else {
            let wants = wants.join(", and ");
            format!("{side} has no {step} {from_to} such that {wants}")
        }
    }

    /// No reply that does not lose, or after which the winner cannot win: a double
    /// negation, where all conditions are of these kinds.
    fn every_reply(&self, from_to: &str, winner: Side, others: &[Condition]) -> Option<String> {
        let mut which = "";
        let mut win = None;
        for condition in others.iter().filter(|own| own.is_negated) {
            let functor = condition.atom.functor()?;
            match self.strategy.promise(functor) {
                Some(promise @ (Promise::Win(_) | Promise::AnyWin)) if win.is_none() => {
                    win = Some(promise);
                }
                None if functor.name.as_str() == "lost" => which = " that does not lose at once",
                _ => return None,
            }
        }
        if others.is_empty() || !others.iter().all(|own| own.is_negated) {
            return None;
        }
        let when = match win {
            None => return Some(format!("every reply {from_to} loses at once")),
            Some(Promise::Win(depth)) => format!(" in {}", steps(depth, self.strategy.step())),
            Some(_) => String::new(),
        };
        let winner = winner.as_str();
        Some(format!(
            "after every reply {from_to}{which} {winner} wins{when}"
        ))
    }
}

/// `from A to B`.
fn positions(atom: &Term) -> String {
    match atom.args() {
        [from, to] => format!("from {} to {}", letter(from), letter(to)),
        args => args.first().map_or_else(String::new, letter),
    }
}

fn letter(term: &Term) -> String {
    match term {
        Term::Var(var) => var_name(*var),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use stratalog_logic::Source;

    use super::*;

    fn english(clauses: &str) -> Vec<String> {
        let text = format!("strategy(game, g).\n{clauses}");
        let strategy = Strategy::from_source(&Source::new("s.pl", text));
        strategy.expect("it reads").english()
    }

    #[test]
    fn helpers_are_unfolded() {
        let said = english(
            "strategy(order, [win_1/2, win_2/2]).
             win_1(A, B) :- win_1_1(A, B), won(B).
             win_1_1(A, B) :- move(A, B), won(B).
             win_2(A, B) :- win_2_1(A, B), not(win_2_1(B, C)).
             win_2_1(A, B) :- move(A, B), not(win_1(B, C)).",
        );
        assert_eq!(
            said[0],
            "win_1: the player to move wins in one move by a move from A to B such that B is won."
        );
        assert_eq!(
            said[1],
            "win_2: the player to move wins in at most 2 moves by a move from A to B such that \
             the opponent cannot win from B in one move, and after every reply from B to C the \
             player wins in one move."
        );
    }

    #[test]
    fn replies_that_lose_are_said_without_double_negation() {
        let said = english(
            "strategy(order, [win_1/2, win_2/2]).
             win_1(A, B) :- win_1_1(A, B), not(win_1_1(B, C)).
             win_1_1(A, B) :- move(A, B), not(lost(B)).
             win_2(A, B) :- win_2_1(A, B), not(win_2_1(B, C)).
             win_2_1(A, B) :- move(A, B), not(lost(B)), not(win_1(B, C)).",
        );
        assert_eq!(
            said[0],
            "win_1: the player to move wins in one move by a move from A to B such that B is not \
             lost, and every reply from B to C loses at once."
        );
        assert!(
            said[1].ends_with(
                "after every reply from B to C that does not lose at once the player wins in one \
                 move."
            ),
            "{}",
            said[1]
        );
    }

    #[test]
    fn a_position_that_a_plain_move_leads_to_has_its_side() {
        let said = english(
            "strategy(order, [win_1/2, win_2/2]).
             win_1(A, B) :- move(A, B), won(B).
             win_2(A, B) :- move(A, B), move(B, C), win_1(C, D).",
        );
        assert_eq!(
            said[1],
            "win_2: the player to move wins in at most 2 moves by a move from A to B such that \
             the player can win from C in one move."
        );
    }

    #[test]
    fn a_rule_that_denies_itself_has_a_finite_sentence() {
        let said = english(
            "strategy(order, [good/2]).
             good(A, B) :- move(A, B), not(good(B, C)).",
        );
        assert!(said[0].contains("that good names"), "{}", said[0]);
    }

    #[test]
    fn the_side_that_is_to_move_is_named() {
        let said = english(
            "strategy(order, [win_1/2, draw_1/2]).
             win_1(A, B) :- move(A, B), won(B).
             draw_1(A, B) :- move(A, B), not(reply(B, C)).
             reply(A, B) :- move(A, B), not(drawn(B)), not(win_1(B, C)).",
        );
        assert_eq!(
            said[1],
            "draw_1: the player to move does not lose by a move from A to B such that the \
             opponent has no move from B to C such that C is not drawn, and the player cannot \
             win from C in one move."
        );
    }
}
