% Heads and bodies of every shape: indexing, large clauses, deep terms, long runs.

%%% first argument
p(a, 1). p(b, 2). p(c, 3). p(a, 4). p(d, 5).
p(X, 6) :- X = z.
p(f(_), 7).
p([], 8).
p([_ | _], 9).
p(1, 10). p(1.5, 11). p("s", 12). p(100000000000000000000, 13).
p(f(_, _), 14).
p(_, 15).
?- p(a, X).
?- p(d, X).
?- p(z, X).
?- p(f(1), X).
?- p([], X).
?- p([a], X).
?- p(1, X).
?- p(1.5, X).
?- p(1.0, X).
?- p("s", X).
?- p(100000000000000000000, X).
?- p(100000000000000000001, X).
?- p(f(1, 2), X).
?- p(Y, 5).
?- p(Y, X).
?- p(unknown, X).

%%% second and later arguments
q(1, a, x). q(2, b, x). q(3, c, y). q(4, a, y). q(5, f(z), w). q(6, _, v).
r(_, a, 1). r(_, b, 2). r(x, c, 3). r(_, a, 4).
?- q(X, a, Y).
?- q(X, Y, y).
?- q(X, f(Z), Y).
?- q(X, Y, w).
?- q(4, Y, Z).
?- q(X, k, Y).
?- r(x, a, N).
?- r(y, c, N).
?- r(A, b, N).
?- r(A, B, 3).
?- r(x, c, N).

%%% many facts
f(N, M) :- between(1, 40, N), M is N * N mod 17.
t(1, one). t(2, two). t(3, three). t(4, four). t(5, five). t(6, six). t(7, seven). t(8, eight). t(9, nine). t(10, ten).
u(a, 1, x). u(b, 1, x). u(c, 1, y). u(a, 2, y). u(b, 2, x). u(c, 2, x). u(a, 3, x). u(b, 3, y). u(c, 3, y).
?- t(7, X).
?- t(X, seven).
?- t(X, Y), X > 8.
?- t(11, X).
?- t(X, eleven).
?- t(1.0, X).
?- u(a, X, Y).
?- u(X, 2, Y).
?- u(X, Y, y).
?- u(X, 2, x).
?- u(a, X, x).
?- u(X, X, Y).
?- u(a, 2, Y).
?- u(A, B, C), A == b.
?- u(X, N, x), u(Y, N, y).
?- u(X, N, x), \+ u(_, N, z), N > 2.
?- findall(M, f(_, M), L), sort(L, S).
?- t(X, T), atom_length(T, X).

%%% facts with structures, floats and strings
g(p(1, 2), a). g(p(3, 4), b). g([1, 2], c). g("str", d). g(1.5, e). g(100000000000000000000, f). g(p(1, q(2)), g).
?- g(p(1, X), Y).
?- g(p(X, Y), Z).
?- g([X | Y], Z).
?- g("str", Z).
?- g(1.5, Z).
?- g(100000000000000000000, Z).
?- g(X, f).
?- g(p(1, q(X)), Z).
?- g(X, Y), compound(X).
?- Y is 3 / 2.0, g(Y, Z).
?- Y is 10 ** 20, g(Y, Z).
?- g(X, Z), g(X, W), Z \== W.
?- g(p(A, A), Z).

%%% facts with repeated variables and open arguments
s(X, X).
s(a, _).
s(_, b).
t(X, Y, X, Y).
v(f(X), X).
v(f(X, Y), g(Y, X)).
v([X, Y | Z], [Y, X | Z]).
?- s(1, 1).
?- s(1, 2).
?- s(a, b).
?- s(A, B).
?- t(1, A, B, 2).
?- t(A, B, B, C).
?- v(f(1), X).
?- v(X, g(1, 2)).
?- v([1, 2, 3], X).

%%% structures in heads
h(f(g(X), [Y | Z]), X, Y, Z).
h(f(X, X), a, b, c).
h(k(1, 2.5, "s", 100000000000000000000, [], [a, b], f(X)), X, _, _).
deep(f(f(f(f(f(f(f(f(f(f(X)))))))))), X).
wide(w(A, B, C, D, E, F, G, H, I, J), [J, I, H, G, F, E, D, C, B, A]).
?- h(f(g(1), [2, 3]), A, B, C).
?- h(X, a, b, c).
?- h(f(A, B), C, D, E).
?- h(k(1, 2.5, "s", 100000000000000000000, [], [a, b], f(z)), X, _, _).
?- h(k(A, B, C, D, E, F, G), 1, x, y).
?- h(k(1, 2.5, "t", 100000000000000000000, [], [a, b], f(z)), X, _, _).
?- deep(f(f(f(f(f(f(f(f(f(f(1)))))))))), X).
?- deep(X, 1).
?- deep(f(f(f(X))), Y).
?- wide(w(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), L).
?- wide(W, [a, b, c, d, e, f, g, h, i, j]).
?- wide(w(A, A, B, B, C, C, D, D, E, E), [1 | T]).

%%% many arguments
a(A1, A2, A3, A4, A5, A6, A7, A8, A9, A10, A11, A12) :- b(A12, A11, A10, A9, A8, A7, A6, A5, A4, A3, A2, A1), A1 < A12.
b(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, X) :- X = 0.
c(A, B, C, D, E, F) :- d(F, E, D, C, B, A), e(A, C, E, B, D, F).
d(A, B, C, D, E, F) :- A = 1, B = 2, C = 3, D = 4, E = 5, F = 6.
e(A, B, C, D, E, F) :- [A, B, C, D, E, F] = [6, 4, 2, 5, 3, 1].
swap(A, B, C) :- three(B, C, A).
three(A, B, C) :- four(C, A, B, A).
four(A, B, C, D) :- [A, B, C, D] = [x, y, z, y].
?- a(X, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1).
?- c(A, B, C, D, E, F).
?- swap(A, B, C).

%%% permuted arguments in last calls
r1(A, B, C, D, N) :- N > 0, !, M is N - 1, r1(B, C, D, A, M).
r1(A, B, C, D, 0) :- w([A, B, C, D]).
w(L) :- L = [a, b, c, d].
w(L) :- L = [b, c, d, a].
?- r1(a, b, c, d, 4).
?- r1(a, b, c, d, 1).
?- r1(a, b, c, d, 2).
?- r1(A, B, C, D, 3).

%%% large structures in bodies
l(L) :- L = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z].
m(X, Y, L) :- L = [X, 2, Y, f(X, Y), g(g(g(X))), Y, X, "s", 1.5, 100000000000000000000, [X | Y]].
?- l(L), length(L, N).
?- m(1, b, L).
?- m(X, Y, L).

%%% clauses with many variables
v(L) :- L = [A1, A2, A3, A4, A5, A6, A7, A8, A9, A10, B1, B2, B3, B4, B5, B6, B7, B8, B9, B10, C1, C2, C3, C4, C5, C6, C7, C8, C9, C10], A1 = 1, B1 = A1, C1 = B1, p(A2, A3), p(A4, A5), p(A6, A7), q(A8, A9, A10), p(B2, B3), p(B4, B5), p(B6, B7), q(B8, B9, B10), p(C2, C3), p(C4, C5), p(C6, C7), q(C8, C9, C10), A2 = C10.
p(X, Y) :- X = Y.
q(X, Y, Z) :- X = f(Y), Z = Y.
?- v(L).

%%% deep recursion
len([], 0).
len([_ | T], N) :- len(T, M), N is M + 1.
count(N, N) :- !.
count(I, N) :- J is I + 1, count(J, N).
mk(0, []) :- !.
mk(N, [N | T]) :- M is N - 1, mk(M, T).
last_([X], X).
last_([_, Y | T], X) :- last_([Y | T], X).
nest(0, z) :- !.
nest(N, s(T)) :- M is N - 1, nest(M, T).
unnest(z, 0).
unnest(s(T), N) :- unnest(T, M), N is M + 1.
sum(N, S) :- N > 0, M is N - 1, sum(M, R), S is R + N.
sum(0, 0).
ev(0).
ev(N) :- N > 0, M is N - 1, od(M).
od(N) :- N > 0, M is N - 1, ev(M).
?- count(0, 1000000).
?- numlist(1, 200000, _L), len(_L, N).
?- numlist(1, 200000, _L), length(_L, N), last(_L, X), sum_list(_L, S).
?- mk(100000, _L), last_(_L, X).
?- nest(100000, _T), unnest(_T, N).
?- nest(50000, _T), copy_term(_T, _U), _T == _U, nest(50000, _V), _T = _V.
?- sum(100000, S).
?- length(_L, 100000), maplist(=(a), _L), sort(_L, S).
?- numlist(1, 50000, _L), findall(X, member(X, _L), _M), _L == _M.
?- ev(100000).
?- numlist(1, 100000, _L), nth1(I, _L, 99999).
?- numlist(1, 20000, _L), atomic_list_concat(_L, A), atom_length(A, N).
?- numlist(1, 50000, _L), append(_L, [x], _M), append(_, [Y], _M), !.
?- between(1, 300000, X), X >= 300000.
?- findall(X, between(1, 100000, X), _L), sum_list(_L, S).

%%% mixed clauses and determinism
k(1, a) :- !.
k(X, b) :- X > 1, X < 5.
k(X, c) :- integer(X), X >= 3.
k(z, d).
z([], []).
z([X | Xs], Ys) :- X > 0, !, Ys = [X | Zs], z(Xs, Zs).
z([_ | Xs], Ys) :- z(Xs, Ys).
n(X, Y) :- m(X), Y = 1.
n(X, Y) :- \+ m(X), Y = 2.
m(a).
m(b).
?- k(1, X).
?- k(2, X).
?- k(3, X).
?- k(7, X).
?- k(z, X).
?- k(Y, X).
?- z([1, -1, 2, 0, 3], L).
?- n(a, Y).
?- n(c, Y).
?- n(X, Y).

%%% operators and odd names
:- op(700, xfx, ===>).
:- op(200, xfy, **>).
'odd name'(X) :- X = 'it''s'.
a ===> b.
b ===> c.
X ===> Y :- X = d, Y = e.
{}(y).
'\n'(1).
+(1, 2, 3).
- a.
?- 'odd name'(X).
?- a ===> X.
?- X ===> Y.
?- {}(X).
?- +(A, B, C).
?- - X.
?- X = (a ===> b **> c **> d).
?- '\n'(X).

%%% a body with every construct
all(X, R) :-
    ( X = 1, ! ; X = 2 ; X = 3 ),
    \+ X = 4,
    ( member(Y, [a, b]), Y == b -> true ; Y = none ),
    findall(Z, ( between(1, X, Z), Z > 0 ), Zs),
    ( Zs = [_] *-> W = one ; W = more ),
    catch(( X > 2 -> throw(three) ; V = X ), three, V = caught),
    forall(member(Q, Zs), Q =< X),
    call(length, Zs, N),
    once(member(M, [m, n])),
    R = r(X, Y, Zs, W, V, N, M).
?- all(X, R).
?- all(2, R).
?- all(3, R).
?- all(4, R).

%%% shared variables between calls
p(X, Y) :- q(X, Z), r(Z, Y).
q(1, a). q(1, b). q(2, c).
r(a, x). r(b, y). r(b, z). r(c, w).
s(X) :- p(X, Y), p(X, Z), Y @< Z.
t(X, Y) :- q(X, A), q(Y, B), A @< B, \+ ( q(_, C), A @< C, C @< B ).
?- p(1, Y).
?- p(X, w).
?- s(X).
?- t(X, Y).
?- p(X, Y), q(X, Y).
?- findall(X-Y, p(X, Y), L).

%%% conjunctive queries over facts
r(1, 2). r(2, 3). r(3, 4). r(4, 2). r(2, 5). r(5, 1).
c(1, red). c(2, blue). c(3, red). c(4, blue). c(5, green).
?- r(X, Y), r(Y, Z), c(Z, red).
?- r(X, Y), r(Y, Z), r(Z, X).
?- c(X, C), c(Y, C), X < Y.
?- r(X, Y), c(X, C), c(Y, C).
?- r(X, Y), \+ c(Y, blue), c(X, D).
?- r(X, 2), r(2, Y), X \== Y.
?- c(X, red), r(X, Y), c(Y, blue), r(Y, Z), c(Z, W).

%%% tests before their variables have values
r(0). r(1). r(2).
w(q(2), a). w(q(3), b).
h(q(2)). h(q(3)). k(q(3)). k(q(2)).
in(p(q(2), q(3))). in(p(q(3), q(2))).
late(C, D) :- r(D), C \== D, r(C).
early(C, D) :- r(D), C < D, r(C).
alias(X, Y) :- X = Y, two(X, Y).
two(X, Y) :- r(X), r(Y), X == Y.
two(X, Y) :- r(X), r(Y).
inner(X, Y) :- in(P), P = p(X, Y), h(X), k(Y), w(X, _).
?- late(C, D).
?- early(C, D).
?- early(1, D).
?- alias(X, Y).
?- inner(X, Y).
?- late(C, 1).

%%% clauses that begin with a cut hide those after them only where they match
zero(0, zero) :- !.
zero(N, positive) :- N > 0, !.
zero(_, negative).
value(0, X) :- !, X = zero.
value(N, X) :- X = N.
value(_, other).
real(1.5, X) :- !, X = a.
real(2.5, X) :- !, X = b.
real(_, c).
part(f(A), B) :- !, B = A.
part(f(_), again).
part(_, none).
same(X, X) :- !.
same(_, _).
inner(f(a)) :- !.
inner(f(b)).
inner(f(_)).
two(a, b) :- !.
two(a, c).
two(a, _).
all(_, _) :- !.
all(a, b).
?- zero(0, X).
?- zero(0, negative).
?- zero(0, zero).
?- value(0, X).
?- value(1, X).
?- value(N, X).
?- real(1.5, X).
?- real(2.5, X).
?- real(3.5, X).
?- real(R, X).
?- part(f(1), X).
?- part(f(Y), X).
?- part(g, X).
?- part(P, X).
?- same(a, b).
?- same(X, b).
?- inner(f(b)).
?- inner(f(c)).
?- inner(X).
?- two(a, c).
?- two(a, X).
?- two(X, c).
?- all(a, X).

%%% answers are counted without a list
n(1). n(2). n(3).
count_above(Low, N) :- aggregate_all(count, ( n(X), X > Low ), N).
nested(N) :- aggregate_all(count, ( n(X), count_above(X, M), M > 0 ), N).
called(G, N) :- aggregate_all(count, G, N).
once_only(N) :- aggregate_all(count, ( n(_), ! ), N).
?- count_above(1, N).
?- count_above(5, N).
?- count_above(0, 3).
?- count_above(0, 2).
?- nested(N).
?- called(n(_), N).
?- called(G, N).
?- once_only(N).
?- catch(aggregate_all(count, ( n(X), X > 1, throw(stop(X)) ), N), stop(Y), true), count_above(0, M).
?- aggregate_all(count, n(X), N), var(X).
?- aggregate_all(count, member(X, [a, b]), N), aggregate_all(count, member(_, [X]), M).
?- findall(N, ( n(X), aggregate_all(count, ( n(Y), Y > X ), N) ), L).

%%% results of several structures
d(U, V, f(g(U, A), [A, V | B], h(B, _, k))).
e(N, s(X, t(X, N), [X, Y], u(Y, Z, Z))) :- X = N, Y = [N | Z].
c(X, L) :- L = [p(X, Y, q(Y, [Z])), r(Z, X, s(t(k), _))].
b(X, Y) :- c(f(X, g(X, Z)), [p(_, B, C), Y]), Z = [B | C].
?- d(1, 2, X).
?- d(1, 2, f(G, L, H)).
?- d(1, 2, f(g(1, z), [Y | T], H)).
?- d(1, 2, f(g(2, z), L, H)).
?- d(1, 2, f(G, L)).
?- d(1, X, f(X, L, H)).
?- d(X, Y, f(g(a, b), [C, D, E], H)).
?- e(1, R).
?- e(1, s(A, B, C, D)).
?- e(1, s(2, B, C, D)).
?- e(N, s(a, t(a, a), C, u([a | W], W, []))).
?- c(1, L).
?- c(X, [p(a, b, C) | R]).
?- b(X, Y), X = 1.
