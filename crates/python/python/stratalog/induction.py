"""Learning clauses from examples, in scikit-learn's conventions."""

from __future__ import annotations

import inspect
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from . import answers
from ._native import NativeProgram
from .errors import Error
from .logic import Limits, Program, Value, facts_of, goal_of, rows_of
from .verbs import induce


class ClauseLearner:
    """Learns a theory that tells positive examples from negative ones.

    An example is a tuple: the arguments of the predicate ``target``. ``background``
    is Prolog text; ``files`` are Prolog files; ``relations`` are data frames or lists
    of tuples, each row a fact. ``bias`` is text in Popper's form; without it, every
    predicate of the background may occur in a body.

    The parameters are those of ``induce``; the estimator works in
    ``cross_val_score`` and ``GridSearchCV``.

    >>> parents = [("ann", "bob"), ("bob", "cat"), ("ann", "dan"), ("dan", "eve")]
    >>> learner = ClauseLearner(target="grandparent", relations={"parent": parents})
    >>> X = [("ann", "cat"), ("ann", "eve"), ("ann", "bob"), ("bob", "ann"), ("cat", "eve")]
    >>> learner.fit(X, [True, True, False, False, False]).clauses_
    ['grandparent(A, B) :- parent(A, C), parent(C, B).']
    >>> print(learner.explain([("ann", "cat")])[0])
    grandparent(ann,cat) because parent(ann,bob), parent(bob,cat)
    """

    clauses_: list[str]
    """The learned clauses."""
    answer_: answers.Induced
    """The answer of ``induce``."""
    classes_: list[bool]
    """The classes: False and True."""

    def __init__(
        self,
        target: str = "target",
        *,
        background: str = "",
        files: Sequence[str | os.PathLike[str]] = (),
        relations: Mapping[str, Any] | None = None,
        bias: str | None = None,
        method: str = "failures",
        timeout: float | None = None,
        max_size: int | None = None,
        limit_steps: int = 100_000,
        seed: int = 1,
    ) -> None:
        self.target = target
        self.background = background
        self.files = files
        self.relations = relations
        self.bias = bias
        self.method = method
        self.timeout = timeout
        self.max_size = max_size
        self.limit_steps = limit_steps
        self.seed = seed

    def fit(self, X: Any, y: Iterable[Any]) -> ClauseLearner:
        """Learns from examples and whether each is positive."""
        rows = rows_of(X)
        labels = [bool(label) for label in y]
        if len(rows) != len(labels):
            raise Error(f"there are {len(rows)} examples and {len(labels)} labels; give as many")
        if not any(labels):
            raise Error("there is no positive example; a theory needs at least one")
        background = self._background()
        examples = "\n".join(
            f"{'pos' if label else 'neg'}({goal_of(self.target, row)})."
            for row, label in zip(rows, labels)
        )
        bias = self.bias if self.bias is not None else self._usual_bias(background, len(rows[0]))
        # Imported here: it takes longer than most of the package.
        import tempfile

        with tempfile.TemporaryDirectory() as folder:
            for name, text in [("bk.pl", background), ("exs.pl", examples), ("bias.pl", bias)]:
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text + "\n")
            self.answer_ = induce(
                folder,
                method=self.method,
                timeout=self.timeout,
                max_size=self.max_size,
                seed=self.seed,
                progress=False,
            )
        self.clauses_ = self.answer_.clauses
        self.classes_ = [False, True]
        self._program = Program(
            background + "\n" + "\n".join(self.clauses_) + "\n" + self._declaration(len(rows[0])),
            limits=Limits(steps=self.limit_steps),
        )
        return self

    def predict(self, X: Any) -> Any:
        """Whether the theory covers each example, as a numpy array where there is numpy.

        An example whose proof reaches the limit of steps is not covered.
        """
        goals = [goal_of(self.target, row) for row in rows_of(X)]
        held = [bool(covered) for covered in self._fitted().hold(goals)]
        try:
            import numpy
        except ImportError:
            return held
        return numpy.array(held, dtype=bool)

    def score(self, X: Any, y: Iterable[Any]) -> float:
        """The share of examples that are classified correctly."""
        labels = [bool(label) for label in y]
        right = sum(bool(one) == other for one, other in zip(self.predict(X), labels))
        return right / max(len(labels), 1)

    def explain(self, X: Any) -> list[str | None]:
        """For each example why the theory covers it: the instance of a clause whose body
        holds. ``None`` where it does not."""
        program = self._fitted()
        clauses = [NativeProgram.clause_parts(clause) for clause in self.clauses_]
        return [self._reason(program, clauses, goal_of(self.target, row)) for row in rows_of(X)]

    @property
    def theory_(self) -> str:
        """The theory as Prolog text."""
        return "\n".join(self.clauses_)

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The parameters."""
        return {name: getattr(self, name) for name in _PARAMETERS}

    def set_params(self, **parameters: Any) -> ClauseLearner:
        """Sets parameters."""
        for name, value in parameters.items():
            if name not in _PARAMETERS:
                raise Error(f"there is no parameter {name}; there are {', '.join(_PARAMETERS)}")
            setattr(self, name, value)
        return self

    def __sklearn_tags__(self) -> Any:
        from sklearn.utils import ClassifierTags, InputTags, Tags, TargetTags

        return Tags(
            estimator_type="classifier",
            target_tags=TargetTags(required=True),
            classifier_tags=ClassifierTags(multi_class=False),
            input_tags=InputTags(two_d_array=False, string=True),
        )

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "clauses_")

    def __repr__(self) -> str:
        return f"ClauseLearner(target={self.target!r}, method={self.method!r})"

    def _repr_html_(self) -> str:
        import html

        theory = html.escape(self.theory_) if hasattr(self, "clauses_") else "not fitted"
        return f"<pre>{theory}</pre>"

    def _background(self) -> str:
        texts = []
        for path in self.files:
            with open(path, encoding="utf-8") as file:
                texts.append(file.read())
        for name, rows in (self.relations or {}).items():
            texts.append("\n".join(facts_of(name, rows_of(rows))))
        texts.append(self.background)
        return "\n".join(texts)

    def _usual_bias(self, background: str, arity: int) -> str:
        heads = [f"head_pred({NativeProgram.written(self.target)},{arity})."]
        for indicator in Program(background).predicates:
            name, _, count = indicator.rpartition("/")
            if (name, count) != (self.target, str(arity)):
                heads.append(f"body_pred({name},{count}).")
        return "\n".join(heads)

    def _declaration(self, arity: int) -> str:
        """A theory without clauses covers nothing; that is no error."""
        return "" if self.clauses_ else f":- dynamic({NativeProgram.written(self.target)}/{arity})."

    def _fitted(self) -> Program:
        if not hasattr(self, "clauses_"):
            raise Error("the learner has learned nothing yet; call fit first")
        return self._program

    def _reason(
        self, program: Program, clauses: list[tuple[str, list[str]]], goal: str
    ) -> str | None:
        for head, body in clauses:
            instance = ", ".join([f"{head} = {goal}", *body, f"Instance = [{', '.join(body)}]"])
            for answer in program.query(instance):
                because: list[Value] = answer["Instance"]
                held = ", ".join(NativeProgram.written(one) for one in because)
                return f"{goal} because {held}" if held else f"{goal} always holds"
        return None


_PARAMETERS = [
    name for name in inspect.signature(ClauseLearner.__init__).parameters if name != "self"
]
