"""Requests for a board: the number of tiles of each type, and a symmetry.

``TYPE=NUMBER`` with commas between: a number, ``A..B``, ``A..B%``, or ``P%``, which is met within
two points and within one tile. Types that are not named are free, except crosses: the
other generators make none, so they occur only if requested.

A symmetry is one of the solution: its map takes open sides to open sides, and so tiles to tiles of
their type. Conversely, if a *puzzle* has a symmetry and only one solution, the solution has it too,
since the image of a solution is a solution; so for unique puzzles the two requests are the same.

A map of a tree leaves a tile or an edge in place, which restricts the boards: a half turn needs an
odd side, a quarter turn a square of an odd side, whose middle tile is a cross; the tiles on a
mirror line form one line of pipes. Tiles that a map leaves in place may be crosses, since they open
to both sides alike; all others come in pairs, or in fours.
"""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cpstudy.core.errors import InputError
from cpstudy.puzzles.pipes.puzzle import TYPE_NAMES

Integers = npt.NDArray[np.int64]

# By the names in requests, in any case; no tile of a tree is empty.
TILES = {name.replace(" ", "-"): number for number, name in enumerate(TYPE_NAMES) if number}
_NUMBERS = {name.lower(): number for name, number in TILES.items()}
_CROSS = TILES["cross"]

# The distance of a share from the requested one, in hundredths of all tiles.
_POINTS = 2

_AMOUNT = re.compile(r"([0-9]{1,8})(?:\.\.([0-9]{1,8}))?(%?)", re.ASCII)


class Mix(NamedTuple):
    """least, most: int64[6], tiles of each type. crosses: whether they were requested."""

    least: Integers
    most: Integers
    crosses: bool


def mix_of(text: str, tiles: int) -> Mix:
    """The mix that ``text`` requests for a board of ``tiles`` tiles ("": no request).

    Raises InputError if the request is invalid.
    """
    least = np.zeros(len(TYPE_NAMES), np.int64)
    most = np.full(len(TYPE_NAMES), tiles, np.int64)
    most[0] = 0
    named: set[int] = set()
    for part in text.split(",") if text else ():
        name, _, amount = part.strip().partition("=")
        number = _NUMBERS.get(name.lower())
        if number is None:
            raise InputError(f"tiles {part.strip()[:30]!r}: TYPE=NUMBER, of {', '.join(TILES)}")
        if number in named:
            raise InputError(f"tiles: {name} twice")
        named.add(number)
        least[number], most[number] = _amount(name, amount, tiles)
    return Mix(least, most, bool(most[_CROSS]) and _CROSS in named)


def _amount(name: str, text: str, tiles: int) -> tuple[int, int]:
    """The least and most tiles of a type, at most all tiles."""
    match = _AMOUNT.fullmatch(text)
    if match is None:
        raise InputError(f"tiles {name}={text[:30]}: expected N, A..B, P% or A..B%")
    low, high = int(match[1]), int(match[2] or match[1])
    if low > high:
        raise InputError(f"tiles {name}={text}: {low} is more than {high}")
    if not match[3]:
        return min(low, tiles + 1), min(high, tiles)
    if match[2] is None:
        near = round(Fraction(low * tiles, 100))
        low, high = max(0, low - _POINTS), high + _POINTS
        return (
            max(0, min(near - 1, -(-low * tiles // 100))),
            min(tiles, max(near + 1, high * tiles // 100)),
        )
    return -(-low * tiles // 100), min(tiles, high * tiles // 100)


def _exists(mix: Mix, steps: tuple[int, ...], tiles: int) -> bool:
    """Whether a tree can have numbers of tiles within the mix.

    Each tile except the first has one edge towards it, so there are 2 (tiles - 1) open sides: two
    dead ends more than Ts, and two more for each cross. steps: by type, a divisor of its number.
    """
    dead, straight, corner, tee, cross = range(1, len(TYPE_NAMES))
    least, most = mix.least.tolist(), mix.most.tolist()
    for crosses in range(least[cross], most[cross] + 1):
        for tees in range(least[tee], most[tee] + 1):
            ends = tees + 2 * crosses + 2
            others = tiles - ends - tees - crosses
            if tees % steps[tee] or crosses % steps[cross] or ends % steps[dead]:
                continue
            low = max(least[corner], others - most[straight])
            high = min(most[corner], others - least[straight])
            corners = -(-low // steps[corner]) * steps[corner]
            if (
                least[dead] <= ends <= most[dead]
                and corners <= high
                and (others - corners) % steps[straight] == 0
            ):
                return True
    return False


class Symmetry(NamedTuple):
    """Maps of a board of n tiles to itself, without the identity.

    images: int64[g, n], the image of each tile. sides: int64[g, 4], the images of its sides. steps:
    by type, a divisor of its number of tiles.
    """

    images: Integers
    sides: Integers
    steps: tuple[int, ...]


_LEFT_RIGHT, _TOP_BOTTOM = [2, 1, 0, 3], [0, 3, 2, 1]
_HALF, _QUARTER, _BACK = [2, 3, 0, 1], [3, 0, 1, 2], [1, 2, 3, 0]

Board = npt.NDArray[np.int64]
_Map = tuple[Callable[[Board], Board], list[int]]


def _turned(quarters: int) -> Callable[[Board], Board]:
    return lambda board: np.rot90(board, quarters)


# The maps by name. Each takes the board of tile numbers to the board of their images.
_MAPS: Mapping[str, tuple[_Map, ...]] = {
    "": (),
    "half-turn": ((_turned(2), _HALF),),
    "left-right": ((np.fliplr, _LEFT_RIGHT),),
    "top-bottom": ((np.flipud, _TOP_BOTTOM),),
    "quarter-turn": ((_turned(1), _QUARTER), (_turned(2), _HALF), (_turned(3), _BACK)),
}


# By name, and whether some tiles stay in place: the divisor of the number of tiles of each type.
# A half turn leaves only straights and crosses unchanged, a mirror all except corners.
_STEPS = {
    ("", False): (1, 1, 1, 1, 1, 1),
    ("half-turn", False): (2, 2, 2, 2, 2, 2),
    ("half-turn", True): (2, 2, 1, 2, 2, 1),
    ("left-right", False): (2, 2, 2, 2, 2, 2),
    ("left-right", True): (1, 1, 1, 2, 1, 1),
    ("top-bottom", False): (2, 2, 2, 2, 2, 2),
    ("top-bottom", True): (1, 1, 1, 2, 1, 1),
    ("quarter-turn", True): (4, 4, 4, 4, 4, 1),
}


def symmetry_of(name: str, rows: int, columns: int) -> Symmetry:
    """The maps of a symmetry ("": none). Raises InputError if no tree on the board can have it."""
    if name not in _MAPS:
        raise InputError(f"symmetry {name!r}: choose from {', '.join(filter(None, _MAPS))}")
    size = f"{columns}x{rows}"
    if name == "half-turn" and rows % 2 == columns % 2 == 0:
        raise InputError(f"half-turn on {size}: no tree has it unless a side is odd")
    if name == "quarter-turn" and (rows != columns or rows % 2 == 0):
        raise InputError(f"quarter-turn on {size}: only trees on squares of an odd side have it")
    board = np.arange(rows * columns, dtype=np.int64).reshape(rows, columns)
    maps = _MAPS[name]
    images = [np.ascontiguousarray(look(board)).reshape(-1) for look, _ in maps]
    still = any((image == board.reshape(-1)).any() for image in images)
    return Symmetry(
        np.array(images, np.int64).reshape(len(maps), rows * columns),
        np.array([sides for _, sides in maps], np.int64).reshape(len(maps), 4),
        _STEPS[name, still],
    )


def wished(mix: Mix, symmetry: Symmetry, text: str) -> tuple[Mix, Integers]:
    """The mix with crosses limited as well, and the most open sides of each tile, int64[n].

    Raises InputError if no tree has such tiles.
    """
    tiles = symmetry.images.shape[1]
    fixed = (symmetry.images == np.arange(tiles)).any(axis=0)
    forbidden = mix.most[_CROSS] == 0
    most = mix.most.copy()
    if not mix.crosses:
        most[_CROSS] = 0 if forbidden else fixed.sum()
    limits = np.full(tiles, 4 if mix.crosses else 3, np.int64)
    if not forbidden:
        limits[fixed] = 4
    limited = Mix(mix.least, most, mix.crosses)
    if not _exists(limited, symmetry.steps, tiles):
        of_it = " with that symmetry" if len(symmetry.images) else ""
        raise InputError(f"tiles {text!r}: no tree of {tiles} tiles{of_it} has these")
    return limited, limits
