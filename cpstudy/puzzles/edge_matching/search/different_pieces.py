"""All pieces are different: a matching of pieces to cells that prunes.

Every empty cell needs a piece of its own. A maximum matching decides whether that is possible. A
pair of cell and piece that is in no perfect matching is removed from the cell's domain. Given a
perfect matching, these are the pairs that are not on an alternating cycle (Regin1994): a piece
leads to all pieces that its cell could take instead, and a cell keeps those in the strong component
of its own piece. Components are found along one path that contracts each closed cycle (Gabow2000),
on bit sets: each step adds a piece to the path, merges its end, or removes the end.

The answer depends on the domains only, not on the matching that was found, so a matching may start
from the remains of the last one. Cost: a few steps per piece, and an augmenting path for each cell
that lost its piece, on words of 64 bits.
"""

from cpstudy.core.bits import lowest_bit
from cpstudy.core.kernel_types import View, View2, i64, u64
from cpstudy.core.native import entry, filled, inlined, kernel, workspace, zeros
from cpstudy.puzzles.edge_matching.search.domain_tables import DomainTables

# Conversion between sets of orientations and sets of pieces: bits four apart move together, in four
# steps.
_PIECES_A_WORD = 16
_APART = 0x1111111111111111
_TWO = 0x0303030303030303
_FOUR = 0x000F000F000F000F
_EIGHT = 0x000000FF000000FF
_SIXTEEN = 0xFFFF


@workspace
class PieceMatching:
    """Working memory for n cells; sets of pieces are uint64 words of n bits.

    takes: uint64[n, words], for each cell, the pieces with an orientation in its domain. piece:
    int64[n], the current or last piece of a cell, or -1. By piece: cell: int64[n], the cell that
    has it, or -1; taker: int64[n], the cell from which a search reached it. queue: int64[n], cells.
    free, seen, finished: uint64[words], the pieces that no cell has, that a search reached, and of
    finished components. members, leads: uint64[n, words], for each place on a path, the pieces of a
    component and those that they lead to. kept: uint64[words of 4n bits], the orientations of a
    component.
    """

    takes: View2[u64]
    piece: View[i64]
    cell: View[i64]
    taker: View[i64]
    queue: View[i64]
    free: View[u64]
    seen: View[u64]
    finished: View[u64]
    members: View2[u64]
    leads: View2[u64]
    kept: View[u64]

    def __init__(self, cells: int, domain_words: int) -> None:
        """Create the working memory for ``cells`` cells with domains of ``domain_words`` words."""
        words = (domain_words + 3) // 4
        self.takes = zeros((cells, words), "u64")
        self.piece = filled(cells, -1, "i64")
        self.cell = zeros(cells, "i64")
        self.taker = zeros(cells, "i64")
        self.queue = zeros(cells, "i64")
        self.free = zeros(words, "u64")
        self.seen = zeros(words, "u64")
        self.finished = zeros(words, "u64")
        self.members = zeros((cells, words), "u64")
        self.leads = zeros((cells, words), "u64")
        self.kept = zeros(domain_words, "u64")


@entry
def different_pieces(m: PieceMatching, t: DomainTables, level: i64) -> bool:
    """Filter the domains of a level to pieces in a perfect matching; False if there is none."""
    base = level * len(t.board)
    _list_pieces(m, t, base)
    for cell in range(len(t.board)):
        if t.board[cell] < 0 and m.piece[cell] < 0 and not _match(m, cell):
            return False
    _keep_components(m, t, base)
    return True


@kernel
def _list_pieces(m: PieceMatching, t: DomainTables, base: i64) -> None:
    """List the pieces of the empty cells, and keep the last piece of a cell where possible."""
    for word in range(len(m.free)):
        m.free[word] = 0
    for cell in range(len(t.board)):
        m.cell[cell] = -1
        for word in range(len(m.free)):
            m.takes[cell, word] = 0
        if t.board[cell] < 0:
            for word in range(t.domains.shape[1]):
                pieces: u64 = _pieces_of(t.domains[base + cell, word])
                m.takes[cell, word >> 2] |= pieces << (_PIECES_A_WORD * (word & 3))
            for word in range(len(m.free)):
                m.free[word] |= m.takes[cell, word]
    for cell in range(len(t.board)):
        p = m.piece[cell]
        if p >= 0:
            bit: u64 = m.takes[cell, p >> 6] & (u64(1) << (p & 63))
            if t.board[cell] < 0 and bit & m.free[p >> 6] != 0:
                m.cell[p] = cell
                m.free[p >> 6] ^= bit
            else:
                m.piece[cell] = -1


@inlined
def _pieces_of(turns: u64) -> u64:
    """Return 16 bits for the pieces with an orientation in a word of a domain."""
    pairs: u64 = turns | turns >> 1
    pieces: u64 = (pairs | pairs >> 2) & _APART
    pieces = (pieces | pieces >> 3) & _TWO
    pieces = (pieces | pieces >> 6) & _FOUR
    pieces = (pieces | pieces >> 12) & _EIGHT
    return (pieces | pieces >> 24) & _SIXTEEN


@inlined
def _turns_of(pieces: u64) -> u64:
    """Return all orientations of the pieces in the lowest 16 bits."""
    turns: u64 = pieces & _SIXTEEN
    turns = (turns | turns << 24) & _EIGHT
    turns = (turns | turns << 12) & _FOUR
    turns = (turns | turns << 6) & _TWO
    return ((turns | turns << 3) & _APART) * 15


@kernel
def _match(m: PieceMatching, start: i64) -> bool:
    """Match one more cell to a piece, by a shortest augmenting path."""
    for word in range(len(m.seen)):
        m.seen[word] = 0
    m.queue[0] = start
    size = 1
    head = 0
    while head < size:
        cell = m.queue[head]
        head += 1
        for word in range(len(m.seen)):
            pieces: u64 = m.takes[cell, word] & ~m.seen[word]
            m.seen[word] |= pieces
            unused: u64 = pieces & m.free[word]
            if unused != 0:
                m.free[word] ^= unused & -unused
                _exchange(m, start, cell, 64 * word + lowest_bit(unused))
                return True
            while pieces != 0:
                p = 64 * word + lowest_bit(pieces)
                pieces &= pieces - 1
                m.taker[p] = cell
                m.queue[size] = m.cell[p]
                size += 1
    return False


@kernel
def _exchange(m: PieceMatching, start: i64, cell: i64, p: i64) -> None:
    """Shift pieces along the path, up to ``start``: a cell gets p, and so on.

    The cell that reached the old piece of a cell gets that piece.
    """
    while True:
        released = m.piece[cell]
        m.piece[cell] = p
        m.cell[p] = cell
        if cell == start:
            return
        p = released
        cell = m.taker[p]


@kernel
def _keep_components(m: PieceMatching, t: DomainTables, base: i64) -> None:
    """Keep for each cell the orientations of pieces in the component of its own piece."""
    for word in range(len(m.seen)):
        m.seen[word] = 0
        m.finished[word] = 0
    for start in range(len(t.board)):
        if t.board[start] >= 0 or _seen(m, m.piece[start]):
            continue
        _begin_component(m, 0, m.piece[start])
        end = 0
        while end >= 0:
            p = _leads_to(m, end)
            if p < 0:
                _keep_component(m, t, end, base)
                end -= 1
            elif _seen(m, p):
                # It is earlier on the path: the components from there to the end are one.
                while m.members[end, p >> 6] >> (p & 63) & 1 == 0:
                    for word in range(len(m.seen)):
                        m.members[end - 1, word] |= m.members[end, word]
                        m.leads[end - 1, word] |= m.leads[end, word]
                    end -= 1
            else:
                end += 1
                _begin_component(m, end, p)


@inlined
def _seen(m: PieceMatching, p: i64) -> bool:
    return m.seen[p >> 6] >> (p & 63) & 1 != 0


@kernel
def _begin_component(m: PieceMatching, place: i64, p: i64) -> None:
    """Begin the component of one piece, at a place on the path."""
    for word in range(len(m.seen)):
        m.members[place, word] = 0
        m.leads[place, word] = m.takes[m.cell[p], word]
    m.members[place, p >> 6] |= u64(1) << (p & 63)
    m.seen[p >> 6] |= u64(1) << (p & 63)


@kernel
def _leads_to(m: PieceMatching, place: i64) -> i64:
    """Return a piece outside finished components that this component leads to, or -1."""
    for word in range(len(m.seen)):
        pieces: u64 = m.leads[place, word] & ~(m.members[place, word] | m.finished[word])
        if pieces != 0:
            return 64 * word + lowest_bit(pieces)
    return -1


@kernel
def _keep_component(m: PieceMatching, t: DomainTables, place: i64, base: i64) -> None:
    """Keep for the cells of a finished component only its pieces."""
    for word in range(t.domains.shape[1]):
        m.kept[word] = _turns_of(m.members[place, word >> 2] >> (_PIECES_A_WORD * (word & 3)))
    for word in range(len(m.seen)):
        m.finished[word] |= m.members[place, word]
        pieces: u64 = m.members[place, word]
        while pieces != 0:
            cell = base + m.cell[64 * word + lowest_bit(pieces)]
            pieces &= pieces - 1
            for i in range(t.domains.shape[1]):
                t.domains[cell, i] &= m.kept[i]
