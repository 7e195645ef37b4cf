% What a strategy file needs to be used in SWI-Prolog beside a rulesheet:
%
%   ?- [noughts_and_crosses], [strategy_file], [strategy].
%   ?- start(A), chosen_move(A, Rule, Move).
%
% A position is the ordered list of the facts that are true in it. Learned rules
% are made of move/2, won/1, drawn/1 and lost/1.

:- dynamic true/1, does/2.
:- table moves/2.

start(Position) :-
    findall(Fact, init(Fact), Facts),
    sort(Facts, Position).

% The first rule that names a move decides, of its moves the first.
chosen_move(Position, Rule, Move) :-
    strategy(order, Rules),
    moves(Position, Moves),
    member(Rule/2, Rules),
    member(Move-Next, Moves),
    call(Rule, Position, Next),
    !.

move(Position, Next) :-
    moves(Position, Moves),
    member(_-Next, Moves).

won(Position) :- result(Position, Own, Other), Own > Other.
drawn(Position) :- result(Position, Same, Same).
lost(Position) :- result(Position, Own, Other), Own < Other.

% The goals of the role that moved last and of the other, when the game is over.
result(Position, Own, Other) :-
    recall(Position),
    terminal,
    true(control(ToMove)),
    role(Mover), Mover \= ToMove, !,
    goal(Mover, Own),
    goal(ToMove, Other), !.

% The legal moves of the role to move in order, each with what it leads to.
moves(Position, Moves) :-
    recall(Position),
    (   terminal
    ->  Moves = []
    ;   true(control(Role)),
        findall(Move, legal(Role, Move), Unordered),
        sort(Unordered, Legal),
        findall(Move-Next, (member(Move, Legal), after(Position, Role, Move, Next)), Moves)
    ).

after(Position, Role, Move, Next) :-
    recall(Position),
    assertz(does(Role, Move)),
    forall((role(Other), Other \= Role), assertz(does(Other, noop))),
    findall(Fact, next(Fact), Facts),
    retractall(does(_, _)),
    sort(Facts, Next).

recall(Position) :-
    retractall(true(_)),
    retractall(does(_, _)),
    forall(member(Fact, Position), assertz(true(Fact))).
