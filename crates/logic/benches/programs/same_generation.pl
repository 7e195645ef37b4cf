%% target 1.5
%% facts parents
% Left-recursive and doubly recursive tabled predicates.
:- table ancestor/2, same/2.
run :- between(1, 40, _), abolish_all_tables, ( ancestor(_, _), fail ; true ), ( same(p400, X), X == none ; true ), fail.
run.

ancestor(X, Y) :- ancestor(X, Z), parent(Z, Y).
ancestor(X, Y) :- parent(X, Y).

same(X, X) :- person(X).
same(X, Y) :- parent(P, X), same(P, Q), parent(Q, Y).
