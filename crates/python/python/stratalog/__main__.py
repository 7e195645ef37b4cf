"""``python -m stratalog`` is the command. With ``--cluster ADDRESS`` its long calls run on Ray:
``play``, ``reproduce``, ``induce`` and ``solve minesweeper`` in pieces, ``learn`` and
``features`` over the seeds of ``--seeds``. ``--state FILE`` keeps what is finished."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable
from typing import Any

from . import _native

_IN_PIECES = ["play", "reproduce", "induce", "solve"]
_OVER_SEEDS = ["learn", "features", "play", "induce"]
_STOPPED = 3


def main() -> None:
    """Runs the command with the arguments of this program."""
    arguments = sys.argv[1:]
    if any(one.partition("=")[0] in ("--cluster", "--seeds") for one in arguments):
        sys.exit(_on_cluster(arguments))
    sys.exit(_native.command(["stratalog", *arguments]))


def _on_cluster(arguments: list[str]) -> int:
    """Runs a verb on a cluster and gives its exit code."""
    parser = argparse.ArgumentParser(prog="stratalog", add_help=False, allow_abbrev=False)
    parser.add_argument("--cluster")
    parser.add_argument("--state")
    parser.add_argument("--seeds", type=_seeds)
    options, command = parser.parse_known_args(arguments)
    verbs = _OVER_SEEDS if options.seeds else _IN_PIECES
    if not options.cluster:
        return _refuse("--seeds is for clusters; name one with --cluster, as in --cluster local")
    if not any(verb in command for verb in verbs) and "--help" not in command:
        if any(verb in command for verb in _OVER_SEEDS):
            return _refuse("one seed is one piece; name several with --seeds, as in --seeds 1-20")
        return _refuse(
            "play, reproduce, induce and solve minesweeper run on a cluster, and with --seeds "
            "learn, features, play and induce; leave --cluster out"
        )
    try:
        if options.seeds:
            return _over_seeds(command, options)
        return _command(command, lambda verb, request: _in_pieces(verb, request, options))
    except KeyboardInterrupt:
        kept = f"; the same call resumes from {options.state}" if options.state else ""
        print(f"stratalog: stopped{kept}", file=sys.stderr)
        return _STOPPED


def _refuse(message: str) -> int:
    print(f"stratalog: {message}", file=sys.stderr)
    return 2


def _command(arguments: list[str], elsewhere: Callable[[str, dict[str, Any]], str | None]) -> int:
    """Runs the command with its long calls made elsewhere; it says nothing where there is
    no answer."""
    interrupts: list[KeyboardInterrupt] = []

    def call(verb: str, request: str) -> str | None:
        try:
            return elsewhere(verb, json.loads(request))
        except KeyboardInterrupt as interrupt:
            interrupts.append(interrupt)
            return None

    code = _native.command(["stratalog", *arguments], call)
    if interrupts:
        raise interrupts[0]
    return code


def _in_pieces(verb: str, request: dict[str, Any], options: argparse.Namespace) -> str:
    """The answer of one call whose pieces are spread, as JSON."""
    from . import answers, cluster

    where = (options.cluster, options.state, None)
    if verb == "play":
        return cluster.play_on(where[0], request, *where[1:]).to_json()
    if verb == "induce":
        return cluster.induce_on(where[0], request, *where[1:]).to_json()
    if verb == "reproduce":
        return cluster.pieces_on(answers.Reproduced, verb, request, *where).to_json()
    if verb == "solve_minesweeper":
        request["by_observation"] = True
        return cluster.pieces_on(answers.Solved, verb, request, *where).to_json()
    raise ValueError("only boards of minesweeper are solved on a cluster; leave --cluster out")


def _over_seeds(arguments: list[str], options: argparse.Namespace) -> int:
    """Makes a call with each seed on the cluster, and prints the answers in order."""
    from . import cluster

    wanted: list[tuple[str, dict[str, Any]]] = []

    def note(verb: str, request: dict[str, Any]) -> None:
        wanted.append((verb, request))

    with_seed = [
        [*(one.replace("{seed}", str(seed)) for one in arguments), "--seed", str(seed)]
        for seed in options.seeds
    ]
    for number, call in enumerate(with_seed, 1):
        code = _command(call, note)
        if len(wanted) < number:
            return code
    verb = wanted[0][0]
    requests = [request for _, request in wanted]
    found = cluster.calls_on(options.cluster, verb, requests, options.state, None)
    if "--json" in arguments:
        print(json.dumps({"seeds": options.seeds, "answers": [json.loads(one) for one in found]}))
        return 0
    worst = 0
    for seed, call, answer in zip(options.seeds, with_seed, found):
        print(f"seed {seed}\n", flush=True)
        worst = max(worst, _command(call, lambda *_, answer=answer: answer))
        print(flush=True)
    return worst


def _seeds(text: str) -> list[int]:
    """The seeds that ``1-20`` or ``3,5,9`` names."""
    if not re.fullmatch(r"\d+(-\d+)?(,\d+(-\d+)?)*", text):
        raise argparse.ArgumentTypeError(f"{text!r} names no seeds; write 1-20 or 3,5,9")
    spans = [part.partition("-") for part in text.split(",")]
    return [n for first, _, last in spans for n in range(int(first), int(last or first) + 1)]


if __name__ == "__main__":
    main()
