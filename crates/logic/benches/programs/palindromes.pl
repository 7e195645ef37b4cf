%% target 1.5
% Characters of numbers and words: palindromes and letters.
run :- between(1, 300000, N), number_codes(N, Cs), reverse(Cs, Cs), N < 0, fail.
run :- between(1, 10000, _), atom_chars(characteristically, Cs), msort(Cs, S), clumped_pairs(S, P), length(P, L), L < 0, fail.
run.

clumped_pairs([], []).
clumped_pairs([C|Cs], [C-N|Ps]) :- same(Cs, C, 1, N, Rest), clumped_pairs(Rest, Ps).
same([C|Cs], D, N0, N, Rest) :- C == D, !, N1 is N0 + 1, same(Cs, D, N1, N, Rest).
same(Rest, _, N, N, Rest).
