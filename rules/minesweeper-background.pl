% What there is to know about a Minesweeper board by counting, and nothing about
% strategy: the background knowledge from which rules are learned.
%
% A board is board(Rows, Columns, Mines, Cells). Cells is a list of all tiles, row
% by row from the top left: a number from 0 to 8 for a determined tile, m for one
% marked as a mine, u for an undetermined one. Tiles are numbered from 1. A zone is
% a list of determined tiles. A set is set(Tiles, N): N mines lie among Tiles,
% which are undetermined.

% zoneOfInterest(+Tile, +Board, -Zone): the determined neighbours of Tile, and the
% determined tiles that share an undetermined neighbour with one of them.
zoneOfInterest(Tile, Board, Zone) :-
    findall(T, in_zone(Tile, Board, T), Found),
    sort(Found, Zone).

in_zone(Tile, Board, T) :-
    neighbour(Board, Tile, T),
    determined(Board, T).
in_zone(Tile, Board, T) :-
    neighbour(Board, Tile, Near),
    determined(Board, Near),
    neighbour(Board, Near, Shared),
    undetermined(Board, Shared),
    neighbour(Board, Shared, T),
    determined(Board, T).

% totalMinesLeft(+Board, -Int): the mines that are not marked yet.
totalMinesLeft(Board, Left) :-
    Board = board(_, _, Mines, Cells),
    findall(m, member(m, Cells), Marked),
    length(Marked, Count),
    Left is Mines - Count.

% allMinesInFringe(+Board, -Set): all undetermined tiles, when each of them has a
% determined neighbour, so that all mines left are among them.
allMinesInFringe(Board, set(Tiles, Left)) :-
    findall(T, undetermined(Board, T), Tiles),
    Tiles = [_|_],
    \+ ( member(T, Tiles), \+ in_fringe(Board, T) ),
    totalMinesLeft(Board, Left),
    possible(Tiles, Left).

in_fringe(Board, Tile) :-
    neighbour(Board, Tile, T),
    determined(Board, T).

% setHasXMines(-Tile, +Board, +Zone, -Set): the undetermined neighbours of a tile
% of the zone, and the mines hidden among them.
setHasXMines(Tile, Board, Zone, set(Tiles, Mines)) :-
    member(Tile, Zone),
    cell(Board, Tile, Number),
    findall(T, ( neighbour(Board, Tile, T), undetermined(Board, T) ), Tiles),
    Tiles = [_|_],
    findall(T, ( neighbour(Board, Tile, T), cell(Board, T, m) ), Marked),
    length(Marked, Count),
    Mines is Number - Count,
    possible(Tiles, Mines).

% diffSetHasXMines(+Set1, +Set2, -Set): the tiles of Set1 that are not in Set2,
% when the two overlap, some are left, and the two numbers of mines leave only one
% number of mines for the tiles they have in common.
diffSetHasXMines(set(Tiles1, Mines1), set(Tiles2, Mines2), set(Only1, Mines)) :-
    findall(T, ( member(T, Tiles1), \+ memberchk(T, Tiles2) ), Only1),
    findall(T, ( member(T, Tiles2), \+ memberchk(T, Tiles1) ), Only2),
    length(Tiles1, Length1),
    length(Only1, Left1),
    length(Only2, Left2),
    Left1 > 0,
    Common is Length1 - Left1,
    Common > 0,
    Fewest is max(0, max(Mines1 - Left1, Mines2 - Left2)),
    Most is min(Common, min(Mines1, Mines2)),
    Fewest =:= Most,
    Mines is Mines1 - Most.

% inSet(+Tile, +Set)
inSet(Tile, set(Tiles, _)) :-
    memberchk(Tile, Tiles).

% lengthSet(+Set, +Int)
lengthSet(set(Tiles, _), Length) :-
    length(Tiles, Length).

% minesInSet(+Set, -Int)
minesInSet(set(_, Mines), Mines).

possible(Tiles, Mines) :-
    Mines >= 0,
    length(Tiles, Length),
    Mines =< Length.

determined(Board, Tile) :-
    cell(Board, Tile, Number),
    integer(Number).

undetermined(Board, Tile) :-
    cell(Board, Tile, u).

cell(board(_, _, _, Cells), Tile, Cell) :-
    nth1(Tile, Cells, Cell).

neighbour(board(Rows, Columns, _, _), Tile, Neighbour) :-
    Row is (Tile - 1) // Columns,
    Column is (Tile - 1) mod Columns,
    member(Down, [-1, 0, 1]),
    member(Right, [-1, 0, 1]),
    \+ ( Down =:= 0, Right =:= 0 ),
    R is Row + Down,
    C is Column + Right,
    R >= 0, R < Rows,
    C >= 0, C < Columns,
    Neighbour is R * Columns + C + 1.
