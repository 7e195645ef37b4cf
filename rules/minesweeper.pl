% Minesweeper: chance lays the mines, one after the other; the player opens
% squares and is told how many mines lie around each. Opening a square without
% mines around it opens its neighbours too. The first square may be a mine.

rows(4).
columns(4).
mines(3).

role(sweeper).
role(random).

square(R, C) :- rows(M), columns(N), between(1, M, R), between(1, N, C).

neighbour(R1, C1, R2, C2) :-
    square(R1, C1), between(-1, 1, DR), between(-1, 1, DC), \+ still(DR, DC),
    R2 is R1 + DR, C2 is C1 + DC, square(R2, C2).
still(0, 0).

init(laid(0)).

laying :- true(laid(N)), mines(K), N < K.

legal(random, lay(R, C)) :- laying, square(R, C), \+ true(mine(R, C)).
legal(random, noop) :- \+ laying.
legal(sweeper, noop) :- laying.
legal(sweeper, open(R, C)) :- \+ laying, square(R, C), \+ true(opened(R, C)).

next(laid(M)) :- true(laid(N)), mines(K), N < K, M is N + 1.
next(laid(N)) :- true(laid(N)), mines(N).
next(mine(R, C)) :- true(mine(R, C)).
next(mine(R, C)) :- does(random, lay(R, C)).
next(opened(R, C)) :- true(opened(R, C)).
next(opened(R, C)) :- opens(R, C).

% What is opened by a move: the square, and around every zero its neighbours.
opens(R, C) :- does(sweeper, open(R, C)).
opens(R2, C2) :-
    opens(R1, C1), zero(R1, C1), neighbour(R1, C1, R2, C2).

zero(R, C) :- square(R, C), \+ true(mine(R, C)), \+ near(R, C).
near(R, C) :- neighbour(R, C, R2, C2), true(mine(R2, C2)).

number(R, C, N) :-
    square(R, C),
    count(at(R2, C2), (neighbour(R, C, R2, C2), true(mine(R2, C2))), N).

% The player sees the number of every square that opens, or the mine.
sees(sweeper, number(R, C, N)) :- opens(R, C), \+ true(mine(R, C)), number(R, C, N).
sees(sweeper, mine(R, C)) :- opens(R, C), true(mine(R, C)).

exploded :- true(opened(R, C)), true(mine(R, C)).
covered :- square(R, C), \+ true(mine(R, C)), \+ true(opened(R, C)).

terminal :- exploded.
terminal :- \+ laying, \+ covered.

goal(sweeper, 100) :- \+ exploded, \+ covered.
goal(sweeper, 0) :- exploded.
goal(sweeper, 0) :- covered, \+ exploded.
goal(random, 0).
