%% target 1.5
% All 92 solutions of 8 queens, 200 times.
queens(N, Qs) :- numlist(1, N, Ns), place(Ns, [], Qs).

place([], Qs, Qs).
place(Unplaced, Safe, Qs) :-
    pick(Q, Unplaced, Rest),
    safe(Safe, Q, 1),
    place(Rest, [Q|Safe], Qs).

pick(X, [X|Xs], Xs).
pick(X, [Y|Ys], [Y|Zs]) :- pick(X, Ys, Zs).

safe([], _, _).
safe([Q|Qs], Q0, D0) :-
    Q0 =\= Q + D0,
    Q0 =\= Q - D0,
    D1 is D0 + 1,
    safe(Qs, Q0, D1).

run :- between(1, 200, _), queens(8, _), fail.
run.
