"""Grids of Slitherlink and Masyu: rows of clues and dots, as reading/boards.py has them.

The kind says what a clue looks like (``Loops.fields``); letters may be capitals, and pearls may be
drawn as ○ and ●. The first line may give the numbers of rows and columns, as in the collections of
janko.at.
"""

from __future__ import annotations

from functools import partial

from cpstudy.puzzles.loops.rules import Loops
from cpstudy.reading import boards


def signs(kind: type[Loops]) -> boards.Signs:
    """What the fields of a kind's grids mean."""
    expected = f"none of {', '.join(kind.fields)} and no '.'"
    lone = "" if "0" in kind.fields else "0"
    return boards.Signs(partial(_clue, kind), kind.no_clue, expected, kind, lone)


def _clue(kind: type[Loops], field: str) -> int | None:
    marks = {mark: clue for clue, mark in kind.marks.items()}
    return kind.fields.get(field.lower(), marks.get(field, kind.others.get(field)))


def write(puzzle: Loops) -> str:
    """The board after its sizes, a row a line, then a blank line."""
    shown = {clue: field for field, clue in puzzle.fields.items()} | {puzzle.no_clue: "-"}
    lines = [f"{puzzle.rows} {puzzle.columns}"]
    for start in range(0, len(puzzle.clues), puzzle.columns):
        lines.append(" ".join(shown[c] for c in puzzle.clues[start : start + puzzle.columns]))
    return "\n".join(lines) + "\n\n"
