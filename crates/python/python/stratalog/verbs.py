"""The library's calls: the same names, options and answers as the command."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from typing import Any, TypeVar, Union

from . import _native, answers
from ._native import Game, View
from .errors import Error
from .progress import Event, Progress, listener
from .records import Answer

Path = Union[str, "os.PathLike[str]"]
"""The path of a file or folder."""

FunctionPlayer = Callable[[View], Union[str, int]]
"""A function that plays: it is given what its role sees and returns a move."""

A = TypeVar("A", bound=Answer)


def ask(
    kind: type[A],
    verb: str,
    request: dict[str, Any],
    progress: Progress = None,
    threads: int | None = None,
) -> A:
    """Makes a call. What is ``None`` in the request has its default.

    When a call is interrupted (Ctrl-C, or an exception in a progress function), it
    stops at its next step; the exception's ``answer`` is what is known so far.
    """
    given = _given(request)
    hear, close = listener(progress)
    try:
        text, verdict, interrupt = _native.call(
            verb, json.dumps(given, default=os.fspath), hear, threads
        )
    finally:
        close()
    return answered(kind, text, verdict, interrupt)


def _given(request: dict[str, Any]) -> dict[str, Any]:
    """The request without what has its default; no number of a request is negative."""
    for key, value in request.items():
        if isinstance(value, dict):
            _given(value)
        elif isinstance(value, (int, float)) and value < 0:
            raise Error(f"{key} is {value}; give a number from 0 up")
    return {key: value for key, value in request.items() if value is not None}


def answered(kind: type[A], text: str, verdict: str, interrupt: BaseException | None) -> A:
    """The answer of a native call; raises what stopped it early."""
    answer = kind(json.loads(text), verdict)
    if interrupt is not None:
        interrupt.answer = answer  # type: ignore[attr-defined]
        raise interrupt
    return answer


def games() -> answers.Games:
    """The games, their boards, and who plays them.

    >>> import stratalog
    >>> [game.name for game in stratalog.games().games][:2]
    ['noughts-and-crosses', 'hexapawn']
    """
    return ask(answers.Games, "games", {})


def play(
    game: str | Game,
    *,
    player: str | FunctionPlayer,
    against: str | FunctionPlayer | None = None,
    games: int = 100,
    board: str | None = None,
    first_move: str | None = None,
    fixed_sides: bool = False,
    opening: int = 0,
    start_from: str | None = None,
    max_moves: int = 10_000,
    repetition: int = 3,
    watched: bool = False,
    csv: Path | None = None,
    svg: Path | None = None,
    seed: int = 1,
    threads: int | None = None,
    observer: Callable[[Event], Any] | None = None,
    cluster: Any = None,
    state: Path | None = None,
    progress: Progress = None,
) -> answers.Played:
    """Plays players against each other; the result is told from the side of ``player``.

    A player is a name, as in ``games()``, the path of a strategy file, or a function
    that is given a ``View`` and returns one of its ``legal_moves``. An ``observer``
    is called with every move of every game. With ``repetition=0`` no game is ended
    because a position occurs again. With ``cluster``, games are spread over Ray (see
    ``stratalog.cluster``), and the finished ones are kept in the file ``state``.

    >>> import stratalog
    >>> answer = stratalog.play("noughts-and-crosses", player="minimax", games=20)
    >>> answer.losses
    0
    >>> first = lambda view: view.legal_moves[0]
    >>> stratalog.play("noughts-and-crosses", player=first, against="minimax", games=4).wins
    0
    """
    made = game if isinstance(game, Game) else None
    request = {
        "game": made.name if made else game,
        "board": board,
        "first_move": first_move,
        "player": _name_of(player),
        "against": None if against is None else _name_of(against),
        "games": games,
        "fixed_sides": fixed_sides,
        "opening": opening,
        "from": start_from,
        "bounds": {"max_moves": max_moves, "repetition": repetition or None},
        "watched": watched or observer is not None,
        "csv": csv,
        "svg": svg,
        "seed": seed,
    }
    if observer is not None:
        progress = _observed(observer, progress)
    functions = [None if isinstance(one, str) else one for one in (player, against)]
    if cluster is not None:
        from .cluster import play_on

        if made or any(functions) or request["watched"]:
            raise Error(
                "a match on a cluster is between named players of a named game and has no "
                "observer; leave cluster out"
            )
        return play_on(cluster, request, state, progress)
    if made or any(functions):
        made = made or Game(str(game), board, first_move)
        return _play_functions(made, request, functions, progress)
    return ask(answers.Played, "play", request, progress, threads)


def _name_of(player: str | FunctionPlayer) -> str:
    return player if isinstance(player, str) else str(getattr(player, "__name__", player))


def _observed(observer: Callable[[Event], Any], progress: Progress) -> Callable[[Event], Any]:
    """Passes what happens in games to the observer and the rest to a progress function."""

    def hear(event: Event) -> None:
        if event.event in ("game_began", "moved", "game_over"):
            observer(event)
        elif callable(progress):
            progress(event)

    return hear


def _play_functions(
    game: Game,
    request: dict[str, Any],
    functions: list[FunctionPlayer | None],
    progress: Progress,
) -> answers.Played:
    given = _given(request)
    hear, close = listener(progress)
    try:
        played = _native.play_functions(
            game, json.dumps(given, default=os.fspath), functions[0], functions[1], hear
        )
    finally:
        close()
    return answered(answers.Played, *played)


def learn(
    game: str,
    *,
    learner: str | None = None,
    board: str | None = None,
    games: int | None = None,
    variant: str | None = None,
    against: str | None = None,
    starts: str | None = None,
    self_play: int | None = None,
    as_published: bool = False,
    start_from: Path | None = None,
    study: bool | None = None,
    limit_positions: int | None = None,
    examples_from: str | None = None,
    out: Path | None = None,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress = None,
) -> answers.Learned:
    """Learns a strategy, measures it, and saves it to ``out``.

    ``learner`` is the command's ``--with`` and ``start_from`` its ``--from``, words
    that Python reserves: ``mio`` learns Minesweeper, ``zenith`` is the usual learner
    of Othello, ``migo`` that of other games of two players.

    >>> import stratalog, tempfile, os
    >>> out = os.path.join(tempfile.mkdtemp(), "strategy.pl")
    >>> learned = stratalog.learn("noughts-and-crosses", games=20, out=out)
    >>> os.path.exists(learned.strategy) and len(learned.clauses) > 0
    True
    """
    chosen = json.loads(_native.call("learner", json.dumps({"game": game, "with": learner}))[0])
    options = {
        "variant": (variant, ["migo"]),
        "against": (against, ["migo", "zenith"]),
        "starts": (starts, ["migo"]),
        "self_play": (self_play, ["zenith"]),
        "from": (start_from, ["migo"]),
        "study": (study, ["migo"]),
        "limit_positions": (limit_positions, ["migo"]),
        "examples_from": (examples_from, ["mio"]),
    }
    for name, (value, learners) in options.items():
        if value is not None and chosen not in learners:
            raise Error(
                f"{chosen} does not have the option {name}; leave it out or choose another "
                f"learner: {' or '.join(learners)}"
            )
    request = {
        "with": chosen,
        "game": game,
        "board": board,
        "games": games,
        "as_published": as_published,
        "out": out,
        "seed": seed,
        **{name: value for name, (value, _) in options.items()},
    }
    return ask(answers.Learned, "learn", request, progress, threads)


def analyse(
    position: str | None = None,
    *,
    file: Path | None = None,
    board: str | None = None,
    first_move: str | None = None,
    open: list[str] | None = None,
    out: Path | None = None,
) -> answers.Analysed:
    """Says of a Minesweeper position which squares are safe, and why.

    >>> import stratalog
    >>> analysis = stratalog.analyse("3x3/1 111/1.1/111")
    >>> analysis.mines
    [(2, 2)]
    """
    if position is None and file is None:
        raise Error("there is no position; give its text, or the path of its file as file=")
    request = {
        "position": position,
        "file": file,
        "board": board,
        "first_move": first_move,
        "open": open,
        "out": out,
    }
    return ask(answers.Analysed, "analyse", request)


def explain(
    game: str,
    position: str = "start",
    *,
    player: str,
    role: str | None = None,
    board: str | None = None,
    first_move: str | None = None,
    seed: int = 1,
) -> answers.Explained:
    """Asks a player for its move in a position, and why.

    >>> import stratalog
    >>> stratalog.explain("nim", player="minimax").role
    'first'
    """
    request = {
        "game": game,
        "board": board,
        "first_move": first_move,
        "position": position,
        "player": player,
        "role": role,
        "seed": seed,
    }
    return ask(answers.Explained, "explain", request)


def solve(
    game: str,
    *,
    board: str | None = None,
    first_move: str | None = None,
    start_from: str | None = None,
    limit_positions: int | None = None,
    by_observation: bool = False,
    threads: int | None = None,
    cluster: Any = None,
    state: Path | None = None,
    progress: Progress = None,
) -> answers.Solved:
    """The exact value of a game: the result if nobody errs.

    A board of Minesweeper is solved on several threads with ``by_observation``: one piece
    for each number that the first move may show. With ``cluster``, the pieces are spread
    over Ray. What took long is kept in the file ``state``: the same call resumes a search
    that was stopped.

    >>> import stratalog
    >>> stratalog.solve("noughts-and-crosses").value
    'draw'
    >>> stratalog.solve("minesweeper", board="4x4/4").fraction
    '961/1365'
    """
    request: dict[str, Any] = {"board": board, "first_move": first_move}
    if game == "minesweeper":
        request["by_observation"] = by_observation or cluster is not None
        if cluster is None:
            request["save"] = state
            return ask(answers.Solved, "solve_minesweeper", request, progress, threads)
        from .cluster import pieces_on

        return pieces_on(answers.Solved, "solve_minesweeper", request, cluster, state, progress)
    if by_observation or cluster is not None:
        raise Error("only boards of minesweeper are solved in pieces; leave cluster out")
    if state is not None:
        raise Error("only searches of minesweeper are saved; leave state out")
    request.update({"game": game, "from": start_from, "limit_positions": limit_positions})
    return ask(answers.Solved, "solve", request, progress, threads)


def check(
    strategy: Path,
    *,
    game: str | None = None,
    board: str | None = None,
    limit_positions: int | None = None,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress = None,
) -> answers.Checked:
    """Checks a strategy file: is it optimal wherever its game can go?"""
    request = {
        "strategy": strategy,
        "game": game,
        "board": board,
        "limit_positions": limit_positions,
        "seed": seed,
    }
    return ask(answers.Checked, "check", request, progress, threads)


def quiz_forms(
    strategy: Path,
    *,
    out: Path,
    questions: int | None = None,
    game: str | None = None,
    seed: int = 1,
    progress: Progress = None,
) -> answers.Forms:
    """Writes forms that test whether people learn from the rules of a strategy.

    The command's ``quiz STRATEGY --out FOLDER``: positions to answer before and after
    the rules are shown, on two pages, each for half of the people.
    """
    request = {
        "strategy": strategy,
        "game": game,
        "questions": questions,
        "out": out,
        "seed": seed,
    }
    return ask(answers.Forms, "quiz_forms", request, progress)


def quiz_score(
    strategy: Path,
    *,
    tables: Sequence[Path],
    game: str | None = None,
    progress: Progress = None,
) -> answers.Scores:
    """Scores tables of answers to the forms, as the command's ``quiz --answers`` does."""
    request = {"strategy": strategy, "game": game, "answers": list(tables)}
    return ask(answers.Scores, "quiz_score", request, progress)


def induce(
    path: Path,
    *,
    method: str = "auto",
    timeout: float | None = None,
    out: Path | None = None,
    max_size: int | None = None,
    search: str | None = None,
    evaluation: str | None = None,
    length: int | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    noise: int | None = None,
    min_positives: int | None = None,
    min_accuracy: float | None = None,
    seeds: int | None = None,
    folds: int | None = None,
    limit_steps: int | None = None,
    max_clauses: int | None = None,
    seed: int = 1,
    threads: int | None = None,
    cluster: Any = None,
    state: Path | None = None,
    progress: Progress = None,
) -> answers.Induced:
    """Learns clauses from a problem in Aleph's, Popper's, Progol's or Metagol's files.

    ``method`` is ``auto``, ``failures``, ``modes`` or ``metarules``. With ``cluster``,
    the parts of a cross-validation (``folds``) are spread over Ray.
    """
    modes = {
        "search": search,
        "evaluation": evaluation,
        "length": length,
        "depth": depth,
        "nodes": nodes,
        "noise": noise,
        "min_positives": min_positives,
        "min_accuracy": min_accuracy,
        "seeds": seeds,
        "folds": folds,
    }
    request = {
        "path": path,
        "method": None if method == "auto" else method,
        "timeout": timeout,
        "out": out,
        "seed": seed,
        "modes": modes,
        "limit_steps": limit_steps,
        "max_clauses": max_clauses,
        "max_size": max_size,
    }
    if cluster is not None:
        from .cluster import induce_on

        return induce_on(cluster, request, state, progress)
    return ask(answers.Induced, "induce", request, progress, threads)


def features(
    game: str,
    *,
    board: str | None = None,
    cycles: int | None = None,
    learner: str | None = None,
    limit: float | None = None,
    cost: str | None = None,
    against: str | None = None,
    games: int | None = None,
    self_play: int | None = None,
    as_published: bool = False,
    out: Path | None = None,
    state: Path | None = None,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress = None,
) -> answers.Discovered:
    """Discovers features of a game and trains an evaluation on them."""
    request = {
        "game": game,
        "board": board,
        "cycles": cycles,
        "learner": learner,
        "limit": limit,
        "cost": cost,
        "against": against,
        "games": games,
        "self_play": self_play,
        "as_published": as_published,
        "out": out,
        "state": state,
        "seed": seed,
    }
    return ask(answers.Discovered, "features", request, progress, threads)


def query(
    files: Path | list[Path],
    goal: str,
    *,
    all: bool = False,
    limit_steps: int | None = None,
    limit_depth: int | None = None,
    limit_memory: int | None = None,
    progress: Progress = None,
) -> answers.Queried:
    """Asks a goal of the program in some files. ``limit_memory`` is in MiB.

    For programs in Python strings, and answers one at a time, see ``Program``.
    """
    limits = {
        "steps": limit_steps,
        "depth": limit_depth,
        "memory": None if limit_memory is None else limit_memory << 20,
    }
    request = {
        "files": files if isinstance(files, list) else [files],
        "goal": goal,
        "all": all,
        "limits": {key: value for key, value in limits.items() if value is not None},
    }
    return ask(answers.Queried, "query", request, progress)


def reproduce(
    name: str | None = None,
    *,
    all: bool = False,
    out: Path | None = None,
    quick: bool = False,
    seconds_per_move: float | None = None,
    seed: int = 1,
    threads: int | None = None,
    cluster: Any = None,
    state: Path | None = None,
    progress: Progress = None,
) -> answers.Reproduced:
    """Measures an experiment of a paper again, or all; without either, lists them.

    With ``cluster``, runs and games are spread over Ray, and the finished ones are kept in
    the file ``state``.

    >>> import stratalog
    >>> len(stratalog.reproduce().experiments) > 5
    True
    """
    request = {
        "name": name,
        "all": all,
        "out": out,
        "quick": quick,
        "seconds_per_move": seconds_per_move,
        "seed": seed,
    }
    if cluster is None:
        return ask(answers.Reproduced, "reproduce", request, progress, threads)
    from .cluster import pieces_on

    return pieces_on(answers.Reproduced, "reproduce", request, cluster, state, progress)


def new(name: str, *, folder: Path = "") -> answers.Written:
    """Writes ``NAME.pl``, a commented rulesheet to start from."""
    return ask(answers.Written, "new", {"name": name, "folder": folder})
