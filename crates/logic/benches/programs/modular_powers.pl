%% target 1.5
% Modular powers of integers of a hundred bits.
run :- P is 2 ** 107 - 1, between(1, 4000, I), X is 3 + I, E is P - 2, power(E, X, P, 1, R), R * X mod P =\= 1, fail.
run.

power(0, _, _, R, R) :- !.
power(E, B, P, R0, R) :-
    ( E /\ 1 =:= 1 -> R1 is R0 * B mod P ; R1 = R0 ),
    B1 is B * B mod P, E1 is E >> 1, power(E1, B1, P, R1, R).
