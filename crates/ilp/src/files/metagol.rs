//! Metagol's file: `body_pred/1`, `metarule/3,4`, `ibk/2`,
//! `metagol:max_clauses/1`, `metagol:functional/0`, the clauses of the background,
//! and examples as `pos/1` and `neg/1` facts or as the arguments of calls of
//! `learn/2,3`, `learn_seq/2` and `learn_task/2` in a directive or clause. `prim/1`,
//! `metarule(Name, Subs, (Head :- Body))` and examples `[p,a,b]` of older versions are
//! read too.

use stratalog_logic::{
    Clause, Colour, Functor, Limits, Machine, OperatorType, Operators, Program, Reader, Source,
    Symbol, Term,
};

use stratalog_run::suggest::did_you_mean;

use super::Loaded;
use super::draft::{Draft, Examples, MAX_ARITY, MAX_CLAUSE, place};
use crate::error::Error;
use crate::metarules::{Literal, Metarule, Sign};

/// The limits of the goals that build examples.
const GOAL_LIMITS: Limits = Limits {
    steps: 10_000_000,
    depth: 1_000_000,
    memory: 256 << 20,
};

/// Whether a text has metarules, or declares predicates and calls the learner.
pub(super) fn is_metagol(source: &Source) -> bool {
    let without_comments = source.text.lines().map(|line| match line.split_once('%') {
        Some((before, _)) => before,
        None => line,
    });
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let lines: Vec<&str> = without_comments.collect();
    let has = |word: &str| {
        lines.iter().any(|line| {
            let mut places = line.match_indices(word);
            places.any(|(at, _)| !line[..at].ends_with(is_word))
        })
    };
    has("metarule(") || (has("body_pred(") && has("learn("))
}

/// A directive or clause that calls the learner.
struct LearningCall {
    /// The predicate whose clause it is in.
    defines: Option<Functor>,
    goals: Vec<Term>,
    place: String,
}

/// Reads one problem from several files.
pub(super) fn files(sources: &[Source]) -> Result<Loaded, Error> {
    let mut draft = Draft::new();
    let mut calls = Vec::new();
    for source in sources {
        let mut reader = Reader::with_operators(source, operators());
        while let Some(read) = reader.next_clause() {
            let read =
                read.map_err(|error| Error::BadProgram(error.render(source, Colour::Never)))?;
            let place = place(source, &read);
            take(&read.term, &place, &mut draft, &mut calls)?;
        }
    }
    let program = draft.program()?;
    let mut tasks = Vec::new();
    let mut is_sequence = false;
    for call in &calls {
        is_sequence |= examples_of(call, &program, &mut tasks, &mut draft);
    }
    note_lonely_negatives(&tasks, &mut draft);
    let mut loaded = draft.finish_metarules(tasks)?;
    loaded.is_sequence = is_sequence;
    Ok(loaded)
}

/// Names negatives of predicates that have no positive: typing errors, as a rule.
fn note_lonely_negatives(tasks: &[Examples], draft: &mut Draft) {
    for task in tasks {
        let learned: Vec<Functor> = task.positives.iter().filter_map(Term::functor).collect();
        let is_lonely = |example: &&Term| !example.functor().is_some_and(|f| learned.contains(&f));
        if let Some(example) = task.negatives.iter().find(is_lonely) {
            let text =
                format!("the negative example {example} is of a predicate without positives");
            draft.note("learn", text);
        }
    }
}

/// The standard operators, and `@` before a goal that is a test.
fn operators() -> Operators {
    let mut operators = Operators::default();
    operators
        .declare(200, OperatorType::Fy, Symbol::new("@"))
        .expect("the name and the priority are allowed");
    operators
}

fn take(
    term: &Term,
    place: &str,
    draft: &mut Draft,
    calls: &mut Vec<LearningCall>,
) -> Result<(), Error> {
    if let Some(directive) = Clause::directive(term) {
        let goals = unwrapped(&directive.conjuncts());
        let runs = |call: &LearningCall| {
            let called = goals.first().and_then(Term::functor);
            called.is_some() && call.defines == called
        };
        if goals.iter().any(is_learning) {
            calls.push(LearningCall {
                defines: None,
                goals,
                place: place.to_owned(),
            });
        } else if !calls.iter().any(runs) {
            draft.program_directive(directive, place);
        }
        return Ok(());
    }
    let Clause { head, body } = Clause::from_term(term);
    let name = head.functor().map_or("", |functor| functor.name.as_str());
    match (name, head.args()) {
        ("body_pred" | "prim", [indicator]) => {
            let declared = functor_of(indicator).ok_or_else(|| {
                let found = indicator.to_string();
                Error::NoIndicator { found }.at(place)
            })?;
            draft.predicates.push((declared, place.to_owned()));
        }
        // As in Popper's files.
        ("body_pred" | "prim", [Term::Atom(name), Term::Integer(arity)])
            if (0..=MAX_ARITY as i64).contains(arity) =>
        {
            let declared = Functor::new(*name, *arity as usize);
            draft.predicates.push((declared, place.to_owned()));
        }
        ("head_pred" | "func_test", _) => {}
        ("metarule", args) => {
            let metarule = metarule(args, &body).map_err(|error| error.at(place))?;
            draft.metarules.push(metarule);
        }
        // Negation is known.
        ("ibk" | "interpreted_bk", [head, _]) if is_negation(head) => {}
        ("ibk" | "interpreted_bk", [head, literals]) => {
            let literals = literals.as_list().unwrap_or_default();
            let literals = with_tests(literals, &body);
            let rule = Metarule::from_terms("ibk", &Term::nil(), head, &literals);
            draft
                .interpreted
                .push(rule.map_err(|error| error.at(place))?);
        }
        (":", [module, setting]) if module.is_atom(Symbol::new("metagol")) => {
            set(setting, place, draft)?;
        }
        ("max_clauses", [Term::Integer(_)]) if body.is_empty() => set(&head, place, draft)?,
        ("pos", [example]) if body.is_empty() => draft.example(example, true, place)?,
        ("neg", [example]) if body.is_empty() => draft.example(example, false, place)?,
        _ if unwrapped(&body).iter().any(is_learning) => calls.push(LearningCall {
            defines: head.functor(),
            goals: unwrapped(&body),
            place: place.to_owned(),
        }),
        _ => {
            let words = ["metarule", "body_pred", "learn", "learn_seq", "learn_task"];
            let called = body.iter().filter_map(Term::functor).map(|goal| goal.name);
            for name in called.chain([Symbol::new(name)]) {
                let hint = did_you_mean(name.as_str(), words);
                if !hint.is_empty() && !words.contains(&name.as_str()) {
                    draft.note(place, format!("{name} is taken for a predicate{hint}"));
                }
            }
            draft.background(term, place)?;
        }
    }
    Ok(())
}

fn set(setting: &Term, place: &str, draft: &mut Draft) -> Result<(), Error> {
    let name = setting.functor().map_or("", |f| f.name.as_str());
    match (name, setting.args()) {
        ("max_clauses", [Term::Integer(most)]) => {
            if *most < 1 || *most > MAX_CLAUSE {
                let problem = format!("max_clauses must be from 1 to {MAX_CLAUSE}, not {most}");
                return Err(Error::BadProgram(problem).at(place));
            }
            draft.max_clauses = Some(*most as usize);
        }
        ("functional", []) => draft.is_functional = true,
        _ => draft.note(place, format!("the setting {name} is ignored")),
    }
    Ok(())
}

/// A metarule from the arguments of its fact and the body behind it, whose goals
/// are tests.
fn metarule(args: &[Term], guard: &[Term]) -> Result<Metarule, Error> {
    let unnamed = Term::atom("unnamed");
    let (name, existential, head, body) = match args {
        [existential, head, body] if existential.as_list().is_some() => {
            (&unnamed, existential, head.clone(), body.clone())
        }
        [name, existential, head, body] => (name, existential, head.clone(), body.clone()),
        [existential, rule] => {
            let Clause { head, body } = Clause::from_term(rule);
            (&unnamed, existential, head, Term::list(body))
        }
        [name, existential, rule] => {
            let Clause { head, body } = Clause::from_term(rule);
            (name, existential, head, Term::list(body))
        }
        _ => {
            return Err(Error::BadMetarule {
                name: "unnamed".to_owned(),
                reason: "write metarule(Name, Variables, Head, Body)".to_owned(),
            });
        }
    };
    // The body of the older form is a list of literals itself.
    let mut literals = body.as_list().unwrap_or_else(|| vec![body.clone()]);
    if let [only] = &literals[..]
        && let Some(inner) = only.as_list()
        && inner
            .iter()
            .all(|t| t.as_list().is_some() || is_compound(t))
    {
        literals = inner;
    }
    let literals = with_tests(literals, guard);
    Metarule::from_terms(&name.to_string(), existential, &head, &literals)
}

/// Whether interpreted background with this head, `[not,P,A]`, says what negation is.
fn is_negation(head: &Term) -> bool {
    let literal = Literal::from_term(head);
    literal.is_some_and(|literal| literal.sign == Sign::Negated)
}

fn is_compound(term: &Term) -> bool {
    matches!(term, Term::Compound(_))
}

/// The literals of a metarule after tests, which Metagol makes when it selects the
/// metarule: they may give constants their values. A literal that is neither a list nor
/// marked is a goal of the background.
fn with_tests(literals: Vec<Term>, tests: &[Term]) -> Vec<Term> {
    let is_marked = |term: &Term| {
        let name = term.functor().map_or("", |functor| functor.name.as_str());
        term.as_list().is_some() || matches!(name, "@" | "not" | "\\+")
    };
    let test = |goal: &Term| Term::compound("@", [goal.clone()]);
    let literals = literals.into_iter().map(|literal| {
        if is_marked(&literal) {
            literal
        } else {
            test(&literal)
        }
    });
    tests.iter().map(test).chain(literals).collect()
}

fn functor_of(indicator: &Term) -> Option<Functor> {
    match indicator.as_compound(Symbol::new("/"), 2)? {
        [Term::Atom(name), Term::Integer(arity)] => {
            let arity = usize::try_from(*arity).ok().filter(|&a| a <= MAX_ARITY)?;
            Some(Functor::new(*name, arity))
        }
        _ => None,
    }
}

/// The goals, with those inside `time/1` and the like in their place.
fn unwrapped(goals: &[Term]) -> Vec<Term> {
    let mut found = Vec::new();
    let mut pending: Vec<Term> = goals.iter().rev().cloned().collect();
    while let Some(goal) = pending.pop() {
        let name = goal.functor().map_or("", |functor| functor.name.as_str());
        let inner = match (name, goal.args()) {
            ("time" | "once" | "ignore" | "call", [inner]) | ("catch", [inner, _, _]) => inner,
            (":", [_, inner]) => inner,
            ("->" | "*->", [condition, then]) => {
                pending.push(then.clone());
                condition
            }
            (";", [first, _]) if first.functor() == Some(Functor::new("->", 2)) => first,
            _ => {
                found.push(goal);
                continue;
            }
        };
        pending.extend(inner.conjuncts().into_iter().rev());
    }
    found
}

fn is_learning(goal: &Term) -> bool {
    let Some(functor) = goal.functor() else {
        return false;
    };
    match functor.name.as_str() {
        "learn" => functor.arity >= 2,
        "learn_seq" | "learn_task" => functor.arity >= 1,
        _ => false,
    }
}

/// Adds the examples of a call, and returns whether what one problem teaches is
/// background for the next. The goals before a call build its examples.
fn examples_of(
    call: &LearningCall,
    program: &Program,
    tasks: &mut Vec<Examples>,
    draft: &mut Draft,
) -> bool {
    let mut is_sequence = false;
    let mut before: Vec<Term> = Vec::new();
    for goal in &call.goals {
        if !is_learning(goal) {
            before.push(goal.clone());
            continue;
        }
        let Some(goal) = solved(goal, &before, program) else {
            draft.note(
                &call.place,
                "the goals that build the examples fail, so this call of learn is ignored",
            );
            continue;
        };
        let name = goal.functor().map_or("", |functor| functor.name.as_str());
        match (name, goal.args()) {
            ("learn", [positives, negatives, ..]) => tasks.push(Examples {
                positives: atoms(positives).unwrap_or_default(),
                negatives: atoms(negatives).unwrap_or_default(),
            }),
            (_, [several, ..]) => {
                is_sequence |= name == "learn_seq";
                let several = several.as_list().unwrap_or_else(|| vec![several.clone()]);
                tasks.extend(several.iter().filter_map(pair));
            }
            _ => {}
        }
    }
    is_sequence
}

/// The examples in `Pos/Neg`, `t(Pos,Neg)` or `[Pos,Neg]`.
fn pair(task: &Term) -> Option<Examples> {
    let parts = task.as_list().unwrap_or_else(|| task.args().to_vec());
    match &parts[..] {
        [positives, negatives, ..] => Some(Examples {
            positives: atoms(positives)?,
            negatives: atoms(negatives)?,
        }),
        _ => None,
    }
}

/// The examples in a list. Older versions write `[p,a,b]` for `p(a,b)`.
fn atoms(list: &Term) -> Option<Vec<Term>> {
    let atom = |example: Term| match example.as_list().as_deref() {
        Some([Term::Atom(name), args @ ..]) => Term::compound(*name, args.iter().cloned()),
        _ => example,
    };
    Some(list.as_list()?.into_iter().map(atom).collect())
}

/// A call with its variables replaced by their values in the first solution of the
/// goals before it. Goals that print, and goals of predicates that nothing defines,
/// are left out.
fn solved(call: &Term, before: &[Term], program: &Program) -> Option<Term> {
    let is_control = |functor: Functor| {
        matches!(
            (functor.name.as_str(), functor.arity),
            ("," | ";" | "->" | "*->", 2) | ("!", 0) | ("\\+", 1)
        )
    };
    let prints = |functor: Functor| {
        matches!(
            functor.name.as_str(),
            "write" | "writeln" | "print" | "nl" | "format" | "pprint" | "portray_clause"
        )
    };
    let is_useful = |goal: &&Term| {
        let known = |functor: Functor| {
            !prints(functor) && (program.defines(functor) || is_control(functor))
        };
        goal.functor().is_some_and(known)
    };
    let goals: Vec<Term> = before.iter().filter(is_useful).cloned().collect();
    let whole = Term::compound("examples", goals.iter().chain([call]).cloned());
    let names = whole.variables();
    let numbered = |term: &Term| {
        term.map_vars(|var| {
            let at = names.iter().position(|name| *name == var);
            Term::var(at.unwrap_or_default() as u32)
        })
    };
    // Every variable occurs in the goal, so that each has a value.
    let all = (0..names.len() as u32).map(Term::var);
    let keep = Term::compound("=", [Term::list(all.clone()), Term::list(all)]);
    let goal = Term::conjunction(goals.iter().map(numbered).chain([keep]));
    let query = program.query(&goal).ok()?;
    let mut machine = Machine::new(program).with_limits(GOAL_LIMITS);
    let answer = machine.solve(&query).next()?.ok()?;
    Some(numbered(call).map_vars(|var| answer.values[var.0 as usize].clone()))
}
