% Nim as people write it: nothing says that a heap has no fewer than no matches, so
% that the facts of its positions are not known before they are met.

role(first).
role(second).

other(first, second).
other(second, first).

init(heap(a, 1)).
init(heap(b, 3)).
init(heap(c, 4)).
init(control(first)).

legal(P, take(H, K)) :- true(control(P)), true(heap(H, N)), between(1, N, K).
legal(P, noop) :- role(P), \+ true(control(P)).

next(heap(H, M)) :- does(_, take(H, K)), true(heap(H, N)), M is N - K.
next(heap(H, N)) :- true(heap(H, N)), \+ taken(H).
next(control(Q)) :- true(control(P)), other(P, Q).

taken(H) :- does(_, take(H, _)).
some :- true(heap(_, N)), N > 0.

terminal :- \+ some.

goal(P, 100) :- other(P, Q), true(control(Q)), \+ some.
goal(P, 0) :- true(control(P)), \+ some.
goal(P, 50) :- role(P), some.
