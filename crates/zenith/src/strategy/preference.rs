//! Preferences as text: a weight for each feature, or the nodes of a decision tree;
//! for all roles, or for each role that may have moved.
//!
//! ```prolog
//! weight(f7, -1.25).
//! weight(f7, black, 12, -0.5).   % after black's move, when the clock shows 12
//! node(0, f7, 2, 1, 2).   % up to 2 more of f7: on to node 1, else to node 2
//! leaf(1, not_preferred).
//! ```

use std::collections::BTreeMap;

use stratalog_logic::{Term, TermWriter};

use crate::concept::tree::{Branch, Class, Tree};
use crate::concept::{Concept, LinearUnit};
use crate::evaluation::{FeatureEvaluation, Weighing};
use crate::feature::Feature;
use crate::stages::Stages;

/// Stands for all roles where a weight has a stage.
const ANYONE: &str = "anyone";
/// Differences of counts this close to a threshold are equal to it.
const ROUNDING: f64 = 1e-6;

/// A line of a preference: the mover, if it is not for all, and what it says.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    mover: Option<Term>,
    /// The value of the clock that a weight is for.
    stage: Option<i64>,
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
        // The mover and the stage of a weight come after the feature.
        let (mover, stage, args) = match (args.len().checked_sub(own)?, args) {
            (0, _) => (None, None, args),
            (1, [_, mover, _]) if name == "weight" => (Some(mover.clone()), None, args),
            (2, [_, mover, stage, _]) if name == "weight" => {
                let mover = (*mover != Term::atom(ANYONE)).then(|| mover.clone());
                (mover, Some(stage.as_integer()?), args)
            }
            (1, [mover, rest @ ..]) => (Some(mover.clone()), None, rest),
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
        Some(says.map(|says| Line { mover, stage, says }))
    }

    /// Whether it gives a feature of this name a weight or asks for it.
    pub fn is_of(&self, name: &Term) -> bool {
        match &self.says {
            Says::Weight(feature, _) | Says::Node(_, feature, ..) => feature == name,
            Says::Leaf(..) => false,
        }
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

/// The weights or the trees that these lines give to the features.
pub fn weighing(
    lines: &[Line],
    names: &[Term],
    roles: &[Term],
    clock: Option<Feature>,
) -> Result<Weighing, String> {
    let mut knots: Vec<i64> = lines.iter().filter_map(|line| line.stage).collect();
    knots.sort_unstable();
    knots.dedup();
    let stages = match (clock, knots.is_empty()) {
        (_, true) => None,
        (Some(clock), false) => Some(Stages {
            clock,
            knots: knots.iter().map(|&knot| knot as f64).collect(),
        }),
        (None, false) => return Err("weights have stages, but there is no clock".to_owned()),
    };
    let concept = |mover: Option<&Term>| {
        let own: Vec<&Line> = lines
            .iter()
            .filter(|line| line.mover.as_ref() == mover)
            .collect();
        let is_tree = own
            .iter()
            .any(|line| !matches!(line.says, Says::Weight(..)));
        let concept = if is_tree {
            let says: Vec<&Says> = own.iter().map(|line| &line.says).collect();
            tree(&says, names).map(Concept::Tree)
        } else {
            linear(&own, names, &knots).map(Concept::Linear)
        };
        concept.map_err(|cause| match mover {
            Some(mover) => format!("{cause} for {mover}"),
            None => cause,
        })
    };
    let concepts: Result<Vec<Concept>, String> = if lines.iter().all(|line| line.mover.is_none()) {
        concept(None).map(|concept| vec![concept])
    } else {
        roles.iter().map(|role| concept(Some(role))).collect()
    };
    let concepts = concepts?;
    Ok(Weighing { concepts, stages })
}

/// The weights of the features, for each of them one for each stage.
fn linear(lines: &[&Line], names: &[Term], knots: &[i64]) -> Result<LinearUnit, String> {
    let stages: Vec<Option<i64>> = match knots {
        [] => vec![None],
        _ => knots.iter().copied().map(Some).collect(),
    };
    let mut weights = Vec::new();
    for name in names {
        for &stage in &stages {
            let weight = lines.iter().find_map(|line| match &line.says {
                Says::Weight(feature, value) if feature == name && line.stage == stage => {
                    Some(*value)
                }
                _ => None,
            });
            weights.push(weight.ok_or_else(|| match stage {
                Some(stage) => format!("{name} has no weight at {stage}"),
                None => format!("{name} has no weight"),
            })?);
        }
    }
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
        for (stage, weight) in weights[place].iter().enumerate() {
            let stages = evaluation.weighing().stages.as_ref();
            let stage = stages.map(|stages| stages.knots[stage]);
            let place = match (mover, stage) {
                (None, None) => String::new(),
                (Some(mover), None) => format!("{mover}, "),
                (None, Some(stage)) => format!("{ANYONE}, {stage}, "),
                (Some(mover), Some(stage)) => format!("{mover}, {stage}, "),
            };
            text += &format!("weight({name}, {place}{weight:?}).\n");
        }
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
    let weighing = evaluation.weighing();
    let concepts = weighing.concepts.iter();
    if weighing.is_by_mover() {
        roles.iter().map(Some).zip(concepts).collect()
    } else {
        concepts.map(|concept| (None, concept)).collect()
    }
}
