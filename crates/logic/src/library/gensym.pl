% New names.

gensym(Base, Name) :-
    atom_concat('$gensym_', Base, Key),
    ( nb_current(Key, N) -> true ; N = 0 ),
    M is N + 1, nb_setval(Key, M), atom_concat(Base, M, Name).
reset_gensym(Base) :- atom_concat('$gensym_', Base, Key), nb_setval(Key, 0).
reset_gensym :-
    forall(( nb_current(Key, _), atom_concat('$gensym_', _, Key) ), nb_setval(Key, 0)).
