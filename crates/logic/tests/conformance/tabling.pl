% Tabled predicates: the set of answers is compared, not its order.

%%% left recursion
:- table path/2.
edge(1, 2). edge(2, 3). edge(3, 1). edge(3, 4). edge(5, 6).
path(X, Y) :- path(X, Z), edge(Z, Y).
path(X, Y) :- edge(X, Y).
?-~ path(1, X).
?-~ path(X, 4).
?-~ path(X, Y).
?-~ path(5, X).
?-~ path(6, X).
?-~ path(1, 1).
?-~ path(4, _).
?-~ findall(X, path(2, X), L), sort(L, S), L = [_ | _], length(S, N), L = S.
?-~ setof(X, path(1, X), L).
?-~ aggregate_all(count, path(_, _), N).
?-~ path(1, X), path(X, 4), X > 2.
?-~ \+ path(4, _).

%%% right recursion
:- table path/2.
edge(a, b). edge(b, c). edge(c, a). edge(c, d).
path(X, Y) :- edge(X, Y).
path(X, Y) :- edge(X, Z), path(Z, Y).
?-~ path(a, X).
?-~ path(X, Y).
?-~ path(d, X).
?-~ path(X, a).

%%% double recursion
:- table path/2.
edge(1, 2). edge(2, 3). edge(3, 4). edge(4, 2). edge(4, 5).
path(X, Y) :- edge(X, Y).
path(X, Y) :- path(X, Z), path(Z, Y).
?-~ path(1, X).
?-~ path(X, Y).
?-~ path(X, 5).
?-~ path(5, X).

%%% mutual recursion
:- table even/1, odd/1.
num(0). num(1). num(2). num(3). num(4). num(5).
even(0).
even(X) :- odd(Y), X is Y + 1, num(X).
odd(X) :- even(Y), X is Y + 1, num(X).
?-~ even(X).
?-~ odd(X).
?-~ even(3).
?-~ odd(3).

%%% mutual left recursion
:- table a/1, b/1, c/1.
a(X) :- b(X).
a(1).
b(X) :- c(X).
b(2).
c(X) :- a(X).
c(3).
?-~ a(X).
?-~ b(X).
?-~ c(X).
?-~ a(3), b(1), c(2).

%%% three predicates in a tangle
:- table p/2, q/2, r/2.
e(1, 2). e(2, 3). e(3, 1). e(3, 4). f(4, 5). f(5, 1). g(2, 6).
p(X, Y) :- q(X, Z), e(Z, Y).
p(X, Y) :- e(X, Y).
q(X, Y) :- r(X, Z), f(Z, Y).
q(X, Y) :- p(X, Y).
r(X, Y) :- p(X, Z), q(Z, Y).
r(X, Y) :- g(X, Y).
r(X, Y) :- q(X, Y).
?-~ p(1, X).
?-~ q(1, X).
?-~ r(2, X).
?-~ p(X, Y).
?-~ aggregate_all(count, r(_, _), N).

%%% same generation
:- table sg/2.
par(a, b). par(a, c). par(b, d). par(b, e). par(c, f). par(d, g). par(f, h).
sg(X, X).
sg(X, Y) :- par(XP, X), sg(XP, YP), par(YP, Y).
?-~ sg(d, X).
?-~ sg(g, X).
?-~ sg(e, f).
?-~ sg(b, X), X \== b.

%%% fibonacci
:- table fib/2.
fib(0, 0).
fib(1, 1).
fib(N, F) :- N > 1, A is N - 1, B is N - 2, fib(A, X), fib(B, Y), F is X + Y.
?-~ fib(30, F).
?-~ fib(100, F).
?-~ fib(200, F).

%%% negation over complete tables
:- table reach/2, win/1.
move(1, 2). move(2, 3). move(3, 4). move(1, 3). move(5, 5).
reach(X, Y) :- move(X, Y).
reach(X, Y) :- reach(X, Z), move(Z, Y).
node(X) :- member(X, [1, 2, 3, 4, 5]).
unreachable(X, Y) :- node(X), node(Y), \+ reach(X, Y).
win(X) :- member(X, [1, 2, 3, 4]), move(X, Y), \+ win(Y).
?-~ unreachable(1, X).
?-~ unreachable(X, 5).
?-~ win(1).
?-~ win(2).
?-~ win(3).
?-~ win(4).

%%% stratified negation through tables
:- table s/1, t/1, u/1.
base(1). base(2). base(3). base(4).
link(1, 2). link(2, 1). link(3, 4).
s(X) :- link(X, Y), base(Y).
s(X) :- s(Y), link(Y, X).
t(X) :- base(X), \+ s(X).
t(X) :- t(Y), link(Y, X).
u(X) :- base(X), \+ t(X).
?-~ s(X).
?-~ t(X).
?-~ u(X).
?-~ u(1), \+ u(4).

%%% compound arguments
:- table conn/2, len/2, build/2.
e(p(0, 0), p(0, 1)). e(p(0, 1), p(1, 1)). e(p(1, 1), p(0, 0)). e(p(1, 1), p(2, 2)).
conn(X, Y) :- conn(X, Z), e(Z, Y).
conn(X, Y) :- e(X, Y).
len([], 0).
len([_ | T], N) :- len(T, M), N is M + 1.
build(0, z).
build(N, s(T)) :- N > 0, M is N - 1, build(M, T).
?-~ conn(p(0, 0), X).
?-~ conn(p(X, X), p(Y, Y)).
?-~ conn(X, p(2, A)).
?-~ len([a, b, c], N).
?-~ len([X, Y, X], N).
?-~ build(5, T).
?-~ build(2, s(s(z))).
?-~ build(2, s(z)).

%%% answers with variables
:- table any/2, pair/2.
any(X, f(X, _)).
any(a, b).
any(a, b).
pair(X, X).
pair(X, Y) :- pair(Y, X).
?-~ any(A, B).
?-~ any(1, B).
?-~ any(a, b).
?-~ pair(1, X).
?-~ pair(X, Y).

%%% numbers and strings in tables
:- table n/1, m/2.
n(1.5). n(2). n("text"). n(100000000000000000000). n(f(2.5, "s")).
n(X) :- n(X).
m(X, Y) :- n(X), Y = g(X).
m(X, Y) :- m(X, Y).
?-~ n(X).
?-~ m(X, Y).
?-~ n(1.5), n("text"), n(100000000000000000000).
?-~ m(2.5, X).

%%% a grammar with left recursion
:- table expr/3, term/3.
expr(S0, S, add(A, B)) :- expr(S0, [+ | S1], A), term(S1, S, B).
expr(S0, S, A) :- term(S0, S, A).
term(S0, S, mul(A, B)) :- term(S0, [* | S1], A), fact(S1, S, B).
term(S0, S, A) :- fact(S0, S, A).
fact([N | S], S, N) :- number(N).
fact(['(' | S0], S, E) :- expr(S0, [')' | S], E).
?-~ expr([1, +, 2, *, 3], [], T).
?-~ expr([1, +, 2, +, 3], [], T).
?-~ expr(['(', 1, +, 2, ')', *, 3], [], T).
?-~ expr([1, +], [], T).
?-~ expr([1, *, 2, *, 3, +, 4], R, T).

%%% tables inside findall, negation and conditions
:- table r/2.
e(1, 2). e(2, 3). e(3, 1).
r(X, Y) :- e(X, Y).
r(X, Y) :- r(X, Z), e(Z, Y).
all(X, L) :- findall(Y, r(X, Y), L0), sort(L0, L).
none(X) :- \+ r(X, 9).
cond(X, Y) :- ( r(X, 9) -> Y = yes ; Y = no ).
first(X, Y) :- once(r(X, Y)), !.
?-~ all(1, L).
?-~ none(1).
?-~ cond(1, Y).
?-~ forall(r(1, X), r(X, 1)).
?-~ aggregate_all(count, r(1, _), N).
?-~ first(1, _).
?-~ catch(( r(1, X), X > 2, throw(big(X)) ), big(Y), true).
?-~ call(r, 1, X).
?-~ G = r(2, X), call(G), X =\= 2.
?-~ setof(X-Y, r(X, Y), L).

%%% tables that use untabled clauses with cuts and choices
:- table t/2.
e(1, 2). e(2, 3). e(3, 4). e(4, 1).
hop(X, Y) :- e(X, Z), ( Z = Y ; e(Z, Y) ).
t(X, Y) :- t(X, Z), hop(Z, Y), Y =\= X, !.
t(X, Y) :- hop(X, Y).
s(X, Y) :- ( X > 2 -> Y = big ; Y = small ).
?-~ t(1, X), s(X, Y), fail.
?-~ hop(1, X).

%%% a longer chain
:- table chain/2, closure/2.
next(X, Y) :- X < 200, Y is X + 1.
chain(X, Y) :- next(X, Y).
chain(X, Y) :- chain(X, Z), next(Z, Y).
closure(X, Y) :- Y is X mod 50.
closure(X, Y) :- closure(X, Z), Y is (Z * 7 + 3) mod 50.
?-~ aggregate_all(count, chain(0, _), N).
?-~ aggregate_all(max(Y), chain(0, Y), M).
?-~ aggregate_all(count, closure(1, _), N).
?-~ closure(1, Y).

%%% a tabled predicate without clauses, and with one fact
:- table nothing/1, thing/1.
thing(x).
?-~ thing(X).
?-~ thing(y).

%%% errors leave tables usable
:- table safe/1, bad/1.
safe(X) :- member(X, [1, 2, 3]).
bad(X) :- safe(X), ( X > 2 -> throw(too_big(X)) ; true ).
?-~ catch(bad(X), too_big(Y), true).
?-~ safe(X).
?-~ catch(bad(X), too_big(Y), true).

%%% tables called with different instantiations
:- table t/3.
t(1, a, x). t(2, b, y). t(1, b, z).
t(X, Y, Z) :- t(X, Y, Z).
?-~ t(1, Y, Z).
?-~ t(X, b, Z).
?-~ t(X, Y, y).
?-~ t(X, X, Z).
?-~ t(A, B, C).
?-~ t(1, b, z).
?-~ t(1, b, y).

%%% ackermann
:- table ack/3.
ack(0, N, R) :- !, R is N + 1.
ack(M, 0, R) :- !, K is M - 1, ack(K, 1, R).
ack(M, N, R) :- K is M - 1, L is N - 1, ack(M, L, S), ack(K, S, R).
?-~ ack(2, 3, R).

%%% edit distance
:- table lev/3.
lev([], L, N) :- length(L, N).
lev([X | Xs], [], N) :- length([X | Xs], N).
lev([X | Xs], [Y | Ys], N) :- lev(Xs, [Y | Ys], A), lev([X | Xs], Ys, B), lev(Xs, Ys, C), ( X == Y -> D = C ; D is C + 1 ), N is min(min(A, B) + 1, D).
?-~ lev([k, i, t, t, e, n], [s, i, t, t, i, n, g], N).

%%% modes keep one answer of many
:- table path(_,_,min).
path(X,Y,C) :- ed(X,Y,C).
path(X,Y,C) :- path(X,Z,A), ed(Z,Y,B), C is A+B.
ed(a,b,1). ed(b,c,2). ed(a,c,5). ed(c,a,1). ed(c,d,1). ed(d,b,1).
:- table sp(_,_,lattice(shorter/3)).
shorter(P1,P2,P) :- length(P1,L1), length(P2,L2), ( L1 =< L2 -> P = P1 ; P = P2 ).
sp(X,Y,[X,Y]) :- ed(X,Y,_).
sp(X,Y,P) :- sp(X,Z,P0), ed(Z,Y,_), append(P0,[Y],P).
:- table two(_,min,max).
two(X,C,C) :- ed(X,_,C).
two(X,A,B) :- ed(X,Y,C), two(Y,A0,B0), A is min(A0,C), B is max(B0,C).
:- table dist(_,min), far(_,-).
dist(a,0).
dist(Y,D) :- dist(X,D0), ed(X,Y,_), D is D0+1.
far(X,Y) :- ed(X,Y,_).
:- table best(_,_,po(cheaper/2)).
cheaper(c(A,_),c(B,_)) :- A =< B.
best(X,Y,c(C,[X,Y])) :- ed(X,Y,C).
best(X,Y,c(C,[X|P])) :- ed(X,Z,C1), best(Z,Y,B), B = c(C2,P), C is C1+C2.
:- table (lp/2) as subsumptive.
lp(X,Y) :- lp(X,Z), ed(Z,Y,_).
lp(X,Y) :- ed(X,Y,_).
:- table expr//1.
expr(X) --> expr(A), "+", trm(B), { X is A+B }.
expr(X) --> trm(X).
trm(N) --> [D], { code_type(D, digit(N)) }.
:- table total(_,sum).
total(k,1). total(k,2). total(m,5).
:- table lcs(_,_,max).
lcs([],_,0).
lcs(_,[],0).
lcs([H|T],[H|U],N) :- lcs(T,U,M), N is M+1.
lcs([_|T],L,N) :- lcs(T,L,N).
lcs(L,[_|U],N) :- lcs(L,U,N).
:- table ks(_,_,max).
ks(0,_,0).
ks(I,W,V) :- I > 0, J is I-1, ks(J,W,V).
ks(I,W,V) :- I > 0, item(I,Wi,Vi), Wi =< W, J is I-1, R is W-Wi, ks(J,R,V0), V is V0+Vi.
item(1,2,3). item(2,3,4). item(3,4,5). item(4,5,6).
?-~ path(a,X,C).
?-~ path(X,Y,C).
?- path(a,c,C).
?- path(a,zz,C).
?- sp(a,d,P), length(P,N).
?-~ two(X,A,B).
?-~ dist(X,D).
?- far(a,X).
?- best(a,d,B).
?-~ lp(a,X).
?- phrase(expr(X), `1+2+3`).
?-~ total(X,S).
?- lcs([a,b,c,d,e],[b,x,d,e,a],N).
?- ks(4,5,V).
?- \+ path(a,zz,_), path(a,b,D), D < 2.
?- findall(C, path(a,c,C), L).
?- aggregate_all(count, path(_,_,_), N).
?- forall(path(X,Y,C), C > 0).
