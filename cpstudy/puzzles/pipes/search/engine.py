"""The search of all tilings (tilings/search/) on squares, for one board and for batches.

On squares the search restarts if a first solution is hard to find.
"""

from cpstudy.core.kernel_types import Const, Const2, View, View2, View3, i8, i64, u8
from cpstudy.core.native import entry, kernel, row, view
from cpstudy.core.result import Result
from cpstudy.core.solving import Request
from cpstudy.puzzles.pipes.board.neighbours import closed_of, neighbour_table
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.tilings.checker import is_solution
from cpstudy.puzzles.tilings.search.engine import EXHAUSTED, PAUSED, advance_guided, searched, start
from cpstudy.puzzles.tilings.search.state import Work

NONE, UNIQUE, MANY, UNKNOWN = 0, 1, 2, 3


@entry
def decide(
    w: Work, tiles: Const[u8], closed: Const[u8], tree: bool, nodes: i64, witnesses: View2[u8]
) -> i64:
    """NONE, UNIQUE, MANY or UNKNOWN, with up to two witnesses in uint8[2, n]."""
    if not start(w, tiles, closed, tree):
        return NONE
    return decide_on(w, nodes, witnesses)


@kernel
def decide_on(w: Work, nodes: i64, witnesses: View2[u8]) -> i64:
    """:func:`decide` on a workspace whose knowledge is consistent, before any decision."""
    for k in range(2):  # the first without a guide, the second near the first
        guide: Const[u8] = row(witnesses, 0)
        found = advance_guided(w, guide, k == 1, k == 1, nodes)
        while found == PAUSED and w.nodes < nodes:  # it probes
            found = advance_guided(w, guide, k == 1, False, nodes)
        if found == PAUSED:
            return UNKNOWN
        if found == EXHAUSTED:
            return NONE if k == 0 else UNIQUE
        _solution(w, row(witnesses, k))
    return MANY


@entry
def decide_each(
    w: Work,
    tiles: Const2[u8],
    closed: Const2[u8],
    tree: bool,
    most: i64,
    verdicts: View[i8],
    witnesses: View3[u8],
    nodes: View[i64],
) -> i64:
    """Decide boards; return -1, or the first board with a witness that breaks a rule.

    tiles: uint8[count, n]. closed: uint8[count or 1, n]. most: nodes for one board. verdicts,
    witnesses, nodes: see :class:`.batch.Decisions`.
    """
    for board in range(len(tiles)):
        masks: Const[u8] = row(tiles, board)
        walls: Const[u8] = row(closed, min(board, len(closed) - 1))
        found: View2[u8] = row(witnesses, board)
        verdict = decide(w, masks, walls, tree, most, found)
        verdicts[board] = verdict
        nodes[board] = w.nodes
        if not _holds(w, masks, walls, tree, found, verdict if verdict <= MANY else 0):
            return board
    return -1


@kernel
def _holds(
    w: Work, tiles: Const[u8], walls: Const[u8], tree: bool, witnesses: View2[u8], found: i64
) -> bool:
    """Whether the ``found`` witnesses obey the rules and differ; the others are set to zero."""
    for k in range(2):
        if k >= found:
            for tile in range(w.cells):
                witnesses[k, tile] = 0
        elif not is_solution(
            w.neighbours, 2, tiles, walls, tree, row(witnesses, k), w.stack, w.queued
        ):
            return False
    for tile in range(w.cells):
        w.queued[tile] = False
    if found < MANY:
        return True
    for tile in range(w.cells):
        if witnesses[0, tile] != witnesses[1, tile]:
            return True
    return False


@kernel
def _solution(w: Work, sides: View[u8]) -> None:
    """Copy the known open sides into ``sides``: uint8[n]."""
    for tile in range(w.cells):
        sides[tile] = w.state[tile] & 15


def work_on(rows: int, columns: int, wrap: bool) -> Work:
    """A workspace for boards of one shape."""
    return Work(neighbour_table(rows, columns, wrap), 2, columns)


def begin(puzzle: Pipes) -> tuple[Work, bool]:
    """A workspace with the rules applied to ``puzzle``; False if they find no solution."""
    w = work_on(puzzle.rows, puzzle.columns, puzzle.wrap)
    tree = not puzzle.free
    closed = closed_of(puzzle.rows, puzzle.columns, puzzle.wrap, puzzle.barriers, tree)
    return w, start(w, puzzle.tiles, view(closed), tree)


def solve(puzzle: Pipes, request: Request) -> Result:
    """Up to ``limit`` solutions (None: all); see :func:`searched`."""
    return searched(puzzle, begin, request)
