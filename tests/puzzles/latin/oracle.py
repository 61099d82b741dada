"""Brute force that shares no code with cpstudy: all Latin squares, filtered by the rules."""

from __future__ import annotations

from functools import cache, reduce
from itertools import permutations
from operator import mul


@cache
def latin_squares(order: int) -> list[tuple[int, ...]]:
    """All Latin squares as flat tuples, row by row."""
    rows = list(permutations(range(1, order + 1)))
    found = [()]
    for _ in range(order):
        found = [
            square + row
            for square in found
            for row in rows
            if all(
                square[start + column] != row[column]
                for start in range(0, len(square), order)
                for column in range(order)
            )
        ]
    return found


def squares_with(order: int, regions: tuple[tuple[int, ...], ...]) -> list[tuple[int, ...]]:
    """The Latin squares in which every region holds each value once."""
    return [
        square
        for square in latin_squares(order)
        if all(len({square[cell] for cell in cells}) == order for cells in regions)
    ]


def keeps_clues(square: tuple[int, ...], clues: bytes) -> bool:
    return all(clue in (0, value) for value, clue in zip(square, clues, strict=True))


def gives(values: list[int], operation: str, target: int) -> bool:
    """Whether values give a target, by the description of KenKen."""
    ways = []
    if len(values) == 1:
        return values[0] == target
    if operation in "+=":
        ways.append(sum(values))
    if operation in "x=":
        ways.append(reduce(mul, values))
    if len(values) == 2 and operation in "-=":
        ways.append(abs(values[0] - values[1]))
    if len(values) == 2 and operation in "/=":
        ways.append(max(values) / min(values))
    return target in ways


def domino_regions(order: int) -> list[tuple[tuple[int, ...], ...]]:
    """All ways to cut a board into ``order`` connected regions of ``order`` cells."""
    n = order * order
    near = [
        [c for c in (cell - order, cell + order) if 0 <= c < n]
        + [c for c in (cell - 1, cell + 1) if 0 <= c < n and c // order == cell // order]
        for cell in range(n)
    ]
    shapes: list[frozenset[int]] = []
    growing = {frozenset([cell]) for cell in range(n)}
    for _ in range(order - 1):
        growing = {part | {c} for part in growing for cell in part for c in near[cell]} - growing
        growing = {part for part in growing if len(part) == max(map(len, growing))}
    shapes = list(growing)
    found: list[tuple[tuple[int, ...], ...]] = []

    def cut(left: frozenset[int], chosen: tuple[tuple[int, ...], ...]) -> None:
        if not left:
            found.append(chosen)
            return
        first = min(left)
        for shape in shapes:
            if first in shape and shape <= left:
                cut(left - shape, (*chosen, tuple(sorted(shape))))

    cut(frozenset(range(n)), ())
    return found


def all_cagings(order: int, largest: int) -> list[tuple[tuple[int, ...], ...]]:
    """All ways to cut a board into connected cages of at most ``largest`` cells."""
    n = order * order
    near = [
        [c for c in (cell - order, cell + order) if 0 <= c < n]
        + [c for c in (cell - 1, cell + 1) if 0 <= c < n and c // order == cell // order]
        for cell in range(n)
    ]
    parts = {frozenset([cell]) for cell in range(n)}
    growing = set(parts)
    for _ in range(largest - 1):
        growing = {part | {c} for part in growing for cell in part for c in near[cell]}
        parts |= growing
    found: list[tuple[tuple[int, ...], ...]] = []

    def cut(left: frozenset[int], chosen: tuple[tuple[int, ...], ...]) -> None:
        if not left:
            found.append(chosen)
            return
        first = min(left)
        for part in parts:
            if first in part and part <= left:
                cut(left - part, (*chosen, tuple(sorted(part))))

    cut(frozenset(range(n)), ())
    return found
