% Both choose a coin at the same time; the matcher wins if they are equal.

role(matcher).
role(other).

init(open).

side(heads).
side(tails).

legal(P, show(S)) :- role(P), side(S).

next(shown(P, S)) :- does(P, show(S)).

same :- true(shown(matcher, S)), true(shown(other, S)).

terminal :- true(shown(matcher, _)).

goal(matcher, 100) :- same.
goal(matcher, 0) :- \+ same.
goal(other, 0) :- same.
goal(other, 100) :- \+ same.
