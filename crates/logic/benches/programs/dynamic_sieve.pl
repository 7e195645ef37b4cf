%% target 1.5
% A sieve whose composites are facts added while it runs.
:- dynamic composite/1.
run :- retractall(composite(_)), between(2, 100000, N), \+ composite(N), cross(N), fail.
run :- retractall(composite(_)).

cross(N) :- Start is N * N, Start =< 100000, Most is (100000 - Start) // N, between(0, Most, K),
    C is Start + K * N, \+ composite(C), assertz(composite(C)), fail.
cross(_).
