//! The words that rules are made of, found in a rulesheet: its facts, the
//! predicates that follow from them, and the forms of its moves. Roles are
//! replaced by the player and the opponent, so that one rule serves both.

use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};
use stratalog_game::{Described, Game, Role, Turn};
use stratalog_logic::{Clause, Functor, Symbol, Term, Var, sym};
use stratalog_rulesheet::{Budget, Counted, Observer, Position, Rulesheet, RulesheetGame};

use crate::condition::Condition;
use crate::measure::{FIRST_FREE, FIRST_SIDE, Fold, Measure, OPPONENT, PLAYER, Prospect};

/// Words with a meaning of their own in a rulesheet.
const RESERVED: [&str; 14] = [
    "role", "init", "true", "does", "legal", "next", "terminal", "goal", "base", "input", "sees",
    "preimage", "draws", "says",
];
/// An argument with more values is not fixed to any of them.
const MOST_VALUES: usize = 12;
/// An argument of a derived predicate with more values is not fixed.
const MOST_DERIVED_VALUES: usize = 6;
/// A kind of fact with more instances is not counted instance by instance.
const MOST_INSTANCES: usize = 120;
/// The most forms of one predicate.
const MOST_FORMS: usize = 200;
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
    fn variables_for(&self, constant: &Term) -> Option<[Term; 2]> {
        if self.roles.len() == 2 && self.roles.contains(constant) {
            return Some([Term::Var(PLAYER), Term::Var(OPPONENT)]);
        }
        let pair = self.pairs.iter().position(|pair| pair.contains(constant))? as u32;
        let own = FIRST_SIDE + 2 * pair;
        Some([Term::var(own), Term::var(own + 1)])
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

/// The measures and forms of moves that rules may use.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    /// What is measured of positions, the most telling words first.
    pub measures: Vec<Measure>,
    /// Forms of moves.
    pub moves: Vec<Term>,
    /// Moves to the first or the last of the places that an argument names.
    pub choices: Vec<Condition>,
}

/// Where words are found: a rulesheet with its game, what stands for the players,
/// and positions that use the words.
#[derive(Clone, Copy)]
pub struct Wording<'a> {
    /// The rulesheet.
    pub sheet: &'a Rulesheet,
    /// Its game.
    pub game: &'a RulesheetGame,
    /// What stands for each player.
    pub sides: &'a Sides,
    /// Positions.
    pub sample: &'a [&'a Position],
}

impl Wording<'_> {
    /// The words of the rulesheet, as far as the positions use them. Each of
    /// `prospects` is measured for both players.
    pub fn vocabulary(&self, prospects: &[Prospect]) -> Vocabulary {
        let Wording {
            sheet,
            game,
            sides,
            sample,
        } = *self;
        let mut measures = Vec::new();
        for functor in derived_predicates(sheet) {
            let instances = self.instances(functor);
            let goals = sides.forms(functor, &instances, Fixed::One(MOST_DERIVED_VALUES));
            measures.extend(goals.into_iter().map(Measure::Count));
        }
        let players: &[Var] = if sides.roles.len() == 2 {
            &[PLAYER, OPPONENT]
        } else {
            &[PLAYER]
        };
        for &prospect in prospects {
            let all = players.iter().map(|&who| Measure::Outlook(prospect, who));
            measures.extend(all);
        }
        let mut by_functor: Vec<(Functor, Vec<Term>)> = Vec::new();
        for fact in game.possible_facts().unwrap_or_default() {
            let Some(functor) = fact.functor() else {
                continue;
            };
            if Some(functor.name) == sides.turn {
                continue;
            }
            match by_functor.iter_mut().find(|(own, _)| *own == functor) {
                Some((_, facts)) => facts.push(fact),
                None => by_functor.push((functor, vec![fact])),
            }
        }
        for (functor, facts) in &by_functor {
            measures.extend(self.folds(*functor, facts));
            let fixed = if facts.len() <= MOST_INSTANCES {
                Fixed::All(MOST_VALUES)
            } else {
                Fixed::One(MOST_VALUES)
            };
            let facts = sides.forms(*functor, facts, fixed);
            let held = |fact: Term| Measure::Count(Term::compound("true", [fact]));
            measures.extend(facts.into_iter().map(held));
        }
        let made = moves_made(game, sample);
        Vocabulary {
            measures,
            moves: move_forms(&made, sides),
            choices: made.iter().flat_map(end_choices).collect(),
        }
    }

    /// The instances of a predicate that hold in some of the positions; none where it
    /// cannot be asked with unbound arguments.
    fn instances(&self, functor: Functor) -> Vec<Term> {
        let values: Vec<Term> = (0..functor.arity as u32).map(Term::var).collect();
        let body = instance(functor, values.clone());
        let goal = Counted { values, body };
        let made = Observer::new(self.sheet, self.game, &[], &[goal], Budget::default());
        let Ok(Some(observer)) = made else {
            return Vec::new();
        };
        let frequencies = observer.frequencies(self.sample);
        let found = frequencies.into_iter().flatten();
        found
            .filter(|(_, times)| *times > 0)
            .map(|(values, _)| instance(functor, values))
            .collect()
    }

    /// Folds of an argument that is a number and that the other arguments determine,
    /// as the size of a heap.
    fn folds(&self, functor: Functor, facts: &[Term]) -> Vec<Measure> {
        let domains = domains(functor, facts);
        let mut found = Vec::new();
        for (at, domain) in domains.iter().enumerate() {
            let is_number = domain.iter().all(|value| value.as_integer().is_some());
            if domain.len() < 3 || !is_number || !self.is_determined(functor, at) {
                continue;
            }
            let others: Vec<Term> = facts
                .iter()
                .map(|fact| {
                    let mut args = fact.args().to_vec();
                    args.remove(at);
                    Term::list(args)
                })
                .collect();
            let is_single = others.iter().all(|other| *other == others[0]);
            let var = Var(FIRST_FREE + at as u32);
            for form in self.sides.forms(functor, facts, Fixed::One(MOST_VALUES)) {
                if form.args()[at] != Term::Var(var) {
                    continue;
                }
                let is_general = !form.args().iter().any(|arg| !matches!(arg, Term::Var(_)));
                let held = Term::compound("true", [form]);
                let all = if is_single || !is_general {
                    &Fold::ALL[..1]
                } else {
                    &Fold::ALL[..]
                };
                found.extend(
                    all.iter()
                        .map(|&fold| Measure::Fold(fold, var, held.clone())),
                );
            }
        }
        found
    }

    /// Whether no two facts of a position differ in this argument alone.
    fn is_determined(&self, functor: Functor, at: usize) -> bool {
        self.sample.iter().all(|position| {
            let mut seen = FxHashSet::default();
            let facts = self.game.facts(position).into_iter();
            facts
                .filter(|fact| fact.functor() == Some(functor))
                .all(|fact| {
                    let mut args = fact.args().to_vec();
                    args.remove(at);
                    seen.insert(Term::list(args))
                })
        })
    }
}

/// The predicates of a rulesheet that depend on the position and not on the moves
/// that are being made.
fn derived_predicates(sheet: &Rulesheet) -> Vec<Functor> {
    let holds = Functor::new("true", 1);
    let does = Functor::new("does", 2);
    let mut calls: FxHashMap<Functor, FxHashSet<Functor>> = FxHashMap::default();
    let mut order = Vec::new();
    for clause in &sheet.clauses {
        let Some(head) = clause.head.functor() else {
            continue;
        };
        if !calls.contains_key(&head) {
            order.push(head);
        }
        let called = clause.body.subterms().filter_map(Term::functor);
        calls.entry(head).or_default().extend(called);
    }
    let reach = |from: Functor| {
        let mut seen = FxHashSet::default();
        let mut pending = vec![from];
        while let Some(functor) = pending.pop() {
            for &called in calls.get(&functor).into_iter().flatten() {
                if seen.insert(called) {
                    pending.push(called);
                }
            }
        }
        seen
    };
    order.retain(|functor| {
        let reached = reach(*functor);
        let is_reserved = RESERVED.contains(&functor.name.as_str());
        !is_reserved && reached.contains(&holds) && !reached.contains(&does)
    });
    order
}

fn instance(functor: Functor, args: Vec<Term>) -> Term {
    if args.is_empty() {
        Term::Atom(functor.name)
    } else {
        Term::compound(functor.name, args)
    }
}

/// The different values of each argument.
fn domains(functor: Functor, instances: &[Term]) -> Vec<Vec<Term>> {
    let mut domains: Vec<Vec<Term>> = vec![Vec::new(); functor.arity];
    for term in instances {
        for (domain, value) in domains.iter_mut().zip(term.args()) {
            if !domain.contains(value) {
                domain.push(value.clone());
            }
        }
    }
    domains
}

/// The different moves that are legal in these positions, by their names.
fn moves_made(game: &RulesheetGame, sample: &[&Position]) -> Vec<(Functor, Vec<Term>)> {
    let mut by_functor: Vec<(Functor, Vec<Term>)> = Vec::new();
    let mut seen = FxHashSet::default();
    let mut moves = Vec::new();
    for position in sample {
        game.legal_moves(position, &mut moves);
        for &mv in &moves {
            let term = game.move_term(mv);
            let Some(functor) = term.functor() else {
                continue;
            };
            if !seen.insert(term.clone()) {
                continue;
            }
            match by_functor.iter_mut().find(|(own, _)| *own == functor) {
                Some((_, terms)) => terms.push(term),
                None => by_functor.push((functor, vec![term])),
            }
        }
    }
    for (_, terms) in &mut by_functor {
        terms.sort();
    }
    by_functor
}

/// Moves to the first or the last of the places that an argument names: a side of
/// the board.
fn end_choices((functor, terms): &(Functor, Vec<Term>)) -> Vec<Condition> {
    let all: Vec<Term> = (0..functor.arity as u32)
        .map(|at| Term::var(FIRST_FREE + at))
        .collect();
    let mut found = Vec::new();
    for (at, domain) in domains(*functor, terms).iter().enumerate() {
        let mut numbers: Vec<i64> = domain.iter().filter_map(Term::as_integer).collect();
        if numbers.len() != domain.len() || numbers.len() < 3 {
            continue;
        }
        numbers.sort_unstable();
        let ends = [numbers[0], numbers[numbers.len() - 1]];
        found.push(Condition::OneOf {
            form: instance(*functor, all.clone()),
            var: Var(FIRST_FREE + at as u32),
            values: ends.map(Term::Integer).to_vec(),
        });
    }
    found
}

/// Forms of moves: with one argument fixed, with two arguments equal, and whole.
fn move_forms(made: &[(Functor, Vec<Term>)], sides: &Sides) -> Vec<Term> {
    let several = made.len() > 1;
    let mut found = Vec::new();
    for (functor, terms) in made {
        let functor = *functor;
        let all: Vec<Term> = (0..functor.arity as u32)
            .map(|at| Term::var(FIRST_FREE + at))
            .collect();
        if several {
            found.push(instance(functor, all.clone()));
        }
        let domains = domains(functor, terms);
        for (at, domain) in domains.iter().enumerate() {
            if (2..=MOST_VALUES).contains(&domain.len()) {
                for value in domain {
                    let mut args = all.clone();
                    let own = sides.variables_for(value).map(|[own, _]| own);
                    args[at] = own.unwrap_or_else(|| value.clone());
                    found.push(instance(functor, args));
                }
            }
            for other in 0..at {
                let equal = |term: &Term| term.args()[at] == term.args()[other];
                if terms.iter().any(equal) && !terms.iter().all(equal) {
                    let mut args = all.clone();
                    args[at] = args[other].clone();
                    found.push(instance(functor, args));
                }
            }
        }
        if functor.arity >= 2 && terms.len() <= MOST_INSTANCES {
            found.extend(terms.iter().cloned());
        }
    }
    let mut kept = Vec::new();
    for form in found {
        if !kept.contains(&form) && !form.is_atom(sym::TRUE) {
            kept.push(form);
        }
    }
    kept
}

/// Which arguments of a predicate are fixed, besides those that name a player: one of
/// them, or also all together, where they have at most this number of values.
#[derive(Clone, Copy)]
enum Fixed {
    One(usize),
    All(usize),
}

impl Fixed {
    fn most_values(self) -> usize {
        match self {
            Fixed::One(most) | Fixed::All(most) => most,
        }
    }
}

impl Sides {
    /// Forms of a predicate: arguments that name a player name the player or the
    /// opponent, at most one other argument is fixed. Where the instances are few, all
    /// others may be fixed together.
    fn forms(&self, functor: Functor, instances: &[Term], fixed: Fixed) -> Vec<Term> {
        if instances.is_empty() {
            return Vec::new();
        }
        let domains = domains(functor, instances);
        let mut owners: Vec<Vec<Term>> = Vec::new();
        for domain in &domains {
            let mut options = Vec::new();
            for value in domain {
                if let Some(pair) = self.variables_for(value)
                    && !options.contains(&pair[0])
                {
                    options.extend(pair);
                }
            }
            if !options.is_empty() {
                let neutral = domain.iter().filter(|v| self.variables_for(v).is_none());
                options.extend(neutral.take(3).cloned());
            }
            owners.push(options);
        }
        let free = |at: usize| Term::var(FIRST_FREE + at as u32);
        let mut general: Vec<Vec<Term>> = vec![Vec::new()];
        for (at, options) in owners.iter().enumerate() {
            let choices = if options.is_empty() {
                vec![free(at)]
            } else {
                options.clone()
            };
            general = general
                .into_iter()
                .flat_map(|args| {
                    choices.iter().map(move |choice| {
                        let mut args = args.clone();
                        args.push(choice.clone());
                        args
                    })
                })
                .take(MOST_FORMS)
                .collect();
        }
        let mut found: Vec<Vec<Term>> = general.clone();
        for args in &general {
            for (at, domain) in domains.iter().enumerate() {
                if !owners[at].is_empty() || !(2..=fixed.most_values()).contains(&domain.len()) {
                    continue;
                }
                for value in domain {
                    let mut args = args.clone();
                    args[at] = value.clone();
                    found.push(args);
                }
            }
        }
        if matches!(fixed, Fixed::All(_)) {
            let others = owners.iter().filter(|options| options.is_empty()).count();
            for term in instances.iter().filter(|_| others >= 2) {
                for args in &general {
                    let fixed = term.args().iter().zip(args).zip(&owners);
                    let fixed = fixed.map(
                        |((value, general), options)| {
                            if options.is_empty() { value } else { general }
                        },
                    );
                    let fixed: Vec<Term> = fixed.cloned().collect();
                    if !found.contains(&fixed) {
                        found.push(fixed);
                    }
                }
            }
        }
        found.truncate(MOST_FORMS);
        let forms = found.into_iter().map(|args| instance(functor, args));
        forms.collect()
    }
}
