first([X|_],X).
rest([_|Xs],Xs).
empty([]).
put(X,Xs,[X|Xs]).
