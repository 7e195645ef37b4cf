% Othello: a disc is placed so that discs of the other colour lie in a straight
% line between it and another of one's own; those are turned over.

rows(8).
columns(8).

role(black).
role(white).

opponent(black, white).
opponent(white, black).

square(R, C) :- rows(M), columns(N), between(1, M, R), between(1, N, C).

% The four squares in the middle.
middle(R, C) :- rows(M), columns(N), R is M // 2, C is N // 2.

init(cell(R, C, white)) :- middle(R, C).
init(cell(R, C, black)) :- middle(R, D), C is D + 1.
init(cell(R, C, black)) :- middle(S, C), R is S + 1.
init(cell(R, C, white)) :- middle(S, D), R is S + 1, C is D + 1.
init(cell(R, C, blank)) :- square(R, C), \+ taken_at_first(R, C).
init(control(black)).

taken_at_first(R, C) :-
    middle(S, D), between(0, 1, I), between(0, 1, J), R is S + I, C is D + J.

direction(DR, DC) :- between(-1, 1, DR), between(-1, 1, DC), \+ still(DR, DC).
still(0, 0).

% The neighbour of a square in a direction.
beside(R1, C1, DR, DC, R2, C2) :-
    square(R1, C1), direction(DR, DC),
    R2 is R1 + DR, C2 is C1 + DC, square(R2, C2).

% From this square on, in this direction, lie discs of the opponent and then one
% of the player.
bracketed(P, R, C, DR, DC) :-
    opponent(P, Q), true(cell(R, C, Q)),
    beside(R, C, DR, DC, R2, C2), true(cell(R2, C2, P)).
bracketed(P, R, C, DR, DC) :-
    opponent(P, Q), true(cell(R, C, Q)),
    beside(R, C, DR, DC, R2, C2), bracketed(P, R2, C2, DR, DC).

placement(P, R, C) :-
    true(cell(R, C, blank)),
    beside(R, C, DR, DC, R2, C2), bracketed(P, R2, C2, DR, DC).

can_place(P) :- placement(P, _, _).

legal(P, place(R, C)) :- true(control(P)), placement(P, R, C).
legal(P, pass) :- true(control(P)), \+ can_place(P).
legal(P, noop) :- role(P), \+ true(control(P)).

% Discs that are turned over, one after the other away from the new one.
turned(P, R2, C2, DR, DC) :-
    does(P, place(R, C)),
    beside(R, C, DR, DC, R2, C2), bracketed(P, R2, C2, DR, DC).
turned(P, R2, C2, DR, DC) :-
    turned(P, R, C, DR, DC),
    beside(R, C, DR, DC, R2, C2), bracketed(P, R2, C2, DR, DC).

changed(R, C) :- does(_, place(R, C)).
changed(R, C) :- turned(_, R, C, _, _).

next(cell(R, C, P)) :- does(P, place(R, C)).
next(cell(R, C, P)) :- turned(P, R, C, _, _).
next(cell(R, C, X)) :- true(cell(R, C, X)), \+ changed(R, C).
next(control(Q)) :- true(control(P)), opponent(P, Q).

terminal :- \+ can_place(black), \+ can_place(white).

discs(P, N) :- role(P), count(at(R, C), true(cell(R, C, P)), N).

goal(P, 100) :- opponent(P, Q), discs(P, N), discs(Q, M), N > M.
goal(P, 50) :- opponent(P, Q), discs(P, N), discs(Q, N).
goal(P, 0) :- opponent(P, Q), discs(P, N), discs(Q, M), N < M.

% What the words of the rules mean, for sentences about them.
says(cell/3, square).
says(placement(P, R, C), "P can place a disc on (R, C)").
says(can_place(P), "P can place a disc").
says(beside(R1, C1, DR, DC, R2, C2), "(R2, C2) is next to (R1, C1) in direction (DR, DC)").
says(bracketed(P, R, C, DR, DC), "discs from (R, C) in direction (DR, DC) are enclosed by P").
says(turned(P, R, C, DR, DC), "the disc on (R, C) is turned over to P").
says(discs(P, N), "P has N discs").
