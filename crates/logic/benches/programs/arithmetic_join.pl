%% target 3.0
%% facts cells
% Neighbouring cells of a board: arithmetic inside a join.
run :- between(1, 500, _), cell(X, Y, A), X1 is X + 1, cell(X1, Y, B), Y1 is Y + 1, cell(X1, Y1, C), A + B =:= C + 7, fail.
run.
