%% target 1.5
% Walking over all subterms of a term with functor/3 and arg/3.
run :- tree(12, T), between(1, 100, _), count(T, 0, N), N =:= 8191, fail.
run.

tree(0, leaf) :- !.
tree(N, node(L, N, R)) :- M is N - 1, tree(M, L), tree(M, R).

count(T, C0, C) :-
    functor(T, Name, A),
    (   integer(Name) -> C = C0
    ;   C1 is C0 + 1, count_args(A, T, C1, C)
    ).

count_args(0, _, C, C) :- !.
count_args(I, T, C0, C) :- arg(I, T, A), count(A, C0, C1), J is I - 1, count_args(J, T, C1, C).
