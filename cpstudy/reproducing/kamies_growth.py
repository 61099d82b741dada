"""How state spaces grow with the board and with the number of movable pieces.

Kamies2016 states that Sokoban's states grow faster than Bloxorz's, and why (section 7.2), without
numbers; section 8 asks about several movable pieces. Here whole spaces are explored, so each number
is exact, and each law is an equation that holds or not. Exponents are between consecutive sizes,
log(states) over log(n).

- Bloxorz on an open board: n² standing and 2n(n - 1) lying states, together 3n² - 2n (from 4 × 4:
  on 3 × 3 one is unreachable).
- Sokoban with k boxes by steps: (n² - k) places of the player times C(n², k) of the boxes, minus a
  few unreachable states; with one box, all are reachable. By areas: C(n², k), which is n² for one
  box, since an empty room with so few boxes is one area, except in unreachable positions.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import comb, log
from pathlib import Path

from cpstudy.core.drawing import Curves, Series
from cpstudy.core.result import Budget
from cpstudy.plot.pictures import written
from cpstudy.puzzles.sokoban.generate import room
from cpstudy.reproducing.kamies import explored, one_row
from cpstudy.study.agreement import Cell, Parts, compared
from cpstudy.study.store import Store

_BLOXORZ = {"small": (4, 6, 8, 10, 14, 20, 28, 40), "paper": (4, 6, 8, 10, 14, 20, 40, 80, 150)}
_STEPS = {"small": (3, 4, 5, 6, 8, 10, 14), "paper": (3, 4, 5, 6, 8, 10, 14, 20, 28, 40, 56)}
_AREAS = {"small": (3, 4, 5, 6, 8, 10, 14, 20), "paper": (3, 4, 5, 6, 8, 10, 14, 20, 28, 40)}
# Boxes -> sizes, by scale.
_PIECES = {
    "small": {1: (3, 4, 5, 6), 2: (4, 5, 6), 3: (5, 6)},
    "paper": {1: (3, 4, 5, 6, 7, 8, 9, 10), 2: (4, 5, 6, 7, 8, 9, 10), 3: (5, 6, 7, 8)},
}

States = dict[int, int]


def _bloxorz_law(n: int) -> int:
    return 3 * n * n - 2 * n


def _steps_law(n: int, boxes: int = 1) -> int:
    return (n * n - boxes) * comb(n * n, boxes)


def growth(scale: str, store: Store) -> Parts:
    """Compare states with the laws, by the side of the board, for one movable piece."""
    for name, (states, law, text) in _grown(scale, store).items():
        cells = [_by_law(f"{n}x{n}, states", text, found, law(n)) for n, found in states.items()]
        yield name, compared([*cells, *_exponents(states)])


def _grown(scale: str, store: Store) -> Mapping[str, tuple[States, Callable[[int], int], str]]:
    """Return for each moving piece: states by size, the law, and the law in words."""

    def whole(kind: str, method: str, sizes: Sequence[int]) -> States:
        return {n: explored(store, kind, method, n, whole=True).iterations for n in sizes}

    return {
        "Bloxorz": (whole("bloxorz", "bfs", _BLOXORZ[scale]), _bloxorz_law, "3n² − 2n"),
        "Sokoban by steps": (whole("sokoban", "bfs", _STEPS[scale]), _steps_law, "n²(n² − 1)"),
        "Sokoban by areas": (whole("sokoban", "areas", _AREAS[scale]), lambda n: n * n, "n²"),
    }


def _by_law(what: str, text: str, number: int, law: int) -> Cell:
    """Compare a number of states with our own law; nothing of this is published."""
    return Cell(f"{what} (law {text}: {law:,})", "", f"{number:,}", equal=number == law)


def _exponents(states: States) -> Iterator[Cell]:
    slopes = [log(b[1] / a[1]) / log(b[0] / a[0]) for a, b in pairwise(states.items())]
    yield Cell("exponent of n at the largest", "", f"{slopes[-1]:.3f}")
    yield Cell("exponents between sizes", "", f"{min(slopes):.2f} to {max(slopes):.2f}")


def pieces(scale: str, store: Store) -> Parts:
    """Compare rooms of Sokoban with one to three boxes: states by steps and by areas."""
    for boxes, found in _pieces(scale, store).items():
        cells = []
        for n, (steps, areas) in found.items():
            most = _steps_law(n, boxes)
            cells += [
                Cell(f"{n}x{n}, states by steps", "", f"{steps:,}"),
                Cell(f"{n}x{n}, share of (n² − k)·C(n², k)", "", f"{steps / most:.3%}"),
                _by_law(f"{n}x{n}, states by areas", "C(n², k)", areas, comb(n * n, boxes)),
            ]
        cells += _exponents({n: steps for n, (steps, _) in found.items()})
        yield f"{boxes} {'box' if boxes == 1 else 'boxes'}", compared(cells)


def _pieces(scale: str, store: Store) -> dict[int, dict[int, tuple[int, int]]]:
    """Return states by steps and by areas, by boxes and size."""

    def whole(n: int, boxes: int, method: str) -> int:
        text = room(n, n, boxes).encode()
        row = one_row(store, "sokoban", method, Budget(), puzzle=text, options={"whole": True})
        return row.iterations

    return {
        boxes: {n: (whole(n, boxes, "bfs"), whole(n, boxes, "areas")) for n in sizes}
        for boxes, sizes in _PIECES[scale].items()
    }


def draw(scale: str, store: Store, folder: Path) -> Iterator[Path]:
    """Draw both sets of curves as SVG and PNG."""
    yield from written(_curves(scale, store), folder, f"kamies_growth-{scale}")


def _curves(scale: str, store: Store) -> Curves:
    """Return curves of states against the side, for every piece, by steps and by areas."""
    series = [
        Series(name, tuple((float(n), float(found)) for n, found in states.items()))
        for name, (states, _, _) in _grown(scale, store).items()
    ]
    for boxes, found in _pieces(scale, store).items():
        if boxes > 1:
            for at, what in enumerate(("steps", "areas")):
                points = tuple((float(n), float(both[at])) for n, both in found.items())
                series.append(Series(f"Sokoban, {boxes} boxes, by {what}", points))
    return Curves(
        title="Reachable states against the side of the board",
        x_label="n (board of n × n)",
        y_label="states",
        series=tuple(series),
        log_x=True,
        log_y=True,
    )
