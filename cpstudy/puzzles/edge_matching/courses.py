"""The course of a search, placement by placement, for playback.

A search on domains runs one placement at a time; when it stops, its state names the next placement.
The pieces on the board are those of the levels above. Each placement therefore needs only its
level, its cell and its piece; the removed pieces follow from the levels. Cost: some microseconds
per placement.
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

    placements: (level, cell, oriented piece 4·p + q) each; the level is the number of pieces on the
    board before it. stop: LIMIT if the last placement solves the board, DONE if there is no
    solution, ITERATIONS if there are more placements, TIME if the clock ran out, MEMORY if the
    search needs too much memory.
    """

    method: str
    placements: tuple[tuple[int, int, int], ...]
    stop: Stop

    def events(self) -> Iterator[int]:
        """Yield the placements as few numbers, one after the other.

        ``-k``: k pieces are removed, and the next placement is on the cell of the last of them.
        Otherwise, unless the method proceeds row by row: the cell. Then the oriented piece.
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
    """Return the first ``most`` placements of a method of METHODS, fewer if the clock runs out.

    seed: for its restarts, as in :func:`cpstudy.core.solving.solve`.
    """
    try:
        search = loaded(puzzle, method, Request(limit=1, seed=seed), on_domains=True)
    except MemoryError:
        return Course(method, (), Stop.MEMORY)
    work = cast(DomainTables, search.work)
    status = search.resume(0)
    array(work.before)[:] = -1  # equal candidates are searched too, not only counted
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
