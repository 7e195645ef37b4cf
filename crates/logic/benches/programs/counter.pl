%% target 1.5
% A counter in the database: assert and retract.
:- dynamic counter/1.
counter(0).
run :- between(1, 400000, _), retract(counter(N)), M is N + 1, assertz(counter(M)), fail.
run :- retract(counter(_)), assertz(counter(0)).
