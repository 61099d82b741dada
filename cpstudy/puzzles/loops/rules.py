"""The common rules of Slitherlink and Masyu: one loop along the edges of a lattice.

A solution is one byte per edge, in the order of lattice.py: 1 if the edge is on the loop. Its text
form is a hexadecimal digit per vertex, with rows joined by ``/``: the sides of the loop at the
vertex, right 1, up 2, left 4, down 8, as in the game IDs of Pipes; ``.`` if the loop does not pass.

A *group* gives the meaning of a clue as data for solvers: a few edges, and their allowed patterns.
``violation`` does not use it.

A kind is a frozen dataclass derived from :class:`Loops`. This module has only rules, no solver and
no state space.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, NamedTuple, Self

from cpstudy.core import wording
from cpstudy.core.errors import InputError
from cpstudy.core.result import Rectangular
from cpstudy.puzzles.loops.lattice import Lattice, lattice_of

_DIGITS = ".123456789abcdef"


class Group(NamedTuple):
    """Edges and their allowed patterns: bit i of a pattern states that ``edges[i]`` is on the loop.

    clue: the cell of the clue. words: the meaning as a sentence, "" if the clue is a number.
    """

    clue: int
    edges: tuple[int, ...]
    patterns: tuple[int, ...]
    words: str = ""


@dataclass(frozen=True)
class Loops(Rectangular):
    """A board of rows × columns cells with a clue a cell, row by row, and a lattice for the loop.

    Raises InputError if sizes, lengths or clues are invalid.

    names: the kind's names at puzz.link, ours first. no_clue: the value of a cell without a clue.
    on_faces: whether cells are the faces of the lattice, else its vertices. vertex_name: the
    players' word for a vertex. marks, fields: how clues are drawn, and written in grids. others:
    further fields accepted in grids. least: rows and columns of the smallest board with a loop.
    key: of the kind's random streams.
    """

    rows: int
    columns: int
    clues: tuple[int, ...]

    kind: ClassVar[str]
    names: ClassVar[tuple[str, ...]]
    no_clue: ClassVar[int]
    on_faces: ClassVar[bool]
    vertex_name: ClassVar[str]
    marks: ClassVar[Mapping[int, str]]
    fields: ClassVar[Mapping[str, int]]
    others: ClassVar[Mapping[str, int]] = MappingProxyType({})
    least: ClassVar[int]
    key: ClassVar[int]

    def __post_init__(self) -> None:
        self.check_size()
        object.__setattr__(self, "clues", tuple(map(int, self.clues)))
        expected = self.rows * self.columns
        if len(self.clues) != expected:
            raise InputError(f"{len(self.clues)} cells, expected {expected} ({self.size})")
        for cell, clue in enumerate(self.clues):
            if clue != self.no_clue and clue not in self.marks:
                raise InputError(f"{self.cell(cell)}: {clue} is not a clue")

    @property
    def lattice(self) -> Lattice:
        """The lattice of this board."""
        more = int(self.on_faces)
        return lattice_of(self.rows + more, self.columns + more)

    @property
    def groups(self) -> tuple[Group, ...]:
        """The meaning of the clues, as patterns of edges."""
        raise NotImplementedError

    @classmethod
    def of_loop(cls, rows: int, columns: int, solution: bytes) -> Self:
        """The board of rows × columns cells with every clue that a loop allows."""
        raise NotImplementedError

    def adjacent_cells(self, edge: int) -> tuple[int, ...]:
        """The cells that an edge separates or joins, in increasing order."""
        lattice = self.lattice
        if not self.on_faces:
            return lattice.ends[edge]
        return tuple(face for face in lattice.faces[edge] if face != lattice.outside)

    def edge(self, edge: int) -> str:
        """The name of an edge for players."""
        raise NotImplementedError

    def clue(self, cell: int) -> str:
        """The name of a clue for players."""
        raise NotImplementedError

    def clue_violation(self, solution: bytes) -> str:
        """The first clue that a solution violates, in words; "" if there is none."""
        raise NotImplementedError

    def encode(self) -> str:
        """See the protocol of puzzles."""
        raise NotImplementedError

    @classmethod
    def decode(cls, text: str) -> Self:
        """See the protocol of puzzles."""
        raise NotImplementedError

    @property
    def clue_cells(self) -> tuple[int, ...]:
        """The cells with clues, in order."""
        return tuple(cell for cell, clue in enumerate(self.clues) if clue != self.no_clue)

    def with_clues(self, clues: tuple[int, ...]) -> Self:
        """The same board with other clues."""
        return type(self)(self.rows, self.columns, clues)

    # -- the rules ---------------------------------------------------------------------------

    def violation(self, solution: bytes) -> str:
        """ "" if ``solution`` is valid, else the first fault: ends, clues, several loops."""
        lattice = self.lattice
        if len(solution) != lattice.edges:
            return f"{len(solution)} edges, expected {lattice.edges} ({self.size})"
        for edge, here in enumerate(solution):
            if here not in (0, 1):
                return f"{self.edge(edge)}: {here} is neither 0 nor 1"
        for vertex, incident in enumerate(lattice.incident):
            degree = sum(solution[edge] for edge in incident)
            if degree not in (0, 2):
                words = "the loop ends" if degree == 1 else "the loop meets itself"
                return f"{self.vertex_name} at {self._vertex(vertex)}: {words}"
        fault = self.clue_violation(solution)
        if fault:
            return fault
        loops = lattice.walks({edge for edge, here in enumerate(solution) if here})
        if not loops:
            return "there is no loop"
        if len(loops) > 1:
            first, second = (self._vertex(lattice.ends[min(loop)][0]) for loop in loops[:2])
            return f"{self.vertex_name} at {second}: a second loop; the first is at {first}"
        return ""

    def _vertex(self, vertex: int) -> str:
        return wording.place(divmod(vertex, self.lattice.columns))

    def canonical(self, solution: bytes) -> bytes:
        """The set of edges; no two solutions are equivalent."""
        return bytes(solution)

    # -- solutions as text -------------------------------------------------------------------

    def encode_solution(self, solution: bytes) -> str:
        """A digit a vertex, rows joined by ``/``."""
        lattice = self.lattice
        rows = []
        for row in range(lattice.rows):
            sides = (lattice.sides(row, column) for column in range(lattice.columns))
            rows.append("".join(_DIGITS[_bits(solution, four)] for four in sides))
        return "/".join(rows)

    def decode_solution(self, text: str) -> bytes:
        """The inverse of ``encode_solution``. Raises InputError; checks no rule of the puzzle."""
        lattice = self.lattice
        rows = text.strip().split("/")
        if len(rows) != lattice.rows:
            raise InputError(f"{wording.counted(len(rows), 'row')}, expected {lattice.rows}")
        solution = bytearray(lattice.edges)
        for number, row in enumerate(rows):
            if len(row) != lattice.columns or not set(row) <= set(_DIGITS):
                raise InputError(
                    f"row {number + 1}: expected {lattice.columns} of '.' and 1 to f, "
                    f"got {row[:30]!a}"
                )
            for column, digit in enumerate(row):
                for side, edge in enumerate(lattice.sides(number, column)):
                    if _DIGITS.index(digit) >> side & 1 and edge >= 0:
                        solution[edge] = 1
        if (again := self.encode_solution(bytes(solution))) != "/".join(rows):
            at = next(i for i, (a, b) in enumerate(zip(again, text.strip(), strict=True)) if a != b)
            place = wording.place(divmod(at, lattice.columns + 1))
            raise InputError(f"{self.vertex_name} at {place}: its neighbour disagrees")
        return bytes(solution)


def _bits(solution: bytes, sides: tuple[int, ...]) -> int:
    return sum(1 << side for side, edge in enumerate(sides) if edge >= 0 and solution[edge])


def exactly(number: int, count: int) -> tuple[int, ...]:
    """The patterns of ``count`` edges in which ``number`` are on the loop."""
    return tuple(p for p in range(1 << count) if p.bit_count() == number)
