//! Preferences as text: a weight for each feature, or the nodes of a decision tree;
//! for all roles, or for each role that may have moved.
//!
//! ```prolog
//! weight(f7, -1.25).
//! node(0, f7, 2, 1, 2).   % up to 2 more of f7: on to node 1, else to node 2
//! leaf(1, not_preferred).
//! ```

use std::collections::BTreeMap;

use stratalog_logic::{Term, TermWriter};

use crate::concept::tree::{Branch, Class, Tree};
use crate::concept::{Concept, LinearUnit};
use crate::evaluation::{FeatureEvaluation, Weighing};

/// Differences of counts this close to a threshold are equal to it.
const ROUNDING: f64 = 1e-6;

/// A line of a preference: the mover, if it is not for all, and what it says.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    mover: Option<Term>,
    says: Says,
}

#[derive(Clone, PartialEq, Debug)]
enum Says {
    Weight(Term, f64),
    Node(usize, Term, i64, [usize; 2]),
    Leaf(usize, Class),
}

impl Line {
    /// Reads a line; `None` where it is another kind of line, an error where it is
    /// malformed.
    pub fn read(term: &Term) -> Option<Result<Line, String>> {
        let name = term.functor()?.name.as_str();
        let (own, args) = match name {
            "weight" => (2, term.args()),
            "node" => (5, term.args()),
            "leaf" => (2, term.args()),
            _ => return None,
        };
        let (mover, args) = match args.len().checked_sub(own)? {
            0 => (None, args),
            // The mover of a weight comes after the feature.
            1 if name == "weight" => (Some(args[1].clone()), args),
            1 => (Some(args[0].clone()), &args[1..]),
            _ => return None,
        };
        let says = match (name, args) {
            ("weight", [feature, .., value]) => weight(feature, value),
            ("node", [number, feature, threshold, low, high]) => {
                node(number, feature, threshold, [low, high])
            }
            (_, [number, class]) => leaf(number, class),
            _ => return None,
        };
        let says = says.ok_or_else(|| format!("{term} is no weight, node or leaf"));
        Some(says.map(|says| Line { mover, says }))
    }
}

fn weight(feature: &Term, value: &Term) -> Option<Says> {
    let value: f64 = value.to_string().parse().ok()?;
    Some(Says::Weight(feature.clone(), value))
}

fn node(number: &Term, feature: &Term, threshold: &Term, children: [&Term; 2]) -> Option<Says> {
    let [low, high] = children.map(place);
    let threshold = threshold.as_integer()?;
    Some(Says::Node(
        place(number)?,
        feature.clone(),
        threshold,
        [low?, high?],
    ))
}

fn leaf(number: &Term, class: &Term) -> Option<Says> {
    let class = class.as_atom()?;
    let class = CLASSES.iter().find(|(_, name)| *name == class.as_str())?.0;
    Some(Says::Leaf(place(number)?, class))
}

fn place(term: &Term) -> Option<usize> {
    usize::try_from(term.as_integer()?).ok()
}

const CLASSES: [(Class, &str); 3] = [
    (Class::Preferred, "preferred"),
    (Class::NotPreferred, "not_preferred"),
    (Class::Undecided, "undecided"),
];

/// The weights or the tree that these lines give to the features.
pub fn weighing(lines: &[Line], names: &[Term], roles: &[Term]) -> Result<Weighing, String> {
    let concept = |mover: Option<&Term>| {
        let own: Vec<&Says> = lines
            .iter()
            .filter(|line| line.mover.as_ref() == mover)
            .map(|line| &line.says)
            .collect();
        let is_tree = own.iter().any(|says| !matches!(says, Says::Weight(..)));
        let concept = if is_tree {
            tree(&own, names).map(Concept::Tree)
        } else {
            linear(&own, names).map(Concept::Linear)
        };
        concept.map_err(|cause| match mover {
            Some(mover) => format!("{cause} for {mover}"),
            None => cause,
        })
    };
    if lines.iter().all(|line| line.mover.is_none()) {
        return concept(None).map(Weighing::Alike);
    }
    let concepts: Result<_, String> = roles.iter().map(|role| concept(Some(role))).collect();
    concepts.map(Weighing::Apart)
}

fn linear(lines: &[&Says], names: &[Term]) -> Result<LinearUnit, String> {
    let weight = |name: &Term| {
        let of_feature = lines.iter().find_map(|says| match says {
            Says::Weight(feature, value) if feature == name => Some(*value),
            _ => None,
        });
        of_feature.ok_or_else(|| format!("{name} has no weight"))
    };
    let weights: Vec<f64> = names.iter().map(weight).collect::<Result<_, _>>()?;
    Ok(LinearUnit::with_weights(&weights))
}

fn tree(lines: &[&Says], names: &[Term]) -> Result<Tree, String> {
    let mut branches: BTreeMap<usize, Branch> = BTreeMap::new();
    for says in lines {
        match says {
            Says::Weight(feature, _) => {
                return Err(format!("{feature} has a weight beside a tree"));
            }
            Says::Node(number, feature, threshold, children) => {
                let feature = names
                    .iter()
                    .position(|name| name == feature)
                    .ok_or_else(|| {
                        format!("node {number} asks for {feature}, which is no feature")
                    })?;
                let test = Branch::Test {
                    feature,
                    threshold: *threshold as f64,
                    children: *children,
                };
                branches.insert(*number, test);
            }
            Says::Leaf(number, class) => {
                branches.insert(*number, Branch::Leaf(*class));
            }
        }
    }
    let is_numbered = branches.keys().copied().eq(0..branches.len());
    let branches: Vec<Branch> = branches.into_values().collect();
    let tree = Tree::with_branches(&branches).filter(|_| is_numbered);
    tree.ok_or_else(|| "the nodes are not those of a tree, numbered from 0 downwards".to_owned())
}

/// The lines of a feature: its weights, where it has any.
pub fn of_feature(evaluation: &FeatureEvaluation, roles: &[Term], place: usize) -> String {
    let name = &evaluation.used()[place].name;
    let mut text = String::new();
    for (role, (mover, concept)) in by_mover(evaluation, roles).into_iter().enumerate() {
        let (Concept::Linear(_), Some(weights)) = (concept, evaluation.weights(role)) else {
            continue;
        };
        let mover = mover.map_or(String::new(), |mover| format!("{mover}, "));
        text += &format!("weight({name}, {mover}{:?}).\n", weights[place]);
    }
    text
}

/// The lines of the trees, where there are any. A threshold is a difference of
/// counts.
pub fn of_trees(evaluation: &FeatureEvaluation, roles: &[Term]) -> String {
    let mut text = String::new();
    for (mover, concept) in by_mover(evaluation, roles) {
        let Concept::Tree(tree) = concept else {
            continue;
        };
        text += &match mover {
            Some(mover) => format!("\n% Which of two positions after {mover}'s move is better.\n"),
            None => "\n% Which of two positions is better.\n".to_owned(),
        };
        for (number, branch) in tree.branches().enumerate() {
            let number = Term::integer(number as u64);
            let (name, args) = match branch {
                Branch::Test {
                    feature,
                    threshold,
                    children: [low, high],
                } => {
                    let used = &evaluation.used()[feature];
                    let counts = (threshold / used.scale + ROUNDING).floor();
                    let args = [
                        number,
                        Term::atom(used.name.as_str()),
                        Term::Integer(counts as i64),
                        Term::integer(low as u64),
                        Term::integer(high as u64),
                    ];
                    ("node", args.to_vec())
                }
                Branch::Leaf(class) => {
                    let named = CLASSES.iter().find(|(own, _)| *own == class);
                    let class = named.map_or("undecided", |(_, name)| name);
                    ("leaf", vec![number, Term::atom(class)])
                }
            };
            let args = mover.cloned().into_iter().chain(args);
            let line = TermWriter::new().clause(&Term::compound(name, args));
            text += &format!("{line}\n");
        }
    }
    text
}

/// The concept after each role's move, or after any.
fn by_mover<'a>(
    evaluation: &'a FeatureEvaluation,
    roles: &'a [Term],
) -> Vec<(Option<&'a Term>, &'a Concept)> {
    match evaluation.weighing() {
        Weighing::Alike(concept) => vec![(None, concept)],
        Weighing::Apart(concepts) => roles.iter().map(Some).zip(concepts).collect(),
    }
}
