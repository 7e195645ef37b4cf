% Terms: unification, taking apart, comparing, copying.

%%% unification
?- X = 1.
?- f(X, b) = f(a, Y).
?- f(X, X) = f(a, b).
?- f(X, Y) = f(Y, a).
?- f(X, Y, Z) = f(Y, Z, a).
?- X = f(Y), Y = 1.
?- [H | T] = [a, b, c].
?- [H | T] = [a].
?- [H | T] = [].
?- [a, b | T] = [a, b, c, d].
?- f(_, _) = f(1, 2).
?- a = a.
?- a = b.
?- 1 = 1.0.
?- "s" = s.
?- "s" = "s".
?- f(a) = g(a).
?- f(a) = f(a, b).
?- X = Y, Y = Z, Z = 3.
?- X \= 1.
?- a \= b.
?- f(X) \= f(1).
?- f(X, a) \= f(1, b).
?- X = f(A, B, A), A = 1, B = 2.
?- f(X, g(X)) = f(Y, Z), Y = 3.
?- [X, Y | Z] = [1 | [2 | W]].
?- 123456789012345678901234567890 = 123456789012345678901234567890.
?- X = 123456789012345678901234567890, X = 123456789012345678901234567890.
?- 1.5 = 1.5.
?- 0.0 = -0.0.
?- 'hello world' = X.
?- {a, b} = {X}.
?- - 1 = X.
?- -(1) = X.
?- a:b:c = X:Y.
?- (a, b, c) = (X, Y).
?- (a :- b, c) = (H :- B).
?- unify_with_occurs_check(X, f(Y)).
?- unify_with_occurs_check(X, f(X)).
?- unify_with_occurs_check(f(X, Y), f(Y, g(X))).
?- unify_with_occurs_check(X, X).

%%% type tests
t(X, L) :- findall(T, ( member(T, [var, nonvar, atom, number, integer, float, atomic, compound, callable, is_list, string, ground]), call(T, X) ), L).
?- t(_, L).
?- t(a, L).
?- t(1, L).
?- t(-1, L).
?- t(100000000000000000000, L).
?- t(1.0, L).
?- t("s", L).
?- t(f(x), L).
?- t(f(_), L).
?- t([a], L).
?- t([a | _], L).
?- t([_], L).
?- t({}, L).
?- t({a}, L).
?- t('', L).
?- t((a, b), L).
?- t(- 1, L).
?- t(-(1), L).
?- X = 1, atom(X).
?- var(X), X = 1, nonvar(X).
?- atom(X).
?- integer(3.0).
?- number(0x1F).

%%% functor
?- functor(f(a, b), N, A).
?- functor(a, N, A).
?- functor(1, N, A).
?- functor(1.5, N, A).
?- functor("s", N, A).
?- functor([a], N, A).
?- functor([], N, A).
?- functor(X, f, 2).
?- functor(X, f, 0).
?- functor(X, 1, 0).
?- functor(X, 1.5, 0).
?- functor(X, "s", 0).
?- functor(X, '[|]', 2).
?- functor(f(a), f, 1).
?- functor(f(a), g, N).
?- functor(X, Y, 2).
?- functor(X, f, N).
?- functor(X, f, -1).
?- functor(X, f, a).
?- functor(X, 1, 2).
?- functor(X, f(a), 0).
?- functor(X, f(a), 1).
?- functor(X, "s", 1).
?- functor(X, f, 3), arg(1, X, a), arg(3, X, X1).
?- functor((a :- b), N, A).
?- functor({a}, N, A).

%%% arg
?- arg(1, f(a, b), X).
?- arg(2, f(a, b), X).
?- arg(3, f(a, b), X).
?- arg(0, f(a, b), X).
?- arg(N, f(a, b, c), X).
?- arg(N, f(a, b, a), a).
?- arg(N, f(X, b), a).
?- arg(1, [a, b], X).
?- arg(2, [a, b], X).
?- arg(N, [a, b], X).
?- arg(1, a, X).
?- arg(N, a, X).
?- arg(1, X, a).
?- arg(N, X, a).
?- arg(a, f(a), X).
?- arg(-1, f(a), X).
?- arg(1, 3, X).
?- arg(1.0, f(a), X).
?- findall(N-A, arg(N, point(x, y, z), A), L).
?- arg(1, f(X), g(Y)), Y = 1.
?- arg(1, f(a), b).

%%% univ
?- f(a, b) =.. L.
?- a =.. L.
?- 1 =.. L.
?- 1.5 =.. L.
?- "s" =.. L.
?- [a, b] =.. L.
?- X =.. [f, a, b].
?- X =.. [f].
?- X =.. [1].
?- X =.. ['[|]', a, []].
?- X =.. [F].
?- X =.. [F, a].
?- X =.. [].
?- X =.. L.
?- X =.. [f | _].
?- X =.. [1, a].
?- X =.. [f(a)].
?- X =.. [f(a), b].
?- X =.. a.
?- X =.. [f, a | b].
?- X =.. ["s", a].
?- f(a) =.. [f, X].
?- f(a) =.. [g, X].
?- f(X, b) =.. [F, a | R].
?- f(a) =.. a.
?- {a} =.. L.
?- (a, b) =.. L.
?- T =.. [p, X, Y], X = 1.

%%% copy_term
?- copy_term(f(X, Y, X), Z).
?- copy_term(a, X).
?- copy_term(X, Y).
?- copy_term(f(X, a), f(b, Y)).
?- X = 1, copy_term(f(X, Y), Z).
?- copy_term([X, Y | Z], L).
?- copy_term(f(X), X).
?- copy_term(f(1.5, 100000000000000000000, "s", X), Y).
?- copy_term(X-Y-X, A-B-C), A = 1.
?- copy_term((a :- b(X), c(X)), Z).

%%% term variables
?- term_variables(f(X, g(Y, X), a), L).
?- term_variables(a, L).
?- term_variables(X, L).
?- term_variables([X, 1, Y | Z], L).
?- X = f(Y), term_variables(X-Z-Y, L).
?- term_variables(f(X, Y), [A | B]).
?- ground(f(a, [b])).
?- ground(f(a, [b | _])).
?- X = 1, ground(f(X)).

%%% standard order
?- compare(O, a, b).
?- compare(O, b, a).
?- compare(O, a, a).
?- compare(O, 1, a).
?- compare(O, 1, 1.0).
?- compare(O, 1.0, 1).
?- compare(O, 2, 1.0).
?- compare(O, 1, 2.0).
?- compare(O, f(a), f(b)).
?- compare(O, f(b), g(a)).
?- compare(O, g(a), f(a, b)).
?- compare(O, f(a, b), f(b, a)).
?- compare(O, "abc", abc).
?- compare(O, "b", "a").
?- compare(O, f(X), f(X)).
?- compare(O, _, 1).
?- compare(O, [], a).
?- compare(O, [], "a").
?- compare(O, [a], f(a)).
?- compare(O, [a, b], [a, c]).
?- compare(O, [a], [a, b]).
?- compare(O, 100000000000000000000, 1).
?- compare(O, -100000000000000000000, 1).
?- compare(O, 1.0e30, 100000000000000000000).
?- compare(O, aa, b).
?- compare(O, a, aa).
?- compare(O, 'A', a).
?- compare(O, é, z).
?- compare(<, a, b).
?- compare(>, a, b).
?- compare(foo, a, b).
?- compare(1, a, b).
?- X = a, Y = a, X == Y.
?- X == Y.
?- X == X.
?- X \== Y.
?- f(X) == f(X).
?- 1 == 1.0.
?- a @< b.
?- f(a) @> b.
?- 1 @=< 1.0.
?- 1.0 @=< 1.
?- 1 @>= 1.
?- Z @< a.
?- "x" @< x.
?- msort([f(b), f(a, a), a, 2, 1.5, "z", g(a), [], [x], -3, 1.5e10, b], L).
?- msort([c-1, a-2, b-3, a-1], L).
?- sort(0, @>=, [1, 2.0, 2, 1.0, a, f(x)], L).
?- compare(O, 0.0, -0.0).
?- compare(O, f(1, 2), [1 | 2]).
?- msort([1.0e20, 100000000000000000000, 100000000000000000001], L).

%%% dif on terms that are equal or apart
?- dif(a, b).
?- dif(a, a).
?- dif(f(a), f(b)).
?- dif(f(X, a), f(Y, b)).
?- dif(X, X).
?- member(X, [1, 2]), member(Y, [1, 2]), dif(X, Y).
?- dif(1, 1.0).
?- dif([], "").

%%% strings
?- X = "abc", string(X).
?- atom_string(X, "abc").
?- atom_string(abc, X).
?- atom_string(12, X).
?- X = "a\nb".
?- "abc" == "abc".
?- "abc" = abc.
?- atom_length("hello", N).
?- string_length("hello", N).
?- string_chars(S, [a, b]).
?- string_chars("ab", L).
?- string_codes("ab", L).
?- string_to_atom("abc", X).
?- number_string(N, "42").
?- string_concat(abc, "def", X).

%%% atoms and characters
?- atom_length(hello, N).
?- atom_length('', N).
?- atom_length(12345, N).
?- atom_length(X, N).
?- atom_length(hello, a).
?- atom_length(héé, N).
?- atom_codes(abc, L).
?- atom_codes(X, [97, 98]).
?- atom_codes(X, "abc").
?- atom_codes(12, L).
?- atom_codes(X, Y).
?- atom_chars(abc, L).
?- atom_chars(X, [a, b]).
?- atom_chars(X, ['1', '2']).
?- atom_chars(X, [a | _]).
?- atom_chars(X, [a, Y]).
?- atom_chars(abc, [X | Y]).
?- atom_chars(123, L).
?- atom_chars(X, []).
?- char_code(X, 97).
?- char_code(a, X).
?- char_code(X, Y).
?- char_code(ab, X).
?- char_code(a, 98).
?- number_codes(X, "12").
?- number_codes(X, [0'1, 0'2]).
?- number_codes(12, L).
?- number_codes(X, [0'a]).
?- number_chars(X, ['1', '.', '5']).
?- number_chars(X, [' ', '1']).
?- number_chars(X, ['-', '1']).
?- number_chars(X, ['1', a]).
?- number_chars(X, []).
?- number_chars(X, ['1', Y]).
?- number_chars(12, ['1', X]).
?- number_chars(a, L).
?- atom_number('12', X).
?- atom_number('1.5', X).
?- atom_number(foo, X).
?- atom_number('12abc', X).
?- atom_number(X, 12).
?- atom_number(X, Y).
?- atom_number('0x1F', X).
?- atom_number('-7', X).
?- atom_concat(abc, def, X).
?- atom_concat(X, def, abcdef).
?- atom_concat(abc, X, abcdef).
?- atom_concat(X, Y, abc).
?- atom_concat(abc, X, xyz).
?- atom_concat(a, 1, X).
?- atom_concat(X, Y, Z).
?- atom_concat(a, Y, Z).
?- atom_concat("a", b, X).
?- sub_atom(hello, 1, 3, A, S).
?- sub_atom(abc, B, 2, A, S).
?- sub_atom(abcbc, B, L, A, bc).
?- sub_atom(ab, B, L, A, S).
?- atomic_list_concat([a, 1, "s", 2.5], X).
?- atomic_list_concat([a, b, c], '-', X).
?- atomic_list_concat(L, ',', 'a,b,c').
?- atomic_list_concat([a, X], Y).

%%% arguments found within a clause
find(T, A, N) :- arg(N, T, A).
kept(T, A, B, R) :- arg(N, T, A), R = N-B.
first(T, A, N) :- arg(N, T, A), !.
both(T, U, A, N) :- arg(N, T, A), arg(N, U, A).
pairs(T, N-M) :- arg(N, T, A), arg(M, T, A), N < M.
framed(T, A, N, L) :- atom(A), length(L, 1), arg(N, T, A), length(L, K), K > 0.
sum(T, S) :- findall(A, ( arg(_, T, A), integer(A) ), As), sum_list(As, S).
none(T, A) :- \+ arg(_, T, A).
cond(T, A, K) :- ( arg(N, T, A) -> K = N ; K = none ).
?- find(f(a, b, a), a, N)
?- find(f(a, b, a), A, N)
?- find(f(a, b), A, 2)
?- find(f(a, b), A, 0)
?- find(f(a, b), A, 3)
?- find(f(a, b), A, -1)
?- find(f(a, b), A, x)
?- find(a, A, N)
?- find(X, A, N)
?- find([x, y], A, N)
?- kept(f(a, b, a), a, q, R)
?- first(f(a, b, a), a, N)
?- first(f(a, b, a), A, N)
?- both(f(a, b, c), g(x, b, c), A, N)
?- pairs(f(a, b, a, b), P)
?- framed(f(a, b, a), a, N, L)
?- sum(f(1, x, 2), S)
?- none(f(a), b)
?- none(f(a), a)
?- cond(f(a, b), b, K)
?- cond(f(a, b), c, K)

%%% facts with structures bound in part
at(p(1, a), x). at(p(2, a), y). at(p(2, b), z). at(q(2, c), w). at(2, v). at([2, a], u). at([2], t). at(p(g(2), a), s).
?- at(p(2, X), Y)
?- at(p(X, a), Y)
?- at(p(X, Y), z)
?- at([2|T], Y)
?- at(p(g(X), a), Y)
?- at(p(3, X), Y)
?- at(r(2, X), Y)
?- at(q(X, X), Y)
