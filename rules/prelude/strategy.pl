% What a strategy file needs to be used in SWI-Prolog beside a rulesheet:
%
%   ?- [noughts_and_crosses], [strategy_file], [strategy].
%   ?- start(A), chosen_move(A, Rule, Move).
%
% A position is the ordered list of the facts that are true in it; by(Role, List) is
% one that a turn of Role led to. Learned rules are made of move/2, won/1, drawn/1
% and lost/1.

:- ensure_loaded(tables).
:- table moves/2, mover/2, turn_end/3.

start(Position) :-
    findall(Fact, init(Fact), Facts),
    sort(Facts, Position).

% The first rule that names a turn decides; of the moves that such turns begin with,
% the first is made.
chosen_move(Position, Rule, Move) :-
    strategy(order, Rules),
    mover(Position, Role),
    moves(Position, Moves),
    member(Rule/2, Rules),
    member(Move-Next, Moves),
    turn_end(Role, Next, End),
    call(Rule, Position, by(Role, End)),
    !.

% A turn: one move, or more where a player may move again.
move(From, by(Role, End)) :-
    facts(From, Position),
    mover(Position, Role),
    moves(Position, Moves),
    member(_-Next, Moves),
    turn_end(Role, Next, End).

% The turn of a role has come from its move to a position: where does it end?
turn_end(Role, Next, End) :-
    (   mover(Next, Role)
    ->  moves(Next, Moves),
        member(_-After, Moves),
        turn_end(Role, After, End)
    ;   End = Next
    ).

facts(by(_, Position), Position) :- !.
facts(Position, Position).

won(Position) :- result(Position, Own, Other), Own > Other.
drawn(Position) :- result(Position, Same, Same).
lost(Position) :- result(Position, Own, Other), Own < Other.

% The goals of the role whose turn it was and of the other, when the game is over.
result(by(Mover, Position), Own, Other) :-
    recall(Position),
    terminal, !,
    role(Rival), Rival \= Mover, !,
    goal(Mover, Own), !,
    goal(Rival, Other), !.

mover(Position, Role) :-
    recall(Position),
    \+ terminal,
    once(chooser(First)),
    Role = First.

% The first role that has a choice, or else the first that does not only wait.
chooser(Role) :- role(Role), findall(Move, legal(Role, Move), Moves), sort(Moves, [_, _|_]).
chooser(Role) :- role(Role), legal(Role, Move), \+ waits(Move).
chooser(Role) :- role(Role).

waits(Move) :-
    functor(Move, Name, _),
    memberchk(Name, [noop, no_op, 'no-op', nop, wait, nothing, idle, nil, skip]).

% The legal moves of the role to move in order, each with what it leads to.
moves(Position, Moves) :-
    (   mover(Position, Role)
    ->  recall(Position),
        findall(Move, legal(Role, Move), Unordered),
        sort(Unordered, Legal),
        findall(Move-Next, (member(Move, Legal), after(Position, Role, Move, Next)), Moves)
    ;   Moves = []
    ).

after(Position, Role, Move, Next) :-
    recall(Position),
    findall(Other-Only, (role(Other), Other \= Role, once(legal(Other, Only))), Others),
    assertz(does(Role, Move)),
    forall(member(Other-Only, Others), assertz(does(Other, Only))),
    findall(Fact, next(Fact), Facts),
    retractall(does(_, _)),
    sort(Facts, Next).

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
