"""The log of a deduction as steps in words: what was found out, the tiles that force it, and why.

The compiled rules log what they find out, not why (deduction/knowledge.py). Here the log is
replayed step by step on fresh knowledge, and the tiles that force a step are found from what was
known at that moment: the path that would become a loop, the region whose parity decides, the tiles
that can be reached. That keeps the rules fast and the reasons readable. One function a rule; each
takes the puzzle, what was known, and the step.

A step's ``change`` has ``side`` (a name) and ``open`` where an edge of its first cell became known,
``removed`` (open sides, as numbers) where its cell lost orientations.

Cost: linear in the size of what forces the step, in plain Python; for lookahead, the cheaper rules
once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

from cpstudy.core.explaining import Step, cells_of
from cpstudy.core.native import View, View2, array, view
from cpstudy.puzzles.pipes.deduction.deducing import Scratch, cheap_rules
from cpstudy.puzzles.pipes.deduction.knowledge import (
    DEAD_END,
    LOCAL,
    LOOKAHEAD,
    LOOP,
    PARITY,
    RULES,
    Knowledge,
    beside,
    keep,
    knowledge,
    log,
    set_edge,
)
from cpstudy.puzzles.pipes.deduction.rules import Lowering, join_open_edges, lower_bounds
from cpstudy.puzzles.pipes.deduction.solver import Deduction
from cpstudy.puzzles.pipes.puzzle import OPEN_SIDES, SIDE_NAMES, Pipes

# How a tile with given open sides is shown in words.
SYMBOLS = "·╶╵└╴─┘┴╷┌│├┐┬┤┼"


@cache
def shown(masks: int) -> str:
    """The tiles of a set of open-side masks, a bit set."""
    return " ".join(SYMBOLS[mask] for mask in range(16) if masks >> mask & 1)


# The tiles that force a step, and why, in words.
Reason = tuple[list[int], str]


class Position(NamedTuple):
    """What is known at a moment, read by single elements; see :class:`Knowledge`."""

    knowledge: Knowledge
    neighbours: list[list[int]]
    possible: View[int]
    known: View[int]
    reach: View2[int]


def position(k: Knowledge) -> Position:
    """What is known, now and as it grows."""
    possible, known, reach = (view(array(part)) for part in (k.possible, k.known, k.reach))
    return Position(k, array(k.neighbours).tolist(), possible, known, reach)


def _unknown(k: Position, tile: int) -> int:
    """The sides of a tile whose edges are not known."""
    known = k.known[tile]
    return 15 & ~(known | known >> 4)


@cache
def _names(sides: int) -> str:
    return " and ".join(name for side, name in enumerate(SIDE_NAMES) if sides >> side & 1)


def _why_local(puzzle: Pipes, k: Position, tile: int, side: int, value: int) -> Reason:
    if side >= 0:
        verb = "opens" if value else "leaves closed"
        left = shown(k.possible[tile])
        return [tile], f"{puzzle.cell(tile)}, {left}, {verb} its {SIDE_NAMES[side]} side"
    known = k.known[tile]
    opened, closed = known & 15, known >> 4
    forcing = [
        k.neighbours[tile][s] for s in range(4) if known >> s & 17 and k.neighbours[tile][s] >= 0
    ]
    parts = []
    if opened:
        parts.append(f"{_names(opened)} open")
    if closed:
        parts.append(f"{_names(closed)} closed")
    return forcing or [tile], "its sides are known: " + ", ".join(parts)


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


def _component(k: Position, tile: int) -> set[int]:
    """The tiles joined with a tile by known open edges."""
    seen = {tile}
    stack = [tile]
    while stack:
        here = stack.pop()
        for side in range(4):
            beyond = k.neighbours[here][side]
            if k.known[here] >> side & 1 and beyond not in seen:
                seen.add(beyond)
                stack.append(beyond)
    return seen


def _why_loop(puzzle: Pipes, k: Position, tile: int, side: int, value: int) -> Reason:
    if side >= 0:
        path = _path(k, tile, k.neighbours[tile][side])
        return path, f"the two are joined already, over {len(path)} tiles"
    unknown = _unknown(k, tile)
    for one in range(4):
        for other in range(one):
            if unknown >> one & unknown >> other & 1:
                first, second = k.neighbours[tile][one], k.neighbours[tile][other]
                if second in _component(k, first):
                    path = _path(k, first, second)
                    sides = _names(1 << one | 1 << other)
                    return path, f"{sides} lead to tiles that are joined already"
    raise AssertionError("a loop step without a loop")


def _why_dead_end(puzzle: Pipes, k: Position, tile: int, side: int, value: int) -> Reason:
    lower_bounds(k.knowledge, Lowering(len(puzzle.tiles)))
    reach, size = k.reach, k.knowledge.vertices
    if side >= 0:
        beyond = k.neighbours[tile][side]
        there, back = reach[tile, side], reach[beyond, side ^ 2]
        tiles = _within(k, tile, beyond, 1 << side)
        return tiles, f"at most {there} + {back} tiles would be joined, of {size}"
    best = 0
    sides = 0
    for mask in range(16):
        if value >> mask & 1:
            best = max(best, 1 + sum(reach[tile, s] for s in range(4) if mask >> s & 1))
            sides |= mask
    return _within(k, tile, tile, sides), f"at most {best} tiles would be joined, of {size}"


def _within(k: Position, tile: int, second: int, sides: int) -> list[int]:
    """Tiles that can be reached from a tile through ``sides``, and from a second one at all."""
    neighbours, possible, known = k.neighbours, k.possible, k.known
    seen = {tile, second}
    stack = [second] if second != tile else []
    stack += [neighbours[tile][s] for s in range(4) if sides >> s & 1]
    seen.update(stack)
    while stack:
        here = stack.pop()
        ever = _ever_open(possible[here]) & ~(known[here] >> 4)
        for side, beyond in enumerate(neighbours[here]):
            if ever >> side & 1 and beyond not in seen:
                seen.add(beyond)
                stack.append(beyond)
    return sorted(seen)


@cache
def _ever_open(possible: int) -> int:
    """The sides that are open in some of a set of orientations."""
    ever = 0
    for mask in range(16):
        if possible >> mask & 1:
            ever |= mask
    return ever


def _why_parity(puzzle: Pipes, k: Position, tile: int, side: int, value: int) -> Reason:
    if side >= 0:
        region = _region(k, tile, side)
        if k.neighbours[tile][side] not in region:
            wanted = sum(
                OPEN_SIDES[puzzle.tiles[t]] - (k.known[t] & 15).bit_count() for t in region
            )
            odd = "odd" if wanted & 1 else "even"
            return sorted(region), (
                f"it is the only way out of a region of {len(region)} tiles with {wanted} open "
                f"sides to be joined, an {odd} number"
            )
    chain = _chain(k, tile, side)
    return chain, f"chains of sides that must be the same or differ, over {len(chain)} tiles"


def _region(k: Position, tile: int, side: int) -> set[int]:
    """Tiles reached from a tile over unknown edges without the one at ``side``."""
    seen = {tile}
    stack = [tile]
    while stack:
        here = stack.pop()
        unknown = _unknown(k, here)
        for s in range(4):
            beyond = k.neighbours[here][s]
            if unknown >> s & 1 and beyond not in seen and (here, s) != (tile, side):
                seen.add(beyond)
                stack.append(beyond)
    return seen


def _chain(k: Position, tile: int, side: int) -> list[int]:
    """Tiles whose possible orientations tie pairs of sides, connected with the given tile."""
    seen = {tile}
    stack = [tile]
    while stack:
        here = stack.pop()
        left = [mask for mask in range(16) if k.possible[here] >> mask & 1]
        for one in range(4):
            for other in range(4):
                ties = {(mask >> one ^ mask >> other) & 1 for mask in left}
                if one != other and (len(ties) == 1 or here == tile):
                    for s in (one, other):
                        beyond = k.neighbours[here][s]
                        if k.known[here] >> s & 17 == 0 and beyond not in seen:
                            seen.add(beyond)
                            stack.append(beyond)
    return sorted(seen)


def _why_lookahead(puzzle: Pipes, k: Position, tile: int, side: int, value: int) -> Reason:
    lower_bounds(k.knowledge, Lowering(len(puzzle.tiles)))
    join_open_edges(k.knowledge)
    copy = beside(k.knowledge)
    keep(copy, LOOKAHEAD, tile, value)
    cheap_rules(copy, Scratch(len(puzzle.tiles)), PARITY)
    steps = log(copy)
    tiles = sorted(set(steps[:, 1].tolist()))
    return tiles, f"assuming it leads to a contradiction in {len(steps)} steps"


# By rule.
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
    for rule, tile, side, value in log(deduction.knowledge).tolist():
        because, why = REASONS[rule](puzzle, seen, tile, side, value)
        about = [tile]
        change: dict[str, Any]
        if side >= 0:
            beyond = seen.neighbours[tile][side]
            about.append(beyond)
            change = {"side": SIDE_NAMES[side], "open": bool(value)}
            state = "open" if value else "closed"
            what = f"the edge {puzzle.cell(tile)}–{puzzle.cell(beyond)} is {state}"
            set_edge(k, rule, tile, side, value)
        else:
            removed = [mask for mask in range(16) if value >> mask & 1]
            change = {"removed": removed}
            what = f"{puzzle.cell(tile)} is not {shown(value)}"
            keep(k, rule, tile, seen.possible[tile] & ~value)
        cells = cells_of(puzzle.columns, about)
        forcing = cells_of(puzzle.columns, because)
        yield Step(RULES[rule], cells, forcing, f"{what}: {why}", change)
