//! Logic programs: asked from Python, with answers one at a time, and predicates
//! that are functions of Python.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyStopIteration;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyIterator, PyList, PyString, PyTuple};
use stratalog::Stop;
use stratalog_logic::{
    Call, Functor, Limits, Machine, NativeError, Program as Compiled, ProgramError, QueryError,
    Row, RowIterator, Source, Term, TermWriter, read_term,
};

use crate::call::{STACK, received};
use crate::errors;

/// Answers that are found before they are asked for.
const AHEAD: usize = 64;

/// The deepest nesting of terms that become values of Python, or were such.
const DEEPEST: usize = 500;

/// The exception of a function that is a predicate, kept until the query has ended.
type Failure = Arc<Mutex<Option<PyErr>>>;

/// A compiled program.
#[pyclass(frozen, module = "stratalog._native")]
pub struct NativeProgram {
    compiled: Arc<Compiled>,
    failure: Failure,
}

#[pymethods]
impl NativeProgram {
    /// A program of texts, each with its name and whether it is KIF, and of
    /// predicates: name, arity, function.
    #[new]
    fn new(
        py: Python<'_>,
        texts: Vec<(String, String, bool)>,
        predicates: Vec<(String, usize, Py<PyAny>)>,
    ) -> PyResult<NativeProgram> {
        let failure = Failure::default();
        let mut builder = Compiled::builder();
        for (name, arity, function) in predicates {
            let failure = Arc::clone(&failure);
            builder.native_many(Functor::new(name.as_str(), arity), move |call| {
                rows(&function, &failure, call)
            });
        }
        let sources: Vec<(Source, bool)> = texts
            .iter()
            .map(|(name, text, is_kif)| (Source::new(name, text), *is_kif))
            .collect();
        let mut mistakes = Vec::new();
        for (source, is_kif) in &sources {
            let read = if *is_kif {
                builder.consult_kif(source)
            } else {
                builder.consult(source)
            };
            mistakes.extend(read.err().into_iter().flatten());
        }
        let built = if mistakes.is_empty() {
            builder.try_build()
        } else {
            Err(mistakes)
        };
        match built {
            Ok(compiled) => Ok(NativeProgram {
                compiled: Arc::new(compiled),
                failure,
            }),
            Err(mistakes) => {
                let sources: Vec<Source> = sources.into_iter().map(|(source, _)| source).collect();
                Err(refused(py, &sources, &mistakes))
            }
        }
    }

    /// The predicates that the program defines, as `name/arity`.
    #[getter]
    fn predicates(&self) -> Vec<String> {
        let predicates = self.compiled.predicates();
        predicates.iter().map(ToString::to_string).collect()
    }

    /// The answers to a goal, one after the other.
    fn query(
        &self,
        py: Python<'_>,
        goal: &str,
        steps: u64,
        depth: usize,
        memory: usize,
    ) -> PyResult<Answers> {
        let query = self.compiled.parse_query(goal).map_err(|error| {
            let shown = error.render(goal);
            errors::refusal(py, format!("the goal cannot be asked: {shown}"))
        })?;
        let stop = Stop::default();
        let (send, answers) = mpsc::sync_channel(AHEAD);
        let compiled = Arc::clone(&self.compiled);
        let requested = stop.clone();
        let limits = Limits {
            steps,
            depth,
            memory,
        };
        let search = move || {
            let mut machine = Machine::new(&compiled).with_limits(limits);
            machine.stop_when(move || requested.is_requested());
            let names: Vec<(String, usize)> = query
                .names()
                .iter()
                .filter(|(name, _)| !name.starts_with('_'))
                .map(|(name, var)| (name.clone(), var.0 as usize))
                .collect();
            let mut solutions = machine.solve(&query);
            for answer in &mut solutions {
                let found = match answer {
                    Ok(answer) => Found::Row(
                        names
                            .iter()
                            .map(|(name, var)| (name.clone(), answer.values[*var].clone()))
                            .collect(),
                    ),
                    Err(QueryError::Limit(limit)) => Found::Limit(limit.to_string()),
                    Err(error) => Found::Thrown(error.to_string()),
                };
                let is_last = !matches!(found, Found::Row(_));
                if send.send(found).is_err() || is_last {
                    break;
                }
            }
        };
        std::thread::Builder::new()
            .name("stratalog-query".to_owned())
            .stack_size(STACK)
            .spawn(search)
            .map_err(|error| errors::refusal(py, format!("no thread: {error}")))?;
        Ok(Answers {
            answers: Some(Mutex::new(answers)),
            stop,
            failure: Arc::clone(&self.failure),
        })
    }

    /// Whether each goal holds: True, False, or None where a limit was reached.
    fn holds(
        &self,
        py: Python<'_>,
        goals: Vec<String>,
        steps: u64,
        depth: usize,
        memory: usize,
    ) -> PyResult<Vec<Option<bool>>> {
        let limits = Limits {
            steps,
            depth,
            memory,
        };
        let compiled = &self.compiled;
        let results: Result<Vec<Option<bool>>, String> = py.detach(|| {
            let mut machine = Machine::new(compiled).with_limits(limits);
            let holds = |goal: &String| {
                let query = compiled
                    .parse_query(goal)
                    .map_err(|error| format!("the goal cannot be asked: {}", error.render(goal)))?;
                match machine.solve(&query).next() {
                    None => Ok(Some(false)),
                    Some(Ok(_)) => Ok(Some(true)),
                    Some(Err(QueryError::Limit(_))) => Ok(None),
                    Some(Err(error)) => Err(format!("{goal}: {error}")),
                }
            };
            goals.iter().map(holds).collect()
        });
        if let Some(error) = taken(&self.failure) {
            return Err(error);
        }
        results.map_err(|message| errors::refusal(py, message))
    }

    /// The text of a Prolog term for a value of Python.
    #[staticmethod]
    fn written(value: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(TermWriter::new().term(&term_of(value)?))
    }

    /// The head and the goals of the body of a clause, as text.
    #[staticmethod]
    fn clause_parts(py: Python<'_>, clause: &str) -> PyResult<(String, Vec<String>)> {
        let text = clause.trim().trim_end_matches('.');
        let read = read_term(text).map_err(|error| errors::refusal(py, error))?;
        let writer = TermWriter::new().names(&read.var_names);
        let shown = |term: &Term| writer.term(term);
        let (head, body) = match read.term.as_compound(":-".into(), 2) {
            Some([head, body]) => (head.clone(), body.conjuncts()),
            _ => (read.term.clone(), Vec::new()),
        };
        Ok((shown(&head), body.iter().map(shown).collect()))
    }
}

enum Found {
    Row(Vec<(String, Term)>),
    Limit(String),
    Thrown(String),
}

/// The answers to a goal. The search runs ahead of them on a thread of its own and
/// ends with this object.
#[pyclass(module = "stratalog._native")]
pub struct Answers {
    answers: Option<Mutex<Receiver<Found>>>,
    stop: Stop,
    failure: Failure,
}

#[pymethods]
impl Answers {
    fn __iter__(slf: PyRef<'_, Answers>) -> PyRef<'_, Answers> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let found = loop {
            let Some(answers) = &self.answers else {
                return Err(PyStopIteration::new_err(()));
            };
            match py.detach(|| received(answers)) {
                Ok(found) => break Some(found),
                Err(RecvTimeoutError::Disconnected) => break None,
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            }
        };
        if let Some(error) = taken(&self.failure) {
            self.close();
            return Err(error);
        }
        match found {
            Some(Found::Row(row)) => {
                let answer = PyDict::new(py);
                for (name, value) in row {
                    answer.set_item(name, value_of(py, &value, 0)?)?;
                }
                Ok(answer)
            }
            Some(Found::Limit(limit)) => {
                self.close();
                let class = py.import("stratalog.errors")?.getattr("LimitReached")?;
                Err(PyErr::from_value(class.call1((limit,))?))
            }
            Some(Found::Thrown(message)) => {
                self.close();
                Err(errors::refusal(py, message))
            }
            None => {
                self.close();
                Err(PyStopIteration::new_err(()))
            }
        }
    }

    /// Ends the search.
    fn close(&mut self) {
        self.stop.request();
        self.answers = None;
    }
}

impl Drop for Answers {
    fn drop(&mut self) {
        self.stop.request();
    }
}

fn taken(failure: &Failure) -> Option<PyErr> {
    failure
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .take()
}

/// The mistakes of a program as an exception.
fn refused(py: Python<'_>, sources: &[Source], mistakes: &[ProgramError]) -> PyErr {
    errors::exception(py, &stratalog::query::mistakes(sources, mistakes))
}

/// The rows that a function gives for a call: `True` or `False`, one row, or an
/// iterator of rows. An argument without a value is None.
fn rows(
    function: &Py<PyAny>,
    failure: &Failure,
    call: &mut Call<'_>,
) -> Result<RowIterator, NativeError> {
    let args: Vec<Term> = (0..call.arity()).map(|i| call.arg(i)).collect();
    let made = Python::attach(|py| -> PyResult<RowIterator> {
        let values = args.iter().map(|arg| value_of(py, arg, 0));
        let values: Vec<_> = values.collect::<PyResult<_>>()?;
        let result = function.bind(py).call1(PyTuple::new(py, values)?)?;
        if let Ok(holds) = result.cast::<PyBool>() {
            let row: Option<Row> = holds.is_true().then(|| args.clone());
            return Ok(Box::new(row.into_iter()));
        }
        if result.is_none() {
            return Ok(Box::new(std::iter::empty()));
        }
        if result.is_instance_of::<PyTuple>() {
            let row = row_of(&result, args.len(), &args)?;
            return Ok(Box::new(std::iter::once(row)));
        }
        Ok(Box::new(FunctionRows {
            rows: result.try_iter()?.unbind(),
            args: args.clone(),
            failure: Arc::clone(failure),
        }))
    });
    made.map_err(|error| {
        let text = error.to_string();
        let mut failure = failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.get_or_insert(error);
        NativeError::thrown(Term::atom(text.as_str()))
    })
}

/// The rows of an iterator of Python.
struct FunctionRows {
    rows: Py<PyIterator>,
    args: Vec<Term>,
    failure: Failure,
}

impl Iterator for FunctionRows {
    type Item = Row;

    fn next(&mut self) -> Option<Row> {
        let next = Python::attach(|py| -> PyResult<Option<Row>> {
            let Some(row) = self.rows.bind(py).clone().next() else {
                return Ok(None);
            };
            row_of(&row?, self.args.len(), &self.args).map(Some)
        });
        next.unwrap_or_else(|error| {
            let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
            failure.get_or_insert(error);
            None
        })
    }
}

/// A tuple as a row; None stands for the argument as it was.
fn row_of(tuple: &Bound<'_, PyAny>, arity: usize, args: &[Term]) -> PyResult<Row> {
    let values: Vec<Bound<'_, PyAny>> = tuple.try_iter()?.collect::<PyResult<_>>()?;
    if values.len() != arity {
        let message = format!(
            "a predicate of {arity} arguments must give tuples of {arity} values, not {}",
            values.len()
        );
        return Err(errors::refusal(tuple.py(), message));
    }
    let pairs = values.iter().zip(args);
    pairs
        .map(|(value, arg)| {
            if value.is_none() {
                Ok(arg.clone())
            } else {
                term_of(value)
            }
        })
        .collect()
}

/// A term as a value of Python: numbers, text, lists, None for a variable; other
/// terms are `stratalog.Term`.
fn value_of<'py>(py: Python<'py>, term: &Term, depth: usize) -> PyResult<Bound<'py, PyAny>> {
    check_depth(py, depth)?;
    let values = |terms: &[Term]| -> PyResult<Vec<Bound<'py, PyAny>>> {
        let values = terms.iter().map(|term| value_of(py, term, depth + 1));
        values.collect()
    };
    Ok(match term {
        Term::Var(_) => py.None().into_bound(py),
        Term::Atom(_) if *term == Term::nil() => PyList::empty(py).into_any(),
        Term::Atom(name) | Term::String(name) => PyString::new(py, name.as_str()).into_any(),
        Term::Integer(value) => value.into_pyobject(py)?.into_any(),
        Term::Big(value) => py.get_type::<PyInt>().call1((value.to_string(),))?,
        Term::Float(value) => PyFloat::new(py, *value).into_any(),
        Term::Compound(compound) => match term.as_list() {
            Some(items) => PyList::new(py, values(&items)?)?.into_any(),
            None => {
                let args = PyTuple::new(py, values(compound.args())?)?;
                let class = py.import("stratalog.logic")?.getattr("Term")?;
                class.call1((compound.name().as_str(), args))?
            }
        },
    })
}

/// Refuses terms that are nested too deep: they are walked by recursion.
fn check_depth(py: Python<'_>, depth: usize) -> PyResult<()> {
    if depth <= DEEPEST {
        return Ok(());
    }
    let message = format!("a term is nested more than {DEEPEST} deep; ask for its parts");
    Err(errors::refusal(py, message))
}

/// A value of Python as a term.
fn term_of(value: &Bound<'_, PyAny>) -> PyResult<Term> {
    nested_term_of(value, 0)
}

fn nested_term_of(value: &Bound<'_, PyAny>, depth: usize) -> PyResult<Term> {
    check_depth(value.py(), depth)?;
    if value.is_instance_of::<PyBool>() {
        let holds: bool = value.extract()?;
        return Ok(Term::atom(if holds { "true" } else { "false" }));
    }
    if value.is_instance_of::<PyInt>() {
        let text = value.str()?.to_string();
        let read = read_term(&text).map_err(|error| errors::refusal(value.py(), error))?;
        return Ok(read.term);
    }
    if let Ok(number) = value.cast::<PyFloat>() {
        return Ok(Term::Float(number.value()));
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Term::atom(text.to_cow()?.as_ref()));
    }
    if value.is_instance_of::<PyList>() {
        let items = value
            .try_iter()?
            .map(|item| nested_term_of(&item?, depth + 1));
        return Ok(Term::list(items.collect::<PyResult<Vec<_>>>()?));
    }
    let class = value.py().import("stratalog.logic")?.getattr("Term")?;
    if value.is_instance(&class)? {
        let name: String = value.getattr("name")?.extract()?;
        let args = value.getattr("args")?;
        let args = args.try_iter()?.map(|arg| nested_term_of(&arg?, depth + 1));
        return Ok(Term::compound(
            name.as_str(),
            args.collect::<PyResult<Vec<_>>>()?,
        ));
    }
    // Numbers of numpy and the like.
    if let Ok(item) = value.call_method0("item")
        && !item.is(value)
    {
        return nested_term_of(&item, depth + 1);
    }
    Err(errors::refusal(
        value.py(),
        format!(
            "a {} is no term; use numbers, text, lists or stratalog.Term",
            value.get_type().name()?
        ),
    ))
}
