"""The rule of every solver's first day: where a run lies at the earliest and at the latest.

What a run covers at both places is of its colour; what no run of a colour can reach from its
earliest to its latest is not of that colour. The places in between that are impossible are not
looked at: that is what all arrangements of the line together (:mod:`..lines.words`) see beyond.

Sets of cells are whole numbers of any length: bit i is cell i. Cost: one pass from each side.
"""

from __future__ import annotations

from collections.abc import Sequence

from cpstudy.puzzles.picross.puzzle import BLANK, Clue


def _starts(clue: Clue, may: Sequence[int], cells: int) -> list[set[int]]:
    """Where each run can begin, as far as the cells and runs before it are concerned."""
    reached = {0}
    starts = []
    before = BLANK
    for length, colour in clue:
        run = (1 << length) - 1
        possible = set()
        for boundary in sorted(reached):
            start = boundary + (colour == before)
            if start > boundary and not may[BLANK] >> boundary & 1:
                continue
            while start + length <= cells:
                if may[colour] >> start & run == run:
                    possible.add(start)
                if not may[BLANK] >> start & 1:
                    break
                start += 1
        starts.append(possible)
        reached = {start + length for start in possible}
        before = colour
    return starts


def overlap(clue: Clue, may: Sequence[int], cells: int) -> list[int] | None:
    """The cells that can still be of each colour; None where a run finds no room.

    may: by colour, blank first, the cells that can be of it.
    """
    before = _starts(clue, may, cells)
    after = _starts(clue[::-1], [_mirror(word, cells) for word in may], cells)[::-1]
    reach = [0] * len(may)
    core = [0] * len(may)
    for (length, colour), starts, mirrored in zip(clue, before, after, strict=True):
        possible = starts & {cells - start - length for start in mirrored}
        if not possible:
            return None
        start, end = min(possible), max(possible) + length
        reach[colour] |= (1 << end) - (1 << start)
        if start + length > end - length:
            core[colour] |= (1 << start + length) - (1 << end - length)
    settled = _union(core)
    reach[BLANK] = (1 << cells) - 1
    left = [reach[c] & ~(settled & ~core[c]) & may[c] for c in range(len(may))]
    return left if _union(left) == reach[BLANK] else None


def _union(words: Sequence[int]) -> int:
    together = 0
    for word in words:
        together |= word
    return together


def _mirror(word: int, cells: int) -> int:
    return int(format(word, f"0{cells}b")[::-1], 2)
