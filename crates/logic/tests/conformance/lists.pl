% The list library in all its modes.

%%% length
?- length([], N).
?- length([a, b, c], N).
?- length([a, b, c], 3).
?- length([a, b, c], 2).
?- length(L, 3).
?- length(L, 0).
?- length([a | T], 3).
?- length([a, b | T], 1).
?- length([a, b | T], 2).
?- length(L, N), N >= 2, !.
?- length([a | T], N), N >= 3, !.
?- length(L, -1).
?- length(L, a).
?- length(a, N).
?- length([a | b], N).
?- length(L, 1.0).
?- length([a, b], X), Y is X + 1.
?- findall(N-L, ( length(L, N), ( N >= 3 -> ! ; true ) ), R).
?- length(L, 3), L = [a | _], last(L, z).
?- length([1, 2], a).
?- length([1, 2], -1).
?- length(L, L).

%%% member looks before it tries
?- member(f(X, b), [f(a, c), g(a), f(d, b), Y, f(Z, W), a]).
?- member(X-1, [a-2, b-1, c-Y, d, e-1]).
?- member(X, [a | T]), nonvar(T), !.
?- findall(T, ( member(z, [a, b | T]), ( T = [_, _, _ | _] -> ! ; true ) ), L).
?- member(X, [a | b]).
?- member(X, a).
?- member(f(X, X), [f(a, b), f(c, c), f(d, Y)]).
?- member([X], [[], [a], [a, b], [Y | T]]).
?- member(1.0, [1, 1.0, 2]).
?- member(p(1, 2, 3, 4, 5, 6, 7, 8, X), [p(1, 2, 3, 4, 5, 6, 7, 8, 9), p(1, 2, 3, 4, 5, 6, 7, 9, 9)]).
?- L = [X, Y], member(X, [1, 2]), member(Y, [X, 3]), X \== Y.
?- nth0(1, [a | T], X).
?- nth1(0, [a], X).
?- nth0(a, [a], X).
?- nth1(2, [a, b | c], X).
?- nth1(3, [a, b | c], X).
?- reverse([a, B | []], L).
?- reverse([a, b], [X | Y]).

%%% member and memberchk
?- member(X, [a, b, c]).
?- member(b, [a, b, c, b]).
?- member(d, [a, b, c]).
?- member(X, []).
?- member(f(X), [f(1), g(2), f(3)]).
?- member(X, [A, b, A]).
?- member(a, [X, Y]).
?- member(a, L), length(L, 2), !.
?- member(X, a).
?- member(X-Y, [1-a, 2-b]), member(Y, [b]).
?- memberchk(b, [a, b, c, b]).
?- memberchk(X, [a, b]).
?- memberchk(d, [a, b]).
?- memberchk(f(X, b), [f(1, a), f(2, b), f(3, b)]).
?- memberchk(a, L).
?- memberchk(a, [b | T]).
?- memberchk(a, [X, b]).
?- memberchk(k-V, [j-1, k-2, k-3]).
?- L = [x-_, y-_], memberchk(y-2, L), memberchk(x-1, L).
?- memberchk(X, a).
?- memberchk(1.0, [1, 1.0]).

%%% append
?- append([1, 2], [3], L).
?- append(X, Y, [1, 2]).
?- append(X, [3], [1, 2, 3]).
?- append([1], X, [1, 2, 3]).
?- append([2], X, [1, 2, 3]).
?- append(X, [b | _], [a, b, c, b]).
?- append(_, [X], [a, b, c]).
?- append([], L, M).
?- append([a | T], [z], L), length(T, 1), !.
?- append(X, b, L), X = [_, _], !.
?- append([a], b, L).
?- append(a, b, L).
?- append([[1, 2], [], [3]], L).
?- append([], L).
?- append([X, [c]], [a, b, c]).
?- append(X, [Y | Z], [1, 2, 3]).
?- append([X, Y], [1, 2]).
?- append([1, 2], X, Y), Y = [_, _, 3].
?- findall(X+Y, append(X, Y, [a, b, c]), L).

%%% nth
?- nth0(0, [a, b, c], X).
?- nth0(2, [a, b, c], X).
?- nth0(3, [a, b, c], X).
?- nth1(1, [a, b, c], X).
?- nth1(0, [a, b, c], X).
?- nth1(3, [a, b, c], X).
?- nth0(I, [a, b, c], X).
?- nth1(I, [a, b, c], X).
?- nth0(I, [a, b, a], a).
?- nth1(I, [a, b, a], a).
?- nth1(I, [a, b], z).
?- nth0(-1, [a], X).
?- nth0(a, [b], X).
?- nth1(1, [X, b], z).
?- nth0(1, [a, b, c], X, R).
?- nth0(I, [a, b, c], X, R).
?- nth1(2, L, x, [a, b]).
?- nth1(I, [a, b, c], b, R).
?- nth0(0, L, x, [a]).
?- nth1(2, [a | T], X), !.
?- nth0(1.0, [a, b], X).
?- nth0(I, L, x), I >= 2, !.

%%% sorting
?- msort([c, a, b, a], L).
?- msort([], L).
?- msort([b, 1, "s", f(x), 2.0, Z, a, f(a, b), 1.0], L).
?- sort([c, a, b, a], L).
?- sort([3, 1, 2, 3, 1], L).
?- sort([], L).
?- sort([f(2), f(1), g(0), f(1, 1)], L).
?- sort([1, 1.0, 2.0, 2], L).
?- sort([X, Y, X], L).
?- sort(a, L).
?- sort([a | _], L).
?- msort(X, L).
?- sort([b, a], [a, b]).
?- sort([b, a], [b, a]).
?- sort(0, @<, [3, 1, 2, 1], L).
?- sort(0, @=<, [3, 1, 2, 1], L).
?- sort(0, @>, [3, 1, 2, 1], L).
?- sort(0, @>=, [3, 1, 2, 1], L).
?- sort(1, @<, [f(2, a), f(1, b), f(2, c)], L).
?- sort(1, @=<, [f(2, a), f(1, b), f(2, c)], L).
?- sort(1, @>, [f(2, a), f(1, b), f(2, c)], L).
?- sort(1, @>=, [f(2, a), f(1, b), f(2, c)], L).
?- sort(2, @>=, [f(2, a), f(1, b), f(2, c), g(0, b)], L).
?- sort(2, @=<, [f(1, z), g(x, y), h(0, y, 0)], L).
?- sort(1, @<, [a], L).
?- sort(1, @<, [f(1), X], L).
?- sort(0, foo, [a], L).
?- sort(X, @<, [a], L).
?- sort(0, X, [a], L).
?- sort(1, @>=, [p-1, q-2, p-0], L).
?- keysort([b-1, a-2, b-0, a-1], L).
?- keysort([], L).
?- keysort([a], L).
?- keysort([a-1 | _], L).
?- keysort([X-1, a-2], L).
?- keysort([2-a, 1.0-b, 1-c], L).
?- list_to_set([a, b, a, 1, 1.0, b], L).
?- list_to_set([X, Y, X], L).
?- sumlist([1, 2], S).
?- length(L, 2), msort([b | L], M).

%%% predsort
by_length(O, A, B) :- length(A, N), length(B, M), compare(O, N, M).
rev(O, A, B) :- compare(O, B, A).
keep(O, A, B) :- compare(C, A, B), ( C = (=) -> O = (<) ; O = C ).
only(<, 1, 2).
?- predsort(by_length, [[a, b, c], [a], [], [x, y], [b]], L).
?- predsort(rev, [3, 1, 2, 3], L).
?- predsort(keep, [3, 1, 2, 3, 1], L).
?- predsort(rev, [], L).
?- predsort(only, [1, 2], L).
?- predsort(only, [2, 1], L).
?- predsort(compare, [b, a, c, b], L).

%%% select and friends
?- select(X, [a, b, c], R).
?- select(b, [a, b, c, b], R).
?- select(z, [a], R).
?- select(x, L, [a, b]).
?- select(X, [], R).
?- selectchk(b, [a, b, c, b], R).
?- selectchk(z, [a], R).
?- select(b, [a, b, c, b], x, R).
?- select(X, [a, b], Y, [a, c]).
?- subtract([a, b, c, b], [b], L).
?- subtract([], [a], L).
?- subtract([a, b], [], L).
?- subtract([a, X], [b], L).
?- intersection([a, b, c], [c, a, z], L).
?- intersection([a, a], [a], L).
?- union([a, b], [b, c], L).
?- union([], [a], L).
?- union([a, a], [b], L).
?- delete([a, b, a, c], a, L).
?- delete([f(1), g(2), f(3)], f(_), L).
?- delete([a, X, b], a, L).
?- subset([a, b], [b, c, a]).
?- subset([a, z], [b, c, a]).
?- subset([], []).
?- permutation([1, 2, 3], P).
?- permutation(P, [1, 2]).
?- permutation([], P).
?- permutation([a, a], P).
?- reverse([1, 2, 3], R).
?- reverse([], R).
?- reverse([X, Y], R).
?- reverse(X, [1, 2, 3]).
?- reverse([a|T], [c, b, a]).
?- reverse(X, a).
?- last([1, 2, 3], X).
?- last([], X).
?- last([a], X).
?- last([X, Y, c], Z).
?- last([1, 2, 3], 2).
?- sum_list([1, 2, 3], S).
?- sum_list([], S).
?- sum_list([1, 2.5], S).
?- sum_list([1, a], S).
?- sum_list([1, X], S).
?- max_list([3, 1, 4, 1, 5], M).
?- min_list([3, 1, 4, 1, 5], M).
?- max_list([], M).
?- min_list([1, 0.5], M).
?- max_list([1, 1.0], M).
?- max_list([1.0, 1], M).
?- min_list([1, 1.0], M).
?- min_list([1.0, 1], M).
?- max_member(M, [3, a, f(x), "s"]).
?- min_member(M, [3, a, f(x), "s"]).
?- max_member(M, []).
?- max_member(c, [a, c, b]).
?- numlist(1, 5, L).
?- numlist(3, 3, L).
?- numlist(5, 1, L).
?- numlist(a, 1, L).
?- numlist(X, 1, L).
?- flatten([a, [b, [c, []], d], [[]]], L).
?- flatten([], L).
?- flatten(a, L).
?- flatten([a, X, [b | T]], L).
?- flatten(X, L).
?- sumlist([], S).
?- is_list([a, b]).
?- is_list([a | b]).
?- is_list(_).
?- is_list([]).
?- is_list([a | _]).
?- pairs_keys_values(P, [a, b], [1, 2]).
?- pairs_keys_values([a-1, b-2], K, V).
?- pairs_keys([a-1, b-2], K).
?- pairs_values([a-1, b-2], V).
?- pairs_keys_values([X], K, V).
?- sumlist([1], 1).
?- last(L, a), length(L, 2), !.
?- aggregate_all(count, permutation([1, 2, 3, 4], _), N).
?- select(X, [1, 2, 3], R), select(Y, R, S).
?- max_member(M, [X, 1]).
?- subtract([1, 2, 3], [2.0], L).

%%% higher order
succ_or_zero(_).
double(X, Y) :- Y is X * 2.
add(X, Y, Z) :- Z is X + Y.
add3(A, B, C, D) :- D is A + B + C.
add4(A, B, C, D, E) :- E is A + B + C + D.
even(X) :- X mod 2 =:= 0.
choice(X, X).
choice(X, f(X)).
p(1). p(2).
?- maplist(even, [2, 4]).
?- maplist(even, [2, 3]).
?- maplist(even, []).
?- maplist(double, [1, 2, 3], L).
?- maplist(double, [], L).
?- maplist(add, [1, 2], [3, 4], L).
?- maplist(add3, [1, 2], [3, 4], [5, 6], L).
?- maplist(choice, [a, b], L).
?- maplist(p, [X, Y]).
?- maplist(=(X), [1, Y]).
?- maplist(=, [X, Y], [1, 2]).
?- maplist(double, [1, a], L).
?- maplist(double, [1, 2], [2]).
?- maplist(undefined_here, []).
?- maplist(undefined_here, [a]).
?- maplist(add(10), [1, 2], L).
?- length(L, 2), maplist(=(z), L).
?- maplist(nth1(2), [[a, b], [c, d]], L).
?- foldl(add, [1, 2, 3], 0, S).
?- foldl(add, [], 0, S).
?- foldl(add3, [1, 2], [3, 4], 0, S).
?- foldl(add4, [1, 2], [3, 4], [5, 6], 0, S).
?- foldl(choice_fold, [], a, S).
?- include(even, [1, 2, 3, 4], L).
?- exclude(even, [1, 2, 3, 4], L).
?- partition(even, [1, 2, 3, 4], I, O).
?- include(even, [], L).
?- include(p, [1, X, 3], L).
?- maplist(member, [X, Y], [[1, 2], [a]]).
?- maplist(length, [[a], L], [1, 2]).
?- maplist(p, L), L = [_, _], !.

%%% ordered sets
?- list_to_ord_set([c, a, b, a], S).
?- ord_union([a, c], [b, c], S).
?- ord_union([], [b], S).
?- ord_union([[a, b], [c], [b, d]], S).
?- ord_union([], S).
?- ord_subtract([a, b, c], [b], S).
?- ord_subtract([a, b, c], [], S).
?- ord_subtract([], [a], S).
?- ord_subtract([a, c], [b, d], S).
?- ord_intersection([a, b, c], [b, c, d], S).
?- ord_intersection([a], [b], S).
?- ord_memberchk(b, [a, b, c]).
?- ord_memberchk(z, [a, b, c]).
?- ord_memberchk(X, [a]).
?- ord_subset([a, c], [a, b, c]).
?- ord_subset([a, d], [a, b, c]).
?- ord_subset([], [a]).
?- ord_add_element([a, c], b, S).
?- ord_add_element([a, c], c, S).
?- ord_del_element([a, b, c], b, S).
?- ord_del_element([a, b, c], z, S).
?- ord_disjoint([a, b], [c]).
?- ord_disjoint([a, b], [b]).
?- ord_empty(S).
?- ord_union([1, 2.0], [1.0, 3], S).
?- ord_symdiff([a, b, c], [b, d], S).
?- ord_seteq([a, b], [a, b]).

%%% a program's own list predicates
append([], L, L).
append([H | T], L, [H | R]) :- append(T, L, R).
member(X, [X | _]).
member(X, [_ | T]) :- member(X, T).
reverse(L, R) :- reverse(L, [], R).
reverse([], A, A).
reverse([H | T], A, R) :- reverse(T, [H | A], R).
last([X], only(X)).
last([_ | T], X) :- last(T, X).
sum_list(_, mine).
?- append(X, Y, [1, 2]).
?- member(X, [a, b]).
?- reverse([1, 2, 3], R).
?- last([1, 2], X).
?- sum_list([1], X).
?- maplist(last, [[1], [2]], L).
?- permutation([1, 2], P).
?- findall(X, last([a, b], X), L).
?- \+ last([], _).

%%% wrong keys and types
?- sort(3, @=<, [f(2,a)], L).
?- sort(-1, @=<, [f(2,a)], L).
?- sort(1, @=<, [f(2,a),g], L).
?- catch(must_be(oneof([a,b]), c), error(E,_), true).
?- catch(abolish(foo/a), error(E,_), true).
