//! Clauses laid out for people: one goal per line, conditions aligned.

use super::names::Names;
use super::tokens::Output;
use super::{Step, TermWriter};
use crate::operators::{ARGUMENT_PRIORITY, MAX_PRIORITY};
use crate::symbol::{Symbol, sym};
use crate::term::Term;

/// Deeper nesting is not indented further, so that the text stays linear.
const DEEPEST_INDENT: usize = 80;
const STEP: usize = 4;

/// What is still to be laid out.
enum Part<'t> {
    Goal(&'t Term, usize),
    /// A branch of a disjunction, or a condition with its consequence.
    Branch(&'t Term, usize),
    Text(&'static str),
    Line(usize),
}

impl TermWriter<'_> {
    pub(super) fn write_clause(&self, output: &mut Output, names: &Names, clause: &Term) {
        let arrow = Symbol::new("-->");
        if let Some([head, body]) = clause.as_compound(sym::NECK, 2) {
            self.write(output, names, Step::operand(head, MAX_PRIORITY - 1));
            if !body.is_atom(sym::TRUE) {
                output.punctuation(" :-");
                output.line(STEP);
                self.write_body(output, names, body, STEP);
            }
        } else if let Some([head, body]) = clause.as_compound(arrow, 2) {
            self.write(output, names, Step::operand(head, MAX_PRIORITY - 1));
            output.punctuation(" -->");
            output.line(STEP);
            self.write_body(output, names, body, STEP);
        } else if let Some([goal]) = clause.as_compound(sym::NECK, 1) {
            output.punctuation(":- ");
            self.write_directive(output, names, goal);
        } else {
            self.write(output, names, Step::bracketed(clause, MAX_PRIORITY));
        }
        output.full_stop();
    }

    fn write_directive(&self, output: &mut Output, names: &Names, goal: &Term) {
        if goal.as_compound(sym::COMMA, 2).is_some() || is_branching(goal) {
            self.write_body(output, names, goal, ":- ".len());
        } else {
            self.write(output, names, Step::operand(goal, MAX_PRIORITY - 1));
        }
    }

    fn write_body(&self, output: &mut Output, names: &Names, body: &Term, indent: usize) {
        let mut parts = vec![Part::Goal(body, indent)];
        while let Some(part) = parts.pop() {
            match part {
                Part::Text(text) => output.punctuation(text),
                Part::Line(indent) => output.line(indent.min(DEEPEST_INDENT)),
                Part::Goal(goal, indent) => {
                    self.write_goal(output, names, &mut parts, goal, indent)
                }
                Part::Branch(branch, indent) => lay_out_branch(&mut parts, branch, indent),
            }
        }
    }

    fn write_goal<'t>(
        &self,
        output: &mut Output,
        names: &Names,
        parts: &mut Vec<Part<'t>>,
        goal: &'t Term,
        indent: usize,
    ) {
        if let Some([left, right]) = goal.as_compound(sym::COMMA, 2) {
            parts.extend([
                Part::Goal(right, indent),
                Part::Line(indent),
                Part::Text(","),
            ]);
            // A conjunction on the left keeps its parentheses.
            match left.as_compound(sym::COMMA, 2) {
                Some(_) => parts.extend(in_parentheses(left, indent)),
                None => parts.push(Part::Goal(left, indent)),
            }
        } else if is_branching(goal) {
            parts.extend([
                Part::Text(")"),
                Part::Line(indent),
                Part::Branch(goal, indent),
                Part::Text("(   "),
            ]);
        } else if let Some([negated]) = goal.as_compound(sym::NOT, 1) {
            output.punctuation("\\+ ");
            let inner = indent + "\\+ ".len();
            match negated.as_compound(sym::COMMA, 2) {
                Some(_) => parts.extend(in_parentheses(negated, inner)),
                None => parts.push(Part::Goal(negated, inner)),
            }
        } else {
            self.write(output, names, Step::operand(goal, ARGUMENT_PRIORITY));
        }
    }
}

/// Whether the goal is a disjunction or a condition.
fn is_branching(goal: &Term) -> bool {
    [sym::SEMICOLON, sym::ARROW, sym::SOFT_ARROW]
        .iter()
        .any(|name| goal.as_compound(*name, 2).is_some())
}

fn in_parentheses(goal: &Term, indent: usize) -> [Part<'_>; 4] {
    [
        Part::Text(")"),
        Part::Line(indent),
        Part::Goal(goal, indent + 2),
        Part::Text("( "),
    ]
}

fn lay_out_branch<'t>(parts: &mut Vec<Part<'t>>, branch: &'t Term, indent: usize) {
    let (sign, left, right) = if let Some([left, right]) = branch.as_compound(sym::SEMICOLON, 2) {
        (";   ", left, Part::Branch(right, indent))
    } else if let Some([left, right]) = branch.as_compound(sym::ARROW, 2) {
        ("->  ", left, Part::Goal(right, indent + STEP))
    } else if let Some([left, right]) = branch.as_compound(sym::SOFT_ARROW, 2) {
        ("*-> ", left, Part::Goal(right, indent + STEP))
    } else {
        parts.push(Part::Goal(branch, indent + STEP));
        return;
    };
    let is_disjunction = matches!(right, Part::Branch(..));
    let left_is_disjunction = left.as_compound(sym::SEMICOLON, 2).is_some();
    parts.extend([right, Part::Text(sign), Part::Line(indent)]);
    parts.push(if is_disjunction && !left_is_disjunction {
        Part::Branch(left, indent)
    } else {
        Part::Goal(left, indent + STEP)
    });
}
