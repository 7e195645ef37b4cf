%% target 1.5
% Clauses whose bodies cut at once.
run :- ackermann(2, 1000, _), hanoi(19, left, right, middle), tak(24, 16, 8, _).

ackermann(0, N, R) :- !, R is N + 1.
ackermann(M, 0, R) :- !, M1 is M - 1, ackermann(M1, 1, R).
ackermann(M, N, R) :-
    M1 is M - 1, N1 is N - 1,
    ackermann(M, N1, R1), ackermann(M1, R1, R).

hanoi(0, _, _, _) :- !.
hanoi(N, A, B, C) :- M is N - 1, hanoi(M, A, C, B), hanoi(M, C, B, A).

tak(X, Y, Z, A) :- X =< Y, !, Z = A.
tak(X, Y, Z, A) :-
    X1 is X - 1, Y1 is Y - 1, Z1 is Z - 1,
    tak(X1, Y, Z, A1), tak(Y1, Z, X, A2), tak(Z1, X, Y, A3),
    tak(A1, A2, A3, A).
