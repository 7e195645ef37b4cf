%% target 1.5
% Who owns the zebra? Five houses, a hundred times.
run :- between(1, 100, _), houses(Hs), member(house(_, Owner, zebra, _, _), Hs), Owner \== japanese, fail.
run.

houses(Hs) :-
    Hs = [house(_, norwegian, _, _, _), _, house(_, _, _, milk, _), _, _],
    member(house(red, english, _, _, _), Hs),
    member(house(green, _, _, coffee, _), Hs),
    member(house(_, spanish, dog, _, _), Hs),
    member(house(_, ukrainian, _, tea, _), Hs),
    right_of(house(green, _, _, _, _), house(ivory, _, _, _, _), Hs),
    member(house(_, _, snails, _, winston), Hs),
    member(house(yellow, _, _, _, kool), Hs),
    next_to(house(_, _, _, _, chesterfield), house(_, _, fox, _, _), Hs),
    next_to(house(_, _, _, _, kool), house(_, _, horse, _, _), Hs),
    member(house(_, _, _, juice, lucky), Hs),
    member(house(_, japanese, _, _, parliament), Hs),
    next_to(house(_, norwegian, _, _, _), house(blue, _, _, _, _), Hs),
    member(house(_, _, zebra, _, _), Hs).

right_of(A, B, [B, A|_]).
right_of(A, B, [_|T]) :- right_of(A, B, T).

next_to(A, B, L) :- right_of(A, B, L).
next_to(A, B, L) :- right_of(B, A, L).
