% Subterms and their occurrences.

contains_term(X, T) :- \+ free_of_term(X, T).
contains_var(X, T) :- \+ free_of_var(X, T).
free_of_term(X, T) :- \+ ( sub_term(S, T), S = X ).
free_of_var(X, T) :- \+ ( sub_term(S, T), S == X ).
occurrences_of_term(X, T, N) :- aggregate_all(count, ( sub_term(S, T), subsumes_term(X, S) ), N).
occurrences_of_var(X, T, N) :- aggregate_all(count, ( sub_term(S, T), S == X ), N).
sub_term(T, T).
sub_term(S, T) :- compound(T), arg(_, T, A), sub_term(S, A).
sub_var(X, T) :- contains_var(X, T).
