"""What can go wrong, as exceptions that keep the place and the remedy."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Diagnostic:
    """A mistake at a place in a text."""

    file: str
    """The file, or what the text is called."""
    line: int
    """The line, from 1."""
    column: int
    """The column, from 1."""
    message: str
    """What is wrong, and what to do."""
    rendered: str
    """The same with the line of the text and a mark below it."""


class Error(ValueError):
    """The call or its input is wrong.

    >>> import stratalog
    >>> try:
    ...     stratalog.solve("otello")
    ... except stratalog.Error as error:
    ...     print(error.remedy)
    did you mean othello? the games are noughts-and-crosses, ...
    """

    def __init__(self, message: str, diagnostics: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        """What is wrong, and what to do."""
        self.diagnostics = diagnostics
        """The mistakes in a text, each with its place."""

    @property
    def file(self) -> str | None:
        """The file of the first mistake."""
        return self.diagnostics[0].file if self.diagnostics else None

    @property
    def line(self) -> int | None:
        """The line of the first mistake, from 1."""
        return self.diagnostics[0].line if self.diagnostics else None

    @property
    def column(self) -> int | None:
        """The column of the first mistake, from 1."""
        return self.diagnostics[0].column if self.diagnostics else None

    @property
    def remedy(self) -> str | None:
        """What to do: the part of the message after its first semicolon."""
        message = self.diagnostics[0].message if self.diagnostics else self.message
        _, separator, remedy = message.partition("; ")
        return remedy if separator else None

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.message, self.diagnostics))


class LimitReached(Error):
    """A query reached its limit before the answer was known."""


def from_native(message: str, diagnostics: str) -> Error:
    """The exception for an error of the library; the native module calls this."""
    return Error(message, tuple(Diagnostic(**place) for place in json.loads(diagnostics)))
