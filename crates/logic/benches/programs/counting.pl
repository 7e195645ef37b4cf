%% target 3.0
%% facts random_edges
% Counts the answers of a join with aggregate_all/3.
run :- between(1, 2, _), aggregate_all(count, ( edge(A, B), edge(B, C), colour(C, red), A \== C ), _), fail.
run.
