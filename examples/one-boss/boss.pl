% Who leads whom. An integrity constraint says that nobody leads somebody of the same
% rank: the shorter clause, which the few negatives do not refute, is ruled out.
:- modeh(1, leads(+person, +person)).
:- modeb(1, same_team(+person, +person)).
:- modeb(1, rank(+person, -rank)).
:- modeb(1, above(+rank, +rank)).
:- set(body_length, 4).

false :- leads(A, B), rank(A, R), rank(B, R).

same_team(ann, bob).
same_team(ann, cid).
same_team(bob, cid).
same_team(bob, dan).
same_team(dee, eve).
same_team(dee, fay).
same_team(fay, eve).

rank(ann, 3).
rank(bob, 2).
rank(cid, 2).
rank(dan, 1).
rank(dee, 3).
rank(eve, 1).
rank(fay, 1).

above(3, 2).
above(3, 1).
above(2, 1).

pos(leads(ann, bob)).
pos(leads(ann, cid)).
pos(leads(bob, dan)).
pos(leads(dee, eve)).
pos(leads(dee, fay)).
neg(leads(bob, ann)).
neg(leads(ann, eve)).
neg(leads(eve, dee)).
