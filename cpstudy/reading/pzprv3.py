"""Files of the program pzpr (``pzprv3``), and puzzles written as their rows.

A file begins with ``pzprv3`` or ``pzprv3.1``, the puzzle's name, then rows and columns (Sudoku: one
number). The board follows, one row a line, with fields separated by spaces: ``.`` for none, ``-``
for a question mark. The lines after the board are an attempt, which is ignored if it has as many
lines as a board of that size. At the end there may be ``info:`` with author, source and difficulty
in JSON. Several files may follow each other. A line ``v:`` at the beginning, which changes nothing,
and a line of flags after the size, which change the rules, are read as in addresses.

In one line ``/`` replaces the line ends, and an address may contain that: ``…/p?pzprv3/slither/…``.
kanpen's plain addresses, ``NAME.html?problem=ROWS/COLUMNS/2_._._1_./…``, contain only the rows,
with ``_`` for spaces.

Each kind defines the meaning of the fields. Cost: linear. Source: pzpr (PuzzLink).
"""

import itertools
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from cpstudy.core import wording
from cpstudy.core.documents import Document, Item, joined
from cpstudy.core.errors import InputError, LineError, shortened
from cpstudy.core.kind import Format, line_format
from cpstudy.core.puzzle_urls import check_flags, is_address, query_of

_FIRST = re.compile(r"pzprv3(?:\.[0-9]{1,2})?")
_KANPEN = re.compile(r"(?:https?://)?[\w.:~/-]{0,200}?(\w{1,40})\.html\?problem=(\S+)")
# The beginnings of lines at the end of old files: their address, their history.
_BEHIND = ("http://", "{", "TrialData")
_SIZE = re.compile(r"[0-9]{1,4}", re.ASCII)
_KNOWN = {"author": "author", "source": "source", "hard": "difficulty", "comment": "comment"}


@dataclass(frozen=True)
class Sheet:
    """A file. lines: those after the size, with their numbers. about: author and so on."""

    name: str
    rows: int
    columns: int
    lines: tuple[tuple[int, str], ...]
    about: Mapping[str, str] = field(default_factory=dict)

    def board(self, above: int = 0, left: int = 0) -> list[tuple[int, list[str]]]:
        """The rows of the board, each with its line, and additional ones above and on the left.

        Raises LineError for missing rows and for rows with more or fewer fields.
        """
        rows, columns = self.rows + above, self.columns + left
        if len(self.lines) < rows:
            last = self.lines[-1][0] if self.lines else 1
            raise LineError(last, f"{wording.counted(len(self.lines), 'row')}, expected {rows}")
        found = []
        for place, (line, text) in enumerate(self.lines[:rows]):
            fields = text.split()
            if len(fields) != columns:
                raise LineError(
                    line,
                    f"row {place + 1}: {wording.counted(len(fields), 'field')}, expected {columns}",
                )
            found.append((line, fields))
        return found

    def check_name(self, *names: str) -> None:
        """Raise LineError for a file of another puzzle. names: of the kind, ours first."""
        if self.name not in names:
            raise LineError(1, f"a file of {shortened(self.name)}, expected {names[0]}")

    def values(
        self, value: Callable[[str], int | None], expected: str = "is not a clue"
    ) -> tuple[int, ...]:
        """The values of the board's fields. value: of a field, None if it is invalid.

        Raises LineError that names the cell.
        """
        found = []
        for row, (line, fields) in enumerate(self.board()):
            for column, text in enumerate(fields):
                here = value(text)
                if here is None:
                    raise LineError(
                        line, f"{wording.place((row, column))}: {shortened(text)} {expected}"
                    )
                found.append(here)
        return tuple(found)

    def check_drawn(self, *numbers: int) -> None:
        """Raise LineError unless the number of lines after the board is 0 or one of these."""
        behind = len(self.lines) - self.rows
        if self.columns > 1 and behind not in (0, *numbers):
            expected = " or ".join(map(str, (0, *numbers)))
            words = f"{wording.counted(behind, 'line')} after the board, expected {expected}"
            raise LineError(self.lines[self.rows][0], f"{words}: is it complete?")


Make = Callable[[Sheet], Any]


def formats(
    make: Make,
    decode: Callable[[str], Any],
    write_address: Callable[[Any], str],
    write: Callable[[Any], str],
) -> tuple[Format, Format]:
    """The formats of a kind: addresses, and files.

    make: makes the puzzle from a sheet. decode: decodes an address with a body.
    """
    return (
        line_format(
            "address",
            "addresses of pzpr sites (puzz.link, pzv.jp, kanpen), which show the puzzle",
            partial(decode_line, make, decode),
            claims,
            write_address,
        ),
        Format(
            "pzprv3",
            "a file of pzpr (puzz.link)",
            partial(read, make),
            write,
            recognises,
            partial(_with_info, write),
            has_syntax=True,
        ),
    )


def _with_info(write: Callable[[Any], str], pairs: Sequence[tuple[Mapping[str, str], Any]]) -> str:
    """The files of puzzles, each with its known facts."""
    return "".join(write(puzzle) + _info(about) for about, puzzle in pairs)


def _info(about: Mapping[str, str]) -> str:
    words = about.get("title"), about.get("description", about.get("comment"))
    known = {**about, "comment": ", ".join(filter(None, words))}
    metadata = {theirs: known[ours] for theirs, ours in _KNOWN.items() if known.get(ours)}
    whole = {"type": "pzpr", "version": 1, "metadata": metadata}
    return f"info:{json.dumps(whole, ensure_ascii=False)}\n" if metadata else ""


def recognises(document: Document) -> bool:
    """Whether a document is a file, with one row a line."""
    first = document.significant[:2]
    if first and first[0] == "v:":
        first = first[1:]
    return bool(first) and _FIRST.fullmatch(first[0]) is not None


def read(make: Make, lines: Iterable[str]) -> Iterator[Item]:
    """The puzzle of a file, or of several, one after another."""
    for first, text in joined(lines, _begins):
        try:
            sheet = load("".join(text))
            yield Item(first, sheet.name, make(sheet), about=sheet.about)
        except InputError as error:
            line = first - 1 + getattr(error, "line", 1)
            yield Item(line, "".join(text[:1]).strip(), InputError(str(error)))


def _begins(line: str) -> bool:
    return _FIRST.fullmatch(line.strip()) is not None


def name_of(document: Document) -> str:
    """The puzzle's name in a file; "" if it has none."""
    names = (line for line in document.significant[:3] if line != "v:")
    return next((line for line in names if not _FIRST.fullmatch(line)), "").lower()


# -- in one line ---------------------------------------------------------------------------------


def claims(text: str) -> bool:
    """Whether a line is an address, or a file in one line."""
    return is_address(text) or _in_line(text) is not None


def decode_line(make: Make, decode: Callable[[str], Any], text: str) -> Any:
    """The puzzle of a line. Raises InputError."""
    sheet = _in_line(text)
    return decode(text) if sheet is None else make(sheet())


def named(text: str) -> str | None:
    """The puzzle's name in a line that is a file or a plain address of kanpen, else None."""
    kanpen = _KANPEN.fullmatch(text)
    if kanpen is not None:
        return kanpen[1]
    pieces = query_of(text).split("/", 3)
    pieces = pieces[1:] if pieces[0] == "v:" else pieces
    return pieces[1] if len(pieces) > 2 and _FIRST.fullmatch(pieces[0]) else None


def _in_line(text: str) -> Callable[[], Sheet] | None:
    """The loader of the sheet in a line; None if the line has none."""
    kanpen = _KANPEN.fullmatch(text)
    if kanpen is not None:
        return partial(_of_kanpen, kanpen[1], kanpen[2].replace("_", " "))
    return partial(load, query_of(text)) if named(text) is not None else None


def _of_kanpen(name: str, problem: str) -> Sheet:
    return _sheet(name, list(enumerate(problem.split("/"), 1)), {})


# -- files ---------------------------------------------------------------------------------------


def load(text: str) -> Sheet:
    """A file, perhaps in one line. Raises LineError."""
    text, about = _without_info(text)
    if text.count("\n") <= 1:
        text = text.replace("/", "\n")
    lines = [(number, line.strip()) for number, line in enumerate(text.split("\n"), 1)]
    lines = list(itertools.takewhile(lambda line: not line[1].startswith(_BEHIND), lines))
    lines = [(number, line) for number, line in lines if line and line != "v:"]
    if not lines or _FIRST.fullmatch(lines[0][1]) is None:
        number, line = lines[0] if lines else (1, "")
        raise LineError(number, f"{shortened(line)}: expected pzprv3")
    if len(lines) == 1:
        raise LineError(lines[0][0], "no name of a puzzle")
    return _sheet(lines[1][1].lower(), lines[2:], about)


def _without_info(text: str) -> tuple[str, dict[str, str]]:
    """The text before ``info:`` or ``history:``, and the facts about the puzzle."""
    match = re.search(r"(?:^|[\n/])(info|history):\{|__HISTORY__", text)
    if match is None:
        return text, {}
    about: Any = {}
    if match[1] == "info":
        try:
            about, _ = json.JSONDecoder().raw_decode(text, match.end() - 1)
        except (ValueError, RecursionError):
            about = {}
    given = about.get("metadata") if isinstance(about, dict) else None
    metadata = given if isinstance(given, dict) else {}
    return text[: match.start()], {
        ours: str(metadata[theirs]) for theirs, ours in _KNOWN.items() if metadata.get(theirs)
    }


def _sheet(name: str, lines: list[tuple[int, str]], about: Mapping[str, str]) -> Sheet:
    """The sheet of the lines after a name. Raises LineError."""
    sizes = 1 if name == "sudoku" else 2
    if len(lines) < sizes:
        raise LineError(lines[-1][0] if lines else 1, "no rows and columns")
    for number, line in lines[:sizes]:
        if _SIZE.fullmatch(line) is None or int(line) < 1:
            raise LineError(number, f"{shortened(line)} is not a number of rows or columns")
    rows, columns = int(lines[0][1]), int(lines[sizes - 1][1])
    rest = lines[sizes:]
    if rest and re.fullmatch(r"[a-z]+", rest[0][1]) and columns > 1:
        try:
            check_flags(name, rest[0][1])
        except InputError as error:
            raise LineError(rest[0][0], str(error)) from None
    return Sheet(name, rows, columns, tuple(line for line in rest if line[1]), about)


def board_written(name: str, columns: int, fields: Sequence[str], more: str = "") -> str:
    """A file of a board of cells. fields: of each cell; the rest as in :func:`written`."""
    rows = [fields[at : at + columns] for at in range(0, len(fields), columns)]
    return written(name, len(rows), columns, rows, more)


def written(name: str, rows: int, columns: int, fields: Iterable[Iterable[str]], more: str) -> str:
    """A file. fields: of each row. more: the lines after the board for an empty attempt."""
    size = f"{rows}" if name == "sudoku" else f"{rows}\n{columns}"
    board = "".join("".join(f"{text} " for text in row) + "\n" for row in fields)
    return f"pzprv3\n{name}\n{size}\n{board}{more}"
