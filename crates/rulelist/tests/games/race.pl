% One player on a ring of six fields moves one step either way and wins on field 4.
% Positions repeat: a strategy must bring the end nearer.

role(walker).

init(at(1)).

step(1, 2). step(2, 3). step(3, 4). step(4, 5). step(5, 6). step(6, 1).

legal(walker, go(B)) :- true(at(A)), step(A, B).
legal(walker, go(B)) :- true(at(A)), step(B, A).

next(at(B)) :- does(walker, go(B)).

terminal :- true(at(4)).

goal(walker, 100) :- true(at(4)).
goal(walker, 0) :- \+ true(at(4)).
