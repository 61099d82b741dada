"""Small Sokoban levels of every variety, for tests."""

from __future__ import annotations

from cpstudy.puzzles.sokoban.puzzle import BOX, GOAL, PLAYER, WALL, Sokoban


def random_level(rng, largest=5, boxes=3):
    """A level of 1×1 up to ``largest``² with up to ``boxes`` boxes, often a poor one."""
    while True:
        rows, columns = rng.randint(1, largest), rng.randint(1, largest)
        cells = [WALL if rng.random() < 0.2 else 0 for _ in range(rows * columns)]
        free = [i for i, code in enumerate(cells) if not code]
        k = rng.randint(0, boxes)
        if len(free) <= k:
            continue
        player, *places = rng.sample(free, k + 1)
        cells[player] |= PLAYER
        for place in places:
            cells[place] |= BOX
        for place in rng.sample(free, k):
            cells[place] |= GOAL
        return Sokoban(rows, columns, bytes(cells))


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
