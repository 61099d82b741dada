"""Certified counts: written certificates hold, and changed ones do not."""

import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from cpstudy import generate
from cpstudy.puzzles.loops.proofs import count_checking, count_writing
from cpstudy.puzzles.loops.rules import Loops
from cpstudy.puzzles.masyu.puzzle import Masyu
from cpstudy.puzzles.slitherlink.puzzle import Slitherlink
from tests.samples import sample

KINDS = (Slitherlink, Masyu)


def boards(kind: type[Loops], rng: random.Random, number: int) -> Iterator[Loops]:
    """Boards with few clues of a loop, and some with random clues; wide and high ones."""
    for board, _ in generate(kind.kind, "regions", 5, number, seed=rng.randrange(1000)):
        for share in (0.1, 0.4):
            clues = tuple(c if rng.random() < share else kind.no_clue for c in board.clues)
            yield board.with_clues(clues)
        rows, columns = rng.randint(2, 4), rng.randint(2, 6)
        marks = [*kind.marks, kind.no_clue, kind.no_clue, kind.no_clue]
        yield kind(rows, columns, tuple(rng.choice(marks) for _ in range(rows * columns)))


def certified(board: Loops) -> tuple[int, list[np.ndarray]]:
    """The count, and the states of each layer."""
    layers: list[bytes] = []
    count = count_writing.prove(board, layers.append)
    return count, [np.cumsum(np.frombuffer(layer, "<i8")) for layer in layers]


def why_rejected(board: Loops, count: int, layers: Iterator[np.ndarray]) -> str:
    written = (np.diff(states, prepend=0).astype("<i8").tobytes() for states in layers)
    return count_checking.why_rejected(board, count, written)


@sample(8, 60)
@pytest.mark.parametrize("kind", KINDS)
def test_written_ones_hold_and_agree_with_listing(kind, number):
    import cpstudy

    many = 0
    for board in boards(kind, random.Random(1), number):
        count, layers = certified(board)
        assert why_rejected(board, count, iter(layers)) == "", board.encode()
        listed = cpstudy.solve(board, "cdcl", limit=300)
        assert len(listed.solutions) == min(count, 300)
        many += count > 1
    assert many > number


def test_more_than_a_hundred_digits():
    """Counts that no solver can list are certified by fewer than 100,000 states."""
    for board in (Slitherlink(110, 4, (-1,) * 440), Masyu(200, 5, (0,) * 1000)):
        count, layers = certified(board)
        assert count > 10**100
        assert sum(map(len, layers)) < 100_000
        assert why_rejected(board, count, iter(layers)) == ""
        assert "solutions, not" in why_rejected(board, count + 1, iter(layers))


def test_rows_of_as_many_vertices_as_a_state_has_room_for():
    rng = random.Random(3)
    board, _ = next(iter(generate("slitherlink", "regions", 18, 1, seed=2)))
    clues = tuple(c if rng.random() < 0.95 else -1 for c in board.clues)
    count, layers = certified(board.with_clues(clues))
    assert count > 0
    assert why_rejected(board.with_clues(clues), count, iter(layers)) == ""


@sample(150, 1000)
@pytest.mark.parametrize("kind", KINDS)
def test_forged_ones_do_not_hold(kind, number):
    """A wrong count is refused with any layers, and the right count if a state is missing."""
    rng = random.Random(2)
    met: dict[str, int] = {}
    pool = [(board, *certified(board)) for board in boards(kind, rng, 12)]
    pool = [(board, count, layers) for board, count, layers in pool if count]
    while sum(met.values()) < number:
        board, count, honest = rng.choice(pool)
        layers = [layer.copy() for layer in honest]
        place = rng.randrange(1, len(layers))
        how = rng.choice(("count", "missing", "added", "changed", "layer", "board"))
        claim = count + rng.choice((-1, 1, count)) if how != "missing" else count
        match how:
            case "missing":
                reached = layers[place]
                layers[place] = np.delete(reached, rng.randrange(len(reached)))
            case "added":
                more = rng.randrange(1 << 3 * (min(board.rows, board.columns) + 2))
                layers[place] = np.unique(np.append(layers[place], more))
            case "changed":
                layers[place][rng.randrange(len(layers[place]))] ^= 1 << rng.randrange(40)
            case "layer":
                del layers[place]
            case "board":
                other, _, layers = rng.choice(pool)
                claim = count if other.encode() != board.encode() else claim
                if certified(board)[0] == certified(other)[0]:
                    continue
                claim = certified(other)[0]
        assert why_rejected(board, claim, iter(layers)), (how, board.encode())
        met[how] = met.get(how, 0) + 1
    assert len(met) == 6


def test_the_board_is_what_the_layers_are_about():
    board = Slitherlink.decode("slither/4/4/v")
    count, layers = certified(board)
    assert count == 9349
    assert why_rejected(replace(board, clues=(3, *board.clues[1:])), count, iter(layers))
    assert why_rejected(Slitherlink(4, 5, (-1,) * 20), count, iter(layers))
    assert why_rejected(board, count, iter([])) == "layer 0: not the first state alone"
    more = [*layers, layers[-1]]
    assert why_rejected(board, count, iter(more)) == "a layer after the last step"
