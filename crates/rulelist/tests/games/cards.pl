% Cards in a row: the players take the first or the last in turn, and who has the
% greater sum wins. Sums grow without a bound in the rules.

role(left).
role(right).

other(left, right).
other(right, left).

card(1, 3).
card(2, 7).
card(3, 2).
card(4, 9).
card(5, 4).

init(first(1)).
init(last(5)).
init(sum(left, 0)).
init(sum(right, 0)).
init(control(left)).

legal(P, take_first) :- true(control(P)).
legal(P, take_last) :- true(control(P)), true(first(F)), true(last(L)), F < L.
legal(P, noop) :- role(P), \+ true(control(P)).

next(first(M)) :- does(_, take_first), true(first(F)), M is F + 1.
next(first(F)) :- does(_, take_last), true(first(F)).
next(last(M)) :- does(_, take_last), true(last(L)), M is L - 1.
next(last(L)) :- does(_, take_first), true(last(L)).
next(sum(P, N)) :- does(P, take_first), true(first(F)), card(F, K), true(sum(P, M)), N is M + K.
next(sum(P, N)) :- does(P, take_last), true(last(L)), card(L, K), true(sum(P, M)), N is M + K.
next(sum(P, N)) :- does(P, noop), true(sum(P, N)).
next(control(Q)) :- true(control(P)), other(P, Q).

terminal :- true(first(F)), true(last(L)), F > L.

goal(P, 100) :- other(P, Q), true(sum(P, N)), true(sum(Q, M)), N > M.
goal(P, 0) :- other(P, Q), true(sum(P, N)), true(sum(Q, M)), N < M.
goal(P, 50) :- other(P, Q), true(sum(P, N)), true(sum(Q, N)).
