"""No puzzle twice in a batch, numbers kept, and an end where there are no more."""

import pytest
from click.testing import CliRunner

from cpstudy.api import generate
from cpstudy.cli import main
from cpstudy.jobs.samples import distinct
from cpstudy.puzzles import PUZZLES, kind
from cpstudy.puzzles.pipes.board.symmetry import (
    canonical_puzzle,
    mirrored,
    rotated,
    symmetry_class,
    turn_tiles,
)

GENERATED = [name for name in PUZZLES if kind(name).generators]


@pytest.mark.parametrize("name", GENERATED)
def test_no_board_twice(name):
    """Of every kind: rooms and open boards, of which there is one, too."""
    size = {"picross": "3", "kenken": "3", "sudoku": "4", "jigsaw": "4", "sokoban": "4"}
    size["masyu"] = "4x3"  # of 3×2 there is one
    done = CliRunner().invoke(
        main, ["generate", "--puzzle", name, "--size", size.get(name, "3x2"), "--count", "9", "-q"]
    )
    lines = done.stdout.splitlines()
    assert done.exit_code == 0, done.stderr
    assert lines and len(set(lines)) == len(lines)
    fewer = f"cpstudy: {len(lines)} of 9: no other {name} of this size comes of "
    assert fewer in done.stderr if len(lines) < 9 else not done.stderr
    assert (len(lines) == 1) == (name in ("sokoban", "bloxorz"))


def test_pipes_differ_up_to_symmetry_and_keep_their_numbers():
    pipes = kind("pipes")

    def draw(number):
        return generate("pipes", "wilson", (2, 4), number, 1)

    drawn = [*distinct(pipes, draw, 12)]
    stream = [puzzle for puzzle, _ in draw(drawn[-1].number + 1)]
    assert [stream[one.number] for one in drawn] == [one.puzzle for one in drawn]
    seen = []
    for index, puzzle in enumerate(stream):  # by the other canonical form
        form = canonical_puzzle(puzzle)
        assert (form not in seen) == (index in [one.number for one in drawn])
        seen.append(form)
    assert len({*seen}) == len(drawn) == 12
    assert len(seen) > 12  # some came again


def test_classes_are_those_of_the_canonical_form():
    boards = [puzzle for puzzle, _ in generate("pipes", "prim", (2, 3), 60, 2)]
    boards += [puzzle for puzzle, _ in generate("pipes", "prim", (3, 3), 40, 2, wrap=True)]
    for board in boards[::7]:
        turned = turn_tiles(rotated(mirrored(board)), bytes(range(len(board.tiles))))
        assert symmetry_class(turned) == symmetry_class(board)
    by_class = {symmetry_class(board): canonical_puzzle(board) for board in boards}
    assert len(by_class) == len({*by_class.values()}) == len({*map(canonical_puzzle, boards)})
    assert len(by_class) < len(boards)
