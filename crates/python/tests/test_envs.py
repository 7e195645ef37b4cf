"""Environments: the public libraries' own checks, and games against their rules."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Iterator
from pathlib import Path

import gymnasium
import numpy
import pytest
import stratalog
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test
from stratalog import envs

CATALOGUE = [game.name for game in stratalog.games().games]
WITHOUT_CHANCE = [
    name for name in CATALOGUE if name != "minesweeper" and not stratalog.Game(name).has_chance
]

COUNTER = """
role(counter). init(left(4)).
legal(counter, take(1)). legal(counter, take(2)).
next(left(M)) :- true(left(N)), does(counter, take(K)), N >= K, M is N - K.
next(left(0)) :- true(left(N)), does(counter, take(K)), N < K.
next(late) :- true(left(N)), does(counter, take(K)), N < K.
terminal :- true(left(0)).
goal(counter, 0) :- true(late).
goal(counter, 100) :- \\+ true(late).
"""

# Two roles show a side of a coin at the same time; the first wins if they are equal.
PENNIES = """
role(even). role(odd). init(begun).
legal(P, show(S)) :- role(P), side(S), true(begun).
side(heads). side(tails).
next(shown(P, S)) :- does(P, show(S)).
terminal :- true(shown(even, _)).
same :- true(shown(even, S)), true(shown(odd, S)).
goal(even, 100) :- same. goal(even, 0) :- \\+ same.
goal(odd, 0) :- same. goal(odd, 100) :- \\+ same.
"""

# The player calls a side, and chance tosses at the same time.
COIN = """
role(caller). role(random). init(begun).
side(heads). side(tails).
legal(caller, call(S)) :- side(S).
legal(random, toss(S)) :- side(S).
next(called(S)) :- does(caller, call(S)).
next(tossed(S)) :- does(random, toss(S)).
terminal :- true(called(_)).
goal(caller, 100) :- true(called(S)), true(tossed(S)).
goal(caller, 0) :- true(called(heads)), true(tossed(tails)).
goal(caller, 0) :- true(called(tails)), true(tossed(heads)).
goal(random, 50).
"""

# Chance rolls, then the player guesses what it was not told.
GUESS = """
role(guesser). role(random). init(begin).
side(a). side(b).
legal(random, roll(S)) :- side(S), true(begin).
legal(random, noop) :- true(rolled(_)).
legal(guesser, noop) :- true(begin).
legal(guesser, guess(S)) :- side(S), true(rolled(_)).
next(rolled(S)) :- does(random, roll(S)).
next(hit) :- does(guesser, guess(S)), true(rolled(S)).
next(over) :- does(guesser, guess(_)).
sees(guesser, begun) :- true(begin).
terminal :- true(over).
goal(guesser, 100) :- true(hit). goal(guesser, 0) :- \\+ true(hit).
goal(random, 50) :- role(random).
"""


@pytest.fixture
def clean() -> Iterator[None]:
    """Warnings of Gymnasium's check fail a test."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def own(text: str) -> stratalog.Game:
    return stratalog.Game.from_text(text)


@pytest.mark.parametrize("identity", envs.register())
def test_registered_environments_pass_the_check(identity: str, clean: None) -> None:
    env = gymnasium.make(identity, illegal="penalise").unwrapped
    check_env(env, skip_render_check=True)


@pytest.mark.parametrize("text", [COUNTER, GUESS])
def test_a_single_player_game_of_ones_own_passes_the_check(text: str, clean: None) -> None:
    check_env(envs.GameEnv(own(text), illegal="penalise"), skip_render_check=True)


def test_minesweeper_is_won_by_a_player_of_the_catalogue() -> None:
    env = envs.GameEnv("minesweeper", board="4x4/2", render_mode="ansi")
    player = env.game.player("exact")
    wins = 0.0
    for seed in range(10):
        observation, info = env.reset(seed=seed)
        terminated = False
        while not terminated:
            action = env.game.actions.index(player(env.position))  # type: ignore[union-attr]
            assert info["action_mask"][action] == 1 and env.action_masks()[action]
            observation, reward, terminated, _, info = env.step(action)
        wins += float(reward)
        assert env.render()
    assert wins >= 5
    with pytest.raises(stratalog.Error):
        env.step(action)


def test_an_environment_of_several_roles_is_refused_or_named() -> None:
    with pytest.raises(stratalog.Error, match="aec_env"):
        envs.GameEnv("nim")
    with pytest.raises(stratalog.Error, match="first, second"):
        envs.VectorGameEnv("nim", 4, role="third")
    with pytest.raises(stratalog.Error, match="same time"):
        envs.VectorGameEnv(own(PENNIES), 4)


@pytest.mark.parametrize("name", CATALOGUE)
def test_pettingzoo_accepts_every_game(name: str) -> None:
    board = "5x5/4" if name == "minesweeper" else None
    # The masks choose legal actions; a game of repetition is cut off.
    api_test(envs.aec_env(name, board=board, max_steps=300), num_cycles=200)
    parallel_api_test(envs.parallel_env(name, board=board, max_steps=300), num_cycles=200)
    seed_test(lambda: envs.aec_env(name, board=board, max_steps=300), num_cycles=100)


@pytest.mark.parametrize("text", [PENNIES, COUNTER, GUESS])
def test_pettingzoo_accepts_rulesheets_of_ones_own(text: str) -> None:
    game = own(text)
    api_test(envs.aec_env(game), num_cycles=50)
    parallel_api_test(envs.parallel_env(game), num_cycles=50)
    seed_test(lambda: envs.aec_env(game), num_cycles=50)


def test_simultaneous_choices_are_hidden_until_all_have_chosen() -> None:
    env = envs.aec_env(own(PENNIES))
    env.reset(seed=1)
    before = env.observe("odd")["observation"].copy()
    env.step(int(env.observe("even")["action_mask"].argmax()))
    assert env.agent_selection == "odd"
    assert (env.observe("odd")["observation"] == before).all()


def test_what_chance_rolled_is_hidden() -> None:
    env = envs.GameEnv(own(GUESS))
    seen = {env.reset(seed=seed)[0].tobytes() for seed in range(20)}
    assert len(seen) == 1
    ends = set()
    for seed in range(20):
        _, info = env.reset(seed=seed)
        ends.add(env.step(int(info["action_mask"].argmax()))[1])
    assert ends == {0.0, 1.0}


def compare_with_single_games(env: envs.VectorGameEnv, steps: int) -> None:
    """Compares each step of the many games with one game at a time."""
    rules = env.game
    random = numpy.random.default_rng(3)
    observations, info = env.reset(seed=1)
    positions = [rules.start() for _ in range(env.num_envs)]
    is_over = [False] * env.num_envs
    bits = numpy.zeros(observations.shape[1], numpy.int8)
    legal = numpy.zeros(info["action_mask"].shape[1], numpy.int8)
    for _ in range(steps):
        actions = numpy.zeros(env.num_envs, numpy.int64)
        for game, mask in enumerate(info["action_mask"]):
            if not is_over[game]:
                actions[game] = random.choice(numpy.flatnonzero(mask))
        observations, rewards, terminated, _, info = env.step(actions)
        for game in range(env.num_envs):
            if is_over[game]:
                positions[game] = rules.start()
                is_over[game] = False
            else:
                mover = positions[game].turn_number
                positions[game].play(int(actions[game]))
                is_over[game] = positions[game].is_over
                goals = list(positions[game].goals.values())
                if is_over[game]:
                    others = [goal for n, goal in enumerate(goals) if n != mover] or [0]
                    expected = (goals[mover] - sum(others) / len(others)) / 100
                    assert rewards[game] == pytest.approx(expected)
                    assert info["goals"][game].tolist() == goals
                else:
                    assert rewards[game] == 0
            assert terminated[game] == is_over[game]
            assert info["turn"][game] == positions[game].turn_number
            positions[game].observe(bits)
            assert (observations[game] == bits).all()
            positions[game].observe_legal(legal)
            assert (info["action_mask"][game] == legal).all()


@pytest.mark.parametrize("name", WITHOUT_CHANCE)
def test_many_games_at_once_are_the_same_games(name: str) -> None:
    compare_with_single_games(envs.VectorGameEnv(name, 70), 40)


def test_chance_is_drawn_in_each_of_many_games() -> None:
    env = envs.VectorGameEnv(own(COIN), 1000)
    _, info = env.reset(seed=1)
    _, rewards, terminated, _, _ = env.step(info["action_mask"].argmax(axis=1))
    assert terminated.all() and 400 < rewards.sum() < 600


def test_many_games_are_played_against_random_players() -> None:
    env = envs.VectorGameEnv("noughts-and-crosses", 600, role="o")
    _, info = env.reset(seed=5)
    random = numpy.random.default_rng(1)
    ends: list[float] = []
    for _ in range(60):
        assert set(info["turn"].tolist()) <= {1, -1}
        noise = random.random(info["action_mask"].shape) * info["action_mask"]
        _, rewards, terminated, truncated, info = env.step(noise.argmax(axis=1))
        ends.extend(rewards[terminated].tolist())
        assert not truncated.any()
    share = sum(end == -1 for end in ends) / len(ends)
    # Between random players, the first wins 58.5% of the games.
    assert 0.55 < share < 0.62


def test_simultaneous_games_are_played_many_at_once_for_one_role() -> None:
    env = envs.VectorGameEnv(own(PENNIES), 512, role="odd")
    _, info = env.reset(seed=1)
    _, rewards, terminated, _, _ = env.step(info["action_mask"].argmax(axis=1))
    assert terminated.all() and set(rewards.tolist()) == {-1.0, 1.0}


def test_games_that_are_too_long_are_truncated() -> None:
    env = envs.VectorGameEnv("connect-four", 10, max_steps=3)
    _, info = env.reset(seed=1)
    for step in range(1, 5):
        _, _, _, truncated, info = env.step(info["action_mask"].argmax(axis=1))
        assert truncated.all() == (step == 3)


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    env = envs.VectorGameEnv("noughts-and-crosses", 3)
    observations, info = env.reset(seed=1)
    before = observations.copy()
    for wrong in (-1, 10_000, int(info["action_mask"][0].argmin())):
        with pytest.raises(stratalog.Error, match="game 2"):
            legal = int(info["action_mask"][0].argmax())
            env.step(numpy.array([legal, legal, wrong]))
    assert (observations == before).all()
    env.step(numpy.array([legal, legal, legal]))


def test_environments_pickle() -> None:
    for env in (envs.GameEnv("minesweeper", board="4x4/2"), envs.VectorGameEnv("nim", 4, role="first")):
        again = pickle.loads(pickle.dumps(env))
        first, second = env.reset(seed=3)[0], again.reset(seed=3)[0]
        assert (first == second).all()


def test_the_arrays_are_written_in_place() -> None:
    env = envs.VectorGameEnv("nim", 4)
    first, info = env.reset(seed=1)
    second, *_ = env.step(info["action_mask"].argmax(axis=1))
    assert first is second


# Too many positions for a list of moves: any of many numbers may follow any other.
LARGE = """
role(a). role(b). init(at(1)). init(turn(a)). init(left(9)).
number(N) :- between(1, 20000, N).
legal(P, go(N, M)) :- true(turn(P)), true(at(N)), K is N mod 7 + 2, between(1, K, I), M is (N * 31 + I * 17) mod 20000 + 1, number(M).
legal(P, wait) :- role(P), \\+ true(turn(P)).
next(at(M)) :- does(_, go(_, M)).
next(turn(a)) :- true(turn(b)). next(turn(b)) :- true(turn(a)).
next(left(M)) :- true(left(N)), M is N - 1.
terminal :- true(left(0)).
goal(a, 100) :- true(at(N)), 0 is N mod 2. goal(a, 0) :- true(at(N)), 1 is N mod 2.
goal(b, 0) :- true(at(N)), 0 is N mod 2. goal(b, 100) :- true(at(N)), 1 is N mod 2.
"""


def unlisted() -> stratalog.Game:
    game = own(LARGE)
    assert game.actions is None
    return game


def test_a_game_whose_moves_cannot_be_listed_is_an_environment() -> None:
    game = unlisted()
    api_test(envs.aec_env(game), num_cycles=60)
    parallel_api_test(envs.parallel_env(game), num_cycles=60)
    seed_test(lambda: envs.aec_env(game), num_cycles=60)
    env = envs.aec_env(game)
    env.reset(seed=1)
    first = env.observe("a")
    assert first["action_mask"].sum() == len(env.position.legal_moves)
    wanted = env.position.legal_moves[-1]
    env.step(len(env.position.legal_moves) - 1)
    assert env.position.moves[-1] == wanted
    assert (env.observe("a")["observation"] != first["observation"]).any()
    with pytest.raises(stratalog.Error, match="not legal"):
        env.step(4000)
    with pytest.raises(stratalog.Error, match="many at once"):
        envs.VectorGameEnv(game, 4)


def test_a_rulesheet_file_is_an_environment(tmp_path: Path) -> None:
    file = tmp_path / "pennies.pl"
    file.write_text(PENNIES)
    parallel_api_test(envs.parallel_env(str(file)), num_cycles=10)
