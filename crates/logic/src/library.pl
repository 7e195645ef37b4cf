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

% There is one module: a module before a goal is only checked to be a name.
M:G :- '$check_module'(M), call(G).
:(M, G, A) :- '$check_module'(M), call(G, A).
:(M, G, A, B) :- '$check_module'(M), call(G, A, B).
:(M, G, A, B, C) :- '$check_module'(M), call(G, A, B, C).
:(M, G, A, B, C, D) :- '$check_module'(M), call(G, A, B, C, D).
:(M, G, A, B, C, D, E) :- '$check_module'(M), call(G, A, B, C, D, E).
'$check_module'(M) :- ( var(M) ; atom(M) ), !.
'$check_module'(M) :- throw(error(type_error(module, M), _)).

% ---- tables with modes ----

% '$merge_answers'(Modes, Old, New, Merged): the values of the arguments with
% modes for two answers; fails if the old ones stay.
'$merge_answers'(Ms, Os, Ns, Vs) :- '$merge'(Ms, Os, Ns, Vs), !, Vs \=@= Os.
'$merge'([], [], [], []).
'$merge'([M|Ms], [O|Os], [N|Ns], [V|Vs]) :- '$merge_values'(M, O, N, V), '$merge'(Ms, Os, Ns, Vs).
'$merge_values'(min, O, N, V) :- ( N @< O -> V = N ; V = O ).
'$merge_values'(max, O, N, V) :- ( N @> O -> V = N ; V = O ).
'$merge_values'(first, O, _, O).
'$merge_values'(last, _, N, N).
'$merge_values'(sum, O, N, V) :- V is O + N.
'$merge_values'(po(P), O, N, V) :- ( call(P, O, N) -> V = O ; V = N ).
'$merge_values'(lattice(P), O, N, V) :- call(P, O, N, V).

% ---- all solutions ----

findall(T, G, L) :- findall(T, call(G), L).
findall(T, G, L, Tail) :- findall(T, call(G), L0), append(L0, Tail, L).

findnsols(N, T, G, L) :- findnsols(N, T, G, L, []).
findnsols(N, T, G, L, Tail) :-
    must_be(nonneg, N), '$new_bag'(B), copy_term(T-G, T1-G1),
    '$findnsols'(B, N, T1, G1, L0), append(L0, Tail, L).
% Without a choice point after the goal, there are no more answers.
'$findnsols'(B, N, T, G, L) :-
    '$choices'(C0), call(G), '$choices'(C),
    '$put_in_bag'(B, T, M), ( C =:= C0 -> ! ; M =:= N ), '$empty_bag'(B, L).
'$findnsols'(B, _, _, _, L) :- '$empty_bag'(B, L).

count(T, G, N) :- findall(T, call(G), L), '$count_distinct'(L, N).

aggregate_all(What, G, R) :- '$aggregate'(What, G, R).
aggregate_all(What, D, G, R) :- '$aggregate_distinct'(What, D, G, R).

'$aggregate_distinct'(What, _, _, _) :- var(What), !, throw(error(instantiation_error, _)).
'$aggregate_distinct'(count, D, G, N) :- !, findall(D, call(G), L), '$count_distinct'(L, N).
'$aggregate_distinct'(sum(E), D, G, S) :- !,
    findall(D-E, call(G), L0), sort(L0, L), pairs_values(L, Es), sum_list(Es, S).
'$aggregate_distinct'(max(E), D, G, M) :- !,
    findall(D-E, call(G), L0), sort(L0, L), pairs_values(L, Es), max_list(Es, M).
'$aggregate_distinct'(min(E), D, G, M) :- !,
    findall(D-E, call(G), L0), sort(L0, L), pairs_values(L, Es), min_list(Es, M).
'$aggregate_distinct'(bag(E), D, G, Es) :- !,
    findall(D-E, call(G), L0), sort(L0, L), pairs_values(L, Es).
'$aggregate_distinct'(set(E), D, G, S) :- !,
    findall(D-E, call(G), L), pairs_values(L, Es), sort(Es, S).
'$aggregate_distinct'(What, _, _, _) :- throw(error(domain_error(aggregate_spec, What), _)).

'$aggregate'(What, _, _) :- var(What), !, throw(error(instantiation_error, _)).
'$aggregate'(count, G, N) :- !, findall(x, call(G), L), '$length'(L, N).
'$aggregate'(count(T), G, N) :- !, findall(T, call(G), L), '$length'(L, N).
'$aggregate'(sum(E), G, S) :- !, findall(E, call(G), L), sum_list(L, S).
'$aggregate'(bag(T), G, L) :- !, findall(T, call(G), L).
'$aggregate'(set(T), G, S) :- !, findall(T, call(G), L), sort(L, S).
'$aggregate'(max(E, W), G, R) :- !, R = max(M, B),
    findall(E-W, call(G), [P|Ps]), '$best'(Ps, P, max, M, B).
'$aggregate'(min(E, W), G, R) :- !, R = min(M, B),
    findall(E-W, call(G), [P|Ps]), '$best'(Ps, P, min, M, B).
'$aggregate'(max(E), G, M) :- !, findall(E, call(G), L), max_list(L, M).
'$aggregate'(min(E), G, M) :- !, findall(E, call(G), L), min_list(L, M).
% Several at once, as in r(count, max(X)).
'$aggregate'(What, G, R) :- compound(What), !,
    What =.. [F|Specs],
    findall(Specs, call(G), L), L = [_|_],
    '$aggregate_each'(Specs, Specs, L, Rs), R =.. [F|Rs].
'$aggregate'(What, _, _) :- atom(What), !, throw(error(domain_error(aggregate_template, What), _)).
'$aggregate'(What, _, _) :- throw(error(type_error(aggregate_template, What), _)).
'$aggregate_each'([], _, _, []).
'$aggregate_each'([S|Ss], Specs, L, [R|Rs]) :-
    '$aggregate'(S, '$member'(Specs, L), R), '$aggregate_each'(Ss, Specs, L, Rs).

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

% member/2 where a list ends in a variable.
'$open_member'(X, [Y|Ys]) :- '$member'(Ys, X, Y).
'$member'(_, X, X).
'$member'([Y|Ys], X, _) :- '$member'(Ys, X, Y).

% ---- solutions in order and number ----

limit(N, G) :- N == infinite, !, call(G).
limit(N, G) :- N > 0, '$new_counter'(C), call(G), '$count_up'(C, M), ( M =:= N -> ! ; true ).
offset(N, G) :- N > 0, !, '$new_counter'(C), call(G), '$count_up'(C, M), M > N.
offset(N, G) :- N =:= 0, !, call(G).
offset(N, _) :- throw(error(domain_error(not_less_than_zero, N), _)).
call_nth(G, N) :- var(N), !, '$new_counter'(C), call(G), '$count_up'(C, N).
call_nth(G, N) :- must_be(integer, N),
    ( N > 0 -> true ; throw(error(domain_error(not_less_than_one, N), _)) ), '$new_counter'(C), call(G), '$count_up'(C, N), !.
order_by(Specs, G) :-
    '$order_keys'(Specs, Ks, Ds),
    term_variables(G, Vs),
    findall(Ks-Vs, call(G), L0),
    '$order_by'(Ds, 1, L0, L),
    '$member'(Ks-Vs, L).
'$order_keys'([], [], []).
'$order_keys'([asc(K)|Ss], [K|Ks], [@=<|Ds]) :- !, '$order_keys'(Ss, Ks, Ds).
'$order_keys'([desc(K)|Ss], [K|Ks], [@>=|Ds]) :- !, '$order_keys'(Ss, Ks, Ds).
'$order_keys'([S|_], _, _) :- throw(error(domain_error(order_specifier, S), _)).
% The last key first: sorting is stable.
'$order_by'([], _, L, L).
'$order_by'([D|Ds], I, L0, L) :-
    J is I + 1, '$order_by'(Ds, J, L0, L1),
    '$with_key'(L1, I, L2), sort(1, D, L2, L3), pairs_values(L3, L).
'$with_key'([], _, []).
'$with_key'([Ks-Vs|L], I, [K-(Ks-Vs)|M]) :- nth1(I, Ks, K), '$with_key'(L, I, M).

% aggregate/3: as bagof/3 backtracks over the free variables of the goal.
aggregate(What, _, _) :- var(What), !, throw(error(instantiation_error, _)).
aggregate(count, G, N) :- !, bagof(x, G, L), length(L, N).
aggregate(count(T), G, N) :- !, bagof(T, G, L), length(L, N).
aggregate(sum(E), G, S) :- !, bagof(E, G, L), sum_list(L, S).
aggregate(max(E), G, M) :- !, bagof(E, G, L), max_list(L, M).
aggregate(min(E), G, M) :- !, bagof(E, G, L), min_list(L, M).
aggregate(max(E, W), G, max(M, B)) :- !, bagof(E-W, G, [P|Ps]), '$best'(Ps, P, max, M, B).
aggregate(min(E, W), G, min(M, B)) :- !, bagof(E-W, G, [P|Ps]), '$best'(Ps, P, min, M, B).
aggregate(bag(T), G, L) :- !, bagof(T, G, L).
aggregate(set(T), G, S) :- !, setof(T, G, S).
aggregate(What, _, _) :- throw(error(domain_error(aggregate_spec, What), _)).

% ---- terms ----

divmod(A, B, Q, R) :- must_be(integer, A), must_be(integer, B), Q is A div B, R is A mod B.

arg(N, T, A) :- integer(N), !, '$arg'(N, T, A).
arg(N, T, A) :- '$arity'(T, M), var(N), !, between(1, M, N), '$arg'(N, T, A).
arg(N, _, _) :- throw(error(type_error(integer, N), _)).
'$arity'(T, M) :- compound(T), !, functor(T, _, M).
'$arity'(T, _) :- nonvar(T), throw(error(type_error(compound, T), _)).
'$arity'(_, _) :- throw(error(instantiation_error, _)).

% Calls with one answer are answered by built-ins where these predicates have a quick way
% (builtins/quick.rs); what follows does the others.
atom_concat(A, B, C) :- nonvar(A), nonvar(B), !, '$atom_concat'(A, B, C).
atom_concat(A, B, C) :-
    atom_chars(C, Cs), append(As, Bs, Cs), atom_chars(A, As), atom_chars(B, Bs).

string_concat(A, B, C) :- nonvar(A), nonvar(B), var(C), !, '$string_concat'(A, B, C).
string_concat(A, B, C) :- nonvar(A), nonvar(B), !, '$string_concat'(A, B, D), text_to_string(C, D).
string_concat(A, B, C) :-
    atom_string(C0, C), atom_concat(A0, B0, C0), '$same_text'(A, A0), '$same_text'(B, B0).

% '$same_text'(Text, Atom): a variable becomes the atom's string.
'$same_text'(T, A) :- var(T), !, atom_string(A, T).
'$same_text'(T, A) :- atom_string(B, T), A == B.

text_concat(A, B, C) :- ( string(A) ; string(B) ), !, string_concat(A, B, C).
text_concat(A, B, C) :- string(C), !, string_concat(A, B, C).
text_concat(A, B, C) :- atom_concat(A, B, C).

sub_string(T, B, L, R, S) :-
    '$check_parts'(string, T, B, L, R, S), atom_length(T, N), '$sub_string'(S, T, N, B, L, R).
'$sub_string'(S, T, N, B, L, R) :- var(S), !, '$sub_atom'(A, T, N, B, L, R), atom_string(A, S).
'$sub_string'(S, T, N, B, L, R) :- '$sub_atom'(S, T, N, B, L, R).
string_code(I, T, C) :- var(I), !, string_length(T, N), between(1, N, I), '$string_code'(I, T, C).
string_code(I, T, C) :- '$string_code'(I, T, C).
normalize_space(Sink, T) :-
    '$check_sink'(Sink), atom_codes(Blanks, [32, 9, 10, 11, 12, 13, 0xa0]),
    split_string(T, Blanks, Blanks, Words), atomic_list_concat(Words, ' ', A),
    atom_string(A, S), '$sink'(Sink, S).

concat_atom(L, A) :- atomic_list_concat(L, A).
concat_atom(L, S, A) :- atomic_list_concat(L, S, A).

read_term_from_atom(A, T, _) :- term_to_atom(T, A).

% A character that is unknown is one of the first 256.
char_type(C, T) :- var(C), !, between(0, 255, N), '$code_type'(T, N, char), char_code(C, N).
char_type(C, T) :- '$char_code'(C, N), '$code_type'(T, N, char).
code_type(C, T) :- var(C), !, between(0, 255, C), '$code_type'(T, C, code).
code_type(C, T) :- '$char_code'(C, N), '$code_type'(T, N, code).
'$char_code'(C, N) :- integer(C), !, N = C.
'$char_code'(C, N) :- string(C), string_length(C, 1), !, string_code(1, C, N).
'$char_code'(C, N) :- char_code(C, N).

'$code_type'(T, N, K) :- var(T), !, '$char_types'(Ts), '$member'(T, Ts), '$code_type'(T, N, K).
'$code_type'(alpha, N, _) :- !, '$letter'(N).
'$code_type'(alnum, N, _) :- !, ( '$letter'(N) ; '$digit'(N) ), !.
'$code_type'(csym, N, _) :- !, ( '$letter'(N) ; '$digit'(N) ; N =:= 0'_ ), !.
'$code_type'(csymf, N, _) :- !, ( '$letter'(N) ; N =:= 0'_ ), !.
'$code_type'(digit, N, _) :- !, '$digit'(N).
'$code_type'(digit(W), N, _) :- !, '$digit'(N), W is N - 0'0.
'$code_type'(space, N, _) :- !, '$space'(N).
'$code_type'(white, N, _) :- !, ( N =:= 32 ; N =:= 9 ), !.
'$code_type'(upper, N, _) :- !, '$cases'(N, N, L), L =\= N.
'$code_type'(lower, N, _) :- !, '$cases'(N, U, N), U =\= N.
'$code_type'(upper(X), N, K) :- !, '$cases'(N, N, L), L =\= N, '$as'(K, L, X).
'$code_type'(lower(X), N, K) :- !, '$cases'(N, U, N), U =\= N, '$as'(K, U, X).
'$code_type'(punct, N, _) :- !,
    N > 32, N < 127, \+ '$letter'(N), \+ '$digit'(N).
'$code_type'(graph, N, _) :- !, N > 32, N =\= 127, \+ '$space'(N).
'$code_type'(end_of_line, N, _) :- !, N >= 10, N =< 13.
'$code_type'(newline, N, _) :- !, N =:= 10.
'$code_type'(period, N, _) :- !, ( N =:= 0'. ; N =:= 0'! ; N =:= 0'? ), !.
'$code_type'(quote, N, _) :- !, ( N =:= 0'' ; N =:= 0'" ; N =:= 0'` ), !.
'$code_type'(paren, N, _) :- !, ( N =:= 0'( ; N =:= 0') ; N =:= 0'[ ; N =:= 0'] ; N =:= 0'{ ; N =:= 0'} ), !.
'$code_type'(ascii, N, _) :- !, N < 128.
'$code_type'(cntrl, N, _) :- !, ( N < 32 ; N >= 127, N < 160 ), !.
'$code_type'(print, N, _) :- !, N >= 32, \+ ( N >= 127, N < 160 ).
'$code_type'(xdigit(W), N, _) :- !, '$hexadecimal'(N, W).
'$code_type'(to_lower(X), N, K) :- !, '$cases'(N, U, _), '$as'(K, U, X).
'$code_type'(to_upper(X), N, K) :- !, '$cases'(N, _, L), '$as'(K, L, X).
'$code_type'(T, _, _) :- throw(error(type_error(char_type, T), _)).
'$char_types'([alnum, csym, csymf, ascii, white, cntrl, digit(_), space, end_of_line, lower(_),
    upper(_), lower, upper, punct, graph, print, period, quote, paren, to_lower(_), to_upper(_)]).
'$hexadecimal'(N, W) :- '$digit'(N), !, W is N - 0'0.
'$hexadecimal'(N, W) :- N >= 0'a, N =< 0'f, !, W is N - 0'a + 10.
'$hexadecimal'(N, W) :- N >= 0'A, N =< 0'F, W is N - 0'A + 10.
'$digit'(N) :- N >= 0'0, N =< 0'9.
'$space'(N) :- ( N =:= 32 ; N >= 9, N =< 13 ), !.
'$letter'(N) :- ( N >= 0'a, N =< 0'z ; N >= 0'A, N =< 0'Z ; N > 127, '$cases'(N, U, L), U =\= L ), !.
% '$cases'(Code, Upper, Lower)
'$cases'(N, U, L) :-
    char_code(C, N), upcase_atom(C, Up), downcase_atom(C, Down),
    ( atom_length(Up, 1) -> char_code(Up, U) ; U = N ),
    ( atom_length(Down, 1) -> char_code(Down, L) ; L = N ).
'$as'(code, N, N).
'$as'(char, N, C) :- char_code(C, N).

% ---- output, collected as text ----

with_output_to(Sink, G) :-
    '$check_sink'(Sink),
    '$output_begin'(D),
    (   catch(G, E, true)
    ->  '$output_end'(D, T),
        ( nonvar(E) -> throw(E) ; '$sink'(Sink, T) )
    ;   '$output_end'(D, _), fail
    ).

'$check_sink'(S) :- var(S), !, throw(error(instantiation_error, _)).
'$check_sink'(S) :- '$is_sink'(S), !.
'$check_sink'(S) :- throw(error(type_error(output, S), _)).
'$is_sink'(atom(_)).
'$is_sink'(string(_)).
'$is_sink'(codes(_)).
'$is_sink'(codes(_, _)).
'$is_sink'(chars(_)).
'$sink'(atom(A), T) :- atom_string(A0, T), A = A0.
'$sink'(string(T), T).
'$sink'(codes(L), T) :- string_codes(T, L).
'$sink'(codes(L, R), T) :- string_codes(T, L0), append(L0, R, L).
'$sink'(chars(L), T) :- string_chars(T, L).

format(F) :- format(F, []).
format(F, Args) :- '$format'(F, Args, T), '$output'(T).
format(Sink, F, Args) :- atom(Sink), !, '$on_stream'(Sink, format(F, Args)).
format(Sink, F, Args) :- '$check_sink'(Sink), '$format'(F, Args, T), '$sink'(Sink, T).
sformat(S, F, Args) :- format(string(S), F, Args).
sformat(S, F) :- format(string(S), F, []).

% The standard streams are one: what is written goes to whoever runs the query.
'$on_stream'(S, G) :- S == current_output, !, call(G).
'$on_stream'(S, G) :- '$standard_stream'(S), !, with_output_to(string(T), G), '$print_user'(T).
'$on_stream'(S, _) :- var(S), !, throw(error(instantiation_error, _)).
'$on_stream'(S, _) :- throw(error(existence_error(stream, S), _)).
'$standard_stream'(S) :- S == user_output.
'$standard_stream'(S) :- S == user_error.
current_output(current_output).
write(S, T) :- '$on_stream'(S, write(T)).
writeln(S, T) :- '$on_stream'(S, writeln(T)).
writeq(S, T) :- '$on_stream'(S, writeq(T)).
print(S, T) :- '$on_stream'(S, print(T)).
write_canonical(S, T) :- '$on_stream'(S, write_canonical(T)).
write_term(S, T, Options) :- '$on_stream'(S, write_term(T, Options)).
portray_clause(S, C) :- '$on_stream'(S, portray_clause(C)).
nl(S) :- '$on_stream'(S, nl).
tab(S, N) :- '$on_stream'(S, tab(N)).
put_char(S, C) :- '$on_stream'(S, put_char(C)).
flush_output.
flush_output(S) :- '$on_stream'(S, true).

write_term(T, Options) :-
    must_be(list, Options),
    '$flag_of'(quoted, Options, Q), '$flag_of'(ignore_ops, Options, I),
    '$flag_of'(numbervars, Options, N), '$write_term'(T, Q, I, N).
'$flag_of'(Name, Options, Value) :-
    O =.. [Name, V], ( memberchk(O, Options), V == true -> Value = true ; Value = false ).

portray_clause(C) :- '$clause_text'(C, T), write(T), nl.
listing(N/A) :- !, functor(H, N, A), '$listing'(H, N/A).
listing(N) :- forall(current_predicate(N/A), listing(N/A)).
'$listing'(H, PI) :-
    ( predicate_property(H, dynamic) -> portray_clause((:- dynamic PI)), nl ; true ),
    forall(clause(H, B), ( B == true -> portray_clause(H) ; portray_clause((H :- B)) )),
    nl.

% Numbers that survive backtracking, by any key.
flag(K, Old, E) :-
    '$flag_key'(K, A), ( '$nb_current'(A, V) -> true ; V = 0 ),
    Old = V, New is E, nb_setval(A, New).
'$flag_key'(K, _) :- var(K), !, throw(error(instantiation_error, _)).
'$flag_key'(K, A) :- '$atom_concat'('$flag_', K, A).

% Terms under keys: a record is '$record'(Key, Number).
:- dynamic '$recorded'/3.
recorda(K, V) :- recorda(K, V, _).
recorda(K, V, R) :- '$new_record'(K, R, F, N), asserta('$recorded'(F, N, V)).
recordz(K, V) :- recordz(K, V, _).
recordz(K, V, R) :- '$new_record'(K, R, F, N), assertz('$recorded'(F, N, V)).
'$new_record'(K, R, F, N) :-
    '$record_key'(K, F),
    ( var(R) -> true ; throw(error(uninstantiation_error(R), _)) ),
    flag('$records', N, N + 1), R = '$record'(F, N).
'$record_key'(K, _) :- var(K), !, throw(error(instantiation_error, _)).
'$record_key'(K, N/A) :- functor(K, N, A).
recorded(K, V) :- recorded(K, V, _).
recorded(K, V, R) :- nonvar(R), !, R = '$record'(F, N), '$recorded'(F, N, V), '$record_of'(F, K).
recorded(K, V, '$record'(F, N)) :- nonvar(K), !, functor(K, M, A), F = M/A, '$recorded'(F, N, V).
recorded(K, V, '$record'(F, N)) :- '$recorded'(F, N, V), '$record_of'(F, K).
'$record_of'(N/A, K) :- functor(K, N, A).
erase(R) :- var(R), !, throw(error(instantiation_error, _)).
erase('$record'(F, N)) :- retract('$recorded'(F, N, _)), !.
erase(R) :- throw(error(existence_error(db_reference, R), _)).
instance(R, V) :- nonvar(R), R = '$record'(F, N), '$recorded'(F, N, V).
current_key(K) :- findall(F, '$recorded'(F, _, _), L), sort(L, Fs), '$member'(F, Fs), '$record_of'(F, K).

nb_current(K, V) :- nonvar(K), !, '$nb_current'(K, V).
nb_current(K, V) :- '$nb_keys'(Ks), '$member'(K, Ks), '$nb_current'(K, V).

% ---- grammars ----

phrase(B, L) :- phrase(B, L, []).
phrase(B, L, R) :-
    '$check_list_start'(L), '$check_list_start'(R),
    '$phrase'(B, L, R).
'$phrase'(B, L, R) :- '$nonterminal'(B), !, call(B, L, R).
'$phrase'(B, L, R) :- '$list_start'(B), !, append(B, R, L).
'$phrase'(B, L, R) :- '$dcg_body'(B, S0, S, G), S0 = L, S = R, call(G).

'$check_list_start'(L) :- ( var(L) ; '$list_start'(L) ), !.
'$check_list_start'(L) :- throw(error(type_error(list, L), _)).
'$list_start'(L) :- ( L == [] ; nonvar(L), L = [_|_] ), !.

% ---- lambda expressions: Free/[X1, ...]>>Goal ----

'>>'(Ps, B) :- copy_term(Ps>>B, C), '$lambda'(C, [], G), call(G).
'>>'(Ps, B, A1) :- '$lambda_call'(Ps, B, [A1]).
'>>'(Ps, B, A1, A2) :- '$lambda_call'(Ps, B, [A1, A2]).
'>>'(Ps, B, A1, A2, A3) :- '$lambda_call'(Ps, B, [A1, A2, A3]).
'>>'(Ps, B, A1, A2, A3, A4) :- '$lambda_call'(Ps, B, [A1, A2, A3, A4]).
'>>'(Ps, B, A1, A2, A3, A4, A5) :- '$lambda_call'(Ps, B, [A1, A2, A3, A4, A5]).
'>>'(Ps, B, A1, A2, A3, A4, A5, A6) :- '$lambda_call'(Ps, B, [A1, A2, A3, A4, A5, A6]).

'$lambda_call'(Ps, B, As) :-
    '$free'(Ps, Free),
    copy_term(Free/(Ps>>B), Free/C),
    '$lambda'(C, As, G),
    call(G).
'$free'(Ps, Free) :- nonvar(Ps), Ps = Free/_, !.
'$free'(_, none).
'$lambda'(Ps0>>B, As, G) :-
    ( nonvar(Ps0), Ps0 = _/Ps1 -> Ps = Ps1 ; Ps = Ps0 ),
    '$bind_parameters'(Ps, As, Rest),
    ( Rest == [] -> G = B ; B =.. L0, append(L0, Rest, L), G =.. L ).
'$bind_parameters'([], As, As) :- !.
'$bind_parameters'(_, [], []) :- !.
'$bind_parameters'([A|Ps], [A|As], Rest) :- '$bind_parameters'(Ps, As, Rest).
'/'(Free, L) :- copy_term(Free/L, Free/C), '$lambda'(Free/[]>>C, [], G), call(G).
'/'(Free, L, A1) :- '$free_call'(Free, L, [A1]).
'/'(Free, L, A1, A2) :- '$free_call'(Free, L, [A1, A2]).
'/'(Free, L, A1, A2, A3) :- '$free_call'(Free, L, [A1, A2, A3]).
'/'(Free, L, A1, A2, A3, A4) :- '$free_call'(Free, L, [A1, A2, A3, A4]).
'$free_call'(Free, L, As) :-
    copy_term(Free/L, Free/C), C =.. L0, append(L0, As, L1), G =.. L1, call(G).

% ---- integer constraints ----

% What is ground, and an equation with one unknown, is computed; the rest is left
% to propagation.
'#='(A, B) :- var(A), var(B), !, '$post_domain'(A, ..(inf, sup)), A = B.
'#='(A, B) :-
    ( '$linear'(A - B, C, V, K) -> '$solve_equal'(V, C, K) ; '$post'('#=', A, B) ).
'#\\='(A, B) :- ( '$are_integers'(A, B) -> A =\= B ; '$post'('#\\=', A, B) ).
'#<'(A, B) :- ( '$are_integers'(A, B) -> A < B ; '$post'('#<', A, B) ).
'#>'(A, B) :- ( '$are_integers'(A, B) -> A > B ; '$post'('#>', A, B) ).
'#=<'(A, B) :- ( '$are_integers'(A, B) -> A =< B ; '$post'('#=<', A, B) ).
'#>='(A, B) :- ( '$are_integers'(A, B) -> A >= B ; '$post'('#>=', A, B) ).

'$are_integers'(A, B) :- ground(A), ground(B), '$integers'(A), '$integers'(B).
'$integers'(E) :- X is E, ( integer(X) -> true ; throw(error(type_error(integer, X), _)) ).

% '$linear'(Expression, Coefficient, Variable, Constant): the expression is
% Coefficient * Variable + Constant; the variable is 'none' if there is none.
'$linear'(E, 1, E, 0) :- var(E), !.
'$linear'(E, 0, none, K) :- ground(E), !, '$integers'(E), K is E.
'$linear'(A + B, C, V, K) :- !, '$linear'(A, C1, V1, K1), '$linear'(B, C2, V2, K2),
    '$sum'(V1, V2, C1, C2, V, C), K is K1 + K2.
'$linear'(A - B, C, V, K) :- !, '$linear'(A, C1, V1, K1), '$linear'(B, C2, V2, K2),
    C3 is -C2, '$sum'(V1, V2, C1, C3, V, C), K is K1 - K2.
'$linear'(-A, C, V, K) :- !, '$linear'(0 - A, C, V, K).
'$linear'(A * B, C, V, K) :- '$linear'(A, C1, V1, K1), '$linear'(B, C2, V2, K2),
    (   V1 == none -> C is K1 * C2, V = V2, K is K1 * K2
    ;   V2 == none, C is K2 * C1, V = V1, K is K1 * K2
    ).

'$sum'(V1, V2, C, _, V, C) :- V2 == none, !, V = V1.
'$sum'(V1, V2, _, C, V, C) :- V1 == none, !, V = V2.
'$sum'(V1, V2, C1, C2, V, C) :- V1 == V2, V = V1, C is C1 + C2.

'$solve_equal'(V, _, K) :- V == none, !, K =:= 0.
'$solve_equal'(_, 0, K) :- !, K =:= 0.
'$solve_equal'(V, C, K) :- 0 =:= K mod C, V is -K // C.

'#\\'(A) :- '$post_formula'('#\\'(A)).
'#\\'(A, B) :- '$post_formula'('#\\'(A, B)).
'#/\\'(A, B) :- '$post_formula'('#/\\'(A, B)).
'#\\/'(A, B) :- '$post_formula'('#\\/'(A, B)).
'#==>'(A, B) :- '$post_formula'('#==>'(A, B)).
'#<=='(A, B) :- '$post_formula'('#<=='(A, B)).
'#<==>'(A, B) :- '$post_formula'('#<==>'(A, B)).

% ---- association lists: AVL trees t or t(Key, Value, Balance, Left, Right) ----

empty_assoc(t).

put_assoc(K, A0, V, A) :- '$put_assoc'(A0, K, V, A, _).
% The last argument says whether the tree became higher.
'$put_assoc'(t, K, V, t(K, V, -, t, t), yes).
'$put_assoc'(t(K0, V0, B, L, R), K, V, T, Higher) :-
    compare(O, K, K0), '$put_assoc'(O, K, V, K0, V0, B, L, R, T, Higher).
'$put_assoc'(=, K, V, _, _, B, L, R, t(K, V, B, L, R), no).
'$put_assoc'(<, K, V, K0, V0, B, L0, R, T, Higher) :-
    '$put_assoc'(L0, K, V, L, LeftHigher),
    '$left_grew'(LeftHigher, B, K0, V0, L, R, T, Higher).
'$put_assoc'(>, K, V, K0, V0, B, L, R0, T, Higher) :-
    '$put_assoc'(R0, K, V, R, RightHigher),
    '$right_grew'(RightHigher, B, K0, V0, L, R, T, Higher).

'$left_grew'(no, B, K, V, L, R, t(K, V, B, L, R), no).
'$left_grew'(yes, -, K, V, L, R, t(K, V, <, L, R), yes).
'$left_grew'(yes, >, K, V, L, R, t(K, V, -, L, R), no).
'$left_grew'(yes, <, K, V, t(K1, V1, <, L1, R1), R,
    t(K1, V1, -, L1, t(K, V, -, R1, R)), no).
'$left_grew'(yes, <, K, V, t(K1, V1, >, L1, t(K2, V2, B2, L2, R2)), R,
    t(K2, V2, -, t(K1, V1, BL, L1, L2), t(K, V, BR, R2, R)), no) :-
    '$split_balance'(B2, BL, BR).

'$right_grew'(no, B, K, V, L, R, t(K, V, B, L, R), no).
'$right_grew'(yes, -, K, V, L, R, t(K, V, >, L, R), yes).
'$right_grew'(yes, <, K, V, L, R, t(K, V, -, L, R), no).
'$right_grew'(yes, >, K, V, L, t(K1, V1, >, L1, R1),
    t(K1, V1, -, t(K, V, -, L, L1), R1), no).
'$right_grew'(yes, >, K, V, L, t(K1, V1, <, t(K2, V2, B2, L2, R2), R1),
    t(K2, V2, -, t(K, V, BL, L, L2), t(K1, V1, BR, R2, R1)), no) :-
    '$split_balance'(B2, BL, BR).

'$split_balance'(-, -, -).
'$split_balance'(<, -, >).
'$split_balance'(>, <, -).

list_to_assoc(L, A) :-
    must_be(list, L), '$must_be_pairs'(L), keysort(L, S),
    (   '$has_equal_keys'(S)
    ->  throw(error(domain_error(unique_key_pairs, L), _))
    ;   length(S, N), '$assoc_of'(N, S, [], A, _)
    ).
ord_list_to_assoc(L, A) :-
    must_be(list, L),
    (   '$has_ordered_keys'(L)
    ->  length(L, N), '$assoc_of'(N, L, [], A, _)
    ;   throw(error(domain_error(key_ordered_pairs, L), _))
    ).
'$must_be_pairs'([]).
'$must_be_pairs'([P|Ps]) :- must_be(pair, P), '$must_be_pairs'(Ps).
'$has_equal_keys'([K-_|Ps]) :- Ps = [L-_|_], ( K == L -> true ; '$has_equal_keys'(Ps) ).
'$has_ordered_keys'([]).
'$has_ordered_keys'([K-_|Ps]) :- '$has_ordered_keys'(Ps, K).
'$has_ordered_keys'([], _).
'$has_ordered_keys'([K-_|Ps], J) :- J @< K, '$has_ordered_keys'(Ps, K).
% '$assoc_of'(N, Pairs, Rest, Assoc, Depth): of the first N pairs.
'$assoc_of'(0, L, L, t, 0) :- !.
'$assoc_of'(N, L0, L, t(K, V, B, Left, Right), D) :-
    NL is N // 2, NR is N - 1 - NL,
    '$assoc_of'(NL, L0, [K-V|L1], Left, DL), '$assoc_of'(NR, L1, L, Right, DR),
    ( DL =:= DR -> B = (-) ; B = (<) ), D is DL + 1.
assoc_to_list(A, L) :- '$assoc_pairs'(A, L, []).
'$assoc_pairs'(t, L, L).
'$assoc_pairs'(t(K, V, _, Left, Right), L, T) :-
    '$assoc_pairs'(Left, L, [K-V|M]), '$assoc_pairs'(Right, M, T).
assoc_to_keys(A, Ks) :- assoc_to_list(A, L), pairs_keys(L, Ks).
assoc_to_values(A, Vs) :- assoc_to_list(A, L), pairs_values(L, Vs).
is_assoc(A) :- nonvar(A), ( A == t -> true ; A = t(_, _, _, _, _) ).
gen_assoc(K, A, V) :- ground(K), !, get_assoc(K, A, V).
gen_assoc(K, A, V) :- assoc_to_list(A, L), '$member'(K-V, L).
max_assoc(A, K, V) :- assoc_to_list(A, L), last(L, K-V).
min_assoc(A, K, V) :- assoc_to_list(A, [K-V|_]).
del_assoc(K, A0, V, A) :- '$del_assoc'(A0, K, V, A, _).
% The last argument says whether the tree became lower.
'$del_assoc'(t(K0, V0, B, L, R), K, V, T, Lower) :-
    compare(O, K, K0), '$del_assoc'(O, K0, V0, B, L, R, K, V, T, Lower).
'$del_assoc'(=, _, V, B, L, R, _, V, T, Lower) :- '$del_root'(L, R, B, T, Lower).
'$del_assoc'(<, K0, V0, B, L0, R, K, V, T, Lower) :-
    '$del_assoc'(L0, K, V, L, LeftLower), '$left_shrank'(LeftLower, B, K0, V0, L, R, T, Lower).
'$del_assoc'(>, K0, V0, B, L, R0, K, V, T, Lower) :-
    '$del_assoc'(R0, K, V, R, RightLower), '$right_shrank'(RightLower, B, K0, V0, L, R, T, Lower).
'$del_root'(t, R, _, R, yes) :- !.
'$del_root'(L, t, _, L, yes) :- !.
'$del_root'(L, R0, >, T, Lower) :- !,
    '$del_min'(R0, K, V, R, RightLower), '$right_shrank'(RightLower, >, K, V, L, R, T, Lower).
'$del_root'(L0, R, B, T, Lower) :-
    '$del_max'(L0, K, V, L, LeftLower), '$left_shrank'(LeftLower, B, K, V, L, R, T, Lower).
'$del_min'(t(K, V, _, t, R), K, V, R, yes) :- !.
'$del_min'(t(K0, V0, B, L0, R), K, V, T, Lower) :-
    '$del_min'(L0, K, V, L, LeftLower), '$left_shrank'(LeftLower, B, K0, V0, L, R, T, Lower).
'$del_max'(t(K, V, _, L, t), K, V, L, yes) :- !.
'$del_max'(t(K0, V0, B, L, R0), K, V, T, Lower) :-
    '$del_max'(R0, K, V, R, RightLower), '$right_shrank'(RightLower, B, K0, V0, L, R, T, Lower).
del_min_assoc(A0, K, V, A) :- A0 \== t, '$del_min'(A0, K, V, A, _).
del_max_assoc(A0, K, V, A) :- A0 \== t, '$del_max'(A0, K, V, A, _).

'$left_shrank'(no, B, K, V, L, R, t(K, V, B, L, R), no).
'$left_shrank'(yes, <, K, V, L, R, t(K, V, -, L, R), yes).
'$left_shrank'(yes, -, K, V, L, R, t(K, V, >, L, R), no).
'$left_shrank'(yes, >, K, V, L, R, T, Lower) :-
    (   R = t(K1, V1, -, L1, R1)
    ->  T = t(K1, V1, <, t(K, V, >, L, L1), R1), Lower = no
    ;   '$right_grew'(yes, >, K, V, L, R, T, _), Lower = yes
    ).
'$right_shrank'(no, B, K, V, L, R, t(K, V, B, L, R), no).
'$right_shrank'(yes, >, K, V, L, R, t(K, V, -, L, R), yes).
'$right_shrank'(yes, -, K, V, L, R, t(K, V, <, L, R), no).
'$right_shrank'(yes, <, K, V, L, R, T, Lower) :-
    (   L = t(K1, V1, -, L1, R1)
    ->  T = t(K1, V1, >, L1, t(K, V, <, R1, R)), Lower = no
    ;   '$left_grew'(yes, <, K, V, L, R, T, _), Lower = yes
    ).
map_assoc(_, t).
map_assoc(G, t(_, V, _, L, R)) :- map_assoc(G, L), call(G, V), map_assoc(G, R).
map_assoc(_, t, t).
map_assoc(G, t(K, V, B, L0, R0), t(K, W, B, L1, R1)) :-
    map_assoc(G, L0, L1), call(G, V, W), map_assoc(G, R0, R1).

% ---- proofs ----

% '$proves'(Goal, Goals): the goal is one of the goals being proved.
'$proves'(G, Gs) :- '$member'(H, Gs), G == H, !.

% ---- programs and operators ----

current_op(P, T, N) :-
    '$must_if_known'(integer, P),
    (   ( var(T) ; memberchk(T, [xfx, xfy, yfx, fy, fx, xf, yf]) ) -> true
    ;   throw(error(domain_error(operator_specifier, T), _))
    ),
    '$must_if_known'(atom, N),
    '$operators'(L), '$member'(op(P, T, N), L).
'$must_if_known'(T, X) :- ( var(X) -> true ; must_be(T, X) ).
current_predicate(PI) :- nonvar(PI), PI \= _/_, !, throw(error(type_error(predicate_indicator, PI), _)).
current_predicate(N/A) :-
    '$must_if_known'(atom, N), '$must_if_known'(integer, A),
    '$predicates'(L), '$member'(N/A, L).
current_predicate(N, H) :- nonvar(H), !, functor(H, N, A), current_predicate(N/A).
current_predicate(N, H) :- current_predicate(N/A), functor(H, N, A).

dynamic(PIs) :- var(PIs), !, throw(error(instantiation_error, _)).
dynamic([]) :- !.
dynamic([PI|PIs]) :- !, dynamic(PI), dynamic(PIs).
dynamic((PI, PIs)) :- !, dynamic(PI), dynamic(PIs).
dynamic(N/A) :- !,
    must_be(atom, N), must_be(integer, A), must_be(nonneg, A), '$declare_dynamic'(N, A).
dynamic(PI) :- throw(error(type_error(predicate_indicator, PI), _)).

abolish(PI) :- var(PI), !, throw(error(instantiation_error, _)).
abolish(N/A) :- !, must_be(atom, N), must_be(integer, A), '$check_length'(A), functor(H, N, A), retractall(H).
abolish(PI) :- throw(error(type_error(predicate_indicator, PI), _)).
predicate_property(G, P) :- nonvar(G), functor(G, N, A), '$property'(N, A, Ps), '$member'(P, Ps).

must_be(Type, X) :- '$must_be'(Type, X).
'$must_be'(T, _) :- var(T), !, throw(error(instantiation_error, _)).
'$must_be'(list, X) :- !, '$must_be_list'(X, list).
'$must_be'(proper_list, X) :- !, '$must_be_list'(X, list).
'$must_be'(list(T), X) :- !, '$must_be_list'(X, list), '$all_must_be'(X, T).
'$must_be'(list_of(T), X) :- !, '$must_be_list'(X, list), '$all_must_be'(X, T).
'$must_be'(list_or_partial, X) :- !,
    ( '$list_or_partial'(X) -> true ; throw(error(type_error(list_or_partial, X), _)) ).
'$must_be'(var, X) :- !, ( var(X) -> true ; throw(error(uninstantiation_error(X), _)) ).
'$must_be'(any, _) :- !.
'$must_be'(acyclic, X) :- !, ( acyclic_term(X) -> true ; throw(error(domain_error(acyclic_term, X), _)) ).
'$must_be'(cyclic, X) :- !, ( cyclic_term(X) -> true ; throw(error(domain_error(cyclic_term, X), _)) ).
'$must_be'(T, _) :- \+ '$has_type'(T), !, throw(error(existence_error(type, T), _)).
'$must_be'(_, X) :- var(X), !, throw(error(instantiation_error, _)).
'$must_be'(positive_integer, X) :- !, '$must'(( integer(X), X > 0 ), positive_integer, X).
'$must_be'(nonneg, X) :- !, '$must'(( integer(X), X >= 0 ), nonneg, X).
'$must_be'(between(L, H), X) :- !,
    '$must'(( ( integer(L), integer(H) -> integer(X) ; number(X) ), X >= L, X =< H ), between(L, H), X).
'$must_be'(oneof(L), X) :- !,
    ( memberchk(X, L) -> true ; throw(error(type_error(oneof(L), X), _)) ).
'$must_be'(boolean, X) :- !, '$must'(( X == true ; X == false ), boolean, X).
'$must_be'(bool, X) :- !, '$must'(( X == true ; X == false ), bool, X).
'$must_be'(symbol, X) :- !, '$must'(atom(X), symbol, X).
'$must_be'(pair, X) :- !, '$must'(X = _-_, pair, X).
'$must_be'(char, X) :- !, '$must'(( atom(X), atom_length(X, 1) ), char, X).
'$must_be'(code, X) :- !, '$must'(( integer(X), X >= 0, X =< 0x10ffff ), code, X).
'$must_be'(order, X) :- !, '$must'(memberchk(X, [<, =, >]), order, X).
'$must_be'(text, X) :- !, '$must'(( atom(X) ; string(X) ; '$chars'(X) ; '$codes'(X) ), text, X).
'$must_be'(chars, X) :- !, '$must'('$chars'(X), chars, X).
'$must_be'(codes, X) :- !, '$must'('$codes'(X), codes, X).
'$must_be'(T, X) :- G =.. [T, X], '$must'(G, T, X).
'$must'(G, _, _) :- call(G), !.
'$must'(_, T, X) :- throw(error(type_error(T, X), _)).
'$must_be_list'(X, _) :- is_list(X), !.
'$must_be_list'(X, _) :- '$list_or_partial'(X), !, throw(error(instantiation_error, _)).
'$must_be_list'(X, T) :- throw(error(type_error(T, X), _)).
'$all_must_be'([], _).
'$all_must_be'([X|Xs], T) :- '$must_be'(T, X), '$all_must_be'(Xs, T).
'$chars'(X) :- is_list(X), \+ ( '$member'(C, X), \+ ( atom(C), atom_length(C, 1) ) ).
'$codes'(X) :- is_list(X), \+ ( '$member'(C, X), \+ integer(C) ).
'$has_type'(positive_integer). '$has_type'(nonneg). '$has_type'(between(_, _)).
'$has_type'(oneof(_)). '$has_type'(boolean). '$has_type'(bool). '$has_type'(symbol).
'$has_type'(pair). '$has_type'(char). '$has_type'(code). '$has_type'(order).
'$has_type'(text). '$has_type'(chars). '$has_type'(codes).
'$has_type'(integer). '$has_type'(atom). '$has_type'(atomic). '$has_type'(number).
'$has_type'(float). '$has_type'(callable). '$has_type'(compound). '$has_type'(string).
'$has_type'(ground). '$has_type'(rational).

subsumes_term(G, S) :- \+ \+ ( term_variables(S, V1), G = S, term_variables(V1, V2), V1 == V2 ).
term_variables(T, Vs, Tail) :- term_variables(T, Vs0), append(Vs0, Tail, Vs).
numbervars(T, S, E) :- must_be(integer, S), term_variables(T, Vs), '$numbervars'(Vs, S, E).
numbervars(T) :- numbervars(T, 0, _).
'$numbervars'([], N, N).
'$numbervars'(['$VAR'(N0)|Vs], N0, N) :- N1 is N0 + 1, '$numbervars'(Vs, N1, N).

string_to_atom(S, A) :- atom_string(A, S).

sub_atom(A, B, L, R, S) :-
    '$check_parts'(atom, A, B, L, R, S), atom_length(A, N), '$sub_atom'(S, A, N, B, L, R).
'$sub_atom'(S, A, N, B, L, R) :- nonvar(S), !,
    atom_length(S, L), M is N - L,
    ( var(B), integer(R) -> B is M - R ; true ),
    '$occurs'(B, A, S, 0, M), R is M - B.
'$sub_atom'(S, A, N, B, L, R) :-
    ( var(B), integer(L), integer(R) -> B is N - L - R ; true ),
    between(0, N, B), M is N - B,
    ( var(L), integer(R) -> L is M - R ; true ),
    between(0, M, L), R is M - L, '$sub_text'(A, B, L, S).

% '$occurs'(Before, Atom, Part, From, Last): the places of a part.
'$occurs'(B, A, S, _, M) :- nonvar(B), !, between(0, M, B), '$find_text'(A, S, B, B).
'$occurs'(B, A, S, F, M) :- F =< M, '$find_text'(A, S, F, P), '$occurs_at'(P, B, A, S, M).
'$occurs_at'(P, P, _, _, P) :- !.
'$occurs_at'(P, P, _, _, _).
'$occurs_at'(P, B, A, S, M) :- F is P + 1, '$occurs'(B, A, S, F, M).

% ---- lists ----

append([], L, L).
append([X|Xs], Ys, [X|Zs]) :- append(Xs, Ys, Zs).

append(Ls, L) :- must_be(list, Ls), '$append'(Ls, L).
'$append'([], []).
'$append'([L|Ls], As) :- append(L, Ws, As), '$append'(Ls, Ws).

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

nth0(I, L, X, R) :- nonvar(I), !, '$must_be_place'(nonneg, 0, I), '$nth_rest'(I, L, X, R).
nth0(I, L, X, R) :- '$nth_rest_any'(L, X, R, 0, I).
nth1(I, L, X, R) :- nonvar(I), !,
    '$must_be_place'(positive_integer, 1, I), J is I - 1, '$nth_rest'(J, L, X, R).
nth1(I, L, X, R) :- '$nth_rest_any'(L, X, R, 1, I).
'$must_be_place'(T, Least, I) :-
    ( integer(I), I >= Least -> true ; throw(error(type_error(T, I), _)) ).
'$nth_rest'(0, [X|R], X, R) :- !.
'$nth_rest'(I, [Y|T], X, [Y|R]) :- J is I - 1, '$nth_rest'(J, T, X, R).
'$nth_rest_any'([X|R], X, R, N, N).
'$nth_rest_any'([Y|T], X, [Y|R], N, I) :- M is N + 1, '$nth_rest_any'(T, X, R, M, I).

last([X|Xs], Y) :- '$last'(Xs, X, Y).
'$last'([], X, X).
'$last'([X|Xs], _, Y) :- '$last'(Xs, X, Y).

reverse(Xs, Ys) :- is_list(Xs), !, '$reverse'(Xs, Ys).
reverse(Xs, Ys) :- '$reverse'(Xs, Ys, [], Ys).
% The second argument only limits the length of the first.
'$reverse'([], [], Ys, Ys).
'$reverse'([X|Xs], [_|Longer], Rs, Ys) :- '$reverse'(Xs, Longer, [X|Rs], Ys).

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

partition(_, [], [], [], []).
partition(P, [X|Xs], L, E, G) :-
    call(P, X, O), '$partition'(O, X, L, E, G, L1, E1, G1), partition(P, Xs, L1, E1, G1).
'$partition'(<, X, [X|L], E, G, L, E, G).
'$partition'(=, X, L, [X|E], G, L, E, G).
'$partition'(>, X, L, E, [X|G], L, E, G).

same_length([], []).
same_length([_|Xs], [_|Ys]) :- same_length(Xs, Ys).
proper_length(L, N) :- is_list(L), '$length'(L, N).
prefix([], _).
prefix([X|Xs], [X|Ys]) :- prefix(Xs, Ys).
max_member(P, M, [H|T]) :- foldl('$larger'(P), T, H, M).
'$larger'(P, X, M0, M) :- ( call(P, M0, X) -> M = X ; M = M0 ).
min_member(P, M, [H|T]) :- foldl('$smaller'(P), T, H, M).
'$smaller'(P, X, M0, M) :- ( call(P, X, M0) -> M = X ; M = M0 ).
clumped([], []).
clumped([H|T], [H-N|Cs]) :- '$clump'(T, H, 1, N, Rest), clumped(Rest, Cs).
'$clump'([X|T], H, N0, N, Rest) :- X == H, !, N1 is N0 + 1, '$clump'(T, H, N1, N, Rest).
'$clump'(Rest, _, N, N, Rest).
transpose([], []).
transpose([R|Rs], Cs) :- '$columns'(R, [R|Rs], Cs).
'$columns'([], Rs, []) :- \+ ( '$member'(R, Rs), R \== [] ).
'$columns'([_|T], Rs, [C|Cs]) :- '$heads_tails'(Rs, C, Ts), '$columns'(T, Ts, Cs).
'$heads_tails'([], [], []).
'$heads_tails'([[H|T]|Rs], [H|Hs], [T|Ts]) :- '$heads_tails'(Rs, Hs, Ts).

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
maplist(G, L, M, N, O, P) :- '$maplist'(L, M, N, O, P, G).
'$maplist'([], [], [], [], [], _).
'$maplist'([A|As], [B|Bs], [C|Cs], [D|Ds], [E|Es], G) :-
    call(G, A, B, C, D, E), '$maplist'(As, Bs, Cs, Ds, Es, G).
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

scanl(G, L, V0, [V0|Vs]) :- '$scanl'(L, G, V0, Vs).
'$scanl'([], _, _, []).
'$scanl'([A|As], G, V0, [V|Vs]) :- call(G, A, V0, V), '$scanl'(As, G, V, Vs).
scanl(G, L, M, V0, [V0|Vs]) :- '$scanl'(L, M, G, V0, Vs).
'$scanl'([], [], _, _, []).
'$scanl'([A|As], [B|Bs], G, V0, [V|Vs]) :- call(G, A, B, V0, V), '$scanl'(As, Bs, G, V, Vs).

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

% ---- more of lists, pairs and sets ----

nextto(X, Y, [X, Y|_]).
nextto(X, Y, [_|Zs]) :- nextto(X, Y, Zs).
is_set(L) :- is_list(L), length(L, N), sort(L, S), length(S, N).
subseq([], [], []).
subseq([H|T0], Sub, [H|Rest]) :- subseq(T0, Sub, Rest).
subseq([H|T0], [H|Sub], Rest) :- subseq(T0, Sub, Rest).
convlist(G, L, M) :- '$convlist'(L, G, M).
'$convlist'([], _, []).
'$convlist'([X|Xs], G, Ys) :-
    ( call(G, X, Y) -> Ys = [Y|Zs] ; Ys = Zs ), '$convlist'(Xs, G, Zs).
foldl(G, L, M, N, O, V0, V) :- '$foldl'(L, M, N, O, G, V0, V).
'$foldl'([], [], [], [], _, V, V).
'$foldl'([A|As], [B|Bs], [C|Cs], [D|Ds], G, V0, V) :-
    call(G, A, B, C, D, V0, V1), '$foldl'(As, Bs, Cs, Ds, G, V1, V).
foreach(Gen, G) :- findall(G, Gen, Gs), maplist(call, Gs).
map_list_to_pairs(F, L, Ps) :- '$map_to_pairs'(L, F, Ps).
'$map_to_pairs'([], _, []).
'$map_to_pairs'([X|Xs], F, [K-X|Ps]) :- call(F, X, K), '$map_to_pairs'(Xs, F, Ps).
transpose_pairs(Ps, Ts) :- '$flip_pairs'(Ps, Fs), keysort(Fs, Ts).
'$flip_pairs'([], []).
'$flip_pairs'([K-V|Ps], [V-K|Fs]) :- '$flip_pairs'(Ps, Fs).
group_pairs_by_key([], []).
group_pairs_by_key([K-V|Ps], [K-[V|Vs]|Gs]) :-
    '$same_key'(Ps, K, Vs, Rest), group_pairs_by_key(Rest, Gs).
'$same_key'([L-V|Ps], K, [V|Vs], Rest) :- L == K, !, '$same_key'(Ps, K, Vs, Rest).
'$same_key'(Rest, _, [], Rest).
is_ordset(L) :- is_list(L), '$is_ordset'(L).
'$is_ordset'([]).
'$is_ordset'([X|Xs]) :- '$is_ordset'(Xs, X).
'$is_ordset'([], _).
'$is_ordset'([Y|Ys], X) :- X @< Y, '$is_ordset'(Ys, Y).
ord_intersect(A, B) :- \+ ord_disjoint(A, B).
ord_intersection([S|Ss], I) :- foldl(ord_intersection, Ss, S, I).
ord_selectchk(X, S, R) :- ord_memberchk(X, S), ord_subtract(S, [X], R).
ord_union(A, B, C, New) :- ord_union(A, B, C), ord_subtract(B, A, New).
subsumes_chk(G, S) :- subsumes_term(G, S).
variant(A, B) :- A =@= B.
sumlist(L, S, T) :- foldl('$add', L, S, T).
'$add'(X, S0, S) :- S is S0 + X.
string_lines(S, Ls) :- nonvar(S), !, split_string(S, "\n", "", L0), '$drop_empty_end'(L0, Ls).
string_lines(S, Ls) :- atomic_list_concat(Ls, '\n', A), atom_string(A, S).
'$drop_empty_end'([""], []) :- !.
'$drop_empty_end'([], []).
'$drop_empty_end'([L|Ls], [L|Ms]) :- '$drop_empty_end'(Ls, Ms).

selectchk(X, Xs, Y, Ys) :- select(X, Xs, Y, Ys), !.

% ---- more of terms ----

copy_term(T, C, []) :- copy_term(T, C).
term_attvars(_, []).
subsumes(G, S) :- subsumes_term(G, S), G = S.
same_functor(A, B) :- same_functor(A, B, _, _).
same_functor(A, B, N) :- same_functor(A, B, _, N).
same_functor(A, B, F, N) :- ( nonvar(A) -> functor(A, F, N), functor(B, F, N) ; functor(B, F, N), functor(A, F, N) ).
rational(X) :- integer(X).
is_dict(_) :- fail.
is_stream(_) :- fail.
current_prolog_flag(bounded, false).
current_prolog_flag(max_tagged_integer, N) :- N is max_tagged_integer.
current_prolog_flag(double_quotes, string).
current_prolog_flag(occurs_check, false).
ttyflush.


compound_name_arity(T, N, A) :- compound(T), !, functor(T, N, A).
compound_name_arity(T, _, _) :- nonvar(T), !, throw(error(type_error(compound, T), _)).
compound_name_arity(T, N, A) :- must_be(atom, N), must_be(nonneg, A), A > 0, functor(T, N, A).
compound_name_arguments(T, N, As) :- compound(T), !, T =.. [N|As].
compound_name_arguments(T, _, _) :- nonvar(T), !, throw(error(type_error(compound, T), _)).
compound_name_arguments(T, N, As) :- As = [_|_], T =.. [N|As].
duplicate_term(T, C) :- copy_term(T, C).
cyclic_term(T) :- \+ acyclic_term(T).
?=(A, B) :- ( A == B -> true ; A \= B ).
name(X, Cs) :- nonvar(X), !, '$check_atomic'(X), atom_codes(X, Cs).
name(X, Cs) :- catch(number_codes(X, Cs), error(syntax_error(_), _), atom_codes(X, Cs)).
'$check_atomic'(X) :- atomic(X), !.
'$check_atomic'(X) :- throw(error(type_error(atomic, X), _)).
mapargs(G, T, U) :-
    T =.. [N|As], same_length(As, Bs), maplist(G, As, Bs), U =.. [N|Bs].
term_string(S, T, _) :- term_string(S, T).

% ---- errors, messages and clean-up ----

type_error(T, X) :- throw(error(type_error(T, X), _)).
domain_error(D, X) :- throw(error(domain_error(D, X), _)).
existence_error(T, X) :- throw(error(existence_error(T, X), _)).
permission_error(A, T, X) :- throw(error(permission_error(A, T, X), _)).
instantiation_error(_) :- throw(error(instantiation_error, _)).
uninstantiation_error(X) :- throw(error(uninstantiation_error(X), _)).
representation_error(W) :- throw(error(representation_error(W), _)).
resource_error(W) :- throw(error(resource_error(W), _)).
syntax_error(W) :- throw(error(syntax_error(W), _)).
is_of_type(T, X) :- catch('$must_be'(T, X), error(_, _), fail).
assertion(G) :- ( \+ \+ catch(G, _, fail) -> true ; throw(error(assertion_error(fail, G), _)) ).
print_message(_, _).
print_message_lines(_, _, _).
garbage_collect.
setup_call_cleanup(S, G, C) :- once(S), call_cleanup(G, C).
call_cleanup(G, C) :-
    (   catch(G, E, true)
    ->  ( nonvar(E) -> catch(ignore(C), _, true), throw(E) ; ignore(C) )
    ;   ignore(C), fail
    ).
