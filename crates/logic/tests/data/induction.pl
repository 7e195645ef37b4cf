#!/usr/bin/env swipl
/* Background knowledge, modes and examples for a learner:
   every kind of syntax such files use. */
:- module(background, [parent/2, op(700, xfx, is_near)]).
:- op(200, xfy, **), op(900, fy, not), op(150, fx, #).
:- use_module(library(lists)).
:- set(i, 3), set(clauselength, 5), set(noise, 0).
:- modeh(*, grandparent(+person, -person)).
:- modeb(1, (+list) = ([-any|-list])).
:- modeb(*, parent(+person, #person)).
:- determination(grandparent/2, parent/2).

metarule(chain, [P, Q, R], [P, A, B], [[Q, A, C], [R, C, B]]).
head_pred(grandparent, 2).  body_pred(parent, 2).
type(parent, (person, person)).
prim(empty/1).
ibk([map, [], [], _], []).

parent('Ann', "Bob's").  parent(bob, 'Carl Gustav').
x is_near y.
weight(0x1F, 0'a, 0'\n, 0''', 1.5e-3, 1_000_000, 16'FF, -1, - 1, 1.0Inf).
code(`abc`, "tab\there", 'it''s', '\x41\\x42\', "a\
b").
sum([], 0) :- !.
sum([X|Xs], S) :- sum(Xs, S0), S is S0 + X ** 2 - (-X) mod 7 // 2.
greeting --> [hello], name(N), { atom(N), N \= [] }, !.
name(N) --> [N] | { N = nobody }.
check(X) :- not X = 1, X >= - 2, ( X = a -> true ; X *-> fail ; X == {a, b} ).
weird(-, [-], - = -, (:-), [a|b], {}, '[]', '{}'(x), f(;, '|', !)).
eastbound(X) :- \+ \+ ( has_car(X, C), short(C) ), closed(C).
pos(f([a, b], g(_, _Y, Z, Z))).
neg(f([], 'don''t')).
