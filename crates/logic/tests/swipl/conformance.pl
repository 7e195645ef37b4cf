% Answers the queries of every case, as the test's list in argv's file says:
% case(Number, File, Queries), a case a term. Each query is answered by its
% answers in order, one a line, and a line with a full stop.

:- use_module(library(time)).

:- dynamic load_failed/0.
:- multifile user:message_hook/3.
:- dynamic user:message_hook/3.
user:message_hook(_, error, _) :-
    assertz(load_failed),
    fail.

main :-
    style_check(-singleton),
    style_check(-discontiguous),
    set_stream(user_output, encoding(utf8)),
    set_stream(user_output, tty(false)),
    current_prolog_flag(argv, Arguments),
    last(Arguments, List),
    open(List, read, Stream, [encoding(utf8)]),
    repeat,
    read_term(Stream, Term, []),
    (   Term == end_of_file
    ->  !
    ;   Term = case(Number, File, Queries),
        answer_case(Number, File, Queries),
        fail
    ).

answer_case(Number, File, Queries) :-
    atom_concat(case_, Number, Module),
    retractall(load_failed),
    set_module(Module:class(user)),
    load_files(Module:File, [silent(true)]),
    (   load_failed
    ->  format("case ~w does not load~n", [Number])
    ;   true
    ),
    forall(member(Query, Queries), answer_query(Module, Query)).

answer_query(Module, Query) :-
    catch(call_with_time_limit(10, answers_of(Module, Query)), Ball, show_ball(Module, Ball)),
    format(".~n").

answers_of(Module, Query) :-
    term_string(Goal, Query, [variable_names(Names), module(Module)]),
    bindings(Names, Values),
    nb_setval(answers, 0),
    call(Module:Goal),
    show(Module, Values),
    nb_getval(answers, Count0),
    Count is Count0 + 1,
    nb_setval(answers, Count),
    Count >= 100,
    !.
answers_of(_, _).

bindings([], []).
bindings([Name=_|Names], Values) :- sub_atom(Name, 0, _, _, '_'), !, bindings(Names, Values).
bindings([_=Value|Names], [Value|Values]) :- bindings(Names, Values).

show_ball(Module, error(Formal, _)) :- !, show(Module, error(Formal)).
show_ball(Module, Ball) :- show(Module, ball(Ball)).

show(Module, Term0) :-
    unqualified(Module, Term0, Term1),
    copy_term(Term1, Term, _),
    numbervars(Term, 0, _),
    write_term(Term, [quoted(true), ignore_ops(true), numbervars(true)]),
    nl.

% Modules are not part of the comparison.
unqualified(Module, Term, Plain) :-
    (   sub_term(Sub, Term), nonvar(Sub), Sub = M:_, M == Module
    ->  strip(Module, Term, Plain)
    ;   Plain = Term
    ).

strip(_, Term, Term) :- \+ compound(Term), !.
strip(Module, M:Term, Plain) :- M == Module, !, strip(Module, Term, Plain).
strip(Module, Term, Plain) :-
    Term =.. [Name|Args0],
    strip_all(Args0, Module, Args),
    Plain =.. [Name|Args].

strip_all([], _, []).
strip_all([A|As], Module, [B|Bs]) :- strip(Module, A, B), strip_all(As, Module, Bs).
