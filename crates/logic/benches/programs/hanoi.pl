%% target 1.5
% The towers of Hanoi with 19 discs.
run :- move(21, left, right, middle).

move(0, _, _, _) :- !.
move(N, A, B, C) :- M is N - 1, move(M, A, C, B), move(M, C, B, A).
