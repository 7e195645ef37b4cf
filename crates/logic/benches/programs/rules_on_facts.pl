%% target 3.0
%% facts trains
% Rules that call rules that call facts, as in a background file.
run :- between(1, 100, _), example(T), ( good(T) -> true ; true ), fail.
run.

good(T) :- small_closed(T, C), heavy(C).
good(T) :- has_car(T, C), has_car(T, D), C \== D, similar(C, D), \+ heavy(C).

small_closed(T, C) :- has_car(T, C), short(C), closed(C).
heavy(C) :- load(C, _, N), N >= 3.
similar(C, D) :- wheels(C, W), wheels(D, W), load(C, S, _), load(D, S, _).
