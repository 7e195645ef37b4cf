% Nim: heaps of matches; a player in turn takes as many as they like from one
% heap; who takes the last match wins.

size(1, 3).
size(2, 4).
size(3, 5).

role(first).
role(second).

opponent(first, second).
opponent(second, first).

init(heap(H, N)) :- size(H, N).
init(control(first)).

legal(P, take(H, K)) :- true(control(P)), true(heap(H, N)), between(1, N, K).
legal(P, noop) :- role(P), \+ true(control(P)).

next(heap(H, M)) :- does(_, take(H, K)), true(heap(H, N)), M is N - K, M >= 0.
next(heap(H, N)) :- true(heap(H, N)), \+ touched(H).
next(control(Q)) :- true(control(P)), opponent(P, Q).

touched(H) :- does(_, take(H, _)).

left :- true(heap(_, N)), N > 0.

terminal :- \+ left.

% The one whose turn it would be did not take the last match.
goal(P, 100) :- role(P), \+ true(control(P)).
goal(P, 0) :- true(control(P)).
