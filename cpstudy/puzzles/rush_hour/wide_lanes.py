"""Rush Hour of any size for compiled search: several words a state, cells by lane.

This is :mod:`.lanes` for boards of more than 64 cells, or with more configurations than one number
can hold. Each word contains the digits of as many lanes as fit below 2^48; visited states are a
hash table. Cells are bits of their own lane. Cars of one lane never overlap, so a cell that a car
enters is free unless the crossing lane has a car on it: one more lookup than on small boards.

Cost: two or three words a state on boards of 9×9 and 12×12. Limit: sides of at most 64 cells.
"""

from functools import partial

from cpstudy.core.kernel_types import Const, Const2, View, View2, f64, i64, u64
from cpstudy.core.native import entry, filled, inlined, kernel, workspace, zeros
from cpstudy.puzzles.rush_hour.lane_tables import (
    BEGIN,
    BLOCKED,
    CHANGE,
    END,
    ENTERED,
    FIRST,
    LABEL,
    LAST,
    LINE,
    SIZE,
    STANDS,
    TAKEN,
    WORD,
    LaneTables,
)
from cpstudy.puzzles.rush_hour.lanes import LaneModel, farthest, space_of
from cpstudy.puzzles.rush_hour.puzzle import Moves, RushHour, State
from cpstudy.state_spaces.packed.space import CompiledSpace

_LONGEST_SIDE = 64


@workspace
class WideLanes(LaneModel):
    """A board of several words; cells are bits, or numbers, of their lane.

    crossing: by lane and cell, the lane that crosses there, -1 for none. now: the digits; taken:
    scratch, the cells of each lane.
    """

    crossing: Const2[i64]
    taken: View[u64]

    def __init__(self, tables: LaneTables, wanted: Const[int], crossing: Const2[int]) -> None:
        LaneModel.__init__(self, tables, wanted)
        self.crossing, self.taken = crossing, zeros(len(self.lane), "u64")

    @kernel
    def successors(self) -> i64:
        """Write the next states: lane by lane, car by car, back (up, left) first, near first."""
        read_lanes(self)
        count = 0
        for i in range(len(self.lane)):
            configuration = self.lane[i, FIRST] + self.now[i]
            move = i64(self.configurations[configuration, BEGIN])
            end = i64(self.configurations[configuration, END])
            while move < end:
                if is_taken(self, i, i64(self.entries[move, ENTERED])):
                    move += self.entries[move, BLOCKED]
                else:
                    for w in range(self.words):
                        self.following[count, w] = self.state[w]
                    word = self.lane[i, WORD]
                    self.following[count, word] = u64(
                        i64(self.state[word]) + self.moves[move, CHANGE]
                    )
                    self.labels[count] = self.moves[move, LABEL]
                    self.costs[count] = 1
                    count += 1
                    move += 1
        return count

    @kernel
    def heuristic(self) -> i64:
        """A must move, and so must every car between A and its goal: at most one a lane."""
        read_lanes(self)
        digit = self.now[self.red]
        count = i64(self.least[digit])
        path: u64 = self.path[digit]
        for cell in range(self.crossing.shape[1]):
            if path >> cell & 1 != 0 and is_taken(self, self.red, cell):
                count += 1
        return count


@kernel
def read_lanes(s: WideLanes) -> None:
    """Compute the digits of the state and the occupied cells."""
    middle: f64 = 0.0
    higher = 0
    for i in range(len(s.lane) - 1, -1, -1):
        if s.lane[i, LAST] != 0:
            middle = i64(s.state[s.lane[i, WORD]]) + 0.5
            higher = 0
        quotient = i64(middle * s.inverse[i])
        s.now[i] = quotient - higher * s.lane[i, SIZE]
        s.taken[i] = s.configurations[s.lane[i, FIRST] + s.now[i], TAKEN]
        higher = quotient


@inlined
def is_taken(s: WideLanes, i: i64, cell: i64) -> bool:
    """Whether a car of the lane that crosses lane i at a cell is on that cell."""
    across = s.crossing[i, cell]
    return across >= 0 and s.taken[across] >> s.lane[i, LINE] & 1 != 0


def compiled(puzzle: RushHour, moves: Moves) -> CompiledSpace[State] | None:
    """The compiled space; None for long sides or too many configurations of a lane."""
    longest = max(puzzle.rows, puzzle.columns)
    if longest > _LONGEST_SIDE:
        return None
    tables = LaneTables(puzzle, farthest(puzzle, moves), alone=True)
    if not tables.words:
        return None
    crossing = filled((len(tables.lane), longest), -1, "i64")
    find_crossings(tables, crossing)
    return space_of(puzzle, moves, tables, partial(WideLanes, crossing=crossing))


@entry
def find_crossings(t: LaneTables, crossing: View2[i64]) -> None:
    """Write for each cell of a lane the lane that crosses it there."""
    for one in range(len(t.lane)):
        for other in range(len(t.lane)):
            if t.lane[one, STANDS] != t.lane[other, STANDS]:
                crossing[one, t.lane[other, LINE]] = other
