% What every predicate of the library does, group by group. A predicate is
% described by a call with names for its arguments (or a list of calls), a
% sentence, and how it differs from SWI-Prolog if it does on purpose. A group of
% predicates that programs must ask for names their module. The tests compare
% this list with the predicates that exist.

group("Control").
predicate([true, otherwise], "Succeeds.").
predicate([fail, false], "Fails.").
predicate((A , B), "Both hold: B is called for every answer to A.").
predicate([(A ; B), (A | B)], "One of the two holds: the answers to A, then those to B.").
predicate((C -> T), "T, for the first answer to C; inside `;` the other branch is taken if C fails.").
predicate((C *-> T), "T, for every answer to C; inside `;` the other branch is taken if C fails.").
predicate(!, "Commits to the choices made since the clause was entered.").
predicate([\+ Goal, not(Goal)], "Succeeds if Goal has no answer.", "Negation through a table that is still being filled is an error: there is no well-founded semantics.").
predicate([call(Goal), call(Goal, A), call(Goal, A, B), call(Goal, A, B, C), call(Goal, A, B, C, D), call(Goal, A, B, C, D, E), call(Goal, A, B, C, D, E, F), call(Goal, A, B, C, D, E, F, G)], "Calls Goal with further arguments.").
predicate([Module:Goal, :(Module, Goal, A), :(Module, Goal, A, B), :(Module, Goal, A, B, C), :(Module, Goal, A, B, C, D), :(Module, Goal, A, B, C, D, E)], "Calls Goal.", "There are no modules: Module is ignored.").
predicate(apply(Goal, List), "Calls Goal with the elements of List as further arguments.").
predicate(once(Goal), "The first answer to Goal.").
predicate(ignore(Goal), "The first answer to Goal; succeeds also if there is none.").
predicate(forall(Condition, Action), "Action holds for every answer to Condition.").
predicate(foreach(Generator, Goal), "All instances of Goal, one for each answer to Generator, hold together.").
predicate(repeat, "Succeeds again and again.").
predicate(between(Low, High, X), "X is an integer from Low to High; High may be `inf`.").
predicate(catch(Goal, Catcher, Recovery), "Calls Goal; an exception that unifies with Catcher continues with Recovery.", "Limits of steps, nesting and memory end the query and cannot be caught.").
predicate(throw(Ball), "Throws an exception.").
predicate(call_cleanup(Goal, Cleanup), "Calls Goal, then Cleanup in any case.", "Only the first answer of Goal is given.").
predicate(setup_call_cleanup(Setup, Goal, Cleanup), "Calls Setup once, then Goal, then Cleanup in any case.", "Only the first answer of Goal is given.").
predicate([limit(N, Goal)], "The first N answers to Goal.").
predicate(offset(N, Goal), "The answers to Goal after the first N.").
predicate(call_nth(Goal, N), "The N-th answer to Goal, or all answers with their numbers.").
predicate(order_by(Keys, Goal), "The answers to Goal, sorted by keys `asc(X)` and `desc(X)`.").
predicate(abolish_all_tables, "Forgets all answers of tabled predicates.").

group("Types").
predicate(var(X), "X is a variable.").
predicate(nonvar(X), "X is not a variable.").
predicate(atom(X), "X is an atom.").
predicate(string(X), "X is a string.").
predicate(number(X), "X is an integer or a float.").
predicate(integer(X), "X is an integer.").
predicate(float(X), "X is a float.").
predicate(rational(X), "X is an integer.", "There are no other rational numbers.").
predicate(atomic(X), "X is neither a variable nor compound.").
predicate(compound(X), "X has arguments.").
predicate(callable(X), "X is an atom or compound.").
predicate(ground(X), "X contains no variable.").
predicate(is_list(X), "X is a list that ends in `[]`.").
predicate(is_assoc(X), "X is an association list.").
predicate(is_set(X), "X is a list without duplicates.").
predicate(is_ordset(X), "X is a list in strictly ascending standard order.").
predicate(is_dict(X), "Fails.", "There are no dicts.").
predicate(is_stream(X), "Fails.", "There are no streams.").
predicate(acyclic_term(X), "X is a finite tree.").
predicate(cyclic_term(X), "X contains itself.", "Traversing a cyclic term reaches the memory limit.").
predicate(must_be(Type, X), "Throws an error unless X is of Type.").
predicate(is_of_type(Type, X), "X is of Type, one of those of `must_be/2`.").

group("Unification and comparison").
predicate(A = B, "A and B unify.").
predicate(A \= B, "A and B do not unify.").
predicate(unify_with_occurs_check(A, B), "A and B unify to a finite term.").
predicate(dif(A, B), "A and B are different, whatever their variables become.", "Goals are never delayed: terms that are neither identical nor different are an instantiation error.").
predicate(distinct(A, B), "A and B are not identical, as in the Game Description Language.", "It is `distinct/2` of game descriptions, not that of `library(solution_sequences)`.").
predicate(?=(A, B), "A and B are identical or cannot unify.").
predicate(A == B, "A and B are identical.").
predicate(A \== B, "A and B are not identical.").
predicate(A @< B, "A is before B in the standard order.", "Integers and floats are compared by their exact values.").
predicate(A @=< B, "A is before B in the standard order, or identical.").
predicate(A @> B, "A is after B in the standard order.").
predicate(A @>= B, "A is after B in the standard order, or identical.").
predicate(compare(Order, A, B), "Order is `<`, `=` or `>` in the standard order of A and B.").
predicate([A =@= B, variant(A, B)], "A and B are equal except for the names of their variables.").
predicate(A \=@= B, "A and B differ not only in the names of their variables.").
predicate([subsumes_term(General, Specific), subsumes_chk(General, Specific)], "General can become Specific by binding variables of General alone.").
predicate(subsumes(General, Specific), "Makes General equal to Specific by binding variables of General alone.").

group("Terms").
predicate(functor(Term, Name, Arity), "Term has this name and number of arguments.").
predicate(arg(N, Term, Argument), "The N-th argument of Term, from 1.").
predicate(Term =.. List, "List is the name of Term, followed by its arguments.").
predicate(compound_name_arity(Term, Name, Arity), "A compound term, its name and number of arguments.", "Compound terms without arguments do not exist.").
predicate(compound_name_arguments(Term, Name, Arguments), "A compound term, its name and its arguments.", "Compound terms without arguments do not exist.").
predicate([copy_term(Term, Copy), duplicate_term(Term, Copy)], "Copy is Term with new variables.").
predicate(copy_term(Term, Copy, Goals), "Copy is Term with new variables; Goals is `[]`.", "There are no attributed variables.").
predicate(term_variables(Term, Variables), "The variables of Term, in order of occurrence.").
predicate(term_variables(Term, Variables, Tail), "The variables of Term, followed by Tail.").
predicate(term_attvars(Term, Variables), "Variables is `[]`.", "There are no attributed variables.").
predicate(numbervars(Term), "Binds the variables of Term to `'$VAR'(0)`, `'$VAR'(1)` and so on.").
predicate(numbervars(Term, Start, End), "Binds the variables of Term to `'$VAR'(Start)` and so on; End is the next number.").
predicate([same_functor(A, B), same_functor(A, B, Arity), same_functor(A, B, Name, Arity)], "A and B have the same name and number of arguments.").
predicate(mapargs(Goal, Term, Result), "Result is Term with Goal applied to each argument.").

group("Arithmetic").
predicate(X is Expression, "X is the value of Expression.", "Integers of more than a million bits are a representation error. `log2/1`, `log/2` and `succ/1` are functions here.").
predicate(A =:= B, "The values of A and B are equal.", "Integers and floats are compared by their exact values.").
predicate(A =\= B, "The values of A and B differ.").
predicate(A < B, "The value of A is less than that of B.").
predicate(A =< B, "The value of A is at most that of B.").
predicate(A > B, "The value of A is greater than that of B.").
predicate(A >= B, "The value of A is at least that of B.").
predicate(succ(X, Y), "Y is X + 1; both are natural numbers.").
predicate(plus(X, Y, Z), "Z is X + Y; one of the three may be unknown.").
predicate(divmod(A, B, Quotient, Remainder), "The quotient, rounded down, and the remainder of A and B.").

group("Integer constraints").
predicate(A #= B, "A and B have the same integer value.", "An answer may leave constraints undecided, and does not list them: give the variables values with label/1. Copies of constrained variables are unconstrained. Unless both sides are known, integers have 60 bits; beyond that it is a representation error, as is a constraint in a tabled predicate a permission error.").
predicate(A #\= B, "The integer values of A and B differ.").
predicate(A #< B, "The integer value of A is less than that of B.").
predicate(A #=< B, "The integer value of A is at most that of B.").
predicate(A #> B, "The integer value of A is greater than that of B.").
predicate(A #>= B, "The integer value of A is at least that of B.").
predicate([#\ P, P #/\ Q, P #\/ Q, P #\ Q, P #==> Q, P #<== Q, P #<==> Q], "The formula of constraints and truth values 0 and 1 holds: not, and, or, either, implies, is implied, is equivalent.", "Domains are no part of formulas.").
predicate([fd_var(X)], "X is a variable with constraints.").
predicate([fd_inf(X, Low), fd_sup(X, High)], "The least and the greatest value that X can still have; `inf` or `sup` if there is none.").
predicate([fd_size(X, N)], "The number of values that X can still have, or `sup`.").
predicate([fd_dom(X, Domain)], "The values that X can still have, such as `1..3 \\/ 5`.").
predicate([fd_degree(X, N)], "The number of constraints on X.", "Constraints are counted as this system splits them.").

group("All solutions").
predicate(findall(Template, Goal, List), "The instances of Template for all answers to Goal.").
predicate(findall(Template, Goal, List, Tail), "The instances of Template for all answers to Goal, followed by Tail.").
predicate([findnsols(N, Template, Goal, List), findnsols(N, Template, Goal, List, Tail)], "As findall, N answers at a time; the next ones on backtracking.").
predicate(bagof(Template, Goal, List), "As findall/3, for each value of the free variables of Goal; fails if there is no answer.").
predicate(setof(Template, Goal, Set), "As bagof/3, sorted and without duplicates.").
predicate(Variable ^ Goal, "Calls Goal; in bagof/3 and setof/3, Variable is not free.").
predicate(aggregate_all(What, Goal, Result), "The `count`, `sum(E)`, `max(E)`, `min(E)`, `bag(E)` or `set(E)` over all answers to Goal.").
predicate(aggregate_all(What, Discriminator, Goal, Result), "As aggregate_all/3, over answers with different values of Discriminator.").
predicate(aggregate(What, Goal, Result), "As aggregate_all/3, for each value of the free variables of Goal.").
predicate(count(Template, Goal, N), "The number of different instances of Template over all answers to Goal.", "It does not exist in SWI-Prolog.").

group("Dynamic clauses").
predicate([assertz(Clause), assert(Clause)], "Adds a clause as the last of its predicate, which is created if it does not exist.").
predicate(asserta(Clause), "Adds a clause as the first of its predicate, which is created if it does not exist.").
predicate(retract(Clause), "Removes the first clause that unifies with Clause; the next ones on backtracking.").
predicate(retractall(Head), "Removes all clauses whose head unifies with Head.").
predicate(dynamic(Indicators), "Declares predicates, as `Name/Arity`, whose clauses may change; in a list or separated by commas.").
predicate(abolish(Indicator), "Removes all clauses of a dynamic predicate `Name/Arity`.").
predicate(clause(Head, Body), "A clause of a predicate of the program.", "Clauses of the library cannot be read.").

group("Recorded terms").
predicate([recorda(Key, Term), recorda(Key, Term, Reference)], "Stores a term under a key, before the others.").
predicate([recordz(Key, Term), recordz(Key, Term, Reference)], "Stores a term under a key, after the others.").
predicate([recorded(Key, Term), recorded(Key, Term, Reference)], "The terms stored under a key.").
predicate(erase(Reference), "Removes a stored term.", "References are terms, and those of clauses do not exist.").
predicate(instance(Reference, Term), "The term of a reference.").
predicate(current_key(Key), "The keys under which terms are stored.").

group("Programs").
predicate(current_op(Priority, Type, Name), "Name is an operator.").
predicate(op(Priority, Type, Names), "Makes Names, an atom or a list of atoms, operators for what is read and written from now on; priority 0 removes them.", "Each machine changes its own operators; a program is read with those of its directives.").
predicate(current_predicate(Indicator), "The program defines a predicate `Name/Arity`.").
predicate(current_predicate(Name, Head), "The program defines a predicate of this name, with calls of this form.").
predicate(predicate_property(Head, Property), "A property of a predicate: `defined`, `dynamic`, `static`, `tabled`, `built_in`.").
predicate(current_prolog_flag(Flag, Value), "A flag: `bounded`, `max_tagged_integer`, `double_quotes` or `occurs_check`.").
predicate(statistics(Key, Value), "Times and counts of the query.", "Times are those of the wall clock, and inferences are the machine's steps.").
predicate(garbage_collect, "Succeeds; memory is freed when it is needed.").

group("Global variables").
predicate(nb_setval(Name, Value), "Sets a global variable to a copy of Value; backtracking does not undo it.").
predicate(b_setval(Name, Value), "Sets a global variable until backtracking.").
predicate([nb_getval(Name, Value), b_getval(Name, Value)], "The value of a global variable.").
predicate(nb_current(Name, Value), "The global variables and their values.").
predicate(flag(Key, Old, New), "Old is the number stored under Key, at first 0; stores the value of New.").

group("Lists").
predicate(append(Xs, Ys, Zs), "Zs is Xs followed by Ys.").
predicate(append(Lists, List), "List is the lists of Lists, one after the other.").
predicate(member(X, List), "X is an element of List.").
predicate(memberchk(X, List), "The first element of List that unifies with X.").
predicate(length(List, N), "N is the number of elements of List.").
predicate(proper_length(List, N), "N is the number of elements of List, which has an end.").
predicate(same_length(Xs, Ys), "Both lists have the same number of elements.").
predicate(nth0(N, List, X), "X is the element with number N of List, from 0.").
predicate(nth1(N, List, X), "X is the element with number N of List, from 1.").
predicate(nth0(N, List, X, Rest), "X is the element with number N of List, from 0; Rest are the others.").
predicate(nth1(N, List, X, Rest), "X is the element with number N of List, from 1; Rest are the others.").
predicate(last(List, X), "X is the last element of List.").
predicate(nextto(X, Y, List), "Y follows X in List.").
predicate(prefix(Prefix, List), "List begins with Prefix.").
predicate(reverse(List, Reversed), "The elements in reverse order.").
predicate(select(X, List, Rest), "X is an element of List; Rest are the others.").
predicate(selectchk(X, List, Rest), "The first answer to select/3.").
predicate(select(X, Xs, Y, Ys), "Ys is Xs with one X replaced by Y.").
predicate(selectchk(X, Xs, Y, Ys), "The first answer to select/4.").
predicate(subseq(List, Part, Rest), "Part is some elements of List in their order; Rest are the others.").
predicate(permutation(Xs, Ys), "Ys is Xs in some order.").
predicate(flatten(Nested, Flat), "The elements of lists within lists.").
predicate(delete(List, X, Rest), "List without the elements that unify with X.").
predicate(subtract(Xs, Ys, Zs), "The elements of Xs that are not in Ys.").
predicate(intersection(Xs, Ys, Zs), "The elements of Xs that are in Ys.").
predicate(union(Xs, Ys, Zs), "The elements of Xs that are not in Ys, then Ys.").
predicate(subset(Xs, Ys), "Every element of Xs is in Ys.").
predicate(list_to_set(List, Set), "List without later duplicates.").
predicate([sum_list(List, Sum), sumlist(List, Sum)], "The sum of the numbers of List.").
predicate(sumlist(List, Start, Sum), "Start plus the sum of the numbers of List.", "It does not exist in SWI-Prolog.").
predicate(max_list(List, Max), "The largest number of List.").
predicate(min_list(List, Min), "The smallest number of List.").
predicate(max_member(Max, List), "The largest element of List in the standard order.").
predicate(min_member(Min, List), "The smallest element of List in the standard order.").
predicate(max_member(Order, Max, List), "The largest element of List by Order, as in `@=<`.").
predicate(min_member(Order, Min, List), "The smallest element of List by Order.").
predicate(numlist(Low, High, List), "The integers from Low to High.").
predicate(clumped(List, Runs), "Runs of equal elements of List as pairs `Element-Count`.").
predicate(transpose(Rows, Columns), "The columns of a matrix of lists.").
predicate(msort(List, Sorted), "List in the standard order, with duplicates.").
predicate(sort(List, Sorted), "List in the standard order, without duplicates.").
predicate(sort(Key, Order, List, Sorted), "List sorted by an argument (0: the whole term) and an order `@<`, `@=<`, `@>` or `@>=`.").
predicate(predsort(Order, List, Sorted), "List sorted by call(Order, O, X, Y); elements that compare as `=` are merged.").
predicate(keysort(Pairs, Sorted), "Pairs `Key-Value` sorted by key; equal keys keep their order.").

group("Goals over lists").
predicate([maplist(Goal, Xs), maplist(Goal, Xs, Ys), maplist(Goal, Xs, Ys, Zs), maplist(Goal, Xs, Ys, Zs, Us), maplist(Goal, Xs, Ys, Zs, Us, Vs)], "Goal holds for the elements of the lists, one by one.").
predicate([foldl(Goal, Xs, Start, End), foldl(Goal, Xs, Ys, Start, End), foldl(Goal, Xs, Ys, Zs, Start, End), foldl(Goal, Xs, Ys, Zs, Us, Start, End)], "Goal takes the elements one by one and turns Start into End.").
predicate([scanl(Goal, Xs, Start, Values), scanl(Goal, Xs, Ys, Start, Values)], "As foldl, with the list of all values.").
predicate(include(Goal, List, Kept), "The elements for which Goal holds.").
predicate(exclude(Goal, List, Kept), "The elements for which Goal does not hold.").
predicate(partition(Goal, List, In, Out), "The elements for which Goal holds, and the others.").
predicate(partition(Goal, List, Less, Equal, Greater), "The elements by the order that call(Goal, X, Order) gives.").
predicate(convlist(Goal, List, Results), "The results of Goal for the elements for which it holds.").

group("Pairs").
predicate(pairs_keys_values(Pairs, Keys, Values), "Pairs `Key-Value`, their keys and their values.").
predicate(pairs_keys(Pairs, Keys), "The keys of pairs.").
predicate(pairs_values(Pairs, Values), "The values of pairs.").
predicate(transpose_pairs(Pairs, Turned), "Pairs `Value-Key`, sorted.").
predicate(map_list_to_pairs(Goal, List, Pairs), "Pairs `Key-Element`, with keys by Goal.").
predicate(group_pairs_by_key(Pairs, Groups), "Adjacent pairs with the same key as `Key-Values`.").

group("Ordered sets").
predicate(list_to_ord_set(List, Set), "The elements of List as an ordered set.").
predicate(ord_empty(Set), "The empty set.").
predicate(ord_memberchk(X, Set), "X is an element of Set.").
predicate([ord_insert(Set, X, New), ord_add_element(Set, X, New)], "Set with X.").
predicate(ord_del_element(Set, X, New), "Set without X.").
predicate(ord_selectchk(X, Set, Rest), "X is an element of Set; Rest are the others.").
predicate(ord_union(Sets, Union), "The union of a list of sets.").
predicate(ord_union(A, B, Union), "The union of two sets.").
predicate(ord_union(A, B, Union, New), "The union of two sets, and what B adds.").
predicate(ord_intersection(Sets, Intersection), "The intersection of a list of sets.").
predicate(ord_intersection(A, B, Intersection), "The intersection of two sets.").
predicate(ord_subtract(A, B, Difference), "The elements of A that are not in B.").
predicate(ord_symdiff(A, B, Difference), "The elements of exactly one of two sets.").
predicate(ord_subset(A, B), "Every element of A is in B.").
predicate(ord_disjoint(A, B), "No element is in both.").
predicate(ord_intersect(A, B), "Some element is in both.").
predicate(ord_seteq(A, B), "Both sets are the same.").

group("Association lists").
predicate(empty_assoc(Assoc), "The association list without keys.").
predicate(put_assoc(Key, Assoc, Value, New), "New has Value under Key.").
predicate(get_assoc(Key, Assoc, Value), "The value under Key.").
predicate(gen_assoc(Key, Assoc, Value), "The keys and values, in order of keys.").
predicate(del_assoc(Key, Assoc, Value, New), "New is Assoc without Key, which had Value.").
predicate(del_min_assoc(Assoc, Key, Value, New), "New is Assoc without the smallest key.").
predicate(del_max_assoc(Assoc, Key, Value, New), "New is Assoc without the largest key.").
predicate(list_to_assoc(Pairs, Assoc), "The association list of pairs `Key-Value`.").
predicate(ord_list_to_assoc(Pairs, Assoc), "The association list of pairs that are sorted by key.").
predicate(assoc_to_list(Assoc, Pairs), "The pairs `Key-Value`, in order of keys.").
predicate(assoc_to_keys(Assoc, Keys), "The keys, in order.").
predicate(assoc_to_values(Assoc, Values), "The values, in order of keys.").
predicate(max_assoc(Assoc, Key, Value), "The largest key and its value.").
predicate(min_assoc(Assoc, Key, Value), "The smallest key and its value.").
predicate(map_assoc(Goal, Assoc), "Goal holds for every value.").
predicate(map_assoc(Goal, Assoc, New), "New has the results of Goal for the values.").

group("Atoms and strings").
predicate([atom_length(Text, N), string_length(Text, N)], "The number of characters of Text.").
predicate(atom_concat(A, B, C), "The atom C is A followed by B.").
predicate(string_concat(A, B, C), "The string C is A followed by B.").
predicate(text_concat(A, B, C), "C is A followed by B: a string if one of them is, otherwise an atom.").
predicate(atomic_list_concat(List, Atom), "The texts of List as one atom.").
predicate(atomic_list_concat(List, Separator, Atom), "The texts of List with Separator between them as one atom; splits Atom if List is unknown.").
predicate([concat_atom(List, Atom), concat_atom(List, Separator, Atom)], "As atomic_list_concat.").
predicate(split_string(Text, Separators, Pad, Parts), "The strings between the characters of Separators, without the characters of Pad at their ends.").
predicate(normalize_space(Output, Text), "The words of Text with one space between them, as one of the outputs of with_output_to/2.").
predicate(string_lines(String, Lines), "The lines of a string.").
predicate(sub_atom(Atom, Before, Length, After, Part), "Part is a part of Atom, with the numbers of characters before, in and after it.").
predicate(sub_string(String, Before, Length, After, Part), "As sub_atom/5, on strings.").
predicate(upcase_atom(Text, Atom), "The text in upper case as an atom.").
predicate(downcase_atom(Text, Atom), "The text in lower case as an atom.").
predicate(string_upper(Text, String), "The text in upper case as a string.").
predicate(string_lower(Text, String), "The text in lower case as a string.").
predicate(char_code(Char, Code), "A character and its code.").
predicate(char_type(Char, Type), "The character is of Type, as in `alpha`, `digit(W)` or `upper(L)`.", "An unknown character is one of the first 256.").
predicate(code_type(Code, Type), "The code is of Type.", "An unknown code is one of the first 256.").
predicate(string_code(N, String, Code), "The code of the N-th character of String, from 1.").
predicate(atom_chars(Atom, Chars), "An atom and its characters.").
predicate(atom_codes(Atom, Codes), "An atom and its character codes.").
predicate(string_chars(String, Chars), "A string and its characters.").
predicate(string_codes(String, Codes), "A string and its character codes.").
predicate(number_chars(Number, Chars), "A number and its characters.").
predicate(number_codes(Number, Codes), "A number and its character codes.").
predicate(name(Value, Codes), "A number, if it can be read as one, or an atom, and its character codes.").
predicate(atom_number(Atom, Number), "An atom and the number that it is read as.").
predicate(atom_string(Atom, String), "An atom and the string of the same text.").
predicate(number_string(Number, String), "A number and the string that it is read from.").
predicate(text_to_string(Text, String), "An atom, string or list of characters as a string.").
predicate(string_to_atom(String, Atom), "A string and the atom of the same text.").
predicate(term_to_atom(Term, Atom), "A term and the atom that it is read from.").
predicate(term_string(Term, String), "A term and the string that it is read from.").
predicate(term_string(Term, String, Options), "As term_string/2.", "The options are ignored.").
predicate(atom_to_term(Atom, Term, Bindings), "The term that Atom is read as, with the names of its variables.").
predicate(read_term_from_atom(Atom, Term, Options), "The term that Atom is read as.", "The options are ignored.").

group("Output").
predicate(with_output_to(Sink, Goal), "Collects what Goal writes as `atom(A)`, `string(S)`, `codes(Cs)` or `chars(Cs)`.").
predicate([write(Term), write(Stream, Term)], "Writes Term.", "There are no streams: what is written outside with_output_to/2, to `user_output` or to `user_error` is kept for whoever runs the query.").
predicate([print(Term), print(Stream, Term)], "Writes Term with quotes.").
predicate([writeln(Term), writeln(Stream, Term)], "Writes Term and ends the line.").
predicate([writeq(Term), writeq(Stream, Term)], "Writes Term with quotes, so that it can be read.").
predicate([write_canonical(Term), write_canonical(Stream, Term)], "Writes Term with quotes, variables as `A`, `B` or `_`.").
predicate([write_term(Term, Options), write_term(Stream, Term, Options)], "Writes Term as the options `quoted(true)`, `ignore_ops(true)` and `numbervars(true)` say.", "Other options are ignored.").
predicate([portray_clause(Clause), portray_clause(Stream, Clause)], "Writes a clause for people, with its full stop.").
predicate(listing(Indicator), "Writes the clauses of the predicates `Name` or `Name/Arity`.").
predicate([nl, nl(Stream)], "Ends the line.").
predicate([tab(N), tab(Stream, N)], "Writes N spaces.").
predicate([put_char(Char), put_char(Stream, Char)], "Writes a character.").
predicate([flush_output, flush_output(Stream)], "Succeeds.").
predicate(current_output(Stream), "The stream that write/1 writes to.").
predicate([format(Format), format(Format, Arguments)], "Writes Arguments as Format says.", "Error terms for arguments of the wrong type differ.").
predicate(format(Sink, Format, Arguments), "As format/2, to a stream or a sink of with_output_to/2.").
predicate([sformat(String, Format), sformat(String, Format, Arguments)], "As format/2, to a string.").
predicate(ttyflush, "Succeeds.").
predicate(print_message(Kind, Message), "Succeeds.", "Messages are not shown.").
predicate(print_message_lines(Sink, Prefix, Lines), "Succeeds.", "Messages are not shown.").

group("Errors").
predicate(type_error(Type, Value), "Throws that Value is not of Type.").
predicate(domain_error(Domain, Value), "Throws that Value is not in Domain.").
predicate(existence_error(Type, Value), "Throws that Value of Type does not exist.").
predicate(permission_error(Action, Type, Value), "Throws that Action is not permitted.").
predicate(instantiation_error(Value), "Throws that Value is not sufficiently instantiated.").
predicate(uninstantiation_error(Value), "Throws that Value should be a variable.").
predicate(representation_error(What), "Throws that a value cannot be represented.").
predicate(resource_error(What), "Throws that there is not enough of What.").
predicate(syntax_error(What), "Throws that a text cannot be read.").
predicate(assertion(Goal), "Throws an exception unless Goal holds.").

group("Grammars and lambda expressions").
predicate(phrase(Body, List), "The grammar body derives List.").
predicate(phrase(Body, List, Rest), "The grammar body derives List up to Rest.").
predicate([(Parameters >> Goal), '>>'(Parameters, Goal, A), '>>'(Parameters, Goal, A, B), '>>'(Parameters, Goal, A, B, C), '>>'(Parameters, Goal, A, B, C, D), '>>'(Parameters, Goal, A, B, C, D, E), '>>'(Parameters, Goal, A, B, C, D, E, F)], "Calls Goal with the parameters bound to the arguments.", "Lambda expressions are copied at every call, also in clauses, which SWI-Prolog expands when it loads them.").
predicate([(Free / Lambda), '/'(Free, Lambda, A), '/'(Free, Lambda, A, B), '/'(Free, Lambda, A, B, C), '/'(Free, Lambda, A, B, C, D)], "Calls Lambda, which shares the variables of Free with its context.").

group("Grammars for common tokens", "dcg/basics").
predicate([blank(L, R), blanks(L, R)], "One blank, or as many as there are.").
predicate([white(L, R), whites(L, R)], "One space or tab, or as many as there are.").
predicate([nonblank(Code, L, R), nonblanks(Codes, L, R)], "One code that is not blank, or as many as there are.").
predicate(blanks_to_nl(L, R), "Blanks up to the end of the line.").
predicate(string(Codes, L, R), "Any codes, as few as possible.").
predicate(string_without(End, Codes, L, R), "The codes before the first one of End.").
predicate([digit(Code, L, R), digits(Codes, L, R)], "One digit, or as many as there are.").
predicate(integer(Integer, L, R), "An integer.").
predicate(float(Float, L, R), "A number, as a float.").
predicate(number(Number, L, R), "A number.").
predicate(eos(L, R), "The end of the list.").
predicate(eol(L, R), "The end of the line.").
predicate(remainder(Codes, L, R), "All that is left.").
predicate(atom(Atom, L, R), "The text of an atom.").

group("New names", "gensym").
predicate(gensym(Base, Name), "A new atom: Base and a number.").
predicate(reset_gensym, "Begins all numbers again.").
predicate(reset_gensym(Base), "Begins the numbers of Base again.").

group("Occurrences", "occurs").
predicate(contains_term(X, Term), "A part of Term unifies with X.").
predicate([contains_var(X, Term), sub_var(X, Term)], "X is a part of Term.").
predicate(free_of_term(X, Term), "No part of Term unifies with X.").
predicate(free_of_var(X, Term), "X is no part of Term.").
predicate(occurrences_of_term(X, Term, N), "The number of parts of Term that are instances of X.").
predicate(occurrences_of_var(X, Term, N), "The number of times that X is a part of Term.").
predicate(sub_term(Part, Term), "The parts of Term, itself included.").

group("Option lists", "option").
predicate(option(Option, Options), "The option `Name(Value)` or `Name = Value` of a list.").
predicate(option(Option, Options, Default), "As option/2, with a value for options that are not there.").
predicate(select_option(Option, Options, Rest), "As option/2; Rest are the others.").
predicate(select_option(Option, Options, Rest, Default), "As option/3; Rest are the others.").
predicate(merge_options(New, Old, Merged), "Both lists; New wins.").

group("Graphs", "ugraphs").
predicate(vertices_edges_to_ugraph(Vertices, Edges, Graph), "The graph with these vertices and edges `A-B`.").
predicate(vertices(Graph, Vertices), "The vertices.").
predicate(edges(Graph, Edges), "The edges.").
predicate(add_vertices(Graph, Vertices, New), "The graph with more vertices.").
predicate(del_vertices(Graph, Vertices, New), "The graph without some vertices.").
predicate(add_edges(Graph, Edges, New), "The graph with more edges.").
predicate(del_edges(Graph, Edges, New), "The graph without some edges.").
predicate([neighbours(Vertex, Graph, Neighbours), neighbors(Vertex, Graph, Neighbours)], "The vertices that edges from Vertex lead to.").
predicate(ugraph_union(A, B, Union), "The vertices and edges of both graphs.").
predicate(transpose_ugraph(Graph, Turned), "The graph with its edges turned.").
predicate(compose(A, B, Graph), "Edges that go along A, then along B.").
predicate(reachable(Vertex, Graph, Reached), "The vertices that can be reached from Vertex.").
predicate(transitive_closure(Graph, Closure), "An edge for every path.").
predicate(top_sort(Graph, Sorted), "The vertices so that every edge leads forward; fails if there is a cycle.").

group("Labelling and lists of integer constraints", "clpfd").
predicate([in(X, Domain), ins(Xs, Domain)], "X, or every element of Xs, is in a domain such as `1..3 \\/ 5` or `0..sup`.").
predicate([all_different(Xs), all_distinct(Xs)], "The elements have different values.", "Both remove the values of elements that are known, and no more.").
predicate(sum(Xs, Comparison, E), "The sum compares so with E, as in `sum(Xs, #=<, 10)`.").
predicate(scalar_product(Cs, Xs, Comparison, E), "The sum of the products of integers and elements compares so with E.").
predicate(element(N, Xs, X), "X is the element of number N, counted from 1.").
predicate(chain(Xs, Comparison), "Every two neighbours compare so.").
predicate([label(Xs), indomain(X)], "Gives the variables values from their domains, smallest first.").
predicate(labeling(Options, Xs), "As label/1. Options choose the variable (`leftmost`, `ff`, `ffc`, `min`, `max`), the order (`up`, `down`), how to branch (`step`, `enum`, `bisect`), and the aim (`min(E)`, `max(E)`: best answers first).", "`ffc` counts constraints as fd_degree/2 does.").
