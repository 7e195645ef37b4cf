% The library of every program. A program may redefine what is not ISO Prolog.

% ---- control, for goals that are only known when they are called ----

(A , B) :- '$control'((A , B)).
(A ; B) :- '$control'((A ; B)).
(A -> B) :- '$control'((A -> B)).
(A *-> B) :- '$control'((A *-> B)).
'|'(A, B) :- '$control'((A ; B)).

'$control'(G) :- '$check_body'(G), '$level'(L), '$body'(G, L).

% '$body'(Goal, Level): runs a body whose cuts go back to Level.
'$body'(G, _) :- var(G), !, call(G).
'$body'(!, L) :- !, '$cut_to'(L).
'$body'((G, H), L) :- !, '$body'(G, L), '$body'(H, L).
'$body'((C -> T ; E), L) :- !, ( call(C) -> '$body'(T, L) ; '$body'(E, L) ).
'$body'((C *-> T ; E), L) :- !, ( call(C) *-> '$body'(T, L) ; '$body'(E, L) ).
'$body'((G ; H), L) :- !, ( '$body'(G, L) ; '$body'(H, L) ).
'$body'((C -> T), L) :- !, ( call(C) -> '$body'(T, L) ).
'$body'((C *-> T), L) :- !, call(C), '$body'(T, L).
'$body'(G, _) :- call(G).

\+ G :- \+ call(G).
not(G) :- \+ call(G).
once(G) :- call(G), !.
ignore(G) :- ( call(G) -> true ; true ).
forall(C, A) :- \+ ( call(C), \+ call(A) ).
apply(G, Args) :- G =.. L0, append(L0, Args, L), H =.. L, call(H).
_ ^ G :- call(G).

repeat.
repeat :- repeat.

% ---- all solutions ----

findall(T, G, L) :- findall(T, call(G), L).
findall(T, G, L, Tail) :- findall(T, call(G), L0), append(L0, Tail, L).

count(T, G, N) :- findall(T, call(G), L), '$count_distinct'(L, N).

aggregate_all(What, G, R) :- '$aggregate'(What, G, R).

'$aggregate'(What, _, _) :- var(What), !, throw(error(instantiation_error, _)).
'$aggregate'(count, G, N) :- !, findall(x, call(G), L), '$length'(L, N).
'$aggregate'(count(T), G, N) :- !, findall(T, call(G), L), '$length'(L, N).
'$aggregate'(sum(E), G, S) :- !, findall(E, call(G), L), sum_list(L, S).
'$aggregate'(bag(T), G, L) :- !, findall(T, call(G), L).
'$aggregate'(set(T), G, S) :- !, findall(T, call(G), L), sort(L, S).
'$aggregate'(max(E, W), G, max(M, B)) :- !,
    findall(E-W, call(G), [P|Ps]), '$best'(Ps, P, max, M, B).
'$aggregate'(min(E, W), G, min(M, B)) :- !,
    findall(E-W, call(G), [P|Ps]), '$best'(Ps, P, min, M, B).
'$aggregate'(max(E), G, M) :- !, findall(E, call(G), L), max_list(L, M).
'$aggregate'(min(E), G, M) :- !, findall(E, call(G), L), min_list(L, M).
'$aggregate'(What, _, _) :- throw(error(domain_error(aggregate_template, What), _)).

'$best'([], E-W, _, M, W) :- M is E.
'$best'([E-W|Ps], F-V, How, M, B) :-
    ( '$better'(How, E, F) -> '$best'(Ps, E-W, How, M, B) ; '$best'(Ps, F-V, How, M, B) ).
'$better'(max, E, F) :- E > F.
'$better'(min, E, F) :- E < F.

bagof(T, G, L) :-
    '$free_variables'(T, G, Goal, Witness),
    (   Witness == v
    ->  findall(T, call(Goal), L), L \== []
    ;   findall(Witness-T, call(Goal), Pairs), Pairs \== [],
        keysort(Pairs, Sorted),
        '$groups'(Sorted, Groups),
        '$member'(Witness-L, Groups)
    ).

setof(T, G, S) :-
    '$free_variables'(T, G, Goal, Witness),
    (   Witness == v
    ->  findall(T, call(Goal), L), L \== [], sort(L, S)
    ;   findall(Witness-T, call(Goal), Pairs), Pairs \== [],
        sort(Pairs, Sorted),
        '$groups'(Sorted, Groups),
        '$member'(Witness-L, Groups),
        sort(L, S)
    ).

'$groups'([], []).
'$groups'([W-T|Ps], [W-[T|Ts]|Gs]) :- '$group'(Ps, W, Ts, Rest), '$groups'(Rest, Gs).
'$group'([V-T|Ps], W, [T|Ts], Rest) :- V == W, !, '$group'(Ps, W, Ts, Rest).
'$group'([V-T|Ps], W, [T|Ts], Rest) :- V =@= W, V = W, !, '$group'(Ps, W, Ts, Rest).
'$group'(Rest, _, [], Rest).

'$member'(X, [Y|Ys]) :- '$member'(Ys, X, Y).
'$member'(_, X, X).
'$member'([Y|Ys], X, _) :- '$member'(Ys, X, Y).

% ---- terms ----

divmod(A, B, Q, R) :- Q is A div B, R is A mod B.

arg(N, T, A) :- integer(N), !, '$arg'(N, T, A).
arg(N, T, A) :- var(N), !, '$arity'(T, M), between(1, M, N), '$arg'(N, T, A).
arg(N, _, _) :- throw(error(type_error(integer, N), _)).
'$arity'(T, M) :- compound(T), !, functor(T, _, M).
'$arity'(T, _) :- nonvar(T), throw(error(type_error(compound, T), _)).
'$arity'(_, _) :- throw(error(instantiation_error, _)).

atom_concat(A, B, C) :- nonvar(A), nonvar(B), !, '$atom_concat'(A, B, C).
atom_concat(A, B, C) :-
    atom_chars(C, Cs), append(As, Bs, Cs), atom_chars(A, As), atom_chars(B, Bs).

string_concat(A, B, C) :- '$atom_concat'(A, B, D), atom_string(D, C).

string_to_atom(S, A) :- atom_string(A, S).

sub_atom(A, B, L, R, S) :- atom_length(A, N), '$sub_atom'(S, A, N, B, L, R).
'$sub_atom'(S, A, N, B, L, R) :- nonvar(S), !,
    atom_length(S, L), M is N - L,
    between(0, M, B), '$sub_text'(A, B, L, S), R is M - B.
'$sub_atom'(S, A, N, B, L, R) :-
    ( var(B), integer(L), integer(R) -> B is N - L - R ; true ),
    between(0, N, B), M is N - B,
    ( var(L), integer(R) -> L is M - R ; true ),
    between(0, M, L), R is M - L, '$sub_text'(A, B, L, S).

% ---- lists ----

append([], L, L).
append([X|Xs], Ys, [X|Zs]) :- append(Xs, Ys, Zs).

append(Ls, L) :- '$append'(Ls, L).
'$append'([], []).
'$append'([L|Ls], As) :- append(L, Ws, As), '$append'(Ls, Ws).

member(X, [Y|Ys]) :- '$member'(Ys, X, Y).

length(L, N) :- '$length'(L, M), !, ( N = M -> true ; '$check_length'(N), fail ).
length(L, N) :-
    '$check_length'(N),
    '$open_end'(L, M, T),
    (   var(N) -> N \== T, '$open_length'(T, M, N) ; R is N - M, '$fixed_length'(R, T) ).

'$check_length'(N) :- var(N), !.
'$check_length'(N) :- \+ integer(N), !, throw(error(type_error(integer, N), _)).
'$check_length'(N) :- N < 0, !, throw(error(domain_error(not_less_than_zero, N), _)).
'$check_length'(_).

'$open_length'([], N, N).
'$open_length'([_|T], N0, N) :- N1 is N0 + 1, '$open_length'(T, N1, N).

'$fixed_length'(0, L) :- !, L = [].
'$fixed_length'(N, [_|T]) :- N > 0, N1 is N - 1, '$fixed_length'(N1, T).

nth0(I, L, X) :- integer(I), !, I >= 0, '$nth'(I, L, X).
nth0(I, L, X) :- '$check_place'(I), '$nth_any'(L, X, 0, I).
nth1(I, L, X) :- integer(I), !, I >= 1, J is I - 1, '$nth'(J, L, X).
nth1(I, L, X) :- '$check_place'(I), '$nth_any'(L, X, 1, I).

'$nth'(0, L, X) :- !, L = [X|_].
'$nth'(I, [_|T], X) :- J is I - 1, '$nth'(J, T, X).

'$nth_any'([Y|Ys], X, N, I) :- '$nth_any'(Ys, X, Y, N, I).
'$nth_any'(_, X, X, N, N).
'$nth_any'([Y|Ys], X, _, N, I) :- M is N + 1, '$nth_any'(Ys, X, Y, M, I).

'$check_place'(I) :- var(I), !.
'$check_place'(I) :- throw(error(type_error(integer, I), _)).

nth0(I, L, X, R) :- integer(I), !, I >= 0, '$nth_rest'(I, L, X, R).
nth0(I, L, X, R) :- '$check_place'(I), '$nth_rest_any'(L, X, R, 0, I).
nth1(I, L, X, R) :- integer(I), !, I >= 1, J is I - 1, '$nth_rest'(J, L, X, R).
nth1(I, L, X, R) :- '$check_place'(I), '$nth_rest_any'(L, X, R, 1, I).
'$nth_rest'(0, [X|R], X, R) :- !.
'$nth_rest'(I, [Y|T], X, [Y|R]) :- J is I - 1, '$nth_rest'(J, T, X, R).
'$nth_rest_any'([X|R], X, R, N, N).
'$nth_rest_any'([Y|T], X, [Y|R], N, I) :- M is N + 1, '$nth_rest_any'(T, X, R, M, I).

last([X|Xs], Y) :- '$last'(Xs, X, Y).
'$last'([], X, X).
'$last'([X|Xs], _, Y) :- '$last'(Xs, X, Y).

select(X, [X|Xs], Xs).
select(X, [Y|Ys], [Y|Zs]) :- select(X, Ys, Zs).
selectchk(X, L, R) :- select(X, L, R), !.
select(X, Xs, Y, Ys) :- '$select'(Xs, X, Y, Ys).
'$select'([X|T], X, Y, [Y|T]).
'$select'([H|T], X, Y, [H|T2]) :- '$select'(T, X, Y, T2).

exclude(_, [], []).
exclude(P, [X|Xs], Ys) :- ( call(P, X) -> Ys = Zs ; Ys = [X|Zs] ), exclude(P, Xs, Zs).
include(_, [], []).
include(P, [X|Xs], Ys) :- ( call(P, X) -> Ys = [X|Zs] ; Ys = Zs ), include(P, Xs, Zs).
partition(_, [], [], []).
partition(P, [X|Xs], I, O) :-
    ( call(P, X) -> I = [X|I1], O = O1 ; I = I1, O = [X|O1] ), partition(P, Xs, I1, O1).

subtract([], _, []).
subtract([X|Xs], Ys, Zs) :- memberchk(X, Ys), !, subtract(Xs, Ys, Zs).
subtract([X|Xs], Ys, [X|Zs]) :- subtract(Xs, Ys, Zs).

intersection([], _, []).
intersection([X|Xs], Ys, Zs) :- memberchk(X, Ys), !, Zs = [X|Ws], intersection(Xs, Ys, Ws).
intersection([_|Xs], Ys, Zs) :- intersection(Xs, Ys, Zs).

union([], L, L).
union([X|Xs], Ys, Zs) :- memberchk(X, Ys), !, union(Xs, Ys, Zs).
union([X|Xs], Ys, [X|Zs]) :- union(Xs, Ys, Zs).

delete([], _, []).
delete([X|Xs], Y, Zs) :- X \= Y, !, Zs = [X|Ws], delete(Xs, Y, Ws).
delete([_|Xs], Y, Zs) :- delete(Xs, Y, Zs).

subset([], _).
subset([X|Xs], Ys) :- memberchk(X, Ys), subset(Xs, Ys).

permutation(Xs, Ys) :- '$same_length'(Xs, Ys), '$permutation'(Xs, Ys).
'$permutation'([], []).
'$permutation'(Xs, [Y|Ys]) :- select(Y, Xs, Zs), '$permutation'(Zs, Ys).
'$same_length'(Xs, Ys) :- is_list(Xs), !, length(Xs, N), length(Ys, N).
'$same_length'(Xs, Ys) :- length(Ys, N), length(Xs, N).

flatten(L, F) :- '$flatten'(L, [], F0), !, F = F0.
'$flatten'(V, T, [V|T]) :- var(V), !.
'$flatten'([], T, T) :- !.
'$flatten'([H|R], T, F) :- !, '$flatten'(H, F1, F), '$flatten'(R, T, F1).
'$flatten'(A, T, [A|T]).



max_member(M, L) :- '$max_member'(L, M).
'$max_member'([H|T], M) :- '$max_member'(T, H, M).
'$max_member'([], M, M).
'$max_member'([H|T], M0, M) :- ( H @> M0 -> '$max_member'(T, H, M) ; '$max_member'(T, M0, M) ).
min_member(M, L) :- '$min_member'(L, M).
'$min_member'([H|T], M) :- '$min_member'(T, H, M).
'$min_member'([], M, M).
'$min_member'([H|T], M0, M) :- ( H @< M0 -> '$min_member'(T, H, M) ; '$min_member'(T, M0, M) ).


pairs_keys_values([], [], []).
pairs_keys_values([K-V|Ps], [K|Ks], [V|Vs]) :- pairs_keys_values(Ps, Ks, Vs).
pairs_keys([], []).
pairs_keys([K-_|Ps], [K|Ks]) :- pairs_keys(Ps, Ks).
pairs_values([], []).
pairs_values([_-V|Ps], [V|Vs]) :- pairs_values(Ps, Vs).

predsort(P, L, Sorted) :- length(L, N), '$predsort'(P, N, L, _, Sorted).
'$predsort'(_, 0, L, L, []) :- !.
'$predsort'(_, 1, [X|L], L, [X]) :- !.
'$predsort'(P, N, L1, L3, R) :-
    N1 is N // 2, N2 is N - N1,
    '$predsort'(P, N1, L1, L2, R1), '$predsort'(P, N2, L2, L3, R2),
    '$predmerge'(P, R1, R2, R).
'$predmerge'(_, [], R, R) :- !.
'$predmerge'(_, R, [], R) :- !.
'$predmerge'(P, [H1|T1], [H2|T2], Result) :-
    call(P, Delta, H1, H2), !,
    '$predmerge'(Delta, P, H1, H2, T1, T2, Result).
'$predmerge'(<, P, H1, H2, T1, T2, [H1|R]) :- '$predmerge'(P, T1, [H2|T2], R).
'$predmerge'(=, P, H1, _, T1, T2, [H1|R]) :- '$predmerge'(P, T1, T2, R).
'$predmerge'(>, P, H1, H2, T1, T2, [H2|R]) :- '$predmerge'(P, [H1|T1], T2, R).

% ---- higher order ----

maplist(G, L) :- '$maplist'(L, G).
'$maplist'([], _).
'$maplist'([A|As], G) :- call(G, A), '$maplist'(As, G).
maplist(G, L, M) :- '$maplist'(L, M, G).
'$maplist'([], [], _).
'$maplist'([A|As], [B|Bs], G) :- call(G, A, B), '$maplist'(As, Bs, G).
maplist(G, L, M, N) :- '$maplist'(L, M, N, G).
'$maplist'([], [], [], _).
'$maplist'([A|As], [B|Bs], [C|Cs], G) :- call(G, A, B, C), '$maplist'(As, Bs, Cs, G).
maplist(G, L, M, N, O) :- '$maplist'(L, M, N, O, G).
'$maplist'([], [], [], [], _).
'$maplist'([A|As], [B|Bs], [C|Cs], [D|Ds], G) :-
    call(G, A, B, C, D), '$maplist'(As, Bs, Cs, Ds, G).

foldl(G, L, V0, V) :- '$foldl'(L, G, V0, V).
'$foldl'([], _, V, V).
'$foldl'([A|As], G, V0, V) :- call(G, A, V0, V1), '$foldl'(As, G, V1, V).
foldl(G, L, M, V0, V) :- '$foldl'(L, M, G, V0, V).
'$foldl'([], [], _, V, V).
'$foldl'([A|As], [B|Bs], G, V0, V) :- call(G, A, B, V0, V1), '$foldl'(As, Bs, G, V1, V).
foldl(G, L, M, N, V0, V) :- '$foldl'(L, M, N, G, V0, V).
'$foldl'([], [], [], _, V, V).
'$foldl'([A|As], [B|Bs], [C|Cs], G, V0, V) :-
    call(G, A, B, C, V0, V1), '$foldl'(As, Bs, Cs, G, V1, V).

% ---- ordered sets ----

list_to_ord_set(L, S) :- sort(L, S).
ord_union(A, B, C) :- append(A, B, L), sort(L, C).
ord_union(Ls, S) :- append(Ls, L), sort(L, S).
ord_subtract([], _, []).
ord_subtract([X|Xs], Ys, Zs) :- '$ord_subtract'(Ys, X, Xs, Zs).
'$ord_subtract'([], X, Xs, [X|Xs]).
'$ord_subtract'([Y|Ys], X, Xs, Zs) :-
    compare(O, X, Y), '$ord_subtract'(O, X, Xs, Y, Ys, Zs).
'$ord_subtract'(<, X, Xs, Y, Ys, [X|Zs]) :- ord_subtract(Xs, [Y|Ys], Zs).
'$ord_subtract'(=, _, Xs, _, Ys, Zs) :- ord_subtract(Xs, Ys, Zs).
'$ord_subtract'(>, X, Xs, _, Ys, Zs) :- '$ord_subtract'(Ys, X, Xs, Zs).
ord_intersection([], _, []).
ord_intersection([X|Xs], Ys, Zs) :- '$ord_intersection'(Ys, X, Xs, Zs).
'$ord_intersection'([], _, _, []).
'$ord_intersection'([Y|Ys], X, Xs, Zs) :-
    compare(O, X, Y), '$ord_intersection'(O, X, Xs, Y, Ys, Zs).
'$ord_intersection'(<, _, Xs, Y, Ys, Zs) :- ord_intersection(Xs, [Y|Ys], Zs).
'$ord_intersection'(=, X, Xs, _, Ys, [X|Zs]) :- ord_intersection(Xs, Ys, Zs).
'$ord_intersection'(>, X, Xs, _, Ys, Zs) :- '$ord_intersection'(Ys, X, Xs, Zs).
ord_subset(A, B) :- ord_subtract(A, B, []).
ord_memberchk(X, L) :- '$ord_memberchk'(L, X).
'$ord_memberchk'([Y|Ys], X) :-
    compare(O, X, Y), ( O = (=) -> true ; O = (>), '$ord_memberchk'(Ys, X) ).
ord_insert(S, E, S2) :- ord_add_element(S, E, S2).
ord_add_element(S, E, S2) :- ord_union(S, [E], S2).
ord_del_element(S, E, S2) :- ord_subtract(S, [E], S2).
ord_disjoint(A, B) :- ord_intersection(A, B, []).
ord_empty([]).
ord_seteq(A, B) :- A == B.
ord_symdiff(A, B, C) :- ord_subtract(A, B, D), ord_subtract(B, A, E), ord_union(D, E, C).
