%% target 1.5
% Association lists: insertion and look-up.
:- use_module(library(assoc)).
run :- empty_assoc(A0), insert(4000, A0, A), between(1, 100, _), look_up(4000, A), fail.
run.

insert(0, A, A) :- !.
insert(N, A0, A) :- K is N * 7919 mod 4001, put_assoc(K, A0, N, A1), M is N - 1, insert(M, A1, A).

look_up(0, _) :- !.
look_up(N, A) :- K is N * 7919 mod 4001, get_assoc(K, A, V), V =:= N, M is N - 1, look_up(M, A).
