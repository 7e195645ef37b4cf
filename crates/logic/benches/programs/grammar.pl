%% target 1.5
% A grammar of arithmetic expressions, parsed from codes.
run :- atom_codes('12+3*(45-6)*7+(8-9)*10-11', Cs), between(1, 40000, _), phrase(expression(V), Cs), V < 0, fail.
run.

expression(V) --> term(T), more_terms(T, V).
more_terms(V0, V) --> "+", !, term(T), { V1 is V0 + T }, more_terms(V1, V).
more_terms(V0, V) --> "-", !, term(T), { V1 is V0 - T }, more_terms(V1, V).
more_terms(V, V) --> [].
term(V) --> factor(F), more_factors(F, V).
more_factors(V0, V) --> "*", !, factor(F), { V1 is V0 * F }, more_factors(V1, V).
more_factors(V, V) --> [].
factor(V) --> "(", !, expression(V), ")".
factor(V) --> digit(D), digits(D, V).
digits(V0, V) --> digit(D), !, { V1 is 10 * V0 + D }, digits(V1, V).
digits(V, V) --> [].
digit(D) --> [C], { C >= 0'0, C =< 0'9, D is C - 0'0 }.
