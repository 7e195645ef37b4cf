% 20,000 facts whose first argument is a structure, each looked up 5 times.
run :- between(1, 5, _), between(1, 20000, K), value(k(K), _), fail.
run.
