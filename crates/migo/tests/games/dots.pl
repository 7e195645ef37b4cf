% Dots and boxes on 1x2 boxes: who closes a box moves again.
role(red). role(blue).
other(red,blue). other(blue,red).
% edges: h(1..2,1..2), v(1,1..3)
edge(h(R,C)) :- between(1,2,R), between(1,2,C).
edge(v(1,C)) :- between(1,3,C).
box(C, h(1,C), h(2,C), v(1,C), v(1,D)) :- between(1,2,C), D is C+1.
init(open(E)) :- edge(E).
init(control(red)).
init(score(red,0)). init(score(blue,0)).
legal(P,draw(E)) :- true(control(P)), true(open(E)).
legal(P,noop) :- role(P), \+ true(control(P)).
gone(E) :- edge(E), \+ true(open(E)).
gone(E) :- does(_,draw(E)).
was_closed(B) :- box(B,W,X,Y,Z), \+ true(open(W)), \+ true(open(X)), \+ true(open(Y)), \+ true(open(Z)).
is_closed(B) :- box(B,W,X,Y,Z), gone(W), gone(X), gone(Y), gone(Z).
new(B) :- is_closed(B), \+ was_closed(B).
scored :- new(_).
gain(0) :- \+ scored.
gain(1) :- new(1), \+ new(2).
gain(1) :- new(2), \+ new(1).
gain(2) :- new(1), new(2).
next(open(E)) :- true(open(E)), \+ does(red,draw(E)), \+ does(blue,draw(E)).
next(score(P,N)) :- true(control(P)), true(score(P,M)), gain(G), N is M+G.
next(score(Q,N)) :- true(control(P)), other(P,Q), true(score(Q,N)).
next(control(P)) :- true(control(P)), scored.
next(control(Q)) :- true(control(P)), other(P,Q), \+ scored.
left :- true(open(_)).
terminal :- \+ left.
goal(P,100) :- true(score(P,N)), other(P,Q), true(score(Q,M)), N > M.
goal(P,0) :- true(score(P,N)), other(P,Q), true(score(Q,M)), N < M.
goal(P,50) :- true(score(P,N)), other(P,Q), true(score(Q,N)).
