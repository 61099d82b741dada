"""The rules of deduction except cages and lookahead, easiest first. Each gives its first finding.

*Singles*: a cell with one remaining value (naked), a value with one possible cell in a unit
(hidden). Cost: one pass over the cells, or the units.

*Locked candidates*: if all cells of a unit that can have a value also lie in a second unit, no
other cell of the second can have it ("pointing" and "claiming"). Cost: each pair of units that
share at least two cells, for each value.

*Pairs and triples*, naked: two (three) open cells of a unit with two (three) values between them;
the other cells lose these. Hidden: two (three) values with two (three) cells between them in a
unit; these lose all other values. Cost: all pairs (triples) of open cells, or values, of a unit.

*X-wing*: two lines in which a value has the same two cross lines. The value takes two of the four
crossings, one in each cross line, so the cross lines lose it elsewhere. Lines are rows crossed by
columns, and columns crossed by rows. Cost: pairs of lines for each value.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations

from cpstudy.puzzles.latin.deduction.knowledge import (
    ContradictionError,
    Finding,
    Knowledge,
    values_in,
)
from cpstudy.puzzles.latin.rules import Unit, rows_and_columns

Rule = Callable[[Knowledge], Iterator[Finding]]


def naked_single(k: Knowledge) -> Iterator[Finding]:
    """The first cell that has one value left and is not placed."""
    for cell, bits in enumerate(k.left):
        if bits & (bits - 1) == 0 and not k.placed[cell]:
            if bits == 0:
                raise ContradictionError(f"{k.named(cell)} has no value left")
            because = tuple(sorted(peer for peer in k.peers[cell] if k.placed[peer]))
            value = bits.bit_length()
            yield Finding((), because, (cell, value))
            return


def hidden_single(k: Knowledge) -> Iterator[Finding]:
    """The first value that only one cell of a unit can have."""
    for unit in k.units:
        once = twice = 0
        for cell in unit.cells:
            twice |= once & k.left[cell]
            once |= k.left[cell]
        if once != k.full:
            missing = (k.full & ~once).bit_length()
            raise ContradictionError(f"there is no place for a {missing} in {unit.name}")
        hidden = once & ~twice
        for cell in unit.cells:
            here = k.left[cell] & hidden
            if here and not k.placed[cell]:
                if here & (here - 1):
                    raise ContradictionError(f"{k.named(cell)} would have to hold two values")
                losses = k.losses((cell,), ~here & k.full)
                value = here.bit_length()
                because = _witnesses(k, unit.cells, cell, here)
                yield Finding(losses, because, (cell, value), (unit,))
                return


def _witnesses(k: Knowledge, cells: tuple[int, ...], cell: int, value: int) -> tuple[int, ...]:
    """The placed cells that exclude the value (a set of one) from the other cells of the unit."""
    others = k.open_cells(other for other in cells if other != cell)
    filled = {other for other in cells if k.placed[other]}
    near = {peer for other in others for peer in k.peers[other] if k.placed[peer]}
    return tuple(sorted(filled | {peer for peer in near if k.left[peer] & value}))


@lru_cache(maxsize=64)
def _crossing(units: tuple[Unit, ...]) -> tuple[tuple[Unit, Unit, frozenset[int]], ...]:
    """Pairs of units that share at least two cells, and these cells."""
    sets = [frozenset(unit.cells) for unit in units]
    return tuple(
        (one, other, sets[i] & sets[j])
        for i, one in enumerate(units)
        for j, other in enumerate(units)
        if i != j and len(sets[i] & sets[j]) > 1
    )


def locked_candidates(k: Knowledge) -> Iterator[Finding]:
    """The first pair of units in which a value of one is locked in the other."""
    for one, other, common in _crossing(k.units):
        inside = outside = 0
        for cell in one.cells:
            if cell in common:
                inside |= k.left[cell]
            else:
                outside |= k.left[cell]
        for value in values_in(inside & ~outside):
            bit = 1 << (value - 1)
            losses = k.losses((cell for cell in other.cells if cell not in common), bit)
            if losses:
                because = tuple(cell for cell in sorted(common) if k.left[cell] & bit)
                yield Finding(losses, because, of=(one, other))
                return


def naked_subset(size: int) -> Rule:
    """The rule for pairs (2) or triples (3) of cells."""

    def rule(k: Knowledge) -> Iterator[Finding]:
        for unit in k.units:
            free = k.open_cells(unit.cells)
            few = [cell for cell in free if k.left[cell].bit_count() <= size]
            for cells in combinations(few, size):
                values = 0
                for cell in cells:
                    values |= k.left[cell]
                if values.bit_count() != size:
                    continue
                losses = k.losses((cell for cell in free if cell not in cells), values)
                if losses:
                    yield Finding(losses, cells, of=(unit,))
                    return

    return rule


def hidden_subset(size: int) -> Rule:
    """The rule for pairs (2) or triples (3) of values."""

    def rule(k: Knowledge) -> Iterator[Finding]:
        for unit in k.units:
            free = k.open_cells(unit.cells)
            places: dict[int, set[int]] = {}
            for cell in free:
                for value in values_in(k.left[cell]):
                    places.setdefault(value, set()).add(cell)
            few = [value for value, cells in sorted(places.items()) if len(cells) <= size]
            for values in combinations(few, size):
                cells = set().union(*(places[value] for value in values))
                if len(cells) != size:
                    continue
                bits = sum(1 << (value - 1) for value in values)
                losses = k.losses(sorted(cells), k.full & ~bits)
                if losses:
                    yield Finding(losses, tuple(sorted(cells)), of=(unit,))
                    return

    return rule


def x_wing(k: Knowledge) -> Iterator[Finding]:
    """The first x-wing that removes a value from a cell."""
    order = k.puzzle.order
    lines = rows_and_columns(order)
    for along, across in ((lines[:order], lines[order:]), (lines[order:], lines[:order])):
        for value in range(1, order + 1):
            bit = 1 << (value - 1)
            places = [[i for i, c in enumerate(line.cells) if k.left[c] & bit] for line in along]
            twos = [line for line, found in enumerate(places) if len(found) == 2]
            for one, other in combinations(twos, 2):
                if places[one] != places[other]:
                    continue
                corners = [along[line].cells[i] for line in (one, other) for i in places[one]]
                crossed = [across[i] for i in places[one]]
                cells = (c for line in crossed for c in line.cells if c not in corners)
                losses = k.losses(cells, bit)
                if losses:
                    of = (along[one], along[other], *crossed)
                    yield Finding(losses, tuple(sorted(corners)), of=of)
                    return
