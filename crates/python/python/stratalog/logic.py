"""Logic programs: answers one at a time, and predicates that are Python functions."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Union

from ._native import NativeProgram
from .errors import Error

if TYPE_CHECKING:
    import pandas
    import polars

    Frame = Union["pandas.DataFrame", "polars.DataFrame"]

Value = Any
"""A term as Python has it: ``int``, ``float``, ``str`` for atoms and strings, ``list``,
``None`` for a variable, and ``Term`` for the rest."""


@dataclass(frozen=True)
class Term:
    """A compound term, as in ``point(1, 2)``.

    >>> Term("point", (1, 2))
    point(1,2)
    """

    name: str
    """The functor's name."""
    args: tuple[Value, ...]
    """The arguments."""

    def __repr__(self) -> str:
        return NativeProgram.written(self)

    __str__ = __repr__


@dataclass(frozen=True)
class Limits:
    """What a query may use: inference steps, nested calls, bytes."""

    steps: int = 1_000_000_000
    depth: int = 5_000_000
    memory: int = 1 << 30


class Program:
    """A logic program in Prolog.

    ``relations`` are data frames, or lists of tuples: each row is a fact.
    ``predicates`` are Python functions by name and arity, as in ``"double/2"``. A
    function is called with its arguments, ``None`` for those without a value, and
    gives ``True`` or ``False``, a tuple with a value for each argument, or an
    iterator of such tuples.

    >>> program = Program("path(X, Y) :- edge(X, Y). path(X, Z) :- edge(X, Y), path(Y, Z).",
    ...                   relations={"edge": [("a", "b"), ("b", "c")]})
    >>> [answer["X"] for answer in program.query("path(a, X)")]
    ['b', 'c']
    >>> doubles = Program("", predicates={"double/2": lambda n, _: (n, 2 * n)})
    >>> next(doubles.query("double(21, X)"))
    {'X': 42}
    """

    def __init__(
        self,
        text: str = "",
        *,
        files: Iterable[str | os.PathLike[str]] = (),
        relations: Mapping[str, Frame | Iterable[Sequence[Value]]] | None = None,
        predicates: Mapping[str, Callable[..., Any]] | None = None,
        limits: Limits | None = None,
    ) -> None:
        self.text = text
        self.files = [os.fspath(file) for file in files]
        self.relations = {name: rows_of(rows) for name, rows in (relations or {}).items()}
        self.functions = dict(predicates or {})
        self.limits = limits or Limits()
        self._native = self._compiled()

    def _compiled(self) -> NativeProgram:
        texts = []
        for file in self.files:
            with open(file, encoding="utf-8") as opened:
                texts.append((file, opened.read(), file.lower().endswith(".kif")))
        facts = "\n".join(
            fact for name, rows in self.relations.items() for fact in facts_of(name, rows)
        )
        if facts:
            texts.append(("relations", facts, False))
        texts.append(("program", self.text, False))
        return NativeProgram(texts, [_indicator(*one) for one in self.functions.items()])

    @property
    def predicates(self) -> list[str]:
        """The predicates that the program defines, as ``name/arity``."""
        return self._native.predicates

    def query(self, goal: str, limits: Limits | None = None) -> Iterator[dict[str, Value]]:
        """The answers to a goal, one at a time: a dict of the goal's variables.

        Raises ``LimitReached`` where a limit ends the search.
        """
        limits = limits or self.limits
        return self._native.query(goal, limits.steps, limits.depth, limits.memory)

    def holds(self, goal: str, limits: Limits | None = None) -> bool:
        """Whether a goal has an answer.

        >>> Program("even(0). even(N) :- N > 1, M is N - 2, even(M).").holds("even(10)")
        True
        """
        for _ in self.query(goal, limits):
            return True
        return False

    def hold(self, goals: Sequence[str], limits: Limits | None = None) -> list[bool | None]:
        """Whether each goal has an answer; ``None`` where a limit was reached."""
        limits = limits or self.limits
        return self._native.holds(list(goals), limits.steps, limits.depth, limits.memory)

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in vars(self).items() if key != "_native"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._native = self._compiled()


def rows_of(rows: Frame | Iterable[Sequence[Value]]) -> list[tuple[Value, ...]]:
    """The rows of a data frame, an array or a list, as tuples."""
    frame: Any = rows
    if hasattr(frame, "itertuples"):
        return list(frame.itertuples(index=False, name=None))
    if hasattr(frame, "iter_rows"):
        return list(frame.iter_rows())
    return [tuple(row) if not isinstance(row, str) else (row,) for row in frame]


def facts_of(name: str, rows: Iterable[Sequence[Value]]) -> Iterator[str]:
    """The rows of a relation as facts in Prolog."""
    for row in rows:
        yield f"{goal_of(name, row)}."


def goal_of(name: str, row: Sequence[Value]) -> str:
    """A call of a predicate with these values."""
    if not row:
        return NativeProgram.written(name)
    return NativeProgram.written(Term(name, tuple(row)))


def _indicator(indicator: str, function: Callable[..., Any]) -> tuple[str, int, Callable[..., Any]]:
    name, separator, arity = indicator.rpartition("/")
    if not separator or not arity.isdigit():
        raise Error(f"{indicator!r} names no predicate; write its name and arity, as in 'double/2'")
    return name, int(arity), function
