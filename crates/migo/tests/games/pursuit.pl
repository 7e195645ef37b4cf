% A cat hunts a mouse on a 3x4 grid; the mouse wins at its hole in the corner.
role(cat). role(mouse).
other(cat,mouse). other(mouse,cat).
square(R,C) :- between(1,3,R), between(1,4,C).
near(R,C,R,D) :- square(R,C), D is C+1, square(R,D).
near(R,C,R,D) :- square(R,C), D is C-1, square(R,D).
near(R,C,S,C) :- square(R,C), S is R+1, square(S,C).
near(R,C,S,C) :- square(R,C), S is R-1, square(S,C).
init(at(cat,1,1)). init(at(mouse,3,1)). init(control(cat)).
legal(P,to(S,D)) :- true(control(P)), true(at(P,R,C)), near(R,C,S,D).
legal(P,noop) :- role(P), \+ true(control(P)).
next(at(P,S,D)) :- does(P,to(S,D)).
next(at(P,R,C)) :- true(at(P,R,C)), \+ true(control(P)).
next(control(Q)) :- true(control(P)), other(P,Q).
caught :- true(at(cat,R,C)), true(at(mouse,R,C)).
home :- true(at(mouse,1,4)), \+ caught.
terminal :- caught.
terminal :- home.
goal(cat,100) :- caught.
goal(mouse,0) :- caught.
goal(mouse,100) :- home.
goal(cat,0) :- home.
goal(P,50) :- role(P), \+ caught, \+ home.
