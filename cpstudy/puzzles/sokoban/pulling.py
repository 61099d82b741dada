"""Sokoban levels made from the end: boxes are pulled away from the goals as far as possible.

*Room.* Patches of floor are set into wall until a random share of the room is floor; each patch
touches the floor before it, like the templates of Taylor and Parberry (2011). A frame of wall
stays. *Goals* are two to six squares close to each other: as many as levels of Microban have, if
the floor is large enough, and the largest possible number if a number of pushes is requested.
*Search* runs backwards from all boxes on goals: a position is the boxes and the player's area, a
move is a pull. It is breadth first, so a position's depth is the fewest pushes of the level that
begins there.

A level must use every box: no box begins on a goal, so each is pushed. The best position has the
largest sum of pushes and weighted changes from one box to another (box changes; Taylor and Parberry
count box lines, Kartal (2016) scores congestion). *Climb*: a square becomes wall or floor, or a
goal moves; the change is kept if the best position is not worse. If a number of pushes is
requested, the climb ends at a position with this number. Rooms whose best level is too short are
drawn again.

Cost: some 50 µs a position in plain Python, so milliseconds a step of the climb, half a second a
level of 8×8. Limits: if the positions of one search do not cover the whole room, deeper ones may
exist; the depth of the positions found stays exact.
"""

from collections.abc import Iterator
from typing import NamedTuple

from cpstudy.core.errors import InputError
from cpstudy.core.generating import Wanted
from cpstudy.core.random import Stream, stream
from cpstudy.core.random_words import below
from cpstudy.puzzles.sokoban.puzzle import BOX, GOAL, PLAYER, WALL, Sokoban

_KEY = 3

# The range of the share of the inner room that is floor, in percent.
_FLOOR = (55, 75)
_PATCHES = ((1, 3), (3, 1), (2, 2), (2, 3), (3, 2), (3, 3))
# Positions of one search, rooms for one level, and the smallest number of pushes of a level.
_POSITIONS = 8_000
_ROOMS = 60
_LEAST_PUSHES = 10
# Steps of a climb, and the score of a change of boxes in pushes.
_STEPS = 60
_CHANGE = 2
# Boxes: at most one for this number of floor squares, between two and six; numbers drawn from.
_FLOOR_A_BOX, _FEWEST, _MOST = 6, 2, 6
_BOXES = (2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 5)


class _Pull(NamedTuple):
    """How a position was reached: the earlier one, the box's square after the push, its side."""

    before: "tuple[int, int] | None"
    box: int
    side: int
    depth: int
    changes: int


class _Room:
    """A room of floor in wall, as sets of squares. floor: the squares without wall."""

    def __init__(self, rows: int, columns: int, floor: int) -> None:
        self.rows, self.columns, self.floor = rows, columns, floor
        self.steps = (-columns, columns, -1, 1)

    def moved(self, cells: int, side: int) -> int:
        """Squares moved to a side; the frame is wall, so no square leaves the board."""
        step = self.steps[side]
        return cells << step if step > 0 else cells >> -step

    def area(self, square: int, boxes: int) -> int:
        """The squares that the player reaches from a square."""
        free, seen = self.floor & ~boxes, square
        step = self.columns
        while (more := (seen | seen << 1 | seen >> 1 | seen << step | seen >> step) & free) != seen:
            seen = more
        return seen

    def pulls(self, boxes: int, area: int) -> Iterator[tuple[int, int, int, int]]:
        """Pulls of a position: the box before and after, the side, and the player's last square."""
        for side in range(4):
            # A player next to a box, with free floor behind, steps back and the box follows.
            free = self.floor & ~boxes
            standing = self.moved(boxes, side) & area
            back = self.moved(standing, side) & free
            while back:
                player = back & -back
                back ^= player
                after = self.moved(player, side ^ 1)
                yield self.moved(after, side ^ 1), after, side, player


def _drawn_room(rows: int, columns: int, state: Stream) -> _Room:
    """A random room with connected floor."""
    low, high = _FLOOR
    wanted = (rows - 2) * (columns - 2) * (low + int(below(state, high - low + 1))) // 100
    floor = 0
    while floor.bit_count() < wanted:
        height, width = _PATCHES[int(below(state, len(_PATCHES)))]
        height, width = min(height, rows - 2), min(width, columns - 2)
        top = 1 + int(below(state, rows - 1 - height))
        left = 1 + int(below(state, columns - 1 - width))
        line = (1 << width) - 1 << left
        patch = sum(line << (top + row) * columns for row in range(height))
        grown = floor | floor << 1 | floor >> 1 | floor << columns | floor >> columns
        if not floor or grown & patch:
            floor |= patch
    return _Room(rows, columns, floor)


def _drawn_goals(room: _Room, state: Stream, most: int) -> int:
    """Goals near each other: ``most``, or as many as the floor has space for."""
    squares = [square for square in range(room.floor.bit_length()) if room.floor >> square & 1]
    boxes = max(_FEWEST, min(most, len(squares) // _FLOOR_A_BOX))
    first = squares[int(below(state, len(squares)))]
    row, column = divmod(first, room.columns)

    def distance(square: int) -> tuple[int, int]:
        there = divmod(square, room.columns)
        return abs(there[0] - row) + abs(there[1] - column), int(below(state, 1000))

    near = sorted(squares, key=distance)[: boxes + 2]
    while len(near) > boxes:
        near.pop(int(below(state, len(near))))
    return sum(1 << square for square in near)


def _explored(room: _Room, goals: int, wanted: Wanted) -> dict[tuple[int, int], _Pull]:
    """The positions from which the goals can be filled: (boxes, least square of the area)."""
    seen: dict[tuple[int, int], _Pull] = {}
    queue: list[tuple[int, int, int]] = []

    def reached(boxes: int, player: int, pull: _Pull) -> None:
        area = room.area(player, boxes)
        key = boxes, area & -area
        if key not in seen:
            seen[key] = pull
            queue.append((boxes, area, key[1]))

    left = room.floor & ~goals
    while left:
        area = room.area(left & -left, goals)
        reached(goals, area & -area, _Pull(None, 0, 0, 0, 0))
        left &= ~area
    for boxes, area, least in queue:
        if len(seen) >= _POSITIONS:
            break
        wanted.clock.check()
        here = seen[boxes, least]
        for before, after, side, player in room.pulls(boxes, area):
            other = here.box != before
            pull = _Pull((boxes, least), after, side ^ 1, here.depth + 1, here.changes + other)
            reached(boxes & ~before | after, player, pull)
    return seen


def _level(room: _Room, goals: int, key: tuple[int, int]) -> Sokoban:
    """The level that begins at a position."""
    boxes, player = key
    cells = bytes(
        (not room.floor >> square & 1) * WALL
        | (boxes >> square & 1) * BOX
        | (goals >> square & 1) * GOAL
        | (player >> square & 1) * PLAYER
        for square in range(room.rows * room.columns)
    )
    return Sokoban(room.rows, room.columns, cells)


def _pushes(level: Sokoban, seen: dict[tuple[int, int], _Pull], key: tuple[int, int]) -> list[str]:
    """The pushes from a position to the goals."""
    found = []
    pull = seen[key]
    while pull.before is not None:
        found.append(level.push_name(pull.box.bit_length() - 1, pull.side))
        pull = seen[pull.before]
    return found


class _Searched(NamedTuple):
    """A room with goals, its positions, and the best of them with its score."""

    room: _Room
    goals: int
    seen: dict[tuple[int, int], _Pull]
    best: tuple[int, int] | None
    score: tuple[int, int]


def _searched(room: _Room, goals: int, wanted: Wanted) -> _Searched:
    """The search of a room. Requested pushes count first, else pushes plus changes of boxes."""
    seen = _explored(room, goals, wanted)
    able = [key for key in seen if not key[0] & goals]

    def score(key: tuple[int, int]) -> tuple[int, int]:
        depth, changes = seen[key].depth, _CHANGE * seen[key].changes
        if wanted.moves is None:
            return depth + changes, depth
        return -abs(depth - wanted.moves), changes

    best = max(able, key=lambda key: (score(key), key), default=None)
    return _Searched(room, goals, seen, best, score(best) if best else (-1000, 0))


def _changed(room: _Room, goals: int, state: Stream) -> tuple[_Room, int] | None:
    """Change a square to wall or floor, or move a goal; None if that would split the room."""
    columns = room.columns
    row, column = 1 + int(below(state, room.rows - 2)), 1 + int(below(state, columns - 2))
    square = 1 << row * columns + column
    if below(state, 3) == 0:
        places = [1 << place for place in range(goals.bit_length()) if goals >> place & 1]
        taken = places[int(below(state, len(places)))]
        free = square & room.floor & ~goals
        return (room, goals & ~taken | square) if free else None
    other = _Room(room.rows, columns, room.floor ^ square)
    least = other.floor & -other.floor
    whole = not goals & square and other.area(least, 0) == other.floor
    return (other, goals) if whole else None


def _made(wanted: Wanted, state: Stream) -> tuple[Sokoban, tuple[str, ...]] | None:
    """The best level of one room; None if it is too short or has another number of pushes."""
    room = _drawn_room(wanted.rows, wanted.columns, state)
    most = _MOST if wanted.moves is not None else _BOXES[int(below(state, len(_BOXES)))]
    searched = _searched(room, _drawn_goals(room, state, most), wanted)
    for _ in range(_STEPS):
        if wanted.moves is not None and searched.score[0] == 0:
            break
        changed = _changed(searched.room, searched.goals, state)
        if changed is not None and (there := _searched(*changed, wanted)).score >= searched.score:
            better, searched = there.score > searched.score, there
            if better and (played := _played(searched, wanted)) is not None:
                wanted.near.append(played)
    return _played(searched, wanted)


def _played(searched: _Searched, wanted: Wanted) -> tuple[Sokoban, tuple[str, ...]] | None:
    """The level of the best position with its moves; None if its pushes are not as required."""
    if searched.best is None:
        return None
    depth = searched.seen[searched.best].depth
    if depth < _LEAST_PUSHES if wanted.moves is None else depth != wanted.moves:
        return None
    level = _level(searched.room, searched.goals, searched.best)
    moves = tuple(level.letters(_pushes(level, searched.seen, searched.best)))
    assert level.solved(level.play(moves))
    return level, moves


def generate(wanted: Wanted) -> Iterator[tuple[Sokoban, tuple[str, ...]]]:
    """Levels of a seed, each with a solution of the fewest pushes.

    moves: the requested number of pushes. Raises InputError for rooms that are too small, and if no
    level is found.
    """
    if min(wanted.rows, wanted.columns) < 5:
        raise InputError(f"{wanted}: a level needs at least 5x5, its frame included")
    for index in range(wanted.count):
        state = stream(wanted.seed, _KEY, wanted.rows, wanted.columns, index)
        for _ in range(_ROOMS):
            made = _made(wanted, state)
            if made is not None:
                break
        else:
            pushes = f" of {wanted.moves} pushes" if wanted.moves is not None else ""
            raise InputError(f"{wanted}: {index} levels, then {_ROOMS} rooms without one{pushes}")
        yield made
