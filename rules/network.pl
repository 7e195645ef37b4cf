% Managing a telephone network under overload, for one player. Calls are offered
% to six streams of traffic; each stream has a first route, and what finds no
% free circuit there overflows to a second route or is lost. In each of twelve
% periods the manager may set one control: where a stream's overflow is sent, or
% that it is cancelled. Calls last longer than a period, and half of those who
% were lost call again. The more of the offered calls are carried, the better.
%
% Words of the trade: a trunk group is a bundle of circuits between two switches;
% it is busy with calls and idle in its other circuits; a stream's load is the
% calls offered to it in a period, new ones and those who call again.

role(manager).
role(random).

% Trunk groups and their circuits: a ring of four switches, and two tandem
% switches, the hub and the relay, each joined to all four.
group(north_east, 4).
group(east_south, 4).
group(south_west, 4).
group(west_north, 4).
group(hub_north, 6).
group(hub_east, 6).
group(hub_south, 6).
group(hub_west, 6).
group(relay_north, 6).
group(relay_east, 6).
group(relay_south, 6).
group(relay_west, 6).

% Streams of traffic, in the order in which their overflow is routed.
stream(1, north_east).
stream(2, east_south).
stream(3, south_west).
stream(4, west_north).
stream(5, north_south).
stream(6, east_west).
streams(6).

% Routes, by the trunk groups of their two legs; on a direct route both legs are
% the same group.
legs(north_east, first, north_east, north_east).
legs(east_south, first, east_south, east_south).
legs(south_west, first, south_west, south_west).
legs(west_north, first, west_north, west_north).
legs(north_south, first, hub_north, hub_south).
legs(east_west, first, hub_east, hub_west).
legs(north_east, via(hub), hub_north, hub_east).
legs(east_south, via(hub), hub_east, hub_south).
legs(south_west, via(hub), hub_south, hub_west).
legs(west_north, via(hub), hub_west, hub_north).
legs(north_east, via(relay), relay_north, relay_east).
legs(east_south, via(relay), relay_east, relay_south).
legs(south_west, via(relay), relay_south, relay_west).
legs(west_north, via(relay), relay_west, relay_north).
legs(north_south, via(relay), relay_north, relay_south).
legs(east_west, via(relay), relay_east, relay_west).
legs(north_south, via(east), north_east, east_south).
legs(north_south, via(west), west_north, south_west).
legs(east_west, via(south), east_south, south_west).
legs(east_west, via(north), north_east, west_north).

uses(S, R, G) :- legs(S, R, G, _).
uses(S, R, G) :- legs(S, R, _, G).

% The controls there are: a second route, or none.
control(S, R) :- legs(S, R, _, _), R \= first.
control(S, cancel) :- stream(_, S).

% ---------------------------------------------------------------- the traffic

periods(12).

% Calls offered to a stream in every period.
usual(north_east, 4).
usual(east_south, 4).
usual(south_west, 4).
usual(west_north, 4).
usual(north_south, 3).
usual(east_west, 3).

% What chance decides at the start: where the overload is, and when.
overload(everywhere).
overload(across).
overload(at(north)).
overload(at(east)).
overload(at(south)).
overload(at(west)).
peak(early, 3).
peak(late, 7).

% Calls an overload adds to a stream in each period of its peak.
adds(everywhere, S, 2) :- stream(_, S).
adds(across, north_south, 4).
adds(across, east_west, 4).
adds(at(A), S, 4) :- ends(S, A).

ends(north_east, north).
ends(north_east, east).
ends(east_south, east).
ends(east_south, south).
ends(south_west, south).
ends(south_west, west).
ends(west_north, west).
ends(west_north, north).
ends(north_south, north).
ends(north_south, south).
ends(east_west, east).
ends(east_west, west).

% A peak lasts five periods.
at_peak(W, P) :- peak(W, First), Last is First + 4, between(First, Last, P).

offered(O, W, P, S, N) :-
    adds(O, S, M), at_peak(W, P), usual(S, U), N is U + M.
offered(O, W, P, S, U) :-
    overload(O), peak(W, _), period(P), usual(S, U), \+ added(O, W, P, S).
added(O, W, P, S) :- adds(O, S, _), at_peak(W, P).

period(P) :- periods(N), between(1, N, P).

% Calls offered in all, stream by stream and period by period.
offered_up_to(O, W, 1, 0, 0) :- overload(O), peak(W, _).
offered_up_to(O, W, P, K, T) :-
    offered_up_to(O, W, P, J, U), K is J + 1, stream(K, S),
    offered(O, W, P, S, N), T is U + N.
offered_up_to(O, W, P, 0, T) :-
    offered_up_to(O, W, Q, K, T), streams(K), P is Q + 1, period(P).
offered_in_all(O, W, T) :-
    periods(P), streams(K), offered_up_to(O, W, P, K, T).

% No schedule offers more calls.
most_calls(324).

% ------------------------------------------------------------------- the game

init(draw(overload)).

legal(random, overload(O)) :- true(draw(overload)), overload(O).
legal(random, peak(W)) :- true(draw(peak)), peak(W, _).
legal(random, noop) :- true(period(_)).
legal(manager, noop) :- true(draw(_)).
legal(manager, wait) :- true(period(P)), periods(N), P =< N.
legal(manager, set(S, C)) :-
    true(period(P)), periods(N), P =< N, control(S, C), \+ true(control(S, C)).

next(draw(peak)) :- true(draw(overload)).
next(overload(O)) :- does(random, overload(O)).
next(overload(O)) :- true(overload(O)).
next(peak(W)) :- does(random, peak(W)).
next(peak(W)) :- true(peak(W)).

% The first period begins with an idle network; overflow goes to the hub, where
% the hub is not the first route already.
next(period(1)) :- true(draw(peak)).
next(carried(0)) :- true(draw(peak)).
next(busy(G, 0)) :- true(draw(peak)), group(G, _).
next(load(S, N)) :- does(random, peak(W)), true(overload(O)), offered(O, W, 1, S, N).
next(control(S, via(hub))) :- true(draw(peak)), legs(S, via(hub), _, _).
next(control(S, cancel)) :- true(draw(peak)), stream(_, S), \+ has_hub(S).
has_hub(S) :- legs(S, via(hub), _, _).

next(period(Q)) :- true(period(P)), periods(N), P =< N, Q is P + 1.
next(control(S, C)) :- does(manager, set(S, C)).
next(control(S, C)) :- true(control(S, C)), \+ changed(S).
changed(S) :- does(manager, set(S, _)).

% The control that holds in this period: a new one takes effect at once.
holds(S, C) :- does(manager, set(S, C)).
holds(S, C) :- true(control(S, C)), \+ changed(S).

% First routes. No two of them share a trunk group.
idle(G, I) :- group(G, Circuits), true(busy(G, B)), I is Circuits - B.
first(S, N) :-
    true(load(S, L)), legs(S, first, G, H), idle(G, I), idle(H, J), N is min(L, min(I, J)).
overflow(S, V) :- true(load(S, L)), first(S, N), V is L - N, V >= 0.

% Second routes, one stream after the other: circuits left on a trunk group
% before the overflow of a stream is routed, and calls its second route carries.
left(1, G, R) :- idle(G, I), uses(S, first, G), first(S, N), R is I - N, R >= 0.
left(1, G, I) :- idle(G, I), \+ is_first(G).
left(K, G, R) :-
    left(J, G, Q), stream(J, S), K is J + 1,
    holds(S, C), uses(S, C, G), second(S, N), R is Q - N, R >= 0.
left(K, G, R) :- left(J, G, R), stream(J, S), K is J + 1, \+ takes(S, G).
is_first(G) :- uses(_, first, G).
takes(S, G) :- holds(S, C), uses(S, C, G).

second(S, N) :-
    overflow(S, V), holds(S, C), legs(S, C, G, H), stream(K, S),
    left(K, G, Q), left(K, H, R), N is min(V, min(Q, R)).
second(S, 0) :- true(load(S, _)), holds(S, cancel).

% Half of those who were lost call again in the next period.
lost(S, M) :- overflow(S, V), second(S, N), M is V - N, M >= 0.
coming(S, N) :-
    true(overload(O)), true(peak(W)), true(period(P)), Q is P + 1, offered(O, W, Q, S, N).
next(load(S, L)) :- coming(S, N), lost(S, M), L is N + M // 2.

% Half of the calls under way go on in the next period.
next(busy(G, B)) :-
    group(G, Circuits), streams(K), Last is K + 1, left(Last, G, R),
    B is (Circuits - R) // 2.

% Calls carried in the period, added up stream by stream.
carried_up_to(0, 0).
carried_up_to(K, T) :-
    carried_up_to(J, U), K is J + 1, stream(K, S), first(S, N), second(S, M), T is U + N + M.
next(carried(D)) :-
    true(carried(C)), streams(K), carried_up_to(K, T), D is C + T, most_calls(M), D =< M.

terminal :- true(period(P)), periods(N), P > N.

% The share of the offered calls that was carried.
goal(manager, N) :-
    true(carried(C)), true(overload(O)), true(peak(W)), offered_in_all(O, W, T),
    N is min(100, 100 * C // T).
goal(manager, 0) :- true(draw(_)).
goal(random, 0).
