% How long a list is.
head_pred(length_of,2).
body_pred(tail,2).
body_pred(empty,1).
body_pred(zero,1).
body_pred(next,2).
enable_recursion.
max_body(3).
type(length_of,(list,number)).
type(tail,(list,list)).
type(empty,(list,)).
type(zero,(number,)).
type(next,(number,number)).
direction(length_of,(in,out)).
direction(tail,(in,out)).
direction(empty,(in,)).
direction(zero,(out,)).
direction(next,(in,out)).
