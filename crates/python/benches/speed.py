"""What the package costs and how fast it steps, beside OpenSpiel's own games.

    python benches/speed.py [SECONDS]

Steps are random legal moves, chosen in Python by the same loop; games that end restart.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable

import numpy
import pyspiel
import stratalog
from stratalog import _native, envs, openspiel

PAIRS = [
    ("noughts-and-crosses", "tic_tac_toe"),
    ("connect-four", "connect_four"),
    ("othello", "othello"),
]


def rate(steps: Callable[[], int], seconds: float) -> float:
    """Steps a second of processor time."""
    steps()
    began, done = time.process_time(), 0
    while time.process_time() - began < seconds:
        done += steps()
    return done / (time.process_time() - began)


def spiel_steps(name: str) -> Callable[[], int]:
    game = pyspiel.load_game(name)
    chooser = random.Random(1)

    def steps() -> int:
        state, count = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(chooser.choice(state.legal_actions()))
            count += 1
        return count

    return steps


def position_steps(game: stratalog.Game) -> Callable[[], int]:
    chooser = random.Random(1)

    def steps() -> int:
        position, count = game.start(), 0
        while not position.is_over:
            position.play(chooser.choice(position.legal_actions))
            count += 1
        return count

    return steps


def vector_steps(name: str, games: int) -> Callable[[], int]:
    """Steps of many games; a random legal action of each is chosen by numpy."""
    env = envs.VectorGameEnv(name, games)
    _, info = env.reset(seed=1)
    noise = numpy.random.default_rng(1).random((64, *info["action_mask"].shape), numpy.float32)
    turn = 0

    def steps() -> int:
        nonlocal turn
        turn = (turn + 1) % 64
        actions = (noise[turn] * info["action_mask"]).argmax(axis=1)
        env.step(actions)
        return games

    return steps


def main() -> None:
    """Prints the measurements."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    for ours, theirs in PAIRS:
        print(ours)
        print(f"  OpenSpiel's {theirs}: {rate(spiel_steps(theirs), seconds):,.0f} steps/s")
        print(f"  Position, in Rust: {rate(position_steps(stratalog.Game(ours)), seconds):,.0f}")
        rules = stratalog.Game.rulesheet(ours)
        print(f"  Position, from the rulesheet: {rate(position_steps(rules), seconds):,.0f}")
        name = openspiel.register(ours)
        print(f"  in OpenSpiel, from the rulesheet: {rate(spiel_steps(name), seconds):,.0f}")
        for games in (512, 4096):
            print(f"  vector, {games} games: {rate(vector_steps(ours, games), seconds):,.0f}")
    request = json.dumps({"game": "nim"})
    without_work = least(lambda: _native.call("learner", request), 300)
    print(f"a call of the library without work: {without_work * 1e6:.0f} microseconds")
    position = stratalog.Game("noughts-and-crosses").start()
    read = least(lambda: position.turn_number, 100_000)
    print(f"reading from a position: {read * 1e9:.0f} nanoseconds")
    for code in ("import stratalog", "pass"):
        wall, cpu = started(code)
        print(f"python -c '{code}': {wall * 1e3:.0f} ms, {cpu * 1e3:.0f} ms of processor time")


def least(call: Callable[[], object], count: int) -> float:
    """The least mean time of a call, of five runs: others may use the machine."""
    times = []
    for _ in range(5):
        began = time.perf_counter()
        for _ in range(count):
            call()
        times.append((time.perf_counter() - began) / count)
    return min(times)


def started(code: str) -> tuple[float, float]:
    """The least wall and processor time of a new Python that runs this."""
    walls, cpus = [], []
    for _ in range(10):
        began, before = time.perf_counter(), os.times()
        subprocess.run([sys.executable, "-c", code], check=True)
        after = os.times()
        walls.append(time.perf_counter() - began)
        cpus.append(
            after.children_user + after.children_system - before.children_user - before.children_system
        )
    return min(walls), min(cpus)


if __name__ == "__main__":
    main()
