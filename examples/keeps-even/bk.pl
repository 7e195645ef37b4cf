first([X|_],X).
rest([_|Xs],Xs).
empty([]).
put(X,Xs,[X|Xs]).
odd(X) :- 1 is X mod 2.
even(X) :- 0 is X mod 2.
