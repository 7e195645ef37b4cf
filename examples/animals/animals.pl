% Which class an animal is in. The negatives are the other classes.
:- aleph.
:- aleph_set(i, 2).
:- aleph_set(clauselength, 4).
:- modeh(1, class(+animal, #class)).
:- modeb(1, has_covering(+animal, #covering)).
:- modeb(1, has_milk(+animal)).
:- modeb(1, has_gills(+animal)).
:- modeb(1, has_eggs(+animal)).
:- modeb(1, homeothermic(+animal)).
:- modeb(1, has_legs(+animal, #int)).
:- modeb(*, habitat(+animal, #habitat)).
:- determination(class/2, has_covering/2).
:- determination(class/2, has_milk/1).
:- determination(class/2, has_gills/1).
:- determination(class/2, has_eggs/1).
:- determination(class/2, homeothermic/1).
:- determination(class/2, has_legs/2).
:- determination(class/2, habitat/2).

:- begin_bg.
has_covering(dog, hair).
has_covering(cat, hair).
has_covering(dolphin, none).
has_covering(platypus, hair).
has_covering(bat, hair).
has_covering(trout, scales).
has_covering(herring, scales).
has_covering(shark, none).
has_covering(eel, none).
has_covering(lizard, scales).
has_covering(crocodile, scales).
has_covering(snake, scales).
has_covering(turtle, scales).
has_covering(eagle, feathers).
has_covering(ostrich, feathers).
has_covering(penguin, feathers).

has_milk(dog).
has_milk(cat).
has_milk(dolphin).
has_milk(platypus).
has_milk(bat).

has_gills(trout).
has_gills(herring).
has_gills(shark).
has_gills(eel).

has_eggs(platypus).
has_eggs(trout).
has_eggs(herring).
has_eggs(shark).
has_eggs(eel).
has_eggs(lizard).
has_eggs(crocodile).
has_eggs(snake).
has_eggs(turtle).
has_eggs(eagle).
has_eggs(ostrich).
has_eggs(penguin).

homeothermic(dog).
homeothermic(cat).
homeothermic(dolphin).
homeothermic(platypus).
homeothermic(bat).
homeothermic(eagle).
homeothermic(ostrich).
homeothermic(penguin).

has_legs(dog, 4).
has_legs(cat, 4).
has_legs(dolphin, 0).
has_legs(platypus, 2).
has_legs(bat, 2).
has_legs(trout, 0).
has_legs(herring, 0).
has_legs(shark, 0).
has_legs(eel, 0).
has_legs(lizard, 4).
has_legs(crocodile, 4).
has_legs(snake, 0).
has_legs(turtle, 4).
has_legs(eagle, 2).
has_legs(ostrich, 2).
has_legs(penguin, 2).

habitat(dog, land).
habitat(cat, land).
habitat(dolphin, water).
habitat(platypus, water).
habitat(bat, air).
habitat(trout, water).
habitat(herring, water).
habitat(shark, water).
habitat(eel, water).
habitat(lizard, land).
habitat(crocodile, water).
habitat(snake, land).
habitat(turtle, water).
habitat(eagle, air).
habitat(ostrich, land).
habitat(penguin, water).
:- end_bg.

:- begin_in_pos.
class(dog, mammal).
class(cat, mammal).
class(dolphin, mammal).
class(platypus, mammal).
class(bat, mammal).
class(trout, fish).
class(herring, fish).
class(shark, fish).
class(eel, fish).
class(lizard, reptile).
class(crocodile, reptile).
class(snake, reptile).
class(turtle, reptile).
class(eagle, bird).
class(ostrich, bird).
class(penguin, bird).
:- end_in_pos.

:- begin_in_neg.
class(dog, fish).
class(dog, reptile).
class(dog, bird).
class(cat, fish).
class(cat, reptile).
class(cat, bird).
class(dolphin, fish).
class(dolphin, reptile).
class(dolphin, bird).
class(platypus, fish).
class(platypus, reptile).
class(platypus, bird).
class(bat, fish).
class(bat, reptile).
class(bat, bird).
class(trout, mammal).
class(trout, reptile).
class(trout, bird).
class(herring, mammal).
class(herring, reptile).
class(herring, bird).
class(shark, mammal).
class(shark, reptile).
class(shark, bird).
class(eel, mammal).
class(eel, reptile).
class(eel, bird).
class(lizard, mammal).
class(lizard, fish).
class(lizard, bird).
class(crocodile, mammal).
class(crocodile, fish).
class(crocodile, bird).
class(snake, mammal).
class(snake, fish).
class(snake, bird).
class(turtle, mammal).
class(turtle, fish).
class(turtle, bird).
class(eagle, mammal).
class(eagle, fish).
class(eagle, reptile).
class(ostrich, mammal).
class(ostrich, fish).
class(ostrich, reptile).
class(penguin, mammal).
class(penguin, fish).
class(penguin, reptile).
:- end_in_neg.
