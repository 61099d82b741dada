"""Checking certificates of counts with code of its own: nothing of the counter is used.

The board is filled row by row, column by column where it has more columns than rows. A layer is the
states after so many cells. Each says what is left and what the next cells meet: a byte for each
different piece, how many of it are left; one for the side of the next cell towards the one before
it in its line; one for each place across, the side of its next cell towards the line before. A side
is the number of its colour, the least first, or 255 where any may lie. Pieces that look the same,
turned as they may be, are one; different ones are numbered by their first places.

For each state of a layer the checker lays each piece that is left in each different turn that the
rules allow on the cell (frame, fixed and forbidden places, sides that touch). Each state that
follows has to be in the next layer; the ways to it are added up. Different ways through the layers
are different pictures, so the number at the end counts pictures. Solutions are classes of pictures
that the board's rotations turn into each other; where all pieces are different and there are
several, none is turned into itself, so each class has as many as there are rotations.

Cost: some microseconds a state and piece left; two layers are in memory at a time.
"""

from collections.abc import Iterator

from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching, Piece

_ANY = 255


class _Board:
    """What the states of a puzzle are about.

    pieces: the different ones, each as its different turns. left: how many of each. colours: in
    order. lines, width: of the board as it is filled.
    """

    def __init__(self, puzzle: EdgeMatching) -> None:
        self.puzzle = puzzle
        self.turned = puzzle.columns > puzzle.rows
        self.lines = max(puzzle.rows, puzzle.columns)
        self.width = min(puzzle.rows, puzzle.columns)
        self.colours = sorted({colour for piece in puzzle.pieces for colour in piece})
        self.pieces: list[list[Piece]] = []
        self.left: list[int] = []
        for top, right, bottom, left in puzzle.pieces:
            turns = [(top, right, bottom, left)]
            if puzzle.turning:
                turns.append((left, top, right, bottom))
                turns.append((bottom, left, top, right))
                turns.append((right, bottom, left, top))
            known = next((i for i, other in enumerate(self.pieces) if turns[0] in other), -1)
            if known < 0:
                self.pieces.append(list(dict.fromkeys(turns)))
                self.left.append(0)
            self.left[known] += 1

    @property
    def border(self) -> int:
        """What lies at the border before the first cells."""
        framed = self.puzzle.framed and 0 in self.colours
        return self.colours.index(0) if framed else _ANY

    def first(self) -> bytes:
        """The state of the empty board."""
        return bytes((*self.left, *[self.border] * (self.width + 1)))

    def fitting(self, place: int) -> list[list[tuple[int, int, int, int]]]:
        """For each piece its turns on a cell, as sides: before, beside, behind, beyond."""
        line, across = divmod(place, self.width)
        row, column = (across, line) if self.turned else (line, across)
        puzzle = self.puzzle
        cell = row * puzzle.columns + column
        ends = (row == 0, column == puzzle.columns - 1, row == puzzle.rows - 1, column == 0)
        found: list[list[tuple[int, int, int, int]]] = []
        for turns in self.pieces:
            found.append([])
            for turn in turns:
                frame = tuple(colour == 0 for colour in turn)
                if puzzle.allows(cell, turn) and (not puzzle.framed or frame == ends):
                    top, right, bottom, left = map(self.colours.index, turn)
                    found[-1].append(
                        (top, left, bottom, right) if self.turned else (left, top, right, bottom)
                    )
        return found

    def followers(
        self, place: int, fitting: list[list[tuple[int, int, int, int]]], state: bytes
    ) -> Iterator[bytes]:
        """The states that follow one when a cell is filled."""
        across = place % self.width
        left, sides = state[: len(self.pieces)], state[len(self.pieces) :]
        for number, turns in enumerate(fitting):
            if left[number] == 0:
                continue
            for before, beside, behind, beyond in turns:
                if sides[0] in (before, _ANY) and sides[1 + across] in (beside, _ANY):
                    after = [*left, behind, *sides[1:]]
                    after[number] -= 1
                    after[len(left) + 1 + across] = beyond
                    if across == self.width - 1:
                        after[len(left)] = self.border
                    yield bytes(after)


def why_rejected(puzzle: EdgeMatching, count: int, layers: Iterator[bytes]) -> str:
    """ "" where ``layers`` prove that the puzzle has ``count`` solutions, else the fault."""
    board = _Board(puzzle)
    if puzzle.symmetric and max(board.left) > 1:
        return "identical pieces: a picture may be turned into itself"
    ways = {board.first(): 1}
    if next(layers, b"") != board.first():
        return "layer 0: not the empty board alone"
    for place in range(len(puzzle.pieces)):
        layer, width = next(layers, None), len(board.pieces) + board.width + 1
        if layer is None or len(layer) % width:
            return f"layer {place + 1}: missing"
        sums = {layer[at : at + width]: 0 for at in range(0, len(layer), width)}
        fitting = board.fitting(place)
        for state, number in ways.items():
            for following in board.followers(place, fitting, state):
                if following not in sums:
                    return f"layer {place + 1}: a state that follows is missing"
                sums[following] += number
        # A state without ways leads to nothing that counts.
        ways = {state: number for state, number in sums.items() if number}
    if next(layers, None) is not None:
        return "a layer after the last cell"
    found = sum(ways.values())
    turned = _rotations(puzzle, found)
    if found != count * turned:
        return f"the layers have {found} boards, {turned} to a solution, not {count} solutions"
    return ""


def _rotations(puzzle: EdgeMatching, pictures: int) -> int:
    """How many of so many pictures are the same solution."""
    if not puzzle.symmetric:
        return 1
    if len(puzzle.pieces) == 1:  # its turns are the board's
        return max(1, pictures)
    return 4 if puzzle.rows == puzzle.columns else 2
