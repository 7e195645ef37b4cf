%% target 1.5
% A state that is kept in a global variable and replaced in a deterministic loop.
run :- b_setval(state, s(0, [])), steps(100000), b_getval(state, s(S, _)), S > 0.

steps(0) :- !.
steps(N) :-
    b_getval(state, s(S0, _)),
    S is S0 + N mod 3,
    b_setval(state, s(S, [N])),
    M is N - 1,
    steps(M).
