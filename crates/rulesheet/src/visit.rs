//! Small games whose facts grounding cannot list, because their rules compute numbers
//! that only the legal moves bound, as in `next(at(Y)) :- does(_, go), true(at(X)), Y is
//! X + 1`, or build terms in the same way, as in `next(pile(on(A, P))) :- does(_,
//! put(A)), true(pile(P))`. All their positions are visited; the rules restricted to the facts and moves
//! that occur say the same in each of them, and can be grounded.

use rustc_hash::FxHashSet;
use stratalog_game::game::Turn;
use stratalog_logic::{Clause, Term};
use stratalog_run::Stop;

use super::game::RulesheetGame;
use super::position::{Move, Position};
use super::program::{Condition, Pattern, PatternRule, Program};
use super::sheet::{Rulesheet, SheetClause};

/// The most positions of a small game.
const MOST_POSITIONS: usize = 5_000;
/// The most joint moves that are made in all positions.
const MOST_STEPS: usize = 50_000;

/// The facts that occur. The name cannot be one of a rulesheet that people write.
const OCCURS: &str = "a fact that occurs";
/// The moves that occur, of any role.
const IS_MADE: &str = "a move that occurs";

/// Whether the rules can give facts without end, as far as they say themselves: some
/// rule that depends on the position computes numbers, or puts the argument of a fact
/// into a term that is the same argument in the next position.
pub fn may_grow(program: &Program) -> bool {
    let computes = |condition: &Condition| matches!(condition, Condition::Is(..));
    let mut rules = program.rules.iter();
    rules.any(|rule| {
        program.is_dynamic(rule.predicate)
            && (rule.body.iter().any(computes) || wraps_an_argument(rule, program))
    })
}

/// Whether a rule is like `next(f(g(X))) :- true(f(X))`.
fn wraps_an_argument(rule: &PatternRule, program: &Program) -> bool {
    let fact_of = |atom: &Pattern| match atom {
        Pattern::Compound(_, args) => match args.first() {
            Some(Pattern::Compound(functor, args)) => Some((*functor, args.to_vec())),
            _ => None,
        },
        _ => None,
    };
    let Some((functor, after)) = fact_of(&rule.head) else {
        return false;
    };
    let wraps = |before: &Pattern, after: &Pattern| match (before, after) {
        (Pattern::Var(var), Pattern::Compound(..)) => {
            let mut variables = Vec::new();
            after.variables(&mut variables);
            variables.contains(var)
        }
        _ => false,
    };
    rule.predicate == program.words.next
        && rule.body.iter().any(|condition| match condition {
            Condition::Holds(predicate, atom) if *predicate == program.words.holds => {
                let before = fact_of(atom).filter(|(other, _)| *other == functor);
                before
                    .is_some_and(|(_, before)| before.iter().zip(&after).any(|(b, a)| wraps(b, a)))
            }
            _ => false,
        })
}

/// The rules restricted to the facts and moves of all positions; nothing where there are
/// too many positions, or the rules cannot be evaluated in one.
pub fn restricted(game: &RulesheetGame, sheet: &Rulesheet, stop: &Stop) -> Option<Rulesheet> {
    let occurring = Occurring::of(game, stop)?;
    let place = &sheet.clauses.first()?.read;
    let at_place = |head: Term| SheetClause::at(Clause::new(head, []), place.clone());
    let restrict = |clause: &SheetClause| {
        let condition = match (clause.head.functor()?.name.as_str(), clause.head.args()) {
            ("next", [fact]) => Term::compound(OCCURS, [fact.clone()]),
            ("legal", [_, mv]) => Term::compound(IS_MADE, [mv.clone()]),
            _ => return None,
        };
        let body = Term::conjunction([clause.body.clone(), condition]);
        Some(SheetClause {
            body,
            ..clause.clone()
        })
    };
    let rules = sheet.clauses.iter();
    let rules = rules.map(|clause| restrict(clause).unwrap_or_else(|| clause.clone()));
    let facts = occurring.facts.into_iter();
    let facts = facts.map(|fact| at_place(Term::compound(OCCURS, [fact])));
    let moves = occurring.moves.into_iter();
    let moves = moves.map(|mv| at_place(Term::compound(IS_MADE, [mv])));
    Some(Rulesheet {
        clauses: rules.chain(facts).chain(moves).collect(),
        ..sheet.clone()
    })
}

/// What occurs in some position, in order.
struct Occurring {
    facts: Vec<Term>,
    /// The legal moves of all roles.
    moves: Vec<Term>,
}

impl Occurring {
    /// Visits all positions.
    fn of(game: &RulesheetGame, stop: &Stop) -> Option<Occurring> {
        let mut met: FxHashSet<Position> = FxHashSet::default();
        let mut pending = vec![game.raw_initial()];
        let mut moves: FxHashSet<Move> = FxHashSet::default();
        let mut steps = 0;
        while let Some(position) = pending.pop() {
            if met.contains(&position) {
                continue;
            }
            if met.len() == MOST_POSITIONS || stop.is_requested() {
                return None;
            }
            let legal = game.legal_of_all(&position);
            moves.extend(legal.0.iter().flatten());
            if position.turn == Turn::Failed {
                return None;
            }
            if position.turn != Turn::Over {
                steps += legal.joint_count();
                if steps > MOST_STEPS {
                    return None;
                }
                pending.extend(legal.joint_moves().map(|joint| {
                    let mut after = position.clone();
                    game.play_joint(&mut after, &joint);
                    after
                }));
            }
            met.insert(position);
        }
        let facts = met.iter().flat_map(|p| p.facts.iter().copied());
        let facts: FxHashSet<u64> = facts.collect();
        let facts: Vec<u64> = facts.into_iter().collect();
        let facts = game.0.engine.facts(&facts);
        let moves = moves.into_iter().map(|mv| game.0.engine.move_term(mv.0));
        let mut moves: Vec<Term> = moves.collect();
        moves.sort();
        Some(Occurring { facts, moves })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::Syntax;
    use crate::{Budget, EngineChoice};
    use stratalog_game::{Described, Game};
    use stratalog_logic::Source;
    use stratalog_run::Seed;

    /// Two roles run to the tenth field, which only the legal moves know to be the last,
    /// and chance may give each step one more.
    const RUN: &str = "role(a). role(b). role(random). other(a, b). other(b, a).
        init(at(a, 0)). init(at(b, 0)). init(turn(a)).
        legal(P, go(N)) :- true(turn(P)), true(at(P, X)), between(1, 2, N), X + N < 10.
        legal(P, rest) :- true(turn(P)).
        legal(P, wait) :- role(P), P \\= random, \\+ true(turn(P)).
        legal(random, give(0)). legal(random, give(1)).
        gone(P, Y) :- does(P, go(N)), does(random, give(M)), true(at(P, X)), Y is X + N + M.
        next(at(P, Y)) :- gone(P, Y).
        next(at(P, X)) :- true(at(P, X)), \\+ gone(P, _).
        next(turn(Q)) :- true(turn(P)), other(P, Q).
        terminal :- true(at(_, X)), X >= 9.
        goal(P, 100) :- true(at(P, X)), X >= 9.
        goal(P, 0) :- role(P), P \\= random, \\+ goal(P, 100).";

    fn made(rules: &str, choice: EngineChoice) -> RulesheetGame {
        let sheet = Rulesheet::read(Source::new("run.pl", rules), Syntax::Prolog);
        RulesheetGame::new(&sheet, choice).expect("a game")
    }

    #[test]
    fn the_network_of_what_occurs_says_what_the_rules_say() {
        let network = made(RUN, EngineChoice::default());
        let rules = made(RUN, EngineChoice::Interpreter);
        let facts = network.possible_facts().expect("they were visited");
        // Fields 0 to 10 of each role, and whose turn it is.
        assert_eq!(facts.len(), 24, "{facts:?}");
        for seed in 0..200 {
            let mut rng = Seed(seed).stream(0);
            let (mut own, mut twin) = (network.raw_initial(), rules.raw_initial());
            loop {
                assert_eq!(network.facts(&own), rules.facts(&twin));
                assert_eq!(own.turn, twin.turn);
                assert_eq!(own.goals, twin.goals);
                let legal = |game: &RulesheetGame, position: &Position| {
                    let moves = game.legal_of_all(position).0.into_iter().flatten();
                    moves.map(|mv| game.move_text(mv)).collect::<Vec<_>>()
                };
                assert_eq!(legal(&network, &own), legal(&rules, &twin));
                if own.turn == Turn::Over {
                    break;
                }
                let joint = network.random_joint(&own, &mut rng).expect("moves");
                let terms = joint.iter().map(|&mv| network.move_term(mv));
                let image: Option<Vec<Move>> = terms.map(|mv| rules.move_of(&mv)).collect();
                network.play_joint(&mut own, &joint);
                rules.play_joint(&mut twin, &image.expect("the same moves"));
            }
        }
    }

    #[test]
    fn small_games_that_build_terms_become_networks() {
        // A pile of cards, from the top down, which grows while there are cards.
        let cards = "role(r). init(pile(table)). init(hand(a)). init(hand(b)). init(hand(c)).
            legal(r, put(A)) :- true(hand(A)).
            next(pile(on(A, P))) :- does(r, put(A)), true(pile(P)).
            next(hand(B)) :- true(hand(B)), \\+ does(r, put(B)).
            terminal :- \\+ holds_cards.
            holds_cards :- true(hand(_)).
            goal(r, 100) :- true(pile(on(a, on(b, _)))).
            goal(r, 0) :- \\+ goal(r, 100).";
        let game = made(cards, EngineChoice::default());
        // Three cards in the hand, and 1 + 3 + 6 + 6 piles.
        assert_eq!(game.possible_facts().map(|facts| facts.len()), Some(19));
        // A term that only changes does not grow.
        let turned = "role(r). init(card(up(a))). legal(r, turn).
            next(card(down(A))) :- true(card(up(A))), does(r, turn).
            terminal :- true(card(down(_))). goal(r, 100).";
        let game = made(turned, EngineChoice::default());
        assert_eq!(game.possible_facts().map(|facts| facts.len()), Some(2));
    }

    #[test]
    fn a_game_with_many_positions_is_interpreted() {
        let many = "role(r). init(n(0)). legal(r, add(1)). legal(r, add(2)).
            next(n(M)) :- does(r, add(K)), true(n(N)), M is N + K.
            terminal :- true(n(N)), N > 1000000.
            goal(r, 100).";
        let budget = Budget {
            work: 5_000_000,
            literals: 100_000,
        };
        let game = made(many, EngineChoice::Best(budget));
        assert_eq!(game.possible_facts(), None);
    }
}
