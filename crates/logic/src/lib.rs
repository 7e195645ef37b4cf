//! A small, fast, bounded Prolog.

mod arithmetic;
mod builtins;
mod cell;
mod clauses;
mod code;
mod compile;
mod error;
mod heap;
mod lexer;
mod limits;
mod machine;
mod native;
pub mod operators;
mod program;
mod query;
pub mod reader;
mod relation;
pub mod source;
pub mod symbol;
pub mod term;
pub mod writer;

pub use compile::CompileError;
pub use error::{LimitReached, QueryError};
pub use lexer::ClauseEnd;
pub use limits::Limits;
pub use machine::{Answer, Machine, Solutions};
pub use native::{Call, NativeError, Row, RowIterator};
pub use operators::{Operator, OperatorError, OperatorType, Operators};
pub use program::{Program, ProgramBuilder, ProgramError, Unknown};
pub use query::{GoalError, Query};
pub use reader::{ReadTerm, Reader, Singleton, read_term, read_term_with};
pub use source::{Colour, Position, Source, SyntaxError};
pub use symbol::{Symbol, sym};
pub use term::{Compound, Functor, Term, Var};
pub use writer::{TermWriter, var_name};
