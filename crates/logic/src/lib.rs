//! A small, fast, bounded Prolog.

pub mod kif;
mod lexer;
pub mod operators;
pub mod reader;
pub mod source;
pub mod symbol;
pub mod term;
pub mod writer;

pub use kif::KifReader;
pub use lexer::ClauseEnd;
pub use operators::{Operator, OperatorError, OperatorType, Operators};
pub use reader::{ReadTerm, Reader, Singleton, read_term, read_term_with};
pub use source::{Colour, Position, Source, SyntaxError};
pub use symbol::{Symbol, sym};
pub use term::{Compound, Functor, Term, Var};
pub use writer::{TermWriter, var_name};
