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

% S-1: A covered square is safe if a number nearby has the covered neighbours A, the square is in A, and no mine is left in A.
safe(Tile, Board) :-
    zoneOfInterest(Tile, Board, Zone),
    setHasXMines(_, Board, Zone, Set1),
    inSet(Tile, Set1),
    minesInSet(Set1, 0).

% M-1: A covered square is a mine if a number nearby has the covered neighbours A, the square is in A, n mines are left in A, and A has n squares.
mine(Tile, Board) :-
    zoneOfInterest(Tile, Board, Zone),
    setHasXMines(_, Board, Zone, Set1),
    inSet(Tile, Set1),
    minesInSet(Set1, Count1),
    lengthSet(Set1, Count1).

% S-2: A covered square is safe if a number nearby has the covered neighbours A, another number nearby has the covered neighbours B, C is what is in A but not in B, with its mines known from theirs, the square is in C, and no mine is left in C.
safe(Tile, Board) :-
    zoneOfInterest(Tile, Board, Zone),
    setHasXMines(_, Board, Zone, Set1),
    setHasXMines(_, Board, Zone, Set2),
    diffSetHasXMines(Set1, Set2, Set3),
    inSet(Tile, Set3),
    minesInSet(Set3, 0).

% M-2: A covered square is a mine if a number nearby has the covered neighbours A, another number nearby has the covered neighbours B, C is what is in B but not in A, with its mines known from theirs, the square is in C, n mines are left in C, and C has n squares.
mine(Tile, Board) :-
    zoneOfInterest(Tile, Board, Zone),
    setHasXMines(_, Board, Zone, Set1),
    setHasXMines(_, Board, Zone, Set2),
    diffSetHasXMines(Set2, Set1, Set3),
    inSet(Tile, Set3),
    minesInSet(Set3, Count1),
    lengthSet(Set3, Count1).

% S-3: A covered square is safe if a number nearby has the covered neighbours A, another number nearby has the covered neighbours B, another number nearby has the covered neighbours C, D is what is in B but not in A, with its mines known from theirs, E is what is in C but not in D, with its mines known from theirs, the square is in E, and no mine is left in E.
safe(Tile, Board) :-
    zoneOfInterest(Tile, Board, Zone),
    setHasXMines(_, Board, Zone, Set1),
    setHasXMines(_, Board, Zone, Set2),
    setHasXMines(_, Board, Zone, Set3),
    diffSetHasXMines(Set2, Set1, Set4),
    diffSetHasXMines(Set3, Set4, Set5),
    inSet(Tile, Set5),
    minesInSet(Set5, 0).

% S-4: A covered square is safe if a number nearby has the covered neighbours A, another number nearby has the covered neighbours B, another number nearby has the covered neighbours C, D is what is in B but not in A, with its mines known from theirs, E is what is in D but not in C, with its mines known from theirs, the square is in E, and no mine is left in E.
safe(Tile, Board) :-
    zoneOfInterest(Tile, Board, Zone),
    setHasXMines(_, Board, Zone, Set1),
    setHasXMines(_, Board, Zone, Set2),
    setHasXMines(_, Board, Zone, Set3),
    diffSetHasXMines(Set2, Set1, Set4),
    diffSetHasXMines(Set4, Set3, Set5),
    inSet(Tile, Set5),
    minesInSet(Set5, 0).

% M-3: A covered square is a mine if every covered square borders a number, and all of them together are A, n mines are left in A, and A has n squares.
mine(_, Board) :-
    allMinesInFringe(Board, Set1),
    minesInSet(Set1, Count1),
    lengthSet(Set1, Count1).

% S-5: A covered square is safe if all covered squares that are not marked are A, a number has the covered neighbours B, C is what is in A but not in B, with its mines known from theirs, the square is in C, and no mine is left in C.
safe(Tile, Board) :-
    determinedTiles(Board, Numbers),
    boardHasXMines(Board, Set1),
    setHasXMines(_, Board, Numbers, Set2),
    diffSetHasXMines(Set1, Set2, Set3),
    inSet(Tile, Set3),
    minesInSet(Set3, 0).

% S-6: A covered square is safe if all covered squares that are not marked are A, a number has the covered neighbours B, another number has the covered neighbours C, D is what is in A but not in B, with its mines known from theirs, E is what is in D but not in C, with its mines known from theirs, the square is in E, and no mine is left in E.
safe(Tile, Board) :-
    determinedTiles(Board, Numbers),
    boardHasXMines(Board, Set1),
    setHasXMines(_, Board, Numbers, Set2),
    setHasXMines(_, Board, Numbers, Set3),
    diffSetHasXMines(Set1, Set2, Set4),
    diffSetHasXMines(Set4, Set3, Set5),
    inSet(Tile, Set5),
    minesInSet(Set5, 0).

% M-4: A covered square is a mine if one supposes that it is safe, and finds a number, or the count of all mines, that cannot be right.
mine(Tile, Board) :-
    supposeSafe(Tile, Board, Board1),
    impossible(Board1).

% S-7: A covered square is safe if one supposes that it is a mine, draws every conclusion that rules of rank up to 3 allow, and finds a number, or the count of all mines, that cannot be right.
safe(Tile, Board) :-
    supposeMine(Tile, Board, Board1),
    consequences(3, Board1, Board2),
    impossible(Board2).

% M-5: A covered square is a mine if one supposes that it is safe, draws every conclusion that rules of rank up to 3 allow, and finds a number, or the count of all mines, that cannot be right.
mine(Tile, Board) :-
    supposeSafe(Tile, Board, Board1),
    consequences(3, Board1, Board2),
    impossible(Board2).

% S-8: A covered square is safe if one supposes that it is a mine, and finds that the board is then absurd.
safe(Tile, Board) :-
    supposeMine(Tile, Board, Board1),
    absurd(Board1).

% M-6: A covered square is a mine if one supposes that it is safe, and finds that the board is then absurd.
mine(Tile, Board) :-
    supposeSafe(Tile, Board, Board1),
    absurd(Board1).

% A-1: A board is absurd if a number, or the count of all mines, cannot be right.
absurd(Board) :-
    impossible(Board).

% A-2: A board is absurd if one looks at the first square of the number with the fewest ways to lay out its mines, supposes that this square is a mine, finds that the board is then absurd, supposes that this square is safe, and finds that the board is then absurd.
absurd(Board) :-
    tightestTile(Board, Tile1),
    supposeMine(Tile1, Board, Board1),
    absurd(Board1),
    supposeSafe(Tile1, Board, Board2),
    absurd(Board2).
