"""What cannot be supposed: a colour of a cell that leaves some line without an arrangement."""

from __future__ import annotations

from cpstudy.core.native import entry, i64
from cpstudy.puzzles.picross.lines.board import can_be, keep, propagate, undo
from cpstudy.puzzles.picross.lines.state import Board


@entry
def next_refuted(b: Board, value: i64, most: i64) -> i64:
    """The first value, cell · (colours + 1) + colour, from ``value`` on that cannot be supposed.

    Only cells with several colours left are looked at. After ``most`` values -1 - the next one to
    look at; past the end where none is left.
    """
    colours = b.may.shape[1]
    last = min(value + most, len(b.left) * colours)
    while value < last:
        cell = value // colours
        colour = value % colours
        if b.left[cell] > 1 and can_be(b, cell, colour):
            mark = b.trailed
            keep(b, cell, colour)
            holds: bool = propagate(b)
            undo(b, mark)
            if not holds:
                return value
        value += 1
    return -1 - value
