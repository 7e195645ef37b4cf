%% target 1.5
% Taking terms apart and building them with =.. and copy_term/2.
run :- between(1, 200000, N), T = f(N, g(N, X), [a, X]), T =.. [F|Args], rev(Args, [], Back),
    U =.. [F|Back], copy_term(U, V), V =.. [_|As], length(As, 3), fail.
run.

rev([], R, R).
rev([X|Xs], A, R) :- rev(Xs, [X|A], R).
