"""A real cluster of several nodes on the loopback address: the same answers, whatever node
does what, dies or joins."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import ray
import stratalog
from stratalog import cluster

TIMES = {"seconds", "cpu_seconds", "games_per_second", "seconds_per_move", "seconds_per_game"}


def without_times(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: without_times(value) for key, value in data.items() if key not in TIMES}
    return [without_times(one) for one in data] if isinstance(data, list) else data


def text(answer: stratalog.Answer | list[dict[str, Any]] | dict[str, Any]) -> str:
    data = answer.to_dict() if isinstance(answer, stratalog.Answer) else answer
    return json.dumps(without_times(data))


def test_a_cluster_must_be_named() -> None:
    with pytest.raises(stratalog.Error, match="no cluster"):
        cluster.connect(3)


@pytest.fixture(scope="module")
def nodes() -> Iterator[Any]:
    """A head without cores and two nodes with one core each."""
    from ray.cluster_utils import Cluster

    made: Any = Cluster(
        initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False}
    )
    made.add_node(num_cpus=1)
    made.add_node(num_cpus=1)
    ray.init(address=made.address, log_to_driver=False)
    listed: Any = ray
    assert {node["NodeManagerAddress"] for node in listed.nodes()} == {"127.0.0.1"}
    yield made
    ray.shutdown()
    made.shutdown()


def test_a_match_is_the_same_on_the_cluster_and_on_one_thread(nodes: Any, tmp_path: Path) -> None:
    def played(**where: Any) -> stratalog.Answer:
        csv = tmp_path / "games.csv"
        answer = stratalog.play(
            "othello", board="6x6", player="uct:60", against="random", games=90, csv=csv, **where
        )
        assert csv.read_text().count("\n") == 91
        lines.append(csv.read_text())
        return answer

    lines: list[str] = []
    assert text(played(cluster="auto")) == text(played(threads=1))
    assert lines[0] == lines[1]


def test_a_node_dies_and_another_joins(nodes: Any) -> None:
    lost = nodes.add_node(num_cpus=1)
    listed: Any = ray
    events: list[int] = []

    def hear(event: stratalog.Record) -> None:
        events.append(event.done)
        if len(events) == 1:
            # Every node is at work when one of them dies.
            deadline = time.monotonic() + 10
            while listed.available_resources().get("CPU", 0) and time.monotonic() < deadline:
                time.sleep(0.02)
            nodes.remove_node(lost, allow_graceful=False)
            nodes.add_node(num_cpus=1)

    call: dict[str, Any] = {"player": "uct:400", "against": "uct:100", "games": 60, "seed": 7}
    far = stratalog.play("othello", cluster="auto", progress=hear, **call)
    assert text(far) == text(stratalog.play("othello", threads=2, **call))
    assert events[-1] == 60 and events == sorted(events)


def test_finished_pieces_are_kept_and_not_played_again(nodes: Any, tmp_path: Path) -> None:
    state = tmp_path / "match.state"
    call: dict[str, Any] = {"player": "uct:200", "games": 100, "seed": 3}

    class Enough(Exception):
        pass

    def stop(event: stratalog.Record) -> None:
        if event.done >= 16:
            raise Enough

    with pytest.raises(Enough):
        stratalog.play("connect-four", cluster="auto", state=state, progress=stop, **call)
    kept = json.loads(state.read_text())["pieces"]
    assert kept
    done: list[int] = []
    resumed = stratalog.play(
        "connect-four", cluster="auto", state=state, progress=lambda e: done.append(e.done), **call
    )
    assert done[0] > 8 and done[-1] == 100
    assert text(resumed) == text(stratalog.play("connect-four", threads=1, **call))
    assert not state.exists()
    state.write_text(json.dumps({"version": 1, "request": "another", "pieces": {}}))
    with pytest.raises(stratalog.Error, match="another call"):
        stratalog.play("connect-four", cluster="auto", state=state, **call)


def test_cross_validation_is_the_same_on_the_cluster(nodes: Any, tmp_path: Path) -> None:
    write_problem(tmp_path)
    call: dict[str, Any] = {"method": "modes", "folds": 4, "seed": 5}
    near = stratalog.induce(tmp_path / "family.pl", threads=1, **call)
    far = stratalog.induce(tmp_path / "family.pl", cluster="auto", **call)
    assert near.cross_validation is not None
    assert text(far) == text(near)


def test_a_portfolio_gives_the_best_theory(nodes: Any, tmp_path: Path) -> None:
    write_problem(tmp_path)
    settings: list[dict[str, Any]] = [
        {"method": "modes", "modes": {"length": 1}},
        {"method": "modes", "modes": {"length": 3}},
    ]
    best = cluster.portfolio(tmp_path / "family.pl", settings, cluster="auto")
    alone = [stratalog.induce(tmp_path / "family.pl", method="modes", length=n) for n in (1, 3)]
    assert alone[1].accuracy > alone[0].accuracy
    assert text(best) == text(alone[1])


def test_learning_over_seeds_is_the_same_on_the_cluster(nodes: Any, tmp_path: Path) -> None:
    def learned(seed: int) -> dict[str, Any]:
        out = tmp_path / f"near-{seed}.pl"
        return stratalog.learn("noughts-and-crosses", games=30, seed=seed, out=out).to_dict()

    request: dict[str, Any] = {"with": "migo", "game": "noughts-and-crosses", "games": 30}
    far = cluster.over_seeds(
        "learn", [1, 2, 3], cluster="auto", out=str(tmp_path / "far-{seed}.pl"), **request
    )
    near = [learned(seed) for seed in (1, 2, 3)]
    for one in [*far, *near]:
        one.pop("strategy")
    assert text(far) == text(near)
    assert (tmp_path / "far-2.pl").read_text() == (tmp_path / "near-2.pl").read_text()


def test_boards_are_solved_on_the_cluster(nodes: Any) -> None:
    boards: list[dict[str, Any]] = [{"board": "3x3/2"}, {"board": "4x4/4"}]
    solved = cluster.many("solve_minesweeper", boards, cluster="auto")
    assert solved[1]["fraction"] == "961/1365"
    near = [stratalog.solve("minesweeper", **board).to_dict() for board in boards]
    assert text(solved) == text(near)


def test_the_command_runs_on_the_cluster(nodes: Any) -> None:
    options = ["play", "nim", "--player", "uct:20", "--games", "40", "--seed", "9", "--json"]
    call = [sys.executable, "-m", "stratalog", *options]
    near = subprocess.run(call, capture_output=True, text=True, check=True)
    far = subprocess.run(
        [*call, "--cluster", nodes.address], capture_output=True, text=True, check=True
    )
    assert text(json.loads(far.stdout)) == text(json.loads(near.stdout))
    wrong = subprocess.run([*call[:3], "solve", "nim", "--cluster", "x"], capture_output=True)
    assert wrong.returncode == 2


def test_an_error_on_a_worker_is_the_library_s_error(nodes: Any) -> None:
    with pytest.raises(stratalog.Error, match="no player called|unknown player|nobody"):
        stratalog.play("othello", player="nobody", games=10, cluster="auto")
    with pytest.raises(stratalog.Error, match="named players"):
        stratalog.play("nim", player=lambda view: 0, cluster="auto")


def write_problem(folder: Path) -> None:
    """Grandparents, in Aleph's format, with enough examples to leave some out."""
    people = [f"p{n}" for n in range(24)]
    parents = [(people[n // 2], people[n]) for n in range(1, 24)]
    grand = [(a, c) for a, b in parents for x, c in parents if x == b and a != c]
    others = [(a, c) for a in people[:8] for c in people if (a, c) not in grand][:60]
    facts = [f"parent({a},{b})." for a, b in parents]
    modes = [":- modeh(1, grand(+p, +p)).", ":- modeb(*, parent(+p, -p)).", ":- modeb(*, parent(-p, +p))."]
    modes.append(":- determination(grand/2, parent/2).")
    positives = [f"grand({a},{c})." for a, c in grand]
    negatives = [f"grand({a},{c})." for a, c in others]
    begin = [":- aleph.", *modes, ":- begin_bg.", *facts, ":- end_bg.", ":- begin_in_pos."]
    lines = [*begin, *positives, ":- end_in_pos.", ":- begin_in_neg.", *negatives, ":- end_in_neg."]
    (folder / "family.pl").write_text("\n".join(lines) + "\n")
