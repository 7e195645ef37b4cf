"""Single-player games as Gymnasium environments."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy
from gymnasium import spaces

from .._native import Game, Position
from ..errors import Error
from ..observing import Bits, Observer, found, outcome_reward


class GameEnv(gymnasium.Env[Bits, int]):
    """A game of one role. ``info["action_mask"]`` has a 1 for each legal move.

    The reward comes at the end: the goal, from 0 to 1. An illegal action ends
    nothing: it is refused with an error, or with ``illegal="penalise"`` it costs 1
    and leaves the position as it is.

    >>> env = GameEnv("minesweeper", board="4x4/2")
    >>> observation, info = env.reset(seed=7)
    >>> observation, reward, terminated, truncated, info = env.step(5)
    >>> bool((observation >= 0).any())
    True
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(
        self,
        game: str | Game,
        *,
        board: str | None = None,
        max_steps: int = 10_000,
        illegal: str = "refuse",
        render_mode: str | None = None,
    ) -> None:
        self.game = found(game, board)
        if len(self.game.roles) != 1:
            raise Error(
                f"{self.game.name} has {len(self.game.roles)} roles; play it with "
                "VectorGameEnv, aec_env or parallel_env"
            )
        if illegal not in ("refuse", "penalise"):
            raise Error(f"illegal is {illegal!r}; write refuse or penalise")
        self.max_steps = max_steps
        self.illegal = illegal
        self.render_mode = render_mode
        self._observer = Observer(self.game)
        self.observation_space: Any = spaces.Box(*self._observer.range, self._observer.shape, numpy.int8)
        self.action_space: Any = spaces.Discrete(self._observer.actions.count)
        self._position: Position = self.game.start()
        self._steps = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Bits, dict[str, Any]]:
        """Starts a new game."""
        super().reset(seed=seed)
        self._position = self.game.start(int(self.np_random.integers(2**63)))
        self._steps = 0
        return self._seen(), self._info()

    def step(self, action: int) -> tuple[Bits, float, bool, bool, dict[str, Any]]:
        """Makes a move, by its number."""
        position = self._position
        self._steps += 1
        reward = 0.0
        legal, actions = position.legal_actions, self._observer.actions
        if self.illegal == "penalise" and int(action) not in actions.numbers(legal):
            reward = -1.0
        else:
            position.play(actions.move(int(action), legal))
        terminated = position.is_over
        if terminated:
            reward = outcome_reward(list(position.goals.values()), 0)
        truncated = not terminated and self._steps >= self.max_steps
        return self._seen(), reward, terminated, truncated, self._info()

    def action_masks(self) -> Any:
        """The legal moves as booleans, as maskable learners ask for them."""
        return self._observer.mask(self._position.legal_actions).astype(bool)

    def render(self) -> str | None:
        """The board as text."""
        return str(self._position.drawing) if self.render_mode == "ansi" else None

    @property
    def position(self) -> Position:
        """The position, for players of the catalogue to be asked."""
        return self._position

    def _seen(self) -> Bits:
        return self._observer.observe(self._position, 0)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._observer.mask(self._position.legal_actions)}


def register() -> list[str]:
    """Registers Minesweeper's boards and every single-player game of the catalogue with
    Gymnasium, and gives the ids.

    >>> import gymnasium
    >>> "stratalog/minesweeper-beginner-v0" in register()
    True
    >>> env = gymnasium.make("stratalog/minesweeper-beginner-v0")
    """
    from ..verbs import games

    wanted: dict[str, dict[str, Any]] = {}
    for game in games().games:
        if game.name == "minesweeper":
            for board in ("beginner", "intermediate", "expert"):
                wanted[f"minesweeper-{board}"] = {"game": game.name, "board": board}
        elif len(Game(game.name).roles) == 1:
            wanted[game.name] = {"game": game.name}
    ids = []
    for name, arguments in wanted.items():
        identity = f"stratalog/{name}-v0"
        if identity not in gymnasium.registry:
            gymnasium.register(identity, entry_point="stratalog.envs:GameEnv", kwargs=arguments)
        ids.append(identity)
    return ids


