% All solutions: findall, bagof, setof, aggregate_all.

%%% collections of the answers of joins
e(1, 2). e(2, 3). e(3, 1). e(3, 3). e(4, 4611686018427387904).
n(1, f(a)). n(2, g). n(3, f(b)).
?- aggregate_all(count, ( e(X, Y), e(Y, Z) ), N).
?- X = Y, aggregate_all(count, ( e(X, Z), e(Y, Z) ), N).
?- X = Y, findall(X-Y, ( e(X, Z), e(Z, Y) ), L).
?- aggregate_all(count, e(X, X), N).
?- findall(Y, ( e(X, Y), e(Y, _) ), L).
?- findall(r(X, k, Z, 7), ( e(X, Y), e(Y, Z) ), L).
?- findall([X, Z], ( e(X, Y), e(Y, Z) ), L).
?- findall(X-T, ( e(X, Y), n(Y, T) ), L).
?- findall(X-W, ( e(X, Y), n(Y, T) ), L).
?- findall(S, ( e(X, Y), S is Y * 8, e(X, _) ), L).
?- findall(S-X, ( e(X, Y), S is X + Y, e(S, _) ), L).
?- X = f(_), findall(X, ( n(Y, X), e(Y, _) ), L).
?- X = 3, findall(X-Y, e(X, Y), L).
?- findall(X, ( e(X, Y), \+ n(Y, _) ), L).
?- findall(Y-L1, ( n(Y, _), findall(Z, e(Y, Z), L1) ), L).
?- aggregate_all(max(Y, X), e(X, Y), M).
?- aggregate_all(sum(X * Y), ( e(X, Y), n(X, _) ), M).
?- aggregate_all(bag(X), ( e(X, Y), n(Y, g) ), L).
?- aggregate_all(set(Y), ( e(_, Y), e(Y, _) ), L).
?- findall(X, ( n(X, _), ! , e(X, _) ), L).

%%% findall
p(1, a). p(2, b). p(3, a). p(2, b).
?- findall(X, p(X, _), L).
?- findall(X-Y, p(X, Y), L).
?- findall(X, p(X, z), L).
?- findall(f(X, Z), p(X, _), L).
?- findall(X, ( p(X, Y), X > 1 ), L).
?- findall(L1, findall(X, p(X, a), L1), L).
?- findall(X, member(X, [1, Y, Z, Y]), L).
?- findall(X, p(X, Y), [A, B | C]).
?- findall(X, p(X, Y), [1, 2]).
?- findall(X, G, L).
?- G = 3, findall(X, G, L).
?- findall(X, p(X, _), L, [end]).
?- findall(X, p(X, q), L, T).
?- findall(X, p(X, a), L, T).
?- X = 1, findall(X, p(X, _), L).
?- findall(Y, ( p(X, Y), \+ X = 1 ), L).
?- findall(X, ( member(X, [1, 2, 3]), findall(Z, ( member(Z, [1, 2, 3]), Z > X ), [_ | _]) ), L).
?- findall(X, ( between(1, 3, X) ; X = z ), L).
?- findall(X, p(X, _), foo).
?- G = p(X, a), findall(X, G, L).
?- findall(X, p(X, _), L), length(L, N).
?- findall(X, ( p(X, _), throw(found(X)) ), L).
?- catch(findall(X, ( p(X, _), X > 1, throw(found(X)) ), L), found(Y), true), findall(X, p(X, a), M).
?- findall([X | T], p(X, _), L).
?- findall(X, ( X = f(Y), Y = 1 ; X = g(Y) ), L).
?- findall(1.5, p(_, _), L).
?- findall(X, ( member(X, [100000000000000000000, 1.5, "str"]) ), L).

%%% bagof
age(peter, 7). age(ann, 11). age(pat, 8). age(tom, 5). age(mike, 11).
class(a, 1). class(b, 2). class(c, 1). class(d, 2). class(e, 3).
?- bagof(N, age(N, 11), L).
?- bagof(N, age(N, 99), L).
?- bagof(N, age(N, A), L).
?- bagof(N, A^age(N, A), L).
?- bagof(N-A, age(N, A), L).
?- bagof(X, class(X, C), L).
?- bagof(X, C^class(X, C), L).
?- bagof(X-Y, ( class(X, C), class(Y, C), X @< Y ), L).
?- bagof(X, member(X, [c, a, b, a]), L).
?- bagof(X, member(X-Y, [1-a, 2-b, 3-a]), L).
?- bagof(X, member(X-Y, [1-a, 2-B, 3-a]), L).
?- bagof(X, member(f(X, Y, Z), [f(1, a, u), f(2, a, v), f(3, a, u)]), L).
?- bagof(X, Z^member(f(X, Y, Z), [f(1, a, u), f(2, a, v), f(3, b, u)]), L).
?- bagof(X, Y^Z^member(f(X, Y, Z), [f(1, a, u), f(2, a, v), f(3, b, u)]), L).
?- bagof(X, (Y, Z)^member(f(X, Y, Z), [f(1, a, u), f(2, a, v), f(3, b, u)]), L).
?- bagof(X, G, L).
?- bagof(X, 1, L).
?- bagof(X, fail, L).
?- bagof(N, ( age(N, A), A > 7 ), L).
?- bagof(Z, ( Z = X ; Z = Y ), L).
?- bagof(f(X, Y), ( X = a ; Y = b ), L).
?- bagof(C, bagof(X, class(X, C), L), M).
?- bagof(L, C^bagof(X, class(X, C), L), M).
?- bagof(X, class(X, C), [A, B]).
?- A = 11, bagof(N, age(N, A), L).
?- bagof(X, \+ fail, L).

%%% setof
age(peter, 7). age(ann, 11). age(pat, 8). age(tom, 5). age(mike, 11).
edge(1, 2). edge(2, 3). edge(1, 3). edge(3, 1). edge(2, 3).
?- setof(N, age(N, A), L).
?- setof(N, A^age(N, A), L).
?- setof(A-N, age(N, A), L).
?- setof(A, N^age(N, A), L).
?- setof(X, edge(X, Y), L).
?- setof(Y, edge(X, Y), L).
?- setof(X-Y, edge(X, Y), L).
?- setof(X, Y^edge(X, Y), L).
?- setof(Y, X^edge(X, Y), [A | _]).
?- setof(X, member(X, [c, b, a, c]), L).
?- setof(X, member(X, []), L).
?- setof(X, member(X, [V, U, f(U), f(V)]), L).
?- setof(X, X^member(X, [2, 1]), L).
?- setof(K-Vs, setof(V, member(K-V, [b-2, a-1, b-1, a-1]), Vs), L).
?- setof(X, member(X-Y, [2-b, 1-a, 3-b]), L), Y == b.
?- ( setof(X, edge(X, 9), L) -> true ; L = none ).
?- setof(N, ( age(N, A), A >= 8 ), L).
?- setof(X, Z^( edge(X, Z), edge(Z, Y) ), L).
?- setof(X, edge(Y, X), [2, 3]).
?- setof(Len-W, ( member(W, [abc, a, zz, b]), atom_length(W, Len) ), L).
?- setof(X, member(X, [1, 1.0, 2, a, "s", f(x), Z]), L).

%%% aggregate_all
p(3). p(1). p(2). p(3).
w(a, 5). w(b, 9). w(c, 2). w(d, 9).
?- aggregate_all(count, p(_), N).
?- aggregate_all(count, p(7), N).
?- aggregate_all(count, fail, N).
?- aggregate_all(sum(X), p(X), S).
?- aggregate_all(sum(X), fail, S).
?- aggregate_all(sum(X * 2), p(X), S).
?- aggregate_all(max(X), p(X), M).
?- aggregate_all(min(X), p(X), M).
?- aggregate_all(max(X), fail, M).
?- aggregate_all(min(X), fail, M).
?- aggregate_all(max(N, X), w(X, N), M).
?- aggregate_all(min(N, X), w(X, N), M).
?- aggregate_all(max(N, X), fail, M).
?- aggregate_all(bag(X), p(X), L).
?- aggregate_all(set(X), p(X), L).
?- aggregate_all(bag(X), fail, L).
?- aggregate_all(set(X-N), w(X, N), L).
?- aggregate_all(count, ( p(X), X > 1 ), N).
?- aggregate_all(max(X + 0.5), p(X), M).
?- aggregate_all(max(X), member(X, [1, 2.0, 2]), M).
?- aggregate_all(max(X), member(X, [1, 2, 2.0]), M).
?- aggregate_all(min(X), member(X, [1.0, 1]), M).
?- aggregate_all(sum(X), member(X, [1, 2.5]), S).
?- aggregate_all(count, member(_, [a, b]), 2).
?- aggregate_all(count, member(_, [a, b]), 3).
?- aggregate_all(foo, p(_), N).
?- aggregate_all(X, p(_), N).
?- aggregate_all(max(X-Y), w(Y, X), M).
?- aggregate_all(max(A), w(A, _), M).
?- aggregate_all(sum(A), w(A, _), M).
?- aggregate_all(count, G, M).
?- aggregate_all(max(X), ( p(X), \+ ( p(Y), Y > X ) ), M).
?- aggregate_all(sum(X), member(X, [9223372036854775807, 1]), S).

%%% nested collections
t(1, [a, b]). t(2, [c]). t(3, []).
?- findall(X-N, ( t(X, L), length(L, N) ), R).
?- findall(X-Ys, ( t(X, L), findall(Y, ( member(Y, L), Y \== b ), Ys) ), R).
?- findall(S, ( member(X, [1, 2, 3]), aggregate_all(sum(Y), between(1, X, Y), S) ), R).
?- setof(N-Xs, setof(X, L^( t(X, L), length(L, N) ), Xs), R).
?- forall(t(X, L), ( findall(Y, member(Y, L), M), M == L )).
?- findall(X, ( t(X, L), \+ member(_, L) ), R).
?- findall(A-B, ( findall(X, t(X, _), Xs), member(A, Xs), findall(Y, ( member(Y, Xs), Y > A ), B) ), R).

%%% limits, offsets and orders of answers
age(peter, 7). age(ann, 11). age(pat, 8). age(tom, 5). age(mike, 11).
first_two(X) :- limit(2, age(X, _)).
?- limit(2, member(X, [a, b, c]))
?- limit(0, member(X, [a, b, c]))
?- limit(9, member(X, [a, b]))
?- limit(infinite, member(X, [a, b]))
?- limit(1, member(X, [a, b])), limit(1, member(Y, [c, d]))
?- member(X, [1, 2]), limit(X, member(Y, [a, b, c]))
?- findall(X, limit(3, repeat), L), length(L, N)
?- first_two(X)
?- limit(a, true)
?- limit(_, true)
?- offset(1, member(X, [a, b, c]))
?- offset(0, member(X, [a, b]))
?- offset(5, member(X, [a, b]))
?- limit(1, offset(1, member(X, [a, b, c])))
?- call_nth(member(X, [a, b, c]), 2)
?- call_nth(member(X, [a, b, c]), N)
?- call_nth(member(X, [a, b]), 5)
?- call_nth(true, a)
?- order_by([asc(A)], age(P, A))
?- order_by([desc(A), asc(P)], age(P, A))
?- order_by([desc(A)], age(P, A))
?- order_by([asc(A)], member(A, []))
?- limit(2, order_by([desc(A), asc(P)], age(P, A)))

%%% aggregation with free variables
age(peter, 7). age(ann, 11). age(pat, 8). age(tom, 5). age(mike, 11).
class(a, peter). class(a, ann). class(b, pat). class(b, tom). class(c, mike).
?- aggregate(count, P^class(C, P), N)
?- aggregate(count, C^P^class(C, P), N)
?- aggregate(count, P^class(z, P), N)
?- aggregate(sum(A), P^(class(C, P), age(P, A)), S)
?- aggregate(max(A), P^(class(C, P), age(P, A)), M)
?- aggregate(min(A), P^(class(C, P), age(P, A)), M)
?- aggregate(max(A, P), (class(C, P), age(P, A)), M)
?- aggregate(min(A, P), (class(C, P), age(P, A)), M)
?- aggregate(bag(P), class(C, P), L)
?- aggregate(set(P), class(C, P), L)
?- aggregate(_, class(_, _), _)
