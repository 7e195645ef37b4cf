% Grammars for common tokens on lists of codes.

blank --> [C], { nonvar(C), code_type(C, space) }.
blanks --> blank, !, blanks.
blanks --> [].
white --> [C], { nonvar(C), code_type(C, white) }.
whites --> white, !, whites.
whites --> [].
nonblank(C) --> [C], { code_type(C, graph) }.
nonblanks([H|T]) --> [H], { code_type(H, graph) }, !, nonblanks(T).
nonblanks([]) --> [].
blanks_to_nl --> [C], { C \== 10, code_type(C, space) }, !, blanks_to_nl.
blanks_to_nl --> "\n", !.
blanks_to_nl, [] --> eos.
string([]) --> [].
string([H|T]) --> [H], string(T).
string_without(End, Codes) --> { string(End), !, string_codes(End, Ends) }, '$until'(Ends, Codes).
string_without(End, Codes) --> '$until'(End, Codes).
'$until'(End, [C|T]) --> [C], { \+ memberchk(C, End) }, !, '$until'(End, T).
'$until'(_, []) --> [].
digits([H|T]) --> digit(H), !, digits(T).
digits([]) --> [].
digit(C) --> [C], { nonvar(C), code_type(C, digit) }.
integer(I, Head, Tail) :- nonvar(I), !, format(codes(Head, Tail), '~d', [I]).
integer(I) --> '$sign'(S), digit(D), digits(Ds), { append(S, [D|Ds], Cs), number_codes(I, Cs) }.
'$sign'(S) --> "-", !, { S = [0'-] }.
'$sign'([]) --> "+", !.
'$sign'([]) --> [].
float(F, Head, Tail) :- float(F), !, format(codes(Head, Tail), '~w', [F]).
float(F) --> number(N), { F is float(N) }.
number(N, Head, Tail) :- nonvar(N), !, format(codes(Head, Tail), '~w', [N]).
number(N) -->
    '$sign'(S), digit(D), digits(Ds), '$fraction'(Fs), '$exponent'(Es),
    { append([S, [D|Ds], Fs, Es], Cs), number_codes(N, Cs) }.
'$fraction'([0'., D|Ds]) --> ".", digit(D), !, digits(Ds).
'$fraction'([]) --> [].
'$exponent'([0'e|Es]) --> '$e', '$sign'(S), digit(D), !, digits(Ds), { append(S, [D|Ds], Es) }.
'$exponent'([]) --> [].
'$e' --> "e".
'$e' --> "E".
eos([], []).
eol --> "\n", !.
eol --> "\r\n", !.
eol --> eos.
remainder(R, R, []).
atom(Atom, Head, Tail) :- must_be(atomic, Atom), format(codes(Head, Tail), '~w', [Atom]).
