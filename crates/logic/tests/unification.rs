//! Laws of unification and of the standard order, on random terms.

mod naive;
mod terms;

use proptest::prelude::*;
use stratalog_logic::{Machine, Program, Term};

/// Terms small enough to unify now and then.
fn term() -> impl Strategy<Value = Term> {
    let leaf = prop_oneof![
        4 => (0u32..4).prop_map(Term::var),
        2 => prop::sample::select(vec!["a", "b", "[]"]).prop_map(Term::atom),
        1 => (0i64..3).prop_map(Term::Integer),
        1 => Just(Term::Float(1.0)),
        1 => Just(Term::string("a")),
        1 => Just(Term::integer(num_bigint::BigInt::from(1) << 80)),
    ];
    leaf.prop_recursive(4, 24, 3, |inner| {
        let name = prop::sample::select(vec!["f", "g"]);
        prop_oneof![
            3 => (name, prop::collection::vec(inner.clone(), 1..4))
                .prop_map(|(name, args)| Term::compound(name, args)),
            1 => (prop::collection::vec(inner.clone(), 1..3), inner)
                .prop_map(|(items, tail)| Term::list_with_tail(items, tail)),
        ]
    })
}

fn pair(a: &Term, b: &Term) -> Term {
    Term::compound("-", [a.clone(), b.clone()])
}

fn solve(name: &str, a: &Term, b: &Term) -> Vec<String> {
    let program = naive::program("");
    let mut machine = Machine::new(&program);
    let goal = Term::compound(name, [a.clone(), b.clone()]);
    naive::answers(&mut machine, &goal, &pair(a, b))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn unification_finds_the_most_general_unifier(a in term(), b in term()) {
        let mut bindings = naive::Bindings::new();
        let expected: Vec<String> = naive::unify(&a, &b, &mut bindings)
            .then(|| naive::canonical(&naive::apply(&pair(&a, &b), &bindings)))
            .into_iter()
            .collect();
        prop_assert_eq!(&solve("unify_with_occurs_check", &a, &b), &expected);
        if !expected.is_empty() {
            prop_assert_eq!(&solve("=", &a, &b), &expected);
            prop_assert!(solve("\\=", &a, &b).is_empty());
        }
    }

    #[test]
    fn unification_is_symmetric(a in term(), b in term()) {
        let one = solve("unify_with_occurs_check", &a, &b);
        let program = naive::program("");
        let mut machine = Machine::new(&program);
        let goal = Term::compound("unify_with_occurs_check", [b.clone(), a.clone()]);
        prop_assert_eq!(one, naive::answers(&mut machine, &goal, &pair(&a, &b)));
    }

    #[test]
    fn a_copy_unifies_with_its_original(a in term()) {
        let program = naive::program("same(X) :- copy_term(X, Y), X =@= Y, Y = X, X == Y.");
        let mut machine = Machine::new(&program);
        let goal = Term::compound("same", [a.clone()]);
        prop_assert_eq!(naive::answers(&mut machine, &goal, &a).len(), 1);
    }

    #[test]
    fn sorting_follows_the_order_of_terms(items in prop::collection::vec(terms::term(), 0..12)) {
        let ground: Vec<Term> = items
            .iter()
            .map(|item| item.map_vars(|var| Term::atom(format!("v{}", var.0).as_str())))
            .collect();
        let mut sorted = ground.clone();
        sorted.sort();
        let mut set = sorted.clone();
        set.dedup();
        let program = naive::program("both(L, M, S) :- msort(L, M), sort(L, S).");
        let mut machine = Machine::new(&program);
        let list = Term::list(ground);
        let (m, s) = (Term::var(0), Term::var(1));
        let goal = Term::compound("both", [list, m.clone(), s.clone()]);
        let expected = naive::canonical(&pair(&Term::list(sorted), &Term::list(set)));
        prop_assert_eq!(naive::answers(&mut machine, &goal, &pair(&m, &s)), [expected]);
    }

    #[test]
    fn comparison_follows_the_order_of_terms(a in terms::term(), b in terms::term()) {
        let atom = |term: &Term| term.map_vars(|var| Term::atom(format!("v{}", var.0).as_str()));
        let (a, b) = (atom(&a), atom(&b));
        let expected = match a.cmp(&b) {
            std::cmp::Ordering::Less => "<",
            std::cmp::Ordering::Equal => "=",
            std::cmp::Ordering::Greater => ">",
        };
        let program = naive::program("");
        let mut machine = Machine::new(&program);
        let order = Term::var(0);
        let goal = Term::compound("compare", [order.clone(), a, b]);
        let found = naive::answers(&mut machine, &goal, &order);
        prop_assert_eq!(found, [naive::canonical(&Term::atom(expected))]);
    }

    #[test]
    fn a_term_survives_assertion_findall_throwing_and_tables(term in terms::term()) {
        let program = Program::parse(
            ":- dynamic kept/1.\n\
             :- table tabled/2.\n\
             tabled(X, Y) :- Y = X.\n\
             through(X, [A, B, C, D]) :- assertz(kept(X)), kept(A), retract(kept(_)), \
             findall(X, true, [B]), catch(throw(ball(X)), ball(C), true), tabled(X, D).",
        ).expect("it compiles");
        let mut machine = Machine::new(&program);
        let ground = term.map_vars(|var| Term::atom(format!("v{}", var.0).as_str()));
        let result = Term::var(0);
        let goal = Term::compound("through", [ground.clone(), result.clone()]);
        let expected = Term::list(std::iter::repeat_n(ground, 4));
        prop_assert_eq!(
            naive::answers(&mut machine, &goal, &result),
            [naive::canonical(&expected)]
        );
    }
}
