% Three players in turn take one or two of seven counters; who takes the last wins.

role(ann).
role(bob).
role(cat).

after(ann, bob).
after(bob, cat).
after(cat, ann).

init(counters(7)).
init(control(ann)).

legal(P, take(K)) :- true(control(P)), true(counters(N)), between(1, 2, K), K =< N.
legal(P, wait) :- role(P), \+ true(control(P)).

next(counters(M)) :- does(_, take(K)), true(counters(N)), M is N - K, M >= 0.
next(control(Q)) :- true(control(P)), after(P, Q).
next(last(P)) :- does(P, take(_)).

terminal :- true(counters(0)).

goal(P, 100) :- true(last(P)).
goal(P, 0) :- role(P), \+ true(last(P)).
