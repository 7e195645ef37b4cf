"""Games as PettingZoo environments: in turns, and with simultaneous moves."""

from __future__ import annotations

import functools
from typing import Any

import numpy
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv

from .._native import Game, JointPosition, Position
from ..errors import Error
from ..observing import Observer, drawn, found, outcome_reward

Observation = dict[str, Any]
"""``observation``, and ``action_mask`` with a 1 for each legal move."""


def aec_env(
    game: str | Game,
    *,
    board: str | None = None,
    max_steps: int = 10_000,
    render_mode: str | None = None,
) -> AECGameEnv:
    """A game in turns: agents act when they have something to decide.

    Where several roles choose at the same time, they act one after the other and none
    sees what the others chose. The reward comes at the end: an agent's goal minus the
    mean goal of the others, from -1 to 1; alone, its goal from 0 to 1.

    >>> env = aec_env("nim")
    >>> env.reset(seed=1)
    >>> env.agent_selection, int(env.observe("first")["action_mask"].sum())
    ('first', 12)
    """
    return AECGameEnv(found(game, board), max_steps, render_mode)


def parallel_env(
    game: str | Game,
    *,
    board: str | None = None,
    max_steps: int = 10_000,
    render_mode: str | None = None,
) -> ParallelGameEnv:
    """A rulesheet's game in which every agent acts in every step.

    An agent that has nothing to decide has one legal move, which stands for waiting.

    >>> env = parallel_env("nim")
    >>> observations, infos = env.reset(seed=1)
    >>> [int(one["action_mask"].sum()) for one in observations.values()]
    [12, 1]
    """
    return ParallelGameEnv(found(game, board), max_steps, render_mode)


class _Spaces:
    """The spaces of the agents, which are the roles."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.observer = Observer(game)
        self.possible_agents = list(game.roles)

    @functools.cached_property
    def observation(self) -> spaces.Dict:
        mask = spaces.Box(0, 1, (self.observer.actions.count,), numpy.int8)
        seen = spaces.Box(*self.observer.range, self.observer.shape, numpy.int8)
        return spaces.Dict({"observation": seen, "action_mask": mask})

    @functools.cached_property
    def action(self) -> spaces.Discrete:
        return spaces.Discrete(self.observer.actions.count)


class AECGameEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]
    """A game in turns; see ``aec_env``."""

    def __init__(self, game: Game, max_steps: int, render_mode: str | None) -> None:
        super().__init__()
        self.metadata = {
            "name": f"stratalog_{game.name}_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.max_steps = max_steps
        self.game = game
        self._spaces = _Spaces(game)
        self.possible_agents = self._spaces.possible_agents
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._spaces.observation)
        # Each agent samples its own actions.
        self.action_spaces = {
            agent: spaces.Discrete(self._spaces.observer.actions.count) for agent in self.possible_agents
        }
        self._random = seeding.np_random(None)[0]
        self._position: Position = game.start()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """How an agent acts."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a new game."""
        if seed is not None:
            self._random = seeding.np_random(seed)[0]
        self._position = self.game.start(int(self._random.integers(2**63)))
        self._steps = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._position.turn or self.agents[0]

    def observe(self, agent: str) -> Observation:
        """What an agent observes; its mask is empty unless it is to act."""
        role = self.possible_agents.index(agent)
        legal = self._position.legal_actions if self._position.turn == agent else []
        observer = self._spaces.observer
        return {
            "observation": observer.observe(self._position, role),
            "action_mask": observer.mask(legal),
        }

    def step(self, action: int | None) -> None:
        """Makes the selected agent's move."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise Error(f"{agent} is to act and has no action")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        actions = self._spaces.observer.actions
        self._position.play(actions.move(int(action), self._position.legal_actions))
        self._steps += 1
        if self._position.is_over:
            goals = list(self._position.goals.values())
            for role, name in enumerate(self.possible_agents):
                self.rewards[name] = outcome_reward(goals, role)
                self.terminations[name] = True
        elif self._steps >= self.max_steps:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self._position.turn or agent
        self._accumulate_rewards()
        if self._position.is_over or self._steps >= self.max_steps:
            self.agent_selection = self.agents[0]

    def render(self) -> str | None:
        """The board as text."""
        return drawn(self._position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to close."""

    @property
    def position(self) -> Position:
        """The position, for players of the catalogue to be asked."""
        return self._position


class _Alone:
    """A position of Minesweeper with the joint moves of its only role."""

    def __init__(self, position: Position) -> None:
        self.position = position

    @property
    def is_over(self) -> bool:
        return self.position.is_over

    @property
    def goals(self) -> list[int]:
        return list(self.position.goals.values())

    @property
    def text(self) -> str:
        return str(self.position.drawing)

    def legal(self, role: int) -> list[int]:
        return self.position.legal_actions if role == 0 else []

    def play(self, joint: list[int]) -> None:
        self.position.play(joint[0])


class ParallelGameEnv(ParallelEnv[str, Observation, int]):  # type: ignore[misc]
    """A game of joint moves; see ``parallel_env``."""

    def __init__(self, game: Game, max_steps: int, render_mode: str | None) -> None:
        self.metadata = {"name": f"stratalog_{game.name}_v0", "render_modes": ["ansi"]}
        self.render_mode = render_mode
        self.max_steps = max_steps
        self.game = game
        self._spaces = _Spaces(game)
        self.possible_agents = self._spaces.possible_agents
        self.agents: list[str] = []
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._spaces.observation)
        self.action_spaces = {
            agent: spaces.Discrete(self._spaces.observer.actions.count) for agent in self.possible_agents
        }
        self._random = seeding.np_random(None)[0]
        self._position = self._start()

    def _start(self) -> JointPosition | _Alone:
        if self.game.grid is None:
            return JointPosition(self.game)
        return _Alone(self.game.start(int(self._random.integers(2**63))))

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """How an agent acts."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Starts a new game."""
        if seed is not None:
            self._random = seeding.np_random(seed)[0]
        self._position = self._start()
        self._steps = 0
        self.agents = list(self.possible_agents)
        return self._seen(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Makes a joint move."""
        numbering = self._spaces.observer.actions
        joint = [
            numbering.move(int(actions[agent]), self._position.legal(role))
            for role, agent in enumerate(self.possible_agents)
        ]
        chance = self._position.legal(len(joint))
        if chance:
            joint.append(chance[int(self._random.integers(len(chance)))])
        self._position.play(joint)
        self._steps += 1
        is_over = self._position.is_over
        is_cut_off = not is_over and self._steps >= self.max_steps
        goals = self._position.goals if is_over else [0] * len(self.possible_agents)
        agents = self.agents
        observations = self._seen()
        rewards = {
            agent: outcome_reward(goals, role) if is_over else 0.0
            for role, agent in enumerate(self.possible_agents)
        }
        if is_over or is_cut_off:
            self.agents = []
        return (
            observations,
            rewards,
            dict.fromkeys(agents, is_over),
            dict.fromkeys(agents, is_cut_off),
            {agent: {} for agent in agents},
        )

    def render(self) -> str | None:
        """The facts of the position as text."""
        return drawn(self._position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to close."""

    def _seen(self) -> dict[str, Observation]:
        observer = self._spaces.observer
        shown = self._position.position if isinstance(self._position, _Alone) else self._position
        return {
            agent: {
                "observation": observer.observe(shown, role),
                "action_mask": observer.mask(self._position.legal(role)),
            }
            for role, agent in enumerate(self.possible_agents)
        }
