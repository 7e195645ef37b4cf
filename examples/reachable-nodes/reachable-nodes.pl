% Which nodes of a directed graph can be reached from which.
:- modeh(*, path(+node, +node)).
:- modeb(*, edge(+node, -node)).
:- modeb(1, path(+node, +node)).
:- set(body_length, 2).

edge(a, b).
edge(b, c).
edge(c, d).
edge(e, f).
edge(f, g).
edge(h, i).
edge(c, e).
edge(k, l).

pos(path(a, b)).
pos(path(a, c)).
pos(path(a, d)).
pos(path(a, e)).
pos(path(a, f)).
pos(path(a, g)).
pos(path(b, c)).
pos(path(b, d)).
pos(path(b, e)).
pos(path(b, f)).
pos(path(b, g)).
pos(path(c, d)).
pos(path(c, e)).
pos(path(c, f)).
pos(path(c, g)).
pos(path(e, f)).
pos(path(e, g)).
pos(path(f, g)).
pos(path(h, i)).
pos(path(k, l)).

neg(path(a, i)).
neg(path(a, l)).
neg(path(b, h)).
neg(path(b, k)).
neg(path(c, a)).
neg(path(c, i)).
neg(path(c, k)).
neg(path(d, c)).
neg(path(d, d)).
neg(path(d, e)).
neg(path(d, h)).
neg(path(d, l)).
neg(path(e, c)).
neg(path(e, h)).
neg(path(e, i)).
neg(path(e, k)).
neg(path(e, l)).
neg(path(f, a)).
neg(path(f, c)).
neg(path(f, e)).
neg(path(f, i)).
neg(path(f, k)).
neg(path(g, d)).
neg(path(g, f)).
neg(path(g, h)).
neg(path(g, l)).
neg(path(h, d)).
neg(path(h, e)).
neg(path(h, k)).
neg(path(i, a)).
neg(path(i, b)).
neg(path(i, c)).
neg(path(i, e)).
neg(path(i, g)).
neg(path(i, h)).
neg(path(k, d)).
neg(path(k, g)).
neg(path(k, i)).
neg(path(l, e)).
neg(path(l, f)).
