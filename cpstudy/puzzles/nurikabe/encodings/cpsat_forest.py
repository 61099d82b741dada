"""CP-SAT: the owner of each cell, and a forest by parents and levels for islands and sea.

Each cell has a Boolean (sea) and one for each island that can have it; exactly one of these is
true. Cells of different islands do not touch, islands have their sizes, there is no pool. A
spanning tree of the board and a root (forest.py, Miller1960) makes islands and sea connected. Trees
and levels are not a function of the sea, so solutions are searched one by one.

Size for n cells: n + (cells in reach of each island) + 4n Booleans, n levels. Source: our own.
Limits: large sparse islands take minutes; the levels propagate little before most cells are known.
"""

from ortools.sat.python import cp_model

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.result import Result
from cpstudy.core.solving import Request
from cpstudy.encode.cpsat import CpsatModel, CpsatSession, with_options
from cpstudy.encode.cpsat_trees import parents_and_levels
from cpstudy.encode.sessions import bytes_of_models
from cpstudy.puzzles.nurikabe.encodings.forest import Forest
from cpstudy.puzzles.nurikabe.puzzle import ANY_SIZE, Nurikabe


def build(
    puzzle: Nurikabe, clock: Clock = UNLIMITED
) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """The model, and its Booleans "cell is sea". Raises OutOfTimeError if the clock runs out."""
    model = CpsatModel()
    forest = Forest(puzzle)
    sea = [model.new_bool_var("") for _ in puzzle.clues]
    _islands(model, forest, sea, clock)
    for square in puzzle.squares:
        model.add_bool_or(~sea[cell] for cell in square)
    _connect(model, forest, sea, clock)
    return model, sea


def _islands(
    model: cp_model.CpModel, forest: Forest, sea: list[cp_model.IntVar], clock: Clock
) -> None:
    """Every cell is sea or on one island; islands have their sizes and do not touch."""
    puzzle = forest.puzzle
    has: list[dict[int, cp_model.IntVar]] = []
    for cell, owners in enumerate(forest.owners):
        clock.check()
        has.append({island: model.new_bool_var("") for island in owners})
        model.add_exactly_one(sea[cell], *has[cell].values())
    for island, cell in enumerate(puzzle.clue_cells):
        clock.check()
        model.add(has[cell][island] == 1)
        if puzzle.clues[cell] != ANY_SIZE:
            members = [owned[island] for owned in has if island in owned]
            model.add(cp_model.LinearExpr.sum(members) == puzzle.clues[cell])
    for pair in forest.pairs:
        clock.check()
        for here, beyond in (pair, pair[::-1]):
            for island, owned in has[here].items():
                same = [has[beyond][island]] if island in has[beyond] else []
                model.add_bool_or(~owned, sea[beyond], *same)


def _connect(
    model: cp_model.CpModel, forest: Forest, sea: list[cp_model.IntVar], clock: Clock
) -> None:
    """Edges of one colour span the board and its root."""
    root = len(sea)
    edges = forest.edges
    is_open = [model.new_bool_var("") for _ in edges]
    places = []
    for (a, b), opened in zip(edges, is_open, strict=True):
        clock.check()
        if a != root:
            model.add_bool_or(~opened, ~sea[a], sea[b])
            model.add_bool_or(~opened, sea[a], ~sea[b])
        elif forest.puzzle.clues[b]:
            model.add_bool_and([opened])
        else:
            model.add_implication(opened, sea[b])
            places.append(opened)
    model.add_at_most_one(places)
    parents_and_levels(model, range(root + 1), root, edges, is_open, clock)


def solve(puzzle: Nurikabe, request: Request, **options: bool) -> Result:
    """Up to ``limit`` solutions (None: all).

    options: see encode/solver_rows.py. Counters: conflicts (the iterations), branches, searches.
    Phases: build, search.
    """

    def opening(clock: Clock) -> CpsatSession:
        model, sea = build(puzzle, clock)
        return CpsatSession(model, sea, request.rng, with_options(options), one_by_one=True)

    return bytes_of_models(request, opening, ("conflicts", "branches", "searches"))
