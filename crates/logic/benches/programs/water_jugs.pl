%% target 1.5
% Water jugs: depth-first search with a list of visited states.
run :- between(1, 1500, _), findall(L, (path(s(0,0,0), [s(0,0,0)], P), length(P, L)), Ls), min_list(Ls, M), M < 2, fail.
run.
path(S, V, V) :- goal(S), !.
path(S, V, P) :- step(S, T), \+ member(T, V), length(V, N), N < 9, path(T, [T|V], P).
goal(s(4, _, _)).
goal(s(_, 4, _)).
step(s(_, B, C), s(8, B, C)).
step(s(A, _, C), s(A, 5, C)).
step(s(A, B, C), s(0, B, C)) :- A > 0.
step(s(A, B, C), s(A, 0, C)) :- B > 0.
step(s(A, B, C), s(A1, B1, C)) :- A > 0, B < 5, T is min(A, 5 - B), A1 is A - T, B1 is B + T.
step(s(A, B, C), s(A1, B1, C)) :- B > 0, A < 8, T is min(B, 8 - A), A1 is A + T, B1 is B - T.
