//! What is written reads back as the same term.

mod terms;

use proptest::prelude::*;
use stratalog_logic::{
    OperatorType, Operators, ReadTerm, Symbol, Term, TermWriter, read_term, read_term_with,
};

/// The term with its variables renamed by order of occurrence.
fn renumbered(term: &Term) -> Term {
    let order = term.variables();
    term.map_vars(|var| {
        let place = order.iter().position(|other| *other == var);
        Term::var(u32::try_from(place.expect("every variable is in the order")).unwrap())
    })
}

fn reads_back(
    term: &Term,
    text: &str,
    read: Result<ReadTerm, impl std::fmt::Display>,
) -> Result<(), TestCaseError> {
    match read {
        Ok(read) => prop_assert_eq!(&renumbered(term), &read.term, "written as {}", text),
        Err(error) => prop_assert!(false, "{} was written, but {}", text, error),
    }
    Ok(())
}

/// Operators at the corners of the rules: postfix, both infix and postfix, equal
/// priorities with different associativity, names that must be quoted.
fn odd_operators() -> Operators {
    use OperatorType::*;
    let mut operators = Operators::default();
    for (priority, kind, name) in [
        (200, Yfx, "mod"),
        (500, Xfy, "+"),
        (200, Xf, "foo"),
        (700, Yf, "b"),
        (700, Xfx, "b"),
        (1200, Fy, "a"),
        (0, Fy, "-"),
        (300, Fx, "end."),
        (300, Xfx, "Abc"),
        (999, Fy, "@"),
        (400, Xfy, "@"),
        (400, Fy, "*"),
        (0, Xfy, "|"),
        (1, Yfx, "#"),
        (1, Fy, "&"),
    ] {
        operators
            .declare(priority, kind, Symbol::new(name))
            .unwrap();
    }
    operators
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_written_term_reads_back(term in terms::term()) {
        let text = term.to_string();
        reads_back(&term, &text, read_term(&text))?;
        let text = TermWriter::new().spaced().term(&term);
        reads_back(&term, &text, read_term(&text))?;
    }

    #[test]
    fn a_term_written_without_operators_reads_back(term in terms::term()) {
        let text = TermWriter::new().operators(&Operators::none()).term(&term);
        reads_back(&term, &text, read_term(&text))?;
    }

    #[test]
    fn a_term_written_with_odd_operators_reads_back(term in terms::term()) {
        let operators = odd_operators();
        let text = TermWriter::new().operators(&operators).term(&term);
        reads_back(&term, &text, read_term_with(&text, &operators))?;
    }

    #[test]
    fn a_clause_laid_out_for_people_reads_back(head in terms::term(), body in terms::term()) {
        let clause = Term::compound(":-", [head, body.clone()]);
        let text = TermWriter::new().clause(&clause);
        let same = if body == Term::atom("true") { clause.args()[0].clone() } else { clause };
        reads_back(&same, &text, read_term(&text))?;
        let directive = Term::compound(":-", [body]);
        let text = TermWriter::new().clause(&directive);
        reads_back(&directive, &text, read_term(&text))?;
    }

    #[test]
    fn any_atom_and_any_string_read_back(text in any::<String>()) {
        for term in [Term::atom(text.as_str()), Term::string(&text)] {
            let written = term.to_string();
            reads_back(&term, &written, read_term(&written))?;
        }
    }

    #[test]
    fn any_float_reads_back_bit_by_bit(bits in any::<u64>()) {
        let term = Term::Float(f64::from_bits(bits));
        let written = term.to_string();
        reads_back(&term, &written, read_term(&written))?;
    }
}
