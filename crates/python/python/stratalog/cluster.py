"""Work on many machines with Ray: ``pip install stratalog[cluster]``.

``play``, ``reproduce``, ``induce`` and ``solve("minesweeper", …)`` with ``cluster="auto"``
cut their work into pieces, each a function of the request, the seed and a range;
``many`` and ``over_seeds`` spread whole calls. Pieces run as Ray tasks; their results are
merged in order, so that the answer is the one of a single thread, apart from times,
whatever node did what.

``cluster`` is an address such as ``ray://host:10001``, ``"auto"`` for the cluster of
this machine, or ``"local"`` for worker processes of this machine alone; a session
that exists is used. A file ``state`` keeps finished pieces: the same call resumes.
"""

from __future__ import annotations

import inspect
import json
import os
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from . import _native, answers, rules, verbs
from .errors import Error
from .progress import Progress, listener
from .records import Answer
from .tasks import Part, Tasks, Work
from .verbs import Path, ask

_FIRST_GAMES = 8
"""Games of a piece before anything was measured."""


def connect(cluster: Any) -> Any:
    """Ray, connected to the cluster that was asked for."""
    if cluster == "local":
        # Processes of this machine alone listen on the loopback address. The switch is named
        # after the systems on which it is off by default; Ray reads it when it is imported.
        os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
    try:
        import ray
    except ImportError:
        raise Error("a cluster needs Ray; install it with: pip install stratalog[cluster]") from None
    if ray.is_initialized():
        return ray
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    if cluster == "local":
        ray.init(include_dashboard=False, **quiet)
    elif isinstance(cluster, str):
        ray.init(address=cluster, **quiet)
    else:
        raise Error(f"{cluster!r} is no cluster; write an address, 'auto' or 'local'")
    return ray


def _called(verb: str, request: str) -> str:
    """Makes a call on one thread."""
    return _native.call(verb, request, None, 1)[0]


def play_on(
    cluster: Any, request: dict[str, Any], state: Path | None, progress: Progress
) -> answers.Played:
    """Plays a match on a cluster; see ``stratalog.play``."""
    request = _absolute(request, "game", "player", "against")
    total = int(request["games"])
    if total < 1:
        return ask(answers.Played, "play", request)
    # Where no game is recorded, the pieces of a match are joined as they come.
    is_recorded = request.get("csv") is not None or request.get("svg") is not None
    started = time.monotonic()

    def games(first: int, end: int) -> Work:
        piece = {"request": request, "first": first, "count": end - first}
        return _called, ("play_piece", _text(piece))

    def joined(pieces: list[str]) -> list[str]:
        return pieces if is_recorded else [_called("play_joined", f"[{','.join(pieces)}]")]

    with Tasks(connect(cluster), state, ["play", request], progress) as tasks:
        pieces = tasks.run(Part("games", total, games, _FIRST_GAMES, joined))
        merged = {
            "request": request,
            "pieces": [json.loads(piece) for piece in pieces],
            "seconds": time.monotonic() - started,
        }
        return ask(answers.Played, "play_merged", merged)


def induce_on(
    cluster: Any, request: dict[str, Any], state: Path | None, progress: Progress
) -> answers.Induced:
    """Learns on one worker and validates on all; see ``stratalog.induce``."""
    request = _absolute(request, "path")
    modes = request.get("modes") or {}
    folds = modes.get("folds") or 0
    alone = {**request, "modes": {**modes, "folds": None}}

    def part(first: int, end: int) -> Work:
        calls = [
            ("induce", _text(alone)) if number == 0
            else ("induce_fold", _text({"request": request, "fold": number - 1}))
            for number in range(first, end)
        ]
        return _all_called, (calls,)

    with Tasks(connect(cluster), state, ["induce", request], progress) as tasks:
        count = 1 + (folds if folds > 1 else 0)
        texts = [text for piece in tasks.run(Part("parts", count, part)) for text in json.loads(piece)]
        theory = json.loads(texts[0])
        if folds < 2:
            return _induced(theory)
        validated = {"answer": theory, "folds": [json.loads(text) for text in texts[1:]]}
        return ask(answers.Induced, "induce_validated", validated)


def _all_called(calls: list[tuple[str, str]]) -> str:
    return json.dumps([_called(verb, request) for verb, request in calls])


def _induced(answer: dict[str, Any]) -> answers.Induced:
    if answer.get("ended", "done") != "done":
        return answers.Induced(answer, "limit")
    return answers.Induced(answer, "done" if answer.get("clauses") else "no")


def pieces_on(
    kind: type[verbs.A],
    verb: str,
    request: dict[str, Any],
    cluster: Any,
    state: Path | None,
    progress: Progress,
) -> verbs.A:
    """Makes a call whose pieces the workers compute: this process leads the run and is
    given their results, part by part."""
    ray = connect(cluster)
    given = {key: value for key, value in request.items() if value is not None}
    # Files are written by this process alone.
    helping = _text({**given, "out": None} if "out" in given else given)
    earlier: dict[str, str] = {}

    with Tasks(ray, state, [verb, given], progress) as tasks:

        def spread(part: str, count: int) -> str:
            if part not in earlier:
                # All tasks of a part refer to one copy of what they need.
                before = ray.put(list(earlier.items()))

                def pieces(first: int, end: int) -> Work:
                    return _some_pieces, (verb, helping, part, first, end, before)

                lists = tasks.run(Part(part, count, pieces))
                earlier[part] = f"[{','.join(one[1:-1] for one in lists)}]"
            return earlier[part]

        hear, close = listener(progress)
        try:
            called = _native.call(verb, _text(given), hear, None, spread)
        finally:
            close()
        return verbs.answered(kind, *called)


def _some_pieces(
    verb: str, request: str, part: str, first: int, end: int, earlier: list[tuple[str, str]]
) -> str:
    return _native.call_part(verb, request, part, (first, end), earlier)


def _text(request: Any) -> str:
    return json.dumps(request, default=os.fspath)


def _absolute(request: dict[str, Any], *keys: str) -> dict[str, Any]:
    """The request with the paths of existing files made absolute: a worker has a folder
    of its own."""
    given = {key: value for key, value in request.items() if value is not None}
    for key in keys:
        if key in given and os.path.exists(given[key]):
            given[key] = os.path.abspath(given[key])
    return given


def many(
    function: Callable[..., Answer],
    calls: Sequence[Mapping[str, Any]],
    *,
    cluster: Any,
    state: Path | None = None,
    progress: Progress = None,
) -> list[Any]:
    """Calls a function of the package with each of these keywords on a cluster, and gives
    the answers in the same order.

    Experiments, boards and limits are spread like this:
    ``many(stratalog.features, [{"game": "nim", "limit": 50}, …], cluster="auto")``. Files
    are written by the node that makes the call.
    """
    name = _name_of(function)
    wanted = [dict(one) for one in calls]

    def some(first: int, end: int) -> Work:
        return _answers, (name, wanted[first:end])

    with Tasks(connect(cluster), state, [name, wanted], progress) as tasks:
        pieces = tasks.run(Part("calls", len(wanted), some))
        made = [one for piece in pieces for one in json.loads(piece)]
    return [getattr(answers, kind)(data, verdict) for kind, data, verdict in made]


def _name_of(function: Callable[..., Answer]) -> str:
    for module, prefix in ((verbs, ""), (rules, "rules.")):
        name = getattr(function, "__name__", "")
        if getattr(module, name, None) is function:
            return prefix + name
    raise Error(f"{function!r} is no verb of the package; give one such as stratalog.learn")


def _answers(name: str, calls: list[dict[str, Any]]) -> str:
    """The answers of calls of a verb, each on one thread: kind, data and verdict."""
    module, _, verb = name.rpartition(".")
    function: Callable[..., Answer] = getattr(rules if module else verbs, verb)
    takes = inspect.signature(function).parameters
    usual = {key: value for key, value in {"threads": 1, "progress": False}.items() if key in takes}
    made = [function(**{**usual, **call}) for call in calls]
    return json.dumps([(type(one).__name__, one.to_dict(), one.verdict) for one in made])


def over_seeds(
    function: Callable[..., Answer],
    seeds: Sequence[int],
    *,
    cluster: Any,
    state: Path | None = None,
    progress: Progress = None,
    **options: Any,
) -> list[Any]:
    """Makes the same call with each seed on a cluster: ``learn``, ``features``, ``play``,
    ``induce`` or ``reproduce``. The answers come in the order of the seeds.

    ``over_seeds(stratalog.learn, range(10), cluster="local", game="nim", out="nim-{seed}.pl")``.
    Files that a call writes are written by the node that makes it; give each seed its
    own with ``{seed}`` in a path.
    """
    calls = [{**with_seed(options, seed), "seed": seed} for seed in seeds]
    return many(function, calls, cluster=cluster, state=state, progress=progress)


def with_seed(options: dict[str, Any], seed: int) -> dict[str, Any]:
    """The options with ``{seed}`` replaced in their texts."""
    return {
        key: value.replace("{seed}", str(seed)) if isinstance(value, str) else value
        for key, value in options.items()
    }


def portfolio(
    path: Path,
    settings: Sequence[dict[str, Any]],
    *,
    cluster: Any,
    state: Path | None = None,
    progress: Progress = None,
    seed: int = 1,
) -> answers.Induced:
    """Learns the same problem with each of these settings of ``induce`` and gives the best
    theory: the most accurate, then the smallest, then the first.

    ``portfolio("problem.pl", [{"method": "failures"}, {"method": "modes", "noise": 2}],
    cluster="auto")``.
    """
    problem = {"path": os.path.abspath(os.fspath(path)), "seed": seed}
    calls = [{**problem, **setting} for setting in settings]
    learned = many(verbs.induce, calls, cluster=cluster, state=state, progress=progress)
    best: answers.Induced = min(learned, key=lambda one: (-one.accuracy, one.size))
    return best


def calls_on(
    cluster: Any, verb: str, requests: list[dict[str, Any]], state: Path | None, progress: Progress
) -> list[str]:
    """Makes calls of the library, one for each request, and gives the answers as JSON."""
    texts = [_text(_absolute(request, "game", "path")) for request in requests]

    def some(first: int, end: int) -> Work:
        return _all_called, ([(verb, text) for text in texts[first:end]],)

    with Tasks(connect(cluster), state, [verb, requests], progress) as tasks:
        pieces = tasks.run(Part("calls", len(texts), some))
    return [text for piece in pieces for text in json.loads(piece)]
