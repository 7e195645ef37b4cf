"""What environments and OpenSpiel's games share: how a game is named, how its moves are
numbered, and what is observed of it."""

from __future__ import annotations

import zlib
from typing import Any

import numpy
from numpy.typing import NDArray

from ._native import Game, JointPosition, Position
from .errors import Error

Bits = NDArray[numpy.int8]

_UNLISTED_MOVES = 4096
"""Actions of a game whose moves cannot be listed: it rarely has more legal moves."""
_UNLISTED_FACTS = 4096
"""Bits of an observation where the facts cannot be listed."""


def found(game: str | Game, board: str | None) -> Game:
    """A game by name, or by the path of its rulesheet. Games of the catalogue are made
    from their rulesheets: their facts are what is observed."""
    if isinstance(game, Game):
        return game
    if game == "minesweeper":
        return Game(game, board)
    return Game.rulesheet(game, board)


class Actions:
    """How the moves of a game are numbered: as in ``game.actions``. Where the rules are too
    large for all moves to be listed, an action is the place of a move among the legal ones,
    in the standard order of terms."""

    def __init__(self, game: Game) -> None:
        listed = game.actions
        self.is_listed = listed is not None
        self.count = len(listed) if listed is not None else _UNLISTED_MOVES
        """The number of different actions."""

    def numbers(self, legal: list[int]) -> list[int]:
        """The actions of these legal moves."""
        return legal if self.is_listed else list(range(min(len(legal), self.count)))

    def move(self, action: int, legal: list[int]) -> int:
        """The move of an action."""
        if self.is_listed:
            return action
        if not 0 <= action < len(legal):
            raise Error(f"action {action} is not legal; there are {len(legal)} legal moves")
        return legal[action]


class Observer:
    """What a role observes of positions, as arrays.

    Of Minesweeper, the numbers of the squares, -1 where covered. Of other games, a
    bit for each fact that may hold; where the rules are too large for all facts to be
    listed, one of many bits by a digest of the fact. Where the rules hide a part of the
    position, the role's last move and what it was told in the last step, a bit each.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.actions = Actions(game)
        self.percepts: dict[str, int] = {}
        self.is_listed = True
        self.range = (0, 1)
        """The least and the greatest number of an observation."""
        if game.grid is not None:
            self.range = (-1, 8)
            self.shape: tuple[int, ...] = game.grid
            return
        if game.is_hidden:
            percepts = game.possible_percepts
            if percepts is None:
                raise Error(
                    f"what {game.name} tells its roles cannot be listed: its rules are too large "
                    "to be grounded; step through it with stratalog.Game"
                )
            self.percepts = {text: n for n, text in enumerate(percepts)}
            size = self.actions.count + len(percepts)
        else:
            facts = game.possible_facts
            self.is_listed = facts is not None
            size = len(facts) if facts is not None else _UNLISTED_FACTS
        self.shape = (size,)

    def observe(self, position: Position | JointPosition, role: int) -> Bits:
        """What the role observes, in a new array."""
        seen = numpy.zeros(self.shape, numpy.int8)
        if self.game.grid is not None and isinstance(position, Position):
            position.observe_squares(seen)
        elif self.game.is_hidden:
            history = position.seen(role)
            if history:
                move, told = history[-1]
                seen[move] = 1
                for text in told:
                    seen[self.actions.count + self.percepts[text]] = 1
        elif self.is_listed:
            position.observe(seen)
        else:
            for fact in position.facts:
                seen[zlib.crc32(fact.encode()) % _UNLISTED_FACTS] = 1
        return seen

    def mask(self, legal: list[int]) -> Bits:
        """A 1 for each of these moves."""
        mask = numpy.zeros(self.actions.count, numpy.int8)
        mask[self.actions.numbers(legal)] = 1
        return mask


def outcome_reward(goals: list[int], role: int) -> float:
    """What the end is worth to a role: its goal minus the mean goal of the others,
    from -1 to 1; alone, its goal from 0 to 1."""
    others = [goal for number, goal in enumerate(goals) if number != role]
    mean = sum(others) / len(others) if others else 0
    return (goals[role] - mean) / 100


def drawn(position: Any) -> str:
    """The position as text."""
    return str(position.drawing) if isinstance(position, Position) else str(position.text)
