%% target 1.5
% Naive reverse of a 30-element list, 100,000 times: 49,600,000 inferences.
app([], L, L).
app([H|T], L, [H|R]) :- app(T, L, R).

nrev([], []).
nrev([H|T], R) :- nrev(T, RT), app(RT, [H], R).

run :- numlist(1, 30, L), between(1, 100000, _), nrev(L, _), fail.
run.
