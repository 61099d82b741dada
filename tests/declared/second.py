"""Second declarations of five kinds that have their own engines.

They follow the rules as people state them and use only the puzzles of the kinds, so they are a
second specification of ``violation`` and the engines. The variables have the order of the bytes in
a solution of the kind, so answers can be compared.
"""

from collections.abc import Callable
from itertools import product
from typing import Any

import cpmpy as cp

from cpstudy.declared.board import Board
from cpstudy.declared.model import Model
from cpstudy.encode.cpmpy_graph import Cut, GraphConstraint, components


def shape(puzzle: Any) -> tuple[int, int]:
    """Return the numbers of rows and columns of a board."""
    order = getattr(puzzle, "order", 0)
    return (order, order) if order else (puzzle.rows, puzzle.columns)


class Second:
    """A puzzle of one of the five kinds with the interface of a declared puzzle."""

    def __init__(self, puzzle: Any, declare: Callable[[Any, Model], None]) -> None:
        self._puzzle, self._declare = puzzle, declare
        self.board = Board(*shape(puzzle), {})

    def declare(self, m: Model) -> None:
        """State the rules."""
        self._declare(self._puzzle, m)


def lines_of(rows: int, columns: int) -> list[Any]:
    """Return the edges between rows × columns points: those across, then those down."""
    points = list(product(range(rows), range(columns)))
    across = [((r, c), (r, c + 1)) for r, c in points if c + 1 < columns]
    return across + [((r, c), (r + 1, c)) for r, c in points if r + 1 < rows]


def _loop(m: Model, rows: int, columns: int) -> tuple[dict[Any, Any], dict[Any, list[Any]]]:
    """State the rules of one loop; return the variables of its lines, and those at each point."""
    line = m.bools("loop", lines_of(rows, columns), "", "", mark="line")
    at_point: dict[Any, list[Any]] = {p: [] for p in product(range(rows), range(columns))}
    for ends, taken in line.items():
        for end in ends:
            at_point[end].append(taken)
    for point, ways in at_point.items():
        for way in ways:
            m.rule(f"the loop goes on at {point}", way.implies(cp.sum(ways) == 2))
    m.rule("there is a loop", cp.any(list(line.values())))
    m.rule("there is one loop", m.one_loop(line))
    return line, at_point


def slitherlink(puzzle: Any, m: Model) -> None:
    """A number counts the sides of its cell that the loop takes."""
    line, _ = _loop(m, puzzle.rows + 1, puzzle.columns + 1)
    for (r, c), clue in zip(m.board.cells, puzzle.clues, strict=True):
        if clue >= 0:
            left, right, below, last = (r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)
            sides = [(left, right), (left, below), (right, last), (below, last)]
            m.rule(f"the {clue} at {(r, c)}", cp.sum([line[s] for s in sides]) == clue)


def masyu(puzzle: Any, m: Model) -> None:
    """The loop goes straight at a white pearl and turns next to it; at a black one, the reverse."""
    line, _ = _loop(m, puzzle.rows, puzzle.columns)

    def way(r: int, c: int, dr: int, dc: int) -> Any:
        pair = tuple(sorted([(r, c), (r + dr, c + dc)]))
        return line.get(pair, cp.BoolVal(False))

    for (r, c), pearl in zip(m.board.cells, puzzle.clues, strict=True):
        if not pearl:
            continue
        passed = []
        for dr, dc in ((0, 1), (1, 0)):
            here = way(r, c, dr, dc), way(r, c, -dr, -dc)
            beyond = way(r + dr, c + dc, dr, dc), way(r - dr, c - dc, -dr, -dc)
            if pearl == 1:
                passed.append(cp.all([*here, ~cp.all(beyond)]))
            else:
                passed.append(cp.any([here[0] & beyond[0], here[1] & beyond[1]]))
                m.rule(f"the loop turns at {(r, c)}", ~cp.all(here))
        m.rule(f"the pearl at {(r, c)}", cp.any(passed) if pearl == 1 else cp.all(passed))


class Islands(GraphConstraint):
    """Each component of false cells has exactly one clue, its number of cells unless it is -1."""

    def __init__(self, sea: list[Any], edges: list[tuple[int, int]], clues: Any) -> None:
        super().__init__("islands", sea, len(sea), edges)
        self.clues = clues

    def cuts(self, values: Any) -> list[Cut]:
        """Return a cut for each wrong island: a cell becomes sea, or a small island grows."""
        found: list[Cut] = []
        for part in components([i for i, v in enumerate(values) if not v], self.near, None):
            clues = [self.clues[cell] for cell in part if self.clues[cell]]
            size = clues[0] if len(clues) == 1 else 0
            if size == len(part) or (size == -1):
                continue
            inside = set(part)
            beyond = {n for cell in part for n, _ in self.near[cell] if n not in inside}
            cut: Cut = [(cell, 1, True) for cell in part]
            if len(part) < size or not clues:
                cut += [(cell, 0, True) for cell in sorted(beyond)]
            found.append(cut)
        return found


def nurikabe(puzzle: Any, m: Model) -> None:
    """Islands have their sizes; the sea is connected and has no 2×2 pool."""
    cells = m.board.cells
    sea = m.bools("sea", cells, "", "", mark="shade")
    place = {cell: number for number, cell in enumerate(cells)}
    edges = [(place[a], place[b]) for a, b in m.board.edges]
    for cell, clue in zip(cells, puzzle.clues, strict=True):
        if clue:
            m.rule(f"the clue at {cell} is island", ~sea[cell])
    for four in m.board.squares:
        m.rule(f"no pool at {four[0]}", ~cp.all([sea[cell] for cell in four]))
    m.rule("the sea is connected", m.connected(sea))
    m.rule("islands", Islands(list(sea.values()), edges, puzzle.clues))


def sudoku(puzzle: Any, m: Model) -> None:
    """Rows, columns and boxes, and diagonals if the puzzle has them, hold each value once."""
    n, height, width = puzzle.order, puzzle.box_rows, puzzle.box_columns
    x = m.ints("values", m.board.cells, 1, n)
    boxes: dict[Any, list[Any]] = {}
    for r, c in x:
        boxes.setdefault((r // height, c // width), []).append((r, c))
    crossed = [[(i, i) for i in range(n)], [(i, n - 1 - i) for i in range(n)]]
    for unit in (*m.board.lines, *boxes.values(), *(crossed if puzzle.diagonals else ())):
        m.rule(f"{unit[0]} to {unit[-1]}", cp.AllDifferent([x[cell] for cell in unit]))
    for cell, clue in zip(x, puzzle.clues, strict=True):
        if clue:
            m.rule(f"{cell} is given", x[cell] == clue)


def picross(puzzle: Any, m: Model) -> None:
    """Every line is one of the fillings that have its runs."""
    colours = max([1, *(colour for clue in puzzle.row_clues for _, colour in clue)])
    x = m.ints("cells", m.board.cells, 0, colours)
    clues = (*puzzle.row_clues, *puzzle.column_clues)
    for cells, clue in zip(m.board.lines, clues, strict=True):
        rows = list(_fillings(len(cells), clue))
        m.rule(f"{cells[0]} to {cells[-1]}", cp.Table([x[cell] for cell in cells], rows))
    for cell, given in zip(x, puzzle.given, strict=bool(puzzle.given)):
        if given:
            m.rule(f"{cell} is given", x[cell] == given - 1)


def _fillings(length: int, clue: Any, before: int = 0) -> Any:
    if not clue:
        yield [0] * length
        return
    (run, colour), *rest = clue
    least = 1 if colour == before else 0
    for gap in range(least, length - run + 1):
        for end in _fillings(length - gap - run, tuple(rest), colour):
            yield [0] * gap + [colour] * run + end


SECOND = {f.__name__: f for f in (slitherlink, masyu, nurikabe, sudoku, picross)}
