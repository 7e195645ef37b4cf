:- modeh(1, grandparent(+p, +p)).
:- modeb(*, parent(+p, -p)).
:- determination(grandparent/2, parent/2).
:- set(clauselength, 3).
:- set(nodes, 100).
p(a). p(b). p(c).
parent(a, b). parent(b, c).
%---
grandparent(a, c).
%---
grandparent(a, b).
