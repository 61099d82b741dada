"""The log of a deduction as steps in words: the conclusion, the tiles that force it, and why.

The compiled rules log their conclusions, not the reasons (deduction/knowledge.py). This module
replays the log step by step on fresh knowledge, and finds the tiles that force a step from the
knowledge at that moment: the path that would become a loop, the region whose parity decides, the
tiles that can be reached. This keeps the rules fast and the reasons readable. There is one function
per rule; each takes the puzzle, the knowledge before the step, and the step.

A step's ``change`` has ``side`` (a name) and ``open`` if an edge of its first cell became known,
``removed`` (open sides, as numbers) if its cell lost orientations.

Cost: linear in the number of tiles that force the step, in plain Python; for lookahead, one run of
the cheaper rules.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import cache, reduce
from itertools import combinations
from operator import or_
from typing import Any, NamedTuple

from cpstudy.core.explaining import Step, cells_of
from cpstudy.core.kernel_types import View, View2
from cpstudy.core.native import array, view
from cpstudy.core.wording import counted, joined, sentence
from cpstudy.puzzles.pipes.deduction.deducing import Scratch, cheap_rules
from cpstudy.puzzles.pipes.deduction.knowledge import (
    DEAD_END,
    LOCAL,
    LOOKAHEAD,
    LOOP,
    PARITY,
    RULES,
    Knowledge,
    copy_of,
    keep,
    knowledge,
    log,
    set_edge,
    unknown_sides,
)
from cpstudy.puzzles.pipes.deduction.rules import Lowering, join_open_edges, lower_bounds
from cpstudy.puzzles.pipes.deduction.solver import Deduction
from cpstudy.puzzles.pipes.puzzle import OPEN_SIDES, SIDE_NAMES, Pipes
from cpstudy.puzzles.tilings import words

# The tiles that force a step, and the reason in words.
Reason = tuple[list[int], str]


class Position(NamedTuple):
    """The knowledge at a moment, read by single elements; see :class:`Knowledge`.

    found_by: the rule that found an edge, by tile and side.
    """

    knowledge: Knowledge
    neighbours: list[list[int]]
    possible: View[int]
    known: View[int]
    reach: View2[int]
    found_by: dict[tuple[int, int], int]


def position(k: Knowledge) -> Position:
    """A view of the knowledge, which follows its changes."""
    possible, known, reach = (view(array(part)) for part in (k.possible, k.known, k.reach))
    return Position(k, array(k.neighbours).tolist(), possible, known, reach, {})


@cache
def _masks(bits: int) -> tuple[int, ...]:
    """The members of a set of open-side masks, a bit set."""
    return tuple([mask for mask in range(16) if bits >> mask & 1])


def _why_local(puzzle: Pipes, k: Position, tile: int, side: int, value: int) -> Reason:
    if side >= 0:
        return [tile], words.every_orientation(
            puzzle, tile, side, _masks(k.possible[tile]), bool(value)
        )
    opened, closed = k.known[tile] & 15, k.known[tile] >> 4
    beyond = k.neighbours[tile]
    sides = words.forcing(opened, closed, _masks(value), 4)
    near = sorted({beyond[s] for s in sides if beyond[s] >= 0})
    by = {s: RULES[k.found_by[tile, s]] for s in sides if (tile, s) in k.found_by}
    ends = words.ends(puzzle, tile, beyond, sides)
    settled: Callable[[int], bool] = lambda other: k.possible[other].bit_count() == 1  # noqa: E731
    return near or [tile], words.known_sides(puzzle, ends, opened, settled, by)


def _path(k: Position, start: int, end: int) -> list[int]:
    """Tiles from start to end along known open edges."""
    came = {start: start}
    queue = deque([start])
    while queue and end not in came:
        tile = queue.popleft()
        for side in range(4):
            if k.known[tile] >> side & 1:
                beyond = k.neighbours[tile][side]
                if beyond not in came:
                    came[beyond] = tile
                    queue.append(beyond)
    path = [end]
    while path[-1] != start:
        path.append(came[path[-1]])
    return path[::-1]


def _flooded(
    k: Position, begin: Iterable[int], sides: Callable[[int], int], seen: Iterable[int] = ()
) -> set[int]:
    """The tiles reached through some sides of each tile; tiles in ``seen`` are not passed."""
    stack = list(begin)
    found = {*stack, *seen}
    while stack:
        here = stack.pop()
        through = sides(here)
        for side, beyond in enumerate(k.neighbours[here]):
            if through >> side & 1 and beyond not in found:
                found.add(beyond)
                stack.append(beyond)
    return found


def _component(k: Position, tile: int) -> set[int]:
    """The tiles joined with a tile by known open edges."""
    return _flooded(k, [tile], lambda here: k.known[here] & 15)


def _why_loop(puzzle: Pipes, k: Position, tile: int, side: int, value: int) -> Reason:
    if side >= 0:
        path = _path(k, tile, k.neighbours[tile][side])
        return path, words.joined_already(len(path))
    unknown = unknown_sides(k.knowledge, tile)
    for one in range(4):
        for other in range(one):
            if unknown >> one & unknown >> other & 1:
                first, second = k.neighbours[tile][one], k.neighbours[tile][other]
                if second in _component(k, first):
                    path = _path(k, first, second)
                    near = words.position_of(puzzle, (other, one))
                    return path, (
                        f"its neighbours {near} are already joined, so opening to both "
                        "would close a loop"
                    )
    raise AssertionError("a loop step without a loop")


def _why_dead_end(puzzle: Pipes, k: Position, tile: int, side: int, value: int) -> Reason:
    lower_bounds(k.knowledge, Lowering(len(puzzle.tiles)))
    reach, size = k.reach, k.knowledge.vertices
    if side >= 0:
        beyond = k.neighbours[tile][side]
        there, back = reach[tile, side], reach[beyond, side ^ 2]
        tiles = _within(k, tile, beyond, 1 << side)
        most = f"at most {counted(there, 'tile')} on one side and {back} on the other"
        return tiles, f"otherwise {most} would be joined, but the board has {size}"
    if not any(mask & k.known[tile] >> 4 == 0 for mask in _masks(value)):
        return _why_local(puzzle, k, tile, side, value)
    best = 0
    sides = 0
    for mask in _masks(value):
        best = max(best, 1 + sum(reach[tile, s] for s in range(4) if mask >> s & 1))
        sides |= mask
    return _within(
        k, tile, tile, sides
    ), f"otherwise at most {best} of the {size} tiles would be joined"


def _within(k: Position, tile: int, second: int, sides: int) -> list[int]:
    """Tiles reachable from a tile through ``sides``, and from a second one through any side."""
    begin = [k.neighbours[tile][s] for s in range(4) if sides >> s & 1]
    begin += [second] if second != tile else []

    def ever_open(here: int) -> int:
        return _ever_open(k.possible[here]) & ~(k.known[here] >> 4)

    return sorted(_flooded(k, begin, ever_open, {tile, second}))


@cache
def _ever_open(possible: int) -> int:
    """The sides that are open in at least one of a set of orientations."""
    return reduce(or_, _masks(possible), 0)


def _why_parity(puzzle: Pipes, k: Position, tile: int, side: int, value: int) -> Reason:
    if side >= 0:
        region = _region(k, tile, side)
        if k.neighbours[tile][side] not in region:
            wanted = sum(
                OPEN_SIDES[puzzle.tiles[t]] - (k.known[t] & 15).bit_count() for t in region
            )
            only = f"this is the only way out of {counted(len(region), 'tile')}"
            if wanted & 1:
                pairs = f"and an odd number of loose pipes, {wanted}, cannot all pair up inside"
            else:
                pairs = (
                    f"and an even number of loose pipes, {wanted}, pairs up inside: "
                    "if one went out, one would be left over"
                )
            return sorted(region), f"{only}, {pairs}"
    chain = _chain(k, tile, side)
    return chain, (
        f"a chain of {len(chain)} tiles, in which each settles the next, leads back to its start, "
        "and nothing else fits there"
    )


def _region(k: Position, tile: int, side: int) -> set[int]:
    """The tiles reached from a tile over unknown edges, without the edge at ``side``."""
    return _flooded(
        k, [tile], lambda here: unknown_sides(k.knowledge, here) & ~(here == tile and 1 << side)
    )


def _chain(k: Position, tile: int, side: int) -> list[int]:
    """Tiles whose possible orientations tie pairs of sides, connected with the given tile."""

    def tied(here: int) -> int:
        sides = 0
        for one, other in combinations(range(4), 2):
            ties = {(mask >> one ^ mask >> other) & 1 for mask in _masks(k.possible[here])}
            if len(ties) == 1 or here == tile:
                sides |= 1 << one | 1 << other
        return sides & unknown_sides(k.knowledge, here)

    return sorted(_flooded(k, [tile], tied))


def _why_lookahead(puzzle: Pipes, k: Position, tile: int, side: int, value: int) -> Reason:
    lower_bounds(k.knowledge, Lowering(len(puzzle.tiles)))
    join_open_edges(k.knowledge)
    copy = copy_of(k.knowledge)
    keep(copy, LOOKAHEAD, tile, value)
    cheap_rules(copy, Scratch(len(puzzle.tiles)), PARITY)
    steps = log(copy)
    tiles = sorted(set(steps[:, 1].tolist()))
    lost = joined([words.lying(puzzle, mask) for mask in _masks(value)], "or")
    return (
        tiles,
        f"if it lay {lost}, there would be a contradiction after {counted(len(steps), 'step')}",
    )


# The reasons by rule.
REASONS: dict[int, Callable[[Pipes, Position, int, int, int], Reason]] = {
    LOCAL: _why_local,
    LOOP: _why_loop,
    DEAD_END: _why_dead_end,
    PARITY: _why_parity,
    LOOKAHEAD: _why_lookahead,
}


def steps_of(puzzle: Pipes, deduction: Deduction) -> Iterator[Step]:
    """All steps of a deduction of ``puzzle``, in order."""
    k = knowledge(puzzle)
    seen = position(k)
    places = cells_of(puzzle.columns, range(len(puzzle.tiles)))
    for rule, tile, side, value in log(deduction.knowledge).tolist():
        because, why = REASONS[rule](puzzle, seen, tile, side, value)
        about = [tile]
        change: dict[str, Any]
        if side >= 0:
            beyond = seen.neighbours[tile][side]
            about.append(beyond)
            change = {"side": SIDE_NAMES[side], "open": bool(value)}
            what = words.edge(puzzle, tile, beyond, bool(value))
            set_edge(k, rule, tile, side, value)
            seen.found_by[tile, side] = seen.found_by[beyond, side ^ 2] = rule
        else:
            removed = _masks(value)
            change = {"removed": list(removed)}
            left = _masks(seen.possible[tile] & ~value)
            what = words.orientations_left(puzzle, tile, left, removed)
            keep(k, rule, tile, seen.possible[tile] & ~value)
        cells = tuple([places[one] for one in about])
        forcing = tuple([places[one] for one in because])
        yield Step(RULES[rule], cells, forcing, sentence(what, why), change)
