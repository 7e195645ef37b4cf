%%% association lists
:- use_module(library(assoc)).
?- list_to_assoc([a-1, b-2, c-3], A), get_assoc(b, A, V).
?- list_to_assoc([a-1], A), get_assoc(z, A, V).
?- empty_assoc(A), put_assoc(k, A, v, B), put_assoc(k, B, w, C), assoc_to_list(C, L).
?- numlist(1, 200, Ns), foldl([N, A0, A]>>(K is N * 37 mod 211, put_assoc(K, A0, N, A)), Ns, t, T), assoc_to_keys(T, Ks), msort(Ks, Ks), length(Ks, Count).
?- list_to_assoc([c-3, a-1, b-2], A), assoc_to_list(A, L), assoc_to_keys(A, K), assoc_to_values(A, V).
?- list_to_assoc([a-1, b-2], _A), max_assoc(_A, K, V), min_assoc(_A, K2, V2).
?- list_to_assoc([a-1, b-2], _A), gen_assoc(K, _A, V).
?- list_to_assoc([a-1, b-2, c-3], A), del_assoc(b, A, V, B), assoc_to_list(B, L).
?- list_to_assoc([a-1, b-2], _A), map_assoc([X, Y]>>(Y is X * 10), _A, _B), assoc_to_values(_B, L).
?- put_assoc(a, t, 1, A), put_assoc(b, A, 2, B), put_assoc(c, B, 3, C).
?- empty_assoc(A), is_assoc(A).

%%% lambda expressions
:- use_module(library(yall)).
?- maplist([X, Y]>>(Y is X * 2), [1, 2, 3], L).
?- foldl([X, A, B]>>(B is A + X), [1, 2, 3], 0, S).
?- F = 5, maplist([X, Y]>>(Y is X + F), [1, 2], L).
?- maplist([X]>>(X > 1), [2, 3]).
?- maplist([X]>>(X > 2), [2, 3]).
?- include([X]>>(X mod 2 =:= 0), [1, 2, 3, 4], L).
?- maplist([X-Y, Y-X]>>true, [a-1, b-2], L).
?- maplist([X, f(X)]>>true, [1, 2], L).
?- maplist(\X^(X = 1), [A, B]).
?- call([X]>>([Y]>>(Z = X-Y)), 1, 2), var(Z).
?- N = 3, call({N}/[X, Y]>>(Y is X + N), 4, R).
?- maplist({Z}/[X]>>(Z = X), [1, 1]).
?- maplist([X]>>atom(X), [a, b]).
?- maplist([X, Y]>>atom_length(X, Y), [ab, c], L).
?- maplist([X]>>succ(X), [1, 2], L).

%%% global variables
?- nb_setval(counter, 0), forall(member(_, [a, b, c]), (nb_getval(counter, N), M is N + 1, nb_setval(counter, M))), nb_getval(counter, V).
?- nb_getval(counter, V).
?- b_setval(v, 1), b_getval(v, X).
?- b_setval(v, 1), ( b_setval(v, 2), fail ; b_getval(v, X) ).
?- b_setval(v, 1), b_setval(v, 2), b_getval(v, X).
?- nb_setval(t, f(X, Y, X)), nb_getval(t, T).
?- nb_getval(no_such_key, V).
?- nb_setval(X, 1).
?- nb_setval(k, 1), nb_current(k, V).
?- b_setval(w, f(X)), X = 1, b_getval(w, T).

%%% aggregation
p(1, a). p(2, b). p(3, a). p(1, a).
?- aggregate_all(count, p(_, a), N).
?- aggregate_all(count, X, p(X, a), N).
?- aggregate_all(sum(X), p(X, _), S).
?- aggregate_all(max(X), p(X, _), M).
?- aggregate_all(max(X, Y), p(X, Y), M).
?- aggregate_all(min(X, Y), p(X, Y), M).
?- aggregate_all(bag(X), p(X, a), L).
?- aggregate_all(set(X), p(X, a), L).
?- aggregate_all(count, fail, N).
?- aggregate_all(max(X), (p(X, _), fail), M).

%%% lists
?- partition([X, C]>>compare(C, X, 2), [1, 2, 3, 0], L, E, G).
?- same_length([a, b], L).
?- same_length(L, [a]).
?- proper_length([a, b], N).
?- proper_length([a|_], N).
?- clumped([a, a, b, a], L).
?- max_member(M, [1, 3, 2]).
?- nth0(1, [a, b], X).
?- nth1(I, [a, b], X).
?- sumlist([1, 2], S).
?- msort([b, a, c, a], L).
?- last([1, 2, 3], X).
?- succ(X, 4).
?- succ(3, X).
?- succ(X, 0).
?- succ(X, Y).
?- plus(1, X, 3).
?- numbervars(f(_X, _Y), 0, E), _X =.. L0, L0 = [_|L].
?- subsumes_term(f(_), f(a)).
?- subsumes_term(f(a), f(_)).
?- subsumes_term(f(X, X), f(a, b)).
?- term_variables(f(X, Y, X), L, T).

%%% checks
?- must_be(integer, a).
?- must_be(integer, _).
?- must_be(positive_integer, 0).
?- must_be(nonneg, -1).
?- must_be(list, [a|_]).
?- must_be(list, [a]).
?- must_be(boolean, maybe).
?- must_be(between(1, 3), 5).
?- must_be(callable, 1).

%%% integer constraints
:- use_module(library(clpfd)).
double(X, Y) :- Y #= X * 2.
?- X #= 1 + 2.
?- 3 #= X + 1.
?- 7 #= 2 * X + 1.
?- 8 #= 2 * X + 1.
?- double(4, Y).
?- double(X, 8).
?- double(X, 7).
?- 3 #< 4.
?- 4 #< 4.
?- 4 #=< 4, 4 #>= 4, 5 #> 4, 5 #\= 4.
?- X = 3, X #= 3.
?- X #= X.
?- 10 - X #= 4.
?- -X #= 4.

%%% harmless directives
:- use_module(library(lists)).
:- use_module(library(apply), [maplist/3]).
:- ensure_loaded(library(lists)).
:- style_check(-singleton).
:- style_check(-discontiguous).
:- discontiguous p/1.
:- set_prolog_flag(double_quotes, codes).
:- dynamic(q/1), dynamic(r/2).
:- initialization(true).
:- multifile p/1.
p("ab").
q(1).
?- p(X).
?- q(X).
?- r(_, _).
