% Reads texts from standard input, each as a string and a full stop, and
% answers each on a line of its own.
main(Show) :-
    set_stream(user_input, encoding(utf8)),
    set_stream(user_output, encoding(utf8)),
    set_stream(user_output, tty(false)),
    prompt(_, ''),
    repeat,
    read_term(user_input, Text, []),
    (   Text == end_of_file
    ->  !
    ;   catch(answer(Show, Text), error(_, _), (write(error), nl)),
        fail
    ).

answer(Show, Text) :-
    term_string(Term, Text),
    call(Show, Term),
    nl.

canonical(Term) :-
    numbervars(Term, 0, _),
    write_term(Term, [quoted(true), ignore_ops(true), numbervars(true)]).
operators(Term) :-
    numbervars(Term, 0, _),
    write_term(Term, [quoted(true), numbervars(true)]).
layout(Term) :-
    with_output_to(string(Layout), portray_clause(Term)),
    split_string(Layout, "\n", "", Lines),
    atomic_list_concat(Lines, '\u00B6', One),
    write(One).
