//! A small, fast, bounded Prolog: the logic that games, strategies and learners
//! are written in.
//!
//! A text becomes a [`Program`]: clauses compiled once, immutable, shared by
//! threads. Each thread has a [`Machine`] of its own, which runs a [`Query`]
//! under [`Limits`] and answers yes, no, or which limit was reached.
//!
//! ```
//! use stratalog_logic::{Machine, Program};
//!
//! let program = Program::parse(
//!     "edge(a, b). edge(b, c). edge(c, a).
//!      :- table path/2.
//!      path(X, Y) :- path(X, Z), edge(Z, Y).
//!      path(X, Y) :- edge(X, Y).",
//! )
//! .expect("the program is right");
//! let query = program.parse_query("path(a, Where)").expect("the goal is right");
//! let mut machine = Machine::new(&program);
//! let mut found: Vec<String> = machine
//!     .solve(&query)
//!     .map(|answer| answer.expect("no limit is reached").values[0].to_string())
//!     .collect();
//! found.sort();
//! assert_eq!(found, ["a", "b", "c"]);
//! ```
//!
//! How it is made: the readers ([`Reader`], [`KifReader`]) give [`Term`]s; the
//! compiler turns clauses into instructions of a Warren machine; predicates that
//! are only facts become indexed tables, and runs of calls of such tables are
//! answered as one join; tabled predicates are evaluated by SLG resolution.
//! Predicates can be written in Rust ([`ProgramBuilder::native`]). There are no
//! predicates that touch files, the network or the process.
//!
//! What this crate must never know: games, players, learners.

mod arithmetic;
mod builtins;
mod cell;
mod clause;
mod clauses;
mod code;
mod compile;
mod effort;
mod error;
mod heap;
mod join;
pub mod kif;
mod lexer;
mod limits;
mod machine;
mod native;
pub mod operators;
mod program;
mod protected;
mod query;
pub mod reader;
mod relation;
pub mod source;
pub mod symbol;
pub mod term;
pub mod unify;
pub mod writer;

pub use arithmetic::{Evaluable, IntegerError};
pub use clause::Clause;
pub use compile::CompileError;
pub use error::{LimitReached, QueryError};
pub use kif::KifReader;
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
pub use unify::{Bindings, BindingsMark};
pub use writer::{TermWriter, var_name};
