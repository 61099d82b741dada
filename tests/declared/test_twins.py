"""Rotated, mirrored and renamed puzzles of declared kinds share one key; others do not."""

import pytest

from cpstudy.declared.twins import identity
from cpstudy.puzzles import kind

# A puzzle, a rotated, mirrored or renamed copy of it, and a puzzle that is not a copy.
CASES = {
    "numberlink": ("3x2:1.2/1.2", "2x3:33/../11", "3x2:1.2/2.1"),
    "futoshiki": ("2x2:1./..;>/.;..", "2x2:.2/..;</.;..", "2x2:.2/..;./<;.."),
    "tents": ("3x3:2..;...;..T/.../...", "3x3:...;2..;.../.../T..", "3x3:2..;...;T../.../..."),
    "lits": ("4x2:0011/0011", "2x4:11/11/00/00", "4x2:0111/0001"),
}


@pytest.mark.parametrize("name", CASES)
def test_twins(name):
    puzzle, twin, other = (identity(kind(name).puzzle.decode(text)) for text in CASES[name])
    assert puzzle == twin != other
