% Two pieces on a strip of five fields, at its ends. A player in turn steps one
% field either way onto a free field; who has no such step loses. Steps back are
% allowed, so that positions repeat.

role(left).
role(right).

other(left, right).
other(right, left).

init(at(left, 1)).
init(at(right, 5)).
init(control(left)).

next_to(1, 2). next_to(2, 3). next_to(3, 4). next_to(4, 5).

beside(A, B) :- next_to(A, B).
beside(A, B) :- next_to(B, A).

occupied(F) :- true(at(_, F)).

step(P, B) :- true(at(P, A)), beside(A, B), \+ occupied(B).
can_step(P) :- step(P, _).

legal(P, go(F)) :- true(control(P)), step(P, F).
legal(P, wait) :- role(P), \+ true(control(P)).

next(at(P, F)) :- does(P, go(F)).
next(at(P, F)) :- true(at(P, F)), \+ true(control(P)).
next(control(Q)) :- true(control(P)), other(P, Q).

terminal :- true(control(P)), \+ can_step(P).

goal(P, 0) :- true(control(P)), \+ can_step(P).
goal(P, 100) :- role(P), true(control(Q)), P \= Q, \+ can_step(Q).
goal(P, 50) :- role(P), true(control(Q)), can_step(Q).
