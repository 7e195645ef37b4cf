% More about a Minesweeper board than the paper's background says, to be read with
% minesweeper-background.pl: the count of all mines as a set, and supposing
% something about a tile to see what would follow from the rules that are known.
% Still nothing about strategy: when to suppose what is for rules to say.
%
% On a supposed board s is a tile that is supposed to be safe, its number unseen.

:- dynamic safe/2.
:- dynamic mine/2.
:- table absurd/1.

% determinedTiles(+Board, -Zone): all determined tiles.
determinedTiles(Board, Zone) :-
    findall(T, determined(Board, T), Zone).

% boardHasXMines(+Board, -Set): all undetermined tiles, and the mines not marked yet.
boardHasXMines(Board, set(Tiles, Left)) :-
    findall(T, undetermined(Board, T), Tiles),
    Tiles = [_|_],
    totalMinesLeft(Board, Left),
    possible(Tiles, Left).

% supposeMine(+Tile, +Board, -Supposed), supposeSafe(+Tile, +Board, -Supposed)
supposeMine(Tile, Board, Supposed) :-
    with_cell(Tile, m, Board, Supposed).

supposeSafe(Tile, Board, Supposed) :-
    with_cell(Tile, s, Board, Supposed).

with_cell(Tile, New, board(Rows, Columns, Mines, Old), board(Rows, Columns, Mines, Cells)) :-
    Before is Tile - 1,
    length(Front, Before),
    append(Front, [u|Back], Old),
    append(Front, [New|Back], Cells).

% consequences(+Rank, +Supposed, -After): the board once the rules up to a rank have
% nothing more to say about it.
consequences(Rank, Board, After) :-
    conclusion(Rank, Board, Next),
    !,
    consequences(Rank, Next, After).
consequences(_, Board, Board).

conclusion(Rank, Board, Next) :-
    undetermined(Board, Tile),
    (   clause(safe(Tile, Board), Body), follows(Rank, Body)
    ->  supposeSafe(Tile, Board, Next)
    ;   clause(mine(Tile, Board), Body), follows(Rank, Body)
    ->  supposeMine(Tile, Board, Next)
    ).

follows(Rank, Body) :-
    rank(Body, Its),
    Its =< Rank,
    call(Body).

% rank(+Body, -Rank): the sets of numbers a rule looks at, the set of the whole board
% being one; or one more than the rank of the consequences it draws. What asks whether
% a board is absurd has no rank.
rank(Body, Rank) :-
    sources(Body, Count),
    deepest(Body, Deepest),
    Rank is max(1, max(Count, Deepest)).

sources((A, B), Count) :-
    !,
    sources(A, CountA),
    sources(B, CountB),
    Count is CountA + CountB.
sources(setHasXMines(_, _, _, _), 1) :- !.
sources(boardHasXMines(_, _), 1) :- !.
sources(allMinesInFringe(_, _), 1) :- !.
sources(_, 0).

deepest((A, B), Deepest) :-
    !,
    deepest(A, DeepestA),
    deepest(B, DeepestB),
    Deepest is max(DeepestA, DeepestB).
deepest(consequences(Rank, _, _), Deepest) :-
    !,
    Deepest is Rank + 1.
deepest(absurd(_), _) :-
    !,
    fail.
deepest(_, 0).

% impossible(+Supposed): a number, or the count of all mines, cannot be right. The count
% is compared with numbers that have no undetermined tile in common, in board order: the
% mines they need, and at most one mine on each tile that is left.
impossible(Board) :-
    number_set(Board, _, set(Tiles, Mines)),
    \+ possible(Tiles, Mines),
    !.
impossible(Board) :-
    findall(T, undetermined(Board, T), Tiles),
    findall(Set, number_set(Board, _, Set), Sets),
    apart(Sets, Tiles, 0, Rest, Needed),
    totalMinesLeft(Board, Left),
    More is Left - Needed,
    \+ possible(Rest, More).

% number_set(+Supposed, -Tile, -Set): a determined tile, the undetermined tiles around it
% and the mines it still needs, which may be too many or fewer than none.
number_set(Board, Tile, set(Tiles, Mines)) :-
    determined(Board, Tile),
    cell(Board, Tile, Number),
    findall(T, ( neighbour(Board, Tile, T), undetermined(Board, T) ), Tiles),
    findall(T, ( neighbour(Board, Tile, T), cell(Board, T, m) ), Marked),
    length(Marked, Count),
    Mines is Number - Count.

% apart(+Sets, +Tiles, +Before, -Rest, -Needed): Sets that lie within what the others
% left of Tiles are taken out of it, and their mines added up.
apart([], Rest, Needed, Rest, Needed).
apart([set(Tiles, Mines)|Sets], Before, Sum, Rest, Needed) :-
    (   \+ ( member(T, Tiles), \+ memberchk(T, Before) )
    ->  findall(T, ( member(T, Before), \+ memberchk(T, Tiles) ), Next),
        More is Sum + Mines,
        apart(Sets, Next, More, Rest, Needed)
    ;   apart(Sets, Before, Sum, Rest, Needed)
    ).

% tightestTile(+Supposed, -Tile): the tile whose two cases are to be distinguished. It
% is the first undetermined tile around the first number that can lay out its mines in
% the fewest ways; the first undetermined tile of all where no number has one around
% it. An impossible board has no cases.
tightestTile(Board, Tile) :-
    \+ impossible(Board),
    tightest(Board, Tile).

tightest(Board, Tile) :-
    findall(Ways-Number, ways(Board, Number, Ways), Found),
    sort(Found, [_-Tightest|_]),
    !,
    neighbour(Board, Tightest, Tile),
    undetermined(Board, Tile),
    !.
tightest(Board, Tile) :-
    undetermined(Board, Tile),
    !.

ways(Board, Number, Ways) :-
    number_set(Board, Number, set(Tiles, Mines)),
    Tiles = [_|_],
    length(Tiles, Length),
    choices(Length, Mines, Ways).

% choices(+N, +K, -Ways): in how many ways K of N things can be chosen.
choices(_, 0, 1) :- !.
choices(N, K, 0) :-
    ( K < 0 ; K > N ),
    !.
choices(N, K, Ways) :-
    Less is N - 1,
    One is K - 1,
    choices(Less, One, Fewer),
    Ways is Fewer * N // K.
