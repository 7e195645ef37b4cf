% Who is an aunt by blood of whom, by brothers and sisters.
:- modeh(*, aunt(+person, +person)).
:- modeb(*, sibling(+person, -person)).
:- modeb(*, parent(+person, -person)).
:- modeb(1, male(+person)).
:- modeb(1, female(+person)).
:- set(body_length, 3).

parent(ann, eve).
parent(bob, eve).
parent(ann, gus).
parent(bob, gus).
parent(ann, ida).
parent(bob, ida).
parent(dee, fay).
parent(cid, fay).
parent(dee, hal).
parent(cid, hal).
parent(dee, jon).
parent(cid, jon).
parent(eve, kim).
parent(hal, kim).
parent(eve, leo).
parent(hal, leo).
parent(eve, quin).
parent(hal, quin).
parent(fay, mia).
parent(gus, mia).
parent(fay, ned).
parent(gus, ned).
parent(ida, ola).
parent(jon, ola).
parent(ida, pia).
parent(jon, pia).

male(bob).
male(cid).
male(gus).
male(hal).
male(jon).
male(leo).
male(ned).
male(quin).
female(ann).
female(dee).
female(eve).
female(fay).
female(ida).
female(kim).
female(mia).
female(ola).
female(pia).

sibling(X, Y) :- parent(P, X), parent(P, Y), X \== Y.

pos(aunt(eve, mia)).
pos(aunt(eve, ned)).
pos(aunt(eve, ola)).
pos(aunt(eve, pia)).
pos(aunt(fay, kim)).
pos(aunt(fay, leo)).
pos(aunt(fay, ola)).
pos(aunt(fay, pia)).
pos(aunt(fay, quin)).
pos(aunt(ida, kim)).
pos(aunt(ida, leo)).
pos(aunt(ida, mia)).
pos(aunt(ida, ned)).
pos(aunt(ida, quin)).

neg(aunt(ann, bob)).
neg(aunt(ann, cid)).
neg(aunt(ann, dee)).
neg(aunt(ann, hal)).
neg(aunt(ann, ida)).
neg(aunt(ann, leo)).
neg(aunt(ann, ned)).
neg(aunt(ann, pia)).
neg(aunt(bob, ned)).
neg(aunt(bob, ola)).
neg(aunt(bob, quin)).
neg(aunt(cid, cid)).
neg(aunt(cid, gus)).
neg(aunt(cid, ida)).
neg(aunt(cid, pia)).
neg(aunt(dee, ann)).
neg(aunt(dee, cid)).
neg(aunt(dee, mia)).
neg(aunt(eve, dee)).
neg(aunt(eve, kim)).
neg(aunt(fay, gus)).
neg(aunt(fay, ida)).
neg(aunt(gus, ann)).
neg(aunt(gus, bob)).
neg(aunt(gus, cid)).
neg(aunt(gus, dee)).
neg(aunt(gus, gus)).
neg(aunt(gus, hal)).
neg(aunt(gus, jon)).
neg(aunt(gus, quin)).
neg(aunt(hal, fay)).
neg(aunt(hal, gus)).
neg(aunt(hal, kim)).
neg(aunt(hal, leo)).
neg(aunt(hal, ned)).
neg(aunt(ida, gus)).
neg(aunt(ida, hal)).
neg(aunt(ida, ida)).
neg(aunt(jon, bob)).
neg(aunt(jon, eve)).
neg(aunt(jon, gus)).
neg(aunt(jon, jon)).
neg(aunt(jon, pia)).
neg(aunt(kim, ola)).
neg(aunt(kim, quin)).
neg(aunt(leo, ann)).
neg(aunt(leo, bob)).
neg(aunt(leo, jon)).
neg(aunt(leo, leo)).
neg(aunt(leo, ned)).
neg(aunt(mia, ann)).
neg(aunt(mia, cid)).
neg(aunt(mia, hal)).
neg(aunt(mia, ida)).
neg(aunt(mia, jon)).
neg(aunt(mia, ned)).
neg(aunt(mia, ola)).
neg(aunt(ned, bob)).
neg(aunt(ned, cid)).
neg(aunt(ned, dee)).
neg(aunt(ned, fay)).
neg(aunt(ned, gus)).
neg(aunt(ned, hal)).
neg(aunt(ned, ida)).
neg(aunt(ned, kim)).
neg(aunt(ned, mia)).
neg(aunt(ned, ola)).
neg(aunt(ned, pia)).
neg(aunt(ola, bob)).
neg(aunt(ola, eve)).
neg(aunt(ola, fay)).
neg(aunt(ola, jon)).
neg(aunt(ola, kim)).
neg(aunt(ola, ned)).
neg(aunt(pia, bob)).
neg(aunt(pia, hal)).
neg(aunt(pia, kim)).
neg(aunt(pia, mia)).
neg(aunt(pia, ned)).
neg(aunt(pia, ola)).
neg(aunt(pia, pia)).
neg(aunt(quin, bob)).
neg(aunt(quin, fay)).
neg(aunt(quin, ida)).
neg(aunt(quin, jon)).
neg(aunt(quin, kim)).
neg(aunt(quin, mia)).
neg(aunt(quin, ola)).
neg(aunt(quin, pia)).
neg(aunt(quin, quin)).
