import numpy as np
import pytest

from cpstudy.core.arrays import locked


def test_a_locked_array_is_private_and_read_only():
    mine = np.array([[1, 2], [3, 4]])
    kept = locked(mine, np.uint8, ndim=2)
    mine[0, 0] = 9
    assert kept[0, 0] == 1
    assert kept.dtype == np.uint8
    assert kept.flags.c_contiguous
    with pytest.raises(ValueError, match="read-only"):
        kept[0, 0] = 7


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([[1, 2], [3]], "rows of different lengths"),
        ([1, 2], "expected 2 dimensions, got 1"),
        ([[1, 256]], "256 at (0, 1) does not fit uint8"),
        ([[1, -1]], "-1 at (0, 1) does not fit uint8"),
        ([[1.5, 1]], "1.5 at (0, 0) does not fit uint8"),
        ([["a", "b"]], "not numbers"),
    ],
)
def test_what_does_not_fit_is_refused(values, message):
    with pytest.raises(ValueError, match="tiles: ") as caught:
        locked(values, np.uint8, ndim=2, name="tiles")
    assert message in str(caught.value)
