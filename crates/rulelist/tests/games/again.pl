% Seven counters; a player takes one or two; after taking two from an odd heap the
% same player moves again; who takes the last wins.

role(left).
role(right).

other(left, right).
other(right, left).

init(counters(7)).
init(control(left)).

odd(1). odd(3). odd(5). odd(7).

legal(P, take(K)) :- true(control(P)), true(counters(N)), between(1, 2, K), K =< N.
legal(P, wait) :- role(P), \+ true(control(P)).

again :- does(_, take(2)), true(counters(N)), odd(N).

next(counters(M)) :- does(_, take(K)), true(counters(N)), M is N - K, M >= 0.
next(control(P)) :- true(control(P)), again.
next(control(Q)) :- true(control(P)), other(P, Q), \+ again.
next(last(P)) :- does(P, take(_)).

terminal :- true(counters(0)).

goal(P, 100) :- true(last(P)).
goal(P, 0) :- role(P), \+ true(last(P)).
