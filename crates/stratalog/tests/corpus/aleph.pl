:- aleph.
:- aleph_set(i, 2).
:- aleph_set(noise, 0).
:- modeh(1, class(+animal, #class)).
:- modeb(1, milk(+animal)).
:- modeb(*, legs(+animal, #int)).
:- determination(class/2, milk/1).
:- determination(class/2, legs/2).
:- begin_bg.
animal(dog). animal(eel).
milk(dog). legs(dog, 4). legs(eel, 0).
false :- class(X, a), class(X, b).
:- end_bg.
:- begin_in_pos.
class(dog, mammal).
:- end_in_pos.
:- begin_in_neg.
class(eel, mammal).
:- end_in_neg.
