"""What the environments share: how a game is named, what is observed of it."""

from __future__ import annotations

from typing import Any

import numpy
from gymnasium import spaces
from numpy.typing import NDArray

from .._native import Game, JointPosition, Position
from ..errors import Error

Bits = NDArray[numpy.int8]


def found(game: str | Game, board: str | None) -> Game:
    """A game by name, or by the path of its rulesheet. Games of the catalogue are made
    from their rulesheets: their facts are what is observed."""
    if isinstance(game, Game):
        return game
    if game == "minesweeper":
        return Game(game, board)
    return Game.rulesheet(game, board)


def action_count(game: Game) -> int:
    """The number of different moves."""
    actions = game.actions
    if actions is None:
        raise Error(
            f"the moves of {game.name} cannot be listed: its rules are too large to be grounded"
        )
    return len(actions)


class Observer:
    """What a role observes of positions, as arrays.

    Of Minesweeper, the numbers of the squares, -1 where covered. Of other games, a
    bit for each fact that may hold. Where the rules hide a part of the position, the
    role's last move and what it was told in the last step, a bit each.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.actions = action_count(game)
        self.percepts: dict[str, int] = {}
        if game.grid is not None:
            self.space: spaces.Box = spaces.Box(-1, 8, game.grid, numpy.int8)
        elif game.is_hidden:
            self.percepts = {text: n for n, text in enumerate(game.possible_percepts or [])}
            self.space = spaces.Box(0, 1, (self.actions + len(self.percepts),), numpy.int8)
        else:
            facts = len(game.possible_facts or [])
            self.space = spaces.Box(0, 1, (facts,), numpy.int8)

    def observe(self, position: Position | JointPosition, role: int) -> Bits:
        """What the role observes, in a new array."""
        seen = numpy.zeros(self.space.shape, numpy.int8)
        if self.game.grid is not None and isinstance(position, Position):
            position.observe_squares(seen)
        elif self.game.is_hidden:
            history = position.seen(role)
            if history:
                move, told = history[-1]
                seen[move] = 1
                for text in told:
                    seen[self.actions + self.percepts[text]] = 1
        else:
            position.observe(seen)
        return seen

    def mask(self, legal: list[int]) -> Bits:
        """A 1 for each of these moves."""
        mask = numpy.zeros(self.actions, numpy.int8)
        mask[legal] = 1
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
