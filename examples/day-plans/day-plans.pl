% What to do on a day, as Aleph's classification trees take it: each example has one class,
% its second argument, and every other class is wrong for it.
:- aleph.
:- aleph_set(tree_type, classification).
:- aleph_set(classes, [swim, walk, read]).
:- aleph_set(dependent, 2).
:- aleph_set(minpos, 2).
:- modeh(1, plan(+day, -activity)).
:- modeb(1, sky(+day, #sky)).
:- modeb(1, warm(+day)).
:- modeb(1, cold(+day)).
:- modeb(1, windy(+day)).
:- determination(plan/2, sky/2).
:- determination(plan/2, warm/1).
:- determination(plan/2, cold/1).
:- determination(plan/2, windy/1).

:- begin_bg.
sky(clear). sky(cloudy). sky(rain).
sky(d1, clear). sky(d2, clear). sky(d3, clear). sky(d4, clear).
sky(d5, cloudy). sky(d6, cloudy). sky(d7, cloudy). sky(d8, cloudy).
sky(d9, rain). sky(d10, rain). sky(d11, rain). sky(d12, rain).
warm(d1). warm(d2). warm(d5). warm(d6). warm(d9). warm(d10).
cold(d3). cold(d4). cold(d7). cold(d8). cold(d11). cold(d12).
windy(d2). windy(d4). windy(d6). windy(d8). windy(d10). windy(d12).
:- end_bg.

:- begin_in_pos.
plan(d1, swim). plan(d2, swim). plan(d3, walk). plan(d4, walk).
plan(d5, walk). plan(d6, walk). plan(d7, walk). plan(d8, walk).
plan(d9, read). plan(d10, read). plan(d11, read). plan(d12, read).
:- end_in_pos.
:- induce_tree.
