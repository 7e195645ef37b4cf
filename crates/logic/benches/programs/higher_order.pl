%% target 1.5
% maplist, foldl, include and call/N.
run :- numlist(1, 300, L), between(1, 1000, _), maplist(double, L, M), foldl(add, M, 0, S), S =:= 90300,
    include(big, M, B), exclude(big, M, C), length(B, NB), length(C, NC), NB + NC =:= 300, maplist([X, Y]>>(Y is X + 1), [1, 2, 3], _), fail.
run.

double(X, Y) :- Y is 2 * X.
add(X, Y, Z) :- Z is X + Y.
big(X) :- X > 300.
