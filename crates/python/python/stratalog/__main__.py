"""``python -m stratalog`` is the command."""

from __future__ import annotations

import sys

from . import _native


def main() -> None:
    """Runs the command with the arguments of this program."""
    sys.exit(_native.command(["stratalog", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
