% Connect three: discs fall to the lowest free square of a column; three in a row,
% in any direction, win.

rows(4).
columns(4).

role(red).
role(yellow).

opponent(red, yellow).
opponent(yellow, red).

square(R, C) :- rows(M), columns(N), between(1, M, R), between(1, N, C).

init(cell(R, C, blank)) :- square(R, C).
init(control(red)).

legal(P, drop(C)) :- true(control(P)), true(cell(1, C, blank)).
legal(P, noop) :- role(P), \+ true(control(P)).

% The lowest free square of a column: there is a disc, or the floor, below it.
lowest(R, C) :- rows(R), true(cell(R, C, blank)).
lowest(R, C) :- true(cell(R, C, blank)), square(R, C), S is R + 1, disc(S, C).

disc(R, C) :- role(P), true(cell(R, C, P)).

next(cell(R, C, P)) :- does(P, drop(C)), lowest(R, C).
next(cell(R, C, P)) :- role(P), true(cell(R, C, P)).
next(cell(R, C, blank)) :- true(cell(R, C, blank)), \+ filled(R, C).
next(control(Q)) :- true(control(P)), opponent(P, Q).

filled(R, C) :- does(_, drop(C)), lowest(R, C).

direction(0, 1).
direction(1, 0).
direction(1, 1).
direction(1, -1).

line(P) :-
    role(P), direction(DR, DC), square(R1, C1),
    R2 is R1 + DR, C2 is C1 + DC,
    R3 is R2 + DR, C3 is C2 + DC,
    true(cell(R1, C1, P)), true(cell(R2, C2, P)), true(cell(R3, C3, P)).

open :- true(cell(1, _, blank)).

terminal :- line(_).
terminal :- \+ open.

goal(P, 100) :- line(P).
goal(P, 0) :- opponent(P, Q), line(Q).
goal(P, 50) :- role(P), \+ line(red), \+ line(yellow).
