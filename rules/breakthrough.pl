% Breakthrough: two rows of pawns each; who first reaches the far row, or takes
% every pawn of the other, wins.
% White's pawns start on the bottom rows and move up, Black's on the top rows.

rows(8).
columns(8).

role(white).
role(black).

opponent(white, black).
opponent(black, white).

forward(white, -1).
forward(black, 1).

square(R, C) :- rows(M), columns(N), between(1, M, R), between(1, N, C).

home(white, R) :- rows(R).
home(white, R) :- rows(M), R is M - 1.
home(black, 1).
home(black, 2).

far(white, 1).
far(black, R) :- rows(R).

init(cell(R, C, P)) :- home(P, R), square(R, C).
init(cell(R, C, blank)) :- square(R, C), \+ home(white, R), \+ home(black, R).
init(control(white)).

ahead(P, R1, R2) :- forward(P, D), square(R1, 1), R2 is R1 + D, square(R2, 1).
beside(C1, C2) :- square(1, C1), C2 is C1 - 1, square(1, C2).
beside(C1, C2) :- square(1, C1), C2 is C1 + 1, square(1, C2).

% A pawn moves one square ahead, straight or diagonally, to a free square, and
% captures diagonally only.
step(P, R1, C, R2, C) :-
    ahead(P, R1, R2), true(cell(R1, C, P)), true(cell(R2, C, blank)).
step(P, R1, C1, R2, C2) :-
    ahead(P, R1, R2), beside(C1, C2),
    true(cell(R1, C1, P)), role(P), square(R2, C2), \+ true(cell(R2, C2, P)).

legal(P, move(R1, C1, R2, C2)) :- true(control(P)), step(P, R1, C1, R2, C2).
legal(P, noop) :- role(P), \+ true(control(P)).

next(cell(R, C, P)) :- does(P, move(_, _, R, C)).
next(cell(R, C, blank)) :- does(_, move(R, C, _, _)).
next(cell(R, C, X)) :- true(cell(R, C, X)), \+ touched(R, C).
next(control(Q)) :- true(control(P)), opponent(P, Q).

touched(R, C) :- does(_, move(R, C, _, _)).
touched(R, C) :- does(_, move(_, _, R, C)).

arrived(P) :- far(P, R), true(cell(R, _, P)).
alive(P) :- role(P), true(cell(_, _, P)).

won(P) :- arrived(P).
won(P) :- opponent(P, Q), \+ alive(Q).

terminal :- won(_).

goal(P, 100) :- won(P).
goal(P, 0) :- role(P), \+ won(P).
