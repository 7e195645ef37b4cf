% Two predicates to be learned. The one that bodies may use, even, is learned first, and
% its clauses are background for the other.
enable_recursion.
max_vars(3).
head_pred(even, 1).
head_pred(odd, 1).
body_pred(even, 1).
body_pred(zero, 1).
body_pred(succ_of, 2).
type(even, (number,)).
type(odd, (number,)).
type(zero, (number,)).
type(succ_of, (number, number)).
direction(even, (in,)).
direction(odd, (in,)).
direction(zero, (in,)).
direction(succ_of, (in, out)).
