"""Sokoban levels with run lengths (RLE): one level a line, rows joined by ``|``.

The notation of forums and addresses: XSB characters, with a number before a character or a group in
parentheses for repetitions; floor is ``-`` or ``_``. The floor at the end of a row may be omitted,
and the level may end with ``|``. ``5#|#@-$.#|5#`` is a level of three rows. Lines of text between
the levels name them as in an XSB collection.

Limits: a level of at most LARGEST squares, so that a line of digits cannot fill the memory with
walls; this also bounds the nesting of groups.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from cpstudy.core.documents import Document, Item
from cpstudy.core.errors import InputError
from cpstudy.puzzles.sokoban.formats import framed, level, title_of
from cpstudy.puzzles.sokoban.puzzle import Sokoban

LARGEST = 1_000_000

# A line that is a level; a single row has no bar and is left to XSB.
_LEVEL = re.compile(r"[-#@+$*._ 0-9()|]*\|[-#@+$*._ 0-9()|]*")
_XSB = re.compile(r"[-#@+$*._ ]*#[-#@+$*._ ]*")
_BEGINNING = re.compile(r"(?!# )[#0-9].*\|")
_TOKEN = re.compile(r"([0-9]*)([-#@+$*._ (|])|(\))")


def recognises(document: Document) -> bool:
    """Whether a line looks like rows joined by bars, and no earlier line looks like XSB."""
    for line in document.head:
        row = line.strip()
        if claims(row):
            return True
        if _XSB.fullmatch(row):
            return False
    return False


def claims(line: str) -> bool:
    """Whether a line looks like the rows of a level joined by bars."""
    return _LEVEL.fullmatch(line) is not None


def read(lines: Iterable[str]) -> Iterator[Item]:
    """Read the levels in order, each with the title before it."""
    hints = getattr(lines, "hints", {})
    text: list[str] = []
    for number, line in enumerate(lines, 1):
        row = line.strip()
        if not claims(row):
            # A line that begins like a level is a faulty level, not a title.
            if _BEGINNING.match(row):
                yield Item(number, "", _decoded(row, hints), title_of(text[::-1]))
                text = []
            else:
                text.append(row)
            continue
        title = title_of(text[::-1])
        yield Item(number, title, _decoded(row, hints), title)
        text = []


def _decoded(row: str, hints: Mapping[str, str]) -> Sokoban | InputError:
    try:
        rows = [line.rstrip() for line in expanded(row).removesuffix("|").split("|")]
        return level(rows, hints)
    except InputError as error:
        return error


def expanded(text: str) -> str:
    """The text with repetitions and groups expanded. Raises an InputError that names the place."""
    # For each open group: its number of repetitions, its start, and its parts.
    groups: list[tuple[int, int, list[str]]] = [(1, 0, [])]
    size = place = 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise InputError(f"character {place + 1}: {text[place]!a} is not a square of a level")
        number, symbol, closing = match.groups()
        times = _times(number, place) if number else 1
        if closing:
            if len(groups) == 1:
                raise InputError(f"character {place + 1}: a group ends that did not begin")
            times, _, parts = groups.pop()
            piece = "".join(parts)
        elif symbol == "(":
            groups.append((times, place, []))
            piece, times = "", 0
        else:
            piece = symbol
        size += (times - 1 if closing else times) * len(piece)
        if size > LARGEST:
            raise InputError(f"character {place + 1}: a level of more than {LARGEST} squares")
        groups[-1][2].append(piece * times)
        place = match.end()
    if len(groups) > 1:
        raise InputError(f"character {groups[-1][1] + 1}: a group begins that does not end")
    return "".join(groups[0][2])


def _times(number: str, place: int) -> int:
    if len(number) > len(str(LARGEST)) or int(number) == 0:
        raise InputError(f"character {place + 1}: a run of 1 to {LARGEST} squares")
    return int(number)


def write(puzzle: Sokoban) -> str:
    """The level as one line; floor at the ends of rows is omitted if one row has the full width.

    As in XSB, it gets a frame of walls if its floor reaches the border.
    """
    lines = framed(puzzle)
    rows = [line.rstrip("-") or "-" for line in lines]
    if max(map(len, rows)) < len(lines[0]):
        rows[0] = lines[0]
    text = "|".join("".join(_run(run) for run in groupby(row)) for row in rows)
    return f"{text}|\n" if len(rows) == 1 else f"{text}\n"


def _run(run: tuple[str, Iterable[str]]) -> str:
    symbol, squares = run
    length = sum(1 for _ in squares)
    return symbol if length == 1 else f"{length}{symbol}"
