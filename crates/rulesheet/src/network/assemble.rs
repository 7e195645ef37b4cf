//! From ground rules to a network.

use rustc_hash::{FxHashMap, FxHashSet};

use super::builder::Builder;
use super::{Network, Signal, constants, schedule};
use crate::components::Graph;
use crate::ground::{GroundLiteral, Grounding};
use crate::program::{Predicate, Program};
use crate::terms::{FunctorId, TermId};

/// A network whose gates are not in order yet.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The gates. The first inputs are the facts, then come the moves by role.
    pub builder: Builder,
    /// The facts of the position.
    pub facts: Vec<TermId>,
    /// The moves by role.
    pub moves: Vec<Vec<TermId>>,
    /// Which facts hold at the start.
    pub initial: Vec<bool>,
    /// What makes each fact hold next.
    pub next: Vec<Signal>,
    /// What makes each move legal.
    pub legal: Vec<Vec<Signal>>,
    /// What ends the game.
    pub terminal: Signal,
    /// For each role, values of goals and what gives them.
    pub goals: Vec<Vec<(i64, Signal)>>,
    /// For each role, what it is told and when.
    pub sees: Vec<Vec<(TermId, Signal)>>,
}

/// Makes the network of a grounded game with these roles.
pub fn assemble(
    program: &Program,
    grounding: &Grounding,
    roles: &[TermId],
) -> Result<Network, NegativeLoop> {
    let draft = Assembler::new(program, grounding, roles).run()?;
    Ok(schedule::schedule(&constants::simplify(draft)))
}

/// An atom that depends on its own negation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NegativeLoop(pub TermId);

/// What an atom's value comes from.
enum Origin {
    Known(bool),
    Input(Signal),
    Derived,
}

struct Assembler<'a> {
    program: &'a Program,
    grounding: &'a Grounding,
    roles: &'a [TermId],
    predicates: FxHashMap<FunctorId, Predicate>,
    /// The bodies of each head's rules.
    bodies: FxHashMap<TermId, Vec<&'a [GroundLiteral]>>,
    /// The members of each group that is counted.
    groups: FxHashMap<(Predicate, &'a [TermId]), Vec<TermId>>,
    /// The digits of sums that were made.
    sums: FxHashMap<(Predicate, &'a [TermId]), Vec<Signal>>,
    signals: FxHashMap<TermId, Signal>,
    builder: Builder,
}

impl<'a> Assembler<'a> {
    fn new(program: &'a Program, grounding: &'a Grounding, roles: &'a [TermId]) -> Assembler<'a> {
        let mut terms = grounding.terms.clone();
        let predicates = program
            .predicates
            .iter()
            .enumerate()
            .map(|(number, d)| (terms.functor(d.functor), Predicate(number as u32)))
            .collect();
        let mut bodies: FxHashMap<TermId, Vec<&[GroundLiteral]>> = FxHashMap::default();
        for (head, body) in grounding.rules() {
            // A rule that asks what it gives adds nothing.
            if !body.iter().any(|l| !l.is_denied() && l.atom() == head) {
                bodies.entry(head).or_default().push(body);
            }
        }
        let mut groups: FxHashMap<(Predicate, &[TermId]), Vec<TermId>> = FxHashMap::default();
        for definition in &program.predicates {
            let Some(member) = definition.counts else {
                continue;
            };
            for &fact in &grounding.facts.relation(member).facts {
                let args = grounding.terms.args(fact);
                let group = &args[..args.len().saturating_sub(1)];
                groups.entry((member, group)).or_default().push(fact);
            }
        }
        Assembler {
            program,
            grounding,
            roles,
            predicates,
            bodies,
            groups,
            sums: FxHashMap::default(),
            signals: FxHashMap::default(),
            builder: Builder::new(),
        }
    }

    fn predicate(&self, atom: TermId) -> Option<Predicate> {
        let terms = &self.grounding.terms;
        match terms.functor_of(atom) {
            Some(functor) => self.predicates.get(&functor).copied(),
            None => {
                let functor = terms.term(atom).functor()?;
                self.program.by_functor.get(&functor).copied()
            }
        }
    }

    fn facts_of(&self, predicate: Predicate) -> &'a [TermId] {
        &self.grounding.facts.relation(predicate).facts
    }

    /// The terms of facts with one argument, or of one role's facts with two, in
    /// the standard order.
    fn sorted(&self, facts: impl Iterator<Item = (TermId, TermId)>) -> Vec<(TermId, TermId)> {
        let terms = &self.grounding.terms;
        let mut listed: Vec<_> = facts
            .map(|(key, atom)| (terms.term(key), key, atom))
            .collect();
        listed.sort();
        listed
            .into_iter()
            .map(|(_, key, atom)| (key, atom))
            .collect()
    }

    fn of_role(&self, predicate: Predicate, role: TermId) -> Vec<(TermId, TermId)> {
        let terms = &self.grounding.terms;
        let facts = self.facts_of(predicate).iter().filter_map(|&atom| {
            let args = terms.args(atom);
            (args[0] == role).then_some((args[1], atom))
        });
        self.sorted(facts)
    }

    fn run(mut self) -> Result<Draft, NegativeLoop> {
        let words = self.program.words;
        let terms = &self.grounding.terms;
        let facts = self.facts_of(words.holds).iter();
        let facts = self.sorted(facts.map(|&atom| (terms.args(atom)[0], atom)));
        for &(_, atom) in &facts {
            let input = self.builder.input();
            self.signals.insert(atom, input);
        }
        let does: Vec<Vec<(TermId, TermId)>> = self
            .roles
            .iter()
            .map(|&role| self.of_role(words.does, role))
            .collect();
        for moves in &does {
            let start = self.builder.len() as u32;
            for &(_, atom) in moves {
                let input = self.builder.input();
                self.signals.insert(atom, input);
            }
            self.builder.moves.push(start..self.builder.len() as u32);
        }

        let legal_atoms: Vec<Vec<(TermId, TermId)>> = self
            .roles
            .iter()
            .map(|&role| self.of_role(words.legal, role))
            .collect();
        let next_atoms: FxHashMap<TermId, TermId> = self
            .facts_of(words.next)
            .iter()
            .map(|&atom| (terms.args(atom)[0], atom))
            .collect();
        let goal_atoms: Vec<Vec<(TermId, TermId)>> = self
            .roles
            .iter()
            .map(|&role| self.of_role(words.goal, role))
            .collect();
        let sees_atoms: Vec<Vec<(TermId, TermId)>> = self
            .roles
            .iter()
            .map(|&role| self.of_role(words.sees, role))
            .collect();
        let terminal_atom = self.facts_of(words.terminal).first().copied();

        let mut wanted: Vec<TermId> = terminal_atom.into_iter().collect();
        let by_role = legal_atoms.iter().chain(&goal_atoms).chain(&sees_atoms);
        wanted.extend(by_role.flatten().map(|&(_, atom)| atom));
        wanted.extend(facts.iter().filter_map(|(key, _)| next_atoms.get(key)));
        self.derive(&wanted)?;

        let initial = self
            .facts_of(words.init)
            .iter()
            .map(|&atom| terms.args(atom)[0]);
        let initial: rustc_hash::FxHashSet<TermId> = initial.collect();
        let signal = |atom: TermId| self.signal(atom);
        let keyed = |atoms: &[(TermId, TermId)]| -> Vec<(TermId, Signal)> {
            atoms
                .iter()
                .map(|&(key, atom)| (key, signal(atom)))
                .collect()
        };
        Ok(Draft {
            initial: facts.iter().map(|(key, _)| initial.contains(key)).collect(),
            next: facts
                .iter()
                .map(|(key, _)| {
                    next_atoms
                        .get(key)
                        .map_or(Signal::OFF, |&atom| signal(atom))
                })
                .collect(),
            legal: legal_atoms
                .iter()
                .map(|atoms| atoms.iter().map(|&(_, atom)| signal(atom)).collect())
                .collect(),
            terminal: terminal_atom.map_or(Signal::OFF, signal),
            goals: goal_atoms
                .iter()
                .map(|atoms| {
                    let values = keyed(atoms).into_iter();
                    values
                        .filter_map(|(key, signal)| Some((terms.goal(key)?, signal)))
                        .collect()
                })
                .collect(),
            sees: sees_atoms.iter().map(|atoms| keyed(atoms)).collect(),
            moves: does
                .iter()
                .map(|moves| moves.iter().map(|&(key, _)| key).collect())
                .collect(),
            facts: facts.iter().map(|&(key, _)| key).collect(),
            builder: self.builder,
        })
    }

    /// Whether an atom's rules deny or count an atom of the same cycle.
    fn denies_one_of(&self, atom: TermId, is_inside: impl Fn(TermId) -> bool) -> bool {
        if let Some((member, group, _)) = self.counted(atom) {
            let members = self.groups.get(&(member, group)).into_iter().flatten();
            return members.copied().any(is_inside);
        }
        let bodies = self.bodies.get(&atom).into_iter().flatten();
        let mut literals = bodies.flat_map(|body| body.iter());
        literals.any(|literal| literal.is_denied() && is_inside(literal.atom()))
    }

    fn origin(&self, atom: TermId) -> Origin {
        if let Some(&signal) = self.signals.get(&atom) {
            return Origin::Input(signal);
        }
        let Some(predicate) = self.predicate(atom) else {
            return Origin::Known(false);
        };
        let is_possible = self.grounding.facts.place(atom).is_some();
        match (is_possible, self.program.is_dynamic(predicate)) {
            (false, _) => Origin::Known(false),
            (true, false) => Origin::Known(true),
            (true, true) => Origin::Derived,
        }
    }

    fn signal(&self, atom: TermId) -> Signal {
        match self.origin(atom) {
            Origin::Known(true) => Signal::ON,
            Origin::Input(signal) => signal,
            // Everything wanted was derived before it is asked for.
            Origin::Known(false) | Origin::Derived => Signal::OFF,
        }
    }

    /// The atoms a derived atom depends on.
    fn depends_on(&self, atom: TermId) -> Vec<TermId> {
        if let Some((member, group, _)) = self.counted(atom) {
            return self
                .groups
                .get(&(member, group))
                .cloned()
                .unwrap_or_default();
        }
        let bodies = self.bodies.get(&atom).into_iter().flatten();
        bodies
            .flat_map(|body| body.iter().map(|l| l.atom()))
            .collect()
    }

    /// What an atom of a count counts: the predicate, the group and the number.
    fn counted(&self, atom: TermId) -> Option<(Predicate, &'a [TermId], i64)> {
        let predicate = self.predicate(atom)?;
        let member = self.program.predicates[predicate.index()].counts?;
        let (&number, group) = self.grounding.terms.args(atom).split_last()?;
        Some((member, group, self.grounding.terms.goal(number)?))
    }

    /// Makes the gates of these atoms and of all they depend on.
    fn derive(&mut self, wanted: &[TermId]) -> Result<(), NegativeLoop> {
        let mut numbers: FxHashMap<TermId, u32> = FxHashMap::default();
        let mut atoms: Vec<TermId> = Vec::new();
        let mut edges: Vec<Vec<u32>> = Vec::new();
        let mut pending: Vec<TermId> = wanted.to_vec();
        let mut number_of = |atom: TermId, pending: &mut Vec<TermId>| {
            let next = numbers.len() as u32;
            *numbers.entry(atom).or_insert_with(|| {
                pending.push(atom);
                next
            })
        };
        pending.retain(|&atom| matches!(self.origin(atom), Origin::Derived));
        pending.sort_unstable();
        pending.dedup();
        let mut queue = Vec::new();
        for atom in pending {
            number_of(atom, &mut queue);
        }
        let mut at = 0;
        while at < queue.len() {
            let atom = queue[at];
            at += 1;
            atoms.push(atom);
            let mut needs = self.depends_on(atom);
            needs.sort_unstable();
            needs.dedup();
            needs.retain(|&need| matches!(self.origin(need), Origin::Derived));
            edges.push(
                needs
                    .into_iter()
                    .map(|need| number_of(need, &mut queue))
                    .collect(),
            );
        }
        let graph = Graph::new(edges);
        for component in graph.components() {
            let is_cyclic =
                component.len() > 1 || graph.targets(component[0] as usize).contains(&component[0]);
            if !is_cyclic {
                let atom = atoms[component[0] as usize];
                let signal = self.gate(atom);
                self.signals.insert(atom, signal);
                continue;
            }
            let cycle: FxHashSet<TermId> = component
                .iter()
                .map(|&number| atoms[number as usize])
                .collect();
            let denies = |atom: &&TermId| self.denies_one_of(**atom, |a| cycle.contains(&a));
            if let Some(&atom) = cycle.iter().find(denies) {
                return Err(NegativeLoop(atom));
            }
            let members: Vec<(TermId, Signal)> = component
                .iter()
                .map(|&number| (atoms[number as usize], self.builder.new_loop()))
                .collect();
            self.signals.extend(members.iter().copied());
            for (atom, looped) in members {
                let value = self.gate(atom);
                self.builder.loops.insert(looped.wire(), value);
            }
        }
        Ok(())
    }

    /// The gate of an atom whose parts have theirs.
    fn gate(&mut self, atom: TermId) -> Signal {
        if let Some((member, group, number)) = self.counted(atom) {
            if !self.sums.contains_key(&(member, group)) {
                let members = self
                    .groups
                    .get(&(member, group))
                    .cloned()
                    .unwrap_or_default();
                let inputs = members.iter().map(|&m| self.signal(m)).collect();
                let digits = self.builder.sum(inputs);
                self.sums.insert((member, group), digits);
            }
            let digits = self.sums[&(member, group)].clone();
            return match u64::try_from(number) {
                Ok(number) => self.builder.equals(&digits, number),
                Err(_) => Signal::OFF,
            };
        }
        let bodies = self.bodies.get(&atom).cloned().unwrap_or_default();
        let terms = bodies
            .iter()
            .map(|body| {
                body.iter()
                    .map(|literal| {
                        let signal = self.signal(literal.atom());
                        if literal.is_denied() {
                            signal.opposite()
                        } else {
                            signal
                        }
                    })
                    .collect()
            })
            .collect();
        self.builder.or_of_ands(terms)
    }
}
