% Learn what a grandparent is: a parent has to be invented.
%
%   stratalog induce examples/metarules/grandparent.pl --method metarules

body_pred(mother/2).
body_pred(father/2).

metarule(identity, [P, Q], [P, A, B], [[Q, A, B]]).
metarule(chain, [P, Q, R], [P, A, B], [[Q, A, C], [R, C, B]]).

mother(ann, amy).
mother(ann, andy).
mother(amy, amelia).
mother(linda, gavin).
father(steve, amy).
father(steve, andy).
father(gavin, amelia).
father(andy, spongebob).

pos(grandparent(ann, amelia)).
pos(grandparent(steve, amelia)).
pos(grandparent(ann, spongebob)).
pos(grandparent(steve, spongebob)).
pos(grandparent(linda, amelia)).
neg(grandparent(amy, amelia)).
