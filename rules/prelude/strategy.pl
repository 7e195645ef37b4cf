% What a strategy file needs to be used in SWI-Prolog beside a rulesheet:
%
%   ?- [noughts_and_crosses], [strategy_file], [strategy].
%   ?- start(A), chosen_move(A, Rule, Move).
%
% A position is the ordered list of the facts that are true in it; by(Role, List) is
% one that a turn of Role led to. Learned rules are made of move/2, won/1, drawn/1
% and lost/1.

:- dynamic true/1, does/2.
:- table moves/2, turn_end/3.

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
    true(control(Role)), !.

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
