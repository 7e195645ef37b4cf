%% target 1.5
% Quicksort of a thousand numbers, many times.
run :- numbers(1000, 12345, Ns), between(1, 200, _), quicksort(Ns, [], _), fail.
run.

numbers(0, _, []) :- !.
numbers(N, S, [S|Ns]) :- T is (S * 1103515245 + 12345) mod 2147483648, M is N - 1, numbers(M, T, Ns).

quicksort([], Sorted, Sorted).
quicksort([X|Xs], After, Sorted) :-
    split(Xs, X, Small, Large),
    quicksort(Large, After, Rest),
    quicksort(Small, [X|Rest], Sorted).

split([], _, [], []).
split([X|Xs], P, [X|Small], Large) :- X =< P, !, split(Xs, P, Small, Large).
split([X|Xs], P, Small, [X|Large]) :- split(Xs, P, Small, Large).
