role(walker).
edge(a, b). edge(b, c). edge(c, a). edge(c, d).
path(X, Y) :- edge(X, Y).
path(X, Y) :- edge(X, Z), path(Z, Y).
init(at(a)). init(step(0)).
legal(walker, go(Y)) :- true(at(X)), edge(X, Y).
legal(walker, stay) :- true(at(X)), path(X, X).
next(at(Y)) :- does(walker, go(Y)).
next(at(X)) :- true(at(X)), does(walker, stay).
next(step(N)) :- true(step(M)), M < 4, N is M + 1.
terminal :- true(at(d)).
terminal :- true(step(4)).
goal(walker, G) :- true(at(d)), true(step(N)), G is 100 - 10 * N.
goal(walker, 0) :- \+ true(at(d)).
