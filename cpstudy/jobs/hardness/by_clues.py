"""Medians by the number of clue pieces, of sweeps that differ in nothing else.

There is one picture for each solver and unit. It has a curve for each cell if there are few cells,
else one curve of the sweeps' peaks. A median that is a lower bound is drawn as one.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from cpstudy.core.drawing import Curves, Series
from cpstudy.core.wording import counted
from cpstudy.jobs.hardness.maps import CellSummary, Summary, file_name
from cpstudy.jobs.hardness.sweep import plain_demands
from cpstudy.plot.pictures import written

# With more cells than readers can distinguish, only the peak is drawn.
_MOST_CELLS = 8


def draw(summaries: Sequence[Summary], folder: Path, stem: str) -> Iterator[Path]:
    """Write a picture of each solver with several numbers of clues, as SVG and PNG."""
    alike: dict[str, list[Summary]] = defaultdict(list)
    for summary in summaries:
        without = replace(summary, demands=plain_demands(summary.demands))
        alike[file_name(without)].append(summary)
    for name, some in alike.items():
        if len({summary.clues for summary in some}) > 1:
            yield from written(curves(some), folder, f"{stem}-{name}-by-clues")


def curves(summaries: Sequence[Summary]) -> Curves:
    """The curves of one solver's sweeps with different numbers of clues."""
    some = sorted(summaries, key=lambda summary: summary.clues)
    first = some[0]
    places = dict.fromkeys((cell.inner, cell.outer) for one in some for cell in one.cells)
    series = tuple(_of_cell(some, place) for place in places)
    if len(places) > _MOST_CELLS:
        series = (_series("the peak", [(one.clues, _peak(one)) for one in some]),)
    limit = "" if first.limit is None else f", at most {first.limit:,} each"
    puzzles = counted(first.puzzles, "puzzle")
    return Curves(
        f"{first.solver}, {first.size}×{first.size}: of {puzzles} a cell{limit}",
        "clue pieces",
        f"median {first.unit}",
        series,
        log_y=all(y > 0 for one in series for _, y in one.points),
    )


def _of_cell(summaries: Sequence[Summary], place: tuple[int, int]) -> Series:
    found = [
        (one.clues, cell)
        for one in summaries
        for cell in one.cells
        if (cell.inner, cell.outer) == place
    ]
    return _series(f"{place[0]} inner, {place[1]} outer colours", found)


def _peak(summary: Summary) -> CellSummary:
    return max(summary.cells, key=lambda cell: (cell.median, cell.censored))


def _series(label: str, cells: Sequence[tuple[int, CellSummary]]) -> Series:
    points = tuple((float(clues), float(cell.median)) for clues, cell in cells)
    censored = frozenset(at for at, (_, cell) in enumerate(cells) if cell.censored)
    return Series(label, points, censored=censored)
