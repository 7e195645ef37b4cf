%% target 1.5
% Many small collections.
run :- between(1, 150000, N), findall(X-N, between(1, 8, X), L), L = [_|_], fail.
run.
