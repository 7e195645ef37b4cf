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
from stratalog import cluster, tasks
from stratalog.tasks import Part

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
    assert len(state.read_text().splitlines()) > 2
    # A process that is killed may leave half a line.
    with state.open("a") as file:
        file.write('{"part": "games", "fir')
    done: list[int] = []
    resumed = stratalog.play(
        "connect-four", cluster="auto", state=state, progress=lambda e: done.append(e.done), **call
    )
    assert done[0] > 8 and done[-1] == 100
    assert text(resumed) == text(stratalog.play("connect-four", threads=1, **call))
    assert not state.exists()
    for wrong in ('{"version": 2, "run": "another"}\n', "nonsense\n"):
        state.write_text(wrong)
        with pytest.raises(stratalog.Error, match="another call|no state"):
            stratalog.play("connect-four", cluster="auto", state=state, **call)


def test_a_killed_driver_resumes(nodes: Any, tmp_path: Path) -> None:
    state = tmp_path / "driver.state"
    options = ["play", "othello", "--player", "uct:300", "--games", "60", "--seed", "5", "--json"]
    call = [sys.executable, "-m", "stratalog", *options]
    on_cluster = [*call, "--cluster", nodes.address, "--state", str(state)]
    driver = subprocess.Popen(on_cluster, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        if state.exists() and state.read_bytes().count(b"\n") > 2:
            break
        time.sleep(0.05)
    driver.kill()
    driver.communicate()
    kept = state.read_bytes().count(b"\n")
    assert kept > 2
    resumed = subprocess.run(on_cluster, capture_output=True, text=True, check=True)
    near = subprocess.run(call, capture_output=True, text=True, check=True)
    assert text(json.loads(resumed.stdout)) == text(json.loads(near.stdout))
    assert not state.exists()


@pytest.mark.parametrize("name", ["migo-fig-4", "bssuct-gnomine", "zenith-fig-6"])
def test_an_experiment_is_the_same_on_the_cluster(nodes: Any, tmp_path: Path, name: str) -> None:
    parts: set[str] = set()

    def hear(event: stratalog.Record) -> None:
        if event.event == "progress":
            parts.add(event.what)

    near = stratalog.reproduce(name, quick=True, seed=4, threads=1, out=tmp_path / "near")
    far = stratalog.reproduce(
        name, quick=True, seed=4, cluster="auto", out=tmp_path / "far", progress=hear
    )
    assert parts
    data = [one.to_dict() for one in (near, far)]
    for one in data:
        assert len(one.pop("files")) >= 2
    assert text(data[0]) == text(data[1])
    for file in (tmp_path / "near").glob("*.csv"):
        assert file.read_text() == (tmp_path / "far" / file.name).read_text()


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
        {"method": "modes", "length": 1},
        {"method": "modes", "length": 3},
    ]
    best = cluster.portfolio(tmp_path / "family.pl", settings, cluster="auto")
    alone = [stratalog.induce(tmp_path / "family.pl", method="modes", length=n) for n in (1, 3)]
    assert alone[1].accuracy > alone[0].accuracy
    assert text(best) == text(alone[1])


def test_learning_over_seeds_is_the_same_on_the_cluster(nodes: Any, tmp_path: Path) -> None:
    call: dict[str, Any] = {"game": "noughts-and-crosses", "games": 30}
    far = cluster.over_seeds(
        stratalog.learn, [1, 2, 3], cluster="auto", out=str(tmp_path / "far-{seed}.pl"), **call
    )
    near = [
        stratalog.learn(seed=seed, out=tmp_path / f"near-{seed}.pl", **call) for seed in (1, 2, 3)
    ]
    assert [type(one) for one in far] == [type(one) for one in near]
    data = [[one.to_dict() for one in made] for made in (far, near)]
    for one in [*data[0], *data[1]]:
        one.pop("strategy")
    assert text(data[0]) == text(data[1])
    assert (tmp_path / "far-2.pl").read_text() == (tmp_path / "near-2.pl").read_text()


def test_features_are_discovered_over_limits_and_seeds_on_the_cluster(nodes: Any) -> None:
    calls: list[dict[str, Any]] = [
        {"game": "noughts-and-crosses", "cycles": 1, "games": 2, "limit": limit, "seed": seed}
        for limit in (100, 200)
        for seed in (1, 2)
    ]
    far = cluster.many(stratalog.features, calls, cluster="auto")
    near = [stratalog.features(**call) for call in calls]
    kept = [(one.features[0].english, one.accuracy, one.won) for one in near]
    assert [(one.features[0].english, one.accuracy, one.won) for one in far] == kept
    with pytest.raises(stratalog.Error, match="no verb"):
        cluster.many(print, calls, cluster="auto")  # type: ignore[arg-type]


def test_a_board_is_solved_by_its_first_observations_on_the_cluster(nodes: Any) -> None:
    totals: list[int] = []

    def hear(event: stratalog.Record) -> None:
        if event.event == "progress" and event.what == "first observations":
            totals.append(event.total)

    far = stratalog.solve("minesweeper", board="4x4/4", cluster="auto", progress=hear)
    assert far.fraction == "961/1365" and totals and totals[0] > 6
    near = stratalog.solve("minesweeper", board="4x4/4", by_observation=True, threads=1)
    assert text(far) == text(near)
    assert near.first_moves == stratalog.solve("minesweeper", board="4x4/4").first_moves
    with pytest.raises(stratalog.Error, match="minesweeper"):
        stratalog.solve("nim", cluster="auto")


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    call = [sys.executable, "-m", "stratalog", *arguments]
    return subprocess.run(call, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "options",
    [
        "play nim --player uct:20 --games 40 --seed 9",
        "solve minesweeper --board 3x3/2 --by-observation",
        "reproduce bssuct-3x3-7 --quick",
    ],
)
def test_the_command_runs_on_the_cluster(nodes: Any, options: str) -> None:
    near = command(*options.split(), "--json")
    far = command(*options.split(), "--json", "--cluster", nodes.address)
    assert (near.returncode, far.returncode) == (0, 0), far.stderr
    assert text(json.loads(far.stdout)) == text(json.loads(near.stdout))


def test_the_command_prints_the_same_text_on_the_cluster(nodes: Any) -> None:
    options = ["reproduce", "bssuct-3x3-7", "--quick"]
    assert command(*options, "--cluster", nodes.address).stdout == command(*options).stdout


def test_the_command_learns_over_seeds(nodes: Any, tmp_path: Path) -> None:
    out = str(tmp_path / "{seed}.pl")
    options = ["learn", "noughts-and-crosses", "--games", "30", "--out", out]
    where = ["--seeds", "1-2,5", "--cluster", nodes.address]
    learned = command(*options, *where)
    assert learned.returncode == 0, learned.stderr
    assert [learned.stdout.count(f"seed {seed}\n") for seed in (1, 2, 5)] == [1, 1, 1]
    assert {path.name for path in tmp_path.iterdir()} == {"1.pl", "2.pl", "5.pl"}
    answers = json.loads(command(*options, *where, "--json").stdout)
    assert answers["seeds"] == [1, 2, 5] and len(answers["answers"]) == 3


@pytest.mark.parametrize(
    "options, said",
    [
        ("solve nim --cluster local", "minesweeper"),
        ("games --cluster local", "run on a cluster"),
        ("learn nim --cluster local", "--seeds"),
        ("learn nim --seeds 1-3", "--cluster"),
        ("learn nim --seeds x --cluster local", "names no seeds"),
        ("play nim --cluster local", "--player"),
    ],
)
def test_a_wrong_call_on_a_cluster_is_refused(options: str, said: str) -> None:
    refused = command(*options.split())
    assert refused.returncode == 2 and said in refused.stderr


def test_sizes_follow_from_what_was_measured() -> None:
    part = Part("units", 10_000, lambda first, end: (str, ()))
    plan = tasks.Plan(part, {(10, 20): ""})
    assert plan.room(4) == 4 and plan.next(4) == (0, 1)
    plan.measured(1, 0.01)
    sizes = []
    while (span := plan.next(4)) is not None:
        sizes.append(span[1] - span[0])
        plan.measured(sizes[-1], 0.01 * sizes[-1])
    # The gap before the saved range is filled first; tasks grow to two seconds, and shrink
    # towards the end, but not below one second.
    assert sizes[:3] == [8, 1, 200] and max(sizes) == 200
    assert all(size >= 100 for size in sizes[3:-1])
    assert sum(sizes) == 10_000 - 10 - 1
    assert tasks.Plan(part, {}).room(1000) == 1000


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
