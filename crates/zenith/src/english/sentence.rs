//! English sentences for formulas.

use rustc_hash::FxHashMap;
use stratalog_game::words::{article, list, plural};
use stratalog_logic::{Functor, Term, TermWriter, Var};

use super::numbers_in;
use super::vocabulary::Vocabulary;
use crate::feature::Feature;
use crate::goal::{bound_by, comparison, counting, disjuncts, equality, negated};
use crate::theory::is_set;

/// The most members of a set that are listed.
const MOST_MEMBERS: usize = 8;

/// What sentences about one formula need.
pub struct Sentence<'a> {
    vocabulary: &'a Vocabulary,
    names: &'a [(String, Var)],
    /// The variables that are numbers.
    numbers: Vec<Var>,
    /// Variables that are another one plus a number.
    sums: FxHashMap<Var, (Var, i64)>,
    formula: Term,
    /// The facts of the formula, also those inside negations.
    facts: Vec<Term>,
}

impl<'a> Sentence<'a> {
    pub fn new(
        vocabulary: &'a Vocabulary,
        names: &'a [(String, Var)],
        feature: &Feature,
    ) -> Sentence<'a> {
        let formula = Term::conjunction(feature.goals.iter().cloned());
        let fact = |term: &Term| match term.as_compound("true".into(), 1) {
            Some([fact]) => Some(fact.clone()),
            _ => None,
        };
        Sentence {
            vocabulary,
            names,
            numbers: feature.goals.iter().flat_map(numbers_in).collect(),
            sums: sums(vocabulary, &formula),
            facts: formula.subterms().filter_map(fact).collect(),
            formula,
        }
    }

    /// A sentence for a formula of which these variables are counted.
    pub fn count(&self, counted: &[Var], goals: &[Term]) -> String {
        let things = self.grouped(counted);
        if let [thing] = &things[..] {
            return format!("The number of {}.", self.all_of(thing, goals));
        }
        let conditions = self.conditions(goals);
        if !things.is_empty() {
            let things = list(&self.named(&things));
            return format!("The number of ways to choose {things} such that {conditions}.");
        }
        let free: Vec<Var> = goals.iter().flat_map(bound_by).collect();
        match &self.named(&self.grouped(&free))[..] {
            [] => format!("Whether {conditions}."),
            things => {
                let (are, things) = (are(things.len()), list(things));
                format!("Whether there {are} {things} such that {conditions}.")
            }
        }
    }

    /// A sentence for the sum of a number over the values of these variables.
    pub fn sum(&self, number: &Term, counted: &[Var], goals: &[Term]) -> String {
        let name = self.term(number);
        let things = self.grouped(counted);
        let is_own = counted.iter().any(|&var| *number == Term::Var(var));
        if is_own {
            let all = match &things[..] {
                [thing] => self.all_of(thing, goals),
                _ => format!(
                    "{} such that {}",
                    self.thing(counted),
                    self.conditions(goals)
                ),
            };
            return format!("The sum of {name} over all {all}.");
        }
        let conditions = self.conditions(goals);
        let plural = |thing: &Vec<Var>| match self.noun(thing) {
            Some(noun) => format!("{} {}", plural(&noun), self.thing(thing)),
            None => self.thing(thing),
        };
        match &things.iter().map(plural).collect::<Vec<String>>()[..] {
            [] => format!("The greatest {name} such that {conditions}."),
            things => format!(
                "The sum over all {} of the greatest {name} such that {conditions}.",
                list(things)
            ),
        }
    }

    /// All things of a formula in the plural, with the conditions that they meet.
    fn all_of(&self, thing: &[Var], goals: &[Term]) -> String {
        // The fact that the things are counted by.
        let kind = goals.iter().find(|goal| self.kind(goal, thing).is_some());
        let rest: Vec<Term> = goals
            .iter()
            .filter(|goal| Some(*goal) != kind)
            .cloned()
            .collect();
        let many = match kind.and_then(|kind| self.kind(kind, thing)) {
            Some((noun, content)) => {
                format!("{} {} that are {content}", plural(&noun), self.thing(thing))
            }
            None => match self.noun(thing) {
                Some(noun) => format!("{} {}", plural(&noun), self.thing(thing)),
                None => format!("different {}", self.thing(thing)),
            },
        };
        match self.conditions(&rest) {
            conditions if conditions.is_empty() => many,
            conditions => format!("{many} such that {conditions}"),
        }
    }

    /// The noun and the content of a fact `cell(R, C, black)` about a thing.
    fn kind(&self, goal: &Term, thing: &[Var]) -> Option<(String, String)> {
        let [fact] = goal.as_compound("true".into(), 1)? else {
            return None;
        };
        let (content, place) = fact.args().split_last()?;
        let is_place = place
            .iter()
            .cloned()
            .eq(thing.iter().map(|&var| Term::Var(var)));
        let is_plain = matches!(content, Term::Atom(_)) && is_place && !thing.is_empty();
        let has_phrase = self.vocabulary.phrase(fact, |arg| self.term(arg)).is_some();
        (is_plain && !has_phrase).then(|| {
            let noun = self.name(fact);
            (noun, self.term(content))
        })
    }

    /// The variables that do not follow from others, each once, grouped into things:
    /// the places of facts, such as a row and a column, and the others alone.
    fn grouped(&self, vars: &[Var]) -> Vec<Vec<Var>> {
        let mut free: Vec<Var> = Vec::new();
        for var in vars {
            if !self.sums.contains_key(var) && !free.contains(var) {
                free.push(*var);
            }
        }
        let mut things: Vec<Vec<Var>> = Vec::new();
        let mut rest = &free[..];
        while !rest.is_empty() {
            let is_place = |size: &usize| self.noun(&rest[..*size]).is_some();
            let size = (2..=rest.len()).rev().find(is_place).unwrap_or(1);
            things.push(rest[..size].to_vec());
            rest = &rest[size..];
        }
        things
    }

    /// Things with their nouns.
    fn named(&self, things: &[Vec<Var>]) -> Vec<String> {
        let named = |thing: &Vec<Var>| match self.noun(thing) {
            Some(noun) => format!("{} {noun} {}", article(&noun), self.thing(thing)),
            None => self.thing(thing),
        };
        things.iter().map(named).collect()
    }

    /// The noun for a thing: the name of a fact of which it is the place.
    fn noun(&self, thing: &[Var]) -> Option<String> {
        let fact = self.facts.iter().find(|fact| {
            let place = fact.args().split_last().map(|(_, place)| place);
            let own = thing.iter().map(|&var| Term::Var(var));
            place.is_some_and(|place| place.iter().cloned().eq(own))
        });
        Some(self.name(fact?))
    }

    fn term(&self, term: &Term) -> String {
        if let Term::Var(var) = term
            && let Some((base, more)) = self.sums.get(var)
        {
            let base = self.plain(&Term::Var(*base));
            return match more {
                0 => base,
                1.. => format!("{base}+{more}"),
                _ => format!("{base}-{}", -more),
            };
        }
        self.plain(term)
    }

    fn plain(&self, term: &Term) -> String {
        TermWriter::new().names(self.names).spaced().term(term)
    }

    /// A thing by its variables: `(R, C)`.
    fn thing(&self, thing: &[Var]) -> String {
        let vars: Vec<Term> = thing.iter().map(|&var| Term::Var(var)).collect();
        self.place(&vars)
    }

    fn place(&self, args: &[Term]) -> String {
        match args {
            [only] => self.term(only),
            _ => format!("({})", self.list(args)),
        }
    }

    fn list(&self, args: &[Term]) -> String {
        let texts: Vec<String> = args.iter().map(|arg| self.term(arg)).collect();
        texts.join(", ")
    }

    /// The conditions of a formula. Goals that follow from others are left out, and
    /// facts that say the same of several places are said once.
    fn conditions(&self, goals: &[Term]) -> String {
        let texts = self.parts(goals);
        texts.join(", and ")
    }

    fn all(&self, goal: &Term) -> String {
        list(&self.parts(&goal.conjuncts()))
    }

    /// One side of a disjunction: where all of its goals follow from others, they are
    /// said nevertheless.
    fn side(&self, side: &Term) -> String {
        match self.all(side) {
            text if text.is_empty() => {
                let goals = side.conjuncts();
                let texts: Vec<String> = goals.iter().map(|goal| self.goal(goal)).collect();
                list(&texts)
            }
            text => text,
        }
    }

    fn parts(&self, goals: &[Term]) -> Vec<String> {
        let said = goals.iter().filter(|goal| {
            self.vocabulary
                .successor(goal)
                .is_none_or(|(a, b)| !self.is_known(a, b))
                && !self.vocabulary.is_range(goal, &self.facts)
                && !is_understood(goal, goals)
        });
        let mut texts: Vec<String> = Vec::new();
        let mut grouped: Vec<(Functor, Term)> = Vec::new();
        for goal in said {
            let Some((functor, content)) = self.content(goal) else {
                texts.push(self.goal(goal));
                continue;
            };
            if grouped.contains(&(functor, content.clone())) {
                continue;
            }
            let same = goals
                .iter()
                .filter(|other| self.content(other) == Some((functor, content.clone())));
            let places: Vec<String> = same
                .filter_map(|other| {
                    let [fact] = other.args() else { return None };
                    let (_, place) = fact.args().split_last()?;
                    Some(self.place(place))
                })
                .collect();
            let noun = self.vocabulary.noun(functor);
            texts.push(match places.len() {
                1 => self.goal(goal),
                _ => format!(
                    "{} {} are {}",
                    plural(&noun),
                    list(&places),
                    self.term(&content)
                ),
            });
            grouped.push((functor, content));
        }
        texts
    }

    /// Whether a sum says that the second of two numbers follows the first.
    fn is_known(&self, first: &Term, second: &Term) -> bool {
        let at = |term: &Term| match term {
            Term::Var(var) => Some(*self.sums.get(var).unwrap_or(&(*var, 0))),
            _ => None,
        };
        match (at(first), at(second)) {
            (Some((base, more)), Some((other, other_more))) => {
                base == other && other_more == more + 1
            }
            _ => false,
        }
    }

    /// The name and the content of a fact `cell(R, C, black)` that has no phrase of
    /// its own.
    fn content(&self, goal: &Term) -> Option<(Functor, Term)> {
        let [fact] = goal.as_compound("true".into(), 1)? else {
            return None;
        };
        let (content, place) = fact.args().split_last()?;
        let is_plain = matches!(content, Term::Atom(_)) && !place.is_empty();
        let has_phrase = self.vocabulary.phrase(fact, |arg| self.term(arg)).is_some();
        (is_plain && !has_phrase).then_some((fact.functor()?, content.clone()))
    }

    fn goal(&self, goal: &Term) -> String {
        if let Some(inner) = negated(goal) {
            return self.negation(inner);
        }
        let sides = disjuncts(goal);
        if sides.len() > 1 {
            let sides: Vec<String> = sides.iter().map(|side| self.side(side)).collect();
            return format!("either {}", sides.join(" or "));
        }
        if let Some((template, inner, number)) = counting(goal) {
            let (things, number) = (self.place(template.args()), self.term(number));
            return format!(
                "{number} is the number of {things} such that {}",
                self.all(inner)
            );
        }
        if let Some((left, right)) = equality(goal) {
            return format!("{} is {}", self.term(left), self.term(right));
        }
        if comparison(goal).is_some() {
            return self.term(goal);
        }
        let Some(functor) = goal.functor() else {
            return self.term(goal);
        };
        if let Some(phrase) = self.vocabulary.phrase(goal, |arg| self.term(arg)) {
            return phrase;
        }
        match (functor.name.as_str(), goal.args()) {
            ("true", [fact]) => self.fact(fact),
            ("terminal", []) => "the game is over".to_owned(),
            ("goal", [role, value]) => {
                format!("the goal of {} is {}", self.term(role), self.term(value))
            }
            ("legal", [role, mv]) => format!("{} may play {}", self.term(role), self.term(mv)),
            ("\\=" | "distinct", [left, right]) => {
                format!("{} is not {}", self.tuple(left), self.tuple(right))
            }
            ("between", [Term::Integer(1), number, _]) => {
                format!("it is counted {} times", self.term(number))
            }
            ("is", [value, expression]) => {
                format!("{} is {}", self.term(value), self.term(expression))
            }
            (_, []) => format!("{} holds", self.name(goal)),
            (name, args) => self.call(name, args),
        }
    }

    /// What a fact or a predicate is called.
    fn name(&self, term: &Term) -> String {
        let functor = term.functor();
        functor.map_or(String::new(), |functor| self.vocabulary.noun(functor))
    }

    /// A negated conjunction.
    fn negation(&self, inner: &Term) -> String {
        if let ([fact], Some(_)) = (inner.args(), self.content(inner))
            && let Some((content, place)) = fact.args().split_last()
        {
            let noun = self.name(fact);
            return format!("{noun} {} is not {}", self.place(place), self.term(content));
        }
        if *inner == Term::atom("terminal") {
            return "the game is not over".to_owned();
        }
        let mut local = inner.variables();
        local.retain(|&var| is_only_within(inner, var, &self.formula));
        let things = self.grouped(&local).into_iter();
        let things = things.map(|thing| match self.noun(&thing) {
            Some(noun) => format!("{noun} {}", self.thing(&thing)),
            None => self.thing(&thing),
        });
        match &things.collect::<Vec<String>>()[..] {
            [] => denied(&self.all(inner)),
            things => {
                let are = are(things.len());
                format!(
                    "there {are} no {} such that {}",
                    list(things),
                    self.all(inner)
                )
            }
        }
    }

    /// `overflow(S, V)` with a number `V` reads "overflow of S is V". A predicate
    /// made by regression reads like the original, after the move.
    fn call(&self, name: &str, args: &[Term]) -> String {
        if let (Some((stem, role)), [mv, args @ ..]) = (name.split_once("_by_"), args) {
            let stem = Term::compound(stem, args.iter().cloned());
            return format!("if {role} plays {}, {}", self.term(mv), self.goal(&stem));
        }
        if let (Some(role), [mv]) = (name.strip_prefix("could_"), args) {
            return format!("{role} could play {}", self.term(mv));
        }
        if is_set(name) {
            return self.membership(name, args);
        }
        let words = self.vocabulary.noun(Functor::new(name, args.len()));
        match args.split_last() {
            Some((Term::Var(last), first)) if self.numbers.contains(last) => {
                self.value(&words, first, *last)
            }
            _ => format!("{words} holds for {}", self.place(args)),
        }
    }

    /// `place_1(R, C)` reads "(R, C) is one of (1, 1), (1, 8), (8, 1) and (8, 8)".
    fn membership(&self, name: &str, args: &[Term]) -> String {
        let thing = self.place(args);
        let members = self.vocabulary.members(Functor::new(name, args.len()));
        let text = |member: &Term| self.place(member.args());
        match members {
            [] => format!("{thing} is in the set {name}"),
            [only] => format!("{thing} is {}", text(only)),
            [first, .., last] if members.len() > MOST_MEMBERS => {
                let (first, last, count) = (text(first), text(last), members.len());
                format!("{thing} is one of {count} such as {first} and {last}")
            }
            members => {
                let members: Vec<String> = members.iter().map(text).collect();
                format!("{thing} is one of {}", list(&members))
            }
        }
    }

    fn value(&self, words: &str, first: &[Term], last: Var) -> String {
        let of = if first.is_empty() {
            String::new()
        } else {
            format!(" of {}", self.place(first))
        };
        format!("{words}{of} is {}", self.term(&Term::Var(last)))
    }

    fn tuple(&self, term: &Term) -> String {
        match term.functor() {
            Some(functor) if functor.name.as_str() == "at" => self.place(term.args()),
            _ => self.term(term),
        }
    }

    /// `cell(R, C, black)` reads "cell (R, C) is black".
    fn fact(&self, fact: &Term) -> String {
        if let Some(phrase) = self.vocabulary.phrase(fact, |arg| self.term(arg)) {
            return phrase;
        }
        let name = self.name(fact);
        match fact.args() {
            [] => format!("{name} holds"),
            [role] if self.vocabulary.roles.contains(role) && name == "control" => {
                format!("it is {}'s turn", self.term(role))
            }
            [only] => format!("{name} is {}", self.term(only)),
            [role, content @ (Term::Atom(_) | Term::Integer(_))]
                if self.vocabulary.roles.contains(role) =>
            {
                format!("{name} of {} is {}", self.term(role), self.term(content))
            }
            [place @ .., content @ (Term::Atom(_) | Term::Integer(_))] => {
                format!("{name} {} is {}", self.place(place), self.term(content))
            }
            [place @ .., Term::Var(last)] if self.numbers.contains(last) => {
                self.value(&name, place, *last)
            }
            [place @ .., content] if self.vocabulary.is_function(fact) => {
                format!("{name} {} is {}", self.place(place), self.term(content))
            }
            args => format!("{name} holds for {}", self.place(args)),
        }
    }
}

/// Whether a goal needs no words: something is a role, which the other goals show, or
/// one of a set to which it always belongs.
fn is_understood(goal: &Term, goals: &[Term]) -> bool {
    if goal.functor().is_some_and(|f| is_set(f.name.as_str())) {
        return goal.is_ground();
    }
    match goal.as_compound("role".into(), 1) {
        Some([Term::Var(role)]) => {
            let mut others = goals.iter().filter(|other| *other != goal);
            others.any(|other| other.variables().contains(role))
        }
        _ => false,
    }
}

/// The opposite of a statement.
fn denied(statement: &str) -> String {
    let is_one = !statement.contains(" and ") && !statement.contains(" or ");
    if let (true, Some(name)) = (is_one, statement.strip_suffix(" holds")) {
        return format!("{name} does not hold");
    }
    if let (true, Some((name, args))) = (is_one, statement.split_once(" holds for ")) {
        return format!("{name} does not hold for {args}");
    }
    format!("it is not true that {statement}")
}

/// The verb for a number of things.
fn are(things: usize) -> &'static str {
    if things == 1 { "is" } else { "are" }
}

/// The variables that are another one plus a number, by the goals that say that one
/// number follows another.
fn sums(vocabulary: &Vocabulary, formula: &Term) -> FxHashMap<Var, (Var, i64)> {
    let mut follows = Vec::new();
    find_successors(vocabulary, formula, &mut follows);
    let mut sums: FxHashMap<Var, (Var, i64)> = FxHashMap::default();
    for base in formula.variables() {
        if sums.contains_key(&base) {
            continue;
        }
        let mut known = vec![(base, 0)];
        let mut at = 0;
        while let Some(&(var, more)) = known.get(at) {
            for pair in &follows {
                let other = match var {
                    _ if var == pair.first => (pair.second, more + 1),
                    _ if var == pair.second => (pair.first, more - 1),
                    _ => continue,
                };
                let is_new = known.iter().all(|(known, _)| *known != other.0);
                // What one side of a disjunction says of a variable does not hold elsewhere.
                let is_said = is_only_within(&pair.scope, other.0, formula);
                if is_new && is_said && !sums.contains_key(&other.0) {
                    known.push(other);
                }
            }
            at += 1;
        }
        sums.extend(known[1..].iter().map(|&(var, more)| (var, (base, more))));
    }
    sums
}

/// Whether a variable of a formula occurs only within a part of it.
fn is_only_within(part: &Term, var: Var, formula: &Term) -> bool {
    let occurrences = |term: &Term| {
        let parts = term.subterms();
        parts.filter(|part| **part == Term::Var(var)).count()
    };
    occurrences(part) == occurrences(formula)
}

/// Within a conjunction, the second number follows the first.
struct Follows {
    first: Var,
    second: Var,
    scope: Term,
}

/// The goals that say that one number follows another, each with the innermost
/// conjunction that it is a part of.
fn find_successors(vocabulary: &Vocabulary, scope: &Term, found: &mut Vec<Follows>) {
    for goal in &scope.conjuncts() {
        if let Some((Term::Var(first), Term::Var(second))) = vocabulary.successor(goal) {
            found.push(Follows {
                first: *first,
                second: *second,
                scope: scope.clone(),
            });
        }
        if let Some(inner) = negated(goal) {
            find_successors(vocabulary, inner, found);
        }
        if let Some((_, inner, _)) = counting(goal) {
            find_successors(vocabulary, inner, found);
        }
        let sides = disjuncts(goal);
        if sides.len() > 1 {
            for side in &sides {
                find_successors(vocabulary, side, found);
            }
        }
    }
}
