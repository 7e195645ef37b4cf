%% target 1.5
% The sieve of Eratosthenes with lists.
run :- numlist(2, 20000, Ns), sieve(Ns, Ps), length(Ps, 2262).

sieve([], []).
sieve([P|Ns], [P|Ps]) :- remove(Ns, P, Rest), sieve(Rest, Ps).

remove([], _, []).
remove([N|Ns], P, Rest) :- N mod P =:= 0, !, remove(Ns, P, Rest).
remove([N|Ns], P, [N|Rest]) :- remove(Ns, P, Rest).
