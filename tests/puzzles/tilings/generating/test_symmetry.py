"""Test the identity of boards against their images by rotation, reflection and translation.

Two boards have the same identity exactly if one is such an image of the other.
"""

import random

from cpstudy.puzzles.hexpipes.puzzle import HexPipes
from cpstudy.puzzles.tilings.generating.symmetry import identity


def places(board):
    """The tiles that are not holes, by axial coordinates: q right, r down and to the right."""
    found = {}
    for cell, tile in enumerate(board.tiles):
        row, column = divmod(cell, board.columns)
        if tile:
            found[(2 * column + row % 2 - row) // 2, row] = tile
    return found


def mirrored(tile):
    return sum((tile >> side & 1) << -side % 6 for side in range(6))


def images(board):
    """Yield the twelve rotations and reflections of the board, as tiles by place."""
    for mirror in (False, True):
        at = places(board)
        if mirror:
            at = {(r, q): mirrored(tile) for (q, r), tile in at.items()}
        for _ in range(6):
            at = {(-r, q + r): tile for (q, r), tile in at.items()}
            yield at


def least(at, board):
    """A form of tiles by place that depends neither on translation nor on tile orientations."""
    left, top = min(q for q, _ in at), min(r for _, r in at)
    return sorted((q - left, r - top, board.orientations[tile][0]) for (q, r), tile in at.items())


def laid(at):
    """A board with these tiles, in a larger rectangle; its first row may be even or odd."""
    top = min(r for _, r in at) - 1
    left = min((2 * q + r) // 2 for q, r in at) - 1
    rows = max(r for _, r in at) - top + 1
    moved = {(q - left + (top // 2), r - top): tile for (q, r), tile in at.items()}
    columns = 2 + max((2 * q + r) // 2 for q, r in moved)
    tiles = bytearray(rows * columns)
    for (q, r), tile in moved.items():
        column = (2 * q + r - r % 2) // 2
        tiles[r * columns + column] = tile
    return HexPipes(rows, columns, bytes(tiles))


def connected(board):
    cells = [cell for cell, tile in enumerate(board.tiles) if tile]
    seen, stack = {cells[0]}, [cells[0]]
    while stack:
        cell = stack.pop()
        for side in range(6):
            beyond = board.across(cell, side)
            if beyond and board.tiles[beyond[0]] and beyond[0] not in seen:
                seen.add(beyond[0])
                stack.append(beyond[0])
    return len(seen) == len(cells)


def random_boards(rng, count, tiles=(0, 1, 11, 13)):
    while count:
        rows, columns = rng.randint(1, 3), rng.randint(1, 3)
        board = HexPipes(rows, columns, bytes(rng.choices(tiles, k=rows * columns)))
        if any(board.tiles) and connected(board):
            count -= 1
            yield board


def test_the_same_up_to_symmetry_and_nothing_else():
    rng = random.Random(3)
    boards = list(random_boards(rng, 300))
    truth = {board: min(least(at, board) for at in images(board)) for board in boards}
    result = {board: identity(board) for board in boards}
    same = different = 0
    for first in boards:
        for second in rng.sample(boards, 20):
            equal = truth[first] == truth[second]
            assert (result[first] == result[second]) is equal
            same += equal and first != second
            different += not equal
    assert same > 100 and different > 1000


def test_twelve_images_of_a_board_are_one():
    rng = random.Random(8)
    for board in random_boards(rng, 20, tiles=range(64)):
        result = identity(board)
        turned = board.with_tiles(bytes(rng.choice(board.orientations[t]) for t in board.tiles))
        assert identity(turned) == result
        for at in images(board):
            image = laid(at)
            assert least(places(image), board) == least(at, board)  # ``laid`` itself is right
            assert identity(image) == result


def test_wrapping_boards_are_moved_along():
    rng = random.Random(2)
    for rows, columns in ((2, 3), (3, 3), (3, 4), (4, 5), (1, 4), (4, 1)):
        tiles = bytes(rng.choices(range(64), k=rows * columns))
        board = HexPipes(rows, columns, tiles, True)
        flat = HexPipes(rows, columns, tiles)
        assert identity(board) != identity(flat)
        for side in range(6):
            moved = bytearray(len(tiles))
            for cell, tile in enumerate(tiles):
                moved[board.across(cell, side)[0]] = tile
            assert identity(board.with_tiles(bytes(moved))) == identity(board)


def test_boards_in_parts_are_all_different_and_empty_ones_all_the_same():
    """Walks from the cells of these three boards are alike: each reaches one dead end."""
    rows = ((1,), (1, 0, 1), (1, 0, 0, 1))
    assert len({identity(HexPipes(1, len(tiles), bytes(tiles))) for tiles in rows}) == 3
    assert identity(HexPipes(1, 2, bytes(2))) == identity(HexPipes(1, 3, bytes(3)))
