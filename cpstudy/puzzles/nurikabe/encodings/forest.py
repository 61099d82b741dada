"""The shared part of the models: the cells that an island can have, and the forest of the board.

Islands and sea must be connected. Add a root to the board, joined to every clue and to the sea at
one cell. Islands and sea are connected if board and root have a spanning tree whose edges between
cells join cells of one colour and whose edges at the root are these. So the encodings of spanning
trees (encode/sat_trees.py) work for chosen *cells* too: an island is a subtree at its clue, the sea
a subtree at one of its cells.

An island can have the cells that are reached from its clue by a path that is no longer than its
size and does not touch another clue. Cost: one breadth-first search a clue.
"""

from dataclasses import dataclass
from functools import cached_property

from cpstudy.puzzles.nurikabe.puzzle import ANY_SIZE, Nurikabe


@dataclass(frozen=True)
class Forest:
    """The cells of islands, and the graph of cells and a root (number n, after the cells)."""

    puzzle: Nurikabe

    @cached_property
    def owners(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the islands (numbers of clues) that can have it."""
        owners: list[list[int]] = [[] for _ in self.puzzle.clues]
        for island, clue_cell in enumerate(self.puzzle.clue_cells):
            for cell in self._reach(clue_cell):
                owners[cell].append(island)
        return tuple(map(tuple, owners))

    def _reach(self, clue_cell: int) -> list[int]:
        puzzle = self.puzzle
        size = puzzle.clues[clue_cell]
        distance = {clue_cell: 0}
        queue = [clue_cell]
        for cell in queue:
            if size != ANY_SIZE and distance[cell] + 1 >= size:
                break
            for other in puzzle.neighbours[cell]:
                nearby = (clue_cell, *puzzle.neighbours[other], other)
                if other not in distance and not any(
                    puzzle.clues[near] and near != clue_cell for near in nearby
                ):
                    distance[other] = distance[cell] + 1
                    queue.append(other)
        return queue

    @cached_property
    def sea_roots(self) -> tuple[int, ...]:
        """Possible cells for the sea's root: one that must be sea, or all without a clue."""
        everywhere = [cell for cell, clue in enumerate(self.puzzle.clues) if not clue]
        surely = [cell for cell in everywhere if not self.owners[cell]]
        return tuple(surely[:1] or everywhere)

    @cached_property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The pairs of cells that share a side, each pair once."""
        return tuple(
            (cell, other)
            for cell, others in enumerate(self.puzzle.neighbours)
            for other in others
            if cell < other
        )

    @property
    def edges(self) -> tuple[tuple[int, int], ...]:
        """Pairs of cells; then the root with the clues; then the root with the sea's roots."""
        root = len(self.puzzle.clues)
        root_neighbours = (*self.puzzle.clue_cells, *self.sea_roots)
        return (*self.pairs, *((root, cell) for cell in root_neighbours))
