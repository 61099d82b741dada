"""Check certificates of uniqueness with independent code, which shares nothing with the writer.

A certificate is valid if its witness solves the puzzle (``violation``), each clause of its formula
follows from one rule, or states that some edge differs from the witness, and its proof shows that
the formula has no model (encode/rup.py). Missing clauses make the formula weaker, so the formula
need not be complete: what some of the rules refute is refuted.

Variable i + 1 states that edge i is on the loop: horizontal edges come first, row by row, then
vertical edges. A clause follows if its literals, all false, leave no loop because of

- *a vertex*: more than two of its edges are taken, or one without a possible second;
- *a clue*: too many sides of its cell are taken, or too few are left; a pearl has no way through it
  that turns as required;
- *a closed path*: the taken edges contain a cycle and more, or a cycle that leaves out a
  clue which needs an edge; a clause with all edges states that there is a loop.

Cost: linear in the clause, and 54 ways through each pearl next to it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import combinations

from cpstudy.core.certificate import Certificate
from cpstudy.encode import rup
from cpstudy.encode.rup import Clause, parts_of
from cpstudy.puzzles.loops.rules import Loops

_WHITE, _BLACK = 1, 2

# A vertex as (row, column); an edge as its two ends, the upper or left one first.
_Vertex = tuple[int, int]
_Edge = tuple[_Vertex, _Vertex]

# The known edges, and whether they are taken.
_Known = dict[_Edge, bool]


def why_rejected(kind: type[Loops], certificate: Certificate) -> str:
    """ "" if the certificate proves that its witness is the only solution, else the fault.

    Raises InputError if the puzzle is not one of the kind.
    """
    puzzle = kind.decode(certificate.puzzle)
    judge = Judge(puzzle)
    return rup.why_rejected(
        certificate, puzzle, len(judge.edges), partial(formula_violation, judge)
    )


class Judge:
    """Decides whether clauses follow from the rules of a puzzle.

    edges: in the order of their variables. clues: by cell, without the empty ones.
    """

    def __init__(self, puzzle: Loops) -> None:
        more = int(puzzle.on_faces)
        self.rows, self.columns = puzzle.rows + more, puzzle.columns + more
        self.on_faces = puzzle.on_faces
        self.edges: list[_Edge] = [
            ((row, column), (row, column + 1))
            for row in range(self.rows)
            for column in range(self.columns - 1)
        ]
        self.edges += [
            ((row, column), (row + 1, column))
            for row in range(self.rows - 1)
            for column in range(self.columns)
        ]
        self.clues = {
            divmod(cell, puzzle.columns): clue
            for cell, clue in enumerate(puzzle.clues)
            if clue != puzzle.no_clue
        }

    def at(self, vertex: _Vertex) -> list[_Edge]:
        """The edges at a vertex."""
        row, column = vertex
        found = []
        for other in ((row, column + 1), (row - 1, column), (row, column - 1), (row + 1, column)):
            if 0 <= other[0] < self.rows and 0 <= other[1] < self.columns:
                found.append((min(vertex, other), max(vertex, other)))
        return found

    def follows(self, clause: Clause) -> bool:
        """Whether the literals of a clause, all false, leave no loop."""
        known = {self.edges[abs(literal) - 1]: literal < 0 for literal in clause}
        if len(known) < len(set(clause)):
            return True  # a literal and its negation
        vertices = {vertex for edge in known for vertex in edge}
        return (
            (not any(known.values()) and len(known) == len(self.edges))
            or any(self._broken_vertex(known, vertex) for vertex in vertices)
            or any(self._broken_clue(known, cell) for cell in self._cells(vertices))
            or self._closed_early({edge for edge, taken in known.items() if taken})
        )

    def _broken_vertex(self, known: _Known, vertex: _Vertex) -> bool:
        taken, left = _counted(known, self.at(vertex))
        return taken > 2 or (taken == 1 and left == 0)

    def _cells(self, vertices: Iterable[_Vertex]) -> set[_Vertex]:
        """The cells with clues that contain some vertices or lie next to them."""
        near = {
            (row + down, column + right)
            for row, column in vertices
            for down in (-1, 0, 1)
            for right in (-1, 0, 1)
        }
        return near & self.clues.keys()

    def _broken_clue(self, known: _Known, cell: _Vertex) -> bool:
        if self.on_faces:
            taken, left = _counted(known, self._sides(cell))
            return not taken <= self.clues[cell] <= taken + left
        return not any(
            all(known.get(edge, here) == here for edge, here in states.items())
            for states in self._ways(cell)
        )

    def _sides(self, cell: _Vertex) -> list[_Edge]:
        """The sides of a cell between four vertices."""
        row, column = cell
        right, below, beyond = (row, column + 1), (row + 1, column), (row + 1, column + 1)
        return [(cell, right), (cell, below), (right, beyond), (below, beyond)]

    def _ways(self, cell: _Vertex) -> Iterator[_Known]:
        """The ways of a loop through a pearl and the cells before and after it."""
        for pair in combinations(self.at(cell), 2):
            goes_on = _straight(*pair)
            if goes_on != (self.clues[cell] == _WHITE):
                continue
            one, other = (next(v for v in edge if v != cell) for edge in pair)
            for before in self.at(one):
                for after in self.at(other):
                    if before in pair or after in pair:
                        continue
                    straights = _straight(pair[0], before), _straight(pair[1], after)
                    if not all(straights) if goes_on else all(straights):
                        taken = {*pair, before, after}
                        near = {*self.at(cell), *self.at(one), *self.at(other)}
                        yield {edge: edge in taken for edge in near}

    def _closed_early(self, taken: set[_Edge]) -> bool:
        """Whether edges hold a cycle that cannot be the loop."""
        degrees = Counter(vertex for edge in taken for vertex in edge)
        parts = len(set(parts_of(degrees, taken).values()))
        if parts == len(degrees) - len(taken):  # a forest
            return False
        return parts > 1 or set(degrees.values()) != {2} or self._leaves_out_a_clue(taken)

    def _leaves_out_a_clue(self, cycle: set[_Edge]) -> bool:
        if self.on_faces:
            return any(
                clue > 0 and cycle.isdisjoint(self._sides(cell))
                for cell, clue in self.clues.items()
            )
        return any(cycle.isdisjoint(self.at(cell)) for cell in self.clues)


def _counted(known: _Known, edges: Iterable[_Edge]) -> tuple[int, int]:
    """The number of edges that are taken, and the number of unknown ones."""
    values = [known.get(edge) for edge in edges]
    return values.count(True), values.count(None)


def _straight(one: _Edge, other: _Edge) -> bool:
    """Whether two edges have the same direction: both horizontal, or both vertical."""
    return (one[0][0] == one[1][0]) == (other[0][0] == other[1][0])


def formula_violation(judge: Judge, witness: bytes, clauses: Iterable[Clause]) -> str:
    """ "" if every solution except the witness satisfies all clauses, else the first violation."""
    other = {-edge - 1 for edge, taken in enumerate(witness) if taken}
    for clause in clauses:
        if set(clause) != other and not judge.follows(clause):
            return f"clause {' '.join(map(str, (*clause, 0)))}: it follows from no rule"
    return ""
