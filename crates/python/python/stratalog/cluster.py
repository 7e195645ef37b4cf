"""Work on many machines with Ray: ``pip install stratalog[cluster]``.

``play(..., cluster="auto")``, ``induce(..., folds=10, cluster="auto")``, ``many`` and
``over_seeds`` cut their work into pieces, each a function of the request, the seed
and a range. Pieces run as Ray tasks; their results are merged in order, so that the
answer is the one of a single thread, apart from times, whatever node did what.

``cluster`` is an address such as ``ray://host:10001``, ``"auto"`` for the cluster of
this machine, or ``"local"`` for worker processes of this machine alone; a session
that exists is used. A file ``state`` keeps finished pieces: the same call resumes.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from . import _native, answers
from .errors import Error, from_native
from .progress import Progress, listener
from .verbs import Path, ask

Task = tuple[str, dict[str, Any]]
"""A call of the library: its verb and its request."""

_PIECE_SECONDS = 2.0
"""A piece should take this long: long enough to be worth sending, short enough that
little is lost with a node."""
_FIRST_GAMES = 8
"""Games of a piece before anything was measured."""
_WAITING_FOR_EACH_CORE = 2
"""Tasks that are sent for each core: one works, one waits."""
_TRIES = 5
"""How often a task is sent again when its node dies."""


def connect(cluster: Any) -> Any:
    """Ray, connected to the cluster that was asked for."""
    try:
        import ray
    except ImportError:
        raise Error("a cluster needs Ray; install it with: pip install stratalog[cluster]") from None
    if ray.is_initialized():
        return ray
    if cluster == "local":
        ray.init(include_dashboard=False, log_to_driver=False)
    elif isinstance(cluster, str):
        ray.init(address=cluster, log_to_driver=False)
    else:
        raise Error(f"{cluster!r} is no cluster; write an address, 'auto' or 'local'")
    return ray


def _call(verb: str, request: str) -> tuple[str, float]:
    """Makes a call on one thread of a worker; its result and the seconds it took."""
    started = time.monotonic()
    text, _, _ = _native.call(verb, request, None, 1)
    return text, time.monotonic() - started


class Pieces:
    """Runs tasks on a cluster, a few at a time, and keeps their results in order."""

    def __init__(self, cluster: Any, state: Path | None, purpose: Any, progress: Progress) -> None:
        self.ray = connect(cluster)
        self.state = _State(state, purpose)
        self.hear, self.close = listener(progress)
        # A task that raises must not be sent again; one whose node died must.
        self.remote = self.ray.remote(num_cpus=1, max_retries=_TRIES)(_call)

    def run(
        self,
        what: str,
        total: int,
        tasks: Iterator[tuple[str, Task, int]],
        measured: Callable[[int, float], None] = lambda size, seconds: None,
    ) -> dict[str, Any]:
        """The results of tasks by name. ``tasks`` gives a name, a call and how much of
        the total it is; it is asked for the next one when there is room for it.

        A task that fails ends the run with the error of the first such task in order.
        """
        results: dict[str, Any] = dict(self.state.kept)
        running: dict[Any, tuple[str, int, int]] = {}
        failures: dict[int, Exception] = {}
        done, number, is_empty = 0, 0, False
        try:
            while True:
                while not is_empty and not failures and len(running) < self._room():
                    try:
                        name, (verb, request), size = next(tasks)
                    except StopIteration:
                        is_empty = True
                        break
                    if name in results:
                        done += size
                        continue
                    reference = self.remote.remote(verb, json.dumps(request, default=os.fspath))
                    running[reference] = (name, size, number)
                    number += 1
                if not running:
                    break
                ready, _ = self.ray.wait(list(running), num_returns=1, timeout=1.0)
                for reference in ready:
                    name, size, order = running.pop(reference)
                    try:
                        text, seconds = self.ray.get(reference)
                    except self.ray.exceptions.RayTaskError as error:
                        failures[order] = _cause(error)
                        continue
                    results[name] = json.loads(text)
                    self.state.add(name, results[name])
                    measured(size, seconds)
                    done += size
                    self._tell(what, done, total)
        finally:
            for reference in running:
                self.ray.cancel(reference, force=False)
            self.state.save()
            self.close()
        if failures:
            raise failures[min(failures)]
        return results

    def _room(self) -> int:
        cores = int(self.ray.cluster_resources().get("CPU", 1))
        return max(1, cores * _WAITING_FOR_EACH_CORE)

    def _tell(self, what: str, done: int, total: int) -> None:
        if self.hear is not None:
            event = {"event": "progress", "what": what, "done": done, "total": total}
            self.hear(json.dumps(event))


def _cause(error: Any) -> Exception:
    cause = getattr(error, "cause", None)
    if isinstance(cause, Error):
        return from_native(cause.message, "[]") if not cause.diagnostics else cause
    return cause if isinstance(cause, Exception) else error


class _State:
    """The finished pieces of a run, in a file that is replaced whole."""

    _BETWEEN_SAVES = 2.0

    def __init__(self, path: Path | None, purpose: Any) -> None:
        self.path = None if path is None else os.fspath(path)
        text = json.dumps(purpose, default=os.fspath, sort_keys=True)
        self.digest = hashlib.sha256(text.encode()).hexdigest()
        self.kept: dict[str, Any] = {}
        self.saved_at = time.monotonic()
        self.is_changed = False
        if self.path is not None and os.path.exists(self.path):
            with open(self.path, encoding="utf-8") as file:
                saved = json.load(file)
            if saved.get("request") != self.digest or saved.get("version") != 1:
                raise Error(
                    f"{self.path} is the state of another call; name another file, or remove it"
                )
            self.kept = saved["pieces"]

    def add(self, name: str, result: Any) -> None:
        self.kept[name] = result
        self.is_changed = True
        if time.monotonic() - self.saved_at >= self._BETWEEN_SAVES:
            self.save()

    def save(self) -> None:
        if self.path is None or not self.is_changed:
            return
        folder = os.path.dirname(os.path.abspath(self.path))
        content = {"version": 1, "request": self.digest, "pieces": self.kept}
        with tempfile.NamedTemporaryFile("w", dir=folder, delete=False, encoding="utf-8") as file:
            json.dump(content, file)
        os.replace(file.name, self.path)
        self.saved_at = time.monotonic()
        self.is_changed = False

    def remove(self) -> None:
        """Removes the file of a run that is done."""
        if self.path is not None and os.path.exists(self.path):
            os.remove(self.path)


def play_on(
    cluster: Any, request: dict[str, Any], state: Path | None, progress: Progress
) -> answers.Played:
    """Plays a match on a cluster; see ``stratalog.play``."""
    request = _absolute(request, "game", "player", "against")
    total = int(request["games"])
    if total < 1:
        return ask(answers.Played, "play", request)
    pieces = Pieces(cluster, state, request, progress)
    started = time.monotonic()
    size = _FIRST_GAMES
    spans = sorted(_span(name) for name in pieces.state.kept)

    def measured(games: int, seconds: float) -> None:
        nonlocal size
        fitting = games * _PIECE_SECONDS / max(seconds, 1e-6)
        size = max(1, min(int(fitting), size * 8))

    def tasks() -> Iterator[tuple[str, Task, int]]:
        first = 0
        saved = iter([*spans, (total, total)])
        kept = next(saved)
        while first < total:
            if first == kept[0]:
                yield f"{first}-{kept[1]}", ("", {}), kept[1] - first
                first, kept = kept[1], next(saved)
                continue
            end = min(first + size, kept[0], total)
            piece = {"request": request, "first": first, "count": end - first}
            yield f"{first}-{end}", ("play_piece", piece), end - first
            first = end

    results = pieces.run("games", total, tasks(), measured)
    in_order = [results[name] for name in sorted(results, key=_span)]
    merged = {
        "request": request,
        "pieces": in_order,
        "seconds": time.monotonic() - started,
    }
    answer = ask(answers.Played, "play_merged", merged)
    pieces.state.remove()
    return answer


def _span(name: str) -> tuple[int, int]:
    first, _, end = name.partition("-")
    return int(first), int(end)


def induce_on(
    cluster: Any, request: dict[str, Any], state: Path | None, progress: Progress
) -> answers.Induced:
    """Learns on one worker and validates on all; see ``stratalog.induce``."""
    request = _absolute(request, "path")
    modes = request.get("modes") or {}
    folds = modes.get("folds") or 0
    alone = {**request, "modes": {**modes, "folds": None}}
    pieces = Pieces(cluster, state, request, progress)

    def tasks() -> Iterator[tuple[str, Task, int]]:
        yield "theory", ("induce", alone), 1
        for fold in range(folds if folds > 1 else 0):
            yield f"fold {fold}", ("induce_fold", {"request": request, "fold": fold}), 1

    results = pieces.run("parts", 1 + folds, tasks())
    if folds > 1:
        parts = [results[f"fold {fold}"] for fold in range(folds)]
        validated = {"answer": results["theory"], "folds": parts}
        answer = ask(answers.Induced, "induce_validated", validated)
    else:
        answer = _induced(results["theory"])
    pieces.state.remove()
    return answer


def _induced(answer: dict[str, Any]) -> answers.Induced:
    if answer.get("ended", "done") != "done":
        return answers.Induced(answer, "limit")
    return answers.Induced(answer, "done" if answer.get("clauses") else "no")


def _absolute(request: dict[str, Any], *keys: str) -> dict[str, Any]:
    """The request with the paths of existing files made absolute: a worker has a folder
    of its own."""
    given = {key: value for key, value in request.items() if value is not None}
    for key in keys:
        if key in given and os.path.exists(given[key]):
            given[key] = os.path.abspath(given[key])
    return given


def many(
    verb: str,
    requests: Sequence[Mapping[str, Any]],
    *,
    cluster: Any,
    state: Path | None = None,
    progress: Progress = None,
) -> list[dict[str, Any]]:
    """Makes a call with each of these requests on a cluster and gives the answers in the
    same order, as plain data.

    The keys of a request are those of the library. Experiments, boards and limits are
    spread like this: ``many("reproduce", [{"name": "…"}, …], cluster="auto")``,
    ``many("solve_minesweeper", [{"board": "4x4/3"}, {"board": "4x4/4"}], cluster="auto")``.
    """
    wanted = [dict(request) for request in requests]
    pieces = Pieces(cluster, state, {"verb": verb, "requests": wanted}, progress)

    def tasks() -> Iterator[tuple[str, Task, int]]:
        for number, request in enumerate(wanted):
            yield str(number), (verb, request), 1

    results = pieces.run("calls", len(wanted), tasks())
    pieces.state.remove()
    return [results[str(number)] for number in range(len(wanted))]


def over_seeds(
    verb: str,
    seeds: Sequence[int],
    *,
    cluster: Any,
    state: Path | None = None,
    progress: Progress = None,
    **request: Any,
) -> list[dict[str, Any]]:
    """Makes the same call with each seed on a cluster: ``learn``, ``features``, ``play``,
    ``induce`` or ``reproduce``. The answers come in the order of the seeds, as plain data.

    The options are the keys of the library's request, as in
    ``over_seeds("learn", range(10), cluster="local", game="nim", **{"with": "migo"})``.
    Files that a call writes are written by the node that makes it; give each seed its
    own with ``{seed}`` in a path.
    """

    def filled(value: Any, seed: int) -> Any:
        return value.replace("{seed}", str(seed)) if isinstance(value, str) else value

    requests = [
        {**{key: filled(value, seed) for key, value in request.items()}, "seed": seed}
        for seed in seeds
    ]
    return many(verb, requests, cluster=cluster, state=state, progress=progress)


def portfolio(
    path: Path,
    settings: Sequence[dict[str, Any]],
    *,
    cluster: Any,
    state: Path | None = None,
    progress: Progress = None,
    seed: int = 1,
) -> answers.Induced:
    """Learns the same problem with each of these settings and gives the best theory: the
    most accurate, then the smallest, then the first.

    >>> from stratalog import cluster
    >>> settings = [{"method": "failures"}, {"method": "modes", "modes": {"noise": 2}}]
    """
    problem = {"path": os.path.abspath(os.fspath(path)), "seed": seed}
    requests = [{**problem, **setting} for setting in settings]
    learned = many("induce", requests, cluster=cluster, state=state, progress=progress)
    best = min(learned, key=lambda one: (-one["accuracy"], one["size"]))
    return _induced(best)
