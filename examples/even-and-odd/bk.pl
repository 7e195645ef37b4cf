zero(0).
% The number before a number.
succ_of(N, M) :- integer(N), N > 0, M is N - 1.
