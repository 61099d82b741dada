"""Count the placements of a scan until its first solution, without making them.

The scan tries its candidates in piece order, or by connectivity (``methods.py``). The subtrees of
boards without a solution have the same size in any order; only the extension of a single board
follows the order of the scan.

The boards ahead of the scan are a stack of *segments*, each of consecutive boards of one depth, in
the order of the scan. A whole segment is counted layer by layer (``layers.py``). A segment that
contains a solution, or whose layers lack memory, is halved; a single board is replaced by its
extensions by one piece. This approaches the first solution and counts everything before it in
segments as few and as large as the memory permits. The memory of layers starts small and doubles
with each counted segment, so that layers are not larger than necessary. The memory that a segment
took predicts that of the next segments of its depth: those that would exceed the memory are halved
without a trial, so few counts fail.

The count is exactly that of ``scan.py`` or ``connected_scan.py``, at every limit: if a segment
reaches past the limit, so does the scan, and the rest of the stack is kept for the next call.

Cost: that of the layers. If few placements are ahead, the scan is faster. Limits: those of the
layers, and the first solution only.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cpstudy.core.native import array, view
from cpstudy.puzzles.edge_matching.search.control import EXHAUSTED, FOUND, SPENT
from cpstudy.puzzles.edge_matching.search.layer_tables import (
    chained,
    kind_of,
    most_moves,
    turns_of,
)
from cpstudy.puzzles.edge_matching.search.layers import Layers, Memory, expand, lay, part
from cpstudy.puzzles.edge_matching.search.methods import PIECE_ORDER

Pieces = npt.NDArray[np.int64]

# A layer with more placements is not counted further: a board has fewer than 256 successors, so no
# number exceeds 64 bits.
_LARGEST_LAYER = 1 << 54

# The largest sum for each number of bits. 32 bits allow more blocks and come first.
_SUMS = {32: (1 << 32) - 1, 64: (1 << 64) - 1}

# The maximum number of successors of a block.
_CHILDREN = 256

# The assumed need of a segment that lacked memory, as a multiple of its memory; and the factor by
# which a prediction shrinks each time that it prevents a trial.
_TOO_LITTLE = 3
_FORGOTTEN = 0.9

# The blocks per layer for the first segments.
_FIRST_BLOCKS = 64


class _Board(NamedTuple):
    """A board up to some cell: its free pieces, its edge and head in ``layers.py``, its pieces.

    laid: 4·p + q on each cell.
    """

    free: int
    edge: int
    head: int
    laid: tuple[int, ...]


class _Segment(NamedTuple):
    """Consecutive boards of one depth. solved: they are known to contain a solution."""

    boards: list[_Board]
    solved: bool


class _Counted(NamedTuple):
    """The result below a segment: placements, whether there is a solution, and blocks needed."""

    placements: int
    solved: bool
    blocks: int


class CountedScan:
    """A counted scan of framed boards of one size; :meth:`load` takes the next puzzle."""

    def __init__(
        self, rows: int, columns: int, memory: Memory, connectivity: int = PIECE_ORDER
    ) -> None:
        """Create a scan of a size that ``layer_tables.takes``.

        memory: shared by scans, one call after the other. connectivity: as in ``methods.py``.
        """
        self._columns, self._memory, self._connectivity = columns, memory, connectivity
        self._kinds = [kind_of(cell, rows, columns) for cell in range(rows * columns)]

    def load(self, pieces: Pieces, order: int | None = None) -> None:
        """Begin with a puzzle's pieces, int64[n, 4]; order: None, since a scan has no restarts.

        Raises NotApplicable if there are too many inner colours, MemoryError if layers lack memory.
        """
        free, self._toggle = chained(pieces)
        self._pieces = pieces.tolist()
        self._turns = list(turns_of(pieces))
        self._most_moves = most_moves(self._turns)
        self._wider = list(reversed(_SUMS))
        self._widen()
        self._limit = self._counted = 0
        self._found: tuple[int, ...] | None = None
        self._stack: list[_Segment] = []
        self._allowed = _FIRST_BLOCKS
        self._taken = [0.0] * (len(self._kinds) + 1)  # blocks per board, by depth
        self._extend(_Board(free, 0, 0, ()), False)

    def _widen(self) -> None:
        """Create layers whose sums have the next number of bits."""
        bits, toggle = self._wider.pop(), view(self._toggle)
        self._layers = Layers(self._turns, toggle, self._columns, self._memory, bits)
        self._largest_sum = _SUMS[bits]

    def state(self) -> list[npt.NDArray[Any]]:
        """Return the whole state of the count as arrays: boards one after the other, by segment."""
        boards = [board for segment in self._stack for board in segment.boards]
        return [
            np.array([self._limit, self._counted, self._allowed]),
            np.array(self._taken),
            np.array(self._found or (), np.int64),
            np.array([(len(some), solved) for some, solved in self._stack], np.int64),
            np.array([(board.free, board.edge) for board in boards], np.uint64),
            np.array([(board.head, len(board.laid)) for board in boards], np.int64),
            np.array([turn for board in boards for turn in board.laid], np.int64),
        ]

    def restore(self, state: Sequence[npt.NDArray[Any]]) -> None:
        """Resume from a state of this program; the puzzle must be loaded."""
        numbers, self._taken, found, segments, words, ends, laid = (a.tolist() for a in state)
        self._limit, self._counted, self._allowed = numbers
        self._found = tuple(found) or None
        turns = iter(laid)
        boards = (
            _Board(free, edge, head, tuple(islice(turns, length)))
            for (free, edge), (head, length) in zip(words, ends, strict=True)
        )
        self._stack = [_Segment(list(islice(boards, n)), bool(solved)) for n, solved in segments]

    @property
    def placements(self) -> int:
        """The placements that the scan has made, at most the last limit."""
        return min(self._limit, self._counted)

    def resume(self, limit: int) -> int:
        """Search for a while, up to ``limit`` placements; return a status of ``control.py``."""
        self._limit = limit
        if self._stack and self._counted < limit:
            self._count(*self._stack.pop())
        if self._stack or self._counted > limit:
            return SPENT
        return EXHAUSTED if self._found is None else FOUND

    def oriented(self) -> npt.NDArray[np.int64]:
        """Return the board just found: int64[n], oriented piece 4·p + q on each cell."""
        return np.array(self._found, np.int64)

    def _count(self, boards: list[_Board], solved: bool) -> None:
        """Count a segment, or replace it by smaller ones."""
        if not solved and self._may_fit(boards):
            below = self._below(boards)
            self._note(boards, below)
            if below is not None and not below.solved:
                self._allowed = min(2 * self._allowed, len(self._layers.keys))
                self._counted += len(boards) + below.placements
                return
            solved = below is not None
        if len(boards) > 1:
            half = len(boards) // 2
            self._stack.append(_Segment(boards[half:], solved))
            self._stack.append(_Segment(boards[:half], False))
            return
        self._counted += 1
        if len(boards[0].laid) < len(self._kinds):
            self._extend(boards[0], solved)
        else:
            self._found = boards[0].laid
            self._stack.clear()

    def _may_fit(self, boards: list[_Board]) -> bool:
        """Return whether a segment may fit into the allowed memory, judged by earlier segments."""
        depth = len(boards[0].laid)
        fits = self._taken[depth] * len(boards) <= self._allowed
        if not fits:
            self._taken[depth] *= _FORGOTTEN  # other segments may need less
        return fits

    def _note(self, boards: list[_Board], below: _Counted | None) -> None:
        """Record the blocks that a segment took, or that it lacked memory."""
        blocks = _TOO_LITTLE * self._allowed if below is None else below.blocks
        self._taken[len(boards[0].laid)] = blocks / len(boards)

    def _below(self, boards: list[_Board]) -> _Counted | None:
        """Count the placements below boards of one depth; None if there is not enough memory."""
        w, placements = self._layers, 0
        w.allow(self._allowed)
        heads: dict[tuple[int, int], list[int]] = {}
        for board in boards:
            heads.setdefault((board.free, board.edge), []).append(board.head)
        if len(heads) > w.allowed:
            return None
        keys, counts = array(w.keys), w.counts
        for block, (key, of_block) in enumerate(heads.items()):
            keys[block] = key
            counts[block] = 0
            np.add.at(counts[block], of_block, 1)
        blocks = largest = len(heads)
        for kind in self._kinds[len(boards[0].laid) :]:
            w.begin(_CHILDREN * blocks)
            blocks = expand(w, blocks, kind)
            placed = w.placed
            if w.most * self._most_moves[kind] > self._largest_sum:
                self._widen()
                return self._below(boards)
            if blocks < 0 or placed > _LARGEST_LAYER:
                return None
            placements += placed
            largest = max(largest, blocks)
            if blocks == 0:
                return _Counted(placements, False, largest)
            w.exchange()
        return _Counted(placements, True, largest)

    def _extend(self, board: _Board, solved: bool) -> None:
        """Push the extensions of a board by one piece, in the order of the scan."""
        kind, w = self._kinds[len(board.laid)], self._layers
        w.allow(1)
        w.begin(1)
        array(w.keys)[0] = board.free, board.edge
        w.counts[0] = 0
        w.counts[0, board.head] = 1
        part(w, 0, kind)
        further: list[tuple[int, _Board]] = []
        left = self._sides_left(board)
        for move in range(w.first[kind, 0], w.first[kind, -1]):
            turn = self._turns[move]
            if board.free >> turn.p & 1 and lay(w, 0, turn.p, move, 0):
                (head,) = np.flatnonzero(w.next_counts[0]).tolist()
                free, edge = w.next_keys[0, 0], w.next_keys[0, 1]
                laid = (*board.laid, 4 * turn.p + turn.q)
                own = self._pieces[turn.p].count(turn.right)
                rank = self._connectivity * (own - left[turn.right]) if turn.right else 0
                further.append((rank, _Board(free, edge, head, laid)))
                w.begin(1)
        if further:
            depth = len(board.laid)
            expected = self._taken[depth] / len(further)
            self._taken[depth + 1] = max(self._taken[depth + 1], expected)
            boards = [board for _, board in sorted(further, key=itemgetter(0))]
            self._stack.append(_Segment(boards, solved))

    def _sides_left(self, board: _Board) -> Counter[int]:
        """Count by colour the sides of all pieces that are not on a board."""
        laid = {turn >> 2 for turn in board.laid}
        return Counter(
            colour for p, piece in enumerate(self._pieces) if p not in laid for colour in piece
        )
