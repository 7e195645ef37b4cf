"""Progress of long calls: a bar, or a function of one's own that gets the events."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any, Union

from .records import Record

Event = Record
"""Something that happened: its ``event`` says what, as in ``progress`` or ``rule``."""

Progress = Union[bool, Callable[[Event], Any], None]
"""``None`` shows a bar in terminals and notebooks once a call has taken a second,
``True`` shows it always, ``False`` never; a function gets each event."""

_PATIENCE = 1.0


def listener(progress: Progress) -> tuple[Callable[[str], None] | None, Callable[[], None]]:
    """What the native call is given, and what is called at its end."""
    if callable(progress):
        hear = progress
        return (lambda text: hear(Event(json.loads(text)))), _nothing
    if progress is False or (progress is None and not _is_watched()):
        return None, _nothing
    bar = _Bar(0.0 if progress else _PATIENCE)
    return bar.show, bar.close


def _nothing() -> None:
    pass


def _is_watched() -> bool:
    """Whether standard error is a terminal, or a notebook shows it."""
    shell = sys.modules.get("IPython")
    if shell is not None and type(shell.get_ipython()).__name__ == "ZMQInteractiveShell":
        return True
    return sys.stderr is not None and sys.stderr.isatty()


class _Bar:
    """A bar that follows the events of one call."""

    def __init__(self, delay: float) -> None:
        self.delay = delay
        self.bar: Any = None
        self.what = ""

    def show(self, text: str) -> None:
        event = json.loads(text)
        kind = event["event"]
        if kind == "progress":
            bar = self.bar_of(event["what"], event["total"])
            bar.update(event["done"] - bar.n)
        elif kind == "stage":
            self.bar_of(event["what"], None)
        elif kind == "note":
            from tqdm.auto import tqdm

            tqdm.write(f"stratalog: {event['text']}", file=sys.stderr)

    def bar_of(self, what: str, total: int | None) -> Any:
        from tqdm.auto import tqdm

        if self.bar is None or self.what != what or self.bar.total != total:
            self.close()
            self.what = what
            self.bar = tqdm(desc=what, total=total, delay=self.delay, leave=False, file=sys.stderr)
        return self.bar

    def close(self) -> None:
        if self.bar is not None:
            self.bar.close()
            self.bar = None
