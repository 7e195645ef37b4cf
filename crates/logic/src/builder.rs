//! Building a program: clauses and declarations are collected, then compiled.

mod declarations;
mod facts;

use std::sync::{Arc, LazyLock, OnceLock};

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::builder::declarations::{declared, indicated, modes_of};
use crate::builder::facts::FactRows;
use crate::builtins;
use crate::clauses::{ClauseSet, Heads};
use crate::code::Instr;
use crate::compile::clause::{compile_clause, head_and_body};
use crate::compile::goal::Goal;
use crate::compile::guards::{self, Rule};
use crate::compile::matches;
use crate::compile::unfold::SimpleRules;
use crate::compile::unit::Unit;
use crate::compile::{CompileError, MAX_ARITY};
use crate::dcg;
use crate::kif::KifReader;
use crate::machine::control;
use crate::machine::spare::Spares;
use crate::machine::tabling::Modes;
use crate::native::{Call, Native, NativeError, RowIterator};
use crate::operators::Operators;
use crate::program::{Definition, Initial, Preds, Program, ProgramError, Unknown};
use crate::proof::Explained;
use crate::protected::is_protected;
use crate::reader::{ReadTerm, Reader};
use crate::relation::Relation;
use crate::source::{Source, SyntaxError};
use crate::symbol::sym;
use crate::term::{Functor, Term};

/// Modules of the library whose predicates a program must ask for by
/// `use_module/1`: their names are common words.
const MODULES: &[(&str, &str)] = &[
    ("clpfd", include_str!("library/clpfd.pl")),
    ("dcg/basics", include_str!("library/dcg_basics.pl")),
    ("gensym", include_str!("library/gensym.pl")),
    ("occurs", include_str!("library/occurs.pl")),
    ("option", include_str!("library/option.pl")),
    ("ugraphs", include_str!("library/ugraphs.pl")),
];

static LIBRARY: LazyLock<Program> = LazyLock::new(|| {
    let source = Source::new("library", include_str!("library.pl"));
    let mut builder = ProgramBuilder::of_library();
    builder
        .consult(&source)
        .and_then(|()| builder.try_build())
        .expect("the library's own clauses compile")
});

/// Collects clauses and declarations, then compiles them.
#[derive(Clone)]
pub struct ProgramBuilder {
    base: Program,
    clauses: IndexMap<Functor, Vec<Clause>, FxBuildHasher>,
    /// Predicates of which only facts are known; they have no other clauses.
    facts: IndexMap<Functor, FactRows, FxBuildHasher>,
    /// Clauses whose bodies are compiled once all predicates are known.
    pending: Vec<(Term, Term, Option<Place>)>,
    tabled: FxHashSet<Functor>,
    /// Which answers of tabled predicates are kept, where not all are: for each
    /// argument with a mode, its place and the mode.
    modes: FxHashMap<Functor, Vec<(usize, Term)>>,
    dynamic: IndexMap<Functor, Vec<Term>, FxBuildHasher>,
    natives: IndexMap<Functor, Native, FxBuildHasher>,
    /// Only the library may define protected predicates.
    is_library: bool,
    explains: bool,
    /// Library modules in use.
    modules: FxHashSet<&'static str>,
}

/// A clause ready to be compiled.
#[derive(Clone)]
struct Clause {
    head: Term,
    body: Goal,
    place: Option<Place>,
}

impl Clause {
    fn is_ground_fact(&self) -> bool {
        self.head.is_ground() && matches!(&self.body, Goal::And(goals) if goals.is_empty())
    }
}

/// Where a clause is in its source.
#[derive(Clone, Debug)]
struct Place {
    /// Shared by all clauses of a source: there may be millions.
    name: Arc<str>,
    line: u32,
    column: u32,
}

/// The names of the modules that must be asked for.
#[cfg(test)]
pub(crate) fn modules() -> impl Iterator<Item = &'static str> {
    MODULES.iter().map(|(name, _)| *name)
}

/// The library every program starts from.
pub(crate) fn library() -> &'static Program {
    &LIBRARY
}

impl ProgramBuilder {
    pub(crate) fn on(base: Program) -> ProgramBuilder {
        ProgramBuilder {
            base,
            clauses: IndexMap::default(),
            facts: IndexMap::default(),
            pending: Vec::new(),
            tabled: FxHashSet::default(),
            modes: FxHashMap::default(),
            dynamic: IndexMap::default(),
            natives: IndexMap::default(),
            is_library: false,
            explains: false,
            modules: FxHashSet::default(),
        }
    }

    /// The builder of the library itself, with only what is built in.
    fn of_library() -> ProgramBuilder {
        let mut unit = Unit::default();
        // Jumping to address 0 backtracks; address 1 ends a query.
        unit.emit(Instr::Fail);
        unit.emit(Instr::Halt);
        unit.emit(Instr::NewAnswer);
        let mut preds = Preds::default();
        for (functor, id) in builtins::all() {
            preds.add(functor, Definition::Builtin(id));
        }
        for (functor, control) in control::all() {
            preds.add(functor, Definition::Control(control));
        }
        control::emit_catch(&mut unit, &mut preds);
        let base = Program {
            unit,
            constants: Vec::new(),
            preds,
            operators: Operators::default(),
            unknown: Unknown::Error,
            ground: OnceLock::new(),
            explained: Explained::default(),
            spares: Spares::default(),
            sources: FxHashMap::default(),
            simple_rules: SimpleRules::default(),
            dynamic: Vec::new(),
        };
        ProgramBuilder {
            is_library: true,
            ..ProgramBuilder::on(base)
        }
    }

    /// Adds the clauses and directives of a Prolog text. Reports every error in
    /// it, and keeps what could be read.
    pub fn consult(&mut self, source: &Source) -> Result<(), Vec<ProgramError>> {
        let mut reader = Reader::with_operators(source, self.base.operators.clone());
        let read = self.consult_all(source, || reader.next_clause());
        self.base.operators = reader.operators().clone();
        read
    }

    /// Adds the clauses of a game in KIF. The facts of the current state,
    /// `true/1` and `does/2`, may be asserted; there are none at first.
    pub fn consult_kif(&mut self, source: &Source) -> Result<(), Vec<ProgramError>> {
        let mut reader = KifReader::new(source);
        let read = self.consult_all(source, || reader.next_clause());
        for functor in [Functor::new("true", 1), Functor::new("does", 2)] {
            if !self.clauses.contains_key(&functor) {
                let declared = self.dynamic(functor);
                declared.expect("the language does not define these");
            }
        }
        read
    }

    fn consult_all(
        &mut self,
        source: &Source,
        mut next_clause: impl FnMut() -> Option<Result<ReadTerm, SyntaxError>>,
    ) -> Result<(), Vec<ProgramError>> {
        let name: Arc<str> = source.name.as_str().into();
        let mut errors = Vec::new();
        while let Some(read) = next_clause() {
            match read {
                Ok(read) => {
                    if let Err(error) = self.read_clause(&read, &name) {
                        errors.push(error);
                    }
                }
                Err(error) => errors.push(error.into()),
            }
        }
        if errors.is_empty() {
            Ok(())
        } else {
            Err(errors)
        }
    }

    fn read_clause(&mut self, read: &ReadTerm, name: &Arc<str>) -> Result<(), ProgramError> {
        let place = Place {
            name: name.clone(),
            line: read.line,
            column: read.column,
        };
        let located = |error| place.clone().error(error);
        if let Some([directive]) = read.term.as_compound(sym::NECK, 1) {
            return self.directive(directive).map_err(located);
        }
        self.add(&read.term, Some(place.clone())).map_err(located)
    }

    /// Adds a clause, `Head :- Body` or a fact.
    pub fn clause(&mut self, clause: &Term) -> Result<(), CompileError> {
        self.add(clause, None)
    }

    fn add(&mut self, clause: &Term, place: Option<Place>) -> Result<(), CompileError> {
        if let Some(translated) = dcg::clause(clause) {
            return self.add(&translated?, place);
        }
        let (head, body) = head_and_body(clause);
        let functor = head
            .functor()
            .ok_or_else(|| CompileError::NotCallable(head.clone()))?;
        if functor.arity > MAX_ARITY {
            return Err(CompileError::TooManyArguments(functor));
        }
        self.claim(functor)?;
        if let Some(clauses) = self.dynamic.get_mut(&functor) {
            clauses.push(Term::compound(sym::NECK, [head, body]));
            return Ok(());
        }
        if let Some(place) = &place
            && body.is_atom(sym::TRUE)
            && self.add_row(functor, &head, place)
        {
            return Ok(());
        }
        self.expand(functor);
        self.clauses.entry(functor).or_default();
        self.pending.push((head, body, place));
        Ok(())
    }

    /// Adds a fact to the rows of its predicate, if that has no other clauses.
    fn add_row(&mut self, functor: Functor, head: &Term, place: &Place) -> bool {
        if functor.arity == 0 {
            return false;
        }
        if let Some(rows) = self.facts.get_mut(&functor) {
            return rows.push(head, place, &mut self.base.unit);
        }
        let mut rows = FactRows::new(functor, place.name.clone());
        if self.clauses.contains_key(&functor) || !rows.push(head, place, &mut self.base.unit) {
            return false;
        }
        self.clauses.entry(functor).or_default();
        self.facts.insert(functor, rows);
        true
    }

    /// Turns the rows of a predicate into clauses like any others.
    fn expand(&mut self, functor: Functor) {
        if let Some(rows) = self.facts.shift_remove(&functor) {
            let terms = rows.terms(&self.base.unit);
            let clauses = terms.map(|(head, place)| (head, Term::Atom(sym::TRUE), Some(place)));
            self.pending.extend(clauses);
        }
    }

    /// Makes a predicate the program's own, if it may be. The library keeps
    /// calling its own predicate of that name.
    fn claim(&mut self, functor: Functor) -> Result<(), CompileError> {
        if self.is_library {
            return Ok(());
        }
        if is_protected(functor) {
            return Err(CompileError::Redefinition(functor));
        }
        let Some(number) = self.base.preds.find(functor) else {
            return Ok(());
        };
        let definition = &self.base.preds.list[number as usize].definition;
        if matches!(definition, Definition::Unknown) || self.base.preds.is_overridden(functor) {
            return Ok(());
        }
        self.base.preds.overridden.insert(functor);
        self.base.preds.add(functor, Definition::Unknown);
        Ok(())
    }

    fn directive(&mut self, directive: &Term) -> Result<(), CompileError> {
        if let Some([_, _]) = directive.as_compound(sym::COMMA, 2) {
            let goals = directive.conjuncts();
            return goals.iter().try_for_each(|goal| self.directive(goal));
        }
        let functor = directive.functor();
        let name = functor.map_or("", |functor| functor.name.as_str());
        match (name, directive.args()) {
            ("table", [declared]) => self.table_all(declared)?,
            ("dynamic" | "thread_local", [indicators]) => {
                for functor in self.indicators(indicators)? {
                    self.dynamic(functor)?;
                }
            }
            ("use_module" | "autoload", [module, ..]) => self.use_module(module),
            // Declarations for other systems; the reader handles operators.
            (
                "discontiguous"
                | "op"
                | "style_check"
                | "module"
                | "ensure_loaded"
                | "set_prolog_flag"
                | "multifile"
                | "initialization"
                | "license"
                | "reexport"
                | "meta_predicate"
                | "module_transparent"
                | "public"
                | "encoding"
                | "volatile"
                | "expects_dialect"
                | "noprofile"
                | "set_stream"
                | "redefine_system_predicate",
                _,
            ) => {}
            _ => return Err(CompileError::UnknownDirective(directive.clone())),
        }
        Ok(())
    }

    /// Adds the predicates of a library module that is not always there.
    fn use_module(&mut self, module: &Term) {
        let name = module
            .as_compound("library".into(), 1)
            .map(|args| args[0].to_string());
        let found = MODULES
            .iter()
            .find(|(known, _)| Some(*known) == name.as_deref());
        if let Some((name, _)) = found {
            self.modules.insert(name);
        }
    }

    /// Adds the clauses of the modules in use, except for predicates that the
    /// program defines itself.
    fn add_modules(&mut self) -> Result<(), Vec<ProgramError>> {
        for (name, text) in MODULES {
            if !self.modules.contains(name) {
                continue;
            }
            let own: FxHashSet<Functor> = self.clauses.keys().copied().collect();
            let source = Source::new(*name, *text);
            let mut reader = Reader::new(&source);
            while let Some(read) = reader.next_clause() {
                let term = read.map_err(|error| vec![error.into()])?.term;
                let clause = dcg::clause(&term).unwrap_or(Ok(term));
                let clause = clause.map_err(|error| vec![Place::or_unknown(None).error(error)])?;
                let (head, _) = head_and_body(&clause);
                let Some(functor) = head.functor() else {
                    continue;
                };
                if own.contains(&functor) || self.dynamic.contains_key(&functor) {
                    continue;
                }
                let added = self.add(&clause, None);
                added.map_err(|error| vec![Place::or_unknown(None).error(error)])?;
            }
        }
        Ok(())
    }

    fn indicators(&self, term: &Term) -> Result<Vec<Functor>, CompileError> {
        let indicators = declared(term).into_iter();
        indicators
            .map(|term| indicated(&term).ok_or(CompileError::NotAnIndicator(term)))
            .collect()
    }

    /// Tables what a directive names: predicates, or heads with modes.
    fn table_all(&mut self, term: &Term) -> Result<(), CompileError> {
        for term in declared(term) {
            let (functor, modes) = match indicated(&term) {
                Some(functor) => (functor, Some(Vec::new())),
                None => (
                    term.functor().unwrap_or(Functor::new("", 0)),
                    modes_of(&term),
                ),
            };
            let modes = modes.ok_or(CompileError::NotAnIndicator(term))?;
            self.table(functor);
            if !modes.is_empty() {
                self.modes.insert(functor, modes);
            }
        }
        Ok(())
    }

    /// Tables a predicate: its answers are stored and shared, so that recursion
    /// terminates.
    pub fn table(&mut self, functor: Functor) -> &mut ProgramBuilder {
        self.tabled.insert(functor);
        self
    }

    /// Lets each machine change the clauses of a predicate for itself.
    pub fn dynamic(&mut self, functor: Functor) -> Result<(), CompileError> {
        self.claim(functor)?;
        self.expand(functor);
        let clauses = self.dynamic.entry(functor).or_default();
        if self.clauses.shift_remove(&functor).is_some() {
            let (own, rest) = std::mem::take(&mut self.pending)
                .into_iter()
                .partition(|(head, _, _)| head.functor() == Some(functor));
            let own: Vec<(Term, Term, Option<Place>)> = own;
            self.pending = rest;
            clauses.extend(
                own.into_iter()
                    .map(|(head, body, _)| Term::compound(sym::NECK, [head, body])),
            );
        }
        Ok(())
    }

    /// Lets the program prove its answers; see [`Program::parse_explained_query`].
    pub fn explain(&mut self) -> &mut ProgramBuilder {
        self.explains = true;
        self
    }

    /// Adds the clauses that also give proofs.
    fn add_explained(&mut self) {
        let is_rule = |(_, body, _): &&(Term, Term, Option<Place>)| !body.is_atom(sym::TRUE);
        let rules = self.pending.iter().filter(is_rule);
        let rules: FxHashSet<Functor> = rules.filter_map(|(head, _, _)| head.functor()).collect();
        let explained = Explained {
            facts: self
                .clauses
                .keys()
                .copied()
                .filter(|functor| !rules.contains(functor))
                .collect(),
            rules,
            tabled: self.tabled.clone(),
        };
        let further: Vec<(Term, Term, Option<Place>)> = self
            .pending
            .iter()
            .filter(|(head, _, _)| head.functor().is_some_and(|f| explained.rules.contains(&f)))
            .map(|(head, body, place)| {
                let shown = place.as_ref().map(|p| format!("{}:{}", p.name, p.line));
                let (head, body) = explained.clause(head, body, shown);
                (head, body, place.clone())
            })
            .collect();
        for (head, _, _) in &further {
            let functor = head.functor().expect("a head is callable");
            self.clauses.entry(functor).or_default();
        }
        self.pending.extend(further);
        self.base.explained = explained;
    }

    /// What happens when a predicate that does not exist is called.
    pub fn unknown(&mut self, unknown: Unknown) -> &mut ProgramBuilder {
        self.base.unknown = unknown;
        self
    }

    /// Adds a predicate written in Rust that succeeds at most once.
    pub fn native(
        &mut self,
        functor: Functor,
        run: impl Fn(&mut Call<'_>) -> Result<bool, NativeError> + Send + Sync + 'static,
    ) -> &mut ProgramBuilder {
        self.natives.insert(functor, Native::Once(Arc::new(run)));
        self
    }

    /// Adds a predicate written in Rust that gives any number of answers.
    pub fn native_many(
        &mut self,
        functor: Functor,
        run: impl Fn(&mut Call<'_>) -> Result<RowIterator, NativeError> + Send + Sync + 'static,
    ) -> &mut ProgramBuilder {
        self.natives.insert(functor, Native::Many(Arc::new(run)));
        self
    }

    /// Compiles everything; clauses that cannot be compiled are reported.
    pub fn try_build(mut self) -> Result<Program, Vec<ProgramError>> {
        // Modules may use names that programs may not.
        let is_library = std::mem::replace(&mut self.is_library, true);
        self.add_modules()?;
        self.is_library = is_library;
        for functor in self.tabled.clone() {
            self.expand(functor);
        }
        let mut errors = Vec::new();
        if !self.is_library {
            self.keep_sources();
        }
        if self.explains {
            self.add_explained();
        }
        for (head, body, place) in std::mem::take(&mut self.pending) {
            let functor = head.functor().expect("checked when it was added");
            let preds = &self.base.preds;
            match Goal::from_term(&body, &|functor| preds.is_overridden(functor)) {
                Ok(body) => {
                    let body = matches::marked(&head, body);
                    let clause = Clause { head, body, place };
                    self.clauses.entry(functor).or_default().push(clause);
                }
                Err(error) => errors.push(Place::or_unknown(place).error(error)),
            }
        }
        for (functor, native) in std::mem::take(&mut self.natives) {
            if let Err(error) = self.claim(functor) {
                errors.push(Place::or_unknown(None).error(error));
                continue;
            }
            self.base.preds.define(functor, Definition::Native(native));
        }
        let mut dynamic = Vec::new();
        for (functor, clauses) in std::mem::take(&mut self.dynamic) {
            let number = self.base.dynamic.len();
            self.base.dynamic.push(Initial {
                clauses,
                compiled: None,
            });
            self.base.preds.define(functor, Definition::Dynamic(number));
            dynamic.push((functor, number));
        }
        for functor in self.tabled.clone() {
            self.clauses.entry(functor).or_default();
        }
        // Fact tables first: the compiler uses them for joins.
        for (functor, rows) in std::mem::take(&mut self.facts) {
            self.clauses.shift_remove(&functor);
            let relation = Definition::Relation(rows.into_relation());
            self.base.preds.define(functor, relation);
        }
        let (facts, rules): (Vec<_>, Vec<_>) = std::mem::take(&mut self.clauses)
            .into_iter()
            .partition(|(functor, clauses)| self.is_table(*functor, clauses));
        for (functor, clauses) in facts {
            self.base.sources.remove(&functor);
            let relation = self.relation(functor, &clauses);
            self.base
                .preds
                .define(functor, Definition::Relation(relation));
        }
        let rules = self.unfolded(rules);
        for (functor, clauses) in rules {
            match self.compile(functor, &clauses) {
                Ok(definition) => self.base.preds.define(functor, definition),
                Err(error) => errors.push(error),
            }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        for (functor, number) in dynamic {
            self.base.dynamic[number].compiled = self.compile_initial(functor, number);
        }
        self.base.constants = self.base.unit.constant_cells();
        self.base.ground = OnceLock::new();
        Ok(self.base)
    }

    /// The clauses with their calls of simple rules replaced. The library's stay as
    /// they are: programs may redefine what they call.
    fn unfolded(&mut self, mut rules: Vec<(Functor, Vec<Clause>)>) -> Vec<(Functor, Vec<Clause>)> {
        if self.is_library {
            return rules;
        }
        let only = rules
            .iter()
            .filter_map(|(functor, clauses)| match &clauses[..] {
                [Clause { head, body, .. }] if !self.tabled.contains(functor) => Some((head, body)),
                _ => None,
            });
        let simple = SimpleRules::among(only, &self.base.preds);
        for Clause { head, body, .. } in rules.iter_mut().flat_map(|(_, clauses)| clauses) {
            *body = simple.unfolded(head, body, |_| false);
        }
        self.base.simple_rules = simple;
        rules
    }

    /// The compiled clauses that a dynamic predicate starts with.
    fn compile_initial(&mut self, functor: Functor, number: usize) -> Option<ClauseSet> {
        let clauses = self.base.dynamic[number].clauses.clone();
        let preds = &self.base.preds;
        let clauses: Option<Vec<Clause>> = clauses
            .iter()
            .map(|clause| {
                let (head, body) = head_and_body(clause);
                let body = Goal::from_term(&body, &|functor| preds.is_overridden(functor)).ok()?;
                let body = matches::marked(&head, body);
                Some(Clause {
                    head,
                    body,
                    place: None,
                })
            })
            .collect();
        match self.compile(functor, &clauses.filter(|clauses| !clauses.is_empty())?) {
            Ok(Definition::Clauses(set)) => Some(set),
            _ => None,
        }
    }

    /// Keeps the clauses that will be compiled, for `clause/2`.
    fn keep_sources(&mut self) {
        for (head, body, _) in &self.pending {
            let functor = head.functor().expect("checked when it was added");
            if !is_protected(functor) {
                let clause = Term::compound(sym::NECK, [head.clone(), body.clone()]);
                self.base.sources.entry(functor).or_default().push(clause);
            }
        }
    }

    /// Whether a predicate consists of ground facts.
    fn is_table(&self, functor: Functor, clauses: &[Clause]) -> bool {
        functor.arity > 0
            && !clauses.is_empty()
            && !self.tabled.contains(&functor)
            && clauses.iter().all(Clause::is_ground_fact)
    }

    fn relation(&mut self, functor: Functor, clauses: &[Clause]) -> Relation {
        let mut relation = Relation::new(functor.arity);
        let mut row = Vec::with_capacity(functor.arity);
        for Clause { head, .. } in clauses {
            row.clear();
            row.extend(head.args().iter().map(|arg| self.base.unit.constant(arg)));
            relation.push(&row);
        }
        relation
    }

    fn compile(
        &mut self,
        functor: Functor,
        clauses: &[Clause],
    ) -> Result<Definition, ProgramError> {
        let is_tabled = self.tabled.contains(&functor);
        let mut addresses = Vec::with_capacity(clauses.len());
        let mut heads = Heads::new(functor.arity);
        let rules: Vec<Rule<'_>> = clauses
            .iter()
            .map(|Clause { head, body, .. }| Rule { head, body })
            .collect();
        let mut next = 0;
        while let Some(Clause { head, body, place }) = clauses.get(next) {
            let joined = guards::joined(&rules[next..]);
            let (body, count) = joined.as_ref().map_or((body, 1), |(body, n)| (body, *n));
            next += count;
            let Program { unit, preds, .. } = &mut self.base;
            let address = compile_clause(head, body, unit, preds)
                .map_err(|error| Place::or_unknown(place.clone()).error(error))?;
            addresses.push(address);
            heads.push(head, body.cuts_first());
        }
        let set = ClauseSet::new(addresses, heads);
        if let (true, Some(quick)) = (self.is_library, builtins::quick(functor)) {
            return Ok(Definition::Quick(quick, set));
        }
        if !is_tabled {
            return Ok(Definition::Clauses(set));
        }
        let modes = self.modes.get(&functor).map(|modes| Modes {
            places: modes.iter().map(|(place, _)| *place).collect(),
            list: {
                let list = Term::list(modes.iter().map(|(_, mode)| mode.clone()));
                self.base.unit.constant(&list)
            },
        });
        Ok(Definition::Tabled(set, modes))
    }
}

impl Place {
    fn or_unknown(place: Option<Place>) -> Place {
        place.unwrap_or(Place {
            name: "program".into(),
            line: 1,
            column: 1,
        })
    }

    fn error(self, error: CompileError) -> ProgramError {
        ProgramError::Clause {
            name: self.name.to_string(),
            line: self.line,
            column: self.column,
            error,
        }
    }
}
