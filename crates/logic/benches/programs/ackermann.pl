%% target 1.5
% Ackermann's function on integers, then on successor terms.
run :- ack(2, 500, _), ack(3, 7, _), ack(3, 8, _), numeral(3, Three), numeral(6, Six), peano(Three, Six, _).

ack(0, N, R) :- !, R is N + 1.
ack(M, 0, R) :- !, M1 is M - 1, ack(M1, 1, R).
ack(M, N, R) :- M1 is M - 1, N1 is N - 1, ack(M, N1, R1), ack(M1, R1, R).

peano(z, N, s(N)).
peano(s(M), z, R) :- peano(M, s(z), R).
peano(s(M), s(N), R) :- peano(s(M), N, R1), peano(M, R1, R).

numeral(0, z) :- !.
numeral(N, s(X)) :- M is N - 1, numeral(M, X).
