%% target 3.0
%% facts trains
% Sums, maxima and counts over facts.
run :- between(1, 200, _),
    aggregate_all(count, has_car(_, _), _),
    aggregate_all(sum(N), load(_, _, N), _),
    aggregate_all(max(N, C), load(C, _, N), _),
    aggregate_all(bag(C), (wheels(C, 3), short(C)), _),
    fail.
run.
