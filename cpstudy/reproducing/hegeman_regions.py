"""How local are second solutions? The sizes of the ambiguous regions behind figure 13.

Hegeman2022 (section 5.1) states that second solutions come from a small group of tiles, sometimes
only four, without large global changes. A *region* is a connected set of tiles in which solutions
differ (:mod:`cpstudy.reproducing.defects`).
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from cpstudy.core.drawing import Curves, Series
from cpstudy.plot.pictures import written
from cpstudy.reproducing.defects import defects_study, measure_defects
from cpstudy.reproducing.hegeman_published import BOUNDED
from cpstudy.study.agreement import Cell, Parts, compared, exact_cell, measured_share
from cpstudy.study.intervals import share_interval
from cpstudy.study.run import run
from cpstudy.study.store import Store

SMALLEST = 4
_SIZE = 20
_MAZES = {"small": 40, "paper": 2000}
# Our reading of "small": a tenth of the tiles of 10×10, a fortieth of those of 20×20.
_SMALL = 10


def regions_part(scale: str, store: Store) -> Parts:
    """Report the smallest region, how many have its size, and how many are small."""
    by_algorithm = region_sizes(scale, store)
    total = sum(by_algorithm.values(), Counter[int]())
    cells = [
        exact_cell("the smallest region, tiles", min(total), SMALLEST),
        Cell("the largest region, tiles", "", str(max(total))),
    ]
    for algorithm, sizes in by_algorithm.items():
        for what, published, most in (
            (f"{algorithm}, regions of {SMALLEST} tiles", "some", SMALLEST),
            (f"{algorithm}, of {_SMALL} tiles at most", "usually", _SMALL),
        ):
            hits = sum(number for tiles, number in sizes.items() if tiles <= most)
            cells.append(measured_share(what, published, hits, sizes.total(), digits=1))
    yield f"regions of {_SIZE}x{_SIZE} mazes", compared(cells)


def region_sizes(scale: str, store: Store) -> dict[str, Counter[int]]:
    """Count regions by their number of tiles, by algorithm; Binary Tree does not have any."""
    study = defects_study(_SIZE, _MAZES[scale])
    run(study, store, measure_defects)
    found: dict[str, Counter[int]] = {algorithm: Counter() for algorithm in BOUNDED}
    for row in store.rows(study):
        algorithm = row.cell.params["algorithm"]
        if algorithm in found:
            found[algorithm].update(dict(row.extra.get("sizes", ())))
    return found


def draw_regions(scale: str, store: Store, folder: Path) -> Iterator[Path]:
    """Draw the share of regions of at most each number of tiles."""
    picture = curves(region_sizes(scale, store))
    yield from written(picture, folder, f"hegeman_figure13_sizes-{scale}")


def curves(by_algorithm: dict[str, Counter[int]]) -> Curves:
    """Return the cumulative distributions of sizes, in per cent, with intervals."""
    series = []
    for algorithm, sizes in by_algorithm.items():
        points, spread, seen = [], [], 0
        for tiles in sorted(sizes):
            seen += sizes[tiles]
            low, high = share_interval(seen, sizes.total())
            points.append((float(tiles), 100 * seen / sizes.total()))
            spread.append((100 * low, 100 * high))
        label = f"{algorithm} ({sizes.total():,} regions)"
        series.append(Series(label, tuple(points), spread=tuple(spread)))
    return Curves(
        f"Ambiguous regions of {_SIZE}×{_SIZE} mazes: how many tiles they have",
        "tiles of a region, at most",
        "regions, %",
        tuple(series),
        log_x=True,
    )
