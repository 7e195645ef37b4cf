% Noughts and crosses, with a board of three by three.
:- dynamic true/1, does/2.
:- discontiguous next/1.
:- table reachable/2.

role(xplayer).
role(oplayer).

index(1). index(2). index(3).

init(cell(X, Y, b)) :- index(X), index(Y).
init(control(xplayer)).

legal(P, mark(X, Y)) :-
    true(cell(X, Y, b)),
    true(control(P)).
legal(P, noop) :-
    role(P),
    \+ true(control(P)).

next(cell(X, Y, M)) :- does(P, mark(X, Y)), sign(P, M).
next(cell(X, Y, M)) :-
    true(cell(X, Y, M)),
    (   M \== b
    ->  true
    ;   does(_, mark(X1, Y1)),
        (   X =\= X1 ; Y =\= Y1   )
    ).
next(control(xplayer)) :- true(control(oplayer)).
next(control(oplayer)) :- true(control(xplayer)).

sign(xplayer, x).   sign(oplayer, o).

line(M) :- row(_, M) ; column(_, M) ; diagonal(M).
row(X, M) :- index(X), \+ (index(Y), \+ true(cell(X, Y, M))).
column(Y, M) :- findall(X, true(cell(X, Y, M)), Xs), length(Xs, 3).
diagonal(M) :- true(cell(1, 1, M)), true(cell(2, 2, M)), true(cell(3, 3, M)).
diagonal(M) :- true(cell(1, 3, M)), true(cell(2, 2, M)), true(cell(3, 1, M)).

open :- once(true(cell(_, _, b))).
terminal :- line(x) ; line(o) ; \+ open.
goal(P, 100) :- sign(P, M), line(M), !.
goal(P, 50) :- role(P), \+ line(x), \+ line(o).
goal(P, 0) :- sign(P, M), sign(Q, N), P \= Q, line(N), \+ line(M).
