% Chomp: who eats the poisoned square (1,1) loses.
rows(3). columns(4).
role(first). role(second).
other(first,second). other(second,first).
init(piece(R,C)) :- rows(M), columns(N), between(1,M,R), between(1,N,C).
init(control(first)).
legal(P,eat(R,C)) :- true(control(P)), true(piece(R,C)).
legal(P,noop) :- role(P), \+ true(control(P)).
eaten(R,C) :- true(piece(R,C)), does(_,eat(A,B)), R >= A, C >= B.
next(piece(R,C)) :- true(piece(R,C)), \+ eaten(R,C).
next(control(Q)) :- true(control(P)), other(P,Q).
left :- true(piece(_,_)).
terminal :- \+ left.
goal(P,100) :- true(control(P)).
goal(P,0) :- role(P), \+ true(control(P)).
