"""Every table and figure of the five sources: reproduced beside what was published, or why not.

``ITEMS`` lists them all. An item that can be reproduced names a function of ``(scale, store,
progress)`` that gives comparisons; what is published stands beside that function, as facts taken
from the source, and the rule that judges is :mod:`cpstudy.study.agreement`, for all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cpstudy.core.kind import table
from cpstudy.core.solving import load

if TYPE_CHECKING:
    from cpstudy.study.store import Store

_HERE = "cpstudy.reproducing"

SCALES = ("small", "paper")

# Figures 3 and 4 show two of the appendix each.
_WILLEMS_MAPS = {
    3: "5×5 dfs and snopf",
    4: "6×6 dfs and snopf",
    **{
        5 + 4 * row + column: f"{size}×{size} {solver}"
        for row, size in enumerate((5, 6, 7))
        for column, solver in enumerate(
            ("dfs", "snopf", "highest-connectivity", "lowest-connectivity")
        )
    },
}

_HEGEMAN_FIGURES = {
    1: "a puzzle and its solution",
    2: "a gadget for Hamiltonian paths (our own)",
    3: "a maze by Binary Tree",
    4: "a maze by Depth-first",
    5: "a maze by Kruskal",
    7: "a maze by Prim",
    9: "a maze by Wilson",
    12: "five safe states of one puzzle",
    13: "second solutions by local changes",
}
_HEGEMAN_ILLUSTRATIONS = {
    6: "why Prim's tiles can all be joined",
    8: "from a random walk to a path",
    10: "numbers of directions",
    11: "numbers on a bordered board",
}


@dataclass(frozen=True)
class Item:
    """One table or figure. name: ``source/item``. what: what it shows, in a sentence.

    function: ``"module:name"`` of ``(scale, store) -> Iterator[tuple[str, Comparison]]``: parts of
    the table with their verdicts; None where there is nothing to compare. note: why not, or where
    it is drawn. drawing: ``"module:name"`` of ``(scale, store, folder) -> Iterator[Path]``, which
    writes figures from the rows. arguments: what both get as keywords, so that items can share one.
    """

    name: str
    what: str
    function: str | None = None
    note: str = ""
    drawing: str | None = None
    arguments: Mapping[str, Any] = field(default_factory=dict)

    def draw(self, scale: str, rows: Store, folder: Path) -> Iterator[Path]:
        """Write its figures into a folder, each told when it is written; none where it has none."""
        if self.drawing is not None:
            yield from load(self.drawing)(scale, rows, folder, **self.arguments)

    @property
    def state(self) -> str:
        """Whether it can be run, in words."""
        return "reproduced" if self.function else self.note


ITEMS = table(
    Item(
        "hegeman/table1", "safe states tested before a second solution", f"{_HERE}.hegeman:table_1"
    ),
    Item("hegeman/table2", "variables and clauses, bound n²", f"{_HERE}.hegeman:table_2"),
    Item("hegeman/table3", "distances from the centre", f"{_HERE}.hegeman:table_3"),
    Item("hegeman/table4", "variables and clauses, bound n²/2", f"{_HERE}.hegeman:table_4"),
    Item("hegeman/table5", "valid puzzles of 5,000", f"{_HERE}.hegeman:table_5"),
    Item("hegeman/table6", "average numbers of tiles", f"{_HERE}.hegeman:table_6"),
    Item("hegeman/table7", "tiles of the website's puzzles", f"{_HERE}.hegeman:table_7"),
    Item(
        "hegeman/bounds", "second solutions that a bound misses", f"{_HERE}.hegeman_bounds:bounds"
    ),
    Item("hegeman/times", "seconds, corrected and as printed", f"{_HERE}.hegeman_times:times"),
    *(
        Item(
            f"hegeman/figure{number}",
            what,
            f"{_HERE}.hegeman_figures:figure",
            drawing=f"{_HERE}.hegeman_figures:draw",
            arguments={"number": number},
        )
        for number, what in _HEGEMAN_FIGURES.items()
    ),
    *(
        Item(f"hegeman/figure{number}", what, note="an illustration")
        for number, what in _HEGEMAN_ILLUSTRATIONS.items()
    ),
    Item("willems/table1", "peaks of the medians", f"{_HERE}.willems:table_1"),
    Item(
        "willems/connectivity",
        "does connectivity govern hardness?",
        f"{_HERE}.connectivity:connectivity",
    ),
    Item("willems/figure1", "a puzzle half solved", note="an illustration"),
    Item("willems/figure2", "one-set and two-set puzzles", note="an illustration"),
    *(
        Item(
            f"willems/figure{number}",
            f"medians, {what}",
            f"{_HERE}.willems:figure",
            drawing=f"{_HERE}.willems:draw",
            arguments={"number": number},
        )
        for number, what in _WILLEMS_MAPS.items()
    ),
    Item(
        "kamies/figure1",
        "fox, goose and beans, all states",
        f"{_HERE}.kamies_figures:figure",
        drawing=f"{_HERE}.kamies_figures:draw",
        arguments={"number": 1},
    ),
    Item(
        "kamies/figure2",
        "the states in the order found",
        f"{_HERE}.kamies_figures:figure",
        drawing=f"{_HERE}.kamies_figures:draw",
        arguments={"number": 2},
    ),
    Item("kamies/figure3", "how the block turns", note="an illustration"),
    Item("kamies/figure4", "the first level of Bloxorz", note="an input: solved in table 2"),
    Item("kamies/figure5", "the Sudoku tested", note="an input: solved in table 2"),
    Item("kamies/table1", "the puzzles chosen, by group", note="a list: solved in tables 2 and 5"),
    Item("kamies/table2", "puzzles of each group, both strategies", f"{_HERE}.kamies:table_2"),
    Item("kamies/table3", "depths of Bloxorz", f"{_HERE}.kamies:table_3"),
    Item("kamies/table4", "depths of Sokoban", f"{_HERE}.kamies:table_4"),
    Item("kamies/table5", "Picross row by row", f"{_HERE}.kamies:table_5"),
    Item(
        "kamies/growth",
        "states against the side of the board (section 7.2)",
        f"{_HERE}.kamies_growth:growth",
        drawing=f"{_HERE}.kamies_growth:draw",
    ),
    Item(
        "kamies/pieces",
        "states against the pieces that move (section 8)",
        f"{_HERE}.kamies_growth:pieces",
    ),
    Item("tatham/solver", "what his solver settles: dead end", f"{_HERE}.tatham:rules"),
    Item(
        "yurichev/instance",
        "the printed board has two solutions",
        f"{_HERE}.yurichev:instance",
        drawing=f"{_HERE}.yurichev:draw",
    ),
    Item(
        "yurichev/integers",
        "integers in place of Booleans are slower",
        f"{_HERE}.yurichev:integers",
    ),
)
