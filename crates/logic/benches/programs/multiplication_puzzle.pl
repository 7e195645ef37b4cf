%% target 1.5
% A multiplication of two numbers with even and odd digits in given places.
run :- between(1, 60, _), solve(_), fail.
run.

solve([A, B, C, D, E]) :-
    odd(A), even(B), even(C), even(D), even(E),
    N is 100 * A + 10 * B + C,
    P is N * E, shape(P, [even, odd, even, even]),
    Q is N * D, shape(Q, [even, odd, even]),
    R is P + 10 * Q, shape(R, [odd, odd, even, even]).

shape(N, Kinds) :- digits(N, [], Digits), fits(Digits, Kinds).

digits(0, Ds, Ds) :- !.
digits(N, Ds0, Ds) :- D is N mod 10, M is N // 10, digits(M, [D|Ds0], Ds).

fits([], []).
fits([D|Ds], [even|Ks]) :- D mod 2 =:= 0, fits(Ds, Ks).
fits([D|Ds], [odd|Ks]) :- D mod 2 =:= 1, fits(Ds, Ks).

odd(1). odd(3). odd(5). odd(7). odd(9).
even(0). even(2). even(4). even(6). even(8).
