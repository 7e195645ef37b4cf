%% target 3.0
%% facts worlds
% A rule tested on many small worlds, each with a few facts.
run :- between(1, 400, _), world(W), ( legal(W) -> true ; true ), fail.
run.

legal(W) :- at(W, X, Y, red), at(W, X1, Y, blue), X1 > X, \+ (at(W, X2, Y, green), X2 > X, X2 < X1), next(W, Y, Z), at(W, _, Z, red).
