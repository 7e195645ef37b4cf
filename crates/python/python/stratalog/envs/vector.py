"""Many games of a rulesheet at once, as a Gymnasium vector environment."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from .._native import Batch, Game
from ..errors import Error
from ..observing import found


class VectorGameEnv(VectorEnv[Any, Any, Any]):
    """``num_envs`` games of one rulesheet, all stepped by one call.

    Without ``role``, the caller moves for whichever role is to move in each game
    (``info["turn"]``), and the reward is that of the role that moved. With ``role``,
    the caller plays that role and all others move at random. The reward comes at the
    end: the role's goal minus the mean goal of the others, from -1 to 1; alone, from
    0 to 1. ``info["action_mask"]`` has a 1 for each legal move.

    The arrays that ``step`` returns are views of memory that the next step writes
    again: copy what must last. A game that is over restarts with the next step,
    whatever its action. What pickle keeps is the game and the sizes, not the positions.

    >>> import numpy
    >>> env = VectorGameEnv("noughts-and-crosses", num_envs=512)
    >>> observations, info = env.reset(seed=1)
    >>> observations.shape, info["action_mask"].sum(axis=1)[0]
    ((512, 29), np.int64(9))
    >>> actions = info["action_mask"].argmax(axis=1)
    >>> observations, rewards, terminated, truncated, info = env.step(actions)
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 512,
        *,
        board: str | None = None,
        role: str | None = None,
        max_steps: int = 20_000,
    ) -> None:
        self.game = found(game, board)
        roles = self.game.roles
        if role is not None and role not in roles:
            raise Error(f"{self.game.name} has no role {role}; its roles are {', '.join(roles)}")
        actions = self.game.actions
        if actions is None:
            raise Error(
                f"{self.game.name} is too large to be played many at once: its rules cannot be "
                "grounded; use aec_env, parallel_env or GameEnv"
            )
        self.num_envs = num_envs
        self._role = role
        self._max_steps = max_steps
        self._batch = Batch(
            self.game, num_envs, None if role is None else roles.index(role), max_steps
        )
        facts, moves, players = self._batch.sizes
        self._arrays = SimpleNamespace(
            facts=numpy.zeros((num_envs, facts), numpy.int8),
            legal=numpy.zeros((num_envs, moves), numpy.int8),
            turns=numpy.zeros(num_envs, numpy.int8),
            rewards=numpy.zeros(num_envs, numpy.float32),
            goals=numpy.zeros((num_envs, players), numpy.uint8),
            terminated=numpy.zeros(num_envs, numpy.bool_),
            truncated=numpy.zeros(num_envs, numpy.bool_),
            games=num_envs,
        )
        self.single_observation_space = spaces.Box(0, 1, (facts,), numpy.int8)
        self.single_action_space = spaces.Discrete(len(actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[numpy.int8], dict[str, Any]]:
        """Restarts all games; one seed decides what all of them do at random."""
        first = seed[0] if isinstance(seed, list) else seed
        super().reset(seed=first)
        self._batch.reset(int(self.np_random.integers(2**63)), self._arrays)
        return self._arrays.facts, self._info()

    def step(
        self, actions: NDArray[numpy.int64]
    ) -> tuple[
        NDArray[numpy.int8],
        NDArray[numpy.float32],
        NDArray[numpy.bool_],
        NDArray[numpy.bool_],
        dict[str, Any],
    ]:
        """Makes a move in each game."""
        arrays = self._arrays
        self._batch.step(numpy.ascontiguousarray(actions, numpy.int64), arrays)
        return arrays.facts, arrays.rewards, arrays.terminated, arrays.truncated, self._info()

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.game, self.num_envs, self._role, self._max_steps)

    def _info(self) -> dict[str, Any]:
        arrays = self._arrays
        return {"action_mask": arrays.legal, "turn": arrays.turns, "goals": arrays.goals}


def _again(game: Game, num_envs: int, role: str | None, max_steps: int) -> VectorGameEnv:
    return VectorGameEnv(game, num_envs, role=role, max_steps=max_steps)
