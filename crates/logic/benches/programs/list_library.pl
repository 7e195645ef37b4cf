%% target 1.5
% append/3, member/2, select/3, nth0/3, reverse/2, permutation/2.
run :- between(1, 25, _), permutation([1, 2, 3, 4, 5, 6], P), append(A, [X|B], P), X =:= 3, length(A, N), length(B, N), fail.
run :- numlist(1, 200, L), between(1, 30, _), member(X, L), memberchk(X, L), nth0(I, L, X), I < 0, fail.
run :- numlist(1, 200, L), between(1, 400, _), reverse(L, R), select(100, R, S), delete(S, 7, T), subtract(T, [1, 2, 3], U), length(U, 196), fail.
run.
