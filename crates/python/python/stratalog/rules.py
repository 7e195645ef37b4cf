"""The library's calls about rulesheets: ``stratalog.rules.check("game.pl")``.

A rulesheet is a ``.pl`` or ``.kif`` file, or a name such as ``othello``.
"""

from __future__ import annotations

import os

from . import answers
from .progress import Progress
from .verbs import Path, ask

__all__ = ["check", "perft", "playouts", "report"]


def check(
    file: Path, *, board: str | None = None, progress: Progress = None
) -> answers.RulesChecked:
    """Says what is wrong with a rulesheet, and where.

    >>> import stratalog
    >>> stratalog.rules.check("nim").ok
    True
    """
    request = {"file": os.fspath(file), "board": board}
    return ask(answers.RulesChecked, "rules_check", request, progress)


def perft(
    file: Path, depth: int, *, board: str | None = None, progress: Progress = None
) -> answers.MoveCounts:
    """Counts the sequences of joint moves by length.

    >>> import stratalog
    >>> stratalog.rules.perft("noughts-and-crosses", 3).counts
    [9, 72, 504]
    """
    request = {"file": os.fspath(file), "board": board, "depth": depth}
    return ask(answers.MoveCounts, "rules_perft", request, progress)


def playouts(
    file: Path,
    *,
    seconds: float = 5.0,
    board: str | None = None,
    one_at_a_time: bool = False,
    seed: int = 1,
    progress: Progress = None,
) -> answers.Playouts:
    """Plays random games for some seconds and counts them."""
    request = {
        "file": os.fspath(file),
        "board": board,
        "seconds": seconds,
        "one_at_a_time": one_at_a_time,
        "seed": seed,
    }
    return ask(answers.Playouts, "rules_playouts", request, progress)


def report(
    file: Path,
    out: Path,
    *,
    board: str | None = None,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress = None,
) -> answers.Report:
    """Writes a page about a rulesheet: drawings, lengths, balance, what is wrong."""
    request = {"file": os.fspath(file), "board": board, "out": out, "seed": seed}
    return ask(answers.Report, "rules_report", request, progress, threads)
