tail([_|T], T).
empty([]).
zero(0).
next(N, M) :- N < 20, M is N + 1.
