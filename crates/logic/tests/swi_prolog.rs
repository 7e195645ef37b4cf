//! The Prolog reader and writer compared with SWI-Prolog's.

mod swipl;
mod terms;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use stratalog_logic::{Operators, TermWriter, read_term};

/// Texts that both must read as the same term.
const TEXTS: &str = r####"
- 1
-1
-(1)
- (1)
a - 1
a -1
a-1
a - -1
[-]
[-, a]
[- | a]
- = x
X = -
X = - .
\+ (a,b)
\+(a,b)
f(:-, a)
f(:- a)
[a:-b]
f(a:-b, c)
f((a:-b))
X = (a:-b)
{a,b}
{}
{}(x)
{ }
[ ]
[](x)
{}(a,b)
a:b:c
-(-(1))
- - 1
1 - -1
- a
-(a)
-(-(a))
\+a
\+ \+a
-(2)^2
-2^2
- 2^2
1.0Inf
-1.0Inf
1.5NaN
1e10
1.0e10
1.0E5
1.5e+3
1.5e-3
123456789012345678901234567890
-9223372036854775808
9223372036854775808
1_000_000
16'FF
36'Zz
0x1F
0o17
0b101
0x1_0
0'a
0'\n
0'''
0''
0'\x41\
0' 
"abc"
"a""b"
"a\nb"
`abc`
``
a|b
(a|b)
{a|b}
(a|b|c)
[a|b]
[a,b|C]
[a,[b|c],[]]
dynamic a,b
dynamic
f(dynamic)
[dynamic|x]
:- dynamic a/1, b/2
\
\ a
* = *
[=]
[=,=]
f(+)
f(+,-)
1 = :- 
- - a
-(-)
- (-)
\+ (-)
- - 
X == ','
'\x41\'
'\101\'
'\e\a\b\f\v\0\'
'\u0041\U00000042'
'\s'
'a''b'
'a\
b'
"a\
b"
"a\c
   b"
f(A,_B,_,A)
X = a.
1 rdiv 2
$
$a
f(a;b)
(a->b;c)
a->b;c
a*->b;c
{a}:-b
-->
a-->b
a-->b,{c},[d]
table a
a , b
f(;)
f(;,a)
(;)
[;]
!
[!]
- !
a;!
-(a,b)
+(1)
+ 1
+1
1+1
1 +1
1+ 1
- (1)+2
-(1)+2
-(1)^2
-a^2
-(a)^2
-1+2
f(- 1)
f(-)
f(-,1)
[-1]
[- 1]
a- - -1
1*(2+3)
1*2+3
1-(2-3)
1-2-3
2**3
2^3^4
(2^3)^4
(a:-b):-c
(a,b),c
a,b,c
(a;b;c)
((a;b);c)
(a->b)->c
\ (a)
@(a)
is
x is 1
is is is
mod
a mod b
mod(a)
a rem b
X is 5 mod 2 * 3
mod mod mod
?-a
(:-)
(:- a)
f((:-))
- (:-)
[(:-)]
a= :-
\+a= b
discontiguous a/1
initialization main
a as b
a>:<b
a:<b
a:=b
a=>b
p :- q, \+ r ; s -> t
p:-a,!,b
a=..b
X=..[f|Args]
a@<b, c@>=d, e\==f, g=\=h, i=@=j, k\=@=l
X \= Y
a:b:c->d
- =(a,b)
- = (a)
a= \+
p(X) :- X > 1, X =< 3 /* comment */ , % another
   q(X)
/* c */ a % d
'hello world'
'Abc'
aBc_1
[]
'\\'
'/*'
é
élan(Être)
日本
∀
'日本語'(ß)
'\
'
''
''(a)
"é\t"
foo:bar(baz)
- (1) - 2
1 - (1)
\ 1
\1
\ -1
1 /\ 2 \/ 3
1 << 2 >> 3
7 // 2 div 3
a:-b->c;d
(a,b)
((a))
f(((a,b)))
f( a , b )
[ a , b | c ]
{ - }
{ :- a }
[(a,b)]
[a|(b,c)]
"\x41\\x42\"
'a\\b'
a.%c
p:-q.
X = "s" + 's' + `s`
p:- \+ \+ a, b
5mod 2
table a/1,b/2
:- a
-(3)*3
- 3*3
-(3*3)
- (3*3)
\+a,b
\+ (a),b
f(\+a, \+b)
[\+a|b]
- [1]
- {a}
-[1]
dynamic[a]
- f(x)
-f(x)
f(a)
f(A)=A
A=f(A)
_ = _
[_|_]
"####;

/// Texts that both must refuse.
const MISTAKES: &str = r####"
a b
A b
A B
a 1
f (a)
(a)(b)
a(b)c
[a](b)
X(a)
"a"(b)
f(a
f(a,)
f(,)
f(,a)
[a
[a,]
[,a]
[a|]
[a|b|c]
[a|b,c]
(a
a)
[a)
(a]
{a
{a)
a:-b:-c
a=b=c
2**3**4
p:-
= a
a :- :- b
'abc
"abc
`abc
'a\zb'
'\x110000\'
'\uD800'
0xfg
12abc
0'ab
1e400
f(|)
a 'mod' b
37'1
/* open
1__0
a--1
f(,(a,b))
\-1
- (f)(x)
"####;

/// The cases of a table: a line each, except that lines which end in a
/// backslash, a comma or a `c` escape continue.
fn cases(table: &str) -> Vec<String> {
    let mut cases: Vec<String> = Vec::new();
    let mut continued = false;
    for line in table.lines().filter(|line| !line.is_empty()) {
        match cases.last_mut() {
            Some(last) if continued => {
                last.push('\n');
                last.push_str(line);
            }
            _ => cases.push(line.to_owned()),
        }
        continued = (line.ends_with('\\') && line.len() > 1 && !line.ends_with("x41\\"))
            || line.ends_with("\\c")
            || line.ends_with("% another");
    }
    cases
}

fn canonical(text: &str) -> Option<String> {
    let none = Operators::none();
    let read = read_term(text).ok()?;
    Some(TermWriter::new().operators(&none).term(&read.term))
}

#[test]
fn texts_are_read_as_swi_prolog_reads_them() {
    let texts = cases(TEXTS);
    let answers = swipl::ask(&texts, "canonical");
    let mut differences = Vec::new();
    for (text, theirs) in texts.iter().zip(answers) {
        let ours = canonical(text);
        if ours.is_none() || ours != theirs {
            differences.push((text, ours, theirs));
        }
    }
    assert!(differences.is_empty(), "{differences:#?}");
}

#[test]
fn mistakes_are_refused_as_swi_prolog_refuses_them() {
    let texts = cases(MISTAKES);
    let answers = swipl::ask(&texts, "canonical");
    let mut differences = Vec::new();
    for (text, theirs) in texts.iter().zip(answers) {
        let ours = canonical(text);
        if ours.is_some() || theirs.is_some() {
            differences.push((text, ours, theirs));
        }
    }
    assert!(differences.is_empty(), "{differences:#?}");
}

/// Texts whose terms must be written as SWI-Prolog writes them.
fn written_texts() -> Vec<String> {
    let mut runner = TestRunner::deterministic();
    let random = (0..800).map(|_| {
        let tree = terms::term()
            .new_tree(&mut runner)
            .expect("terms are made without conditions");
        TermWriter::new()
            .operators(&Operators::none())
            .term(&tree.current())
    });
    cases(TEXTS).into_iter().chain(random).collect()
}

/// SWI-Prolog 9.0 writes `1.0e+22`, later ones `1.0e22` as we do.
fn without_exponent_sign(text: &str) -> String {
    text.replace("e+", "e")
}

/// The full stop is an operator in SWI-Prolog's dicts.
fn mentions_dicts(text: &str) -> bool {
    text.contains("'.'")
}

#[test]
fn terms_are_written_as_swi_prolog_writes_them() {
    let mut texts = written_texts();
    texts.retain(|text| !mentions_dicts(text));
    assert!(texts.len() > 900);
    let answers = swipl::ask(&texts, "operators");
    let mut differences = Vec::new();
    for (text, theirs) in texts.iter().zip(answers) {
        let theirs = theirs.expect("what we write, swipl reads");
        let ours = read_term(text).expect("both read it").term.to_string();
        if without_exponent_sign(&theirs) != without_exponent_sign(&ours) {
            differences.push(format!("{text}\n   {ours}\n   {theirs}"));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// Clauses whose layout for people is compared.
const CLAUSES: &str = r####"
a
a:-b
a:-b,c
p(X,Y):-q(X,Z),r(Z,Y)
p(X,_Y):-q(X)
p(X):- \+q(X)
p(X):- \+ (q(X),r(X))
p(X):- (a->b;c)
p(X):- a,(b->c;d->e;f),g
p(X):- (a;b),c
p(X):- (a->b)
p(X):- (a*->b;c)
p(X):- ((a,b->c,d;e,f))
p(X):- X is 1+2*3, Y=[X,2|Z], f(Z,Y)
p(X):- X > 1, X =< 3, X =\= 2
p([a,'B',"c",0.5])
:- a,b
a-->b,c
p:- -1 = X, Y = - 1, q(X,Y)
p:-a=b
p:- \+ \+a
p:- findall(X,q(X),L),s(L)
a:b:-c
p(X):-m:q(X),!
p:- (a;(b;c))
p:- ((a;b);c)
p:- (\+a->b;c)
p:- \+ (a->b;c)
p:- (a->(b->c;d);e)
p:- ((a->b;c)->d;e)
"####;

#[test]
fn clauses_are_laid_out_as_swi_prolog_lays_them_out() {
    let texts = cases(CLAUSES);
    let answers = swipl::ask(&texts, "layout");
    let mut differences = Vec::new();
    for (text, theirs) in texts.iter().zip(answers) {
        let theirs = theirs.expect("swipl reads it");
        let clause = read_term(text).expect("both read it").term;
        let ours = TermWriter::new().clause(&clause);
        if theirs != ours {
            differences.push(format!("ours:\n{ours}\ntheirs:\n{theirs}"));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
