% Illegal positions of king and rook against king, White to move: the black king
% stands next to the white one, or in line with the rook. (That the white king may
% stand in between is left out.) Files and ranks are numbered from 0.
:- modeh(1, illegal(+file, +rank, +file, +rank, +file, +rank)).
:- modeb(1, adjacent_files(+file, +file)).
:- modeb(1, adjacent_ranks(+rank, +rank)).
:- modeb(1, same_file(+file, +file)).
:- modeb(1, same_rank(+rank, +rank)).
:- modeb(1, less_file(+file, +file)).
:- modeb(1, less_rank(+rank, +rank)).
:- determination(illegal/6, adjacent_files/2).
:- determination(illegal/6, adjacent_ranks/2).
:- determination(illegal/6, same_file/2).
:- determination(illegal/6, same_rank/2).
:- determination(illegal/6, less_file/2).
:- determination(illegal/6, less_rank/2).
:- set(i, 1).
:- set(clauselength, 4).
:- set(minpos, 2).

adjacent_files(X, Y) :- D is abs(X - Y), D =< 1.
adjacent_ranks(X, Y) :- D is abs(X - Y), D =< 1.
same_file(X, X).
same_rank(X, X).
less_file(X, Y) :- X < Y.
less_rank(X, Y) :- X < Y.
