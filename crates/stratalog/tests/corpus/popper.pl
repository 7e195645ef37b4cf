head_pred(f, 2).
body_pred(tail, 2). body_pred(head, 2). body_pred(one, 1).
type(f, (list, int)). type(tail, (list, list)). type(head, (list, int)). type(one, (int,)).
direction(f, (in, out)). direction(tail, (in, out)). direction(head, (in, out)).
direction(one, (out,)).
constant(c, int). body_pred(C, 1) :- constant(C, _). type(C, (T,)) :- constant(C, T).
max_vars(4). max_body(3). max_clauses(2). enable_recursion.
:- clause(C), #count{V : var_type(C, V, list)} != 1.
bad_body(head, (A, A)) :- var(A).
%---
:- use_module(library(lists)).
tail([_|T], T). head([H|_], H). one(1). c(3).
%---
pos(f([1, 2], 2)). pos(f([3], 3)). neg(f([1, 2], 1)).
