"""The cells that ``side_by_side`` times: all engines, on streams of different puzzles.

This program runs in two checkouts at once: ``python -P cells.py GROUP``, with the checkout on the
path. It calls the public functions that both checkouts have; :func:`named` finds objects that have
moved.

A cell is a name and a function that does its work. The work is done once as warm-up. Then the
program prints the name, and for each line that it reads a line with CPU seconds, until it reads
``next``, so that the caller lets the two checkouts take turns.
"""

import itertools
import math
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import Any

import numpy as np

from cpstudy import api
from cpstudy.core.result import Budget, Solvable, Stop, Verdict
from cpstudy.puzzles import kind
from cpstudy.study.grid import Grid, Outcome, Study
from cpstudy.study.run import origin, run
from cpstudy.study.store import Store

# A cell: its name, and its work.
Cells = Iterator[tuple[str, Callable[[], object]]]

MAZES = ("binary-tree", "depth-first", "kruskal", "prim", "wilson")
METHODS = (
    "dfs", "highest-connectivity", "lowest-connectivity", "snopf", "snopf-filtered", "hybrid",
    "pla", "matching",
)  # fmt: skip
# Rows of Pipes that build a model, with sizes at which they take at most a few tenths of a second.
MODELS = {
    "cpsat": (10, 20),
    "cpsat:clauses": (10, 20),
    "cpsat:levels": (6,),
    "cpsat:lazy": (10, 20),
    "cpsat:contour": (10, 20),
    "sat:lazy": (10, 20),
    "sat:binary": (10, 20),
    "sat:levels": (6,),
    "sat:planar": (10, 20),
    "sat:contour": (6, 10),
    "smt": (6,),
    "smt:lazy": (6,),
    "smt:levels": (6,),
    "sat:hegeman": (6,),
    "sat:hegeman-printed": (6,),
}
# Placements for each puzzle, if fewer than 100,000.
LIMITS = {"pla": 5_000, "matching": 1_250}

# The seconds of a sample.
SECONDS = 0.03


def named(*places):
    """The first of these ``"module:name"`` that this checkout has; new places come first."""
    for place in places:
        module, _, name = place.partition(":")
        try:
            return attrgetter(name)(import_module(module))
        except (ImportError, AttributeError):
            continue
    raise ImportError(f"none of {', '.join(places)}")


def pipes(algorithm, size, count, seed=3):
    return [puzzle for puzzle, _ in api.generate("pipes", algorithm, size, count, seed=seed)]


def edge_matching(size, inner, outer, count):
    """Two-set puzzles: int64[count, cells, 4]."""
    batch = named(
        "cpstudy.puzzles.edge_matching.generating.colours:batch",
        "cpstudy.puzzles.edge_matching.generate:batch",
    )
    return batch(size, size, inner, outer, count, 1)[0]


def each(function, items):
    """A function that runs another on every item."""
    return lambda: [function(item) for item in items]


def searching() -> Cells:
    decide_boards = named(
        "cpstudy.puzzles.pipes.search.batch:decide_boards",
        "cpstudy.puzzles.pipes.batch:decide_boards",
    )
    for size, count in ((5, 500), (10, 200), (20, 100), (50, 20), (100, 5)):
        puzzles = itertools.chain(*(pipes(maze, size, count // 5) for maze in MAZES))
        tiles = np.array([np.frombuffer(puzzle.tiles, np.uint8) for puzzle in puzzles])
        yield f"search, batch {size}", partial(decide_boards, tiles, size, size, jobs=1)
    for size in (5, 10, 20):
        puzzles = pipes("wilson", size, 30)
        yield f"search, solve {size}", each(partial(api.solve, solver="search"), puzzles)
        yield f"deduce {size}", each(partial(api.solve, solver="deduce"), puzzles[:10])


def counting() -> Cells:
    counts = named(
        "cpstudy.puzzles.pipes.counting.frontier:counts",
        "cpstudy.puzzles.pipes.counting.batch:counts",
        "cpstudy.puzzles.pipes.frontier:counts",
    )
    safe_states = named(
        "cpstudy.puzzles.pipes.counting.frontier:safe_states",
        "cpstudy.puzzles.pipes.frontier:safe_states",
    )
    widest = Budget(states=10_000)
    for size, maze, count in (
        (5, "prim", 100),
        (10, "wilson", 60),
        (20, "binary-tree", 30),
        (20, "kruskal", 30),
        (20, "prim", 30),
        (50, "wilson", 5),
    ):
        puzzles = pipes(maze, size, count, seed=7)
        tiles = np.array([np.frombuffer(puzzle.tiles, np.uint8) for puzzle in puzzles])
        yield f"count, batch {size} {maze}", partial(counts, tiles, size, size)
        if size <= 20:
            solve = partial(api.solve, solver="frontier")
            yield f"count, solve {size} {maze}", each(solve, puzzles)
            yield f"safe states {size} {maze}", each(partial(safe_states, budget=widest), puzzles)


def generating() -> Cells:
    for maze in MAZES:
        for size, count in ((10, 100), (30, 10)):
            draw = partial(api.generate, "pipes", maze, size, count, seed=5)
            yield f"generate {size} {maze}", lambda draw=draw: list(draw())
            if maze != "binary-tree":
                yield f"generate unique {size} {maze}", lambda draw=draw: list(draw(unique=True))
    for inner, outer in ((3, 2), (5, 3)):
        yield f"generate 6 edges {inner}+{outer}", partial(edge_matching, 6, inner, outer, 50)


def edges() -> Cells:
    first_solutions = named(
        "cpstudy.puzzles.edge_matching.search.batches:first_solutions",
        "cpstudy.puzzles.edge_matching.search:first_solutions",
    )
    puzzle_of = named(
        "cpstudy.puzzles.edge_matching.generating.colours:puzzle_of",
        "cpstudy.puzzles.edge_matching.generate:puzzle_of",
    )
    for name in METHODS:
        limit = LIMITS.get(name, 100_000)
        for size, inner, count in ((4, 3, 20), (5, 5, 20), (6, 5, 2), (7, 7, 2)):
            stream = edge_matching(size, inner, 3, count)
            first = partial(first_solutions, name, rows=size, columns=size, limit=limit)
            yield f"edges {size} {name}", each(first, [one[None] for one in stream])
            if size == 4:
                puzzles = [puzzle_of(one, size, size) for one in stream]
                solve = partial(api.solve, solver=name, limit=1)
                yield f"edges, solve {size} {name}", each(solve, puzzles)


def moving() -> Cells:
    breadth_first = named(
        "cpstudy.state_spaces.packed.breadth_first:compiled_breadth_first",
        "cpstudy.explore.compiled_breadth_first:compiled_breadth_first",
    )
    depth_first = named(
        "cpstudy.state_spaces.packed.depth_first:compiled_depth_first",
        "cpstudy.explore.compiled_depth_first:compiled_depth_first",
    )
    room = named("tests.state_spaces.room:Room", "tests.explore.room:Room")
    for form in ("bitmap", "table", "wide"):
        for name, search in (("breadth first", breadth_first), ("depth first", depth_first)):
            space = room(20, 20, form=form).compiled()
            yield f"explore {form} {name}", partial(search, space, Budget(), whole=True)
    bloxorz = named("cpstudy.puzzles.bloxorz.generate:open_board")
    for size in (10, 50, 100):
        yield f"bloxorz {size}", partial(api.explore, bloxorz(size, size), "bfs")
    yield "bloxorz 10 astar", partial(api.explore, bloxorz(10, 10), "astar")
    sokoban = named("cpstudy.puzzles.sokoban.generate:room")
    for strategy, size in (("bfs", 20), ("dfs", 20), ("areas", 50), ("push-optimal", 50),
                           ("move-optimal", 50)):  # fmt: skip
        yield f"sokoban {size} {strategy}", partial(api.explore, sokoban(size, size), strategy)
    cars = named("cpstudy.puzzles.rush_hour.generate:random_board")
    stream = [cars(6, 6, 4 + index % 10, 1, index) for index in range(30)]
    yield "rush hour, whole", each(partial(api.explore, strategy="bfs", whole=True), stream)
    for name, text in (("klotski", "4x5:BAACBAACDFFEDGHEIooJ"),
                       ("rush hour, largest", "DDoFooIIoFLoAAooLCoJBKKCGJBEEoGHHooo")):  # fmt: skip
        puzzle = api.puzzle("rush_hour", text)
        yield f"{name}, first", partial(api.explore, puzzle, "bfs")
        for moves in ("slides", "steps"):
            yield f"{name}, {moves}", partial(api.explore, puzzle, "bfs", whole=True, moves=moves)
    for name, text in (
        ("rush_hour", "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"),
        ("river_crossing", "fox,goose,beans:fox-goose,goose-beans"),
        ("bridge_torch", "1,2,5,8,12:60"),
    ):
        for strategy in ("bfs", "astar"):
            explore = partial(api.explore, strategy=strategy)
            yield f"{name}, small {strategy}", each(explore, [api.puzzle(name, text)] * 10)


def explaining() -> Cells:
    ambiguity = named(
        "cpstudy.puzzles.pipes.explaining.ambiguity:ambiguity",
        "cpstudy.puzzles.pipes.ambiguity:ambiguity",
    )
    explain = named(
        "cpstudy.puzzles.pipes.explaining.explainer:EXPLAINER.explain",
        "cpstudy.puzzles.pipes.explaining.explain:explain",
        "cpstudy.puzzles.pipes.explain:explain",
    )
    repair = named(
        "cpstudy.puzzles.pipes.generating.repair:repair", "cpstudy.puzzles.pipes.repair:repair"
    )
    prove = named(
        "cpstudy.puzzles.tilings.proofs.writing:prove",
        "cpstudy.puzzles.pipes.proofs.writing:prove",
        "cpstudy.puzzles.pipes.proofs:prove",
    )
    why_rejected = named(
        "cpstudy.puzzles.pipes.record:KIND.proofs.check",
        "cpstudy.puzzles.pipes.proofs.checking:why_rejected",
        "cpstudy.puzzles.pipes.check:why_rejected",
    )
    for size, maze, count in ((10, "wilson", 10), (20, "kruskal", 10), (10, "depth-first", 10)):
        puzzles = pipes(maze, size, count)
        yield f"ambiguity {size} {maze}", each(ambiguity, puzzles)
        yield f"explain {size} {maze}", each(explain, puzzles)
    yield "repair 10 wilson", each(repair, pipes("wilson", 10, 5))
    unique = [puzzle for puzzle, _ in api.generate("pipes", "wilson", 8, 4, seed=3, unique=True)]
    witnesses = [(puzzle, api.solve(puzzle, "search").solutions[0]) for puzzle in unique]
    yield "prove 8", each(lambda one: prove(*one), witnesses)
    yield "check a proof 8", each(why_rejected, [prove(*one) for one in witnesses])


def modelling() -> Cells:
    """Models of CP-SAT, SAT and SMT, from the puzzle to the checked answer."""
    puzzles = {size: [pipes(maze, size, 1)[0] for maze in MAZES] for size in (6, 10, 20)}
    for name, sizes in MODELS.items():
        for size in sizes:
            yield f"model {size} {name}", each(partial(api.solve, solver=name), puzzles[size])
    puzzle_of = named(
        "cpstudy.puzzles.edge_matching.generating.colours:puzzle_of",
        "cpstudy.puzzles.edge_matching.generate:puzzle_of",
    )
    stream = [puzzle_of(one, 5, 5) for one in edge_matching(5, 5, 3, 3)]
    for name in ("cpsat", "sat"):
        yield f"model 5 edges {name}", each(partial(api.solve, solver=name, limit=1), stream)


def studying() -> Cells:
    """Hardness sweeps and result files, as studies: rows are written to and read from SQLite."""
    sweep = named("cpstudy.jobs.hardness.sweep:sweep", "cpstudy.jobs.hardness:sweep")
    measure = named("cpstudy.jobs.hardness.sweep:measure", "cpstudy.jobs.hardness:measure")
    solvers = kind("edge_matching").solvers
    with tempfile.TemporaryDirectory() as folder:
        files = (Path(folder) / f"{number}.sqlite" for number in itertools.count())

        def swept(study, function):
            with Store(next(files)) as store:
                run(study, store, function, jobs=1)

        for name, limit in (("dfs", 20_000), ("lowest-connectivity", 20_000), ("snopf", 5_000)):
            study = sweep(
                5, solvers[name], inner=range(1, 9), outer=range(1, 7), puzzles=10, limit=limit
            )
            yield f"sweep 5 {name}", partial(swept, study, measure)
        rows = Study(
            kind="toy", cells=Grid({"x": range(50)}), seeds=range(100), solver="none",
            solver_version=1, counter="steps", generator_version=1,
        )  # fmt: skip
        yield "study of 5000 rows", partial(swept, rows, _nothing)
        yield "store 5000 rows", partial(_stored, rows, files)
        filled = next(files)
        _stored(rows, iter([filled]))
        yield "read 5000 rows", partial(_read, filled)


def _nothing(task):
    """The outcomes of a task that does no work."""
    outcome = Outcome(1, Stop.DONE, Solvable.YES, Verdict.UNIQUE, 0.001, {"steps": 1})
    return [outcome for _ in task.seeds]


def _stored(study, files):
    entry = named("cpstudy.study.rows:entry", "cpstudy.study.store:entry")
    outcome = Outcome(1, Stop.DONE, Solvable.YES, Verdict.UNIQUE, 0.001, {"steps": 1})
    with Store(next(files)) as store:
        for cell in study:
            number = store.register(cell)
            store.add([entry(number, seed, outcome) for seed in study.seeds], origin())


def _read(path):
    with Store(path, read_only=True) as store:
        return sum(1 for _ in store.rows())


def reading() -> Cells:
    """Decode boards from their text forms, encode them, and check solutions by the rules."""
    puzzles = {
        "pipes": pipes("wilson", 20, 100),
        "edge_matching": [
            puzzle for puzzle, _ in api.generate("edge_matching", "two-set", 6, 100, seed=1)
        ],
        "rush_hour": [api.puzzle("rush_hour", "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM")] * 100,
        "sokoban": [named("cpstudy.puzzles.sokoban.generate:room")(12, 12)] * 50,
        "bloxorz": [named("cpstudy.puzzles.bloxorz.generate:open_board")(12, 12)] * 50,
    }
    for name, stream in puzzles.items():
        texts = [puzzle.encode() for puzzle in stream]
        yield f"read {name}", each(type(stream[0]).decode, texts)
        yield f"write {name}", lambda stream=stream: [puzzle.encode() for puzzle in stream]
    for name, size in (("pipes", 20), ("edge_matching", 6)):
        drawn = list(
            api.generate(name, "wilson" if name == "pipes" else "two-set", size, 30, seed=1)
        )
        board: Any = type(drawn[0][0])
        violation = getattr(board, "violation", None) or board.why_not
        yield (
            f"rules {name}",
            lambda drawn=drawn, violation=violation: [violation(*pair) for pair in drawn],
        )


GROUPS = {
    group.__name__: group
    for group in (
        searching, counting, generating, edges, moving, explaining, modelling, studying, reading,
    )
}  # fmt: skip


def sample(work: Callable[[], object]) -> float:
    """CPU seconds of the fastest run in a sample, which has at least one run."""
    begun = time.process_time()
    fastest = math.inf
    while (start := time.process_time()) < begun + SECONDS:
        work()
        fastest = min(fastest, time.process_time() - start)
    return fastest


def main() -> None:
    for cell, work in GROUPS[sys.argv[1]]():
        work()
        print(cell, flush=True)
        while sys.stdin.readline() != "next\n":
            print(sample(work), flush=True)


if __name__ == "__main__":
    main()
