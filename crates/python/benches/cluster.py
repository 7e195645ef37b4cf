"""What a cluster costs and gives: the overhead of a task, the bytes it moves, and the time
of a match on 1 and 2 worker processes of this machine.

    python benches/cluster.py [GAMES]
"""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any

os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"

import ray
import stratalog
from ray.cluster_utils import Cluster
from stratalog import _native, cluster

TASKS = 300


def main() -> None:
    """Prints the measurements."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    call: dict[str, Any] = {"player": "uct:1000", "against": "uct:1000", "games": games}
    began = time.monotonic()
    alone = stratalog.play("othello", threads=1, progress=False, **call)
    print(f"one thread: {time.monotonic() - began:.1f} s, {alone.cpu_seconds:.1f} s of processor")
    request = {"request": {"game": "othello", **call}, "first": 0, "count": 8}
    piece, _, _ = _native.call("play_piece", json.dumps(request), None, 1)
    print(f"a task: {len(json.dumps(request))} bytes to it, {len(piece)} bytes from it")
    made: Any = Cluster(
        initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False}
    )
    ray.init(address=made.address, log_to_driver=False)
    for workers in (1, 2):
        made.add_node(num_cpus=1)
        # The first tasks start the workers.
        cluster.many("games", [{}] * 4, cluster="auto", progress=False)
        began = time.monotonic()
        cluster.many("solve", [{"game": "nim", "board": "1,2"}] * TASKS, cluster="auto", progress=False)
        each = (time.monotonic() - began) / TASKS * 1e3
        began = time.monotonic()
        far = stratalog.play("othello", cluster="auto", progress=False, **call)
        spent = time.monotonic() - began
        assert (far.wins, far.draws) == (alone.wins, alone.draws)
        print(f"{workers} workers: {spent:.1f} s, {far.cpu_seconds:.1f} s of processor; "
              f"a task without work {each:.1f} ms")
    ray.shutdown()
    made.shutdown()


if __name__ == "__main__":
    main()
