%% target 1.5
% Tokens of a long text by a grammar over codes.
run :- text(2000, Cs), between(1, 60, _), phrase(tokens(Ts), Cs), length(Ts, N), N < 0, fail.
run.

text(N, Cs) :- findall(C, ( between(1, N, I), word(I, W), atom_codes(W, Cs0), member(C, Cs0) ), Cs).
word(I, W) :- K is I mod 3, nth0(K, ['count := ', '42 + ', 'x1; '], W).

tokens([T|Ts]) --> blanks, token(T), !, tokens(Ts).
tokens([]) --> blanks.

blanks --> [C], { C =< 32 }, !, blanks.
blanks --> [].

token(number(N)) --> digit(D), digits(Ds), { number_codes(N, [D|Ds]) }.
token(name(A)) --> letter(C), letters(Cs), { atom_codes(A, [C|Cs]) }.
token(assign) --> ":=".
token(sign(A)) --> [C], { char_code(A, C) }.

digits([D|Ds]) --> digit(D), !, digits(Ds).
digits([]) --> [].
digit(D) --> [D], { D >= 0'0, D =< 0'9 }.
letters([C|Cs]) --> letter(C), !, letters(Cs).
letters([C|Cs]) --> digit(C), !, letters(Cs).
letters([]) --> [].
letter(C) --> [C], { C >= 0'a, C =< 0'z }.
