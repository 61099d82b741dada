"""The steps of Pipes, on squares and on hexagons, in the words of a teacher.

Sentences name a tile by its pipes, a neighbour by its position, an orientation by a symbol or by
the open sides. Of the known sides, a sentence names as few as exclude the lost orientations.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from cpstudy.core.wording import joined, place
from cpstudy.puzzles.tilings.rules import Tiling

# The symbol of a tile with given open sides, on squares.
SYMBOLS = "·╶╵└╴─┘┴╷┌│├┐┬┤┼"

_POSITIONS = {
    "right": "on the right",
    "left": "on the left",
    "up": "above",
    "down": "below",
    "up right": "at the upper right",
    "up left": "at the upper left",
    "down left": "at the lower left",
    "down right": "at the lower right",
}
# By sides, and by anticlockwise turns by the angle of one of them.
_TURNS = {
    4: ("as it lies", "a quarter anticlockwise", "half round", "a quarter clockwise"),
    6: (
        "as it lies",
        "a sixth anticlockwise",
        "a third anticlockwise",
        "half round",
        "a third clockwise",
        "a sixth clockwise",
    ),
}
_TILES = {0: "empty tile", 1: "dead end"}
_SQUARE_TILES = {5: "straight", 10: "straight", 15: "cross"}
# Ends of the board.
_BORDER, WALL = -1, -2
# The maximum number of orientations that a sentence lists.
_LISTED = 2


def sign(puzzle: Tiling, orientation: int) -> str:
    """Return an orientation in one or two characters: a symbol on squares, else its spelling."""
    return SYMBOLS[orientation] if puzzle.sides == 4 else puzzle.spelled[orientation]


def tile(puzzle: Tiling, cell: int) -> str:
    """Describe a tile by its pipes and its place: ``the T in row 1, column 2``."""
    return f"the {type_of(puzzle, puzzle.tiles[cell])} in {called(puzzle, cell)}"


def type_of(puzzle: Tiling, orientation: int) -> str:
    """Describe the type of a tile, in any orientation."""
    pipes = orientation.bit_count()
    if pipes in _TILES:
        return _TILES[pipes]
    if len(puzzle.side_names) == 4:
        return _SQUARE_TILES.get(orientation, "corner" if pipes == 2 else "T")
    return f"tile with {pipes} pipes"


def called(puzzle: Tiling, cell: int) -> str:
    """Return the name of a cell for players."""
    return place(divmod(cell, puzzle.columns))


def lying(puzzle: Tiling, orientation: int) -> str:
    """Describe the orientation of a tile: ``┴``, ``open right and up left``."""
    if puzzle.sides == 4:
        return SYMBOLS[orientation]
    names = [name for side, name in enumerate(puzzle.side_names) if orientation >> side & 1]
    return f"open {joined(names) or 'nowhere'}"


def position_of(puzzle: Tiling, sides: Iterable[int]) -> str:
    """Describe where neighbours lie."""
    return joined([_where(puzzle.side_names[side]) for side in sides])


def _where(name: str) -> str:
    return _POSITIONS.get(name, f"at its {name} side")


def orientations_left(puzzle: Tiling, cell: int, left: Sequence[int], lost: Sequence[int]) -> str:
    """Describe what a tile may be after it lost orientations."""
    here = tile(puzzle, cell)
    if len(left) == 1:
        return f"{here} has only one way left, {lying(puzzle, left[0])}"
    if not left:
        return f"{here} has no way left"
    if len(lost) <= _LISTED or puzzle.sides == 4:
        return f"{here} cannot lie {joined([lying(puzzle, one) for one in lost], 'or')}"
    return f"{here} has only {len(left)} ways left"


def turning(puzzle: Tiling, cell: int, orientation: int, turns: int) -> str:
    """Describe the move for a tile with another orientation."""
    to = lying(puzzle, orientation)
    return f"Turn {called(puzzle, cell)} {_TURNS[puzzle.sides][turns]}, to {to}"


def edge(puzzle: Tiling, cell: int, beyond: int, is_open: bool) -> str:
    """State whether two tiles are joined."""
    verb = "are joined" if is_open else "are not joined"
    return f"{called(puzzle, cell)} and {called(puzzle, beyond)} {verb}"


@lru_cache(maxsize=4096)
def forcing(opened: int, closed: int, lost: tuple[int, ...], sides: int) -> tuple[int, ...]:
    """Return, greedily, few known sides that exclude all lost orientations, in increasing order."""
    against = {
        side: {
            orientation for orientation in lost if (orientation >> side & 1) != (opened >> side & 1)
        }
        for side in range(sides)
        if (opened | closed) >> side & 1
    }
    left, found = set(lost), []
    while left and against:
        side = max(against, key=lambda one: len(against[one] & left))
        if not against[side] & left:
            break
        found.append(side)
        left -= against.pop(side)
    return tuple(sorted(found))


# Forms for sides whose neighbours still have several orientations: by the rule that found them
# closed, and for all other closed or open sides.
_OPENING = {
    "loop": "opening {} would close a loop",
    "dead end": "opening {} would cut tiles off from the others",
    "parity": "opening {} would leave a pipe without a partner",
}
_CANNOT, _MUST = "its neighbour{s} {} cannot open to it", "its neighbour{s} {} must open to it"
_IS_CLOSED, _OPENS = "its neighbour{s} {} {is} closed", "its neighbour{s} {} open{opens} to it"


def known_sides(
    puzzle: Tiling,
    beyond: Mapping[int, int],
    opened: int,
    settled: Callable[[int], bool],
    by: Mapping[int, str] = MappingProxyType({}),
) -> str:
    """Describe some known sides of a tile, for each side its neighbour or an end of the board.

    beyond: -1 if there is no neighbour, -2 if there is a wall. settled: whether a neighbour has
    only one orientation. by: the rules that found these sides, if known.
    """
    by_form: dict[str, list[int]] = {}
    for side, other in beyond.items():
        is_open = opened >> side & 1
        if other < 0:
            form = f"{'a wall' if other == WALL else 'the border'} is {{}}"
        elif settled(other):
            form = _OPENS if is_open else _IS_CLOSED
        else:
            form = _MUST if is_open else _OPENING.get(by.get(side, ""), _CANNOT)
        by_form.setdefault(form, []).append(side)
    names = puzzle.side_names
    parts = [
        _phrase(form, tuple([names[side] for side in sides])) for form, sides in by_form.items()
    ]
    return joined(parts) or "its sides are known"


@lru_cache(maxsize=4096)
def _phrase(form: str, names: tuple[str, ...]) -> str:
    many = len(names) > 1
    endings = {"s": "s" * many, "is": "are" if many else "is", "opens": "" if many else "s"}
    return form.format(joined([_where(name) for name in names]), **endings)


def ends(puzzle: Tiling, cell: int, beyond: Sequence[int], sides: Sequence[int]) -> dict[int, int]:
    """Return the neighbours of a cell by side, in the form of :func:`known_sides`."""
    return {
        side: beyond[side] if beyond[side] >= 0 else _outside(puzzle, cell, side) for side in sides
    }


def _outside(puzzle: Tiling, cell: int, side: int) -> int:
    """Return what closes a side that faces no tile."""
    if puzzle.sides != 4:
        return _BORDER
    row, column = divmod(cell, puzzle.columns)
    last = (column == puzzle.columns - 1, row == 0, column == 0, row == puzzle.rows - 1)
    return _BORDER if last[side] and not puzzle.wrap else WALL


def every_orientation(
    puzzle: Tiling, cell: int, side: int, orientations: Sequence[int], is_open: bool
) -> str:
    """Explain why the orientations of a tile determine a side of it."""
    if not puzzle.tiles[cell]:
        return f"{called(puzzle, cell)} is empty"
    verb = "opens" if is_open else "is closed"
    where = _where(puzzle.side_names[side])
    if len(orientations) == 1:
        return (
            f"{tile(puzzle, cell)} must lie {lying(puzzle, orientations[0])}, which {verb} {where}"
        )
    return f"{tile(puzzle, cell)} {verb} {where} in every way it can still lie"


def joined_already(tiles: int) -> str:
    """Explain why an edge is closed: it would close a loop."""
    return f"they are already joined, through {tiles} tiles, so this would close a loop"
