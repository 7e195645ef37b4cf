%% target 1.5
% msort/2, sort/4, keysort/2 and predsort/3.
run :- numbers(400, 99, L), between(1, 200, _), msort(L, _), sort(0, @>=, L, _), maplist(keyed, L, P), keysort(P, _),
    predsort(by_size, L, _), list_to_set(L, _), sumlist(L, _), last(L, _), nth1(200, L, _), fail.
run.

numbers(0, _, []) :- !.
numbers(N, S, [S|Ns]) :- T is (S * 1103515245 + 12345) mod 65536, M is N - 1, numbers(M, T, Ns).
keyed(X, K-X) :- K is X mod 17.
by_size(O, A, B) :- compare(O, A, B).
