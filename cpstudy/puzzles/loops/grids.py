"""Grids of Slitherlink and Masyu: rows of clues and dots, as reading/boards.py has them.

The kind says what a clue looks like (``Loops.fields``); letters may be capitals, and pearls may be
drawn as ○ and ●. The first line may give the numbers of rows and columns, as in the collections of
janko.at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from cpstudy.core.documents import Document, Item
from cpstudy.puzzles.loops.rules import Loops
from cpstudy.reading import boards, records


def _signs(kind: type[Loops]) -> boards.Signs:
    expected = f"none of {', '.join(kind.fields)} and no '.'"
    lone = "" if "0" in kind.fields else "0"
    return boards.Signs(partial(_clue, kind), kind.no_clue, expected, kind, lone)


def _clue(kind: type[Loops], field: str) -> int | None:
    marks = {mark: clue for clue, mark in kind.marks.items()}
    return kind.fields.get(field.lower(), marks.get(field, kind.others.get(field)))


def recognises(kind: type[Loops], document: Document) -> bool:
    """Whether a document's lines are rows of a grid."""
    return boards.recognises(_signs(kind), document)


def read(kind: type[Loops], lines: Iterable[str]) -> Iterator[Item]:
    """The boards of a file."""
    return boards.read(_signs(kind), lines)


def read_records(kind: type[Loops], lines: Iterable[str]) -> Iterator[Item]:
    """The boards of a file of JSON records."""
    of_record = partial(boards.of_record, _signs(kind), kind.decode)
    return records.read_records(lines, of_record)


def write(puzzle: Loops) -> str:
    """The board after its sizes, a row a line, then a blank line."""
    shown = {clue: field for field, clue in puzzle.fields.items()} | {puzzle.no_clue: "-"}
    lines = [f"{puzzle.rows} {puzzle.columns}"]
    for start in range(0, len(puzzle.clues), puzzle.columns):
        lines.append(" ".join(shown[c] for c in puzzle.clues[start : start + puzzle.columns]))
    return "\n".join(lines) + "\n\n"
