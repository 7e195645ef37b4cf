% Days that are warm but not hot. The bounds are found from the examples: the second
% argument of a numerical predicate is a constant.
max_vars(2).
head_pred(pleasant, 1).
body_pred(temperature, 2).
body_pred(wind, 2).
numerical_pred(geq, 2).
numerical_pred(leq, 2).
type(pleasant, (day,)).
type(temperature, (day, degrees)).
type(wind, (day, speed)).
type(geq, (degrees, degrees)).
type(leq, (degrees, degrees)).
