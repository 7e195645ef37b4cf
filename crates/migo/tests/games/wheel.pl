% Two pieces each on a ring of four points and a hub: step to the empty point; who cannot loses.
% Nobody is ever blocked, so that no move wins or loses.
role(black). role(white).
other(black, white). other(white, black).
init(control(black)).
init(at(r1, black)). init(at(r2, black)). init(at(r3, white)). init(at(r4, white)). init(empty(hub)).
ring(r1, r2). ring(r2, r3). ring(r3, r4). ring(r4, r1).
next_to(A, B) :- ring(A, B).
next_to(A, B) :- ring(B, A).
next_to(A, hub) :- ring(A, _).
next_to(hub, A) :- ring(A, _).
menaced(P, A) :- next_to(A, B), B \= hub, other(P, Q), true(at(B, Q)).
step(P, A, B) :- true(at(A, P)), true(empty(B)), next_to(A, B), B \= hub.
step(P, A, hub) :- true(at(A, P)), true(empty(hub)), A \= hub, menaced(P, A).
legal(P, noop) :- role(P), \+ true(control(P)).
legal(P, go(A, B)) :- true(control(P)), step(P, A, B).
next(control(Q)) :- true(control(P)), other(P, Q).
next(at(B, P)) :- does(P, go(_, B)).
next(at(A, P)) :- true(at(A, P)), \+ does(P, go(A, _)).
next(empty(A)) :- does(_, go(A, _)).
can :- true(control(P)), step(P, _, _).
terminal :- \+ can.
goal(P, 0) :- true(control(P)).
goal(P, 100) :- role(P), \+ true(control(P)).
