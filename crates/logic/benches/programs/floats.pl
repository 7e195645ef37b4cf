%% target 1.5
% Floating-point arithmetic: points of the Mandelbrot set.
run :- row(0).

row(400) :- !.
row(I) :- column(0, I), J is I + 1, row(J).

column(40, _) :- !.
column(K, I) :- X is K * 0.075 - 2.2, Y is I * 0.006 - 1.2, escape(0, 0.0, 0.0, X, Y, _), L is K + 1, column(L, I).

escape(N, X, Y, CX, CY, R) :-
    X2 is X * X, Y2 is Y * Y,
    (   N >= 300 -> R = N
    ;   X2 + Y2 > 4.0 -> R = N
    ;   A is X2 - Y2 + CX, B is 2.0 * X * Y + CY, M is N + 1, escape(M, A, B, CX, CY, R)
    ).
