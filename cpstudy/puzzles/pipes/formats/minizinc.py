"""MiniZinc: the CP-SAT model of cpsat_orientations.py for any solver that reads the language.

One Boolean an edge, for each tile the set of its orientations as numbers of open sides, and for
trees the flow from a root (Gavish1978). Written with names and comments, since a student may want
to change it: it is the same model, constraint by constraint, as the tutorial's.

An answer is what ``minizinc FILE`` prints: ``open = [1, 0, …]``, a number an edge, in the order of
:meth:`Pipes.edges`. Where it prints several (``-a``, or ``-n 2`` to ask whether there is a second),
the first is read.

Size, for n tiles and e edges: n + 2e variables, n + e + n constraints before a solver takes them
apart. Limits: solvers without a notion of flow search where CP-SAT propagates.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np

from cpstudy.core.errors import InputError
from cpstudy.core.text import NoBoardError
from cpstudy.puzzles.pipes.puzzle import ORIENTATIONS, Pipes
from cpstudy.puzzles.tilings.edges import edge_table

_RULES = """\
array[1..edges] of var bool: open;
array[1..tiles] of var 0..15: lies;

% A tile lies in one of its orientations, whose open sides are its open edges.
constraint forall (t in 1..tiles) (
    lies[t] in orientations[t]
    /\\ lies[t] = sum (s in 1..4 where side[t, s] > 0) (pow(2, s - 1) * bool2int(open[side[t, s]]))
);
"""

_TREE = """
% Trees: no pipe leads from a tile to itself, and the root sends one unit to every other tile. With
% one edge less than there are tiles, connected means without a circle.
constraint forall (e in 1..edges where ends[e, 1] = ends[e, 2]) (not open[e]);
array[1..edges] of var 1 - vertices..vertices - 1: flow;
constraint forall (e in 1..edges) (not open[e] -> flow[e] = 0);
constraint forall (t in 1..tiles where occupied[t]) (
    sum (e in 1..edges where ends[e, 2] = t) (flow[e])
    - sum (e in 1..edges where ends[e, 1] = t) (flow[e])
    = if t = root then 1 - vertices else 1 endif
);
"""

_ASKED = """
solve satisfy;
output ["open = ", show([bool2int(open[e]) | e in 1..edges]), "\\n"];
"""


def write(puzzle: Pipes) -> str:
    """The model: satisfiable exactly where the puzzle has a solution."""
    edges = edge_table(puzzle)
    occupied = [bool(tile) for tile in puzzle.tiles]
    pieces = [
        f"% {puzzle.encode()}",
        f"int: tiles = {len(puzzle.tiles)};",
        f"int: edges = {len(edges.ends)};",
        "% The tiles on both sides of an edge, from 1.",
        f"array[1..edges, 1..2] of int: ends = {_matrix((edges.ends + 1).tolist(), 2)};",
        "% The edge at each side of a tile: right, up, left, down; 0 at a wall.",
        f"array[1..tiles, 1..4] of int: side = {_matrix((edges.sides + 1).tolist(), 4)};",
        "% Open sides as numbers: right 1, up 2, left 4, down 8.",
        "array[1..tiles] of set of int: orientations = "
        f"[{', '.join(_set(ORIENTATIONS[tile]) for tile in puzzle.tiles)}];",
        _RULES,
    ]
    if not puzzle.free and any(occupied):
        fault = puzzle.tree_impossible()
        pieces += [
            f"int: vertices = {sum(occupied)};",
            f"int: root = {puzzle.root + 1};",
            f"array[1..tiles] of bool: occupied = [{', '.join(str(o).lower() for o in occupied)}];",
            f"constraint false; % {fault}" if fault else _TREE.strip(),
        ]
    return "\n".join((*pieces, _ASKED.lstrip()))


def _set(numbers: Iterable[int]) -> str:
    return f"{{{', '.join(map(str, numbers))}}}"


def _matrix(rows: list[list[int]], columns: int) -> str:
    numbers = ", ".join(str(number) for row in rows for number in row)
    return f"array2d(1..{len(rows)}, 1..{columns}, [{numbers}])"


def read_answer(puzzle: Pipes, text: str) -> bytes:
    """The placement in what ``minizinc`` printed. Raises InputError where there is none in it."""
    if "=====UNSATISFIABLE=====" in text:
        raise NoBoardError("answer: the model is unsatisfiable, there is no board in it")
    found = re.search(r"^open = \[([01, ]*)\]", text, re.MULTILINE)
    if found is None:
        raise InputError("answer: no line 'open = [...]'")
    values = [number == "1" for number in re.findall(r"[01]", found[1])]
    edges = edge_table(puzzle)
    if len(values) != len(edges.ends):
        raise InputError(f"answer: {len(values)} edges, expected {len(edges.ends)}")
    return edges.placement(np.array(values, np.bool_))
