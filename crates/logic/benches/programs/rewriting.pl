%% target 1.5
% Simplification of expressions by rewriting to a fixed point.
run :- between(1, 16000, _), simp((x * 1 + 0) * (y + 0 * z) + (2 + 3) * (w * 1 - 0) + x ^ 1, R), R == none, fail.
run.
simp(E, R) :- step(E, F), !, simp(F, R).
simp(E, E).
step(X + 0, X). step(0 + X, X). step(X - 0, X). step(X * 1, X). step(1 * X, X).
step(_ * 0, 0). step(0 * _, 0). step(X ^ 1, X).
step(A + B, C) :- number(A), number(B), C is A + B.
step(A * B, C) :- number(A), number(B), C is A * B.
step(E, F) :- compound(E), E =.. [Op, A, B], ( step(A, A1) -> F =.. [Op, A1, B] ; step(B, B1), F =.. [Op, A, B1] ).
