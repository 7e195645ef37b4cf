% A Minesweeper strategy: which covered squares are safe, which are mines.
% The predicates the rules use are in rules/minesweeper-background.pl, those
% that suppose something in rules/minesweeper-supposing.pl.

:- discontiguous safe/2.
:- discontiguous mine/2.
:- discontiguous absurd/1.

strategy(game, minesweeper).
strategy(learner, mio).
strategy(board, '8x8/10').
strategy(seed, 1).
strategy(nodes, 4000).

% S-1: A covered square is safe if it is next to a number, and that number has no mine left.
safe(Tile, Board) :-
    zoneOfInterest(Tile, Board, Zone),
    setHasXMines(_, Board, Zone, Set1),
    inSet(Tile, Set1),
    minesInSet(Set1, 0).

% M-1: A covered square is a mine if it is next to a number, and that number has as many mines left as covered neighbours.
mine(Tile, Board) :-
    zoneOfInterest(Tile, Board, Zone),
    setHasXMines(_, Board, Zone, Set1),
    inSet(Tile, Set1),
    minesInSet(Set1, Count1),
    lengthSet(Set1, Count1).

% S-2: A covered square is safe if it is next to one number but not next to another, and the two numbers leave no mine for such squares.
safe(Tile, Board) :-
    zoneOfInterest(Tile, Board, Zone),
    setHasXMines(_, Board, Zone, Set1),
    setHasXMines(_, Board, Zone, Set2),
    diffSetHasXMines(Set1, Set2, Set3),
    inSet(Tile, Set3),
    minesInSet(Set3, 0).

% M-2: A covered square is a mine if it is next to one number but not next to another, and the two numbers leave a mine for each such square.
mine(Tile, Board) :-
    zoneOfInterest(Tile, Board, Zone),
    setHasXMines(_, Board, Zone, Set1),
    setHasXMines(_, Board, Zone, Set2),
    diffSetHasXMines(Set2, Set1, Set3),
    inSet(Tile, Set3),
    minesInSet(Set3, Count1),
    lengthSet(Set3, Count1).

% S-3: A covered square is safe if it is next to the first of three numbers but not one of those next to the second but not next to the third, and the three numbers leave no mine for such squares.
safe(Tile, Board) :-
    zoneOfInterest(Tile, Board, Zone),
    setHasXMines(_, Board, Zone, Set1),
    setHasXMines(_, Board, Zone, Set2),
    setHasXMines(_, Board, Zone, Set3),
    diffSetHasXMines(Set2, Set1, Set4),
    diffSetHasXMines(Set3, Set4, Set5),
    inSet(Tile, Set5),
    minesInSet(Set5, 0).

% S-4: A covered square is safe if it is next to the first of three numbers but next to neither the second nor the third, and the three numbers leave no mine for such squares.
safe(Tile, Board) :-
    zoneOfInterest(Tile, Board, Zone),
    setHasXMines(_, Board, Zone, Set1),
    setHasXMines(_, Board, Zone, Set2),
    setHasXMines(_, Board, Zone, Set3),
    diffSetHasXMines(Set2, Set1, Set4),
    diffSetHasXMines(Set4, Set3, Set5),
    inSet(Tile, Set5),
    minesInSet(Set5, 0).

% M-3: A covered square is a mine if every covered square is next to a number, and as many mines are left as covered squares.
mine(_, Board) :-
    allMinesInFringe(Board, Set1),
    minesInSet(Set1, Count1),
    lengthSet(Set1, Count1).

% S-5: A covered square is safe if it is not next to a certain number, and that number and the count of all mines leave no mine for such squares.
safe(Tile, Board) :-
    determinedTiles(Board, Numbers),
    boardHasXMines(Board, Set1),
    setHasXMines(_, Board, Numbers, Set2),
    diffSetHasXMines(Set1, Set2, Set3),
    inSet(Tile, Set3),
    minesInSet(Set3, 0).

% S-6: A covered square is safe if it is next to neither of two numbers, and the two numbers and the count of all mines leave no mine for such squares.
safe(Tile, Board) :-
    determinedTiles(Board, Numbers),
    boardHasXMines(Board, Set1),
    setHasXMines(_, Board, Numbers, Set2),
    setHasXMines(_, Board, Numbers, Set3),
    diffSetHasXMines(Set1, Set2, Set4),
    diffSetHasXMines(Set4, Set3, Set5),
    inSet(Tile, Set5),
    minesInSet(Set5, 0).

% M-4: A covered square is a mine if a number or the count of all mines cannot be right with no mine there.
mine(Tile, Board) :-
    supposeSafe(Tile, Board, Board1),
    impossible(Board1).

% S-7: A covered square is safe if a number or the count of all mines cannot be right with a mine there and all that rules up to rank 3 conclude from it.
safe(Tile, Board) :-
    supposeMine(Tile, Board, Board1),
    consequences(3, Board1, Board2),
    impossible(Board2).

% M-5: A covered square is a mine if a number or the count of all mines cannot be right with no mine there and all that rules up to rank 3 conclude from it.
mine(Tile, Board) :-
    supposeSafe(Tile, Board, Board1),
    consequences(3, Board1, Board2),
    impossible(Board2).

% S-8: A covered square is safe if the board is absurd with a mine there.
safe(Tile, Board) :-
    supposeMine(Tile, Board, Board1),
    absurd(Board1).

% M-6: A covered square is a mine if the board is absurd with no mine there.
mine(Tile, Board) :-
    supposeSafe(Tile, Board, Board1),
    absurd(Board1).

% A-1: A board is absurd if a number or the count of all mines cannot be right.
absurd(Board) :-
    impossible(Board).

% A-2: Take the first covered square of the number with the fewest ways to lay out its mines. A board is absurd if it is absurd with a mine there and it is absurd with no mine there.
absurd(Board) :-
    tightestTile(Board, Tile1),
    supposeMine(Tile1, Board, Board1),
    absurd(Board1),
    supposeSafe(Tile1, Board, Board2),
    absurd(Board2).
