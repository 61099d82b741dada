"""Two small models: examples of how to write one, and test cases for the searches."""

from cpstudy.core.kernel_types import Const, i64, u64
from cpstudy.core.native import kernel, table, workspace
from cpstudy.state_spaces.packed.space import Space

_HALF = 40


@workspace
class Room(Space):
    """An empty room with one box; the player steps up, down, left, right (labels 0 … 3).

    A state is the player's cell times the number of cells plus the box's cell; cells are numbered
    row by row. With ``apart`` it is two words, one cell each, in the upper bits. goal: a cell.
    """

    rows: i64
    width: i64
    goal: i64
    apart: bool

    def __init__(self, rows: int, width: int, goal: int, apart: bool = False) -> None:
        self.rows, self.width, self.goal, self.apart = rows, width, goal, apart

    @kernel
    def successors(self) -> i64:
        """Steps, and pushes if the cell behind the box is in the room."""
        rows, width = self.rows, self.width
        cells = rows * width
        if self.apart:
            player = i64(self.state[0] >> _HALF)
            box = i64(self.state[1] >> _HALF)
        else:
            player = i64(self.state[0]) // cells
            box = i64(self.state[0]) - player * cells
        row = player // width
        column = player - row * width
        count = 0
        for side in range(4):
            down = (side == 1) - (side == 0)
            right = (side == 3) - (side == 2)
            r, c = row + down, column + right
            if r < 0 or r >= rows or c < 0 or c >= width:
                continue
            step = down * width + right
            after = box
            if player + step == box:
                r, c = r + down, c + right
                if r < 0 or r >= rows or c < 0 or c >= width:
                    continue
                after = box + step
            if self.apart:
                self.following[count, 0] = u64(player + step) << _HALF
                self.following[count, 1] = u64(after) << _HALF
            else:
                self.following[count, 0] = (player + step) * cells + after
            self.labels[count] = side
            self.costs[count] = 1
            count += 1
        return count

    @kernel
    def is_goal(self) -> bool:
        """Whether the box is on its goal."""
        if self.apart:
            return i64(self.state[1] >> _HALF) == self.goal
        return i64(self.state[0]) % (self.rows * self.width) == self.goal


@workspace
class Graph(Space):
    """States are numbers; a transition's label is its index among the transitions of its state.

    offsets: [states + 1], where the transitions of each state begin; targets, prices: by
    transition; wanted: by state, 1 for a goal.
    """

    offsets: Const[i64]
    targets: Const[i64]
    prices: Const[i64]
    wanted: Const[i64]

    def __init__(
        self, offsets: list[int], targets: list[int], prices: list[int], wanted: list[int]
    ) -> None:
        self.offsets, self.targets = table(offsets, "i64"), table(targets, "i64")
        self.prices, self.wanted = table(prices, "i64"), table(wanted, "i64")

    @kernel
    def successors(self) -> i64:
        """The transitions of a state, in order."""
        first = self.offsets[self.state[0]]
        count = self.offsets[self.state[0] + 1] - first
        for i in range(count):
            self.following[i, 0] = self.targets[first + i]
            self.labels[i] = i
            self.costs[i] = self.prices[first + i]
        return count

    @kernel
    def is_goal(self) -> bool:
        """Whether the state is wanted."""
        return self.wanted[self.state[0]] != 0
