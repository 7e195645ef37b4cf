%% target 1.5
% arg/3 and functor/3 on wide terms.
run :- functor(T, row, 100), fill(100, T), between(1, 40000, _), total(100, T, 0, S), S =:= 5050, fail.
run.

fill(0, _) :- !.
fill(N, T) :- arg(N, T, N), M is N - 1, fill(M, T).

total(0, _, S, S) :- !.
total(N, T, S0, S) :- arg(N, T, X), S1 is S0 + X, M is N - 1, total(M, T, S1, S).
