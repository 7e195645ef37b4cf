"""The verbs: the same answers as the command, as objects."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
import stratalog


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    call = [sys.executable, "-m", "stratalog", *arguments]
    return subprocess.run(call, capture_output=True, text=True, check=False)


def test_a_search_of_minesweeper_is_saved_and_no_other(tmp_path: Path) -> None:
    state = tmp_path / "solve.state"
    solved = stratalog.solve("minesweeper", board="4x4/4", state=state)
    assert solved.fraction == "961/1365"
    with pytest.raises(stratalog.Error, match="leave state out"):
        stratalog.solve("nim", state=state)


def test_the_command_is_the_package() -> None:
    printed = command("solve", "nim", "--json")
    assert printed.returncode == 0
    answer = stratalog.solve("nim").to_dict()
    told = json.loads(printed.stdout)
    for key in ("seconds", "cpu_seconds"):
        answer.pop(key), told.pop(key)
    assert answer == told


def test_the_command_reports_wrong_calls_by_its_exit_code() -> None:
    assert command("solve", "otello").returncode == 2
    assert command("nonsense").returncode == 2
    assert "learn" in command("--help").stdout


def test_a_match_has_the_keys_of_the_contract() -> None:
    answer = stratalog.play("hexapawn", player="minimax", against="random", games=40, seed=3)
    assert answer.games == 40 == answer.wins + answer.draws + answer.losses
    assert answer.ci95[0] <= answer.win_rate <= answer.ci95[1]
    assert answer.by_role["white"].wins + answer.by_role["black"].wins == answer.wins
    assert answer.verdict == "done"


def test_the_number_of_threads_does_not_change_a_match() -> None:
    def played(threads: int) -> tuple[int, int, int]:
        answer = stratalog.play("nim", player="uct:50", games=30, threads=threads)
        return answer.wins, answer.draws, answer.losses

    assert played(1) == played(2)


def test_a_mistyped_name_is_an_error_with_a_remedy() -> None:
    with pytest.raises(stratalog.Error, match="othello") as caught:
        stratalog.solve("otello")
    assert caught.value.remedy is not None
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.message, again.remedy) == (caught.value.message, caught.value.remedy)


def test_a_negative_number_is_named() -> None:
    with pytest.raises(stratalog.Error, match="games is -1; give"):
        stratalog.play("nim", player="random", games=-1)
    with pytest.raises(stratalog.Error, match="max_moves is -2"):
        stratalog.play("nim", player="random", max_moves=-2)


def test_a_syntax_error_keeps_its_place(tmp_path: Path) -> None:
    file = tmp_path / "broken.pl"
    file.write_text("p(a).\np(b :- q.\n")
    with pytest.raises(stratalog.Error) as caught:
        stratalog.query(file, "p(X)")
    assert caught.value.file == str(file)
    assert caught.value.line == 2
    assert caught.value.column is not None and caught.value.column > 1
    assert pickle.loads(pickle.dumps(caught.value)).line == 2


def test_queries_give_rows(tmp_path: Path) -> None:
    file = tmp_path / "family.pl"
    file.write_text("parent(ann, bob). parent(bob, cat).")
    answer = stratalog.query(file, "parent(X, Y)", all=True)
    assert answer.answers == [{"X": "ann", "Y": "bob"}, {"X": "bob", "Y": "cat"}]
    assert list(answer.to_pandas()["X"]) == ["ann", "bob"]
    assert answer.to_polars()["Y"].to_list() == ["bob", "cat"]
    assert stratalog.query(file, "parent(cat, X)").verdict == "no"
    endless = tmp_path / "endless.pl"
    endless.write_text("p :- p.")
    assert stratalog.query(endless, "p", limit_steps=1000).verdict == "limit"


def test_new_rulesheets_pass_the_check(tmp_path: Path) -> None:
    written = stratalog.new("mine", folder=tmp_path)
    checked = stratalog.rules.check(written.file)
    assert checked.ok and checked.roles == ["first", "second"]
    assert stratalog.rules.perft(written.file, 2).counts == [6, 30]
    report = stratalog.rules.report(written.file, tmp_path / "report.html")
    assert Path(report.report).read_text().startswith("<!")
    played = stratalog.rules.playouts(written.file, seconds=0.05)
    assert played.playouts > 0


def test_a_strategy_is_learned_checked_and_explained(tmp_path: Path) -> None:
    out = tmp_path / "strategy.pl"
    events: list[stratalog.Record] = []
    learned = stratalog.learn("noughts-and-crosses", games=60, out=out, progress=events.append)
    assert learned.strategy == str(out) and learned.clauses and learned.english
    assert {"game", "rule"} <= {event.event for event in events}
    checked = stratalog.check(out)
    assert checked.positions > 0
    explained = stratalog.explain("noughts-and-crosses", player=str(out))
    assert explained.move in stratalog.Game("noughts-and-crosses").start().legal_moves
    with pytest.raises(stratalog.Error, match="migo"):
        stratalog.learn("minesweeper", variant="mixed", out=out)


def test_problems_are_induced(tmp_path: Path) -> None:
    (tmp_path / "bk.pl").write_text("parent(a,b). parent(b,c). parent(a,d). parent(d,e).\n")
    (tmp_path / "exs.pl").write_text("pos(g(a,c)). pos(g(a,e)). neg(g(a,b)). neg(g(b,a)).\n")
    (tmp_path / "bias.pl").write_text("head_pred(g,2). body_pred(parent,2).\n")
    answer = stratalog.induce(tmp_path)
    assert answer.proven and answer.size == 3 and answer.false_positives == 0
    assert answer.verdict == "done"


def test_minesweeper_is_analysed() -> None:
    answer = stratalog.analyse("1 1 1\n1 . 1\n1 1 1", board="3x3/1")
    assert answer.mines == [(2, 2)] and answer.safe == []
    assert answer.drawing.to_svg().startswith("<svg")
    assert answer.reasons[0].english
    wrong = stratalog.analyse("9x9/10\n" + "8" * 9 + "\n" + ("." * 9 + "\n") * 8)
    assert wrong.verdict == "no" and wrong.conflict


def test_experiments_are_listed_and_reproduced() -> None:
    names = stratalog.reproduce().experiments
    assert names
    with pytest.raises(stratalog.Error):
        stratalog.reproduce("no-such-table")


def test_features_are_discovered() -> None:
    answer = stratalog.features("noughts-and-crosses", cycles=1, games=2)
    assert answer.features and answer.features[0].english
    assert len(answer.to_pandas()) == len(answer.features)
    assert "<table" in answer._repr_html_()


def test_lists_of_experiments_and_strategies_are_tables(tmp_path: Path) -> None:
    listed = stratalog.reproduce()
    assert listed.to_polars()["name"].to_list() == listed.experiments
    learned = stratalog.learn("noughts-and-crosses", games=20, out=tmp_path / "strategy.pl")
    assert learned.to_pandas()["english"].to_list() == learned.english
    assert all(name in learned._repr_html_() for name in ("english", "clauses"))


def test_answers_pickle_compare_and_show() -> None:
    answer = stratalog.games()
    again = pickle.loads(pickle.dumps(answer))
    assert again == answer and again.verdict == answer.verdict
    assert [game.name for game in again.games] == [game.name for game in answer.games]
    assert "<table" in answer._repr_html_()
    with pytest.raises(AttributeError, match="games"):
        answer.gmaes  # type: ignore[attr-defined]


def test_an_interrupt_stops_a_call_and_keeps_what_is_known() -> None:
    def interrupt() -> None:
        time.sleep(0.7)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt) as caught:
        stratalog.play("othello", player="uct:200", games=1_000_000)
    assert time.monotonic() - began < 60
    answer = caught.value.answer  # type: ignore[attr-defined]
    assert answer.verdict == "limit" and answer.ended == "stopped" and answer.games < 1_000_000


def test_an_exception_in_a_progress_function_stops_the_call() -> None:
    def fails(event: stratalog.Record) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        stratalog.play("othello", player="uct:200", games=1_000_000, progress=fails)


def test_other_threads_run_while_a_call_works() -> None:
    ticks = 0
    is_done = threading.Event()

    def count() -> None:
        nonlocal ticks
        while not is_done.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    stratalog.rules.playouts("othello", seconds=0.3)
    is_done.set()
    thread.join()
    assert ticks > 10


def test_a_bar_shows_progress(capsys: pytest.CaptureFixture[str]) -> None:
    stratalog.play("nim", player="random", games=2000, progress=True)
    assert "games" in capsys.readouterr().err


def test_a_forked_process_makes_calls_of_its_own() -> None:
    code = (
        "import os, stratalog\n"
        "stratalog.play('nim', player='random', games=50)\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    os._exit(0 if stratalog.play('nim', player='random', games=50).games == 50 else 1)\n"
        "assert os.waitpid(child, 0)[1] == 0\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_people_are_quizzed_about_a_strategy(tmp_path: Path) -> None:
    strategy = tmp_path / "strategy.pl"
    stratalog.learn("hexapawn", games=60, out=strategy)
    written = stratalog.quiz_forms(strategy, out=tmp_path / "forms", questions=3)
    assert len(written.forms) == 2 and all(Path(form).exists() for form in written.forms)
    assert written.questions > 0 and written.rules[0].english
    table = tmp_path / "answers.csv"
    table.write_text("person,part,question,position,answer\n", encoding="utf-8")
    with pytest.raises(stratalog.Error):
        stratalog.quiz_score(strategy, tables=[table])


def test_the_learner_chooses_its_starting_boards(tmp_path: Path) -> None:
    out = tmp_path / "strategy.pl"
    learned = stratalog.learn("hexapawn", games=30, starts="active", out=out)
    assert learned.clauses
    with pytest.raises(stratalog.Error, match="starts"):
        stratalog.learn("minesweeper", starts="active", out=out)
