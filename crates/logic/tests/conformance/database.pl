% Clauses that change, and catching what is thrown.

%%% assert and retract
:- dynamic p/1, q/2, r/0.
p(1). p(2).
?- p(X).
?- assertz(p(3)), p(X).
?- asserta(p(0)), p(X).
?- retract(p(2)).
?- p(X).
?- retract(p(9)).
?- retract(p(X)), X >= 1, !.
?- p(X).
?- assertz(q(a, 1)), assertz(q(b, 2)), assertz(q(a, 3)).
?- q(a, X).
?- q(X, 2).
?- q(X, Y).
?- retract(q(a, X)).
?- q(X, Y).
?- assertz((p(X) :- q(X, _))).
?- p(X).
?- retractall(p(_)).
?- p(X).
?- r.
?- assertz(r).
?- r.
?- retractall(r), \+ r.
?- retractall(q(z, _)).
?- q(X, Y).
?- assertz(p(f(X, Y, X))), p(Z).
?- assertz(p("str")), assertz(p(1.5)), assertz(p(100000000000000000000)), findall(X, p(X), L).
?- p(1.5), p("str"), p(100000000000000000000).
?- retract(p(1.5)), \+ p(1.5).
?- findall(X, retract(p(X)), L).
?- p(X).

%%% rules that change
:- dynamic rule/2, fact/1, counter/1, loop/2.
counter(0).
fact(1). fact(2). fact(3).
rule(X, Y) :- fact(X), Y is X * X.
inc(N) :- retract(counter(M)), N is M + 1, assertz(counter(N)).
loop(X, _) :- X > 3, !.
loop(X, L) :- L = [X | T], Y is X + 1, loop(Y, T).
?- rule(X, Y).
?- assertz((rule(X, Y) :- fact(X), !, Y = cut)), rule(X, Y).
?- asserta((rule(X, none) :- \+ fact(X))), rule(9, Y).
?- clause(rule(X, Y), B).
?- clause(fact(X), true).
?- clause(fact(X), B).
?- retract((rule(X, Y) :- B)).
?- findall(Y, rule(1, Y), L).
?- inc(X), inc(Y), inc(Z).
?- counter(X).
?- loop(1, L).
?- retract((rule(A, B) :- fact(A), C)), !.
?- assertz((fact(X) :- X = 4 ; X = 5)), findall(X, fact(X), L).
?- assertz((fact(X) :- ( X == 7 -> true ; X = 8 ))), fact(7).
?- findall(X, fact(X), L).
?- clause(fact(_), (_ ; _)).
?- assertz((fact(X) :- call(( member(X, [a, b]), ! )))), findall(X, fact(X), L).
?- assertz((fact(X) :- G = (X = g), G)), findall(X, fact(X), L).
?- retract((fact(X) :- true)), X >= 2.

%%% logical update view
:- dynamic p/1, q/1, s/1.
p(1). p(2). p(3).
q(1). q(2).
s(1).
?- p(X), assertz(p(4)), X >= 2, !.
?- findall(X, p(X), L).
?- findall(X, ( p(X), Y is X + 10, assertz(p(Y)) ), L), findall(Z, p(Z), M).
?- findall(X, ( q(X), retract(q(X)) ), L), findall(Z, q(Z), M).
?- retractall(p(_)), assertz(p(1)), assertz(p(2)), assertz(p(3)).
?- p(X), retractall(p(_)).
?- findall(X, p(X), L).
?- assertz(p(a)), assertz(p(b)), assertz(p(c)).
?- p(X), retract(p(b)).
?- retractall(p(_)), assertz(p(1)), ( p(X), X < 5, Y is X + 1, assertz(p(Y)), fail ; findall(Z, p(Z), L) ).
?- s(X), assertz(s(2)).
?- s(X), asserta(s(0)).
?- retract(s(X)), assertz(s(9)).
?- findall(X, s(X), L).
?- forall(s(X), retract(s(X))), \+ s(_).
?- assertz(s(1)), ( s(X), retract(s(1)), assertz(s(2)) ), findall(Y, s(Y), L).

%%% many clauses come and go
:- dynamic n/2.
fill(N) :- forall(between(1, N, I), ( J is I mod 7, assertz(n(J, I)) )).
?- fill(300), aggregate_all(count, n(_, _), C).
?- aggregate_all(count, n(3, _), C).
?- forall(between(1, 290, I), retract(n(_, I))).
?- findall(J-I, n(J, I), L).
?- retract(n(5, X)), fail.
?- aggregate_all(count, n(_, _), C).
?- asserta(n(x, 0)), assertz(n(y, 999)), assertz(n(Z, any)), findall(I, n(x, I), L).
?- n(y, I).
?- retract(n(A, any)), var(A), findall(I, n(x, I), L).

%%% errors of the database
:- dynamic p/1.
p(1).
s(1).
?- assertz(_).
?- assertz((_ :- true)).
?- assertz(3).
?- assertz((p(X) :- 3)).
?- assertz("s").
?- retract(_).
?- retract((_ :- true)).
?- retract((4 :- true)).
?- assertz((atom(_) :- true)).
?- retract(atom(_)).
?- retractall(atom(_)).
?- retractall(_).
?- retractall(3).
?- clause(_, B).
?- clause(4, B).
?- clause(p(X), 5).
?- clause(atom(_), B).
?- asserta((p(X) :- (true, 4))).

%%% catch and throw
p(1). p(2). p(3).
t(X) :- p(X), X > 1, throw(found(X)).
deep(0) :- throw(bottom).
deep(N) :- M is N - 1, deep(M), true.
clean(X) :- catch(( X = 1, throw(oops) ), oops, true).
?- catch(throw(a), a, X = caught).
?- catch(throw(a), b, true).
?- catch(throw(f(X)), f(Y), true).
?- catch(throw(f(1)), f(Y), true).
?- catch(true, _, fail).
?- catch(fail, _, true).
?- catch(p(X), _, true).
?- catch(t(X), found(Y), true).
?- t(X).
?- catch(deep(1000), E, true).
?- clean(X).
?- catch(clean(X), E, true), X = 2.
?- catch(( X = 1, throw(e(X)) ), e(Y), true).
?- catch(( p(X), X >= 2, throw(x) ), x, X = none).
?- catch(catch(throw(a), b, X = inner), a, X = outer).
?- catch(catch(throw(a), a, throw(b)), b, X = rethrown).
?- catch(catch(throw(a), X, throw(X)), Y, true).
?- catch(throw(_), error(E, _), true).
?- throw(_).
?- throw(my_ball).
?- throw(f(X, Y, X)).
?- catch(( member(X, [1, 2, 3]), X > 1 ), _, true).
?- catch(member(X, [1, 2]), _, true), catch(member(Y, [a, b]), _, true).
?- catch(( member(X, [1, 2, 3]), ( X =:= 2 -> throw(two) ; true ) ), two, X = caught).
?- catch(X is foo + 1, error(type_error(T, C), _), true).
?- catch(atom_length(X, _), error(E, _), true).
?- catch(call(1), error(E, _), true).
?- catch(undefined_pred_x, error(existence_error(K, _), _), true).
?- catch(findall(X, ( p(X), throw(stop(X)) ), _), stop(Y), true).
?- catch(\+ throw(n), n, X = neg).
?- catch(( p(X), \+ \+ throw(n(X)) ), n(Y), true).
?- catch(forall(p(X), ( X < 2 -> true ; throw(big(X)) )), big(Y), true).
?- catch(throw(first), _, throw(second)).
?- catch(( catch(p(X), inner, true), throw(outer(X)) ), outer(Y), true).
?- catch(( catch(p(X), found(_), X = no), X > 1, throw(found(X)) ), found(Y), true).
?- catch(true, _, true), throw(late).
?- catch(throw(g("str", 1.5, 100000000000000000000, [a | T])), g(A, B, C, D), true).
?- G = throw(x), catch(G, x, true).
?- catch(catch(p(X), a, true), b, true), X >= 2.
?- catch(number_codes(X, "3x"), error(syntax_error(_), _), Y = syntax).
?- catch(call((foo(1) :- bar)), error(E, _), true).
?- catch(( between(1, 5, X), X >= 3, throw(at(X)) ), at(Y), Z is Y * 2).
?- findall(X, catch(( member(X, [1, 2]) ; throw(done) ), done, X = end), L).
?- catch(( p(X), !, throw(cut(X)) ), cut(Y), true).
?- catch(p(X), _, true), !.
?- catch((p(X), X > 1, !), _, true).

%%% bindings made before a throw are undone
m(X, Y) :- X = 1, Y = 2, throw(oops).
?- catch(m(X, Y), oops, true).
?- X = f(A), catch(( A = 1, throw(x) ), x, true).
?- catch(( X = a, catch(( Y = b, throw(in) ), in, Z = c ), throw(out) ), out, W = d).
?- A = f(B, C), catch(( B = 1, C = 2, throw(A) ), f(P, Q), true).

%%% a dynamic predicate without clauses
:- dynamic none/1, zero/0.
?- none(X).
?- zero.
?- \+ none(_).
?- findall(X, none(X), L).
?- clause(none(X), B).
?- retract(none(X)).

%%% memo with a dynamic predicate
:- dynamic memo/2.
fib(N, F) :- memo(N, F), !.
fib(N, F) :- N < 2, !, F = N.
fib(N, F) :- A is N - 1, B is N - 2, fib(A, FA), fib(B, FB), F is FA + FB, asserta(memo(N, F)).
?- fib(50, F).
?- memo(10, X).
?- aggregate_all(count, memo(_, _), N).
?- fib(100, F).

%%% a stack and a queue
:- dynamic stack/1, item/1.
push(X) :- asserta(item(X)).
pop(X) :- retract(item(X)), !.
?- push(a), push(b), push(c), pop(X), pop(Y).
?- pop(X), \+ pop(_).
?- assertz(item(1)), assertz(item(2)), assertz(item(3)), pop(X).
?- findall(X, item(X), L).
?- retract(item(X)), X > 2.
?- findall(X, item(X), L).

%%% facts of every shape are found again
:- dynamic f/3.
fill :- assertz(f(1, a, "s")), assertz(f(1, b, 2.5)), assertz(f(2, g(X), X)), assertz(f(_, c, 12345678901234567890)),
    assertz(f(1, b, [])), asserta(f(3, d, '[]')).
?- fill, findall(A-B-C, f(A, B, C), L).
?- f(1, b, X).
?- f(X, X, Y).
?- f(A, b, C), A == 1.
?- f(2, g(1), X).
?- f(7, c, X).
?- f(A, B, []).
?- f(A, B, '[]').
?- assertz([1|2]), assertz([a|b]), findall(X-Y, clause([X|Y], true), L).
?- retract(f(1, b, X)).
?- findall(A-B, f(A, B, _), L).
?- retract((f(A, B, C) :- true)), B == c.
?- retractall(f(1, _, _)), findall(A-B, f(A, B, _), L).
?- assertz((h(X) :- X > 3, !)), assertz(h(_)), ( h(1) -> A = yes ; A = no ), clause(h(Z), B).
?- retract(h(_)), retract(nosuch(_)).
?- clause(nosuch(X), B).
?- retractall(created(_)), \+ created(1).
?- catch(unknown_to_all(1), error(E, _), true).
?- forall(between(1, 30, I), ( J is I mod 3, assertz(m(J, I)) )), findall(I, m(1, I), L).
?- m(1, 13), \+ m(1, 14), retract(m(1, 13)), \+ m(1, 13), findall(I, m(1, I), L).
?- findall(I, ( m(2, I), I < 6, retract(m(2, I)), assertz(m(2, I)) ), L), findall(I, m(2, I), M).
?- findall(I, ( retract(m(0, I)), retractall(m(0, _)) ), L).

%%% dynamic predicates run compiled until they change
:- dynamic len/2, col/1, mem/2, none/1, first/1.
len([], 0).
len([_|T], N) :- len(T, M), N is M + 1.
col(red). col(green). col(blue).
mem(X, [X|_]).
mem(X, [_|T]) :- mem(X, T).
first(X) :- col(X), !.
?- len([a,b,c], N).
?- findall(X, mem(X, [1,2,3]), L).
?- first(X).
?- none(_).
?- findall(X, ( col(X), ( X == red -> assertz(col(black)) ; true ) ), L), findall(X, col(X), M).
?- col(X), retract(col(green)), \+ col(green).
?- findall(X, col(X), L).
?- asserta((mem(X, none) :- X = nothing)), findall(X, mem(X, [1]), L), mem(Y, none).
?- retract((len([_|T], N) :- B)), len([], M).
?- len([a], N).
?- clause(first(X), B).
?- retractall(first(_)), \+ first(_).
?- assertz(none(1)), none(X).

%%% predicates that are declared while a program runs
known(1).
declare :- dynamic(seen/1), dynamic([step/2, note/0]), dynamic((left/1, right/1)).
?- declare.
?- seen(X).
?- step(X, Y).
?- note.
?- left(X).
?- right(X).
?- assertz(seen(3)), dynamic(seen/1), seen(X).
?- dynamic(foo).
?- dynamic(foo/a).
