role(x). role(o).
square(1, 1). square(1, 2). square(2, 1). square(2, 2).
init(cell(R, C, b)) :- square(R, C).
init(control(x)).
legal(P, mark(R, C)) :- true(control(P)), true(cell(R, C, b)).
legal(P, noop) :- role(P), \+ true(control(P)).
next(cell(R, C, P)) :- does(P, mark(R, C)).
next(cell(R, C, Z)) :- true(cell(R, C, Z)), \+ does(_, mark(R, C)).
next(control(Q)) :- role(Q), \+ true(control(Q)).
line(P) :- role(P), square(R, _), count(C, true(cell(R, C, P)), 2).
terminal :- line(_).
terminal :- \+ true(cell(_, _, b)).
goal(P, 100) :- line(P).
goal(P, 50) :- role(P), \+ line(x), \+ line(o).
goal(x, 0) :- line(o).
goal(o, 0) :- line(x).
