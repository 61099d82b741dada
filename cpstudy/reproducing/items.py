"""Every table and figure of the five sources, with its reproduction, or the reason for its absence.

``ITEMS`` lists them all. A reproducible item names a function that yields comparisons. The
published values are next to that function, as facts from the source; one rule judges all of them
(:mod:`cpstudy.study.agreement`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.kind import table

with deferred_imports():
    from cpstudy.reproducing import (
        connectivity,
        hegeman,
        hegeman_bounds,
        hegeman_figures,
        hegeman_times,
        kamies,
        kamies_figures,
        kamies_growth,
        tatham,
        willems,
        yurichev,
    )

if TYPE_CHECKING:
    from cpstudy.study.agreement import Parts
    from cpstudy.study.store import Store

SCALES = ("small", "paper")

Compare = Callable[Concatenate[str, "Store", ...], "Parts"]
Draw = Callable[Concatenate[str, "Store", Path, ...], Iterator[Path]]

_SKETCH = "an illustration"

# Figures 3 and 4 each show two figures of the appendix.
_WILLEMS_MAPS = {
    3: "medians, 5×5 dfs and snopf",
    4: "medians, 6×6 dfs and snopf",
    **{
        5 + 4 * row + column: f"medians, {size}×{size} {solver}"
        for row, size in enumerate((5, 6, 7))
        for column, solver in enumerate(
            ("dfs", "snopf", "highest-connectivity", "lowest-connectivity")
        )
    },
}

_HEGEMAN_FIGURES = {
    1: "a puzzle and its solution",
    2: "gadgets for Hamiltonian cycles (our own)",
    3: "a maze by Binary Tree",
    4: "a maze by Depth-first",
    5: "a maze by Kruskal",
    7: "a maze by Prim",
    9: "a maze by Wilson",
    12: "five safe states of one puzzle",
    13: "second solutions by local changes",
}
_HEGEMAN_SKETCHES = {
    "figure6": "why Prim's tiles can all be joined",
    "figure8": "from a random walk to a path",
    "figure10": "numbers of directions",
    "figure11": "numbers on a bordered board",
}
_KAMIES_FIGURES = {1: "fox, goose and beans, all states", 2: "the states in the order found"}


@dataclass(frozen=True)
class Item:
    """One table or figure. name: ``source/item``. what: its content in a sentence.

    function: yields the parts of the table with their verdicts; None if there is nothing to
    compare. note: the reason, or where it is drawn. drawing: draws figures from the rows.
    arguments: keyword arguments of both, so that items can share functions.
    """

    name: str
    what: str
    function: Compare | None = None
    note: str = ""
    drawing: Draw | None = None
    arguments: Mapping[str, Any] = field(default_factory=dict)

    def compare(self, scale: str, rows: Store) -> Parts:
        """Yield its parts, published values beside ours; none if there is nothing to compare."""
        if self.function is not None:
            yield from self.function(scale, rows, **self.arguments)

    def draw(self, scale: str, rows: Store, folder: Path) -> Iterator[Path]:
        """Write its figures into a folder and yield their paths."""
        if self.drawing is not None:
            yield from self.drawing(scale, rows, folder, **self.arguments)

    @property
    def state(self) -> str:
        """Return "reproduced", or the note."""
        return "reproduced" if self.function else self.note


def _figures(source: str, figure: Compare, draw: Draw, shown: Mapping[int, str]) -> Iterator[Item]:
    """Yield the figures that share a function and a drawing, distinguished by number."""
    for number, what in shown.items():
        name, arguments = f"{source}/figure{number}", {"number": number}
        yield Item(name, what, figure, "", draw, arguments)


ITEMS = table(
    Item("hegeman/table1", "safe states tested before a second solution", hegeman.table_1),
    Item("hegeman/table2", "variables and clauses, bound n²", hegeman.table_2),
    Item("hegeman/table3", "distances from the centre", hegeman.table_3),
    Item("hegeman/table4", "variables and clauses, bound n²/2", hegeman.table_4),
    Item("hegeman/table5", "valid puzzles of 5,000", hegeman.table_5),
    Item("hegeman/table6", "average numbers of tiles", hegeman.table_6),
    Item("hegeman/table7", "tiles of the website's puzzles", hegeman.table_7),
    Item("hegeman/bounds", "second solutions that a bound misses", hegeman_bounds.bounds),
    Item("hegeman/times", "seconds, corrected and as printed", hegeman_times.times),
    *_figures("hegeman", hegeman_figures.figure, hegeman_figures.draw, _HEGEMAN_FIGURES),
    *(Item(f"hegeman/{name}", what, note=_SKETCH) for name, what in _HEGEMAN_SKETCHES.items()),
    Item("willems/table1", "peaks of the medians", willems.table_1),
    Item("willems/connectivity", "does connectivity govern hardness?", connectivity.connectivity),
    Item("willems/figure1", "a puzzle half solved", note=_SKETCH),
    Item("willems/figure2", "one-set and two-set puzzles", note=_SKETCH),
    *_figures("willems", willems.figure, willems.draw, _WILLEMS_MAPS),
    *_figures("kamies", kamies_figures.figure, kamies_figures.draw, _KAMIES_FIGURES),
    Item("kamies/figure3", "how the block turns", note=_SKETCH),
    Item("kamies/figure4", "the first level of Bloxorz", note="an input: solved in table 2"),
    Item("kamies/figure5", "the Sudoku tested", note="an input: solved in table 2"),
    Item("kamies/table1", "the puzzles chosen, by group", note="a list: solved in tables 2 and 5"),
    Item("kamies/table2", "puzzles of each group, both strategies", kamies.table_2),
    Item("kamies/table3", "depths of Bloxorz", kamies.table_3),
    Item("kamies/table4", "depths of Sokoban", kamies.table_4),
    Item("kamies/table5", "Picross row by row", kamies.table_5),
    Item(
        "kamies/growth",
        "states against the side of the board (section 7.2)",
        kamies_growth.growth,
        drawing=kamies_growth.draw,
    ),
    Item("kamies/pieces", "states against the pieces that move (section 8)", kamies_growth.pieces),
    Item("tatham/solver", "what his solver settles: dead end", tatham.rules),
    Item(
        "yurichev/instance",
        "the printed board has two solutions",
        yurichev.instance,
        drawing=yurichev.draw,
    ),
    Item("yurichev/integers", "integers in place of Booleans are slower", yurichev.integers),
)
