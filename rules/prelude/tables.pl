% Tables the predicates of a rulesheet that call themselves, as those that follow a
% chain of stones: without tables, SWI-Prolog would go round in circles. A table is
% made again when the facts of the position change. The other files of this folder load
% this one; the rulesheet must be loaded before.

:- module(rulesheet_tables, []).

:- use_module(library(lists)).
:- use_module(library(occurs)).

:- dynamic([user:true/1, user:does/2], [incremental(true)]).

% A predicate of the rulesheet, and a head with its name.
own(Name/Arity, Head) :-
    current_predicate(user:Name/Arity),
    functor(Head, Name, Arity),
    \+ predicate_property(user:Head, imported_from(_)),
    \+ predicate_property(user:Head, dynamic),
    \+ predicate_property(user:Head, tabled).

% What occurs in a body counts as called: a table too many does no harm.
calls(Caller, Name/Arity) :-
    own(Caller, Head),
    clause(user:Head, Body),
    sub_term(Goal, Body),
    callable(Goal),
    functor(Goal, Name, Arity).

calls_itself(Predicate) :-
    findall(Caller-Callee, calls(Caller, Callee), Found),
    sort(Found, Calls),
    own(Predicate, _),
    reached([Predicate], Calls, [], Reached),
    memberchk(Predicate, Reached).

% What predicates call, directly or by what they call.
reached([], _, Reached, Reached).
reached([Next|Rest], Calls, Seen, Reached) :-
    findall(Callee, (member(Next-Callee, Calls), \+ memberchk(Callee, Seen)), New),
    append(New, Seen, Known),
    append(New, Rest, Open),
    reached(Open, Calls, Known, Reached).

:- findall(Predicate, calls_itself(Predicate), Found),
   forall(member(Name/Arity, Found), table((user:Name/Arity) as incremental)).
