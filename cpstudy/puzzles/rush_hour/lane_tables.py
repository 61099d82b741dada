"""The tables of a board's lanes, computed by kernels from its cars: some microseconds for 6×6.

A *lane* is a row or a column with cars in it. Its cars stay in it and keep their order, so a lane
has a few configurations (at most 6 on a 6×6 board), which are listed in lexicographic order. The
tables contain the cells of each configuration and all moves that the lane alone allows.

Cost: for each move, the resulting configuration is found by bisection. Limit: boards with more than
2^20 configurations of a lane have no tables.
"""

from cpstudy.core.kernel_types import Const, Const2, View, View2, f64, i64, u8, u64
from cpstudy.core.native import entry, kernel, view, workspace, zeros
from cpstudy.puzzles.rush_hour.cars import COLUMN, LENGTH, LETTER, ROW, UPRIGHT, cars_in
from cpstudy.puzzles.rush_hour.puzzle import RushHour

# Columns of the tables of lanes, of cars, of configurations and of moves.
SIZE, FIRST, MOVES, WORD, LINE, LAST, WEIGHT, STANDS, FROM, TO = range(10)
ORIGIN, STRIDE, LOW, HIGH, LONG, LANE = range(6)
TAKEN, BEGIN, END = range(3)
ENTERED, BLOCKED = range(2)
CHANGE, LABEL = range(2)

LARGEST_BOUND = 1 << 48  # digits are found with floating-point numbers, exactly up to 2^50

_MOST = 1 << 20
_WALL, _RED = 120, 65  # "x", "A"


@workspace
class LaneTables:
    """The lanes of a board, rows before columns; cars in the order of search.

    lane: int64[lanes, 10], by lane: the number of configurations, the first of them, the first
    move, the word of its digit, its row or column, whether the digit is the highest of the word,
    its weight there, whether it is a column, its first car and one past its last. inverse:
    float64[lanes], 1 / weight. cars: int64[cars, 6], by car: the first cell of its lane, the
    difference between adjacent cells of it, its first and last offset between the walls, its
    length, its lane. offsets: int64[c, most cars of a lane], the cars' offsets by configuration.
    configurations: uint64[c, 3], of each: its cells as bits, its first move and one past its last.
    entries: uint64[m, 2], by move: the cell that the car enters last, and how many moves to skip if
    it is taken, since farther moves of this car are blocked too. moves: int64[m, 2], the change of
    the word, and the label: the car times twice the board's longer side, plus its displacement
    plus the longer side.

    alone: whether cells are numbers in their lane, and bits of it, instead of bits of the board's.
    words: of a state, 0 if there are too many configurations; bound: the product of their numbers
    if it is one word. red, red_lane: the number of car A and of its lane. start: [cars], the first
    cells of the cars. now: [cars], scratch for offsets. total: the number of moves.
    """

    lane: View2[i64]
    inverse: View[f64]
    cars: View2[i64]
    offsets: View2[i64]
    configurations: View2[u64]
    entries: View2[u64]
    moves: View2[i64]
    start: View[i64]
    now: View[i64]
    alone: bool
    words: i64
    bound: i64
    longest: i64
    farthest: i64
    red: i64
    red_lane: i64
    total: i64

    def __init__(self, puzzle: RushHour, farthest: int, *, alone: bool) -> None:
        found, cars = cars_in(puzzle.columns, puzzle.cells)
        self.alone, self.farthest = alone, farthest
        self.longest = max(puzzle.rows, puzzle.columns)
        self.cars, self.start = zeros((cars, 6), "i64"), zeros(cars, "i64")
        self.now = zeros(cars, "i64")
        lanes = lanes_among(found, cars)
        self.lane, self.inverse = zeros((lanes, 10), "i64"), zeros(lanes, "f64")
        read_lanes(self, found, view(puzzle.cells.encode()), puzzle.columns)
        configurations, most = count_configurations(self), most_cars(self)
        if self.words:
            self.offsets = zeros((configurations, most), "i64")
            self.configurations = zeros((configurations, 3), "u64")
            self.entries = zeros((self.total, 2), "u64")
            self.moves = zeros((self.total, 2), "i64")
            list_moves(self)


# -- lanes -----------------------------------------------------------------------------------------


@kernel
def _same_lane(found: Const2[i64], one: i64, other: i64) -> bool:
    """Whether two cars are in one lane."""
    if found[one, UPRIGHT] != found[other, UPRIGHT]:
        return False
    if found[one, UPRIGHT] != 0:
        return found[one, COLUMN] == found[other, COLUMN]
    return found[one, ROW] == found[other, ROW]


@entry
def lanes_among(found: Const2[i64], cars: i64) -> i64:
    """The number of lanes that contain the cars of a table."""
    lanes = 0
    for car in range(cars):
        if car == 0 or not _same_lane(found, car - 1, car):
            lanes += 1
    return lanes


@entry
def read_lanes(t: LaneTables, found: Const2[i64], cells: Const[u8], columns: i64) -> None:
    """Fill in the cars and the position of each lane. found: see :func:`.cars.cars_in`."""
    lane = -1
    for car in range(len(t.cars)):
        upright, row, column = found[car, UPRIGHT], found[car, ROW], found[car, COLUMN]
        if car == 0 or not _same_lane(found, car - 1, car):
            lane += 1
            t.lane[lane, STANDS] = upright
            t.lane[lane, LINE] = column if upright else row
            t.lane[lane, FROM] = car
        t.lane[lane, TO] = car + 1
        t.cars[car, ORIGIN] = column if upright else row * columns
        t.cars[car, STRIDE] = columns if upright else 1
        t.cars[car, LONG] = found[car, LENGTH]
        t.cars[car, LANE] = lane
        t.start[car] = row * columns + column
        size = len(cells) // columns if upright else columns
        _find_walls(t, car, cells, size)
        if found[car, LETTER] == _RED:
            t.red = car
            t.red_lane = lane


@kernel
def _find_walls(t: LaneTables, car: i64, cells: Const[u8], size: i64) -> None:
    """Find the first and the last offset that a car can have in a lane of ``size`` cells."""
    origin, stride, length = t.cars[car, ORIGIN], t.cars[car, STRIDE], t.cars[car, LONG]
    low = (t.start[car] - origin) // stride
    high = low
    while low > 0 and cells[origin + (low - 1) * stride] != _WALL:
        low -= 1
    while high + length < size and cells[origin + (high + length) * stride] != _WALL:
        high += 1
    t.cars[car, LOW] = low
    t.cars[car, HIGH] = high


@entry
def most_cars(t: LaneTables) -> i64:
    """The largest number of cars of a lane."""
    most = 0
    for lane in range(len(t.lane)):
        most = max(most, t.lane[lane, TO] - t.lane[lane, FROM])
    return most


# -- configurations --------------------------------------------------------------------------------


@kernel
def _settle(t: LaneTables, car: i64, end: i64) -> bool:
    """Move the cars behind ``car`` as near to it as possible; False if a car does not fit."""
    if t.now[car] > t.cars[car, HIGH]:
        return False
    for other in range(car + 1, end):
        t.now[other] = max(t.cars[other, LOW], t.now[other - 1] + t.cars[other - 1, LONG])
        if t.now[other] > t.cars[other, HIGH]:
            return False
    return True


@kernel
def _begin(t: LaneTables, lane: i64) -> None:
    """Set ``now`` to the first configuration of a lane."""
    first = t.lane[lane, FROM]
    t.now[first] = t.cars[first, LOW]
    _settle(t, first, t.lane[lane, TO])


@kernel
def _advance(t: LaneTables, lane: i64) -> bool:
    """Set ``now`` to the next configuration of a lane; False after the last one."""
    end = t.lane[lane, TO]
    car = end - 1
    while car >= t.lane[lane, FROM]:
        t.now[car] += 1
        if _settle(t, car, end):
            return True
        car -= 1
    return False


@kernel
def _steps_back(t: LaneTables, car: i64) -> i64:
    """How far back a car can go in the configuration ``now`` of its lane."""
    least = t.cars[car, LOW]
    if car > t.lane[t.cars[car, LANE], FROM]:
        least = max(least, t.now[car - 1] + t.cars[car - 1, LONG])
    return min(t.now[car] - least, t.farthest)


@kernel
def _steps_forward(t: LaneTables, car: i64) -> i64:
    """How far forward a car can go in the configuration ``now`` of its lane."""
    most = t.cars[car, HIGH]
    if car + 1 < t.lane[t.cars[car, LANE], TO]:
        most = min(most, t.now[car + 1] - t.cars[car, LONG])
    return min(most - t.now[car], t.farthest)


@entry
def count_configurations(t: LaneTables) -> i64:
    """Count moves, and configurations (returned); give each lane a word and a weight."""
    first, weight, word = 0, 1, 0
    t.total = t.words = 0
    for lane in range(len(t.lane)):
        t.lane[lane, FIRST] = first
        t.lane[lane, MOVES] = t.total
        size, more = 0, 1
        _begin(t, lane)
        while more:
            size += 1
            for car in range(t.lane[lane, FROM], t.lane[lane, TO]):
                t.total += _steps_back(t, car) + _steps_forward(t, car)
            if size > _MOST:
                return 0
            more = 1 if _advance(t, lane) else 0
        if weight > LARGEST_BOUND // size:
            t.lane[lane - 1, LAST] = 1
            weight = 1
            word += 1
        t.lane[lane, SIZE] = size
        t.lane[lane, WORD] = word
        t.lane[lane, WEIGHT] = weight
        t.inverse[lane] = 1.0 / weight
        weight *= size
        first += size
    t.lane[len(t.lane) - 1, LAST] = 1
    t.words = word + 1
    t.bound = weight
    return first


# -- moves -----------------------------------------------------------------------------------------


@entry
def list_moves(t: LaneTables) -> None:
    """List the configurations with their cells and moves."""
    for lane in range(len(t.lane)):
        first, end = t.lane[lane, FROM], t.lane[lane, TO]
        _begin(t, lane)
        for configuration in range(t.lane[lane, FIRST], t.lane[lane, FIRST] + t.lane[lane, SIZE]):
            for car in range(first, end):
                t.offsets[configuration, car - first] = t.now[car]
            _advance(t, lane)
        move = t.lane[lane, MOVES]
        for configuration in range(t.lane[lane, FIRST], t.lane[lane, FIRST] + t.lane[lane, SIZE]):
            t.configurations[configuration, BEGIN] = u64(move)
            for car in range(first, end):
                t.now[car] = t.offsets[configuration, car - first]
                for place in range(t.now[car], t.now[car] + t.cars[car, LONG]):
                    t.configurations[configuration, TAKEN] |= _bit(t, car, place)
            for car in range(first, end):
                move = _list_car_moves(t, configuration, car, -1, _steps_back(t, car), move)
                move = _list_car_moves(t, configuration, car, 1, _steps_forward(t, car), move)
            t.configurations[configuration, END] = u64(move)


@kernel
def _bit(t: LaneTables, car: i64, offset: i64) -> u64:
    """The bit of a cell of a car's lane."""
    if t.alone:
        return u64(1) << offset
    return u64(1) << (t.cars[car, ORIGIN] + offset * t.cars[car, STRIDE])


@kernel
def _list_car_moves(
    t: LaneTables, configuration: i64, car: i64, step: i64, most: i64, move: i64
) -> i64:
    """List the moves of a car in one direction; return the number of the next move."""
    lane, here = t.cars[car, LANE], t.now[car]
    label = 2 * t.longest * car + t.longest
    for distance in range(1, most + 1):
        t.now[car] = here + step * distance
        front = t.now[car] if step < 0 else t.now[car] + t.cars[car, LONG] - 1
        t.entries[move, ENTERED] = u64(front) if t.alone else _bit(t, car, front)
        t.entries[move, BLOCKED] = u64(most + 1 - distance)
        t.moves[move, CHANGE] = (_find(t, lane) - configuration) * t.lane[lane, WEIGHT]
        t.moves[move, LABEL] = label + step * distance
        move += 1
    t.now[car] = here
    return move


@kernel
def _find(t: LaneTables, lane: i64) -> i64:
    """The number of the configuration ``now`` of a lane."""
    low = t.lane[lane, FIRST]
    high = low + t.lane[lane, SIZE] - 1
    while low < high:
        middle = (low + high) // 2
        if _is_behind(t, lane, middle):
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def _is_behind(t: LaneTables, lane: i64, configuration: i64) -> bool:
    """Whether the configuration ``now`` of a lane comes after ``configuration``."""
    first = t.lane[lane, FROM]
    for car in range(first, t.lane[lane, TO]):
        if t.now[car] != t.offsets[configuration, car - first]:
            return t.now[car] > t.offsets[configuration, car - first]
    return False


# -- states ----------------------------------------------------------------------------------------


@entry
def pack(t: LaneTables, cells: Const[i64], words: View[u64]) -> None:
    """Write the words of the state with these first cells of the cars."""
    for car in range(len(t.cars)):
        t.now[car] = (cells[car] - t.cars[car, ORIGIN]) // t.cars[car, STRIDE]
    for word in range(t.words):
        words[word] = 0
    for lane in range(len(t.lane)):
        digit = _find(t, lane) - t.lane[lane, FIRST]
        words[t.lane[lane, WORD]] += u64(digit * t.lane[lane, WEIGHT])


@entry
def unpack(t: LaneTables, words: Const[u64], cells: View[i64]) -> None:
    """Write the first cells of the cars of a state."""
    for lane in range(len(t.lane)):
        digit = i64(words[t.lane[lane, WORD]]) // t.lane[lane, WEIGHT] % t.lane[lane, SIZE]
        first = t.lane[lane, FROM]
        for car in range(first, t.lane[lane, TO]):
            offset = t.offsets[t.lane[lane, FIRST] + digit, car - first]
            cells[car] = t.cars[car, ORIGIN] + offset * t.cars[car, STRIDE]


# -- the car that is to get out --------------------------------------------------------------------


@entry
def find_goals(t: LaneTables, goal: i64, wanted: View[u8]) -> None:
    """Mark the configurations of A's lane in which A is at the offset ``goal``."""
    lane = t.red_lane
    place = t.red - t.lane[lane, FROM]
    for digit in range(t.lane[lane, SIZE]):
        wanted[digit] = 1 if t.offsets[t.lane[lane, FIRST] + digit, place] == goal else 0


@entry
def find_paths(t: LaneTables, goal: i64, steps: bool, path: View[u64], least: View[i64]) -> None:
    """Fill ``path`` and ``least`` of :class:`.lanes.LaneModel`. goal: offset; steps: of moves."""
    lane = t.red_lane
    first = t.lane[lane, FROM]
    for digit in range(t.lane[lane, SIZE]):
        row = t.lane[lane, FIRST] + digit
        here = t.offsets[row, t.red - first]
        if here == goal:
            continue
        begin, end = min(here, goal), max(here, goal) + t.cars[t.red, LONG]
        for place in range(begin, end):
            path[digit] |= _bit(t, t.red, place)
        least[digit] = abs(goal - here) if steps else 1
        for car in range(first, t.lane[lane, TO]):
            offset = t.offsets[row, car - first]
            if car != t.red and begin < offset + t.cars[car, LONG] and offset < end:
                least[digit] += 1
