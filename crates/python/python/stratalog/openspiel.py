"""Rulesheets as OpenSpiel games: ``pip install stratalog[openspiel]``.

>>> import pyspiel
>>> from stratalog import openspiel
>>> name = openspiel.register("noughts-and-crosses")
>>> game = pyspiel.load_game(name)
>>> state = game.new_initial_state()
>>> state.apply_action(state.legal_actions()[0])
>>> state.current_player(), len(state.legal_actions())
(1, 8)

Roles that choose at the same time act one after the other, and what they choose stays
hidden until all have chosen: a game of imperfect information. A step in which nobody
has a choice is made at once. The role ``random`` is
chance, with equal probabilities. A game of two roles is zero-sum where random play
never ends otherwise.
"""

from __future__ import annotations

import pickle
import random
import re
from typing import Any

import numpy
import pyspiel

from ._native import Game, JointPosition
from .errors import Error
from .observing import Observer, found

_LONGEST = 10_000
_SAMPLED_GAMES = 50
_REGISTERED: dict[str, bytes] = {}
"""The games that were registered, as pickle keeps them."""


def register(game: str | Game, *, board: str | None = None, name: str | None = None) -> str:
    """Registers a game with OpenSpiel and gives its name there.

    ``game`` is a name of the catalogue, the path of a rulesheet, or a ``Game``.
    """
    rules = found(game, board)
    if rules.grid is not None:
        raise Error("Minesweeper has no rulesheet that OpenSpiel could play; use envs.GameEnv")
    words = f"stratalog_{rules.name}" if board is None else f"stratalog_{rules.name}_{board}"
    short = name or re.sub(r"\W+", "_", words)
    rules_text = pickle.dumps(rules)
    if short in pyspiel.registered_names():
        if _REGISTERED.get(short) == rules_text:
            return short
        raise Error(f"OpenSpiel has another game called {short}; choose a name with name=")
    _REGISTERED[short] = rules_text
    described = _Made(rules)
    kind = _kind(described, short)

    class RegisteredGame(RulesheetGame):
        made = described

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(kind, self.made.info(), params or {})

    pyspiel.register_game(kind, RegisteredGame)
    return short


def _is_zero_sum(rules: Game) -> bool:
    """Whether two roles share 100 at each end that random play reaches."""
    if len(rules.roles) != 2:
        return False
    chooser = random.Random(1)
    for seed in range(_SAMPLED_GAMES):
        position = rules.start(seed)
        for _ in range(_LONGEST):
            if position.is_over:
                break
            position.play(chooser.choice(position.legal_actions))
        if position.is_over and sum(position.goals.values()) != 100:
            return False
    return True


class _Made:
    """A rulesheet's game, and its sizes."""

    def __init__(self, rules: Game) -> None:
        self.rules = rules
        self.is_zero_sum = _is_zero_sum(rules)
        self.observer = Observer(rules)
        self.actions = self.observer.actions
        self.texts = rules.actions or []
        self.players = len(rules.roles)
        self.shape = list(self.observer.shape)

    def __deepcopy__(self, memo: dict[int, Any]) -> _Made:
        # OpenSpiel copies all that a state refers to; the rules never change.
        return self

    def info(self) -> Any:
        return pyspiel.GameInfo(
            num_distinct_actions=self.actions.count,
            max_chance_outcomes=self.actions.count if self.rules.has_chance else 0,
            num_players=self.players,
            min_utility=0.0 if self.players == 1 else -1.0,
            max_utility=1.0,
            utility_sum=0.0 if self.is_zero_sum else None,
            max_game_length=_LONGEST,
        )


def _kind(made: _Made, short: str) -> Any:
    """What OpenSpiel must know of a game."""
    rules = made.rules
    kind = pyspiel.GameType
    is_imperfect = rules.is_hidden or rules.is_simultaneous
    return kind(
        short_name=short,
        long_name=f"Stratalog {rules.name} {rules.board}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC
        if rules.has_chance
        else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.IMPERFECT_INFORMATION
        if is_imperfect
        else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if made.is_zero_sum else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=len(rules.roles),
        min_num_players=len(rules.roles),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )


class RulesheetGame(pyspiel.Game):  # type: ignore[misc]
    """A rulesheet as OpenSpiel sees it. What is known of it is kept by its class: OpenSpiel
    may hold a game without its Python object."""

    made: _Made

    def new_initial_state(self, state: str | None = None) -> RulesheetState:
        """The state at the start."""
        return RulesheetState(self, self.made)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """An observer for Python."""
        return _Observer(self.made, iig_obs_type)


class RulesheetState(pyspiel.State):  # type: ignore[misc]
    """A position, with what roles have chosen in the current step."""

    def __init__(self, game: RulesheetGame, made: _Made) -> None:
        super().__init__(game)
        self.made = made
        self.position = JointPosition(made.rules)
        self.histories: list[list[str]] = [[] for _ in range(made.players)]
        self.steps = 0
        self._begin_step()

    def _begin_step(self) -> None:
        """Finds who decides; moves that are forced for all are made."""
        while True:
            self.chosen: dict[int, int] = {}
            if self.position.is_over or self.steps >= _LONGEST:
                self.waiting: list[int] = []
                return
            roles = range(self.made.players + int(self.made.rules.has_chance))
            self.legal = [self.position.legal(role) for role in roles]
            self.waiting = [role for role, moves in enumerate(self.legal) if len(moves) > 1]
            if self.waiting:
                return
            self._advance()

    def _advance(self) -> None:
        joint = [self.chosen.get(role, moves[0]) for role, moves in enumerate(self.legal)]
        self.position.play(joint)
        self.steps += 1

    def current_player(self) -> int:
        """Who decides: a player, chance, or nobody at the end."""
        if not self.waiting:
            return int(pyspiel.PlayerId.TERMINAL)
        first = self.waiting[0]
        return int(pyspiel.PlayerId.CHANCE) if first == self.made.players else first

    def _legal_actions(self, player: int) -> list[int]:
        if not self.waiting:
            return []
        role = self.made.players if player < 0 else player
        return sorted(self.made.actions.numbers(self.legal[role])) if role in self.waiting else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The moves of chance, equally likely."""
        moves = sorted(self.made.actions.numbers(self.legal[self.made.players]))
        return [(move, 1 / len(moves)) for move in moves]

    def _apply_action(self, action: int) -> None:
        role = self.waiting.pop(0)
        move = self.made.actions.move(action, self.legal[role])
        self.chosen[role] = move
        if role < self.made.players:
            self.histories[role].append(self._text(move))
        if not self.waiting:
            self._advance()
            self._begin_step()

    def _action_to_string(self, player: int, action: int) -> str:
        if self.made.actions.is_listed:
            return self.made.texts[action]
        role = self.made.players if player < 0 else player
        legal = self.legal[role] if role < len(self.legal) else []
        return self._text(legal[action]) if action < len(legal) else f"move {action}"

    def _text(self, move: int) -> str:
        return self.made.texts[move] if self.made.actions.is_listed else self.position.move_text(move)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return not self.waiting

    def returns(self) -> list[float]:
        """What the end is worth: goals scaled to -1 to 1; alone, to 0 to 1."""
        goals = self.position.goals
        if not goals:
            return [0.0] * self.made.players
        if self.made.players == 1:
            return [goals[0] / 100]
        return [goal / 50 - 1 for goal in goals]

    def information_state_string(self, player: int | None = None) -> str:
        """All that a player knows: what it did and what it saw."""
        role = self.current_player() if player is None else player
        name = self.made.rules.roles[max(role, 0)]
        own = " ".join(self.histories[max(role, 0)])
        seen = self._told(role) if self.made.rules.is_hidden else self.position.text
        return f"{name}: {own}\n{seen}"

    def observation_string(self, player: int | None = None) -> str:
        """What a player sees now."""
        role = self.current_player() if player is None else player
        return self._told(role) if self.made.rules.is_hidden else self.position.text

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """The same as bits."""
        role = self.current_player() if player is None else player
        bits = self.made.observer.observe(self.position, max(role, 0))
        return [float(bit) for bit in bits]

    def _told(self, role: int) -> str:
        seen = self.position.seen(max(role, 0))
        return "\n".join(f"{self.made.texts[move]}: {' '.join(told)}" for move, told in seen)

    def __str__(self) -> str:
        pending = "".join(f"\n{role} chose" for role in sorted(self.chosen))
        return self.position.text + pending


class _Observer:
    """What OpenSpiel asks for observations, and for information states where all that was
    seen must be remembered."""

    def __init__(self, made: _Made, kind: Any) -> None:
        self.remembers = kind is not None and kind.perfect_recall
        self.tensor = numpy.zeros(made.shape, numpy.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: RulesheetState, player: int) -> None:
        self.tensor[:] = state.observation_tensor(player)

    def string_from(self, state: RulesheetState, player: int) -> str:
        if self.remembers:
            return state.information_state_string(player)
        return state.observation_string(player)
