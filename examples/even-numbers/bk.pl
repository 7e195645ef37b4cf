zero(0).
before(N, M) :- N > 0, M is N - 1.
