"""Test the fillings of windows against all orientations of their tiles.

Test against brute force that every repair changes a tile of a window without single fillings.
"""

import random
from collections import Counter
from itertools import product

from cpstudy.puzzles.pipes.generating.windows import Shape
from cpstudy.puzzles.pipes.puzzle import Pipes
from tests.puzzles.pipes.instances import random_tree, shuffled, with_barriers
from tests.puzzles.pipes.oracle import all_solutions, rotations, solutions_up_to


def board_of(rng: random.Random) -> Pipes:
    rows, columns = rng.randint(1, 3), rng.randint(2, 3)
    made = random_tree(rng, rows, columns, rng.random() < 0.3, rng.choice((0.8, 1.0)))
    if rng.random() < 0.3:
        made = with_barriers(rng, made, 0.3)
    return shuffled(rng, made)


def look(board: Pipes, tiles: list[int], masks: tuple[int, ...], sides: tuple[int, ...]):
    """The part of each side as seen from outside some tiles; None if they break a rule inside."""
    lying = dict(zip(tiles, masks, strict=True))
    part = {tile: tile for tile in tiles}
    for tile in tiles:
        for side in range(4):
            beyond = board.neighbour(tile, side)
            opened = lying[tile] >> side & 1
            if beyond is None or beyond == tile:
                if opened:
                    return None
            elif beyond in lying:
                if opened != lying[beyond] >> (side ^ 2) & 1:
                    return None
                if opened and side in (0, 3):
                    if part[tile] == part[beyond]:
                        return None
                    old, new = part[tile], part[beyond]
                    part = {t: new if p == old else p for t, p in part.items()}
    leading = [part[s >> 2] if lying[s >> 2] >> (s & 3) & 1 else None for s in sides]
    filled = {part[tile] for tile in tiles if lying[tile]}
    whole = all(tile in lying or not mask for tile, mask in enumerate(board.tiles))
    if filled - set(leading) and not (whole and len(filled) == 1):
        return None
    names: dict[int, int] = {}
    return tuple(-1 if p is None else names.setdefault(p, len(names)) for p in leading)


def test_fillings_are_all_turns_that_keep_the_rules():
    rng = random.Random(1)
    met = Counter()
    for _ in range(150):
        board = board_of(rng)
        tiles = rng.sample(range(len(board.tiles)), rng.randint(1, min(6, len(board.tiles))))
        window = Shape(board).window(tiles, board.tiles)
        assert window.tiles == tuple(tiles)
        turns = product(*(sorted(set(rotations(board.tiles[tile]))) for tile in tiles))
        looks = Counter(look(board, tiles, masks, window.sides) for masks in turns)
        del looks[None]
        if len(tiles) < sum(mask > 0 for mask in board.tiles):
            assert looks == window.fillings
        met[max(window.fillings.values(), default=0)] += 1
        met["wrap"] += board.wrap
        met["walls"] += bool(board.barriers)
    assert min(met[k] for k in (1, 2, "wrap", "walls")) > 10, met


def test_no_change_elsewhere_makes_a_board_unique():
    """With random types of all tiles outside a window, a board never has exactly one solution."""
    rng = random.Random(5)
    met = Counter()
    while met["windows"] < 25:
        board = board_of(rng)
        found = sorted(all_solutions(board))
        if len(found) < 2:
            continue
        one, two = found[:2]
        differing = [
            tile for tile, pair in enumerate(zip(one, two, strict=True)) if len({*pair}) > 1
        ]
        window = Shape(board).grown(differing, board.tiles)
        if window is None:
            met["none"] += 1
            continue
        met["windows"] += 1
        outside = [t for t, mask in enumerate(board.tiles) if mask and t not in window.tiles]
        for _ in range(30):
            tiles = bytearray(board.tiles)
            for tile in outside:
                tiles[tile] = rng.choice((1, 3, 5, 7, tiles[tile]))
            other = Pipes(
                board.rows, board.columns, bytes(tiles), board.wrap, False, board.barriers
            )
            number = solutions_up_to(2, other)
            assert number != 1, (board.encode(), other.encode(), window.tiles)
            met["many"] += number == 2 and other.tiles != board.tiles
    assert met["many"] > 5, met
