"""Grids of Sudoku, one line per row, in files of one or several.

:mod:`cpstudy.reading.frames` handles frames, separators and several grids, and
:mod:`cpstudy.puzzles.latin.signs` the signs. A grid may have a title before it, ``Grid 01``
(Project Euler 96), or a size: ``9``, ``9 9`` or that of a square box. The sections of SadMan's SDK
are ``[Puzzle]``, ``[State]`` and ``[PencilMarks]``, with ``#A`` (author), ``#D`` (description),
``#S`` (source), ``#L`` (level), ``#U`` (address), ``#B`` (date).
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial

from cpstudy.core import wording
from cpstudy.core.documents import Document, Item
from cpstudy.core.errors import InputError, LineError
from cpstudy.puzzles.latin.game_ids import solo_head
from cpstudy.puzzles.latin.grids import value_words
from cpstudy.puzzles.latin.signs import CellError, Hints
from cpstudy.puzzles.sudoku.formats.boards import cells_on_line, hints_of, of_cells, of_line
from cpstudy.puzzles.sudoku.puzzle import Sudoku, box_shape
from cpstudy.reading import frames

_TITLE = re.compile(
    r"(?:grid|puzzle|sudoku|board|game|problem|example|level|no|nr|easy|medium|hard|evil|expert)"
    r"(?![a-z])[^|;,]{0,60}",
    re.IGNORECASE,
)
_SECTION = re.compile(r"\[([A-Za-z][A-Za-z _-]{2,30})\]")
_PUZZLES = ("puzzle", "problem", "board", "givens", "clues", "sudoku", "grid")
_OTHER_FIELDS = ("state", "pencilmarks", "solution", "comments", "comment", "candidates", "marks")
_SIZE = re.compile(r"\s*([0-9]{1,2})(?:\s*[ x,]\s*\1)?\s*")
# Rows of a program's array may be on one line.
_BETWEEN = re.compile(r"(?<=[\]})])[ \t]*,[ \t]*(?=[\[{(])")
_INFO_LINE = re.compile(r"#([ABCDLSU])(?![a-z])\s*(.*)")
_NAMES = {
    "A": "author", "B": "date", "C": "info", "D": "info", "L": "difficulty", "S": "source",
    "U": "source",
}  # fmt: skip
# A list of 4 x 4 boards has lines of 16 signs from 1 to 4. They are not rows of 16 x 16 if they
# have as many clues as boards with one solution need, and if there are not 16 of them.
_SMALL_CLUES = 4
_SMALL = re.compile(r"[0-4._*?xX·□ -]+")
_SMALL_CELLS = 16


@dataclass
class _Section:
    """Lines under a title or a section's name; line: the number of that, or of the first line."""

    line: int
    title: str | None = None
    name: str = "puzzle"
    lines: list[frames.Line] = field(default_factory=list)

    @property
    def rows(self) -> list[frames.Line]:
        """The lines that are not blank."""
        return [line for line in self.lines if line.text.strip()]


def recognises(document: Document) -> bool:
    """Whether a document looks like rows of Sudoku, regardless of text before them."""
    rows = (row for line in document.significant for row in _BETWEEN.split(line))
    texts = [text.split("#", 1)[0].strip() for text in rows]
    plain = [text for text in texts if not _TITLE.fullmatch(text) and not _SECTION.fullmatch(text)]
    if not plain or any(solo_head(text) or "/" in text or text[0] == "<" for text in plain):
        return False
    if any(match[1].lower() in _PUZZLES for match in map(_SECTION.fullmatch, texts) if match):
        return True
    small = [text for text in plain if _SMALL.fullmatch(text) and _cells(text) == _SMALL_CELLS]
    clues = sum(sign in "1234" for text in small for sign in text)
    square = len(small) == len(plain) == _SMALL_CELLS
    if 2 * len(small) >= len(plain) and clues >= _SMALL_CLUES * len(small) and not square:
        return False
    lines = [
        frames.Line(0, line.rstrip("\r\n")) for line in document.head if not line.startswith("#")
    ]
    return (
        frames.looks_framed(plain)
        or frames.by_position([line for line in lines if line.text.strip()]) is not None
        or frames.by_tabs(lines) is not None
        or _TITLE.fullmatch(texts[0]) is not None
    )


def _cells(text: str) -> int:
    words = text.split()
    return len(words) if len(words) > 1 else len(text)


def read_grids(lines: Iterable[str]) -> Iterator[Item]:
    """The puzzles of a document, with faults in their places."""
    try:
        hints = hints_of(lines)
        about, sections = _sections(lines)
    except LineError as error:
        yield Item(error.line, "", error)
        return
    puzzles = [section for section in sections if section.name in _PUZZLES]
    others = {s.name: "\n".join(line.text for line in s.rows) for s in sections if s not in puzzles}
    if len(puzzles) == 1:
        about |= {name: text for name, text in others.items() if name in ("state", "solution")}
    for section in puzzles:
        yield from _puzzles(section, hints, about)


def _sections(lines: Iterable[str]) -> tuple[dict[str, str], list[_Section]]:
    """The information of ``#`` lines, and the sections. Raises LineError."""
    about: dict[str, str] = {}
    sections = [_Section(1)]
    numbered = ((n, row) for n, line in enumerate(lines, 1) for row in _BETWEEN.split(line))
    for number, line in numbered:
        info = _INFO_LINE.fullmatch(line.strip())
        if info is not None and info[2]:
            about[_NAMES[info[1]]] = info[2]
        text = line.split("#", 1)[0].strip()
        named = _SECTION.fullmatch(text)
        if named is not None:
            name = named[1].lower()
            if name not in (*_PUZZLES, *_OTHER_FIELDS):
                raise LineError(number, f"unknown section {text}: expected [Puzzle]")
            sections.append(_Section(number, None, name))
        elif _TITLE.fullmatch(text):
            sections.append(_Section(number, text))
        elif not line.strip().startswith("#"):
            sections[-1].lines.append(frames.Line(number, line.split("#", 1)[0].rstrip("\r\n")))
    return about, sections


def _puzzles(section: _Section, hints: Hints, about: dict[str, str]) -> Iterator[Item]:
    rows = section.rows
    if not rows:
        if section.line > 1 or section.title is not None:
            yield Item(section.line, "", LineError(section.line, "no rows"))
        return
    if all(cells_on_line(line.text.strip(), hints) is not None for line in rows):
        for line in rows if not frames.looks_framed([line.text for line in rows]) else ():
            yield _item(section, [line.number], partial(of_line, line.text.strip(), hints), about)
        if not frames.looks_framed([line.text for line in rows]):
            return
    for grid in frames.grids_of(_without_size(section.lines)):
        if isinstance(grid, LineError):
            yield Item(grid.line, "", grid)
        else:
            yield _item(section, grid.numbers, partial(_of_grid, grid, hints), about)


def _without_size(lines: list[frames.Line]) -> list[frames.Line]:
    """Lines without a first one that gives the number of rows, or of a square box's rows."""
    first = next(place for place, line in enumerate(lines) if line.text.strip())
    size = _SIZE.fullmatch(lines[first].text)
    below = [line.text.strip() for line in lines[first + 1 :]]
    rows = sum(bool(text) and not frames.is_frame(text) for text in below)
    is_size = size is not None and rows in (int(size[1]), int(size[1]) ** 2)
    return lines[first + 1 :] if is_size and rows > 1 else lines


def _item(
    section: _Section, numbers: list[int], read: Callable[[], Sudoku], about: dict[str, str]
) -> Item:
    try:
        puzzle = read()
    except LineError as error:
        return Item(error.line, "", error)
    except InputError as error:
        return Item(numbers[0], "", error)
    return Item(numbers[0], puzzle.encode(), puzzle, section.title, dict(about))


def _of_grid(grid: frames.Grid, hints: Hints) -> Sudoku:
    """The puzzle of a grid. Raises a LineError that names the cell, InputError."""
    order = len(grid.rows)
    try:
        return of_cells([cell for row in grid.rows for cell in row], order, hints)
    except CellError as error:
        row, column = divmod(error.cell, order)
        raise LineError(grid.numbers[row], f"{wording.place((row, column))}: {error}") from None


def write_grid(puzzle: Sudoku) -> str:
    """One line per row. Raises InputError for diagonals and boxes of an unusual shape."""
    if puzzle.diagonals or (puzzle.box_rows, puzzle.box_columns) != box_shape(puzzle.order):
        raise InputError("diagonals, and boxes of this shape, cannot be written in a grid")
    words = value_words(puzzle.clues)
    width = max(map(len, words))
    rows = (words[start : start + puzzle.order] for start in range(0, len(words), puzzle.order))
    return "".join(" ".join(f"{word:>{width}}" for word in row) + "\n" for row in rows)
