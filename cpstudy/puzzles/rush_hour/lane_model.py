"""The kernels of :mod:`.lanes`: a board of cars as a number, one digit a lane.

All digits are found at once: each is a quotient less the next lane's, by floating-point numbers.
With half of one added, the product is off by less than its distance from the next whole number.
"""

from __future__ import annotations

from cpstudy.core.native import Const, Const2, View, f64, i64, kernel, u8, u64, workspace, zeros
from cpstudy.state_spaces.packed.space import Space

# Columns of the tables of lanes, of their configurations, and of moves.
SIZE, FIRST, MOVES, WEIGHT = range(4)
TAKEN, BEGIN, END = range(3)
ENTERED, BLOCKED = range(2)
CHANGE, LABEL = range(2)


@workspace
class Lanes(Space):
    """A board.

    lane: by lane the number of configurations, the first of them, the first move. inverse: 1 /
    weight of the digit. ways: by configuration its cells as bits, its first move and one past its
    last. entries: by move the cell that the car enters last, as a bit, and how many moves to skip
    where it is taken. moves: the change of the state, the number of the label. wanted: by
    configuration of A's lane, ``red``, whether A is where it is to go. For the lower bound only,
    by configuration: way, of A's lane the cells of A on its way to the goal, as bits, else 0;
    least, of these A's own moves and the cars of its lane that are in its way. now: room for a
    configuration a lane.
    """

    lane: Const2[i64]
    inverse: Const[f64]
    ways: Const2[u64]
    entries: Const2[u64]
    moves: Const2[i64]
    wanted: Const[u8]
    red: i64
    way: Const[u64]
    least: Const[i64]
    now: View[i64]

    def __init__(
        self, lane: Const2[int], inverse: Const[float], ways: Const2[int], entries: Const2[int],
        moves: Const2[int], wanted: Const[int], red: int,
    ) -> None:  # fmt: skip
        self.lane, self.inverse, self.ways, self.entries = lane, inverse, ways, entries
        self.moves, self.wanted, self.red = moves, wanted, red
        self.now = zeros(len(lane), "i64")

    @kernel
    def successors(self) -> i64:
        """The next states: lane by lane, car by car, back (up, left) before forth, near first."""
        packed = i64(self.state[0])
        middle: f64 = packed + 0.5
        occupied: u64 = 0
        higher = 0
        for i in range(len(self.lane) - 1, -1, -1):
            quotient = i64(middle * self.inverse[i])
            self.now[i] = self.lane[i, FIRST] + quotient - higher * self.lane[i, SIZE]
            occupied |= self.ways[self.now[i], TAKEN]
            higher = quotient
        count = 0
        for i in range(len(self.lane)):
            move = i64(self.ways[self.now[i], BEGIN])
            end = i64(self.ways[self.now[i], END])
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
    def is_goal(self) -> bool:
        """Whether A is where it is to go."""
        middle: f64 = i64(self.state[0]) + 0.5
        digit = i64(middle * self.inverse[self.red])
        if self.red + 1 < len(self.lane):
            higher = i64(middle * self.inverse[self.red + 1])
            digit -= higher * self.lane[self.red, SIZE]
        return self.wanted[digit] != 0

    @kernel
    def heuristic(self) -> i64:
        """A has to move, and so has every car between it and its goal: at most one a lane.

        That A is where it is to go counts nothing, whatever stands there.
        """
        middle: f64 = i64(self.state[0]) + 0.5
        way: u64 = 0
        count = 0
        higher = 0
        for i in range(len(self.lane) - 1, -1, -1):
            quotient = i64(middle * self.inverse[i])
            self.now[i] = self.lane[i, FIRST] + quotient - higher * self.lane[i, SIZE]
            way |= self.way[self.now[i]]
            count += self.least[self.now[i]]
            higher = quotient
        for i in range(len(self.lane)):
            if self.way[self.now[i]] == 0 and self.ways[self.now[i], TAKEN] & way != 0:
                count += 1
        return count
