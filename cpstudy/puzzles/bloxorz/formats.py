"""Level files, and solutions as keys.

*Level*: the text form with one row a line; a file is one level.

*Letters*: one sign a tile, ``o`` a tile, ``-``, ``.`` or a space for no tile, ``S`` the start,
``T`` the end (the terrain strings of a course on functional programming), optionally separated by
spaces. If spaces mean "no tile", short rows are filled up on the right. A level has ``-`` or ``.``,
not both: in other sources one of them is a tile. Blank lines separate levels if there are several
starts and ends.

*Keys*: ``up down left right``, and ``space`` for the other half. After a teleport, the half at the
place named first is controlled; ``space`` passes control to the other half, and has no effect on a
whole block.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from cpstudy.core import wording
from cpstudy.core.documents import Document, Item
from cpstudy.core.errors import InputError, shortened
from cpstudy.core.text import decoded
from cpstudy.puzzles.bloxorz.puzzle import DIRECTIONS, HALF_MOVES, HALVES, SPACE, Bloxorz

_KEYS = {name: name for name in (*DIRECTIONS, SPACE)} | {name[0]: name for name in DIRECTIONS}


_CODE = re.compile(r"[xplsewWSt][A-Za-z]?[0-9]*")
_RULE = re.compile(r"-{2,}")
_LETTERS = {"o": "p", "O": "p", "-": "x", ".": "x", " ": "x", "S": "s", "T": "e"}


def recognises_level(document: Document) -> bool:
    """Whether most fields before ``----`` are tile codes."""
    rows = []
    for line in document.significant:
        if _RULE.fullmatch(line):
            break
        rows.append(line.split())
    codes = [code for row in rows for code in row]
    known = sum(_CODE.fullmatch(code) is not None for code in codes)
    return bool(codes) and 2 * known > len(codes) and "/" not in "".join(codes)


def recognises_letters(document: Document) -> bool:
    """Whether the lines contain only signs of *letters*, with a start and an end."""
    text = "".join(document.significant)
    return set(text) <= set(_LETTERS) and "S" in text and "T" in text


def _is_comment(line: str) -> bool:
    """Whether a line is a comment and not a row with a typing error before it."""
    text = line.strip()
    return text.startswith("#") and not (text[1:] and set(text[1:]) <= set("oO-.ST"))


def read_letters(lines: Iterable[str]) -> Iterator[Item]:
    """Read the levels in order."""
    blocks: list[tuple[int, list[str]]] = []
    open_block = False
    for number, raw in enumerate(lines, 1):
        line = raw.rstrip()
        if line and not _is_comment(line):
            if not open_block:
                blocks.append((number, []))
            blocks[-1][1].append(line)
        open_block = bool(line) and (open_block or not _is_comment(line))
    if not blocks:
        yield Item(1, "", InputError("no tiles"))
    everything = [row for _, rows in blocks for row in rows]
    if len(blocks) > 1 and min("".join(everything).count(sign) for sign in "ST") < 2:
        blocks = [(blocks[0][0], everything)]  # of one level
    for number, rows in blocks:
        yield Item(number, "\n".join(rows), decoded("\n".join(rows), _level_of_letters))


def _level_of_letters(text: str) -> Bloxorz:
    rows = text.expandtabs().splitlines()
    indentation = min(len(row) - len(row.lstrip()) for row in rows)
    rows = [row[indentation:] for row in rows]
    spaced = all(set(row[1::2]) <= {" "} for row in rows) and any(len(row) > 1 for row in rows)
    rows = [row[::2] for row in rows] if spaced else rows
    columns = max(map(len, rows))
    none = set("".join(rows)) & set("-.")
    if len(none) > 1:
        raise InputError("- and . are both there: a level has one sign for no tile; write -")
    blank = not none
    tiles = []
    for number, row in enumerate(rows):
        if len(row) != columns and not blank:
            raise InputError(f"row {number + 1} has {len(row)} tiles, others have {columns}")
        for column, sign in enumerate(row.ljust(columns)):
            if sign not in _LETTERS:
                place = wording.place((number, column))
                raise InputError(f"{place}: {sign!a} is none of {' '.join(_LETTERS)}")
            tiles.append(_LETTERS[sign])
    return Bloxorz(len(rows), columns, tuple(tiles))


def read_level(lines: Iterable[str]) -> Iterator[Item]:
    """Read one level; lines that begin with ``#`` are comments."""
    kept = [line for line in lines if not line.lstrip().startswith("#")]
    yield Item(1, "".join(kept), decoded("\n".join(kept), _level))


def _level(text: str) -> Bloxorz:
    return Bloxorz.from_lines(text.splitlines())


def write_level(puzzle: Bloxorz) -> str:
    """The level file, its columns aligned."""
    width = max(map(len, puzzle.tiles))
    lines = (
        " ".join(code.ljust(width) for code in puzzle.tiles[start : start + puzzle.columns])
        for start in range(0, len(puzzle.tiles), puzzle.columns)
    )
    switches = list(puzzle.lines())[puzzle.rows :]
    return "".join(f"{line.rstrip()}\n" for line in (*lines, *switches))


def write_keys(puzzle: Bloxorz, moves: Sequence[str]) -> str:
    """The keys of moves, separated by blanks. Raises InputError like ``replay``."""
    return " ".join(puzzle.keys(moves))


def read_keys(puzzle: Bloxorz, text: str) -> tuple[str, ...]:
    """The moves of keys (or their first letters), or of moves as they are.

    Raises an InputError that names the unknown key, or the key after which the block falls.
    """
    words = text.split()
    if any(word in HALF_MOVES for word in words):
        return tuple(words)
    moves: list[str] = []
    state, controlled = puzzle.start, -1
    for number, word in enumerate(words, 1):
        if word not in _KEYS:
            raise InputError(f"key {number}: {shortened(word)} is none of {', '.join(_KEYS)}")
        key = _KEYS[word]
        split = puzzle.is_split(state)
        if key == SPACE:
            if split:
                controlled = state.first + state.second - controlled
            continue
        move = f"{HALVES[controlled != state.first]}-{key}" if split else key
        try:
            following, _ = puzzle.after(state, move)
        except InputError as reason:
            raise InputError(f"key {number} {key!a}: {reason}") from None
        controlled = puzzle.controlled(state, move, following)
        state = following
        moves.append(move)
    return tuple(moves)


def tally_keys(text: str) -> Mapping[str, int]:
    """The number of keys to press."""
    return {"keys": len(text.split())}
