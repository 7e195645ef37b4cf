"""Learn clauses from data frames: which loans are risky, by tables of accounts and owners.

    python ilp_on_frames.py [--quick]
"""

from __future__ import annotations

import random
import sys

import pandas
from sklearn.model_selection import cross_val_score
from stratalog import ClauseLearner


def tables(people: int, seed: int) -> tuple[dict[str, pandas.DataFrame], pandas.DataFrame]:
    """Made-up relations, and the loans with the answer: a loan is risky if its owner has a
    colleague with a bad record."""
    chooser = random.Random(seed)
    names = [f"p{n}" for n in range(people)]
    works = pandas.DataFrame(
        {"person": names, "firm": [f"f{chooser.randrange(people // 3)}" for _ in names]}
    )
    bad = pandas.DataFrame({"person": chooser.sample(names, people // 6)})
    loans = pandas.DataFrame({"loan": [f"l{n}" for n in range(people)], "owner": names})
    firms = dict(zip(works["person"], works["firm"]))
    risky_firms = {firms[person] for person in bad["person"]}
    examples = loans[["loan"]].assign(risky=[firms[owner] in risky_firms for owner in names])
    return {"works": works, "bad_record": bad, "owner": loans}, examples


def main() -> None:
    """Learns, prints the theory, and measures it on loans that were left out."""
    relations, examples = tables(24 if "--quick" in sys.argv else 60, seed=3)
    learner = ClauseLearner("risky", relations=relations, max_size=5)
    X = [(loan,) for loan in examples["loan"]]
    y = examples["risky"].to_list()
    scores = cross_val_score(learner, X, y, cv=3)
    print(f"accuracy on loans left out: {scores.mean():.2f} ({len(X)} loans, 3 parts)")
    learner.fit(X, y)
    print(learner.theory_)
    risky = next(loan for loan, label in zip(X, y) if label)
    print(learner.explain([risky])[0])


if __name__ == "__main__":
    main()
