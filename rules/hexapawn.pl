% Hexapawn, as in the MIGO paper: who cannot move has drawn.
% White's pawns start on the bottom row and move up, Black's on the top row.

rows(3).
columns(3).

role(white).
role(black).

opponent(white, black).
opponent(black, white).

forward(white, -1).
forward(black, 1).

home(white, R) :- rows(R).
home(black, 1).

square(R, C) :- rows(M), columns(N), between(1, M, R), between(1, N, C).

init(cell(R, C, P)) :- home(P, R), square(R, C).
init(cell(R, C, blank)) :- square(R, C), \+ home(white, R), \+ home(black, R).
init(control(white)).

% A pawn moves one square ahead if it is free, or captures diagonally ahead.
step(P, R1, C, R2, C) :-
    ahead(P, R1, R2), square(R1, C),
    true(cell(R1, C, P)), true(cell(R2, C, blank)).
step(P, R1, C1, R2, C2) :-
    ahead(P, R1, R2), beside(C1, C2), opponent(P, Q),
    true(cell(R1, C1, P)), true(cell(R2, C2, Q)).

ahead(P, R1, R2) :- forward(P, D), square(R1, 1), R2 is R1 + D, square(R2, 1).
beside(C1, C2) :- square(1, C1), C2 is C1 - 1, square(1, C2).
beside(C1, C2) :- square(1, C1), C2 is C1 + 1, square(1, C2).

legal(P, move(R1, C1, R2, C2)) :- true(control(P)), step(P, R1, C1, R2, C2).
legal(P, noop) :- role(P), \+ true(control(P)).

next(cell(R, C, P)) :- does(P, move(_, _, R, C)).
next(cell(R, C, blank)) :- does(_, move(R, C, _, _)).
next(cell(R, C, X)) :- true(cell(R, C, X)), \+ touched(R, C).
next(control(Q)) :- true(control(P)), opponent(P, Q).

touched(R, C) :- does(_, move(R, C, _, _)).
touched(R, C) :- does(_, move(_, _, R, C)).

arrived(P) :- opponent(P, Q), home(Q, R), true(cell(R, _, P)).
can_move(P) :- step(P, _, _, _, _).

terminal :- arrived(_).
terminal :- true(control(P)), \+ can_move(P).

goal(P, 100) :- arrived(P).
goal(P, 0) :- opponent(P, Q), arrived(Q).
goal(P, 50) :- role(P), \+ arrived(white), \+ arrived(black).
