% Who is a grandparent of whom.
:- modeh(*, grandparent(+person, +person)).
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

pos(grandparent(ann, kim)).
pos(grandparent(ann, leo)).
pos(grandparent(ann, mia)).
pos(grandparent(ann, ned)).
pos(grandparent(ann, ola)).
pos(grandparent(ann, pia)).
pos(grandparent(ann, quin)).
pos(grandparent(bob, kim)).
pos(grandparent(bob, leo)).
pos(grandparent(bob, mia)).
pos(grandparent(bob, ned)).
pos(grandparent(bob, ola)).
pos(grandparent(bob, pia)).
pos(grandparent(bob, quin)).
pos(grandparent(cid, kim)).
pos(grandparent(cid, leo)).
pos(grandparent(cid, mia)).
pos(grandparent(cid, ned)).
pos(grandparent(cid, ola)).
pos(grandparent(cid, pia)).
pos(grandparent(cid, quin)).
pos(grandparent(dee, kim)).
pos(grandparent(dee, leo)).
pos(grandparent(dee, mia)).
pos(grandparent(dee, ned)).
pos(grandparent(dee, ola)).
pos(grandparent(dee, pia)).
pos(grandparent(dee, quin)).

neg(grandparent(ann, ida)).
neg(grandparent(bob, ann)).
neg(grandparent(bob, bob)).
neg(grandparent(bob, eve)).
neg(grandparent(bob, gus)).
neg(grandparent(cid, cid)).
neg(grandparent(cid, gus)).
neg(grandparent(eve, bob)).
neg(grandparent(eve, fay)).
neg(grandparent(eve, mia)).
neg(grandparent(fay, bob)).
neg(grandparent(fay, gus)).
neg(grandparent(fay, ida)).
neg(grandparent(fay, jon)).
neg(grandparent(gus, cid)).
neg(grandparent(gus, gus)).
neg(grandparent(gus, jon)).
neg(grandparent(gus, kim)).
neg(grandparent(gus, ned)).
neg(grandparent(gus, ola)).
neg(grandparent(hal, ida)).
neg(grandparent(hal, leo)).
neg(grandparent(hal, pia)).
neg(grandparent(ida, kim)).
neg(grandparent(jon, ann)).
neg(grandparent(jon, ida)).
neg(grandparent(jon, kim)).
neg(grandparent(jon, mia)).
neg(grandparent(kim, dee)).
neg(grandparent(kim, eve)).
neg(grandparent(kim, fay)).
neg(grandparent(kim, kim)).
neg(grandparent(kim, mia)).
neg(grandparent(kim, pia)).
neg(grandparent(leo, bob)).
neg(grandparent(leo, cid)).
neg(grandparent(leo, eve)).
neg(grandparent(leo, fay)).
neg(grandparent(mia, bob)).
neg(grandparent(mia, cid)).
neg(grandparent(mia, dee)).
neg(grandparent(mia, eve)).
neg(grandparent(mia, gus)).
neg(grandparent(mia, hal)).
neg(grandparent(mia, leo)).
neg(grandparent(mia, ola)).
neg(grandparent(ned, fay)).
neg(grandparent(ned, hal)).
neg(grandparent(ned, jon)).
neg(grandparent(ned, kim)).
neg(grandparent(ola, hal)).
neg(grandparent(ola, quin)).
neg(grandparent(pia, ann)).
neg(grandparent(pia, kim)).
neg(grandparent(pia, pia)).
neg(grandparent(quin, bob)).
neg(grandparent(quin, cid)).
neg(grandparent(quin, mia)).
neg(grandparent(quin, ned)).
neg(grandparent(quin, quin)).
