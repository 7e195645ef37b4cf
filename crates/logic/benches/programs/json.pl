%% target 1.5
% A parser of JSON over codes.
run :- atom_codes('{"name": "Ann", "age": 42, "tags": ["a", "b", "c"], "inner": {"x": [1, 2, [3, 4]], "ok": true, "none": null}}', Cs), between(1, 8000, _), phrase(json(J), Cs), J == none, fail.
run.
json(J) --> ws, value(J), ws.
value(obj(Ps)) --> "{", !, ws, pairs(Ps), "}".
value(list(Vs)) --> "[", !, ws, values(Vs), "]".
value(str(A)) --> "\"", !, chars(Cs), { atom_codes(A, Cs) }.
value(true) --> "true", !.
value(false) --> "false", !.
value(null) --> "null", !.
value(N) --> digits(Ds), { Ds = [_|_], number_codes(N, Ds) }.
pairs([K-V|Ps]) --> "\"", !, chars(Cs), { atom_codes(K, Cs) }, ws, ":", ws, value(V), ws, more_pairs(Ps).
pairs([]) --> [].
more_pairs(Ps) --> ",", !, ws, pairs(Ps).
more_pairs([]) --> [].
values([V|Vs]) --> value(V), !, ws, more_values(Vs).
values([]) --> [].
more_values(Vs) --> ",", !, ws, values(Vs).
more_values([]) --> [].
chars([]) --> "\"", !.
chars([C|Cs]) --> [C], chars(Cs).
digits([D|Ds]) --> [D], { code_type(D, digit) }, !, digits(Ds).
digits([]) --> [].
ws --> [C], { code_type(C, space) }, !, ws.
ws --> [].
