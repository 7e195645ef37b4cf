"""Rulesheets in OpenSpiel: its own test, its searches and its solvers."""

from __future__ import annotations

import numpy
import pyspiel
import pytest
import stratalog
from open_spiel.python.algorithms import cfr, exploitability, mcts, minimax
from stratalog import openspiel
from test_envs import COIN, COUNTER, GUESS, PENNIES, unlisted

RULESHEETS = [game.name for game in stratalog.games().games if game.name != "minesweeper"]


@pytest.mark.parametrize("name", RULESHEETS)
def test_random_games_of_the_catalogue_pass(name: str) -> None:
    game = pyspiel.load_game(openspiel.register(name))
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("text", [COIN, COUNTER, GUESS, PENNIES])
def test_random_games_of_ones_own_pass(text: str) -> None:
    name = f"own_{abs(hash(text))}"
    game = pyspiel.load_game(openspiel.register(stratalog.Game.from_text(text), name=name))
    pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)


@pytest.mark.parametrize(
    "name, board", [("noughts-and-crosses", None), ("hexapawn", "3x3"), ("nim", "1,2,3")]
)
def test_minimax_agrees_with_solve(name: str, board: str | None) -> None:
    game = pyspiel.load_game(openspiel.register(name, board=board))
    value, _ = minimax.alpha_beta_search(game)
    expected = {"win": 1.0, "draw": 0.0, "loss": -1.0}
    assert value == expected[stratalog.solve(name, board=board).value]


def test_its_tree_search_wins_against_random_play() -> None:
    game = pyspiel.load_game(openspiel.register("noughts-and-crosses"))
    random = numpy.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bot = mcts.MCTSBot(game, 1.4, 60, evaluator, random_state=random)
    returns = 0.0
    for _ in range(6):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.current_player() == 0:
                state.apply_action(bot.step(state))
            else:
                state.apply_action(random.choice(state.legal_actions()))
        returns += state.returns()[0]
    assert returns >= 3


def test_regret_minimisation_finds_the_equilibrium_of_matching_pennies() -> None:
    rules = stratalog.Game.from_text(PENNIES)
    game = pyspiel.load_game(openspiel.register(rules, name="pennies_cfr"))
    solver = cfr.CFRSolver(game)
    for _ in range(50):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert exploitability.exploitability(game, policy) < 0.05
    state = game.new_initial_state()
    chances = policy.action_probabilities(state)
    assert all(abs(chance - 0.5) < 0.1 for chance in chances.values())


def test_what_a_player_does_not_know_is_in_no_string() -> None:
    rules = stratalog.Game.from_text(PENNIES)
    game = pyspiel.load_game(openspiel.register(rules, name="pennies_hidden"))
    seen = set()
    for action in game.new_initial_state().legal_actions():
        state = game.new_initial_state()
        state.apply_action(action)
        seen.add(state.information_state_string(1))
    assert len(seen) == 1
    guess = pyspiel.load_game(
        openspiel.register(stratalog.Game.from_text(GUESS), name="guess_hidden")
    )
    states = [guess.new_initial_state() for _ in range(2)]
    for state, (outcome, chance) in zip(states, states[0].chance_outcomes()):
        assert chance == 0.5
        state.apply_action(outcome)
    assert len({state.information_state_string(0) for state in states}) == 1


def test_a_game_that_is_not_zero_sum_is_not_called_so() -> None:
    both = PENNIES.replace("goal(odd, 0) :- same.", "goal(odd, 100) :- same.")
    rules = stratalog.Game.from_text(both)
    game = pyspiel.load_game(openspiel.register(rules, name="both_win"))
    assert game.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    state = game.new_initial_state()
    state.apply_action(0)
    state.apply_action(0)
    assert state.returns() == [1.0, 1.0]


def test_ends_at_which_nobody_scores_are_not_zero_sum() -> None:
    nobody = PENNIES.replace("goal(even, 100) :- same.", "goal(even, 0) :- same.")
    rules = stratalog.Game.from_text(nobody)
    game = pyspiel.load_game(openspiel.register(rules, name="nobody_wins"))
    assert game.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    pyspiel.random_sim_test(game, num_sims=5, serialize=False, verbose=False)


def test_two_games_of_one_name_are_not_confused() -> None:
    rules = [stratalog.Game.from_text(text) for text in (PENNIES, COUNTER)]
    name = openspiel.register(rules[0], name="one_name")
    assert openspiel.register(rules[0], name="one_name") == name
    with pytest.raises(stratalog.Error, match="another game"):
        openspiel.register(rules[1], name="one_name")
    with pytest.raises(stratalog.Error, match="another game"):
        openspiel.register("nim", name="tic_tac_toe")


def test_a_game_whose_moves_cannot_be_listed_is_played() -> None:
    game = pyspiel.load_game(openspiel.register(unlisted(), name="unlisted"))
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
    state = game.new_initial_state()
    texts = [state.action_to_string(0, action) for action in state.legal_actions()]
    assert len(set(texts)) == len(texts) > 1
    state.apply_action(state.legal_actions()[-1])
    assert texts[-1] in state.information_state_string(0)


def test_minesweeper_is_refused() -> None:
    with pytest.raises(stratalog.Error, match="GameEnv"):
        openspiel.register("minesweeper")
