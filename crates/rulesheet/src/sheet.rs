//! A rulesheet as it was read: its clauses with their places, and what could not
//! be read.

use std::path::Path;

use stratalog_logic::{
    Clause, Functor, KifReader, ReadTerm, Reader, Source, SyntaxError, Term, sym,
};

use stratalog_game::error::GameError;
use stratalog_game::grid::Size;

use super::glossary::Glossary;

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

/// A clause of a rulesheet and its place in the text.
#[derive(Clone, Debug)]
pub struct SheetClause {
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
    /// The clauses, in order; directives and the glossary are left out.
    pub clauses: Vec<SheetClause>,
    /// What facts and predicates mean, where it says so.
    pub glossary: Glossary,
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
        let glossary = Glossary::separate(&mut clauses);
        Rulesheet {
            source,
            syntax,
            clauses,
            glossary,
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

    /// Whether a clause, by number, defines a predicate.
    pub(super) fn defines(&self, clause: usize, predicate: Functor) -> bool {
        let clause = self.clauses.get(clause);
        clause.is_some_and(|clause| clause.head.functor() == Some(predicate))
    }

    /// The values of the facts with this name, in order.
    fn values(&self, name: &str, arity: usize) -> Vec<i64> {
        let facts = self.clauses.iter().filter(|c| c.body.is_atom(sym::TRUE));
        facts
            .filter_map(|c| c.head.as_compound(name.into(), arity)?.last()?.as_integer())
            .collect()
    }

    /// The board its facts give, where it has them: `rows(N)` and `columns(N)`
    /// make `ROWSxCOLS`, with `mines(N)` `ROWSxCOLS/MINES`; facts `size(HEAP, N)`
    /// make a list as in `3,4,5`.
    pub fn board(&self) -> Option<String> {
        let sizes = self.values("size", 2);
        match (
            &self.values("rows", 1)[..],
            &self.values("columns", 1)[..],
            &self.values("mines", 1)[..],
        ) {
            ([rows], [columns], []) => Some(format!("{rows}x{columns}")),
            ([rows], [columns], [mines]) => Some(format!("{rows}x{columns}/{mines}")),
            _ if sizes.is_empty() => None,
            _ => {
                let texts: Vec<String> = sizes.iter().map(i64::to_string).collect();
                Some(texts.join(","))
            }
        }
    }

    /// The same rules on another board, written as [`Rulesheet::board`] gives it:
    /// the facts are replaced.
    pub fn with_board(mut self, board: &str) -> Result<Rulesheet, GameError> {
        let Some(usual) = self.board() else {
            return Err(GameError::NoSuchOption {
                game: self.name().to_owned(),
                option: "board to choose (facts rows(N) and columns(N) would make one)".to_owned(),
            });
        };
        match self.replace_board(&usual, board) {
            Some(()) => Ok(self),
            None => Err(GameError::BadBoard {
                game: self.name().to_owned(),
                board: board.to_owned(),
                expected: format!("write it like {usual}"),
            }),
        }
    }

    fn replace_board(&mut self, usual: &str, board: &str) -> Option<()> {
        if usual.contains('x') {
            let (size, mines) = match board.split_once('/') {
                Some((size, mines)) if usual.contains('/') => (size, mines.parse::<u16>().ok()),
                Some(_) => return None,
                None => (board, None),
            };
            let size = Size::parse(size).filter(|size| size.area() > 0)?;
            if let Some(mines) = mines {
                if usize::from(mines) > size.area() {
                    return None;
                }
                self.replace_fact("mines", i64::from(mines));
            } else if board.contains('/') {
                return None;
            }
            self.replace_fact("rows", i64::from(size.rows));
            self.replace_fact("columns", i64::from(size.columns));
            return Some(());
        }
        let sizes: Result<Vec<u16>, _> = board.split(',').map(|n| n.trim().parse()).collect();
        let sizes = sizes.ok()?;
        let is_size = |c: &SheetClause| c.head.as_compound("size".into(), 2).is_some();
        let first = self.clauses.iter().find(|c| is_size(c))?.clone();
        let place = self.clauses.iter().position(is_size)?;
        self.clauses.retain(|c| !is_size(c));
        let facts = sizes.iter().enumerate().map(|(number, &size)| {
            let heap = Term::Integer(number as i64 + 1);
            SheetClause {
                head: Term::compound("size", [heap, Term::Integer(i64::from(size))]),
                ..first.clone()
            }
        });
        self.clauses.splice(place..place, facts);
        Some(())
    }

    /// Replaces the argument of the fact `name(N)`.
    fn replace_fact(&mut self, name: &str, value: i64) {
        for clause in &mut self.clauses {
            if clause.head.as_compound(name.into(), 1).is_some() && clause.body.is_atom(sym::TRUE) {
                clause.head = Term::compound(name, [Term::Integer(value)]);
            }
        }
    }
}

/// The clause that was read; nothing where it is a directive or a query.
fn clause(read: ReadTerm) -> Option<SheetClause> {
    let is_query = read.term.as_compound(sym::QUERY, 1).is_some();
    if is_query || Clause::directive(&read.term).is_some() {
        return None;
    }
    Some(SheetClause::at(Clause::from_term(&read.term), read))
}

impl SheetClause {
    /// A clause at the place of something that was read.
    pub(super) fn at(clause: Clause, read: ReadTerm) -> SheetClause {
        SheetClause {
            head: clause.head,
            body: Term::conjunction(clause.body),
            read,
        }
    }
}
