% Pong Hau K'i: who cannot move loses.
role(white). role(black).
other(white,black). other(black,white).
adj(a,c). adj(a,d). adj(b,c). adj(b,e). adj(c,d). adj(c,e). adj(d,e).
near(X,Y) :- adj(X,Y).
near(X,Y) :- adj(Y,X).
init(at(a,white)). init(at(b,white)). init(at(d,black)). init(at(e,black)). init(at(c,empty)).
init(control(white)).
step(P,X,Y) :- near(X,Y), true(at(X,P)), true(at(Y,empty)).
legal(P,go(X,Y)) :- true(control(P)), step(P,X,Y).
legal(P,noop) :- role(P), \+ true(control(P)).
next(at(Y,P)) :- does(P,go(_,Y)).
next(at(X,empty)) :- does(_,go(X,_)).
next(at(Z,P)) :- true(at(Z,P)), \+ touched(Z).
touched(X) :- does(_,go(X,_)).
touched(Y) :- does(_,go(_,Y)).
next(control(Q)) :- true(control(P)), other(P,Q).
can(P) :- step(P,_,_).
terminal :- true(control(P)), \+ can(P).
goal(P,0) :- true(control(P)), \+ can(P).
goal(P,100) :- true(control(Q)), other(P,Q), \+ can(Q).
goal(P,50) :- true(control(Q)), role(P), can(Q).
