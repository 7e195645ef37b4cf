//! Aleph's files, and Stratalog's own, which has the same declarations.

use std::path::Path;

use stratalog_logic::{
    Colour, Functor, OperatorType, Operators, ReadTerm, Reader, Source, Symbol, Term, TermWriter,
};

use super::Loaded;
use super::draft::{Draft, MAX_ARITY, MAX_CLAUSE, MAX_RECALL, place};
use crate::error::Error;
use crate::modes::{EvaluationFunction, Method, Mode};

/// The most instances of the head that may stand for negative examples.
const MAX_SAMPLE: usize = 100_000;

/// The section of a file, which decides what its clauses mean.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Background,
    Positives,
    Negatives,
}

/// `x.b`, `x.f` and `x.n`, given `x`; without `x.n` there are no negatives.
pub(super) fn three_files(stem: &Path) -> Result<Loaded, Error> {
    let mut draft = Draft::new();
    let sections = [
        ("b", Section::Background),
        ("f", Section::Positives),
        ("n", Section::Negatives),
    ];
    for (end, section) in sections {
        let path = stem.with_extension(end);
        if end == "n" && !path.exists() {
            let text = "there is no such file, so there are no negative examples";
            draft.note(&path.display().to_string(), text);
            continue;
        }
        read(&super::source(&path)?, section, &mut draft)?;
    }
    draft.finish_modes()
}

/// One file: Aleph's with its sections, or Stratalog's own.
pub(super) fn one_file(source: &Source) -> Result<Loaded, Error> {
    let mut draft = Draft::new();
    read(source, Section::Background, &mut draft)?;
    draft.finish_modes()
}

fn read(source: &Source, section: Section, draft: &mut Draft) -> Result<(), Error> {
    let mut section = section;
    let mut reader = Reader::with_operators(source, operators());
    while let Some(read) = reader.next_clause() {
        let read = read.map_err(|error| Error::BadProgram(error.render(source, Colour::Never)))?;
        let at = place(source, &read);
        if let Some([directive]) = read.term.as_compound(Symbol::new(":-"), 1) {
            for directive in directive.conjuncts() {
                match section_change(&directive) {
                    Some(next) => section = next,
                    None => declare(&directive, &at, draft)?,
                }
            }
            continue;
        }
        clause(&read, section, &at, draft)?;
    }
    Ok(())
}

/// The operators of modes, and `not` before a goal.
fn operators() -> Operators {
    let mut operators = Operators::with_modes();
    operators
        .declare(900, OperatorType::Fy, Symbol::new("not"))
        .expect("the name and the priority are allowed");
    operators
}

fn section_change(directive: &Term) -> Option<Section> {
    Some(match directive.as_atom()?.as_str() {
        "begin_in_pos" => Section::Positives,
        "begin_in_neg" => Section::Negatives,
        "begin_bg" | "end_bg" | "end_in_pos" | "end_in_neg" | "aleph" | "progol" => {
            Section::Background
        }
        _ => return None,
    })
}

fn clause(read: &ReadTerm, section: Section, at: &str, draft: &mut Draft) -> Result<(), Error> {
    let term = &read.term;
    let functor = term.functor().map(|functor| functor.to_string());
    match (section, functor.as_deref(), term.args()) {
        (Section::Positives, ..) => draft.example(term, true, at),
        (Section::Negatives, ..) => draft.example(term, false, at),
        (_, Some("pos/1"), [example]) => draft.example(example, true, at),
        (_, Some("neg/1"), [example]) => draft.example(example, false, at),
        // Declarations are facts in the one-file form.
        (_, Some("modeh/2" | "modeb/2" | "mode/2" | "determination/2" | "aleph_set/2"), _) => {
            declare(term, at, draft)
        }
        (_, Some(":-/2"), [head, body]) if head.is_atom(Symbol::new("false")) => {
            draft.constraints.push(body.clone());
            Ok(())
        }
        _ => draft.background(term, at),
    }
}

pub(super) fn declare(directive: &Term, at: &str, draft: &mut Draft) -> Result<(), Error> {
    let name = directive
        .functor()
        .map_or("", |functor| functor.name.as_str());
    match (name, directive.args()) {
        ("modeh", [recall, template]) => {
            let mode = mode(recall, template, at)?;
            draft.heads.push((mode, at.to_owned()));
        }
        ("modeb", [recall, template]) => {
            let mode = mode(recall, template, at)?;
            draft.bodies.push((mode, at.to_owned()));
        }
        ("mode", [recall, template]) => {
            let mode = mode(recall, template, at)?;
            draft.heads.push((mode.clone(), at.to_owned()));
            draft.bodies.push((mode, at.to_owned()));
        }
        ("determination", [head, body]) => match (indicator(head), indicator(body)) {
            (Some(head), Some(body)) => draft.determinations.push((head, body)),
            _ => {
                return Err(Error::Place {
                    place: at.to_owned(),
                    problem: "a determination names two predicates, as in \
                              determination(p/2, q/1)"
                        .to_owned(),
                });
            }
        },
        ("set" | "aleph_set", [Term::Atom(name), value]) => set(name.as_str(), value, at, draft)?,
        ("set", [Term::Atom(name)]) if name.as_str() == "posonly" => {
            draft.is_positive_only = true;
        }
        ("set", [Term::Atom(name)]) => {
            draft.note(at, format!("the setting {} is ignored", name.as_str()));
        }
        ("table" | "dynamic" | "discontiguous" | "op", _) => {
            draft.program_directive(directive, at);
        }
        // The command learns and prints anyway.
        (
            "induce" | "induce_max" | "induce_cover" | "induce_tree" | "write_rules" | "writeln"
            | "print" | "nl",
            _,
        ) => {}
        // Warnings and exports change no answer.
        (
            "style_check" | "set_prolog_flag" | "module" | "use_module" | "use_rendering" | "if"
            | "else" | "endif" | "aleph_read_all" | "read_all" | "initialization",
            _,
        ) => {}
        ("lazy_evaluate", [predicate]) => match indicator(predicate) {
            Some(predicate) => draft.lazy.push(predicate),
            None => {
                return Err(Error::Place {
                    place: at.to_owned(),
                    problem: "lazy_evaluate names a predicate, as in lazy_evaluate(leq/2)"
                        .to_owned(),
                });
            }
        },
        _ => {
            let text = TermWriter::new().term(directive);
            draft.note(at, format!("the directive {text} is ignored"));
        }
    }
    Ok(())
}

fn mode(recall: &Term, template: &Term, at: &str) -> Result<Mode, Error> {
    let wrong = |problem: String| Error::Place {
        place: at.to_owned(),
        problem,
    };
    let recall = match recall {
        Term::Atom(star) if star.as_str() == "*" => None,
        Term::Integer(count) if (1..=MAX_RECALL).contains(count) => Some(*count as usize),
        other => {
            return Err(wrong(format!(
                "the recall {} is neither * nor a number from 1 to {MAX_RECALL}",
                TermWriter::new().term(other)
            )));
        }
    };
    if template.args().len() > MAX_ARITY {
        let problem = format!("a predicate has at most {MAX_ARITY} arguments");
        return Err(wrong(problem));
    }
    Mode::new(recall, template).map_err(|error| wrong(error.to_string()))
}

fn indicator(term: &Term) -> Option<Functor> {
    match term.as_compound(Symbol::new("/"), 2)? {
        [Term::Atom(name), Term::Integer(arity)] => {
            Some(Functor::new(*name, usize::try_from(*arity).ok()?))
        }
        _ => None,
    }
}

fn set(name: &str, value: &Term, at: &str, draft: &mut Draft) -> Result<(), Error> {
    let settings = &mut draft.settings;
    let number = value
        .as_integer()
        .and_then(|value| usize::try_from(value).ok());
    let is_length = matches!(
        name,
        "i" | "clauselength" | "clause_length" | "body_length" | "c" | "seeds"
    );
    if is_length && number.is_some_and(|number| number > MAX_CLAUSE as usize) {
        let problem = format!("{name} must be at most {MAX_CLAUSE}");
        return Err(Error::BadProgram(problem).at(at));
    }
    let real = match value {
        Term::Float(value) => Some(*value),
        other => other.as_integer().map(|value| value as f64),
    };
    let word = value.as_atom().map_or("", |atom| atom.as_str());
    let is_understood = match (name, number) {
        ("i", Some(depth)) => {
            settings.variable_depth = depth;
            true
        }
        ("clauselength" | "clause_length", Some(length)) => {
            // Aleph counts the head.
            settings.clause_length = length.saturating_sub(1).max(1);
            true
        }
        ("body_length" | "c", Some(length)) => {
            settings.clause_length = length.max(1);
            true
        }
        ("nodes", Some(nodes)) => {
            settings.nodes = nodes;
            true
        }
        ("noise", Some(noise)) => {
            settings.noise = noise;
            true
        }
        ("minpos", Some(fewest)) => {
            settings.min_positives = fewest.max(1);
            true
        }
        ("gsamplesize", Some(size)) => {
            draft.sample_size = size.min(MAX_SAMPLE);
            true
        }
        ("refine", _) => {
            if word == "user" {
                draft.refined_at(at);
            }
            // By the modes, as without the setting.
            matches!(word, "user" | "auto" | "false")
        }
        ("tree_type", _) if word == "classification" => {
            draft.is_classification = true;
            true
        }
        ("dependent", Some(place)) => {
            draft.dependent = Some(place);
            true
        }
        ("classes", _) if value.as_list().is_some() => {
            draft.classes = value.as_list().unwrap_or_default();
            true
        }
        // A predicate may call itself whenever its modes say so.
        ("recursion", _) => true,
        ("evalfn", _) if word == "posonly" => {
            draft.is_positive_only = true;
            true
        }
        ("seeds", Some(seeds)) => {
            settings.parallel_seeds = seeds.max(1);
            true
        }
        ("depth" | "h" | "r", _) => {
            let text = TermWriter::new().term(value);
            draft.note(
                at,
                format!(
                    "the setting {name} = {text} is ignored: queries are limited by \
                     --limit-steps"
                ),
            );
            return Ok(());
        }
        // The command decides what is printed.
        ("verbosity", _) => true,
        ("minacc", _) => {
            settings.min_accuracy = real.unwrap_or(settings.min_accuracy);
            real.is_some()
        }
        ("m", _) => {
            settings.evaluation = EvaluationFunction::MEstimate(real.unwrap_or(2.0));
            real.is_some()
        }
        ("evalfn", _) => match evaluation(word) {
            Some(evaluation) => {
                settings.evaluation = evaluation;
                true
            }
            None => false,
        },
        ("search", _) => match method(word) {
            Some(method) => {
                settings.method = method;
                true
            }
            None => false,
        },
        _ => false,
    };
    if !is_understood {
        let text = TermWriter::new().term(value);
        draft.note(at, format!("the setting {name} = {text} is ignored"));
    }
    Ok(())
}

/// An evaluation function by its name in Aleph.
pub fn evaluation(name: &str) -> Option<EvaluationFunction> {
    Some(match name {
        "coverage" => EvaluationFunction::Coverage,
        "compression" => EvaluationFunction::Compression,
        "accuracy" => EvaluationFunction::Accuracy,
        "mestimate" => EvaluationFunction::MEstimate(2.0),
        "gain" | "entropy" => EvaluationFunction::InformationGain,
        _ => return None,
    })
}

/// A search by its name.
pub fn method(name: &str) -> Option<Method> {
    Some(match name {
        "bf" | "heuristic" | "best_first" => Method::BestFirst,
        "astar" | "ar" => Method::AStar,
        "ida" | "id" | "ida_star" => Method::IdaStar,
        "ida_macros" => Method::IdaStarMacros,
        "greedy" | "greedy_macros" => Method::GreedyMacros,
        _ => return None,
    })
}
