//! The meta-interpretive learner on problems of other kinds.

use stratalog_ilp::files::{self, Loaded};
use stratalog_ilp::{Budget, Error, LearningSettings, Method, Theory, learn};
use stratalog_logic::Source;

/// What was learned: the clauses as text, and the examples covered.
struct Solved {
    lines: Vec<String>,
    true_positives: usize,
    false_positives: usize,
    theory: Theory,
}

fn read(text: &str) -> Result<Loaded, Error> {
    files::one_file(Source::new("problem.pl", text))
}

fn solve(text: &str) -> Solved {
    solve_all(text).remove(0)
}

/// A theory for each problem in the file.
fn solve_all(text: &str) -> Vec<Solved> {
    let loaded = read(text).expect("it is a problem");
    let settings = LearningSettings {
        proof_steps: 200_000,
        ..LearningSettings::default()
    };
    let solve = |problem| {
        let theory = learn(problem, Method::Metarules, &settings, &Budget::default());
        let theory = theory.expect("it can be tried");
        Solved {
            lines: theory.clauses.iter().map(ToString::to_string).collect(),
            true_positives: theory.coverage.positives.count(),
            false_positives: theory.coverage.negatives.count(),
            theory,
        }
    };
    loaded.problems.iter().map(solve).collect()
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
            "last(A, B) :- single(A), head(A, B).",
            "last(A, B) :- tail(A, C), last(C, B)."
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
    assert!(solved.lines.is_empty(), "{:?}", solved.lines);
    let advice = solved.theory.advice.expect("it says why");
    assert!(advice.contains("at most 6 clauses"), "{advice}");
    assert!(read("p(a).").is_err());
}

#[test]
fn mistakes_are_reported_with_their_place_and_what_to_do() {
    let rule = "metarule([P,Q],[P,A,B],[[Q,A,B]]).";
    let undefined = read(&format!("{rule}\np(a,b).\nbody_pred(pp/2).\npos(q(a,b))."));
    let notes = undefined.expect("the predicate is left out").notes;
    assert!(
        notes[0].place == "problem.pl:3" && notes[0].text.contains("does not define pp/2"),
        "{notes:?}"
    );
    let wrong = |text: &str| match read(text) {
        Ok(_) => panic!("there is a mistake in {text}"),
        Err(error) => error.to_string(),
    };
    let no_indicator = wrong(&format!("{rule}\nbody_pred(p).\npos(q(a,b))."));
    assert!(no_indicator.contains("as in parent/2"), "{no_indicator}");
    let both = read(&format!("{rule}\npos(q(a,b)).\nneg(q(a,b)).")).expect("it is read");
    let both = both.contradiction.expect("it is noticed").to_string();
    assert!(
        both.contains("problem.pl:3") && both.contains("problem.pl:2"),
        "{both}"
    );
}

const FAMILY: &str = "body_pred(parent/2).
     metarule(chain,[P,Q,R],[P,A,B],[[Q,A,C],[R,C,B]]).
     parent(ann,bob). parent(bob,cid). parent(cid,dan). parent(dan,eve).";

#[test]
fn each_call_of_learn_in_a_directive_is_a_problem() {
    let solved = solve_all(&format!(
        "{FAMILY}
         :- Pos = [grandparent(ann,cid)], Neg = [grandparent(ann,bob)], learn(Pos,Neg).
         :- learn([great(ann,dan)],[great(ann,cid)])."
    ));
    assert_eq!(solved.len(), 2);
    assert_eq!(
        solved[0].lines,
        ["grandparent(A, B) :- parent(A, C), parent(C, B)."]
    );
    assert_eq!(solved[1].lines.len(), 2, "{:?}", solved[1].lines);
}

#[test]
fn examples_of_older_files_are_lists() {
    let solved = solve(
        "prim(mother/2). prim(father/2).
         metarule(chain, [P,Q,R], ([P,A,B] :- [[Q,A,C],[R,C,B]])).
         metarule(ident, [P,Q], ([P,A,B] :- [[Q,A,B]])).
         mother(ann,amy). mother(amy,amelia). father(steve,amy).
         a :- learn([[grandparent,ann,amelia],[grandparent,steve,amelia]],[],_).
         :- a.",
    );
    assert_eq!(solved.true_positives, 2, "{:?}", solved.lines);
    assert_eq!(solved.lines.len(), 2, "{:?}", solved.lines);
}

#[test]
fn examples_may_be_built_by_goals_of_the_file() {
    let solved = solve(&format!(
        "{FAMILY}
         known(ann,cid). known(bob,dan).
         :- findall(grandparent(X,Y), known(X,Y), Pos), writeln(Pos), learn(Pos,[])."
    ));
    assert_eq!(solved.true_positives, 2);
}

#[test]
fn an_example_may_have_variables() {
    let solved = solve(&format!(
        "{FAMILY}
         pos(grandparent(ann,_)). neg(grandparent(dan,_))."
    ));
    assert_eq!(
        solved.lines,
        ["grandparent(A, B) :- parent(A, C), parent(C, B)."]
    );
}

#[test]
fn goals_of_the_background_restrict_a_metarule() {
    let solved = solve(
        "body_pred(next/2). next(1,2). next(2,3). next(3,4).
         metarule(small,[P,Q],[P,A,B],[[Q,A,B],'@'(A < 3)]).
         pos(p(1,2)). pos(p(2,3)). neg(p(3,4)).",
    );
    assert_eq!(solved.lines, ["p(A, B) :- next(A, B), A<3."]);
}

#[test]
fn predicates_may_call_each_other() {
    let solved = solve(
        "body_pred(zero/1). body_pred(before/2).
         metagol:max_clauses(4).
         metarule([P,Q],[P,A],[[Q,A]]).
         metarule([P,Q,R],[P,A],[[Q,A,B],[R,B]]).
         zero(0). before(1,0). before(2,1). before(3,2). before(4,3). before(5,4). before(6,5).
         go :- Pos = [even(0), even(2), even(4), even(6)],
               Neg = [even(1), even(3), even(5)],
               learn(Pos, Neg).
         :- time(go).",
    );
    assert_eq!(
        solved.lines,
        [
            "even(A) :- zero(A).",
            "even(A) :- before(A, B), even_1(B).",
            "even_1(A) :- before(A, B), even(B)."
        ]
    );
}

#[test]
fn interpreted_background_may_negate_what_is_still_to_be_found() {
    let solved = solve(
        "body_pred(even/1). body_pred(large/1).
         metagol:max_clauses(3).
         even(A) :- 0 is A mod 2. large(A) :- A > 3.
         ibk([keep,[],[],_],[]).
         ibk([keep,[A|T],[A|S],F],[[F,A],[keep,T,S,F]]).
         ibk([keep,[A|T],S,F],[[not,F,A],[keep,T,S,F]]).
         metarule([P,Q,F],[P,A,B],[[Q,A,B,F]]).
         metarule([P,Q,R],[P,A],[[Q,A],[R,A]]).
         :- Pos = [f([1,2,3,4,6,7],[4,6]), f([8,2],[8])],
            time(learn(Pos,[f([1,2],[2])],Program)), pprint(Program).",
    );
    assert_eq!(
        solved.lines,
        [
            "f(A, B) :- keep(A, B, f_1).",
            "f_1(A) :- even(A), large(A)."
        ]
    );
}

#[test]
fn a_recursion_without_end_on_negatives_does_not_hide_the_program() {
    let solved = solve(
        "body_pred(succ/2).
         metarule([P,Q],[P,A,B],[[Q,A,B]]).
         metarule([P,Q],[P,A,B],[[Q,A,C],[P,C,B]]).
         :- learn([less(1,3), less(2,6), less(1,2)], [less(3,1), less(4,4)]).",
    );
    assert_eq!(
        solved.lines,
        [
            "less(A, B) :- succ(A, B).",
            "less(A, B) :- succ(A, C), less(C, B)."
        ]
    );
}

#[test]
fn the_tests_of_a_metarule_give_its_constants_their_values() {
    let solved = solve(
        "ibk([fold,[],R,R,_],[]).
         ibk([fold,[A|As],R,B,F],[[F,A,R,C],[fold,As,C,B,F]]).
         body_pred(add/3). body_pred(mul/3).
         add(A,B,C) :- integer(A), integer(B), C is A+B.
         mul(A,B,C) :- integer(A), integer(B), C is A*B.
         metarule([P,F,X],[P,A,B],[[fold,A,X,B,F]]) :- member(X,[0,1]).
         :- learn([f([1,2,3,4],24), f([2,5],10), f([3],3)], [f([2,3],5)]).",
    );
    assert_eq!(solved.lines, ["f(A, B) :- fold(A, 1, B, mul)."]);
}

#[test]
fn a_file_may_say_itself_what_negation_is() {
    let solved = solve(
        "ibk([not,P,A],[@(\\+ call(P,A))]).
         body_pred(bird/1). body_pred(penguin/1). body_pred(small/1).
         metarule([P,Q,R],[P,A],[[Q,A],[not,R,A]]).
         bird(tweety). bird(polly). bird(pingu). penguin(pingu). small(tweety).
         :- learn([flies(tweety), flies(polly)], [flies(pingu)]).",
    );
    assert_eq!(solved.lines, ["flies(A) :- bird(A), not(penguin(A))."]);
}
