"""Random puzzles of moves of each kind, and random walks on them: the page against Python."""

from itertools import combinations

from cpstudy import api
from cpstudy.puzzles import kind
from cpstudy.puzzles.rush_hour.generate import random_board

CROSSINGS = ("river_crossing", "bridge_torch", "missionaries")
KINDS = ("sokoban", "rush_hour", "sliding_tiles", "bloxorz", *CROSSINGS)


def sokoban(rng):
    rows, columns = int(rng.integers(1, 7)), int(rng.integers(3, 8))
    cells = ["#" if rng.random() < 0.15 else "-" for _ in range(rows * columns)]
    places = list(map(int, rng.permutation(rows * columns)))
    cells[places.pop()] = "@"
    for _ in range(min(int(rng.integers(1, 4)), len(places) // 2)):
        cells[places.pop()] = "$"
        cells[places.pop()] = "."
    lines = ["".join(cells[i : i + columns]) for i in range(0, len(cells), columns)]
    return f"{columns}x{rows}:{'|'.join(lines)}"


def rush_hour(rng):
    """Return a board of cars, some moving both ways, with a few walls; or one of larger blocks."""
    if rng.random() < 0.4:
        return ("4x5:BAACBAACDEEFDGHFIooJ", "4x4:AABCAABCDEFoGHoo", "5x2@0,3:AABoo.CCDo")[
            int(rng.integers(3))
        ]
    rows, columns = int(rng.integers(3, 7)), int(rng.integers(3, 8))
    board = random_board(rows, columns, rows * columns // 6 + 1, int(rng.integers(1 << 30)))
    cells = "".join("x" if c == "o" and rng.random() < 0.05 else c for c in board.cells)
    return f"{columns}x{rows}{'k' if rng.random() < 0.4 else ''}:{cells}"


def bloxorz(rng):
    rows, columns = int(rng.integers(2, 6)), int(rng.integers(4, 8))
    codes = ["p", "p", "p", "x", "w", "W1", "S1", "W2", "x1", "p2", "t1"]
    odds = [0.3, 0.2, 0.18, 0.06, 0.04, 0.04, 0.04, 0.04, 0.04, 0.04, 0.02]
    tiles = [codes[i] for i in rng.choice(len(codes), rows * columns, p=odds)]
    places = list(map(int, rng.permutation(rows * columns)))
    for code in ("s", "e", "l1", "l2", "W1", "S1", "W2", "x1", "p2", "t1")[: len(places)]:
        tiles[places.pop()] = code
    lines = [" ".join(tiles[i : i + columns]) for i in range(0, len(tiles), columns)]
    actions = ("opens", "closes", "toggles")
    switches = [f"{name} {actions[int(rng.integers(3))]} x1, p2" for name in ("W1", "S1", "W2")]
    switches.append(f"W1 {actions[int(rng.integers(3))]} p2")
    if "t1" in tiles:
        switches.append("t1 teleports l2, l1")
    names = set(tiles)
    kept = [line for line in switches if set(line.replace(",", "").split()) - names <= _WORDS]
    return "/".join([*lines, "----", *kept])


_WORDS = {"opens", "closes", "toggles", "teleports"}


def river_crossing(rng):
    items = ("fox", "goose", "beans", "dog", "hay")[: int(rng.integers(1, 6))]
    pairs = [f"{a}-{b}" for a, b in combinations(items, 2) if rng.random() < 0.4]
    return f"{','.join(items)}:{','.join(pairs)}:{int(rng.integers(1, 4))}"


def bridge_torch(rng):
    times = [str(time) for time in rng.integers(1, 9, int(rng.integers(1, 6)))]
    return ",".join(times) + (f":{int(rng.integers(40))}" if rng.random() < 0.6 else "")


def missionaries(rng):
    number = int(rng.integers(1, 7))
    return f"{number},{int(rng.integers(number // 2, number + 1))}:{int(rng.integers(1, 6))}"


def sliding_tiles(rng):
    rows, columns = ((2, 2), (2, 3), (3, 2), (3, 3))[int(rng.integers(4))]
    tiles = ",".join(map(str, rng.permutation(rows * columns)))
    return f"{columns}x{rows}{'f' if rng.random() < 0.4 else ''}:{tiles}"


DRAWN = {name: globals()[name] for name in KINDS}


def puzzles(name, rng, count):
    """Yield the kind's bundled puzzles, then ``count`` random ones."""
    for bundled in kind(name).page.bundled:
        yield from (api.puzzle(name, text) for text in bundled.texts)
        yield from (puzzle for puzzle, _ in (bundled.made or tuple)())
    for _ in range(count):
        yield api.puzzle(name, DRAWN[name](rng))


def walk(puzzle, rng, steps):
    """Yield positions of random walks: (the page's text, its successors, whether it is a goal)."""
    space = api.state_space(puzzle)
    written = kind(puzzle.kind).page.state
    state = next(iter(space.initial()))
    for _ in range(steps):
        following = list(space.successors(state))
        result = [[move, written(puzzle, after), cost] for move, after, cost in following]
        yield written(puzzle, state), result, space.is_goal(state)
        if not following:
            state = next(iter(space.initial()))
            continue
        state = following[int(rng.integers(len(following)))][1]
