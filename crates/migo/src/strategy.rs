//! Strategies: the rules in the order in which they are tried, their clauses, and
//! facts about where they come from. As Prolog text and back.

use std::fmt::Write;

use stratalog_game::{NamedRule, Promise};
use stratalog_logic::{Clause, Functor, Reader, Source, Term, TermWriter};

use crate::english;
use crate::error::MigoError;
use crate::rules::called;

/// A strategy for a two-player game: rules that each name moves to make.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Strategy {
    /// What is known of it: `game`, `board`, `rules` (the path of the rulesheet,
    /// where the game came from a file), `learner`, `seed` and so on.
    pub facts: Vec<(String, Term)>,
    /// The rules in the order in which they are tried.
    pub order: Vec<OrderedRule>,
    /// The clauses of the rules and of the predicates they call.
    pub clauses: Vec<Clause>,
}

/// A rule of a strategy and what it promises.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OrderedRule {
    /// Its predicate.
    pub functor: Functor,
    /// Its promise; none where a person gave it a name of their own.
    pub promise: Option<Promise>,
}

impl OrderedRule {
    /// The rule that keeps this promise: `win_K/2`, `win/2` or `draw_K/2`.
    pub fn keeping(promise: Promise) -> OrderedRule {
        let name = match promise {
            Promise::Win(depth) => format!("win_{depth}"),
            Promise::AnyWin => "win".to_owned(),
            Promise::Draw(depth) => format!("draw_{depth}"),
        };
        OrderedRule {
            functor: Functor::new(name.as_str(), 2),
            promise: Some(promise),
        }
    }

    /// The rule as others ask for it.
    pub(crate) fn named_rule(&self) -> NamedRule {
        NamedRule {
            name: self.functor.name.as_str().to_owned(),
            promise: self.promise,
        }
    }

    /// The rule with this predicate. Only here does a name mean something: in a
    /// file, `win_K`, `win` and `draw_K` say what their rules promise.
    pub fn named(functor: Functor) -> OrderedRule {
        let name = functor.name.as_str();
        let depth_after = |prefix: &str| name.strip_prefix(prefix)?.parse::<u32>().ok();
        let promise = match name {
            "win" => Some(Promise::AnyWin),
            _ => depth_after("win_").map(Promise::Win),
        };
        OrderedRule {
            functor,
            promise: promise.or_else(|| depth_after("draw_").map(Promise::Draw)),
        }
    }
}

impl Strategy {
    /// A fact of the strategy as text.
    pub fn fact(&self, name: &str) -> Option<String> {
        let (_, value) = self.facts.iter().find(|(key, _)| key == name)?;
        Some(match value {
            Term::Atom(text) | Term::String(text) => text.as_str().to_owned(),
            other => other.to_string(),
        })
    }

    /// The strategy with this fact, instead of one of the same name.
    pub fn with_fact(mut self, name: &str, value: Term) -> Strategy {
        self.facts.retain(|(key, _)| key != name);
        self.facts.push((name.to_owned(), value));
        self
    }

    /// The strategy with some of its rules only, and what they call.
    pub fn keeping(mut self, keep: impl Fn(&OrderedRule) -> bool) -> Strategy {
        self.order.retain(keep);
        let mut kept: Vec<usize> = Vec::new();
        for rule in &self.order {
            kept.extend(english::clauses_of(rule.functor, &self));
        }
        let mut at = 0;
        self.clauses.retain(|_| {
            at += 1;
            kept.contains(&(at - 1))
        });
        self
    }

    /// The strategy without helpers that say all that the clauses calling them say: a
    /// clause takes over the conditions of such a helper.
    pub(crate) fn without_repetition(mut self) -> Strategy {
        for at in 0..self.clauses.len() {
            let [first, rest @ ..] = &self.clauses[at].body[..] else {
                continue;
            };
            let is_helper = |clause: &&Clause| clause.head.functor() == first.functor();
            let mut defining = self.clauses.iter().filter(is_helper);
            if let (Some(helper), None) = (defining.next(), defining.next())
                && helper.head == *first
                && rest.iter().all(|goal| helper.body.contains(goal))
            {
                self.clauses[at].body = helper.body.clone();
            }
        }
        self.keeping(|_| true)
    }

    /// Whether it has no rules.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// The clauses as lines of Prolog.
    pub fn lines(&self) -> Vec<String> {
        self.clauses.iter().map(Clause::to_string).collect()
    }

    /// The lines of a rule and of the helpers it calls.
    pub fn lines_of(&self, rule: OrderedRule) -> Vec<String> {
        let clauses = english::clauses_of(rule.functor, self);
        let clauses = clauses.into_iter();
        clauses.map(|at| self.clauses[at].to_string()).collect()
    }

    /// Which predicates each rule and helper calls (the calling diagram).
    pub fn calls(&self) -> Vec<(Functor, Vec<Functor>)> {
        let mut calls: Vec<(Functor, Vec<Functor>)> = Vec::new();
        for clause in &self.clauses {
            let Some(head) = clause.head.functor() else {
                continue;
            };
            let at = calls.iter().position(|(caller, _)| *caller == head);
            let at = at.unwrap_or_else(|| {
                calls.push((head, Vec::new()));
                calls.len() - 1
            });
            for functor in called(clause) {
                if !calls[at].1.contains(&functor) {
                    calls[at].1.push(functor);
                }
            }
        }
        calls
    }

    /// What a step of the game is called: `move`, or `turn` where a player may move
    /// again.
    pub(crate) fn step(&self) -> &'static str {
        match self.fact("step").as_deref() {
            Some("turn") => "turn",
            _ => "move",
        }
    }

    /// What the rule with this predicate promises.
    pub(crate) fn promise(&self, functor: Functor) -> Option<Promise> {
        let rule = self.order.iter().find(|rule| rule.functor == functor)?;
        rule.promise
    }

    /// A sentence of English for each rule, in the order in which they are tried.
    pub fn english(&self) -> Vec<String> {
        let rules = self.order.iter();
        rules.map(|rule| self.sentence(*rule)).collect()
    }

    /// A sentence of English for a rule.
    pub fn sentence(&self, rule: OrderedRule) -> String {
        english::sentence(rule, self)
    }

    /// The strategy as a file: facts, then the clauses of each rule under a
    /// comment that says it in English.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        let game = self.fact("game").unwrap_or_else(|| "a game".to_owned());
        let _ = writeln!(
            text,
            "% A strategy for {game}. The rules are tried in order; where none names\n\
             % a move, any move may be made."
        );
        if self.step() == "turn" {
            let _ = writeln!(
                text,
                "% A player may move again: move(A, B) is a whole turn, from A to the position B\n\
                 % in which the other player is to move or the game is over."
            );
        }
        text.push('\n');
        // Without tables, Prolog would look into the same positions again and again.
        let defined = self.calls().into_iter().map(|(head, _)| head);
        let defined: Vec<String> = defined.map(|head| head.to_string()).collect();
        if !defined.is_empty() {
            let _ = writeln!(text, ":- table {}.", defined.join(", "));
        }
        for (name, value) in &self.facts {
            let fact = Term::compound("strategy", [Term::atom(name.as_str()), value.clone()]);
            let _ = writeln!(text, "{}.", TermWriter::new().spaced().term(&fact));
        }
        let indicator = |rule: &OrderedRule| {
            let Functor { name, arity } = rule.functor;
            Term::compound("/", [Term::Atom(name), Term::Integer(arity as i64)])
        };
        let order = Term::list(self.order.iter().map(indicator));
        let fact = Term::compound("strategy", [Term::atom("order"), order]);
        let _ = writeln!(text, "{}.", TermWriter::new().spaced().term(&fact));
        let mut written = vec![false; self.clauses.len()];
        for rule in &self.order {
            let _ = writeln!(text, "\n% {}", self.sentence(*rule));
            for at in english::clauses_of(rule.functor, self) {
                if !std::mem::replace(&mut written[at], true) {
                    let _ = writeln!(text, "{}", self.clauses[at]);
                }
            }
        }
        text
    }

    /// Reads a strategy file.
    pub fn from_source(source: &Source) -> Result<Strategy, MigoError> {
        let wrong = |reason: String| MigoError::BadStrategy {
            name: source.name.clone(),
            reason,
        };
        let mut strategy = Strategy::default();
        let mut reader = Reader::new(source);
        while let Some(read) = reader.next_clause() {
            let term = read.map_err(|error| wrong(error.to_string()))?.term;
            if Clause::directive(&term).is_some() {
                continue;
            }
            let clause = Clause::from_term(&term);
            let Some(functor) = clause.head.functor() else {
                return Err(wrong(format!("'{term}' is not a clause")));
            };
            match (functor.name.as_str(), clause.head.args()) {
                ("strategy", [Term::Atom(name), value]) if clause.body.is_empty() => {
                    if name.as_str() == "order" {
                        let order = value.as_list().unwrap_or_default();
                        let functors = order.iter().filter_map(functor_of);
                        strategy.order = functors.map(OrderedRule::named).collect();
                    } else {
                        let name = name.as_str().to_owned();
                        strategy.facts.push((name, value.clone()));
                    }
                }
                _ => strategy.clauses.push(clause),
            }
        }
        if strategy.fact("game").is_none() {
            return Err(wrong(
                "it does not say which game it is for; add strategy(game, NAME)".to_owned(),
            ));
        }
        if strategy.order.is_empty() && !strategy.clauses.is_empty() {
            return Err(wrong(
                "it does not say in which order its rules are tried; \
                 add strategy(order, [win_1/2, ...])"
                    .to_owned(),
            ));
        }
        Ok(strategy)
    }
}

fn functor_of(term: &Term) -> Option<Functor> {
    match (term.functor()?.name.as_str(), term.args()) {
        ("/", [Term::Atom(name), Term::Integer(arity)]) => {
            Some(Functor::new(*name, usize::try_from(*arity).ok()?))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
strategy(game, 'noughts-and-crosses').
strategy(order, [win_1/2, win_2/2]).
win_1(A, B) :- move(A, B), won(B).
win_2(A, B) :- win_2_1(A, B), not(win_2_1(B, C)).
win_2_1(A, B) :- move(A, B), not(win_1(B, C)).
";

    fn read(text: &str) -> Result<Strategy, MigoError> {
        Strategy::from_source(&Source::new("s.pl", text))
    }

    #[test]
    fn a_strategy_is_written_and_read_back() {
        let strategy = read(TEXT).expect("it reads");
        assert_eq!(strategy.order.len(), 2);
        let text = strategy.to_text();
        assert!(
            text.contains("win_2(A, B) :- win_2_1(A, B), not(win_2_1(B, C))."),
            "{text}"
        );
        assert_eq!(read(&text).expect("it reads"), strategy);
    }

    #[test]
    fn a_helper_that_says_no_more_than_its_rule_is_left_out() {
        let text = "\
strategy(game, g).
strategy(order, [win_1/2, win_2/2]).
win_1(A, B) :- win_1_1(A, B), won(B).
win_1_1(A, B) :- move(A, B), won(B).
win_2(A, B) :- win_2_1(A, B), not(win_2_1(B, C)).
win_2_1(A, B) :- move(A, B), not(win_1(B, C)).
";
        let strategy = read(text).expect("it reads").without_repetition();
        assert_eq!(
            strategy.lines(),
            [
                "win_1(A, B) :- move(A, B), won(B).",
                "win_2(A, B) :- win_2_1(A, B), not(win_2_1(B, C)).",
                "win_2_1(A, B) :- move(A, B), not(win_1(B, C)).",
            ]
        );
    }

    #[test]
    fn names_of_rules_in_a_file_say_what_they_promise() {
        let promise = |name: &str| OrderedRule::named(Functor::new(name, 2)).promise;
        assert_eq!(promise("win_3"), Some(Promise::Win(3)));
        assert_eq!(promise("draw_1"), Some(Promise::Draw(1)));
        for name in ["win_2_1", "win_", "fork", "winner_1"] {
            assert_eq!(promise(name), None, "{name}");
        }
        for promise in [Promise::Win(12), Promise::AnyWin, Promise::Draw(4)] {
            let rule = OrderedRule::keeping(promise);
            assert_eq!(OrderedRule::named(rule.functor), rule);
        }
    }

    #[test]
    fn a_file_that_is_not_a_strategy_is_refused() {
        for text in ["p(a).", "strategy(game, x). p(A,B) :- move(A,B).", "p("] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
