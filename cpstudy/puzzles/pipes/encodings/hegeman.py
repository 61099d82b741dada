"""Hegeman's CNF: tiles, border, edges, a second solution, connectivity in two ways (Hegeman2022).

Chapter 3 of the thesis, literally, on boards of n rows and m columns. Variables are whole numbers
from 0, and variable 0, which DIMACS cannot name, belongs to the border and is left out.

- *Sides.* The board gets a border of empty tiles. Tile (i, j) of the bordered board, from 0, has
  the variables 4((m + 2)i + j) + d for d = 0…3: north, east, south, west. True means open.
- *Reached.* v(K, l) = 4(n + 2)(m + 2) + (K - 1)b + l: tile K = 1…nm, row by row, is at most l
  steps from the start, for l = 0…b-1. So a bound of b allows b - 1 steps, and b = nm every board.
- *Steps.* z(K, d, l) = 4(n + 2)(m + 2) + nmb + 4b(K - 1) + 4l + d: side d of tile K is open and
  the neighbour there is reached at level l, for l = 0…b-2.

Clauses: border sides are false; a dead end and a T have 7, a corner 4, a straight 9; the sides
that meet are equal; "at least one side that is open now is closed"; and v(K, l+1) implies v(K, l)
or a step z at level l, which implies its side and its neighbour's v. All tiles must be reached at
level b-1. Connected is enough: turning keeps the number of open sides, so a safe state (every
open side meets an open side) that is connected is a tree.

Size: 4(n + 2)(m + 2) + 5nmb - 5 variables, about 17nmb clauses: cubic in n·m for b = nm. Clauses
that depend on the shape alone are built once and kept.

The other way asks for safe states one after another, each forbidden after it was looked at, and
puts a small formula to each: one variable a tile, the first true, connected tiles equal, some tile
false. It is satisfiable exactly where the safe state is not connected.

*What is printed and what is right.* Three things were decided by evidence; the tests hold it.

1. The text makes v(K, 0) true for the start and false elsewhere. The printed DIMACS example has it
   the other way round (64, 68, 76 positive, 72 negative): all tiles but one are sources. Then
   all tiles are reached where the start has a pipe to another tile, as in every safe state of a
   maze, and the formula asks for a second *safe state*.
   The published numbers of valid puzzles (table 5) are those of unique safe states; the ones of
   table 1, from the other way, are right. ``inverted`` gives the printed formula, else the text's.
2. The example's last clause excludes the tiles *as they lie*, unturned, which is no solution
   there. In the thesis the field lies solved when the formula is written. Here the clause is
   written for a given placement; the solvers give it solutions only.
3. A straight has 8 clauses in the text (four exclusive ors); the published numbers of clauses have
   9. The ninth is not printed. It is taken to be "some side is open", which follows from the 8.

The start is the tile in row n//2 and column (m-1)//2: the only tile with the negative sign in the
example, and the centre where n and m are odd. The thesis says "a centre tile".

Numbers of variables are those of tables 2 and 4 but for one entry: 15×15 with half the bound is
printed as 25,571, the number of 10×10 in the line above; it must be 127,151. With b = n²/2,
rounded down, second solutions that reach farther are not seen; a bound below the number of tiles
can show that a board has several solutions and never that it has one, unless its safe states run
out: the solver says UNKNOWN otherwise, with the stop BOUND.

Beyond the thesis: crosses and empty tiles have four unit clauses (empty tiles need not be
reached, a start that is empty moves to the first tile that is not), barriers make their sides
false, wrapping boards have equal sides across the border, free graphs no connectivity. On plain
boards nothing of this adds a clause.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import cast

import numpy as np
import numpy.typing as npt

from cpstudy.core.result import Budget, Result, Stop
from cpstudy.encode.cnf import Cnf
from cpstudy.encode.sat import SOLVERS, enumerate_models, read_answer
from cpstudy.puzzles.pipes.puzzle import SIDE_NAMES, Pipes, tile_type

# Her directions, north 0, east 1, south 2, west 3, of our sides: right, up, left, down.
_DIRECTION = (1, 0, 3, 2)
# Our sides in the order of her directions.
_CLOCKWISE = (1, 0, 3, 2)

_SOLVER = "cadical195"

# Table 3: the greatest distance from the centre in 5,000 mazes, and what she added to it by size
# "to have some additional space"; to the one that is marked more.
_FARTHEST = {
    "depth-first": {5: 18, 10: 62, 15: 123, 20: 203},
    "kruskal": {5: 20, 10: 54, 15: 87, 20: 126},
    "prim": {5: 11, 10: 21, 15: 30, 20: 35},
    "wilson": {5: 21, 10: 57, 15: 100, 20: 137},
}
_ADDED = {5: 2, 10: 5, 15: 7, 20: 10}
_ADDED_PRIM_5 = 5

# Options of the solvers: a bound other than n·m, and the SAT solver.
BOUNDS = {
    "half": "bound: half the tiles (table 4); often cannot tell",
    **{name: f"bound: as observed for {name} mazes (table 3)" for name in _FARTHEST},
}
OPTIONS = {**BOUNDS, **SOLVERS}

# Above so many clauses a formula does not fit the memory of an ordinary machine: 26×26, b = nm.
_LARGEST = 2**23


@dataclass(frozen=True)
class Layout:
    """The numbers of the variables on a board of ``rows`` × ``columns`` with bound ``bound``."""

    rows: int
    columns: int
    bound: int

    def side(self, tile: int, side: int) -> int:
        """Our side 0…3 (right, up, left, down) of our tile, numbered row by row from 0."""
        row, column = divmod(tile, self.columns)
        return 4 * ((self.columns + 2) * (row + 1) + column + 1) + _DIRECTION[side]

    def reached(self, tile: int, level: int) -> int:
        """v: the tile is at most ``level`` steps from the start."""
        return self.sides + tile * self.bound + level

    def step(self, tile: int, side: int, level: int) -> int:
        """z: our side of the tile is open and leads to a tile reached at ``level``."""
        steps = self.sides + self.rows * self.columns * self.bound
        return steps + 4 * (self.bound * tile + level) + _DIRECTION[side]

    @property
    def sides(self) -> int:
        """How many variables stand for sides, the border and variable 0 included."""
        return 4 * (self.rows + 2) * (self.columns + 2)

    @property
    def variables(self) -> int:
        """The number in the problem line: the highest variable, which is that of a step."""
        return self.sides + 5 * self.rows * self.columns * self.bound - 5


def full_bound(puzzle: Pipes) -> int:
    """The bound that misses nothing: n·m, so that paths of n·m - 1 steps are allowed."""
    return puzzle.rows * puzzle.columns


def half_bound(puzzle: Pipes) -> int:
    """The bound of table 4, half of n·m rounded down (but 1 at least). It misses solutions."""
    return max(1, puzzle.rows * puzzle.columns // 2)


def observed_bound(algorithm: str, size: int) -> int:
    """The bound of table 3 for square mazes: the greatest distance observed, and some more.

    Raises ValueError for what the table has not.
    """
    if algorithm not in _FARTHEST or size not in _ADDED:
        raise ValueError(f"table 3 has no bound for {algorithm} {size}x{size}")
    more = _ADDED_PRIM_5 if (algorithm, size) == ("prim", 5) else _ADDED[size]
    return _FARTHEST[algorithm][size] + more


def start_tile(puzzle: Pipes) -> int:
    """Where the traversal starts: see the module's text; the first non-empty tile if empty."""
    tile = puzzle.rows // 2 * puzzle.columns + (puzzle.columns - 1) // 2
    if puzzle.tiles[tile]:
        return tile
    return next((other for other, here in enumerate(puzzle.tiles) if here), tile)


def safe_state(puzzle: Pipes) -> Cnf:
    """The formula of all safe states: border, tiles, edges (sections 3.2.1 and 3.2.2)."""
    layout = Layout(puzzle.rows, puzzle.columns, 0)
    cnf = Cnf(layout.sides - 1)
    cnf.clauses += _tiles(puzzle)
    cnf.clauses += _edges(puzzle, layout)
    return cnf


def formula(puzzle: Pipes, bound: int | None = None, *, inverted: bool = False) -> Cnf:
    """The formula of all solutions in which every tile is within ``bound`` - 1 steps.

    bound: n·m where None is given. inverted: the printed sign of v(K, 0); see the module's text.
    Add :func:`other_than` to ask for a second solution. Raises ValueError for a bound below 1.
    """
    bound = full_bound(puzzle) if bound is None else bound
    if bound < 1:
        raise ValueError(f"bound: expected at least 1, got {bound}")
    cnf = safe_state(puzzle)
    if not puzzle.free:
        shape = Pipes(
            puzzle.rows, puzzle.columns, bytes(map(bool, puzzle.tiles)), puzzle.wrap, False,
            puzzle.barriers,
        )  # fmt: skip
        cnf.variables = Layout(puzzle.rows, puzzle.columns, bound).variables
        cnf.clauses += _connectivity(shape, bound, inverted)
    return cnf


def _tiles(puzzle: Pipes) -> Iterator[list[int]]:
    """Border and tiles, in the order of the variables."""
    layout = Layout(puzzle.rows, puzzle.columns, 0)
    for i in range(puzzle.rows + 2):
        for j in range(puzzle.columns + 2):
            first = 4 * ((puzzle.columns + 2) * i + j)
            if 1 <= i <= puzzle.rows and 1 <= j <= puzzle.columns:
                tile = (i - 1) * puzzle.columns + j - 1
                sides = [layout.side(tile, side) for side in _CLOCKWISE]
                yield from _tile(tile_type(puzzle.tiles[tile]), sides)
            else:
                yield from ([-variable] for variable in range(first, first + 4) if variable)


def _tile(kind: int, sides: list[int]) -> Iterator[list[int]]:
    """The clauses of one tile, by its type (section 3.2.1); ``sides`` clockwise from north."""
    north, east, south, west = sides
    if kind in (0, 5):  # empty, cross
        yield from ([side if kind else -side] for side in sides)
    elif kind in (1, 4):  # dead end: no two are open, one is; a T the same with closed
        sign = 1 if kind == 1 else -1
        yield from ([-sign * a, -sign * b] for a, b in combinations(sides, 2))
        yield [sign * side for side in sides]
    else:
        pairs = [(north, south), (east, west)]  # corner
        if kind == 2:
            pairs = [(north, east), (east, south), (south, west), (west, north)]
        for a, b in pairs:
            yield [a, b]
            yield [-a, -b]
        if kind == 2:
            yield list(sides)


def _edges(puzzle: Pipes, layout: Layout) -> Iterator[list[int]]:
    """Sides that meet are equal; sides at a barrier are closed (section 3.2.2)."""
    width = 4 * (puzzle.columns + 2)
    if puzzle.wrap:
        pairs = [
            (layout.side(tile, side), layout.side(other, side ^ 2))
            for tile, side, other in puzzle.edges()
        ]
    else:
        pairs = [
            pair
            for i in range(puzzle.rows + 1)
            for first in range(i * width, (i + 1) * width - 4, 4)
            for pair in ((first + 1, first + 7), (first + 2, first + width))
        ]
    for here, there in pairs:
        yield [here, -there]
        yield [-here, there]
    if puzzle.barriers:
        for tile in range(len(puzzle.tiles)):
            for side in range(4):
                if puzzle.neighbour(tile, side) is None:
                    yield [-layout.side(tile, side)]


@lru_cache(maxsize=4)
def _connectivity(shape: Pipes, bound: int, inverted: bool) -> list[list[int]]:
    """All tiles of ``shape`` that are not empty are reached (section 3.2.4). Not to be changed.

    shape: only its size, its walls and which tiles are empty matter.
    """
    layout = Layout(shape.rows, shape.columns, bound)
    start = start_tile(shape)
    clauses = []
    for tile, occupied in enumerate(shape.tiles):
        around = [
            (side, other)
            for side in _CLOCKWISE
            if (other := shape.neighbour(tile, side)) is not None
        ]
        source = (tile == start) is not inverted
        clauses.append([layout.reached(tile, 0) * (1 if source else -1)])
        for level in range(bound - 1):
            steps = [layout.step(tile, side, level) for side, _ in around]
            here = layout.reached(tile, level)
            clauses.append([-(here + 1), here, *steps])
            for step, (side, other) in zip(steps, around, strict=True):
                clauses.append([-step, layout.reached(other, level)])
                clauses.append([-step, layout.side(tile, side)])
        if occupied:
            clauses.append([layout.reached(tile, bound - 1)])
    return clauses


def other_than(puzzle: Pipes, placement: bytes) -> list[int]:
    """The clause "some side that is open in ``placement`` is closed" (section 3.2.3)."""
    layout = Layout(puzzle.rows, puzzle.columns, 0)
    return [
        -layout.side(tile, side)
        for tile, here in enumerate(placement)
        for side in _CLOCKWISE
        if here >> side & 1
    ]


def disconnectivity(puzzle: Pipes, placement: bytes) -> Cnf:
    """Satisfiable exactly where the safe state ``placement`` is not connected (section 3.2.4).

    One variable a tile, from 1; the first is true, connected ones are equal, some is false. Empty
    tiles take no part.
    """
    cnf = Cnf(len(placement))
    occupied = [tile + 1 for tile, here in enumerate(placement) if here]
    if occupied:
        cnf.add(occupied[0])
    for tile, side, other in puzzle.edges():
        if placement[tile] >> side & 1:
            cnf.add(tile + 1, -other - 1)
            cnf.add(-tile - 1, other + 1)
    cnf.add(*(-tile for tile in occupied[1:]))
    return cnf


def placement_of(puzzle: Pipes, true: Iterable[int]) -> bytes:
    """The open sides of an assignment, given by its true variables (or all its literals)."""
    layout = Layout(puzzle.rows, puzzle.columns, 0)
    chosen = set(true)
    return bytes(
        sum((layout.side(tile, side) in chosen) << side for side in range(4))
        for tile in range(len(puzzle.tiles))
    )


def write_dimacs(puzzle: Pipes) -> str:
    """The right formula with b = n·m, for any SAT solver.

    Where the board lies solved the formula asks for a second solution, else for any. Raises
    ValueError above 26×26 (as the next).
    """
    cnf = _formula_to_write(puzzle, inverted=False)
    asks = "Satisfiable where the puzzle has a solution."
    if not puzzle.why_not(puzzle.tiles):
        cnf.clauses.append(other_than(puzzle, puzzle.tiles))
        asks = "Satisfiable where the puzzle has a solution other than the position of its tiles."
    return _written(puzzle, cnf, asks)


def write_dimacs_printed(puzzle: Pipes) -> str:
    """The formula as printed, wrong sign and all, which excludes the tiles as they lie."""
    cnf = _formula_to_write(puzzle, inverted=True)
    cnf.clauses.append(other_than(puzzle, puzzle.tiles))
    return _written(
        puzzle,
        cnf,
        "WRONG on purpose, as printed: satisfiable where there is a safe state, connected or not, "
        "other than the position of the tiles.",
    )


def _formula_to_write(puzzle: Pipes, inverted: bool) -> Cnf:
    if _too_large(puzzle, full_bound(puzzle)):
        raise ValueError(f"size {puzzle.size}: the formula would have millions of clauses")
    return formula(puzzle, inverted=inverted)


def _written(puzzle: Pipes, cnf: Cnf, asks: str) -> str:
    layout = Layout(puzzle.rows, puzzle.columns, full_bound(puzzle))
    cnf.comments += [f"Pipes {puzzle.encode()}: the formula of Hegeman2022.", asks]
    if not puzzle.free:
        cnf.comments += [
            f"Tile t = 0..{len(puzzle.tiles) - 1}, row by row, level l = 0..{layout.bound - 1}:",
            f"{layout.sides} + {layout.bound} t + l: the tile is at most l steps from the start.",
            f"{layout.step(0, 1, 0)} + {4 * layout.bound} t + 4 l + d: its side d = 0..3 (up, "
            "right, down, left) is open, and the tile there is at most l steps from the start.",
        ]
    cnf.names |= {
        layout.side(tile, side): f"tile {puzzle.cell(tile)} is open {SIDE_NAMES[side]}"
        for tile in range(len(puzzle.tiles))
        for side in range(4)
    }
    return cnf.dimacs()


def read_assignment(puzzle: Pipes, text: str) -> bytes:
    """The placement in a SAT solver's answer ("s" and "v" lines) to one of the files above.

    It is a safe state, and a solution unless the file was the printed formula. Raises ValueError
    where the answer is "unsatisfiable" or none, or no safe state of this puzzle.
    """
    try:
        answer = read_answer(text)
    except ValueError:
        raise ValueError("assignment: not a list of literals") from None
    if answer is None:
        raise ValueError("assignment: no line 's SATISFIABLE' or 's UNSATISFIABLE'")
    if isinstance(answer, Stop):
        raise ValueError("assignment: the formula is unsatisfiable, there is no board in it")
    layout = Layout(puzzle.rows, puzzle.columns, 0)
    given = set(map(abs, answer))
    for tile in range(len(puzzle.tiles)):
        for side in range(4):
            if layout.side(tile, side) not in given:
                raise ValueError(
                    f"assignment: no value for variable {layout.side(tile, side)}: "
                    f"tile {puzzle.cell(tile)}, {SIDE_NAMES[side]}"
                )
    placement = placement_of(puzzle, answer)
    reason = replace(puzzle, free=True).why_not(placement)
    if reason:
        raise ValueError(f"assignment: {reason}")
    return placement


def connected(puzzle: Pipes, placement: bytes) -> bool:
    """Whether a safe state is connected, asked as in the thesis: by :func:`disconnectivity`."""
    cnf = disconnectivity(puzzle, placement)
    if [] in cnf.clauses:  # a single tile
        return True
    return enumerate_models(cnf, cnf.variables, Budget(), 1, solver=_SOLVER).stop is Stop.DONE


def solve_hegeman(
    puzzle: Pipes,
    budget: Budget,
    rng: np.random.Generator,
    limit: int | None,
    options: tuple[str, ...] = (),
) -> Result:
    """Up to ``limit`` solutions (None: all) within the bound, n·m unless an option names another.

    Counters: conflicts (the iterations). Phases: build, search. With too small a bound UNKNOWN and
    the stop BOUND where no second solution is within it and there are more safe states; with too
    large a formula (above 26×26) the stop MEMORY. Raises ValueError for options that contradict
    each other, for table 3 on boards that it has not, and where python-sat is not installed.
    """
    bound, solver = _chosen(puzzle, options)
    return solve_bounded(puzzle, budget, limit, bound, solver)


def solve_bounded(
    puzzle: Pipes, budget: Budget, limit: int | None, bound: int, solver: str = _SOLVER
) -> Result:
    """The same with any bound: solutions in which all tiles are within ``bound`` - 1 steps."""
    settled = _settled(puzzle)
    if settled is not None:
        return settled
    if _too_large(puzzle, bound):
        return Result(stop=Stop.MEMORY, counters={"conflicts": 0})
    run = _Run(puzzle, budget, limit, solver)
    stop = run.ask(formula(puzzle, bound))
    if stop is Stop.DONE and not puzzle.free and bound < len(puzzle.tiles) - puzzle.tiles.count(0):
        # Nothing more within the bound. Is there anything more at all?
        within = len(run.solutions)
        run.limit = within + 1
        stop = run.ask(safe_state(puzzle))
        if len(run.solutions) > within:
            run.solutions.pop()
            stop = Stop.BOUND
    return run.result(stop)


def solve_hegeman_safe_states(
    puzzle: Pipes,
    budget: Budget,
    rng: np.random.Generator,
    limit: int | None,
    options: tuple[str, ...] = (),
) -> Result:
    """Solutions among the safe states, looked at one after another (section 3.2.4).

    Counters: conflicts (the iterations), safe_states. The position of the tiles is the first safe
    state where it is a solution. Exponential: large mazes have hundreds of safe states and more.
    Raises ValueError where python-sat is not installed.
    """
    _, solver = _chosen(puzzle, options)
    settled = _settled(puzzle)
    if settled is not None:
        return replace(settled, counters={"conflicts": 0, "safe_states": len(settled.solutions)})

    def lacking(values: npt.NDArray[np.bool_]) -> list[list[int]]:
        """A safe state that is not connected lacks to be another one."""
        placement = _placement(puzzle, values)
        return [] if connected(puzzle, placement) else [other_than(puzzle, placement)]

    run = _Run(puzzle, budget, limit, solver)
    stop = run.ask(safe_state(puzzle), None if puzzle.free else lacking)
    found = run.result(stop)
    states = len(found.solutions) + run.rejected
    return replace(found, counters={**found.counters, "safe_states": states})


def solve_hegeman_printed(
    puzzle: Pipes,
    budget: Budget,
    rng: np.random.Generator,
    limit: int | None,
    options: tuple[str, ...] = (),
) -> Result:
    """What the printed formula says, which may be wrong: MANY where a second safe state exists.

    The first solution is found with the right formula. The printed one is then asked for another
    and its answer taken as it is: a count of 2 where it finds one, without a witness where that is
    no tree. Counters: conflicts (the iterations). Raises as :func:`solve_hegeman`.
    """
    bound, solver = _chosen(puzzle, options)
    start = time.perf_counter()
    first = solve_bounded(puzzle, budget, 1, full_bound(puzzle), solver)
    if not first.solutions or first.exhausted or limit == 1:
        return first
    spent = first.counters["conflicts"]
    solved = replace(puzzle, tiles=cast(bytes, first.solutions[0]))
    run = _Run(solved, _left(budget, time.perf_counter() - start, spent), 2, solver)
    stop = run.ask(formula(solved, bound, inverted=True))
    trees = tuple(s for s in run.solutions if not puzzle.why_not(s))
    return replace(run.result(stop), solutions=trees, count=2 if len(run.solutions) == 2 else None)


def _chosen(puzzle: Pipes, options: tuple[str, ...]) -> tuple[int, str]:
    """The bound and the SAT solver that the options name."""
    bounds = [option for option in options if option in BOUNDS]
    solvers = [option for option in options if option not in BOUNDS]
    for what, named in (("bound", bounds), ("SAT solver", solvers)):
        if len(named) > 1:
            raise ValueError(f"one {what}, not {len(named)}: {', '.join(named)}")
    bound = full_bound(puzzle)
    if bounds == ["half"]:
        bound = half_bound(puzzle)
    elif bounds:
        if puzzle.rows != puzzle.columns:
            raise ValueError(f"table 3 has no bound for {puzzle.size}: its boards are square")
        bound = observed_bound(bounds[0], puzzle.rows)
    return bound, solvers[0] if solvers else _SOLVER


def _too_large(puzzle: Pipes, bound: int) -> bool:
    return not puzzle.free and 17 * len(puzzle.tiles) * bound > _LARGEST


def _settled(puzzle: Pipes) -> Result | None:
    """What needs no formula: no pipes at all, or a tree that counting excludes."""
    if not any(puzzle.tiles):
        return Result((puzzle.tiles,), exhausted=True, counters={"conflicts": 0})
    if not puzzle.free and puzzle.tree_impossible():
        return Result(exhausted=True, counters={"conflicts": 0})
    return None


def _left(budget: Budget, seconds: float, conflicts: int) -> Budget:
    """What is left of a budget."""
    return replace(
        budget,
        seconds=None if budget.seconds is None else max(0.0, budget.seconds - seconds),
        iterations=None if budget.iterations is None else max(0, budget.iterations - conflicts),
    )


def _placement(puzzle: Pipes, values: npt.NDArray[np.bool_]) -> bytes:
    return placement_of(puzzle, (np.flatnonzero(values) + 1).tolist())


class _Run:
    """Formulas asked one after another for one puzzle, within one budget."""

    def __init__(self, puzzle: Pipes, budget: Budget, limit: int | None, solver: str) -> None:
        self.puzzle = puzzle
        self.budget = budget
        self.limit = limit
        self.solver = solver
        # The field of the thesis lies solved.
        self.solutions = [] if puzzle.why_not(puzzle.tiles) else [puzzle.tiles]
        self.rejected = 0
        self.conflicts = 0
        self.started = time.perf_counter()
        self.searching = 0.0

    def ask(
        self,
        cnf: Cnf,
        lacking: Callable[[npt.NDArray[np.bool_]], list[list[int]]] | None = None,
    ) -> Stop:
        """Models of ``cnf`` that are not known yet join the solutions, up to the limit."""
        if self.limit is not None and len(self.solutions) >= self.limit:
            return Stop.LIMIT
        sides = Layout(self.puzzle.rows, self.puzzle.columns, 0).sides - 1
        known = np.zeros((len(self.solutions), sides), np.bool_)
        for values, solution in zip(known, self.solutions, strict=True):
            values[[-literal - 1 for literal in other_than(self.puzzle, solution)]] = True
        found = enumerate_models(
            cnf,
            sides,
            _left(self.budget, time.perf_counter() - self.started, self.conflicts),
            None if self.limit is None else self.limit - len(self.solutions),
            solver=self.solver,
            lacking=lacking,
            same_size=True,
            known=known,
        )
        self.conflicts += found.counters.get("conflicts", 0)
        self.searching += found.seconds
        self.rejected += len(found.lacking)
        self.solutions += [_placement(self.puzzle, values) for values in found.solutions]
        return found.stop

    def result(self, stop: Stop) -> Result:
        return Result(
            solutions=tuple(self.solutions),
            exhausted=stop is Stop.DONE,
            stop=stop,
            counters={"conflicts": self.conflicts},
            phases={
                "build": time.perf_counter() - self.started - self.searching,
                "search": self.searching,
            },
        )
