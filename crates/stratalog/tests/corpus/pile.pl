role(a). role(b).
init(pile(3)). init(control(a)).
legal(P, take(K)) :- true(control(P)), true(pile(N)), between(1, 2, K), K =< N.
legal(P, noop) :- role(P), \+ true(control(P)).
next(pile(M)) :- does(_, take(K)), true(pile(N)), M is N - K.
next(control(b)) :- true(control(a)).
next(control(a)) :- true(control(b)).
terminal :- true(pile(0)).
goal(P, 0) :- true(control(P)).
goal(P, 100) :- role(P), \+ true(control(P)).
