% Women without children, by a negated literal. Negation is off unless the bias
% enables it.
enable_negation.
max_vars(3).
head_pred(childless_woman, 1).
body_pred(parent, 2).
body_pred(female, 1).
type(childless_woman, (person,)).
type(parent, (person, person)).
type(female, (person,)).
