%% target 1.5
% Factorials and sums of big integers.
run :- between(1, 900, _), factorial(300, 1, _), fibonacci(2000, 0, 1, _), fail.
run.

factorial(0, F, F) :- !.
factorial(N, F0, F) :- F1 is F0 * N, M is N - 1, factorial(M, F1, F).

fibonacci(0, A, _, A) :- !.
fibonacci(N, A, B, F) :- C is A + B, M is N - 1, fibonacci(M, B, C, F).
