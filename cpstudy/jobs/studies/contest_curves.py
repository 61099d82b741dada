"""Pictures of solvers on the same puzzles: a cactus plot, and the two best against each other.

Both are written as SVG and PNG. Readers distinguish about eight colours, so the cactus plot shows
the virtual best and the solvers of the least PAR-2; its title says how many are left out.
"""

from collections.abc import Iterator
from pathlib import Path

from cpstudy.core.drawing import Curves, Series
from cpstudy.core.wording import counted
from cpstudy.plot.pictures import written
from cpstudy.study.contest import VIRTUAL_BEST, Contest

_CURVES = 8
_MILLISECONDS = 1000


def draw(contest: Contest, kind: str, folder: Path, number: int = 1) -> Iterator[Path]:
    """Write ``KIND-cactus`` and ``KIND-scatter`` to the folder; yield the names when written.

    number: of the contest, part of the names from the second on. A picture without a point is not
    written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name, curves in (("cactus", cactus(contest, kind)), ("scatter", scatter(contest, kind))):
        if curves is not None and any(series.points for series in curves.series):
            stem = f"{kind}-{name}" if number == 1 else f"{kind}-{number}-{name}"
            yield from written(curves, folder, stem)


def ranked(contest: Contest) -> list[str]:
    """The solvers, best first: by PAR-2, then by the number they settle and their median."""

    def rank(solver: str) -> tuple[float, int, float]:
        par2, median = contest.par2(solver), contest.median(solver)
        return (
            float("inf") if par2 is None else par2,
            -contest.settled(solver),
            float("inf") if median is None else median.seconds,
        )

    return sorted(contest.times, key=rank)


def cactus(contest: Contest, kind: str) -> Curves:
    """The share of the puzzles that each solver settles within a time."""
    best = ranked(contest)
    whole = contest.with_virtual_best()
    shown = [*best[:_CURVES], VIRTUAL_BEST] if len(best) > 1 else best
    left_out = len(best) - len(best[:_CURVES])
    note = f" (the {left_out} slowest solvers left out)" if left_out else ""
    return Curves(
        f"{kind}: puzzles settled within a time{note}",
        f"share of {counted(contest.instances, 'puzzle')} settled",
        f"{contest.clock} milliseconds, each within",
        tuple(
            Series(name, tuple((k, _MILLISECONDS * time) for k, time in whole.shares(name)))
            for name in shown
        ),
        log_y=True,
    )


def scatter(contest: Contest, kind: str) -> Curves | None:
    """The two best, one point for each puzzle, and the line of equal times; None for one solver."""
    if len(contest.times) < 2:
        return None
    first, second = ranked(contest)[:2]
    points = [(_MILLISECONDS * a, _MILLISECONDS * b) for a, b in contest.scatter(first, second)]
    if not points:
        return None
    ends = min(map(min, points)), max(map(max, points))
    return Curves(
        f"{kind}: {first} against {second}",
        f"{contest.clock} milliseconds of {first}",
        f"{contest.clock} milliseconds of {second}",
        (
            Series("a puzzle", tuple(points), joined=False),
            Series("equal", tuple((end, end) for end in ends)),
        ),
        log_x=True,
        log_y=True,
    )
