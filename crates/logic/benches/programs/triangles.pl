%% target 3.0
%% facts random_graph
% Triangles of a graph, counted.
run :- between(1, 600, _), aggregate_all(count, (arc(A, B), arc(B, C), arc(C, A)), _), fail.
run.
