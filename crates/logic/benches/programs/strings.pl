%% target 1.5
% Splitting and joining strings.
run :- between(1, 150000, I), N is I mod 100, string_concat("row ", N, S), split_string(S, " ", "", [_, T]),
    number_string(M, T), M =:= N, string_upper(S, U), sub_string(U, 0, 3, _, P), P == "ROW", string_codes(S, Cs),
    string_codes(S2, Cs), S2 == S, string_length(S, L), L > 4, fail.
run.
