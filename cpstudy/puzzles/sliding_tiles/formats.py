"""File formats of sliding tiles other than the text form.

*Numbers*: one square board a line, its tiles row by row separated by spaces, optionally after the
number of the board; at the goal the empty cell, 0, comes first. The hundred boards of Korf1985 are
distributed in this form. If the numbers have commas or brackets, programs use different goals, so
the goal must be named.

*Rows*: one row of tiles a line, separated by spaces, commas or bars; the empty cell is ``0``,
``_``, ``x``, ``b``, ``.``, ``*``, ``?`` or ``-``. The number of rows, or width and height, may
precede the rows; blank lines separate boards; ``#`` begins a comment. Such files do not state the
goal: it is row by row with the empty cell last, unless ``--reading goal=first`` or ``snail`` states
another one. If a comment claims that a board is solvable, or is not, as in files of a school
exercise whose goal is the snail, the goal is one for which the claim is true, the snail first.

If the usual goal of a form is unreachable but another common goal is reachable, the goal must be
named; the same holds if the last of several boards is in order, because it may be their goal.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import isqrt

from cpstudy.core import wording
from cpstudy.core.documents import Document, Item, chosen_hint, hint_of
from cpstudy.core.errors import InputError, shortened
from cpstudy.core.text import read_list
from cpstudy.puzzles.sliding_tiles.puzzle import LARGEST, SlidingTiles

GOALS = ("last", "first", "snail")
_NUMBERS = re.compile(r"[0-9]{1,3}(?:\s+[0-9]{1,3})+")
_LISTED = re.compile(r"[\[({]*[0-9]{1,3}(?:\s*,\s*[0-9]{1,3})+[\])}]*,?")
# The side of boards whose goal in many textbooks is the snail.
_EIGHT = 3
_EMPTY = "0_x.*-XbB?"
_TILE = rf"(?:[0-9]{{1,3}}|[{re.escape(_EMPTY)}])"
_ROW = re.compile(rf"\[?\[?\s*{_TILE}(?:(?:\s*,\s*|\s+){_TILE})*\s*\]?\]?,?")
_SIZE = re.compile(r"([0-9])(?:(?:\s*[x,]\s*|\s+)([0-9]))?")
_CLAIM = re.compile(r"\b(unsolvable|not solvable|solvable)\b", re.IGNORECASE)


def claims_numbers(line: str) -> bool:
    """Whether a line contains the tiles of a square board, optionally after its number."""
    text = line.split("\t", 1)[0].strip()
    if _NUMBERS.fullmatch(text) is None and _LISTED.fullmatch(text) is None:
        return False
    numbers = _tiles(text)
    if len(numbers) < 9:  # usually a row of a larger board
        return len(numbers) in (4, 5) and sorted(numbers[-4:]) == list("0123")
    return isqrt(len(numbers)) ** 2 in (len(numbers), len(numbers) - 1)


def read_numbers(lines: Iterable[str]) -> Iterator[Item]:
    """Read the boards of a file of numbers."""
    return read_list(lines, lambda line: decode_numbers(line, {})[0])


def decode_numbers(line: str, hints: Mapping[str, str]) -> tuple[SlidingTiles, Mapping[str, str]]:
    """The board of a line of numbers, and its goal if that was chosen. Raises InputError."""
    text = line.strip()
    listed = _LISTED.fullmatch(text) is not None
    if _NUMBERS.fullmatch(text) is None and not listed:
        raise InputError(f"expected numbers with spaces between, got {text[:60]!a}")
    numbers = [int(number) for number in _tiles(text)]
    side = isqrt(len(numbers))
    if side * side not in (len(numbers), len(numbers) - 1):
        raise InputError(f"{len(numbers)} numbers: no square board, with or without its number")
    tiles = tuple(numbers[len(numbers) - side * side :])
    chosen = chosen_hint(hints, "goal", GOALS)
    if listed and not chosen:
        _to(side, side, tiles, "first")
        raise InputError(f"which goal do the tiles have? {_saying(GOALS[:2])}")
    goals = ("first", "last", "snail") if side == _EIGHT else ("first", "last")
    goal = chosen or _usual_goal(side, side, tiles, goals)
    numbered = side * side < len(numbers)
    return _to(side, side, tiles, goal), {} if numbered and not chosen else {
        "read as": _named(goal)
    }


# -- rows ----------------------------------------------------------------------------------------


def recognises_rows(document: Document) -> bool:
    """Whether the lines are rows of a few tiles."""
    rows = [_code(line) for line in document.significant]
    return (
        len(rows) > 1
        and all(_ROW.fullmatch(row) for row in rows)
        and max(len(_tiles(row)) for row in rows) <= LARGEST
        and any(len(_tiles(row)) > 1 for row in rows)
    )


def read_rows(lines: Iterable[str]) -> Iterator[Item]:
    """Read the boards in order."""
    blocks = _blocks(lines)
    if not blocks:
        yield Item(1, "", InputError("no tiles"))
    found = [_item(*block, lines) for block in blocks]
    goal = _in_order(found[-1].puzzle) if len(found) > 1 else None
    if goal and not hint_of(lines, "goal"):
        words = f"the last board is in order: is it the goal of the others? {_saying([goal])}"
        found = [Item(found[-1].line, found[-1].text, InputError(words))]
    yield from found


def _item(number: int, rows: list[str], comments: list[str], lines: Iterable[str]) -> Item:
    """The board of a block, or its fault."""
    claims = [match[1].lower() for match in map(_CLAIM.search, comments) if match]
    text = "\n".join(rows)
    try:
        goal = hint_of(lines, "goal", GOALS)
        board, about = _board(rows, claims[0] if claims else "", goal)
    except InputError as error:
        return Item(number, text, error)
    return Item(number, text, board, about=about)


def _in_order(board: SlidingTiles | InputError) -> str | None:
    """The goal that a board equals, if any."""
    if isinstance(board, InputError):
        return None
    each = {goal: _to(board.rows, board.columns, board.tiles, goal) for goal in GOALS[:2]}
    if min(board.rows, board.columns) > 2:
        each |= {"snail": _to(board.rows, board.columns, board.tiles, "snail")}
    return next((goal for goal, one in each.items() if one.tiles == one.goal), None)


def _blocks(lines: Iterable[str]) -> list[tuple[int, list[str], list[str]]]:
    """Blocks of rows: the number of the first line, the rows, the comments before or in them."""
    found: list[tuple[int, list[str], list[str]]] = []
    comments: list[str] = []
    open_block = False
    for number, raw in enumerate(lines, 1):
        row, comment = _code(raw), raw.partition("#")[2]
        if len(_tiles(comment)) > 1 and _ROW.fullmatch(comment.strip()):
            row, comment = raw.strip(), ""  # a typing error, not a comment
        if row:
            if not open_block:
                found.append((number, [], comments))
                comments = []
            found[-1][1].append(row)
            open_block = True
        elif not comment:
            # A size alone belongs to the rows that follow.
            open_block = (
                open_block and len(found[-1][1]) == 1 and bool(_SIZE.fullmatch(found[-1][1][0]))
            )
        if comment:
            (found[-1][2] if open_block else comments).append(comment)
    return _joined(found)


def _joined(
    blocks: list[tuple[int, list[str], list[str]]],
) -> list[tuple[int, list[str], list[str]]]:
    """The blocks, merged into one board if only together they contain each tile once."""
    rows = [row for _, block, _ in blocks for row in block]
    if len(blocks) < 2 or any(_is_board(block) for _, block, _ in blocks) or not _is_board(rows):
        return blocks
    return [(blocks[0][0], rows, [comment for _, _, comments in blocks for comment in comments])]


def _is_board(rows: list[str]) -> bool:
    """Whether rows, optionally after their size, contain each tile once."""
    cells = [_tiles(row) for row in rows]
    cells = cells[1:] if _is_size(cells) else cells
    tiles = sorted("0" if tile in tuple(_EMPTY) else tile for row in cells for tile in row)
    return tiles == sorted(map(str, range(len(tiles))))


def _code(line: str) -> str:
    return line.partition("#")[0].strip()


def _tiles(row: str) -> list[str]:
    return [tile for tile in re.split(r"[\s,]+", row.strip("[](){}, ")) if tile]


def _board(
    rows: list[str], claim: str, chosen: str | None
) -> tuple[SlidingTiles, Mapping[str, str]]:
    """The board of rows, optionally after their size. Raises InputError."""
    cells = [_tiles(row) for row in rows]
    sized = _is_size(cells)
    cells = cells[1:] if sized else cells
    for number, row in enumerate(cells):
        if len(row) != len(cells[0]):
            raise InputError(f"row {number + 1} has {len(row)} tiles, row 1 has {len(cells[0])}")
    tiles = tuple(
        _tile(tile, wording.place((row, column)))
        for row, line in enumerate(cells)
        for column, tile in enumerate(line)
    )
    size = len(cells), len(cells[0])
    if chosen:
        goal, why = chosen, ""
    elif claim:
        goal, why = _goal_claimed(*size, tiles, claim)
    else:
        snailed = sized or size == (_EIGHT, _EIGHT)
        goal, why = _usual_goal(*size, tiles, GOALS if snailed else GOALS[:2]), ""
    board = _to(len(cells), len(cells[0]), tiles, goal)
    return board, {"read as": _named(goal) + why}


def _named(goal: str) -> str:
    return f"goal {goal}" + (" (the empty cell)" if goal != "snail" else "")


def _is_size(cells: list[list[str]]) -> bool:
    """Whether the first line is the size of the others.

    If it could also be a row, it is a row if then every tile occurs once.
    """
    match = _SIZE.fullmatch(" ".join(cells[0]))
    if match is None or len(cells) < 3:
        return False
    rows, columns = len(cells) - 1, len(cells[1])
    numbers = sorted(int(number) for number in match.groups(match[1]))
    if numbers != sorted((rows, columns)):
        return False
    everything = [tile for row in cells for tile in row]
    return len(cells[0]) != columns or len(set(everything)) != len(everything)


def _tile(tile: str, place: str) -> int:
    if len(tile) == 1 and tile in _EMPTY:
        return 0
    if not re.fullmatch("[0-9]{1,3}", tile):
        raise InputError(f"{place}: {shortened(tile)} is not a tile")
    return int(tile)


def _to(rows: int, columns: int, tiles: tuple[int, ...], goal: str) -> SlidingTiles:
    return SlidingTiles(rows, columns, tiles, goal == "first", goal == "snail")


def _usual_goal(rows: int, columns: int, tiles: tuple[int, ...], goals: Sequence[str]) -> str:
    """The first of the goals. Raises InputError if only others are reachable."""
    usual, *others = goals
    if _to(rows, columns, tiles, usual).why_unsolvable():
        for other in others:
            if not _to(rows, columns, tiles, other).why_unsolvable():
                raise InputError(
                    f"which goal do the tiles have? No moves lead to goal {usual}, but some lead "
                    f"to goal {other}: {_saying([usual, other])}"
                )
    return usual


def _saying(goals: Sequence[str]) -> str:
    return f"choose --reading {' or '.join(f'goal={goal}' for goal in goals)}"


def _goal_claimed(rows: int, columns: int, tiles: tuple[int, ...], claim: str) -> tuple[str, str]:
    """The goal for which the claim is true, and a remark. Raises InputError if there is none."""
    solvable = claim == "solvable"
    for goal in ("snail", "last", "first"):
        if (_to(rows, columns, tiles, goal).why_unsolvable() == "") is solvable:
            return goal, f", of which the comment {claim!r} is true"
    raise InputError(f"the comment says {claim}: this is false for every goal ({', '.join(GOALS)})")
