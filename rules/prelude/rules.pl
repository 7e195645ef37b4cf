% What a list of rules (`learn GAME --with rules`) needs to be used in SWI-Prolog
% beside a rulesheet:
%
%   ?- [noughts_and_crosses], [strategy_file], [rules].
%   ?- start(A), chosen_move(A, Rule, Move).
%
% A position is the ordered list of the facts that are true in it. A rule
% rule(P, O, A, M, B) says that the player P, with the opponent O, may move from
% the position A by the move M to the position B.

:- ensure_loaded(tables).
:- table moves/2, outcome/3, to_move/2.

start(Position) :-
    findall(Fact, init(Fact), Facts),
    sort(Facts, Position).

% The first rule that names a move decides, of its moves the first.
chosen_move(Position, Rule, Move) :-
    to_move(Position, Player),
    opponent_of(Player, Opponent),
    moves(Position, Moves),
    strategy(order, Rules),
    member(Rule/5, Rules),
    member(Move-Next, Moves),
    call(Rule, Player, Opponent, Position, Move, Next),
    !.

opponent_of(Player, Opponent) :- role(Opponent), Opponent \= Player, !.
opponent_of(Player, Player).

% The conditions of rules.

holds(Place, Test) :-
    Test =.. [Compare, Left, Right],
    number_at(Place, Left, X),
    number_at(Place, Right, Y),
    call(Compare, X, Y).

increases(From, To, Measure) :-
    number_at(From, Measure, X), number_at(To, Measure, Y), Y > X.
decreases(From, To, Measure) :-
    number_at(From, Measure, X), number_at(To, Measure, Y), Y < X.

greatest(From, To, Measure) :- extreme(From, To, Measure, >=).
least(From, To, Measure) :- extreme(From, To, Measure, =<).

extreme(From, To, Measure, Compare) :-
    number_at(To, Measure, X),
    moves(From, Moves),
    forall(
        ( member(_-Next, Moves), like(To, Next, Other), number_at(Other, Measure, Y) ),
        call(Compare, X, Y)
    ).

like(turned(_), Next, turned(Next)) :- !.
like(_, Next, Next).

chosen(Move, Move, Value, Values) :- memberchk(Value, Values).

% The value of a measure in a position, or in the position with the turn given to
% the other player.

number_at(_, Number, Number) :- integer(Number), !.
number_at(Place, Measure mod Divisor, Number) :-
    !,
    number_at(Place, Measure, Value),
    Number is Value mod Divisor.
number_at(Place, count(Goal), Number) :-
    !,
    recall_place(Place),
    copy_term(Goal, Copy),
    findall(Copy, Copy, Found),
    sort(Found, Different),
    length(Different, Number).
number_at(Place, Measure, Number) :-
    Measure =.. [Name, Value, Goal],
    memberchk(Name, [total, largest, smallest, nim_sum]),
    !,
    recall_place(Place),
    findall(Goal-Value, Goal, Found),
    sort(Found, Different),
    findall(N, member(_-N, Different), Numbers),
    together(Name, Numbers, Number).
number_at(Place, won(Player), Number) :- !, ended(Place, Player, won, Number).
number_at(Place, drawn(Player), Number) :- !, ended(Place, Player, drawn, Number).
number_at(Place, lost(Player), Number) :- !, ended(Place, Player, lost, Number).
number_at(Place, moves(Player), Number) :-
    !,
    own_moves(Place, Player, Moves),
    length(Moves, Number).
number_at(Place, wins(Player), Number) :-
    !,
    ending_moves(Place, Player, won, Number).
number_at(Place, losses(Player), Number) :-
    !,
    ending_moves(Place, Player, lost, Number).
number_at(Place, safe(Player), Number) :-
    !,
    number_at(Place, moves(Player), All),
    number_at(Place, losses(Player), Lost),
    Number is All - Lost.
number_at(Place, forks(Player), Number) :-
    own_moves(Place, Player, Moves),
    findall(Next, (member(_-Next, Moves), fork(Player, Next)), Forks),
    length(Forks, Number).

together(total, [First|Rest], Number) :- foldl([X, Y, Z]>>(Z is X + Y), Rest, First, Number).
together(largest, Numbers, Number) :- max_list(Numbers, Number).
together(smallest, Numbers, Number) :- min_list(Numbers, Number).
together(nim_sum, [First|Rest], Number) :- foldl([X, Y, Z]>>(Z is X xor Y), Rest, First, Number).

ended(Place, Player, Outcome, Number) :-
    (   outcome(Place, Player, Outcome) -> Number = 1 ; Number = 0 ).

ending_moves(Place, Player, Outcome, Number) :-
    own_moves(Place, Player, Moves),
    findall(Next, (member(_-Next, Moves), outcome(Next, Player, Outcome)), Ends),
    length(Ends, Number).

fork(Player, Next) :-
    to_move(Next, Other), Other \= Player,
    number_at(Next, wins(Other), 0),
    number_at(turned(Next), wins(Player), Ways),
    Ways >= 2.

own_moves(turned(Position), Player, Moves) :-
    !,
    (   turned_to(Position, Turned), to_move(Turned, Player)
    ->  moves(Turned, Moves)
    ;   Moves = []
    ).
own_moves(Position, Player, Moves) :-
    (   to_move(Position, Player) -> moves(Position, Moves) ; Moves = [] ).

% How a game that is over ended for a player.
outcome(Position, Player, Outcome) :-
    recall(Position),
    terminal,
    goal(Player, Own), !,
    (   role(Other), Other \= Player
    ->  goal(Other, Best)
    ;   Own =:= 100 -> Best = 0
    ;   Own =:= 0 -> Best = 100
    ;   Best = Own
    ),
    compare(Order, Own, Best),
    memberchk(Order-Outcome, [(>)-won, (=)-drawn, (<)-lost]), !.

% The position in which it is the other player's turn, if this one is not over.
turned_to(Position, Turned) :-
    to_move(Position, Player),
    strategy(turn, Name),
    opponent_of(Player, Opponent),
    Old =.. [Name, Player],
    New =.. [Name, Opponent],
    selectchk(Old, Position, Rest),
    sort([New|Rest], Turned).

% The role whose turn the facts say it is, or else the first that has a choice, or
% else the first that does not only wait.
to_move(Position, Player) :-
    recall(Position),
    \+ terminal,
    once(chooser(First)),
    Player = First.

chooser(Player) :- strategy(turn, Name), Fact =.. [Name, Player], true(Fact).
chooser(Player) :- role(Player), findall(Move, legal(Player, Move), [_, _|_]).
chooser(Player) :- role(Player), legal(Player, Move), \+ waits(Move).
chooser(Player) :- role(Player).

waits(Move) :-
    functor(Move, Name, _),
    memberchk(Name, [noop, no_op, 'no-op', nop, wait, nothing, idle, nil, skip]).

% The legal moves of the role to move in order, each with what it leads to.
moves(Position, Moves) :-
    to_move(Position, Role),
    recall(Position),
    findall(Move, legal(Role, Move), Unordered),
    sort(Unordered, Legal),
    findall(Move-Next, (member(Move, Legal), after(Position, Role, Move, Next)), Moves).

after(Position, Role, Move, Next) :-
    recall(Position),
    findall(Other-Only, (role(Other), Other \= Role, once(legal(Other, Only))), Others),
    assertz(does(Role, Move)),
    forall(member(Other-Only, Others), assertz(does(Other, Only))),
    findall(Fact, next(Fact), Facts),
    retractall(does(_, _)),
    sort(Facts, Next).

recall_place(turned(Position)) :-
    !,
    (   turned_to(Position, Turned) -> recall(Turned) ; recall(Position) ).
recall_place(Position) :- recall(Position).

recall(Position) :-
    retractall(true(_)),
    retractall(does(_, _)),
    forall(member(Fact, Position), assertz(true(Fact))).

% Words of rulesheets that SWI-Prolog does not have, or means otherwise.
:- if(\+ current_predicate(count/3)).
count(Template, Goal, Number) :-
    findall(Template, Goal, Found),
    sort(Found, Different),
    length(Different, Number).
:- endif.
:- if(\+ current_predicate(distinct/2)).
distinct(Left, Right) :- Left \= Right.
:- endif.
