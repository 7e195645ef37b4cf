%% target 3.0
%% facts random_edges
% All answers of a three-way join over 100,000 facts, then a count of them.
run :- join(_, _, _, _), fail.
run.

join(A, B, C, D) :- edge(A, B), edge(B, C), edge(C, D), colour(D, red).
