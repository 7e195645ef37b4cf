parent(ann, bob).
parent(ann, cid).
parent(bob, dee).
parent(cid, eve).
parent(cid, fay).
parent(gus, hal).
parent(ivy, hal).
female(ann).
female(dee).
female(eve).
female(fay).
female(ivy).
female(joy).
