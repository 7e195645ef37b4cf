% The even numbers of a list: two recursive clauses and a base clause.
enable_recursion.
max_clauses(3).
max_vars(5).
head_pred(kept,2).
body_pred(first,2).
body_pred(rest,2).
body_pred(empty,1).
body_pred(put,3).
body_pred(odd,1).
body_pred(even,1).
type(kept,(list,list)).
type(first,(list,number)).
type(rest,(list,list)).
type(empty,(list,)).
type(put,(number,list,list)).
type(odd,(number,)).
type(even,(number,)).
direction(kept,(in,out)).
direction(first,(in,out)).
direction(rest,(in,out)).
direction(empty,(out,)).
direction(put,(in,in,out)).
direction(odd,(in,)).
direction(even,(in,)).
% A clause calls each of these at most once.
single(first). single(rest). single(put).
:- single(P), clause(C), #count{Vars : body_literal(C,P,_,Vars)} > 1.
:- body_literal(1,empty,_,_).
% The base clause has tests only.
:- body_literal(0,_,2,_).
:- body_literal(0,_,3,_).
