%% target 1.5
% Texts made by format/3, with_output_to/2 and term_to_atom/2.
run :- between(1, 40000, I), format(atom(A), "~w-~d ~a~n", [f(I, x), I, abc]), atom_length(A, N), N > 0, term_to_atom(g(I, [a, B, B], 'X y'), T), atom_length(T, M), M < 0, fail.
run.
