"""Images of a board that keep its number of solutions: rotations, reflections, turned tiles."""

from cpstudy.puzzles.pipes.puzzle import BARRIER_BELOW, BARRIER_RIGHT, Pipes, turned

# Reflection at the main diagonal exchanges right with down and up with left.
_TRANSPOSED = bytes(
    (tile & 1) << 3 | (tile & 2) << 1 | (tile & 4) >> 1 | (tile & 8) >> 3 for tile in range(16)
)
_MIRRORED = bytes((tile & 10) | (tile & 1) << 2 | (tile & 4) >> 2 for tile in range(16))


def transposed(puzzle: Pipes) -> Pipes:
    """The board reflected at its main diagonal: cell (row, column) goes to (column, row)."""
    order = [
        row * puzzle.columns + column
        for column in range(puzzle.columns)
        for row in range(puzzle.rows)
    ]
    swap = bytes([0, BARRIER_BELOW, BARRIER_RIGHT, BARRIER_RIGHT | BARRIER_BELOW])
    return Pipes(
        puzzle.columns,
        puzzle.rows,
        bytes(_TRANSPOSED[puzzle.tiles[tile]] for tile in order),
        puzzle.wrap,
        puzzle.free,
        bytes(swap[puzzle.barriers[tile]] for tile in order) if puzzle.barriers else b"",
    )


def mirrored(puzzle: Pipes) -> Pipes:
    """The board with left and right exchanged: cell (row, column) goes to (row, -1 - column)."""
    rows, columns = puzzle.rows, puzzle.columns
    tiles = bytearray()
    barriers = bytearray(rows * columns)
    for row in range(rows):
        line = puzzle.tiles[row * columns : (row + 1) * columns]
        tiles += bytes(_MIRRORED[tile] for tile in reversed(line))
        if not puzzle.barriers:
            continue
        for column in range(columns):
            wall = puzzle.barriers[row * columns + column]
            image = row * columns + (columns - 1 - column)
            barriers[image] |= wall & BARRIER_BELOW
            if wall & BARRIER_RIGHT:
                # A wall belongs to the cell on its left: in the image, that is the other cell.
                if column + 1 < columns:
                    barriers[image - 1] |= BARRIER_RIGHT
                elif puzzle.wrap:
                    barriers[row * columns + columns - 1] |= BARRIER_RIGHT
    return Pipes(rows, columns, bytes(tiles), puzzle.wrap, puzzle.free, bytes(barriers))


def rotated(puzzle: Pipes) -> Pipes:
    """The board rotated by a quarter turn clockwise."""
    return mirrored(transposed(puzzle))


def turn_tiles(puzzle: Pipes, quarters: bytes) -> Pipes:
    """The same puzzle with tile i turned by ``quarters[i]`` more quarter turns."""
    tiles = bytes(turned(t, q) for t, q in zip(puzzle.tiles, quarters, strict=True))
    return Pipes(puzzle.rows, puzzle.columns, tiles, puzzle.wrap, puzzle.free, puzzle.barriers)
