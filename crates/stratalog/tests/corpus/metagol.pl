body_pred(mother/2). body_pred(father/2).
metarule(chain, [P,Q,R], [P,A,B], [[Q,A,C],[R,C,B]]).
metarule([P,Q], [P,A,B], [[Q,A,B]]).
ibk([map, [], []], []).
metagol:max_clauses(3).
mother(ann, amy). mother(ann, andy). father(steve, amy). father(amy, bob).
a :- Pos = [grandparent(ann, bob), grandparent(steve, bob)], Neg = [grandparent(amy, ann)],
    learn(Pos, Neg).
:- Pos = [parent(ann, amy)], learn(Pos, [parent(amy, ann)]).
