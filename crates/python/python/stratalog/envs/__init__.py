"""Environments for reinforcement learning: ``pip install stratalog[envs]``.

- ``gymnasium``: ``GameEnv`` is any single-player game, Minesweeper included;
  ``register()`` gives the catalogue's games ids such as ``stratalog/minesweeper-v0``.
  ``VectorGameEnv`` plays many games of a rulesheet at once.
- ``pettingzoo``: ``aec_env`` for games in turns, ``parallel_env`` for simultaneous
  moves; both take any rulesheet.

>>> from stratalog import envs
>>> env = envs.GameEnv("minesweeper", board="4x4/4")
>>> observation, info = env.reset(seed=1)
>>> observation.shape, int(info["action_mask"].sum())
((4, 4), 16)
"""

from __future__ import annotations

from .gym import GameEnv, register
from .vector import VectorGameEnv
from .zoo import aec_env, parallel_env

__all__ = ["GameEnv", "VectorGameEnv", "aec_env", "parallel_env", "register"]
