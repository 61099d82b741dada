"""Deduction as people do it: one function a rule, cheapest first, then look-ahead.

- Rules for a cell and its neighbours: complete islands, cells between islands, pools. Cost: linear
  in the number of cells.
- Reach: the cells that an island can still have, and those that no island can have. An island grows
  by unknown cells one at a time, and takes connected land without a clue as a whole; it must not
  touch another island. A level is the set of cells that one more cell adds. Cost: one flood an
  island.
- Bottlenecks: cells without which an island is too small, land has no clue, or the sea is split.
  Each candidate is tried: is there still a path if it has the other colour? Cost: one flood a cell.

core/deducing.py provides look-ahead and verdicts. Cost: some milliseconds for 10×10 without
look-ahead.
"""

from collections.abc import Iterator

from cpstudy.core import deducing
from cpstudy.core.deducing import ContradictionError, undecided_after
from cpstudy.core.grading import deduced
from cpstudy.core.result import Result
from cpstudy.core.solving import Request
from cpstudy.core.wording import counted
from cpstudy.puzzles.nurikabe.knowledge import (
    Finding,
    Group,
    Knowledge,
    Reach,
    Shape,
    cells_of,
    knowledge,
)
from cpstudy.puzzles.nurikabe.puzzle import ANY_SIZE, LAND, NO_CLUE, SEA, Nurikabe


def complete(k: Knowledge) -> Iterator[Finding]:
    """A complete island, such as a clue 1, has sea around it."""
    for group in k.groups():
        if group.clue >= 0 and group.left == 0:
            around = k.shape.neighbours(group.cells)
            if around & ~k.sea:
                words = f"{k.named(group)} has all its cells"
                yield Finding(around, SEA, group.cells, words)


def between(k: Knowledge) -> Iterator[Finding]:
    """A cell that would join two clues, or more cells than a clue allows, is sea."""
    groups = k.groups()
    touched = [k.shape.neighbours(group.cells) for group in groups]
    once = twice = 0
    for around in touched:
        twice |= once & around
        once |= around
    for cell in cells_of(twice & k.unknown):
        joined = [
            group for group, around in zip(groups, touched, strict=True) if around >> cell & 1
        ]
        clued = [group for group in joined if group.clue >= 0]
        cells = sum(group.cells for group in joined)
        if len(clued) > 1:
            words = f"as land it would join {k.named(clued[0])} and {k.named(clued[1])}"
            yield Finding(1 << cell, SEA, clued[0].cells | clued[1].cells, words)
        elif clued and clued[0].size != ANY_SIZE and cells.bit_count() >= clued[0].size:
            words = f"as land it would make {k.named(clued[0])} too large"
            yield Finding(1 << cell, SEA, cells, words)


def pool(k: Knowledge) -> Iterator[Finding]:
    """The fourth cell of a square with three of sea is land."""
    columns = k.shape.columns
    rightmost = k.shape.full & ~k.shape.not_last
    corners = k.sea, k.sea >> 1, k.sea >> columns, k.sea >> (columns + 1)
    one = two = three = 0  # squares, by their first cells, with at least that many cells of sea
    for wet in corners:
        three, two, one = three | two & wet, two | one & wet, one | wet
    for cell in cells_of(three & ~rightmost & k.shape.full >> columns):
        square = 0b11 << cell | 0b11 << cell + columns
        wet = square & k.sea
        if wet == square:
            raise ContradictionError(
                square, f"there would be a two-by-two square of sea at {k.called(cell)}"
            )
        if wet.bit_count() == 3 and not square & k.land:
            yield Finding(square & ~wet, LAND, wet, "otherwise two by two cells would be all sea")


def reaches(k: Knowledge) -> Reach:
    """The reach of every island with a clue; ``lone``: land without a clue."""
    state = k.sea, k.land
    if k.reach is None or k.reach.state != state:
        groups = k.groups()
        islands = [group for group in groups if group.clue >= 0]
        lone = [group for group in groups if group.clue < 0]
        around = [k.shape.grown(island.cells) for island in islands]
        once = twice = 0
        for cells in around:
            twice |= once & cells
            once |= cells
        free = [k.shape.full & ~(k.sea | twice | once & ~cells) for cells in around]
        found = [
            levels(k.shape, island, lone, allowed)
            for island, allowed in zip(islands, free, strict=True)
        ]
        k.reach = Reach(state, islands, free, found, [sum(one) for one in found], lone)
    return k.reach


def free_cells(k: Knowledge, island: Group) -> int:
    """The cells that are not sea and not next to another island with a clue."""
    clued = 0
    for group in k.groups():
        if group.clue >= 0 and group.clue != island.clue:
            clued |= group.cells
    return k.shape.full & ~(k.sea | k.shape.grown(clued))


def reach(shape: Shape, island: Group, lone: list[Group], free: int) -> int:
    """The cells of ``free`` that an island can have."""
    return sum(levels(shape, island, lone, free))


def levels(shape: Shape, island: Group, lone: list[Group], free: int) -> list[int]:
    """The reach by cost, the number of cells added to have a cell; the island's own come first."""
    within = [group for group in lone if group.cells & free]
    loose = sum(group.cells for group in within)
    found = [island.cells] + [0] * island.left
    seen = latest = 0
    for spent in range(island.left):
        here = found[spent] = found[spent] & ~seen
        if not here:
            if spent >= latest:
                break
            continue
        seen |= here
        ahead = shape.grown(here) & free & ~seen
        found[spent + 1] |= ahead & ~loose
        for group in within if ahead & loose else ():
            later = spent + group.cells.bit_count()
            if group.cells & ahead and later <= island.left:
                found[later] |= group.cells
                latest = max(latest, later)
    found[-1] &= ~seen
    return found


def pivots(shape: Shape, nearer: list[int], lone: list[Group], size: int) -> int:
    """The cells without which fewer than ``size`` cells may be in reach; -1 (all) if too few are.

    Without a cell, all other cells up to its level stay in reach, and so do the cells behind it if
    each cell of the next level has another neighbour in the cell's level.
    """
    found = upto = 0
    loose = sum(group.cells for group in lone)
    for here, ahead in zip(nearer, [*nearer[1:], 0], strict=True):
        upto |= here
        if upto.bit_count() > size:
            return found
        once = twice = 0
        for side in shape.moved(here):
            twice |= once & side
            once |= side
        found |= here & shape.grown(once & ahead & ~twice | loose)
    return -1


def passes(shape: Shape, nearer: list[int], lone: list[Group], free: int, target: int) -> int:
    """The cells that may be on all paths to ``target``; -1 (all) if there is no path.

    For any other cell, some shortest path avoids it.
    """
    on_ways = [level & target for level in nearer]
    found = 0
    for spent in range(len(nearer) - 1, 0, -1):
        here = on_ways[spent]
        for group in lone if here else ():
            if group.cells & here:
                here &= ~group.cells
                before = spent - group.cells.bit_count()
                on_ways[before] |= nearer[before] & shape.grown(group.cells & free)
        if here:
            on_ways[spent - 1] |= nearer[spent - 1] & shape.grown(here)
            found |= here if here.bit_count() == 1 else 0
    return found if any(on_ways) else -1


def unreachable(k: Knowledge) -> Iterator[Finding]:
    """A cell that no island can reach is sea."""
    reach = reaches(k)
    for island, cells in zip(reach.islands, reach.cells, strict=True):
        if cells.bit_count() < island.size:
            raise ContradictionError(
                island.cells,
                f"{k.named(island)} could only grow to {counted(cells.bit_count(), 'cell')}",
            )
    within = reach.anywhere()
    for group in reach.lone:
        if not group.cells & within:
            raise ContradictionError(group.cells, f"no island could reach {k.named(group)}")
    beyond = k.unknown & ~within
    open_islands = sum(island.cells for island in reach.islands if island.left)
    for part in k.shape.parts(beyond):
        yield Finding(part, SEA, open_islands, "no island can grow that far")


def island_bottleneck(k: Knowledge) -> Iterator[Finding]:
    """A cell that an island needs for its size, or land needs to reach a clue, is land."""
    found = reaches(k)
    ways = [_common(found, group) & k.unknown for group in found.lone]
    without: dict[tuple[int, int], int] = {}
    for number, (island, cells) in enumerate(zip(found.islands, found.cells, strict=True)):
        if not island.left:
            continue
        needs = island.size != ANY_SIZE
        if needs and cells.bit_count() == island.size:
            words = f"{k.named(island)} needs every cell that it can reach"
            yield Finding(cells, LAND, island.cells, words)
            continue
        to_clues = 0
        for group, common in zip(found.lone, ways, strict=True):
            to_clues |= common if group.cells & cells else 0
        state = None
        for cell in cells_of(cells & k.unknown if needs else to_clues):
            if (k.sea, k.land) != state:  # earlier findings of this rule count
                state, free, nearer = (k.sea, k.land), found.free[number], found.levels[number]
                if state != found.state:
                    free = free_cells(k, island)
                    nearer = levels(k.shape, island, found.lone, free)
                tried = pivots(k.shape, nearer, found.lone, island.size) if needs else 0
                for group, common in zip(found.lone, ways, strict=True):
                    if group.cells & cells:
                        only = passes(k.shape, nearer, found.lone, free, group.cells)
                        tried |= only & common
            if not tried >> cell & 1:
                continue
            left = reach(k.shape, island, found.lone, free & ~(1 << cell))
            without[cell, number] = left
            if needs and left.bit_count() < island.size:
                words = f"without it {k.named(island)} could not grow to {island.size} cells"
                yield Finding(1 << cell, LAND, island.cells, words)
    for group, common in zip(found.lone, ways, strict=True):
        near = [i for i, cells in enumerate(found.cells) if cells & group.cells]
        for cell in cells_of(common & k.unknown):
            if not any(without.get((cell, i), group.cells) & group.cells for i in near):
                words = f"without it no island could reach {k.named(group)}"
                yield Finding(1 << cell, LAND, group.cells, words)


def _common(reach: Reach, group: Group) -> int:
    """The cells in the reach of every island that can reach this land; 0 if no island can."""
    common = -1
    for cells in reach.cells:
        if cells & group.cells:
            common &= cells
    return max(common, 0)


def sea_bottleneck(k: Knowledge) -> Iterator[Finding]:
    """A cell without which the sea would be split, or too small, is sea."""
    if not k.sea:
        return
    clues = k.puzzle.clues
    size = 0 if ANY_SIZE in clues else len(clues) - sum(clues)
    parts = k.shape.parts(k.sea)
    within = k.shape.full & ~k.land
    joined = k.shape.flooded(parts[0], within)
    if k.sea & ~joined:
        raise ContradictionError(parts[0], "the sea would be split in two")
    if joined.bit_count() < size:
        raise ContradictionError(parts[0], f"the sea could not have {size} cells")
    if len(parts) == 1 and parts[0].bit_count() >= size:
        return
    for cell in cells_of(joined & k.unknown & _narrow(k.shape, within)):
        if _is_narrow(k, cell, within):
            left = k.shape.flooded(parts[0], within & ~(1 << cell))
            if k.sea & ~left:
                words = "without it the sea would be split in two"
                yield Finding(1 << cell, SEA, parts[0], words)
            elif left.bit_count() < size:
                words = f"without it the sea could not have {size} cells"
                yield Finding(1 << cell, SEA, parts[0], words)


def _narrow(shape: Shape, within: int) -> int:
    """The cells whose neighbours in ``within`` are not connected by the eight cells around them."""
    left, right, up, down = shape.moved(within)  # by cell, whether that neighbour is in ``within``
    ring = (
        (up, shape.moved(up)[1]), (right, shape.moved(right)[3]),
        (down, shape.moved(down)[0]), (left, shape.moved(left)[2]),
    )  # fmt: skip
    once = twice = 0
    for number, (side, corner) in enumerate(ring):
        ends = side & ~(corner & ring[(number + 1) % 4][0])
        twice, once = twice | once & ends, once | ends
    return twice


def _is_narrow(k: Knowledge, cell: int, within: int) -> bool:
    """Whether the neighbours of a cell in ``within`` are not connected around it."""
    bit = 1 << cell
    sides = k.shape.neighbours(bit) & within
    around = k.shape.grown(k.shape.grown(bit)) & within & ~bit
    return bool(sides) and sides & ~k.shape.flooded(sides & -sides, around) != 0


# The names of the rules, in the order in which they are tried.
RULES = (
    "complete", "between", "pool", "reach", "island bottleneck", "sea bottleneck", "lookahead",
)  # fmt: skip
LOOKAHEAD = RULES.index("lookahead")

_WITHOUT_TRYING: tuple[deducing.Rule[Knowledge], ...] = (
    complete, between, pool, unreachable, island_bottleneck, sea_bottleneck,
)  # fmt: skip


class Deduction(deducing.Deduction[Knowledge]):
    """A deduction of a board of Nurikabe."""

    def __init__(
        self, puzzle: Nurikabe, rules: tuple[deducing.Rule[Knowledge], ...] = _WITHOUT_TRYING
    ) -> None:
        super().__init__(knowledge(puzzle), rules, RULES)


def solve(puzzle: Nurikabe, request: Request) -> Result:
    """The solution if deduction solves the board; counter: steps."""
    return deduced(Deduction(puzzle), request)


def features(puzzle: Nurikabe) -> dict[str, float]:
    """Features of a board before solving it, for choosing a solver; cost: some tens of ms.

    ``cells``, ``islands`` (clues), ``islands of any size``, ``largest island``, ``share of sea``
    (if all sizes are given) and ``undecided after RULE``, a share of cells; missing if the rules
    find a contradiction.
    """
    cells = len(puzzle.clues)
    clues = [clue for clue in puzzle.clues if clue != NO_CLUE]
    sizes = [clue for clue in clues if clue != ANY_SIZE]
    found: dict[str, float] = {
        "cells": cells,
        "islands": len(clues),
        "islands of any size": len(clues) - len(sizes),
        "largest island": max(sizes, default=0),
    }
    if len(sizes) == len(clues):
        found["share of sea"] = 1 - sum(sizes) / cells
    return found | undecided_after(Deduction, puzzle, RULES)
