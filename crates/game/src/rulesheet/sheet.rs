//! A rulesheet as it was read: its clauses, where they stand, and what could not
//! be read.

use std::path::Path;

use stratalog_logic::{KifReader, ReadTerm, Reader, Source, SyntaxError, Term, sym};

use crate::error::GameError;
use crate::grid::Size;

/// The two ways of writing the same clauses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Syntax {
    /// Prolog, as in the files under `rules/`.
    Prolog,
    /// The prefix syntax of the public repositories, `.kif`.
    Kif,
}

impl Syntax {
    /// The syntax a file's name promises: `.kif` and `.gdl` are KIF, all else
    /// is Prolog.
    pub fn of(path: &Path) -> Syntax {
        match path.extension().and_then(|e| e.to_str()) {
            Some(extension) if ["kif", "gdl"].contains(&extension.to_lowercase().as_str()) => {
                Syntax::Kif
            }
            _ => Syntax::Prolog,
        }
    }
}

/// A clause and where it stands.
#[derive(Clone, Debug)]
pub struct Clause {
    /// What it defines.
    pub head: Term,
    /// When it holds; `true` for a fact.
    pub body: Term,
    /// As it was read.
    pub read: ReadTerm,
}

/// The clauses of a file, and what of it could not be read.
#[derive(Clone, Debug)]
pub struct Rulesheet {
    /// The text.
    pub source: Source,
    /// How it is written.
    pub syntax: Syntax,
    /// The clauses, in order; directives are left out.
    pub clauses: Vec<Clause>,
    /// The mistakes, in order.
    pub mistakes: Vec<SyntaxError>,
}

impl Rulesheet {
    /// Reads a rulesheet; mistakes are kept beside what could be read.
    pub fn read(source: Source, syntax: Syntax) -> Rulesheet {
        let read: Vec<Result<ReadTerm, SyntaxError>> = match syntax {
            Syntax::Prolog => Reader::new(&source).collect(),
            Syntax::Kif => KifReader::new(&source).collect(),
        };
        let mut clauses = Vec::new();
        let mut mistakes = Vec::new();
        for item in read {
            match item {
                Ok(read) => clauses.extend(clause(read)),
                Err(mistake) => mistakes.push(mistake),
            }
        }
        Rulesheet {
            source,
            syntax,
            clauses,
            mistakes,
        }
    }

    /// Reads the rulesheet of a file.
    pub fn from_file(path: &Path) -> Result<Rulesheet, GameError> {
        let unreadable = |cause: String| GameError::UnreadableRulesheet {
            path: path.display().to_string(),
            cause,
        };
        let bytes = std::fs::read(path).map_err(|error| unreadable(error.to_string()))?;
        // Some public files are in Latin-1; only comments suffer from the replacement.
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let name = path.file_name().unwrap_or(path.as_os_str());
        let source = Source::new(name.to_string_lossy(), text);
        Ok(Rulesheet::read(source, Syntax::of(path)))
    }

    /// The file's name without its extension.
    pub fn name(&self) -> &str {
        let name = &self.source.name;
        name.rsplit_once('.')
            .map_or(name.as_str(), |(stem, _)| stem)
    }

    /// The board its facts `rows(N)` and `columns(N)` give, where it has them.
    pub fn size(&self) -> Option<Size> {
        let fact = |name: &str| {
            self.clauses.iter().find_map(|clause| {
                let [value] = clause.head.as_compound(name.into(), 1)? else {
                    return None;
                };
                u8::try_from(value.as_integer()?).ok()
            })
        };
        Some(Size::new(fact("rows")?, fact("columns")?))
    }

    /// The same rules on another board: the facts `rows(N)` and `columns(N)`
    /// are replaced.
    pub fn with_size(mut self, size: Size) -> Result<Rulesheet, GameError> {
        if self.size().is_none() {
            return Err(GameError::NoSuchOption {
                game: self.name().to_owned(),
                option: "board to choose (facts rows(N) and columns(N) would make one)".to_owned(),
            });
        }
        self.replace_fact("rows", i64::from(size.rows));
        self.replace_fact("columns", i64::from(size.columns));
        Ok(self)
    }

    /// Replaces the argument of the fact `name(N)`; says whether there is one.
    pub fn replace_fact(&mut self, name: &str, value: i64) -> bool {
        let mut is_replaced = false;
        for clause in &mut self.clauses {
            if clause.head.as_compound(name.into(), 1).is_some() && clause.body.is_atom(sym::TRUE) {
                clause.head = Term::compound(name, [Term::Integer(value)]);
                is_replaced = true;
            }
        }
        is_replaced
    }
}

fn clause(read: ReadTerm) -> Option<Clause> {
    if read.term.as_compound(sym::NECK, 1).is_some()
        || read.term.as_compound(sym::QUERY, 1).is_some()
    {
        return None;
    }
    let (head, body) = match read.term.as_compound(sym::NECK, 2) {
        Some([head, body]) => (head.clone(), body.clone()),
        _ => (read.term.clone(), Term::Atom(sym::TRUE)),
    };
    Some(Clause { head, body, read })
}
