%% target 3.0
%% facts structured_arcs
% A three-way join over facts about structured nodes, from every start.
run :- between(1, 2000, N), arc(node(N), B), arc(B, C), arc(C, D), mark(D), fail.
run.
