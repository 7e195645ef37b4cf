% Lists of numbers.
head([H|_], H).
tail([_|T], T).
empty([]).
at_most(A, B) :- A =< B.
even(A) :- 0 is A mod 2.
odd(A) :- 1 is A mod 2.
