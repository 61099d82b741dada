"""Jigsaws with one solution: random regions, a solved board on them, clues taken out.

Regions begin as boxes and exchange cells at random as long as both are connected. ``minimal``:
every clue is needed. ``symmetric``: a half turn takes clues to clues (not regions to regions), and
no pair can go.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.errors import InputError
from cpstudy.core.random import Stream
from cpstudy.core.random_words import below
from cpstudy.puzzles.jigsaw.puzzle import Jigsaw
from cpstudy.puzzles.latin.game_ids import numbered
from cpstudy.puzzles.latin.generating.drawing_boards import (
    Drawn,
    check_request,
    distinct_puzzles,
    permutation,
    renamed,
    solved_board,
    stream_of,
    turned_ways,
)
from cpstudy.puzzles.latin.generating.minimising import half_turn_groups, minimal_clues
from cpstudy.puzzles.latin.rules import hangs_together

# Exchanges tried for each cell, and regions for one puzzle. Part of what a seed means.
_EXCHANGES = 12
_REGIONS = 50


def random_regions(order: int, state: Stream, clock: Clock = UNLIMITED) -> bytes:
    """A region a cell: N connected ones of N cells."""
    height = max(rows for rows in range(1, order + 1) if order % rows == 0 and rows**2 <= order)
    width = order // height
    labels = [
        row // height * height + column // width for row in range(order) for column in range(order)
    ]
    members = [{cell for cell, label in enumerate(labels) if label == r} for r in range(order)]
    near = [_neighbours(cell, order) for cell in range(order**2)]
    for _ in range(_EXCHANGES * order**2):
        clock.check()
        one = below(state, order**2)
        here = labels[one]
        others = sorted({labels[cell] for cell in near[one]} - {here})
        if not others:
            continue
        there = others[below(state, len(others))]
        touching = sorted(
            cell
            for cell in members[there]
            if cell != one and any(labels[c] == here and c != one for c in near[cell])
        )
        if not touching:
            continue
        other = touching[below(state, len(touching))]
        left = (members[here] - {one}) | {other}
        right = (members[there] - {other}) | {one}
        if hangs_together(order, tuple(left)) and hangs_together(order, tuple(right)):
            members[here], members[there] = left, right
            labels[one], labels[other] = there, here
    return bytes(numbered(labels))


def _neighbours(cell: int, order: int) -> list[int]:
    row, column = divmod(cell, order)
    sides = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [r * order + c for r, c in sides if 0 <= r < order and 0 <= c < order]


def draw(
    algorithm: str,
    order: int,
    seed: int,
    index: int,
    number: int = 0,
    *,
    clock: Clock = UNLIMITED,
) -> Drawn:
    """Puzzle ``index`` of a seed; number: another one in its place."""
    state = stream_of(algorithm, order, seed, index, number)
    for _ in range(_REGIONS):
        empty = Jigsaw(order, bytes(order**2), random_regions(order, state, clock))
        solution = solved_board(empty, state, clock)
        if solution is not None:
            break
    else:
        raise InputError(f"no solved board of {order}x{order} was found")
    cells = permutation(state, order**2)
    groups = half_turn_groups(cells) if algorithm == "symmetric" else cells[:, None]
    return empty.with_clues(minimal_clues(empty, solution, groups, clock)), solution


def generate(
    algorithm: str,
    rows: int,
    columns: int,
    count: int,
    seed: int,
    wrap: bool,
    *,
    clock: Clock = UNLIMITED,
) -> Iterator[Drawn]:
    """Puzzles 0 … count−1 of a seed, each with its only solution."""
    order = check_request(rows, columns, wrap)
    return (draw(algorithm, order, seed, index, clock=clock) for index in range(count))


def unique(
    algorithm: str,
    rows: int,
    columns: int,
    count: int,
    seed: int,
    wrap: bool,
    grade: str | None,
    *,
    clock: Clock = UNLIMITED,
) -> Iterator[Drawn]:
    """The same, no two the same up to rotation, reflection and names of values; of a grade."""
    order = check_request(rows, columns, wrap)
    one = partial(draw, algorithm, order, seed, clock=clock)
    return distinct_puzzles(one, _key, count, grade, clock)


def _key(puzzle: Jigsaw) -> tuple[bytes, tuple[int, ...]]:
    return min(
        (
            renamed(bytes(puzzle.clues[cell] for cell in way)),
            numbered(puzzle.regions[cell] for cell in way),
        )
        for way in turned_ways(puzzle.order)
    )
