//! A small, fast Prolog whose queries always end: terms, readers, a writer,
//! compiled programs, a solver with tabling, and limits.
//!
//! A text is compiled once into a [`Program`], which is immutable and shared by
//! threads. Each thread has its own [`Machine`], which runs a [`Query`] under
//! [`Limits`] on steps, nesting and memory. The outcome is yes, no, or the limit
//! that was reached.
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
//! .expect("the program compiles");
//! let query = program.parse_query("path(a, Where)").expect("the goal compiles");
//! let mut machine = Machine::new(&program);
//! let mut found: Vec<String> = machine
//!     .solve(&query)
//!     .map(|answer| answer.expect("no limit is reached").values[0].to_string())
//!     .collect();
//! found.sort();
//! assert_eq!(found, ["a", "b", "c"]);
//! ```
//!
//! How it works:
//!
//! - [`Reader`] and [`KifReader`] turn text into [`Term`]s; [`TermWriter`] writes
//!   terms that read back as the same term. [`Clause`] splits a term into head
//!   and body; [`Bindings`] unifies terms as data.
//! - The compiler turns clauses into the instructions of a Warren machine.
//!   Clauses are indexed on the arguments that select best. Predicates that
//!   consist of ground facts become indexed tables, and adjacent calls of such
//!   tables run as one join.
//! - Tabled predicates (`:- table p/2.`) are evaluated by SLG resolution.
//! - Predicates can be written in Rust ([`ProgramBuilder::native`]).
//! - A predicate that a program defines takes the place of a library predicate
//!   of the same name. Only control constructs and ISO built-ins are protected.
//!
//! This crate depends on no other crate of the workspace. It must never know
//! games, players or learners. No predicate touches files, the network or the
//! process, and no function here recurses on user data.

mod arithmetic;
mod bits;
mod builder;
mod builtins;
mod cell;
mod clause;
mod clauses;
mod code;
mod compile;
mod constraints;
mod dcg;
mod effort;
mod error;
mod ground;
mod heap;
mod join;
pub mod kif;
mod lexer;
mod limits;
mod machine;
mod native;
pub mod operators;
mod program;
mod proof;
mod protected;
mod query;
pub mod reader;
mod reference;
mod relation;
pub mod source;
pub mod symbol;
pub mod term;
pub mod unify;
pub mod writer;

pub use arithmetic::{Evaluable, IntegerError};
pub use builder::ProgramBuilder;
pub use clause::Clause;
pub use compile::CompileError;
pub use error::{LimitReached, QueryError};
pub use kif::KifReader;
pub use lexer::ClauseEnd;
pub use limits::Limits;
pub use machine::{Answer, Machine, Solutions};
pub use native::{Call, NativeError, Row, RowIterator};
pub use operators::{Operator, OperatorError, OperatorType, Operators};
pub use program::{Program, ProgramError, Unknown};
pub use proof::{ProofStep, ProvedBy};
pub use query::{GoalError, Query};
pub use reader::{ReadTerm, Reader, Singleton, read_term, read_term_with};
pub use reference::{LibraryPredicate, library_predicates};
pub use source::{Colour, Position, Source, SyntaxError};
pub use symbol::{Symbol, sym};
pub use term::{Compound, Functor, Term, Var};
pub use unify::{Bindings, BindingsMark};
pub use writer::{TermWriter, var_name};
