% What can be counted around the covered tiles of a Minesweeper board, to choose
% one of them where none is certainly safe: the predicates of rules for guesses.
% Boards, tiles and sets are those of minesweeper-background.pl.
%
% A rule for guesses is a clause guess(Tile, Board). It begins with all undetermined
% tiles, narrows them down and ends with a member of those left. Rules are asked in
% order, and the first with an answer decides.

% undeterminedTiles(+Board, -Tiles)
undeterminedTiles(Board, Tiles) :-
    findall(T, undetermined(Board, T), Tiles).

% least(+Measure, +Board, +Tiles, -Some): those with the least value.
least(Measure, Board, Tiles, Some) :-
    measured(Measure, Board, Tiles, Pairs),
    findall(T, ( member(V-T, Pairs), \+ ( member(W-_, Pairs), below(W, V) ) ), Some).

% greatest(+Measure, +Board, +Tiles, -Some): those with the greatest value.
greatest(Measure, Board, Tiles, Some) :-
    measured(Measure, Board, Tiles, Pairs),
    findall(T, ( member(V-T, Pairs), \+ ( member(W-_, Pairs), below(V, W) ) ), Some).

% atMost(+Measure, +Share, +Board, +Tiles, -Some)
atMost(Measure, Share, Board, Tiles, Some) :-
    measured(Measure, Board, Tiles, Pairs),
    findall(T, ( member(V-T, Pairs), \+ below(Share, V) ), Some).

% atLeast(+Measure, +Share, +Board, +Tiles, -Some)
atLeast(Measure, Share, Board, Tiles, Some) :-
    measured(Measure, Board, Tiles, Pairs),
    findall(T, ( member(V-T, Pairs), \+ below(V, Share) ), Some).

measured(Measure, Board, Tiles, Pairs) :-
    findall(V-T, ( member(T, Tiles), measure(Measure, Board, T, V) ), Pairs).

% below(+Share1, +Share2): shares are N/D with D above 0.
below(N1/D1, N2/D2) :-
    N1 * D2 < N2 * D1.

% measure(+Measure, +Board, +Tile, -Share): what is counted around Tile.
%
% The greatest share of mines among the sets that numbers beside the tile have;
% beside no number the share of mines among all undetermined tiles.
measure(greatestShare, Board, Tile, Share) :-
    sets_beside(Board, Tile, Sets),
    greatest_share(Sets, Board, Share).
% The mean of those shares; beside no number the share that is left for such tiles
% when every other tile has as many mines as its mean says.
measure(averageShare, Board, Tile, Share) :-
    sets_beside(Board, Tile, Sets),
    average_share(Sets, Board, Share).
measure(numbers, Board, Tile, N/1) :-
    sets_beside(Board, Tile, Sets),
    length(Sets, N).
measure(neighbours, Board, Tile, N/1) :-
    findall(T, neighbour(Board, Tile, T), Tiles),
    length(Tiles, N).
measure(covered, Board, Tile, N/1) :-
    findall(T, ( neighbour(Board, Tile, T), undetermined(Board, T) ), Tiles),
    length(Tiles, N).
measure(coveredByNumbers, Board, Tile, N/1) :-
    findall(T, ( neighbour(Board, Tile, T), undetermined(Board, T),
                 once(in_fringe(Board, T)) ), Tiles),
    length(Tiles, N).
% The fewest tiles of a set; 9 beside no number.
measure(tightest, Board, Tile, N/1) :-
    sets_beside(Board, Tile, Sets),
    fewest_tiles(Sets, 9, N).

sets_beside(Board, Tile, Sets) :-
    findall(Set, ( neighbour(Board, Tile, T), determined(Board, T),
                   setHasXMines(T, Board, [T], Set) ), Sets).

greatest_share([], Board, Left/Length) :-
    totalMinesLeft(Board, Left),
    undeterminedTiles(Board, Tiles),
    length(Tiles, Length).
greatest_share([set(Tiles, Mines)|Sets], _, Share) :-
    length(Tiles, Length),
    greatest_of(Sets, Mines/Length, Share).

greatest_of([], Share, Share).
greatest_of([set(Tiles, Mines)|Sets], Before, Share) :-
    length(Tiles, Length),
    (   below(Before, Mines/Length)
    ->  greatest_of(Sets, Mines/Length, Share)
    ;   greatest_of(Sets, Before, Share)
    ).

% 840 is divisible by every number of tiles and of sets.
average_share([], Board, Mines/Unit) :-
    totalMinesLeft(Board, Left),
    undeterminedTiles(Board, Tiles),
    near_and_far(Tiles, Board, 0, Near, 0, Far),
    Mines is Left * 705600 - Near,
    Unit is Far * 705600.
average_share([Set|Sets], _, Mines/705600) :-
    mean_units([Set|Sets], Mines).

mean_units(Sets, Mines) :-
    sum_units(Sets, 0, Sum),
    length(Sets, Length),
    Mines is Sum * (840 // Length).

sum_units([], Sum, Sum).
sum_units([set(Tiles, Mines)|Sets], Before, Sum) :-
    length(Tiles, Length),
    Next is Before + Mines * (840 // Length),
    sum_units(Sets, Next, Sum).

near_and_far([], _, Near, Near, Far, Far).
near_and_far([Tile|Tiles], Board, Near0, Near, Far0, Far) :-
    sets_beside(Board, Tile, Sets),
    (   Sets == []
    ->  Far1 is Far0 + 1,
        Near1 = Near0
    ;   mean_units(Sets, Units),
        Near1 is Near0 + Units,
        Far1 = Far0
    ),
    near_and_far(Tiles, Board, Near1, Near, Far1, Far).

fewest_tiles([], Fewest, Fewest).
fewest_tiles([set(Tiles, _)|Sets], Before, Fewest) :-
    length(Tiles, Length),
    Least is min(Before, Length),
    fewest_tiles(Sets, Least, Fewest).
