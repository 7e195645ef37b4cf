"""Games stepped through from Python, players, functions that play."""

from __future__ import annotations

import copy
import os
import pickle
import random
import signal
import threading
from pathlib import Path

import pytest
import stratalog

KIF = """
(role left) (role right)
(init (pile 3)) (init (control left))
(<= (legal ?p take) (true (control ?p)))
(<= (legal left noop) (true (control right)))
(<= (legal right noop) (true (control left)))
(<= (next (pile 2)) (true (pile 3)))
(<= (next (pile 1)) (true (pile 2)))
(<= (next (pile 0)) (true (pile 1)))
(<= (next (control left)) (true (control right)))
(<= (next (control right)) (true (control left)))
(<= terminal (true (pile 0)))
(<= (goal ?p 0) (role ?p) (true (control ?p)))
(<= (goal left 100) (true (control right)))
(<= (goal right 100) (true (control left)))
"""


def test_a_position_is_played_and_taken_back() -> None:
    position = stratalog.Game("noughts-and-crosses").start()
    before = position.text
    assert position.turn == "x" and not position.is_over and position.goals == {}
    position.play("2,2")
    assert position.turn == "o" and position.moves == ["2,2"]
    assert any("cell(2,2,x)" in fact for fact in position.facts)
    assert position.undo() == "2,2" and position.text == before
    with pytest.raises(IndexError):
        position.undo()
    with pytest.raises(stratalog.Error, match="9,9"):
        position.play("9,9")


@pytest.mark.parametrize("name", [game.name for game in stratalog.games().games])
def test_every_game_is_played_to_its_end(name: str) -> None:
    chooser = random.Random(5)
    position = stratalog.Game(name).start(seed=2)
    for _ in range(3000):
        if position.is_over:
            break
        actions = position.legal_actions
        assert len(actions) == len(position.legal_moves)
        position.play(chooser.choice(actions))
    if position.is_over:
        assert set(position.goals) == set(position.game.roles)
        assert all(0 <= goal <= 100 for goal in position.goals.values())
    again = pickle.loads(pickle.dumps(position))
    assert again.text == position.text and again.moves == position.moves
    assert copy.deepcopy(position) == position
    assert position._repr_svg_().startswith("<svg")


def test_rulesheets_come_from_files_and_text(tmp_path: Path) -> None:
    file = tmp_path / "take.kif"
    file.write_text(KIF)
    for game in (stratalog.Game.from_file(file), stratalog.Game.from_text(KIF, syntax="kif")):
        assert game.roles == ["left", "right"]
        position = game.start()
        while not position.is_over:
            position.play(position.legal_moves[0])
        assert position.goals == {"left": 100, "right": 0}
        assert position.outcome("left") == "win"
        assert pickle.loads(pickle.dumps(game)).roles == game.roles
    with pytest.raises(stratalog.Error):
        stratalog.Game.from_text("role(x). init(", name="broken")


def test_players_are_called_on_positions() -> None:
    game = stratalog.Game("noughts-and-crosses")
    player = game.player("minimax")
    position = game.start()
    while not position.is_over:
        position.play(player(position))
    assert position.outcome("x") == "draw"
    told = game.player("minimax").explain(game.start())
    assert told.move in game.start().legal_moves and told.english
    assert pickle.loads(pickle.dumps(player))(game.start()) in game.start().legal_moves


def test_a_player_of_minesweeper_sees_only_the_view() -> None:
    game = stratalog.Game("minesweeper", board="5x5/3")
    position = game.start(seed=4)
    player = game.player("csp")
    while not position.is_over:
        position.play(player(position))
    view = game.start(seed=4).view()
    assert view.role == game.roles[0] and len(view.legal_moves) == 25
    with pytest.raises(stratalog.Error, match="hides"):
        view.position()


def test_a_function_plays_and_another_watches() -> None:
    seen: list[str] = []

    def first(view: stratalog.View) -> str:
        return view.legal_moves[0]

    answer = stratalog.play(
        "hexapawn", player=first, against="minimax", games=6, observer=lambda e: seen.append(e.event)
    )
    assert answer.games == 6 and answer.player == "first"
    assert seen.count("game_began") == seen.count("game_over") == 6 and "moved" in seen


def test_views_pickle() -> None:
    for view in (
        stratalog.Game("minesweeper", board="5x5/3").start(seed=4).view(),
        stratalog.Game("othello").start().view("white"),
    ):
        again = pickle.loads(pickle.dumps(view))
        assert (again.text, again.role, again.legal_moves) == (view.text, view.role, view.legal_moves)


def test_an_interrupt_stops_a_player_that_thinks() -> None:
    game = stratalog.Game("othello")
    player = game.player("uct:1000000000")
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        player(game.start())
    assert game.player("uct:10")(game.start()) in game.start().legal_moves


def test_what_a_function_raises_is_raised() -> None:
    def broken(view: stratalog.View) -> str:
        raise KeyError("no plan")

    with pytest.raises(KeyError, match="no plan"):
        stratalog.play("nim", player=broken, games=3)
    with pytest.raises(stratalog.Error, match="not legal"):
        stratalog.play("noughts-and-crosses", player=lambda view: 0, games=3)


def test_an_evaluation_that_searches_deep_enough_never_loses() -> None:
    player = stratalog.Evaluation(lambda position, role: 0.0, depth=9)
    answer = stratalog.play("noughts-and-crosses", player=player, games=2, opening=2)
    assert answer.games == 2
    game = stratalog.Game("noughts-and-crosses")
    threatened = game.position("x x . / o o . / . . .")
    assert stratalog.Evaluation(lambda position, role: 0.0)(threatened) == "1,3"


def test_a_game_of_ones_own_is_played_by_the_catalogues_players() -> None:
    game = stratalog.Game.from_text(KIF, syntax="kif")
    answer = stratalog.play(game, player="minimax", against="random", games=4, fixed_sides=True)
    assert answer.wins == 4
