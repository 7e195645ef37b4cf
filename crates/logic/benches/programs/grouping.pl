%% target 1.5
%% facts random_graph
% bagof/3 and setof/3 with free variables.
run :- between(1, 60, _), bagof(Y, arc(X, Y), Ys), length(Ys, N), setof(Z, W^(arc(X, W), arc(W, Z)), Zs), length(Zs, M), N + M < 0, X == none.
run.
