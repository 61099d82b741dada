"""Clues line by line below headings: ``ROWS`` and ``COLUMNS``, or ``[Row clues]`` and so on.

Headings have any case, and a colon or brackets. Clues have commas or spaces, and brackets if the
program writes them (``[ 1 2 ]``, ``[ ]`` without runs). ``GRID title`` begins another puzzle
(Dejoue2010). Files ``.gno`` (Gnonograms2012) have ``[Dimensions]``, with rows and columns on one
line each, and ``[Description]``: title, author, date, difficulty. Other sections are ignored, and
so are lines that begin with ``#``.

Empty lines at the ends of a section are ignored. Within a section they may be lines without runs,
so the file is refused; ``0`` is unambiguous. Without dimensions, rows and columns must have the
same number of cells, since nothing else detects a missing line. Nothing is written in this format.
"""

import re
from collections.abc import Iterable, Iterator

from cpstudy.core.documents import Document, Item
from cpstudy.core.errors import InputError, LineError
from cpstudy.puzzles.picross.formats import clues as shared
from cpstudy.puzzles.picross.puzzle import Clue, Picross

_WORDS = re.compile(r"(rows?|columns?|cols?)(?:\s*(?:clues|hints))?\s*:?", re.IGNORECASE)
_BRACKETS = re.compile(r"\[\s*([A-Za-z][A-Za-z ]*?)\s*\]")
_GRID = re.compile(r"grid\b(.*)", re.IGNORECASE)
_CLUE = re.compile(r"\[([0-9a-z\s,]*)\]")
_SIZE_KEY = re.compile(r"\s*(?:width|height|rows|columns|cols)\s*:?\s*[0-9]", re.IGNORECASE)

_ABOUT = ("title", "author", "date", "difficulty")


def recognises(document: Document) -> bool:
    """Whether rows and columns have headings on their own lines, and there are no sizes as in .non
    files.
    """
    headings = {_heading(line.strip()) for line in document.head}
    sized = any(_SIZE_KEY.match(line) for line in document.head)
    return {"rows", "columns"} <= headings and not sized


def _heading(line: str) -> str:
    """The section that a line begins, or ""; all headings of clues become "rows" or "columns"."""
    match = _WORDS.fullmatch(line)
    bracketed = _BRACKETS.fullmatch(line)
    if bracketed is not None:
        match = _WORDS.fullmatch(bracketed[1])
        if match is None:
            return bracketed[1].lower()
    if match is None:
        return ""
    return "rows" if match[1].lower().startswith("row") else "columns"


def read(lines: Iterable[str]) -> Iterator[Item]:
    """Yield the puzzles in order."""
    grids: list[tuple[str, list[shared.Line]]] = [("", [])]
    for number, line in enumerate(lines, 1):
        match = _GRID.fullmatch(line.strip())
        if match is not None:
            grids.append((_unquoted(match[1]), []))
        elif not line.lstrip().startswith("#"):
            grids[-1][1].append((number, line.strip()))
    filled = [grid for grid in grids if any(line for _, line in grid[1])]
    for title, grid in filled:
        yield _item(title or ("" if len(filled) > 1 else None), grid)


def _unquoted(text: str) -> str:
    text = text.strip()
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


def _item(title: str | None, lines: list[shared.Line]) -> Item:
    about: dict[str, str] = {}
    try:
        sections = _sections(lines)
        known = [line for _, line in sections.pop("description", [])]
        about |= {name: line for name, line in zip(_ABOUT, known, strict=False) if line}
        license_lines = [line for _, line in sections.pop("license", []) if line]
        about |= {"license": license_lines[0]} if license_lines else {}
        title = about.pop("title", title)
        return shared.item_of(lines[0][0], _puzzle(sections, lines[0][0]), about, title)
    except InputError as error:
        return shared.fault_of(error, lines[0][0], title)


def _sections(lines: list[shared.Line]) -> dict[str, list[shared.Line]]:
    """The lines below each heading. Raises LineError if a heading occurs twice."""
    sections: dict[str, list[shared.Line]] = {}
    name = ""
    for number, line in lines:
        heading = _heading(line)
        if heading in sections:
            raise LineError(number, f"{heading} are given twice")
        if heading:
            name = heading
            sections[name] = []
        elif name:
            sections[name].append((number, line))
        elif line:
            raise LineError(number, f"{line[:30]!a} above the first heading")
    return sections


def _puzzle(sections: dict[str, list[shared.Line]], line: int) -> Picross:
    """The puzzle of the sections. Raises LineError."""
    sizes = [number for number in sections.get("dimensions", []) if number[1]]
    if sizes and (len(sizes) != 2 or not all(shared.SIZE.fullmatch(x) for _, x in sizes)):
        raise LineError(sizes[0][0], "dimensions: expected rows and columns on a line each")
    parts: list[list[shared.Line]] = []
    for at, name in enumerate(("rows", "columns")):
        if name not in sections:
            raise LineError(line, f"no {name}")
        parts.append(shared.trimmed(sections[name]))
        shared.check_filled(name, parts[at])
        if sizes and len(parts[at]) != int(sizes[at][1]):
            words = f"dimensions: {sizes[at][1]} {name}, but {len(parts[at])} clues"
            raise LineError(sizes[at][0], words)
    puzzle = shared.puzzle_of_parts(line, parts, _clue)
    if not sizes:
        shared.check_totals(puzzle)
    return puzzle


def _clue(number: int, name: str, line: str) -> Clue:
    match = _CLUE.fullmatch(line)
    return shared.clue_at(number, name, match[1] if match is not None else line)
