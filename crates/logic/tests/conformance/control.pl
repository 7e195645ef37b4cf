% Conjunction, disjunction, conditions, cut and negation.

%%% facts and conjunction
p(1). p(2). p(3).
q(a). q(b).
r(2, b). r(3, a). r(1, b).
?- p(X).
?- p(X), q(Y).
?- p(X), q(Y), r(X, Y).
?- p(4).
?- p(2).
?- p(_).
?- p(X), p(Y), X < Y.
?- true.
?- fail.
?- false.
?- otherwise_is_missing.

%%% disjunction
p(1). p(2).
d(X) :- X = a ; X = b ; X = c.
e(X, Y) :- ( X = 1, Y = a ; X = 2 ), ( Y = b ; Y = a ).
f(X) :- p(X) ; X = 9 ; p(Y), X is Y * 10.
?- d(X).
?- d(c).
?- d(d).
?- e(X, Y).
?- f(X).
?- ( X = 1 ; X = 2 ), ( Y = a ; Y = b ).
?- ( fail ; X = 1 ).
?- ( X = 1 ; fail ; X = 3 ).
?- ( true ; true ; true ).
?- X = 1 ; Y = 2.

%%% if-then-else
p(1). p(2). p(3).
sign(X, S) :- ( X > 0 -> S = plus ; X < 0 -> S = minus ; S = zero ).
first(X) :- ( p(X) -> true ; X = none ).
t(X, R) :- ( p(X), X > 1 -> R = big ; R = small ).
?- sign(5, S).
?- sign(-5, S).
?- sign(0, S).
?- first(X).
?- first(2).
?- first(9).
?- t(1, R).
?- t(2, R).
?- t(X, R).
?- ( p(X) -> true ), p(Y).
?- ( fail -> true ; X = else ).
?- ( fail -> true ).
?- ( true -> X = 1 ).
?- ( true -> fail ; X = 1 ).
?- ( p(X), X > 2 -> Y = X ; Y = none ).
?- ( member(X, [1,2,3]), X >= 2 -> true ; X = 0 ), ( Y = X ; Y = more ).
?- ( ( p(X) -> true ; true ), X > 1 -> R = yes ; R = no ).
?- ( p(X) -> ( p(Y) -> Z = 1 ; Z = 2 ) ; Z = 3 ).
?- \+ ( p(X), X > 3 -> true ; fail ).
?- ( true, ( fail ; true ) -> X = a ; X = b ).
?- ( X = 1 -> Y = 1 ; Y = 2 ), ( X == 1 -> Z = bound ; Z = free ).

%%% if-then without else inside a disjunction
?- ( fail ; ( true -> X = 1 ) ; X = 2 ).
?- ( ( fail -> X = 0 ) ; X = 2 ).
?- ( X = 0 ; true -> X = 1 ; X = 2 ).

%%% soft cut
p(1). p(2). p(3).
?- ( p(X) *-> Y = X ; Y = none ).
?- ( p(X), X > 5 *-> Y = X ; Y = none ).
?- ( p(X), X > 1 *-> true ; X = none ).
?- ( fail *-> true ; ( X = 1 ; X = 2 ) ).
?- ( p(X) *-> ( X > 1 -> Y = big ; Y = small ) ; Y = none ).
?- ( p(X) *-> fail ; X = none ).
?- p(X) *-> p(Y).
?- ( p(X), ( X > 1 *-> true ; fail ) ).
?- ( ( p(X), X =:= 9 *-> true ; p(X) ) *-> Y = X ; Y = none ).
?- ( member(X, [a, b]) *-> ! ; X = c ).

%%% cut at the beginning
p(X) :- !, X = 1.
p(2).
q(1) :- !.
q(X) :- X > 0.
q(7).
r(_) :- !, fail.
r(1).
?- p(X).
?- p(2).
?- q(1).
?- q(2).
?- q(X).
?- q(7).
?- r(1).
?- r(X).

%%% cut in the middle and at the end
m(1). m(2). m(3).
a(X, Y) :- m(X), !, m(Y).
a(9, 9).
b(X, Y) :- m(X), m(Y), !.
b(9, 9).
c(X) :- m(X), X > 1, !.
c(9).
d(X, Y) :- m(X), X >= 2, !, m(Y), Y > 1.
e(X) :- ( m(X), ! ; X = 9 ).
e(8).
f(X) :- ( X = 1 ; X = 2, ! ; X = 3 ).
f(4).
g(X) :- ( m(X) -> true ; ! ), m(_).
g(5).
h(X, Y) :- m(X), ( X > 1 -> !, Y = cut ; Y = on ).
h(0, 0).
i(X) :- m(X), \+ \+ ( m(_), ! ).
j(X) :- m(X), ( X =:= 2 -> ! ; true ).
j(7).
k(X) :- m(X), ( true ; ! ), X > 5.
k(8).
l(X) :- ( ! , m(X) ; X = z ).
l(y).
n(X) :- m(X), !, ( X = 1 ; X = 2 ).
n(3).
?- a(X, Y).
?- b(X, Y).
?- c(X).
?- c(9).
?- c(3).
?- d(X, Y).
?- e(X).
?- f(X).
?- g(X).
?- h(X, Y).
?- i(X).
?- j(X).
?- k(X).
?- l(X).
?- n(X).
?- m(X), !.
?- m(X), ( X >= 2, ! ; fail ).
?- a(X, Y), Y > 1.

%%% two cuts in one clause
m(1). m(2). m(3).
a(X, Y) :- m(X), !, m(Y), Y > 1, !.
a(0, 0).
b(X, Y, Z) :- m(X), !, ( m(Y), Y > 1 -> ! ; Y = 0 ), m(Z).
?- a(X, Y).
?- b(X, Y, Z).

%%% cut is local to call, findall, negation and conditions
m(1). m(2). m(3).
a(X) :- call(( m(X), ! )).
a(9).
b(X) :- m(X), call(!).
b(9).
c(L) :- findall(X, ( m(X), ! ), L).
c(none).
d(X) :- m(X), \+ ( !, fail ).
e(X) :- m(X), ( ! -> true ; true ).
f(X) :- G = ( m(X), ! ), call(G).
f(9).
g(X) :- G = !, m(X), G.
h(X) :- once(( m(X), X > 1 )).
h(9).
i(X) :- forall(m(Y), ( Y > 0, ! )), m(X).
j(X) :- m(X), ignore(( !, fail )).
k(X) :- ( m(X), ! ; X = 5 ), true.
k(6).
l(X) :- ( \+ \+ ( m(X), ! ) ), m(X).
n(X, Y) :- G = ( X = 1, ! ; X = 2 ), G, ( Y = a ; Y = b ).
o(X) :- call(( m(X) , X > 1 ; X = 7 )).
s(X) :- catch(( m(X), ! ), _, true).
s(9).
?- a(X).
?- b(X).
?- c(L).
?- d(X).
?- e(X).
?- f(X).
?- g(X).
?- h(X).
?- i(X).
?- j(X).
?- k(X).
?- l(X).
?- n(X, Y).
?- o(X).
?- s(X).
?- call(( m(X), ! )), m(Y).
?- G = ( m(X), !, m(Y) ), call(G).
?- G = ( m(X), ( X > 1 -> ! ; fail ) ), call(G).
?- G = ( ( m(X) ; X = 4 ), X > 2 ), G.
?- call(( ! , X = 1 ; X = 2 )).
?- X = 1, call(!), ( Y = 1 ; Y = 2 ).

%%% negation
m(1). m(2). m(3).
odd(1). odd(3).
even(X) :- m(X), \+ odd(X).
?- even(X).
?- \+ m(4).
?- \+ m(1).
?- \+ \+ m(X).
?- \+ m(X).
?- \+ fail.
?- \+ true.
?- \+ \+ X = 1.
?- X = 1, \+ X = 2.
?- \+ ( m(X), X > 3 ).
?- \+ ( m(X), X > 2 ).
?- not(m(4)).
?- m(X), not(odd(X)).
?- m(X), \+ ( m(Y), Y > X ).
?- m(X), \+ \+ ( X = 2 ; X = 3 ).
?- G = m(4), \+ G.
?- \+ ( \+ m(1) ; \+ m(2) ).
?- \+ ( member(X, [1, 2]), \+ member(X, [1, 2, 3]) ).

%%% once, ignore, forall
m(1). m(2). m(3).
?- once(m(X)).
?- once(m(4)).
?- once(( m(X), X > 1 )), m(Y).
?- ignore(m(X)).
?- ignore(fail).
?- ignore(( m(X), X > 7 )).
?- forall(m(X), X > 0).
?- forall(m(X), X > 1).
?- forall(fail, true).
?- forall(m(X), member(X, [3, 2, 1])).
?- forall(member(X-Y, [1-2, 2-3]), Y =:= X + 1).
?- G = forall(m(X), X > 0), call(G).
?- G = once(m(X)), call(G).

%%% call with further arguments
add(X, Y, Z) :- Z is X + Y.
p(1). p(2).
four(A, B, C, D, [D, C, B, A]).
?- call(p, X).
?- call(add, 1, 2, X).
?- call(add(1), 2, X).
?- call(add(1, 2), X).
?- call(add(1, 2, X)).
?- call(four(1), 2, 3, 4, L).
?- call(four, 1, 2, 3, 4, L).
?- call(call, p, X).
?- call(call, call(add, 1), 2, X).
?- call(',', p(X), p(Y)).
?- call(;, X = 1, X = 2).
?- call(->, true, X = 1).
?- call(=, X, f(Y)).
?- call(is, X, 1 + 2).
?- call(\+, fail).
?- call(call, ( p(X), ! )).
?- call((p(X), p(Y)), Z).
?- call(1).
?- call(X).
?- G = (p(X), 1), call(G).
?- G = (fail, 1), call(G).
?- G = (p(X), 1), findall(X, G, L).
?- G = ((p(X), foo) ; "s"), G.
?- G = (p(X) -> 2 ; true), \+ G.
?- call((p(X), foo(X))).
?- G = (p(X) ; 1), call(G).
?- call("text").
?- call(p(_, _)).
?- X = p(Y), X.
?- call(findall, X, p(X), L).

%%% variables as goals
p(1). p(2).
run(G) :- G.
both(A, B) :- A, B.
either(A, B) :- A ; B.
?- run(p(X)).
?- both(p(X), p(Y)).
?- either(p(X), X = c).
?- run(_).
?- run((p(X), !)).
?- run(( p(X) -> true ; X = 0 )).
?- either(( p(X), ! ), X = c).
?- both(!, ( X = 1 ; X = 2 )).

%%% backtracking undoes bindings
p(f(X, Y)) :- ( X = 1, Y = a ; X = 2 ; Y = b ).
q(X, Y, Z) :- ( X = Y, Z = 1 ; Y = 3, Z = 2 ; X = Z, Z = 4 ).
?- p(f(X, Y)).
?- p(T).
?- q(X, Y, Z).
?- q(A, A, B).
?- X = f(Y), ( Y = 1 ; Y = 2 ), Z = X.
?- ( X = f(_) ; X = g(_, _) ), ( arg(1, X, a) ; arg(2, X, b) ).

%%% deep control
t(0, z) :- !.
t(N, s(T)) :- N > 0, ( N mod 2 =:= 0 -> M is N - 1 ; ( N > 2 -> ( N > 4 -> M is N - 1 ; M is N - 1 ) ; M is N - 1 ) ), t(M, T).
big(X) :- ( X = 1 ; X = 2 ; X = 3 ; X = 4 ; X = 5 ; X = 6 ; X = 7 ; X = 8 ; X = 9 ; X = 10 ).
nest(X) :- ( ( ( ( ( X = 1 ; X = 2 ) ; X = 3 ) ; X = 4 ) -> true ; X = 5 ) ; X = 6 ).
neg(X) :- \+ \+ \+ \+ \+ X.
w(X, Y) :- ( X > 0, \+ X = 3 -> ( X > 5 -> ( X =:= 6 -> Y = six ; Y = large ) ; Y = small ) ; X =:= 0 -> Y = zero ; ( X =:= 3 -> Y = three ; Y = negative ) ).
?- t(6, T).
?- big(X).
?- big(X), big(Y), X * Y =:= 24.
?- nest(X).
?- neg(true).
?- neg(fail).
?- member(X, [7, 6, 5, 3, 0, -1]), w(X, Y).

%%% variables first seen in branches
p(X, Y) :- ( X > 0 -> Z = pos, W = 1 ; Z = neg ), Y = f(Z, W).
q(X, Y) :- ( X = 1, Z = a ; X = 2, W = b ; true ), Y = g(Z, W, Z).
r(X, Y) :- ( X == 1 -> true ; Z = 1 ), ( Z == 1 -> Y = one ; var(Z) -> Y = var ; Y = other ).
s(Y) :- \+ Z = 1, Y = Z.
s(Y) :- \+ \+ Z = 1, Y = Z.
u(A, B) :- ( true ; C = 1 ), ( B = C ; A = C ), member(C, [x, y]).
v(X, R) :- ( X > 3 -> ( X > 6 -> A = 1 ; B = 2 ) ; C = 3 ), R = r(A, B, C).
?- p(1, Y).
?- p(-1, Y).
?- q(X, Y).
?- r(1, Y).
?- r(2, Y).
?- s(Y).
?- u(A, B).
?- v(1, R).
?- v(5, R).
?- v(8, R).

%%% unknown predicates
p :- undefined_one.
q(X) :- X = 1 ; undefined_two(X).
?- p.
?- q(X).
?- undefined_three(_, _).
?- catch(undefined_four, error(existence_error(K, _), _), true).
?- \+ undefined_five.
?- findall(X, undefined_six(X), L).

%%% choice points left and right of a cut
m(1). m(2).
a(X, Y, Z) :- b(X, Y), m(Z).
b(X, Y) :- m(X), c(Y).
c(Y) :- m(Y), !.
?- a(X, Y, Z).
?- m(A), b(X, Y).
?- findall(X-Y, ( m(X), b(Y, _) ), L).

%%% between
?- between(1, 3, X).
?- between(1, 1, X).
?- between(3, 1, X).
?- between(1, 5, 3).
?- between(1, 5, 6).
?- between(-1, 1, X).
?- between(1, inf, X), X * X > 50, !.
?- between(1, infinite, 7).
?- between(1, inf, 0).
?- between(X, 3, 1).
?- between(1, X, 1).
?- between(a, 3, X).
?- between(1, b, X).
?- between(1, 3, c).
?- between(1, 3, X), X > 1, !.
?- findall(X-Y, ( between(1, 3, X), between(X, 3, Y) ), L).
?- between(1, 3, 2.0).
?- between(9223372036854775806, 9223372036854775807, X).
?- between(1, 4, X), Y is X * X, Y > 3.

%%% repeat
:- dynamic n/1.
n(0).
next(M) :- retract(n(N)), M is N + 1, assertz(n(M)).
?- repeat, next(M), M >= 3, !.
?- n(X).

%%% conditions that look at a term
kind(X, K) :- ( X = f(Y) -> K = f-Y ; X = g(Y, Z) -> K = g-Y-Z ; X = [Y|_] -> K = list-Y ; X = [] -> K = nil ; K = other ).
after(X, Y, K) :- ( X = f(Y) -> true ; Y = none ), K = Y.
guarded(X, Y) :- X = f(Z), !, Y = Z.
guarded(X, Y) :- X = g(Z), !, Y = g-Z.
guarded(_, none).
twice(X, K) :- ( X = f(Y, Y) -> K = same-Y ; K = different ).
tested(X, Y, K) :- ( X == Y, X = a -> K = a ; atom(X), X = b -> K = b ; K = c ).
negated(X, K) :- ( \+ X = f(_) -> K = no-X ; K = yes-X ).
denied(X) :- \+ X = f(_).
denied_then(X, Y) :- \+ X = f(Y), Y = free.
inner(X, K) :- ( X = f(Y), Y = g(Z) -> K = Z ; K = none ).
?- kind(f(1), K)
?- kind(g(1, 2), K)
?- kind([a, b], K)
?- kind([], K)
?- kind(h, K)
?- kind(X, K)
?- after(f(1), Y, K)
?- after(g, Y, K)
?- after(f(1), 2, K)
?- after(X, 2, K)
?- after(X, Y, K)
?- guarded(f(1), Y)
?- guarded(g(1), Y)
?- guarded(h, Y)
?- guarded(X, Y)
?- guarded(f(1), 2)
?- twice(f(1, 1), K)
?- twice(f(1, 2), K)
?- twice(X, K)
?- tested(a, a, K)
?- tested(b, a, K)
?- tested(X, X, K)
?- negated(f(1), K)
?- negated(g, K)
?- negated(X, K)
?- denied(f(1))
?- denied(g)
?- denied(X)
?- denied_then(g, Y)
?- inner(f(g(1)), K)
?- inner(f(X), K)
?- inner(X, K)
?- inner(f(1), K)

%%% clauses with a constant in one of several arguments
step(0, N, R) :- !, R = zero-N.
step(M, 0, R) :- !, R = M-zero.
step(M, N, R) :- R = M-N.
pick(X, a, 1). pick(b, X, 2). pick(b, a, 3). pick(X, Y, 4).
?- step(0, 5, R)
?- step(5, 0, R)
?- step(5, 6, R)
?- step(X, Y, R)
?- step(5, Y, R)
?- pick(b, a, N)
?- pick(b, c, N)
?- pick(c, a, N)
?- pick(X, a, N)
?- pick(c, d, N)
?- pick(X, Y, 3)

%%% a module before a goal or a head
:- module(foo, [bar/1]).
:- use_module(library(lists)).
user:extra(1).
user:extra(X) :- lists:member(X,[2,3]).
bar(X) :- user:extra(X).
q(L) :- findall(X, foo:bar(X), L).
?- user:append([1],[2],X).
?- lists:append([1],[2],X).
?- maplist(lists:nth0(0),[[a],[b]],L).
?- call(lists:append([1]), [2], X).
?- (user:true, user:fail ; X = 1).
?- catch(lists:atom_length(X,Y), error(E,_), true).
?- \+ lists:member(x,[a]).
