% Constraints over integers, as in SWI-Prolog's library(clpfd). The comparisons are
% always there.

in(X, D) :- '$post_domain'(X, D).
ins(Xs, D) :- must_be(list, Xs), '$ins'(Xs, D).
'$ins'([], _).
'$ins'([X|Xs], D) :- '$post_domain'(X, D), '$ins'(Xs, D).

all_different(Xs) :- must_be(list, Xs), '$post_different'(Xs).
all_distinct(Xs) :- must_be(list, Xs), '$post_different'(Xs).
sum(Xs, Op, E) :- must_be(list, Xs), '$sum_of'(Xs, S), '$compare_constrained'(Op, S, E).
scalar_product(Cs, Xs, Op, E) :-
    must_be(list(integer), Cs), must_be(list, Xs),
    '$scalar_product'(Cs, Xs, 0, S), '$compare_constrained'(Op, S, E).
'$sum_of'([], 0).
'$sum_of'([X|Xs], S) :- '$sum_of'(Xs, X, S).
'$sum_of'([], S, S).
'$sum_of'([X|Xs], S0, S) :- '$sum_of'(Xs, S0 + X, S).
'$scalar_product'([], [], S, S).
'$scalar_product'([C|Cs], [X|Xs], S0, S) :- '$scalar_product'(Cs, Xs, S0 + C * X, S).
'$compare_constrained'(Op, A, B) :-
    must_be(oneof(['#=', '#\\=', '#<', '#>', '#=<', '#>=']), Op), call(Op, A, B).
element(N, Xs, X) :- must_be(list, Xs), '$post_element'(N, Xs, X).
chain(Xs, Op) :-
    must_be(list, Xs), must_be(oneof(['#=', '#<', '#=<', '#>', '#>=']), Op), '$chain'(Xs, Op).
'$chain'([], _).
'$chain'([X|Xs], Op) :- '$chain'(Xs, X, Op).
'$chain'([], _, _).
'$chain'([Y|Ys], X, Op) :- call(Op, X, Y), '$chain'(Ys, Y, Op).

indomain(X) :- label([X]).
label(Xs) :- labeling([], Xs).
labeling(Options, Xs) :-
    must_be(list, Options), must_be(list, Xs), '$must_be_finite'(Xs),
    '$label_options'(Options, leftmost, How, up, Order, step, Branch, Aims),
    '$label_best'(Aims, Xs, How, Order, Branch).
'$must_be_finite'([]).
'$must_be_finite'([X|Xs]) :-
    fd_size(X, S), ( S == sup -> throw(error(instantiation_error, _)) ; '$must_be_finite'(Xs) ).
'$label_options'([], H, H, O, O, B, B, []).
'$label_options'([X|Xs], H0, H, O0, O, B0, B, As) :-
    (   var(X) -> throw(error(instantiation_error, _))
    ;   memberchk(X, [leftmost, ff, ffc, min, max]) -> '$label_options'(Xs, X, H, O0, O, B0, B, As)
    ;   memberchk(X, [up, down]) -> '$label_options'(Xs, H0, H, X, O, B0, B, As)
    ;   memberchk(X, [step, enum, bisect]) -> '$label_options'(Xs, H0, H, O0, O, X, B, As)
    ;   ( X = min(_) ; X = max(_) ) -> As = [X|As1], '$label_options'(Xs, H0, H, O0, O, B0, B, As1)
    ;   throw(error(domain_error(labeling_option, X), _))
    ).

% The answers, the best first.
'$label_best'([], Xs, How, Order, Branch) :- '$label'(Xs, How, Order, Branch).
'$label_best'([Aim|Aims], Xs, How, Order, Branch) :-
    '$optimum'(Aim, Xs, How, Order, Branch, E, Best),
    (   '#='(E, Best), '$label_best'(Aims, Xs, How, Order, Branch)
    ;   '#\\='(E, Best), '$label_best'([Aim|Aims], Xs, How, Order, Branch)
    ).
'$optimum'(Aim, Xs, How, Order, Branch, E, Best) :-
    ( Aim = min(E) -> Op = '#<' ; Aim = max(E) -> Op = '#>' ),
    findall(V, '$first_value'(Xs, How, Order, Branch, E, V), [V0]),
    '$improve'(V0, Op, Xs, How, Order, Branch, E, Best).
'$first_value'(Xs, How, Order, Branch, E, V) :-
    once('$label'(Xs, How, Order, Branch)), V is E.
'$improve'(V0, Op, Xs, How, Order, Branch, E, Best) :-
    findall(V, ( call(Op, E, V0), '$first_value'(Xs, How, Order, Branch, E, V) ), Vs),
    (   Vs = [V1] -> '$improve'(V1, Op, Xs, How, Order, Branch, E, Best)
    ;   Best = V0
    ).

'$label'(Xs, How, Order, Branch) :-
    (   '$select_variable'(How, Xs, X, Rest)
    ->  '$branch'(Branch, Order, X, Xs, Rest, How)
    ;   true
    ).
'$branch'(step, Order, X, Xs, Rest, How) :-
    '$first'(Order, X, V),
    (   X = V, '$label'(Rest, How, Order, step)
    ;   '$remove_value'(X, V), '$label'(Xs, How, Order, step)
    ).
'$branch'(enum, Order, X, _, Rest, How) :-
    fd_dom(X, D), '$domain_spans'(D, Ss, []),
    ( Order == up -> Spans = Ss ; reverse(Ss, Spans) ),
    member(L-H, Spans),
    ( Order == up -> between(L, H, X) ; N is H - L, between(0, N, I), X is H - I ),
    '$label'(Rest, How, Order, enum).
'$branch'(bisect, Order, X, Xs, _, How) :-
    fd_inf(X, L), fd_sup(X, H), M is (L + H) div 2,
    (   Order == up -> ( '#=<'(X, M) ; '#>'(X, M) ) ; ( '#>'(X, M) ; '#=<'(X, M) ) ),
    '$label'(Xs, How, Order, bisect).
'$first'(up, X, V) :- fd_inf(X, V).
'$first'(down, X, V) :- fd_sup(X, V).
'$domain_spans'(A \/ B, Ss, T) :- !, '$domain_spans'(A, Ss, M), '$domain_spans'(B, M, T).
'$domain_spans'(..(L, H), [L-H|T], T) :- !.
'$domain_spans'(V, [V-V|T], T).
