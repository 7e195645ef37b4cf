//! Rules in English, made of the rulesheet's words. A rulesheet may say what its
//! predicates are called, with facts as `says(cell/3, square)`.

mod wording;

use stratalog_game::words::{article, plural};
use stratalog_logic::{Functor, Symbol, Term};
use stratalog_rulesheet::{Glossary, Rulesheet};

use crate::condition::{Comparison, Condition, Quantity, Rule};
use crate::measure::{Board, Fold, Measure, PLAYER, Prospect};
use wording::{ANY, Ended, Things, as_noun, short_outlook, side_of, supposed};
use wording::{written, written_one_of};

/// What the predicates of a rulesheet are called.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Words(Glossary);

impl Words {
    /// The words of a rulesheet: its facts `says(NAME/ARITY, NOUN)`.
    pub fn of(sheet: &Rulesheet) -> Words {
        Words(sheet.glossary.clone())
    }

    fn noun(&self, functor: Functor) -> String {
        self.0.noun(functor)
    }

    /// Whether the rulesheet says what a predicate is called.
    fn names(&self, functor: Functor) -> bool {
        self.0.nouns.iter().any(|(own, _)| *own == functor)
    }

    /// A rule as a sentence.
    pub fn sentence(&self, rule: &Rule, is_first: bool) -> String {
        let mut now = Vec::new();
        let mut then = Vec::new();
        let mut moves = Vec::new();
        for condition in &rule.conditions {
            match condition {
                Condition::Move(form) => moves.push(written(form)),
                Condition::OneOf { form, var, values } => {
                    moves.push(written_one_of(form, *var, values));
                }
                Condition::Role(role) => now.push(format!("you are {role}")),
                Condition::Compare { quantity, .. } | Condition::Same { left: quantity, .. }
                    if matches!(quantity.board, Board::Before | Board::TurnedBefore) =>
                {
                    now.push(self.phrase(condition));
                }
                _ => then.push(self.phrase(condition)),
            }
        }
        let mut text = String::new();
        if !is_first {
            text.push_str("otherwise ");
        }
        if !now.is_empty() {
            text.push_str(&format!("if {}, ", now.join(" and ")));
        }
        match (moves.is_empty(), then.is_empty()) {
            (true, true) => text.push_str("make any move"),
            (true, false) => text.push_str("move so that "),
            (false, true) => text.push_str(&format!("play {}", moves.join(" and "))),
            (false, false) => text.push_str(&format!("play {} so that ", moves.join(" and "))),
        }
        text.push_str(&then.join(" and "));
        let mut letters = text.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        let mut sentence: String = first.into_iter().chain(letters).collect();
        sentence.push('.');
        sentence
    }

    /// What the conditions of a rule measure about a move, as in `your moves after
    /// the move: 3`. `value` gives the value of a quantity.
    pub fn explained(&self, rule: &Rule, value: &dyn Fn(&Quantity) -> Option<i32>) -> String {
        let mut parts = Vec::new();
        let mut say = |board: Board, measure: &Measure| {
            let quantity = Quantity {
                board,
                measure: measure.clone(),
            };
            let when = match board {
                Board::Before => " before the move",
                Board::After => " after the move",
                Board::TurnedBefore => " without a move",
                Board::TurnedAfter => " if you could move again",
            };
            let Some(number) = value(&quantity) else {
                return;
            };
            let ended = match measure {
                Measure::Outlook(prospect, who) => Ended::of(*prospect, *who),
                _ => None,
            };
            let part = match ended {
                Some(ended) => ended.said(number > 0),
                None => format!("{}{when}: {number}", self.number(measure)),
            };
            if !parts.contains(&part) {
                parts.push(part);
            }
        };
        for condition in &rule.conditions {
            match condition {
                Condition::Compare { quantity, .. } | Condition::Extreme { quantity, .. } => {
                    say(quantity.board, &quantity.measure);
                }
                Condition::Same { left, right } => {
                    say(left.board, &left.measure);
                    say(left.board, right);
                }
                Condition::Change { measure, from, .. } => {
                    say(*from, measure);
                    say(Board::After, measure);
                }
                Condition::Move(_) | Condition::OneOf { .. } | Condition::Role(_) => {}
            }
        }
        parts.join("; ")
    }

    /// A condition on a position in words.
    fn phrase(&self, condition: &Condition) -> String {
        match condition {
            Condition::Compare {
                quantity,
                comparison,
                number,
            } => self.compared(quantity, *comparison, *number),
            Condition::Same { left, right } => {
                format!("{} is {}", self.number(&left.measure), self.number(right))
            }
            Condition::Change {
                measure,
                from,
                is_greater,
            } => {
                let than = match from {
                    Board::TurnedBefore => "than without a move",
                    _ => "than before",
                };
                match self.things(measure) {
                    Some(things) => {
                        let order = if *is_greater { "more" } else { "fewer" };
                        format!("{} {order} {} {than}", things.has_many(), things.plural)
                    }
                    None => {
                        let order = if *is_greater { "greater" } else { "less" };
                        format!("{} is {order} {than}", self.number(measure))
                    }
                }
            }
            Condition::Extreme {
                quantity,
                is_greatest,
            } => {
                if let Measure::Outlook(prospect, who) = quantity.measure
                    && let Some(ended) = Ended::of(prospect, who)
                {
                    let said = ended.said(*is_greatest);
                    return format!("{said} if any move makes it so");
                }
                let supposed = supposed(quantity);
                match self.things(&quantity.measure) {
                    Some(things) => {
                        let order = if *is_greatest { "many" } else { "few" };
                        let (has, plural) = (things.has_many(), things.plural);
                        format!("{has} as {order} {plural}{supposed} as any move allows")
                    }
                    None => {
                        let order = if *is_greatest { "great" } else { "small" };
                        let what = self.number(&quantity.measure);
                        format!("{what}{supposed} is as {order} as any move makes it")
                    }
                }
            }
            Condition::Move(form) => format!("the move is {}", written(form)),
            Condition::OneOf { form, var, values } => {
                format!("the move is {}", written_one_of(form, *var, values))
            }
            Condition::Role(role) => format!("you are {role}"),
        }
    }

    fn compared(&self, quantity: &Quantity, comparison: Comparison, number: i64) -> String {
        if let Measure::Outlook(prospect, who) = quantity.measure
            && let Some(text) = short_outlook(prospect, who, quantity.board, comparison, number)
        {
            return text;
        }
        let supposed = supposed(quantity);
        if let Some(things) = self.things(&quantity.measure) {
            let (has, many) = (things.has(), things.has_many());
            let (one, plural) = (&things.singular, &things.plural);
            match (comparison, number) {
                (Comparison::AtMost | Comparison::Equal, 0) => {
                    return format!("{has} no {one}{supposed}");
                }
                // Rulesheets name some predicates in the plural.
                (Comparison::AtLeast, 1) if one == plural => {
                    return format!("{many} {plural}{supposed}");
                }
                (Comparison::AtLeast, 1) => {
                    return format!("{has} {} {one}{supposed}", article(one));
                }
                (Comparison::Equal, 1) => return format!("{has} one {one}{supposed}"),
                (Comparison::Equal, _) => return format!("{many} {number} {plural}{supposed}"),
                (Comparison::AtLeast, _) => {
                    return format!("{many} at least {number} {plural}{supposed}");
                }
                (Comparison::AtMost, 1) => return format!("{has} at most one {one}{supposed}"),
                (Comparison::AtMost, _) => {
                    return format!("{many} at most {number} {plural}{supposed}");
                }
                (Comparison::Remainder(_), _) => {}
            }
        }
        let what = self.number(&quantity.measure);
        match comparison {
            Comparison::Equal => format!("{what} is {number}"),
            Comparison::AtLeast => format!("{what} is at least {number}"),
            Comparison::AtMost => format!("{what} is at most {number}"),
            Comparison::Remainder(2) if number == 0 => format!("{what} is even"),
            Comparison::Remainder(2) => format!("{what} is odd"),
            Comparison::Remainder(divisor) if number == 0 => {
                format!("{what} is a multiple of {divisor}")
            }
            Comparison::Remainder(divisor) => {
                format!("{what} leaves {number} when divided by {divisor}")
            }
        }
    }

    /// What a measure counts; nothing where it does not count.
    fn things(&self, measure: &Measure) -> Option<Things> {
        match measure {
            Measure::Count(goal) => Some(self.instances(goal)),
            Measure::Fold(..) => None,
            Measure::Outlook(prospect, who) => {
                let (singular, plural) = match prospect {
                    Prospect::Won => ("win", "wins"),
                    Prospect::Drawn => ("draw", "draws"),
                    Prospect::Lost => ("loss", "losses"),
                    Prospect::Wins => ("way to win at once", "ways to win at once"),
                    Prospect::Losses => ("move that loses at once", "moves that lose at once"),
                    Prospect::Safe => (
                        "move that does not lose at once",
                        "moves that do not lose at once",
                    ),
                    Prospect::Moves => ("move", "moves"),
                    Prospect::Forks => (
                        "move that makes two ways to win",
                        "moves that make two ways to win",
                    ),
                };
                Some(Things {
                    is_own: Some(*who == PLAYER),
                    singular: singular.to_owned(),
                    plural: plural.to_owned(),
                })
            }
        }
    }

    /// The instances of a goal: whose they are, and what they are called.
    fn instances(&self, goal: &Term) -> Things {
        let fact = match goal.as_compound(Symbol::new("true"), 1) {
            Some([fact]) => fact,
            _ => goal,
        };
        let noun = match fact.functor() {
            Some(functor) if self.names(functor) => self.noun(functor),
            Some(functor) => as_noun(self.noun(functor)),
            None => fact.to_string(),
        };
        let mut is_own = None;
        let mut rest = Vec::new();
        for arg in fact.args() {
            match arg {
                Term::Var(var) if is_own.is_none() && side_of(*var).is_some() => {
                    is_own = side_of(*var);
                }
                other => rest.push(written(other)),
            }
        }
        let rest = if rest.iter().all(|part| part == ANY) {
            String::new()
        } else {
            format!(" ({})", rest.join(", "))
        };
        Things {
            is_own,
            singular: format!("{noun}{rest}"),
            plural: format!("{}{rest}", plural(&noun)),
        }
    }

    /// A measure as a number, as in `the number of your moves`.
    fn number(&self, measure: &Measure) -> String {
        if let Some(Things { is_own, plural, .. }) = self.things(measure) {
            return match is_own {
                Some(true) => format!("the number of your {plural}"),
                Some(false) => format!("the number of the opponent's {plural}"),
                None => format!("the number of {plural}"),
            };
        }
        let Measure::Fold(fold, var, goal) = measure else {
            return measure.to_string();
        };
        let fact = match goal.as_compound(Symbol::new("true"), 1) {
            Some([fact]) => fact,
            _ => goal,
        };
        let noun = fact
            .functor()
            .map_or_else(String::new, |own| self.noun(own));
        let others = fact.args().iter().filter(|arg| **arg != Term::Var(*var));
        let others: Vec<String> = others.map(written).collect();
        // One fact has one number.
        if others.iter().all(|other| other != ANY) {
            return if others.is_empty() {
                format!("the number in {noun}")
            } else {
                format!("the number in {noun} ({})", others.join(", "))
            };
        }
        let of = match fold {
            Fold::Sum => "sum",
            Fold::Max => "largest",
            Fold::Min => "smallest",
            Fold::Xor => "nim-sum",
        };
        format!("the {of} of the {}", plural(&noun))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stratalog_logic::{Clause, read_term};

    fn rule_of(line: &str) -> Rule {
        let term = read_term(line).expect("it reads").term;
        Rule::from_clause(&Clause::from_term(&term)).expect("a rule")
    }

    fn said(words: &Words, line: &str) -> String {
        words.sentence(&rule_of(line), true)
    }

    #[test]
    fn rules_are_said_in_the_words_of_the_rulesheet() {
        let words = Words::default();
        for (line, english) in [
            (
                "holds(B, count(line(P)) >= 1)",
                "Move so that you have a line.",
            ),
            (
                "decreases(turned(A), B, wins(O))",
                "Move so that the opponent has fewer ways to win at once than without a move.",
            ),
            (
                "holds(turned(B), wins(P) >= 2)",
                "Move so that you threaten to win in 2 ways.",
            ),
            ("M = mark(2, 2)", "Play mark(2, 2)."),
            (
                "chosen(M, mark(R, _), R, [1, 3]), holds(A, count(true(cell(2, _, O))) =:= 0)",
                "If the opponent has no cell (2, any), play mark(1 or 3, any).",
            ),
            (
                "holds(B, nim_sum(N, true(heap(_, N))) =:= 0)",
                "Move so that the nim-sum of the heaps is 0.",
            ),
            (
                "holds(B, total(N, true(counters(N))) mod 4 =:= 0)",
                "Move so that the number in counters is a multiple of 4.",
            ),
            (
                "least(A, B, moves(O))",
                "Move so that the opponent has as few moves as any move allows.",
            ),
            (
                "greatest(A, B, won(P)), least(A, B, lost(P))",
                "Move so that you have won if any move makes it so and you have not lost if any \
                 move makes it so.",
            ),
            (
                "holds(B, count(true(on(4, gap))) =:= 0), greatest(A, B, count(can(_, _)))",
                "Move so that there is no 'on' fact (4, gap) and there are as many 'can' facts as \
                 any move allows.",
            ),
            (
                "holds(B, count(true(up(_))) >= 1)",
                "Move so that there is an 'up' fact.",
            ),
            (
                "least(A, B, count(blocked(_))), holds(B, count(true(left_over(4, _))) =:= 0)",
                "Move so that there are as few 'blocked' facts as any move allows and there is no \
                 'left over' fact (4, any).",
            ),
            (
                "holds(B, count(can_move) >= 1), holds(B, count(other_open(_, _)) =< 2)",
                "Move so that there is a 'can move' fact and there are at most 2 'other open' \
                 facts.",
            ),
            (
                "holds(B, count(true(owns(P, box(1)))) >= 1), least(A, B, count(missing(_)))",
                "Move so that you have an 'owns' fact (box(1)) and there are as few 'missing' \
                 facts as any move allows.",
            ),
            (
                "holds(B, count(true(seed(P, _))) >= 2)",
                "Move so that you have at least 2 seeds.",
            ),
        ] {
            let clause = format!("r(P, O, A, M, B) :- {line}");
            assert_eq!(said(&words, &clause), english);
        }
    }

    #[test]
    fn a_rulesheet_may_name_its_predicates() {
        use stratalog_logic::Source;
        use stratalog_rulesheet::Syntax;
        let text = "says(cell/3, 'square'). says(line/1, 'row of three').";
        let sheet = Rulesheet::read(Source::new("s.pl", text), Syntax::Prolog);
        let words = Words::of(&sheet);
        let rule = "r(P, O, A, M, B) :- holds(B, count(line(P)) >= 1)";
        assert_eq!(said(&words, rule), "Move so that you have a row of three.");
        let rule = "r(P, O, A, M, B) :- holds(B, count(true(cell(_, _, O))) =< 2)";
        assert_eq!(
            said(&words, rule),
            "Move so that the opponent has at most 2 squares."
        );
    }

    #[test]
    fn what_is_measured_of_a_move_is_said_once() {
        let clause = "r(P, O, A, M, B) :- greatest(A, B, won(P)), holds(B, moves(O) >= 3), \
                      least(A, B, moves(O))";
        let rule = rule_of(clause);
        let words = Words::default();
        assert_eq!(
            words.explained(&rule, &|_| Some(3)),
            "you have won; the number of the opponent's moves after the move: 3"
        );
        assert!(
            words
                .explained(&rule, &|_| Some(0))
                .starts_with("you have not won;")
        );
    }
}
