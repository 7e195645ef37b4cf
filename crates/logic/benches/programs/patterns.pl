%% target 1.5
% Patterns with segments, matched by append.
run :- between(1, 30000, _), reply([i, am, very, sad, because, my, dog, is, ill, today], R), R == [], fail.
run.
reply(In, Out) :- pattern(P, Out), match(P, In), !.
pattern([seg(_), remember, seg(X)], [do, you, often, think, of|X]).
pattern([seg(_), i, want, seg(X)], [what, would, it, mean, if, you, got|X]).
pattern([seg(_), because, seg(_), is, seg(X)], [is, it, really|X]).
pattern([seg(_)], [go, on]).
match([], []).
match([seg(X)|P], In) :- !, append(X, Rest, In), match(P, Rest).
match([W|P], [W|In]) :- match(P, In).
