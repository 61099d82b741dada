"""Outlines of boards of hexagons: which of rows × columns are cells; the others are holes.

``hexagon``, ``triangle`` and ``hourglass`` come from hexapipes. In a hexagon the middle row is
complete, and each row further from it is one cell shorter; in a triangle the first row is complete,
and each row below is one shorter; in an hourglass the first and the last row are complete. A
hexagon of side n needs 2n - 1 rows and columns. ``ring`` is a hexagon without the middle third. Any
other outline is drawn in characters, ``#`` for a cell and ``.`` for a hole, with ``/`` between
rows: ``.##/###/.##``.
"""

from cpstudy.core.errors import InputError, meant

NAMES = {
    "hexagon": "the middle row is whole, each further from it one cell shorter",
    "triangle": "each row is one cell shorter than the one above",
    "hourglass": "the first and the last row are whole, each nearer to the middle one shorter",
    "ring": "a hexagon without the cells round its middle",
}


def cells(outline: str, rows: int, columns: int) -> bytes:
    """1 for each cell of rows × columns, 0 for holes; the outline "" has no holes.

    Raises InputError if it is not an outline of this size.
    """
    if outline == "":
        return bytes([1]) * (rows * columns)
    if outline not in NAMES:
        return _drawn(outline, rows, columns)
    middle = rows // 2
    apart = [abs(row - middle) for row in range(rows)]
    shorter = {
        "hexagon": apart,
        "ring": apart,
        "triangle": list(range(rows)),
        "hourglass": [middle - distance for distance in apart],
    }[outline]
    found = [bytearray(columns) for _ in range(rows)]
    for row, less in enumerate(shorter):
        left = _column(less, row, shorter.index(0))
        for column in range(left, left + columns - less):
            found[row][column] = 1
    if outline == "ring":
        _cut_middle(found, min(rows, columns) // 6 + 1)
    if not any(map(any, found)):
        raise InputError(f"outline {outline}: no cell is left of {columns}x{rows}")
    return b"".join(found)


def _column(less: int, row: int, whole: int) -> int:
    """The first column of a row that is ``less`` cells shorter than row ``whole``, centred.

    Odd rows lie half a cell further to the right.
    """
    return (less + whole % 2 - row % 2) // 2


def _cut_middle(found: list[bytearray], side: int) -> None:
    """Remove a hexagon of side ``side`` from the middle."""
    rows, columns = len(found), len(found[0])
    middle, width = rows // 2, 2 * side - 1
    first = (columns - width) // 2
    for row in range(max(0, middle - side + 1), min(rows, middle + side)):
        less = abs(row - middle)
        left = first + _column(less, row, middle)
        for column in range(left, left + width - less):
            found[row][column] = 0


def _drawn(outline: str, rows: int, columns: int) -> bytes:
    lines = outline.split("/")
    if set(outline) - set("#./"):
        raise InputError(
            f"outline {outline[:30]!a}: choose from {', '.join(NAMES)}, or draw it with # and ., "
            f"/ between rows{meant(outline, NAMES)}"
        )
    if len(lines) != rows:
        raise InputError(f"outline: {len(lines)} rows, expected {rows}")
    for row, line in enumerate(lines):
        if len(line) != columns:
            raise InputError(f"outline: row {row + 1} has {len(line)} cells, expected {columns}")
    if "#" not in outline:
        raise InputError("outline: nothing but holes")
    return bytes(character == "#" for line in lines for character in line)
