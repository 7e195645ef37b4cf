% Whether an element is in a list.
head_pred(member_of,2).
body_pred(head,2).
body_pred(tail,2).
enable_recursion.
max_body(2).
type(member_of,(element,list)).
type(head,(list,element)).
type(tail,(list,list)).
direction(member_of,(in,in)).
direction(head,(in,out)).
direction(tail,(in,out)).
