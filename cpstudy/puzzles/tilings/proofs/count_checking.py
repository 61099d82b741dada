"""Checking certificates of counts with code of its own: nothing of the counter is used.

Tiles are taken column by column where a board has more columns than rows, else row by row. A layer
is the states after so many tiles. Each names, for the edges between the tiles taken and the others
(an empty tile has none), in the order of their numbers, the part of the pipes that comes through
it, a byte each: 0 where the edge is closed, the parts numbered as they appear. What leads to one
tile is one part, since there it will meet. The number of parts stands before them. On free graphs
parts do not matter: a 0 stands before them, and a 1 for what is open.

For each state of a layer the checker turns the next tile in all ways and keeps those in which every
side agrees with the side that it meets, no cycle is closed, and no part is left without a way out
while there are others or tiles to come. Every solution is one way through the layers, and different
ones differ in how some tile lies, so the ways to the end (encode/layer_sums.py) are the count.

Cost: some 100 ns a state and way, and never the solutions.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

import numpy as np

from cpstudy.core.native import View, View2, i64, kernel, view, workspace, zeros
from cpstudy.encode import layer_sums
from cpstudy.encode.layer_sums import Rules, Sums, reached
from cpstudy.puzzles.tilings.proofs.checking import edges_of, turns_of
from cpstudy.puzzles.tilings.rules import Tiling

# A byte numbers the parts of a state.
MOST = 250


@workspace
class Turns(Rules):
    """A tile to be turned; places are those of edges in a state, from 1.

    ins [·, 1]: places of its edges towards tiles taken. outs [·, 2]: of those towards others, in
    the next state, and these others. stay [·, 3]: the edges that stay, by place before, place after
    and the tile to come. turns [·, 2]: which ins and which outs each way opens. last: whether only
    empty tiles follow. part: by place after, of the state at hand; whole, name: by part, what it is
    joined to, and its number in the next state.
    """

    ins: View2[i64]
    outs: View2[i64]
    stay: View2[i64]
    turns: View2[i64]
    part: View[i64]
    whole: View[i64]
    name: View[i64]
    tree: bool
    last: bool = False

    def __init__(self, puzzle: Tiling) -> None:
        self.tree = not puzzle.free
        self.ins, self.outs, self.stay, self.turns = (zeros((0, 3), "i64") for _ in range(4))
        self.part, self.whole, self.name = (zeros(MOST + 3, "i64") for _ in range(3))

    @kernel
    def follow(self, w: Sums) -> None:
        """Every way in which the tile agrees with those before it."""
        met = 0
        for side in range(len(self.ins)):
            met |= i64(w.here[w.state, self.ins[side, 0]] != 0) << side
        for turn in range(len(self.turns)):
            if self.turns[turn, 0] == met and _turned(self, w, met, self.turns[turn, 1]):
                reached(w)


@kernel
def _turned(m: Turns, w: Sums, met: i64, opened: i64) -> bool:
    """Write what follows where a tile opens some edges; False where that is against the rules."""
    own = i64(w.here[w.state, 0]) + 1
    for part in range(own + 1):
        m.whole[part] = part
        m.name[part] = 0
    for side in range(len(m.ins)):
        part = w.here[w.state, m.ins[side, 0]]
        if part != 0:
            m.whole[part] = own  # all that lead here are one part
    for edge in range(len(m.stay)):
        m.part[m.stay[edge, 1]] = w.here[w.state, m.stay[edge, 0]]
    for side in range(len(m.outs)):
        m.part[m.outs[side, 0]] = own if opened >> side & 1 else 0
        if m.tree and opened >> side & 1 and not _joins(m, side, opened, own):
            return False
    return _named(m, w, own, met | opened)


@kernel
def _joins(m: Turns, side: i64, opened: i64, own: i64) -> bool:
    """Join what else leads to the tile beyond a side; False where that closes a cycle."""
    beyond = m.outs[side, 1]
    for other in range(side):
        if opened >> other & 1 and m.outs[other, 1] == beyond:
            return False
    for edge in range(len(m.stay)):
        part = m.part[m.stay[edge, 1]]
        if m.stay[edge, 2] == beyond and part != 0:
            # All that leads there is one part, so the first decides.
            if m.whole[part] == own:
                return False
            m.whole[part] = own
            return True
    return True


@kernel
def _named(m: Turns, w: Sums, own: i64, touched: i64) -> bool:
    """Write the parts as they appear; False where one is left without a way out."""
    places = len(m.stay) + len(m.outs)
    number = 0
    for place in range(1, places + 1):
        part = m.part[place]
        if part != 0 and m.tree:
            part = m.whole[part]
            if m.name[part] == 0:
                number += 1
                m.name[part] = number
            part = m.name[part]
        w.after[place] = part != 0 if not m.tree else part
    w.after[0] = number
    ended = m.tree and touched != 0 and m.name[own] == 0
    return not ended or (number == 0 and m.last)


def why_rejected(puzzle: Tiling, count: int, layers: Iterator[bytes]) -> str:
    """ "" where ``layers`` prove that the puzzle has ``count`` solutions, else the fault."""
    rules = Turns(puzzle)
    found = layer_sums.summed(rules, b"\0", _prepared(puzzle, rules), layers)
    return layer_sums.why_not(found, count)


def _prepared(puzzle: Tiling, rules: Turns) -> Iterator[int]:
    """Prepare the rules for one tile after the other; the bytes of a state after it."""
    rows, columns = range(puzzle.rows), range(puzzle.columns)
    places = [(row, column) for row in rows for column in columns]
    if puzzle.columns > puzzle.rows:
        places = [(row, column) for column in columns for row in rows]
    order = [row * puzzle.columns + column for row, column in places]
    taken = {tile: step for step, tile in enumerate(order)}
    last = max((step for step, tile in enumerate(order) if puzzle.tiles[tile]), default=0)
    edges = edges_of(puzzle)
    sides: list[dict[int, int]] = [{} for _ in order]  # by tile and bit, the edges
    for edge, halves in enumerate(edges):
        if all(puzzle.tiles[tile] for tile, _ in halves):
            for tile, bit in halves:
                sides[tile][bit] = edge
    beyond = [max((tile for tile, _ in halves), key=taken.__getitem__) for halves in edges]
    before: list[int] = []
    for step, tile in enumerate(order):
        own = set(sides[tile].values())
        staying = [edge for edge in before if edge not in own]
        ins, outs = [e for e in before if e in own], [e for e in own if taken[beyond[e]] > step]
        after = sorted(staying + outs)
        came = {edge: place for place, edge in enumerate(before, 1)}
        goes = {edge: place for place, edge in enumerate(after, 1)}
        turns = [
            (_bits(ins, opened), _bits(outs, opened))
            for opened in _turns(puzzle, puzzle.tiles[tile], sides[tile])
        ]
        rules.ins = _table([(came[edge],) for edge in ins], 1)
        rules.outs = _table([(goes[edge], beyond[edge]) for edge in outs], 2)
        rules.stay = _table([(came[edge], goes[edge], beyond[edge]) for edge in staying], 3)
        rules.turns, rules.last = _table(turns, 2), step >= last
        if len(after) > MOST:
            return  # a byte does not number them: no layers are taken
        before = after
        yield len(after) + 1


def _table(rows: Sequence[tuple[int, ...]], columns: int) -> View2[i64]:
    found: View2[i64] = view(np.array(rows, np.int64).reshape(-1, columns))
    return found


def _bits(edges: Sequence[int], opened: Collection[int]) -> int:
    return sum(1 << place for place, edge in enumerate(edges) if edge in opened)


def _turns(puzzle: Tiling, tile: int, sides: Mapping[int, int]) -> Iterator[list[int]]:
    """For each way a tile may lie, the edges that it opens; sides: by bit, its edges."""
    faces_itself = len(set(sides.values())) < len(sides)
    for way in turns_of(tile, puzzle.sides):
        opened = [edge for bit, edge in sides.items() if way & bit]
        if len(opened) < way.bit_count():
            continue  # towards a wall
        if faces_itself and any(
            [*sides.values()].count(edge) == 2 and (not puzzle.free or opened.count(edge) == 1)
            for edge in opened
        ):
            continue  # a cycle of one edge, or half of it
        yield opened
