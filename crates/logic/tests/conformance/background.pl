% Programs as public background files have them: each with queries.

%%% a calculator by a grammar
expr(X) --> term(X0), expr_rest(X0, X).
expr_rest(Acc, X) --> "+", !, term(Y), { Acc1 = Acc+Y }, expr_rest(Acc1, X).
expr_rest(Acc, X) --> "-", !, term(Y), { Acc1 = Acc-Y }, expr_rest(Acc1, X).
expr_rest(X, X) --> [].
term(X) --> factor(X0), term_rest(X0, X).
term_rest(Acc, X) --> "*", !, factor(Y), { Acc1 = Acc*Y }, term_rest(Acc1, X).
term_rest(Acc, X) --> "/", !, factor(Y), { Acc1 = Acc/Y }, term_rest(Acc1, X).
term_rest(X, X) --> [].
factor(N) --> digits(Ds), { Ds = [_|_], number_codes(N, Ds) }.
factor(X) --> "(", expr(X), ")".
digits([D|T]) --> [D], { code_type(D, digit) }, !, digits(T).
digits([]) --> [].
parse(S, T) :- string_codes(S, Cs), phrase(expr(T), Cs).
calc(S, V) :- parse(S, T), V is T.
?- calc("1+2*3-4", V).
?- parse("(1+2)*3", T).
?- calc("2*(3+4)*5/7", V).
?- catch(calc("1/0", V), error(E, _), true).
?- parse("1+", T).

%%% paths in a graph
edge(a,b,4). edge(a,c,2). edge(c,b,1). edge(b,d,5). edge(c,d,8). edge(d,e,3). edge(e,a,9).
path(X, Y, P, C) :- walk(X, Y, [X], R, 0, C), reverse(R, P).
walk(X, X, Vs, Vs, C, C).
walk(X, Y, Vs, P, C0, C) :- edge(X, Z, W), \+ memberchk(Z, Vs), C1 is C0+W, walk(Z, Y, [Z|Vs], P, C1, C).
shortest(X, Y, P, C) :- aggregate_all(min(C0, P0), path(X, Y, P0, C0), min(C, P)).
bfs([[G|T]|_], G, P) :- reverse([G|T], P).
bfs([[N|T]|Q], G, P) :- N \== G, findall([M,N|T], (edge(N, M, _), \+ memberchk(M, [N|T])), Next), append(Q, Next, Q2), bfs(Q2, G, P).
reach(X, S) :- setof(Y, P^C^path(X, Y, P, C), S).
degree(X, N) :- findall(Y, (edge(X,Y,_) ; edge(Y,X,_)), L), length(L, N).
?- shortest(a, e, P, C).
?- bfs([[a]], e, P).
?- reach(a, S).
?- setof(N-X, degree(X, N), L).
?- setof(X-N, (member(X,[a,b,c]), degree(X, N)), L).
?- findall(P-C, path(a,d,P,C), L), sort(2, @>=, L, M).
?- bagof(X, W^edge(X, Y, W), L).
?- aggregate_all(count, edge(_,_,_), N), aggregate_all(sum(W), edge(_,_,W), S), aggregate_all(max(W-X), edge(X,_,W), M).
?- aggregate_all(bag(X), edge(X,_,_), B), aggregate_all(set(X), edge(X,_,_), S).

%%% an expert system
:- op(700, xfx, <-).
:- dynamic known/3.
rule(bird, [has(feathers)]).
rule(bird, [can(fly), lays(eggs)]).
rule(penguin, [bird, cannot(fly), swims]).
rule(albatross, [bird, flies_well]).
fact(has(feathers)). fact(cannot(fly)). fact(swims).
holds(G) :- fact(G).
holds(G) :- known(yes, G, _).
holds(G) :- rule(G, Cs), all(Cs).
all([]).
all([C|Cs]) :- holds(C), all(Cs).
why(G, fact(G)) :- fact(G).
why(G, G <- Ps) :- rule(G, Cs), maplist(why, Cs, Ps).
learn(G) :- assertz(known(yes, G, now)).
forget(G) :- retractall(known(_, G, _)).
?- holds(penguin).
?- holds(albatross).
?- learn(flies_well), holds(albatross), forget(flies_well), \+ holds(albatross).
?- why(bird, W).
?- assertz(counter(0)), retract(counter(X)), Y is X+1, assertz(counter(Y)), counter(Z).

%%% meta-interpreters that read clauses
app([], L, L).
app([H|T], L, [H|R]) :- app(T, L, R).
nrev([], []).
nrev([H|T], R) :- nrev(T, S), app(S, [H], R).
len([], 0).
len([_|T], N) :- len(T, M), N is M+1.
par(tom, bob). par(bob, ann). par(ann, joe).
anc(X, Y) :- par(X, Y).
anc(X, Y) :- par(X, Z), anc(Z, Y).
solve(true) :- !.
solve((A, B)) :- !, solve(A), solve(B).
solve((A ; B)) :- !, ( solve(A) ; solve(B) ).
solve(\+ A) :- !, \+ solve(A).
solve(A) :- predicate_property(A, built_in), !, call(A).
solve(A) :- clause(A, B), solve(B).
depth(true, 0) :- !.
depth((A, B), D) :- !, depth(A, D1), depth(B, D2), D is max(D1, D2).
depth(A, 1) :- predicate_property(A, built_in), !, call(A).
depth(A, D) :- clause(A, B), depth(B, D0), D is D0+1.
proof(true, true) :- !.
proof((A, B), (PA, PB)) :- !, proof(A, PA), proof(B, PB).
proof(A, A-P) :- clause(A, B), proof(B, P).
?- solve(nrev([1,2,3], R)).
?- solve(len([a,b], N)).
?- solve(anc(tom, X)).
?- depth(anc(tom, joe), D).
?- proof(anc(tom, X), P).
?- clause(par(X, Y), B).
?- clause(anc(X, Y), B).
?- clause(nosuch(X), B).

%%% list puzzles
right_of(X, Y, [Y,X|_]).
right_of(X, Y, [_|T]) :- right_of(X, Y, T).
next_to(X, Y, L) :- right_of(X, Y, L) ; right_of(Y, X, L).
zebra(Owner) :- Hs = [h(_,norwegian,_,_,_),_,h(_,_,_,milk,_),_,_],
  member(h(red,english,_,_,_), Hs), member(h(green,_,_,coffee,_), Hs), member(h(_,spanish,dog,_,_), Hs),
  member(h(_,ukrainian,_,tea,_), Hs), right_of(h(green,_,_,_,_), h(ivory,_,_,_,_), Hs),
  member(h(_,_,snails,_,winston), Hs), member(h(yellow,_,_,_,kools), Hs),
  next_to(h(_,_,_,_,chesterfield), h(_,_,fox,_,_), Hs), next_to(h(_,_,_,_,kools), h(_,_,horse,_,_), Hs),
  member(h(_,_,_,orange_juice,lucky), Hs), member(h(_,japanese,_,_,parliament), Hs),
  next_to(h(_,norwegian,_,_,_), h(blue,_,_,_,_), Hs), member(h(_,Owner,zebra,_,_), Hs).
queens(N, Qs) :- numlist(1, N, L), permutation(L, Qs), safe(Qs).
safe([]).
safe([Q|Qs]) :- no_attack(Q, Qs, 1), safe(Qs).
no_attack(_, [], _).
no_attack(Q, [Q1|Qs], D) :- Q =\= Q1+D, Q =\= Q1-D, D1 is D+1, no_attack(Q, Qs, D1).
hanoi(0, _, _, _, []) :- !.
hanoi(N, A, B, C, M) :- N1 is N-1, hanoi(N1, A, C, B, M1), hanoi(N1, C, B, A, M2), append(M1, [A-B|M2], M).
subsets([], []).
subsets([X|Xs], [X|Ys]) :- subsets(Xs, Ys).
subsets([_|Xs], Ys) :- subsets(Xs, Ys).
?- zebra(O).
?- queens(6, Q).
?- hanoi(3, l, r, m, M).
?- findall(S, (subsets([1,2,3,4], S), sum_list(S, 5)), L).
?- select(X, [a,b,c], Z), nth1(1, Z, F), last(Z, E).
?- msort([c,a,b,a], L), sort(0, @>=, [1,2,3,2], M), predsort([O,A,B]>>compare(O,A,B), [z,x,y,x], P).
?- sumlist([1,2,3], S), max_list([1,5,2], M), min_list([3,1], N), max_member(X, [a,f(x),1]).
?- pairs_keys_values(P, [a,b], [1,2]), transpose_pairs(P, T).
?- foldl([X,A0,A]>>(A is A0+X), [1,2,3], 0, S).
?- length(L, 2), L = [a|T].
?- exclude([X]>>(X > 2), [1,2,3,4], L), partition([X]>>(X < 3), [1,2,3,4], I, O).
?- aggregate_all(max(X), member(X, []), M).
?- nb_setval(k, [1,2]), nb_getval(k, V).
?- between(1, inf, X), X * X > 50, !.
?- string_concat(X, Y, "ab").
?- sub_atom(hello, B, 2, A, S).
?- atomic_list_concat(L, ',', 'a,b,c'), atomic_list_concat(L, '-', R).

%%% handling of strings and output
words(S, Ws) :- split_string(S, " ", ".,!", Ws0), exclude(==(""), Ws0, Ws).
cap(W, C) :- sub_string(W, 0, 1, _, F), sub_string(W, 1, _, 0, R), string_upper(F, U), string_concat(U, R, C).
title(S, T) :- words(S, Ws), maplist(cap, Ws, Cs), atomic_list_concat(Cs, ' ', T).
freq(S, Ps) :- string_chars(S, Cs), msort(Cs, Sorted), clumped2(Sorted, Ps).
clumped2([], []).
clumped2([X|Xs], [X-N|R]) :- run(Xs, X, 1, N, Rest), clumped2(Rest, R).
run([X|Xs], X, N0, N, R) :- !, N1 is N0+1, run(Xs, X, N1, N, R).
run(R, _, N, N, R).
pal(S) :- string_lower(S, L), string_chars(L, C0), include([C]>>char_type(C, alpha), C0, Cs), reverse(Cs, Cs).
caesar(K, S, T) :- string_codes(S, Cs), maplist(shift(K), Cs, Ds), string_codes(T, Ds).
shift(K, C, D) :- ( code_type(C, lower) -> D is (C - 0'a + K) mod 26 + 0'a ; code_type(C, upper) -> D is (C - 0'A + K) mod 26 + 0'A ; D = C ).
table(Rows, T) :- with_output_to(string(T), forall(member(N-V, Rows), format("~w~t~10||~t~d~6+~n", [N, V]))).
?- title("hello world, again!", T).
?- freq("banana", P).
?- pal("A man, a plan, a canal: Panama").
?- caesar(3, "Hello, World", T).
?- table([a-1, bcd-200], T).
?- format(atom(A), "~D ~t~w~20|~w~n", [1234567, right, next]).
?- format(atom(A), "~`-t~30|~n", []).
?- format(atom(A), "~p ~i~w ~*c ~8|x~+y~+z", [a, b, c, 3, 0'x]).
?- format(atom(A), "~r", [5]).
?- catch(format(atom(A), "~8r ~16r ~8R ~16R", [64, 255, 64, 255]), E, true).
?- string_code(1, "abc", X), char_code(C, 0'z), atom_number('12', N), atom_number(A, 5).
?- term_to_atom(T, 'foo(X, bar, Y, X)').
?- upcase_atom('hello world', U), string_upper("abc", S), text_to_string(hello, T).
?- nth0(1, [a,b,c], X), nth1(I, [a,b,c], c), nth0(0, L, z, [a,b]).
?- with_output_to(string(S), (write_canonical(f(X,Y,X,'a b')), write_term([1,2,'X y'], [quoted(true)]))).
?- with_output_to(string(S), portray_clause((foo(X,Y) :- bar(X), \+ baz(Y), ( a -> b ; c )))).
?- string_codes(S, [104,105]), string_to_atom(S, A), string_length(S, L).

%%% association lists
count(L, C) :- empty_assoc(E), foldl(inc, L, E, A), assoc_to_list(A, C).
inc(X, A0, A) :- ( get_assoc(X, A0, N) -> true ; N = 0 ), N1 is N+1, put_assoc(X, A0, N1, A).
inv(P, I) :- findall(V-K, member(K-V, P), L), keysort(L, I).
group(L, G) :- map_list_to_pairs([X,K]>>(K is X mod 3), L, P), keysort(P, S), group_pairs_by_key(S, G).
?- count([a,b,a,c,b,a], C).
?- inv([a-2,b-1], I).
?- group([1,2,3,4,5,6], G).
?- list_to_assoc([a-1,b-2,c-3], A), get_assoc(b, A, V), assoc_to_keys(A, K), assoc_to_values(A, W).
?- list_to_assoc([x-1], A), put_assoc(y, A, 2, B), forall(gen_assoc(K, B, V), atom(K)), max_assoc(B, MK, MV).
?- catch(list_to_assoc([a-1,a-2], A), error(E, _), true).
?- numlist(1, 20, L), foldl([X,A0,A]>>put_assoc(X, A0, X, A), L, t, T), del_assoc(7, T, V, T2), assoc_to_keys(T2, Ks).
?- numlist(1, 12, L), findall(K-x, member(K, L), P), list_to_assoc(P, A).

%%% errors as terms
safe_div(X, Y, Z) :- catch(Z is X/Y, error(evaluation_error(E), _), Z = E).
check(X) :- must_be(positive_integer, X).
t(G, E) :- catch(G, error(E, _), true).
nested(X) :- catch(catch(throw(inner), outer, X = a), inner, X = b).
fin(L) :- catch(setup_call_cleanup(nb_setval(s, 1), throw(oops), nb_setval(s, 2)), oops, true), nb_getval(s, L).
?- safe_div(1, 0, Z).
?- safe_div(6, 2, Z).
?- t(check(0), E).
?- t(check(a), E).
?- t(check(_), E).
?- nested(X).
?- fin(L).
?- t(atom_length(X, Y), E).
?- t(atom_length(f(x), Y), E).
?- t(X is foo + 1, E).
?- t(X is Y + 1, E).
?- t(nosuch(1), E).
?- t(call(1), E).
?- t(arg(x, f(a), A), E).
?- t(functor(T, foo, -1), E).
?- t(atom_codes(X, Y), E).
?- t(number_codes(X, "abc"), E).
?- t(assertz((foo :- 1)), E).
?- t(assertz(atom(x)), E).
?- t(succ(X, 0), E).
?- t(succ(X, Y), E).
?- t(sub_atom(X, B, L, A, S), E).
?- t(X =.. Y, E).
?- t(copy_term(X, Y), E).
?- t(throw(_), E).
?- catch(throw(my(1)), my(X), true).
?- t(msort(a, L), E).
?- t(length(L, -1), E).
?- t(length(L, a), E).
?- t(length(a, N), E).
?- t(char_code(X, Y), E).
?- t(nb_getval(nokey, V), E).
?- t(must_be(list, [a|_]), E).
?- t(must_be(boolean, 1), E).
?- t(must_be(list(integer), [a]), E).
?- t(is_list(X), E).
?- t(sort(0, foo, [a], L), E).
?- t(keysort([a], L), E).
?- catch(assertion(fail), E, true) -> true ; true.
?- t(type_error(integer, a), E).
?- ignore(fail), once(member(X, [1,2])), forall(member(Y, [1,2]), Y > 0).

%%% tabled predicates that call each other
:- table path/2, even/1, odd/1, fib/2.
e(1,2). e(2,3). e(3,1). e(3,4).
path(X,Y) :- e(X,Y).
path(X,Y) :- path(X,Z), e(Z,Y).
even(0).
even(N) :- N > 0, M is N-1, odd(M).
odd(N) :- N > 0, M is N-1, even(M).
fib(0,0). fib(1,1).
fib(N,F) :- N > 1, A is N-1, B is N-2, fib(A,FA), fib(B,FB), F is FA+FB.
:- table a/1, b/1.
a(X) :- b(X). a(1).
b(X) :- a(Y), X is Y+1, X < 5. b(10).
?- even(100).
?- odd(7).
?- fib(80, F).

%%% global variables and records
gen(X) :- nb_getval(seed, S0), S is (S0*1103515245+12345) mod 2147483648, nb_setval(seed, S), X is S mod 100.
seq(0, []) :- !.
seq(N, [X|Xs]) :- gen(X), M is N-1, seq(M, Xs).
cnt(G, N) :- flag(c, Old, 0), ( call(G), flag(c, K, K+1), fail ; flag(c, N, Old) ).
b(X) :- b_setval(v, 1), ( b_setval(v, 2), fail ; b_getval(v, X) ).
rec(L) :- recordz(k, a), recordz(k, b(X,X)), recorda(k, z), findall(V, recorded(k, V), L).
er(L) :- recordz(q, 1, R), recordz(q, 2), erase(R), findall(V, recorded(q, V), L).
?- nb_setval(seed, 42), seq(5, L).
?- cnt(member(_, [a,b,c]), N).
?- b(X).
?- rec(L).
?- er(L).
?- findnsols(2, X, member(X, [a,b,c,d,e]), L).
?- findnsols(2, X, member(X, [a,b,c,d]), L).
?- findall(L, findnsols(3, X, between(1, 7, X), L), Ls).
?- succ(X, 4), succ(3, Y), plus(1, 2, Z), plus(1, W, 5).
?- copy_term(f(X,Y,X), C).
?- term_variables(f(X, g(Y), X), Vs).
?- setof(X-Y, member(X-Y, [b-1,a-2,a-1]), L).
?- bagof(X, member(X-Y, [b-1,a-2,c-1]), L).
?- T = f(a,b,c), T =.. L, functor(T, N, A), arg(2, T, X).
?- ground(f(a)), \+ ground(f(_)), atom([]) ; true.
?- ( atom([]) -> X = yes ; X = no ), ( [] == '[]' -> Y = same ; Y = different ), atomic([]).
?- atom_length('[]', N), atom_length([], M).
?- string_chars(S, [h,i]), sort([c-1,[],'[]',"s",1,f(x),a,''], L).
?- apply(format, [atom(A), '~w', [x]]).
?- retractall(tmp(_)), assertz(tmp(1)), assertz((tmp(X) :- member(X, [7,8]))), findall(Y, tmp(Y), L).
?- print_message(informational, hello), assertion(true).
?- last([1,2,3], X), sum_list([1.5,2], S), list_to_set([a,b,a], T), subtract([1,2,3],[2],R).
?- nb_setval(cnt, 0), forall(between(1, 10, I), (nb_getval(cnt, C), C1 is C+I, nb_setval(cnt, C1))), nb_getval(cnt, V).

%%% sentences by a grammar
s(s(NP,VP)) --> np(NP, Num, subj), vp(VP, Num).
np(np(D,N), Num, _) --> det(D, Num), n(N, Num).
np(np(P), Num, Case) --> pron(P, Num, Case).
vp(vp(V,NP), Num) --> v(V, Num, tr), np(NP, _, obj).
vp(vp(V), Num) --> v(V, Num, intr).
det(d(the), _) --> [the].
det(d(a), sg) --> [a].
n(n(cat), sg) --> [cat]. n(n(cats), pl) --> [cats]. n(n(dog), sg) --> [dog].
pron(pr(he), sg, subj) --> [he]. pron(pr(him), sg, obj) --> [him].
v(v(sees), sg, tr) --> [sees]. v(v(see), pl, tr) --> [see]. v(v(sleeps), sg, intr) --> [sleeps].
anbn --> []. anbn --> [a], anbn, [b].
greeting --> [hello], name. greeting --> [hi], !, name.
name --> [X], { atom(X), atom_length(X, L), L > 2 }.
list([]) --> []. list([H|T]) --> [H], list(T).
upto(E, []), [E] --> [E], !. upto(E, [H|T]) --> [H], upto(E, T).
cnt(0) --> []. cnt(N) --> [_], cnt(M), { N is M+1 }.
call_it --> call([S0,S]>>(S0 = [x|S])).
?- phrase(s(T), [the,cat,sees,him]).
?- phrase(s(T), [he,sleeps]).
?- phrase(s(_), [cats,see,he]).
?- findall(X, phrase(s(_), X), L), length(L, N).
?- phrase(anbn, [a,a,b,b]).
?- phrase(greeting, [hi,bob], R).
?- phrase(upto(c, L), [a,b,c,d], R).
?- phrase(cnt(N), [x,y,z]).
?- phrase(call_it, [x], R).
?- phrase((list(A), [sep], list(B)), [1,2,sep,3]).
?- catch(phrase(nogrammar, [a]), error(E, _), true).
?- catch(phrase(X, [a]), error(E, _), true).

%%% trees and sorting
insert(nil, X, t(nil,X,nil)).
insert(t(L,Y,R), X, t(L1,Y,R)) :- X @< Y, !, insert(L, X, L1).
insert(t(L,Y,R), X, t(L,Y,R1)) :- X @> Y, !, insert(R, X, R1).
insert(T, _, T).
build(L, T) :- foldl([X,T0,T1]>>insert(T0,X,T1), L, nil, T).
inorder(nil) --> [].
inorder(t(L,X,R)) --> inorder(L), [X], inorder(R).
height(nil, 0).
height(t(L,_,R), H) :- height(L, HL), height(R, HR), H is max(HL, HR)+1.
huff(S, Codes) :- atom_chars(S, Cs), msort(Cs, M), cl(M, F), keysort(F, K), tree(K, T), findall(C-B, code(T, C, B), Codes).
cl([], []). cl([X|Xs], [N-X|R]) :- same(Xs, X, 1, N, Rest), cl(Rest, R).
same([X|Xs], X, N0, N, R) :- !, N1 is N0+1, same(Xs, X, N1, N, R).
same(R, _, N, N, R).
tree([_-T], T) :- !.
tree([A-X,B-Y|R], T) :- C is A+B, append(R, [C-n(X,Y)], L), keysort(L, K), tree(K, T).
code(n(L,R), C, [D|B]) :- ( T = L, D = 0 ; T = R, D = 1 ), ( T = n(_,_) -> code(T, C, B) ; C = T, B = [] ).
roman(0, '') :- !.
roman(N, R) :- member(V-S, [1000-'M',900-'CM',500-'D',400-'CD',100-'C',90-'XC',50-'L',40-'XL',10-'X',9-'IX',5-'V',4-'IV',1-'I']), V =< N, !, M is N-V, roman(M, R0), atom_concat(S, R0, R).
qs([], []).
qs([H|T], S) :- partition([X]>>(X @=< H), T, A, B), qs(A, SA), qs(B, SB), append(SA, [H|SB], S).
merge_all(L, S) :- length(L, N), ( N < 2 -> S = L ; H is N//2, length(A, H), append(A, B, L), merge_all(A, SA), merge_all(B, SB), mrg(SA, SB, S) ).
mrg([], L, L) :- !. mrg(L, [], L) :- !.
mrg([A|As], [B|Bs], [A|R]) :- A @=< B, !, mrg(As, [B|Bs], R).
mrg(As, [B|Bs], [B|R]) :- mrg(As, Bs, R).
?- build([5,2,8,1,9,3], T), phrase(inorder(T), L), height(T, H).
?- huff(abracadabra, C).
?- roman(1994, R).
?- T = t(nil,1,nil), T =.. [F|As], length(As, N).
?- copy_term([X,Y,X], L), L = [1,2,Z].

%%% searching states
move(j(X,Y), j(4,Y)) :- X < 4.
move(j(X,Y), j(X,3)) :- Y < 3.
move(j(X,Y), j(0,Y)) :- X > 0.
move(j(X,Y), j(X,0)) :- Y > 0.
move(j(X,Y), j(X1,Y1)) :- X > 0, Y < 3, T is min(X, 3-Y), X1 is X-T, Y1 is Y+T.
move(j(X,Y), j(X1,Y1)) :- Y > 0, X < 4, T is min(Y, 4-X), Y1 is Y-T, X1 is X+T.
solve(P) :- bfs([[j(0,0)]], [j(0,0)], R), reverse(R, P).
bfs([[j(2,Y)|T]|_], _, [j(2,Y)|T]) :- !.
bfs([[S|T]|Q], V, P) :- findall(N, (move(S, N), \+ memberchk(N, V)), Ns0), list_to_set(Ns0, Ns), findall([N,S|T], member(N, Ns), Ps), append(V, Ns, V1), append(Q, Ps, Q1), bfs(Q1, V1, P).
win(B, P) :- member(L, [[1,2,3],[4,5,6],[7,8,9],[1,4,7],[2,5,8],[3,6,9],[1,5,9],[3,5,7]]), maplist([I]>>(nth1(I, B, V), V == P), L).
state(s(M,C,B)) :- member(M, [0,3]), between(0, 3, C), member(B, [l,r]) ; between(1, 2, M), C = M, member(B, [l,r]).
farmer(P) :- path(st(w,w,w,w), st(e,e,e,e), [st(w,w,w,w)], P).
path(S, S, V, P) :- reverse(V, P).
path(S, G, V, P) :- cross(S, N), \+ unsafe(N), \+ memberchk(N, V), path(N, G, [N|V], P).
opp(w, e). opp(e, w).
cross(st(X,X,G,C), st(Y,Y,G,C)) :- opp(X, Y).
cross(st(X,W,X,C), st(Y,W,Y,C)) :- opp(X, Y).
cross(st(X,W,G,X), st(Y,W,G,Y)) :- opp(X, Y).
cross(st(X,W,G,C), st(Y,W,G,C)) :- opp(X, Y).
unsafe(st(F,X,X,_)) :- F \== X.
unsafe(st(F,_,X,X)) :- F \== X.
knap([], 0, _, []).
knap([I-W-V|Is], T, C, [I|S]) :- W =< C, C1 is C-W, knap(Is, T1, C1, S), T is T1+V.
knap([_|Is], T, C, S) :- knap(Is, T, C, S).
best(C, T, S) :- aggregate_all(max(T0, S0), knap([a-3-4, b-4-5, c-2-3], T0, C, S0), max(T, S)).
?- solve(P).
?- win([x,x,x,o,o,_,_,_,_], P).
?- findall(S, state(S), L), length(L, N).
?- farmer(P).
?- best(5, T, S).
?- setof(T-S, knap([a-3-4, b-4-5], T, 5, S), L).

%%% machines and accounts that change facts
:- dynamic cell/2, steps/1, account/2.
account(alice, 100). account(bob, 50).
transfer(F, T, A) :- account(F, B), ( B >= A -> true ; throw(insufficient(F, B)) ), retract(account(F, B)), B1 is B-A, assertz(account(F, B1)), retract(account(T, C)), C1 is C+A, assertz(account(T, C1)).
run(Prog, Out) :- retractall(cell(_,_)), exec(Prog, [], Out).
exec([], S, S).
exec([push(X)|P], S, O) :- exec(P, [X|S], O).
exec([add|P], [A,B|S], O) :- C is A+B, exec(P, [C|S], O).
exec([store(V)|P], [X|S], O) :- retractall(cell(V,_)), assertz(cell(V,X)), exec(P, S, O).
exec([load(V)|P], S, O) :- cell(V, X), exec(P, [X|S], O).
turing(T0, T) :- step(q0, [], T0, T).
step(halt, L, R, T) :- reverse(L, RL), append(RL, R, T), !.
step(Q, L, [], T) :- !, step(Q, L, [b], T).
step(Q, L, [S|R], T) :- rule(Q, S, Q1, S1, D), mv(D, L, [S1|R], L1, R1), step(Q1, L1, R1, T).
mv(right, L, [S|R], [S|L], R).
mv(stay, L, R, L, R).
rule(q0, 1, q0, 1, right). rule(q0, b, halt, 1, stay).
:- dynamic memo/2.
fibm(N, F) :- memo(N, F), !.
fibm(N, F) :- N < 2, !, F = N.
fibm(N, F) :- A is N-1, B is N-2, fibm(A, FA), fibm(B, FB), F is FA+FB, assertz(memo(N, F)).
inc(C) :- ( retract(steps(N)) -> true ; N = 0 ), C is N+1, assertz(steps(C)).
?- transfer(alice, bob, 30), findall(N-B, account(N, B), L).
?- catch(transfer(bob, alice, 1000), insufficient(W, B), true).
?- run([push(1), push(2), add, store(x), load(x), load(x), add], O).
?- turing([1,1,1], T).
?- fibm(60, F), aggregate_all(count, memo(_, _), N).
?- inc(A), inc(B), inc(C).
?- retract(account(X, Y)), \+ account(X, _).
?- assertz(p(1)), assertz(p(2)), findall(X, (p(X), assertz(p(9))), L), findall(X, p(X), M).
?- asserta(q(1)), asserta(q(2)), q(X).
?- retract(q(_)), fail ; \+ q(_).
?- abolish(foo/3) ; true.
?- assertz((r(X) :- X > 1, !, true ; X =:= 0)), ( r(2) -> A = y ; A = n ), ( r(0) -> B = y ; B = n ), ( r(1) -> C = y ; C = n ).
?- current_predicate(transfer/N).
?- predicate_property(account(_,_), dynamic).

%%% integer constraints on known values
:- use_module(library(clpfd)).
fact(0, 1).
fact(N, F) :- N #> 0, M #= N-1, fact(M, G), F #= N*G.
len([], 0).
len([_|T], N) :- len(T, M), N #= M+1.
double(X, Y) :- Y #= 2*X.
?- fact(5, F).
?- len([a,b,c], N).
?- double(4, Y), double(X, 10).
?- X #= 3+4, 7 #= X, X #\= 8, X #>= 7, X #=< 7, X #< 8.
?- 3 + X #= 10.

%%% numbers
:- use_module(library(clpfd)).
mm(A, B, C) :- transpose(B, T), maplist([R,Row]>>maplist([Col,V]>>dot(R,Col,V), T, Row), A, C).
dot(X, Y, V) :- foldl([A,B,S0,S]>>(S is S0+A*B), X, Y, 0, V).
prime(2). prime(N) :- N > 2, N mod 2 =\= 0, \+ ( between(3, N, D), D*D =< N, N mod D =:= 0 ).
gcd(A, 0, A) :- !. gcd(A, B, G) :- C is A mod B, gcd(B, C, G).
col(N, L) :- ( N =:= 1 -> L = [1] ; N mod 2 =:= 0 -> M is N//2, L = [N|T], col(M, T) ; M is 3*N+1, L = [N|T], col(M, T) ).
stats(L, M, V) :- length(L, N), sum_list(L, S), M is S/N, foldl([X,A0,A]>>(A is A0+(X-M)**2), L, 0, Q), V is Q/N.
bin(0, [0]) :- !. bin(N, Bs) :- bn(N, [], Bs).
bn(0, A, A) :- !. bn(N, A, B) :- D is N /\ 1, M is N >> 1, bn(M, [D|A], B).
?- findall(P, (between(1, 30, P), prime(P)), L).
?- col(6, L), length(L, N).
?- bin(10, B), X is cot(1.0), Y is truncate(3.7), Z is copysign(2, -1.0).
?- X is max(3, 3.0), Y is min(2, 2.5), Z is round(2.5), W is ceiling(2.1), V is sign(-3), U is abs(-4.5).
?- X is 5 / 2, Y is 4 / 2, Z is 2 ** 3.0, W is 2 ^ 100, V is -7 // 2, U is -7 mod 3, T is -7 rem 3, S is div(-7, 2).
?- X is e, Y is pi, Z is sqrt(2), W is atan2(1, 1), V is exp(1), U is log(10).
?- X is cot(2) + sinh(1.0) + tanh(0.5), Y is asinh(1.0).
?- X = 1.0e10, Y is 1.0e22, Z is 10 ** 15, W is 10.0 ** 15, V is 123456789.0 * 10.
?- X is trunc(2.5) ; X = none.
?- X is cmpflags ; X = none.
?- X is 17 xor 5, Y is \ 5, Z is msb(1000), W is 1 << 10.
?- X is nexttoward(1.0, 2), Y is trig ; true.

%%% all solutions of a database
age(peter, 7). age(ann, 11). age(pat, 8). age(tom, 5). age(mike, 11).
class(a, [peter,ann]). class(b, [pat,tom,mike]).
likes(mary, wine). likes(john, food). likes(mary, food). likes(john, wine). likes(peter, beer).
?- setof(A-N, age(N, A), L).
?- setof(N, age(N, A), L).
?- setof(A, N^age(N, A), L).
?- bagof(N, age(N, 99), L).
?- findall(N, age(N, 99), L).
?- setof(C-K, N^A^(class(C, Ns), member(N, Ns), age(N, A), K = A), L).
?- bagof(X-Y, likes(X, Y), L), length(L, N).
?- setof(X, Y^likes(X, Y), L).
?- (bagof(X, likes(X, Y), L), Y == wine).
?- aggregate_all(count, age(_, _), C), aggregate_all(max(A, N), age(N, A), M), aggregate_all(min(A-N), age(N, A), K).
?- aggregate(count, N^age(N, A), C).
?- forall(age(N, A), (atom(N), integer(A))).
?- findall(X, (member(X, [1,2,3]), X > 1), [H|T]).
?- aggregate_all(sum(A), age(_, A), S), aggregate_all(bag(N), age(N, 11), B).
?- aggregate_all(r(count, max(A)), age(_, A), R) ; true.
?- findall(A-B, (member(A, [1,2]), member(B, [x,y])), L), foldl([K-_,S0,S]>>(S is S0+K), L, 0, Sum).
?- setof(X-L, setof(Y, likes(X, Y), L), R).
?- order_by([desc(A)], age(N, A)).
?- limit(2, age(N, A)).
?- nb_setval(x, 1), catch((nb_setval(x, 2), throw(e)), e, true), nb_getval(x, V).
?- call_nth(age(N, _), 2).
?- offset(3, age(N, _)).

%%% rewriting of terms
simp(X+0, Y) :- !, simp(X, Y).
simp(0+X, Y) :- !, simp(X, Y).
simp(X*1, Y) :- !, simp(X, Y).
simp(_*0, 0) :- !.
simp(X, Y) :- compound(X), !, X =.. [F|As], maplist(simp, As, Bs), Z =.. [F|Bs], ( Z == X -> Y = Z ; simp(Z, Y) ).
simp(X, X).
d(X, X, 1) :- !. d(C, _, 0) :- atomic(C), !.
d(A+B, X, DA+DB) :- d(A, X, DA), d(B, X, DB).
d(A*B, X, A*DB+B*DA) :- d(A, X, DA), d(B, X, DB).
d(A^N, X, N*A^M*DA) :- integer(N), M is N-1, d(A, X, DA).
sub(X, Y, T, R) :- ( T == X -> R = Y ; compound(T) -> T =.. [F|A], maplist(sub(X, Y), A, B), R =.. [F|B] ; R = T ).
size(T, 1) :- \+ compound(T), !.
size(T, N) :- T =.. [_|A], maplist(size, A, S), sum_list(S, M), N is M+1.
flat(X, [X]) :- \+ is_list(X), !.
flat([], []). flat([H|T], F) :- flat(H, A), flat(T, B), append(A, B, F).
atoms(T, []) :- var(T), !. atoms(T, [T]) :- atom(T), !. atoms(T, []) :- atomic(T), !.
atoms(T, L) :- T =.. [_|As], maplist(atoms, As, Ls), append(Ls, L).
nnf(\+ \+ A, B) :- !, nnf(A, B).
nnf(\+ (A,B), (C;D)) :- !, nnf(\+A, C), nnf(\+B, D).
nnf(\+ (A;B), (C,D)) :- !, nnf(\+A, C), nnf(\+B, D).
nnf((A,B), (C,D)) :- !, nnf(A, C), nnf(B, D).
nnf((A;B), (C;D)) :- !, nnf(A, C), nnf(B, D).
nnf(A, A).
?- d(x^3+2*x, x, D), simp(D, S).
?- sub(a, b, f(a,g(a,c)), R).
?- size(f(a,g(b,c),X), N).
?- flat([1,[2,[3,4]],[],5], F).
?- atoms(f(a,[b,c],X,1,"s"), L).
?- nnf(\+ (a, (b ; \+ c)), R).
?- subsumes_term(f(_), f(a)), \+ subsumes_term(f(a), f(_)), f(A,B) =@= f(C,D), \+ f(A,A) =@= f(C,D).
?- X = f(Y), Y = 1, X == f(1), compare(O, 1, 1.0), compare(P, a, "a"), compare(Q, f(a,b), g(a)).
?- sort([z, 3, "b", f(1), X, 2.0, a, 1, g(0,0)], L).
?- length(L, N), N >= 2, !.
?- term_variables(f(X,Y), [A|B]), A = 1.
?- unify_with_occurs_check(X, f(X)) ; true.
?- X = "abc", string(X), \+ atom(X), sub_string(X, 1, 1, _, S).
?- T = "text", split_string("/home//jan///nice/path", "/", "", L).
?- nb_setval(t, f(X)), nb_getval(t, V).
