"""Budgets of seconds on a simulated clock, which advances only when a program looks at it.

Each look takes the same time. A loop that never looks is therefore stopped by the alarm, and a
second clock that starts again uses as many looks as the first one. What a look costs in real
seconds is measured on demand (tests/cli/test_overruns.py, test_budgets.py).
"""

import signal
import time
from contextlib import contextmanager, suppress

import pytest

from cpstudy import Budget, api
from cpstudy.core import clock
from cpstudy.core.clock import Clock, OutOfTimeError
from cpstudy.core.errors import InputError
from cpstudy.puzzles import PUZZLES, kind
from cpstudy.web.entries import entry
from tests.puzzles.test_budgets import hard_puzzles
from tests.samples import sample
from tests.state_spaces.test_limits import HUGE

# The looks within a budget, the most looks allowed after it, and the seconds that a look takes.
LOOKS, BEYOND, STEP = 27, 25, 0.05
SECONDS = LOOKS * STEP
# Seconds of processor time after which a call that does not look is stopped.
ALARM = 30

# Sizes at which making a board takes long, and not only making it unique.
SIZES = {
    "pipes": 60, "hexpipes": 30, "sudoku": 16, "jigsaw": 16, "kenken": 9, "picross": 40,
    "nurikabe": 30, "slitherlink": 25, "masyu": 25, "edge_matching": 12, "sokoban": 30,
    "bloxorz": 30, "rush_hour": 6, "sliding_tiles": 3,
}  # fmt: skip
# Kinds with a generator that cannot finish within this number of looks.
LONG = {"pipes", "sudoku", "jigsaw", "picross", "nurikabe", "slitherlink", "masyu", "rush_hour"}

EXPLAINED = [name for name in PUZZLES if kind(name).explaining]


class Looks:
    """A source of time that advances only when it is read. It replaces the module ``time``."""

    process_time = staticmethod(time.process_time)

    def __init__(self):
        self.looks = 0

    def perf_counter(self):
        self.looks += 1
        return self.looks * STEP


@contextmanager
def no_longer_than_the_budget(monkeypatch, what):
    """Assert that the body takes few more looks than its budget. Yield the source of time."""

    def end(*_):
        raise AssertionError(f"{what}: {ALARM} s without the end, after {looks.looks} looks")

    looks = Looks()
    before = signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, ALARM)
    try:
        with monkeypatch.context() as patch:
            patch.setattr(clock, "time", looks)
            yield looks
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    assert looks.looks <= LOOKS + BEYOND, f"{what}: {looks.looks} looks"


def ways_to_generate(record):
    """The arguments of ``api.generate`` beyond algorithm and size, for all generators."""
    for row in record.generators.values():
        yield row.name, {}
        if row.unique is not None:
            hardest = record.explaining.explainer.grades[-1]
            yield row.name, {"unique": True}
            if row.gives(hardest, False):
                yield row.name, {"grade": hardest}
        if row.of_moves is not None:
            yield row.name, {"moves": 45}
        if any(option.name == "tiles" for option in row.options):
            yield row.name, {"tiles": "dead-end=10%"}


@pytest.mark.parametrize("name", SIZES)
def test_generators_look_at_the_clock_while_they_make_a_puzzle(name, monkeypatch):
    ended = 0
    for algorithm, more in ways_to_generate(kind(name)):
        what = f"{name} {algorithm} {more}"
        with no_longer_than_the_budget(monkeypatch, what):
            made = api.generate(name, algorithm, SIZES[name], clock=Clock(SECONDS), **more)
            try:
                next(made, None)
            except OutOfTimeError:
                ended += 1
            except InputError:  # no puzzle has this size
                continue
    assert ended or name not in LONG


@pytest.mark.parametrize("name", EXPLAINED)
@sample(1, 3, "boards")
def test_all_that_is_explained_keeps_one_clock(name, boards, monkeypatch):
    record = kind(name)
    explainer = record.explaining.explainer
    ways = {
        "explain": explainer.explain,
        "grade": explainer.grade,
        "ambiguity": explainer.ambiguity,
        "conflict": explainer.conflict,
    }
    if record.explaining.repair is not None:
        ways["repair"] = record.explaining.repair
    for board in hard_puzzles(name)[:boards]:
        for verb, ask in ways.items():
            what = f"{verb} {board.encode()[:60]}"
            with (
                no_longer_than_the_budget(monkeypatch, what) as looks,
                suppress(InputError),
            ):
                ask(board, Budget(seconds=SECONDS))
            if verb in ("explain", "grade"):  # the other verbs may end sooner
                assert looks.looks >= LOOKS, what


@pytest.mark.parametrize("name", [name for name in PUZZLES if kind(name).page])
def test_the_record_of_a_page_keeps_one_clock(name, monkeypatch):
    boards = hard_puzzles(name) if kind(name).solvers else [api.puzzle(name, HUGE[name])]
    for board in boards:
        what = f"page {board.encode()[:60]}"
        with no_longer_than_the_budget(monkeypatch, what), suppress(InputError):
            entry(board, seconds=SECONDS)


@pytest.mark.parametrize("name", HUGE)
def test_strategies_keep_one_clock(name, monkeypatch):
    for strategy in kind(name).strategies:
        with no_longer_than_the_budget(monkeypatch, f"{name} {strategy}"):
            api.explore(api.puzzle(name, HUGE[name]), strategy, budget=Budget(seconds=SECONDS))


def test_a_clock_that_begins_anew_is_seen(monkeypatch):
    """The check itself fails a loop that starts a second clock."""

    def twice():
        for _ in range(2):
            own = Clock(SECONDS)
            while not own.late:
                pass

    with (
        pytest.raises(AssertionError, match="twice"),
        no_longer_than_the_budget(monkeypatch, "twice"),
    ):
        twice()
