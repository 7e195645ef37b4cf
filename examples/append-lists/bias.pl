% One list after another.
head_pred(append_of,3).
body_pred(head,2).
body_pred(tail,2).
body_pred(empty,1).
body_pred(same,2).
enable_recursion.
max_body(5).
type(append_of,(list,list,list)).
type(head,(list,element)).
type(tail,(list,list)).
type(empty,(list,)).
type(same,(list,list)).
direction(append_of,(in,in,in)).
direction(head,(in,out)).
direction(tail,(in,out)).
direction(empty,(in,)).
direction(same,(in,in)).
