%% target 3.0
%% facts trains
% A million coverage tests: two clauses of four and six literals, tried on
% 1,000 examples 500 times each; most fail.
covers_a(T) :- has_car(T, C), short(C), closed(C), load(C, triangle, 1).
covers_b(T) :- has_car(T, C), long(C), wheels(C, 3), has_car(T, D), load(D, circle, N), N > 2.

run :-
    between(1, 500, _), example(T),
    ( covers_a(T) -> true ; true ),
    ( covers_b(T) -> true ; true ),
    fail.
run.
