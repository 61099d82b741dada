"""Rush Hour for compiled search: a state is one dense number, so visited states are a bitmap.

A state is a number in mixed radix with one digit a lane, the number of its configuration
(:mod:`.lane_tables`). One bit operation tests whether crossing cars occupy a cell on a car's path.
All digits are computed at once: each is a quotient minus a multiple of the next lane's, by
floating-point numbers; with 1/2 added, the error of the product is smaller than its distance from
the next integer.

Cost: one multiplication a lane to read a state, one lookup a move. The bitmap has one bit for each
combination of configurations, 5^12 (30 MB, of which the system allocates what is touched) for
twelve lanes with one car. Limits: boards of at most 64 cells, products of at most 2^48; beyond
them, :mod:`.wide_lanes`.
"""

from collections.abc import Callable

from cpstudy.core.kernel_types import Const, Const2, View, f64, i64, u8, u64
from cpstudy.core.native import kernel, table, workspace, zeros
from cpstudy.puzzles.rush_hour.lane_tables import (
    BEGIN,
    BLOCKED,
    CHANGE,
    END,
    ENTERED,
    FIRST,
    LABEL,
    LAST,
    SIZE,
    STANDS,
    STRIDE,
    TAKEN,
    WORD,
    LaneTables,
    find_goals,
    find_paths,
    pack,
    unpack,
)
from cpstudy.puzzles.rush_hour.puzzle import Moves, RushHour, State
from cpstudy.state_spaces.packed.space import CompiledSpace, Space, Words

_WORD = 64


@workspace
class LaneModel(Space):
    """The shared part of models of boards in lanes, see :class:`.lane_tables.LaneTables`.

    wanted: by configuration of A's lane, ``red``, whether A is at its goal. Only for the lower
    bound, by configuration of A's lane: path, the cells on A's path to the goal, as bits; least,
    the number of A's own moves plus the cars of its lane that are in its way. now: scratch, one
    number a lane.
    """

    lane: Const2[i64]
    inverse: Const[f64]
    configurations: Const2[u64]
    entries: Const2[u64]
    moves: Const2[i64]
    wanted: Const[u8]
    red: i64
    path: Const[u64]
    least: Const[i64]
    now: View[i64]

    def __init__(self, tables: LaneTables, wanted: Const[int]) -> None:
        self.lane, self.inverse, self.configurations = (
            tables.lane,
            tables.inverse,
            tables.configurations,
        )
        self.entries, self.moves, self.wanted = tables.entries, tables.moves, wanted
        self.red = tables.red_lane
        self.now = zeros(len(self.lane), "i64")

    @kernel
    def is_goal(self) -> bool:
        """Whether A is at its goal."""
        middle: f64 = i64(self.state[self.lane[self.red, WORD]]) + 0.5
        digit = i64(middle * self.inverse[self.red])
        if self.lane[self.red, LAST] == 0:
            higher = i64(middle * self.inverse[self.red + 1])
            digit -= higher * self.lane[self.red, SIZE]
        return self.wanted[digit] != 0


@workspace
class Lanes(LaneModel):
    """A board of one word. now: configurations; entries: cells as bits of the board."""

    @kernel
    def successors(self) -> i64:
        """Write the next states: lane by lane, car by car, back (up, left) first, near first."""
        packed = i64(self.state[0])
        middle: f64 = packed + 0.5
        occupied: u64 = 0
        higher = 0
        for i in range(len(self.lane) - 1, -1, -1):
            quotient = i64(middle * self.inverse[i])
            self.now[i] = self.lane[i, FIRST] + quotient - higher * self.lane[i, SIZE]
            occupied |= self.configurations[self.now[i], TAKEN]
            higher = quotient
        count = 0
        for i in range(len(self.lane)):
            move = i64(self.configurations[self.now[i], BEGIN])
            end = i64(self.configurations[self.now[i], END])
            while move < end:
                if occupied & self.entries[move, ENTERED] != 0:
                    move += self.entries[move, BLOCKED]
                else:
                    self.following[count, 0] = packed + self.moves[move, CHANGE]
                    self.labels[count] = self.moves[move, LABEL]
                    self.costs[count] = 1
                    count += 1
                    move += 1
        return count

    @kernel
    def heuristic(self) -> i64:
        """A must move, and so must every car between A and its goal: at most one a lane.

        It is 0 if A is at its goal.
        """
        middle: f64 = i64(self.state[0]) + 0.5
        higher = 0
        for i in range(len(self.lane) - 1, -1, -1):
            quotient = i64(middle * self.inverse[i])
            self.now[i] = self.lane[i, FIRST] + quotient - higher * self.lane[i, SIZE]
            higher = quotient
        digit = self.now[self.red] - self.lane[self.red, FIRST]
        path: u64 = self.path[digit]
        count = i64(self.least[digit])
        for i in range(len(self.lane)):
            if i != self.red and self.configurations[self.now[i], TAKEN] & path != 0:
                count += 1
        return count


def compiled(puzzle: RushHour, moves: Moves) -> CompiledSpace[State] | None:
    """The compiled space of the board; None if it is too large for one word."""
    if puzzle.rows * puzzle.columns > _WORD:
        return None
    tables = LaneTables(puzzle, farthest(puzzle, moves), alone=False)
    if tables.words != 1:
        return None
    return space_of(puzzle, moves, tables, Lanes)


def farthest(puzzle: RushHour, moves: Moves) -> int:
    """The largest number of cells of a move."""
    return 1 if moves == "steps" else max(puzzle.rows, puzzle.columns)


def space_of(
    puzzle: RushHour, moves: Moves, tables: LaneTables,
    model: Callable[[LaneTables, View[int]], LaneModel],
) -> CompiledSpace[State]:  # fmt: skip
    """The space of a board with these tables. model: creates a model without a lower bound."""
    words, cars, longest = tables.words, len(tables.start), tables.longest
    red = tables.red_lane
    assert puzzle.goal is not None
    goal = puzzle.goal[0 if tables.lane[red, STANDS] else 1]
    wanted = zeros(tables.lane[red, SIZE], "u8")
    find_goals(tables, goal, wanted)

    def guided() -> LaneModel:
        found = model(tables, wanted)
        path, least = zeros(len(wanted), "u64"), zeros(len(wanted), "i64")
        find_paths(tables, goal, moves == "steps", path, least)
        found.path, found.least = path, least
        return found

    def packed(places: Const[int]) -> Words:
        found = zeros(words, "u64")
        pack(tables, places, found)
        return tuple(found)

    def unpacked(state: Words) -> State:
        places = zeros(cars, "i64")
        unpack(tables, table(state, "u64"), places)
        return tuple(places)

    def label(number: int) -> str:
        car, distance = divmod(number, 2 * longest)
        stride = tables.cars[car, STRIDE]
        return puzzle.move_name(car, 0, (distance - longest) * stride)

    return CompiledSpace(
        initial=(packed(tables.start),),
        model=lambda: model(tables, wanted),
        fanout=max(1, longest * cars),
        label=label,
        pack=lambda state: packed(table(state, "i64")),
        unpack=unpacked,
        words=words,
        bound=None if tables.alone else tables.bound,
        guided=guided,
    )
