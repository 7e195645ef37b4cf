%% target 3.0
%% facts random_graph
% Joins written in a bad order: the selective literal is last.
run :- between(1, 500, _), ( far(v1, _), fail ; far(v2, _), fail ; true ), fail.
run.

far(A, D) :- arc(C, D), arc(B, C), arc(A, B).
