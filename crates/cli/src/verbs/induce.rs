//! `stratalog induce PATH`: clauses learned from the user's own files.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use stratalog::induce::{
    Answer, Explanation, Learned, LearningCurve, Method, ModeOptions, Request,
};

use crate::face::Face;
use crate::outcome::{Exit, Failure};

/// Learn clauses from background knowledge, a bias and examples in Prolog files
///
/// Reads Aleph's x.b, x.f and x.n or its one-file form, Popper's bk.pl, bias.pl
/// and exs.pl, CProgol's file, Metagol's file, and single files with modeh, modeb,
/// pos(...) and neg(...). What cannot be honoured is named on standard error.
#[derive(Args)]
pub struct Induce {
    /// A folder with one problem, or its file
    path: PathBuf,
    /// How to learn; auto chooses by the problem
    #[arg(long, value_enum, default_value_t = MethodName::Auto)]
    method: MethodName,
    /// The most seconds of processor time; the best theory so far is printed
    #[arg(long, value_name = "SECONDS")]
    timeout: Option<f64>,
    /// Write the theory to this file, as Prolog
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Say what each clause covers, and which clause and values prove each example
    #[arg(long)]
    explain: bool,
    /// Measure accuracy on examples kept aside, by the number of training examples; a
    /// time limit is then for each theory [default: 10]
    #[arg(long)]
    curve: bool,
    /// Draw the learning curve to this file, as SVG
    #[arg(long, value_name = "FILE.svg", requires = "curve")]
    svg: Option<PathBuf>,
    /// With failures, the most literals of a theory
    #[arg(long, value_name = "N")]
    max_size: Option<usize>,
    /// With modes, how clauses are searched for
    #[arg(long, value_enum)]
    search: Option<Search>,
    /// With modes, what makes a clause good
    #[arg(long, value_enum)]
    evaluation: Option<Function>,
    /// With modes, the most literals of a body
    #[arg(long, value_name = "N")]
    length: Option<usize>,
    /// With modes, how many calls deep a variable may be
    #[arg(long, value_name = "N")]
    depth: Option<usize>,
    /// With modes, the most clauses one search may explore
    #[arg(long, value_name = "N")]
    nodes: Option<usize>,
    /// With modes, the most negatives a clause may cover
    #[arg(long, value_name = "N")]
    noise: Option<usize>,
    /// With modes, the fewest positives a clause must cover
    #[arg(long, value_name = "N")]
    min_positives: Option<usize>,
    /// With modes, the least share of positives among what a clause covers
    #[arg(long, value_name = "SHARE")]
    min_accuracy: Option<f64>,
    /// With modes, examples searched from at once
    #[arg(long, value_name = "N")]
    seeds: Option<usize>,
    /// With modes, the most steps of one query; with metarules, of all proofs
    #[arg(long, value_name = "N")]
    limit_steps: Option<u64>,
    /// With metarules, the most clauses [default: as the files say, or 6]
    #[arg(long, value_name = "N")]
    max_clauses: Option<usize>,
    /// With modes, test on N parts of the examples, each left out once
    #[arg(long, value_name = "N")]
    folds: Option<usize>,
}

#[derive(Clone, Copy, ValueEnum)]
enum MethodName {
    /// Chosen by the problem
    Auto,
    /// Learning from failures: the smallest theory, for a bias such as Popper's
    Failures,
    /// One clause at a time, from mode declarations
    Modes,
    /// From metarules, with invented predicates and recursion
    Metarules,
}

#[derive(Clone, Copy, ValueEnum)]
enum Search {
    BestFirst,
    AStar,
    Ida,
    IdaMacros,
    Greedy,
}

#[derive(Clone, Copy, ValueEnum)]
enum Function {
    Coverage,
    Compression,
    Accuracy,
    MEstimate,
    Gain,
}

impl Induce {
    pub fn run(&self, face: &Face) -> Result<Exit, Failure> {
        let request = self.request(face);
        let answer = face.ask("induce", &request, Request::run)?;
        face.show(&answer, print)
    }

    fn request(&self, face: &Face) -> Request {
        let search = self.search.map(|search| match search {
            Search::BestFirst => "bf",
            Search::AStar => "astar",
            Search::Ida => "ida",
            Search::IdaMacros => "ida_macros",
            Search::Greedy => "greedy",
        });
        let evaluation = self.evaluation.map(|function| match function {
            Function::Coverage => "coverage",
            Function::Compression => "compression",
            Function::Accuracy => "accuracy",
            Function::MEstimate => "mestimate",
            Function::Gain => "gain",
        });
        Request {
            path: self.path.clone(),
            method: match self.method {
                MethodName::Auto => None,
                MethodName::Failures => Some(Method::Failures),
                MethodName::Modes => Some(Method::Modes),
                MethodName::Metarules => Some(Method::Metarules),
            },
            timeout: self.timeout,
            out: self.out.clone(),
            explain: self.explain,
            curve: self.curve,
            svg: self.svg.clone(),
            seed: face.seed.0,
            modes: ModeOptions {
                search: search.map(str::to_owned),
                evaluation: evaluation.map(str::to_owned),
                length: self.length,
                depth: self.depth,
                nodes: self.nodes,
                noise: self.noise,
                min_positives: self.min_positives,
                min_accuracy: self.min_accuracy,
                seeds: self.seeds,
                folds: self.folds,
            },
            limit_steps: self.limit_steps,
            max_clauses: self.max_clauses,
            max_size: self.max_size,
        }
    }
}

fn print(answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    for (at, learned) in answer.theories().iter().enumerate() {
        if answer.theories().len() > 1 {
            let blank = if at == 0 { "" } else { "\n" };
            writeln!(out, "{blank}% Problem {}", at + 1)?;
        }
        print_theory(learned, out)?;
    }
    Ok(())
}

fn print_theory(learned: &Learned, out: &mut dyn Write) -> io::Result<()> {
    if learned.clauses.is_empty() {
        writeln!(
            out,
            "Nothing was learned: {}.",
            learned.stopped.trim_end_matches('.')
        )?;
    }
    for clause in &learned.clauses {
        writeln!(out, "{clause}")?;
    }
    writeln!(out)?;
    let confusion = &learned.confusion;
    writeln!(
        out,
        "positives: {} covered, {} not; negatives: {} covered, {} not; accuracy {:.1}%",
        confusion.true_positives,
        confusion.false_negatives,
        confusion.false_positives,
        confusion.true_negatives,
        100.0 * learned.accuracy
    )?;
    writeln!(
        out,
        "method {}, {} literals{}, {} explored, {:.2} seconds",
        learned.method,
        learned.size,
        if learned.proven {
            ", no smaller theory exists"
        } else {
            ""
        },
        learned.explored,
        learned.elapsed.seconds
    )?;
    if let Some(validated) = &learned.cross_validation {
        writeln!(
            out,
            "{}-fold held-out accuracy: {:.1}% ({:.1} to {:.1}%)",
            validated.folds,
            100.0 * validated.accuracy,
            100.0 * validated.ci95.low,
            100.0 * validated.ci95.high
        )?;
    }
    if let Some(curve) = &learned.curve {
        print_curve(curve, out)?;
    }
    if let Some(explanation) = &learned.explanation {
        print_explanation(explanation, out)?;
    }
    if !learned.clauses.is_empty() && (learned.advice.is_some() || !learned.ended.is_done()) {
        writeln!(out, "{}", learned.stopped)?;
    }
    Ok(())
}

fn print_curve(curve: &LearningCurve, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "\nlearning curve: {} runs, {} examples kept aside in each",
        curve.runs, curve.kept_aside
    )?;
    writeln!(out, "examples  accuracy  95% interval     literals")?;
    for point in &curve.points {
        let interval = format!(
            "{:.1} to {:.1}%",
            100.0 * point.ci95.low,
            100.0 * point.ci95.high
        );
        writeln!(
            out,
            "{:>8}  {:>7.1}%  {interval:<15}  {:>8.1}",
            point.examples,
            100.0 * point.accuracy,
            point.size
        )?;
    }
    Ok(())
}

fn print_explanation(explanation: &Explanation, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out)?;
    for (at, covered) in explanation.clauses.iter().enumerate() {
        writeln!(
            out,
            "clause {}: {} positives ({} by no other clause), {} negatives ({})",
            at + 1,
            covered.positives,
            covered.only_positives,
            covered.negatives,
            covered.only_negatives
        )?;
    }
    writeln!(out)?;
    for example in &explanation.examples {
        let sign = if example.is_positive { '+' } else { '-' };
        write!(out, "{sign} {}: ", example.example)?;
        if example.clauses.is_empty() {
            let why = if example.is_cut_short {
                "a proof reached a limit"
            } else {
                "no clause"
            };
            writeln!(out, "{why}")?;
            continue;
        }
        let clauses: Vec<String> = example.clauses.iter().map(usize::to_string).collect();
        let values = example.bindings.iter();
        let values: Vec<String> = values
            .map(|binding| format!("{} = {}", binding.variable, binding.value))
            .collect();
        let word = if clauses.len() == 1 {
            "clause"
        } else {
            "clauses"
        };
        writeln!(out, "{word} {}; {}", clauses.join(", "), values.join(", "))?;
    }
    Ok(())
}
