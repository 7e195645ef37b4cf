%% target 3.0
%% facts random_graph
% Pairs in two steps that are not joined directly, and nodes without a property.
run :- between(1, 200, _), arc(A, B), arc(B, C), \+ arc(A, C), \+ arc(C, A), A == C, fail.
run :- between(1, 200, _), node(A), \+ (arc(A, B), arc(B, A)), A == none, fail.
run.
