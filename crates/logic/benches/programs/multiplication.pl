%% target 1.5
% Multiplication, division, remainders, minimum and shifts in a loop.
run :- loop(1000000, 1, _).

loop(0, X, X) :- !.
loop(N, X, Y) :-
    A is (X * 16807) mod 2147483647,
    B is min(A // 3, A >> 1),
    C is max(B, N mod 7) + 1,
    M is N - 1,
    loop(M, C, Y).
