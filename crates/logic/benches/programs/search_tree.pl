%% target 1.5
% A binary search tree: insertions, look-ups, a walk in order.
run :- between(1, 45, S), build(2000, S, leaf, T), walk(T, [], L), length(L, N), N < 1, fail.
run.
build(0, _, T, T) :- !.
build(N, X, T0, T) :- Y is (X * 1103 + 12345) mod 65536, insert(T0, Y, T1), M is N - 1, build(M, Y, T1, T).
insert(leaf, X, node(leaf, X, leaf)).
insert(node(L, X, R), X, node(L, X, R)) :- !.
insert(node(L, Y, R), X, node(L1, Y, R)) :- X < Y, !, insert(L, X, L1).
insert(node(L, Y, R), X, node(L, Y, R1)) :- insert(R, X, R1).
walk(leaf, L, L).
walk(node(L, X, R), Acc, List) :- walk(R, Acc, A1), walk(L, [X|A1], List).
