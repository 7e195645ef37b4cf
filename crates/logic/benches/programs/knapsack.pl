%% target 1.5
% Dynamic programming with results kept by assertz/1.
:- dynamic best/3.
run :- between(1, 30, _), retractall(best(_, _, _)), solve(30, 400, _), fail.
run.

item(I, W, V) :- W is 3 + (I * 7) mod 19, V is 10 + (I * 13) mod 31.

solve(_, C, 0) :- C =< 0, !.
solve(0, _, 0) :- !.
solve(I, C, V) :- best(I, C, V0), !, V = V0.
solve(I, C, V) :-
    J is I - 1, item(I, W, P), solve(J, C, V1),
    (   W =< C -> D is C - W, solve(J, D, V2), V is max(V1, V2 + P) ; V = V1 ),
    assertz(best(I, C, V)).
