"""Check certificates of uniqueness with independent code: it uses nothing of the writer.

A certificate is valid under three conditions. Its witness solves the puzzle (``violation``). Its
formula consists of exactly the clauses that writing.py states and of cuts, each valid by itself.
Its proof shows that the formula has no model (encode/rup.py). Everything is rebuilt from the
puzzle's text: the edges by arithmetic on rows and columns, the tiles' prime implicates by merging
forbidden patterns (Quine1952) instead of testing clauses.

The sign distinguishes cuts. A clause of negative literals must be a cycle: its edges touch each of
their tiles twice and are connected. A clause of positive literals must be the border of a set of
tiles: without its edges, the non-empty tiles fall into parts that can be assigned to two sides so
that each of its edges goes from one side to the other.
"""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache, partial

import numpy as np
import numpy.typing as npt

from cpstudy.core.certificate import Certificate
from cpstudy.encode import rup
from cpstudy.encode.rup import Clause, parts_of
from cpstudy.puzzles.tilings.rules import Tiling

# By side, anticlockwise from the right: the position of the tile beyond it.
_SQUARES = ((2, 0), (0, -1), (-2, 0), (0, 1))
_HEXAGONS = ((2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1))

# An edge as the two half-edges that it joins: (tile, bit of the side) each.
_Edge = tuple[tuple[int, int], tuple[int, int]]


def why_rejected(kind: type[Tiling], certificate: Certificate) -> str:
    """Return "" if the certificate proves that its witness is the only solution, else the fault.

    Raises InputError if the puzzle is not of the kind.
    """
    puzzle = kind.decode(certificate.puzzle)
    edges = edges_of(puzzle)
    return rup.why_rejected(
        certificate, puzzle, len(edges), partial(formula_violation, puzzle, edges)
    )


def formula_violation(
    puzzle: Tiling, edges: list[_Edge], witness: bytes, clauses: Iterable[Clause]
) -> str:
    """Return "" if ``clauses`` are the rules, the exclusion of the witness and valid cuts."""
    expected = Counter(_rules(puzzle, edges))
    expected[
        tuple(
            sorted(
                -number for number, ((tile, bit), _) in enumerate(edges, 1) if witness[tile] & bit
            )
        )
    ] += 1
    for clause in clauses:
        key = tuple(sorted(clause))
        if expected[key]:
            expected[key] -= 1
            continue
        fault = _why_no_cut(puzzle, edges, clause)
        if fault:
            return f"clause {' '.join(map(str, (*clause, 0)))}: {fault}"
    for clause, missing in expected.items():
        if missing:
            return f"clause {' '.join(map(str, (*clause, 0)))} is missing"
    return ""


def edges_of(puzzle: Tiling) -> list[_Edge]:
    """Return all edges in order.

    The order is by tiles, row by row. On squares, the edge to the right precedes the one below; on
    hexagons the order is that of the first side of an edge, anticlockwise from the right.
    """
    width = puzzle.sides
    beyond = halves_beyond(puzzle).tolist()
    known: set[int] = set()
    found: list[_Edge] = []
    for tile in range(len(puzzle.tiles)):
        for side in (0, 3) if width == 4 else range(6):
            half = tile * width + side
            if beyond[half] >= 0 and half not in known:
                known.add(beyond[half])
                other, back = divmod(beyond[half], width)
                found.append(((tile, 1 << side), (other, 1 << back)))
    return found


def halves_beyond(puzzle: Tiling) -> npt.NDArray[np.int64]:
    """Return int64[tiles · sides]: the half-edge that each one meets, or -1 at borders and walls.

    Half-edges are numbered by tiles, then sides. Tiles are at (x, y), with x two more from one tile
    to the next; hexagons of odd rows are shifted by one. If a board of hexagons wraps, the row
    below the last one is the first, shifted to the right according to the parity of y: by one or
    two.
    """
    rows, columns, width = puzzle.rows, puzzle.columns, puzzle.sides
    hexagons = width == 6
    y, column = np.divmod(np.arange(rows * columns), columns)
    x = 2 * column + (y % 2 if hexagons else 0)
    found = np.full((rows * columns, width), -1, np.int64)
    for side, (right, down) in enumerate(_HEXAGONS if hexagons else _SQUARES):
        to_x, to_y = x + right, y + down
        if puzzle.wrap:
            shift = (1 if rows % 2 else 2) if hexagons else 0
            to_x = (to_x + shift * (to_y < 0) - shift * (to_y >= rows)) % (2 * columns)
            to_y = to_y % rows
        inside = (to_x >= 0) & (to_x < 2 * columns) & (to_y >= 0) & (to_y < rows)
        half = (to_y * columns + to_x // 2) * width + (side + width // 2) % width
        found[inside, side] = half[inside]
    if barriers := getattr(puzzle, "barriers", b""):
        for side, bit in ((0, 1), (3, 2)):  # to the right, below
            walled = (np.frombuffer(barriers, np.uint8) & bit != 0) & (found[:, side] >= 0)
            found.reshape(-1)[found[walled, side]] = -1
            found[walled, side] = -1
    return found.reshape(-1)


def _rules(puzzle: Tiling, edges: list[_Edge]) -> Iterable[Clause]:
    """Yield the prime implicates of all tiles, and on trees closed edges from a tile to itself."""
    variable = {half: number for number, edge in enumerate(edges, 1) for half in edge}
    width = puzzle.sides
    for tile, here in enumerate(puzzle.tiles):
        sides = [variable.get((tile, 1 << side), 0) for side in range(width)]
        own = sorted(set(sides) - {0})
        places = tuple(own.index(side) + 1 if side else 0 for side in sides)
        for clause in _implicates(turns_of(here, width), places):
            yield tuple(sorted((1 if x > 0 else -1) * own[abs(x) - 1] for x in clause))
    if not puzzle.free:
        for number, ((tile, _), (other, _)) in enumerate(edges, 1):
            if tile == other:
                yield (-number,)


@lru_cache(maxsize=256)
def turns_of(tile: int, sides: int) -> frozenset[int]:
    """Return the orientations of a tile as open sides; doubling modulo all sides is a turn."""
    full = (1 << sides) - 1
    turned = (tile << turn for turn in range(sides))
    return frozenset(tile if tile == full else tiles % full for tiles in turned)


@lru_cache(maxsize=4096)
def _implicates(turns: frozenset[int], places: tuple[int, ...]) -> list[Clause]:
    """Return clauses over 1…k; ``places`` names the variables of the sides, 0 a wall (Quine1952).

    Each forbidden pattern is a clause of all k variables. Two clauses that differ in one sign merge
    into the clause without it; clauses that merge with no other are prime.
    """
    count = max(places)
    level = set()
    for pattern in range(1 << count):
        opened = sum(
            1 << side for side, place in enumerate(places) if place and pattern >> place - 1 & 1
        )
        if opened not in turns:
            level.add(frozenset(-v if pattern >> v - 1 & 1 else v for v in range(1, count + 1)))
    primes = []
    while level:
        merged = {clause: [x for x in clause if clause ^ {x, -x} in level] for clause in level}
        primes += [tuple(clause) for clause, literals in merged.items() if not literals]
        level = {clause - {x} for clause, literals in merged.items() for x in literals}
    return primes


def _why_no_cut(puzzle: Tiling, edges: list[_Edge], clause: Clause) -> str:
    """Return "" if the tree rule alone implies ``clause``, else the reason why not."""
    if puzzle.free:
        return "no rule, and a free graph has no cuts"
    numbers = [abs(literal) for literal in clause]
    if len(set(numbers)) < len(numbers):
        return "an edge twice"
    ends = {number: [edges[number - 1][k][0] for k in (0, 1)] for number in numbers}
    if clause and max(clause) < 0:
        return _why_no_cycle(list(ends.values()))
    if clause and min(clause) > 0:
        for number, (a, b) in ends.items():
            if not (puzzle.tiles[a] and puzzle.tiles[b]):
                return f"edge {number} has an empty tile at its end"
        return _why_no_border(puzzle, edges, set(numbers))
    return "neither a rule nor a cut"


def _why_no_cycle(pairs: list[list[int]]) -> str:
    touched = Counter(tile for pair in pairs for tile in pair)
    if any(times != 2 for times in touched.values()):
        return "the edges are not a cycle"
    parts = parts_of(touched, pairs)
    return "" if len(set(parts.values())) == 1 else "the edges are several cycles"


def _why_no_border(puzzle: Tiling, edges: list[_Edge], cut: set[int]) -> str:
    occupied = [tile for tile, here in enumerate(puzzle.tiles) if here]
    kept = [
        [a, b]
        for number, ((a, _), (b, _)) in enumerate(edges, 1)
        if number not in cut and puzzle.tiles[a] and puzzle.tiles[b]
    ]
    parts = parts_of(occupied, kept)
    # Two sides: join each part with the other side's copy of the part across the edge.
    copies = [(part, side) for part in set(parts.values()) for side in (0, 1)]
    across = [
        [(parts[a], side), (parts[b], 1 - side)]
        for number in cut
        for (a, _), (b, _) in (edges[number - 1],)
        for side in (0, 1)
    ]
    sides = parts_of(copies, across)
    if any(sides[part, 0] == sides[part, 1] for part, _ in copies):
        return "the edges are not the border of a set of tiles"
    return ""
