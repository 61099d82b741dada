"""An independent implementation of sliding blocks: pictures of the board, changed cell by cell.

A position is the picture itself, rows of characters. If blocks are interchangeable, two pictures
are equal if they look the same without letters: each cell says the shape of its block and which of
the block's cells it is.
"""

from __future__ import annotations

import random

from cpstudy.puzzles.rush_hour.puzzle import RushHour

Picture = tuple[str, ...]
WAYS = ((-1, 0), (1, 0), (0, -1), (0, 1))


class Board:
    """The rules on pictures. both_ways: blocks move in all directions and are interchangeable."""

    def __init__(self, picture: Picture, both_ways: bool, goal: tuple[int, int]) -> None:
        self.picture = picture
        self.both_ways = both_ways
        self.goal = goal

    @staticmethod
    def cells(picture: Picture, name: str) -> list[tuple[int, int]]:
        return [(r, c) for r, row in enumerate(picture) for c, x in enumerate(row) if x == name]

    def solved(self, picture: Picture) -> bool:
        return self.cells(picture, "A")[0] == self.goal

    def key(self, picture: Picture) -> object:
        if not self.both_ways:
            return picture
        seen = []
        for name in sorted(set("".join(picture)) - {"o", "x"}):
            cells = self.cells(picture, name)
            (row, column), *_ = cells
            shape = tuple((r - row, c - column) for r, c in cells)
            seen.append((name == "A", shape, cells[0]))
        return tuple(sorted(seen))

    def stepped(self, picture: Picture, name: str, down: int, right: int) -> Picture | None:
        """The picture with one block pushed by one cell, None if it hits something."""
        cells = self.cells(picture, name)
        rows = [list(row) for row in picture]
        for r, c in cells:
            rows[r][c] = "o"
        for r, c in cells:
            row, column = r + down, c + right
            inside = 0 <= row < len(rows) and 0 <= column < len(rows[0])
            if not inside or rows[row][column] != "o":
                return None
            rows[row][column] = name
        return tuple("".join(row) for row in rows)

    def moves(self, picture: Picture, steps: bool) -> set[Picture]:
        """All pictures one move away; a slide is any number of steps of one block."""
        found = set()
        for name in set("".join(picture)) - {"o", "x"}:
            cells = self.cells(picture, name)
            ways = WAYS
            if not self.both_ways:
                ways = WAYS[:2] if cells[0][1] == cells[-1][1] else WAYS[2:]
            mine = {picture}
            waiting = [picture]
            while waiting:
                at = waiting.pop()
                for way in ways:
                    there = self.stepped(at, name, *way)
                    if there is not None and there not in mine:
                        mine.add(there)
                        if not steps:
                            waiting.append(there)
            found |= mine - {picture}
        return found

    def explore(self, steps: bool) -> tuple[dict[object, int], int, int | None]:
        """Distances by key, number of (state, move) pairs, distance to the goal."""
        distances = {self.key(self.picture): 0}
        level = [self.picture]
        transitions = 0
        shortest = 0 if self.solved(self.picture) else None
        while level:
            following = []
            for at in level:
                reached = self.moves(at, steps)
                transitions += len(reached)
                for there in reached:
                    if self.key(there) not in distances:
                        distances[self.key(there)] = distances[self.key(at)] + 1
                        following.append(there)
                        if shortest is None and self.solved(there):
                            shortest = distances[self.key(there)]
            level = following
        return distances, transitions, shortest


def board_of(puzzle: RushHour) -> Board:
    """The oracle's board of a puzzle, read from its cells."""
    width = puzzle.columns
    rows = tuple(puzzle.cells[i : i + width] for i in range(0, len(puzzle.cells), width))
    assert puzzle.goal is not None
    return Board(rows, puzzle.both_ways, puzzle.goal)


def random_puzzle(rng: random.Random, largest: int = 4, both_ways: bool = False) -> RushHour:
    """A small board with some walls; the goal of A is the usual one or another in its range."""
    while True:
        rows, columns = rng.randint(1, largest), rng.randint(1, largest)
        grid = [["o"] * columns for _ in range(rows)]
        names = iter("ABCDEFGH")
        wanted = rng.randint(1, 6)
        for _ in range(40):
            length, across = rng.choice((2, 2, 3)), rng.choice((True, False))
            height, width = (1, length) if across else (length, 1)
            if both_ways:
                height, width = rng.choice(((1, 1), (1, 1), (1, 2), (2, 1), (2, 2)))
            if height > rows or width > columns:
                continue
            top, left = rng.randint(0, rows - height), rng.randint(0, columns - width)
            cells = [(top + r, left + c) for r in range(height) for c in range(width)]
            if all(grid[r][c] == "o" for r, c in cells):
                name = next(names)
                for r, c in cells:
                    grid[r][c] = name
                wanted -= 1
                if not wanted:
                    break
        if rng.random() < 0.4:
            r, c = rng.randrange(rows), rng.randrange(columns)
            if grid[r][c] == "o":
                grid[r][c] = "x"
        cells = "".join("".join(row) for row in grid)
        if "A" not in cells:
            continue
        puzzle = RushHour(rows, columns, cells, both_ways)
        if rng.random() < 0.5:
            red = puzzle.blocks[puzzle.red]
            goal = rng.randint(0, rows - red.height), rng.randint(0, columns - red.width)
            if not puzzle.both_ways:
                goal = (goal[0], red.column) if red.height > 1 else (red.row, goal[1])
            puzzle = RushHour(rows, columns, cells, both_ways, goal)
        return puzzle


def random_shapes(rng: random.Random, rows: int, columns: int) -> RushHour:
    """A small board of blocks that grow from one cell, one free neighbour at a time."""
    while True:
        grid = {(r, c): "o" for r in range(rows) for c in range(columns)}
        for name in "ABCDE"[: rng.randint(1, 5)]:
            free = [cell for cell, what in grid.items() if what == "o"]
            cells = [rng.choice(free)] if len(free) > 3 else []
            for _ in range(rng.randint(0, 3)):
                around = [(r + d, c + e) for r, c in cells for d, e in WAYS]
                near = [cell for cell in around if grid.get(cell) == "o" and cell not in cells]
                if near and len(free) - len(cells) > 3:
                    cells.append(rng.choice(near))
            grid |= dict.fromkeys(cells, name)
        text = "".join(grid.values())
        if "A" not in text:
            continue
        board = RushHour(rows, columns, text, both_ways=True)
        red = board.blocks[board.red]
        goal = rng.randint(0, rows - red.height), rng.randint(0, columns - red.width) - red.left
        return RushHour(rows, columns, text, True, goal)
