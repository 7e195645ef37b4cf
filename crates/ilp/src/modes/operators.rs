//! Refinement operators: single literals, or macros.
//!
//! A literal is a provider if it gives new variables a value, and a consumer if it
//! uses one that another literal provides. A macro is a consumer at the end of
//! a chain with the providers it needs: adding it adds all of them, so that no
//! step is wasted on a provider that by itself distinguishes no examples.

use crate::modes::bottom::Bottom;
use crate::modes::settings::CoveringSettings;
use crate::order;

/// Literals that are added to a clause together, in increasing order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operator {
    /// The literals.
    pub literals: Vec<u16>,
}

/// Each literal by itself.
pub fn single_literals(bottom: &Bottom<'_>) -> Vec<Operator> {
    (0..bottom.literals.len() as u16)
        .map(|at| Operator { literals: vec![at] })
        .collect()
}

/// The macros of a bottom clause, shortest first.
pub fn macros(bottom: &Bottom<'_>, settings: &CoveringSettings) -> Vec<Operator> {
    let providers = Providers::of(bottom, settings);
    let mut consumed = vec![false; bottom.variables as usize];
    for literal in &bottom.literals {
        for &input in &literal.inputs {
            consumed[input as usize] = true;
        }
    }
    let mut macros: Vec<Operator> = Vec::new();
    for (at, literal) in bottom.literals.iter().enumerate() {
        let leads_on = literal
            .outputs
            .iter()
            .any(|&output| consumed[output as usize]);
        if literal.is_provider && leads_on {
            continue;
        }
        for literals in providers.chains(at) {
            if literals.len() <= settings.clause_length {
                macros.push(Operator { literals });
            }
        }
    }
    macros.sort_unstable_by(|a, b| {
        let size = a.literals.len().cmp(&b.literals.len());
        size.then_with(|| a.literals.cmp(&b.literals))
    });
    macros.dedup();
    macros
}

/// For each variable, the shortest chains of literals that provide it.
struct Providers<'a> {
    bottom: &'a Bottom<'a>,
    chains: Vec<Vec<Vec<u16>>>,
    /// For each variable, the literals that provide it.
    providers: Vec<Vec<u16>>,
    most: usize,
}

impl<'a> Providers<'a> {
    fn of(bottom: &'a Bottom<'a>, settings: &CoveringSettings) -> Providers<'a> {
        let mut by_variable = vec![Vec::new(); bottom.variables as usize];
        for (at, literal) in bottom.literals.iter().enumerate() {
            for &output in &literal.outputs {
                by_variable[output as usize].push(at as u16);
            }
        }
        let mut providers = Providers {
            bottom,
            providers: by_variable,
            chains: vec![Vec::new(); bottom.variables as usize],
            most: settings.providers.max(1),
        };
        for &given in &bottom.given {
            providers.chains[given as usize] = vec![Vec::new()];
        }
        // A chain that gets shorter may shorten those behind it.
        for _ in 0..=settings.variable_depth {
            let mut has_changed = false;
            for (at, literal) in bottom.literals.iter().enumerate() {
                for chain in providers.chains(at) {
                    for &output in &literal.outputs {
                        has_changed |= providers.offer(output, &chain, settings.clause_length);
                    }
                }
            }
            if !has_changed {
                break;
            }
        }
        providers
    }

    /// Adds a chain if it is as short as the shortest known.
    fn offer(&mut self, variable: u32, chain: &[u16], longest: usize) -> bool {
        let known = &mut self.chains[variable as usize];
        let shortest = known.first().map_or(longest, Vec::len);
        let is_shorter = chain.len() < shortest;
        if is_shorter {
            known.clear();
        }
        let is_as_short = known.is_empty() || chain.len() == shortest;
        if chain.len() > longest || !is_as_short || known.len() >= self.most {
            return is_shorter;
        }
        if known.iter().any(|other| other == chain) {
            return false;
        }
        known.push(chain.to_vec());
        true
    }

    /// The chains that end in a literal: it and what provides its inputs.
    fn chains(&self, at: usize) -> Vec<Vec<u16>> {
        let literal = &self.bottom.literals[at];
        let mut chains: Vec<Vec<u16>> = vec![vec![at as u16]];
        for &input in &literal.inputs {
            let close = self.close_providers(at, input);
            let ways = close.iter().chain(&self.chains[input as usize]);
            let ways: Vec<&Vec<u16>> = ways.take(self.most).collect();
            let joined = chains.iter().flat_map(|chain| {
                ways.iter().map(move |way| {
                    let mut joined = chain.clone();
                    joined.extend(*way);
                    joined.sort_unstable();
                    joined.dedup();
                    joined
                })
            });
            chains = joined.take(self.most * self.most).collect();
        }
        order::sort_by_key(&mut chains, |chain| [chain.len() as i64, 0]);
        chains.truncate(self.most);
        chains
    }

    /// Literals that provide an input and take nothing but the other inputs:
    /// `minesInSet(S, N)` for the N of `lengthSet(S, N)`.
    fn close_providers(&self, at: usize, input: u32) -> Vec<Vec<u16>> {
        let literal = &self.bottom.literals[at];
        let is_other = |variable: &u32| *variable != input && literal.inputs.contains(variable);
        let takes_others = |&&provider: &&u16| {
            let inputs = &self.bottom.literals[usize::from(provider)].inputs;
            !inputs.is_empty() && inputs.iter().all(is_other)
        };
        let providers = self.providers[input as usize].iter();
        providers
            .filter(takes_others)
            .map(|&provider| vec![provider])
            .collect()
    }
}
