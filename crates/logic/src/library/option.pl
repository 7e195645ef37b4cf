% Option lists: Name(Value) or Name = Value.

option(Opt, Options, Default) :-
    functor(Opt, Name, 1), arg(1, Opt, Value),
    ( '$option'(Options, Name, Found) -> Value = Found ; Value = Default ).
option(Opt, Options) :-
    functor(Opt, Name, 1), arg(1, Opt, Value), '$option'(Options, Name, Found), !, Value = Found.
'$option'([O|Os], Name, Value) :-
    ( '$is_option'(O, Name, Found) -> Value = Found ; '$option'(Os, Name, Value) ).
'$is_option'(O, Name, Value) :- O = (Name = Value), !.
'$is_option'(O, Name, Value) :- compound(O), functor(O, Name, 1), arg(1, O, Value).

select_option(Opt, Options, Rest) :-
    functor(Opt, Name, 1), arg(1, Opt, Value),
    select(O, Options, Rest0), '$is_option'(O, Name, Found), !, Value = Found, Rest = Rest0.
select_option(Opt, Options, Rest, Default) :-
    (   functor(Opt, Name, 1), select(O, Options, Rest0), '$is_option'(O, Name, Found)
    ->  arg(1, Opt, Found), Rest = Rest0
    ;   arg(1, Opt, Default), Rest = Options
    ).

merge_options(New, Old, Merged) :-
    '$named'(New, N), '$named'(Old, O), '$merge_named'(O, N, Kept), append(N, Kept, All),
    keysort(All, Sorted), pairs_values(Sorted, Merged).
'$named'([], []).
'$named'([O|Os], [Name-P|Ns]) :- '$is_option'(O, Name, V), P =.. [Name, V], '$named'(Os, Ns).
'$merge_named'([], _, []).
'$merge_named'([N-_|Os], New, Kept) :- memberchk(N-_, New), !, '$merge_named'(Os, New, Kept).
'$merge_named'([O|Os], New, [O|Kept]) :- '$merge_named'(Os, New, Kept).
