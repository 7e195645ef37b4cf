%%% terminals, nonterminals and arguments
greeting --> [hello], name(_).
name(world) --> [world].
name(prolog) --> [prolog].
digits([D|T]) --> digit(D), digits(T).
digits([D]) --> digit(D).
digit(D) --> [D], { D >= 0'0, D =< 0'9 }.
anbn(0) --> [].
anbn(N) --> [a], anbn(M), [b], { N is M + 1 }.
?- phrase(greeting, [hello, world]).
?- phrase(greeting, [hello, X]).
?- phrase(greeting, [goodbye, world]).
?- phrase(name(N), L).
?- phrase(name(N), [prolog|R], R).
?- phrase(name(N), [world, and, more], R).
?- atom_codes('123', Cs), phrase(digits(Ds), Cs), atom_codes(A, Ds).
?- phrase(anbn(N), [a, a, b, b]).
?- phrase(anbn(N), [a, b, b]).
?- digit(D, [0'7], R).

%%% control constructs in grammars
a --> ( [x] ; [y] ), !, rest.
a --> [z].
rest --> [] | [w].
b --> [x] -> [y] ; [z].
c --> \+ [x], [Y], { Y = y }.
d(X) --> call(e, X).
e(X, [X|T], T).
f(P) --> P, [end].
g --> {}, [k].
h, [back] --> [one].
s --> "ab", [0'c].
t --> { true }, ! .
u --> [a|T], { T = [] }.
?- phrase(a, [x]).
?- phrase(a, [y, w]).
?- phrase(a, [z]).
?- phrase(a, [x, w], R).
?- phrase(b, [x, y]).
?- phrase(b, [z]).
?- phrase(b, [x, z]).
?- phrase(c, [y]).
?- phrase(c, [x]).
?- phrase(d(Q), [q]).
?- phrase(f([start]), [start, end]).
?- phrase(f(g), L).
?- phrase(g, [k]).
?- phrase(h, [one, two], R).
?- atom_codes(abc, L), phrase(s, L).
?- phrase(t, [], R).

%%% phrase on bodies that are given as terms
n --> [one].
n --> [two].
?- phrase(([a], n), [a, one]).
?- phrase((n ; [three]), [X]).
?- phrase((n, \+ [x]), [one]).
?- phrase({X = 1}, [], []).
?- phrase([], L).
?- phrase([a, b], L, R).
?- phrase("ab", L, []).
?- phrase(X, [a]).
?- phrase(1, [a]).
?- phrase(n, a).
?- phrase(n, [one|T], T).
?- phrase((n, n), [A, B]).

%%% a small calculator
expr(X) --> term(X0), expr_rest(X0, X).
expr_rest(X0, X) --> "+", !, term(Y), { X1 is X0 + Y }, expr_rest(X1, X).
expr_rest(X0, X) --> "-", !, term(Y), { X1 is X0 - Y }, expr_rest(X1, X).
expr_rest(X, X) --> [].
term(X) --> factor(X0), term_rest(X0, X).
term_rest(X0, X) --> "*", !, factor(Y), { X1 is X0 * Y }, term_rest(X1, X).
term_rest(X, X) --> [].
factor(X) --> "(", !, expr(X), ")".
factor(X) --> digits(Ds), { number_codes(X, Ds) }.
digits([D|T]) --> [D], { code_type(D, digit) }, more(T).
more([D|T]) --> [D], { code_type(D, digit) }, !, more(T).
more([]) --> [].
?- atom_codes('2*(3+4)-5', Cs), phrase(expr(X), Cs).
?- atom_codes('12+30*2', Cs), phrase(expr(X), Cs).
?- atom_codes('12+', Cs), phrase(expr(X), Cs).

%%% bodies that are called
as --> [a], as.
as --> [].
word(W) --> [W].
?- phrase(as, [a, a], R).
?- phrase([a, b], L, R).
?- phrase([], [x], R).
?- phrase([a, B], [a, c], R).
?- phrase(word(W), [x, y], R).
?- phrase((word(A), word(B)), [x, y]).
?- phrase((as, !, word(W)), [a, b]).
?- phrase({ X = 1 }, [a], R).
?- phrase(\+ word(b), [a], R).
?- phrase(!, [a], R).
?- phrase("ab", [0'a, 0'b, 0'c], R).
?- phrase(call(word, W), [z]).
?- phrase(B, [a]).
?- phrase(12, [a]).
?- phrase(as, foo).

%%% bodies and lists that are not closed
anbn --> [].
anbn --> [a], anbn, [b].
?- phrase([a|T], [a,b]).
?- phrase([a,b|T], [a,b], R).
?- phrase(anbn, [a|b]).
?- phrase(anbn, [a,b|c], R).
?- phrase(anbn, a).
