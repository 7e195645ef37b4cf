% Chomp on two rows: a player in turn bites a square and all squares to the right of
% it and below it; who must bite the poisoned first square loses.

role(ann).
role(bob).

other(ann, bob).
other(bob, ann).

init(left(1, 4)).
init(left(2, 4)).
init(control(ann)).

% left(Row, N): the first N squares of the row are left.
legal(P, bite(R, C)) :- true(control(P)), true(left(R, N)), between(1, N, C).
legal(P, wait) :- role(P), \+ true(control(P)).

next(left(R, M)) :- does(_, bite(R, C)), M is C - 1.
next(left(2, M)) :- does(_, bite(1, C)), true(left(2, N)), N >= C, M is C - 1.
next(left(2, N)) :- does(_, bite(1, C)), true(left(2, N)), N < C.
next(left(1, N)) :- does(_, bite(2, _)), true(left(1, N)).
next(control(Q)) :- true(control(P)), other(P, Q).

terminal :- true(left(1, 0)).

% The one whose turn it would be did not bite the poisoned square.
goal(P, 0) :- role(P), \+ true(control(P)).
goal(P, 100) :- true(control(P)).
