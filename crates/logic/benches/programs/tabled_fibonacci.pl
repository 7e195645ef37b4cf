%% target 1.5
% A tabled function with many small tables.
:- table fib/2.
run :- between(1, 60, _), abolish_all_tables, fib(800, _), fail.
run.

fib(0, 0).
fib(1, 1).
fib(N, F) :- N > 1, A is N - 1, B is N - 2, fib(A, FA), fib(B, FB), F is FA + FB.
