%% target 1.5
%% facts keyed_values
% 20,000 facts whose first argument is a structure, each looked up 50 times.
run :- between(1, 50, _), between(1, 20000, K), value(k(K), _), fail.
run.
