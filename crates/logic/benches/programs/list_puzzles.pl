%% target 1.5
% Problems on lists: packing, run-length encoding, rotation, flattening, splitting.
run :- numlist(1, 40, L0), between(1, 1500, I), maplist({I}/[X, Y]>>(Y is (X * I) mod 4), L0, L), pack(L, P), encode(P, E), decode(E, L), flatten([P, [E]], F), length(F, _), split(L, 10, A, B), append(B, A, R), last(R, _), sum_list(R, _), sort(0, @>=, R, _), fail.
run.
pack([], []).
pack([X|Xs], [[X|G]|Gs]) :- take(X, Xs, G, R), pack(R, Gs).
take(X, [X|Xs], [X|G], R) :- !, take(X, Xs, G, R).
take(_, R, [], R).
encode([], []).
encode([G|Gs], [N-X|Es]) :- G = [X|_], length(G, N), encode(Gs, Es).
decode([], []).
decode([0-_|Es], L) :- !, decode(Es, L).
decode([N-X|Es], [X|L]) :- M is N - 1, decode([M-X|Es], L).
split(L, 0, [], L) :- !.
split([X|L], N, [X|A], B) :- M is N - 1, split(L, M, A, B).
