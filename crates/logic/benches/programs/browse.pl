%% target 1.5
% Pattern matching over property lists with backtracking.
run :- items(80, Items), between(1, 80, _), match_all(Items), fail.
run.

match_all(Items) :- member(I, Items), pattern(P), \+ \+ matches(P, I), fail.
match_all(_).

pattern([*, a, b, *, c, *]).
pattern([*, *, b, b, *, a, *]).
pattern([*, [*, a, *], *, b, *]).
pattern([X, *, X, *]).

matches([], []).
matches([*|P], D) :- skip(D, R), matches(P, R).
matches([X|P], [X|D]) :- X \== *, atomic(X), matches(P, D).
matches([P1|P], [D1|D]) :- P1 = [_|_], D1 = [_|_], matches(P1, D1), matches(P, D).

skip(D, D).
skip([_|D], R) :- skip(D, R).

items(0, []) :- !.
items(N, [I|Is]) :- M is N - 1, item(N, I), items(M, Is).

item(N, [a, b, a, A, b, [b, a, B], c, a, b, A, [c, B], b, c]) :-
    K is N mod 3, J is N mod 5, nth0(K, [a, b, c], A), nth0(J, [a, c, b, d, e], B).
