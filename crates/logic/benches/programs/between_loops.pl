%% target 1.5
% Nested loops over integers: Pythagorean triples.
run :- between(1, 250, A), between(A, 250, B), C2 is A * A + B * B, between(B, 354, C), C * C =:= C2, fail.
run.
