"""File formats of Pipes besides the game ID: tile numbers and Yurichev's array of types.

*Tile numbers*: one row of the board per line, its tiles as numbers 0…15 (right 1 + up 2 + left 4 +
down 8) separated by spaces or commas. ``#`` comments and blank lines are skipped, except blank
lines between rows, which might separate boards. Hegeman's program reads such a grid (Hegeman2022,
section 4.1); her numbering is not printed.

*Types*: rows of type names as a Python or JSON list of lists of strings, ``"0"``, ``"2a"``
(straight), ``"2b"`` (corner), ``"3"``, ``"4"`` (Yurichev), and ``"1"`` for a dead end, which his
pruned boards never have. It is read as a free graph and does not contain orientations.

Both hold plain boards only: a board that wraps or has barriers is not written. A file is one
puzzle.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator

from cpstudy.core import wording
from cpstudy.core.documents import Document, Item
from cpstudy.core.errors import InputError
from cpstudy.puzzles.pipes.puzzle import Pipes, tile_type

_NUMBER = re.compile(r"[0-9]{1,2}")
_TYPE_SYMBOLS = ("0", "1", "2a", "2b", "3", "4")
_TILE_OF_SYMBOL = {"0": 0, "1": 1, "2a": 10, "2b": 9, "3": 11, "4": 15}


def recognises_tiles(document: Document) -> bool:
    """Whether most lines are rows of numbers of the same length."""
    rows = [line.split("#", 1)[0].replace(",", " ").split() for line in document.significant]
    widths = Counter(len(row) for row in rows if all(map(_NUMBER.fullmatch, row)))
    return bool(widths) and 2 * widths.most_common(1)[0][1] > len(rows)


def recognises_types(document: Document) -> bool:
    """Whether the text begins as an array of rows and most of its strings are types."""
    text = "".join(document.head)
    symbols = re.findall(r"[\"']([^\"']*)[\"']", text)
    known = sum(symbol in _TILE_OF_SYMBOL for symbol in symbols)
    return re.match(r"\s*\[\s*\[", text) is not None and 2 * known >= len(symbols)


def read_tiles(lines: Iterable[str]) -> Iterator[Item]:
    """One board of tile numbers."""
    rows: list[list[int]] = []
    blank, parted = 0, 0
    for number, line in enumerate(lines, 1):
        fields = line.split("#", 1)[0].replace(",", " ").split()
        if not fields:
            blank = blank or (number if rows and not line.strip() else 0)
            continue
        parted = parted or blank
        row = []
        for column, field in enumerate(fields):
            if not re.fullmatch(r"[0-9]{1,2}", field) or int(field) > 15:
                fault = f"{wording.place((len(rows), column))}: {field[:30]!a} is not a tile 0…15"
                yield Item(number, line, InputError(fault))
                return
            row.append(int(field))
        if rows and len(row) != len(rows[0]):
            fault = f"row {len(rows) + 1} has {len(row)} tiles, row 1 has {len(rows[0])}"
            yield Item(number, line, InputError(fault))
            return
        rows.append(row)
    if not rows:
        yield Item(1, "", InputError("no tiles"))
        return
    if parted:
        fault = "a blank line between rows: of one board, or between boards? One board a file"
        yield Item(parted, "", InputError(fault))
        return
    puzzle = Pipes(len(rows), len(rows[0]), bytes(tile for row in rows for tile in row))
    yield Item(1, puzzle.encode(), puzzle)


def write_tiles(puzzle: Pipes) -> str:
    """Tile numbers. Raises InputError if the board wraps, has barriers or is a free graph."""
    if puzzle.wrap or puzzle.barriers or puzzle.free:
        raise InputError("tile numbers cannot say that a board wraps, has barriers or is free")
    lines = (
        puzzle.tiles[start : start + puzzle.columns]
        for start in range(0, len(puzzle.tiles), puzzle.columns)
    )
    return "".join(" ".join(f"{tile:2}" for tile in line) + "\n" for line in lines)


def read_types(lines: Iterable[str]) -> Iterator[Item]:
    """One array of types, as a free graph."""
    text = "".join(lines)
    try:
        puzzle: Pipes | InputError = _board_of_types(text)
    except InputError as error:
        puzzle = error
    yield Item(1, text, puzzle)


def _board_of_types(text: str) -> Pipes:
    try:
        table = ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError) as error:
        line = getattr(error, "lineno", None)
        raise InputError(f"line {line or 1}: not an array of arrays of strings") from None
    if not isinstance(table, list) or not table or not all(isinstance(r, list) for r in table):
        raise InputError("not an array of arrays of strings")
    tiles = bytearray()
    for row, symbols in enumerate(table):
        if len(symbols) != len(table[0]):
            raise InputError(f"row {row + 1} has {len(symbols)} tiles, row 1 has {len(table[0])}")
        for column, symbol in enumerate(symbols):
            if not isinstance(symbol, str) or symbol not in _TILE_OF_SYMBOL:
                shown = ascii(symbol)[:30]
                raise InputError(
                    f"{wording.place((row, column))}: {shown} is none of {', '.join(_TYPE_SYMBOLS)}"
                )
            tiles.append(_TILE_OF_SYMBOL[symbol])
    return Pipes(len(table), len(table[0]), bytes(tiles), free=True)


def write_types(puzzle: Pipes) -> str:
    """The array of types. Raises InputError for all boards except plain free graphs."""
    if puzzle.wrap or puzzle.barriers or not puzzle.free:
        raise InputError("an array of types is a free graph that neither wraps nor has barriers")
    symbols = [_TYPE_SYMBOLS[tile_type(tile)] for tile in puzzle.tiles]
    rows = (
        ", ".join(f'"{symbol}"' for symbol in symbols[start : start + puzzle.columns])
        for start in range(0, len(symbols), puzzle.columns)
    )
    return "[\n" + ",\n".join(f"    [{row}]" for row in rows) + "\n]\n"
