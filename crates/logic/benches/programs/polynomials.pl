%% target 1.5
% Powers of 1 + x + y + z in a recursive representation of polynomials.
run :- between(1, 60, _), sum(poly(x, [0-1, 1-1]), poly(y, [1-1]), P),
    sum(poly(z, [1-1]), P, Q), power(12, Q, _), fail.
run.

power(0, _, 1) :- !.
power(1, P, P) :- !.
power(N, P, R) :- M is N - 1, power(M, P, Q), product(P, Q, R).

sum(poly(V, T1), poly(V, T2), poly(V, T)) :- !, sum_terms(T1, T2, T).
sum(poly(V1, T1), poly(V2, T2), poly(V1, T)) :- V1 @< V2, !, add_constant(T1, poly(V2, T2), T).
sum(P, poly(V2, T2), poly(V2, T)) :- !, add_constant(T2, P, T).
sum(poly(V1, T1), C, poly(V1, T)) :- !, add_constant(T1, C, T).
sum(A, B, C) :- C is A + B.

sum_terms([], T, T) :- !.
sum_terms(T, [], T) :- !.
sum_terms([E-C1|T1], [E-C2|T2], [E-C|T]) :- !, sum(C1, C2, C), sum_terms(T1, T2, T).
sum_terms([E1-C1|T1], [E2-C2|T2], [E1-C1|T]) :- E1 < E2, !, sum_terms(T1, [E2-C2|T2], T).
sum_terms(T1, [E2-C2|T2], [E2-C2|T]) :- sum_terms(T1, T2, T).

add_constant([0-C1|T], C, [0-C2|T]) :- !, sum(C1, C, C2).
add_constant(T, C, [0-C|T]).

product(poly(V, T1), poly(V, T2), poly(V, T)) :- !, product_terms(T1, T2, T).
product(poly(V1, T1), poly(V2, T2), poly(V1, T)) :- V1 @< V2, !, scale(T1, poly(V2, T2), T).
product(P, poly(V2, T2), poly(V2, T)) :- !, scale(T2, P, T).
product(poly(V1, T1), C, poly(V1, T)) :- !, scale(T1, C, T).
product(A, B, C) :- C is A * B.

product_terms([], _, []) :- !.
product_terms([E-C|T1], T2, T) :- shift(T2, E, C, P), product_terms(T1, T2, Q), sum_terms(P, Q, T).

shift([], _, _, []) :- !.
shift([E1-C1|T1], E, C, [E2-C2|T2]) :- E2 is E1 + E, product(C1, C, C2), shift(T1, E, C, T2).

scale([], _, []) :- !.
scale([E-C1|T1], C, [E-C2|T2]) :- product(C1, C, C2), scale(T1, C, T2).
