//! The meta-interpretive learner on problems of other kinds.

use stratalog_ilp::metarules::Stopped;
use stratalog_ilp::metarules::problem::{Problem, Solved};
use stratalog_logic::Source;

fn solve(text: &str) -> Solved {
    let problem = Problem::read(&[Source::new("problem.pl", text)]).expect("it is a problem");
    problem.solve(200_000).expect("it can be tried")
}

#[test]
fn a_grandparent_needs_an_invented_parent() {
    let solved = solve(
        "body_pred(mother/2). body_pred(father/2).
         metarule([P,Q],[P,A,B],[[Q,A,B]]).
         metarule([P,Q,R],[P,A,B],[[Q,A,C],[R,C,B]]).
         mother(ann,amy). mother(ann,andy). mother(amy,amelia). mother(linda,gavin).
         father(steve,amy). father(steve,andy). father(gavin,amelia). father(andy,spongebob).
         a :- Pos = [grandparent(ann,amelia), grandparent(steve,amelia),
                     grandparent(ann,spongebob), grandparent(steve,spongebob),
                     grandparent(linda,amelia)],
              Neg = [grandparent(amy,amelia)],
              learn(Pos,Neg).",
    );
    assert_eq!(solved.report.stopped, Stopped::Found);
    assert_eq!(
        solved.lines,
        [
            "grandparent(A, B) :- grandparent_1(A, C), grandparent_1(C, B).",
            "grandparent_1(A, B) :- mother(A, B).",
            "grandparent_1(A, B) :- father(A, B)."
        ]
    );
    assert_eq!((solved.true_positives, solved.false_positives), (5, 0));
}

#[test]
fn recursion_is_learned_from_lists() {
    let solved = solve(
        "body_pred(tail/2). body_pred(head/2). body_pred(single/1).
         metarule(base,[P,Q,R],[P,A,B],[[Q,A],[R,A,B]]).
         metarule(tailrec,[P,Q],[P,A,B],[[Q,A,C],[P,C,B]]).
         tail([_|T],T). head([H|_],H). single([_]).
         pos(last([a,b,c],c)). pos(last([d],d)). pos(last([x,y],y)).
         neg(last([a,b,c],a)). neg(last([a,b],a)).",
    );
    assert_eq!(
        solved.lines,
        [
            "last(A, B) :- tail(A, C), last(C, B).",
            "last(A, B) :- single(A), head(A, B)."
        ]
    );
}

#[test]
fn arity_three_negation_and_two_targets() {
    let solved = solve(
        "body_pred(road/3). body_pred(closed/2).
         metarule(m,[P,Q,R],[P,A,B,L],[[Q,A,B,L],not([R,A,B])]).
         metarule(n,[P,Q],[P,A,B],[[Q,A,B,L]]).
         road(a,b,5). road(b,c,7). road(a,c,9). closed(a,c).
         pos(open(a,b,5)). pos(open(b,c,7)). neg(open(a,c,9)).
         pos(joined(a,b)). neg(joined(a,c)).",
    );
    assert_eq!(solved.report.stopped, Stopped::Found);
    assert_eq!(
        solved.lines,
        [
            "open(A, B, C) :- road(A, B, C), not(closed(A, B)).",
            "joined(A, B) :- open(A, B, C)."
        ]
    );
}

#[test]
fn constants_are_found() {
    let solved = solve(
        "body_pred(colour/2).
         metarule(c,[P,Q,X],[P,A],[[Q,A,X]]).
         colour(apple,red). colour(rose,red). colour(sky,blue).
         pos(nice(apple)). pos(nice(rose)). neg(nice(sky)).",
    );
    assert_eq!(solved.lines, ["nice(A) :- colour(A, red)."]);
}

#[test]
fn interpreted_background_takes_predicates_as_arguments() {
    let solved = solve(
        "body_pred(succ/2).
         ibk([map,[],[],_],[]).
         ibk([map,[A|As],[B|Bs],F],[[F,A,B],[map,As,Bs,F]]).
         metarule(chain,[P,Q,R],[P,A,B],[[Q,A,C],[R,C,B]]).
         metarule(curry,[P,Q,F],[P,A,B],[[Q,A,B,F]]).
         pos(plus_two([1,2,3],[3,4,5])).
         neg(plus_two([1],[2])).",
    );
    assert_eq!(solved.report.stopped, Stopped::Found, "{:?}", solved.lines);
    assert_eq!(
        solved.lines,
        [
            "plus_two(A, B) :- plus_two_1(A, C), plus_two_1(C, B).",
            "plus_two_1(A, B) :- map(A, B, succ)."
        ]
    );
}

#[test]
fn what_cannot_be_learned_is_said_to_be_so() {
    let solved = solve(
        "body_pred(p/2). metarule([P,Q],[P,A,B],[[Q,A,B]]). p(a,b).
         pos(q(b,a)).",
    );
    assert_eq!(solved.report.stopped, Stopped::NoProgram { max_clauses: 6 });
    assert!(Problem::read(&[Source::new("p.pl", "p(a).")]).is_err());
}

#[test]
fn mistakes_are_told_with_their_place_and_what_to_do() {
    let wrong = |text: &str| match Problem::read(&[Source::new("problem.pl", text)]) {
        Ok(_) => panic!("there is a mistake in {text}"),
        Err(error) => error.to_string(),
    };
    let rule = "metarule([P,Q],[P,A,B],[[Q,A,B]]).";
    let unknown = wrong(&format!("{rule}\np(a,b).\nbody_pred(pp/2).\npos(q(a,b))."));
    assert!(
        unknown.starts_with("problem.pl:3: the background has no pp/2"),
        "{unknown}"
    );
    let no_indicator = wrong("body_pred(p).\npos(q(a,b)).");
    assert!(no_indicator.contains("as in parent/2"), "{no_indicator}");
    let both = wrong(&format!("{rule}\npos(q(a,b)).\nneg(q(a,b))."));
    assert!(both.contains("both positive and negative"), "{both}");
    assert!(wrong("pos(q(a,b)).").contains("no metarule"));
}
