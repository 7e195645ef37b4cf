%% target 1.5
% Global variables as counters.
run :- nb_setval(count, 0), between(1, 1000000, _), nb_getval(count, N), M is N + 1, nb_setval(count, M), fail.
run :- nb_getval(count, 1000000).
