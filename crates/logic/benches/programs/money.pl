%% target 1.5
% SEND + MORE = MONEY by choosing digits.
run :- between(1, 3, _), solve(L), L \== [9, 5, 6, 7, 1, 0, 8, 2], fail.
run.

solve([S, E, N, D, M, O, R, Y]) :-
    M = 1, digits([0, 2, 3, 4, 5, 6, 7, 8, 9], [S, E, N, D, O, R, Y]), S > 0,
    1000 * S + 100 * E + 10 * N + D + 1000 * M + 100 * O + 10 * R + E
        =:= 10000 * M + 1000 * O + 100 * N + 10 * E + Y.

digits(_, []).
digits(Ds, [X|Xs]) :- take(X, Ds, Rest), digits(Rest, Xs).

take(X, [X|Xs], Xs).
take(X, [Y|Ys], [Y|Zs]) :- take(X, Ys, Zs).
