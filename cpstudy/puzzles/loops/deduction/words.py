"""The steps of puzzles of one loop in words: edges, and what forces them.

A relation (knowledge.py) gives three reasons why edges follow from it: for edges on the loop, and
for edges off the loop, if others of the relation are on the loop and if none is.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from cpstudy.core.explaining import Cell
from cpstudy.core.wording import are, joined, place, sentence
from cpstudy.puzzles.loops.rules import Group, Loops

# The most places at which a sentence names edges; of more it names the first and counts the others.
_NAMED = 3

# The names of the edges at a cell, in the order of the lattice: around a face, and from a vertex.
_SIDES = ("top", "left", "right", "bottom")
_WAYS = ("right", "up", "left", "down")

Why = tuple[str, str, str]


def step(puzzle: Loops, on: Sequence[int], off: Sequence[int], first: int, why: str) -> str:
    """A finding in words: edges on and off the loop, and why. first: a cell that names them."""
    says = _faces if puzzle.on_faces else _vertices
    parts = [says(puzzle, edges, here, first) for edges, here in ((on, True), (off, False))]
    return sentence("; ".join(filter(None, parts)), why)


def _faces(puzzle: Loops, edges: Sequence[int], here: bool, first: int) -> str:
    named = []
    for cell, taken in _grouped(edges, puzzle.adjacent_cells, first):
        sides = [
            name
            for name, edge in zip(_SIDES, puzzle.lattice.around[cell], strict=True)
            if edge in taken
        ]
        of = f"of {place(divmod(cell, puzzle.columns))}"
        if len(sides) == len(edges) == len(_SIDES) and not here:
            return f"no side {of} is on the loop"
        named.append(f"the {joined(sides)} sides {of}" if len(sides) > 1 else puzzle.edge(*taken))
    verb = f"{are(len(edges))} on the loop" if here else f"{are(len(edges))} not on the loop"
    return f"{_cut(named)} {verb}" if edges else ""


def _vertices(puzzle: Loops, edges: Sequence[int], here: bool, first: int) -> str:
    ends, columns = puzzle.lattice.ends, puzzle.columns
    named = []
    for cell, taken in _grouped(edges, ends.__getitem__, first):
        at = place(divmod(cell, columns))
        if len(taken) == 1:
            named.append(f"from {at} to {place(divmod(sum(ends[taken[0]]) - cell, columns))}")
        else:
            around = puzzle.lattice.sides(*divmod(cell, columns))
            ways = [name for name, edge in zip(_WAYS, around, strict=True) if edge in taken]
            named.append(f"{joined(ways, 'and' if here else 'or')} from {at}")
    verb = "goes" if here else "does not go"
    return f"the loop {verb} {_cut(named, 'and' if here else 'or')}" if edges else ""


def _grouped(
    edges: Sequence[int], adjacent_cells: Callable[[int], Iterable[int]], first: int
) -> Iterator[tuple[int, list[int]]]:
    """Group edges by cells that have several of them, ``first`` before others; each edge once."""
    left = list(edges)
    while left:
        at = Counter(cell for edge in left for cell in adjacent_cells(edge))
        cell = max(at, key=lambda cell: (cell == first, at[cell], -cell))
        taken = [edge for edge in left if cell in adjacent_cells(edge)]
        yield cell, taken
        left = [edge for edge in left if edge not in taken]


def _cut(named: list[str], last: str = "and") -> str:
    if len(named) > _NAMED:
        named = [*named[: _NAMED - 1], f"{len(named) - _NAMED + 1} other places"]
    return joined(named, last)


def of_clue(puzzle: Loops, group: Group) -> Why:
    """The reasons why edges follow from a clue."""
    clue, number = puzzle.clue(group.clue), puzzle.clues[group.clue]
    if group.words:
        return (group.words,) * 3
    lines = "line" if number == 1 else f"{number} lines"
    return (
        f"{clue} needs all its remaining sides",
        f"{clue} already has its {lines}",
        f"{clue} has no line around it",
    )


def vertex(puzzle: Loops, at: Cell) -> str:
    """The name of a vertex: a cell of Masyu, a corner of a cell of Slitherlink."""
    if not puzzle.on_faces:
        return place(at)
    row, column = min(at[0], puzzle.rows - 1), min(at[1], puzzle.columns - 1)
    down, right = ("top", "bottom")[at[0] - row], ("left", "right")[at[1] - column]
    return f"the {down} {right} corner of {place((row, column))}"


def of_vertex(name: str) -> Why:
    """The reasons why edges follow from how a loop passes a vertex."""
    return (
        f"the line that reaches {name} can only continue there",
        f"the loop already passes {name} and must not branch or cross itself",
        f"a line that reached {name} could not continue",
    )


def around(puzzle: Loops, clue: int) -> Why:
    """The reasons why edges follow from a clue and the lines around it."""
    return (f"all remaining ways to draw the loop at {puzzle.clue(clue)} agree on this",) * 3


TOO_EARLY = "a loop would close and leave out other lines or clues"
WHOLE = "the loop is closed and satisfies every clue"
MEETING = "the inside of the loop would meet its outside"


def of_sides(differ: bool) -> str:
    """The reason why an edge follows from the sides of the loop on which two cells lie."""
    if differ:
        return "one side of it is inside the loop and the other outside, as the known edges show"
    return "both sides of it are inside the loop or both outside, as the known edges show"
