"""Games and positions made again from what pickle kept of them. A process makes each game
once."""

from __future__ import annotations

import functools

from ._native import Game, JointPosition

_GAMES = 64


@functools.lru_cache(_GAMES)
def named(name: str, board: str | None, first_move: str | None) -> Game:
    """A game of the catalogue."""
    return Game(name, board, first_move)


@functools.lru_cache(_GAMES)
def rulesheet(name: str, board: str | None) -> Game:
    """The rulesheet of the catalogue."""
    return Game.rulesheet(name, board)


@functools.lru_cache(_GAMES)
def from_text(text: str, name: str, syntax: str, board: str | None) -> Game:
    """A rulesheet's game from its text."""
    return Game.from_text(text, name, syntax, board)


def joint(game: Game, past: list[list[int]]) -> JointPosition:
    """A position from the joint moves that led to it."""
    position = JointPosition(game)
    for moves in past:
        position.play(moves)
    return position
