role(w). role(k).
after(1, 2). after(2, 3).
step(w, A, B) :- after(A, B).
step(k, A, B) :- after(B, A).
init(at(w, 1, 1)). init(at(w, 1, 2)). init(at(k, 3, 1)). init(at(k, 3, 2)). init(turn(w)).
held(R, C) :- true(at(_, R, C)).
legal(P, move(R, C, S, C)) :- true(turn(P)), true(at(P, R, C)), step(P, R, S), \+ held(S, C).
legal(P, move(R, C, S, D)) :-
    true(turn(P)), true(at(P, R, C)), step(P, R, S), (after(C, D) ; after(D, C)),
    true(at(Q, S, D)), Q \= P.
legal(P, noop) :- role(P), \+ true(turn(P)).
next(at(P, S, D)) :- does(P, move(_, _, S, D)).
next(at(P, R, C)) :- true(at(P, R, C)), \+ does(P, move(R, C, _, _)), \+ does(_, move(_, _, R, C)).
next(turn(Q)) :- role(Q), \+ true(turn(Q)).
stuck :- true(turn(P)), \+ (legal(P, M), M \= noop).
terminal :- true(at(w, 3, _)).
terminal :- true(at(k, 1, _)).
terminal :- stuck.
goal(P, 0) :- true(turn(P)).
goal(P, 100) :- role(P), \+ true(turn(P)).
