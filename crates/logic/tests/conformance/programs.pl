% Programs as people write them.

%%% queens
queens(N, Qs) :- numlist(1, N, Ns), select_queens(Ns, [], Qs).
select_queens([], Qs, Qs).
select_queens(Unplaced, Safe, Qs) :- select(Q, Unplaced, Rest), \+ attack(Q, 1, Safe), select_queens(Rest, [Q | Safe], Qs).
attack(X, N, [Y | _]) :- X is Y + N.
attack(X, N, [Y | _]) :- X is Y - N.
attack(X, N, [_ | Ys]) :- M is N + 1, attack(X, M, Ys).
?- queens(4, Qs).
?- queens(6, Qs).
?- queens(3, Qs).
?- queens(8, Qs), !.
?- aggregate_all(count, queens(8, _), N).

%%% the zebra puzzle
right_of(X, Y, [Y, X | _]).
right_of(X, Y, [_ | T]) :- right_of(X, Y, T).
next_to(X, Y, L) :- right_of(X, Y, L).
next_to(X, Y, L) :- right_of(Y, X, L).
zebra(Owner, Drinker) :-
    Hs = [h(_, norwegian, _, _, _), _, h(_, _, _, milk, _), _, _],
    member(h(red, english, _, _, _), Hs),
    member(h(green, _, _, coffee, _), Hs),
    member(h(_, spanish, dog, _, _), Hs),
    member(h(_, ukrainian, _, tea, _), Hs),
    right_of(h(green, _, _, _, _), h(ivory, _, _, _, _), Hs),
    member(h(_, _, snails, _, winston), Hs),
    member(h(yellow, _, _, _, kools), Hs),
    next_to(h(_, _, _, _, chesterfield), h(_, _, fox, _, _), Hs),
    next_to(h(_, _, _, _, kools), h(_, _, horse, _, _), Hs),
    member(h(_, _, _, orange_juice, lucky), Hs),
    member(h(_, japanese, _, _, parliament), Hs),
    next_to(h(_, norwegian, _, _, _), h(blue, _, _, _, _), Hs),
    member(h(_, Owner, zebra, _, _), Hs),
    member(h(_, Drinker, _, water, _), Hs).
?- zebra(Owner, Drinker).

%%% hanoi
hanoi(0, _, _, _, []) :- !.
hanoi(N, A, B, C, Moves) :- M is N - 1, hanoi(M, A, C, B, M1), hanoi(M, C, B, A, M2), append(M1, [A-B | M2], Moves).
?- hanoi(3, a, b, c, Ms).
?- hanoi(10, a, b, c, Ms), length(Ms, N).

%%% quicksort and other sorts
qsort([], []).
qsort([H | T], S) :- part(H, T, L, G), qsort(L, SL), qsort(G, SG), append(SL, [H | SG], S).
part(_, [], [], []).
part(P, [X | Xs], [X | L], G) :- X =< P, !, part(P, Xs, L, G).
part(P, [X | Xs], L, [X | G]) :- part(P, Xs, L, G).
isort([], []).
isort([X | Xs], S) :- isort(Xs, T), ins(X, T, S).
ins(X, [], [X]).
ins(X, [Y | Ys], [X, Y | Ys]) :- X =< Y, !.
ins(X, [Y | Ys], [Y | Zs]) :- ins(X, Ys, Zs).
halve(L, A, B) :- halve(L, L, A, B).
halve(B, [], [], B) :- !.
halve(B, [_], [], B) :- !.
halve([X | Xs], [_, _ | Ys], [X | A], B) :- halve(Xs, Ys, A, B).
msort_([], []) :- !.
msort_([X], [X]) :- !.
msort_(L, S) :- halve(L, A, B), msort_(A, SA), msort_(B, SB), merge(SA, SB, S).
merge([], L, L) :- !.
merge(L, [], L) :- !.
merge([X | Xs], [Y | Ys], [X | Zs]) :- X =< Y, !, merge(Xs, [Y | Ys], Zs).
merge(Xs, [Y | Ys], [Y | Zs]) :- merge(Xs, Ys, Zs).
perm_sort(L, S) :- permutation(L, S), ordered(S), !.
ordered([]).
ordered([_]).
ordered([X, Y | T]) :- X =< Y, ordered([Y | T]).
?- qsort([3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5], S).
?- qsort([], S).
?- isort([3, 1, 4, 1, 5, 9, 2, 6], S).
?- msort_([3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5], S).
?- perm_sort([3, 1, 2, 5, 4], S).
?- numlist(1, 200, L), reverse(L, R), qsort(R, S), S == L.

%%% naive reverse
app([], L, L).
app([H | T], L, [H | R]) :- app(T, L, R).
nrev([], []).
nrev([H | T], R) :- nrev(T, RT), app(RT, [H], R).
?- nrev([1, 2, 3, 4, 5], R).
?- numlist(1, 300, L), nrev(L, [F | _]).
?- app(X, Y, [a, b]), nrev(X, Z).

%%% primes
primes(N, Ps) :- numlist(2, N, L), sieve(L, Ps).
sieve([], []).
sieve([P | Xs], [P | Ps]) :- exclude(multiple(P), Xs, Ys), sieve(Ys, Ps).
multiple(P, X) :- X mod P =:= 0.
prime(2).
prime(N) :- N > 2, N mod 2 =\= 0, \+ has_factor(N, 3).
has_factor(N, F) :- F * F =< N, ( N mod F =:= 0 -> true ; G is F + 2, has_factor(N, G) ).
goldbach(N, P-Q) :- H is N // 2, between(2, H, P), prime(P), Q is N - P, prime(Q).
factors(1, _, []) :- !.
factors(N, F, [F | Fs]) :- N mod F =:= 0, !, M is N // F, factors(M, F, Fs).
factors(N, F, Fs) :- G is F + 1, factors(N, G, Fs).
?- primes(50, Ps).
?- findall(P, ( between(1, 60, P), prime(P) ), L).
?- goldbach(48, X).
?- factors(360, 2, Fs).
?- factors(1001, 2, Fs).

%%% a parser of expressions, by hand
expression(Tokens, Value) :- sum(Tokens, [], Value).
sum(S0, S, V) :- product(S0, S1, V0), sum_rest(S1, S, V0, V).
sum_rest([+ | S0], S, V0, V) :- !, product(S0, S1, V1), V2 is V0 + V1, sum_rest(S1, S, V2, V).
sum_rest([- | S0], S, V0, V) :- !, product(S0, S1, V1), V2 is V0 - V1, sum_rest(S1, S, V2, V).
sum_rest(S, S, V, V).
product(S0, S, V) :- factor(S0, S1, V0), product_rest(S1, S, V0, V).
product_rest([* | S0], S, V0, V) :- !, factor(S0, S1, V1), V2 is V0 * V1, product_rest(S1, S, V2, V).
product_rest([/ | S0], S, V0, V) :- !, factor(S0, S1, V1), V2 is V0 // V1, product_rest(S1, S, V2, V).
product_rest(S, S, V, V).
factor(['(' | S0], S, V) :- !, sum(S0, [')' | S], V).
factor([N | S], S, N) :- number(N).
?- expression([1, +, 2, *, 3], V).
?- expression(['(', 1, +, 2, ')', *, 3, -, 4], V).
?- expression([8, /, 2, /, 2], V).
?- expression([1, +], V).
?- expression([2, *, '(', 3, +, 4, ')', *, '(', 5, -, 6, ')'], V).

%%% words and letters
palindrome(A) :- atom_chars(A, Cs), reverse(Cs, Cs).
caesar(Text, Key, Coded) :- atom_codes(Text, Cs), maplist(shift(Key), Cs, Ds), atom_codes(Coded, Ds).
shift(K, C, D) :- C >= 0'a, C =< 0'z, !, D is (C - 0'a + K) mod 26 + 0'a.
shift(_, C, C).
count(_, [], 0).
count(X, [X | T], N) :- !, count(X, T, M), N is M + 1.
count(X, [_ | T], N) :- count(X, T, N).
anagram(A, B) :- atom_chars(A, As), msort(As, S), atom_chars(B, Bs), msort(Bs, S).
?- palindrome(racecar).
?- palindrome(racecars).
?- caesar('hello, world', 3, X).
?- caesar('khoor, zruog', -3, X).
?- atom_chars(mississippi, Cs), count(s, Cs, N).
?- anagram(listen, silent).
?- anagram(listen, silence).

%%% noughts and crosses
winner(P, b(P, P, P, _, _, _, _, _, _)).
winner(P, b(_, _, _, P, P, P, _, _, _)).
winner(P, b(_, _, _, _, _, _, P, P, P)).
winner(P, b(P, _, _, P, _, _, P, _, _)).
winner(P, b(_, P, _, _, P, _, _, P, _)).
winner(P, b(_, _, P, _, _, P, _, _, P)).
winner(P, b(P, _, _, _, P, _, _, _, P)).
winner(P, b(_, _, P, _, P, _, P, _, _)).
other(x, o).
other(o, x).
move(B0, P, I, B) :- arg(I, B0, e), B0 =.. [b | L0], J is I - 1, put(J, L0, P, L), B =.. [b | L].
put(0, [_ | T], P, [P | T]) :- !.
put(I, [H | T], P, [H | R]) :- J is I - 1, put(J, T, P, R).
value(B, P, V) :- other(P, O), winner(O, B), !, V = -1.
value(B, _, 0) :- \+ arg(_, B, e), !.
value(B, P, V) :- other(P, O), findall(W, ( move(B, P, _, C), value(C, O, U), W is -U ), Ws), max_list(Ws, V).
best(B, P, I) :- other(P, O), findall(V-I, ( move(B, P, I, C), value(C, O, U), V is -U ), L), max_first(L, I).
max_first([V-I | T], B) :- max_first(T, V, I, B).
max_first([], _, I, I).
max_first([V-I | T], W, J, B) :- ( V > W -> max_first(T, V, I, B) ; max_first(T, W, J, B) ).
?- winner(P, b(x, x, x, o, o, e, e, e, e)).
?- best(b(x, x, e, o, o, e, e, e, e), x, I).
?- best(b(x, e, e, e, o, e, e, e, x), o, I).
?- value(b(x, o, x, e, o, e, e, e, e), x, V).
?- value(b(x, e, e, e, e, e, e, e, e), o, V).
?- move(b(x, e, o, e, e, e, e, e, e), o, I, B).

%%% graph search
edge(a, b, 4). edge(a, c, 1). edge(c, b, 2). edge(b, d, 5). edge(c, d, 8). edge(d, e, 3).
path(X, X, _, [X], 0).
path(X, Z, Seen, [X | P], C) :- edge(X, Y, W), \+ memberchk(Y, Seen), path(Y, Z, [Y | Seen], P, D), C is W + D.
shortest(X, Y, C, P) :- aggregate_all(min(D, Q), path(X, Y, [X], Q, D), min(C, P)).
bfs([[G | P] | _], G, R) :- reverse([G | P], R).
bfs([[N | P] | Q], G, R) :- N \== G, findall([M, N | P], ( edge(N, M, _), \+ memberchk(M, [N | P]) ), Ms), append(Q, Ms, Q2), bfs(Q2, G, R).
reach(X, Y) :- edge(X, Y, _).
reach(X, Y) :- edge(X, Z, _), reach(Z, Y).
dijkstra([D-X | _], X, _, D) :- !.
dijkstra([D-X | Q], G, Done, R) :- ( memberchk(X, Done) -> dijkstra(Q, G, Done, R) ; findall(E-Y, ( edge(X, Y, W), E is D + W ), Ns), append(Q, Ns, Q1), sort(0, @=<, Q1, Q2), dijkstra(Q2, G, [X | Done], R) ).
?- path(a, e, [a], P, C).
?- shortest(a, e, C, P).
?- bfs([[a]], e, R).
?- reach(a, X).
?- setof(X, reach(a, X), L).
?- dijkstra([0-a], e, [], D).

%%% cryptarithmetic
digit(D, Ds, Rest) :- select(D, Ds, Rest).
smm([S, E, N, D, M, O, R, Y]) :-
    Ds0 = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    M = 1, select(M, Ds0, Ds1),
    select(S, Ds1, Ds2), S >= 8,
    select(O, Ds2, Ds3), O < 2,
    select(E, Ds3, Ds4), select(N, Ds4, Ds5), select(R, Ds5, Ds6),
    select(D, Ds6, Ds7), Y0 is (D + E) mod 10, select(Y0, Ds7, _), Y = Y0,
    1000 * S + 100 * E + 10 * N + D + 1000 * M + 100 * O + 10 * R + E =:= 10000 * M + 1000 * O + 100 * N + 10 * E + Y.
?- smm(L).

%%% knights
jump(N, X/Y, U/V) :- member(DX/DY, [1/2, 2/1, 2/(-1), 1/(-2), (-1)/(-2), (-2)/(-1), (-2)/1, (-1)/2]), U is X + DX, U >= 1, U =< N, V is Y + DY, V >= 1, V =< N.
tour(N, Ps) :- M is N * N - 1, tour(M, N, [1/1], Ps).
tour(0, _, Ps, Ps) :- !.
tour(M, N, [P | Ps], R) :- findall(D-Q, ( jump(N, P, Q), \+ memberchk(Q, [P | Ps]), aggregate_all(count, ( jump(N, Q, S), \+ memberchk(S, [P | Ps]) ), D) ), L), keysort(L, K), member(_-Q2, K), K1 is M - 1, tour(K1, N, [Q2, P | Ps], R).
?- jump(8, 1/1, X).
?- jump(8, 4/4, X).
?- tour(5, Ps), !, length(Ps, N).
?- findall(Y, ( jump(8, 2/1, X), jump(8, X, Y) ), L), sort(L, S), length(S, N).

%%% family
parent(tom, bob). parent(tom, liz). parent(bob, ann). parent(bob, pat). parent(pat, jim).
female(liz). female(ann). female(pat).
male(tom). male(bob). male(jim).
ancestor(X, Y) :- parent(X, Y).
ancestor(X, Z) :- parent(X, Y), ancestor(Y, Z).
sister(X, Y) :- parent(P, X), parent(P, Y), female(X), X \== Y.
grandparent(X, Z) :- parent(X, Y), parent(Y, Z).
?- ancestor(tom, X).
?- ancestor(X, jim).
?- ancestor(X, Y).
?- sister(X, Y).
?- grandparent(X, Y).
?- parent(bob, X), female(X).
?- \+ parent(_, tom).
?- setof(X-Y, grandparent(X, Y), L).

%%% symbolic differentiation
d(X, X, 1) :- !.
d(C, _, 0) :- atomic(C), !.
d(U + V, X, DU + DV) :- d(U, X, DU), d(V, X, DV).
d(U - V, X, DU - DV) :- d(U, X, DU), d(V, X, DV).
d(U * V, X, DU * V + U * DV) :- d(U, X, DU), d(V, X, DV).
d(U ^ N, X, N * U ^ M * DU) :- integer(N), M is N - 1, d(U, X, DU).
d(sin(U), X, cos(U) * DU) :- d(U, X, DU).
s(X + 0, Y) :- !, s(X, Y).
s(0 + X, Y) :- !, s(X, Y).
s(_ * 0, 0) :- !.
s(0 * _, 0) :- !.
s(X * 1, Y) :- !, s(X, Y).
s(1 * X, Y) :- !, s(X, Y).
s(X + Y, Z) :- !, s(X, A), s(Y, B), ( A + B == X + Y -> Z = A + B ; s(A + B, Z) ).
s(X * Y, Z) :- !, s(X, A), s(Y, B), ( A * B == X * Y -> Z = A * B ; s(A * B, Z) ).
s(X, X).
?- d(x ^ 2 + 3 * x + 5, x, D).
?- d(x ^ 2 + 3 * x + 5, x, D), s(D, S).
?- d(sin(x * x), x, D), s(D, S).

%%% binary trees
insert(nil, X, t(nil, X, nil)).
insert(t(L, Y, R), X, T) :- compare(O, X, Y), insert(O, L, Y, R, X, T).
insert(=, L, Y, R, _, t(L, Y, R)).
insert(<, L, Y, R, X, t(L1, Y, R)) :- insert(L, X, L1).
insert(>, L, Y, R, X, t(L, Y, R1)) :- insert(R, X, R1).
build2([], T, T).
build2([X | Xs], T0, T) :- insert(T0, X, T1), build2(Xs, T1, T).
inorder(nil, []).
inorder(t(L, X, R), Xs) :- inorder(L, A), inorder(R, B), append(A, [X | B], Xs).
depth(nil, 0).
depth(t(L, _, R), D) :- depth(L, A), depth(R, B), D is max(A, B) + 1.
in(X, t(L, _, _)) :- in(X, L).
in(X, t(_, X, _)).
in(X, t(_, _, R)) :- in(X, R).
?- build2([4, 2, 6, 1, 3, 5, 7], nil, T).
?- build2([4, 2, 6, 1, 3, 5, 7], nil, T), inorder(T, L).
?- build2([1, 2, 3, 4], nil, T), depth(T, D).
?- build2([d, a, c, b], nil, T), in(X, T).

%%% a meta-interpreter
app([], L, L).
app([H | T], L, [H | R]) :- app(T, L, R).
rule(nat(z), true).
rule(nat(s(X)), nat(X)).
rule(add(z, Y, Y), true).
rule(add(s(X), Y, s(Z)), add(X, Y, Z)).
rule(mul(z, _, z), true).
rule(mul(s(X), Y, Z), (mul(X, Y, W), add(Y, W, Z))).
solve(true) :- !.
solve((A, B)) :- !, solve(A), solve(B).
solve(G) :- rule(G, B), solve(B).
count(true, 0) :- !.
count((A, B), N) :- !, count(A, M), count(B, K), N is M + K.
count(G, N) :- rule(G, B), count(B, M), N is M + 1.
?- solve(add(s(s(z)), s(z), X)).
?- solve(add(X, Y, s(s(z)))).
?- solve(mul(s(s(z)), s(s(z)), X)).
?- count(mul(s(s(z)), s(s(s(z))), X), N).

%%% colouring a map
colour(red). colour(green). colour(blue).
near(X, Y) :- colour(X), colour(Y), X \== Y.
map([A, B, C, D, E]) :- near(A, B), near(A, C), near(B, C), near(B, D), near(C, D), near(D, E), near(C, E).
?- map(L).
?- aggregate_all(count, map(_), N).

%%% farmer, wolf, goat and cabbage
opp(e, w). opp(w, e).
cross(s(X, X, G, C), wolf, s(Y, Y, G, C)) :- opp(X, Y).
cross(s(X, W, X, C), goat, s(Y, W, Y, C)) :- opp(X, Y).
cross(s(X, W, G, X), cabbage, s(Y, W, G, Y)) :- opp(X, Y).
cross(s(X, W, G, C), nothing, s(Y, W, G, C)) :- opp(X, Y).
unsafe(s(F, W, W, _)) :- opp(F, W).
unsafe(s(F, _, G, G)) :- opp(F, G).
plan(S, S, _, []).
plan(S, G, Seen, [M | Ms]) :- cross(S, M, T), \+ unsafe(T), \+ memberchk(T, Seen), plan(T, G, [T | Seen], Ms).
?- plan(s(w, w, w, w), s(e, e, e, e), [s(w, w, w, w)], P).

%%% water jugs
pour(A/B, fill_a, 4/B) :- A < 4.
pour(A/B, fill_b, A/3) :- B < 3.
pour(A/B, empty_a, 0/B) :- A > 0.
pour(A/B, empty_b, A/0) :- B > 0.
pour(A/B, a_to_b, C/D) :- A > 0, B < 3, T is min(A, 3 - B), C is A - T, D is B + T.
pour(A/B, b_to_a, C/D) :- B > 0, A < 4, T is min(B, 4 - A), C is A + T, D is B - T.
jugs(S, _, [], S) :- S = 2/_.
jugs(S, Seen, [M | Ms], E) :- S \= 2/_, pour(S, M, T), \+ memberchk(T, Seen), length(Seen, N), N < 8, jugs(T, [T | Seen], Ms, E).
?- jugs(0/0, [0/0], Ms, E), !.
?- aggregate_all(count, jugs(0/0, [0/0], _, _), N).

%%% subset sums and combinations
sub([], []).
sub([X | Xs], [X | Ys]) :- sub(Xs, Ys).
sub([_ | Xs], Ys) :- sub(Xs, Ys).
comb(0, _, []) :- !.
comb(N, [X | Xs], [X | Ys]) :- N > 0, M is N - 1, comb(M, Xs, Ys).
comb(N, [_ | Xs], Ys) :- N > 0, comb(N, Xs, Ys).
?- sub([1, 2, 3], S).
?- sub([3, 5, 7, 11, 13], S), sum_list(S, 18).
?- comb(2, [a, b, c, d], C).
?- findall(C, comb(3, [1, 2, 3, 4, 5], C), Cs), length(Cs, N).

%%% matrix multiplication and transposition
row_times([], _, []).
row_times([C | Cs], R, [X | Xs]) :- dot(R, C, X), row_times(Cs, R, Xs).
dot([], [], 0).
dot([A | As], [B | Bs], X) :- dot(As, Bs, Y), X is Y + A * B.
transpose_([[] | _], []) :- !.
transpose_(M, [C | Cs]) :- heads(M, C, R), transpose_(R, Cs).
heads([], [], []).
heads([[H | T] | Rs], [H | Hs], [T | Ts]) :- heads(Rs, Hs, Ts).
times(A, B, C) :- transpose_(B, T), maplist(row_times(T), A, C).
?- times([[1, 2], [3, 4]], [[5, 6], [7, 8]], C).
?- transpose_([[1, 2, 3], [4, 5, 6]], T).

%%% run lengths and other lists
encode([], []).
encode([X | Xs], [N-X | R]) :- take(X, Xs, 1, N, Rest), encode(Rest, R).
take(X, [X | Xs], N0, N, R) :- !, N1 is N0 + 1, take(X, Xs, N1, N, R).
take(_, R, N, N, R).
decode([], []).
decode([N-X | T], L) :- length(P, N), maplist(=(X), P), decode(T, R), append(P, R, L).
rotate(L, N, R) :- length(P, N), append(P, S, L), append(S, P, R).
sublist(S, L) :- append(_, T, L), append(S, _, T), S = [_ | _].
zip([], [], []).
zip([A | As], [B | Bs], [A-B | Cs]) :- zip(As, Bs, Cs).
?- encode([a, a, a, b, c, c], E).
?- decode([3-a, 1-b], L).
?- rotate([1, 2, 3, 4], 1, R).
?- sublist(S, [a, b, c]).
?- zip([1, 2], L, [X-a, Y-b]).
?- zip(A, B, [1-x, 2-y]).

%%% a small machine
step(S, 0, _, S) :- !.
run([], S, S).
run([push(X) | P], S, R) :- run(P, [X | S], R).
run([add | P], [A, B | S], R) :- C is A + B, run(P, [C | S], R).
run([mul | P], [A, B | S], R) :- C is A * B, run(P, [C | S], R).
run([dup | P], [A | S], R) :- run(P, [A, A | S], R).
run([swap | P], [A, B | S], R) :- run(P, [B, A | S], R).
run([jz(Q) | P], [A | S], R) :- ( A =:= 0 -> run(Q, S, R) ; run(P, S, R) ).
compile(N, [push(N)]) :- number(N), !.
compile(A + B, C) :- compile(A, CA), compile(B, CB), append([CA, CB, [add]], C).
compile(A * B, C) :- compile(A, CA), compile(B, CB), append([CA, CB, [mul]], C).
?- compile(1 + 2 * 3, C).
?- compile((1 + 2) * (3 + 4), C), run(C, [], R).
?- run([push(2), dup, mul], [], R).
?- run([push(0), jz([push(zero)]), push(other)], [], R).
?- run([add], [1], R).

%%% life
alive(1, 2). alive(2, 2). alive(3, 2).
near(X/Y, U/V) :- member(DX, [-1, 0, 1]), member(DY, [-1, 0, 1]), \+ ( DX =:= 0, DY =:= 0 ), U is X + DX, V is Y + DY.
around(C, N) :- aggregate_all(count, ( near(C, X/Y), alive(X, Y) ), N).
next(X/Y) :- alive(X, Y), around(X/Y, N), ( N =:= 2 ; N =:= 3 ).
next(C) :- setof(D, E^( alive(A, B), E = A/B, near(E, D) ), _), fail, C = none.
next(C) :- setof(D, A^B^( alive(A, B), near(A/B, D) ), Ds), member(C, Ds), C = X/Y, \+ alive(X, Y), around(C, 3).
?- next(C).
?- setof(C, next(C), L).

%%% propositional logic
holds(V, V, Vs) :- memberchk(V, Vs).
ev(A, Env, V) :- atom(A), !, memberchk(A-V, Env).
ev(and(A, B), E, V) :- ev(A, E, X), ev(B, E, Y), V is X * Y.
ev(or(A, B), E, V) :- ev(A, E, X), ev(B, E, Y), V is max(X, Y).
ev(neg(A), E, V) :- ev(A, E, X), V is 1 - X.
vars(A, [A]) :- atom(A), !.
vars(F, Vs) :- F =.. [_ | As], maplist(vars, As, Ls), append(Ls, L), sort(L, Vs).
assign([], []).
assign([V | Vs], [V-B | E]) :- member(B, [0, 1]), assign(Vs, E).
sat(F, E) :- vars(F, Vs), assign(Vs, E), ev(F, E, 1).
taut(F) :- vars(F, Vs), forall(assign(Vs, E), ev(F, E, 1)).
?- sat(and(or(p, q), neg(p)), E).
?- sat(and(p, neg(p)), E).
?- taut(or(p, neg(p))).
?- taut(or(p, q)).
?- findall(E, sat(or(p, q), E), L).

%%% operators that are declared while a program runs
?- op(700, xfx, ===>), X = ===>(a, b), term_to_atom(X, A).
?- term_to_atom(X, 'p ===> q').
?- current_op(P, T, ===>).
?- op(0, xfx, ===>), current_op(P, T, ===>).
?- op(200, xfy, [<<<, >>>]), term_to_atom(X, 'a <<< b >>> c').
?- op(1201, xfx, =+=).
?- op(-1, xfx, =+=).
?- op(a, xfx, =+=).
?- op(P, xfx, =+=).
?- op(700, T, =+=).
?- op(700, abc, =+=).
?- op(700, 1, =+=).
?- op(700, xfx, N).
?- op(700, xfx, 1).
?- op(700, xfx, ',').
?- op(700, xfx, '|').
?- op(700, xfx, [=+=, N]).
?- op(700, xfx, []).
