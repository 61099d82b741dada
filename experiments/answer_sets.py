"""Pipes and edge matching as answer set programs: the clingo solvers of experiment 22.

``experiments.answer_sets:ACYCLIC`` states a tree by parents whose graph clingo's propagator keeps
acyclic (``#edge``), ``:REACHING`` by reachability from the root, which unfounded sets enforce.
``:COLOURS`` states edge matching by placements and colours of edges; identical pieces are one type,
and symmetric rotations of the board are excluded as in our encodings (symmetry.py). Facts number
the options of each cell; an answer contains the chosen numbers.

Size: four facts for each rotation and edge of Pipes, up to 4n² placements for n pieces of edge
matching. Limits: boards do not wrap; grounding, some milliseconds, does not check the clock.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from typing import Any

from cpstudy.core.errors import NotApplicable
from cpstudy.core.result import Result
from cpstudy.core.solving import Request, Solver
from cpstudy.external.searching import collected
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching, Placement
from cpstudy.puzzles.edge_matching.symmetry import Classes, anchor, turns_on
from cpstudy.puzzles.pipes.puzzle import ORIENTATIONS, Pipes
from cpstudy.puzzles.tilings.edges import edge_table

# Seconds between two checks of the clock.
_PATIENCE = 0.02

_LYING = """
1 { lies(I) : option(I, C) } 1 :- option(_, C).
#show lies/1.
"""
_OPEN = """
{ open(E) } :- ends(E, _, _).
:- lies(I), opens(I, E), not open(E).
:- lies(I), closes(I, E), open(E).
link(U, V, E) :- ends(E, U, V).
link(V, U, E) :- ends(E, U, V).
"""
_ACYCLIC = """
1 { parent(V, U, E) : link(V, U, E) } 1 :- option(_, V), not root(V).
open(E) :- parent(_, _, E).
:- open(E), ends(E, U, V), not parent(U, V, E), not parent(V, U, E).
:- parent(V, _, _), root(V).
#edge (V, U) : parent(V, U, E).
"""
_REACHING = """
reached(V) :- root(V).
reached(V) :- reached(U), link(U, V, E), open(E).
:- option(_, V), not reached(V).
"""
_COLOURS = """
N { lies(I) : of_kind(I, K) } N :- copies(K, N).
1 { colour(E, X) : shows(_, E, X) } 1 :- shows(_, E, _).
:- lies(I), shows(I, E, X), not colour(E, X).
"""


def _tree(puzzle: Pipes, request: Request, *, rules: str) -> Result:
    """Solve a board of Pipes. Raises NotApplicable if it wraps, or if it need not be a tree."""
    if puzzle.wrap or puzzle.free or not all(puzzle.tiles):
        raise NotApplicable("trees on boards without empty tiles that do not wrap")
    if puzzle.tree_impossible():
        return Result(exhausted=True, counters={"conflicts": 0})
    board = edge_table(puzzle)
    facts = [f"root({puzzle.root})."]
    facts += [f"ends({edge},{a},{b})." for edge, (a, b) in enumerate(board.ends.tolist())]
    turns: list[int] = []
    for cell, (tile, edges) in enumerate(zip(puzzle.tiles, board.sides.tolist(), strict=True)):
        for turn in ORIENTATIONS[tile]:
            if any(edge < 0 and turn >> side & 1 for side, edge in enumerate(edges)):
                continue
            facts.append(f"option({len(turns)},{cell}).")
            for side, edge in enumerate(edges):
                if edge >= 0:
                    opens = "opens" if turn >> side & 1 else "closes"
                    facts.append(f"{opens}({len(turns)},{edge}).")
            turns.append(turn)
    program = _LYING + _OPEN + rules + "\n".join(facts)
    return _solved(program, request, lambda lying: bytes(turns[one] for one in lying))


def _matched(puzzle: EdgeMatching, request: Request) -> Result:
    """Solve a puzzle of edge matching, with one solution for each class of boards."""
    kept, classes = anchor(puzzle), Classes(puzzle)
    kinds = Counter(map(puzzle.look, puzzle.pieces))
    numbers = {(cell, side): n for n, (cell, side, _) in enumerate(puzzle.edges())}
    numbers |= {(o, side ^ 2): numbers[cell, side] for cell, side, o in puzzle.edges()}
    facts = [f"copies({kind},{copies})." for kind, copies in enumerate(kinds.values())]
    options = []
    for cell in range(len(puzzle.pieces)):
        for kind, piece in enumerate(kinds):
            for lying in turns_on(puzzle, cell, piece, kept):
                one = len(options)
                facts.append(f"option({one},{cell}). of_kind({one},{kind}).")
                facts += [
                    f"shows({one},{numbers[cell, side]},{colour})."
                    for side, colour in enumerate(lying)
                    if (cell, side) in numbers
                ]
                options.append(lying)

    def read(lying: list[int]) -> Placement | None:
        before = len(classes.solutions)
        classes.add(solution := puzzle.placement(tuple(options[one] for one in lying)))
        return solution if len(classes.solutions) > before else None

    return _solved(_LYING + _COLOURS + "\n".join(facts), request, read)


def _solved(program: str, request: Request, read: Callable[[list[int]], Hashable | None]) -> Result:
    """Solve a program. read: turns the chosen options, in the order of cells, into a solution."""
    import clingo

    control = clingo.Control(["0", "--project", f"--seed={request.seed % 2**31}"])
    control.add("base", [], program)
    control.ground([("base", [])])
    found = collected(_answers(control, read), request, "waits")
    conflicts = int(control.statistics["solving"]["solvers"]["conflicts"])
    return replace(found, counters={"conflicts": conflicts})


def _answers(
    control: Any, read: Callable[[list[int]], Hashable | None]
) -> Iterator[Hashable | None]:
    with control.solve(yield_=True, async_=True) as handle:
        while True:
            handle.resume()
            while not handle.wait(_PATIENCE):
                yield None
            model = handle.model()
            if model is None:
                return
            yield read(sorted(one.arguments[0].number for one in model.symbols(shown=True)))


def _row(name: str, summary: str, function: Any, **arguments: str) -> Solver:
    return Solver(
        name,
        summary,
        function,
        counter="conflicts",
        unit="one conflict of clingo's search",
        requires="clingo",
        packages=("clingo",),
        arguments=arguments,
    )


ACYCLIC = _row("clingo, acyclic", "parents whose graph is acyclic", _tree, rules=_ACYCLIC)
REACHING = _row("clingo, reaching", "all is reached from the root", _tree, rules=_REACHING)
COLOURS = _row("clingo", "placements and colours of edges", _matched)
