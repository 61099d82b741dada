"""Small Sokoban levels of every variety, for tests."""

from __future__ import annotations

from cpstudy.puzzles.sokoban.puzzle import BOX, GOAL, PLAYER, WALL, Sokoban


def random_level(rng, largest=5, boxes=3, smallest=1):
    """A level of ``smallest``² to ``largest``² squares with up to ``boxes`` boxes.

    In every second level the boxes lie anywhere, often without a solution. In the others they are
    pulled away from the goals, so that there is a solution.
    """
    while True:
        rows, columns = rng.randint(smallest, largest), rng.randint(smallest, largest)
        walls = {i for i in range(rows * columns) if rng.random() < 0.15}
        free = [i for i in range(rows * columns) if i not in walls]
        k = rng.randint(0, boxes)
        if len(free) <= k:
            continue
        player, *places = rng.sample(free, k + 1)
        goals = set(rng.sample(free, k))
        if rng.random() < 0.5:
            player = rng.choice([i for i in free if i not in goals])
            player, places = _pulled(rng, rows, columns, walls, player, set(goals))
        cells = bytearray(WALL * (i in walls) for i in range(rows * columns))
        cells[player] |= PLAYER
        for place in places:
            cells[place] |= BOX
        for place in goals:
            cells[place] |= GOAL
        return Sokoban(rows, columns, bytes(cells))


def _pulled(rng, rows, columns, walls, player, boxes):
    """Walk at random, and sometimes pull the box behind the player along."""

    def free(row, column):
        square = row * columns + column
        inside = 0 <= row < rows and 0 <= column < columns
        return inside and square not in walls and square not in boxes

    for _ in range(rng.randint(0, 60)):
        row, column = divmod(player, columns)
        down, right = rng.choice(((-1, 0), (1, 0), (0, -1), (0, 1)))
        if not free(row + down, column + right):
            continue
        behind = (row - down) * columns + column - right
        wraps = not (0 <= row - down < rows and 0 <= column - right < columns)
        if behind in boxes and not wraps and rng.random() < 0.8:
            boxes.remove(behind)
            boxes.add(player)
        player = (row + down) * columns + column + right
    return player, boxes


def turned(puzzle, quarters, mirrored):
    """The level rotated by quarter turns, and mirrored."""
    grid = [
        list(puzzle.cells[i : i + puzzle.columns])
        for i in range(0, len(puzzle.cells), puzzle.columns)
    ]
    for _ in range(quarters):
        grid = [list(row) for row in zip(*grid[::-1], strict=True)]
    if mirrored:
        grid = [row[::-1] for row in grid]
    return Sokoban(len(grid), len(grid[0]), bytes(code for row in grid for code in row))
