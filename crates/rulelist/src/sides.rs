//! What stands for each player: the roles, and constants that change places when the
//! roles do, as white and black pieces. One rule then serves both players.

use std::fmt::Write;

use rustc_hash::FxHashSet;
use stratalog_game::{Described, Game, Role, Turn};
use stratalog_logic::{Clause, Functor, Symbol, Term, Var};
use stratalog_rulesheet::{Position, Rulesheet, RulesheetGame};

use crate::measure::{FIRST_FREE, FIRST_SIDE, OPPONENT, PLAYER};

/// The most pairs of constants that stand for the two sides.
const MOST_PAIRS: usize = 3;

/// What stands for each player in the facts of a game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sides {
    /// The roles.
    pub roles: Vec<Term>,
    /// Pairs of constants that change places when the roles do: the first role's
    /// and the second's.
    pub pairs: Vec<[Term; 2]>,
    /// The name of the fact that says whose turn it is, as `control(ROLE)`.
    pub turn: Option<Symbol>,
}

impl Sides {
    /// What stands for each player of a game, judged by some of its positions.
    pub fn of(sheet: &Rulesheet, game: &RulesheetGame, sample: &[&Position]) -> Sides {
        let roles: Vec<Term> = (0..game.role_count() as u8)
            .map(|role| game.role_term(Role(role)))
            .collect();
        let is_pair = roles.len() == 2;
        Sides {
            pairs: if is_pair {
                swapped_pairs(sheet, &roles)
            } else {
                Vec::new()
            },
            turn: turn_fact(game, sample).filter(|_| is_pair),
            roles,
        }
    }

    /// The constant that a variable stands for, for the player with this role.
    pub(crate) fn side(&self, var: Var, role: usize) -> Option<Term> {
        let place = var
            .0
            .checked_sub(FIRST_SIDE)
            .filter(|_| var.0 < FIRST_FREE)?;
        let pair = self.pairs.get(place as usize / 2)?;
        let whose = if place.is_multiple_of(2) {
            role
        } else {
            1 - role
        };
        pair.get(whose).cloned()
    }

    /// What a constant may be replaced by: the player and the opponent, or what
    /// stands for them. Nothing where it belongs to neither.
    pub(crate) fn variables_for(&self, constant: &Term) -> Option<[Term; 2]> {
        if self.roles.len() == 2 && self.roles.contains(constant) {
            return Some([Term::Var(PLAYER), Term::Var(OPPONENT)]);
        }
        let pair = self.pairs.iter().position(|pair| pair.contains(constant))? as u32;
        let own = FIRST_SIDE + 2 * pair;
        Some([Term::var(own), Term::var(own + 1)])
    }
}

impl Sides {
    /// A term as a role sees it: itself as the player.
    pub fn seen_by(&self, term: &Term, role: Role) -> Term {
        let own = role.index().min(self.roles.len() - 1);
        let other = self.roles.len() - 1 - own;
        term.map_vars(|var| match var {
            PLAYER => self.roles[own].clone(),
            OPPONENT => self.roles[other].clone(),
            _ => self.side(var, own).unwrap_or(Term::Var(var)),
        })
    }

    pub(crate) fn seen_by_each(&self, term: &Term) -> Vec<Term> {
        let roles = (0..self.roles.len() as u8).map(Role);
        roles.map(|role| self.seen_by(term, role)).collect()
    }
}

/// The name of the fact `NAME(ROLE)` that holds for the role to move and for no
/// other, in all these positions.
fn turn_fact(game: &RulesheetGame, sample: &[&Position]) -> Option<Symbol> {
    let mut names: Option<FxHashSet<Symbol>> = None;
    for position in sample {
        let Turn::Role(role) = game.turn(position) else {
            continue;
        };
        let facts = game.facts(position);
        let unary = |term: &Term| match facts_of(&facts, term) {
            names if names.is_empty() => FxHashSet::default(),
            names => names,
        };
        let own = unary(&game.role_term(role));
        let other = unary(&game.role_term(role.other()));
        let here: FxHashSet<Symbol> = own.difference(&other).copied().collect();
        names = Some(match names {
            Some(names) => names.intersection(&here).copied().collect(),
            None => here,
        });
    }
    names?
        .into_iter()
        .min_by_key(|name| name.as_str().to_owned())
}

/// The names of the facts with this one argument.
fn facts_of(facts: &[Term], argument: &Term) -> FxHashSet<Symbol> {
    let unary = facts
        .iter()
        .filter(|fact| fact.args() == [argument.clone()]);
    unary
        .filter_map(|fact| Some(fact.functor()?.name))
        .collect()
}

/// Pairs of atoms that change places along with the roles: exchanging all of them
/// maps more clauses of the rulesheet to clauses than exchanging the roles alone.
fn swapped_pairs(sheet: &Rulesheet, roles: &[Term]) -> Vec<[Term; 2]> {
    let init = Functor::new("init", 1);
    let clauses: Vec<Term> = sheet
        .clauses
        .iter()
        .filter(|clause| clause.head.functor() != Some(init))
        .map(|clause| Clause::new(clause.head.clone(), clause.body.conjuncts()).to_term())
        .collect();
    let known: FxHashSet<String> = clauses.iter().map(|clause| shape(clause, &[])).collect();
    let kept = |swaps: &[[Term; 2]]| {
        let images = clauses.iter().map(|clause| shape(clause, swaps));
        images.filter(|image| known.contains(image)).count()
    };
    let atoms = constants(sheet, roles);
    let mut swaps = vec![[roles[0].clone(), roles[1].clone()]];
    let mut best = kept(&swaps);
    while best < clauses.len() && swaps.len() <= MOST_PAIRS {
        let mut found = None;
        for (at, left) in atoms.iter().enumerate() {
            for right in &atoms[at + 1..] {
                let is_used = |atom: &Term| swaps.iter().any(|pair| pair.contains(atom));
                if is_used(left) || is_used(right) {
                    continue;
                }
                let mut tried = swaps.clone();
                tried.push([left.clone(), right.clone()]);
                let count = kept(&tried);
                if count > best {
                    best = count;
                    found = Some(tried);
                }
            }
        }
        match found {
            Some(better) => swaps = better,
            None => break,
        }
    }
    let mut pairs = swaps.split_off(1);
    for pair in &mut pairs {
        orient(&clauses, roles, pair);
    }
    pairs
}

/// Puts first what occurs with the first role more often.
fn orient(clauses: &[Term], roles: &[Term], pair: &mut [Term; 2]) {
    let together = |role: &Term, atom: &Term| {
        let has = |clause: &&Term, wanted: &Term| clause.subterms().any(|term| term == wanted);
        let both = clauses.iter().filter(|c| has(c, role) && has(c, atom));
        both.count()
    };
    let straight = together(&roles[0], &pair[0]) + together(&roles[1], &pair[1]);
    let crossed = together(&roles[0], &pair[1]) + together(&roles[1], &pair[0]);
    if crossed > straight {
        pair.swap(0, 1);
    }
}

/// The atoms that occur as arguments, roles left out.
fn constants(sheet: &Rulesheet, roles: &[Term]) -> Vec<Term> {
    let mut seen = FxHashSet::default();
    let mut atoms = Vec::new();
    for clause in &sheet.clauses {
        for term in clause.head.subterms().chain(clause.body.subterms()) {
            for argument in term.args() {
                if let Term::Atom(name) = argument
                    && !roles.contains(argument)
                    && !name.as_str().is_empty()
                    && seen.insert(*name)
                {
                    atoms.push(argument.clone());
                }
            }
        }
    }
    // Goals of arity 0 occur as arguments of the control constructs.
    atoms.retain(|atom| {
        let goal = |c: &stratalog_rulesheet::SheetClause| c.head == *atom;
        !sheet.clauses.iter().any(goal)
    });
    atoms.truncate(60);
    atoms
}

/// A clause with atoms exchanged, as text that does not depend on the order of its
/// goals or the names of its variables.
fn shape(clause: &Term, swaps: &[[Term; 2]]) -> String {
    let clause = Clause::from_term(clause);
    // In prefix order, with the number of arguments after each name.
    let written = |term: &Term| {
        let mut seen: Vec<Var> = Vec::new();
        let mut text = String::new();
        for part in term.subterms() {
            match part {
                Term::Var(var) => {
                    let at = seen.iter().position(|own| own == var).unwrap_or_else(|| {
                        seen.push(*var);
                        seen.len() - 1
                    });
                    let _ = write!(text, "_{at} ");
                }
                Term::Compound(compound) => {
                    let functor = compound.functor();
                    let _ = write!(text, "{}/{} ", functor.name, functor.arity);
                }
                constant => {
                    let _ = write!(text, "{} ", exchanged(constant, swaps));
                }
            }
        }
        text
    };
    let mut goals: Vec<String> = clause.body.iter().map(written).collect();
    goals.sort();
    format!("{} :- {}", written(&clause.head), goals.join(", "))
}

/// A constant, or the one that it changes places with.
fn exchanged<'a>(constant: &'a Term, swaps: &'a [[Term; 2]]) -> &'a Term {
    for [left, right] in swaps {
        if constant == left {
            return right;
        }
        if constant == right {
            return left;
        }
    }
    constant
}
