"""Deduction on a tiling: the knowledge about a board, the rules, and a solver that uses only them.

Knowledge consists of edges, the remaining orientations of each tile, and components.
Components are labels as in the search (search/state.py), each with its *stubs*: open sides still to
be joined. A rule is a generator of findings; each is learnt before the rule continues. There are
two kinds of finding: an edge is open or closed, or a tile has fewer orientations than before. Rules
visit only what changed since their last visit: cells with a newly known edge or fewer orientations,
cells of a component that has grown.

- *local*: a tile cannot have an orientation that contradicts a known edge; an edge is open if all
  remaining orientations of a tile open it, and closed if none does.
- *loop*: an edge between two tiles that are already joined is closed.
- *dead end*: turning keeps the number of open sides, so a component of tiles has a fixed number of
  sides still to be joined. If a tile has all of them, it cannot lie so that each of them leads to a
  component with one only: the component would end there, and other tiles would be cut off.
- *lookahead*: one step ahead, by the framework of core/deducing.py, which also derives the
  verdicts.

Free graphs use only the first rule. Cost: plain Python, some microseconds per finding; some
milliseconds for 10×10 without lookahead, which copies the knowledge for each edge that it supposes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cpstudy.core import deducing
from cpstudy.core.deducing import ContradictionError, undecided_after
from cpstudy.core.grading import deduced
from cpstudy.core.result import Result
from cpstudy.core.solving import Request
from cpstudy.puzzles.tilings.edges import edge_table
from cpstudy.puzzles.tilings.rules import Tiling
from cpstudy.puzzles.tilings.words import called, ends, forcing, joined_already, known_sides, tile

# -- what is known ------------------------------------------------------------------------------

UNKNOWN, CLOSED, OPEN = -1, 0, 1


@dataclass(frozen=True)
class Finding:
    """A side of a cell is ``value`` (OPEN or CLOSED), or the cell has only these ``orientations``.

    side: -1 if the finding is about orientations. because: the cells that force it; words: how, ""
    if the ``orientations`` of the cell determine a side of it.
    """

    cell: int
    because: tuple[int, ...]
    words: str
    side: int = -1
    value: int = UNKNOWN
    orientations: tuple[int, ...] = ()


class Knowledge:
    """The knowledge about a board of n cells with s sides.

    orientations: for each cell, the remaining orientations. edge: for each edge, UNKNOWN, CLOSED or
    OPEN. label: for each cell, its component; members, stubs: by label. vertices: tiles that are
    not holes. steps: the findings, (number of the rule, finding, removed orientations). changed,
    joined, grown: the cells that the rules of one tile, of loops and of dead ends must visit.
    """

    def __init__(self, puzzle: Tiling) -> None:
        table = edge_table(puzzle)
        n = len(puzzle.tiles)
        self.puzzle = puzzle
        self.tree = not puzzle.free
        self.sides: list[list[int]] = table.sides.tolist()
        self.beyond: list[list[int]] = table.beyond.tolist()
        self.ends: list[list[int]] = table.ends.tolist()
        self.orientations = [puzzle.orientations[tile] for tile in puzzle.tiles]
        self.edge = [UNKNOWN] * len(self.ends)
        self.label = list(range(n))
        self.members = [[cell] for cell in range(n)]
        self.stubs = [tile.bit_count() for tile in puzzle.tiles]
        self.vertices = n - puzzle.tiles.count(0)
        self.steps: list[tuple[int, Finding, tuple[int, ...]]] = []
        self.changed = dict.fromkeys(range(n))
        self.grown = dict.fromkeys(range(n))
        facing_itself = (cell for cell, beyond in enumerate(self.beyond) if cell in beyond)
        self.joined: dict[int, None] = dict.fromkeys(facing_itself)

    def to_suppose(self) -> Iterator[tuple[int, int, str]]:
        """Yield each edge with each value, edges of the largest components first."""
        unknown = [edge for edge, value in enumerate(self.edge) if value == UNKNOWN]
        unknown.sort(key=lambda e: -max(len(self.members[self.label[c]]) for c in self.ends[e]))
        for edge in unknown:
            yield edge, OPEN, "if they were joined"
            yield edge, CLOSED, "if they were not"

    def supposing(self, edge: int, value: int) -> Knowledge:
        """Return a copy without steps in which an edge has a value. Raises ContradictionError."""
        twin = Knowledge.__new__(Knowledge)
        twin.__dict__.update(self.__dict__)
        twin.orientations, twin.edge = self.orientations.copy(), self.edge.copy()
        twin.label, twin.members = self.label.copy(), self.members.copy()
        twin.stubs, twin.steps = self.stubs.copy(), []
        twin.changed, twin.grown = self.changed.copy(), self.grown.copy()
        twin.joined = self.joined.copy()
        twin.set_edge(edge, value)
        return twin

    def refuted(self, edge: int, value: int, because: Iterable[int], words: str) -> Finding:
        """Return the finding that an edge does not have a value."""
        cell = self.ends[edge][0]
        side, other = self.sides[cell].index(edge), CLOSED if value == OPEN else OPEN
        return Finding(cell, tuple(sorted(set(because))), words, side, other)

    @property
    def settled(self) -> bool:
        """Whether every edge is known."""
        return UNKNOWN not in self.edge

    @property
    def undecided(self) -> float:
        """The share of edges that are not known."""
        return self.edge.count(UNKNOWN) / max(len(self.edge), 1)

    def values_in(self, solution: bytes) -> list[int]:
        """Return for each edge whether it is open in a solution."""
        opened: list[int] = edge_table(self.puzzle).opened(solution).astype(int).tolist()
        return opened

    def solution(self) -> bytes:
        """Return the open sides of all cells, if everything is known."""
        return bytes(
            sum((self.edge[edge] == OPEN) << side for side, edge in enumerate(edges) if edge >= 0)
            for edges in self.sides
        )

    def known(self, cell: int) -> tuple[int, int]:
        """Return the sides of a cell that are known to be open, and those known to be closed."""
        opened = closed = 0
        for side, edge in enumerate(self.sides[cell]):
            value = self.edge[edge] if edge >= 0 else CLOSED
            if value == OPEN:
                opened |= 1 << side
            elif value == CLOSED:
                closed |= 1 << side
        return opened, closed

    def unknown_sides(self, cell: int) -> Iterator[int]:
        """Yield the sides of a cell whose edges are not known."""
        for side, edge in enumerate(self.sides[cell]):
            if edge >= 0 and self.edge[edge] == UNKNOWN:
                yield side

    def learn(self, rule: int, finding: Finding) -> bool:
        """Record a finding; return whether it is new. Raises ContradictionError."""
        cell = finding.cell
        if finding.side >= 0:
            edge = self.sides[cell][finding.side]
            if self.edge[edge] == finding.value:
                return False
            self.steps.append((rule, finding, ()))
            self.set_edge(edge, finding.value, finding)
            return True
        removed = tuple(one for one in self.orientations[cell] if one not in finding.orientations)
        if not removed:
            return False
        self.steps.append((rule, finding, removed))
        self.orientations[cell] = finding.orientations
        self.changed[cell] = self.grown[cell] = None
        if not finding.orientations:
            words = f"{tile(self.puzzle, cell)} would have no way left"
            raise ContradictionError((cell, *finding.because), words)
        return True

    def set_edge(self, edge: int, value: int, finding: Finding | None = None) -> None:
        """Set an edge to open or closed. Raises ContradictionError if it has the other value."""
        if self.edge[edge] not in (UNKNOWN, value):
            one, other = (called(self.puzzle, cell) for cell in self.ends[edge])
            words = f"{one} and {other} would be both joined and not joined"
            raise ContradictionError(finding.because if finding else (), words)
        self.edge[edge] = value
        for cell in self.ends[edge]:
            self.changed[cell] = self.grown[cell] = None
        if value == OPEN and self.tree:
            self._join(*self.ends[edge])

    def _join(self, one: int, other: int) -> None:
        small, large = self.label[one], self.label[other]
        if small == large:
            raise ContradictionError(
                self.path(one, other), f"there would be a loop through {called(self.puzzle, one)}"
            )
        if len(self.members[small]) > len(self.members[large]):
            small, large = large, small
        for cell in self.members[small]:
            self.label[cell] = large
            self.joined[cell] = None
        self.stubs[large] += self.stubs[small] - 2
        self.members[large] = self.members[large] + self.members[small]
        if self.stubs[large] <= 0 and len(self.members[large]) < self.vertices:
            raise ContradictionError(
                self.members[large],
                f"the tiles joined to {called(self.puzzle, one)} would be cut off from the others",
            )
        if self.stubs[large] == 1:
            self._look_round_stub(large)

    def _look_round_stub(self, label: int) -> None:
        """Mark what may be joined to a component with one stub for another visit."""
        for cell in self.members[label]:
            if self.puzzle.tiles[cell].bit_count() > self.known(cell)[0].bit_count():
                self.grown[cell] = None
                for side in self.unknown_sides(cell):
                    self.grown[self.beyond[cell][side]] = None

    def path(self, start: int, end: int) -> list[int]:
        """Return the cells on a path of open edges from one cell to another, both included."""
        came = {start: start}
        queue = [start]
        for cell in queue:
            if cell == end:
                break
            for side, edge in enumerate(self.sides[cell]):
                beyond = self.beyond[cell][side]
                if edge >= 0 and self.edge[edge] == OPEN and beyond not in came:
                    came[beyond] = cell
                    queue.append(beyond)
        walk = [end]
        while walk[-1] != start:
            walk.append(came[walk[-1]])
        return walk[::-1]


# -- the rules ----------------------------------------------------------------------------------


def local(k: Knowledge) -> Iterator[Finding]:
    """Yield what the edges of a tile imply for its orientations, and the reverse."""
    while k.changed:
        cell = next(iter(k.changed))
        del k.changed[cell]
        opened, closed = k.known(cell)
        left = tuple(
            orientation
            for orientation in k.orientations[cell]
            if orientation & opened == opened and not orientation & closed
        )
        if left != k.orientations[cell]:
            because, words = _disagreeing(k, cell, left)
            yield Finding(cell, because, words, orientations=left)
        yield from _agreed(k, cell)


def _disagreeing(k: Knowledge, cell: int, left: tuple[int, ...]) -> tuple[tuple[int, ...], str]:
    """Return the neighbours whose known sides exclude the lost orientations, and words for them."""
    opened, closed = k.known(cell)
    lost = tuple([orientation for orientation in k.orientations[cell] if orientation not in left])
    sides = forcing(opened, closed, lost, k.puzzle.sides)
    because = {k.beyond[cell][side] for side in sides} - {-1, cell}
    near = ends(k.puzzle, cell, k.beyond[cell], sides)
    words = known_sides(k.puzzle, near, opened, lambda other: len(k.orientations[other]) == 1)
    return tuple(sorted(because)), words


def _agreed(k: Knowledge, cell: int) -> Iterator[Finding]:
    """Yield the edges on which all orientations of a tile agree."""
    always, ever = -1, 0
    for orientation in k.orientations[cell]:
        always, ever = always & orientation, ever | orientation
    for side in list(k.unknown_sides(cell)):
        if always >> side & 1 or not ever >> side & 1:
            is_open = bool(always >> side & 1)
            yield Finding(
                cell, (cell,), "", side, OPEN if is_open else CLOSED, k.orientations[cell]
            )


def loop(k: Knowledge) -> Iterator[Finding]:
    """Yield the edges that would close a loop."""
    while k.tree and k.joined:
        cell = next(iter(k.joined))
        del k.joined[cell]
        for side in list(k.unknown_sides(cell)):
            other = k.beyond[cell][side]
            if k.label[other] == k.label[cell]:
                because = tuple(k.path(cell, other))
                yield Finding(cell, because, joined_already(len(because)), side, CLOSED)


def dead_end(k: Knowledge) -> Iterator[Finding]:
    """Yield the tiles that lose orientations that would cut off their component."""
    while k.tree and k.grown:
        cell = next(iter(k.grown))
        del k.grown[cell]
        opened, _ = k.known(cell)
        label = k.label[cell]
        need = k.puzzle.tiles[cell].bit_count() - opened.bit_count()
        if need == 0 or need != k.stubs[label]:
            continue
        left = tuple(
            orientation
            for orientation in k.orientations[cell]
            if not _cuts_off(k, cell, orientation & ~opened)
        )
        if left != k.orientations[cell]:
            lost = [orientation for orientation in k.orientations[cell] if orientation not in left]
            because = {
                member
                for side in range(len(k.beyond[cell]))
                if any((orientation & ~opened) >> side & 1 for orientation in lost)
                and k.beyond[cell][side] >= 0
                for member in k.members[k.label[k.beyond[cell][side]]]
            }
            words = "otherwise all its pipes would end, cut off from the other tiles"
            yield Finding(
                cell, tuple(sorted(because | set(k.members[label]))), words, orientations=left
            )


def _cuts_off(k: Knowledge, cell: int, opened: int) -> bool:
    """Return whether opening these sides leads only to components with one stub, and not to all."""
    reached = {k.label[cell]}
    for side in range(len(k.beyond[cell])):
        if opened >> side & 1:
            beyond = k.beyond[cell][side]
            if beyond < 0 or k.stubs[k.label[beyond]] != 1:
                return False
            reached.add(k.label[beyond])
    return sum(len(k.members[label]) for label in reached) < k.vertices


# -- the solver ---------------------------------------------------------------------------------

# The names of the rules, in the order in which they are tried.
RULES = ("local", "loop", "dead end", "lookahead")
LOOKAHEAD = RULES.index("lookahead")

_WITHOUT_TRYING: tuple[deducing.Rule[Knowledge], ...] = (local, loop, dead_end)


class Deduction(deducing.Deduction[Knowledge]):
    """A deduction in progress of a board of Pipes on a tiling."""

    def __init__(
        self, puzzle: Tiling, rules: tuple[deducing.Rule[Knowledge], ...] = _WITHOUT_TRYING
    ) -> None:
        super().__init__(Knowledge(puzzle), rules, RULES)
        if not puzzle.free and (reason := puzzle.tree_impossible()):
            self.wrong = deducing.ContradictionError((), reason)


def solve(puzzle: Tiling, request: Request) -> Result:
    """Return the solution if deduction determines it; counter: steps."""
    return deduced(Deduction(puzzle), request)


def features(puzzle: Tiling) -> dict[str, float]:
    """Return properties of an unsolved board, for choosing a solver; cost: some milliseconds.

    ``tiles`` and ``holes``, ``share with N open`` (of the tiles, by open sides) and ``undecided
    after RULE``, the share of edges; missing if the rules find a contradiction.
    """
    degrees = Counter(map(int.bit_count, puzzle.tiles))
    holes = degrees[0]
    tiles = len(puzzle.tiles) - holes
    found: dict[str, float] = {"tiles": tiles, "holes": holes}
    for degree in range(1, puzzle.sides + 1):
        found[f"share with {degree} open"] = degrees[degree] / max(tiles, 1)
    return found | undecided_after(Deduction, puzzle, RULES)
