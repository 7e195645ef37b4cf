% Trucks with a load of at least 12.5 tonnes. The bound is in no single example: at_least/2
% is evaluated lazily, with the loads of all positives and of all negatives.
:- modeh(1, heavy(+truck)).
:- modeb(1, load(+truck, -weight)).
:- modeb(1, colour(+truck, #colour)).
:- modeb(1, at_least(+weight, #weight)).
:- lazy_evaluate(at_least/2).
:- set(body_length, 3).

% In the search: the bound is half-way between the classes.
at_least([Positives, Negatives], Bound) :-
    !,
    min_list(Positives, Least),
    smaller(Negatives, Least, Smaller),
    max_list(Smaller, Most),
    Bound is (Least + Most) / 2.
at_least(Weight, Bound) :-
    number(Weight),
    number(Bound),
    Weight >= Bound.

smaller([], _, []).
smaller([X|Xs], Y, [X|Zs]) :- X < Y, !, smaller(Xs, Y, Zs).
smaller([_|Xs], Y, Zs) :- smaller(Xs, Y, Zs).

load(t0, 16).
colour(t0, grey).
load(t1, 13).
colour(t1, blue).
load(t2, 6).
colour(t2, red).
load(t3, 23).
colour(t3, red).
load(t4, 12).
colour(t4, grey).
load(t5, 16).
colour(t5, grey).
load(t6, 4).
colour(t6, blue).
load(t7, 19).
colour(t7, grey).
load(t8, 24).
colour(t8, red).
load(t9, 14).
colour(t9, red).
load(t10, 24).
colour(t10, blue).
load(t11, 15).
colour(t11, red).
load(t12, 7).
colour(t12, red).
load(t13, 3).
colour(t13, red).
load(t14, 6).
colour(t14, grey).
load(t15, 20).
colour(t15, red).
load(t16, 24).
colour(t16, blue).
load(t17, 5).
colour(t17, blue).
load(t18, 8).
colour(t18, grey).
load(t19, 9).
colour(t19, grey).
load(t20, 15).
colour(t20, red).
load(t21, 10).
colour(t21, red).
load(t22, 14).
colour(t22, blue).
load(t23, 12).
colour(t23, red).

pos(heavy(t0)).
pos(heavy(t1)).
pos(heavy(t3)).
pos(heavy(t5)).
pos(heavy(t7)).
pos(heavy(t8)).
pos(heavy(t9)).
pos(heavy(t10)).
pos(heavy(t11)).
pos(heavy(t15)).
pos(heavy(t16)).
pos(heavy(t20)).
pos(heavy(t22)).
neg(heavy(t2)).
neg(heavy(t4)).
neg(heavy(t6)).
neg(heavy(t12)).
neg(heavy(t13)).
neg(heavy(t14)).
neg(heavy(t17)).
neg(heavy(t18)).
neg(heavy(t19)).
neg(heavy(t21)).
neg(heavy(t23)).
