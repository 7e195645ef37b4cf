% Graphs as sorted lists Vertex-Neighbours, as in SWI-Prolog's library(ugraphs).

vertices_edges_to_ugraph(Vs, Es, G) :-
    findall(V, ( member(V, Vs) ; member(A-B, Es), ( V = A ; V = B ) ), L),
    sort(L, All), sort(Es, Sorted), '$ugraph'(All, Sorted, G).
% '$group_edges'(Vertices, Edges, Graph): the edges begin at these vertices.
'$group_edges'(Vs0, Es0, G) :- sort(Vs0, Vs), sort(Es0, Es), '$ugraph'(Vs, Es, G).
'$ugraph'([], _, []).
'$ugraph'([V|Vs], Es, [V-Ns|G]) :-
    '$edges_from'(Es, V, Ns, Rest), '$ugraph'(Vs, Rest, G).
'$edges_from'([A-B|Es], V, [B|Ns], Rest) :- A == V, !, '$edges_from'(Es, V, Ns, Rest).
'$edges_from'(Rest, _, [], Rest).

vertices([], []).
vertices([V-_|G], [V|Vs]) :- vertices(G, Vs).

edges(G, Es) :- findall(V-N, ( member(V-Ns, G), member(N, Ns) ), Es).

add_vertices(G0, Vs, G) :-
    vertices(G0, Ws), edges(G0, Es), append(Ws, Vs, All), vertices_edges_to_ugraph(All, Es, G).
add_edges(G0, New, G) :-
    vertices(G0, Vs), edges(G0, Es), append(Es, New, All), vertices_edges_to_ugraph(Vs, All, G).
del_vertices(G0, Vs, G) :-
    sort(Vs, Gone), '$without'(G0, Gone, G).
'$without'([], _, []).
'$without'([V-_|G0], Gone, G) :- ord_memberchk(V, Gone), !, '$without'(G0, Gone, G).
'$without'([V-Ns0|G0], Gone, [V-Ns|G]) :- ord_subtract(Ns0, Gone, Ns), '$without'(G0, Gone, G).
del_edges(G0, Gone, G) :-
    vertices(G0, Vs), edges(G0, Es), sort(Gone, Sorted), ord_subtract(Es, Sorted, Left),
    vertices_edges_to_ugraph(Vs, Left, G).

neighbours(V, G, Ns) :- neighbors(V, G, Ns).
neighbors(V, [W-Ns0|G], Ns) :- ( V == W -> Ns = Ns0 ; neighbors(V, G, Ns) ).

ugraph_union(A, B, C) :-
    vertices(A, VA), vertices(B, VB), edges(A, EA), edges(B, EB),
    append(VA, VB, Vs), append(EA, EB, Es), '$group_edges'(Vs, Es, C).

transpose_ugraph(G, T) :-
    vertices(G, Vs), findall(N-V, ( member(V-Ns, G), member(N, Ns) ), Es),
    vertices_edges_to_ugraph(Vs, Es, T).

compose(A, B, C) :-
    vertices(A, VA), vertices(B, VB), append(VA, VB, Vs),
    findall(V-N, ( member(V-Ms, A), member(M, Ms), neighbors(M, B, Ns), member(N, Ns) ), Es),
    '$group_edges'(Vs, Es, C).

reachable(V, G, Reached) :- '$reach'([V], G, [V], Reached).
'$reach'([], _, R, R).
'$reach'([V|Vs], G, R0, R) :-
    (   neighbors(V, G, Ns)
    ->  ord_union(R0, Ns, R1), ord_subtract(Ns, R0, New), append(Vs, New, Next),
        '$reach'(Next, G, R1, R)
    ;   '$reach'(Vs, G, R0, R)
    ).

transitive_closure(G, C) :- vertices(G, Vs), '$close'(Vs, G, C).
'$close'([], C, C).
'$close'([V|Vs], G, C) :- neighbors(V, G, Ns), '$close_over'(G, V, Ns, H), '$close'(Vs, H, C).
'$close_over'([], _, _, []).
'$close_over'([W-Ms0|G], V, Ns, [W-Ms|H]) :-
    ( ord_memberchk(V, Ms0) -> ord_union(Ms0, Ns, Ms) ; Ms = Ms0 ), '$close_over'(G, V, Ns, H).

top_sort(G, Sorted) :-
    findall(V-0, member(V-_, G), Counts0), '$in_degrees'(G, Counts0, Counts),
    findall(V, member(V-0, Counts), Free), '$top_sort'(Free, G, Counts, Sorted, N),
    length(G, N).
'$in_degrees'([], C, C).
'$in_degrees'([_-Ns|G], C0, C) :- '$change_counts'(Ns, C0, 1, C1, _), '$in_degrees'(G, C1, C).
% '$change_counts'(Vertices, Counts, By, Changed, Zero): both lists are sorted.
'$change_counts'([], C, _, C, []).
'$change_counts'([N|Ns], [V-K0|C0], By, [V-K|C], Zero) :-
    (   N == V
    ->  K is K0 + By, ( K =:= 0 -> Zero = [V|Zs] ; Zero = Zs ), '$change_counts'(Ns, C0, By, C, Zs)
    ;   K = K0, '$change_counts'([N|Ns], C0, By, C, Zero)
    ).
'$top_sort'([], _, _, [], 0).
'$top_sort'([V|Vs], G, C0, [V|Sorted], N) :-
    neighbors(V, G, Ns), '$change_counts'(Ns, C0, -1, C, Free), append(Free, Vs, Next),
    '$top_sort'(Next, G, C, Sorted, M), N is M + 1.
