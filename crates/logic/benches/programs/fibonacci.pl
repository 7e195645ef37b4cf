%% target 1.5
% Fibonacci numbers by naive recursion.
run :- fib(24, F), F =:= 46368.

fib(0, 0).
fib(1, 1).
fib(N, F) :- N > 1, A is N - 1, B is N - 2, fib(A, FA), fib(B, FB), F is FA + FB.
