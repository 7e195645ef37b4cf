% Counters in two rows: a player removes one or two neighbours of a row; who removes
% the last counter loses. Turns and waiting have names of their own, and the goals
% count.

role(north).
role(south).

init(to_play(north)).
init(counter(R, C)) :- place(R, C).

place(R, C) :- between(1, 2, R), between(1, 4, C).

legal(P, remove(R, C)) :- true(to_play(P)), true(counter(R, C)).
legal(P, remove_two(R, C)) :-
    true(to_play(P)), true(counter(R, C)), D is C + 1, true(counter(R, D)).
legal(P, wait) :- role(P), true(to_play(Q)), distinct(P, Q).

removed(R, C) :- does(_, remove(R, C)).
removed(R, C) :- does(_, remove_two(R, C)).
removed(R, D) :- does(_, remove_two(R, C)), D is C + 1.

next(counter(R, C)) :- true(counter(R, C)), \+ removed(R, C).
next(to_play(P)) :- does(P, wait).

left(N) :- count(R-C, true(counter(R, C)), N).

terminal :- left(0).

goal(P, 100) :- true(to_play(P)), left(0).
goal(P, 0) :- role(P), true(to_play(Q)), distinct(P, Q), left(0).
goal(P, 50) :- role(P), left(N), N > 0.
