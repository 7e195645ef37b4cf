:- set(posonly)?
:- set(c, 3)?
:- modeh(1, even(+nat))?
:- modeb(1, +nat = s(-nat))?
:- modeb(*, even(+nat))?
:- commutative(plus/3)?
nat(0). nat(s(X)) :- nat(X).
even(0). even(s(s(0))).
:- even(s(0)).
