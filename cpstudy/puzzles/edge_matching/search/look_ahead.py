"""Compiled search with look-ahead: pla and matching.

The search runs on the sets of ``domain_tables.py``. After each placement every domain may shrink,
so each depth stores the sets of all cells, and backtracking costs nothing. A search with restarts
that has made the placements of a run restarts with the pieces in another order (``rank``).

*Partial look-ahead* (Ansotegui2008): the pieces on the board leave all domains. Then the empty
cells are visited row by row. A candidate is removed if it has, towards some empty neighbour, a
colour that no candidate of the neighbour has on its facing side; domains that are already narrowed
count. The paper names Haralick and Elliott's partial look-ahead, which compares a variable with
later ones only; here a cell is compared with all its neighbours, once. A candidate's own piece may
support it.

*Matching* has three more steps: it first counts colours (``colours_meet.py``); after the partial
look-ahead it matches pieces to cells (``different_pieces.py``), then colours to edges.

Cost: 2 µs per placement for pla at 6×6, 5 for matching, which prunes more (benchmarks/). Limits:
memory grows with the cube of the cells (64 KB at 7×7, 0.4 GB at 30×30). Sources: Ansotegui2008 for
the partial look-ahead; for the other steps, see the files of the matchings.
"""

from cpstudy.core.bits import lowest_bit, popcount
from cpstudy.core.kernel_types import View, i64, u64
from cpstudy.core.native import entry, kernel, workspace, zeros
from cpstudy.core.random_words import shuffle
from cpstudy.puzzles.edge_matching.search.colours_meet import (
    ColourFlow,
    colours_meet,
    sides_suffice,
)
from cpstudy.puzzles.edge_matching.search.control import EXHAUSTED, FOUND, SPENT
from cpstudy.puzzles.edge_matching.search.different_pieces import PieceMatching, different_pieces
from cpstudy.puzzles.edge_matching.search.domain_tables import (
    AVAILABLE,
    CELL,
    FREE,
    LEAST_WORDS,
    LISTED,
    TRIED,
    DomainTables,
    fill_tables,
    insert,
    lay,
    lowest_of,
    words_of,
)
from cpstudy.puzzles.edge_matching.search.methods import MATCHING, Method


@workspace
class LookAhead(DomainTables):
    """The state of a search with look-ahead on n cells, with a level of domains for each depth.

    look: the method's look-ahead. rank: int64[n], the order of pieces. supported: uint64[words],
    matching, flow: working memory.
    """

    look: i64
    rank: View[i64]
    supported: View[u64]
    matching: PieceMatching
    flow: ColourFlow

    def __init__(self, rows: int, columns: int, colours: int, framed: bool, method: Method) -> None:
        """Create the search for boards of one size with colours below ``colours``."""
        n = rows * columns
        words = words_of(n)
        super().__init__(rows, columns, colours, framed, method, n)
        self.look = method.look
        self.rank = zeros(n, "i64")
        self.supported = zeros(words, "u64")
        self.matching = PieceMatching(n, words)
        self.flow = ColourFlow(n, colours)

    @entry
    def search(self, limit: i64) -> i64:
        """Begin or resume, up to ``limit`` placements in total; see ``control.py``."""
        deeper: bool = not self.begun
        if deeper:
            fill_tables(self)
            _begin(self)
        depth = self.depth
        placements = self.placements
        status = EXHAUSTED
        while True:
            if deeper:
                depth += 1
                _open(self, depth)
                deeper = False
            self.board[self.levels[depth, CELL]] = -1
            tried = self.levels[depth, TRIED]
            if tried == self.levels[depth, LISTED]:
                if depth == 0:
                    break
                depth -= 1
                continue
            if placements >= self.cutoff:
                _restart(self, placements)
                depth = -1
                deeper = True
                continue
            if placements >= limit:
                status = SPENT
                break
            placements += 1
            self.levels[depth, TRIED] = tried + 1
            self.board[self.levels[depth, CELL]] = self.candidates[depth, tried]
            if depth == self.goal:
                for cell in range(len(self.board)):
                    self.reached[cell] = self.board[cell]
                if depth == len(self.board) - 1:
                    status = FOUND
                    break
                self.goal += 1
            _narrow(self, depth)
            deeper = _look(self, depth + 1)
        self.depth = depth
        self.placements = placements
        return status


@kernel
def _begin(w: LookAhead) -> None:
    """Empty the board, with the pieces in their own order."""
    for cell in range(len(w.board)):
        w.board[cell] = -1
        w.rank[cell] = cell
    w.begun = True
    w.depth = -1
    w.cutoff = w.run


@kernel
def _restart(w: LookAhead, placements: i64) -> None:
    """Empty the board, with the pieces in a new order, for twice as many placements."""
    for cell in range(len(w.board)):
        w.board[cell] = -1
    shuffle(w.random, w.rank, len(w.rank))
    w.run *= 2
    w.cutoff = placements + w.run


@kernel
def _open(w: LookAhead, depth: i64) -> None:
    """Choose the first empty cell with the fewest candidates, and list them by rank."""
    base = depth * len(w.board)
    free = 2 * depth + FREE
    words = w.left.shape[1]
    fewest = 1 << 40
    chosen = 0
    for cell in range(len(w.board)):
        if w.board[cell] < 0:
            count = 0
            for word in range(words):
                count += popcount(w.domains[base + cell, word] & w.left[free, word])
            if count < fewest:
                fewest = count
                chosen = cell
    size = 0
    for word in range(words):
        choices: u64 = w.domains[base + chosen, word] & w.left[free, word]
        while choices != 0:
            o = 64 * word + lowest_bit(choices)
            choices &= choices - 1
            insert(w, depth, size, o, -(4 * w.rank[o >> 2] + (o & 3)))
            size += 1
    w.levels[depth, CELL] = chosen
    w.levels[depth, TRIED] = 0
    w.levels[depth, LISTED] = size


@kernel
def _narrow(w: LookAhead, depth: i64) -> None:
    """Create the sets of the next depth: without the placed piece, narrowed at its neighbours."""
    n = len(w.board)
    words = w.left.shape[1]
    below = depth + 1
    for word in range(words):
        w.left[2 * below + AVAILABLE, word] = w.left[2 * depth + AVAILABLE, word]
        w.left[2 * below + FREE, word] = w.left[2 * depth + FREE, word]
    laid = w.levels[depth, CELL]
    o = w.board[laid]
    lay(w, below, o)
    for cell in range(n):
        if w.board[cell] < 0:
            for word in range(words):
                kept: u64 = w.domains[depth * n + cell, word]
                w.domains[below * n + cell, word] = kept & w.left[2 * below + AVAILABLE, word]
    for side in range(4):
        other = w.neighbours[laid, side]
        if other >= 0 and w.board[other] < 0:
            facing = (side + 2) & 3
            colour = w.colours[o, side]
            for word in range(words):
                w.domains[below * n + other, word] &= w.with_colour[facing, colour, word]


@kernel
def _look(w: LookAhead, level: i64) -> bool:
    """Narrow the domains of a level further; return False if the board cannot be completed."""
    matching: bool = w.look == MATCHING
    if matching and not sides_suffice(w.flow, w, level):
        return False
    if not _partial_look_ahead(w, level * len(w.board)):
        return False
    if matching and not different_pieces(w.matching, w, level):
        return False
    return not (matching and w.framed) or colours_meet(w.flow, w, level)


@kernel
def _partial_look_ahead(w: LookAhead, base: i64) -> bool:
    """Make one pass of arc consistency on narrowed domains."""
    for cell in range(len(w.board)):
        if w.board[cell] >= 0:
            continue
        for side in range(4):
            other = w.neighbours[cell, side]
            if other >= 0 and w.board[other] < 0:
                _keep_supported(w, base + cell, base + other, side)
        some: u64 = 0
        for word in range(w.domains.shape[1]):
            some |= w.domains[base + cell, word]
        if some == 0:
            return False
    return True


@kernel
def _keep_supported(w: LookAhead, one: i64, other: i64, side: i64) -> None:
    """Narrow a domain to the candidates that fit, on a side, a neighbour with the domain ``other``.

    The colours that the neighbour shows are processed one by one, on its first four words at once.
    """
    facing = (side + 2) & 3
    words = len(w.supported)
    a: u64 = 0
    b: u64 = 0
    c: u64 = 0
    d: u64 = 0
    for word in range(LEAST_WORDS, words):
        w.supported[word] = 0
    p: u64 = w.domains[other, 0]
    q: u64 = w.domains[other, 1]
    r: u64 = w.domains[other, 2]
    s: u64 = w.domains[other, 3]
    o = lowest_of(p, q, r, s)
    while o >= 0:
        colour = w.colours[o, facing]
        p &= ~w.with_colour[facing, colour, 0]
        q &= ~w.with_colour[facing, colour, 1]
        r &= ~w.with_colour[facing, colour, 2]
        s &= ~w.with_colour[facing, colour, 3]
        a |= w.with_colour[side, colour, 0]
        b |= w.with_colour[side, colour, 1]
        c |= w.with_colour[side, colour, 2]
        d |= w.with_colour[side, colour, 3]
        for word in range(LEAST_WORDS, words):
            w.supported[word] |= w.with_colour[side, colour, word]
        o = lowest_of(p, q, r, s)
    for word in range(LEAST_WORDS, words):
        choices: u64 = w.domains[other, word]
        while choices != 0:
            colour = w.colours[64 * word + lowest_bit(choices), facing]
            choices &= ~w.with_colour[facing, colour, word]
            a |= w.with_colour[side, colour, 0]
            b |= w.with_colour[side, colour, 1]
            c |= w.with_colour[side, colour, 2]
            d |= w.with_colour[side, colour, 3]
            for i in range(LEAST_WORDS, words):
                w.supported[i] |= w.with_colour[side, colour, i]
    w.domains[one, 0] &= a
    w.domains[one, 1] &= b
    w.domains[one, 2] &= c
    w.domains[one, 3] &= d
    for word in range(LEAST_WORDS, words):
        w.domains[one, word] &= w.supported[word]
