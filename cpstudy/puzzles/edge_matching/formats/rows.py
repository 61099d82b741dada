"""A pieces file as rows of fields, with the content of its comments, heads and other lines."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from cpstudy.core.errors import LineError
from cpstudy.puzzles.edge_matching.formats.clues import Clue
from cpstudy.puzzles.edge_matching.formats.structure import SIDES
from cpstudy.puzzles.edge_matching.formats.viewer import claims
from cpstudy.puzzles.edge_matching.puzzle import COLOUR

# The names of sides, top right bottom left, as words and as letters.
_WORDS = (
    ("top", "right", "bottom", "left"), ("north", "east", "south", "west"),
    ("up", "right", "down", "left"), ("haut", "droite", "bas", "gauche"),
    ("oben", "rechts", "unten", "links"), tuple("trbl"), tuple("nesw"), tuple("urdl"),
    tuple("hdbg"),
)  # fmt: skip
CLUE = re.compile(r"(?:clues?|hints?|fixed|pieces?)\b.*[0-9]", re.IGNORECASE)
_READING = re.compile(r"\s*reading:\s*([a-z]+=\S+(?:\s+[a-z]+=\S+)*)\s*")
_PLACES = re.compile(r"\s*place:\s*(\S+)\s*")
_SIZED = re.compile(r"p\s+tile\s+([0-9]{1,4})\s+([0-9]{1,4})(?:\s+[0-9]+)?")
_PLAIN = str.maketrans(",;:|[](){}", " " * 10)
# The maximum number of columns in the line of a piece.
_WIDEST = 10
WORD_OF_BITS = re.compile(r"[01]{8,}")


@dataclass(frozen=True)
class Line:
    """A line of a file, with its number from 1."""

    number: int
    text: str
    fields: tuple[str, ...]


@dataclass
class File:
    """The content of a file: rows of fields, and its statements.

    clues: the pieces that it fixes, counted in the way of ``counting``; worded: clues in words.
    boards: addresses of a viewer.
    """

    rows: list[Line] = field(default_factory=list)
    sizes: list[Line] = field(default_factory=list)
    clues: list[Clue] = field(default_factory=list)
    counting: str = ""
    worded: list[str] = field(default_factory=list)
    boards: list[Line] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    stated: dict[str, str] = field(default_factory=dict)
    places: list[str] = field(default_factory=list)
    columns: int = 4


def fields_of(line: str) -> tuple[str, ...]:
    """Return the fields of a line without its comment; each letter of a piece is a field."""
    fields = line.split("#", 1)[0].translate(_PLAIN).split()
    if fields and re.fullmatch(r"[A-Za-z]{4}", fields[-1]) and len(fields) <= 2:
        numbered = len(fields) == 1 or (fields[0].isascii() and fields[0].isdigit())
        fields = [*fields[:-1], *fields[-1]] if numbered else fields
    return tuple(fields)


def is_row(fields: Sequence[str]) -> bool:
    """Return whether fields may be those of a piece."""
    sides = fields[:4] if len(fields) != 5 else fields[1:]
    letters = all(len(side) == 1 and side.isascii() and side.isalpha() for side in sides)
    numbers = all(COLOUR.fullmatch(side) or WORD_OF_BITS.fullmatch(side) for side in fields)
    return 4 <= len(fields) <= _WIDEST and (numbers or letters)


def file_of(lines: Iterable[str]) -> File:
    """Return the rows of a file. Raises LineError if a line is not a row."""
    file = File()
    for number, text in enumerate(lines, 1):
        if claims(text):
            file.boards.append(Line(number, text.strip(), ()))
        elif not _takes_comment(file, text):
            fields = fields_of(text)
            line = Line(number, text, fields)
            if not fields or _takes_words(file, line):
                continue
            (file.rows if len(fields) > 3 or file.rows else file.sizes).append(line)
    if not file.rows:
        raise LineError(1, "clues without pieces" if file.worded else "no pieces")
    widths = Counter(len(row.fields) for row in file.rows)
    file.columns = max(widths, key=lambda width: (widths[width], width == 4))
    for index, row in enumerate(file.rows):
        if len(row.fields) != file.columns:
            words = f"piece {index}: {len(row.fields)} colours, expected {min(file.columns, 4)}"
            raise LineError(row.number, words)
    return file


def _takes_comment(file: File, text: str) -> bool:
    """Read a comment; return whether the line contains nothing else."""
    before, mark, comment = text.partition("#")
    if mark and (match := _READING.fullmatch(comment)):
        file.stated |= dict(choice.split("=", 1) for choice in match[1].split())
    elif mark and (match := _PLACES.fullmatch(comment)):
        file.places.append(match[1])
    elif mark and (order := _sides_in(comment, letters=False)):
        file.stated.setdefault("sides", order)
    return bool(mark) and not before.strip()


def _takes_words(file: File, line: Line) -> bool:
    """Read names of columns, a size in words or a clue; return whether the line is one of these."""
    text = line.text.strip()
    if match := _SIZED.fullmatch(text):
        file.sizes.append(replace(line, fields=(match[1], match[2])))
    elif not file.rows and (order := _sides_in(text, letters=True)):
        file.stated.setdefault("sides", order)
    elif CLUE.match(text):
        file.worded.append(" ".join(text.split()))
    else:
        return False
    return True


def _sides_in(text: str, letters: bool) -> str | None:
    """Return the order of sides in a text that names them one after another."""
    words = re.findall(r"[^\W\d_]+", text.lower())
    for names in _WORDS:
        if len(names[0]) == 1 and (not letters or not 4 <= len(words) <= 5):
            continue
        for start in range(len(words) - 3):
            named = words[start : start + 4]
            if sorted(named) == sorted(names):
                return "".join(SIDES[names.index(name)] for name in named)
    return None
