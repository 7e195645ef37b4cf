%% target 3.0
%% facts parents
% Recursive rules over facts: ancestors and relations.
run :- between(1, 60, _), person(X), ancestor(X, Y), sibling(Y, _), fail.
run.

ancestor(X, Y) :- parent(X, Y).
ancestor(X, Y) :- parent(X, Z), ancestor(Z, Y).
sibling(X, Y) :- parent(P, X), parent(P, Y), X \== Y.
