//! Rules ready to be computed with: predicates numbered and put into strata,
//! terms as patterns over ground terms.

use rustc_hash::FxHashMap;
use stratalog_logic::{Functor, Symbol, Term};

use super::components::Graph;
use super::normalise::Rules;
use super::rule::{Comparison, Literal, Rule, functor, is_operation, is_sign};
use super::terms::{FunctorId, TermId, Terms};

/// A predicate's number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Predicate(pub u32);

impl Predicate {
    /// The number, for indexing.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A term with variables, which are numbered within their rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// A variable.
    Var(u32),
    /// A term without variables.
    Ground(TermId),
    /// A compound term with a variable in it.
    Compound(FunctorId, Box<[Pattern]>),
}

impl Pattern {
    /// Its variables, with repetitions.
    pub fn variables(&self, found: &mut Vec<u32>) {
        match self {
            Pattern::Var(var) => found.push(*var),
            Pattern::Ground(_) => {}
            Pattern::Compound(_, args) => args.iter().for_each(|arg| arg.variables(found)),
        }
    }
}

/// An arithmetic expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expression {
    /// A number, or a variable that must have one for a value.
    Value(Pattern),
    /// A name with one argument.
    Sign(Symbol, Box<Expression>),
    /// A name with two.
    Operation(Symbol, Box<(Expression, Expression)>),
}

impl Expression {
    /// Its variables, with repetitions.
    pub fn variables(&self, found: &mut Vec<u32>) {
        match self {
            Expression::Value(pattern) => pattern.variables(found),
            Expression::Sign(_, inner) => inner.variables(found),
            Expression::Operation(_, sides) => {
                sides.0.variables(found);
                sides.1.variables(found);
            }
        }
    }
}

/// A condition over patterns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    /// The atom holds.
    Holds(Predicate, Pattern),
    /// The atom does not hold.
    Fails(Predicate, Pattern),
    /// The terms differ.
    Different(Pattern, Pattern),
    /// The integers compare so.
    Compare(Comparison, Expression, Expression),
    /// The pattern is the expression's value.
    Is(Pattern, Expression),
    /// The pattern is an integer between the two.
    Between(Expression, Expression, Pattern),
}

impl Condition {
    /// The variables that must have values before it can be decided, with repetitions.
    pub fn needs(&self, found: &mut Vec<u32>) {
        match self {
            Condition::Holds(..) => {}
            Condition::Fails(_, atom) => atom.variables(found),
            Condition::Different(a, b) => {
                a.variables(found);
                b.variables(found);
            }
            Condition::Compare(_, a, b) => {
                a.variables(found);
                b.variables(found);
            }
            Condition::Is(_, expression) => expression.variables(found),
            Condition::Between(low, high, _) => {
                low.variables(found);
                high.variables(found);
            }
        }
    }

    /// The variables that have values once it holds, besides, with repetitions.
    pub fn gives(&self, found: &mut Vec<u32>) {
        match self {
            Condition::Holds(_, pattern)
            | Condition::Is(pattern, _)
            | Condition::Between(_, _, pattern) => pattern.variables(found),
            Condition::Fails(..) | Condition::Different(..) | Condition::Compare(..) => {}
        }
    }
}

/// A rule over patterns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatternRule {
    /// The predicate it defines.
    pub predicate: Predicate,
    /// The head.
    pub head: Pattern,
    /// The conditions.
    pub body: Vec<Condition>,
    /// How many variables it has.
    pub variables: usize,
    /// The number of its clause.
    pub clause: usize,
}

/// What is known of a predicate.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Its name and arity.
    pub functor: Functor,
    /// Its rules.
    pub rules: Vec<usize>,
    /// The predicate whose facts it counts, if it is a count.
    pub counts: Option<Predicate>,
    /// Whether it depends on the position or on the moves.
    pub is_dynamic: bool,
    /// Whether it depends on the moves.
    pub needs_moves: bool,
}

/// Predicates that depend on each other, computed together.
#[derive(Clone, Debug)]
pub struct Stratum {
    /// The predicates.
    pub predicates: Vec<Predicate>,
    /// Whether they depend on themselves.
    pub is_recursive: bool,
}

/// The words of the vocabulary as predicates.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Words {
    pub role: Predicate,
    pub init: Predicate,
    pub holds: Predicate,
    pub does: Predicate,
    pub legal: Predicate,
    pub next: Predicate,
    pub terminal: Predicate,
    pub goal: Predicate,
    pub sees: Predicate,
}

impl Words {
    /// The predicates that playing a game asks.
    pub fn asked(&self) -> [Predicate; 7] {
        [
            self.role,
            self.init,
            self.legal,
            self.next,
            self.terminal,
            self.goal,
            self.sees,
        ]
    }
}

/// A rulesheet ready to be evaluated.
#[derive(Clone)]
pub struct Program {
    /// The terms that occur in it.
    pub terms: Terms,
    /// The predicates.
    pub predicates: Vec<Definition>,
    /// The predicates by name and arity.
    pub by_functor: FxHashMap<Functor, Predicate>,
    /// The vocabulary.
    pub words: Words,
    /// The rules.
    pub rules: Vec<PatternRule>,
    /// The strata, those depended on first.
    pub strata: Vec<Stratum>,
    /// Predicates that depend on their own negation, with the one denied.
    pub unstratified: Vec<(Predicate, Predicate)>,
}

impl Program {
    /// Numbers the predicates and orders them into strata. Rules that leave a
    /// variable unbound are left out: a check reports them.
    pub fn new(rules: &Rules) -> Program {
        let mut builder = Builder::default();
        let words = Words {
            role: builder.predicate(Functor::new("role", 1)),
            init: builder.predicate(Functor::new("init", 1)),
            holds: builder.predicate(Functor::new("true", 1)),
            does: builder.predicate(Functor::new("does", 2)),
            legal: builder.predicate(Functor::new("legal", 2)),
            next: builder.predicate(Functor::new("next", 1)),
            terminal: builder.predicate(Functor::new("terminal", 0)),
            goal: builder.predicate(Functor::new("goal", 2)),
            sees: builder.predicate(Functor::new("sees", 2)),
        };
        for rule in &rules.rules {
            if rule.unbound().is_empty()
                && let Some(rule) = builder.rule(rule)
                // Facts of the position and moves are given, not defined.
                && ![words.holds, words.does].contains(&rule.predicate)
            {
                let number = builder.rules.len();
                builder.predicates[rule.predicate.index()]
                    .rules
                    .push(number);
                builder.rules.push(rule);
            }
        }
        for count in &rules.counts {
            let member = builder.predicate(count.member);
            let counted = builder.predicate(count.counted);
            builder.predicates[counted.index()].counts = Some(member);
        }
        let mut program = Program {
            terms: builder.terms,
            predicates: builder.predicates,
            by_functor: builder.by_functor,
            words,
            rules: builder.rules,
            strata: Vec::new(),
            unstratified: Vec::new(),
        };
        program.stratify();
        program
    }

    /// What a predicate's rules ask: the predicate, and whether it must be known
    /// completely before.
    fn asked(&self, predicate: Predicate) -> Vec<(Predicate, bool)> {
        let definition = &self.predicates[predicate.index()];
        let mut asked: Vec<(Predicate, bool)> = definition
            .counts
            .iter()
            .map(|&member| (member, true))
            .collect();
        for &rule in &definition.rules {
            for condition in &self.rules[rule].body {
                match condition {
                    Condition::Holds(p, _) => asked.push((*p, false)),
                    Condition::Fails(p, _) => asked.push((*p, true)),
                    _ => {}
                }
            }
        }
        asked
    }

    fn stratify(&mut self) {
        let asked: Vec<Vec<(Predicate, bool)>> = (0..self.predicates.len())
            .map(|p| self.asked(Predicate(p as u32)))
            .collect();
        let graph = Graph::new(asked.iter().map(|list| list.iter().map(|(p, _)| p.0)));
        let mut component_of = vec![0; self.predicates.len()];
        let components = graph.components();
        for (number, component) in components.iter().enumerate() {
            for &p in component {
                component_of[p as usize] = number;
            }
        }
        for (number, component) in components.into_iter().enumerate() {
            let is_inside = |p: &Predicate| component_of[p.index()] == number;
            let mut is_stratified = true;
            for &p in &component {
                for &(other, must_be_known) in &asked[p as usize] {
                    if must_be_known && is_inside(&other) {
                        self.unstratified.push((Predicate(p), other));
                        is_stratified = false;
                    }
                }
            }
            let all_asked = || component.iter().flat_map(|&p| &asked[p as usize]);
            let is_recursive = all_asked().any(|(p, _)| is_inside(p));
            // What depends on its own negation may still be stratified by its
            // instances: it is left to what evaluates instances.
            let is_dynamic = !is_stratified
                || is_inside(&self.words.holds)
                || is_inside(&self.words.does)
                || all_asked().any(|(p, _)| self.predicates[p.index()].is_dynamic);
            let needs_moves = is_inside(&self.words.does)
                || all_asked().any(|(p, _)| self.predicates[p.index()].needs_moves);
            for &p in &component {
                self.predicates[p as usize].is_dynamic = is_dynamic;
                self.predicates[p as usize].needs_moves = needs_moves;
            }
            self.strata.push(Stratum {
                predicates: component.into_iter().map(Predicate).collect(),
                is_recursive,
            });
        }
    }

    /// Whether a predicate depends on the position or the moves.
    pub fn is_dynamic(&self, predicate: Predicate) -> bool {
        self.predicates[predicate.index()].is_dynamic
    }

    /// The predicates that some of these depend on, themselves included.
    pub fn needed_for(&self, wanted: &[Predicate]) -> Vec<bool> {
        let mut is_needed = vec![false; self.predicates.len()];
        let mut pending = wanted.to_vec();
        while let Some(predicate) = pending.pop() {
            if !std::mem::replace(&mut is_needed[predicate.index()], true) {
                pending.extend(self.asked(predicate).into_iter().map(|(p, _)| p));
            }
        }
        is_needed
    }
}

#[derive(Default)]
struct Builder {
    terms: Terms,
    predicates: Vec<Definition>,
    by_functor: FxHashMap<Functor, Predicate>,
    rules: Vec<PatternRule>,
}

impl Builder {
    fn predicate(&mut self, functor: Functor) -> Predicate {
        let next = Predicate(self.predicates.len() as u32);
        let predicate = *self.by_functor.entry(functor).or_insert(next);
        if predicate == next {
            self.predicates.push(Definition {
                functor,
                rules: Vec::new(),
                counts: None,
                is_dynamic: false,
                needs_moves: false,
            });
        }
        predicate
    }

    fn pattern(&mut self, term: &Term) -> Option<Pattern> {
        match term {
            Term::Var(var) => Some(Pattern::Var(var.0)),
            Term::Compound(compound) => {
                // Terms are nested at most `MAX_DEPTH` deep, so is this.
                let args: Option<Vec<Pattern>> = compound
                    .args()
                    .iter()
                    .map(|arg| self.pattern(arg))
                    .collect();
                let args = args?;
                let functor = self.terms.functor(compound.functor());
                let ground: Option<Vec<TermId>> = args
                    .iter()
                    .map(|arg| match arg {
                        Pattern::Ground(id) => Some(*id),
                        _ => None,
                    })
                    .collect();
                match ground {
                    Some(args) => self.terms.compound(functor, &args).map(Pattern::Ground),
                    None => Some(Pattern::Compound(functor, args.into())),
                }
            }
            leaf => Some(Pattern::Ground(self.terms.leaf(leaf))),
        }
    }

    fn expression(&mut self, term: &Term) -> Option<Expression> {
        let name = term.functor().map(|f| f.name);
        match (name, term.args()) {
            (Some(name), [a, b]) if is_operation(name.as_str()) => {
                let sides = (self.expression(a)?, self.expression(b)?);
                Some(Expression::Operation(name, Box::new(sides)))
            }
            (Some(name), [a]) if is_sign(name.as_str()) => {
                Some(Expression::Sign(name, Box::new(self.expression(a)?)))
            }
            _ => self.pattern(term).map(Expression::Value),
        }
    }

    fn rule(&mut self, rule: &Rule) -> Option<PatternRule> {
        // Number the rule's own variables densely.
        let mut numbers = FxHashMap::default();
        let mut rename = |term: &Term| {
            term.map_vars(|var| {
                let next = numbers.len() as u32;
                Term::var(*numbers.entry(var).or_insert(next))
            })
        };
        let head = rename(&rule.head);
        let literals: Vec<Literal> = rule.body.iter().map(|l| l.map(&mut rename)).collect();
        let variables = numbers.len();
        let mut body = Vec::with_capacity(literals.len());
        for literal in &literals {
            body.push(match literal {
                Literal::Holds(atom) => {
                    Condition::Holds(self.predicate(functor(atom)), self.pattern(atom)?)
                }
                Literal::Fails(atom) => {
                    Condition::Fails(self.predicate(functor(atom)), self.pattern(atom)?)
                }
                Literal::Different(a, b) => {
                    Condition::Different(self.pattern(a)?, self.pattern(b)?)
                }
                Literal::Compare(how, a, b) => {
                    Condition::Compare(*how, self.expression(a)?, self.expression(b)?)
                }
                Literal::Is(value, expression) => {
                    Condition::Is(self.pattern(value)?, self.expression(expression)?)
                }
                Literal::Between(low, high, value) => Condition::Between(
                    self.expression(low)?,
                    self.expression(high)?,
                    self.pattern(value)?,
                ),
            });
        }
        Some(PatternRule {
            predicate: self.predicate(functor(&head)),
            head: self.pattern(&head)?,
            body,
            variables,
            clause: rule.clause,
        })
    }
}
