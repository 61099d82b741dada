"""Golden rows: recorded results of the suite on a thousand puzzles a kind, to detect changes.

A *row* has the results of all deterministic methods of a kind on one puzzle: verdicts, counts,
effort in whole units, grades; never seconds. ``rows/KIND.jsonl.gz`` has the names of the columns in
its first line and a puzzle in each other line: its text form, then the values. The slow methods and
the plain engines run only on every tenth puzzle; the other lines end before those columns.

The rows record what the code did on one day, not what is correct: other tests compare with oracles
and published numbers. If a search is changed on purpose, name its columns in ``NOT_COMPARED`` while
the change is under way, and record the rows again when it is done::

    python -m tests.golden.rows [KIND …]         # the same puzzles
    python -m tests.golden.rows --draw [KIND …]  # other puzzles; needs the instances of the tests

Rows are computed through the Python interface only. Budgets are in units and in states, so a row
is the same on every machine. Cost: under two minutes for all rows of all kinds.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import random
import sys
from collections.abc import Callable, Iterable
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from cpstudy import Budget, api, puzzles
from tests.golden import logic
from tests.golden.methods import Method, generated, graded

FOLDER = Path(__file__).parent / "rows"

PUZZLES = 1000
TENTH = 10

# Columns that may differ during a change, e.g. "rush_hour dfs.depth".
NOT_COMPARED: frozenset[str] = frozenset()

# The limits of one search of edge matching, and of one exploration.
PLACEMENTS = Budget(iterations=2000)
STATES = Budget(states=2000)

# The limit of one count of Pipes, and the nodes that search needs at most on the boards that are
# drawn. Search itself has no budget: far above this number it hands over to CP-SAT, whose effort we
# cannot fix.
EXPANDED = Budget(iterations=50_000)
NODES = Budget(iterations=20_000)


class Golden(NamedTuple):
    """One line of a file: the text form, and the values by column."""

    text: str
    row: dict[str, Any]


# -- methods -------------------------------------------------------------------------------------


def searching(name: str, limit: int) -> Method:
    """Return the method of a search of Pipes; its solutions are hashed in their order."""

    def values(board: Any) -> tuple[Any, ...]:
        result = api.solve(board, "search", limit=limit)
        shown = "\n".join(map(board.encode_solution, result.solutions))
        digest = hashlib.sha256(shown.encode()).hexdigest()[:8]
        return str(result.verdict), str(result.stop), result.counters["nodes"], digest

    return Method(name, ("verdict", "stop", "nodes", "solutions"), values)


def deduced(board: Any) -> tuple[Any, ...]:
    result = api.solve(board, "deduce")
    return str(result.verdict), str(result.stop), result.counters["steps"]


def counted(board: Any) -> tuple[Any, ...]:
    result = api.solve(board, "frontier", budget=EXPANDED)
    return str(result.verdict), str(result.stop), result.counters["states"], result.count


def placing(name: str, tenth: bool = False) -> Method:
    """Return the method of a search of edge matching."""

    def values(board: Any) -> tuple[Any, ...]:
        result = api.solve(board, name, budget=PLACEMENTS, seed=0)
        placements = result.counters["placements"]
        return str(result.verdict), str(result.solvable), str(result.stop), placements

    return Method(name, ("verdict", "solvable", "stop", "placements"), values, tenth)


def exploring(strategy: str, name: str = "", tenth: bool = False, **options: Any) -> Method:
    """Return the method of a search of moves.

    The plain engine's depth is left out: if blocks are interchangeable, depth-first search may take
    another way than the compiled engine.
    """
    fields = ("verdict", "length", "cost", "states", "transitions", "counters")
    deep = options.get("engine") != "python"

    def values(board: Any) -> tuple[Any, ...]:
        result = api.explore(board, strategy, budget=STATES, **options)
        length = None if result.path is None else len(result.path)
        return (
            str(result.verdict), length, result.cost, result.states, result.transitions,
            dict(result.counters), *((result.depth,) if deep else ()),
        )  # fmt: skip

    return Method(name or strategy, (*fields, *(("depth",) if deep else ())), values, tenth)


WHOLE = exploring("bfs", "bfs-whole", whole=True)
PLAIN = tuple(
    exploring(name, f"{name}-plain", tenth=True, engine="python") for name in ("bfs", "dfs")
)
CROSSING = (*map(exploring, ("bfs", "dfs", "astar", "bidirectional")), WHOLE)
ROLLING = (*map(exploring, ("bfs", "dfs", "astar")), WHOLE, *PLAIN)

METHODS: dict[str, tuple[Method, ...]] = {
    "pipes": (
        searching("search", 2),
        searching("search-of-30", 30),
        Method("deduce", ("verdict", "stop", "steps"), deduced),
        Method("frontier", ("verdict", "stop", "states", "count"), counted),
        graded("pipes"),
    ),
    "hexpipes": (
        searching("search", 2),
        searching("search-of-30", 30),
        Method("deduce", ("verdict", "stop", "steps"), deduced),
        Method("frontier", ("verdict", "stop", "states", "count"), counted),
        graded("hexpipes"),
    ),
    "edge_matching": (
        *map(placing, ("dfs", "highest-connectivity", "lowest-connectivity")),
        *map(placing, ("snopf", "snopf-filtered", "hybrid")),
        *(placing(name, tenth=True) for name in ("pla", "matching")),
    ),
    "sokoban": (
        *CROSSING,
        *map(exploring, ("areas", "push-optimal", "move-optimal")),
        *PLAIN,
    ),
    "bloxorz": ROLLING,
    "rush_hour": (*ROLLING[:4], exploring("bfs", "bfs-steps", moves="steps"), *PLAIN),
    "sliding_tiles": (exploring("ida"), exploring("astar"), WHOLE),
    "river_crossing": CROSSING,
    "bridge_torch": CROSSING,
    "missionaries": CROSSING,
    **logic.METHODS,
}


# -- rows ----------------------------------------------------------------------------------------


def columns(kind: str, *, tenth: bool) -> list[str]:
    """Return the names ``method.field``; those of every tenth puzzle come last."""
    methods = sorted(METHODS[kind], key=lambda method: method.tenth)
    return [f"{m.name}.{field}" for m in methods if tenth >= m.tenth for field in m.fields]


def row(kind: str, text: str, *, tenth: bool) -> dict[str, Any]:
    """Return the values by column, converted to JSON and back."""
    board = api.puzzle(kind, text)
    found = {}
    for method in METHODS[kind]:
        if tenth >= method.tenth:
            values = zip(method.fields, method.values(board), strict=True)
            found.update({f"{method.name}.{field}": value for field, value in values})
    ordered = {name: found[name] for name in columns(kind, tenth=tenth)}
    return json.loads(json.dumps(ordered, default=int))


def differences(kind: str, golden: Golden) -> list[str]:
    """Return the differences between the recorded row and the results of today."""
    tenth = len(golden.row) == len(columns(kind, tenth=True))
    return told(kind, golden, row(kind, golden.text, tenth=tenth))


def told(kind: str, golden: Golden, found: dict[str, Any]) -> list[str]:
    """Return a line for each difference: kind, text form, column, both values."""
    lines = []
    for name in dict.fromkeys((*golden.row, *found)):
        ours, theirs = (each.get(name, "no such column") for each in (found, golden.row))
        if ours != theirs and f"{kind} {name}" not in NOT_COMPARED:
            lines.append(f"{kind} {golden.text!r} {name}: expected {theirs!r}, found {ours!r}")
    return lines


def read(kind: str) -> list[Golden]:
    """Return all lines of a kind's file."""
    with gzip.open(FOLDER / f"{kind}.jsonl.gz", "rt", encoding="utf-8") as file:
        names, *lines = map(json.loads, file)
    return [Golden(text, dict(zip(names, values, strict=False))) for text, *values in lines]


def write(kind: str, texts: Iterable[str]) -> None:
    """Record the rows of ``texts``; the same rows give the same bytes."""
    lines: list[list[Any]] = [columns(kind, tenth=True)]
    for index, text in enumerate(texts):
        lines.append([text, *row(kind, text, tenth=index % TENTH == 0).values()])
    shown = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{kind}.jsonl.gz").write_bytes(gzip.compress(shown.encode(), mtime=0))


# -- puzzles -------------------------------------------------------------------------------------


def drawn(kind: str) -> list[str]:
    """Return a thousand different text forms of a kind, the same every time."""
    rng = random.Random(f"golden rows of {kind}")
    texts: dict[str, None] = {}
    for index in count():
        if len(texts) == PUZZLES:
            break
        text = DRAWS[kind](rng, index)
        if text:
            texts[text] = None
    shuffled = list(texts)
    rng.shuffle(shuffled)  # so that the tenth puzzles have all varieties
    return shuffled


def draw_pipes(rng: random.Random, index: int) -> str:
    """Return a small board of any variety, a line, maze, free graph, or one with walls.

    One in a hundred is large. Returns "" if search takes too long.
    """
    from tests.puzzles.pipes.instances import (
        random_board,
        random_free,
        random_tree,
        shuffled,
        with_barriers,
    )

    turn, variety = divmod(index, 10)
    size = rng.randint(3, 12), rng.randint(3, 12)
    wrap = rng.random() < 0.35
    maze = list(puzzles.kind("pipes").generators)[turn % 5]
    if variety < 2:
        text = random_board(rng, 4 + 4 * variety).encode()
    elif variety < 5:
        text = generated("pipes", maze, size, rng, wrap=wrap)
    elif variety == 5:
        text = generated("pipes", "random-joints", size, rng, wrap=wrap)
    elif variety == 6:  # lines, down to one tile, and narrow boards
        sides = [(1, 2, 3)[turn % 3], rng.randint(1, 12)]
        rng.shuffle(sides)
        if rng.random() < 0.4:
            head = f"{sides[0]}x{sides[1]}{rng.choice(('', 'w'))}{rng.choice(('', 'g'))}:"
            text = head + "".join(rng.choices("0123456789abcdef", k=sides[0] * sides[1]))
        elif rng.random() < 0.5:
            text = shuffled(rng, random_tree(rng, *sides, wrap, rng.choice((0.6, 1.0)))).encode()
        else:
            text = shuffled(rng, random_free(rng, *sides, wrap)).encode()
    elif variety == 7:  # crosses, empty tiles, walls
        solved = random_tree(rng, *size, wrap, rng.choice((0.5, 0.8, 1.0)))
        text = shuffled(rng, with_barriers(rng, solved, rng.choice((0.1, 0.4)))).encode()
    elif variety == 8:  # boards on which search takes longest
        side = rng.randint(30, 34) if turn % 10 == 0 else rng.randint(8, 16)
        text = generated("pipes", "depth-first", side, rng, wrap=turn % 20 != 0)
        if rng.random() < 0.3:
            text = _exchanged(text, rng)
    else:
        hard = (None, "parity", "lookahead")[turn % 3]
        small = rng.randint(5, 8)
        text = generated("pipes", maze, small, rng, unique=True, grade=hard, wrap=hard is not None)
    stop = api.solve(api.puzzle("pipes", text), "search", budget=NODES, limit=30).stop
    return "" if str(stop) == "iterations" else text


def _exchanged(text: str, rng: random.Random) -> str:
    """Return a board without walls with two tiles exchanged."""
    head, _, body = text.partition(":")
    tiles = list(body)
    one, other = rng.sample(range(len(tiles)), 2)
    tiles[one], tiles[other] = tiles[other], tiles[one]
    return f"{head}:{''.join(tiles)}"


def draw_hexpipes(rng: random.Random, index: int) -> str:
    """Return a small board of any variety, a line or a tree, some with shuffled tiles.

    One in ten is large. Returns "" if search takes too long.
    """
    from cpstudy.puzzles.hexpipes.puzzle import HexPipes
    from tests.puzzles.tilings.instances import random_board, random_tree, turned_at_random

    variety = index % 5
    if variety < 2:
        text = random_board(rng, HexPipes, 9 + 16 * variety).encode()
    else:
        largest = 25 if index % 10 == 9 else 10
        rows, columns = rng.randint(1 if variety == 2 else 3, largest), rng.randint(3, largest)
        empty = HexPipes(rows, columns, bytes(rows * columns), rng.random() < 0.3)
        holes = {cell for cell in range(1, rows * columns) if rng.random() < rng.choice((0, 0.15))}
        board = turned_at_random(rng, random_tree(rng, empty, holes, rng.random()))
        if variety == 3:
            text = board.with_tiles(bytes(rng.sample(board.tiles, len(board.tiles)))).encode()
        else:
            text = board.encode()
    stop = api.solve(api.puzzle("hexpipes", text), "search", budget=NODES, limit=30).stop
    return "" if str(stop) == "iterations" else text


def draw_edge_matching(rng: random.Random, index: int) -> str:
    """Return a generated puzzle, or an unframed one with few colours.

    A third of the generated puzzles have a piece recoloured, another third have fewer colours.
    """
    rows, columns = 2 + index % 5, 2 + index // 5 % 5
    variety = rng.randrange(4)
    if variety == 0:
        rows, columns = rng.randint(1, 4), rng.randint(1, 4)
        colours = rng.randint(1, 3 + rows * columns // 3)
        pieces = [rng.choices(range(colours), k=4) for _ in range(rows * columns)]
        head = f"{rows}x{columns}u"
    else:
        name = rng.choice(("one-set", "two-set"))
        text = generated("edge_matching", name, (rows, columns), rng)
        head, _, body = text.partition(":")
        pieces = [[int(colour) for colour in piece.split(",")] for piece in body.split(";")]
        if variety == 1:
            highest = max(max(piece) for piece in pieces)
            piece = rng.choice(pieces)
            piece[:] = [colour and rng.randint(1, highest) for colour in piece]
        elif variety == 2:  # fewer colours, more solutions
            fewest = rng.randint(1, 4)
            pieces = [[colour and (colour - 1) % fewest + 1 for colour in p] for p in pieces]
    return f"{head}:" + ";".join(",".join(map(str, piece)) for piece in pieces)


def draw_sokoban(rng: random.Random, index: int) -> str:
    from tests.puzzles.sokoban.instances import random_level

    smallest = 3 if index % 10 else 1
    return random_level(rng, 4 + index % 4, 1 + index % 4, smallest).encode()


def draw_bloxorz(rng: random.Random, index: int) -> str:
    from tests.puzzles.bloxorz.oracle import random_level

    return random_level(rng, 4 + index % 5).encode()


def draw_rush_hour(rng: random.Random, index: int) -> str:
    """Return a puzzle of Rush Hour or Klotski in turn; some of Rush Hour have many cars."""
    from tests.puzzles.rush_hour.oracle import random_puzzle

    if index % 10 == 0:
        size = rng.randint(4, 6), rng.randint(4, 6)
        return generated("rush_hour", "random", size, rng)
    both_ways = index % 2 == 1
    return random_puzzle(rng, 4 if both_ways else 6, both_ways).encode()


def draw_sliding_tiles(rng: random.Random, index: int) -> str:
    """Return a board of up to six cells, half of them unsolvable, or one of nine near the goal."""
    rows, columns = ((2, 2), (2, 3), (3, 2))[index % 3] if index % 10 else (3, 3)
    tiles = list(range(rows * columns))
    if rows * columns < 9:
        rng.shuffle(tiles)
    else:
        board = api.puzzle("sliding_tiles", "3x3:1,2,3,4,5,6,7,8,0")
        walked = board.tiles
        for _ in range(rng.randint(4, 30)):
            walked = board.slid(walked, rng.choice(board.neighbours[walked.index(0)]))
        tiles = list(walked)
    return f"{columns}x{rows}{'f' if index % 7 == 0 else ''}:{','.join(map(str, tiles))}"


def draw_river_crossing(rng: random.Random, index: int) -> str:
    items = "abcdefg"[: rng.choice((2, 3, 4, 4, 5, 5, 6, 6, 7, 7))]
    pairs = [f"{one}-{other}" for one in items for other in items if one < other]
    share = rng.random() * 0.6
    conflicts = ",".join(pair for pair in pairs if rng.random() < share)
    places = rng.choice(("", "", ":2", ":3"))
    return f"{','.join(items)}:{conflicts}{places}"


def draw_bridge_torch(rng: random.Random, index: int) -> str:
    times = [rng.randint(1, rng.choice((3, 12))) for _ in range(rng.randint(1, 6))]
    limit = f":{rng.randint(max(times), 2 * sum(times))}" if rng.random() < 0.8 else ""
    return ",".join(map(str, times)) + limit


def draw_missionaries(rng: random.Random, index: int) -> str:
    missionaries = rng.randint(0, 12)
    cannibals = rng.randint(missionaries == 0, missionaries or 12)
    if rng.random() < 0.4:
        cannibals = missionaries or cannibals
    return f"{missionaries},{cannibals}:{rng.randint(1, 8 if index % 2 else 20)}"


DRAWS: dict[str, Callable[[random.Random, int], str]] = {
    "pipes": draw_pipes,
    "hexpipes": draw_hexpipes,
    "edge_matching": draw_edge_matching,
    "sokoban": draw_sokoban,
    "bloxorz": draw_bloxorz,
    "rush_hour": draw_rush_hour,
    "sliding_tiles": draw_sliding_tiles,
    "river_crossing": draw_river_crossing,
    "bridge_torch": draw_bridge_torch,
    "missionaries": draw_missionaries,
    **logic.DRAWS,
}


def main(arguments: list[str]) -> None:
    """Record the rows of the named kinds, or of all kinds."""
    anew = "--draw" in arguments
    kinds = [argument for argument in arguments if argument != "--draw"] or list(METHODS)
    for kind in kinds:
        write(kind, drawn(kind) if anew else [golden.text for golden in read(kind)])


if __name__ == "__main__":
    main(sys.argv[1:])
