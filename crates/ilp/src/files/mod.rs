//! Learning problems in the files that people already have: Aleph's three files
//! or one, Popper's folder, CProgol's file, Metagol's file, and Stratalog's own
//! single file.
//!
//! Stratalog's own file is Prolog: `:- modeh(...)`, `:- modeb(...)` and
//! `:- set(Name, Value)` declare, `pos(Atom).` and `neg(Atom).` are examples, and
//! everything else is background.

mod aleph;
mod answer_set;
mod bias_facts;
mod calls;
mod draft;
mod instances;
mod metagol;
mod negatives;
mod popper;
mod progol;

use std::path::{Path, PathBuf};

use stratalog_logic::{Clause, Colour, Program, ProgramBuilder, Reader, Source, Term};

pub use aleph::{evaluation, method};

use self::draft::Draft;
use crate::error::Error;
use crate::modes::CoveringSettings;
use crate::problem::Problem;

/// Learning problems that were read from files.
pub struct Loaded {
    /// The problems: one for each predicate that has examples, and one for each call of
    /// `learn` in a Metagol file.
    pub problems: Vec<Problem>,
    /// Whether what is learned from one problem is background for the next.
    pub is_sequence: bool,
    /// The settings of mode-directed learning that the files ask for.
    pub settings: CoveringSettings,
    /// What was ignored, and what looks wrong.
    pub notes: Vec<Note>,
    /// Where each body mode of each problem was declared.
    pub mode_places: Vec<Vec<String>>,
    /// An example that is both positive and negative: an error for methods that do
    /// not accept noise.
    pub contradiction: Option<Error>,
    builder: ProgramBuilder,
}

/// Something the user should know about a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// File and line.
    pub place: String,
    /// The text.
    pub text: String,
}

impl Loaded {
    /// The background of the files with clauses added to it.
    pub fn background_with(&self, clauses: &[Clause]) -> Result<Program, Error> {
        let mut builder = self.builder.clone();
        for clause in clauses {
            builder.clause(&clause.to_term())?;
        }
        builder.try_build().map_err(|errors| {
            let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
            Error::BadProgram(texts.join("\n"))
        })
    }
}

/// Reads the learning problems in a folder, or in a file.
pub fn read(path: &Path) -> Result<Loaded, Error> {
    if path.is_file() {
        return match path.extension().and_then(|end| end.to_str()) {
            Some("b" | "f" | "n") => aleph::three_files(&path.with_extension("")),
            _ => one_file(source(path)?),
        };
    }
    if path.with_extension("b").is_file() {
        return aleph::three_files(path);
    }
    let names = entries(path)?;
    let has = |name: &str| {
        names
            .iter()
            .any(|entry| entry.file_name().is_some_and(|n| n == name))
    };
    let parts = ["bias.pl", "bk.pl", "exs.pl"];
    let missing: Vec<&str> = parts.into_iter().filter(|part| !has(part)).collect();
    match missing[..] {
        [] => return popper::folder(path),
        [missing] => {
            return Err(Error::Unreadable {
                path: path.display().to_string(),
                problem: format!("{missing} is missing: a problem has bk.pl, bias.pl and exs.pl"),
            });
        }
        _ => {}
    }
    let with_end = |end: &str| -> Vec<&PathBuf> {
        let is_end = |entry: &&PathBuf| entry.extension().is_some_and(|its| its == end);
        names.iter().filter(is_end).collect()
    };
    match (&with_end("b")[..], &with_end("pl")[..]) {
        ([only], _) => aleph::three_files(&only.with_extension("")),
        ([], [only]) => one_file(source(only)?),
        ([], several) => {
            let sources: Vec<Source> = several
                .iter()
                .map(|path| source(path))
                .collect::<Result<_, _>>()?;
            if sources.iter().any(metagol::is_metagol) {
                return metagol::files(&sources);
            }
            Err(no_problem(path))
        }
        _ => Err(no_problem(path)),
    }
}

/// A theory's file with the background in a problem's folder or file, or in any Prolog
/// file; without a background, the library alone.
pub fn program(background: Option<&Path>, theory: &Path) -> Result<Program, Error> {
    let mut draft = Draft::new();
    if let Some(path) = background {
        let alone = if path.is_dir() {
            path.join("bk.pl")
        } else {
            path.to_owned()
        };
        match read(path) {
            Ok(loaded) => draft = Draft::after(loaded),
            Err(_) if alone.is_file() => popper::read_background(&source(&alone)?, &mut draft)?,
            Err(error) => return Err(error),
        }
    }
    popper::read_background(&source(theory)?, &mut draft)?;
    draft.program()
}

/// The clauses in a file; directives are left out.
pub fn clauses(path: &Path) -> Result<Vec<Clause>, Error> {
    let terms = terms(path)?;
    let clauses = terms
        .iter()
        .filter(|term| Clause::directive(term).is_none());
    Ok(clauses.map(Clause::from_term).collect())
}

/// The examples in a file and whether they are positive: `pos(...)` and `neg(...)`
/// facts, or plain facts. The class of a plain fact is known where the file's name ends
/// in `.f` or `.n`.
pub fn examples(path: &Path) -> Result<Vec<(Term, Option<bool>)>, Error> {
    let by_name = match path.extension().and_then(|end| end.to_str()) {
        Some("f") => Some(true),
        Some("n") => Some(false),
        _ => None,
    };
    let mut examples = Vec::new();
    for term in terms(path)? {
        if Clause::directive(&term).is_some() {
            continue;
        }
        let functor = term.functor().map(|functor| functor.to_string());
        let (example, is_positive) = match (functor.as_deref(), term.args()) {
            (Some("pos/1"), [example]) => (example.clone(), Some(true)),
            (Some("neg/1"), [example]) => (example.clone(), Some(false)),
            _ => (term, by_name),
        };
        if !example.is_callable() {
            let example = example.to_string();
            return Err(Error::BadExample { example }.at(&path.display().to_string()));
        }
        examples.push((example, is_positive));
    }
    Ok(examples)
}

fn terms(path: &Path) -> Result<Vec<Term>, Error> {
    let source = source(path)?;
    let mut reader = Reader::new(&source);
    let mut terms = Vec::new();
    while let Some(read) = reader.next_clause() {
        let read = read.map_err(|error| Error::BadProgram(error.render(&source, Colour::Never)))?;
        terms.push(read.term);
    }
    Ok(terms)
}

/// Reads a problem from the text of one file: CProgol's, Metagol's, Aleph's, or
/// Stratalog's own.
pub fn one_file(source: Source) -> Result<Loaded, Error> {
    if progol::is_progol(&source) {
        progol::one_file(&source)
    } else if metagol::is_metagol(&source) {
        metagol::files(&[source])
    } else {
        aleph::one_file(&source)
    }
}

fn no_problem(path: &Path) -> Error {
    Error::Unreadable {
        path: path.display().to_string(),
        problem: "a problem is x.b with x.f and x.n, or bk.pl with bias.pl and exs.pl, \
                  or one .pl file; name the file when there are several"
            .to_owned(),
    }
}

fn entries(path: &Path) -> Result<Vec<PathBuf>, Error> {
    let listed = std::fs::read_dir(path).map_err(|error| unreadable(path, &error))?;
    let mut names: Vec<PathBuf> = listed
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .collect();
    names.sort_unstable();
    Ok(names)
}

fn source(path: &Path) -> Result<Source, Error> {
    let text = std::fs::read_to_string(path).map_err(|error| unreadable(path, &error))?;
    // Some editors put a byte order mark before the text.
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    Ok(Source::new(path.display().to_string(), text))
}

fn unreadable(path: &Path, error: &std::io::Error) -> Error {
    Error::Unreadable {
        path: path.display().to_string(),
        problem: match error.kind() {
            std::io::ErrorKind::InvalidData => {
                "it is not UTF-8 text; save it as UTF-8 and try again".to_owned()
            }
            _ => error.to_string(),
        },
    }
}
