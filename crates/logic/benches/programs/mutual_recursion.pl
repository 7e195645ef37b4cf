%% target 1.5
%% facts random_graph
% Tabled predicates that call each other: even and odd walks.
:- table even/2, odd/2.
run :- abolish_all_tables, ( node(X), even(X, Y), Y == none ; true ).

even(X, Y) :- odd(X, Z), arc(Z, Y).
odd(X, Y) :- arc(X, Y).
odd(X, Y) :- even(X, Z), arc(Z, Y).
