%% target 1.5
% Taking atoms apart and joining them.
run :- between(1, 120000, I), N is I mod 100, atom_concat(item_, N, A), atom_codes(A, Cs), atom_length(A, L),
    atom_chars(B, [x, y]), sub_atom(A, 0, 4, _, S), S == item, length(Cs, L), atom_number(C, N), atom_concat(B, C, _),
    atomic_list_concat([a, b, N], '-', D), atomic_list_concat(Parts, '-', D), Parts = [_, _, _], fail.
run.
