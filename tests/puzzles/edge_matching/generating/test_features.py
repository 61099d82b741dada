"""Test the features of edge matching: known values on small boards, independent of orientations."""

from hypothesis import given
from hypothesis import strategies as st

from cpstudy import generate, puzzle
from cpstudy.puzzles.edge_matching.generating.expectation import features
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching, turned


def test_a_board_by_hand():
    found = features(puzzle("edge_matching", "2x2:0,0,1,2;0,0,2,1;0,0,2,2;0,0,1,1"))
    assert (found["pieces"], found["inner colours"], found["outer colours"]) == (4, 0, 2)
    assert (found["twins"], found["symmetric"]) == (0, 0)
    assert "log10 expected boards" not in found
    plain = features(EdgeMatching(1, 3, ((1, 2, 1, 2), (2, 1, 2, 1), (1, 1, 1, 1)), framed=False))
    assert (plain["twins"], plain["symmetric"], plain["inner colours"]) == (1, 3, 2)


@given(st.integers(0, 50), st.randoms(use_true_random=False))
def test_pieces_may_lie_in_any_way(seed, random):
    made, _ = next(generate("edge_matching", "two-set", 4, seed=seed))
    pieces = [turned(piece, random.randrange(4)) for piece in made.pieces]
    random.shuffle(pieces)
    assert features(EdgeMatching(4, 4, tuple(pieces))) == features(made)
