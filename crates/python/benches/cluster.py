"""What a cluster costs and gives: a match on one thread and on 1 and 2 worker processes of
this machine, the driver's work for a task, the bytes it moves, and what follows from them
for more cores.

    python benches/cluster.py [GAMES]

On a busy machine, compare the processor times: the wall times are those of what is left.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"

import ray
import stratalog
from ray.cluster_utils import Cluster
from stratalog import _native, tasks
from stratalog.tasks import Part, Tasks

EMPTY_TASKS = 2000
CORES = (1, 2, 16, 100, 1000)


def measured(call: Callable[[], Any]) -> tuple[Any, float, float]:
    """What a call gives, its wall time, and the processor time of this process."""
    wall, cpu = time.monotonic(), time.process_time()
    result = call()
    return result, time.monotonic() - wall, time.process_time() - cpu


def nothing(first: int, end: int) -> str:
    return f"{first}-{end}"


def empty(workers: int, under_way: int) -> float:
    """The driver's processor seconds for a short task while ``under_way`` tasks run or wait."""
    usual = tasks._PIECE_SECONDS, tasks._LEAST_SECONDS, tasks._WAITING_FOR_EACH_CORE
    # Each unit is a task of its own.
    tasks._PIECE_SECONDS, tasks._LEAST_SECONDS = 0.0, 0.0
    tasks._WAITING_FOR_EACH_CORE = max(1, under_way // workers)
    with Tasks(ray, None, None, False) as running:
        running.run(Part("start", 4 * workers, lambda first, end: (nothing, (first, end))))
        one = Part("tasks", EMPTY_TASKS, lambda first, end: (slept, (first, end)))
        _, _, cpu = measured(lambda: running.run(one))
    tasks._PIECE_SECONDS, tasks._LEAST_SECONDS, tasks._WAITING_FOR_EACH_CORE = usual
    return cpu / EMPTY_TASKS


def slept(first: int, end: int) -> str:
    time.sleep(0.001)
    return nothing(first, end)


def main() -> None:
    """Prints the measurements."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    match = {"player": "uct:1000", "against": "uct:1000", "games": games}
    call: dict[str, Any] = {**match, "progress": False}
    load = os.getloadavg()[0]
    print(f"{games} games of Othello, uct:1000 against itself; load of the machine {load:.1f}")
    alone, wall, _ = measured(lambda: stratalog.play("othello", threads=1, **call))
    print(f"one thread: wall {wall:.1f} s, processor {alone.cpu_seconds:.1f} s")
    sent = json.dumps({"request": {"game": "othello", **match}, "first": 0, "count": 2})
    piece, _, _ = _native.call("play_piece", sent, None, 1)
    moved = len(sent) + len(piece)
    made: Any = Cluster(
        initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False}
    )
    ray.init(address=made.address, log_to_driver=False)
    walls = []
    for workers in (1, 2):
        made.add_node(num_cpus=1)
        # The first tasks start the workers.
        empty(workers, 4)
        far, wall, driver = measured(lambda: stratalog.play("othello", cluster="auto", **call))
        assert (far.wins, far.draws) == (alone.wins, alone.draws)
        walls.append(wall)
        extra = 100 * (far.cpu_seconds / alone.cpu_seconds - 1)
        print(
            f"{workers} worker processes: wall {wall:.1f} s, processor {far.cpu_seconds:.1f} s "
            f"({extra:+.0f}% to one thread), driver {driver:.2f} s"
        )
    print(f"speed-up from 1 to 2 worker processes: {walls[0] / walls[1]:.2f}")
    few, overhead = empty(2, 4), empty(2, 2000)
    print(
        f"a task: {few * 1e3:.2f} ms of the driver with 4 under way, {overhead * 1e3:.2f} ms with "
        f"2,000; {moved} bytes there and back"
    )
    print("on paper:")
    for cores in CORES:
        seconds = max(tasks._PIECE_SECONDS, cores / tasks._TASKS_A_SECOND)
        rate = cores / seconds
        print(
            f"  {cores:>5} cores: tasks of {seconds:.0f} s, {rate:.0f} a second, driver busy "
            f"{100 * rate * overhead:.1f}%, {rate * moved / 1e3:.0f} kB a second, "
            f"{2 * cores} tasks under way"
        )
    ray.shutdown()
    made.shutdown()


if __name__ == "__main__":
    main()
