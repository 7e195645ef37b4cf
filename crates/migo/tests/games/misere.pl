% Misere noughts-and-crosses: three in a row loses.
role(x). role(o).
other(x,o). other(o,x).
line(1,2,3). line(4,5,6). line(7,8,9). line(1,4,7). line(2,5,8). line(3,6,9). line(1,5,9). line(3,5,7).
init(cell(N,b)) :- between(1,9,N).
init(control(x)).
legal(P,mark(N)) :- true(control(P)), true(cell(N,b)).
legal(P,noop) :- role(P), \+ true(control(P)).
next(cell(N,P)) :- does(P,mark(N)).
next(cell(N,X)) :- true(cell(N,X)), \+ marked(N).
marked(N) :- does(_,mark(N)).
next(control(Q)) :- true(control(P)), other(P,Q).
row(P) :- role(P), line(A,B,C), true(cell(A,P)), true(cell(B,P)), true(cell(C,P)).
open :- true(cell(_,b)).
terminal :- row(_).
terminal :- \+ open.
goal(P,0) :- row(P).
goal(P,100) :- other(P,Q), row(Q).
goal(P,50) :- role(P), \+ row(x), \+ row(o).
