%% target 1.5
% Conway's Game of Life on a set of cells.
run :- pentomino(G), generations(150, G, _).

pentomino([1-2, 1-3, 2-1, 2-2, 3-2]).

generations(0, G, G) :- !.
generations(N, G, R) :- step(G, H), M is N - 1, generations(M, H, R).

step(G, H) :- findall(C, (member(D, G), near(D, C)), Cs), msort(Cs, Sorted), runs(Sorted, Counted),
    findall(C, (member(C-N, Counted), lives(N, C, G)), H).

near(X-Y, A-B) :- member(DX, [-1, 0, 1]), member(DY, [-1, 0, 1]), (DX, DY) \== (0, 0), A is X + DX, B is Y + DY.

lives(3, _, _) :- !.
lives(2, C, G) :- memberchk(C, G).

runs([], []).
runs([X|Xs], [X-N|Rs]) :- run_of(Xs, X, 1, N, Rest), runs(Rest, Rs).

run_of([Y|Xs], X, N0, N, Rest) :- X == Y, !, N1 is N0 + 1, run_of(Xs, X, N1, N, Rest).
run_of(Rest, _, N, N, Rest).
