"""Answers as objects: the keys of the command's JSON are attributes."""

from __future__ import annotations

import html
import json
import types
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Union, get_args, get_origin, get_type_hints

from . import _native

if TYPE_CHECKING:
    import pandas
    import polars


class Data:
    """Data whose keys are attributes. Subclasses declare the keys and their types."""

    __slots__ = ("_data",)

    def __init__(self, data: dict[str, Any]) -> None:
        self._data = data

    def to_dict(self) -> dict[str, Any]:
        """The plain data, as ``--json`` prints it."""
        return self._data

    def to_json(self) -> str:
        """The same as JSON text."""
        return json.dumps(self._data)

    # Type checkers know the keys that are declared, and refuse others.
    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):
                raise AttributeError(name)
            if name not in self._data:
                hints = _hints(type(self))
                if name in hints and _is_optional(hints[name]):
                    return None
                keys = ", ".join(self._data)
                raise AttributeError(f"{type(self).__name__} has no {name!r}; it has {keys}")
            return _made(_hints(type(self)).get(name, Any), self._data[name])

    def __getitem__(self, name: str) -> Any:
        if name not in self._data:
            raise KeyError(name)
        return getattr(self, name)

    def __contains__(self, name: object) -> bool:
        return name in self._data

    def __iter__(self) -> Iterator[str]:
        return iter(self._data)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._data]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Data) and self._data == other._data

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        shown = ", ".join(f"{key}={_short(value)}" for key, value in self._data.items())
        return f"{type(self).__name__}({shown})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self._data,))

    def _repr_html_(self) -> str:
        return _html_pairs(self._data)


class Record(Data):
    """Data with any keys; nested data are records.

    >>> record = Record({"game": "nim", "results": {"games": 10}})
    >>> record.results.games
    10
    >>> "game" in record, record["game"], list(record)
    (True, 'nim', ['game', 'results'])
    """

    __slots__ = ()

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


class Answer(Data):
    """The answer to a call of the library."""

    __slots__ = ("verdict",)

    _tables: ClassVar[tuple[str, ...]] = ()
    """The keys of rows that make a table of the answer: the first that it has."""

    verdict: str
    """``done``, ``no`` (as in a strategy that is not optimal) or ``limit`` (a limit
    was reached, or the call was stopped)."""

    def __init__(self, data: dict[str, Any], verdict: str = "done") -> None:
        super().__init__(data)
        self.verdict = verdict

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self._data, self.verdict))

    def to_rows(self) -> list[dict[str, Any]]:
        """The rows of the answer's table; one row where it has none."""
        key = self._table()
        rows = None if key is None else self._data[key]
        if rows is None:
            rows = [{k: v for k, v in self._data.items() if not isinstance(v, (dict, list))}]
        return [dict(row) if isinstance(row, dict) else {key or "value": row} for row in rows]

    def _table(self) -> str | None:
        return next((key for key in self._tables if self._data.get(key) is not None), None)

    def to_pandas(self) -> pandas.DataFrame:
        """The table as a pandas frame."""
        import pandas

        return pandas.DataFrame(self.to_rows())

    def to_polars(self) -> polars.DataFrame:
        """The table as a polars frame."""
        import polars

        return polars.DataFrame(self.to_rows(), infer_schema_length=None, strict=False)

    def _repr_html_(self) -> str:
        table = self._table()
        data = {key: value for key, value in self._data.items() if key != table}
        drawing = data.pop("drawing", None)
        parts = [_native.drawing_svg(json.dumps(drawing))] if drawing else []
        parts.append(_html_pairs(data))
        if table is not None and self._data[table]:
            parts.append(_html_table(self.to_rows()))
        return "\n".join(parts)


class Drawing(Data):
    """A board to be shown: text when printed, SVG in notebooks."""

    __slots__ = ()

    rows: list[list[Record]]
    """The squares row by row."""
    notes: list[str]
    """What stands below the board."""

    def to_svg(self) -> str:
        """The drawing as SVG."""
        return _native.drawing_svg(self.to_json())

    def __str__(self) -> str:
        return _native.drawing_text(self.to_json())

    __repr__ = __str__

    def _repr_svg_(self) -> str:
        return self.to_svg()

    _repr_html_ = None  # type: ignore[assignment]


_KNOWN_HINTS: dict[type, dict[str, Any]] = {}


def _hints(kind: type) -> dict[str, Any]:
    if kind not in _KNOWN_HINTS:
        import sys

        names = vars(sys.modules[kind.__module__])
        _KNOWN_HINTS[kind] = get_type_hints(kind, localns=names)
    return _KNOWN_HINTS[kind]


def _is_optional(hint: Any) -> bool:
    return get_origin(hint) in (Union, types.UnionType) and type(None) in get_args(hint)


def _made(hint: Any, value: Any) -> Any:
    """The value as its type says: records of data, tuples of pairs."""
    if value is None:
        return None
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        kinds = [arg for arg in args if arg is not type(None)]
        return _made(kinds[0] if len(kinds) == 1 else Any, value)
    if origin is tuple and isinstance(value, list):
        return tuple(value)
    if isinstance(value, list):
        inner = args[0] if origin is list else Any
        return [_made(inner, one) for one in value]
    if isinstance(value, dict):
        if origin is dict:
            return {key: _made(args[1], one) for key, one in value.items()}
        kind = hint if isinstance(hint, type) and issubclass(hint, Data) else Record
        return kind(value)
    return value


def _short(value: Any) -> str:
    text = repr(value)
    if len(text) <= 60:
        return text
    return f"<{len(value)} items>" if isinstance(value, (list, dict)) else f"{text[:57]}..."


def _cell(value: Any) -> str:
    if isinstance(value, float):
        value = f"{value:.6g}"
    elif isinstance(value, (dict, list)):
        if isinstance(value, list) and all(isinstance(one, str) for one in value):
            return "<br>".join(f"<code>{html.escape(one)}</code>" for one in value)
        value = json.dumps(value)
    return html.escape("" if value is None else str(value))


def _html_pairs(data: dict[str, Any]) -> str:
    rows = (
        f"<tr><th style='text-align:left'>{html.escape(key)}</th>"
        f"<td style='text-align:left'>{_cell(value)}</td></tr>"
        for key, value in data.items()
    )
    return f"<table>{''.join(rows)}</table>"


def _html_table(rows: list[dict[str, Any]]) -> str:
    columns = list(dict.fromkeys(key for row in rows for key in row))
    head = "".join(f"<th>{html.escape(column)}</th>" for column in columns)
    body = "".join(
        "<tr>" + "".join(f"<td>{_cell(row.get(column))}</td>" for column in columns) + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
