%%% domains and propagation
:- use_module(library(clpfd)).
?- X in 1..5, X #> 3, label([X]).
?- X in 1..5, X = 7.
?- X in 1..5, X = 3.
?- X in 1..5, X = foo.
?- X in 1..5, X #> 3, X #\= 4.
?- X #> 3, X #< 5.
?- X #> 3, X #< 4.
?- X #> 3, ( X = 2 -> Y = a ; Y = b ).
?- X #> 3, ( X = 5 -> Y = a ; Y = b ).
?- X #> 3, \+ X = 2.
?- X #> 3, \+ X = 4.
?- X #> 3, X \= 2.
?- X #> 3, X \= 4.
?- X #> 1, memberchk(X, [0, 1, 2, 3]).
?- X #> 1, member(X, [0, 1, 2, 3]).
?- X #> 1, findall(X, member(X, [0, 1, 2, 3]), L).
?- X #> 1, findall(X, X = 1, L).
?- X #> 1, aggregate_all(count, member(X, [0, 1, 2, 3]), N).
?- X #> 1, forall(member(X, [0, 1, 2, 3]), X > 1).
?- X #> 1, once(member(X, [0, 1, 2, 3])).
?- X #> 1, catch(X = 1, _, true).
?- X #> 1, catch(X = 1, _, true), Y = 2.
?- X in 1..3, fd_inf(X, L), fd_sup(X, H), fd_size(X, S), fd_dom(X, D).
?- X in 1..3 \/ 5..7 \/ 9, fd_dom(X, D), fd_size(X, S).
?- X #\= 3, fd_dom(X, D).
?- X #>= 0, fd_inf(X, L), fd_sup(X, H), fd_size(X, S).
?- X in inf..5, fd_dom(X, D).
?- X in 4, Y = X.
?- X in foo.
?- X in _.
?- X in 5..1.
?- Xs = [A, B], Xs ins 1..2, A #< B.
?- [A, B] ins 0..1, findall(A-B, label([A, B]), L).
?- fd_var(X).
?- X in 1..2, fd_var(X).
?- X #= 3, fd_dom(X, D).
?- X in 1..10, Y #= X + 2, fd_dom(Y, D).
?- X in 1..10, Y #= 2 * X, Y #> 15, fd_inf(X, L).
?- X in 0..5, Y in 0..5, X + Y #= 10.
?- X in 0..5, Y in 0..5, X + Y #> 10.
?- X in 0..5, Y in 0..5, X #= Y, Y #\= 3, fd_dom(X, D).
?- X in 0..5, Y in 2..9, X = Y, fd_inf(X, L), fd_sup(X, H).
?- X in 0..5, Y = X, Z = Y, Z #> 4.
?- X in 0..5, Y in 7..9, X = Y.
?- X in 1..3, Y = f(X), Y = f(2).
?- X in 1..3, Y = f(X), Y = f(4).
?- X #> Y, Y #> X, X in 0..20.
?- X #> Y, Y #> X.
?- X * X #= 16, X #> 0.
?- X * X #= 16, findall(X, label([X]), L).
?- X in 0..20, X mod 7 #= 3, findall(X, label([X]), L).
?- X in -20..20, X rem 7 #= -3, findall(X, label([X]), L).
?- X in -10..10, X // 3 #= 2, findall(X, label([X]), L).
?- X in -10..10, X // 3 #= -2, findall(X, label([X]), L).
?- X in -10..10, X div 3 #= -2, findall(X, label([X]), L).
?- X in -10..10, abs(X) #= 4, findall(X, label([X]), L).
?- X in -10..10, abs(X) #> 8, findall(X, label([X]), L).
?- X in 0..9, Y in 0..9, max(X, Y) #= 3, min(X, Y) #= 1, findall(X-Y, label([X, Y]), L).
?- X in 0..9, Y in 0..9, X * Y #= 12, findall(X-Y, label([X, Y]), L).
?- X in -9..9, Y in -9..9, X * Y #= -12, findall(X-Y, label([X, Y]), L).
?- X in 0..9, X ^ 2 #= 49.
?- X in 0..5, Y #= 2 ^ X, findall(X-Y, label([X]), L).
?- X in 1..30, Y in 1..30, Z in 1..30, X * X + Y * Y #= Z * Z, X #< Y, findall(X-Y-Z, label([X, Y, Z]), L).
?- X #= Y, X = 3.
?- X #= Y + Z, Y = 1, Z = 2.
?- X + 3 #= 5.
?- 2 * X #= 5.
?- X #< foo(Y).
?- 3 #< 2.
?- 2 #< 3.
?- X #= 2 ^ 100.
?- X - Y #= 0, X = 5.
?- X #= X.
?- X #\= X.
?- X #< X.
?- 3 * X + 2 * Y #= 12, X in 0..9, Y in 0..9, findall(X-Y, label([X, Y]), L).
?- 3 * X #= 2 * Y, X in 1..9, Y in 1..9, findall(X-Y, label([X, Y]), L).

%%% labelling
:- use_module(library(clpfd)).
?- X in 1..3, label([X]).
?- X in 1..3, indomain(X).
?- label([X]).
?- X #> 3, label([X]).
?- label([a]).
?- label([1, 2]).
?- label(X).
?- X in 1..3, labeling([down], [X]).
?- X in 1..3 \/ 7, labeling([enum], [X]).
?- X in 1..3 \/ 7, labeling([enum, down], [X]).
?- X in 1..6, labeling([bisect], [X]).
?- X in 1..6, labeling([bisect, down], [X]).
?- X in 1..3, Y in 1..2, labeling([ff], [X, Y]).
?- X in 1..3, Y in 1..2, labeling([ff, down], [X, Y]).
?- X in 2..3, Y in 1..2, labeling([min], [X, Y]).
?- X in 2..3, Y in 1..2, labeling([max], [X, Y]).
?- X in 1..3, labeling([max(X)], [X]).
?- X in 1..3, labeling([min(X)], [X]).
?- [X, Y] ins 0..3, X + Y #= 3, labeling([max(X * Y)], [X, Y]).
?- [X, Y] ins 0..3, X + Y #=< 4, labeling([max(X), min(Y)], [X, Y]).
?- X in 1..3, labeling([foo], [X]).
?- X in 1..3, labeling([_], [X]).
?- [X, Y, Z] ins 1..3, X #< Y, Y #< Z.
?- [X, Y, Z] ins 1..3, X #\= Y, Y #\= Z, X #\= Z, findall(X-Y-Z, label([X, Y, Z]), L).
?- X in 1..3, ( label([X]), X > 1 -> true ; X = 9 ).
?- X in 1..3, findall(X, label([X]), L), X = 2.

%%% global constraints
:- use_module(library(clpfd)).
?- Xs = [X, Y, Z], Xs ins 1..3, all_different(Xs), findall(Xs, label(Xs), L).
?- Xs = [X, Y], Xs ins 1..2, all_different(Xs), X = 1.
?- all_different([1, 2, 1]).
?- all_different([1, 2, 3]).
?- all_different([X, X]), X = 1.
?- all_different([a]).
?- all_different(X).
?- Xs = [X, Y, Z], Xs ins 1..3, all_distinct(Xs), findall(Xs, label(Xs), L).
?- Xs = [X, Y, Z], Xs ins 0..2, sum(Xs, #=, 5), findall(Xs, label(Xs), L).
?- Xs = [X, Y, Z], Xs ins 0..2, sum(Xs, #>=, 5), findall(Xs, label(Xs), L).
?- sum([1, 2, 3], #=, S).
?- sum([], #=, S).
?- sum([X, 2], #=, 5).
?- Xs = [X, Y], Xs ins 0..5, scalar_product([2, 3], Xs, #=, 12), findall(Xs, label(Xs), L).
?- scalar_product([1, 2], [X, 3], #=, 10).
?- element(I, [a, b], X).
?- element(2, [10, 20, 30], X).
?- element(I, [10, 20, 30], 30).
?- element(I, [10, 20, 10], X), X #< 15, findall(I, label([I]), L).
?- element(I, [X, Y], 3), X in 0..1, fd_dom(Y, D).
?- chain([X, Y, Z], #<), [X, Y, Z] ins 1..3.
?- chain([1, 2, 2], #<).

%%% formulas
:- use_module(library(clpfd)).
?- B #<==> (X #> 3), X = 5.
?- B #<==> (X #> 3), X = 2.
?- B #<==> (X #> 3), B = 1, fd_inf(X, L).
?- B #<==> (X #> 3), B = 0, fd_sup(X, L).
?- B #<==> (X #= 3), B = 0, fd_dom(X, L).
?- B #<==> (X #\= 3), B = 0.
?- X in 0..9, X #< 3 #\/ X #> 7, findall(X, label([X]), L).
?- X in 0..9, X #> 3 #/\ X #< 7, findall(X, label([X]), L).
?- X in 0..9, #\ X #> 3, findall(X, label([X]), L).
?- X in 0..4, Y in 0..4, X #> 3 #==> Y #> 3, X = 4, findall(Y, label([Y]), L).
?- X in 0..4, Y in 0..4, X #> 3 #<== Y #> 3, Y = 4.
?- X in 0..4, X #> 1 #\ X #> 3, findall(X, label([X]), L).
?- [A, B, C] ins 0..1, A #/\ B #<==> C, findall(A-B-C, label([A, B, C]), L).
?- [A, B, C] ins 0..1, A #\/ B #<==> C, findall(A-B-C, label([A, B, C]), L).
?- Xs = [A, B, C], Xs ins 1..3, A #= 1 #<==> P, B #= 1 #<==> Q, C #= 1 #<==> R, P + Q + R #= 2, findall(Xs, label(Xs), L).
?- B #<==> foo.
?- 1 #<==> 0.
?- X #<==> 1.

%%% puzzles
:- use_module(library(clpfd)).
money([S, E, N, D, M, O, R, Y]) :-
    Vars = [S, E, N, D, M, O, R, Y], Vars ins 0..9, all_different(Vars),
    S * 1000 + E * 100 + N * 10 + D + M * 1000 + O * 100 + R * 10 + E #=
    M * 10000 + O * 1000 + N * 100 + E * 10 + Y,
    M #\= 0, S #\= 0.
queens(N, Qs) :- length(Qs, N), Qs ins 1..N, safe(Qs).
safe([]).
safe([Q|Qs]) :- no_attack(Q, Qs, 1), safe(Qs).
no_attack(_, [], _).
no_attack(Q, [P|Ps], D) :-
    Q #\= P, abs(Q - P) #\= D, D1 is D + 1, no_attack(Q, Ps, D1).
fact(0, 1).
fact(N, F) :- N #> 0, N1 #= N - 1, F #= N * F1, fact(N1, F1).
len([], 0).
len([_|Xs], N) :- N #> 0, N #= M + 1, len(Xs, M).
big(X) :- X #> 100, !.
big(_).
kind(0, zero) :- !.
kind(_, other).
change(Total, Coins) :-
    Coins = [A, B, C], Coins ins 0..Total, 5 * A + 2 * B + C #= Total.
square(Vars) :-
    Vars = [A, B, C, D, E, F, G, H, I], Vars ins 1..9, all_different(Vars),
    A + B + C #= 15, D + E + F #= 15, G + H + I #= 15,
    A + D + G #= 15, B + E + H #= 15, C + F + I #= 15,
    A + E + I #= 15, C + E + G #= 15.
knap(Xs, V) :-
    Xs = [A, B, C], Xs ins 0..5, 3 * A + 4 * B + 5 * C #=< 17, V #= 4 * A + 5 * B + 7 * C.
sudoku(Rows) :-
    length(Rows, 4), maplist([R]>>length(R, 4), Rows), append(Rows, Vs), Vs ins 1..4,
    maplist(all_different, Rows), transpose(Rows, Cols), maplist(all_different, Cols),
    Rows = [[A1, A2|_], [B1, B2|_], _, _], all_different([A1, A2, B1, B2]).
?- money(Vs), label(Vs).
?- money(Vs), labeling([ff], Vs).
?- queens(6, Qs), label(Qs).
?- queens(8, Qs), labeling([ff], Qs), !.
?- findall(Qs, ( queens(5, Qs), label(Qs) ), L), length(L, N).
?- fact(5, F).
?- fact(N, 120), !.
?- len([a, b, c], N).
?- findall(L, ( member(N, [2, 3]), len(L, N) ), Ls).
?- X in 0..9, big(X).
?- X in 1..9, kind(X, K).
?- X in 0..9, kind(X, K).
?- change(11, Cs), findall(Cs, label(Cs), L), length(L, N).
?- square(Vs), Vs = [2, 7|_], label(Vs).
?- findall(Vs, ( square(Vs), label(Vs) ), L), length(L, N).
?- knap(Xs, V), once(labeling([max(V)], Xs)).
?- sudoku(Rows), Rows = [[1, _, _, 4], [_, _, 1, _], [2, 1, _, 3], _], append(Rows, Vs), label(Vs).
?- X in 1..5, ( member(Y, [1, 2, 3]), X #> Y, X #< Y + 2, label([X]) ; X = 5, Y = none ).
?- X in 1..1000, Y #= X * X, Y #> 900000, Y #< 903000, findall(X, label([X]), L).
?- X in 1..3, catch(( label([X]), X > 1, throw(found(X)) ), found(Y), true), fd_dom(X, D).
?- X in 1..3, b_setval(v, X), b_getval(v, Y), Y = 2.
