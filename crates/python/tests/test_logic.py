"""Programs asked from Python, and clauses learned from data."""

from __future__ import annotations

import itertools
import pickle
from collections.abc import Iterator
from pathlib import Path

import numpy
import pandas
import polars
import pytest
import stratalog
from sklearn.model_selection import GridSearchCV, cross_val_score
from stratalog import ClauseLearner, Limits, Program, Term

PARENTS = [("ann", "bob"), ("bob", "cat"), ("ann", "dan"), ("dan", "eve"), ("cat", "fay")]
PEOPLE = ["ann", "bob", "cat", "dan", "eve", "fay"]
PAIRS = list(itertools.product(PEOPLE, PEOPLE))
LABELS = [any((a, x) in PARENTS and (x, b) in PARENTS for x in PEOPLE) for a, b in PAIRS]


def test_answers_come_one_at_a_time() -> None:
    numbers = Program("n(0). n(N) :- n(M), N is M + 1.")
    assert [answer["X"] for answer in itertools.islice(numbers.query("n(X)"), 4)] == [0, 1, 2, 3]


def test_terms_become_values_and_values_terms() -> None:
    program = Program("v(1). v(2.5). v('a b'). v([1,[x]]). v(f(a,1)). v(123456789012345678901).")
    values = [answer["X"] for answer in program.query("v(X)")]
    assert values == [1, 2.5, "a b", [1, ["x"]], Term("f", ("a", 1)), 123456789012345678901]
    again = Program(relations={"w": [(value,) for value in values]})
    assert [answer["X"] for answer in again.query("w(X)")] == values
    assert next(program.query("X = f(Y)"))["Y"] is None


def test_terms_that_are_nested_too_deep_are_refused() -> None:
    deep = Program("s(0, z). s(N, s(X)) :- N > 0, M is N - 1, s(M, X).")
    assert next(deep.query("s(100, X)"))["X"].name == "s"
    with pytest.raises(stratalog.Error, match="nested"):
        next(deep.query("s(100000, X)"))
    value: object = "z"
    for _ in range(100_000):
        value = [value]
    with pytest.raises(stratalog.Error, match="nested"):
        Program(relations={"r": [(value,)]})


def test_limits_are_passed_on() -> None:
    endless = Program("p :- p.")
    with pytest.raises(stratalog.LimitReached, match="1000 steps"):
        endless.holds("p", Limits(steps=1000))
    assert endless.hold(["p", "true", "fail"], Limits(steps=1000)) == [None, True, False]


def test_mistakes_have_places() -> None:
    with pytest.raises(stratalog.Error) as caught:
        Program("p(a).\n\np(b")
    assert caught.value.line is not None and caught.value.line >= 3
    with pytest.raises(stratalog.Error, match="cannot be asked"):
        Program("p(a).").query("p(")
    with pytest.raises(stratalog.Error, match="missing/0"):
        list(Program("p(a).").query("missing"))


def test_functions_are_predicates() -> None:
    def between(low: int, high: int, x: int | None) -> Iterator[tuple[int, int, int]]:
        return ((low, high, n) for n in range(low, high + 1))

    program = Program(
        "big(X) :- span(1, 5, X), over(X).",
        predicates={"span/3": between, "over/1": lambda x: x > 3},
    )
    assert [answer["X"] for answer in program.query("big(X)")] == [4, 5]
    assert program.holds("span(1, 5, 3)") and not program.holds("span(1, 5, 9)")


def test_what_a_predicate_raises_is_raised() -> None:
    def broken(x: object) -> bool:
        raise ZeroDivisionError("by me")

    program = Program("p(X) :- broken(X).", predicates={"broken/1": broken})
    with pytest.raises(ZeroDivisionError, match="by me"):
        program.holds("p(1)")
    with pytest.raises(stratalog.Error, match="tuples of 2"):
        Program(predicates={"f/2": lambda a, b: (1, 2, 3)}).holds("f(1, X)")
    with pytest.raises(stratalog.Error, match="name and arity"):
        Program(predicates={"f": broken})


def test_frames_are_relations_and_files_are_read(tmp_path: Path) -> None:
    rules = tmp_path / "rules.pl"
    rules.write_text("grand(X, Z) :- parent(X, Y), parent(Y, Z).")
    for frame in (
        pandas.DataFrame(PARENTS, columns=["p", "c"]),
        polars.DataFrame(PARENTS, schema=["p", "c"], orient="row"),
    ):
        program = Program(files=[rules], relations={"parent": frame})
        assert len(list(program.query("grand(ann, X)"))) == 2
        assert pickle.loads(pickle.dumps(program)).holds("grand(ann, cat)")
    numbers = pandas.DataFrame({"a": [1, 2], "b": [0.5, 1.5]})
    assert Program(relations={"r": numbers}).holds("r(2, 1.5)")


def test_a_learner_learns_predicts_and_explains() -> None:
    learner = ClauseLearner("grand", relations={"parent": PARENTS}).fit(PAIRS, LABELS)
    assert learner.score(PAIRS, LABELS) == 1.0
    assert learner.predict(PAIRS).dtype == numpy.bool_
    reasons = learner.explain([("ann", "cat"), ("cat", "ann")])
    assert reasons == ["grand(ann,cat) because parent(ann,bob), parent(bob,cat)", None]
    again = pickle.loads(pickle.dumps(learner))
    assert again.theory_ == learner.theory_ and again.score(PAIRS, LABELS) == 1.0


def test_a_learner_works_in_scikit_learn() -> None:
    learner = ClauseLearner("grand", relations={"parent": PARENTS})
    scores = cross_val_score(learner, PAIRS, LABELS, cv=2)
    assert len(scores) == 2 and all(0.5 <= score <= 1 for score in scores)
    search = GridSearchCV(learner, {"max_size": [2, 4]}, cv=2).fit(PAIRS, LABELS)
    assert search.best_params_ == {"max_size": 4}
    assert learner.get_params()["target"] == "grand"
    with pytest.raises(stratalog.Error, match="no parameter"):
        learner.set_params(nonsense=1)
    with pytest.raises(stratalog.Error, match="fit first"):
        learner.predict(PAIRS)
    with pytest.raises(stratalog.Error, match="positive"):
        learner.fit(PAIRS, [False] * len(PAIRS))
