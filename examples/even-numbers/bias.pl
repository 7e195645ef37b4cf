% Even numbers, by counting down.
head_pred(even,1).
body_pred(zero,1).
body_pred(before,2).
enable_recursion.
max_body(3).
type(even,(number,)).
type(zero,(number,)).
type(before,(number,number)).
direction(even,(in,)).
direction(zero,(in,)).
direction(before,(in,out)).
