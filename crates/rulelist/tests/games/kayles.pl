% Kayles: knock over one pin or two neighbouring pins.
role(left). role(right).
other(left, right). other(right, left).
init(control(left)).
legal(P, noop) :- role(P), \+ true(control(P)).
next(control(Q)) :- true(control(P)), other(P, Q).
terminal :- \+ can_move.
can_move :- true(control(P)), option(P, _).
legal(P, M) :- true(control(P)), option(P, M).
goal(P, 0) :- true(control(P)).
goal(P, 100) :- role(P), \+ true(control(P)).

pin(N) :- between(1, 9, N).
init(up(N)) :- pin(N).
option(_, one(N)) :- true(up(N)).
option(_, two(N, M)) :- true(up(N)), M is N + 1, true(up(M)).
next(up(N)) :- true(up(N)), \+ falls(N).
falls(N) :- does(_, one(N)).
falls(N) :- does(_, two(N, _)).
falls(N) :- does(_, two(_, N)).
