% Two players may pass or resign: nobody can force a win, and only resigning loses.
role(one).
role(two).
other(one, two).
other(two, one).
init(left(3)).
init(control(one)).
legal(P, pass) :- true(control(P)).
legal(P, resign) :- true(control(P)).
legal(P, noop) :- role(P), \+ true(control(P)).
next(left(M)) :- true(left(N)), M is N - 1.
next(control(Q)) :- true(control(P)), other(P, Q).
next(resigned(P)) :- does(P, resign).
given_up :- true(resigned(_)).
terminal :- given_up.
terminal :- true(left(0)).
goal(P, 0) :- true(resigned(P)).
goal(P, 100) :- other(P, Q), true(resigned(Q)).
goal(P, 50) :- role(P), \+ given_up.
