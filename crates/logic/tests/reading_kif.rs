//! What the KIF reader returns, and its error messages.

use stratalog_logic::{KifReader, Source, TermWriter};

fn clauses(text: &str) -> Vec<String> {
    let source = Source::new("game.kif", text);
    KifReader::new(&source)
        .map(|clause| {
            let clause = clause.unwrap_or_else(|error| panic!("{error}"));
            TermWriter::new()
                .names(&clause.var_names)
                .term(&clause.term)
        })
        .collect()
}

fn errors(text: &str) -> Vec<String> {
    let source = Source::new("game.kif", text);
    KifReader::new(&source)
        .filter_map(Result::err)
        .map(|error| error.to_string())
        .collect()
}

#[test]
fn rules_facts_and_comments_are_read() {
    let text = "; a game\n(role white) (ROLE Black)\n(init (cell 1 1 b)) ; here\n\
        (<= (next (cell ?m ?n x)) (does white (mark ?m ?n)) (true (cell ?m ?n b)))\n\
        (<= terminal (true (step 10)))\n(<= terminal (not open))";
    assert_eq!(
        clauses(text),
        [
            "role(white)",
            "role(black)",
            "init(cell(1,1,b))",
            "next(cell(M,N,x)):-does(white,mark(M,N)),true(cell(M,N,b))",
            "terminal:-true(step(10))",
            "terminal:- \\+open",
        ]
    );
}

#[test]
fn connectives_nest_either_way() {
    assert_eq!(
        clauses("(<= p (or (and a b) c d) (and e (or f g)) (not (and h i)))"),
        ["p:-(a,b;c;d),(e,(f;g)),\\+ (h,i)"]
    );
    assert_eq!(
        clauses("(<= (p ?x ?y) (q ?x ?y) (DISTINCT ?x ?Y))"),
        ["p(X,Y):-q(X,Y),distinct(X,Y)"]
    );
}

#[test]
fn connectives_inside_arguments_are_plain_functions() {
    assert_eq!(
        clauses("(<= (gate (and ?a or)) (true (not ?a)))"),
        ["gate(and(A,or)):-true(not(A))"]
    );
}

#[test]
fn an_empty_body_and_a_single_name_make_facts() {
    assert_eq!(
        clauses("(<= (p a)) (<= q) r (s) (<= t (and))"),
        ["p(a)", "q", "r", "s", "t:-true"]
    );
}

#[test]
fn integers_are_integers_and_other_names_atoms() {
    assert_eq!(
        clauses("(f 12 -3 1st 3.5 +1 a.b 99999999999999999999 |Odd One| \"a string\" - é?)"),
        ["f(12,-3,'1st','3.5','+1','a.b',99999999999999999999,'Odd One','a string',-,'é?')"]
    );
}

#[test]
fn variables_get_names_that_prolog_reads() {
    assert_eq!(
        clauses("(<= (p ?x-1 ?X_1 ?1 ?_) (q ?x-1 ?x+1))"),
        ["p(X_1,X_1_1,V1,V_):-q(X_1,X_1_4)"]
    );
}

#[test]
fn every_mistake_of_a_file_is_reported() {
    let text = "(<= ?x (a))\n(p a))\n(<= p ?y)\n(ok b)\n(<= p (or))\n(<= p (distinct a))\n\
        (<= p 3)\n(())\n(?f a)\n(not a)\n(<=)\n(<= (or a b) c)\n(f ?)\n(<= p (a (<= q r)))\n?x 7";
    assert_eq!(
        errors(text),
        [
            "game.kif:1:5: a variable cannot be the head of a rule, expected a relation, such as (true ?x) or terminal",
            "game.kif:2:6: this ) closes nothing, expected ( before it, or one ) less",
            "game.kif:3:7: a variable cannot be a literal, expected a relation, such as (true ?x) or terminal",
            "game.kif:5:7: this or has no branches, expected literals",
            "game.kif:6:7: distinct has 1 arguments, expected 2 after distinct",
            "game.kif:7:7: a number cannot be a literal, expected a relation, such as (true ?x) or terminal",
            "game.kif:8:2: there is nothing between these, expected a name",
            "game.kif:9:2: this cannot name a relation or a function, expected a name after the (",
            "game.kif:10:2: not cannot be what a clause defines, expected a relation",
            "game.kif:11:1: this rule is empty, expected a head after <=",
            "game.kif:12:6: or cannot be what a clause defines, expected a relation",
            "game.kif:13:4: this variable has no name, expected a name after ?",
            "game.kif:14:10: a new rule starts before the ( of line 14, column 7 is closed, expected )",
            "game.kif:14:18: this ) closes nothing, expected ( before it, or one ) less",
            "game.kif:14:19: this ) closes nothing, expected ( before it, or one ) less",
            "game.kif:15:1: a variable cannot be a clause, expected a relation, such as (true ?x) or terminal",
            "game.kif:15:4: a number cannot be a clause, expected a relation, such as (true ?x) or terminal",
        ]
    );
}

#[test]
fn a_parenthesis_left_open_is_named_with_its_place() {
    assert_eq!(
        errors("(role white)\n(init (cell 1\n"),
        ["game.kif:3:1: the text ends before the ( of line 2, column 7 is closed, expected )"]
    );
    assert_eq!(
        errors("(<= (p a)\n    (q a)\n(<= (r a) (s a))\n(t \"x\n"),
        [
            "game.kif:3:1: a new rule starts before the ( of line 1, column 1 is closed, expected )",
            "game.kif:4:4: this quote is not closed on its line, expected \"",
        ]
    );
}
