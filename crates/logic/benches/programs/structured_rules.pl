%% target 1.5
%% facts keyed_rules
% Rules whose heads are keyed by structures.
run :- between(1, 400, _), between(1, 3000, K), value(k(K), V), V > 5000, fail.
run.
