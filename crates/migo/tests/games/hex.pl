% Hex on a 3 by 3 board: left joins the columns 1 and 3, right the rows 1 and 3.
role(left). role(right).
other(left, right). other(right, left).
init(control(left)).
at(N) :- between(1, 3, N).
legal(P, noop) :- role(P), \+ true(control(P)).
legal(P, put(X, Y)) :- true(control(P)), at(X), at(Y), \+ true(stone(_, X, Y)).
next(control(Q)) :- true(control(P)), other(P, Q).
next(stone(P, X, Y)) :- true(stone(P, X, Y)).
next(stone(P, X, Y)) :- does(P, put(X, Y)).
step(1, 0). step(0, 1). step(1, -1). step(-1, 0). step(0, -1). step(-1, 1).
joined(left, 1, Y) :- true(stone(left, 1, Y)).
joined(right, X, 1) :- true(stone(right, X, 1)).
joined(P, X, Y) :- true(stone(P, X, Y)), step(U, V), A is X + U, B is Y + V, joined(P, A, B).
wins(left) :- joined(left, 3, _).
wins(right) :- joined(right, _, 3).
terminal :- wins(_).
goal(P, 100) :- wins(P).
goal(P, 0) :- other(P, Q), wins(Q).
goal(P, 0) :- role(P), \+ wins(_).
