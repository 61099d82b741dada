"""Make a board with several solutions unique by the fewest changed tiles.

A tile is changed if it becomes a tile that is not a rotation of it. Holes stay as they are, and no
tile becomes a hole or open on all sides.

- *From above:* a solution is a tree. If there is another one, an edge of the tree is exchanged for
  one that joins the two parts again, both at cells in which the two solutions differ. Of all trees
  reached in this way, the one with the fewest changed tiles is examined next, until one is the only
  solution of its tiles.
- *From below:* all ways to change one tile, then two, and so on, that keep the number of open
  sides.

If the two meet, the number is proved minimal; if the budget ends before, it is reported as an upper
bound. Cost: the compiled search on every board that is decided, some tenths of a millisecond; two
changes are proved up to about 6×6 within the standard budget.
"""

import heapq
from collections.abc import Iterator
from itertools import combinations, count, product
from typing import cast

from cpstudy.core.errors import InputError, NotApplicable
from cpstudy.core.explaining import Repair
from cpstudy.core.repairing import Repairing
from cpstudy.core.result import Budget, Result, Stop
from cpstudy.core.solving import Request
from cpstudy.puzzles.tilings.edges import edge_table
from cpstudy.puzzles.tilings.rules import Tiling
from cpstudy.puzzles.tilings.search import engine

# The standard budget of decided boards, and the nodes of one search.
_BOARDS = 20_000
_NODES = 10_000


def repair(puzzle: Tiling, budget: Budget | None = None) -> Repair | None:
    """Make ``puzzle`` unique by the fewest changed tiles; None if the budget ends before a repair.

    Unchanged tiles keep their orientation; changed tiles have the first orientation of their type.
    Counter: boards decided (the iterations, 20,000 without a budget). Raises NotApplicable for free
    graphs, and for puzzles without a solution or that no change makes unique.
    """
    if puzzle.free:
        raise NotApplicable("free graphs cannot be repaired: only trees")
    workshop = _Workshop(puzzle, budget or Budget(iterations=_BOARDS))
    try:
        return workshop.repaired()
    except _SpentError:
        return workshop.best(proved=False)


class _SpentError(Exception):
    """The budget is spent."""


class _Workshop(Repairing[Tiling]):
    """One board under repair."""

    def __init__(self, puzzle: Tiling, budget: Budget) -> None:
        super().__init__(puzzle, budget)
        self._table = edge_table(puzzle)
        self._least = [turns[0] for turns in puzzle.orientations]
        self._found: tuple[Tiling, bytes] | None = None

    def repaired(self) -> Repair | None:
        """Return the proved repair. Raises _SpentError, and InputError as ``repair`` does."""
        first = self._decide(self.puzzle)
        if not first.solutions:
            if first.exhausted:
                raise InputError("no solution: nothing to repair")
            return None
        self._from_above(cast(bytes, first.solutions[0]))
        proved = True
        for number in range(1, len(self.puzzle.tiles) + 1):
            if self._found is not None and len(self._changed(self._found[0].tiles)) <= number:
                break
            proved &= self._from_below(number)
        if self._found is None and proved:
            raise InputError("no change of tiles makes it unique")
        return self.best(proved)

    def best(self, proved: bool) -> Repair | None:
        """Return the best repair so far."""
        if self._found is None:
            return None
        board, solution = self._found
        changes = self._changed(board.tiles)
        return self.result(board, solution, self.puzzle.columns, changes, proved=proved)

    def _decide(self, board: Tiling) -> Result:
        """Return the result of the search on a board. Raises _SpentError."""
        if self.spent:
            raise _SpentError
        self.tried += 1
        return engine.solve(board, Request(self.clock.budget(_NODES)))

    def _changed(self, tiles: bytes) -> list[int]:
        """Return the cells whose tiles are of another type than the puzzle's."""
        pairs = enumerate(zip(tiles, self.puzzle.tiles, strict=True))
        return [cell for cell, (one, two) in pairs if self._least[one] != self._least[two]]

    def _with(self, tiles: bytes) -> Tiling:
        """Return the puzzle with the types of other tiles; unchanged ones keep their rotation."""
        changed = set(self._changed(tiles))
        pairs = enumerate(zip(self.puzzle.tiles, tiles, strict=True))
        return self.puzzle.with_tiles(
            bytes(self._least[new] if cell in changed else old for cell, (old, new) in pairs)
        )

    def _from_above(self, tree: bytes) -> None:
        """Find a repair by exchanging edges, unless the reachable trees run out."""
        order = count()
        heap = [(0, next(order), tree)]
        seen = {tree}
        while heap:
            _, _, tree = heapq.heappop(heap)
            board = self._with(tree)
            result = self._decide(board)
            others = [other for other in result.solutions if other != tree]
            if result.stop is Stop.DONE and not others:
                self._found = board, tree
                return
            for other in others[:1]:
                for near in self._exchanged(tree, cast(bytes, other)):
                    if near not in seen:
                        seen.add(near)
                        heapq.heappush(heap, (len(self._changed(near)), next(order), near))

    def _exchanged(self, tree: bytes, other: bytes) -> Iterator[bytes]:
        """Yield trees that differ from ``tree`` in two edges, at cells where ``other`` differs."""
        ends, bits = self._table.ends.tolist(), self._table.bits.tolist()
        differing = {cell for cell, (a, b) in enumerate(zip(tree, other, strict=True)) if a != b}
        near = [edge for edge, two in enumerate(ends) if not differing.isdisjoint(two)]
        for out in near:
            if tree[ends[out][0]] & bits[out][0]:
                yield from self._table.exchanged(tree, out, near)

    def _from_below(self, number: int) -> bool:
        """Try all ways to change ``number`` tiles until one is a repair.

        Return whether the answer is final: a repair, or every search ended within its nodes.
        """
        tiles = self.puzzle.tiles
        kinds = sorted({turns[0] for turns in self.puzzle.orientations})[1:-1]
        decided = True
        for cells in combinations([cell for cell, tile in enumerate(tiles) if tile], number):
            opened = sum(tiles[cell].bit_count() for cell in cells)
            others = ([kind for kind in kinds if kind != self._least[tiles[c]]] for c in cells)
            for chosen in product(*others):
                if sum(map(int.bit_count, chosen)) != opened:
                    continue
                changed = bytearray(tiles)
                for cell, kind in zip(cells, chosen, strict=True):
                    changed[cell] = kind
                board = self.puzzle.with_tiles(bytes(changed))
                result = self._decide(board)
                if result.stop is Stop.DONE and len(result.solutions) == 1:
                    self._found = board, cast(bytes, result.solutions[0])
                    return True
                decided &= result.stop is not Stop.ITERATIONS
        return decided
