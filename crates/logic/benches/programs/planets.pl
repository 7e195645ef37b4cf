%% target 1.5
% Bodies that attract each other: terms of floats in lists.
run :- bodies(Bs), steps(15000, Bs, _).

bodies([b(0.0, 0.0, 0.0, 0.0, 1000.0), b(10.0, 0.0, 0.0, 8.0, 1.0), b(0.0, 15.0, -7.0, 0.0, 2.0), b(-20.0, 0.0, 0.0, -6.0, 1.5)]).

steps(0, Bs, Bs) :- !.
steps(N, Bs0, Bs) :- move_all(Bs0, Bs0, Bs1), M is N - 1, steps(M, Bs1, Bs).

move_all([], _, []).
move_all([B|Bs], All, [C|Cs]) :- pull(All, B, 0.0, 0.0, AX, AY), moved(B, AX, AY, C), move_all(Bs, All, Cs).

pull([], _, AX, AY, AX, AY).
pull([b(X1, Y1, _, _, M)|Bs], B, AX0, AY0, AX, AY) :-
    B = b(X, Y, _, _, _), DX is X1 - X, DY is Y1 - Y, D2 is DX * DX + DY * DY,
    (   D2 < 0.000001
    ->  pull(Bs, B, AX0, AY0, AX, AY)
    ;   D is sqrt(D2), F is M / (D2 * D), AX1 is AX0 + DX * F, AY1 is AY0 + DY * F,
        pull(Bs, B, AX1, AY1, AX, AY)
    ).

moved(b(X, Y, VX, VY, M), AX, AY, b(X1, Y1, VX1, VY1, M)) :-
    VX1 is VX + AX * 0.001, VY1 is VY + AY * 0.001, X1 is X + VX1 * 0.001, Y1 is Y + VY1 * 0.001.
