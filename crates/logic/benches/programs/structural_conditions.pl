%% target 1.5
% Conditions that call predicates: an interpreter of small expressions.
run :- between(1, 150000, N), Env = [x-N, y-2, z-3],
    eval(if(less(var(x), num(100)), add(var(x), mul(var(y), var(z))), sub(var(x), mul(num(2), var(z)))), Env, _),
    fail.
run.

eval(E, Env, V) :-
    (   E = num(N) -> V = N
    ;   E = var(X) -> lookup(X, Env, V)
    ;   E = if(C, A, B) -> ( holds(C, Env) -> eval(A, Env, V) ; eval(B, Env, V) )
    ;   E =.. [Op, A, B], eval(A, Env, VA), eval(B, Env, VB), apply_op(Op, VA, VB, V)
    ).

holds(less(A, B), Env) :- eval(A, Env, VA), eval(B, Env, VB), VA < VB.

apply_op(add, A, B, C) :- C is A + B.
apply_op(sub, A, B, C) :- C is A - B.
apply_op(mul, A, B, C) :- C is A * B.

lookup(X, [Y-V|Rest], R) :- ( X == Y -> R = V ; lookup(X, Rest, R) ).
