"""``python -m stratalog`` is the command; with ``--cluster ADDRESS``, ``play`` and ``induce``
run on Ray."""

from __future__ import annotations

import argparse
import inspect
import sys
from collections.abc import Callable
from typing import Any

from . import _native
from .errors import Error
from .records import Answer
from .verbs import induce, play

_ON_CLUSTERS: dict[str, Callable[..., Answer]] = {"play": play, "induce": induce}
_EXIT_CODES = {"done": 0, "no": 1, "limit": 3}


def main() -> None:
    """Runs the command with the arguments of this program."""
    arguments = sys.argv[1:]
    if any(one == "--cluster" or one.startswith("--cluster=") for one in arguments):
        sys.exit(_on_cluster(arguments))
    sys.exit(_native.command(["stratalog", *arguments]))


def _on_cluster(arguments: list[str]) -> int:
    """Runs a verb on a cluster and gives its exit code."""
    verb = next((one for one in arguments if one in _ON_CLUSTERS), None)
    if verb is None:
        names = " and ".join(_ON_CLUSTERS)
        print(f"stratalog: {names} run on a cluster; leave --cluster out", file=sys.stderr)
        return 2
    function = _ON_CLUSTERS[verb]
    parser = _parser(verb, function)
    options = vars(parser.parse_args([one for one in arguments if one != verb]))
    is_json = options.pop("json")
    try:
        answer = function(options.pop("subject"), **options)
    except Error as error:
        print(f"stratalog: {error}", file=sys.stderr)
        return 2
    if is_json:
        print(answer.to_json())
    else:
        for key, value in answer.to_dict().items():
            print(f"{key}: {value}")
    return _EXIT_CODES[answer.verdict]


def _parser(verb: str, function: Callable[..., Answer]) -> argparse.ArgumentParser:
    """The options of a verb: the keywords of its function."""
    parser = argparse.ArgumentParser(prog=f"stratalog {verb}", description=function.__doc__)
    parser.add_argument("subject", metavar="GAME" if verb == "play" else "PATH")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    for name, parameter in list(inspect.signature(function).parameters.items())[1:]:
        option, kind = f"--{name.replace('_', '-')}", str(parameter.annotation)
        if name in ("observer", "watched", "progress", "threads"):
            continue
        if kind == "bool":
            parser.add_argument(option, action="store_true")
            continue
        is_required = parameter.default is inspect.Parameter.empty
        reads: dict[str, Any] = {"int": int, "int | None": int, "float | None": float}
        parser.add_argument(
            option,
            type=reads.get(kind, str),
            required=is_required,
            default=None if is_required else parameter.default,
        )
    return parser


if __name__ == "__main__":
    main()
