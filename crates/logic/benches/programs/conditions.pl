%% target 1.5
% Nested conditions on integers: the longest Collatz sequences.
run :- longest(1, 30000, 0, 0, _).

longest(N, Last, Best, Length, R) :-
    (   N > Last
    ->  R = Best-Length
    ;   collatz(N, 1, L),
        (   L > Length -> B1 = N, L1 = L ; B1 = Best, L1 = Length ),
        M is N + 1,
        longest(M, Last, B1, L1, R)
    ).

collatz(N, L0, L) :-
    (   N =:= 1
    ->  L = L0
    ;   N mod 2 =:= 0
    ->  M is N // 2, L1 is L0 + 1, collatz(M, L1, L)
    ;   M is 3 * N + 1, L1 is L0 + 1, collatz(M, L1, L)
    ).
