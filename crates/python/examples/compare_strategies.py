"""Compare a strategy that people can read with one that was trained: MIGO's rules against
OpenSpiel's Q-learner, both on noughts and crosses.

    python compare_strategies.py [--quick]
"""

from __future__ import annotations

import os
import sys
import tempfile

import stratalog
from q_learning import Learned, train


def main() -> None:
    """Learns both, lets them play, and prints the readable one."""
    is_quick = "--quick" in sys.argv
    trained = Learned(train(3_000 if is_quick else 60_000, seed=1))
    with tempfile.TemporaryDirectory() as folder:
        rules = os.path.join(folder, "rules.pl")
        learned = stratalog.learn("noughts-and-crosses", games=60, out=rules, progress=False)
        match = stratalog.play("noughts-and-crosses", player=rules, against=trained, games=40)
        print("the learned rules:")
        for sentence in learned.english[:4]:
            print(f"  {sentence}")
        print(f"against the trained agent: {match.wins} won, {match.draws} drawn, "
              f"{match.losses} lost of {match.games}")
        game = stratalog.Game("noughts-and-crosses")
        told = game.player(rules).explain(game.start())
        print(f"its first move is {told.move}: {told.english}")


if __name__ == "__main__":
    main()
