"""Players made from Python functions."""

from __future__ import annotations

from collections.abc import Callable

from ._native import Position, View
from .errors import Error

Evaluate = Callable[[Position, str], float]
"""How good a position is for a role: the higher, the better."""


class Evaluation:
    """A player that looks some moves ahead and prefers what a function values most.

    The function is called with a position and the name of the role that asks; the
    end of a game is worth more than any value it gives. Moves of equal value are
    taken in their order.

    >>> import stratalog
    >>> def pieces(position, role):
    ...     return sum(f.endswith(f",{role})") for f in position.facts)
    >>> player = stratalog.Evaluation(pieces, depth=1)
    >>> stratalog.play("othello", board="4x4", player=player, games=4).games
    4
    """

    def __init__(self, evaluate: Evaluate, depth: int = 1) -> None:
        if depth < 1:
            raise Error("an evaluation looks at least one move ahead; give a depth of 1 or more")
        self.evaluate = evaluate
        self.depth = depth
        self.__name__ = getattr(evaluate, "__name__", "evaluation")

    def __call__(self, position: Position | View) -> str:
        """The move with the best value."""
        here = position.position() if isinstance(position, View) else position.copy()
        role = here.turn
        if role is None:
            raise Error("the game is over in this position")
        best, best_value = "", float("-inf")
        for move in here.legal_moves:
            here.play(move)
            value = self._value(here, role, self.depth - 1, best_value, float("inf"))
            here.undo()
            if value > best_value or not best:
                best, best_value = move, value
        return best

    def _value(self, here: Position, role: str, depth: int, low: float, high: float) -> float:
        """The value for the role within a window, by alpha-beta search."""
        if here.is_over:
            goals = here.goals
            others = [goal for name, goal in goals.items() if name != role]
            margin = goals[role] - (max(others) if others else 50)
            return margin * 1e9
        if depth == 0:
            return self.evaluate(here, role)
        is_own = here.turn == role
        value = float("-inf") if is_own else float("inf")
        for move in here.legal_moves:
            here.play(move)
            next_value = self._value(here, role, depth - 1, low, high)
            here.undo()
            if is_own:
                value = max(value, next_value)
                low = max(low, value)
            else:
                value = min(value, next_value)
                high = min(high, value)
            if low >= high:
                break
        return value
