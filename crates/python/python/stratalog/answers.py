"""The answers of the library's calls, key by key as the command's ``--json`` has them."""

from __future__ import annotations

from typing import Any

from .records import Answer, Data, Drawing, Record

Square = tuple[int, int]
"""A square: row and column, counted from 1 at the top left."""
Interval = tuple[float, float]
"""A 95% confidence interval."""


class Listed(Data):
    """A game of the catalogue."""

    __slots__ = ()
    name: str
    players: list[str]
    boards: list[str]


class PlayerKind(Data):
    """A kind of player."""

    __slots__ = ()
    name: str
    setting: str | None
    about: str


class Games(Answer):
    """All games and players."""

    __slots__ = ()
    _tables = ("games",)
    games: list[Listed]
    players: list[PlayerKind]


class Tally(Data):
    """Games won, drawn and lost."""

    __slots__ = ()
    wins: int
    draws: int
    losses: int


class SecondsPerMove(Data):
    """The mean time of a move."""

    __slots__ = ()
    player: float | None
    against: float | None


class Played(Answer):
    """The result of a match, from the side of the measured player."""

    __slots__ = ()
    game: str
    board: str
    player: str
    against: str | None
    seed: int
    games: int
    wins: int
    draws: int
    losses: int
    win_rate: float
    ci95: Interval
    by_role: dict[str, Tally]
    mean_goal: float
    mean_goals: list[float]
    cut_off: int
    mean_moves: float
    seconds_per_move: SecondsPerMove
    games_per_second: float
    seconds: float
    cpu_seconds: float
    ended: str


class Learned(Answer):
    """A learned strategy. What ``results`` holds depends on the learner."""

    __slots__ = ()
    _tables = ("features", "english")
    game: str
    board: str
    strategy: str | None
    clauses: list[str]
    english: list[str]
    results: Record
    features: list[Feature] | None
    names: list[str] | None
    seconds: float
    cpu_seconds: float
    ended: str


class SquareReason(Data):
    """Why a square is certainly safe or certainly a mine."""

    __slots__ = ()
    square: Square
    verdict: str
    rule: str | None
    numbers: list[Square]
    english: str


class SquareRisk(Data):
    """The mine probability of a covered square."""

    __slots__ = ()
    square: Square
    mine_probability: float


class Best(Data):
    """The square to open."""

    __slots__ = ()
    square: Square
    mine_probability: float
    reason: str
    win_probability: float | None


class Analysed(Answer):
    """What can be said of a Minesweeper position."""

    __slots__ = ()
    _tables = ("cells",)
    board: str
    consistent: bool | None
    solutions: str
    safe: list[Square]
    mines: list[Square]
    reasons: list[SquareReason]
    cells: list[SquareRisk]
    best: Best | None
    conflict: list[Square] | None
    problem: str | None
    drawing: Drawing
    picture: str | None
    ended: str


class Explained(Answer):
    """A player's move in a position, and why. The move is the attribute ``move``."""

    __slots__ = ()
    move: str
    role: str
    reason: Record
    english: str
    alternatives: list[str]
    drawing: Drawing


class WeightedMove(Data):
    """A move and how likely it is made."""

    __slots__ = ()
    move: str
    probability: float


class MixedStrategy(Data):
    """How often a role makes each move in the first step of optimal play."""

    __slots__ = ()
    role: str
    moves: list[WeightedMove]


class Solved(Answer):
    """The exact value of a game; of Minesweeper, the probability to win."""

    __slots__ = ()
    game: str
    board: str
    first: str
    first_begins: bool
    value: Any
    plies: int | None
    positions: int
    method: str | None
    strategies: list[MixedStrategy]
    win_probability: float | None
    fraction: str | None
    at_least: float | None
    first_move: str
    first_moves: list[Square]
    seconds: float
    cpu_seconds: float
    ended: str


class Checked(Answer):
    """Whether a strategy is optimal."""

    __slots__ = ()
    _tables = ("rules",)
    game: str
    board: str
    optimal: bool
    positions: int
    mistakes: int
    wrong: int
    missed: int
    rules: list[Record]
    counterexample: Record | None
    seconds: float
    cpu_seconds: float
    ended: str


class TaughtRule(Data):
    """A rule of a strategy, as people are shown it."""

    __slots__ = ()
    name: str
    english: str
    clauses: list[str]


class Forms(Answer):
    """Forms with positions to answer before and after the rules are shown."""

    __slots__ = ()
    _tables = ("rules",)
    game: str
    board: str
    forms: list[str]
    questions: int
    rules: list[TaughtRule]
    unasked: list[str]


class Score(Data):
    """Questions and right answers."""

    __slots__ = ()
    asked: int
    right: int
    ci95: Interval


class PersonScore(Data):
    """The answers of one person."""

    __slots__ = ()
    person: str
    before: Score
    after: Score


class RuleScore(Data):
    """The answers where one rule decides."""

    __slots__ = ()
    rule: str
    before: Score
    after: Score


class Scores(Answer):
    """What the answers of people show."""

    __slots__ = ()
    _tables = ("people", "rules")
    game: str
    board: str
    people: list[PersonScore]
    before: Score
    after: Score
    difference: float
    ci95: Interval | None
    p_value: float
    rules: list[RuleScore]
    unanswered: int
    illegal: int


class CrossValidation(Data):
    """Accuracy on examples that were left out."""

    __slots__ = ()
    folds: int
    accuracy: float
    ci95: Interval
    true_positives: int
    false_positives: int
    true_negatives: int
    false_negatives: int


class Theory(Data):
    """A learned theory, and how it was learned."""

    __slots__ = ()
    method: str
    clauses: list[str]
    size: int
    proven: bool
    true_positives: int
    false_positives: int
    true_negatives: int
    false_negatives: int
    accuracy: float
    explored: int
    tests: int
    limits_reached: int
    stopped: str
    advice: str | None
    cross_validation: CrossValidation | None
    ended: str
    seconds: float
    cpu_seconds: float


class Induced(Answer):
    """The theory of a problem; ``problems`` where the file has several."""

    __slots__ = ()
    _tables = ("problems",)
    method: str
    clauses: list[str]
    size: int
    proven: bool
    true_positives: int
    false_positives: int
    true_negatives: int
    false_negatives: int
    accuracy: float
    explored: int
    tests: int
    limits_reached: int
    stopped: str
    advice: str | None
    cross_validation: CrossValidation | None
    problems: list[Theory] | None
    ended: str
    seconds: float
    cpu_seconds: float


class Weight(Data):
    """The weight of a feature, where it depends on the move after that move."""

    __slots__ = ()
    after: str | None
    weight: float


class Feature(Data):
    """A feature of a game."""

    __slots__ = ()
    name: str
    formula: str
    variables: list[str]
    english: str
    derived_from: str | None
    transformation: str | None
    cost: float
    active: bool
    cycle: int
    weights: list[Weight] | None


class Match(Data):
    """Games against one rival."""

    __slots__ = ()
    against: str
    games: int
    wins: int
    draws: int
    losses: int
    win_rate: float
    ci95: Interval
    mean_goal: float
    mean_goal_margin: float


class Discovered(Answer):
    """The features that were discovered in a game, and how well they play."""

    __slots__ = ()
    _tables = ("features",)
    game: str
    board: str
    teacher: str
    features: list[Feature]
    accuracy: list[float]
    held_out_accuracy: list[float | None]
    won: list[int]
    mean_goal: list[float]
    games: int
    against: str
    matches: list[Match]
    strategy: str | None
    evaluations: int
    evaluations_per_cpu_second: float
    seconds: float
    cpu_seconds: float
    ended: str


class RuleProblem(Data):
    """Something wrong with a rulesheet, and where."""

    __slots__ = ()
    severity: str
    line: int
    column: int
    message: str


class RulesChecked(Answer):
    """What is wrong with a rulesheet."""

    __slots__ = ()
    _tables = ("problems",)
    ok: bool
    roles: list[str]
    problems: list[RuleProblem]
    positions_visited: int
    all_positions: bool
    games_tried: int
    endless_games: int
    unused_rules: list[Record]
    seconds: float
    cpu_seconds: float


class MoveCounts(Answer):
    """How many sequences of joint moves there are, by length."""

    __slots__ = ()
    counts: list[int]
    ended: list[int]
    stopped: bool
    build_seconds: float
    seconds: float
    cpu_seconds: float


class Playouts(Answer):
    """The results of random games."""

    __slots__ = ()
    playouts: int
    steps: int
    playouts_per_second: float
    steps_per_second: float
    mean_length: float | None
    mean_goals: list[float | None]
    roles: list[str]
    stuck: int
    method: str
    way: str
    build_seconds: float
    seconds: float
    cpu_seconds: float
    ended: str


class Report(Answer):
    """A designer's report about a rulesheet, and the figures in it."""

    __slots__ = ()
    report: str
    roles: list[str]
    random: Record
    search: Record | None
    value: str | None
    problems: list[RuleProblem]
    unused_rules: list[Record]
    positions_visited: int
    all_positions: bool
    games_checked: int
    seconds: float
    cpu_seconds: float
    ended: str


class Queried(Answer):
    """The answers to a goal."""

    __slots__ = ()
    _tables = ("answers",)
    outcome: str
    answers: list[dict[str, str]]
    complete: bool
    limit: str | None
    steps: int
    seconds: float
    cpu_seconds: float


class Row(Data):
    """A measured value beside the published one."""

    __slots__ = ()
    setting: str
    published: float | None
    measured: float | None
    ci95: Interval | None
    samples: int
    unit: str
    source: str


class Description(Data):
    """An experiment."""

    __slots__ = ()
    name: str
    about: str
    source: str


class Reproduced(Answer):
    """The rows of an experiment, the results of all, or the list of experiments."""

    __slots__ = ()
    _tables = ("rows", "descriptions")
    results: list[Reproduced] | None
    page: str | None
    name: str
    about: str
    seed: int
    rows: list[Row]
    files: list[str] | None
    experiments: list[str] | None
    descriptions: list[Description] | None
    seconds: float
    cpu_seconds: float
    ended: str


class Written(Answer):
    """A file that was written."""

    __slots__ = ()
    file: str
