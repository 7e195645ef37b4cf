//! Declarations of what a clause may be made of, as in Progol: `modeh` for the
//! head, `modeb` for the body. In a template `+t` is an argument that must
//! already have a value of type `t`, `-t` one the call gives, `#t` a constant.

use stratalog_logic::{Functor, Symbol, Term, TermWriter, Var};

use crate::error::Error;

/// Templates may not nest deeper than this.
const DEEPEST: usize = 32;

/// How an argument is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Use {
    /// `+`: it has a value before the call.
    Input,
    /// `-`: the call gives it a value.
    Output,
    /// `#`: the value itself stands in the clause.
    Constant,
}

/// One place of a template.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Slot {
    /// How the place is used.
    pub used: Use,
    /// The type of what stands there.
    pub kind: Symbol,
}

/// A declaration of a literal.
#[derive(Clone, PartialEq, Debug)]
pub struct Mode {
    /// How many answers of one call are taken; all if none is said.
    pub recall: Option<usize>,
    /// The literal, its places being variables numbered from 0.
    pub template: Term,
    /// What the places are.
    pub slots: Vec<Slot>,
}

impl Mode {
    /// Reads a template such as `parent(+person,-person)`.
    pub fn new(recall: Option<usize>, template: &Term) -> Result<Mode, Error> {
        let mut slots = Vec::new();
        if !template.is_callable() {
            return Err(Error::Mode {
                template: TermWriter::new().term(template),
                problem: "it is not a literal".to_owned(),
            });
        }
        let args: Result<Vec<Term>, Error> = template
            .args()
            .iter()
            .map(|arg| read_slots(arg, &mut slots, DEEPEST, template))
            .collect();
        let name = template
            .functor()
            .map_or("", |functor| functor.name.as_str());
        Ok(Mode {
            recall,
            template: Term::compound(name, args?),
            slots,
        })
    }

    /// Reads a mode given as text, for modes known to be right.
    ///
    /// # Panics
    /// If the text is no mode.
    pub fn parse(recall: Option<usize>, template: &str) -> Mode {
        let operators = stratalog_logic::Operators::with_modes();
        let read = stratalog_logic::read_term_with(template, &operators);
        let read = read.expect("a template is a term");
        Mode::new(recall, &read.term).expect("a template has +, - and # places only")
    }

    /// The predicate.
    pub fn functor(&self) -> Functor {
        self.template.functor().unwrap_or(Functor::new("true", 0))
    }

    /// The literal with these terms in its places.
    pub fn fill(&self, values: &[Term]) -> Term {
        self.template.map_vars(|var| values[var.0 as usize].clone())
    }
}

/// The terms at the places of a mode, if the mode matches a ground term.
pub(crate) fn slot_values(mode: &Mode, ground: &Term) -> Option<Vec<Term>> {
    let mut values: Vec<Option<Term>> = vec![None; mode.slots.len()];
    let mut pending = vec![(mode.template.clone(), ground.clone())];
    while let Some((template, term)) = pending.pop() {
        match template {
            Term::Var(Var(slot)) => values[slot as usize] = Some(term),
            Term::Compound(_) => {
                if template.functor() != term.functor() {
                    return None;
                }
                let pairs = template.args().iter().zip(term.args());
                pending.extend(pairs.map(|(a, b)| (a.clone(), b.clone())));
            }
            constant if constant == term => {}
            _ => return None,
        }
    }
    values.into_iter().collect()
}

fn read_slots(
    term: &Term,
    slots: &mut Vec<Slot>,
    depth: usize,
    whole: &Term,
) -> Result<Term, Error> {
    let wrong = |problem: &str| Error::Mode {
        template: TermWriter::new().term(whole),
        problem: problem.to_owned(),
    };
    if depth == 0 {
        return Err(wrong("it nests too deeply"));
    }
    let Some(functor) = term.functor() else {
        return match term {
            Term::Var(_) => Err(wrong(
                "it has a variable; write +type, -type or #type instead",
            )),
            constant => Ok(constant.clone()),
        };
    };
    let used = match (functor.name.as_str(), functor.arity) {
        ("+", 1) => Some(Use::Input),
        ("-", 1) => Some(Use::Output),
        ("#", 1) => Some(Use::Constant),
        _ => None,
    };
    if let Some(used) = used {
        let kind = term.args()[0]
            .as_atom()
            .ok_or_else(|| wrong("a type is a plain name, as in +person"))?;
        slots.push(Slot { used, kind });
        return Ok(Term::var(slots.len() as u32 - 1));
    }
    let args: Result<Vec<Term>, Error> = term
        .args()
        .iter()
        .map(|arg| read_slots(arg, slots, depth - 1, whole))
        .collect();
    Ok(Term::compound(functor.name, args?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_is_taken_apart() {
        let mode = Mode::parse(Some(1), "(+list)=([-any|-list])");
        let used: Vec<Use> = mode.slots.iter().map(|slot| slot.used).collect();
        assert_eq!(used, [Use::Input, Use::Output, Use::Output]);
        let values = ["l", "x", "m"].map(Term::atom);
        assert_eq!(TermWriter::new().term(&mode.fill(&values)), "l=[x|m]");
    }

    #[test]
    fn a_template_with_a_variable_is_refused() {
        let read = stratalog_logic::read_term("p(X)").expect("a term");
        let error = Mode::new(None, &read.term).expect_err("no slot");
        assert!(error.to_string().contains("+type"), "{error}");
    }
}
