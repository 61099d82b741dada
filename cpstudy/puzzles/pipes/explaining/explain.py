"""Deductions told: each step with its rule, what forces it, in words; grades, hints, mistakes.

The compiled rules log what they find out (deduction/knowledge.py). Here the log is replayed step
by step on fresh knowledge, and for each step the tiles that force it are found anew from what was
known at that moment: the path that would become a loop, the region whose parity decides, the
tiles that can be reached. That keeps the rules fast and the reasons readable.

The *grade* of a puzzle with one solution is the hardest rule that it needs (each rule is tried
only where all before it are stuck); "search" where all rules are. Cost: the replay is linear in
steps × region sizes, in plain Python.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from cpstudy.core.kernels import prepared
from cpstudy.core.result import Budget, Result, Verdict
from cpstudy.puzzles.pipes.deduction.cheap_rules import cheap_rules
from cpstudy.puzzles.pipes.deduction.dead_ends import lower_bounds
from cpstudy.puzzles.pipes.deduction.knowledge import (
    DEAD_END,
    LOCAL,
    LOOKAHEAD,
    LOOP,
    PARITY,
    RULES,
    STEPS,
    VERTICES,
    Knowledge,
    copy_into,
    keep,
    knowledge,
    set_edge,
    unknown_sides,
)
from cpstudy.puzzles.pipes.deduction.solver import CONTRADICTION, SETTLED, deduction
from cpstudy.puzzles.pipes.drawing import ambiguity_drawing, ambiguity_picture
from cpstudy.puzzles.pipes.explaining.ambiguity import ambiguity
from cpstudy.puzzles.pipes.formats.saves import save_with_moves
from cpstudy.puzzles.pipes.puzzle import OPEN_SIDES, ORIENTATIONS, SIDE_NAMES, Pipes, turned
from cpstudy.puzzles.pipes.search import engine as search

# What ``cpstudy explain`` calls.
__all__ = [
    "ambiguity", "ambiguity_drawing", "ambiguity_picture", "explain", "grade", "hint", "mistake",
    "moves", "replay",
]  # fmt: skip

GRADES = (*RULES, "search")

# How a tile with given open sides is shown in words.
SYMBOLS = "·╶╵└╴─┘┴╷┌│├┐┬┤┼"


@dataclass(frozen=True)
class Step:
    """One thing found out.

    rule: one of RULES. tile: where. side: 0…3 where an edge of the tile became known, else None;
    is_open: what it became. removed: the orientations (open sides) that the tile lost, where side
    is None. because: the tiles that force it. words: the step as a sentence.
    """

    rule: str
    tile: int
    side: int | None
    is_open: bool
    removed: tuple[int, ...]
    because: tuple[int, ...]
    words: str

    @property
    def side_name(self) -> str | None:
        """The side in words, or None."""
        return None if self.side is None else SIDE_NAMES[self.side]

    def refutes(self, placement: bytes) -> bool:
        """Whether a placement (open sides, one byte a tile) contradicts this step."""
        here = placement[self.tile]
        if self.side is None:
            return here in self.removed
        return bool(here >> self.side & 1) is not self.is_open


@dataclass(frozen=True)
class Explanation:
    """A deduction told. verdict: of the puzzle, by deduction, or by search where that is stuck.

    grade: one of GRADES for puzzles with one solution, else None. solution: where there is one
    only. possible: the orientations that each tile has left, as sets with bit m for open sides m.
    """

    puzzle: Pipes
    steps: tuple[Step, ...]
    verdict: Verdict
    grade: str | None
    solution: bytes | None
    possible: tuple[int, ...]


def grade(puzzle: Pipes) -> str | None:
    """The grade of a puzzle with exactly one solution, else None (also where that is unknown)."""
    k, end = deduction(puzzle)
    if end == SETTLED:
        return _hardest(k)
    return (
        "search" if end != CONTRADICTION and _searched(puzzle).verdict is Verdict.UNIQUE else None
    )


def explain(puzzle: Pipes) -> Explanation:
    """All steps of the deduction, and what the puzzle's grade is."""
    k, end = deduction(puzzle)
    steps = tuple(_told(puzzle, k))
    solution = None
    if end == SETTLED:
        verdict, found = Verdict.UNIQUE, _hardest(k)
        solution = bytes(int(left).bit_length() - 1 for left in k.possible)
    elif end == CONTRADICTION:
        verdict, found = Verdict.NONE, None
    else:
        result = _searched(puzzle)
        verdict = result.verdict
        found = "search" if verdict is Verdict.UNIQUE else None
        solution = result.solutions[0] if verdict is Verdict.UNIQUE else None  # type: ignore[assignment]
    return Explanation(puzzle, steps, verdict, found, solution, tuple(map(int, k.possible)))


def _hardest(k: Knowledge) -> str:
    count = int(k.control[STEPS])
    return RULES[int(k.steps[:count, 0].max())] if count else RULES[LOCAL]


def _searched(puzzle: Pipes) -> Result:
    return search.solve(puzzle, Budget(), np.random.default_rng(0), 2)


@dataclass(frozen=True)
class Hint:
    """The next tile to turn: how many quarters anticlockwise, and the step that settles it."""

    tile: int
    quarters: int
    words: str
    step: Step | None


def hint(explanation: Explanation) -> Hint | None:
    """The first tile, in the order of the deduction, that does not lie as it must.

    The position is that of the puzzle's own tiles. None where every tile that the deduction
    settles lies right.
    """
    puzzle = explanation.puzzle
    for tile, step in _settled_in_order(explanation):
        target = explanation.possible[tile].bit_length() - 1
        here = puzzle.tiles[tile]
        if here != target:
            quarters = next(q for q in range(1, 4) if turned(here, q) == target)
            way = ("a quarter anticlockwise", "half round", "a quarter clockwise")[quarters - 1]
            why = step.words if step is not None else "it has one orientation only"
            words = f"turn {puzzle.cell(tile)} {way}, to {SYMBOLS[target]}: {why}"
            return Hint(tile, quarters, words, step)
    return None


def _settled_in_order(explanation: Explanation) -> Iterator[tuple[int, Step | None]]:
    """Each tile with one orientation left, when it came to that, and the step that did it."""
    left = [sum(1 << o for o in ORIENTATIONS[tile]) for tile in explanation.puzzle.tiles]
    for tile, possible in enumerate(left):
        if possible.bit_count() == 1:
            yield tile, None
    for step in explanation.steps:
        if step.side is None:
            left[step.tile] &= ~sum(1 << mask for mask in step.removed)
            if left[step.tile].bit_count() == 1:
                yield step.tile, step


def moves(explanation: Explanation) -> list[tuple[str, int]]:
    """The deduction as moves of Net: (letter, tile), every tile turned into place, then locked.

    A anticlockwise, C clockwise, F half round, L lock; in the order in which the tiles are settled.
    """
    played = []
    for tile, _ in _settled_in_order(explanation):
        target = explanation.possible[tile].bit_length() - 1
        here = explanation.puzzle.tiles[tile]
        if here != target:
            quarters = next(q for q in range(1, 4) if turned(here, q) == target)
            played.append(("_AFC"[quarters], tile))
        played.append(("L", tile))
    return played


def replay(explanation: Explanation) -> str:
    """The deduction as a save file of Net, at its first position: Redo plays it move by move."""
    return save_with_moves(explanation.puzzle, moves(explanation))


def mistake(explanation: Explanation, attempt: bytes) -> str:
    """The first step that a placement contradicts, in words; else the first rule; "" if valid."""
    for step in explanation.steps:
        if step.refutes(attempt):
            where = explanation.puzzle.cell(step.tile)
            return f"{where} is {SYMBOLS[attempt[step.tile]]}, but: {step.words}"
    return explanation.puzzle.why_not(attempt)


# -- telling the steps -----------------------------------------------------------------------


def _told(puzzle: Pipes, logged: Knowledge) -> Iterator[Step]:
    k = knowledge(puzzle)
    for rule, tile, side, value in logged.steps[: logged.control[STEPS]].tolist():
        because, why = _REASONS[rule](puzzle, k, tile, side, value)
        if side >= 0:
            beyond = int(k.neighbours[tile, side])
            state = "open" if value else "closed"
            what = f"the edge {puzzle.cell(tile)}–{puzzle.cell(beyond)} is {state}"
            removed: tuple[int, ...] = ()
            set_edge(k, rule, tile, side, value)
        else:
            removed = tuple(mask for mask in range(16) if value >> mask & 1)
            shown = " ".join(SYMBOLS[mask] for mask in removed)
            what = f"{puzzle.cell(tile)} is not {shown}"
            keep(k, rule, tile, int(k.possible[tile]) & ~value)
        yield Step(
            RULES[rule],
            tile,
            side if side >= 0 else None,
            bool(side >= 0 and value),
            removed,
            tuple(because),
            f"{what}: {why}",
        )


def _names(sides: int) -> str:
    return " and ".join(name for side, name in enumerate(SIDE_NAMES) if sides >> side & 1)


def _why_local(
    puzzle: Pipes, k: Knowledge, tile: int, side: int, value: int
) -> tuple[list[int], str]:
    if side >= 0:
        left = [mask for mask in range(16) if int(k.possible[tile]) >> mask & 1]
        shown = " ".join(SYMBOLS[mask] for mask in left)
        verb = "opens" if value else "leaves closed"
        return [tile], f"{puzzle.cell(tile)}, {shown}, {verb} its {SIDE_NAMES[side]} side"
    known = int(k.known[tile])
    opened, closed = known & 15, known >> 4
    forcing = [
        int(k.neighbours[tile, s])
        for s in range(4)
        if known >> s & 17 and k.neighbours[tile, s] >= 0
    ]
    parts = []
    if opened:
        parts.append(f"{_names(opened)} open")
    if closed:
        parts.append(f"{_names(closed)} closed")
    return forcing or [tile], "its sides are known: " + ", ".join(parts)


def _path(k: Knowledge, start: int, end: int) -> list[int]:
    """Tiles from start to end along known open edges."""
    came = {start: start}
    queue = deque([start])
    while queue and end not in came:
        tile = queue.popleft()
        for side in range(4):
            if int(k.known[tile]) >> side & 1:
                beyond = int(k.neighbours[tile, side])
                if beyond not in came:
                    came[beyond] = tile
                    queue.append(beyond)
    path = [end]
    while path[-1] != start:
        path.append(came[path[-1]])
    return path[::-1]


def _component(k: Knowledge, tile: int) -> set[int]:
    """The tiles joined with a tile by known open edges."""
    seen = {tile}
    stack = [tile]
    while stack:
        here = stack.pop()
        for side in range(4):
            beyond = int(k.neighbours[here, side])
            if int(k.known[here]) >> side & 1 and beyond not in seen:
                seen.add(beyond)
                stack.append(beyond)
    return seen


def _why_loop(
    puzzle: Pipes, k: Knowledge, tile: int, side: int, value: int
) -> tuple[list[int], str]:
    if side >= 0:
        path = _path(k, tile, int(k.neighbours[tile, side]))
        return path, f"the two are joined already, over {len(path)} tiles"
    unknown = int(unknown_sides(k, tile))
    for one in range(4):
        for other in range(one):
            if unknown >> one & unknown >> other & 1:
                first, second = int(k.neighbours[tile, one]), int(k.neighbours[tile, other])
                if second in _component(k, first):
                    path = _path(k, first, second)
                    sides = _names(1 << one | 1 << other)
                    return path, f"{sides} lead to tiles that are joined already"
    raise AssertionError("a loop step without a loop")


def _why_dead_end(
    puzzle: Pipes, k: Knowledge, tile: int, side: int, value: int
) -> tuple[list[int], str]:
    reach = k.reach
    prepared(lower_bounds, 5 * len(reach))(k, np.zeros(len(reach), np.int64))
    size = int(k.control[VERTICES])
    if side >= 0:
        beyond = int(k.neighbours[tile, side])
        there, back = int(reach[tile, side]), int(reach[beyond, side ^ 2])
        tiles = _within(k, tile, beyond, 1 << side)
        return tiles, f"at most {there} + {back} tiles would be joined, of {size}"
    best = 0
    sides = 0
    for mask in range(16):
        if value >> mask & 1:
            best = max(best, 1 + sum(int(reach[tile, s]) for s in range(4) if mask >> s & 1))
            sides |= mask
    return _within(k, tile, tile, sides), f"at most {best} tiles would be joined, of {size}"


def _within(k: Knowledge, tile: int, second: int, sides: int) -> list[int]:
    """Tiles that can be reached from a tile through ``sides``, and from a second one at all."""
    seen = {tile, second}
    stack = [second] if second != tile else []
    stack += [int(k.neighbours[tile, s]) for s in range(4) if sides >> s & 1]
    seen.update(stack)
    while stack:
        here = stack.pop()
        ever = 0
        for mask in range(16):
            if int(k.possible[here]) >> mask & 1:
                ever |= mask
        ever &= ~(int(k.known[here]) >> 4)
        for side in range(4):
            beyond = int(k.neighbours[here, side])
            if ever >> side & 1 and beyond not in seen:
                seen.add(beyond)
                stack.append(beyond)
    return sorted(seen)


def _why_parity(
    puzzle: Pipes, k: Knowledge, tile: int, side: int, value: int
) -> tuple[list[int], str]:
    if side >= 0:
        region = _region(k, tile, side)
        if int(k.neighbours[tile, side]) not in region:
            wanted = sum(
                OPEN_SIDES[puzzle.tiles[t]] - (int(k.known[t]) & 15).bit_count() for t in region
            )
            odd = "odd" if wanted & 1 else "even"
            return sorted(region), (
                f"it is the only way out of a region of {len(region)} tiles with {wanted} open "
                f"sides to be joined, an {odd} number"
            )
    chain = _chain(k, tile, side)
    return chain, f"chains of sides that must be the same or differ, over {len(chain)} tiles"


def _region(k: Knowledge, tile: int, side: int) -> set[int]:
    """Tiles reached from a tile over unknown edges without the one at ``side``."""
    seen = {tile}
    stack = [tile]
    while stack:
        here = stack.pop()
        unknown = int(unknown_sides(k, here))
        for s in range(4):
            beyond = int(k.neighbours[here, s])
            if unknown >> s & 1 and beyond not in seen and (here, s) != (tile, side):
                seen.add(beyond)
                stack.append(beyond)
    return seen


def _chain(k: Knowledge, tile: int, side: int) -> list[int]:
    """Tiles whose possible orientations tie pairs of sides, connected with the given tile."""
    seen = {tile}
    stack = [tile]
    while stack:
        here = stack.pop()
        left = [mask for mask in range(16) if int(k.possible[here]) >> mask & 1]
        for one in range(4):
            for other in range(4):
                ties = {(mask >> one ^ mask >> other) & 1 for mask in left}
                if one != other and (len(ties) == 1 or here == tile):
                    for s in (one, other):
                        beyond = int(k.neighbours[here, s])
                        if int(k.known[here]) >> s & 17 == 0 and beyond not in seen:
                            seen.add(beyond)
                            stack.append(beyond)
    return sorted(seen)


def _why_lookahead(
    puzzle: Pipes, k: Knowledge, tile: int, side: int, value: int
) -> tuple[list[int], str]:
    mask = value.bit_length() - 1
    copy = knowledge(puzzle)
    copy_into(k, copy)
    keep(copy, LOOKAHEAD, tile, 1 << mask)
    prepared(cheap_rules, 10 * len(puzzle.tiles))(copy, PARITY)
    steps = copy.steps[: copy.control[STEPS]]
    tiles = sorted({int(t) for t in steps[:, 1]})
    return tiles, f"assuming it leads to a contradiction in {len(steps)} steps"


_REASONS = {
    LOCAL: _why_local,
    LOOP: _why_loop,
    DEAD_END: _why_dead_end,
    PARITY: _why_parity,
    LOOKAHEAD: _why_lookahead,
}
