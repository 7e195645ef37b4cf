//! Conditions and rules: what a rule says about a move, as data and as Prolog.
//!
//! A rule is written `rule_1(P, O, A, M, B) :- ...`: the player `P` with the
//! opponent `O` may make the move `M` that leads from the position `A` to `B`, if
//! every condition holds.

use stratalog_logic::{Clause, Term, TermWriter, Var};

use crate::measure::{
    AFTER, BEFORE, Board, FIRST_FREE, FIRST_SIDE, MOVE, Measure, OPPONENT, PLAYER,
};

/// A measure of one of the positions that a rule looks at.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Quantity {
    /// The position.
    pub board: Board,
    /// What is measured.
    pub measure: Measure,
}

/// How a quantity is compared with a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Comparison {
    /// It is this number.
    Equal,
    /// It is this number or more.
    AtLeast,
    /// It is this number or less.
    AtMost,
    /// Divided by this, it leaves the number as the remainder.
    Remainder(i64),
}

/// A condition on a move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Condition {
    /// A quantity compared with a number.
    Compare {
        /// The quantity.
        quantity: Quantity,
        /// How.
        comparison: Comparison,
        /// The number.
        number: i64,
    },
    /// Two quantities are equal.
    Same {
        /// One.
        left: Quantity,
        /// The other, of the same position.
        right: Measure,
    },
    /// A measure is greater or less at the second position than at the first.
    Change {
        /// The measure.
        measure: Measure,
        /// The position to start from.
        from: Board,
        /// Whether it is greater.
        is_greater: bool,
    },
    /// No other legal move makes the quantity greater, or less.
    Extreme {
        /// The quantity.
        quantity: Quantity,
        /// Whether it is the greatest.
        is_greatest: bool,
    },
    /// The move has this form.
    Move(Term),
    /// The move has this form, with one of these values for the variable.
    OneOf {
        /// The form.
        form: Term,
        /// The variable.
        var: Var,
        /// The values.
        values: Vec<Term>,
    },
    /// The player has this role.
    Role(Term),
}

/// A rule: the conditions on a move that it names.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rule {
    /// The conditions; all must hold.
    pub conditions: Vec<Condition>,
}

impl Comparison {
    /// Whether a value compares so with the number.
    pub fn holds(self, value: i64, number: i64) -> bool {
        match self {
            Comparison::Equal => value == number,
            Comparison::AtLeast => value >= number,
            Comparison::AtMost => value <= number,
            Comparison::Remainder(divisor) => divisor > 0 && value.rem_euclid(divisor) == number,
        }
    }
}

impl Condition {
    /// The measures that it takes.
    pub fn measures(&self) -> impl Iterator<Item = &Measure> {
        let (first, second) = match self {
            Condition::Compare { quantity, .. } | Condition::Extreme { quantity, .. } => {
                (Some(&quantity.measure), None)
            }
            Condition::Same { left, right } => (Some(&left.measure), Some(right)),
            Condition::Change { measure, .. } => (Some(measure), None),
            Condition::Move(_) | Condition::OneOf { .. } | Condition::Role(_) => (None, None),
        };
        first.into_iter().chain(second)
    }

    /// The condition as a goal.
    pub fn to_term(&self) -> Term {
        match self {
            Condition::Compare {
                quantity,
                comparison,
                number,
            } => {
                let measured = quantity.measure.to_term();
                let number = Term::Integer(*number);
                let test = match comparison {
                    Comparison::Equal => Term::compound("=:=", [measured, number]),
                    Comparison::AtLeast => Term::compound(">=", [measured, number]),
                    Comparison::AtMost => Term::compound("=<", [measured, number]),
                    Comparison::Remainder(divisor) => {
                        let rest = Term::compound("mod", [measured, Term::Integer(*divisor)]);
                        Term::compound("=:=", [rest, number])
                    }
                };
                Term::compound("holds", [quantity.board.to_term(), test])
            }
            Condition::Same { left, right } => {
                // Each side asks for anything of its own.
                let mut first = FIRST_FREE;
                let sides = [left.measure.to_term(), right.to_term()];
                let sides = sides.map(|side| apart(&side, &mut first));
                let test = Term::compound("=:=", sides);
                Term::compound("holds", [left.board.to_term(), test])
            }
            Condition::Change {
                measure,
                from,
                is_greater,
            } => {
                let name = if *is_greater {
                    "increases"
                } else {
                    "decreases"
                };
                let parts = [from.to_term(), Term::Var(AFTER), measure.to_term()];
                Term::compound(name, parts)
            }
            Condition::Extreme {
                quantity,
                is_greatest,
            } => {
                let name = if *is_greatest { "greatest" } else { "least" };
                let board = quantity.board.to_term();
                Term::compound(name, [Term::Var(BEFORE), board, quantity.measure.to_term()])
            }
            Condition::Move(form) => Term::compound("=", [Term::Var(MOVE), form.clone()]),
            Condition::OneOf { form, var, values } => {
                let values = Term::list(values.iter().cloned());
                let parts = [Term::Var(MOVE), form.clone(), Term::Var(*var), values];
                Term::compound("chosen", parts)
            }
            Condition::Role(role) => Term::compound("=", [Term::Var(PLAYER), role.clone()]),
        }
    }

    /// The condition that a goal states; its variables are numbered as
    /// [`Rule::from_clause`] does.
    fn from_term(goal: &Term) -> Option<Condition> {
        let functor = goal.functor()?;
        match (functor.name.as_str(), goal.args()) {
            ("holds", [board, test]) => holds_from(Board::from_term(board)?, test),
            (name @ ("increases" | "decreases"), [from, Term::Var(AFTER), measure]) => {
                Some(Condition::Change {
                    measure: Measure::from_term(measure)?,
                    from: Board::from_term(from)?,
                    is_greater: name == "increases",
                })
            }
            (name @ ("greatest" | "least"), [Term::Var(BEFORE), board, measure]) => {
                Some(Condition::Extreme {
                    quantity: Quantity {
                        board: Board::from_term(board)?,
                        measure: Measure::from_term(measure)?,
                    },
                    is_greatest: name == "greatest",
                })
            }
            ("=", [Term::Var(MOVE), form]) => Some(Condition::Move(form.clone())),
            ("chosen", [Term::Var(MOVE), form, Term::Var(var), values]) => Some(Condition::OneOf {
                form: form.clone(),
                var: *var,
                values: values.as_list()?,
            }),
            ("=", [Term::Var(PLAYER), role]) if role.is_ground() => {
                Some(Condition::Role(role.clone()))
            }
            _ => None,
        }
    }
}

fn holds_from(board: Board, test: &Term) -> Option<Condition> {
    let name = test.functor()?.name;
    let [left, right] = test.args() else {
        return None;
    };
    if name.as_str() == "=:="
        && let Some(right) = Measure::from_term(right)
    {
        let measure = Measure::from_term(left)?;
        let left = Quantity { board, measure };
        return Some(Condition::Same { left, right });
    }
    let (measured, comparison) = match (name.as_str(), left.as_compound("mod".into(), 2)) {
        ("=:=", Some([measured, divisor])) => {
            let divisor = divisor.as_integer().filter(|divisor| *divisor > 0)?;
            (measured, Comparison::Remainder(divisor))
        }
        ("=:=", _) => (left, Comparison::Equal),
        (">=", _) => (left, Comparison::AtLeast),
        ("=<", _) => (left, Comparison::AtMost),
        _ => return None,
    };
    Some(Condition::Compare {
        quantity: Quantity {
            board,
            measure: Measure::from_term(measured)?,
        },
        comparison,
        number: right.as_integer()?,
    })
}

/// A goal whose variables for anything are its own: conditions share none.
fn apart(goal: &Term, first: &mut u32) -> Term {
    let mut renamed: Vec<(Var, Var)> = Vec::new();
    goal.map_vars(|var| {
        if var.0 < FIRST_FREE {
            return Term::Var(var);
        }
        let known = renamed.iter().find(|(from, _)| *from == var);
        Term::Var(known.map(|(_, own)| *own).unwrap_or_else(|| {
            let own = Var(*first);
            *first += 1;
            renamed.push((var, own));
            own
        }))
    })
}

/// The variables of a rule's head, in order.
const HEAD: [Var; 5] = [PLAYER, OPPONENT, BEFORE, MOVE, AFTER];

impl Rule {
    /// The number of conditions.
    pub fn size(&self) -> usize {
        self.conditions.len()
    }

    /// The rule as a clause of this name.
    pub fn clause(&self, name: &str) -> Clause {
        let mut goals = Vec::new();
        let mut first = FIRST_FREE;
        for condition in &self.conditions {
            let goal = condition.to_term();
            goals.push(apart(&goal, &mut first));
        }
        let mut sides: Vec<u32> = goals
            .iter()
            .flat_map(Term::variables)
            .map(|v| v.0)
            .collect();
        sides.retain(|var| (FIRST_SIDE..FIRST_FREE).contains(var));
        sides.sort_unstable();
        sides.dedup();
        for var in sides.into_iter().rev() {
            let pair = (var - FIRST_SIDE) / 2;
            let whose = if (var - FIRST_SIDE).is_multiple_of(2) {
                PLAYER
            } else {
                OPPONENT
            };
            let parts = [
                Term::Var(whose),
                Term::Integer(i64::from(pair) + 1),
                Term::var(var),
            ];
            goals.insert(0, Term::compound("side", parts));
        }
        Clause::new(Term::compound(name, HEAD.map(Term::Var)), goals)
    }

    /// The rule as a line of Prolog.
    pub fn line(&self, name: &str) -> String {
        let clause = self.clause(name);
        let term = clause.to_term();
        let mut times = rustc_hash::FxHashMap::default();
        for part in term.subterms() {
            if let Term::Var(var) = part {
                *times.entry(*var).or_insert(0u32) += 1;
            }
        }
        let named = |var: Var| match var {
            _ if times[&var] == 1 => "_".to_owned(),
            PLAYER => "P".to_owned(),
            OPPONENT => "O".to_owned(),
            BEFORE => "A".to_owned(),
            MOVE => "M".to_owned(),
            AFTER => "B".to_owned(),
            Var(side @ FIRST_SIDE..FIRST_FREE) => format!("S{}", side - FIRST_SIDE + 1),
            Var(free) => format!("V{}", free - FIRST_FREE + 1),
        };
        let names: Vec<(String, Var)> = term
            .variables()
            .into_iter()
            .map(|var| (named(var), var))
            .collect();
        let writer = TermWriter::new().names(&names).spaced();
        let body: Vec<String> = clause.body.iter().map(|goal| writer.term(goal)).collect();
        format!("{} :- {}.", writer.term(&clause.head), body.join(", "))
    }

    /// The rule of a clause, or the goal that is no condition.
    pub fn from_clause(clause: &Clause) -> Result<Rule, Term> {
        let wrong = || clause.head.clone();
        let head = clause.head.args();
        if head.len() != HEAD.len() {
            return Err(wrong());
        }
        let mut renamed: Vec<(Var, Var)> = Vec::new();
        for (term, own) in head.iter().zip(HEAD) {
            if let Term::Var(var) = term {
                renamed.push((*var, own));
            }
        }
        let mut body = Vec::new();
        for goal in &clause.body {
            match goal.as_compound("side".into(), 3) {
                Some([Term::Var(whose), Term::Integer(pair), Term::Var(var)]) => {
                    let whose = renamed.iter().find(|(from, _)| from == whose);
                    let place = match whose.map(|(_, own)| *own) {
                        Some(PLAYER) => 0,
                        Some(OPPONENT) => 1,
                        _ => return Err(goal.clone()),
                    };
                    let pair = u32::try_from(*pair - 1).ok().filter(|pair| *pair < 40);
                    let pair = pair.ok_or_else(|| goal.clone())?;
                    renamed.push((*var, Var(FIRST_SIDE + 2 * pair + place)));
                }
                _ => body.push(goal),
            }
        }
        let mut next = FIRST_FREE;
        let mut conditions = Vec::new();
        for goal in body {
            let own = goal.map_vars(|var| {
                let known = renamed.iter().find(|(from, _)| *from == var);
                Term::Var(known.map(|(_, own)| *own).unwrap_or_else(|| {
                    let fresh = Var(next);
                    next += 1;
                    renamed.push((var, fresh));
                    fresh
                }))
            });
            conditions.push(Condition::from_term(&own).ok_or_else(|| goal.clone())?);
        }
        Ok(Rule { conditions })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stratalog_logic::read_term;

    #[test]
    fn a_rule_is_written_and_read_back() {
        for line in [
            "rule_1(P, _, _, _, B) :- holds(B, count(line(P))>=1).",
            "rule_1(_, _, _, M, _) :- M=mark(2, 2).",
            "rule_1(P, O, A, _, B) :- holds(turned(B), wins(P)>=2), decreases(turned(A), B, wins(O)).",
            "rule_1(_, _, A, _, B) :- holds(B, nim_sum(V1, true(heap(_, V1)))=:=0), least(A, B, count(true(cell(1, _, blank)))).",
            "rule_1(P, _, _, _, B) :- side(P, 1, S1), holds(B, total(V1, true(left(S1, V1)))mod 4=:=1).",
            "rule_1(_, _, _, M, _) :- chosen(M, mark(V1, _), V1, [1, 3]).",
            "rule_1(P, O, A, _, _) :- P=white, holds(A, moves(P)=:=moves(O)).",
        ] {
            let term = read_term(line.trim_end_matches('.'))
                .expect("it reads")
                .term;
            let rule = Rule::from_clause(&Clause::from_term(&term)).expect("it is a rule");
            assert_eq!(rule.line("rule_1"), line);
        }
    }

    #[test]
    fn a_goal_that_is_no_condition_is_refused() {
        for line in [
            "r(P, O, A, M, B) :- line(P)",
            "r(P, O, A, M, B) :- holds(C, moves(P) >= 1)",
            "r(P, O, A, M, B) :- holds(B, moves(P) mod 0 =:= 1)",
            "r(P) :- holds(B, moves(P) >= 1)",
        ] {
            let term = read_term(line).expect("it reads").term;
            assert!(
                Rule::from_clause(&Clause::from_term(&term)).is_err(),
                "{line}"
            );
        }
    }
}
