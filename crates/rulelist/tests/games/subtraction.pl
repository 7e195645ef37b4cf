% Fifteen counters; a player in turn takes one, two or three; who takes the last wins.

role(left).
role(right).

other(left, right).
other(right, left).

init(counters(15)).
init(control(left)).

legal(P, take(K)) :- true(control(P)), true(counters(N)), between(1, 3, K), K =< N.
legal(P, wait) :- role(P), \+ true(control(P)).

next(counters(M)) :- does(_, take(K)), true(counters(N)), M is N - K, M >= 0.
next(control(Q)) :- true(control(P)), other(P, Q).

terminal :- true(counters(0)).

goal(P, 100) :- role(P), \+ true(control(P)).
goal(P, 0) :- true(control(P)).
