//! One form for all clauses that differ only in the names of variables and the
//! order of literals, so that none is visited twice.
//!
//! Variables are coloured by their positions, and the colours are refined by those of
//! neighbouring variables until nothing changes. Where two variables still have the
//! same colour, each is tried first and the least result is kept. The number of trials
//! is bounded: beyond the bound, equal clauses may have different forms, which costs
//! one more visit and nothing else.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;
use stratalog_run::mix;

use crate::modes::bottom::{Arg, Bottom};

/// A clause's form; equal for clauses that are the same but for names.
pub type Form = Box<[u32]>;

const TRIALS: usize = 24;

/// The form of the clause with these literals of a bottom clause.
pub fn form(bottom: &Bottom<'_>, literals: &[u16]) -> Form {
    let mut canonical = Canonical::new(bottom, literals);
    canonical.refine();
    canonical.search();
    canonical.best.unwrap_or_default()
}

struct Canonical<'a> {
    bottom: &'a Bottom<'a>,
    literals: &'a [u16],
    /// The variables that are not in the head.
    variables: Vec<u32>,
    colours: Vec<u64>,
    best: Option<Form>,
    trials: usize,
}

impl<'a> Canonical<'a> {
    fn new(bottom: &'a Bottom<'a>, literals: &'a [u16]) -> Canonical<'a> {
        let mut variables = Vec::with_capacity(8);
        for &at in literals {
            for arg in &bottom.literals[usize::from(at)].args {
                if let Arg::Var(variable) = *arg
                    && variable >= bottom.head_variables
                    && !variables.contains(&variable)
                {
                    variables.push(variable);
                }
            }
        }
        Canonical {
            bottom,
            literals,
            colours: vec![1; variables.len()],
            variables,
            best: None,
            trials: 0,
        }
    }

    fn colour(&self, arg: Arg) -> u64 {
        match arg {
            Arg::Constant(constant) => 1 << 40 | u64::from(constant),
            Arg::Var(variable) if variable < self.bottom.head_variables => {
                1 << 41 | u64::from(variable)
            }
            Arg::Var(variable) => self.place(variable).map_or(0, |at| self.colours[at]),
        }
    }

    fn place(&self, variable: u32) -> Option<usize> {
        self.variables.iter().position(|&other| other == variable)
    }

    fn classes(&self) -> usize {
        let mut sorted = self.colours.clone();
        sorted.sort_unstable();
        sorted.dedup();
        sorted.len()
    }

    /// Recolours every variable by the literals it stands in, until the number
    /// of colours no longer grows.
    fn refine(&mut self) {
        let mut classes = self.classes();
        while classes < self.variables.len() {
            let mut next = vec![0_u64; self.variables.len()];
            for &at in self.literals {
                let literal = &self.bottom.literals[usize::from(at)];
                let mut hasher = FxHasher::default();
                literal.shape.hash(&mut hasher);
                for arg in &literal.args {
                    self.colour(*arg).hash(&mut hasher);
                }
                let whole = hasher.finish();
                for (position, arg) in literal.args.iter().enumerate() {
                    if let Arg::Var(variable) = *arg
                        && let Some(place) = self.place(variable)
                    {
                        // A sum does not depend on the literals' order.
                        let part = mix(whole ^ (position as u64 + 1));
                        next[place] = next[place].wrapping_add(part);
                    }
                }
            }
            for (colour, sum) in self.colours.iter_mut().zip(next) {
                *colour = mix(colour.rotate_left(17) ^ sum);
            }
            let now = self.classes();
            if now == classes {
                break;
            }
            classes = now;
        }
    }

    /// Tells variables of equal colour apart in every way, within bounds.
    fn search(&mut self) {
        let mut sorted: Vec<u64> = self.colours.clone();
        sorted.sort_unstable();
        let Some(twice) = sorted.windows(2).find(|pair| pair[0] == pair[1]) else {
            self.trials += 1;
            let form = self.written(&sorted);
            if self.best.as_ref().is_none_or(|best| form < *best) {
                self.best = Some(form);
            }
            return;
        };
        let colour = twice[0];
        let alike: Vec<usize> = (0..self.colours.len())
            .filter(|&at| self.colours[at] == colour)
            .collect();
        let saved = self.colours.clone();
        for at in alike {
            if self.trials >= TRIALS && self.best.is_some() {
                return;
            }
            self.colours.clone_from(&saved);
            self.colours[at] = mix(colour ^ 0x5555_5555);
            self.refine();
            self.search();
        }
        self.colours = saved;
    }

    fn written(&self, sorted: &[u64]) -> Form {
        let number = |arg: &Arg| match *arg {
            Arg::Constant(constant) => 1 << 24 | constant,
            Arg::Var(variable) if variable < self.bottom.head_variables => variable,
            Arg::Var(variable) => {
                let colour = self.colour(Arg::Var(variable));
                let rank = sorted.binary_search(&colour).unwrap_or(0) as u32;
                self.bottom.head_variables + rank
            }
        };
        let mut rows: Vec<Vec<u32>> = self
            .literals
            .iter()
            .map(|&at| {
                let literal = &self.bottom.literals[usize::from(at)];
                let mode = std::iter::once(1 << 30 | literal.shape);
                mode.chain(literal.args.iter().map(number)).collect()
            })
            .collect();
        rows.sort_unstable();
        rows.dedup();
        rows.concat().into_boxed_slice()
    }
}
