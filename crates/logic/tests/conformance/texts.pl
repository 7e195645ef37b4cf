%%% letter case
?- upcase_atom(hello, X).
?- upcase_atom("hello wörld", X).
?- upcase_atom(12, X).
?- upcase_atom(X, a).
?- downcase_atom('HeLLo', X).
?- string_upper("abc", X).
?- string_lower('ABC', X).

%%% strings and atoms
?- atom_string(A, "abc").
?- atom_string(abc, S).
?- atom_string(12, S).
?- number_string(N, "42").
?- number_string(N, "abc").
?- number_codes(N, "42").
?- string_concat("ab", "cd", S).
?- string_concat(ab, 1, S).
?- string_concat(X, Y, "ab").
?- string_concat(X, "b", "ab").
?- string_concat("a", X, "ab").
?- string_length("hello", N).
?- string_chars(S, [a, b]).
?- string_chars("ab", L).
?- string_codes("ab", L).
?- string_codes(S, [0'a, 0'b]).
?- string_to_atom("abc", A).
?- string_to_atom(S, abc).
?- string_code(1, "abc", C).
?- string_code(0, "abc", C).
?- string_code(4, "abc", C).
?- text_to_string(abc, S).
?- text_to_string([a, b], S).
?- text_to_string("abc", S).
?- sub_string("hello", 1, 3, A, S).
?- sub_string("hello", B, 2, 0, S).
?- sub_string("hello world", B, _, 0, "world").
?- sub_string("abab", B, _, _, "ab").
?- sub_atom(hello, B, 2, A, S).
?- string("abc").
?- string(abc).
?- term_to_atom(f('A b', "s", [1,2|x]), A).
?- term_to_atom(T, 'foo(X, bar(Y), X)').
?- term_to_atom(T, '1 + 2 * 3').
?- term_to_atom(f(a, 'B'), A).
?- term_string(f(a, 'B', "c"), S).
?- term_string(T, "p(X, Y, X)").
?- atom_to_term('foo(X, Y, X)', T, B).
?- atom_to_term('p:-q', T, B).

%%% splitting and joining
?- split_string("a,b,,c", ",", "", L).
?- split_string("/home//jan///nice/path", "/", "", L).
?- split_string("  a word ", "", " ", L).
?- split_string("SWI-Prolog, 7.0", ",", " ", L).
?- split_string("", "", "", L).
?- split_string("a.b;c", ".;", "", L).
?- split_string(abc, "", "", L).
?- atomic_list_concat([a, 1, "s"], A).
?- atomic_list_concat([a, b, c], '-', A).
?- atomic_list_concat(L, '-', 'a-b-c').
?- atomic_list_concat([a, X, c], '-', 'a-b-c').
?- atomic_list_concat([a, X], '-', 'b-c').
?- atomic_list_concat(L, '', abc).
?- atomic_list_concat([a, _], A).

%%% parts of texts of which there is one at most
?- sub_atom(hello, 0, 2, A, S).
?- sub_atom(hello, B, 2, 0, S).
?- sub_atom(hello, 1, L, 1, S).
?- sub_atom(hello, 1, 2, 3, S).
?- sub_atom(hello, 4, 2, A, S).
?- sub_atom(hello, 0, L, A, he).
?- sub_atom(hello, 1, L, A, he).
?- sub_atom(hello, B, L, 0, lo).
?- sub_atom(hello, B, 3, 0, lo).
?- sub_atom(hello, 5, L, A, '').
?- sub_atom(hello, 6, L, A, '').
?- sub_atom(hello, B, L, 0, ohello).
?- sub_atom('sé là', 1, 1, A, S).
?- sub_atom('sé là', B, L, 0, 'là').
?- sub_atom(12345, 1, 2, A, S).
?- sub_atom(hello, B, L, A, l).
?- sub_atom(hello, -1, 2, A, S).
?- sub_atom(hello, b, 2, A, S).
?- sub_atom(X, 0, 2, A, S).
?- sub_string("hello", 1, 2, A, S).
?- sub_string("hello", 0, L, A, "he").
?- sub_string("hello", B, L, 0, lo).
?- atom_concat(hel, X, hello).
?- atom_concat(X, lo, hello).
?- atom_concat(X, 'él', 'noél').
?- atom_concat(lo, X, hello).
?- atom_concat(1, X, 12).
?- atom_concat(X, Y, ab).
?- atom_concat(a, X, Y).
?- atom_concat(f(x), a, X).
?- atom_concat(a, 1.5, X).
?- string_concat(abc, 1, S).
?- string_concat("ab", X, "abc").
?- atom_length(-120, N).
?- atom_codes(-120, Cs).
?- atom_codes(A, [0'a | T]).
?- atom_codes(A, [0'a, b]).
?- atom_chars(A, [a, 0'b]).

%%% kinds of characters
?- findall(N-T, ( member(T, [alpha, alnum, csym, csymf, digit, space, white]), between(0, 127, N), code_type(N, T) ), L).
?- findall(N-T, ( member(T, [upper, lower, punct, graph]), between(0, 127, N), code_type(N, T) ), L).
?- code_type(0'7, digit(W)).
?- code_type(0'7, digit(7)).
?- code_type(0'7, digit(8)).
?- code_type("7", digit).
?- code_type(0'é, alpha).
?- char_type(ab, alpha).
?- char_type(a, f(x)).
?- char_type(a, alpha).
?- char_type('_', alpha).
?- char_type('1', alpha).
?- char_type('1', digit(W)).
?- char_type(a, digit(W)).
?- char_type('A', upper(L)).
?- char_type(a, upper(L)).
?- char_type(a, lower(U)).
?- char_type(' ', space).
?- char_type('.', punct).
?- char_type(a, punct).
?- code_type(0'x, alnum).
?- code_type(0'-, csym).
?- code_type(0'a, lower(U)).

%%% format to atoms and strings
?- format(atom(A), "~w and ~q", ['A b', 'A b']).
?- format(string(S), "~a~n~d", [abc, 42]).
?- format(codes(C), "~s", [[0'a, 0'b]]).
?- format(chars(C), "ab", []).
?- format(atom(A), "~2d ~D", [12345, 1234567]).
?- format(atom(A), "~4f ~0f ~1e ~g", [2.0, 2.5, 0.0012345, 0.1]).
?- format(atom(A), "~2f", [3]).
?- format(atom(A), "~e", [0.00012]).
?- format(atom(A), "~p", ['X y']).
?- format(atom(A), "~w", hello).
?- format(atom(A), "~w ~w", [a]).
?- format(atom(A), "~w", [a, b]).
?- format(atom(A), "~8|abc~t~20|x", []).
?- format(atom(A), "~`-t~30|", []).
?- format(atom(A), "~w~t~10+~w~t~10+~w", [name, type, x]).
?- format(atom(A), "~t~w~10|~w", [right, next]).
?- format(atom(A), "~t~w~t~11|", [mid]).
?- format(atom(A), "~c~c", [104, 105]).
?- format(atom(A), "~3c", [0'x]).
?- format(atom(A), "~*c", [3, 0'y]).
?- format(atom(A), "~8r ~16r ~16R", [64, 255, 255]).
?- format(atom(A), "~i~w", [a, b]).
?- format(atom(A), "100~~", []).
?- format(atom(A), "~w", ["string"]).
?- format(atom(A), "~q", ["string"]).
?- format(atom(A), "~q", [[a, 'B c', 1.0, f(x)]]).
?- format(atom(A), "~w", [a+b*c-(d-e)]).
?- format(atom(A), abc, []).

%%% output that is collected
p :- write(one), write(' '), writeq('Two x').
q(X) :- with_output_to(string(X), (member(Y, [1, 2]), write(Y), fail ; true)).
?- with_output_to(atom(A), p).
?- with_output_to(string(S), (write(a), nl, print('B c'), tab(2), writeln(c))).
?- with_output_to(codes(C), write(ab)).
?- with_output_to(chars(C), write(ab)).
?- with_output_to(string(S), fail).
?- catch(with_output_to(string(S), throw(oops)), E, true).
?- q(X).
?- with_output_to(string(S), (format("~w-~w", [a, b]), with_output_to(string(T), write(inner)), write(T))).
?- with_output_to(string(S), member(X, [1, 2, 3])).
?- with_output_to(X, true).
?- with_output_to(foo(X), true).

%%% parts of texts
?- sub_atom(hello, 1, 3, A, S)
?- sub_atom(hello, B, 3, 0, S)
?- sub_atom(hello, 1, L, 1, S)
?- sub_atom(hello, 4, 3, A, S)
?- sub_atom(hello, 6, 0, A, S)
?- sub_atom(hello, 5, 0, A, S)
?- sub_atom('ünïcode', 1, 3, A, S)
?- sub_atom(12345, 1, 2, A, S)
?- sub_string("hello world", 6, 5, A, S)
?- sub_string("hello", B, 2, 0, S)
?- sub_string(hello, 0, 2, A, S)
?- sub_string("hello", 2, 9, A, S)
?- string_concat(abc, "def", S)
?- string_concat("a", 1, S)
?- string_concat(a, b, "ab")
?- string_concat(a, b, ab)
?- atom_concat(a, 1, A)
?- number_string(N, " 42")
?- number_string(N, "42 ")
?- number_codes(N, " 42")
?- atom_number(' 42', N)
?- atom_number('-17', N)
?- atom_number('12345678901234567890', N)
?- atom_number('007', N)
?- atom_chars(X, [a, 'é'])
?- atom_chars('aé', L)

%%% what cannot be a list or a number
?- atom_chars(abc, foo).
?- atom_codes(12, 5).
?- number_codes(X, abc).
?- number_chars(X, 12).
?- number_codes(12, foo(a)).
?- char_code(a, foo).
?- char_code(a, 97).
?- atom_number(X, a).
?- atom_number('12', a).
?- atom_number(X, 12).
?- number_string(a, "12").
?- number_string(X, " 12").
?- atomic_list_concat(abc, X).
?- atomic_list_concat(1, '-', X).
?- string_chars(abc, abc).
?- string_codes("abc", "abd").
?- string_chars(abc, [a|T]).
?- numbervars(f(X), a, E).
?- numbervars(f(X), S, E).
?- arg(a, b, X).

%%% places of a known part
?- sub_atom(banana, B, L, A, ana).
?- sub_atom(banana, B, L, A, '').
?- sub_atom(banana, 3, L, A, ana).
?- sub_atom(banana, 2, L, A, ana).
?- sub_atom(banana, B, L, 0, na).
?- sub_atom(banana, B, L, 1, na).
?- sub_atom(banana, B, 2, A, an).
?- sub_atom(banana, B, 3, A, an).
?- sub_atom(aaaa, B, _, _, aa).
?- sub_atom('été à été', B, L, A, 'té').
?- sub_atom(ab, B, L, A, abc).
?- sub_atom(banana, 9, L, A, b).
?- sub_string("banana", B, L, A, "an").

%%% parts, spellings and their errors
?- string_code(1, "abc", X).
?- string_code(0, "abc", X).
?- string_code(4, "abc", X).
?- string_code(-1, "abc", X).
?- string_code(a, "abc", X).
?- string_code(X, "abc", Y).
?- split_string("//a//b//", "/", "/", L).
?- split_string("a b ", " ", " ", L).
?- atomic_list_concat([a,f(x)], X).
?- char_code(X, -1).
?- sub_atom(banana, B, 2, A, an).
?- sub_atom(banana, B, 1, A, S).
?- sub_atom(banana,-1,_,_,X).
?- sub_atom(banana,_,-1,_,X).
?- sub_atom(banana,_,_,-1,X).
?- sub_atom(banana,a,_,_,X).
?- sub_atom(f(x),0,1,_,Y).
?- sub_atom(banana,0,1,_,f(x)).
?- sub_atom(banana,0,1,_,1).
?- sub_string("abc",-1,_,_,X).
?- normalize_space(atom(A), "  a   b  c ").
?- string_code(1, abc, X).
?- string_code(X,Y,Z).
?- split_string("a.-.b..c", ".", ".-", L).
?- split_string("a , b", ", ", " ", L).
?- split_string("   ", " ", " ", L).
?- sub_string("abc", B, _, _, f(x)).
?- sub_string(f(x), 0, 1, _, S).
?- normalize_space(string(S), " a\tb\n c").
?- normalize_space(codes(C), " ab ").
?- char_code(X, 0x110000).
?- atom_chars(X, [a,1]).
?- atom_chars(X, [ab,c]).
?- atom_chars(X, [0'a,b]).
?- atom_codes(X, [0'a,b]).
?- string_codes(X, [b,0'a]).
?- atom_codes(f(x), L).
?- number_chars(X, ['3',1]).
?- with_output_to(string(S), (write_canonical(1+2), write_canonical(- a), write_canonical([a-1|b]), write_canonical((a:-b,c)))).

%%% lists are no atoms
?- atom_chars([], X).
?- atom_codes([], X).
?- upcase_atom([], X).
?- upcase_atom([a], X).
?- downcase_atom([a|_], X).
?- downcase_atom(f(x), X).
?- string_upper([], X).
?- string_upper([0'a], X).
?- string_lower(f(x), X).
?- atom_concat([], b, X).
?- atom_concat(a, [], X).
?- atom_concat([a], b, X).
?- string_concat([], b, X).
?- atom_number([], X).
?- atom_number([a], X).
?- atom_number(f(x), X).
?- atomic_list_concat([[], b], X).
?- atom_length([], X).
?- atom_string([], X).
