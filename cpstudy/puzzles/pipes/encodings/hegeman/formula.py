"""Hegeman's CNF: tiles, border, edges, a second solution, connectivity in two ways (Hegeman2022).

The module follows chapter 3 of the thesis literally, on boards of n rows and m columns. Variables
are integers from 0. Variable 0, which DIMACS cannot name, belongs to the border and is omitted.

- *Sides.* The board gets a border of empty tiles. Tile (i, j) of the bordered board, from 0, has
  the variables 4((m + 2)i + j) + d for d = 0…3: north, east, south, west. True means open.
- *Reached.* v(K, l) = 4(n + 2)(m + 2) + (K - 1)b + l: tile K = 1…nm, row by row, is at most l
  steps from the start, for l = 0…b-1. A bound of b thus allows b - 1 steps; b = nm is enough for
  every board.
- *Steps.* z(K, d, l) = 4(n + 2)(m + 2) + nmb + 4b(K - 1) + 4l + d: side d of tile K is open and
  the neighbour there is reached at level l, for l = 0…b-2.

Clauses: border sides are false; a dead end and a T have 7, a corner 4, a straight 9; the sides
that meet are equal; "at least one side that is open now is closed"; and v(K, l+1) implies v(K, l)
or a step z at level l, which implies its side and its neighbour's v. All tiles must be reached at
level b-1. Connectivity suffices: rotations keep the number of open sides, so a safe state (every
open side meets an open side) that is connected is a tree.

Size: 4(n + 2)(m + 2) + 5nmb - 5 variables, about 17nmb clauses: cubic in n·m for b = nm. Clauses
that depend only on the shape are built once and cached.

The second method enumerates safe states and excludes each after examining it. It decides each with
a small formula: one variable a tile, the first true, connected tiles equal, some tile false. It is
satisfiable exactly if the safe state is not connected.

*Printed and corrected formula.* Three points were decided by evidence, which the tests contain.

1. The text makes v(K, 0) true for the start and false elsewhere. The printed DIMACS example has the
   opposite signs (64, 68, 76 positive, 72 negative): all tiles except one are sources. Then all
   tiles are reached if the start has a pipe to another tile, as in every safe state of a
   maze, and the formula asks for a second *safe state*.
   The published numbers of valid puzzles (table 5) are those of unique safe states; those of
   table 1, from the second method, are right. ``inverted`` gives the printed formula, otherwise
   the formula follows the text.
2. The example's last clause excludes the tiles *in their present position*, which is not a solution
   there. In the thesis the field is solved when the formula is written. Here the clause excludes a
   given placement; the solvers pass only solutions.
3. A straight has 8 clauses in the text (four exclusive ors); the published numbers of clauses have
   9. The ninth is not printed. We assume "some side is open", which follows from the 8.

The start is the tile in row n//2 and column (m-1)//2: the only tile with the negative sign in the
example, and the centre if n and m are odd. The thesis says "a centre tile".

Numbers of variables are those of tables 2 and 4 except for one entry: 15×15 with half the bound is
printed as 25,571, the number of 10×10 in the line above; it must be 127,151.

Beyond the thesis: crosses and empty tiles have four unit clauses (empty tiles need not be
reached, an empty start moves to the first non-empty tile), barriers make their sides false,
wrapping boards have equal sides across the border, free graphs have no connectivity. None of this
adds a clause to plain boards.

*Bounds.* With b = nm every board is decided. A smaller bound, such as b = n²/2 rounded down, misses
second solutions with longer paths. It can show that a board has several solutions, but shows that
there is only one only if the safe states run out; otherwise the solver reports UNKNOWN with the
stop BOUND. The table of solvers names bounds as options.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.errors import NotApplicable
from cpstudy.encode.cnf import Cnf
from cpstudy.puzzles.pipes.puzzle import Pipes, tile_type
from cpstudy.puzzles.tilings.encodings.edge_models import shape_of

# -- bounds -------------------------------------------------------------------------------------

# Table 3: the greatest distance from the centre in 5,000 mazes, and her addition by size "to have
# some additional space"; Prim's 5×5 has a larger one.
_FARTHEST = {
    "depth-first": {5: 18, 10: 62, 15: 123, 20: 203},
    "kruskal": {5: 20, 10: 54, 15: 87, 20: 126},
    "prim": {5: 11, 10: 21, 15: 30, 20: 35},
    "wilson": {5: 21, 10: 57, 15: 100, 20: 137},
}
_ADDED = {5: 2, 10: 5, 15: 7, 20: 10}
_ADDED_PRIM_5 = 5


def full_bound(puzzle: Pipes) -> int:
    """The bound that excludes no solution: n·m, so that paths of n·m - 1 steps are allowed."""
    return puzzle.rows * puzzle.columns


def half_bound(puzzle: Pipes) -> int:
    """The bound of table 4, half of n·m rounded down, at least 1. It misses solutions."""
    return max(1, puzzle.rows * puzzle.columns // 2)


def observed_bound(algorithm: str, size: int) -> int:
    """The bound of table 3 for square mazes: the greatest distance observed, plus her addition.

    Raises NotApplicable for other algorithms and sizes.
    """
    if algorithm not in _FARTHEST or size not in _ADDED:
        raise NotApplicable(f"table 3 has no bound for {algorithm} {size}x{size}")
    more = _ADDED_PRIM_5 if (algorithm, size) == ("prim", 5) else _ADDED[size]
    return _FARTHEST[algorithm][size] + more


def named_bound(puzzle: Pipes, name: str | None) -> int:
    """The bound with a name in ``BOUNDS`` (solvers.py); n·m without a name.

    Raises NotApplicable for boards that table 3 does not cover.
    """
    if name is None:
        return full_bound(puzzle)
    if name == "half":
        return half_bound(puzzle)
    if puzzle.rows != puzzle.columns:
        raise NotApplicable(f"table 3 has no bound for {puzzle.size}: its boards are square")
    return observed_bound(name, puzzle.rows)


# -- the formula --------------------------------------------------------------------------------

# Her directions, north 0, east 1, south 2, west 3, of our sides: right, up, left, down.
_DIRECTION = (1, 0, 3, 2)
# Our sides in the order of her directions.
_CLOCKWISE = (1, 0, 3, 2)

# Above this number of clauses a formula exceeds the memory of an ordinary machine: 26×26, b = nm.
_MOST_CLAUSES = 2**23


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
        """The number of variables for sides, including the border and variable 0."""
        return 4 * (self.rows + 2) * (self.columns + 2)

    @property
    def variables(self) -> int:
        """The number in the problem line: the highest variable, which is that of a step."""
        return self.sides + 5 * self.rows * self.columns * self.bound - 5


def start_tile(puzzle: Pipes) -> int:
    """The start of the traversal: see the module's text; the first non-empty tile if empty."""
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


def formula(
    puzzle: Pipes, bound: int | None = None, *, inverted: bool = False, clock: Clock = UNLIMITED
) -> Cnf:
    """The formula of all solutions in which every tile is within ``bound`` - 1 steps.

    bound: None means n·m. inverted: the printed sign of v(K, 0); see the module's text.
    Add :func:`other_than` to ask for a second solution. Raises RuntimeError for a bound below 1,
    OutOfTimeError by the clock.
    """
    bound = full_bound(puzzle) if bound is None else bound
    if bound < 1:
        raise RuntimeError(f"bound: expected at least 1, got {bound}")
    cnf = safe_state(puzzle)
    if not puzzle.free:
        cnf.variables = Layout(puzzle.rows, puzzle.columns, bound).variables
        cnf.clauses += _connectivity(shape_of(puzzle), bound, inverted, clock)
    return cnf


def too_large(puzzle: Pipes, bound: int) -> bool:
    """Whether the formula would have too many clauses for the memory."""
    return not puzzle.free and 17 * len(puzzle.tiles) * bound > _MOST_CLAUSES


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
    elif kind in (1, 4):  # dead end: one side is open, no two are; a T the same with closed
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
            for tile, side, other, _ in puzzle.edges()
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
def _connectivity(shape: Pipes, bound: int, inverted: bool, clock: Clock) -> list[list[int]]:
    """All non-empty tiles of ``shape`` are reached (section 3.2.4). Callers must not change it.

    shape: only its size, its walls and the places of its empty tiles matter.
    """
    layout = Layout(shape.rows, shape.columns, bound)
    start = start_tile(shape)
    clauses = []
    for tile, occupied in enumerate(shape.tiles):
        clock.check()
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
    """Satisfiable exactly if the safe state ``placement`` is not connected (section 3.2.4).

    One variable a tile, from 1; the first is true, connected ones are equal, some is false. Empty
    tiles have no clauses.
    """
    cnf = Cnf(len(placement))
    occupied = [tile + 1 for tile, here in enumerate(placement) if here]
    if occupied:
        cnf.add(occupied[0])
    for tile, side, other, _ in puzzle.edges():
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
