"""Stratalog: games as logic programs. Play them, learn strategies that people can
read, and ask why a move was made.

>>> import stratalog
>>> stratalog.solve("noughts-and-crosses").value
'draw'

Each verb of the command is a function with the same name and options, and its
answer is an object whose attributes are the keys of the command's JSON. Games are
stepped through with ``Game``, programs are asked with ``Program``, clauses are
learned with ``ClauseLearner``. ``stratalog.envs`` has environments for Gymnasium and
PettingZoo, ``stratalog.openspiel`` has games for OpenSpiel, ``stratalog.cluster``
spreads work over Ray.
"""

from __future__ import annotations

from . import rules
from ._native import Game, Position, View, __version__
from .errors import Diagnostic, Error, LimitReached
from .induction import ClauseLearner
from .logic import Limits, Program, Term
from .players import Evaluation
from .records import Answer, Drawing, Record
from .verbs import (
    analyse,
    check,
    explain,
    features,
    games,
    induce,
    learn,
    new,
    play,
    query,
    quiz_forms,
    quiz_score,
    reproduce,
    solve,
)

__all__ = [
    "Answer",
    "ClauseLearner",
    "Diagnostic",
    "Drawing",
    "Error",
    "Evaluation",
    "Game",
    "LimitReached",
    "Limits",
    "Position",
    "Program",
    "Record",
    "Term",
    "View",
    "__version__",
    "analyse",
    "check",
    "explain",
    "features",
    "games",
    "induce",
    "learn",
    "new",
    "play",
    "query",
    "quiz_forms",
    "quiz_score",
    "reproduce",
    "rules",
    "solve",
]
