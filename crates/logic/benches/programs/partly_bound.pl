%% target 1.5
%% facts keyed_pairs
% Facts whose structures are bound in part.
run :- between(1, 400000, I), K is 1 + I mod 5000, pair(p(K, X), Y), X + Y < 0, fail.
run.
