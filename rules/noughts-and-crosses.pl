% Noughts-and-crosses: three in a row, across, down or diagonally.

rows(3).
columns(3).

role(x).
role(o).

square(R, C) :- rows(M), columns(N), between(1, M, R), between(1, N, C).

init(cell(R, C, blank)) :- square(R, C).
init(control(x)).

% A player in turn marks a blank square; the other waits.
legal(P, mark(R, C)) :- true(control(P)), true(cell(R, C, blank)).
legal(P, noop) :- role(P), \+ true(control(P)).

next(cell(R, C, P)) :- does(P, mark(R, C)).
next(cell(R, C, P)) :- role(P), true(cell(R, C, P)).
next(cell(R, C, blank)) :- true(cell(R, C, blank)), \+ marked(R, C).
next(control(x)) :- true(control(o)).
next(control(o)) :- true(control(x)).

marked(R, C) :- does(_, mark(R, C)).

direction(0, 1).
direction(1, 0).
direction(1, 1).
direction(1, -1).

line(P) :-
    role(P), direction(DR, DC), square(R1, C1),
    R2 is R1 + DR, C2 is C1 + DC,
    R3 is R2 + DR, C3 is C2 + DC,
    true(cell(R1, C1, P)), true(cell(R2, C2, P)), true(cell(R3, C3, P)).

open :- true(cell(_, _, blank)).

terminal :- line(_).
terminal :- \+ open.

goal(P, 100) :- line(P).
goal(P, 0) :- role(P), line(Q), P \= Q.
goal(P, 50) :- role(P), \+ line(x), \+ line(o).
