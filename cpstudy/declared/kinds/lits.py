"""LITS: a tetromino in each region, connected, no 2×2, no two of one shape beside each other.

Model: a Boolean a cell; of each region the tetrominoes L, I, T and S that fit, of which one is
shaded: four cells of the region are, and all of one of these. Two that touch across a border and
have one shape, turned or mirrored, are not both shaded. Connection as :class:`..graph.Connected`.
"""

from cpstudy.declared.addresses import Pzpr
from cpstudy.declared.board import Block, Board, Cell, at
from cpstudy.declared.bodies import Borders
from cpstudy.declared.language import cp
from cpstudy.declared.model import Model
from cpstudy.declared.puzzle import Declared
from cpstudy.declared.record import kind_of

_SHAPES = {
    "L": ((0, 0), (1, 0), (2, 0), (2, 1)),
    "I": ((0, 0), (1, 0), (2, 0), (3, 0)),
    "T": ((0, 0), (0, 1), (0, 2), (1, 1)),
    "S": ((0, 0), (0, 1), (1, 1), (1, 2)),
}


class Lits(Declared):
    """See the module."""

    kind = "lits"
    summary = "LITS: a tetromino in each region, connected, like shapes apart"
    rules = (
        "Shade four connected cells in each region, so that all shaded cells are connected and no "
        "2×2 is shaded. Two of one shape, also turned or mirrored, do not touch by a side."
    )
    blocks = (Block("regions", "[0-9A-Za-z]+", blank=False, mark="regions"),)

    unique = (
        "lits:4x4:AABB/AABC/ABBC/CCCC",
        "lits:4x3:1111/1101/0001",
    )
    many = "lits:5x4:22111/22111/22110/20000"
    pzpr = Pzpr(("lits",), (Borders("regions"),))

    def declare(self, m: Model) -> None:
        """See :class:`Declared`."""
        b = m.board
        black = m.bools("shaded", b.cells, "{} is shaded", "{} is white", mark="shade")
        placed = {name: _tetrominoes(set(cells)) for name, cells in b.groups("regions").items()}
        for name, cells in b.groups("regions").items():
            words = f"the region of {at(cells[0])} has four shaded cells"
            m.rule(words, cp.sum([black[c] for c in cells]) == 4, cells, cells[0])
            ways = [cp.all([black[c] for c in four]) for four in placed[name]]
            m.rule(f"those of {at(cells[0])} are L, I, T or S", cp.any(ways), cells, cells[0])
        for one, other in _beside(b):
            for shape in _SHAPES:
                apart = [
                    ~cp.all([black[c] for c in four]) | ~cp.all([black[c] for c in five])
                    for four, its in placed[one].items()
                    for five, theirs in placed[other].items()
                    if its == theirs == shape and any(d in five for c in four for d in b.around[c])
                ]
                cells = [*b.groups("regions")[one], *b.groups("regions")[other]]
                words = f"the regions of {at(cells[0])} and {at(cells[-1])}: no two {shape} touch"
                m.rule(words, cp.all(apart) if apart else True, cells, weight=2)
        for square in b.squares:
            words = f"the 2×2 at {at(square[0])} is not all shaded"
            m.rule(words, ~cp.all([black[c] for c in square]), square)
        m.rule("shaded cells are connected", m.connected(black), b.cells, weight=2)


def _beside(b: Board) -> list[tuple[str, str]]:
    of = b["regions"]
    return sorted({(min(of[c], of[d]), max(of[c], of[d])) for c, d in b.edges if of[c] != of[d]})


def _tetrominoes(cells: set[Cell]) -> dict[frozenset[Cell], str]:
    """Those that fit into a region, with their letters."""
    found = {}
    for letter, shape in _SHAPES.items():
        for turned in {_turned(shape, turn) for turn in range(8)}:
            for r, c in cells:
                four = frozenset((r + i, c + j) for i, j in turned)
                if four <= cells:
                    found[four] = letter
    return found


def _turned(shape: tuple[Cell, ...], turn: int) -> tuple[Cell, ...]:
    """One of eight turned and mirrored forms, its first cell at (0, 0)."""
    cells = [(r, -c) for r, c in shape] if turn > 3 else list(shape)
    for _ in range(turn % 4):
        cells = [(c, -r) for r, c in cells]
    top, left = min(cells)
    return tuple(sorted((r - top, c - left) for r, c in cells))


KIND = kind_of(Lits)
