%% target 1.5
% A meta-interpreter that runs naive reverse from clauses kept as facts.
run :- numbers(30, L), between(1, 2000, _), solve(nrev(L, _)), fail.
run.

solve(true) :- !.
solve((A, B)) :- !, solve(A), solve(B).
solve(H) :- rule(H, B), solve(B).

rule(nrev([], []), true).
rule(nrev([H|T], R), (nrev(T, S), app(S, [H], R))).
rule(app([], L, L), true).
rule(app([H|T], L, [H|R]), app(T, L, R)).

numbers(0, []) :- !.
numbers(N, [N|Ns]) :- M is N - 1, numbers(M, Ns).
