"""Numbered units of work as Ray tasks: each task does a range of them.

The first tasks are small and are measured; later ones have the size that takes
``_PIECE_SECONDS``, so that no task but the first and the last is below a second of work.
A few tasks for each core are under way at any time. Finished ranges are written to a file
at once, so that a driver that is killed resumes.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Union

from .errors import Error
from .progress import Progress, listener

Work = tuple[Callable[..., str], tuple[Any, ...]]
"""A function that a worker calls, and its arguments."""
Path = Union[str, "os.PathLike[str]"]

_PIECE_SECONDS = 2.0
"""A task should take this long: long enough to be worth sending, short enough that little
is lost with a node."""
_LEAST_SECONDS = 1.0
"""No task takes less, once it is known how long a unit takes."""
_TASKS_A_SECOND = 100
"""More tasks than this would keep the driver busy: with many cores, tasks are longer."""
_GROWTH = 8
"""The largest ratio of the size of a task to that of the one before."""
_WAITING_FOR_EACH_CORE = 2
"""Tasks that are sent for each core: one works, one waits."""
_TRIES = 5
"""How often a task is sent again when its node dies."""
_JOINED = 64
"""Results that are joined at once."""


def timed(function: Callable[..., str], *arguments: Any) -> tuple[str, float]:
    """Calls a function on a worker; its result and the seconds it took."""
    started = time.monotonic()
    result = function(*arguments)
    return result, time.monotonic() - started


@dataclass
class Part:
    """Units ``0..total`` of one kind."""

    name: str
    total: int
    work: Callable[[int, int], Work]
    """The work of the units from a number up to, but not including, another."""
    first_size: int = 1
    """Units of a task before anything was measured."""
    join: Callable[[list[str]], list[str]] = lambda results: results
    """Makes fewer results of neighbours, in order."""


class Tasks:
    """Runs parts on a cluster, and keeps the results in order. A run that ends without an
    exception removes its file."""

    def __init__(self, ray: Any, state: Path | None, purpose: Any, progress: Progress) -> None:
        self.ray = ray
        self.log = Log(state, purpose)
        self.hear, self.close = listener(progress)
        # A task that raises must not be sent again; one whose node died must.
        self.remote = ray.remote(num_cpus=1, max_retries=_TRIES)(timed)

    def __enter__(self) -> Tasks:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
        self.log.end(is_done=kind is None)

    def run(self, part: Part) -> list[str]:
        """The results of a part: of ranges of its units, in order.

        A task that fails ends the run with the error of the first such task in order.
        """
        ordered = _Ordered(part.join)
        plan = Plan(part, self.log.kept(part.name))
        for (first, end), result in self.log.kept(part.name).items():
            ordered.add(first, end, result)
        done = plan.done
        running: dict[Any, tuple[int, int]] = {}
        failures: dict[int, Exception] = {}
        try:
            while True:
                cores = max(1, int(self.ray.cluster_resources().get("CPU", 1)))
                while not failures and len(running) < plan.room(cores):
                    span = plan.next(cores)
                    if span is None:
                        break
                    function, arguments = part.work(*span)
                    running[self.remote.remote(function, *arguments)] = span
                if not running:
                    break
                for reference in self._ready(list(running)):
                    first, end = running.pop(reference)
                    try:
                        result, seconds = self.ray.get(reference)
                    except self.ray.exceptions.RayTaskError as error:
                        failures[first] = _cause(error)
                        continue
                    self.log.add(part.name, (first, end), result)
                    ordered.add(first, end, result)
                    plan.measured(end - first, seconds)
                    done += end - first
                    self._tell(part, done)
        finally:
            for reference in running:
                self.ray.cancel(reference, force=False)
        if failures:
            raise failures[min(failures)]
        return ordered.results

    def _ready(self, running: list[Any]) -> list[Any]:
        """The tasks that are finished, within a second at most. All are collected at once:
        with thousands under way, one at a time would keep the driver busy."""
        ready, _ = self.ray.wait(running, num_returns=1, timeout=1.0)
        if ready and len(running) > 1:
            ready, _ = self.ray.wait(running, num_returns=len(running), timeout=0)
        return list(ready)

    def _tell(self, part: Part, done: int) -> None:
        if self.hear is not None:
            event = {"event": "progress", "what": part.name, "done": done, "total": part.total}
            self.hear(json.dumps(event))


def _cause(error: Any) -> Exception:
    cause = getattr(error, "cause", None)
    return cause if isinstance(cause, Exception) else error


class Plan:
    """Which units the next task does."""

    def __init__(self, part: Part, kept: dict[tuple[int, int], str]) -> None:
        self.gaps: deque[tuple[int, int]] = deque()
        at = 0
        for first, end in sorted([*kept, (part.total, part.total)]):
            if first > at:
                self.gaps.append((at, first))
            at = end
        self.left = sum(end - first for first, end in self.gaps)
        self.done = part.total - self.left
        self.size = part.first_size
        self.seconds_a_unit: float | None = None
        self.recent: deque[tuple[int, float]] = deque(maxlen=16)

    def room(self, cores: int) -> int:
        """How many tasks may be under way: one for each core until a unit is measured."""
        return cores * (1 if self.seconds_a_unit is None else _WAITING_FOR_EACH_CORE)

    def measured(self, units: int, seconds: float) -> None:
        """Learns how long a unit takes."""
        self.recent.append((units, seconds))
        spent = sum(seconds for _, seconds in self.recent)
        self.seconds_a_unit = max(spent / sum(units for units, _ in self.recent), 1e-9)

    def next(self, cores: int) -> tuple[int, int] | None:
        """The units of the next task; none when all are under way."""
        if not self.gaps:
            return None
        first, end = self.gaps.popleft()
        until = min(end, first + self._size(cores))
        if until < end:
            self.gaps.appendleft((until, end))
        self.left -= until - first
        return first, until

    def _size(self, cores: int) -> int:
        if self.seconds_a_unit is not None:
            usual = max(_PIECE_SECONDS, cores / _TASKS_A_SECOND) / self.seconds_a_unit
            # Towards the end, all cores get a share of what is left.
            share = max(self.left / cores, _LEAST_SECONDS / self.seconds_a_unit)
            self.size = max(1, min(int(min(usual, share) + 0.999), self.size * _GROWTH))
        return self.size


class _Ordered:
    """Results of neighbouring ranges are joined as soon as none is missing before them."""

    def __init__(self, join: Callable[[list[str]], list[str]]) -> None:
        self.join = join
        self.results: list[str] = []
        self.fresh = 0
        self.at = 0
        self.waiting: dict[int, tuple[int, str]] = {}

    def add(self, first: int, end: int, result: str) -> None:
        self.waiting[first] = (end, result)
        while self.at in self.waiting:
            self.at, result = self.waiting.pop(self.at)
            self.results.append(result)
            self.fresh += 1
        if self.fresh >= _JOINED:
            self.results = self.join(self.results)
            self.fresh = 0


class Log:
    """The finished ranges of a run in a file, one line each, written when they finish. A
    line that a killed process left unfinished is dropped."""

    _VERSION = 2

    def __init__(self, path: Path | None, purpose: Any) -> None:
        self.path = None if path is None else os.fspath(path)
        text = json.dumps(purpose, default=os.fspath, sort_keys=True)
        head = {"version": self._VERSION, "run": hashlib.sha256(text.encode()).hexdigest()}
        self.parts: dict[str, dict[tuple[int, int], str]] = {}
        self.file: Any = None
        if self.path is None:
            return
        whole = self._load(head)
        self.file = open(self.path, "r+b" if whole else "wb")
        self.file.seek(whole)
        self.file.truncate()
        if not whole:
            self._write(head)

    def _load(self, head: dict[str, Any]) -> int:
        """Reads the lines of an earlier run; the bytes up to the last whole one."""
        if self.path is None or not os.path.exists(self.path):
            return 0
        whole = 0
        with open(self.path, "rb") as file:
            for number, line in enumerate(file):
                if not line.endswith(b"\n"):
                    break
                entry = self._read(line)
                if number == 0 and entry != head:
                    raise Error(
                        f"{self.path} is the state of another call; name another file, or remove it"
                    )
                if number > 0:
                    span = (int(entry["first"]), int(entry["end"]))
                    self.parts.setdefault(entry["part"], {})[span] = entry["result"]
                whole += len(line)
        return whole

    def _read(self, line: bytes) -> dict[str, Any]:
        try:
            entry = json.loads(line)
        except ValueError:
            entry = None
        if not isinstance(entry, dict):
            raise Error(f"{self.path} is no state of a run; name another file, or remove it")
        return entry

    def kept(self, part: str) -> dict[tuple[int, int], str]:
        """The results of a part that were read."""
        return self.parts.get(part, {})

    def add(self, part: str, span: tuple[int, int], result: str) -> None:
        """Writes a result."""
        if self.file is not None:
            self._write({"part": part, "first": span[0], "end": span[1], "result": result})

    def _write(self, entry: dict[str, Any]) -> None:
        self.file.write(json.dumps(entry).encode() + b"\n")
        self.file.flush()

    def end(self, is_done: bool) -> None:
        """Closes the file, and removes it when the run is done."""
        if self.file is None or self.path is None:
            return
        self.file.close()
        if is_done:
            os.remove(self.path)
