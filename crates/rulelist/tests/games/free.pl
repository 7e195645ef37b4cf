% Two players fill three squares; nobody wins. Every move is as good as any other.

role(left).
role(right).

other(left, right).
other(right, left).

square(1).
square(2).
square(3).

init(empty(S)) :- square(S).
init(control(left)).

legal(P, fill(S)) :- true(control(P)), true(empty(S)).
legal(P, wait) :- role(P), \+ true(control(P)).

next(empty(S)) :- true(empty(S)), \+ filled(S).
next(control(Q)) :- true(control(P)), other(P, Q).

filled(S) :- does(_, fill(S)).
open :- true(empty(_)).

terminal :- \+ open.

goal(P, 50) :- role(P).
