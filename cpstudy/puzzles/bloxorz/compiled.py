"""Bloxorz for compiled search: a state is one dense number, so visited states are a bitmap.

The board has n tiles, margin included, and g bridges. A block is the number 3 · tile + 0 if it is
standing, + 1 lying across, + 2 lying down, where tile is the first one it covers; two halves are
3n + n · first + second (only in levels with a teleport). The state is that number times 2^g plus
the bridges. So a 150×150 board needs 70,000 bits, the largest stage of the game 2 million.

Cost: four moves, each a few lookups. Limit: the number of states must be below 2^62.
"""

import numpy as np

from cpstudy.core.kernel_types import View2, i64
from cpstudy.core.native import kernel, view, workspace
from cpstudy.puzzles.bloxorz.puzzle import HALF_MOVES, MARGIN, MOVES, Bloxorz, State
from cpstudy.state_spaces.packed.space import CompiledSpace, Space, Words

_LARGEST_BOUND = 1 << 62
_LABELS = MOVES + HALF_MOVES

# Columns of the table of tiles: what supports a block (-1 always, 0 never, else a bridge's bit),
# what presses it (nothing, everything, a standing block), the effect, the targets of a teleport.
_SUPPORT, _PRESSED_BY, _KEEP, _FLIP, _FIRST, _SECOND, _FRAGILE = range(7)
_NOBODY, _EVERYTHING, _STANDING = range(3)


def compiled(puzzle: Bloxorz) -> CompiledSpace[State] | None:
    """The compiled space of the level; None if it has too many states for dense numbers."""
    tiles, bridges = len(puzzle.board), len(puzzle.groups)
    shapes = 3 * tiles + (tiles * tiles if puzzle.landings else 0)
    bound = shapes << bridges
    if bound > _LARGEST_BOUND:
        return None

    def pack(state: State) -> Words:
        distance = state.second - state.first
        if puzzle.is_split(state):
            shape = 3 * tiles + tiles * state.first + state.second
        else:
            shape = 3 * state.first + (0, 1)[distance] if distance < 2 else 3 * state.first + 2
        return (shape << bridges | state.bridges,)

    def unpack(words: Words) -> State:
        (packed,) = words
        there = packed & (1 << bridges) - 1
        shape = packed >> bridges
        if shape >= 3 * tiles:
            return State(*divmod(shape - 3 * tiles, tiles), there)
        first, lies = divmod(shape, 3)
        return State(first, first + (0, 1, puzzle.stride)[lies], there)

    tile = _tile_table(puzzle)

    def model() -> Rolling:
        return Rolling(tile, puzzle.stride, bridges, puzzle.end, bool(puzzle.landings))

    return CompiledSpace(
        initial=(pack(puzzle.start),),
        model=model,
        fanout=len(HALF_MOVES),
        label=_LABELS.__getitem__,
        pack=pack,
        unpack=unpack,
        bound=bound,
        guided=model,
    )


def _tile_table(puzzle: Bloxorz) -> View2[int]:
    tile = np.zeros((len(puzzle.board), 7), dtype=np.int64)
    tile[:, _SUPPORT] = puzzle.supports
    tile[:, _FIRST] = -1
    special = {*puzzle.effects, *puzzle.landings}
    for place, code in enumerate(puzzle.board):
        if code[0] == "w":
            tile[place, _FRAGILE] = 1
        elif code in special:
            if code[0] == "t":
                tile[place, _FIRST : _SECOND + 1] = sorted(puzzle.landings[code])
            else:
                tile[place, _PRESSED_BY] = _EVERYTHING if code[0] == "W" else _STANDING
                tile[place, _KEEP : _FLIP + 1] = puzzle.effects[code]
    return view(tile)  # type: ignore[no-any-return]


@workspace
class Rolling(Space):
    """A level. tile: [tiles, 7], see the columns above; splits: whether it has teleports."""

    tile: View2[i64]
    stride: i64
    bridges: i64
    end: i64
    splits: bool

    def __init__(self, tile: View2[int], stride: int, bridges: int, end: int, splits: bool) -> None:
        self.tile, self.stride, self.bridges = tile, stride, bridges
        self.end, self.splits = end, splits

    @kernel
    def successors(self) -> i64:
        """Write the next states, in the order of the plain rules."""
        stride = self.stride
        tiles = len(self.tile)
        shape = i64(self.state[0]) >> self.bridges
        bridges = i64(self.state[0]) & ((1 << self.bridges) - 1)
        first = shape // 3
        second = first
        sides = 4
        if shape >= 3 * tiles:
            first = (shape - 3 * tiles) // tiles
            second = (shape - 3 * tiles) % tiles
            sides = 8
        elif shape % 3 == 1:
            second = first + 1
        elif shape % 3 == 2:
            second = first + stride
        count = 0
        for number in range(sides):
            distance = stride if number & 3 < 2 else 1
            step = distance if number & 1 else -distance
            if number >= 4:
                after = settled(self, second + step, first, bridges, True)
            elif sides == 8:
                after = settled(self, first + step, second, bridges, True)
            elif first == second:
                after = settled(self, first + step, first + 2 * step, bridges, False)
            elif second - first == distance:
                stands = (second if step > 0 else first) + step
                after = settled(self, stands, stands, bridges, False)
            else:
                after = settled(self, first + step, second + step, bridges, False)
            if after >= 0:
                self.following[count, 0] = after
                self.labels[count] = number + 4 if sides == 8 else number
                self.costs[count] = 1
                count += 1
        return count

    @kernel
    def is_goal(self) -> bool:
        """Whether the block is standing on the end tile."""
        return i64(self.state[0]) >> self.bridges == 3 * self.end

    @kernel
    def heuristic(self) -> i64:
        """Half the distance of the nearer half to the end, rounded up; 0 with teleports."""
        if self.splits:
            return 0
        shape = i64(self.state[0]) >> self.bridges
        first = shape // 3 + MARGIN
        second = first
        if shape % 3 == 1:
            second = first + 1
        elif shape % 3 == 2:
            second = first + self.stride
        return (min(way_to_end(self, first), way_to_end(self, second)) + 1) // 2


@kernel
def way_to_end(s: Rolling, place: i64) -> i64:
    """Rows plus columns from a tile to the end; both numbers include the margin."""
    end = s.end + MARGIN
    rows = place // s.stride - end // s.stride
    columns = place % s.stride - end % s.stride
    return abs(rows) + abs(columns)


@kernel
def carries(s: Rolling, place: i64, bridges: i64) -> bool:
    """Whether a tile supports a block."""
    support = s.tile[place, _SUPPORT]
    return support < 0 or (support & bridges) != 0


@kernel
def settled(s: Rolling, first: i64, second: i64, bridges: i64, rolled: bool) -> i64:
    """The packed state of a block that comes to rest, or -1 if it falls.

    rolled: only ``first`` is entered (the half that rolled), else both tiles are entered.
    """
    if not (carries(s, first, bridges) and carries(s, second, bridges)):
        return -1
    standing = 1 if first == second else 0
    if standing:
        if s.tile[first, _FRAGILE]:
            return -1
        if s.tile[first, _FIRST] >= 0:
            standing = 0
            place = first
            first = s.tile[place, _FIRST]
            second = s.tile[place, _SECOND]
            if not (carries(s, first, bridges) and carries(s, second, bridges)):
                return -1
    low = min(first, second)
    high = max(first, second)
    entered_low = first if rolled else low
    entered_high = first if rolled else high
    by = s.tile[entered_low, _PRESSED_BY]
    if by == _EVERYTHING or (by == _STANDING and standing):
        bridges = (bridges & s.tile[entered_low, _KEEP]) ^ s.tile[entered_low, _FLIP]
    if entered_high != entered_low and s.tile[entered_high, _PRESSED_BY] == _EVERYTHING:
        bridges = (bridges & s.tile[entered_high, _KEEP]) ^ s.tile[entered_high, _FLIP]
    if not (carries(s, low, bridges) and carries(s, high, bridges)):
        return -1
    distance = high - low
    if distance == 0:
        shape = 3 * low
    elif distance == 1:
        shape = 3 * low + 1
    elif distance == s.stride:
        shape = 3 * low + 2
    else:
        shape = 3 * len(s.tile) + len(s.tile) * low + high
    return (shape << s.bridges) | bridges
