mother(ann, bob). mother(ann, cid). mother(bea, dan). mother(dee, eve). mother(eve, fay).
father(abe, bob). father(bob, dan). father(cid, eve). father(dan, gus). father(gil, fay).
