"""The lattice of a loop: vertices in rows and columns, edges between neighbours, faces.

Vertices are numbered row by row. Horizontal edges come first, row by row, then vertical edges, row
by row. Faces, the squares between four vertices, are numbered row by row; the next number is the
outside. The tables of a shape are computed once.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache


@dataclass(frozen=True)
class Lattice:
    """rows, columns: of vertices, at least one each."""

    rows: int
    columns: int

    @property
    def vertices(self) -> int:
        """The number of vertices."""
        return self.rows * self.columns

    @cached_property
    def _across(self) -> int:
        """The number of horizontal edges."""
        return self.rows * (self.columns - 1)

    @property
    def edges(self) -> int:
        """The number of edges."""
        return self._across + (self.rows - 1) * self.columns

    @property
    def outside(self) -> int:
        """The number of the outside among the faces."""
        return (self.rows - 1) * (self.columns - 1)

    def across(self, row: int, column: int) -> int:
        """The edge from vertex (row, column) to the right; -1 if there is none."""
        there = 0 <= row < self.rows and 0 <= column < self.columns - 1
        return row * (self.columns - 1) + column if there else -1

    def down(self, row: int, column: int) -> int:
        """The edge from vertex (row, column) downwards; -1 if there is none."""
        there = 0 <= row < self.rows - 1 and 0 <= column < self.columns
        return self._across + row * self.columns + column if there else -1

    def place(self, edge: int) -> tuple[int, int, bool]:
        """(row, column) of the vertex where an edge begins, and whether it is vertical."""
        if edge < self._across:
            return *divmod(edge, self.columns - 1), False
        return *divmod(edge - self._across, self.columns), True

    @cached_property
    def ends(self) -> tuple[tuple[int, int], ...]:
        """The two vertices of each edge, the smaller first."""
        found = []
        for edge in range(self.edges):
            row, column, down = self.place(edge)
            vertex = row * self.columns + column
            found.append((vertex, vertex + (self.columns if down else 1)))
        return tuple(found)

    @cached_property
    def faces(self) -> tuple[tuple[int, int], ...]:
        """The two faces of each edge: above and below it, or left and right of it."""
        return tuple(self._faces(*self.place(edge)) for edge in range(self.edges))

    def _faces(self, row: int, column: int, down: bool) -> tuple[int, int]:
        if down:
            return self._face(row, column - 1), self._face(row, column)
        return self._face(row - 1, column), self._face(row, column)

    def _face(self, row: int, column: int) -> int:
        if 0 <= row < self.rows - 1 and 0 <= column < self.columns - 1:
            return row * (self.columns - 1) + column
        return self.outside

    def sides(self, row: int, column: int) -> tuple[int, int, int, int]:
        """The edges at a vertex: right, up, left, down; -1 beyond the border."""
        return (
            self.across(row, column),
            self.down(row - 1, column),
            self.across(row, column - 1),
            self.down(row, column),
        )

    @cached_property
    def incident(self) -> tuple[tuple[int, ...], ...]:
        """The edges at each vertex, in increasing order."""
        return tuple(
            tuple(sorted(edge for edge in self.sides(*divmod(v, self.columns)) if edge >= 0))
            for v in range(self.vertices)
        )

    @cached_property
    def around(self) -> tuple[tuple[int, int, int, int], ...]:
        """The edges of each face: above, left, right, below."""
        found = []
        for face in range(self.outside):
            row, column = divmod(face, self.columns - 1)
            found.append((
                self.across(row, column),
                self.down(row, column),
                self.down(row, column + 1),
                self.across(row + 1, column),
            ))  # fmt: skip
        return tuple(found)

    def walks(self, edges: set[int]) -> list[list[int]]:
        """The connected parts of a set of edges, breadth first from the least edge of each.

        If every vertex has two of the edges or none, these are its loops.
        """
        left = set(edges)
        found = []
        while left:
            part = [min(left)]
            left.discard(part[0])
            for edge in part:
                for vertex in self.ends[edge]:
                    for other in self.incident[vertex]:
                        if other in left:
                            left.discard(other)
                            part.append(other)
            found.append(part)
        return found


@lru_cache(maxsize=32)
def lattice_of(rows: int, columns: int) -> Lattice:
    """The lattice with this number of vertices, the same object for the same shape."""
    return Lattice(rows, columns)
