%% target 1.5
% Exceptions thrown and caught at different depths.
run :- between(1, 120000, N), catch(deep(N, 10), found(M), M == N), catch(atom_length(_, _), error(_, _), true), fail.
run.

deep(N, 0) :- throw(found(N)).
deep(N, D) :- E is D - 1, deep(N, E), true.
