"""Boards inside containers: JSON, arrays of programs, CSV of cells, Markdown, names, frames.

The text around the rows is removed, and the rest is read as if it were the document; lines keep
their numbers if possible. The door peels a document only if no format of the kind finds a puzzle in
it, so documents that can be read as they stand are never changed.

- *JSON*: texts, rows as texts, rows of cells; in lists and objects at any depth. An object may
  contain a title and the like besides its board; with any other entry, such as a goal, it is left
  unchanged.
- *Arrays*: lines with one quoted text each, or with cells in brackets.
- *Cells* separated by commas, semicolons or bars, equally many in each row.
- *Fences* of Markdown: the text between them.
- *Names*: lines like ``Puzzle 3:`` and comments after ``//``, ``;`` or ``%``; lines of one repeated
  sign that no other line has.

Empty cells of JSON and between commas become ``.``, or a space if walls are ``#``. Cost: linear.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from cpstudy.core.documents import Document
from cpstudy.core.errors import InputError
from cpstudy.reading.frames import is_frame
from cpstudy.reading.records import ABOUT, FIELDS

# The keys of objects that hold boards, and the keys allowed besides them.
_BOARDS = frozenset([
    *FIELDS, "boards", "puzzles", "level", "levels", "rows", "lines", "map", "maps", "layout",
    "tiles", "state", "field", "start", "initial", "games", "maze", "mazes",
])  # fmt: skip
_METADATA = frozenset([
    *ABOUT, "title", "name", "width", "height", "columns", "cols", "rows", "size", "moves",
    "number", "index", "version", "optimal", "minmoves", "min_moves",
])  # fmt: skip
_FENCE = re.compile(r"\s*(?:```|~~~)\s*(?:te?xt|plain(?:text)?|none|console|python|json|csv)?\s*")
_QUOTED = re.compile(r"""\s*[\[({]?\s*(["'])([^"']+)\1\s*[\])}]?\s*[,;]?\s*[\])}]*;?""")
_CELL = r"""["']?[^\s"',\[\](){}]{0,3}["']?"""
_CELLS = re.compile(rf"\s*[\[({{]+\s*((?:{_CELL}\s*,\s*)+{_CELL})\s*,?\s*[\])}}]+\s*[,;]?")
_CODE = re.compile(r"(?:[\w\[\]<>*.: ]{1,60}=\s*)?(?:new [\w\[\]]+\s*)?[\[\](){}]*\s*[,;]?")
# Names of boards, and comments with words.
_NAME = re.compile(
    r"(?:puzzle|level|board|game|map|card|problem|maze|jam|stage|test|beginner|intermediate|"
    r"advanced|expert|easy|medium|hard)"
    r"(?:\s*[#:.]?\s*[0-9]+\s*[:.]?(?:\s+[:-]?\s*[\w ]+|\s*\([\w ]+\))?|\s*[:.]?)",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"(?:(?://|;|%|--).*(?:[A-Za-z]{3}|\b[0-9]+$)|[A-Za-z]{3}[\w ,.-]*:$).*")
_RULE = re.compile(r"([-=*_~+])\1{2,}")
_SEPARATED = re.compile(r"[,;|]?\s*[^\s,;|]{0,3}(?:\s*[,;|]\s*[^\s,;|]{0,3})+")
_DEEPEST = 20


def peeled(document: Document) -> Iterator[Document]:
    """The possible contents of a document, the surest container first; none or a few."""
    if document.binary or not document.whole:
        return
    lines = [line.rstrip("\r\n") for line in document]
    text = "\n".join(lines)
    for found in (_in_json(text), _in_fences(lines), _in_code(lines), _cells(lines), _plain(lines)):
        if found is not None and found != lines:
            yield Document(
                [f"{line}\n" for line in found], encoding=document.encoding,
                hints=document.hints, suffix=document.suffix,
            )  # fmt: skip


# -- JSON ----------------------------------------------------------------------------------------


def _in_json(text: str) -> list[str] | None:
    """The boards of a JSON text, blank lines between; None if it is not JSON, or has more."""
    if not text.lstrip().startswith(("[", "{")):
        return None
    try:
        boards = list(_boards(json.loads(text), 0))
    except (InputError, ValueError, RecursionError):
        return None
    lines = [line for board in boards for line in ("", *board)][1:]
    return lines or None


def _boards(value: Any, depth: int) -> Iterator[list[str]]:
    """The rows of each board. Raises InputError if there is anything else."""
    if depth > _DEEPEST:
        raise InputError("no board")
    if isinstance(value, dict):
        boards = {key.lower(): one for key, one in value.items() if isinstance(one, str | list)}
        boards = {key: one for key, one in boards.items() if key in _BOARDS}
        if any(key.lower() not in boards and key.lower() not in _METADATA for key in value):
            raise InputError("no board")
        for one in boards.values():
            yield from _boards(one, depth + 1)
    elif isinstance(value, str):
        yield value.strip("\n").split("\n")
    elif rows := _rows(value):
        yield rows
    elif isinstance(value, list):
        for one in value:
            yield from _boards(one, depth + 1)
    else:
        raise InputError("no board")


def _rows(value: Any) -> list[str] | None:
    """The rows in a list; None if it does not hold rows."""
    if not isinstance(value, list) or not value:
        return None
    if len(value) > 1 and all(isinstance(row, str) and "\n" not in row for row in value):
        return list(value)
    flat = all(isinstance(row, list) and row for row in value) and [c for row in value for c in row]
    if not flat or len(value) < 2:
        return None
    if not all(c is None or isinstance(c, str | int) for c in flat):
        return None
    words = [["" if cell is None else str(cell) for cell in row] for row in value]
    return _joined(words) if max(len(word) for row in words for word in row) < 3 else None


def _joined(words: Sequence[Sequence[str]]) -> list[str]:
    """Rows of cells as lines: signs without spaces; numbers and words with spaces between."""
    cells = [word for row in words for word in row]
    empty = " " if "#" in cells else "."
    longer = any(len(word) > 1 for word in cells)
    between = " " if longer or all(word.isdigit() for word in cells if word) else ""
    return [between.join(word or empty for word in row) for row in words]


# -- lines ---------------------------------------------------------------------------------------


def _in_fences(lines: list[str]) -> list[str] | None:
    """The lines between fences; all others are blank."""
    if sum(bool(_FENCE.fullmatch(line)) for line in lines) < 2:
        return None
    inside, kept = False, []
    for line in lines:
        fence = _FENCE.fullmatch(line) is not None
        inside ^= fence
        kept.append(line if inside and not fence else "")
    return kept


def _in_code(lines: list[str]) -> list[str] | None:
    """The rows of arrays, one text or list of cells a line; None if a line is neither."""
    kept: list[str] = []
    for line in lines:
        text = line.strip()
        if match := _QUOTED.fullmatch(text):
            kept.append(match[2])
        elif match := _CELLS.fullmatch(text):
            words = [word.strip().strip("\"'") for word in match[1].split(",")]
            kept.extend(_joined([words]))
        elif not text or _CODE.fullmatch(text) or re.match(r"(?://|#)\s*[A-Za-z]{3}", text):
            kept.append("")
        else:
            return None
    return kept


def _cells(lines: list[str]) -> list[str] | None:
    """Rows of cells without their separators, and without frames between the rows."""
    rows = [(at, line.strip()) for at, line in enumerate(lines) if line.strip()]
    rows = [(at, text) for at, text in rows if not is_frame(text)]
    if len(rows) < 2 or not all(_SEPARATED.fullmatch(text) for _, text in rows):
        return None
    separators = {sign for _, text in rows for sign in text if sign in ",;|"}
    parts = [[part.strip(" \t\"'") for part in re.split("[,;|]", text)] for _, text in rows]
    if len(separators) > 1 or len({len(part) for part in parts}) > 1:
        return None
    for end in (0, -1):
        if all(part and not part[end] for part in parts) and "|" in separators:
            parts = [part[1:] if end == 0 else part[:-1] for part in parts]
    kept = dict(zip((at for at, _ in rows), _joined(parts), strict=True))
    return [kept[at] for at in sorted(kept)]


def _plain(lines: list[str]) -> list[str] | None:
    """The lines without names, comments and separators; comments differ in length from rows."""
    texts = [line.strip() for line in lines]
    bare = [text for text in texts if text and not _COMMENT.match(text)]
    rows = [text for text in bare if not _RULE.fullmatch(text) and not _NAME.fullmatch(text)]
    usual = Counter(map(len, rows)).most_common(1)
    if not usual:
        return None
    signs = set("".join(rows))
    kept = []
    for line, text in zip(lines, texts, strict=True):
        rule = _RULE.fullmatch(text)
        comment = _COMMENT.match(text) and abs(len(text) - usual[0][0]) > 1
        named = _NAME.fullmatch(text) or comment or (rule and rule[1] not in signs)
        kept.append("" if named else line)
    return kept
