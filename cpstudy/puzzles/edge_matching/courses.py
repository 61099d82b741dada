"""The course of a search, placement by placement, to be played back.

A search on domains runs to one more placement at a time; where it stops, its state names the next
one. The pieces on the board are those of the levels above, so each placement needs its level, its
cell and its piece only, and what was taken back before it follows from the levels. Cost: some
microseconds a placement.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.native import array
from cpstudy.core.result import Stop
from cpstudy.core.solving import Request
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching
from cpstudy.puzzles.edge_matching.search.control import EXHAUSTED, SPENT
from cpstudy.puzzles.edge_matching.search.domain_tables import CELL, TRIED, DomainTables
from cpstudy.puzzles.edge_matching.search.methods import METHODS
from cpstudy.puzzles.edge_matching.search.searches import loaded


@dataclass(frozen=True)
class Course:
    """The first placements of a search for one solution.

    placements: (level, cell, oriented piece 4·p + q) each; the level is the number of pieces on
    the board before it. stop: LIMIT where the last one solves the board, DONE where there is no
    solution, ITERATIONS where there are more placements, MEMORY where the search takes too much.
    """

    method: str
    placements: tuple[tuple[int, int, int], ...]
    stop: Stop

    def events(self) -> Iterator[int]:
        """The placements as few numbers, one after the other.

        ``-k``: k pieces are taken back, and the next placement is on the cell of the last of them.
        Otherwise, unless the method proceeds row by row, its cell. Then the oriented piece.
        """
        by_cell = not METHODS[self.method].row_by_row
        height = 0
        for level, cell, oriented in self.placements:
            if level < height:
                yield level - height
            elif by_cell:
                yield cell
            yield oriented
            height = level + 1


def course(
    puzzle: EdgeMatching, method: str, most: int, seed: int = 0, clock: Clock = UNLIMITED
) -> Course:
    """The first ``most`` placements of a method of METHODS, fewer where the clock is late.

    seed: of its restarts, as of :func:`cpstudy.core.solving.solve`.
    """
    try:
        search = loaded(puzzle, method, Request(limit=1, seed=seed), on_domains=True)
    except MemoryError:
        return Course(method, (), Stop.MEMORY)
    work = cast(DomainTables, search.work)
    status = search.resume(0)
    array(work.before)[:] = -1  # equal candidates are searched, too, not only counted
    placements: list[tuple[int, int, int]] = []
    while status == SPENT and len(placements) < most and not clock.late:
        levels, depth = work.levels, work.depth
        oriented = work.candidates[depth, levels[depth, TRIED]]
        placements.append((depth, levels[depth, CELL], oriented))
        status = search.resume(len(placements))
    stop = Stop.DONE if status == EXHAUSTED else Stop.LIMIT
    if status == SPENT:
        stop = Stop.ITERATIONS if len(placements) == most else Stop.TIME
    return Course(method, tuple(placements), stop)
