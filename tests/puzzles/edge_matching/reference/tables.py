"""The tables of the plain search: sets of oriented pieces as the bits of one integer.

Bit 4·p + q is piece p turned clockwise by q quarters. Cost: linear in pieces and cells, except for
the sets themselves, which grow with the pieces.
"""

from __future__ import annotations

from collections.abc import Iterator

from cpstudy.puzzles.edge_matching.puzzle import FRAME, EdgeMatching, Piece, turned

EMPTY = -1


class Tables:
    """The tables of one puzzle.

    oriented: the colours of oriented piece 4·p + q. with_colour: for each side, a dict from colour
    to the set of oriented pieces that have it there. neighbours: for each cell and side, the cell
    that it faces, or None at the border. start: the candidates of each cell on the empty board:
    if framed, those with the frame exactly on the cell's sides at the border, else all; always
    only those that places and turns allow. everything: all oriented pieces. equal: the sets of
    several oriented pieces that have the same colours on all sides.
    """

    def __init__(self, puzzle: EdgeMatching) -> None:
        self.framed = puzzle.framed
        self.cells = len(puzzle.pieces)
        self.oriented: list[Piece] = [turned(p, q) for p in puzzle.pieces for q in range(4)]
        self.everything = (1 << 4 * self.cells) - 1
        self.with_colour: list[dict[int, int]] = [{}, {}, {}, {}]
        for number, colours in enumerate(self.oriented):
            for side, colour in enumerate(colours):
                sets = self.with_colour[side]
                sets[colour] = sets.get(colour, 0) | 1 << number
        alike: dict[Piece, int] = {}
        for number, colours in enumerate(self.oriented):
            alike[colours] = alike.get(colours, 0) | 1 << number
        turns = self.everything if puzzle.turning else sum(1 << 4 * p for p in range(self.cells))
        alike = {colours: oriented & turns for colours, oriented in alike.items()}
        self.equal = [oriented for oriented in alike.values() if oriented.bit_count() > 1]
        self.neighbours = [
            tuple(puzzle.neighbour(cell, side) for side in range(4)) for cell in range(self.cells)
        ]
        self.start = [
            turns & sum(puzzle.allows(cell, lying) << o for o, lying in enumerate(self.oriented))
            for cell in range(self.cells)
        ]
        if puzzle.framed:
            for cell, neighbours in enumerate(self.neighbours):
                for side, other in enumerate(neighbours):
                    framed = self.with_colour[side].get(FRAME, 0)
                    self.start[cell] &= framed if other is None else ~framed

    def sides_with(self, colour: int, available: int) -> int:
        """The number of sides of the ``available`` pieces that have ``colour``.

        ``available`` has all four turns of a piece or none; each of its sides is on top in one.
        """
        return (self.with_colour[0].get(colour, 0) & available).bit_count()


def members(candidates: int) -> Iterator[int]:
    """The oriented pieces in a set, in increasing order."""
    while candidates:
        lowest = candidates & -candidates
        yield lowest.bit_length() - 1
        candidates ^= lowest
