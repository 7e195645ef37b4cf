"""Train an agent of a public library on a rulesheet: OpenSpiel's tabular Q-learner learns
noughts and crosses in self-play.

    python q_learning.py [--quick]
"""

from __future__ import annotations

import sys

import numpy
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import tabular_qlearner
from stratalog import View, openspiel, play


def train(episodes: int, seed: int) -> list[tabular_qlearner.QLearner]:
    """Two agents that have learned by playing against each other."""
    numpy.random.seed(seed)
    environment = rl_environment.Environment(openspiel.register("noughts-and-crosses"))
    actions = environment.action_spec()["num_actions"]
    agents = [
        tabular_qlearner.QLearner(player_id=role, num_actions=actions, step_size=0.3)
        for role in range(environment.num_players)
    ]
    for _ in range(episodes):
        step = environment.reset()
        while not step.last():
            agent = agents[step.observations["current_player"]]
            step = environment.step([agent.step(step).action])
        for agent in agents:
            agent.step(step)
    return agents


class Learned:
    """The agents as one player of Stratalog's matches: it takes either role."""

    __name__ = "q-learner"

    def __init__(self, agents: list[tabular_qlearner.QLearner]) -> None:
        self.environment = rl_environment.Environment(openspiel.register("noughts-and-crosses"))
        self.agents = agents

    def __call__(self, view: View) -> str:
        if len(view.legal_moves) == 1:
            # OpenSpiel's game makes forced moves by itself.
            return view.legal_moves[0]
        position = view.position()
        step = self.environment.reset()
        # The environment has the moves of the rulesheet, `mark(Row, Column)`.
        texts = [f"mark({mv})" for mv in moves_to(position.facts)]
        state = self.environment.get_state
        for text in texts:
            step = self.environment.step([state.string_to_action(text)])
            state = self.environment.get_state
        role = step.observations["current_player"]
        action = self.agents[role].step(step, is_evaluation=True).action
        return str(state.action_to_string(role, action)).removeprefix("mark(").removesuffix(")")


def moves_to(facts: list[str]) -> list[str]:
    """Moves that lead to a position, the roles in turn."""
    marks: dict[str, list[str]] = {"x": [], "o": []}
    for fact in facts:
        if fact.startswith("cell("):
            row, column, content = fact.removeprefix("cell(").removesuffix(")").split(",")
            if content in marks:
                marks[content].append(f"{row},{column}")
    pairs = zip(marks["x"], [*marks["o"], ""])
    return [mv for pair in pairs for mv in pair if mv]


def main() -> None:
    """Trains and plays against a random player."""
    episodes = 3_000 if "--quick" in sys.argv else 60_000
    player = Learned(train(episodes, seed=1))
    answer = play("noughts-and-crosses", player=player, against="random", games=100, seed=2)
    low, high = answer.ci95
    print(f"after {episodes} games of self-play, against random play:")
    print(f"{answer.wins} won, {answer.draws} drawn, {answer.losses} lost of {answer.games}")
    print(f"win rate {answer.win_rate:.2f} (95% interval {low:.2f} to {high:.2f})")


if __name__ == "__main__":
    main()
