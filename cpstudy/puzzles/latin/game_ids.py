"""Parts of the game IDs of Solo and Keen in Simon Tatham's collection (Tatham2004).

*Size and settings* of Solo: ``CxR`` for boxes in C columns and R rows, or ``Nj`` (also ``CxRj``)
for regions of any shape; ``x`` for diagonals, ``k`` for killer cages; then the generator's
settings, which change no rule: symmetry (``a``, ``r2``, ``r4``, ``m2``, ``m4``, ``m8``, ``md2``)
and difficulty (``dt``, ``db``, ``di``, ``da``, ``de``, ``du``). Of Keen: ``N``, difficulty (``de``,
``dn``, ``dh``, ``dx``, ``du``), ``m`` for products only.

*Values*: numbers in reading order; ``a`` … ``z`` represent 1 … 26 empty cells, and ``_`` separates
two adjacent numbers.

*Blocks*: the lines between blocks. The N(N−1) inner vertical edges are read row by row, then the
horizontal ones column by column; a character is the number of edges without a line before the next
line: ``_`` none, ``a`` … ``y`` one to 25; ``z`` is 25 without a line after them. A final line
follows the last edge. Keen writes a character that repeats more than twice once, with the number.

Cost: linear in the cells. Every fault is an InputError with its place.
"""

import re
from collections.abc import Hashable, Iterable, Sequence
from functools import cache
from itertools import groupby, islice
from typing import NamedTuple

from cpstudy.core import wording
from cpstudy.core.ambiguity import connected
from cpstudy.core.codes import BLANK, DECIMALS, skips
from cpstudy.core.errors import InputError

_LINE = "|"
_LINES = skips(_LINE)
_RUN = re.compile(r"([_a-z])([0-9]{0,4})")
_SOLO = re.compile(r"([0-9]{1,4})(?:x([0-9]{1,4})(j?)|j)([a-z0-9]*):")
_IGNORED = re.compile(r"(?:a|r[248]|m[248]|md[248]?|d[tbiaeu])*")
_KEEN = re.compile(r"([0-9]{1,4})(?:d[a-z])?m?:")


class SoloHead(NamedTuple):
    """The size of a game ID of Solo, and the rest of it."""

    columns: int
    rows: int
    jigsaw: bool
    diagonals: bool
    rest: str


def solo_head(text: str) -> SoloHead | None:
    """The size and settings of a game ID of Solo; None if the text does not begin with them.

    A jigsaw's boxes, its regions, are one row of N. Raises InputError for unsupported settings.
    """
    head = _SOLO.match(text)
    if head is None:
        return None
    columns, rows = int(head[1]), int(head[2] or 1)
    jigsaw = head[2] is None or bool(head[3])
    settings = head[4]
    crossed = settings.startswith(("x", "kx"))
    if "k" in settings[:2]:
        raise InputError("killer cages are not supported")
    if not _IGNORED.fullmatch(settings[crossed:]):
        raise InputError(f"{settings[crossed:][:30]!a} after the size")
    if jigsaw:
        columns, rows = columns * rows, 1
    return SoloHead(columns, rows, jigsaw, crossed, text[head.end() :])


def keen_head(text: str) -> tuple[int, str] | None:
    """The order in a game ID of Keen, and the rest of it; None if the text does not begin so."""
    head = _KEEN.match(text)
    return None if head is None else (int(head[1]), text[head.end() :])


def encode_values(values: bytes) -> str:
    """Values as text; 0 is an empty cell."""
    return DECIMALS.write([str(value) if value else BLANK for value in values])


def decode_values(text: str, order: int) -> bytes:
    """The inverse of ``encode_values``. Raises an InputError that names the cell."""
    tokens, _ = DECIMALS.read(text, order, order * order + 1)
    values = [0 if token == BLANK else int(token) for token in tokens]
    for cell, (token, value) in enumerate(zip(tokens, values, strict=True)):
        if token != BLANK and not 1 <= value <= order:
            where = wording.place(divmod(cell, order))
            raise InputError(f"{where}: {value} is not a value from 1 to {order}")
    if len(values) > order * order:
        raise InputError(f"more than {order * order} cells ({order}x{order})")
    if len(values) < order * order:
        raise InputError(f"{len(values)} cells, expected {order * order} ({order}x{order})")
    return bytes(values)


@cache
def _edges(order: int) -> tuple[tuple[int, int], ...]:
    """The cells on both sides of every inner edge, in the order of the text."""
    span, inner = range(order), range(order - 1)
    cells = [row * order + column for row in span for column in inner]
    below = [row * order + column for column in span for row in inner]
    return (*((cell, cell + 1) for cell in cells), *((cell, cell + order) for cell in below))


def encode_blocks(order: int, labels: Sequence[int], *, shorten: bool) -> str:
    """The lines between cells of different labels. shorten: write repeats in the way of Keen."""
    lines = [BLANK if labels[a] == labels[b] else _LINE for a, b in _edges(order)]
    text = _LINES.write([*lines, _LINE])
    if not shorten:
        return text
    pieces = ((character, len(list(group))) for character, group in groupby(text))
    return "".join(c * count if count < 3 else f"{c}{count}" for c, count in pieces)


def decode_blocks(text: str, order: int) -> tuple[int, ...]:
    """A label per cell, numbered from 0 by first cells. Raises InputError.

    Cells that are connected by edges without a line have one label, regardless of other lines.
    """
    edges = 2 * order * (order - 1)
    if strange := _RUN.sub("", text):
        raise InputError(f"blocks: unexpected character {strange[0]!a}")
    signs = (run[1] for run in _RUN.finditer(text) for _ in range(int(run[2] or 1)))
    lines, _ = _LINES.read("".join(islice(signs, edges + 2)), order, edges + 2)
    if len(lines) != edges + 1 or lines[-1] == BLANK:
        raise InputError(f"blocks: {max(0, len(lines) - 1)} edges, expected {edges}")
    open_ = [pair for pair, line in zip(_edges(order), lines, strict=False) if line == BLANK]
    parts = connected(range(order * order), open_)
    label = {cell: number for number, part in enumerate(parts) for cell in part}
    return tuple(label[cell] for cell in range(order * order))


def numbered(labels: Iterable[Hashable]) -> tuple[int, ...]:
    """The same parts, numbered from 0 in the order of their first cells."""
    numbers: dict[Hashable, int] = {}
    return tuple(numbers.setdefault(label, len(numbers)) for label in labels)
