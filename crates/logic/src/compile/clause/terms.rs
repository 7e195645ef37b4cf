//! Matching what is in a place with a term, and building terms in places.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use super::ClauseWriter;
use crate::cell::Cell;
use crate::code::{Address, BACKTRACK, Block, Instr, Place, Template, Word};
use crate::compile::unit::Linker;
use crate::term::{Term, Var};

/// Terms with more compounds than this are built from a template.
const MAX_COMPOUNDS: usize = 60;

impl<L: Linker> ClauseWriter<'_, L> {
    pub(super) fn get_ground(&mut self, at: Place, term: &Term) {
        let value = self.unit.constant(term);
        self.unit.emit(if value.is_constant() {
            Instr::GetConstant {
                at,
                otherwise: BACKTRACK,
                value,
            }
        } else {
            Instr::GetTerm { at, value }
        });
    }

    /// Matches what is in a place with a term that is not a variable.
    pub(super) fn get(
        &mut self,
        at: Place,
        term: &Term,
        preferred: &FxHashMap<Var, u16>,
        busy: &[bool],
    ) {
        if term.is_ground() {
            return self.get_ground(at, term);
        }
        if compounds(term) > MAX_COMPOUNDS {
            let built = self.build_template(term, None);
            self.unit.emit(Instr::GetValue { at, other: built });
            return;
        }
        let mut queue = VecDeque::from([(at, term)]);
        while let Some((at, term)) = queue.pop_front() {
            let functor = functor_cell(term);
            let start = self.unit.emit(if functor == Cell::LIST_FUNCTOR {
                Instr::GetList {
                    at,
                    otherwise: BACKTRACK,
                }
            } else {
                Instr::GetStructure {
                    at,
                    otherwise: BACKTRACK,
                    functor,
                }
            });
            for arg in term.args() {
                match arg {
                    Term::Var(var) => self.unify_var(*var, preferred, busy),
                    _ if arg.is_ground() => self.unify_ground(arg),
                    _ => {
                        let place = self.new_register();
                        self.unit.emit(Instr::UnifyVar { at: place });
                        queue.push_back((place, arg));
                    }
                }
            }
            self.fuse_list(start);
        }
    }

    /// The same for an argument of the head that may be a result of the clause: a
    /// term of several compounds is built at once where a variable is given.
    pub(super) fn get_or_build(
        &mut self,
        at: Place,
        term: &Term,
        preferred: &FxHashMap<Var, u16>,
        busy: &[bool],
    ) {
        // The first argument is mostly given.
        let is_built = at.number() > 0 && (2..=MAX_COMPOUNDS).contains(&compounds(term));
        if !is_built {
            return self.get(at, term, preferred, busy);
        }
        let known = self.known_in(term);
        let start = self.unit.emit(Instr::GetBlock {
            at,
            block: 0,
            next: BACKTRACK,
        });
        self.get(at, term, preferred, busy);
        let block = self.block(term, known);
        self.unit.patch_block(start, block);
        self.patch_here(&[start]);
    }

    /// The variables of a term that have a value.
    fn known_in(&self, term: &Term) -> FxHashSet<Var> {
        let vars = term.variables().into_iter();
        vars.filter(|var| self.place(*var).is_some()).collect()
    }

    /// The block of a term whose variables have their places; those that are not
    /// `known` get their values there.
    fn block(&mut self, term: &Term, mut known: FxHashSet<Var>) -> u32 {
        let mut words: Vec<Word> = Vec::new();
        let mut queue = VecDeque::from([term]);
        // What is in the queue comes here, one after the other.
        let mut end = size(term);
        while let Some(term) = queue.pop_front() {
            let functor = functor_cell(term);
            if functor != Cell::LIST_FUNCTOR {
                words.push(Word::Constant(functor));
            }
            for arg in term.args() {
                words.push(match arg {
                    Term::Var(var) => match self.place(*var) {
                        None => Word::Void,
                        Some(place) if known.insert(*var) => Word::New(place),
                        Some(place) => Word::Value(place),
                    },
                    _ if arg.is_ground() => Word::Constant(self.unit.constant(arg)),
                    _ => {
                        queue.push_back(arg);
                        let at = end;
                        end += size(arg);
                        Word::Inner(pointer(arg, at))
                    }
                });
            }
        }
        self.unit.block(Block {
            root: pointer(term, 0),
            words: words.into(),
        })
    }

    /// Matches what is in a place with a constant or a structure of new variables;
    /// returns the address of the instruction that may fail.
    pub(super) fn match_term(&mut self, at: Place, term: &Term) -> Address {
        let start = self.unit.here();
        self.get(at, term, &FxHashMap::default(), &[]);
        start
    }

    /// Replaces `[H|T]` on registers by one instruction.
    pub(super) fn fuse_list(&mut self, start: Address) {
        let start = start as usize - self.unit.base.code;
        let register = |place: Place| (!place.is_slot()).then(|| place.number() as u16);
        let fused = match self.unit.code[start..] {
            [
                Instr::GetList { at, otherwise },
                Instr::UnifyVars {
                    first: head,
                    second: tail,
                },
            ] => register(at)
                .zip(register(head))
                .zip(register(tail))
                .map(|((at, head), tail)| Instr::GetListVars {
                    at,
                    head,
                    tail,
                    otherwise,
                }),
            [
                Instr::GetList {
                    at,
                    otherwise: BACKTRACK,
                },
                Instr::UnifyValue { at: head },
                Instr::UnifyVar { at: tail },
            ] => register(at)
                .zip(register(head))
                .zip(register(tail))
                .map(|((at, head), tail)| Instr::GetListValueVar { at, head, tail }),
            _ => None,
        };
        if let Some(instr) = fused {
            self.unit.code.truncate(start);
            self.unit.emit(instr);
        }
    }

    pub(super) fn unify_var(&mut self, var: Var, preferred: &FxHashMap<Var, u16>, busy: &[bool]) {
        if let Some(at) = self.place(var) {
            self.unit.emit(Instr::UnifyValue { at });
            return;
        }
        if self.is_void(var) {
            if let Some(Instr::UnifyVoid { count }) = self.unit.code.last_mut() {
                *count += 1;
            } else {
                self.unit.emit(Instr::UnifyVoid { count: 1 });
            }
            return;
        }
        let wanted = preferred.get(&var).copied().filter(|&register| {
            let taken = self.state.places.values();
            let is_free = busy.get(register as usize).is_none_or(|busy| !busy);
            is_free && !taken.into_iter().any(|&p| p == Place::register(register))
        });
        let at = self.give_place(var, wanted.map(Place::register));
        self.unit.emit(Instr::UnifyVar { at });
    }

    pub(super) fn unify_ground(&mut self, term: &Term) {
        let value = self.unit.constant(term);
        self.unit.emit(if value.is_constant() {
            Instr::UnifyConstant { value }
        } else {
            Instr::UnifyTerm { value }
        });
    }

    /// Loads a term into a place; a variable may stay where it is if `to` is none.
    pub(super) fn put(&mut self, term: &Term, to: Option<Place>) -> Place {
        match term {
            Term::Var(var) => self.put_var(*var, to),
            _ if term.is_ground() => {
                let value = self.unit.constant(term);
                let to = to.unwrap_or_else(|| self.new_register());
                self.unit.emit(Instr::PutConstant { to, value });
                to
            }
            _ if compounds(term) > MAX_COMPOUNDS => self.build_template(term, to),
            _ => self.build(term, to),
        }
    }

    pub(super) fn put_var(&mut self, var: Var, to: Option<Place>) -> Place {
        match (self.place(var), to) {
            (Some(from), None) => from,
            (Some(from), Some(to)) => {
                if from != to {
                    self.unit.emit(Instr::Move { to, from });
                }
                to
            }
            (None, to) => {
                let home = self.give_place(var, to);
                self.unit.emit(Instr::PutVar { to: home });
                match to {
                    Some(to) if to != home => {
                        self.unit.emit(Instr::Move { to, from: home });
                        to
                    }
                    _ => home,
                }
            }
        }
    }

    pub(super) fn build(&mut self, term: &Term, to: Option<Place>) -> Place {
        if compounds(term) > 1 || term.args().len() > 2 {
            return self.build_block(term, to);
        }
        let inner: Vec<Option<Place>> = term
            .args()
            .iter()
            .map(|arg| {
                let is_built = matches!(arg, Term::Compound(_)) && !arg.is_ground();
                is_built.then(|| self.build(arg, None))
            })
            .collect();
        let to = to.unwrap_or_else(|| self.new_register());
        let functor = functor_cell(term);
        self.unit.emit(if functor == Cell::LIST_FUNCTOR {
            Instr::PutList { to }
        } else {
            Instr::PutStructure { to, functor }
        });
        for (arg, inner) in term.args().iter().zip(inner) {
            match (arg, inner) {
                (_, Some(at)) => {
                    self.unit.emit(Instr::UnifyValue { at });
                }
                (Term::Var(var), None) => self.unify_var(*var, &FxHashMap::default(), &[]),
                (ground, None) => self.unify_ground(ground),
            }
        }
        to
    }

    /// Builds a term at once.
    fn build_block(&mut self, term: &Term, to: Option<Place>) -> Place {
        let known = self.known_in(term);
        for var in term.variables() {
            if self.place(var).is_none() && !self.is_void(var) {
                self.give_place(var, None);
            }
        }
        let block = self.block(term, known);
        let to = to.unwrap_or_else(|| self.new_register());
        self.unit.emit(Instr::PutBlock { to, block });
        to
    }

    pub(super) fn build_template(&mut self, term: &Term, to: Option<Place>) -> Place {
        let vars = term.variables();
        let places = vars.iter().map(|var| self.initialised(*var)).collect();
        let numbers: FxHashMap<Var, u32> = vars.iter().copied().zip(0..).collect();
        let template = self.unit.template(Template {
            term: term.map_vars(|var| Term::var(numbers[&var])),
            places,
        });
        let to = to.unwrap_or_else(|| self.new_register());
        self.unit.emit(Instr::PutTemplate { to, template });
        to
    }

    pub(super) fn unify(&mut self, a: &Term, b: &Term) {
        match (a, b) {
            (Term::Var(x), Term::Var(y)) => match (self.place(*x), self.place(*y)) {
                (Some(at), Some(other)) => {
                    self.unit.emit(Instr::GetValue { at, other });
                }
                (Some(from), None) => self.alias(*y, from),
                (None, Some(from)) => self.alias(*x, from),
                (None, None) => {
                    let from = self.initialised(*x);
                    if x != y {
                        self.alias(*y, from);
                    }
                }
            },
            (Term::Var(var), term) | (term, Term::Var(var)) => {
                let occurs = term
                    .subterms()
                    .any(|t| matches!(t, Term::Var(v) if v == var));
                match self.place(*var) {
                    Some(at) => self.get(at, term, &FxHashMap::default(), &[]),
                    None if occurs => {
                        let at = self.initialised(*var);
                        self.get(at, term, &FxHashMap::default(), &[]);
                    }
                    None => {
                        let to = self.put(term, None);
                        self.alias(*var, to);
                    }
                }
            }
            _ => {
                let at = self.put(a, None);
                self.get(at, b, &FxHashMap::default(), &[]);
            }
        }
    }

    /// Gives a variable without a value what is in a place.
    pub(super) fn alias(&mut self, var: Var, from: Place) {
        let to = self.give_place(var, None);
        self.unit.emit(Instr::Move { to, from });
    }
}

/// The cells of a compound without those of its arguments.
fn size(term: &Term) -> usize {
    term.args().len() + usize::from(functor_cell(term) != Cell::LIST_FUNCTOR)
}

/// Points to a compound at this address.
fn pointer(term: &Term, address: usize) -> Cell {
    if functor_cell(term) == Cell::LIST_FUNCTOR {
        Cell::list(address)
    } else {
        Cell::structure(address)
    }
}

fn functor_cell(term: &Term) -> Cell {
    let functor = term.functor().expect("only compounds are taken apart");
    Cell::functor(functor.name, functor.arity)
}

fn compounds(term: &Term) -> usize {
    term.subterms()
        .filter(|t| matches!(t, Term::Compound(_)))
        .take(MAX_COMPOUNDS + 1)
        .count()
}
