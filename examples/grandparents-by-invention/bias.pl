% At most three clauses: too few without an auxiliary predicate.
enable_pi.
max_clauses(3).
head_pred(grandparent,2).
body_pred(mother,2).
body_pred(father,2).
