%% target 1.5
% Counting words in an association list, then sorting the counts.
run :- between(1, 30, _), words(3000, Ws), empty_assoc(A0), foldl(count, Ws, A0, A), assoc_to_list(A, Ps),
    predsort(by_count, Ps, [_-N|_]), N < 0, fail.
run.

words(0, []) :- !.
words(N, [W|Ws]) :- K is (N * 7919) mod 251, atom_concat(w, K, W), M is N - 1, words(M, Ws).

count(W, A0, A) :- ( get_assoc(W, A0, N) -> M is N + 1 ; M = 1 ), put_assoc(W, A0, M, A).

by_count(O, K1-N1, K2-N2) :- ( N1 =:= N2 -> compare(O, K1, K2) ; compare(O, N2, N1) ).
