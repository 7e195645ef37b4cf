%% target 1.5
% A knight's tour of a 5x5 board by backtracking.
run :- between(1, 12, _), once(tour(1/1, [1/1], 25)), fail.
run.

tour(_, Path, N) :- length(Path, N), !.
tour(P, Path, N) :- jump(P, Q), \+ memberchk(Q, Path), tour(Q, [Q|Path], N).

jump(X/Y, A/B) :- step(DX, DY), A is X + DX, A >= 1, A =< 5, B is Y + DY, B >= 1, B =< 5.

step(1, 2). step(2, 1). step(2, -1). step(1, -2). step(-1, -2). step(-2, -1). step(-2, 1). step(-1, 2).
